package mus

import (
	"foliado/domain/norma"
)

// Jugada are the four hands of a deal, by place, and who is the mano. A hand that is
// Anulada counts for nothing (art. 19).
type Jugada struct {
	Manos    [NumJugadores]Mano
	Mano     Jugador
	Anuladas [NumJugadores]bool
}

// NewJugada returns the deal of those hands. The error wraps ErrJugador, ErrNumCartas for a
// hand that is none, or ErrRepetida for a card of two hands.
func NewJugada(manos [NumJugadores]Mano, mano Jugador) (Jugada, error) {
	if err := CheckJugador(mano); err != nil {
		return Jugada{}, err
	}
	seen := map[Carta]bool{}
	for _, m := range manos {
		for _, c := range m.cartas {
			switch {
			case !c.Valid():
				return Jugada{}, norma.Breach(art("3"), ErrNumCartas)
			case seen[c]:
				return Jugada{}, norma.Errorf(art("3"), "%w: %s", ErrRepetida, c)
			}
			seen[c] = true
		}
	}
	return Jugada{Manos: manos, Mano: mano}, nil
}

// Anula returns the deal with the hands of those players void (art. 19).
func (j Jugada) Anula(jugadores ...Jugador) Jugada {
	for _, k := range jugadores {
		j.Anuladas[k] = true
	}
	return j
}

// lleva reports whether that player plays the lance.
func (j Jugada) lleva(l Lance, k Jugador) bool { return !j.Anuladas[k] && j.Manos[k].Lleva(l) }

// Llevan lists by place those who have what the lance wants.
func (j Jugada) Llevan(l Lance) []Jugador {
	llevan := []Jugador{}
	for k := range Jugador(NumJugadores) {
		if j.lleva(l, k) {
			llevan = append(llevan, k)
		}
	}
	return llevan
}

// llevaPareja reports whether one of the pair has what the lance wants.
func (j Jugada) llevaPareja(l Lance, p Pareja) bool {
	for _, k := range j.Llevan(l) {
		if k.Pareja() == p {
			return true
		}
	}
	return false
}

// SeJuega reports whether the lance is played at all: pares and juego when somebody has
// them, punto when nobody has juego.
func (j Jugada) SeJuega(l Lance) bool {
	if l == Punto && len(j.Llevan(Juego)) > 0 {
		return false
	}
	return len(j.Llevan(l)) > 0
}

// SeEnvida reports whether the lance may be bet on: both pairs must have what it wants.
func (j Jugada) SeEnvida(l Lance) bool {
	return j.SeJuega(l) && (l == Grande || l == Chica || l == Punto || j.llevaPareja(l, A) && j.llevaPareja(l, B))
}

// Gana returns who wins the lance by the cards, and whether it is played. Of equal hands
// that of the mano wins, or the nearest to it in the order of speaking [comun]; there is no
// other preference (art. 35).
func (j Jugada) Gana(l Lance) (Jugador, bool) {
	if !j.SeJuega(l) {
		return 0, false
	}
	gana, mejor := j.Mano, -1
	for k, n := j.Mano, 0; n < NumJugadores; k, n = k.Siguiente(), n+1 {
		if f := j.Manos[k].fuerza(l); j.lleva(l, k) && f > mejor {
			gana, mejor = k, f
		}
	}
	return gana, true
}

// Valor is what the pares, the juego or the punto of a pair add to its bets: the sum of
// what both hands are worth, and one for the punto (criterio A-M-2); nothing in grande and
// chica [comun].
func (j Jugada) Valor(l Lance, p Pareja) int {
	if l == Punto {
		return tantosPunto
	}
	total := 0
	for _, k := range j.Llevan(l) {
		if k.Pareja() == p {
			total += j.Manos[k].tantos(l)
		}
	}
	return total
}

// ValorSin is what a pair counts in pares or juego when one of its players kept silent
// about his: nothing for that hand (art. 42). The error wraps ErrLance or ErrJugador.
func (j Jugada) ValorSin(l Lance, p Pareja, callado Jugador) (int, error) {
	if l != Pares && l != Juego {
		return 0, norma.Errorf(art("42"), "%w: %q", ErrLance, l)
	}
	if err := CheckJugador(callado); err != nil {
		return 0, err
	}
	if callado.Pareja() != p {
		return 0, norma.Breach(art("42"), ErrPareja)
	}
	return j.Anula(callado).Valor(l, p), nil
}
