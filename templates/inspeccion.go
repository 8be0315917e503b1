package templates

import (
	"time"

	"foliado/domain"
)

// Parte is the parte de situación on screen.
type Parte struct {
	Marco
	Instante     time.Time
	SinDireccion bool
	Hechos       []Hecho
	Mesas        []ParteMesa
	Pendiente    []string
	Checkpoint   string
	PDF          string
}

func (Parte) plantilla() string { return "parte" }

// ParteMesa is an open table on the parte.
type ParteMesa struct {
	Numero       int64
	Juego        domain.Juego
	Apertura     time.Time
	Minimo       domain.Importe
	Anticipo     domain.Importe
	Reposiciones int64
	Total        domain.Importe
}

// Inspecciones lists the visits of the authority and opens one. With Codigo it shows the
// access just opened, once.
type Inspecciones struct {
	Marco
	Puede   bool
	Visitas []Visita
	Usuario string
	Codigo  string
	Caduca  time.Time
}

func (Inspecciones) plantilla() string { return "inspecciones" }

// Visita is a visit in a line.
type Visita struct {
	Numero             int64
	Nombre             string
	Desde, Caduca, Fin time.Time
	Abierta            bool
}

// MesaPublica is the book of a table for anyone present: figures only (art. 36.5).
type MesaPublica struct {
	Marco
	Casa      string
	Mesa      int64
	Juego     domain.Juego
	Fecha     domain.Fecha
	Folio     int64
	Minimo    domain.Importe
	Regimen   string
	Anticipos []AnticipoFolio
	Total     domain.Importe
	Cerrada   bool
	Recuentos []Recuento
	Resultado domain.Importe
}

func (MesaPublica) plantilla() string { return "mesa_publica" }
