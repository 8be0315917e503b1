// Package propinas holds the rules of the tips: the special boxes that they go into, the
// account of the day and its distribution (art. 19).
package propinas

import (
	"errors"
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with tips.
var (
	ErrCaja        = errors.New("toda propina sale de una caja especial: la de una mesa, la de admisión, la de caja o la del punto de cambio")
	ErrCajas       = errors.New("cada caja especial se cuenta una vez")
	ErrImporte     = errors.New("el importe no es válido")
	ErrDevolucion  = errors.New("se ha devuelto más de lo que había en esa caja especial")
	ErrCriterio    = errors.New("el criterio de reparto no es válido")
	ErrParteNula   = errors.New("una parte es siempre para los empleados y otra para costes de personal y atenciones sociales: ninguna puede quedarse en nada")
	ErrExcluido    = errors.New("la dirección de juegos no participa en el reparto de propinas")
	ErrSinReparto  = errors.New("no hay nadie con puntos entre quien repartir")
	ErrSinConsulta = errors.New("para no admitir propinas hay que consultar antes al comité de empresa")
	ErrAcuerdo     = errors.New("falta la fecha del acuerdo, o no ha llegado")
	ErrNoAdmite    = errors.New("la casa ha acordado no admitir propinas")
)

var art = norma.Reglamento.Art

// Punto is where a special box of tips stands (art. 19.3).
type Punto string

// The places of art. 19.3.
const (
	PuntoMesa     Punto = "mesa"
	PuntoAdmision Punto = "admision"
	PuntoCaja     Punto = "caja"
	PuntoCambio   Punto = "cambio"
)

// Caja is a special box of tips: of a place, and of a table when there.
type Caja struct {
	Punto Punto
	Mesa  int // 0 but at a table
}

// String is the box as the books write it: "mesa-4", "admision".
func (c Caja) String() string {
	if c.Punto == PuntoMesa {
		return "mesa-" + strconv.Itoa(c.Mesa)
	}
	return string(c.Punto)
}

// Nombre is the box in words: "mesa 4", "admisión".
func (c Caja) Nombre() string {
	switch c.Punto {
	case PuntoMesa:
		return "mesa " + strconv.Itoa(c.Mesa)
	case PuntoAdmision:
		return "admisión"
	case PuntoCambio:
		return "punto de cambio"
	}
	return string(c.Punto)
}

// ParseCaja reads a box as the books write it. The error wraps ErrCaja (art. 19.3).
func ParseCaja(s string) (Caja, error) {
	switch p := Punto(s); p {
	case PuntoAdmision, PuntoCaja, PuntoCambio:
		return Caja{Punto: p}, nil
	}
	text, ok := strings.CutPrefix(s, "mesa-")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 1 || strconv.Itoa(n) != text {
		return Caja{}, norma.Breach(art("19.3"), ErrCaja)
	}
	return Caja{PuntoMesa, n}, nil
}

// Contada is what was counted in a box.
type Contada struct {
	Caja    Caja
	Importe domain.Importe
}

// Cuenta is the special account of a day: what was counted at its end, what partial counts
// had taken out of the boxes, and what was given back to who left it by mistake (arts. 19.3,
// 19.4, 19.5). Amounts in céntimos.
type Cuenta struct {
	Cajas      []Contada
	Parciales  []Contada
	Devueltas  []Contada
	Contado    domain.Importe // at the end of the day
	Parcial    domain.Importe
	Devolucion domain.Importe
	Total      domain.Importe // what was counted and what partial counts took, less what was given back
}

// Sum adds the account of the day up. A box never gives more back than it held. The error
// wraps ErrCaja, ErrCajas, ErrImporte or ErrDevolucion.
func Sum(cajas, parciales, devueltas []Contada) (Cuenta, error) {
	c := Cuenta{Cajas: cajas, Parciales: parciales, Devueltas: devueltas}
	if len(cajas) == 0 {
		return c, norma.Breach(art("19.3"), ErrCaja)
	}
	held := map[Caja]domain.Importe{}
	for _, x := range cajas {
		if _, twice := held[x.Caja]; twice {
			return c, norma.Errorf(art("19.4"), "%w: %s", ErrCajas, x.Caja.Nombre())
		}
		held[x.Caja] = 0
	}
	for _, part := range []struct {
		list []Contada
		sum  *domain.Importe
		sign domain.Importe
	}{{cajas, &c.Contado, 1}, {parciales, &c.Parcial, 1}, {devueltas, &c.Devolucion, -1}} {
		for _, x := range part.list {
			if x.Importe < 0 {
				return c, norma.Errorf(art("19.4"), "%w: %s, %s", ErrImporte, x.Caja.Nombre(), x.Importe)
			}
			sum, err := part.sum.Plus(x.Importe)
			if err != nil {
				return c, norma.Breach(art("19.4"), errors.Join(ErrImporte, err))
			}
			*part.sum = sum
			held[x.Caja] += part.sign * x.Importe
		}
	}
	for _, x := range devueltas {
		if held[x.Caja] < 0 {
			return c, norma.Errorf(art("19.3"), "%w: %s", ErrDevolucion, x.Caja.Nombre())
		}
	}
	total, err := c.Contado.Plus(c.Parcial)
	if err != nil {
		return c, norma.Breach(art("19.4"), errors.Join(ErrImporte, err))
	}
	c.Total = total - c.Devolucion
	return c, nil
}
