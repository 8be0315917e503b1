// Package bola settles the bola or boule (arts. 141 to 147): nine numbers, one of which,
// the 5, belongs to the house alone. There is no half and no prison.
//
// Settle takes the number that came out and the stakes, and says of each what is paid,
// given back and lost, with the provision. Everything here is whole, so amounts are
// céntimos throughout. A breach is a *norma.Error that wraps one of the Err values.
package bola

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a number or a stake.
var (
	ErrNumero      = errors.New("no hay tal número en la bola")
	ErrSuerte      = errors.New("no es ninguna de las suertes")
	ErrCombinacion = errors.New("el pleno lleva un número del 1 al 9, y las demás suertes ninguno")
	ErrImporte     = errors.New("la apuesta no es un importe posible")
)

// Numero is one of the nine numbers, each in two of the eighteen holes (art. 142.2).
type Numero uint8

// MaxNumero is the highest number, and Casa the one of no suerte sencilla (art. 142.4).
const (
	MaxNumero Numero = 9
	Casa      Numero = 5
)

// Valid reports whether n is one of the nine.
func (n Numero) Valid() bool { return n >= 1 && n <= MaxNumero }

// ParseNumero returns that number. The error cites art. 142.2 and wraps ErrNumero.
func ParseNumero(n int) (Numero, error) {
	if n < 1 || n > int(MaxNumero) {
		return 0, norma.Errorf(art("142.2"), "%w: %d", ErrNumero, n)
	}
	return Numero(n), nil
}

// Suerte is one of the ways of staking (art. 145.1). The zero value is none.
type Suerte uint8

// The pleno, a number (art. 145.1.a), and the six sencillas (art. 145.1.b).
const (
	Pleno Suerte = iota + 1
	Rojo
	Negro
	Par
	Impar
	Falta
	Pasa
)

// Suertes lists every Suerte.
var Suertes = []Suerte{Pleno, Rojo, Negro, Par, Impar, Falta, Pasa}

// Pago is a row of art. 145.1: how many of the nine numbers a suerte covers, and how many
// times the stake it pays on top of the stake (criterio BOL-1).
type Pago struct {
	Suerte   Suerte
	Nombre   string
	Numeros  int64
	Veces    int64
	Articulo norma.Articulo
}

// pagos is the table of art. 145.1. Every row pays 8 for the numbers it covers:
// Numeros × (Veces + 1) = 8, so that the 5 is the advantage of the house.
var pagos = []Pago{
	{Pleno, "pleno", 1, 7, art("145.1.a")},
	{Rojo, "rojo", 4, 1, art("145.1.b")},
	{Negro, "negro", 4, 1, art("145.1.b")},
	{Par, "par", 4, 1, art("145.1.b")},
	{Impar, "impar", 4, 1, art("145.1.b")},
	{Falta, "falta", 4, 1, art("145.1.b")},
	{Pasa, "pasa", 4, 1, art("145.1.b")},
}

// Valid reports whether s is one of the list.
func (s Suerte) Valid() bool { return s >= Pleno && s <= Pasa }

// Sencilla reports whether s is one of the three pairs.
func (s Suerte) Sencilla() bool { return s >= Rojo && s <= Pasa }

// Pago returns the row of art. 145.1 for the suerte; the zero Pago for none.
func (s Suerte) Pago() Pago {
	if !s.Valid() {
		return Pago{}
	}
	return pagos[s-1]
}

// String is the name of the suerte as ParseSuerte reads it: "pleno", "rojo".
func (s Suerte) String() string {
	if !s.Valid() {
		return "?"
	}
	return pagos[s-1].Nombre
}

// ParseSuerte reads the name of a suerte. The error cites art. 145.1 and wraps ErrSuerte.
func ParseSuerte(nombre string) (Suerte, error) {
	for _, p := range pagos {
		if p.Nombre == nombre {
			return p.Suerte, nil
		}
	}
	return 0, norma.Errorf(art("145.1"), "%w: %q", ErrSuerte, nombre)
}

// negros are the black numbers (art. 142.3); the other ones are red, but for the 5.
var negros = [MaxNumero + 1]bool{1: true, 3: true, 6: true, 8: true}

// Atributos is what the cloth says of a number. Those of the 5 are all zero.
type Atributos struct {
	Color   Suerte // Rojo or Negro
	Paridad Suerte // Par or Impar
	Mitad   Suerte // Falta, up to the 4, or Pasa
}

// Atributos returns them (arts. 142.3, 142.4).
func (n Numero) Atributos() Atributos {
	if !n.Valid() || n == Casa {
		return Atributos{}
	}
	a := Atributos{Rojo, Impar, Falta}
	if negros[n] {
		a.Color = Negro
	}
	if n%2 == 0 {
		a.Paridad = Par
	}
	if n > Casa {
		a.Mitad = Pasa
	}
	return a
}

// Canto is what the croupier calls: the number and the sencillas that win with it, none for
// the 5 (art. 147).
func (n Numero) Canto() []Suerte {
	a := n.Atributos()
	if a == (Atributos{}) {
		return nil
	}
	return []Suerte{a.Color, a.Paridad, a.Mitad}
}

// Wins reports whether a stake on that suerte, and on that number if it is a Pleno, wins
// when n comes out.
func (n Numero) Wins(s Suerte, pleno Numero) bool {
	if s == Pleno {
		return n == pleno
	}
	a := n.Atributos()
	return s.Valid() && (s == a.Color || s == a.Paridad || s == a.Mitad)
}

// MaxApostado bounds what may be staked at one bola, in céntimos, so that no product can
// overflow: a million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000
