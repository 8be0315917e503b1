package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with the caja central.
var (
	ErrSinRuleta      = errors.New("no hay ninguna mesa de ruleta")
	ErrSuma           = errors.New("la suma de la caja central no alcanza")
	ErrMetalico       = errors.New("el metálico de la caja central no llega a la mitad de la suma exigida")
	ErrMinimoPrevisto = errors.New("la apuesta mínima supera la prevista al abrir la jornada, con la que se juzgó la caja central")
	ErrMovimiento     = errors.New("ese movimiento entre mesa y caja no está previsto")
	ErrCambio         = errors.New("en el cambio entre mesa y caja se entrega lo mismo que se recibe")
)

// Ruleta is a roulette as art. 37.1 looks at it.
type Ruleta struct {
	Minimo   domain.Importe // its minimum stake
	Anticipo domain.Importe // the anticipo really given to it; 0 when not known yet
}

// Exigencia is what art. 37.1 asks of the caja central.
type Exigencia struct {
	Suma     domain.Importe // cash and blocked deposits together
	Metalico domain.Importe // cash alone: half of Suma, rounded up to the céntimo
}

// CajaCentralExigida is what the caja central must hold when the session begins: the
// anticipo of the roulette with the highest minimum, the real one if it is known and the
// legal one otherwise (art. 37.1, criterio CAJ-2); of several with that minimum, the
// dearest. Half of it in cash (criterio CAJ-3). Errors wrap ErrSinRuleta, ErrImporte or
// domain.ErrDesborde.
func CajaCentralExigida(ruletas []Ruleta) (Exigencia, error) {
	var e Exigencia
	var highest domain.Importe
	for _, r := range ruletas {
		if err := checkPositive(art("37.1"), "la apuesta mínima", r.Minimo); err != nil {
			return Exigencia{}, err
		}
		if err := checkNotNegative(art("37.1"), "el anticipo", r.Anticipo); err != nil {
			return Exigencia{}, err
		}
		if r.Minimo < highest {
			continue
		}
		suma := r.Anticipo
		if suma == 0 {
			var err error
			if suma, err = AnticipoMinimo(domain.RuletaAmericana, r.Minimo, 0); err != nil {
				return Exigencia{}, err
			}
		}
		if r.Minimo > highest || suma > e.Suma {
			highest, e.Suma = r.Minimo, suma
		}
	}
	if highest == 0 {
		return Exigencia{}, norma.Breach(art("37.1"), ErrSinRuleta)
	}
	e.Metalico = e.Suma/2 + e.Suma%2
	return e, nil
}

// CheckCajaCentral returns nil when the caja central may open the session with that cash
// and that much blocked in a bank account: first the sum, then the half in cash
// (art. 37.1). The error is that of CajaCentralExigida, or wraps ErrSuma, ErrMetalico,
// ErrImporte or domain.ErrDesborde. What is asked is returned also with ErrSuma and
// ErrMetalico.
func CheckCajaCentral(ruletas []Ruleta, metalico, bloqueado domain.Importe) (Exigencia, error) {
	e, err := CajaCentralExigida(ruletas)
	if err != nil {
		return Exigencia{}, err
	}
	if err := errors.Join(checkNotNegative(art("37.1"), "el metálico", metalico),
		checkNotNegative(art("37.1"), "lo bloqueado", bloqueado)); err != nil {
		return Exigencia{}, err
	}
	total, err := metalico.Plus(bloqueado)
	if err != nil {
		return Exigencia{}, norma.Breach(art("37.1"), err)
	}
	if total < e.Suma {
		return e, norma.Errorf(art("37.1"), "%w: hay %s y hacen falta %s", ErrSuma, total, e.Suma).Under("CAJ-2")
	}
	if metalico < e.Metalico {
		return e, norma.Errorf(art("37.1"), "%w: hay %s y hacen falta %s", ErrMetalico, metalico, e.Metalico).Under("CAJ-3")
	}
	return e, nil
}

// CheckMinimoPrevisto returns nil when a roulette may open with that minimum: not above
// the highest that was planned when the caja central was judged (art. 37.1, criterio
// CAJ-D). The error wraps ErrMinimoPrevisto.
func CheckMinimoPrevisto(previsto, minimo domain.Importe) error {
	if minimo > previsto {
		return norma.Errorf(art("37.1"), "%w: son %s y se previeron %s", ErrMinimoPrevisto, minimo, previsto).Under("CAJ-D")
	}
	return nil
}

// Movimiento is a movement of pieces or notes between a table and the caja.
type Movimiento string

// The closed list of movements (criterio CAJ-C).
const (
	MovimientoAnticipo   Movimiento = "anticipo"
	MovimientoReposicion Movimiento = "reposicion"
	MovimientoExtraccion Movimiento = "extraccion_billetes" // art. 31.5
	MovimientoCambio     Movimiento = "cambio"              // pieces for pieces of the same value
	MovimientoDevolucion Movimiento = "devolucion_fichas"
	MovimientoCierre     Movimiento = "cierre"
)

// CheckMovimiento returns nil for a movement of the closed list: no other justifies where
// pieces or money come from (art. 18.1.e, criterio CAJ-C). The error wraps ErrMovimiento.
func CheckMovimiento(m Movimiento) error {
	switch m {
	case MovimientoAnticipo, MovimientoReposicion, MovimientoExtraccion, MovimientoCambio, MovimientoDevolucion, MovimientoCierre:
		return nil
	}
	return norma.Breach(art("18.1.e"), ErrMovimiento).Under("CAJ-C")
}

// CheckCambioCaja returns the value of an exchange between a table and the caja: what goes
// and what comes are worth the same, and something goes (art. 18.1.e, criterio CAJ-C). The
// error wraps ErrCambio or domain.ErrPiezas.
func CheckCambioCaja(entrega, recibe domain.Piezas) (domain.Importe, error) {
	goes, err1 := entrega.Total()
	comes, err2 := recibe.Total()
	if err := errors.Join(err1, err2); err != nil {
		return 0, norma.Breach(art("18.1.e"), err).Under("CAJ-C")
	}
	if goes != comes || goes == 0 {
		return 0, norma.Errorf(art("18.1.e"), "%w: la mesa entrega %s y recibe %s", ErrCambio, goes, comes).Under("CAJ-C")
	}
	return goes, nil
}
