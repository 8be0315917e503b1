package mus

import (
	"strings"

	"foliado/domain/norma"
)

// Rango is the rank of a card once the threes are kings and the twos aces (art. 3). Its
// number orders ranks in the grande and is their number on the card.
type Rango uint8

// The ranks.
const (
	As      Rango = 1
	Cuatro  Rango = 4
	Cinco   Rango = 5
	Seis    Rango = 6
	Siete   Rango = 7
	Sota    Rango = 10
	Caballo Rango = 11
	Rey     Rango = 12
)

// rangos are the letters of Rango, each at the place of its number; "?" for none of them.
const rangos = "?1??4567??SCR"

// Valid reports whether r is one of the eight ranks.
func (r Rango) Valid() bool { return int(r) < len(rangos) && rangos[r] != '?' }

// String is the letter of the rank: "R", "7", "1"; "?" for none.
func (r Rango) String() string {
	if !r.Valid() {
		return "?"
	}
	return rangos[r : r+1]
}

// Valor is what a card adds to the juego or the punto: figures ten, the rest their number
// [comun].
func (r Rango) Valor() int { return min(int(r), int(Sota)) }

// ParseRango reads a rank: 1, 4, 5, 6, 7, S, C or R. The error wraps ErrCarta.
func ParseRango(s string) (Rango, error) {
	if k := strings.Index(rangos, s); len(s) == 1 && k > 0 && s != "?" {
		return Rango(k), nil
	}
	return 0, norma.Errorf(art("3"), "%w: %q", ErrCarta, s)
}

// numeros and palos are the letters of a card: its number and its suit (oros, copas,
// espadas, bastos); rangosDeNumero what each number is after art. 3.
const (
	numeros = "1234567SCR"
	palos   = "oceb"
)

var rangosDeNumero = [len(numeros)]Rango{As, As, Rey, Cuatro, Cinco, Seis, Siete, Sota, Caballo, Rey}

// Carta is one of the forty cards. It is comparable; the zero value is no card.
type Carta uint8

// Baraja lists the forty cards, suit within number.
func Baraja() []Carta {
	cartas := make([]Carta, len(numeros)*len(palos))
	for k := range cartas {
		cartas[k] = Carta(k + 1)
	}
	return cartas
}

// Valid reports whether c is a card.
func (c Carta) Valid() bool { return c > 0 && int(c) <= len(numeros)*len(palos) }

// Rango is the rank of the card; 0 for none.
func (c Carta) Rango() Rango {
	if !c.Valid() {
		return 0
	}
	return rangosDeNumero[(c-1)/4]
}

// String writes the card as ParseCarta reads it: "Rb" is the king of bastos, "3o" the three
// of oros; "??" for none.
func (c Carta) String() string {
	if !c.Valid() {
		return "??"
	}
	return numeros[(c-1)/4:(c-1)/4+1] + palos[(c-1)%4:(c-1)%4+1]
}

// ParseCarta reads a number, one of 1 to 7, S (sota), C (caballo) and R (rey), followed by
// a suit, one of o c e b. Letters count as they are written. The error wraps ErrCarta.
func ParseCarta(s string) (Carta, error) {
	if len(s) == 2 {
		n, p := strings.IndexByte(numeros, s[0]), strings.IndexByte(palos, s[1])
		if n >= 0 && p >= 0 {
			return Carta(n*4 + p + 1), nil
		}
	}
	return 0, norma.Errorf(art("3"), "%w: %q", ErrCarta, s)
}

// ParseMano reads the four cards of a hand. The error wraps ErrCarta, ErrNumCartas or
// ErrRepetida.
func ParseMano(textos []string) (Mano, error) {
	cartas := make([]Carta, len(textos))
	for k, s := range textos {
		var err error
		if cartas[k], err = ParseCarta(s); err != nil {
			return Mano{}, err
		}
	}
	return NewMano(cartas...)
}

// MustParse reads a hand whose cards are separated by spaces, "Ro 3c 7e 4b". It panics on
// what is none: it is for constants and tests.
func MustParse(s string) Mano {
	m, err := ParseMano(strings.Fields(s))
	if err != nil {
		panic("mus: " + err.Error())
	}
	return m
}
