// Package naipes holds the French cards that the games of cards share: what a card is,
// how it is written, and the packs that come out of the depósito (arts. 44 to 46). It
// knows no game: how much a card counts is said by each.
package naipes

import (
	"errors"
	"fmt"
	"strings"
)

// Rango is the rank of a card, from 2 up to the ace. Its number orders ranks with the ace
// on top; a game that counts otherwise says so itself.
type Rango uint8

// The ranks.
const (
	Dos Rango = iota + 2
	Tres
	Cuatro
	Cinco
	Seis
	Siete
	Ocho
	Nueve
	Diez
	Jota
	Dama
	Rey
	As
)

// rangos and palos are the letters of Rango and Palo, each at the place of its number.
const (
	rangos = "  23456789TJQKA"
	palos  = "tdpc"
)

// Valid reports whether r is one of the thirteen ranks.
func (r Rango) Valid() bool { return r >= Dos && r <= As }

// String is the letter of the rank: "A", "K", "T", "2"; "?" for none of them.
func (r Rango) String() string {
	if !r.Valid() {
		return "?"
	}
	return rangos[r : r+1]
}

// Palo is the suit of a card.
type Palo uint8

// The suits: clubs, diamonds, spades, hearts.
const (
	Treboles Palo = iota
	Diamantes
	Picas
	Corazones
)

// Valid reports whether p is one of the four suits.
func (p Palo) Valid() bool { return p <= Corazones }

// String is the letter of the suit: "t", "d", "p", "c"; "?" for none of them.
func (p Palo) String() string {
	if !p.Valid() {
		return "?"
	}
	return palos[p : p+1]
}

// Color is the colour of the suit: diamonds and hearts are red.
func (p Palo) Color() Color {
	switch p {
	case Treboles, Picas:
		return Negro
	case Diamantes, Corazones:
		return Rojo
	}
	return SinColor
}

// Color is that of a suit.
type Color uint8

// The colours. SinColor is the zero value: that of no card.
const (
	SinColor Color = iota
	Negro
	Rojo
)

// String is "negro" or "rojo"; "" for none.
func (c Color) String() string {
	switch c {
	case Negro:
		return "negro"
	case Rojo:
		return "rojo"
	}
	return ""
}

// Carta is one of the 52 cards. It is comparable; the zero value is no card.
type Carta uint8

// NewCarta returns the card of that rank and suit. It panics when there is none: what
// comes from outside goes through ParseCarta.
func NewCarta(r Rango, p Palo) Carta {
	if !r.Valid() || !p.Valid() {
		panic(fmt.Sprintf("naipes: no card of rank %d and suit %d", r, p))
	}
	return Carta(uint8(r)<<2 | uint8(p))
}

// Valid reports whether c is a card.
func (c Carta) Valid() bool { return c.Rango().Valid() }

// Rango is the rank of the card.
func (c Carta) Rango() Rango { return Rango(c >> 2) }

// Palo is the suit of the card.
func (c Carta) Palo() Palo { return Palo(c & 3) }

// Color is the colour of the card.
func (c Carta) Color() Color {
	if !c.Valid() {
		return SinColor
	}
	return c.Palo().Color()
}

// Index numbers the cards from 0 to 51, ranks from 2 upwards and suits in the order of
// their constants.
func (c Carta) Index() int { return int(c) - int(Dos)<<2 }

// String writes the card as ParseCarta reads it: "Ac" is the ace of hearts, "Tt" the ten
// of clubs.
func (c Carta) String() string { return c.Rango().String() + c.Palo().String() }

// ErrCarta says that a text is no card.
var ErrCarta = errors.New("no es una carta")

// ParseCarta reads a rank, one of A K Q J T 9 8 7 6 5 4 3 2, followed by a suit, one of
// t d p c (tréboles, diamantes, picas, corazones). Letters count as they are written.
// The error wraps ErrCarta.
func ParseCarta(s string) (Carta, error) {
	if len(s) == 2 {
		r, p := strings.IndexByte(rangos, s[0]), strings.IndexByte(palos, s[1])
		if r >= int(Dos) && p >= 0 {
			return NewCarta(Rango(r), Palo(p)), nil
		}
	}
	return 0, fmt.Errorf("%w: %q", ErrCarta, s)
}

// MustParse reads cards separated by spaces, "Ac Tt 2d". It panics on what is none: it is
// for constants and tests.
func MustParse(s string) []Carta {
	cartas, err := ParseCartas(strings.Fields(s))
	if err != nil {
		panic("naipes: " + err.Error())
	}
	return cartas
}

// ParseCartas reads a list of cards. The error wraps ErrCarta and names the first that is
// none.
func ParseCartas(textos []string) ([]Carta, error) {
	cartas := make([]Carta, len(textos))
	for k, s := range textos {
		var err error
		if cartas[k], err = ParseCarta(s); err != nil {
			return nil, err
		}
	}
	return cartas, nil
}

// FormatCartas writes a list of cards as ParseCartas reads it.
func FormatCartas(cartas []Carta) []string {
	textos := make([]string, len(cartas))
	for k, c := range cartas {
		textos[k] = c.String()
	}
	return textos
}
