package templates

import (
	"time"

	"foliado/domain"
)

// Direccion is the page of who directs: who is in charge, the relevo, and what is to be
// communicated to the authority.
type Direccion struct {
	Marco
	Nadie          bool
	Dirige         string // who took over last; "" when no relevo is on record
	Desde          time.Time
	Saliente       string // persona in charge
	SoyYo          bool   // the one in charge is who looks
	Pueden         []QuienDirige
	Entrantes      []Opcion
	Pendientes     string // as typed
	Motivo         string
	Registro       string
	Comunicaciones []Comunicacion
}

func (Direccion) plantilla() string { return "direccion" }

// QuienDirige is somebody of the direction.
type QuienDirige struct {
	Nombre, Calidad string
	Desde           time.Time
	Acuerdo         domain.Fecha
}

// Comunicacion is a line of what is to be communicated, with both readings of its term.
type Comunicacion struct {
	Numero                int64
	Asunto                string
	Desde, Natural, Habil domain.Fecha
	Presentada            time.Time
	Vencida               bool
}

// Plantilla is the page of the staff at a date, and of who sits in the comité de dirección.
type Plantilla struct {
	Marco
	Instante time.Time
	Fecha    domain.Fecha
	Personas []Empleado
	Comite   domain.Fecha // of its agreement; "" when there is none
	Acuerdo  string       // as typed
	PDF      string
}

func (Plantilla) plantilla() string { return "plantilla" }

// Empleado is somebody of the staff.
type Empleado struct {
	Persona, Nombre, Categoria string
	Desde                      time.Time
	Comite                     bool // sits in it
	Puede                      bool // serves today, and may be named
}
