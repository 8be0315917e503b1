// Package puntobanca settles the punto y banca (arts. 61 to 68): both hands from the
// sabot, the rule of the third card, what each bet pays and what the house keeps of it by
// either way of art. 65, the limits, the cards put out of play and the turn of the sabot.
//
// Nobody decides anything once the cards are asked for: Next says which card must come,
// Deal gives them from the sabot in that order, and Check holds two hands laid on a table
// against it. Settle then says of each bet what is paid, kept, given back and lost, with
// the provision. There is no state and no chance here.
//
// Stakes are céntimos; winnings and what is kept are exact fractions of one, for who
// writes them down to round (criterio RED-1). A breach is a *norma.Error that wraps one of
// the Err values.
package puntobanca

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a hand, a bet or a limit.
var (
	ErrFaltanCartas = errors.New("no hay cartas bastantes en el sabot")
	ErrCarta        = errors.New("no es una carta")
	ErrPuntos       = errors.New("una mano suma de 0 a 9 puntos")
	ErrAbate        = errors.New("con 8 o 9 en dos cartas la jugada acaba sin más cartas")
	ErrFaltaCarta   = errors.New("a la mano le falta una carta que debe pedir")
	ErrSobraCarta   = errors.New("la mano tiene una carta que no debía pedir")
	ErrSuerte       = errors.New("no es ninguna de las suertes")
	ErrOpcion       = errors.New("no es ninguna de las dos formas de retener")
	ErrImporte      = errors.New("la apuesta no es un importe posible")
	ErrFactor       = errors.New("el máximo es 50 o 100 veces el mínimo")
	ErrInferior     = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior     = errors.New("la apuesta es superior a la máxima de la mesa")
	ErrNoMultiplo   = errors.New("la apuesta no es múltiplo de la mínima de la mesa")
	ErrCorte        = errors.New("ha salido la carta de corte: no se reparte otra jugada")
)

// Numbers of the game.
const (
	// Barajas are the packs of a sabot (art. 62.1).
	Barajas = naipes.BarajasMediaDocena
	// CartasTrasCorte are left behind the cut card (art. 68).
	CartasTrasCorte = 7
	// CartasIniciales are those of each hand before any third card (art. 68).
	CartasIniciales = 2
	// MaxCartas are those of the longest jugada.
	MaxCartas = 6

	natural      = 8 // this or more in two cards ends the jugada (art. 67.2)
	maxPuntos    = 9 // only the units count (art. 67.1)
	puntosPide   = 5 // the punto draws up to this (art. 67.3.a)
	cartasQueman = 10
)

// Puntos is what a card counts: the ace 1, tens and figures nothing, the rest their number
// (art. 67.1).
func Puntos(c naipes.Carta) int {
	switch r := c.Rango(); {
	case r == naipes.As:
		return 1
	case r >= naipes.Diez:
		return 0
	default:
		return int(r)
	}
}

// Mano is a hand of up to three cards in the order in which they came.
type Mano struct {
	cartas [CartasIniciales + 1]naipes.Carta
	n      int
}

// NewMano returns the hand of those cards. The error wraps ErrCarta or, with more than
// three of them, ErrSobraCarta.
func NewMano(cartas ...naipes.Carta) (Mano, error) {
	var m Mano
	if len(cartas) > len(m.cartas) {
		return Mano{}, norma.Breach(art("67.3"), ErrSobraCarta)
	}
	for _, c := range cartas {
		if !c.Valid() {
			return Mano{}, norma.Breach(art("62.1"), ErrCarta)
		}
		m.add(c)
	}
	return m, nil
}

func (m *Mano) add(c naipes.Carta) {
	m.cartas[m.n] = c
	m.n++
}

// Cartas returns the cards of the hand.
func (m Mano) Cartas() []naipes.Carta { return append([]naipes.Carta(nil), m.cartas[:m.n]...) }

// Len is how many cards it has.
func (m Mano) Len() int { return m.n }

// Total is what it adds up to: the units of the sum (art. 67.1).
func (m Mano) Total() int { return sum(m.cartas[:m.n]) }

// first is what the first two cards add up to.
func (m Mano) first() int { return sum(m.cartas[:min(m.n, CartasIniciales)]) }

func sum(cartas []naipes.Carta) int {
	total := 0
	for _, c := range cartas {
		total += Puntos(c)
	}
	return total % (maxPuntos + 1)
}

// Sin is the third card of a punto that took none.
const Sin = -1

// tercera is what the third card counts, or Sin.
func (m Mano) tercera() int {
	if m.n <= CartasIniciales {
		return Sin
	}
	return Puntos(m.cartas[CartasIniciales])
}

// pide are the third cards of the punto with which the bank draws, as a set of points;
// bit 10 is that he took none.
type pide uint16

func newPide(terceras ...int) pide {
	var p pide
	for _, t := range terceras {
		p |= 1 << bit(t)
	}
	return p
}

func bit(tercera int) int {
	if tercera == Sin {
		return maxPuntos + 1
	}
	return tercera
}

// cuadro is the table of art. 67.3.b, by what the bank has in two cards. The printed one
// was a picture that is lost: this is the usual one (criterio PYB-1).
var cuadro = [natural]pide{
	0: newPide(Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	1: newPide(Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	2: newPide(Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	3: newPide(Sin, 0, 1, 2, 3, 4, 5, 6, 7, 9),
	4: newPide(Sin, 2, 3, 4, 5, 6, 7),
	5: newPide(Sin, 4, 5, 6, 7),
	6: newPide(6, 7),
	7: newPide(),
}

// BancaPide reports whether the bank draws with that many points in two cards when the
// third card of the punto counts tercera, or is Sin (art. 67.3.b). The error wraps ErrAbate
// with 8 or 9, or ErrPuntos.
func BancaPide(puntos, tercera int) (bool, error) {
	switch {
	case puntos < 0 || puntos > maxPuntos || tercera < Sin || tercera > maxPuntos:
		return false, norma.Breach(art("67.1"), ErrPuntos)
	case puntos >= natural:
		return false, norma.Breach(art("67.2"), ErrAbate)
	}
	return cuadro[puntos]>>bit(tercera)&1 == 1, nil
}

// PuntoPide reports whether the punto draws with that many points in two cards: with 0 to 5
// (art. 67.3.a). The error wraps ErrAbate with 8 or 9, or ErrPuntos.
func PuntoPide(puntos int) (bool, error) {
	switch {
	case puntos < 0 || puntos > maxPuntos:
		return false, norma.Breach(art("67.1"), ErrPuntos)
	case puntos >= natural:
		return false, norma.Breach(art("67.2"), ErrAbate)
	}
	return puntos <= puntosPide, nil
}

// Paso is what must come next in a jugada.
type Paso uint8

// The three.
const (
	Fin Paso = iota
	CartaPunto
	CartaBanca
)

// Next says what must come next, the only thing that may: two cards to each hand in turn,
// the punto first (art. 68); then, unless either has a natural (67.2), the third card of
// the punto and that of the bank by their rules (67.3).
func Next(punto, banca Mano) Paso {
	switch {
	case punto.n < CartasIniciales && punto.n <= banca.n:
		return CartaPunto
	case banca.n < CartasIniciales:
		return CartaBanca
	case Natural(punto, banca):
		return Fin
	case punto.n == CartasIniciales && banca.n == CartasIniciales && punto.first() <= puntosPide:
		return CartaPunto
	case banca.n == CartasIniciales && cuadro[banca.first()]>>bit(punto.tercera())&1 == 1:
		return CartaBanca
	}
	return Fin
}

// Natural reports whether either hand has 8 or 9 in its first two cards, which ends the
// jugada (art. 67.2).
func Natural(punto, banca Mano) bool { return max(punto.first(), banca.first()) >= natural }

// Jugada is a hand of the punto and one of the bank, played to the end.
type Jugada struct {
	Punto, Banca Mano
}

// Deal plays a jugada with the cards of the sabot, in the order in which they leave it
// (art. 68). The error wraps ErrFaltanCartas or ErrCarta.
func Deal(sabot []naipes.Carta) (Jugada, error) {
	var j Jugada
	for {
		paso := Next(j.Punto, j.Banca)
		if paso == Fin {
			return j, nil
		}
		k := j.Cartas()
		switch {
		case k >= len(sabot):
			return Jugada{}, norma.Breach(art("68"), ErrFaltanCartas)
		case !sabot[k].Valid():
			return Jugada{}, norma.Breach(art("62.1"), ErrCarta)
		case paso == CartaPunto:
			j.Punto.add(sabot[k])
		default:
			j.Banca.add(sabot[k])
		}
	}
}

// Check returns nil when both hands are what the rules make of their first cards. The error
// wraps ErrFaltaCarta or ErrSobraCarta and cites who erred: 68 in the first four cards, 67.2
// after a natural, 67.3.a for the punto, 67.3.b for the bank.
func (j Jugada) Check() error {
	if j.Punto.n < CartasIniciales || j.Banca.n < CartasIniciales {
		return norma.Breach(art("68"), ErrFaltaCarta)
	}
	if Natural(j.Punto, j.Banca) {
		if j.Cartas() > 2*CartasIniciales {
			return norma.Breach(art("67.2"), ErrSobraCarta)
		}
		return nil
	}
	if err := checkTercera(art("67.3.a"), j.Punto.first() <= puntosPide, j.Punto); err != nil {
		return err
	}
	return checkTercera(art("67.3.b"), cuadro[j.Banca.first()]>>bit(j.Punto.tercera())&1 == 1, j.Banca)
}

func checkTercera(a norma.Articulo, pide bool, m Mano) error {
	switch tiene := m.n > CartasIniciales; {
	case pide && !tiene:
		return norma.Breach(a, ErrFaltaCarta)
	case tiene && !pide:
		return norma.Breach(a, ErrSobraCarta)
	}
	return nil
}

// Cartas is how many cards the jugada took.
func (j Jugada) Cartas() int { return j.Punto.n + j.Banca.n }

// Ganador is the hand nearest to 9, or Igualdad (art. 67.1).
func (j Jugada) Ganador() Suerte {
	switch p, b := j.Punto.Total(), j.Banca.Total(); {
	case p > b:
		return Punto
	case b > p:
		return Banca
	}
	return Igualdad
}

// Quemadas says how many cards are put out of play when the first of a new sabot is turned
// up: as many as it counts, tens and figures counting ten here, and itself (art. 68,
// criterio PYB-3). The error wraps ErrCarta.
func Quemadas(primera naipes.Carta) (tras, fuera int, err error) {
	if !primera.Valid() {
		return 0, 0, norma.Breach(art("68"), ErrCarta)
	}
	tras = Puntos(primera)
	if tras == 0 {
		tras = cartasQueman
	}
	return tras, tras + 1, nil
}

// CheckCorte returns nil when another jugada may be dealt: once the cut card has come out
// only the one in course is ended (art. 68). The error wraps ErrCorte.
func CheckCorte(salida bool) error {
	if salida {
		return norma.Breach(art("68"), ErrCorte)
	}
	return nil
}
