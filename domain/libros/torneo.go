package libros

import (
	"errors"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a tournament of a game of círculo.
var (
	ErrTorneo         = errors.New("solo caben torneos de juegos de círculo que la casa tenga autorizados")
	ErrSinBases       = errors.New("la declaración responsable de un torneo recoge sus bases y sus condiciones")
	ErrTorneoSinDecir = errors.New("el torneo no puede empezar: su declaración responsable no consta presentada al regulador")
	ErrTorneoFecha    = errors.New("el torneo no puede empezar antes de su día")
	ErrTorneoEmpezado = errors.New("el torneo ya empezó")
)

// Torneo is a tournament of a game of círculo, as art. 1.5 looks at it (criterio TOR-1).
type Torneo struct {
	Juego       domain.Juego
	Fecha       domain.Fecha // on which it is to be held
	Bases       string
	Condiciones string
	Presentada  domain.Fecha // of its declaración responsable; "" not yet
	Empezado    bool
}

// Check returns nil when the house may plan the tournament: of a game of círculo, and one that
// its authorisation grants (art. 1.5). The error wraps ErrTorneo.
func (t Torneo) Check(autorizado bool) error {
	if !t.Juego.Circulo() || !autorizado {
		return norma.Breach(art("1.5"), ErrTorneo)
	}
	return nil
}

// CheckDeclaracion returns nil when the declaración responsable may be printed and presented: it
// has the bases and the conditions (art. 1.5), and the tournament has not begun. The error wraps
// ErrSinBases or ErrTorneoEmpezado.
func (t Torneo) CheckDeclaracion() error {
	if t.Empezado {
		return norma.Breach(art("1.5"), ErrTorneoEmpezado)
	}
	if strings.TrimSpace(t.Bases) == "" || strings.TrimSpace(t.Condiciones) == "" {
		return norma.Breach(art("1.5"), ErrSinBases)
	}
	return nil
}

// CheckInicio returns nil when the tournament may begin on that day: its declaration was
// presented before, at the latest on the day itself, and its day has come (art. 1.5). The error
// wraps ErrTorneoEmpezado, ErrTorneoSinDecir or ErrTorneoFecha.
func (t Torneo) CheckInicio(hoy domain.Fecha) error {
	switch {
	case t.Empezado:
		return norma.Breach(art("1.5"), ErrTorneoEmpezado)
	case t.Presentada == "" || t.Presentada > hoy:
		return norma.Breach(art("1.5"), ErrTorneoSinDecir)
	case hoy < t.Fecha:
		return norma.Breach(art("1.5"), ErrTorneoFecha)
	}
	return nil
}

// Aviso is the warning that stands, from the moment a tournament is planned, until its
// declaration is presented (art. 1.5); false when there is none.
func (t Torneo) Aviso() (Aviso, bool) {
	if t.Presentada != "" || t.Empezado {
		return Aviso{}, false
	}
	return Aviso{art("1.5"), "falta presentar al regulador, antes del " + t.Fecha.Larga() + ", la declaración responsable del torneo de " + t.Juego.Nombre()}, true
}
