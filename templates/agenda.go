package templates

import (
	"time"

	"foliado/domain"
)

// Agenda is the page of what is due to the authority.
type Agenda struct {
	Marco
	Deberes []Deber
	SinAnos []int // years whose table of holidays is missing
	Asuntos []Opcion
	Desde   string // as typed
	Detalle string
}

func (Agenda) plantilla() string { return "agenda" }

// Deber is a line of the agenda, with both readings of its term.
type Deber struct {
	Numero                 int64  // of the communication filed from here; 0 another page does it
	Pagina                 string // which page does, then
	Asunto, Articulo       string
	Suceso, Natural, Habil domain.Fecha
	Presentado             time.Time
	Vencido                bool
	Escrito                string
}
