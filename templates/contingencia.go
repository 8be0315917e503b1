package templates

import "time"

// Contingencia is the page by which the door transcribes what it wrote by hand (criterio
// HOR-2).
type Contingencia struct {
	Marco
	Puede       bool
	Tipos       []Opcion
	Casos       []Caso
	Causas      []Opcion
	Impresos    []Formulario
	Transcritos []Transcrito
	Forma       FormaImpreso
}

func (Contingencia) plantilla() string { return "contingencia" }

// Transcrito is a form of the door that was put on record.
type Transcrito struct {
	Formulario string
	Tarjeta    bool // a card; else a refusal
	Numero     int64
	Hora       time.Time
	Anotada    time.Time
	Alerta     bool // its holder may not be inside
}

// FormaImpreso is a form as typed.
type FormaImpreso struct {
	Formulario, Hora, Demora, Tipo, Pais, Numero, Nombre, Apellidos, FechaNacimiento, Caducidad string
	Precio, Reduccion, Consulta                                                                 string
	Causa, Motivo                                                                               string
}

// Denegacion reports whether what was typed is a refusal.
func (f FormaImpreso) Denegacion() bool { return f.Causa != "" }

// PersonaImpreso are the fields that both forms share; ids begin with Id.
type PersonaImpreso struct {
	Id, Ejemplo string
	Tipos       []Opcion
	Forma       FormaImpreso
}

// Persona are the shared fields of the form of a refusal, or of that of a card; what was typed
// of the other is not in it.
func (c Contingencia) Persona(denegacion bool) PersonaImpreso {
	p := PersonaImpreso{Id: "t", Ejemplo: "TJ-1", Tipos: c.Tipos}
	if denegacion {
		p.Id, p.Ejemplo = "d", "DE-2"
	}
	if c.Forma.Denegacion() == denegacion {
		p.Forma = c.Forma
	}
	return p
}
