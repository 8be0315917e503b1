package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with an exchange of money and chips.
var (
	ErrSentido     = errors.New("un cambio es compra de fichas o canje por dinero")
	ErrPunto       = errors.New("el dinero se cambia en la caja o en una mesa en juego")
	ErrQuienCambia = errors.New("el cambio lo hace la caja o el crupier de la mesa")
	ErrDivisa      = errors.New("en las mesas no se cambia moneda extranjera")
	ErrMedio       = errors.New("en las mesas solo se cambia dinero en efectivo")
	ErrContraparte = errors.New("las fichas entregadas no son las pagadas")
	ErrDescuento   = errors.New("las fichas se canjean por su importe íntegro, sin descuento")
	ErrSinCliente  = errors.New("a partir de ese importe hay que identificar al cliente")
)

// Sentido says which way an exchange goes.
type Sentido string

// The two ways.
const (
	Compra Sentido = "compra" // money for chips (art. 30.2)
	Canje  Sentido = "canje"  // chips for money (art. 34.1)
)

// Medio is how money changes hands.
type Medio string

// The ways of paying that an exchange may name.
const (
	Efectivo        Medio = "efectivo"
	TarjetaBancaria Medio = "tarjeta_bancaria"
)

// Euro is the currency of the tables.
const Euro = "EUR"

// UmbralPBC is the amount from which a casino identifies who buys or cashes chips, that
// amount included (Ley 10/2010 art. 7.5), in céntimos.
const UmbralPBC = domain.Importe(200_000)

// Cambio is an exchange of money and chips with a player, at the caja when Mesa is 0.
type Cambio struct {
	Sentido Sentido
	Mesa    int
	Cargo   domain.Cargo // of who makes it
	Medio   Medio
	Divisa  string         // ISO 4217
	Importe domain.Importe // money, in céntimos of euro
	Fichas  domain.Importe // chips, at their value
	Tarjeta int64          // number of the entry card of whom it is made for; 0 not asked
	EnJuego bool           // the table is open
	Juego   domain.Juego   // of the table
	Circulo bool           // it is of círculo: a cambista changes there, never the croupier (art. 32.3)
	Umbral  domain.Importe // from which the client is identified; 0: UmbralPBC
}

// Check returns nil when the exchange may be made. In order: the way, the place (art. 31.2),
// who makes it (arts. 31.2, 32.3, 130.2.a), the currency (art. 28.1) and the means (art. 30.1) at a
// table, chips worth the money (arts. 30.2, 34.1), and from the threshold on the card of the
// client (art. 34.5). The error wraps one of the Err values of this file or ErrImporte.
func (c Cambio) Check() error {
	if c.Sentido != Compra && c.Sentido != Canje {
		return norma.Breach(art("31.2"), ErrSentido)
	}
	if c.Mesa < 0 || c.Mesa > 0 && !c.EnJuego {
		return norma.Breach(art("31.2"), ErrPunto)
	}
	if err := c.checkQuien(); err != nil {
		return err
	}
	switch {
	case c.Mesa > 0 && c.Divisa != Euro:
		return norma.Breach(art("28.1"), ErrDivisa)
	case c.Mesa > 0 && c.Medio != Efectivo, c.Medio != Efectivo && c.Medio != TarjetaBancaria:
		return norma.Breach(art("30.1"), ErrMedio)
	}
	if err := checkPositive(art("30.2"), "el cambio", c.Importe); err != nil {
		return err
	}
	switch {
	case c.Sentido == Compra && c.Fichas != c.Importe:
		return norma.Errorf(art("30.2"), "%w: se pagan %s y se entregan %s", ErrContraparte, c.Importe, c.Fichas)
	case c.Sentido == Canje && c.Fichas != c.Importe:
		return norma.Errorf(art("34.1"), "%w: son %s en fichas y se pagan %s", ErrDescuento, c.Fichas, c.Importe)
	}
	if c.NeedsClient() && c.Tarjeta <= 0 {
		return norma.Errorf(art("34.5"), "%w: %s", ErrSinCliente, c.umbral())
	}
	return nil
}

func (c Cambio) checkQuien() error {
	want, a := domain.Cajero, art("31.2")
	switch {
	case c.Mesa > 0 && c.Circulo:
		want, a = domain.Cambista, art("32.3")
	case c.Mesa > 0:
		want = domain.Crupier
	}
	if c.Cargo == domain.JefeMesa && c.Juego == domain.RuletaFrancesa {
		a = art("130.2.a") // he watches the exchanges and touches neither money nor chips
	}
	if c.Cargo != want {
		return norma.Breach(a, ErrQuienCambia)
	}
	return nil
}

func (c Cambio) umbral() domain.Importe {
	if c.Umbral > 0 {
		return c.Umbral
	}
	return UmbralPBC
}

// NeedsClient reports whether the client of the exchange is to be identified (art. 34.5).
func (c Cambio) NeedsClient() bool { return c.Importe >= c.umbral() }
