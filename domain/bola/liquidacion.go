package bola

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Apuesta is an amount on a suerte; Numero is that of a Pleno, and of no other. Tardia
// says that it was laid after «no va más».
type Apuesta struct {
	Suerte  Suerte
	Numero  Numero
	Importe domain.Importe // céntimos
	Tardia  bool
}

// Resultado is what became of a stake.
type Resultado string

// What may become of a stake.
const (
	Gana      Resultado = "gana"
	Pierde    Resultado = "pierde"
	Rechazada Resultado = "rechazada" // laid too late: it goes back
)

// Liquidacion is what a stake comes to, in céntimos. What was staked is Devuelto +
// Perdido; Ganado is paid on top. Articulo is the provision it rests on, Criterio the
// declared reading that decides it, when one does.
type Liquidacion struct {
	Resultado Resultado
	Ganado    domain.Importe
	Devuelto  domain.Importe
	Perdido   domain.Importe
	Articulo  norma.Articulo
	Criterio  string
}

// Neto is what the player is up, or down when negative.
func (l Liquidacion) Neto() domain.Importe { return l.Ganado - l.Perdido }

// Total is the sum of many settlements, in céntimos.
type Total struct {
	Apostado, Ganado, Devuelto, Perdido domain.Importe
}

// Neto is the sum of each Neto.
func (t Total) Neto() domain.Importe { return t.Ganado - t.Perdido }

// Settle appends to dst the settlement of each stake, in order, when n came out, and adds
// them up. A winner recovers his stake besides what he is paid (art. 147); at the 5 every
// sencilla loses, and nothing of it goes back (art. 145.2). Limits are not looked at: see
// Limites.Check.
//
// The error is a *norma.Error that wraps ErrNumero, ErrSuerte, ErrCombinacion, ErrImporte
// (an amount that is not positive) or domain.ErrDesborde (more than MaxApostado in all);
// dst is returned as it came.
func Settle(n Numero, apuestas []Apuesta, dst []Liquidacion) ([]Liquidacion, Total, error) {
	if !n.Valid() {
		return dst, Total{}, norma.Breach(art("142.2"), ErrNumero)
	}
	var t Total
	came := len(dst)
	for k := range apuestas {
		a := &apuestas[k]
		if err := a.check(t.Apostado); err != nil {
			return dst[:came], Total{}, err
		}
		l := a.settle(n)
		dst = append(dst, l)
		t.Apostado += a.Importe
		t.Ganado += l.Ganado
		t.Devuelto += l.Devuelto
		t.Perdido += l.Perdido
	}
	return dst, t, nil
}

// check returns nil when the stake can be settled, apostado being already staked.
func (a *Apuesta) check(apostado domain.Importe) error {
	if !a.Suerte.Valid() {
		return norma.Breach(art("145.1"), ErrSuerte)
	}
	articulo := pagos[a.Suerte-1].Articulo
	switch {
	case a.Suerte == Pleno && !a.Numero.Valid(), a.Suerte != Pleno && a.Numero != 0:
		return norma.Breach(articulo, ErrCombinacion)
	case a.Importe <= 0:
		return norma.Breach(articulo, ErrImporte)
	case a.Importe > MaxApostado || apostado > MaxApostado-a.Importe:
		return norma.Breach(articulo, domain.ErrDesborde)
	}
	return nil
}

// Provisions of a stake that no row of art. 145.1 settles.
var (
	artCasa   = art("145.2")
	artTardia = art("147")
)

func (a *Apuesta) settle(n Numero) Liquidacion {
	pago := &pagos[a.Suerte-1]
	switch {
	case a.Tardia:
		return Liquidacion{Resultado: Rechazada, Devuelto: a.Importe, Articulo: artTardia}
	case n.Wins(a.Suerte, a.Numero):
		l := Liquidacion{Resultado: Gana, Ganado: a.Importe * domain.Importe(pago.Veces), Devuelto: a.Importe, Articulo: pago.Articulo}
		if a.Suerte == Pleno {
			l.Criterio = "BOL-1"
		}
		return l
	case n == Casa && a.Suerte != Pleno:
		return Liquidacion{Resultado: Pierde, Perdido: a.Importe, Articulo: artCasa}
	}
	return Liquidacion{Resultado: Pierde, Perdido: a.Importe, Articulo: pago.Articulo}
}
