package templates

import (
	"slices"
	"time"

	"foliado/domain"
	"foliado/domain/plazos"
)

// Conservacion is the page of retention: the terms, what falls due at a date, the orders not
// to erase and what people ask about themselves.
type Conservacion struct {
	Marco
	A           domain.Fecha
	Futura      bool // only to be simulated
	Hecha       bool // a run has just ended
	Terminos    []TerminoConservacion
	Pendientes  int64
	Retenciones []LineaRetencion
	Acceso      int64 // request just made, 0 none
	Ordena      bool  // may run it and order
	Accede      bool  // may take requests
	VeOrdenes   bool  // sees the orders
	Tipos       []Opcion
	Forma       FormaConservacion
}

func (Conservacion) plantilla() string { return "conservacion" }

// Vence reports whether some row has anything due.
func (p Conservacion) Vence() bool {
	return slices.ContainsFunc(p.Terminos, func(t TerminoConservacion) bool { return t.Registros+t.Retenidos > 0 })
}

// TerminoConservacion is a row of the table of terms with what it has due.
type TerminoConservacion struct {
	plazos.Termino
	Registros  int
	Archivados int
	Retenidos  int
}

// LineaRetencion is an order not to erase.
type LineaRetencion struct {
	Numero    int64
	Ficha     int64
	Asientos  int
	Motivo    string
	Instante  time.Time
	Levantada bool
}

// FormaConservacion is what was typed about a person.
type FormaConservacion struct {
	Ficha  string
	Tipo   string
	Pais   string
	Numero string
	Motivo string
}

// ArchivoPBC is the page of the archivo PBC, with its readings for inspection.
type ArchivoPBC struct {
	Marco
	Desde, Hasta domain.Fecha
	Documento    string
	Buscado      bool
	Visitas      []LineaArchivo
	Mas          string // query of the next page, "" none
	VeConsultas  bool
	Consultas    []LineaConsulta
}

func (ArchivoPBC) plantilla() string { return "archivo_pbc" }

// LineaArchivo is a visit in the archivo PBC.
type LineaArchivo struct {
	Instante        time.Time
	Establecimiento string
	Tarjeta         int64
	Nombre          string
	Documento       string
	Hasta           domain.Fecha // first date on which it goes
}

// LineaConsulta is a reading of the archivo PBC.
type LineaConsulta struct {
	Instante  time.Time
	Quien     string
	Que       string // what was asked
	Documento string
}

// Fichas is the page where the file of a visitor is looked up (arts. 20.3, 20.4).
type Fichas struct {
	Marco
	Documento     string // as typed
	Numero        int64  // of the ficha shown, 0 none
	Nombre        string // "" erased
	Nacimiento    domain.Fecha
	Documentos    []string
	Observaciones []LineaObservacion
	Visitas       []LineaVisita
	Puede         bool // may add a remark
	Texto         string
}

func (Fichas) plantilla() string { return "fichas" }

// LineaObservacion is a remark on a ficha.
type LineaObservacion struct {
	Instante time.Time
	Texto    string // "" erased
	Quien    string
}

// LineaVisita is a dated visit.
type LineaVisita struct {
	Jornada         domain.Fecha
	Instante        time.Time
	Establecimiento string
	Tarjeta         int64
	Anulada         bool
}
