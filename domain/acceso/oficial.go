package acceso

import (
	"errors"
	"strings"
	"time"

	"foliado/domain/norma"
)

// What is wrong with the visit of an official on duty, or with its hour.
var (
	ErrOficial       = errors.New("la visita oficial dice quién viene, de qué cuerpo y con qué servicio")
	ErrCuerpo        = errors.New("entran sin tarjeta los funcionarios, policías, jueces, fiscales y su personal, en acto de servicio")
	ErrOficialDentro = errors.New("esa persona está dentro en acto de servicio: no puede jugar")
	ErrHoraFutura    = errors.New("la hora del hecho es posterior a la de su anotación")
	ErrHoraTemprana  = errors.New("la salida no puede ser anterior a la entrada")
	ErrDemora        = errors.New("la anotación llega tarde: hace falta decir por qué")
)

// Cuerpo is the body to which an official belongs (art. 24.1).
type Cuerpo string

// The bodies of art. 24.1.
const (
	Funcionario      Cuerpo = "funcionario"
	Policia          Cuerpo = "policia"
	Juez             Cuerpo = "juez"
	Fiscal           Cuerpo = "fiscal"
	PersonalJusticia Cuerpo = "personal_justicia"
)

var cuerpos = map[Cuerpo]string{
	Funcionario:      "funcionario",
	Policia:          "Fuerzas y Cuerpos de Seguridad",
	Juez:             "judicatura",
	Fiscal:           "fiscalía",
	PersonalJusticia: "personal de juzgados y fiscalías",
}

// Cuerpos lists the bodies in the order of art. 24.1.
func Cuerpos() []Cuerpo { return []Cuerpo{Funcionario, Policia, Juez, Fiscal, PersonalJusticia} }

// Nombre is the body in words.
func (c Cuerpo) Nombre() string { return cuerpos[c] }

// Oficial is what an official on duty shows at the door (arts. 24.1, 24.2).
type Oficial struct {
	Nombre         string
	Identificacion string // number of the document or of the professional card
	Cuerpo         Cuerpo
	Cargo          string // post held
	Servicio       string // what for
}

// Check returns nil when the visit may be put on record: no card and no price, and who comes,
// of which body and for what service. Errors are *norma.Error and wrap ErrCuerpo (24.1) or
// ErrOficial (24.2).
func (o Oficial) Check() error {
	if _, ok := cuerpos[o.Cuerpo]; !ok {
		return norma.Breach(art("24.1"), ErrCuerpo)
	}
	for _, s := range []string{o.Nombre, o.Identificacion, o.Cargo, o.Servicio} {
		if strings.TrimSpace(s) == "" {
			return norma.Breach(art("24.2"), ErrOficial)
		}
	}
	return nil
}

// CheckHora judges the true hour of a fact of the door that is put on record at that
// instant: never later, not before desde, and with its reason when the gap is above margen
// (criterios HOR-1, ADM-9: urgent officials are recorded afterwards). Errors are *norma.Error
// citing art. 24.2.
func CheckHora(hecho, anotacion, desde time.Time, margen time.Duration, motivo string) error {
	var err error
	switch {
	case hecho.After(anotacion):
		err = ErrHoraFutura
	case hecho.Before(desde):
		err = ErrHoraTemprana
	case anotacion.Sub(hecho) > margen && strings.TrimSpace(motivo) == "":
		err = ErrDemora
	default:
		return nil
	}
	return norma.Breach(art("24.2"), err).Under("HOR-1")
}

// BreachOficial is the refusal of a card, or of anything else that plays, to an official who
// is inside on duty (art. 24.3).
func BreachOficial() error { return norma.Breach(art("24.3"), ErrOficialDentro).Under("ADM-9") }
