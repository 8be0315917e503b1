package motor

import (
	"encoding/json"
	"errors"
	"strings"

	"foliado/domain"
	"foliado/domain/blackjack"
	"foliado/domain/naipes"
)

// entradaBlackJack is the union of the inputs of the operations on black jack.
type entradaBlackJack struct {
	Op            string               `json:"op"`
	Cards         []string             `json:"cards"`
	FromSplit     bool                 `json:"from_split"`
	SplitAces     bool                 `json:"split_aces"`
	Up            string               `json:"up"`
	Draws         []string             `json:"draws"`
	Dealer        []string             `json:"dealer"`
	Stake         *domain.Importe      `json:"stake"`
	Doubled       bool                 `json:"doubled"`
	Insurance     *domain.Importe      `json:"insurance"`
	Shoe          []string             `json:"shoe"`
	FreshShoe     bool                 `json:"fresh_shoe"`
	Boxes         []casillaBlackJack   `json:"boxes"`
	Bettors       []apostanteBlackJack `json:"bettors"`
	TableMin      *domain.Importe      `json:"table_min"`
	Factor        int64                `json:"factor"`
	Bets          []domain.Importe     `json:"bets"`
	Kind          blackjack.Clase      `json:"kind"`
	Cause         blackjack.Causa      `json:"cause"`
	CardsOnTable  bool                 `json:"cards_on_table"`
	CanFinishHand bool                 `json:"can_finish_hand"`
}

type casillaBlackJack struct {
	Stake     domain.Importe     `json:"stake"`
	Insurance domain.Importe     `json:"insurance"`
	Actions   []blackjack.Accion `json:"actions"`
}

type apostanteBlackJack struct {
	ID       string         `json:"id"`
	Front    bool           `json:"front"`
	Stake    domain.Importe `json:"stake"`
	Distance int            `json:"distance"`
}

// operacionesBlackJack is the dispatch table of the operations.
var operacionesBlackJack = map[string]func(e entradaBlackJack, m moneda) (any, error){
	"hand_value":    blackJackHandValue,
	"dealer":        blackJackDealer,
	"legal_actions": blackJackLegalActions,
	"settle_hand":   blackJackSettleHand,
	"insurance":     blackJackInsurance,
	"round":         blackJackRound,
	"box_command":   blackJackBoxCommand,
	"box_limits":    blackJackBoxLimits,
	"sabot":         blackJackSabot,
	"jam":           blackJackJam,
}

func juegoBlackJack(input []byte, m moneda) (any, error) {
	var e entradaBlackJack
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesBlackJack[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// Codes of a round whose actions are not those that its hands need.
const (
	codigoFaltanAcciones = "faltan_acciones"
	codigoSobranAcciones = "sobran_acciones"
)

// erroresBlackJack are the words of what the text forbids.
var erroresBlackJack = []codigo{
	{blackjack.ErrAccion, "accion_no_permitida"},
	{blackjack.ErrSinSeguro, "seguro_no_ofrecido"},
	{blackjack.ErrSeguro, "seguro_superior_a_la_mitad"},
	{blackjack.ErrFactor, "factor_no_permitido"},
	{blackjack.ErrFaltanCartas, "faltan_cartas"},
}

// motivosBlackJack are the words of a no.
var motivosBlackJack = []codigo{
	{blackjack.ErrApuestas, "mas_de_tres_apuestas"},
	{blackjack.ErrInferior, "inferior_al_minimo"},
	{blackjack.ErrSuperior, "superior_al_maximo"},
}

// cartas reads a list of cards; one that is none is an input that is no good.
func cartas(textos []string) ([]naipes.Carta, error) {
	cs, err := naipes.ParseCartas(textos)
	if err != nil {
		return nil, fallo(codigoEntrada)
	}
	return cs, nil
}

// valorBlackJack is what cards add up to.
type valorBlackJack struct {
	Total     int  `json:"total"`
	Soft      bool `json:"soft"`
	Bust      bool `json:"bust"`
	BlackJack bool `json:"blackjack"`
}

func newValorBlackJack(m blackjack.Mano) valorBlackJack {
	c := blackjack.Count(m.Cartas)
	return valorBlackJack{c.Total, c.Blanda, c.Pasa(), m.BlackJack()}
}

func blackJackHandValue(e entradaBlackJack, _ moneda) (any, error) {
	cs, err := cartas(e.Cards)
	if err != nil {
		return nil, err
	}
	return newValorBlackJack(blackjack.Mano{Cartas: cs, Separada: e.FromSplit}), nil
}

func blackJackDealer(e entradaBlackJack, _ moneda) (any, error) {
	cs, err := cartas(append([]string{e.Up}, e.Draws...))
	if err != nil {
		return nil, err
	}
	banca, drawn, err := blackjack.PlayBanca(cs[0], cs[1:])
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return struct {
		Cards []string `json:"cards"`
		valorBlackJack
		Drawn int `json:"drawn"`
	}{naipes.FormatCartas(banca), newValorBlackJack(blackjack.Mano{Cartas: banca}), drawn}, nil
}

func blackJackLegalActions(e entradaBlackJack, _ moneda) (any, error) {
	cs, err := cartas(e.Cards)
	if err != nil {
		return nil, err
	}
	answer := struct {
		Actions []blackjack.Accion `json:"actions"`
	}{blackjack.Options(blackjack.Mano{Cartas: cs, Separada: e.FromSplit, Ases: e.SplitAces})}
	if answer.Actions == nil {
		answer.Actions = []blackjack.Accion{}
	}
	return answer, nil
}

func (m moneda) blackJack(l blackjack.Liquidacion) registro {
	return registro{string(l.Resultado), m.importes(importes{
		l.Ganado, domain.FraccionDe(l.Devuelto), domain.Fraccion{}, l.Neto()}), m.cita(l.Articulo, l.Criterio)}
}

func blackJackSettleHand(e entradaBlackJack, m moneda) (any, error) {
	cs, err := cartas(e.Cards)
	if err != nil {
		return nil, err
	}
	banca, err := cartas(e.Dealer)
	if err != nil || e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	l, err := blackjack.Settle(blackjack.Mano{Cartas: cs, Apuesta: *e.Stake, Separada: e.FromSplit, Doblada: e.Doubled}, banca)
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return m.blackJack(l), nil
}

func blackJackInsurance(e entradaBlackJack, m moneda) (any, error) {
	banca, err := cartas(e.Dealer)
	if err != nil || e.Stake == nil || e.Insurance == nil {
		return nil, fallo(codigoEntrada)
	}
	l, err := blackjack.SettleSeguro(*e.Stake, *e.Insurance, banca)
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return m.blackJack(l), nil
}

// manoBlackJack is a hand at the end of a round.
type manoBlackJack struct {
	Cards     []string            `json:"cards"`
	Total     int                 `json:"total"`
	Stake     domain.Importe      `json:"stake"`
	BlackJack bool                `json:"blackjack"`
	Result    blackjack.Resultado `json:"result"`
	Winnings  json.RawMessage     `json:"winnings"`
	Returned  json.RawMessage     `json:"returned"`
	Net       json.RawMessage     `json:"net"`
	cita
}

type seguroBlackJack struct {
	Result blackjack.Resultado `json:"result"`
	Net    json.RawMessage     `json:"net"`
	cita
}

type cajaBlackJack struct {
	Hands     []manoBlackJack  `json:"hands"`
	Insurance *seguroBlackJack `json:"insurance"`
	Net       json.RawMessage  `json:"net"`
}

type bancaBlackJack struct {
	Cards     []string `json:"cards"`
	Total     int      `json:"total"`
	BlackJack bool     `json:"blackjack"`
}

// rondaBlackJack is a round at its end.
type rondaBlackJack struct {
	Boxes      []cajaBlackJack `json:"boxes"`
	Dealer     bancaBlackJack  `json:"dealer"`
	Burned     []string        `json:"burned"`
	Eliminated []string        `json:"eliminated"`
	CardsUsed  int             `json:"cards_used"`
	Net        json.RawMessage `json:"net"`
}

// bocaArriba follows a card that lies face up in the sabot.
const bocaArriba = "^"

func sabotBlackJack(textos []string) ([]blackjack.Naipe, error) {
	sabot := make([]blackjack.Naipe, len(textos))
	for k, s := range textos {
		s, arriba := strings.CutSuffix(s, bocaArriba)
		c, err := naipes.ParseCarta(s)
		if err != nil {
			return nil, fallo(codigoEntrada)
		}
		sabot[k] = blackjack.Naipe{Carta: c, BocaArriba: arriba}
	}
	return sabot, nil
}

func blackJackRound(e entradaBlackJack, m moneda) (any, error) {
	sabot, err := sabotBlackJack(e.Shoe)
	if err != nil {
		return nil, err
	}
	apuestas := make([]domain.Importe, len(e.Boxes))
	for k, b := range e.Boxes {
		apuestas[k] = b.Stake
	}
	r, err := blackjack.NewRonda(sabot, e.FreshShoe, apuestas)
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	if err := playBlackJack(r, e.Boxes); err != nil {
		return nil, err
	}
	c, err := r.Finish()
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return m.ronda(c), nil
}

// playBlackJack insures the boxes and plays their actions: all that their hands need and
// no more. The error is a code of the answer.
func playBlackJack(r *blackjack.Ronda, boxes []casillaBlackJack) error {
	for k, b := range boxes {
		if b.Insurance != 0 {
			if err := r.Insure(k, b.Insurance); err != nil {
				return failWith(err, erroresBlackJack)
			}
		}
	}
	used := make([]int, len(boxes))
	for {
		k, _, ok := r.Turn()
		if !ok {
			break
		}
		if used[k] >= len(boxes[k].Actions) {
			return fallo(codigoFaltanAcciones)
		}
		if err := r.Play(boxes[k].Actions[used[k]]); err != nil {
			return failWith(err, erroresBlackJack)
		}
		used[k]++
	}
	for k, b := range boxes {
		if used[k] < len(b.Actions) {
			return fallo(codigoSobranAcciones)
		}
	}
	return nil
}

func (m moneda) ronda(c blackjack.Cierre) rondaBlackJack {
	banca := newValorBlackJack(blackjack.Mano{Cartas: c.Banca})
	answer := rondaBlackJack{make([]cajaBlackJack, len(c.Casillas)), bancaBlackJack{naipes.FormatCartas(c.Banca), banca.Total, banca.BlackJack},
		naipes.FormatCartas(c.Quemadas), naipes.FormatCartas(c.Eliminadas), c.Usadas, m.up(c.Neto())}
	for k, box := range c.Casillas {
		caja := cajaBlackJack{Hands: make([]manoBlackJack, len(box.Manos)), Net: m.up(box.Neto())}
		for i, h := range box.Manos {
			r := m.blackJack(h.Liquidacion)
			caja.Hands[i] = manoBlackJack{naipes.FormatCartas(h.Cartas), blackjack.Count(h.Cartas).Total, h.Apuesta, h.BlackJack(),
				h.Liquidacion.Resultado, r.Winnings, r.Returned, r.Net, r.cita}
		}
		if s := box.Seguro; s != nil {
			caja.Insurance = &seguroBlackJack{s.Resultado, m.up(s.Neto()), m.cita(s.Articulo, s.Criterio)}
		}
		answer.Boxes[k] = caja
	}
	return answer
}

func blackJackBoxCommand(e entradaBlackJack, _ moneda) (any, error) {
	apostantes := make([]blackjack.Apostante, len(e.Bettors))
	for k, b := range e.Bettors {
		apostantes[k] = blackjack.Apostante{ID: b.ID, Frente: b.Front, Importe: b.Stake, Distancia: b.Distance}
	}
	manda, err := blackjack.Command(apostantes)
	if err != nil && !errors.Is(err, blackjack.ErrSinApuestas) {
		return nil, failWith(err, erroresBlackJack)
	}
	return struct {
		Commander *string `json:"commander"`
	}{orNull(manda.ID)}, nil
}

func blackJackBoxLimits(e entradaBlackJack, _ moneda) (any, error) {
	if e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	l, err := blackjack.NewLimites(*e.TableMin, e.Factor)
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	v, err := judge(l.Check(e.Bets), motivosBlackJack, erroresBlackJack)
	return struct {
		veredictoCaja
		Max domain.Importe `json:"max"`
	}{v, l.Maximo}, err
}

func blackJackSabot(e entradaBlackJack, _ moneda) (any, error) {
	s, err := blackjack.FindSabot(e.Kind)
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return struct {
		Burn              int    `json:"burn"`
		MinCardsBehindCut *int   `json:"min_cards_behind_cut"`
		FinalAnnouncement string `json:"final_announcement"`
		UsedCardsGo       string `json:"used_cards_go"`
	}{s.Quema, orNullInt(s.CartasTrasCorte), s.Anuncio, s.Usadas}, nil
}

func blackJackJam(e entradaBlackJack, _ moneda) (any, error) {
	r, err := blackjack.Unblock(blackjack.Bloqueo{Clase: e.Kind, Causa: e.Cause, CartasEnMesa: e.CardsOnTable, PuedeTerminar: e.CanFinishHand})
	if err != nil {
		return nil, failWith(err, erroresBlackJack)
	}
	return struct {
		Do                 string `json:"do"`
		Then               string `json:"then,omitempty"`
		ReshuffleRemaining bool   `json:"reshuffle_remaining,omitempty"`
		CutBy              string `json:"cut_by,omitempty"`
		Discard            int    `json:"discard,omitempty"`
	}{r.Hacer, r.Despues, r.Rebaraja, r.Corta, r.Quema}, nil
}
