package poquersindescarte

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a decision.
var (
	ErrDecidida = errors.New("la mano ya está decidida")
	ErrNoTiene  = errors.New("el jugador no tiene la carta que descarta")
	ErrYaCompro = errors.New("el jugador ya compró una carta")
)

// Postura is what a player stakes on a casilla before the deal, in céntimos. Libre says
// that the casilla is nobody's, so that he bets on it blind (art. 99.2).
type Postura struct {
	Inicial domain.Importe
	Seguro  domain.Importe // 0 for none
	Libre   bool
}

// Mano is the hand of a casilla being played. It is a value: a decision returns another.
type Mano struct {
	mesa   Mesa
	libre  bool
	hechos Hechos
}

// NewMano returns the hand of a casilla that has its five cards. The error is that of
// Mesa.CheckCasilla, Mesa.CheckSeguro or Evaluate, or wraps domain.ErrDesborde.
func NewMano(m Mesa, p Postura, cartas naipes.Mano) (Mano, error) {
	if err := m.CheckCasilla(p.Inicial); err != nil {
		return Mano{}, err
	}
	if p.Seguro != 0 {
		if err := m.CheckSeguro(p.Seguro); err != nil {
			return Mano{}, err
		}
	}
	if err := checkMano(cartas); err != nil {
		return Mano{}, err
	}
	if p.Inicial > MaxApostado/domain.Importe(vecesSegunda.n) {
		return Mano{}, norma.Breach(art("100.5"), domain.ErrDesborde)
	}
	return Mano{m, p.Libre, Hechos{Inicial: p.Inicial, Seguro: p.Seguro, Jugador: cartas}}, nil
}

// Decision is what a player says: Voy with his Segunda, Paso, or Compra with the card he
// discards and the one he is given.
type Decision struct {
	Accion   Accion
	Segunda  domain.Importe
	Descarta naipes.Carta
	Recibe   naipes.Carta
}

// Options lists what may be done with the hand: to go on or to leave (art. 101.3), and
// before that to buy one card, once, where the table sells it (art. 102.c, criterio
// A-SD-12); nothing once decided.
func (m Mano) Options() []Accion {
	switch {
	case m.hechos.Accion != "":
		return nil
	case m.mesa.Compra && m.hechos.Carta == 0:
		return []Accion{Voy, Paso, Compra}
	}
	return []Accion{Voy, Paso}
}

// Apply returns the hand after a decision. The error is a *norma.Error that wraps
// ErrDecidida, ErrAccion, ErrNoSeOfrece or ErrYaCompro (what Options does not list),
// ErrSegunda (an amount other than Segunda says), ErrNoTiene, naipes.ErrCarta or
// naipes.ErrRepetida.
func (m Mano) Apply(d Decision) (Mano, error) {
	if !slices.Contains(m.Options(), d.Accion) {
		return m, m.refuse(d.Accion)
	}
	switch d.Accion {
	case Voy:
		segunda, err := Segunda(m.hechos.Inicial)
		if err != nil {
			return m, err
		}
		if d.Segunda != segunda {
			return m, norma.Errorf(vecesSegunda.art, "%w: son %s y se ponen %s", ErrSegunda, segunda, d.Segunda).Under("A-SD-1")
		}
		m.hechos.Segunda = segunda
	case Compra:
		mano, err := Swap(m.hechos.Jugador, d.Descarta, d.Recibe)
		if err != nil {
			return m, err
		}
		m.hechos.Jugador, m.hechos.Carta = mano, m.hechos.Inicial
		return m, nil
	}
	m.hechos.Accion = d.Accion
	return m, nil
}

// refuse says why what Options does not list cannot be done.
func (m Mano) refuse(a Accion) error {
	switch {
	case a != Voy && a != Paso && a != Compra:
		return norma.Errorf(art("101.3"), "%w: %q", ErrAccion, a)
	case m.hechos.Accion != "":
		return norma.Breach(art("101.3"), ErrDecidida)
	case m.hechos.Carta != 0:
		return norma.Breach(art("102.c"), ErrYaCompro).Under("A-SD-12")
	}
	return norma.Breach(art("102.c"), ErrNoSeOfrece)
}

// Swap returns the hand with the card bought in the place of the one discarded
// (art. 102.c). The error wraps ErrNumCartas, ErrNoTiene, naipes.ErrCarta or
// naipes.ErrRepetida.
func Swap(m naipes.Mano, descarta, recibe naipes.Carta) (naipes.Mano, error) {
	switch {
	case m.Len() != NumCartas:
		return m, checkMano(m)
	case !m.Contains(descarta):
		return m, norma.Breach(art("102.c"), ErrNoTiene)
	case !recibe.Valid():
		return m, norma.Breach(art("102.c"), naipes.ErrCarta)
	case m.Contains(recibe):
		return m, norma.Errorf(art("97.1"), "%w: %s", naipes.ErrRepetida, recibe)
	}
	return m.Without(descarta).With(recibe), nil
}

// Precio is what the card bought costs: another apuesta inicial, which is the bank's
// whatever comes (art. 102.c, criterio A-SD-12).
func (m Mano) Precio() domain.Importe { return m.hechos.Inicial }

// Vista returns the cards that the player may look at: those of his casilla, and none of
// a free one, whose cards the croupier turns over (art. 99.2).
func (m Mano) Vista() naipes.Mano {
	if m.libre {
		return 0
	}
	return m.hechos.Jugador
}

// Hechos are the facts of the hand so far, without the cards of the bank.
func (m Mano) Hechos() Hechos { return m.hechos }

// Settle settles the hand against the cards of the bank (art. 101.8). Until the player has
// decided, everything is pending. The error is that of the function Settle.
func (m Mano) Settle(banca naipes.Mano) (Liquidacion, error) {
	h := m.hechos
	h.Banca = banca
	return Settle(h)
}

// Annul settles the hand that an irregularity ended (arts. 101.6, 101.7). The error wraps
// ErrHecho.
func (m Mano) Annul(hecho Hecho) (Liquidacion, error) {
	if _, err := Judge(hecho); err != nil {
		return Liquidacion{}, err
	}
	h := m.hechos
	h.Hecho = hecho
	return Settle(h)
}
