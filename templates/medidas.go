package templates

import (
	"time"

	"foliado/domain"
)

// Medidas is the register of refusals and expulsions, with the bans in force and the forms to
// expel and to bar.
type Medidas struct {
	Marco
	Desde, Hasta  domain.Fecha
	Lineas        []LineaMedida
	Prohibiciones []Prohibicion
	Vestimentas   []Vestimenta
	Causas        []Opcion
	Manda         bool // may expel, bar and lift
	Forma         FormaMedida
}

func (Medidas) plantilla() string { return "medidas" }

// LineaMedida is a refusal of entry or an expulsion.
type LineaMedida struct {
	Clase     string // denegacion, expulsion: what its path is made of
	Numero    int64
	Instante  time.Time
	Nombre    string // "" unknown, or erased
	Documento string
	Causa     string
	Articulo  string // as cited
	Motivo    string
	Quien     string
}

// Prohibicion is a ban of the house.
type Prohibicion struct {
	Numero    int64
	Nombre    string
	Documento string
	Ficha     int64
	Causa     string
	Hasta     domain.Fecha
	Todos     bool
}

// FormaMedida is a measure of the house as typed.
type FormaMedida struct {
	Tarjeta string
	Ficha   string
	Causa   string
	Motivo  string
	Hasta   string
	Todos   bool
}
