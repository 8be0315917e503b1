package acceso

import (
	"errors"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// The grounds on which the house itself may refuse entry or expel, by the paragraph that
// types each (arts. 21.2, 21.3, 21.5). There is no other: nobody is turned away for playing
// well.
const (
	CausaViolencia    Causa = "violencia"              // is violent
	CausaMolestias    Causa = "molestias"              // disturbs others
	CausaTrabajadores Causa = "menoscabo_trabajadores" // demeans those who work there
	CausaAlteraJuego  Causa = "altera_juego"           // upsets the game or its randomness
	CausaSimbolos     Causa = "simbolos"               // clothes or symbols that incite
	CausaVestimenta   Causa = "vestimenta"             // not dressed as the house asks
)

// medidas are those grounds in the order of the screens. The dress of a night is the only one
// that bans nobody from another.
var medidas = []struct {
	causa    Causa
	nombre   string
	articulo norma.Articulo
	prohibe  bool
}{
	{CausaViolencia, "Actúa con violencia", art("21.2"), true},
	{CausaMolestias, "Molesta a otras personas", art("21.2"), true},
	{CausaTrabajadores, "Menoscaba a quienes trabajan en la casa", art("21.2"), true},
	{CausaAlteraJuego, "Altera el juego o su azar", art("21.2"), true},
	{CausaSimbolos, "Lleva prendas o símbolos que incitan a la violencia, al racismo o a la xenofobia", art("21.3"), true},
	{CausaVestimenta, "No viste como la casa exige", art("21.5"), false},
}

// Medidas lists the grounds on which the house may refuse entry or expel.
func Medidas() []Causa {
	out := make([]Causa, 0, len(medidas))
	for _, m := range medidas {
		out = append(out, m.causa)
	}
	return out
}

var nombresCausa = map[Causa]string{
	CausaMenor:         "Es menor de edad",
	CausaInterdicto:    "Consta en la lista de interdicciones",
	CausaDireccion:     "Es de la dirección de la casa",
	CausaEmpleado:      "Trabaja en la casa",
	CausaSinLista:      "No hay lista de interdicciones",
	CausaListaCaducada: "La lista de interdicciones ha caducado",
	CausaCandidato:     "Su nombre y su fecha de nacimiento son los de una persona que no puede entrar",
	CausaUltimaHora:    "La entrada está cerrada a nuevos visitantes",
}

// Nombre is the ground in words, for those who may read it (criterio ADM-10).
func (c Causa) Nombre() string {
	for _, m := range medidas {
		if m.causa == c {
			return m.nombre
		}
	}
	return nombresCausa[c]
}

// What is wrong with a refusal, an expulsion or a ban of the house.
var (
	ErrCausa       = errors.New("la causa ha de ser una de las previstas")
	ErrMotivoCausa = errors.New("hay que escribir qué ocurrió")
	ErrFin         = errors.New("una prohibición de la casa tiene fecha de fin, que no ha pasado")
	ErrVestimenta  = errors.New("la vestimenta no prohíbe la entrada otro día")
	ErrCorte       = errors.New("la entrada a nuevos visitantes solo se cierra cuando falta menos de una hora para el fin de los juegos")
)

// Prohibicion is a ban of the house on a person.
type Prohibicion struct {
	Causa Causa
	Hasta domain.Fecha // last day, inclusive
}

// EnVigor reports whether the ban holds on that date (Madrid).
func (p Prohibicion) EnVigor(hoy domain.Fecha) bool { return hoy <= p.Hasta }

// CheckMedida returns nil when the house may refuse entry to somebody, or expel her, on that
// ground, of which somebody has written what happened. The error is a *norma.Error on
// art. 21.2 that wraps ErrCausa or ErrMotivoCausa.
func CheckMedida(c Causa, motivo string) error {
	for _, m := range medidas {
		if m.causa != c {
			continue
		}
		if strings.TrimSpace(motivo) == "" {
			return norma.Breach(m.articulo, ErrMotivoCausa)
		}
		return nil
	}
	return norma.Breach(art("21.2"), ErrCausa)
}

// CheckProhibicion returns nil when the house may bar somebody from today to the day hasta on
// that ground. Errors: those of CheckMedida; ErrVestimenta (21.5) and ErrFin (21.2), each
// inside a *norma.Error.
func CheckProhibicion(c Causa, motivo string, hasta, hoy domain.Fecha) error {
	if err := CheckMedida(c, motivo); err != nil {
		return err
	}
	for _, m := range medidas {
		switch {
		case m.causa != c:
		case !m.prohibe:
			return norma.Breach(m.articulo, ErrVestimenta)
		case hasta < hoy:
			return norma.Breach(m.articulo, ErrFin).Under("ADM-1b")
		}
	}
	return nil
}

// UltimaHora is how long before the end of the games entry may be closed (art. 21.4).
const UltimaHora = time.Hour

// CheckCorte returns nil when entry may be closed to newcomers at that instant, the games
// ending at fin: less than an hour is left. The error is a *norma.Error on art. 21.4 that
// wraps ErrCorte.
func CheckCorte(at, fin time.Time) error {
	if fin.Sub(at) >= UltimaHora {
		return norma.Breach(art("21.4"), ErrCorte)
	}
	return nil
}
