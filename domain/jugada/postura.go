package jugada

import (
	"errors"
	"slices"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// Errors about whose a bet was and about a complaint.
var (
	// ErrColor: chips of a colour that no roulette has, or of a game without colours.
	ErrColor = errors.New("no hay fichas de ese color en este juego")
	// ErrMarca: a player is told by a mark of the table, never by his name.
	ErrMarca = errors.New("al jugador se le señala con una marca de hasta cuatro letras o cifras, no con su nombre")
	// ErrHoja: a complaint without the number of its sheet.
	ErrHoja = errors.New("la reclamación lleva el número de su hoja")
	// ErrCamara: a recording whose interval does not hold the facts, or of no camera.
	ErrCamara = errors.New("la grabación que se guarda lleva su cámara y un intervalo que contiene los hechos")
	// ErrConservar: a recording that would go before anybody has looked at it.
	ErrConservar = errors.New("la grabación se conserva al menos hasta el día siguiente al de los hechos")
)

// Colores are those of the chips without a value of their own (art. 134.1.b).
var Colores = []string{"amarillo", "azul", "blanco", "celeste", "gris", "marrón", "morado", "naranja", "negro", "rojo", "rosa", "verde"}

// Postura says whose a bet was: the box, the mark of its player, the colour of his chips.
// All may be empty.
type Postura struct {
	Casilla string
	Jugador string
	Color   string
}

// Check judges a Postura at a game: marks are short, so that no name ends in a leaf, and
// only the americana has chips of colour (art. 134.1). The error wraps ErrMarca or
// ErrColor.
func (p Postura) Check(j domain.Juego) error {
	for _, mark := range []string{p.Casilla, p.Jugador} {
		if len(mark) > 4 || !ascii(mark) {
			return ErrMarca
		}
	}
	if p.Color != "" && (j != domain.RuletaAmericana || !slices.Contains(Colores, p.Color)) {
		return norma.Breach(art("134.1"), ErrColor)
	}
	return nil
}

// ascii reports whether a text is of letters and figures alone.
func ascii(s string) bool {
	for _, c := range []byte(s) {
		if !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
			return false
		}
	}
	return true
}

// Reclamacion is a complaint of a jugada: the number of its sheet (art. 38.3), and the
// recording to keep, if there is one, with the day until which it is kept.
type Reclamacion struct {
	Hoja         string
	Camara       string
	Desde, Hasta time.Time
	Conservar    domain.Fecha
}

// margenCamara is what a recording holds before and after the facts unless it is said.
const margenCamara = 5 * time.Minute

// Complete fills what was left out of a complaint about facts of that hour, and judges it:
// of a recording, five minutes before and after, kept for a month (criterio JUG-1). The
// error wraps ErrHoja, ErrCamara or ErrConservar and cites art. 38.3.
func (r *Reclamacion) Complete(hecho time.Time) error {
	if r.Hoja == "" {
		return norma.Breach(art("38.3"), ErrHoja)
	}
	if r.Camara == "" {
		if !r.Desde.IsZero() || !r.Hasta.IsZero() || r.Conservar != "" {
			return norma.Breach(art("38.3"), ErrCamara)
		}
		return nil
	}
	if r.Desde.IsZero() {
		r.Desde = hecho.Add(-margenCamara)
	}
	if r.Hasta.IsZero() {
		r.Hasta = hecho.Add(margenCamara)
	}
	if r.Desde.After(hecho) || r.Hasta.Before(hecho) || !r.Desde.Before(r.Hasta) {
		return norma.Breach(art("38.3"), ErrCamara)
	}
	if r.Conservar == "" {
		r.Conservar = monthAfter(hecho)
	}
	day, err := domain.ParseFecha(string(r.Conservar))
	if err != nil || day <= dayOf(hecho) {
		return norma.Breach(art("38.3"), ErrConservar).Under("JUG-1")
	}
	return nil
}

// dayOf is the day of an instant in Madrid.
func dayOf(t time.Time) domain.Fecha { return domain.Fecha(t.In(domain.Madrid).Format(time.DateOnly)) }

// monthAfter is the same day of the next month, or its last one when it has none such.
func monthAfter(t time.Time) domain.Fecha {
	local := t.In(domain.Madrid)
	first := time.Date(local.Year(), local.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1)
	return domain.Fecha(first.AddDate(0, 0, min(local.Day(), last.Day())-1).Format(time.DateOnly))
}
