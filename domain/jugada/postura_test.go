package jugada_test

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/jugada"
)

func TestPostura(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    jugada.Postura
		j    domain.Juego
		want error
	}{
		{"134.1/chips of colour at the americana", jugada.Postura{Casilla: "12", Jugador: "A", Color: "azul"}, domain.RuletaAmericana, nil},
		{"134.1/chips of colour at the francesa", jugada.Postura{Color: "azul"}, domain.RuletaFrancesa, jugada.ErrColor},
		{"134.1/a colour that is none", jugada.Postura{Color: "paco"}, domain.RuletaAmericana, jugada.ErrColor},
		{"a mark of four", jugada.Postura{Jugador: "AB12"}, domain.Dados, nil},
		{"a mark of five", jugada.Postura{Jugador: "Pedro"}, domain.Dados, jugada.ErrMarca},
		{"a box that is a name", jugada.Postura{Casilla: "José"}, domain.BlackJack, jugada.ErrMarca},
		{"nothing said", jugada.Postura{}, domain.BlackJack, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.p.Check(tt.j); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

func TestReclamacion(t *testing.T) {
	hecho := time.Date(2027, 1, 30, 23, 30, 0, 0, time.UTC) // the 31st in Madrid
	at := func(d time.Duration) time.Time { return hecho.Add(d) }
	for _, tt := range []struct {
		name string
		r    jugada.Reclamacion
		want error
	}{
		{"38.3/no sheet", jugada.Reclamacion{}, jugada.ErrHoja},
		{"38.3/a sheet and no camera", jugada.Reclamacion{Hoja: "R-1"}, nil},
		{"38.3/an interval of no camera", jugada.Reclamacion{Hoja: "R-1", Desde: at(-1)}, jugada.ErrCamara},
		{"38.3/from the very instant", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Desde: hecho}, nil},
		{"38.3/from a microsecond later", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Desde: at(time.Microsecond)}, jugada.ErrCamara},
		{"38.3/until a microsecond before", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Hasta: at(-time.Microsecond)}, jugada.ErrCamara},
		{"JUG-1/kept until the day after", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Conservar: "2027-02-01"}, nil},
		{"JUG-1/kept until that same day", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Conservar: "2027-01-31"}, jugada.ErrConservar},
		{"JUG-1/kept until no day", jugada.Reclamacion{Hoja: "R-1", Camara: "C4", Conservar: "mañana"}, jugada.ErrConservar},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.r.Complete(hecho); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	t.Run("JUG-1/five minutes, and a month clipped", func(t *testing.T) {
		r := jugada.Reclamacion{Hoja: "R-1", Camara: "C4"}
		if err := r.Complete(hecho); err != nil || !r.Desde.Equal(at(-5*time.Minute)) || !r.Hasta.Equal(at(5*time.Minute)) || r.Conservar != "2027-02-28" {
			t.Errorf("got %+v, %v", r, err)
		}
	})
}
