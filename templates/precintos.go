package templates

import "time"

// Precintos are the seals of the wheels and the book of unsealing out of hours (arts. 133.e,
// 140).
type Precintos struct {
	Marco
	Puede    bool
	Ruletas  []PrecintoMesa
	Anotados []Desprecinto
	Motivos  []Opcion
	Personas []Opcion
	PDF      string
}

func (Precintos) plantilla() string { return "precintos" }

// PrecintoMesa is a roulette with its seal; Estado is "" while nobody keeps it on record.
type PrecintoMesa struct {
	Mesa           int64
	Juego          string
	Estado, Nombre string
	Tapado         string // "llave", or the number of the seal
	Hora           time.Time
	Abierta        bool
}

// Desprecinto is an unsealing out of hours; HoraNuevo is zero while its new seal is missing.
type Desprecinto struct {
	Folio, Mesa       int64
	Motivo, Presentes string
	Hora, HoraNuevo   time.Time
	Retirado, Nuevo   string
}
