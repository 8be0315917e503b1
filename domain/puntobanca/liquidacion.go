package puntobanca

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Suerte is what a bet is laid on.
type Suerte string

// The three.
const (
	Punto    Suerte = "punto"
	Banca    Suerte = "banca"
	Igualdad Suerte = "igualdad"
)

// Pago is a row of art. 67.1: what a suerte pays, times the stake, on top of it.
type Pago struct {
	Suerte   Suerte
	Veces    int64
	Articulo norma.Articulo
}

// pagos is the table of payments of art. 67.1.
var pagos = []Pago{
	{Punto, 1, art("67.1")},
	{Banca, 1, art("67.1")},
	{Igualdad, 8, art("67.1")},
}

// Pagos returns the table of payments.
func Pagos() []Pago { return append([]Pago(nil), pagos...) }

// Pago returns the row of art. 67.1 for the suerte; the zero Pago for none.
func (s Suerte) Pago() Pago {
	if p := s.fila(); p != nil {
		return *p
	}
	return Pago{}
}

func (s Suerte) fila() *Pago {
	for k := range pagos {
		if pagos[k].Suerte == s {
			return &pagos[k]
		}
	}
	return nil
}

// ParseSuerte reads the name of a suerte. The error wraps ErrSuerte.
func ParseSuerte(nombre string) (Suerte, error) {
	if s := Suerte(nombre); s.fila() != nil {
		return s, nil
	}
	return "", norma.Errorf(art("67.1"), "%w: %q", ErrSuerte, nombre)
}

// Opcion is how the house keeps a part of what the bank wins. A table has one of the two,
// set before it opens.
type Opcion string

// Both ways of art. 65.
const (
	CincoPorCiento Opcion = "5"
	MitadConSeis   Opcion = "50_con_6"
)

// retencion is a row of art. 65: what is kept, per cent, of what a bet on the bank wins;
// of any win when puntos is 0, else of one with that many.
type retencion struct {
	opcion   Opcion
	puntos   int
	ciento   int64
	articulo norma.Articulo
}

// Retencion is what the house keeps, per cent, of what a bet on the bank wins: of any win
// when Puntos is 0, else of one with that many.
type Retencion struct {
	Opcion   Opcion
	Puntos   int
	Ciento   int64
	Articulo norma.Articulo
}

// Retenciones lists the table of art. 65.
func Retenciones() []Retencion {
	rs := make([]Retencion, len(retenciones))
	for k, r := range retenciones {
		rs[k] = Retencion{r.opcion, r.puntos, r.ciento, r.articulo}
	}
	return rs
}

// retenciones is the table of art. 65. Only bets on the bank bear it (criterio PYB-2).
var retenciones = []retencion{
	{CincoPorCiento, 0, 5, art("65.1")},
	{MitadConSeis, 6, 50, art("65.2")},
}

// ParseOpcion reads the name of an Opcion. The error wraps ErrOpcion.
func ParseOpcion(nombre string) (Opcion, error) {
	for _, r := range retenciones {
		if r.opcion == Opcion(nombre) {
			return r.opcion, nil
		}
	}
	return "", norma.Errorf(art("65"), "%w: %q", ErrOpcion, nombre)
}

// find returns the row of o when it bears on a bank that wins with that many points.
func (o Opcion) find(puntos int) (retencion, bool) {
	for _, r := range retenciones {
		if r.opcion == o && (r.puntos == 0 || r.puntos == puntos) {
			return r, true
		}
	}
	return retencion{}, false
}

// Apuesta is a stake, in céntimos.
type Apuesta struct {
	Suerte  Suerte
	Importe domain.Importe
}

// Resultado is what became of a bet.
type Resultado string

// What may become of a bet.
const (
	Gana   Resultado = "gana"
	Pierde Resultado = "pierde"
	Nula   Resultado = "nula" // equal hands: it may be taken back (criterio PYB-6)
)

// Liquidacion is what a bet comes to. What was staked is Devuelto + Perdido, in céntimos.
// Ganado, exact, is paid on top of it, Retenido being kept already. Articulo is the
// provision it rests on, Criterio the declared reading that decides it, when one does.
type Liquidacion struct {
	Resultado Resultado
	Ganado    domain.Fraccion
	Retenido  domain.Fraccion
	Devuelto  domain.Importe
	Perdido   domain.Importe
	Articulo  norma.Articulo
	Criterio  string
}

// Neto is what the player is up, or down when negative.
func (l Liquidacion) Neto() domain.Fraccion { return l.Ganado.Sub(domain.FraccionDe(l.Perdido)) }

// Total is the sum of many settlements.
type Total struct {
	Ganado   domain.Fraccion
	Retenido domain.Fraccion
	Apostado domain.Importe
	Devuelto domain.Importe
	Perdido  domain.Importe
}

// Neto is the sum of each Neto.
func (t Total) Neto() domain.Fraccion { return t.Ganado.Sub(domain.FraccionDe(t.Perdido)) }

// MaxApostado bounds what may be staked at one jugada, in céntimos, so that no sum can
// overflow: a million millions of euros.
const MaxApostado domain.Importe = 100_000_000_000_000

// Settle returns the settlement of each bet, in order, and adds them up. Limits are not
// looked at: see Limites.Check. The error is that of Jugada.Check, or wraps ErrOpcion,
// ErrSuerte, ErrImporte or domain.ErrDesborde.
func Settle(j Jugada, o Opcion, apuestas []Apuesta) ([]Liquidacion, Total, error) {
	if _, err := ParseOpcion(string(o)); err != nil {
		return nil, Total{}, err
	}
	if err := j.Check(); err != nil {
		return nil, Total{}, err
	}
	var total Total
	ls := make([]Liquidacion, len(apuestas))
	for k, a := range apuestas {
		fila := a.Suerte.fila()
		switch {
		case fila == nil:
			return nil, Total{}, norma.Errorf(art("67.1"), "%w: %q", ErrSuerte, a.Suerte)
		case a.Importe <= 0:
			return nil, Total{}, norma.Breach(art("66"), ErrImporte)
		case a.Importe > MaxApostado-total.Apostado:
			return nil, Total{}, norma.Breach(art("66"), domain.ErrDesborde)
		}
		ls[k] = settle(j, o, a, fila)
		total.add(a.Importe, ls[k])
	}
	return ls, total, nil
}

func (t *Total) add(apostado domain.Importe, l Liquidacion) {
	t.Apostado += apostado
	t.Ganado = t.Ganado.Add(l.Ganado)
	t.Retenido = t.Retenido.Add(l.Retenido)
	t.Devuelto += l.Devuelto
	t.Perdido += l.Perdido
}

func settle(j Jugada, o Opcion, a Apuesta, fila *Pago) Liquidacion {
	l := Liquidacion{Articulo: fila.Articulo}
	switch ganador := j.Ganador(); {
	case a.Suerte == ganador:
		l.Resultado, l.Devuelto = Gana, a.Importe
		l.Ganado = domain.FraccionDe(a.Importe).Mul(domain.NewFraccion(fila.Veces, 1))
	case ganador == Igualdad:
		l.Resultado, l.Devuelto, l.Criterio = Nula, a.Importe, "PYB-6"
	default:
		l.Resultado, l.Perdido = Pierde, a.Importe
	}
	if l.Resultado == Gana && a.Suerte == Banca {
		if r, ok := o.find(j.Banca.Total()); ok {
			l.Retenido = l.Ganado.Mul(domain.NewFraccion(r.ciento, 100))
			l.Ganado = l.Ganado.Sub(l.Retenido)
			l.Articulo, l.Criterio = r.articulo, "PYB-2"
		}
	}
	return l
}
