// Package mus is the engine of the mus of the tournament (Reglamento de Mus): hands of the
// Spanish pack with its eight kings and eight aces, the lances and who wins each, the bets
// as a state machine, the scoring of a hand, of a juego to 40 and of a partida to four, the
// signs, the errors and their consequences, and the rules of a draw, an acta and a sanction.
//
// The rulebook takes the common game for granted: what a lance is, what pares, juego and
// punto are worth, in what order the juegos go. That is marked [comun] where it stands.
//
// There is no state and no chance here but that of a Ronda, which is a value. A breach is a
// *norma.Error that wraps one of the Err values.
package mus

import (
	"errors"

	"foliado/domain/norma"
)

var art = norma.Mus.Art

// What is wrong with a card, a hand or a place.
var (
	ErrCarta     = errors.New("no es una carta de la baraja de cuarenta")
	ErrRepetida  = errors.New("la carta está repetida")
	ErrNumCartas = errors.New("una mano de mus tiene cuatro cartas")
	ErrJugador   = errors.New("no es ninguno de los cuatro jugadores")
	ErrPareja    = errors.New("no es ninguna de las dos parejas")
	ErrLance     = errors.New("no es ninguno de los lances")
)

// Numbers of the game.
const (
	// NumCartas are those of a hand, NumJugadores those who play it.
	NumCartas    = 4
	NumJugadores = 4
	// TantosJuego win a juego, and JuegosPartida the partida (art. 3).
	TantosJuego   = 40
	JuegosPartida = 4
	// ValorAmarraco is what a big counter is worth (art. 4).
	ValorAmarraco = 5
)

// Jugador is a place at the table, from 0 to 3 in the order in which they speak: the one at
// the right of j is j+1.
type Jugador uint8

// CheckJugador returns nil for one of the four places. The error wraps ErrJugador.
func CheckJugador(j Jugador) error {
	if j >= NumJugadores {
		return norma.Breach(art("9"), ErrJugador)
	}
	return nil
}

// Siguiente is the player who speaks after j, and the mano of the next hand when j is this
// one's (arts. 9, 20).
func (j Jugador) Siguiente() Jugador { return (j + 1) % NumJugadores }

// Companero is the partner of j.
func (j Jugador) Companero() Jugador { return (j + 2) % NumJugadores }

// Postre is who speaks last and deals when j is the mano (art. 9).
func (j Jugador) Postre() Jugador { return (j + 3) % NumJugadores }

// Pareja is the pair that j belongs to.
func (j Jugador) Pareja() Pareja {
	if j%2 == 0 {
		return A
	}
	return B
}

// Pareja is one of the two pairs at a table.
type Pareja string

// The pairs: A sits at 0 and 2, B at 1 and 3.
const (
	A Pareja = "A"
	B Pareja = "B"
)

// Contraria is the other pair.
func (p Pareja) Contraria() Pareja {
	if p == A {
		return B
	}
	return A
}

// CheckPareja returns nil for one of the two pairs. The error wraps ErrPareja.
func CheckPareja(p Pareja) error {
	if p != A && p != B {
		return norma.Breach(art("3"), ErrPareja)
	}
	return nil
}

// Lance is each of the things that are bet on in a hand [comun].
type Lance string

// The lances in the order in which they are played and counted (art. 36). Punto is played
// in the place of Juego when nobody has it.
const (
	Grande Lance = "grande"
	Chica  Lance = "chica"
	Pares  Lance = "pares"
	Juego  Lance = "juego"
	Punto  Lance = "punto"
)

// Lances lists them in order.
func Lances() []Lance { return []Lance{Grande, Chica, Pares, Juego, Punto} }

// CheckLance returns nil for one of the lances. The error wraps ErrLance.
func CheckLance(l Lance) error {
	switch l {
	case Grande, Chica, Pares, Juego, Punto:
		return nil
	}
	return norma.Errorf(art("36"), "%w: %q", ErrLance, l)
}

// Fichas says with how many counters a score is shown: amarracos of five and piedras of one
// (art. 4). tantos is not negative.
func Fichas(tantos int) (amarracos, piedras int) {
	return tantos / ValorAmarraco, tantos % ValorAmarraco
}
