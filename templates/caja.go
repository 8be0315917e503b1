package templates

import (
	"time"

	"foliado/domain"
)

// Caja is the caja central of a jornada: what it hands over and gets back by tables, the
// notes taken out, its counts, what is to be communicated.
type Caja struct {
	Marco
	Puede        bool // her cargo may put movements on record
	Comunica     bool // and note the filing of a communication
	Admite       bool // the jornada admits counts
	Exigido      domain.Importe
	Metalico     domain.Importe // by the last word on it
	Bloqueado    domain.Importe
	Lineas       []LineaCaja
	Cuadra       bool
	Extracciones []Extraccion
	Movimientos  []MovimientoCaja
	Arqueos      []Arqueo
	Arqueo       FormaArqueo
	Clausuras    []Clausura
	EsCajero     bool // she exchanges at the caja
	Cambia       bool // that form came back with something wrong
	Cambios      []CambioCliente
}

// CambioCliente is an exchange of money and chips with a player.
type CambioCliente struct {
	Numero, Tarjeta int64
	Hora            time.Time
	Punto, Sentido  string
	Importe         domain.Importe
	Divisa          string // "108,00 USD a 1,0800"; "" in euros
}

func (Caja) plantilla() string { return "caja" }

// LineaCaja is a session of a table in the register of the caja (art. 37.2).
type LineaCaja struct {
	Mesa, Folio         int64
	Entregado, Devuelto domain.Importe
	Cuadra              bool
}

// EnMesa is what the table holds of the caja.
func (l LineaCaja) EnMesa() domain.Importe { return l.Entregado - l.Devuelto }

// Extraccion is an extraction of notes in its moment (art. 31.5).
type Extraccion struct {
	Numero, Mesa     int64
	Caja, CajaRelevo int64
	Estado           string // relevada, contada, archivada
	Importe          domain.Importe
	Relevo           time.Time
	Acto             string // pending, when relevada
	PDF              string // of its acta, once signed
	Recuento         Recuento
}

// MovimientoCaja is an entry of the caja central.
type MovimientoCaja struct {
	Numero, Mesa int64
	Concepto     string
	Importe      domain.Importe
	Hora         time.Time
}

// Arqueo is a count of the caja in a line.
type Arqueo struct {
	Folio               int64
	Motivo              string
	Hora                time.Time
	Metalico, Bloqueado domain.Importe
	Fichas              domain.Importe
	PDF                 string
}

// FormaArqueo is the form of a count, as typed.
type FormaArqueo struct {
	Motivos, Inspector []Opcion
	Funcionario        string
	Bloqueado, Nota    string
	Recuentos          []Recuento // metalico, fichas, placas
	Abierta            bool       // it came back with something wrong
}

// Clausura is a table closed down, with what is due (art. 29.2).
type Clausura struct {
	Mesa, Folio int64
	Hora        time.Time
	Natural     domain.Fecha
	Habil       domain.Fecha
	Comunicada  time.Time
	PDF         string
}

// OtrosMovimientos is what the sheet of a table offers besides its anticipos and its count.
type OtrosMovimientos struct {
	Dirige       bool   // she directs now: suspends, closes down
	Servicio     string // en_servicio, suspendida, clausurada
	Autoriza     []Opcion
	Extracciones []Extraccion
	Devolucion   Recuento
	Entrega      Recuento
	Recibe       Recuento
	Abierto      string // which form came back with something wrong
	Colores      []ColorMesa
	Cartel       *CartelMesa
}

// ColorMesa is a colour of chips of the table, by piece (art. 134.1.b).
type ColorMesa struct {
	Color    string
	Dotacion int64
	Piezas   string // as typed
}

// CartelMesa is the last notice issued for the table (art. 38.2).
type CartelMesa struct {
	Numero int64
	Hora   time.Time
	PDF    string
	Aviso  string // when it does not say what the table has
}

// Formularios are the numbered forms of contingency, each accounted for (criterio HOR-2).
type Formularios struct {
	Marco
	Puede     bool
	Puerta    bool // whoever looks serves the door, Caja the floor
	Caja      bool
	Clases    []Opcion
	Emisiones []EmisionFormularios
}

func (Formularios) plantilla() string { return "formularios" }

// EmisionFormularios is a batch of forms.
type EmisionFormularios struct {
	Numero, Desde, Hasta int64
	Clase                string
	Hora                 time.Time
	PDF                  string
	Formularios          []Formulario
}

// Formulario is a form with what became of it: sin_usar, usado, anulado.
type Formulario struct{ Numero, Estado string }
