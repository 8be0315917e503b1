package reports

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

// medidasPrueba fills more than a page, with every kind of line.
func medidasPrueba() RegistroMedidasFacts {
	f := RegistroMedidasFacts{Casa: casaPrueba, Evidencia: evidenciaPrueba(18440), Desde: "2026-11-28", Hasta: "2026-11-30"}
	at := madrid("2026-11-28 21:10:00")
	for k := range 24 {
		l := LineaMedida{Numero: int64(40 + k), Instante: at.Add(time.Duration(k) * 97 * time.Minute), Nombre: fmt.Sprintf("Wenceslao Prats i Roig %d", k),
			Documento: "50111222H", Articulo: "art. 24.2 de la Ley 6/2001", Causa: "Consta en la lista de interdicciones", Quien: "Begoña Calvo Sanz"}
		switch k % 4 {
		case 1:
			l.Articulo, l.Causa, l.Motivo = "art. 21.5", "No viste como la casa exige", "Venía en bañador y con chanclas; se le ofreció volver vestido."
		case 2:
			l.Expulsion, l.Articulo, l.Causa = true, "art. 21.2", "Molesta a otras personas"
			l.Motivo = "Discutió a gritos con otro cliente de la mesa 4, y siguió después de que el jefe de mesa se lo pidiera dos veces."
		case 3:
			l.Nombre, l.Documento = "", ""
		}
		f.Lineas = append(f.Lineas, l)
	}
	return f
}

func notaPrueba() NotaAdmisionFacts {
	return NotaAdmisionFacts{Casa: casaPrueba, Numero: 41, Instante: madrid("2026-11-30 23:31:00"), Checkpoint: evidenciaPrueba(18440).Checkpoint}
}

func TestRegistroMedidas(t *testing.T) {
	t.Run("21.2/who, when, why and who decided", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return RegistroMedidas(w, medidasPrueba(), opcionesPrueba) }))
		wants(t, text, "Denegaciones y expulsiones", "Jornadas del 28/11/2026 al 30/11/2026 · 18 denegaciones, 6 expulsiones", "D-41", "E-42",
			"Molesta a otras personas (art. 21.2)", "Begoña Calvo Sanz", "suprimido", "chanclas")
	})
	t.Run("21.2/a jornada without any", func(t *testing.T) {
		f := medidasPrueba()
		f.Desde, f.Lineas = f.Hasta, nil
		text := textOf(t, render(t, func(w io.Writer) error { return RegistroMedidas(w, f, opcionesPrueba) }))
		wants(t, text, "Jornada del 30/11/2026 · 0 denegaciones, 0 expulsiones", "No hubo ninguna.")
	})
	t.Run("21.2/no lapse", func(t *testing.T) {
		f := medidasPrueba()
		f.Desde = "2026-12-01"
		if err := RegistroMedidas(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
}

func TestNotaAdmision(t *testing.T) {
	t.Run("ADM-10/neither why nor who", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return NotaAdmision(w, notaPrueba(), opcionesPrueba) }))
		wants(t, text, "D-41", "30/11/2026 23:31", "no se le ha podido dar entrada", "hoja de reclamaciones")
		lacks(t, text, "interdic", "menor", "21.2", "21.1", "24.")
	})
	t.Run("ADM-10/expelled", func(t *testing.T) {
		f := notaPrueba()
		f.Expulsion = true
		wants(t, textOf(t, render(t, func(w io.Writer) error { return NotaAdmision(w, f, opcionesPrueba) })), "E-41", "abandone las salas")
	})
	t.Run("21.5/what is asked of everybody's dress, on every note", func(t *testing.T) {
		f := notaPrueba()
		f.Vestimenta = []string{"Chaqueta los lunes", "Zapatos cerrados"}
		wants(t, textOf(t, render(t, func(w io.Writer) error { return NotaAdmision(w, f, opcionesPrueba) })), "se exige a todas las personas", "Chaqueta los lunes; Zapatos cerrados", "D-41")
	})
	t.Run("ADM-10/incomplete", func(t *testing.T) {
		for name, change := range map[string]func(*NotaAdmisionFacts){
			"no number":     func(f *NotaAdmisionFacts) { f.Numero = 0 },
			"no hour":       func(f *NotaAdmisionFacts) { f.Instante = time.Time{} },
			"no checkpoint": func(f *NotaAdmisionFacts) { f.Checkpoint = Checkpoint{} },
			"no house":      func(f *NotaAdmisionFacts) { f.Casa = Casa{} },
		} {
			f := notaPrueba()
			change(&f)
			if err := NotaAdmision(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("%s: got %v", name, err)
			}
		}
	})
}
