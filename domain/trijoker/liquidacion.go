package trijoker

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with what is said to have happened.
var (
	ErrImporte = errors.New("el importe no puede apostarse")
	ErrDonde   = errors.New("no es un lugar donde pueda descubrirse un naipe")
)

// NumApuestas is how many bets a player makes, all alike (art. 109.1). The last one cannot
// be withdrawn (art. 109.3).
const NumApuestas = 3

// MaxApostado bounds an amount staked, in céntimos, so that its settlement always fits.
const MaxApostado domain.Importe = 1 << 50

// Hechos are what happened to a player: what each of his three bets is, in céntimos, which
// of the first two he withdrew, and the cards. Comunes are those turned over so far.
type Hechos struct {
	Apuesta   domain.Importe
	Retirada  [NumApuestas - 1]bool
	Propias   naipes.Mano
	Comunes   naipes.Mano
	Veredicto Veredicto // on a mistake of the deal; zero when there was none
}

// Resultado is what became of a bet.
type Resultado string

// What may become of it.
const (
	Pendiente Resultado = "pendiente"
	Retirada  Resultado = "retirada"
	Gana      Resultado = "gana"
	Pierde    Resultado = "pierde"
	Anulada   Resultado = "anulada"
)

// Linea is what one bet comes to, in céntimos. What was staked is Devuelto + Pendiente +
// Perdido; Ganado is paid on top. Articulo is the provision it rests on, Criterio the
// declared reading that decides it, when one does.
type Linea struct {
	Resultado                                      Resultado
	Apostado, Ganado, Devuelto, Pendiente, Perdido domain.Importe
	Articulo                                       norma.Articulo
	Criterio                                       string
}

// Neto is what the player is up on that bet, or down when negative.
func (l Linea) Neto() domain.Importe { return l.Ganado - l.Perdido }

// Liquidacion is what a hand comes to, bet by bet. Valor is what the five cards are worth
// and Multiplo how many times each bet in play they pay, 0 when they lose; both are zero
// until all are known.
type Liquidacion struct {
	Valor    naipes.Valor
	Multiplo int64
	Apuestas [NumApuestas]Linea
}

// EnJuego is how many bets were not withdrawn.
func (l Liquidacion) EnJuego() int {
	n := 0
	for _, a := range l.Apuestas {
		if a.Resultado != Retirada {
			n++
		}
	}
	return n
}

// Total adds the bets up; it cites nothing.
func (l Liquidacion) Total() Linea {
	var t Linea
	for _, a := range l.Apuestas {
		t.Apostado += a.Apostado
		t.Ganado += a.Ganado
		t.Devuelto += a.Devuelto
		t.Pendiente += a.Pendiente
		t.Perdido += a.Perdido
	}
	return t
}

// Settle says what each of a player's bets comes to (art. 109.4). The amount is taken as
// it was staked: whether it may be is for Mesa to say. While a common card is unknown the
// bets in play are pending.
//
// The error is a *norma.Error that wraps ErrImporte, domain.ErrDesborde (above
// MaxApostado), ErrNumCartas or naipes.ErrRepetida. The cards of an annulled hand are not
// looked at.
func Settle(h Hechos) (Liquidacion, error) {
	var l Liquidacion
	switch {
	case h.Apuesta <= 0:
		return l, norma.Breach(art109_1, ErrImporte)
	case h.Apuesta > MaxApostado:
		return l, norma.Breach(art109_1, domain.ErrDesborde)
	}
	var pago Pago
	var criterio string
	pendiente := h.Comunes.Len() < NumComunes
	if !h.Veredicto.Anula {
		if err := h.checkCartas(); err != nil {
			return l, err
		}
		if !pendiente {
			l.Valor = ranking.Value(h.Propias | h.Comunes)
			pago = PagoOf(l.Valor)
			l.Multiplo = pago.Veces
			if asBajo(h.Propias | h.Comunes) {
				criterio = "A-TJ-1"
			}
		}
	}
	for k := range l.Apuestas {
		a := &l.Apuestas[k]
		a.Apostado = h.Apuesta
		switch {
		case k < len(h.Retirada) && h.Retirada[k]:
			a.withdraw()
		case h.Veredicto.Anula:
			a.annul(h.Veredicto)
		case pendiente:
			a.wait()
		case pago.Veces == 0:
			a.lose(criterio)
		default:
			a.win(pago, criterio)
		}
	}
	return l, nil
}

// checkCartas returns nil when the cards may be those of a hand, at any moment.
func (h Hechos) checkCartas() error {
	if h.Propias.Len() != NumPropias || h.Comunes.Len() > NumComunes {
		return norma.Errorf(art103, "%w: hay %d y %d", ErrNumCartas, h.Propias.Len(), h.Comunes.Len())
	}
	if h.Propias.Overlaps(h.Comunes) {
		return norma.Breach(art104_1, naipes.ErrRepetida)
	}
	return nil
}

// The provisions of a bet.
var (
	art109_1 = art("109.1")
	art109_2 = art("109.2")
	art109_3 = art("109.3")
	art109_4 = art("109.4")
	art110_1 = art("110.1")
)

func (l *Linea) win(p Pago, criterio string) {
	l.Resultado, l.Articulo, l.Criterio = Gana, p.Articulo, criterio
	l.Devuelto, l.Ganado = l.Apostado, l.Apostado*domain.Importe(p.Veces)
}

func (l *Linea) lose(criterio string) {
	l.Resultado, l.Perdido, l.Articulo, l.Criterio = Pierde, l.Apostado, art109_4, criterio
}

func (l *Linea) wait() {
	l.Resultado, l.Pendiente, l.Articulo = Pendiente, l.Apostado, art109_4
}

func (l *Linea) withdraw() {
	l.Resultado, l.Devuelto, l.Articulo, l.Criterio = Retirada, l.Apostado, art109_3, "A-TJ-2"
}

func (l *Linea) annul(v Veredicto) {
	l.Resultado, l.Devuelto, l.Articulo, l.Criterio = Anulada, l.Apostado, v.Articulo, v.Criterio
}

// Donde is where something went wrong in the deal.
type Donde string

// A card of a player's or a common one seen by mistake, any other mistake, or a player who
// shows or talks about his cards.
const (
	NaipeJugador Donde = "jugador"
	NaipeComun   Donde = "comun"
	OtroError    Donde = "otro_error"
	Indiscrecion Donde = "jugador_ensena"
)

// desdeAnula is the lowest common card that annuls the hand when it is seen (art. 109.2),
// and so do all above it, the ace too (criterio A-TJ-3).
const desdeAnula = naipes.Jota

// Veredicto is whether a mistake annuls the hand, and why.
type Veredicto struct {
	Anula    bool
	Articulo norma.Articulo
	Criterio string
}

// Judge says whether a mistake annuls the hand. A player's card that is seen stops
// nothing; a common one annuls the hand from the jota upwards (art. 109.2); whatever else
// annuls it (art. 110.1). What a player gives away himself is noted and annuls nothing, nor
// does it cost him his bets, as in the other póquer (arts. 106, 110.2). Of several common cards each is judged. The error wraps ErrDonde
// or naipes.ErrCarta.
func Judge(d Donde, naipe naipes.Carta) (Veredicto, error) {
	switch d {
	case NaipeJugador:
		return Veredicto{false, art109_2, ""}, nil
	case NaipeComun:
		if !naipe.Valid() {
			return Veredicto{}, norma.Breach(art109_2, naipes.ErrCarta)
		}
		return Veredicto{naipe.Rango() >= desdeAnula, art109_2, "A-TJ-3"}, nil
	case Indiscrecion:
		return Veredicto{false, art("110.2"), ""}, nil
	case OtroError:
		return Veredicto{true, art110_1, ""}, nil
	}
	return Veredicto{}, norma.Errorf(art110_1, "%w: %q", ErrDonde, d)
}
