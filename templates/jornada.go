package templates

import (
	"time"

	"foliado/domain"
)

// Jornada is the page of a gaming day: its phases in order and what keeps it open.
type Jornada struct {
	Marco
	Fecha       domain.Fecha
	Pasos       []Paso
	Siguiente   domain.Fase // next phase that a click gives, "" none
	Puede       bool        // her cargo may advance it
	Exigido     domain.Importe
	Metalico    domain.Importe
	Bloqueado   domain.Importe
	Abiertas    []MesaTablero // tables that block the close
	Actos       []ActoBreve   // acts that block it
	Control     *Control
	Nueva       *FormaJornada // a new jornada may be prepared
	Lista       []PuntoCierre // checklist of the close, once games ended
	Antes       bool          // games would end before their hour: a cause is asked for
	Previsto    time.Time     // hour of the close
	Papel       bool          // it may have been certified on paper
	Consolidado string        // PDF of the whole entidad, "" when she serves in one establecimiento
	Tarjetas    int64
}

func (Jornada) plantilla() string { return "jornada" }

// PuntoCierre is a point of the checklist of the close.
type PuntoCierre struct {
	Texto   string
	Cita    string
	Hecho   bool
	Impide  bool
	Detalle string
}

// Paso is a phase with its instant.
type Paso struct {
	Fase     domain.Fase
	Instante time.Time
	Hecho    bool
	Ahora    bool
}

// Control is the control de ingresos of the day.
type Control struct {
	Folio       int64
	Total       domain.Importe
	TotalLetra  string
	Certificado bool
	Acto        string // of the certification, "" not asked for yet
	Enlace      string
}

// FormaJornada is the form that prepares a day, as typed.
type FormaJornada struct {
	Fecha     domain.Fecha
	Metalico  string
	Bloqueado string
	Exigido   domain.Importe // what art. 37.1 asks with the tables planned; 0 unknown
}

// Verificacion is the state of the log, for who wants to check it.
type Verificacion struct {
	Marco
	Tamano     int64
	Checkpoint string // signed note, whole
	Origen     string
	Clave      string // verifier key
	Huella     string // its fingerprint
	Fundacion  time.Time
	Estado     *EstadoSeries
	Lista      Lista
	Version    string
	Binario    string
}

func (Verificacion) plantilla() string { return "verificacion" }

// EstadoSeries is the last EstadoDeSeries on record.
type EstadoSeries struct {
	Posicion      int64
	Instante      time.Time
	Contadores    []Hecho
	ActosAbiertos int64
}

// Problema is the page of a refusal.
type Problema struct {
	Marco
	Estado int
	Aviso  Aviso
	Mesas  []string
	Actos  []string
	Vuelve string // local path to go back to
}

func (Problema) plantilla() string { return "problema" }
