package reports

import (
	"errors"
	"io"
	"strings"
	"testing"

	"foliado/domain/plazos"
)

func escritoPrueba() EscritoFacts {
	f := folioPrueba()
	return EscritoFacts{Casa: f.Casa, Evidencia: f.Evidencia, Numero: 31, Asunto: "cambio en las sustituciones", Articulo: art("13.2"), Suceso: "2026-11-20", Persona: "Julián Robles Pina",
		Puesto: "Subdirector", Regimen: []LineaRegimen{{"Marina Quesada Orgaz", "titular", "2026-09-01"}, {"Julián Robles Pina", "sustituto", "2026-11-20"}},
		Vence: plazos.Vencimiento{Natural: "2026-11-25", Habil: "2026-11-27"}, Impresa: madrid("2026-11-21 18:00:00")}
}

func TestEscrito(t *testing.T) {
	text := func(f EscritoFacts) string {
		return textOf(t, render(t, func(w io.Writer) error { return Escrito(w, f, opcionesPrueba) }))
	}
	t.Run("13.2/person, post, date of the agreement and the regime", func(t *testing.T) {
		got := text(escritoPrueba())
		for _, want := range []string{"Julián Robles Pina", "Subdirector", "20/11/2026", "Marina Quesada Orgaz, titular", "Firma de quien representa a la entidad", "SIN PRESENTAR"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in it: %s", want, got)
			}
		}
	})
	t.Run("11.2/what changes, filed", func(t *testing.T) {
		f := escritoPrueba()
		f.Persona, f.Regimen, f.Detalle, f.Articulo, f.Asunto, f.Vence.Habil = "", nil, "cierra la tienda", art("11.2"), "modificación que no precisa autorización", ""
		f.Presentada = f.Impresa
		if got := text(f); !strings.Contains(got, "cierra la tienda") || strings.Contains(got, "SIN PRESENTAR") || !strings.Contains(got, "falta la tabla de festivos") {
			t.Errorf("got %s", got)
		}
		f.Detalle = ""
		if err := Escrito(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("13.1/no letter without the post", func(t *testing.T) {
		f := escritoPrueba()
		f.Puesto = ""
		if err := Escrito(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
}
