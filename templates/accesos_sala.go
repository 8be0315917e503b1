package templates

import (
	"time"

	"foliado/domain"
)

// Accesos is what guards the rooms inside: the points of control where the code of a card is
// read, the cards asked for, and the private rooms (arts. 22.1, 22.4, 26.2).
type Accesos struct {
	Marco
	Puntos    []PuntoControl
	Controles []ControlTarjeta
	Salas     []SalaPrivada
	Invitados []Invitado
	Lectura   *LecturaTarjeta // what was just read
	Lee       bool            // may read and ask for cards
	Puerta    bool            // may let guests in
	Dirige    bool            // may put points and rooms on record
}

func (Accesos) plantilla() string { return "accesos_sala" }

// PuntoControl is a place inside where the code of a card is read.
type PuntoControl struct {
	Numero int64
	Nombre string
	Sala   string // what it guards, in words
}

// LecturaTarjeta is all that a point of control is told of a card.
type LecturaTarjeta struct {
	Punto  int64
	Valida bool
	Nombre string
	Aviso  string
}

// ControlTarjeta is a card asked for in the room.
type ControlTarjeta struct {
	Numero      int64
	Instante    time.Time
	Solicita    string
	Tarjeta     int64 // 0: none was shown, and she left
	Descripcion string
}

// SalaPrivada is a private room with its prior declaration.
type SalaPrivada struct {
	Numero     int64
	Nombre     string
	Prevista   domain.Fecha
	Presentada domain.Fecha // "" not yet
	Referencia string
}

// Invitado is somebody invited to a private room in the jornada.
type Invitado struct {
	Numero int64
	Sala   int64
	Nombre string
}
