package blackjack

import (
	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// Resultado is what became of a hand or an insurance.
type Resultado string

// What may become of a hand.
const (
	Gana      Resultado = "gana"
	Pierde    Resultado = "pierde"
	Nula      Resultado = "nula"
	ConBJ     Resultado = "black_jack" // it wins with black jack
	conSeguro Resultado = "seguro"     // the row of pagos of an insurance that wins
)

// Pago is a row of art. 52.1: how many times the stake a win pays, on top of it.
type Pago struct {
	Resultado Resultado
	Num, Den  int64
	Articulo  norma.Articulo
}

// pagos is the table of payments of art. 52.1. An insurance that wins pays the hand it
// insures: half the stake, twice.
var pagos = []Pago{
	{Gana, 1, 1, art("52.1.a")},
	{ConBJ, 3, 2, art("52.1.a")},
	{conSeguro, 2, 1, art("52.1.b")},
}

// Pagos returns the table of payments: a hand that wins, one with black jack, an insurance.
func Pagos() []Pago { return append([]Pago(nil), pagos...) }

// partesSeguro is how many times less than the first stake an insurance may be: half of it
// (art. 52.1.b).
const partesSeguro = 2

// Liquidacion is what a hand or an insurance comes to. What was staked is Devuelto +
// Perdido, in céntimos; Ganado, exact, is paid on top. Articulo is the provision it rests
// on, Criterio the declared reading that decides it, when one does.
type Liquidacion struct {
	Resultado Resultado
	Ganado    domain.Fraccion
	Devuelto  domain.Importe
	Perdido   domain.Importe
	Articulo  norma.Articulo
	Criterio  string
}

// Neto is what the player is up, or down when negative.
func (l Liquidacion) Neto() domain.Fraccion { return l.Ganado.Sub(domain.FraccionDe(l.Perdido)) }

// Settle settles a hand against the bank's, which has drawn all its cards. Whose stake it
// is, and of how many bets, does not matter here. The error wraps ErrImporte or ErrCarta.
func Settle(m Mano, banca []naipes.Carta) (Liquidacion, error) {
	if m.Apuesta <= 0 || m.Apuesta > MaxApostado {
		return Liquidacion{}, norma.Breach(art("53.3"), ErrImporte)
	}
	for _, cartas := range [][]naipes.Carta{m.Cartas, banca} {
		if err := checkCartas(cartas); err != nil {
			return Liquidacion{}, err
		}
	}
	return settle(m, banca), nil
}

// checkCartas returns nil when there is a hand of cards.
func checkCartas(cartas []naipes.Carta) error {
	if len(cartas) < 2 {
		return norma.Breach(art("52.1.a"), ErrFaltanCartas)
	}
	for _, c := range cartas {
		if !c.Valid() {
			return norma.Breach(art("48.1"), ErrCarta)
		}
	}
	return nil
}

func settle(m Mano, banca []naipes.Carta) Liquidacion {
	resultado, criterio := compare(m, banca)
	l := Liquidacion{Resultado: resultado, Articulo: art52_1_a, Criterio: criterio}
	if m.Separada {
		l.Articulo = art52_1_c
	}
	switch resultado {
	case Pierde:
		l.Perdido = m.Apuesta
	case Nula:
		l.Devuelto = m.Apuesta
	default:
		l.pay(resultado, m.Apuesta)
	}
	return l
}

// The provisions of a settlement.
var (
	art52_1_a = art("52.1.a")
	art52_1_b = art("52.1.b")
	art52_1_c = art("52.1.c")
)

// pay settles a win by its row of pagos.
func (l *Liquidacion) pay(row Resultado, importe domain.Importe) {
	for _, p := range pagos {
		if p.Resultado == row {
			l.Ganado = domain.FraccionDe(importe).Mul(domain.NewFraccion(p.Num, p.Den))
			l.Devuelto = importe
		}
	}
}

// compare is what becomes of a hand, with the criterio that decides it: one that has
// passed has lost already; black jack beats any other 21, and equals that of the bank
// (criterio BJ-2); the black jack of the bank takes all that is staked, doubled and split
// hands too (BJ-1), and a 21 of split aces or tens (BJ-3); else the higher wins.
func compare(m Mano, banca []naipes.Carta) (Resultado, string) {
	mano, casa := Count(m.Cartas), Count(banca)
	switch {
	case mano.Pasa():
		return Pierde, ""
	case m.BlackJack() && blackJack(banca):
		return Nula, "BJ-2"
	case m.BlackJack():
		return ConBJ, ""
	case blackJack(banca) && mano.Total == veintiuno && m.Separada:
		return Pierde, "BJ-3"
	case blackJack(banca):
		return Pierde, "BJ-1"
	case casa.Pasa() || mano.Total > casa.Total:
		return Gana, ""
	case mano.Total < casa.Total:
		return Pierde, ""
	}
	return Nula, "BJ-12"
}

// OffersSeguro reports whether insurance is offered over the first card of the bank: an
// ace (art. 52.1.b).
func OffersSeguro(primera naipes.Carta) bool { return primera.Rango() == naipes.As }

// CheckSeguro returns nil when a first stake may be insured for that much over that first
// card of the bank: up to half (art. 52.1.b, criterio BJ-13). The error wraps ErrSinSeguro,
// ErrImporte or ErrSeguro.
func CheckSeguro(primera naipes.Carta, apuesta, seguro domain.Importe) error {
	switch {
	case !OffersSeguro(primera):
		return norma.Breach(art52_1_b, ErrSinSeguro)
	case seguro <= 0 || apuesta <= 0:
		return norma.Breach(art52_1_b, ErrImporte)
	case seguro > apuesta/partesSeguro:
		return norma.Breach(art52_1_b, ErrSeguro).Under("BJ-13")
	}
	return nil
}

// SettleSeguro settles an insurance by itself. The error is that of CheckSeguro, or wraps
// ErrFaltanCartas, ErrCarta or domain.ErrDesborde.
func SettleSeguro(apuesta, seguro domain.Importe, banca []naipes.Carta) (Liquidacion, error) {
	if err := checkCartas(banca); err != nil {
		return Liquidacion{}, err
	}
	if err := CheckSeguro(banca[0], apuesta, seguro); err != nil {
		return Liquidacion{}, err
	}
	if apuesta > MaxApostado {
		return Liquidacion{}, norma.Breach(art52_1_b, domain.ErrDesborde)
	}
	return settleSeguro(seguro, banca), nil
}

// settleSeguro pays an insurance when the bank has black jack; a 21 of more cards loses it.
func settleSeguro(seguro domain.Importe, banca []naipes.Carta) Liquidacion {
	l := Liquidacion{Resultado: Pierde, Articulo: art52_1_b}
	if !blackJack(banca) {
		l.Perdido = seguro
		return l
	}
	l.Resultado = Gana
	l.pay(conSeguro, seguro)
	return l
}

// PlayBanca gives the bank cards in the order in which they come until it stands. drawn is
// how many it takes. The error wraps ErrFaltanCartas or ErrCarta.
func PlayBanca(primera naipes.Carta, sabot []naipes.Carta) (banca []naipes.Carta, drawn int, err error) {
	banca = []naipes.Carta{primera}
	if !primera.Valid() {
		return nil, 0, norma.Breach(art("48.1"), ErrCarta)
	}
	for BancaPide(banca) {
		if drawn >= len(sabot) {
			return nil, 0, norma.Breach(art52_1_a, ErrFaltanCartas)
		}
		if !sabot[drawn].Valid() {
			return nil, 0, norma.Breach(art("48.1"), ErrCarta)
		}
		banca = append(banca, sabot[drawn])
		drawn++
	}
	return banca, drawn, nil
}

// PaymentOrder lists hands dealt from the left of the croupier in the order in which they
// are collected and paid: from his right (art. 52.1.a).
func PaymentOrder(manos int) []int {
	order := make([]int, manos)
	for k := range order {
		order[k] = manos - 1 - k
	}
	return order
}
