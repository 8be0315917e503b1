package trijoker

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a decision.
var (
	ErrDecision = errors.New("esa decisión no cabe en este momento")
	ErrFase     = errors.New("no es un momento de la mano")
	ErrComunes  = errors.New("las dos cartas comunes ya están descubiertas")
)

// Fase is how much of a hand has been seen.
type Fase string

// The moments of a hand: the player sees his three cards, then one common card, then both.
const (
	TresCartas   Fase = "tres_cartas"
	PrimeraComun Fase = "primera_comun"
	SegundaComun Fase = "segunda_comun"
)

// fases are the moments in order; in each but the last the bet of its number may be
// withdrawn (art. 109.3).
var fases = [...]Fase{TresCartas, PrimeraComun, SegundaComun}

// Accion is what a player does with a bet.
type Accion string

// What he may do.
const (
	Retirar Accion = "retirar"
	Dejar   Accion = "dejar"
)

// Decision is what a player does with one of his bets, numbered from 1.
type Decision struct {
	Apuesta int
	Accion  Accion
}

// Options lists what may be decided at that moment when nothing is withdrawn: any bet may
// be left where it is, and that of the moment withdrawn: the first before any common card,
// the second after one, the third never (art. 109.3). The error wraps ErrFase.
func Options(f Fase) ([]Decision, error) {
	k := slices.Index(fases[:], f)
	if k < 0 {
		return nil, norma.Errorf(art109_3, "%w: %q", ErrFase, f)
	}
	return options(k, [NumApuestas - 1]bool{}, false), nil
}

// options lists the decisions of the moment k. Who has said that he leaves the bet of the
// moment has said it.
func options(k int, retirada [NumApuestas - 1]bool, dicho bool) []Decision {
	list := make([]Decision, 0, NumApuestas+1)
	for a := range NumApuestas {
		if a < len(retirada) && retirada[a] {
			continue
		}
		list = append(list, Decision{a + 1, Dejar})
		if a == k && a < len(retirada) && !dicho {
			list = append(list, Decision{a + 1, Retirar})
		}
	}
	return list
}

// Mano is the hand of a player being played. It is a value: a step returns another.
type Mano struct {
	hechos Hechos
	dicho  bool // he has spoken of the bet of the moment
}

// NewMano returns the hand of a player who has his three cards and three bets of that
// amount. The error is that of Mesa.CheckApuestas, or wraps ErrNumCartas or
// domain.ErrDesborde.
func NewMano(m Mesa, apuesta domain.Importe, propias naipes.Mano) (Mano, error) {
	if err := m.CheckApuestas(apuesta, apuesta, apuesta); err != nil {
		return Mano{}, err
	}
	h := Hechos{Apuesta: apuesta, Propias: propias}
	if _, err := Settle(h); err != nil {
		return Mano{}, err
	}
	return Mano{hechos: h}, nil
}

// Fase is the moment of the hand.
func (m Mano) Fase() Fase { return fases[m.hechos.Comunes.Len()] }

// Options lists what may be decided now: see the function Options. What is withdrawn is
// not put back.
func (m Mano) Options() []Decision {
	return options(m.hechos.Comunes.Len(), m.hechos.Retirada, m.dicho)
}

// Apply returns the hand after a decision. The error is a *norma.Error that wraps
// ErrDecision for what Options does not list.
func (m Mano) Apply(d Decision) (Mano, error) {
	if !slices.Contains(m.Options(), d) {
		return m, norma.Errorf(art109_3, "%w: %s la %d", ErrDecision, d.Accion, d.Apuesta)
	}
	if d.Accion == Retirar {
		m.hechos.Retirada[d.Apuesta-1] = true
	}
	m.dicho = m.dicho || d.Apuesta == m.hechos.Comunes.Len()+1
	return m, nil
}

// Reveal returns the hand after another common card is turned over; a bet of which nothing
// was said stays. The error wraps ErrComunes, naipes.ErrCarta or naipes.ErrRepetida.
func (m Mano) Reveal(comun naipes.Carta) (Mano, error) {
	switch {
	case m.hechos.Comunes.Len() == NumComunes:
		return m, norma.Breach(art109_3, ErrComunes)
	case !comun.Valid():
		return m, norma.Breach(art109_3, naipes.ErrCarta)
	case (m.hechos.Propias | m.hechos.Comunes).Contains(comun):
		return m, norma.Errorf(art104_1, "%w: %s", naipes.ErrRepetida, comun)
	}
	m.hechos.Comunes = m.hechos.Comunes.With(comun)
	m.dicho = false
	return m, nil
}

// Hechos are the facts of the hand so far.
func (m Mano) Hechos() Hechos { return m.hechos }

// Settle settles the hand with the common cards seen so far. The error is that of the
// function Settle.
func (m Mano) Settle() (Liquidacion, error) { return Settle(m.hechos) }

// Annul settles the hand that a mistake of the deal annuls; one that goes on after it is
// settled as it stands. The error is that of Judge.
func (m Mano) Annul(d Donde, naipe naipes.Carta) (Liquidacion, error) {
	v, err := Judge(d, naipe)
	if err != nil {
		return Liquidacion{}, err
	}
	h := m.hechos
	h.Veredicto = v
	return Settle(h)
}
