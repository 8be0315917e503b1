package libros

import (
	"errors"
	"slices"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a table of círculo, its folio or the box of its cambista.
var (
	ErrContrapartida = errors.New("las mesas de contrapartida no llevan libro de beneficios, sino de anticipos")
	ErrPozo          = errors.New("el crupier cuenta el pozo y canta su total ante el director y el cajero: lo cantado no es lo que suman las piezas")
	ErrCambista      = errors.New("en la mesa cambia un empleado distinto del crupier y sin otra función")
	ErrSinDotacion   = errors.New("el director no ha fijado la dotación de la caja del cambista para la temporada")
	ErrCajaCambista  = errors.New("las fichas y el dinero del cambista no igualan su dotación: se anota lo contado, con una nota")
)

// Interrupcion is a time in which the partida of a table stopped; Hasta is zero while it has
// not gone on.
type Interrupcion struct{ Desde, Hasta time.Time }

// FolioBeneficios is the sheet of one partida of a table of círculo in its libro de
// beneficios, with every datum of art. 41.2 and the count of the pozo (art. 41.3). Instants
// UTC. People are named by their persona, bankers by their name.
type FolioBeneficios struct {
	Juego          domain.Juego // printed by its exact name (art. 41.2.a)
	Mesa           int
	Libro          int // number of the book: that of the table (art. 41.2.b)
	Fecha          domain.Fecha
	Apertura       time.Time
	Interrupciones []Interrupcion // when there were any (art. 41.2.c)
	Crupieres      []string
	Cambista       string   // "" at a póquer without one (art. 114.1)
	Banqueros      []string // of a bacará a dos paños (art. 41.2.e)
	Cierre         time.Time
	Pozo           domain.Piezas // nil when not counted, empty when found empty
	Cantado        domain.Importe
}

// Check returns nil when the folio may be closed: each absence cites its letter of art. 41.2,
// and what the croupier called is what the pieces add up to (art. 41.3). Errors wrap ErrFolio,
// ErrContrapartida, ErrCambista, ErrPozo, domain.ErrPiezas or domain.ErrDesborde.
func (f FolioBeneficios) Check() error {
	if !f.Juego.Circulo() {
		return norma.Breach(art("41.1"), ErrContrapartida)
	}
	for _, dato := range []struct {
		falta    bool
		articulo norma.Articulo
		que      string
	}{
		{f.Mesa <= 0, art("41.2.b"), "falta el número de la mesa"},
		{f.Libro != f.Mesa, art("41.2.b"), "el libro no lleva el número de la mesa"},
		{f.Fecha == "", art("41.2.c"), "falta la fecha"},
		{f.Apertura.IsZero(), art("41.2.c"), "falta la hora de apertura"},
		{f.Cierre.Before(f.Apertura), art("41.2.c"), "el recuento del pozo es anterior a la apertura"},
		{!f.inOrder(), art("41.2.c"), "las horas de interrupción y reanudación no están en orden"},
		{len(f.Crupieres) == 0, art("41.2.d"), "faltan los crupieres"},
		{f.Cambista == "" && f.Juego != domain.PoquerCirculo, art("41.2.d"), "falta el cambista"},
		{len(f.Banqueros) == 0 && f.Juego == domain.BacaraDosPanos, art("41.2.e"), "falta el nombre del banquero"},
		{f.Pozo == nil, art("41.3"), "falta el recuento del pozo"},
	} {
		if dato.falta {
			return norma.Errorf(dato.articulo, "%w: %s", ErrFolio, dato.que)
		}
	}
	if err := CheckCambista(f.Crupieres, f.Cambista); err != nil {
		return err
	}
	total, err := f.Resultado()
	if err == nil && total != f.Cantado {
		err = norma.Errorf(art("41.3"), "%w: se cantan %s y suman %s", ErrPozo, f.Cantado, total)
	}
	return err
}

// inOrder reports whether each interruption ends before the next and all before the count.
func (f FolioBeneficios) inOrder() bool {
	last := f.Apertura
	for k, i := range f.Interrupciones {
		open := i.Hasta.IsZero()
		if i.Desde.Before(last) || i.Desde.After(f.Cierre) || open && k < len(f.Interrupciones)-1 ||
			!open && (i.Hasta.Before(i.Desde) || i.Hasta.After(f.Cierre)) {
			return false
		}
		last = i.Hasta
	}
	return true
}

// Resultado is what the house made at the table in the partida: the whole of its pozo (arts.
// 41.1, 41.3), in céntimos. Errors wrap domain.ErrPiezas or domain.ErrDesborde.
func (f FolioBeneficios) Resultado() (domain.Importe, error) {
	total, err := f.Pozo.Total()
	if err != nil {
		return 0, norma.Breach(art("41.3"), err)
	}
	return total, nil
}

// CheckCambista returns nil when that cambista may serve a table with those croupiers: none of
// them is he (art. 32.3). The error wraps ErrCambista.
func CheckCambista(crupieres []string, cambista string) error {
	if cambista != "" && slices.Contains(crupieres, cambista) {
		return norma.Breach(art("32.3"), ErrCambista)
	}
	return nil
}

// CheckDotacionCambista returns nil when a table of círculo may open: the director has fixed
// for the season what the box of the cambista holds, in céntimos (art. 32.3). The error wraps
// ErrSinDotacion.
func CheckDotacionCambista(dotacion domain.Importe) error {
	if dotacion <= 0 {
		return norma.Breach(art("32.3"), ErrSinDotacion)
	}
	return nil
}

// CheckCajaCambista returns what the box of the cambista has over (or under, negative) at the
// end of a partida: its chips and its money together are the sum that the director fixed (art.
// 32.3). A difference stands, with a note. The error wraps ErrCajaCambista, domain.ErrPiezas or
// domain.ErrDesborde.
func CheckCajaCambista(dotacion domain.Importe, fichas, dinero domain.Piezas, nota string) (domain.Importe, error) {
	a, err1 := fichas.Total()
	b, err2 := dinero.Total()
	sum, err3 := a.Plus(b)
	if err := errors.Join(err1, err2, err3); err != nil {
		return 0, norma.Breach(art("32.3"), err)
	}
	if sum != dotacion && strings.TrimSpace(nota) == "" {
		return 0, norma.Errorf(art("32.3"), "%w: hay %s y la dotación es de %s", ErrCajaCambista, sum, dotacion)
	}
	return sum - dotacion, nil
}
