package templates

import (
	"time"

	"foliado/domain"
)

// Marcadores is the page of the markers of a ruleta americana: what a chip of each colour
// is worth, by hour (arts. 134.1.b, 139.4).
type Marcadores struct {
	Marco
	Mesa        int64
	Americana   bool
	Abierta     bool
	Puede       bool           // her cargo may set them
	Minimo      domain.Importe // of the table, while open
	EnJuego     []MarcadorLinea
	Todos       []MarcadorLinea // of the session, the last first
	Libres      []Opcion        // colours that nobody has
	Colores     []Opcion        // all of them
	FichasValor int             // how many play with chips of value (art. 135)
	Permite     bool            // her cargo may let one more play with them
	Color       string          // as typed
	Valor       string
	Consulta    ConsultaMarcador
}

func (Marcadores) plantilla() string { return "marcadores" }

// MarcadorLinea is a marker as it was set; Valor is 0 when the colour came back.
type MarcadorLinea struct {
	Color     string
	Valor     domain.Importe
	Declarado bool
	Desde     time.Time
}

// ConsultaMarcador is the question of what chips of a colour are worth by the marker of an
// hour, and its answer.
type ConsultaMarcador struct {
	Color, Hora, Piezas string
	Hallado             *MarcadorLinea
	Total               domain.Importe
}
