package poquersindescarte

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with what is said to have happened.
var (
	ErrImporte = errors.New("el importe no puede apostarse")
	ErrAccion  = errors.New("no es una decisión del juego")
	ErrHecho   = errors.New("no es una irregularidad que la norma prevea")
)

// MaxApostado bounds an amount staked, in céntimos, so that its settlement always fits.
const MaxApostado domain.Importe = 1 << 50

// Accion is what a player does with his cards.
type Accion string

// What he may do: stake again, leave his first stake, or change a card before that.
const (
	Voy    Accion = "voy"
	Paso   Accion = "paso"
	Compra Accion = "compra"
)

// Hecho is something that should not have happened (arts. 101.6, 101.7).
type Hecho string

// What the text provides for.
const (
	ErrorDistribucion                Hecho = "error_distribucion"
	ErrorNumeroNaipes                Hecho = "error_numero_naipes"
	CartaDescubiertaIndebida         Hecho = "carta_descubierta_indebida"
	JugadorDescubreCartas            Hecho = "jugador_descubre_cartas"
	JugadoresIntercambianInformacion Hecho = "jugadores_intercambian_informacion"
)

// Irregularidad is what a Hecho leads to: JugadaAnulada for the whole table, or
// PierdeTodaLaApuesta for the player who did it.
type Irregularidad struct {
	Hecho        Hecho
	Consecuencia Resultado
	Articulo     norma.Articulo
	Criterio     string
}

// irregularidades is the table of arts. 101.6 and 101.7: whoever deals wrongly annuls, the
// player who shows pays (criterio A-SD-11).
var irregularidades = []Irregularidad{
	{ErrorDistribucion, JugadaAnulada, art("101.6"), "A-SD-11"},
	{ErrorNumeroNaipes, JugadaAnulada, art("101.6"), "A-SD-11"},
	{CartaDescubiertaIndebida, JugadaAnulada, art("101.6"), "A-SD-11"},
	{JugadorDescubreCartas, PierdeTodaLaApuesta, art("101.7"), "A-SD-11"},
	{JugadoresIntercambianInformacion, PierdeTodaLaApuesta, art("101.7"), "A-SD-11"},
}

// Judge returns what an irregularity leads to. The error wraps ErrHecho.
func Judge(h Hecho) (Irregularidad, error) {
	for _, i := range irregularidades {
		if i.Hecho == h {
			return i, nil
		}
	}
	return Irregularidad{}, norma.Errorf(art("101.6"), "%w: %q", ErrHecho, h)
}

// Hechos are what happened at a casilla: what was staked, in céntimos, and the cards. An
// amount of 0 was not staked. Carta is the price of the card bought, which Jugador has
// already (art. 102.c). Without an Accion the player has not decided yet.
type Hechos struct {
	Inicial domain.Importe
	Segunda domain.Importe
	Carta   domain.Importe
	Seguro  domain.Importe
	Accion  Accion
	Jugador naipes.Mano
	Banca   naipes.Mano
	Hecho   Hecho // an irregularity; "" when there was none
}

// Resultado is what became of a hand.
type Resultado string

// What may become of it.
const (
	Pendiente           Resultado = "pendiente"
	Retirado            Resultado = "retirado"
	BancaNoJuega        Resultado = "banca_no_juega"
	Gana                Resultado = "gana"
	Pierde              Resultado = "pierde"
	Empate              Resultado = "empate"
	JugadaAnulada       Resultado = "jugada_anulada"
	PierdeTodaLaApuesta Resultado = "pierde_toda_la_apuesta"
)

// Linea is what one bet comes to, in céntimos. What was staked is Devuelto + Pendiente +
// Perdido; Ganado is paid on top. Articulo is the provision it rests on, Criterio the
// declared reading that decides it, when one does.
type Linea struct {
	Apostado, Ganado, Devuelto, Pendiente, Perdido domain.Importe
	Articulo                                       norma.Articulo
	Criterio                                       string
}

// Neto is what the player is up on that bet, or down when negative.
func (l Linea) Neto() domain.Importe { return l.Ganado - l.Perdido }

// Liquidacion is what a hand comes to, bet by bet; a bet that was not made is the zero
// Linea. Multiplo is how many times the segunda was paid, 0 unless the hand won.
// Comparacion is that of the two hands, when they were compared.
type Liquidacion struct {
	Resultado   Resultado
	Multiplo    int64
	Comparacion Comparacion
	Inicial     Linea
	Segunda     Linea
	Carta       Linea
	Seguro      Linea
}

// lineas are the four bets of the hand.
func (l *Liquidacion) lineas() [4]*Linea {
	return [...]*Linea{&l.Inicial, &l.Segunda, &l.Carta, &l.Seguro}
}

// Total adds the bets up; it cites nothing.
func (l Liquidacion) Total() Linea {
	var t Linea
	for _, b := range l.lineas() {
		t.Apostado += b.Apostado
		t.Ganado += b.Ganado
		t.Devuelto += b.Devuelto
		t.Pendiente += b.Pendiente
		t.Perdido += b.Perdido
	}
	return t
}

// Settle says what each bet of a casilla comes to. The amounts are taken as they were
// staked: whether they may be is for Mesa and Mano to say.
//
// The error is a *norma.Error that wraps ErrImporte (an amount negative, missing or out of
// place), domain.ErrDesborde (above MaxApostado), ErrAccion, ErrHecho, ErrNumCartas or
// naipes.ErrRepetida (a card that both have). How many cards there are is looked at only
// where they decide something.
func Settle(h Hechos) (Liquidacion, error) {
	if err := h.check(); err != nil {
		return Liquidacion{}, err
	}
	var l Liquidacion
	l.stake(h)
	if err := l.settle(h); err != nil {
		return Liquidacion{}, err
	}
	return l, nil
}

func (l *Liquidacion) settle(h Hechos) error {
	switch {
	case h.Hecho != "":
		return l.settleHecho(h.Hecho)
	case h.Accion == "":
		l.Resultado = Pendiente
		l.each((*Linea).leave, art101_8, "")
		return nil
	case h.Accion == Paso:
		l.Resultado = Retirado
		l.Inicial.lose(art101_3, "")
		l.Carta.lose(art102c, "A-SD-12")
		l.Seguro.lose(art102b, "A-SD-4")
		return nil
	}
	return l.settleVoy(h)
}

// check returns nil when the amounts and the decision go together.
func (h Hechos) check() error {
	for _, b := range [...]struct {
		importe domain.Importe
		art     norma.Articulo
	}{{h.Inicial, art100_5}, {h.Segunda, art101_3}, {h.Carta, art102c}, {h.Seguro, art102b}} {
		if b.importe < 0 {
			return norma.Breach(b.art, ErrImporte)
		}
		if b.importe > MaxApostado {
			return norma.Breach(b.art, domain.ErrDesborde)
		}
	}
	switch {
	case h.Inicial == 0:
		return norma.Breach(art100_5, ErrImporte)
	case h.Accion != Voy && h.Accion != Paso && h.Accion != "":
		return norma.Errorf(art101_3, "%w: %q", ErrAccion, h.Accion)
	case (h.Accion == Voy) != (h.Segunda > 0):
		return norma.Breach(art101_3, ErrImporte)
	case h.Hecho == "" && h.Jugador.Overlaps(h.Banca):
		return norma.Breach(art97_1, naipes.ErrRepetida)
	}
	return nil
}

// stake notes what was staked on each bet.
func (l *Liquidacion) stake(h Hechos) {
	l.Inicial.Apostado, l.Segunda.Apostado = h.Inicial, h.Segunda
	l.Carta.Apostado, l.Seguro.Apostado = h.Carta, h.Seguro
}

// each settles every bet in one way.
func (l *Liquidacion) each(settle func(*Linea, norma.Articulo, string), a norma.Articulo, criterio string) {
	for _, b := range l.lineas() {
		settle(b, a, criterio)
	}
}

func (l *Linea) cite(a norma.Articulo, criterio string) bool {
	if l.Apostado == 0 {
		return false
	}
	l.Articulo, l.Criterio = a, criterio
	return true
}

func (l *Linea) leave(a norma.Articulo, criterio string) {
	if l.cite(a, criterio) {
		l.Pendiente = l.Apostado
	}
}

func (l *Linea) giveBack(a norma.Articulo, criterio string) {
	if l.cite(a, criterio) {
		l.Devuelto = l.Apostado
	}
}

func (l *Linea) lose(a norma.Articulo, criterio string) {
	if l.cite(a, criterio) {
		l.Perdido = l.Apostado
	}
}

func (l *Linea) win(veces int64, a norma.Articulo, criterio string) {
	if l.cite(a, criterio) {
		l.Devuelto, l.Ganado = l.Apostado, l.Apostado*domain.Importe(veces)
	}
}

// settleHecho settles a hand that an irregularity ended. An annulled one undoes the
// purchase of a card too; the player who shows his cards loses all he has on the table.
func (l *Liquidacion) settleHecho(h Hecho) error {
	i, err := Judge(h)
	if err != nil {
		return err
	}
	l.Resultado = i.Consecuencia
	if i.Consecuencia == JugadaAnulada {
		l.each((*Linea).giveBack, i.Articulo, i.Criterio)
	} else {
		l.each((*Linea).lose, i.Articulo, i.Criterio)
	}
	return nil
}

// settleVoy settles the hand of a player who went on.
func (l *Liquidacion) settleVoy(h Hechos) error {
	c, err := Compare(h.Jugador, h.Banca)
	if err != nil {
		return err
	}
	jugador, banca := ranking.Value(h.Jugador), ranking.Value(h.Banca)
	l.Carta.lose(art102c, "A-SD-12")
	if s := SeguroOf(jugador); s.Veces > 0 {
		l.Seguro.win(s.Veces, s.Articulo, "A-SD-3")
	} else {
		l.Seguro.lose(art102b, "A-SD-3")
	}
	if !BancaJuega(banca) {
		l.Resultado = BancaNoJuega
		l.Inicial.win(1, art101_4, "")
		l.Segunda.giveBack(art101_4, "A-SD-2")
		return nil
	}
	l.Comparacion = c
	switch c.Gana {
	case GanaJugador:
		p := PagoOf(jugador)
		l.Resultado, l.Multiplo = Gana, p.Veces
		l.Inicial.win(1, art101_4, "")
		l.Segunda.win(p.Veces, p.Articulo, "")
	case GanaBanca:
		l.Resultado = Pierde
		l.Inicial.lose(art101_5, "")
		l.Segunda.lose(art101_5, "")
	default:
		l.Resultado = Empate
		l.Inicial.giveBack(art101_5, "")
		l.Segunda.giveBack(art101_5, "")
	}
	return nil
}

// The provisions of a hand.
var (
	art97_1  = art("97.1")
	art100_5 = art("100.5")
	art101_3 = art("101.3")
	art101_4 = art("101.4")
	art101_5 = art("101.5")
	art101_8 = art("101.8")
	art102b  = art("102.b")
	art102c  = art("102.c")
)
