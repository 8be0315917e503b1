// Package blackjack settles the black jack (arts. 47 to 53): whole rounds from the sabot,
// with insurance, pairs split and hands doubled, who commands a box, its limits, and what
// is done with the sabot and its jams.
//
// A Ronda is a round between its first card and its last: NewRonda deals, Insure and Play
// do what the players say, Finish gives the bank its cards and says of each hand what is
// paid, given back and lost, with the provision. Options lists what a hand may do, and
// Play admits nothing else. A Ronda knows the order of the cards that it is given and
// nothing of those that come after.
//
// Stakes are céntimos; winnings are exact fractions of one, for who writes them down to
// round (criterio RED-1). A breach is a *norma.Error that wraps one of the Err values.
package blackjack

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a round, a box or a sabot.
var (
	ErrFaltanCartas = errors.New("no hay cartas bastantes en el sabot")
	ErrCarta        = errors.New("no es una carta")
	ErrRepetida     = errors.New("en seis barajas no hay tantas cartas iguales")
	ErrAccion       = errors.New("la mano no admite esa acción")
	ErrTerminada    = errors.New("no queda ninguna mano por jugar")
	ErrSinTerminar  = errors.New("quedan manos por jugar")
	ErrSinSeguro    = errors.New("no se ofrece seguro")
	ErrSeguro       = errors.New("el seguro supera la mitad de la apuesta")
	ErrCasillas     = errors.New("la mesa tiene de una a siete casillas")
	ErrSentados     = errors.New("a la mesa se sientan siete jugadores como mucho")
	ErrImporte      = errors.New("la apuesta no es un importe posible")
	ErrFactor       = errors.New("el máximo es 50, 100 o 200 veces el mínimo")
	ErrApuestas     = errors.New("en una casilla caben tres apuestas")
	ErrInferior     = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior     = errors.New("las apuestas superan la máxima de la casilla")
	ErrSinApuestas  = errors.New("nadie ha apostado en la casilla")
	ErrSabot        = errors.New("no es ninguna de las dos clases de sabot")
	ErrCorte        = errors.New("tras la carta de corte queda menos de una baraja")
	ErrBloqueo      = errors.New("no es ninguna de las causas de bloqueo")
)

// Numbers of the game.
const (
	// Barajas are the packs of a sabot (art. 48.1).
	Barajas = naipes.BarajasMediaDocena
	// Casillas are the boxes of the cloth (art. 48.3), and MaxSentados the players that may
	// sit at it (art. 50.1).
	Casillas    = 7
	MaxSentados = 7

	veintiuno   = 21
	bancaPlanta = 17 // the bank draws below this (art. 52.1.a)
	diezMas     = 10 // what an ace counts above 1 when it counts 11 (art. 48.1)
)

// Puntos is what a card counts: figures 10, an ace 1, which may count 11, the rest their
// number (art. 48.1).
func Puntos(c naipes.Carta) int {
	switch r := c.Rango(); {
	case r == naipes.As:
		return 1
	case r >= naipes.Diez:
		return 10
	default:
		return int(r)
	}
}

// Cuenta is what cards add up to. Blanda says that an ace counts 11.
type Cuenta struct {
	Total  int
	Blanda bool
}

// Count adds cards up, an ace as 11 where that does not pass 21 (arts. 48.1 and 52.1.a).
func Count(cartas []naipes.Carta) Cuenta {
	var c Cuenta
	ases := false
	for _, carta := range cartas {
		c.Total += Puntos(carta)
		ases = ases || carta.Rango() == naipes.As
	}
	if c.Blanda = ases && c.Total+diezMas <= veintiuno; c.Blanda {
		c.Total += diezMas
	}
	return c
}

// Pasa reports whether the cards have passed 21.
func (c Cuenta) Pasa() bool { return c.Total > veintiuno }

// Mano is a hand of a player with all that is staked on it, in céntimos. Separada says that
// it comes from a pair of aces or of cards that count ten; Ases that it comes from one of
// aces; Cerrada that it has stood or doubled.
type Mano struct {
	Cartas   []naipes.Carta
	Apuesta  domain.Importe
	Separada bool
	Ases     bool
	Doblada  bool
	Cerrada  bool
}

// BlackJack reports whether the hand is 21 in two cards; not when it comes from a pair of
// aces or tens (art. 52.1.c).
func (m Mano) BlackJack() bool { return blackJack(m.Cartas) && !m.Separada }

func blackJack(cartas []naipes.Carta) bool {
	return len(cartas) == 2 && Count(cartas).Total == veintiuno
}

// Accion is what a player says of a hand.
type Accion string

// The four.
const (
	Pedir     Accion = "C"
	Doblar    Accion = "D"
	Plantarse Accion = "P"
	Separar   Accion = "S"
)

// articulo is the provision that rules an action.
func (a Accion) articulo() norma.Articulo {
	switch a {
	case Doblar:
		return art("52.1.d")
	case Separar:
		return art("52.1.c")
	}
	return art("52.1.a")
}

// doblables are the totals on which two cards may be doubled (art. 52.1.d); only the best
// count of an ace is looked at (criterio BJ-4).
var doblables = map[int]bool{9: true, 10: true, 11: true}

// Options lists what may be done with a hand, in the order C, D, P, S; nothing when it is
// over or waits for its second card. A hand of 21 or more asks for no card (art. 52.1.a), a
// split ace takes one and no more, though another ace may be split again (52.1.c, criterio
// BJ-5).
func Options(m Mano) []Accion {
	c := Count(m.Cartas)
	if m.Cerrada || len(m.Cartas) < 2 || c.Total >= veintiuno {
		return nil
	}
	par := len(m.Cartas) == 2 && Puntos(m.Cartas[0]) == Puntos(m.Cartas[1])
	switch {
	case m.Ases && par:
		return []Accion{Plantarse, Separar}
	case m.Ases:
		return nil
	}
	opciones := make([]Accion, 0, 4)
	opciones = append(opciones, Pedir)
	if len(m.Cartas) == 2 && doblables[c.Total] {
		opciones = append(opciones, Doblar)
	}
	opciones = append(opciones, Plantarse)
	if par {
		opciones = append(opciones, Separar)
	}
	return opciones
}

// BancaPide reports whether the bank draws with those cards: until it has 17 or more, an
// ace counting 11 where that makes 17 to 21 (art. 52.1.a, criterio BJ-14).
func BancaPide(cartas []naipes.Carta) bool { return Count(cartas).Total < bancaPlanta }
