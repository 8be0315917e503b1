// Package ruleta settles the ruleta francesa (arts. 128 to 133) and the americana
// (arts. 134 to 139): the cloth and every bet on it, what each pays, what the zero does,
// the limits, the order of payment and the chips of colour.
//
// A Postura is a place of the cloth, an Apuesta an amount of money on it. Settle takes
// what came out and the stakes, and says of each what is paid, given back, pending and
// lost, with the provision. It holds no state: a stake in prison is followed with the
// package prision, which Follow does for a wheel.
//
// Amounts go in as céntimos and come out as Medios, exact half céntimos, since nothing
// here divides further than by two; only the prison does, and it answers in fractions.
// A breach is a *norma.Error that wraps one of the Err values.
package ruleta

import (
	"errors"
	"fmt"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a number, a place of the cloth or a stake.
var (
	ErrNumero      = errors.New("no hay tal número en la ruleta")
	ErrSuerte      = errors.New("no es ninguna de las suertes")
	ErrCombinacion = errors.New("esos números no forman la suerte")
	ErrEleccion    = errors.New("falta la elección del jugador entre la mitad y la prisión")
	ErrSinPrision  = errors.New("en la ruleta americana no hay prisión: se recupera la mitad")
	ErrOpcion      = errors.New("esa elección no cabe")
	ErrNoSencilla  = errors.New("solo las suertes sencillas van a prisión")
	ErrImporte     = errors.New("la apuesta no es un importe posible")
	ErrVariante    = errors.New("no es ninguna de las dos ruletas")
)

// Variante is one of the two roulettes.
type Variante uint8

// The two roulettes.
const (
	Francesa Variante = iota + 1
	Americana
)

// Valid reports whether v is one of them.
func (v Variante) Valid() bool { return v == Francesa || v == Americana }

// Juego is the game of art. 1.3; "" for no roulette.
func (v Variante) Juego() domain.Juego {
	switch v {
	case Francesa:
		return domain.RuletaFrancesa
	case Americana:
		return domain.RuletaAmericana
	}
	return ""
}

// String is "francesa" or "americana".
func (v Variante) String() string {
	switch v {
	case Francesa:
		return "francesa"
	case Americana:
		return "americana"
	}
	return "?"
}

// ParseVariante reads what String writes. The error wraps ErrVariante.
func ParseVariante(s string) (Variante, error) {
	for _, v := range []Variante{Francesa, Americana} {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%w: %q", ErrVariante, s)
}

// Medios is an exact amount in half céntimos.
type Medios int64

// Fraccion is the amount in céntimos.
func (m Medios) Fraccion() domain.Fraccion { return domain.NewFraccion(int64(m), 2) }

// MaxApostado bounds what may be staked at one bola, in céntimos, so that no product can
// overflow: a million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000
