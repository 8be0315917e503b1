package blackjack

import (
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// Naipe is a card in the sabot. One that lies face up there is put out of play when it
// appears (art. 52.2).
type Naipe struct {
	Carta      naipes.Carta
	BocaArriba bool
}

// Ronda is a round between its first card and its last.
type Ronda struct {
	sabot      []Naipe
	usadas     int
	vistas     [naipes.NumCartas]uint8 // how many of each card have left the sabot
	quemadas   []naipes.Carta
	eliminadas []naipes.Carta
	casillas   []casilla
	banca      []naipes.Carta
	turno      int  // the box that plays
	tercera    bool // a card has been given after the first two of each hand
	terminada  bool
}

// casilla is a box: its hands in the order in which they play, and which plays.
type casilla struct {
	inicial domain.Importe
	seguro  domain.Importe
	manos   []Mano
	turno   int
}

// MaxApostado bounds what may be staked at the start of a round, in céntimos, so that no
// sum can overflow: a million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000

// quema are the cards put out of play, unseen by the game, when a sabot is new (art. 51.2).
const quema = 5

// NewRonda deals the start of a round on boxes with those stakes, from the left of the
// croupier: five cards put out of play when the sabot is new (art. 51.2, criterio BJ-11), a
// card to each hand, one to the bank, a second one to each hand (art. 52.1.a). The error
// wraps ErrCasillas, ErrImporte, domain.ErrDesborde, ErrFaltanCartas, ErrCarta or
// ErrRepetida (a card that has come more often than there are packs).
func NewRonda(sabot []Naipe, nuevo bool, apuestas []domain.Importe) (*Ronda, error) {
	if err := CheckCasillas(len(apuestas)); err != nil {
		return nil, err
	}
	var apostado domain.Importe
	for _, a := range apuestas {
		switch {
		case a <= 0:
			return nil, norma.Breach(art("53.3"), ErrImporte)
		case a > MaxApostado-apostado:
			return nil, norma.Breach(art("53.3"), domain.ErrDesborde)
		}
		apostado += a
	}
	r := &Ronda{sabot: sabot, casillas: make([]casilla, len(apuestas))}
	if err := r.deal(nuevo, apuestas); err != nil {
		return nil, err
	}
	return r, r.advance()
}

func (r *Ronda) deal(nuevo bool, apuestas []domain.Importe) error {
	if nuevo {
		if err := r.burn(); err != nil {
			return err
		}
	}
	for k, a := range apuestas {
		r.casillas[k] = casilla{inicial: a, manos: []Mano{{Apuesta: a}}}
		if err := r.give(&r.casillas[k].manos[0]); err != nil {
			return err
		}
	}
	c, err := r.draw()
	if err != nil {
		return err
	}
	r.banca = append(r.banca, c)
	for k := range r.casillas {
		if err := r.give(&r.casillas[k].manos[0]); err != nil {
			return err
		}
	}
	return nil
}

// burn puts out of play the first cards of a load.
func (r *Ronda) burn() error {
	for range quema {
		c, err := r.draw()
		if err != nil {
			return err
		}
		r.quemadas = append(r.quemadas, c)
	}
	return nil
}

// Resume goes on with a manual sabot when an automatic one has jammed and the hand cannot
// be ended with it: resto are the cards that it held, shuffled and cut, of which five are
// put out of play first (art. 48.2, criterio BJ-11). The error wraps ErrTerminada, or is
// one of the cards, as in NewRonda, after which the round is of no more use.
func (r *Ronda) Resume(resto []Naipe) error {
	if r.terminada {
		return norma.Breach(art("48.2"), ErrTerminada)
	}
	r.sabot = slices.Concat(r.sabot[:r.usadas], resto)
	return r.burn()
}

// draw takes the next card out of the sabot, and those that lie face up before it.
func (r *Ronda) draw() (naipes.Carta, error) {
	for r.usadas < len(r.sabot) {
		n := r.sabot[r.usadas]
		if !n.Carta.Valid() {
			return 0, norma.Breach(art("48.1"), ErrCarta)
		}
		if r.vistas[n.Carta.Index()]++; r.vistas[n.Carta.Index()] > Barajas {
			return 0, norma.Errorf(art("48.1"), "%w: %s", ErrRepetida, n.Carta)
		}
		r.usadas++
		if !n.BocaArriba {
			return n.Carta, nil
		}
		r.eliminadas = append(r.eliminadas, n.Carta)
	}
	return 0, norma.Breach(art("48.1"), ErrFaltanCartas)
}

func (r *Ronda) give(m *Mano) error {
	c, err := r.draw()
	if err != nil {
		return err
	}
	m.Cartas = append(m.Cartas, c)
	return nil
}

// advance goes on to the next hand that has something to say, and gives a split one its
// second card when its turn comes (art. 52.1.c, criterio BJ-7).
func (r *Ronda) advance() error {
	for ; r.turno < len(r.casillas); r.turno++ {
		c := &r.casillas[r.turno]
		for ; c.turno < len(c.manos); c.turno++ {
			m := &c.manos[c.turno]
			if len(m.Cartas) < 2 {
				if err := r.give(m); err != nil {
					return err
				}
			}
			if len(Options(*m)) > 0 {
				return nil
			}
		}
	}
	return nil
}

// Turn says which box plays, and which of its hands; ok is false when none is left.
func (r *Ronda) Turn() (casilla, mano int, ok bool) {
	if r.turno >= len(r.casillas) {
		return 0, 0, false
	}
	return r.turno, r.casillas[r.turno].turno, true
}

// current is the hand whose turn it is; nil when none is left.
func (r *Ronda) current() *Mano {
	casilla, mano, ok := r.Turn()
	if !ok {
		return nil
	}
	return &r.casillas[casilla].manos[mano]
}

// Options lists what the hand whose turn it is may do; nothing when none is left.
func (r *Ronda) Options() []Accion {
	if m := r.current(); m != nil {
		return Options(*m)
	}
	return nil
}

// Play does what the player says with the hand whose turn it is. A hand that doubles takes
// one card for as much again (art. 52.1.d); one that splits stakes as much on a new hand
// with its second card, which plays next (52.1.c). The error wraps ErrTerminada or
// ErrAccion; or one of the cards, as in NewRonda, after which the round is of no more use.
func (r *Ronda) Play(a Accion) error {
	m := r.current()
	if m == nil {
		return norma.Breach(art("52.1.a"), ErrTerminada)
	}
	if !slices.Contains(Options(*m), a) {
		return norma.Errorf(a.articulo(), "%w: %q", ErrAccion, a)
	}
	var err error
	switch a {
	case Plantarse:
		m.Cerrada = true
	case Pedir:
		err = r.give(m)
	case Doblar:
		m.Apuesta, m.Doblada, m.Cerrada = 2*m.Apuesta, true, true
		err = r.give(m)
	case Separar:
		r.split()
	}
	if err != nil {
		return err
	}
	r.tercera = r.tercera || a != Plantarse
	return r.advance()
}

// split makes two hands of the current one, each with one card.
func (r *Ronda) split() {
	c := &r.casillas[r.turno]
	m := &c.manos[c.turno]
	puntos := Puntos(m.Cartas[0])
	m.Ases = puntos == 1
	m.Separada = puntos == 1 || puntos == 10
	other := *m
	other.Cartas = []naipes.Carta{m.Cartas[1]}
	m.Cartas = m.Cartas[:1:1]
	c.manos = slices.Insert(c.manos, c.turno+1, other)
}

// MaxSeguro is the most that the box may insure now: half its first stake, rounded down,
// while the bank shows an ace and no third card has been given (art. 52.1.b). 0 is that
// nothing is offered.
func (r *Ronda) MaxSeguro(casilla int) domain.Importe {
	if casilla < 0 || casilla >= len(r.casillas) || r.tercera || r.terminada ||
		r.casillas[casilla].seguro > 0 || !OffersSeguro(r.banca[0]) {
		return 0
	}
	return r.casillas[casilla].inicial / partesSeguro
}

// Insure stakes on the black jack of the bank, once for each box. The error wraps
// ErrSinSeguro, ErrImporte or ErrSeguro.
func (r *Ronda) Insure(casilla int, importe domain.Importe) error {
	if casilla < 0 || casilla >= len(r.casillas) || r.tercera || r.terminada || r.casillas[casilla].seguro > 0 {
		return norma.Breach(art("52.1.b"), ErrSinSeguro)
	}
	if err := CheckSeguro(r.banca[0], r.casillas[casilla].inicial, importe); err != nil {
		return err
	}
	r.casillas[casilla].seguro = importe
	return nil
}

// ManoLiquidada is a hand and what it comes to.
type ManoLiquidada struct {
	Mano
	Liquidacion Liquidacion
}

// CasillaLiquidada is a box: its hands in the order in which they played and its insurance,
// nil when it has none.
type CasillaLiquidada struct {
	Manos  []ManoLiquidada
	Seguro *Liquidacion
}

// Neto is what the players of the box are up, or down when negative.
func (c CasillaLiquidada) Neto() domain.Fraccion {
	var total domain.Fraccion
	for _, m := range c.Manos {
		total = total.Add(m.Liquidacion.Neto())
	}
	if c.Seguro != nil {
		total = total.Add(c.Seguro.Neto())
	}
	return total
}

// Cierre is a round at its end.
type Cierre struct {
	Casillas   []CasillaLiquidada
	Banca      []naipes.Carta
	Quemadas   []naipes.Carta // unseen, of a new sabot
	Eliminadas []naipes.Carta // that lay face up in the sabot
	Usadas     int            // cards that have left the sabot
}

// Neto is the sum of each Neto.
func (c Cierre) Neto() domain.Fraccion {
	var total domain.Fraccion
	for _, casilla := range c.Casillas {
		total = total.Add(casilla.Neto())
	}
	return total
}

// Finish gives the bank its cards, always (art. 52.1.a, criterio BJ-6), and settles every
// hand and insurance. The error wraps ErrSinTerminar, ErrTerminada when it was called
// already, or one of the cards, as in NewRonda.
func (r *Ronda) Finish() (Cierre, error) {
	switch _, _, playing := r.Turn(); {
	case playing:
		return Cierre{}, norma.Breach(art("52.1.a"), ErrSinTerminar)
	case r.terminada:
		return Cierre{}, norma.Breach(art("52.1.a"), ErrTerminada)
	}
	r.terminada = true
	for BancaPide(r.banca) {
		c, err := r.draw()
		if err != nil {
			return Cierre{}, err
		}
		r.banca = append(r.banca, c)
	}
	cierre := Cierre{make([]CasillaLiquidada, len(r.casillas)), r.banca, r.quemadas, r.eliminadas, r.usadas}
	for k, c := range r.casillas {
		liquidada := CasillaLiquidada{Manos: make([]ManoLiquidada, len(c.manos))}
		for i, m := range c.manos {
			liquidada.Manos[i] = ManoLiquidada{m, settle(m, r.banca)}
		}
		if c.seguro > 0 {
			l := settleSeguro(c.seguro, r.banca)
			liquidada.Seguro = &l
		}
		cierre.Casillas[k] = liquidada
	}
	return cierre, nil
}
