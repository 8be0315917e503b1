package mus

import (
	"slices"

	"foliado/domain/norma"
)

// Mano is a hand of four cards. The zero value is none.
type Mano struct {
	cartas [NumCartas]Carta
	rangos [NumCartas]Rango // the highest first
}

// NewMano returns the hand of those cards. The error wraps ErrNumCartas, ErrCarta or
// ErrRepetida.
func NewMano(cartas ...Carta) (Mano, error) {
	var m Mano
	if len(cartas) != NumCartas {
		return Mano{}, norma.Errorf(art("3"), "%w: hay %d", ErrNumCartas, len(cartas))
	}
	for k, c := range cartas {
		switch {
		case !c.Valid():
			return Mano{}, norma.Breach(art("3"), ErrCarta)
		case slices.Contains(cartas[:k], c):
			return Mano{}, norma.Errorf(art("3"), "%w: %s", ErrRepetida, c)
		}
		m.cartas[k], m.rangos[k] = c, c.Rango()
	}
	slices.SortFunc(m.rangos[:], func(a, b Rango) int { return int(b) - int(a) })
	return m, nil
}

// Cartas returns the cards in the order in which they were given.
func (m Mano) Cartas() []Carta { return slices.Clone(m.cartas[:]) }

// Grande lists the ranks as the grande compares them, the highest first.
func (m Mano) Grande() []Rango { return slices.Clone(m.rangos[:]) }

// Chica lists the ranks as the chica compares them, the lowest first.
func (m Mano) Chica() []Rango {
	r := slices.Clone(m.rangos[:])
	slices.Reverse(r)
	return r
}

// Suma is what the hand adds up to [comun].
func (m Mano) Suma() int {
	total := 0
	for _, r := range m.rangos {
		total += r.Valor()
	}
	return total
}

// count is how many cards of that rank there are.
func (m Mano) count(r Rango) int {
	n := 0
	for _, c := range m.rangos {
		if c == r {
			n++
		}
	}
	return n
}

// CuatroReyes reports whether all four are kings, which no grande and no pares can beat.
func (m Mano) CuatroReyes() bool { return m.count(Rey) == NumCartas }

// TipoPares is what a hand has for the pares [comun].
type TipoPares uint8

// The kinds of pares, each better than those before it. Four of a kind are duples, two
// equal pairs (criterio A-M-13).
const (
	SinPares TipoPares = iota
	Par
	Medias
	Duples
)

// String is the word of the kind: "ninguno", "par", "medias", "duples".
func (t TipoPares) String() string {
	if t > Duples {
		return "?"
	}
	return [...]string{"ninguno", "par", "medias", "duples"}[t]
}

// Combinacion is what a hand has for the pares: Alto the rank that is repeated, Bajo the
// lower pair of the duples. What it is worth in tantos is its Tantos.
type Combinacion struct {
	Tipo       TipoPares
	Alto, Bajo Rango
}

// Tantos is what the combination is worth: one the par, two the medias, three the duples
// [comun].
func (c Combinacion) Tantos() int { return int(c.Tipo) }

// Rangos lists the ranks that are repeated, the higher first.
func (c Combinacion) Rangos() []Rango {
	switch c.Tipo {
	case SinPares:
		return []Rango{}
	case Duples:
		return []Rango{c.Alto, c.Bajo}
	}
	return []Rango{c.Alto}
}

// Cartas is how many cards make the combination: all those that may be declared (art. 25).
func (c Combinacion) Cartas() int {
	if c.Tipo == SinPares {
		return 0
	}
	return int(c.Tipo) + 1
}

// Pares returns what the hand has for the pares (art. 3).
func (m Mano) Pares() Combinacion {
	r := m.rangos
	alta, media, baja := r[0] == r[1], r[1] == r[2], r[2] == r[3]
	switch {
	case alta && baja:
		return Combinacion{Duples, r[0], r[3]}
	case alta && media, media && baja:
		return Combinacion{Medias, r[1], 0}
	case alta:
		return Combinacion{Par, r[0], 0}
	case media, baja:
		return Combinacion{Par, r[2], 0}
	}
	return Combinacion{}
}

// ordenJuego are the sums that make juego, the best first [comun]. No four cards add up to
// 38 or 39. None of them has a privilege: the 31 of three sevens is one like any (art. 35).
var ordenJuego = [...]int{31, 32, 40, 37, 36, 35, 34, 33}

const (
	mejorJuego = 31
	mejorPunto = 30

	tantosMejorJuego = 3
	tantosJuego      = 2
	tantosPunto      = 1
	tantosEnPaso     = 1
)

// TieneJuego reports whether the hand adds up to 31 or more.
func (m Mano) TieneJuego() bool { return m.Suma() >= mejorJuego }

// TantosJuego is what the juego of the hand is worth: three with 31, two with any other;
// nothing without one [comun].
func (m Mano) TantosJuego() int {
	switch s := m.Suma(); {
	case s == mejorJuego:
		return tantosMejorJuego
	case s > mejorJuego:
		return tantosJuego
	}
	return 0
}

// tantos is what the hand is worth in the lance beyond its bets.
func (m Mano) tantos(l Lance) int {
	switch l {
	case Pares:
		return m.Pares().Tantos()
	case Juego:
		return m.TantosJuego()
	}
	return 0
}

// Lleva reports whether the hand can play that lance: pares and juego want them.
func (m Mano) Lleva(l Lance) bool {
	switch l {
	case Pares:
		return m.Pares().Tipo != SinPares
	case Juego:
		return m.TieneJuego()
	}
	return true
}

// fuerza orders hands in the lance, the higher the better; it is above 0 when Lleva.
func (m Mano) fuerza(l Lance) int {
	n := 0
	switch l {
	case Grande:
		for _, r := range m.rangos {
			n = n<<4 | int(r)
		}
	case Chica:
		for k := range m.rangos {
			n = n<<4 | (15 - int(m.rangos[NumCartas-1-k]))
		}
	case Pares:
		p := m.Pares()
		n = int(p.Tipo)<<8 | int(p.Alto)<<4 | int(p.Bajo)
	case Juego:
		if k := slices.Index(ordenJuego[:], m.Suma()); k >= 0 {
			n = len(ordenJuego) - k
		}
	case Punto:
		n = m.Suma()
	}
	return n
}
