package templates

import (
	"time"

	"foliado/domain"
)

// Reclamaciones is the page of the sheets of complaints (art. 38.3).
type Reclamaciones struct {
	Marco
	Puede  bool // her cargo notes them
	Dirige bool // and what is done about them
	Mesas  []Opcion
	Hojas  []Reclamacion
	Forma  FormaHojaReclamacion
}

func (Reclamaciones) plantilla() string { return "reclamaciones" }

// Reclamacion is a sheet handed in.
type Reclamacion struct {
	Numero                       int64
	Hoja                         string
	Mesa                         int // 0: not about a table
	Hora                         time.Time
	ContestarAntes, RemitirAntes domain.Fecha
	Contestada, Remitida         time.Time
	Vencida                      bool // something of it is late
}

// FormaHojaReclamacion is what was typed of a sheet that was refused.
type FormaHojaReclamacion struct {
	Hoja, Mesa, Hechos, Reclamante, ContestarAntes, RemitirAntes string
}
