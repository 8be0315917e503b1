// Package treintaycuarenta settles the treinta y cuarenta (arts. 54 to 60): two rows of
// cards, the black one first, each dealt until it reaches 31 or more, and four suertes on
// which of the two came nearer to 31.
//
// Deal takes the cards and says what the coup was; Settle takes a coup and the stakes, and
// says of each what is paid, given back, pending and lost, with the provision. It holds no
// state: a stake in prison is followed with the package prision, which Follow does for
// coups.
//
// Amounts go in as céntimos and come out as Centesimas, exact hundredths of one: the
// insurance costs one in a hundred. Only the prison divides further, and it answers in
// fractions. A breach is a *norma.Error that wraps one of the Err values.
package treintaycuarenta

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with the cards, a coup or a stake.
var (
	ErrCartas    = errors.New("faltan cartas para acabar la jugada")
	ErrNoCarta   = errors.New("hay algo que no es una carta")
	ErrFilaCorta = errors.New("la fila no ha llegado a 31: lleva otra carta")
	ErrFilaLarga = errors.New("la fila ya había llegado a 31: no lleva más cartas")
	ErrCorte     = errors.New("la carta de corte va delante de las cinco últimas")
	ErrPuntos    = errors.New("una fila acaba entre 31 y 40 puntos")
	ErrPrimera   = errors.New("falta el color de la primera carta de la fila negra")
	ErrSuerte    = errors.New("no es ninguna de las cuatro suertes")
	ErrEleccion  = errors.New("falta la elección del jugador entre la mitad y la prisión")
	ErrOpcion    = errors.New("esa elección no cabe")
	ErrImporte   = errors.New("la apuesta no es un importe posible")
)

// The points at which a row stops (art. 60.3, criterio TYC-1), and the most it can have
// then: with 30 it takes one card more, of ten at most.
const (
	Parada    = 31
	MaxPuntos = 40
)

// Puntos is what a card counts: figures ten, the ace one, the rest their number
// (art. 55.1); 0 for no card.
func Puntos(c naipes.Carta) int {
	switch r := c.Rango(); {
	case !r.Valid():
		return 0
	case r == naipes.As:
		return 1
	case r >= naipes.Diez:
		return 10
	default:
		return int(r)
	}
}

// Fila is a row, dealt to its end.
type Fila struct {
	Cartas []naipes.Carta
	Puntos int
}

// NewFila returns the row of those cards, which must end with the one that takes it to 31
// or more. The error cites art. 60.3 and wraps ErrNoCarta, ErrFilaCorta or ErrFilaLarga.
func NewFila(cartas []naipes.Carta) (Fila, error) {
	f := Fila{Cartas: cartas}
	for _, c := range cartas {
		if !c.Valid() {
			return Fila{}, norma.Breach(art("60.3"), ErrNoCarta)
		}
		if f.Puntos >= Parada {
			return Fila{}, norma.Breach(art("60.3"), ErrFilaLarga).Under("TYC-1")
		}
		f.Puntos += Puntos(c)
	}
	if f.Puntos < Parada {
		return Fila{}, norma.Breach(art("60.3"), ErrFilaCorta).Under("TYC-1")
	}
	return f, nil
}

// cartasPedidas are six packs of one colour, without indices (art. 55.1).
var cartasPedidas = naipes.Composicion{Barajas: naipes.BarajasMediaDocena, Indices: naipes.SinIndices}

// CheckNaipes returns nil when the game may be dealt with those packs (art. 55.1). The
// error wraps naipes.ErrBarajas, naipes.ErrColores or naipes.ErrIndices.
func CheckNaipes(c naipes.Composicion) error { return c.Check(art("55.1"), cartasPedidas) }

// detrasDelCorte is how many cards lie behind the cut card (art. 60.2).
const detrasDelCorte = 5

// SinCorte says to Deal that no cut card is among the cards.
const SinCorte = -1

// CheckCorte returns nil when a cut card with that many cards in front of it, in a deck of
// mazo cards, is where it must be (art. 60.2). The error wraps ErrCorte.
func CheckCorte(mazo, delante int) error {
	if mazo-delante != detrasDelCorte {
		return norma.Errorf(art("60.2"), "%w: detrás quedan %d", ErrCorte, mazo-delante)
	}
	return nil
}

// Jugada is a coup as dealt.
type Jugada struct {
	Negra, Roja Fila
	Usadas      int
	// Anulada says that the cut card came up before the coup was dealt (art. 60.4): there
	// are no rows then.
	Anulada bool
}

// Deal deals a coup from the top of the cards, which are in the order of extraction: the
// black row and then the red one (arts. 58.1, 60.3). corte is how many of them lie in front
// of the cut card, or SinCorte. A card behind it is not dealt: the coup in course is void
// (art. 60.4); right behind the last card of a coup it does no harm (criterio TYC-6). The
// error wraps ErrCartas or ErrNoCarta.
func Deal(cartas []naipes.Carta, corte int) (Jugada, error) {
	negra, anulada, err := dealFila(cartas, 0, corte)
	if err != nil || anulada {
		return Jugada{Anulada: anulada}, err
	}
	first := len(negra.Cartas)
	roja, anulada, err := dealFila(cartas, first, corte)
	if err != nil || anulada {
		return Jugada{Anulada: anulada}, err
	}
	return Jugada{Negra: negra, Roja: roja, Usadas: first + len(roja.Cartas)}, nil
}

// dealFila deals a row from the card of that place on.
func dealFila(cartas []naipes.Carta, from, corte int) (f Fila, anulada bool, err error) {
	next := from
	for ; f.Puntos < Parada; next++ {
		switch {
		case corte >= 0 && next >= corte:
			return Fila{}, true, nil
		case next >= len(cartas):
			return Fila{}, false, norma.Breach(art("58.1"), ErrCartas)
		case !cartas[next].Valid():
			return Fila{}, false, norma.Breach(art("58.1"), ErrNoCarta)
		}
		f.Puntos += Puntos(cartas[next])
	}
	f.Cartas = cartas[from:next:next]
	return f, false, nil
}

// Tantos returns what decides the coup.
func (j Jugada) Tantos() Tantos {
	t := Tantos{Negra: j.Negra.Puntos, Roja: j.Roja.Puntos, Anulada: j.Anulada}
	if len(j.Negra.Cartas) > 0 {
		t.Primera = j.Negra.Cartas[0].Color()
	}
	return t
}

// Tantos is what decides a coup: the points of the rows, and the colour of the first card
// of the black one. Anulada says that the cut card cut it short, when nothing else counts;
// Ultima, that the session ends with it.
type Tantos struct {
	Negra, Roja int
	Primera     naipes.Color
	Anulada     bool
	Ultima      bool
}

// Check returns nil when such a coup can be. The error cites art. 58.1 and wraps ErrPuntos,
// or art. 58.2.b and ErrPrimera.
func (t Tantos) Check() error {
	switch {
	case t.Anulada:
		return nil
	case t.Negra < Parada || t.Negra > MaxPuntos || t.Roja < Parada || t.Roja > MaxPuntos:
		return norma.Errorf(art("58.1"), "%w: %d y %d", ErrPuntos, t.Negra, t.Roja).Under("TYC-1")
	case t.Primera != naipes.Negro && t.Primera != naipes.Rojo:
		return norma.Breach(art("58.2.b"), ErrPrimera)
	}
	return nil
}

// Desenlace is how a coup ended.
type Desenlace string

// How a coup may end: with the row that wins, with rows tied above 31, which is void, or
// with rows tied at 31.
const (
	GanaNegra Desenlace = "negro"
	GanaRoja  Desenlace = "rojo"
	Nula      Desenlace = "nulo"
	Refait    Desenlace = "refait31"
)

// Desenlace returns how the coup ended: the row nearer to 31 wins (art. 58.2.a).
func (t Tantos) Desenlace() Desenlace {
	switch {
	case t.Anulada:
		return Nula
	case t.Negra < t.Roja:
		return GanaNegra
	case t.Roja < t.Negra:
		return GanaRoja
	case t.Negra == Parada:
		return Refait
	}
	return Nula
}

// Ganadoras lists the suertes that win: the row, and then color or inverso; none in a tie.
func (t Tantos) Ganadoras() []Suerte {
	var ganadoras []Suerte
	for _, s := range Suertes {
		if t.Wins(s) {
			ganadoras = append(ganadoras, s)
		}
	}
	return ganadoras
}

// Wins reports whether the suerte wins (arts. 58.2.a, 58.2.b): Color when the row that wins
// is of the colour of the first card of the black row, Inverso when it is not.
func (t Tantos) Wins(s Suerte) bool {
	d := t.Desenlace()
	if d != GanaNegra && d != GanaRoja {
		return false
	}
	sameColour := (d == GanaNegra) == (t.Primera == naipes.Negro)
	switch s {
	case Negro:
		return d == GanaNegra
	case Rojo:
		return d == GanaRoja
	case Color:
		return sameColour
	case Inverso:
		return !sameColour
	}
	return false
}

// MaxApostado bounds what may be staked at one coup, in céntimos, so that no product can
// overflow: a million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000
