package acceso

import (
	"errors"
	"testing"
	"time"

	"foliado/domain/norma"
)

// Who is inside is judged by what reaches her afterwards, and by nothing that is of the entry.
func TestDentro(t *testing.T) {
	at := time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		h     Hechos
		want  Veredicto
		cause Causa
	}{
		{"20.2/nothing", Hechos{}, PuedeEntrar, ""},
		{"20.2/EXC-08/one of her documents is barred", Hechos{Interdicciones: []Interdiccion{{}}}, NoPuedeEntrar, CausaInterdicto},
		{"20.2/barred until yesterday", Hechos{Interdicciones: []Interdiccion{{Hasta: "2026-11-29"}}}, PuedeEntrar, ""},
		{"21.1/ADM-3/her name and birth date", Hechos{Candidatos: []Interdiccion{{}}}, Consultar, CausaCandidato},
		{"21.1/ADM-3/ruled out at the door", Hechos{Candidatos: []Interdiccion{{}}, CandidatosDescartados: true}, PuedeEntrar, ""},
		{"21.2/banned by the house", Hechos{Prohibiciones: []Prohibicion{{Causa: CausaViolencia, Hasta: "2026-12-31"}}}, NoPuedeEntrar, CausaViolencia},
		{"21.4/the last hour and the staff are of the entry", Hechos{UltimaHora: true, Relacion: Empleado}, PuedeEntrar, ""},
		{"21.1/the most serious first", Hechos{Interdicciones: []Interdiccion{{}}, Candidatos: []Interdiccion{{}}}, NoPuedeEntrar, CausaInterdicto},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.h.Nacimiento, c.h.Instante = "1980-01-01", at
			d, err := Dentro(c.h, Parametros{})
			if err != nil || d.Veredicto != c.want {
				t.Fatalf("got %v, %v, want %s", d, err, c.want)
			}
			if c.cause != "" && d.Fundamentos[0].Causa != c.cause {
				t.Errorf("got %v, want %s", d.Fundamentos, c.cause)
			}
		})
	}
}

// How an alert may be closed.
func TestCheckSalida(t *testing.T) {
	for _, c := range []struct {
		name   string
		s      Salida
		motivo string
		firme  bool
		want   error
	}{
		{"21.1/she left", SaleDeSala, "salió con el jefe", true, nil},
		{"21.1/ADM-3/somebody else", OtraPersona, "otro número", false, nil},
		{"21.1/ADM-2/nobody overrides a positive", OtraPersona, "la conozco", true, ErrPositivoFirme},
		{"21.1/no end", "", "salió", true, ErrSalida},
		{"21.1/no words", SaleDeSala, "  ", true, ErrMotivoSalida},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckSalida(c.s, c.motivo, c.firme)
			if !errors.Is(err, c.want) || c.want == nil && err != nil {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			var breach *norma.Error
			if c.want != nil && (!errors.As(err, &breach) || breach.Art.Ref() != "21.1") {
				t.Errorf("got %v, want art. 21.1", err)
			}
		})
	}
}
