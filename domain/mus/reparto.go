package mus

import (
	"errors"
	"slices"

	"foliado/domain/norma"
)

// What is wrong with a deal.
var (
	ErrCorte    = errors.New("el corte es de tres cartas como mínimo, y deja otras tres")
	ErrNoHayMus = errors.New("alguien se quedó servido: en la jugada siguiente no hay mus")
	ErrDadas    = errors.New("las cartas se dan en primeras o en segundas")
	ErrQuien    = errors.New("no se sabe quién descubrió la carta")
)

// minCorte are the cards of a cut at least, above and below it (art. 8, criterio A-M-9).
const minCorte = 3

// CheckCorte returns nil when the pack may be cut so: that many cards lifted (art. 8). The
// error wraps ErrCorte.
func CheckCorte(cartas int) error {
	if cartas < minCorte || cartas > len(Baraja())-minCorte {
		return norma.Breach(art("8"), ErrCorte)
	}
	return nil
}

// OrdenReparto is the order in which players are dealt to, one card at a time, the mano
// first; the cards of a discard come in the same order, all of a player's together (art. 9).
func OrdenReparto(mano Jugador) []Jugador {
	orden := make([]Jugador, 0, NumJugadores)
	for k := range Jugador(NumJugadores) {
		orden = append(orden, (mano+k)%NumJugadores)
	}
	return orden
}

// OrdenDescarte is the order in which players put their discards down: the postre at once,
// and the mano the last (arts. 14, 15).
func OrdenDescarte(mano Jugador) []Jugador {
	orden := OrdenReparto(mano)
	slices.Reverse(orden)
	return orden
}

// Descubierta is who turned a card up in the deal.
type Descubierta string

// Who may have.
const (
	EnReparto      Descubierta = "reparto"
	PorMano        Descubierta = "mano"
	PorCompaDeMano Descubierta = "companero_del_mano"
)

// MusVisto reports whether a card turned up gives the mano the right to look and to decide
// on the mus by himself: only when it happened in dealing, not by him or by his partner
// (arts. 10, 11), and never in the first hand of a partida (art. 13, criterio A-M-21). The
// error wraps ErrQuien.
func MusVisto(primeraMano bool, d Descubierta) (bool, norma.Articulo, error) {
	switch {
	case d != EnReparto && d != PorMano && d != PorCompaDeMano:
		return false, art("10"), norma.Errorf(art("10"), "%w: %q", ErrQuien, d)
	case primeraMano:
		return false, art("13"), nil
	case d != EnReparto:
		return false, art("11"), nil
	}
	return true, art("10"), nil
}

// CheckMus returns nil when there may be mus again: nobody kept his four cards in the last
// discard (art. 12). The error wraps ErrNoHayMus.
func CheckMus(alguienServido bool) error {
	if alguienServido {
		return norma.Breach(art("12"), ErrNoHayMus)
	}
	return nil
}

// Dadas is when cards are dealt: at first, or after a discard.
type Dadas string

// Both.
const (
	Primeras Dadas = "primeras"
	Segundas Dadas = "segundas"
)

// Correccion is what is done about a wrong number of cards.
type Correccion string

// The corrections of art. 18.
const (
	Repartir        Correccion = "repartir_de_nuevo"
	CorrigeAlQueDa  Correccion = "corregir_al_que_da"
	CorrigeAlErrado Correccion = "corregir_al_que_lo_precise"
)

// CorrigeCartas says what follows when that player has a card too many or too few, and whose
// hands go back to the pack (art. 18): in primeras all is dealt again, but for the dealer,
// whose number is put right; in segundas who needs it is put right and the dealer plays no
// more in the hand, though the wrong cards be his (criterio A-M-11). The error wraps
// ErrDadas or ErrJugador.
func CorrigeCartas(d Dadas, jugador, mano Jugador) (Correccion, []Jugador, error) {
	if err := errors.Join(CheckJugador(jugador), CheckJugador(mano)); err != nil {
		return "", nil, err
	}
	switch {
	case d == Segundas:
		return CorrigeAlErrado, []Jugador{mano.Postre()}, nil
	case d != Primeras:
		return "", nil, norma.Errorf(art("18"), "%w: %q", ErrDadas, d)
	case jugador == mano.Postre():
		return CorrigeAlQueDa, []Jugador{}, nil
	}
	return Repartir, []Jugador{}, nil
}

// AnuladasTrasGrande lists by place whose hands are void when a wrong number of cards shows
// once the grande is closed: his and the dealer's; what they bet stands or falls with the
// cards of their partners (art. 19, criterio A-M-12). The error wraps ErrJugador.
func AnuladasTrasGrande(jugador, mano Jugador) ([]Jugador, error) {
	if err := errors.Join(CheckJugador(jugador), CheckJugador(mano)); err != nil {
		return nil, err
	}
	jugadores := []Jugador{jugador, mano.Postre()}
	slices.Sort(jugadores)
	return slices.Compact(jugadores), nil
}

// Repeticion is what a hand is when the same pair may have been mano twice.
type Repeticion string

// The outcomes of art. 20.
const (
	ManoValida        Repeticion = "valida"
	ManoAnulada       Repeticion = "jugada_anulada"
	ManoValidaCerrada Repeticion = "valida_por_grande_cerrada"
)

// RepiteMano says what a hand is after another whose mano was anterior: void when the same
// pair is mano again, unless its grande is closed (art. 20). In the last hand of a partida
// the judges decide. The error wraps ErrJugador.
func RepiteMano(anterior, mano Jugador, grandeCerrada bool) (Repeticion, error) {
	if err := errors.Join(CheckJugador(anterior), CheckJugador(mano)); err != nil {
		return "", err
	}
	switch {
	case anterior.Pareja() != mano.Pareja():
		return ManoValida, nil
	case grandeCerrada:
		return ManoValidaCerrada, nil
	}
	return ManoAnulada, nil
}
