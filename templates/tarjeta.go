package templates

import (
	"time"

	"foliado/domain"
)

// TarjetaEspecial is what the desk needs for a card other than the ordinary one.
type TarjetaEspecial struct {
	Vigente int64  // card for several days with which the person comes in (criterio ADM-8), 0 none
	Casos   []Caso // cases of a cheaper card (art. 23.3)
	Caso    string // as chosen
	Precio  string // as typed
	Hasta   string // as typed

	Salas      []SalaPrivada // private rooms to which she may be invited (art. 26.2)
	Invitacion int64         // just issued, 0 none
}

// Caso is a case of art. 23.3.
type Caso struct {
	Valor  string
	Nombre string
}

// HistorialTarjeta is what happened to a card since its issue.
type HistorialTarjeta struct {
	Duplica       int64 // lost card whose place it takes, 0 none
	Duplicado     int64 // card that takes its place, 0 while it was not lost
	Perdida       time.Time
	Reimpresiones []time.Time
	Entradas      []EntradaTarjeta
}

// EntradaTarjeta is a later visit with a card for several days.
type EntradaTarjeta struct {
	Jornada  domain.Fecha
	Instante time.Time
}
