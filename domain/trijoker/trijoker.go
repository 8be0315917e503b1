// Package trijoker settles the póquer trijoker (arts. 103 to 110): three equal bets on the
// five cards that a player's three make with two common ones, against a table of payments
// and no other hand. Of the bets the first two may be withdrawn on the way.
//
// Settle takes what happened to a player and says what is owed, bet by bet, with its
// provision. A Mano is played step by step where what a player may do matters; its facts
// are then settled by the same function.
package trijoker

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// ranking is that of a whole pack whose ace is the highest card alone: the text gives it
// no other place here, as it does in the other pokers (art. 104.1, criterio A-TJ-1).
var ranking = naipes.Ranking{}

// The cards of a hand (art. 103).
const (
	NumPropias = 3
	NumComunes = 2
)

// ErrNumCartas says that there are not three cards of the player's and two common ones.
var ErrNumCartas = errors.New("son tres cartas propias y dos comunes")

// Pago is a row of art. 107.1: how many times each bet in play a combination pays, on top
// of it; Desde is the lowest pair that does, 0 where any does.
type Pago struct {
	Categoria naipes.Categoria
	Veces     int64
	Articulo  norma.Articulo
	Desde     naipes.Rango
}

// pagos is the table of art. 107.1. Every row pays more than those below it.
var pagos = []Pago{
	{Categoria: naipes.CategoriaEscaleraRealColor, Veces: 500, Articulo: art("107.1.a")},
	{Categoria: naipes.CategoriaEscaleraColor, Veces: 200, Articulo: art("107.1.b")},
	{Categoria: naipes.CategoriaPoquer, Veces: 50, Articulo: art("107.1.c")},
	{Categoria: naipes.CategoriaFull, Veces: 11, Articulo: art("107.1.d")},
	{Categoria: naipes.CategoriaColor, Veces: 8, Articulo: art("107.1.e")},
	{Categoria: naipes.CategoriaEscalera, Veces: 5, Articulo: art("107.1.f")},
	{Categoria: naipes.CategoriaTrio, Veces: 3, Articulo: art("107.1.g")},
	{Categoria: naipes.CategoriaDoblePareja, Veces: 2, Articulo: art("107.1.h")},
	{Categoria: naipes.CategoriaPareja, Veces: 1, Articulo: art("107.1.i"), Desde: naipes.Jota},
}

// Pagos lists the table of art. 107.1, the best combination first: what the table must
// show (art. 107.2).
func Pagos() []Pago { return append([]Pago(nil), pagos...) }

// PagoOf returns the row of art. 107.1 for a hand; the zero Pago for one that loses.
func PagoOf(v naipes.Valor) Pago {
	for k := range pagos {
		if p := &pagos[k]; p.Categoria == v.Categoria() && (p.Desde == 0 || v.Rango() >= p.Desde) {
			return *p
		}
	}
	return Pago{}
}

// Evaluate returns what a player's three cards and the two common ones are worth
// (art. 103). The error wraps ErrNumCartas or naipes.ErrRepetida.
func Evaluate(propias, comunes naipes.Mano) (naipes.Valor, error) {
	if err := (Hechos{Propias: propias, Comunes: comunes}).checkCartas(); err != nil {
		return 0, err
	}
	if comunes.Len() != NumComunes {
		return 0, norma.Errorf(art103, "%w: hay %d comunes", ErrNumCartas, comunes.Len())
	}
	return ranking.Value(propias | comunes), nil
}

var (
	art103   = art("103")
	art104_1 = art("104.1")
)

// asBajo reports whether the hand would be an escalera, were the ace to stand before the
// two: what criterio A-TJ-1 decides.
func asBajo(m naipes.Mano) bool {
	otra := naipes.Ranking{AsBajo: naipes.Dos}.Value(m)
	return otra.Categoria() != ranking.Value(m).Categoria()
}
