package templates

import (
	"time"

	"foliado/domain"
)

// Grupos is the page of the groups expected in a jornada, where one is registered.
type Grupos struct {
	Marco
	Puede  bool // may register and charge
	Grupos []Grupo
	Casos  []Caso
	Forma  FormaGrupo
}

func (Grupos) plantilla() string { return "grupos" }

// FormaGrupo is a group as typed.
type FormaGrupo struct {
	Denominacion string
	Fecha        string
	Caso         string
	Precio       string
	CSV          string
}

// Grupo is a group with its live count.
type Grupo struct {
	Numero       int64
	Denominacion string // "" once erased
	Fecha        domain.Fecha
	Caso         string // in words; "" the unit price
	Precio       domain.Importe
	Importe      domain.Importe
	Recibo       int64 // 0 while it is not paid
	Medio        string
	Previstos    int64
	Tarjetas     int64
	NoEntran     int64
	Pendientes   int64
	SinLlegar    int64
}

// FichaGrupo is the page of one group at the door: one key for each of its people.
type FichaGrupo struct {
	Marco
	Puede    bool
	Grupo    Grupo
	Miembros []Miembro
}

func (FichaGrupo) plantilla() string { return "grupo" }

// Miembro is somebody of a group.
type Miembro struct {
	Orden     int64
	Nombre    string // "" once erased
	Documento string // "" when she is to show it
	Veredicto string // of her last arrival, "" before any
	Tarjeta   int64  // 0 none
	Llegada   time.Time
	Primero   bool // the next to be called: the keyboard waits on her
}

// Admision is the page of what the desk keeps in a jornada: its till and its volantes.
type Admision struct {
	Marco
	Puede    bool
	Turno    *TurnoAdmision // that of who looks, nil none
	Turnos   []TurnoAdmision
	Volantes []Volante
	Recuento FormaRecuento

	Oficiales  []VisitaOficial
	Cuerpos    []Caso
	Publicados []Publicado
	Acto       string // of the exceptional authorisation just proposed
}

func (Admision) plantilla() string { return "admision" }

// FormaRecuento is the count of a shift as typed.
type FormaRecuento struct{ Fondo, Efectivo, Otros, Motivo string }

// TurnoAdmision is a shift at the desk, amounts in céntimos.
type TurnoAdmision struct {
	Numero     int64
	Persona    string
	Abierto    time.Time
	Cerrado    time.Time // zero while it goes on
	Recibos    int64
	Fondo      domain.Importe
	Cobrado    domain.Importe
	Esperado   domain.Importe
	Diferencia domain.Importe
}

// Volante is a volante in the custody list.
type Volante struct {
	Numero    int64
	Tarjeta   int64
	Nombre    string // "" once erased
	Documento string // kind in custody, in words
	Importe   domain.Importe
	Instante  time.Time
	Estado    string // pendiente, entregado, no retirado
}

// VisitaOficial is the visit of an official on duty.
type VisitaOficial struct {
	Numero   int64
	Nombre   string // "" once erased
	Cuerpo   string // in words
	Servicio string
	Entrada  time.Time
	Salida   time.Time // zero while inside
}

// Publicado is a paper for the public as it stands.
type Publicado struct {
	Tipo    string
	Nombre  string
	Edicion int64 // number of the last one, 0 none
	Vigente bool  // it still says what the house offers
}
