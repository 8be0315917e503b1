package libros

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with hours.
var (
	ErrHora          = errors.New("la hora se escribe HH:MM, de 00:00 a 23:59")
	ErrHorario       = errors.New("el horario se sale del máximo autorizado")
	ErrHorasDiarias  = errors.New("la sala no puede abrir más de dieciséis horas al día")
	ErrHorasSeguidas = errors.New("las salas no pueden estar abiertas más de veinte horas seguidas")
	ErrTrasLaHora    = errors.New("el hecho es posterior a la hora límite de los juegos")
)

// The two ceilings of art. 27, in elapsed hours (criterio JOR-1).
const (
	MaximoDiario  = 16 * time.Hour // art. 27.2
	MaximoSeguido = 20 * time.Hour // art. 27.3
)

const dia = 24 * time.Hour

// Hora is an hour of the clock on the wall in Madrid, as the time since midnight: what a
// timetable is written in. It is no instant.
type Hora time.Duration

// ParseHora reads "16:00". The error wraps ErrHora.
func ParseHora(s string) (Hora, error) {
	t, err := time.Parse("15:04", s)
	if err != nil || t.Format("15:04") != s {
		return 0, fmt.Errorf("%w: %q", ErrHora, s)
	}
	return Hora(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute), nil
}

// String writes the hour: "05:00".
func (h Hora) String() string {
	return time.Time{}.Add(time.Duration(h)).Format("15:04")
}

// On is the instant at which the clock in Madrid shows the hour on that date. Of an hour
// that is shown twice, in October, it is the first time; an hour that is never shown, in
// March, comes when the clock has been put forward.
func (h Hora) On(f domain.Fecha) time.Time {
	midnight := f.Time()
	wall := time.Date(midnight.Year(), midnight.Month(), midnight.Day(), 0, 0, 0, 0, time.UTC).Add(time.Duration(h))
	_, before := wall.Add(-dia).In(domain.Madrid).Zone()
	_, after := wall.Add(dia).In(domain.Madrid).Zone()
	early := wall.Add(-time.Duration(max(before, after)) * time.Second)
	late := wall.Add(-time.Duration(min(before, after)) * time.Second)
	for _, t := range []time.Time{early, late} {
		if s := t.In(domain.Madrid); s.Format("2006-01-02 15:04") == wall.Format("2006-01-02 15:04") {
			return t
		}
	}
	return late
}

// Horario is a timetable: when the rooms open and when they close, which is the next day
// when Cierra is not later than Abre (art. 27.1).
type Horario struct{ Abre, Cierra Hora }

// On are the instants of opening and close of the jornada of that date.
func (h Horario) On(f domain.Fecha) (abre, cierra time.Time) {
	last := f
	if h.Cierra <= h.Abre {
		last = domain.Fecha(f.Time().AddDate(0, 0, 1).Format(time.DateOnly))
	}
	return h.Abre.On(f), h.Cierra.On(last)
}

// span is how long the timetable lasts on the clock, and since is how long after the
// opening of h comes the hour x.
func (h Horario) span() time.Duration {
	if h.Abre == h.Cierra {
		return dia
	}
	return h.since(h.Cierra)
}

func (h Horario) since(x Hora) time.Duration {
	return (time.Duration(x) - time.Duration(h.Abre) + dia) % dia
}

// CheckHorario returns nil when a timetable lies within the authorised one (arts. 9.b,
// 27.1) and takes no more than sixteen hours of the clock (art. 27.2). The night on which
// an hour repeats is for CheckHorasDiarias. The error wraps ErrHorario or ErrHorasDiarias.
func CheckHorario(h, autorizado Horario) error {
	if autorizado.since(h.Abre)+h.span() > autorizado.span() {
		return norma.Errorf(art("27.1"), "%w, de %s a %s", ErrHorario, autorizado.Abre, autorizado.Cierra)
	}
	if h.span() > MaximoDiario {
		return norma.Breach(art("27.2"), ErrHorasDiarias)
	}
	return nil
}

// CheckHorasDiarias returns nil when a room open to the public from abre to cierra keeps
// to sixteen hours (art. 27.2), counted as they pass (criterio JOR-1). The error wraps
// ErrHorasDiarias.
func CheckHorasDiarias(abre, cierra time.Time) error {
	if cierra.Sub(abre) > MaximoDiario {
		return norma.Breach(art("27.2"), ErrHorasDiarias).Under("JOR-1")
	}
	return nil
}

// CheckHorasSeguidas returns nil when, its close put off, a room is not open for more than
// twenty hours on end (art. 27.3), counted as they pass (criterio JOR-1). The error wraps
// ErrHorasSeguidas.
func CheckHorasSeguidas(abre, cierra time.Time) error {
	if cierra.Sub(abre) > MaximoSeguido {
		return norma.Breach(art("27.3"), ErrHorasSeguidas).Under("JOR-1")
	}
	return nil
}

// CheckHoraLimite returns nil when what was done at hecho, an anticipo say, was done
// before games end at limite (art. 29.5). It is the hora del hecho that counts: what was
// counted in time may be signed later (criterio HOR-1). The error wraps ErrTrasLaHora.
func CheckHoraLimite(hecho, limite time.Time) error {
	if hecho.After(limite) {
		return norma.Breach(art("29.5"), ErrTrasLaHora).Under("HOR-1")
	}
	return nil
}

// Aviso is what the product tells the house without stopping it (criterio MAQ-1).
type Aviso struct {
	Articulo norma.Articulo
	Texto    string
}

// AvisoCierre is the warning that a table closes before its hour and nobody says why
// (arts. 29.1, 29.3), and whether there is one.
func AvisoCierre(hecho, limite time.Time, motivo string) (Aviso, bool) {
	if !hecho.Before(limite) || strings.TrimSpace(motivo) != "" {
		return Aviso{}, false
	}
	return Aviso{art("29.1"), "la mesa se cierra antes de su hora y no consta el motivo"}, true
}
