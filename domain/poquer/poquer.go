// Package poquer is the póquer de círculo (arts. 111 to 127): its seven variants, what a
// hand is worth in each, who may open, bet and raise and for how much, who speaks and who
// shows, the pots and how they are shared, what the house takes, and what follows from an
// error.
//
// The players play among themselves: the casino neither wins nor loses, and keeps its
// beneficio alone (art. 113.3). Each variant is a row of a table and a file of its own.
// There is no state and no chance here. A breach is a *norma.Error that wraps one of the Err
// values.
package poquer

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a variant, a place or a hand.
var (
	ErrVariante   = errors.New("no es ninguna de las variantes del póquer de círculo")
	ErrNaipe      = errors.New("el naipe no es de la baraja de la variante")
	ErrNumCartas  = errors.New("no son las cartas que tiene una mano de la variante")
	ErrNumComunes = errors.New("no son las cartas comunes de la variante")
	ErrPuesto     = errors.New("los puestos van del uno al diez")
	ErrRepetido   = errors.New("el jugador está repetido")
	ErrNadie      = errors.New("no hay ningún jugador")
	ErrImporte    = errors.New("el importe no es posible")
	ErrIntervalo  = errors.New("la variante no tiene ese intervalo de apuestas")
)

// NumCartas are those of a combination (art. 117.1).
const NumCartas = 5

// Nombre names a Variante.
type Nombre string

// The seven: the covered one goes with a whole pack or with 32 cards (arts. 112, 120).
const (
	Cubierto52 Nombre = "cubierto52"
	Cubierto32 Nombre = "cubierto32"
	SevenStud  Nombre = "seven_stud"
	Omaha      Nombre = "omaha"
	Holdem     Nombre = "holdem"
	FiveStud   Nombre = "five_stud"
	Sintetico  Nombre = "sintetico"
)

// Calle is a step of the deal, in what each player receives or is laid for all, and whether
// bets follow it.
type Calle struct {
	Cubiertas, Vistas int  // to each player
	Comunes           int  // for all
	Quema             bool // a card is put aside before
	Apuestas          bool
}

// Variante is a row of arts. 120 to 127: the pack, the cards of a player and those for all,
// and how they are dealt.
type Variante struct {
	Nombre   Nombre
	Baraja   int          // cards of the pack
	MasBaja  naipes.Rango // the lowest of them
	Propias  int
	Comunes  int
	DosYTres bool // a hand is two of one's own and three of the others
	Calles   []Calle
	Articulo norma.Articulo

	ranking naipes.Ranking
}

// variantes is the table of arts. 120 to 127. With less than a whole pack the color is above
// the full (art. 117.1.e); only the covered one has figuras (art. 117.1.h). Ties are broken
// by one card where art. 117.2 names one (criterio A-C-1).
var variantes = []Variante{
	cubierto(Cubierto52, naipes.Dos, false),
	cubierto(Cubierto32, naipes.Siete, true),
	sevenStud,
	omaha,
	holdem,
	fiveStud,
	sintetico,
}

// Variantes lists the table.
func Variantes() []Variante { return append([]Variante(nil), variantes...) }

// FindVariante returns the row of that name. The error wraps ErrVariante.
func FindVariante(n Nombre) (Variante, error) {
	for _, v := range variantes {
		if v.Nombre == n {
			return v, nil
		}
	}
	return Variante{}, norma.Errorf(art("111"), "%w: %q", ErrVariante, n)
}

// cartasDesde is how many cards a pack has from that rank upwards.
func cartasDesde(r naipes.Rango) int { return 4 * int(naipes.As-r+1) }

// Plays reports whether the card is of the pack of the variant.
func (v Variante) Plays(c naipes.Carta) bool { return c.Valid() && c.Rango() >= v.MasBaja }

// Cartas lists the pack of the variant.
func (v Variante) Cartas() []naipes.Carta {
	b := naipes.NewBaraja()
	return append([]naipes.Carta(nil), b[naipes.NumCartas-v.Baraja:]...)
}

// CheckBaraja returns nil when those are the cards of one pack of the variant: none is
// missing and none is twice. What is not so is dealt again (art. 119.1.e). The error wraps
// ErrNaipe or ErrNumCartas, or is that of naipes.NewMano.
func (v Variante) CheckBaraja(cartas []naipes.Carta) error {
	if _, err := v.mano(cartas); err != nil {
		return norma.Breach(art("119.1.e"), err)
	}
	if len(cartas) != v.Baraja {
		return norma.Errorf(art("119.1.e"), "%w: la baraja tiene %d", ErrNumCartas, v.Baraja)
	}
	return nil
}

// mano makes a set of cards of the pack.
func (v Variante) mano(cartas []naipes.Carta) (naipes.Mano, error) {
	m, err := naipes.NewMano(cartas...)
	if err != nil {
		return 0, norma.Breach(art("113.1"), err)
	}
	for _, c := range cartas {
		if !v.Plays(c) {
			return 0, norma.Errorf(v.Articulo, "%w: %s", ErrNaipe, c)
		}
	}
	return m, nil
}
