package mus

import (
	"errors"

	"foliado/domain/norma"
)

// What is wrong with what is done at the table.
var (
	ErrAnota        = errors.New("los tantos de una pareja los lleva solo uno de sus jugadores")
	ErrMirar        = errors.New("nadie mira sus cartas hasta que acaba el reparto")
	ErrMazo         = errors.New("el postre no toma el mazo hasta que todos se descartan")
	ErrEnsenar      = errors.New("las cartas no se enseñan hasta que acaba la jugada")
	ErrMuestra      = errors.New("acabada la jugada, todos muestran sus cuatro cartas")
	ErrFaltanCartas = errors.New("no hay cartas bastantes para repartir")
	ErrDescarte     = errors.New("se descartan de una a cuatro cartas; quien no descarta se queda servido")
)

// CheckAnota returns nil when that player may note the score of his pair: only the one whom
// it chose, and never that of the other (art. 5). The error wraps ErrAnota.
func CheckAnota(anotador, quien Jugador) error {
	if quien != anotador {
		return norma.Breach(art("5"), ErrAnota)
	}
	return nil
}

// Deal deals the cards from the top of the pack, one at a time from the mano on (arts. 7, 9):
// the mano has the first, the fifth, the ninth and the thirteenth. The error wraps
// ErrFaltanCartas, or is that of NewMano or NewJugada.
func Deal(baraja []Carta, mano Jugador) (Jugada, error) {
	if err := CheckJugador(mano); err != nil {
		return Jugada{}, err
	}
	if len(baraja) < NumCartas*NumJugadores {
		return Jugada{}, norma.Breach(art("9"), ErrFaltanCartas)
	}
	var manos [NumJugadores]Mano
	for n, k := range OrdenReparto(mano) {
		m, err := NewMano(baraja[n], baraja[n+4], baraja[n+8], baraja[n+12])
		if err != nil {
			return Jugada{}, err
		}
		manos[k] = m
	}
	return NewJugada(manos, mano)
}

// CheckMirar returns nil when a player may look at his cards: all the players have theirs,
// at first and after a discard (art. 7). The error wraps ErrMirar.
func CheckMirar(servidos int) error {
	if servidos < NumJugadores {
		return norma.Breach(art("7"), ErrMirar)
	}
	return nil
}

// CheckMazo returns nil when the postre may take the pack: all the players have put their
// discards down (art. 17). The error wraps ErrMazo.
func CheckMazo(descartados int) error {
	if descartados < NumJugadores {
		return norma.Breach(art("17"), ErrMazo)
	}
	return nil
}

// Conserva is how many cards a player keeps in sight after that discard, and so how many he
// is dealt (art. 16); 0 discarded is to stay with what he has. The error wraps ErrDescarte.
func Conserva(descarta int) (int, error) {
	if descarta < 0 || descarta > NumCartas {
		return 0, norma.Breach(art("16"), ErrDescarte)
	}
	return NumCartas - descarta, nil
}

// CheckMostradas returns nil when that many cards may have been shown: none while the hand
// goes on, all sixteen once it has ended (art. 26). The error wraps ErrEnsenar or ErrMuestra.
func CheckMostradas(acabada bool, cartas int) error {
	switch {
	case !acabada && cartas > 0:
		return norma.Breach(art("26"), ErrEnsenar)
	case acabada && cartas < NumCartas*NumJugadores:
		return norma.Breach(art("26"), ErrMuestra)
	}
	return nil
}

// Remedio is what follows when a player forgot to say that he had pares or juego.
type Remedio string

// Both of art. 42.
const (
	ReiniciaLance Remedio = "reinicia_el_lance"
	SinValor      Remedio = "sin_valor"
)

// Olvido says what follows when a player did not say that he had pares or juego: if he puts
// it right before the lance ends it begins again; later his hand is worth nothing in it (art.
// 42), as ValorSin counts.
func Olvido(lanceAcabado bool) (Remedio, norma.Articulo) {
	if lanceAcabado {
		return SinValor, art("42")
	}
	return ReiniciaLance, art("42")
}
