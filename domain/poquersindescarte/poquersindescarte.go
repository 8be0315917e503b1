// Package poquersindescarte settles the póquer sin descarte (arts. 96 to 102): five cards
// to each player and five to the bank, whose combination has to be beaten (art. 96).
//
// Settle takes what happened at a casilla and says what is owed, bet by bet, with its
// provision. A Mano is played step by step where what a player may do matters; its facts
// are then settled by the same function. The acumulado, which many tables share, has Award.
package poquersindescarte

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// ranking is that of a whole pack whose ace goes above the king and below the two
// (art. 97.1); ties are broken by every card that counts (art. 100.4).
var ranking = naipes.Ranking{AsBajo: naipes.Dos}

// NumCartas is how many cards a hand has (art. 101.2).
const NumCartas = 5

// ErrNumCartas says that a hand does not have its five cards.
var ErrNumCartas = errors.New("una mano tiene cinco cartas")

// Pago is a row of art. 100.1: how many times the segunda apuesta a combination pays, on
// top of it.
type Pago struct {
	Categoria naipes.Categoria
	Veces     int64
	Articulo  norma.Articulo
}

// pagos is the table of art. 100.1. No row pays less than those below it.
var pagos = []Pago{
	{naipes.CategoriaEscaleraRealColor, 100, art("100.1.a")},
	{naipes.CategoriaEscaleraColor, 25, art("100.1.b")},
	{naipes.CategoriaPoquer, 20, art("100.1.c")},
	{naipes.CategoriaFull, 7, art("100.1.d")},
	{naipes.CategoriaColor, 5, art("100.1.e")},
	{naipes.CategoriaEscalera, 4, art("100.1.f")},
	{naipes.CategoriaTrio, 3, art("100.1.g")},
	{naipes.CategoriaDoblePareja, 2, art("100.1.h")},
	{naipes.CategoriaPareja, 1, art("100.1.i")},
	{naipes.CategoriaCartaMayor, 1, art("100.1.j")},
}

// Pagos lists the table of art. 100.1, the best combination first: what the table must
// show (art. 100.2).
func Pagos() []Pago { return append([]Pago(nil), pagos...) }

// findPago returns the row of a category; the zero Pago when there is none.
func findPago(tabla []Pago, c naipes.Categoria) Pago {
	for k := range tabla {
		if tabla[k].Categoria == c {
			return tabla[k]
		}
	}
	return Pago{}
}

// PagoOf returns the row of art. 100.1 for a hand; the zero Pago for the zero Valor.
func PagoOf(v naipes.Valor) Pago { return findPago(pagos, v.Categoria()) }

// checkMano returns nil for a hand of five cards.
func checkMano(m naipes.Mano) error {
	if m.Len() != NumCartas {
		return norma.Errorf(art("101.2"), "%w: hay %d", ErrNumCartas, m.Len())
	}
	return nil
}

// Evaluate returns what a hand of five cards is worth (arts. 97.1, 100.1). The error wraps
// ErrNumCartas.
func Evaluate(m naipes.Mano) (naipes.Valor, error) {
	if err := checkMano(m); err != nil {
		return 0, err
	}
	return ranking.Value(m), nil
}

// minimoBanca is the least with which the bank plays: the lowest hand that has an ace and
// a king (art. 101.4).
var minimoBanca = mustValue("As y rey", "Ac Kd 4t 3p 2c")

func mustValue(nombre, cartas string) naipes.Valor {
	m, err := naipes.NewMano(naipes.MustParse(cartas)...)
	if err != nil {
		panic("poquersindescarte: " + nombre + ": " + err.Error())
	}
	return ranking.Value(m)
}

// BancaJuega reports whether the bank plays with a hand worth v: ace and king, or better
// (art. 101.4).
func BancaJuega(v naipes.Valor) bool { return v >= minimoBanca }

// Ganador is who has the better hand.
type Ganador string

// Who may have it.
const (
	GanaJugador Ganador = "jugador"
	GanaBanca   Ganador = "banca"
	Iguales     Ganador = "empate"
)

// Comparacion is which of two hands is better, and the provision that says so.
type Comparacion struct {
	Gana     Ganador
	Articulo norma.Articulo
	Criterio string
}

// desempates is the table of art. 100.4: what decides between two hands of a category.
// Where the text is silent on two equal cartas mayores, it refers to the case in which
// both have ace and king, and the bank that plays always has (criterio A-SD-8).
var desempates = map[naipes.Categoria]Comparacion{
	naipes.CategoriaPoquer:            {Articulo: art("100.4.a")},
	naipes.CategoriaFull:              {Articulo: art("100.4.b"), Criterio: "A-SD-9"},
	naipes.CategoriaColor:             {Articulo: art("100.4.c")},
	naipes.CategoriaEscalera:          {Articulo: art("100.4.d")},
	naipes.CategoriaEscaleraColor:     {Articulo: art("100.4.d")},
	naipes.CategoriaEscaleraRealColor: {Articulo: art("100.4.d")},
	naipes.CategoriaTrio:              {Articulo: art("100.4.e"), Criterio: "A-SD-9"},
	naipes.CategoriaDoblePareja:       {Articulo: art("100.4.f")},
	naipes.CategoriaPareja:            {Articulo: art("100.4.g")},
	naipes.CategoriaCartaMayor:        {Articulo: art("100.1.j"), Criterio: "A-SD-8"},
}

// Compare says which of two hands is better (arts. 100.3, 100.4), whether or not the bank
// plays with its own. The error wraps ErrNumCartas or naipes.ErrRepetida.
func Compare(jugador, banca naipes.Mano) (Comparacion, error) {
	if err := checkMano(jugador); err != nil {
		return Comparacion{}, err
	}
	if err := checkMano(banca); err != nil {
		return Comparacion{}, err
	}
	if jugador.Overlaps(banca) {
		return Comparacion{}, norma.Breach(art97_1, naipes.ErrRepetida)
	}
	return compare(ranking.Value(jugador), ranking.Value(banca)), nil
}

func compare(jugador, banca naipes.Valor) Comparacion {
	c := Comparacion{Articulo: art100_3}
	if jugador.Categoria() == banca.Categoria() {
		c = desempates[jugador.Categoria()]
	}
	switch {
	case jugador > banca:
		c.Gana = GanaJugador
	case jugador < banca:
		c.Gana = GanaBanca
	default:
		c.Gana = Iguales
	}
	return c
}

var art100_3 = art("100.3")
