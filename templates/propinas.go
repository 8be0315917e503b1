package templates

import (
	"time"

	"foliado/domain"
)

// Propinas is the page of the tips of an establecimiento (art. 19).
type Propinas struct {
	Marco
	Puede    bool // her cargo may put tips on record
	Dirige   bool // and decide about them
	Admite   bool // no decision against them is in force
	Acuerdo  AcuerdoPropinas
	Movible  bool // the jornada admits partial counts and returns
	Contable bool // games ended and nobody counted them
	Cajas    []CajaPropinas

	Movimientos []MovimientoPropinas
	Pendientes  []Enlace // acts about tips that wait to be signed
	Recuentos   []RecuentoPropinas
	Criterios   []CriterioPropinas
	Repartos    []RepartoPropinas
	Cargos      []CargoPropinas
	Personal    []PersonaPropinas
	Forma       FormaPropinas
}

func (Propinas) plantilla() string { return "propinas" }

// AcuerdoPropinas is the decision about tips.
type AcuerdoPropinas struct{ Consulta, Acuerdo domain.Fecha }

// CajaPropinas is a special box with what was typed for it.
type CajaPropinas struct{ Valor, Texto, Escrito string }

// MovimientoPropinas is a partial count or a return of the jornada.
type MovimientoPropinas struct {
	Folio      int64
	Devolucion bool
	Caja       string
	Importe    domain.Importe
	Hora       time.Time
	Copia      time.Time
	PDF        string
}

// RecuentoPropinas is the account of a day.
type RecuentoPropinas struct {
	Folio                                 int64
	Jornada                               domain.Fecha
	Contado, Parciales, Devuelto, Importe domain.Importe
	Reparto                               int64
	PDF                                   string
}

// CriterioPropinas is how tips are shared out. Empleados is written in per cent.
type CriterioPropinas struct {
	Numero         int64
	Hora           time.Time
	Empleados      domain.Importe
	Puntos         string // "crupier 10, cajero 8"
	Natural, Habil domain.Fecha
	Comunicado     time.Time
	PDF            string
}

// RepartoPropinas is a distribution.
type RepartoPropinas struct {
	Folio                   int64
	Desde, Hasta            domain.Fecha
	Total, Empleados, Otros domain.Importe
	PDF                     string
}

// CargoPropinas is a cargo that may have points.
type CargoPropinas struct{ Valor, Texto, Escrito string }

// PersonaPropinas is somebody who may take part in a distribution.
type PersonaPropinas struct{ Valor, Nombre, Cargo, Escrito string }

// FormaPropinas is what was typed in the form that came back with something wrong, named by
// Abierta.
type FormaPropinas struct {
	Abierta       string // recuento, parcial, devolucion, acuerdo, criterio, reparto
	Caja, Importe string
	Motivo        string
}
