// Package acceso decides who may come in, with what and for how long (arts. 20 to 25;
// art. 24 of Ley 6/2001). Its decisions are pure: they take facts and an instant, never
// the clock, and leave it to others to gather the facts and record the outcome.
package acceso

import (
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

var (
	art  = norma.Reglamento.Art
	ley6 = norma.Ley6.Art
)

// Veredicto is the answer of a check at the door.
type Veredicto string

// The four verdicts. SinComprobar is one of its own: nobody said no, but nobody could
// say yes (criterio ADM-2). Consultar is for the jefe de admisión or the director, who
// decides with a reason: neither the machine nor the desk does (criterio ADM-3).
const (
	PuedeEntrar   Veredicto = "puede_entrar"
	NoPuedeEntrar Veredicto = "no_puede_entrar"
	Consultar     Veredicto = "consultar"
	SinComprobar  Veredicto = "sin_comprobar"
)

// Causa is the ground of a verdict other than PuedeEntrar.
type Causa string

// The grounds, the most serious first.
const (
	CausaMenor         Causa = "menor"          // under eighteen
	CausaInterdicto    Causa = "interdicto"     // one of the person's documents is barred
	CausaDireccion     Causa = "direccion"      // director or subdirector of this house
	CausaEmpleado      Causa = "empleado"       // works in this house
	CausaSinLista      Causa = "sin_lista"      // there is no barred list at all
	CausaListaCaducada Causa = "lista_caducada" // the barred list is too old to be trusted
	CausaCandidato     Causa = "candidato"      // name and birth date of a barred person
	CausaUltimaHora    Causa = "ultima_hora"    // entry is closed to newcomers in the last hour
)

// Fundamento is one ground with what says so.
type Fundamento struct {
	Causa    Causa
	Articulo norma.Articulo
	Criterio string // declared reading that decided, if one did
}

// fundamentos is the table of grounds in their order, with the verdict each leads to.
// The first ground found gives the verdict. A list that cannot be trusted goes before a
// candidate: were the candidate ruled out there would still be no list to issue under.
var fundamentos = []struct {
	Fundamento
	veredicto Veredicto
}{
	{Fundamento{CausaMenor, ley6("24.1"), ""}, NoPuedeEntrar},
	{Fundamento{CausaInterdicto, ley6("24.2"), ""}, NoPuedeEntrar},
	{Fundamento{CausaDireccion, art("15.a"), "ADM-9"}, NoPuedeEntrar},
	{Fundamento{CausaEmpleado, art("18.1.b"), "ADM-9"}, NoPuedeEntrar},
	{Fundamento{CausaViolencia, art("21.2"), ""}, NoPuedeEntrar},
	{Fundamento{CausaMolestias, art("21.2"), ""}, NoPuedeEntrar},
	{Fundamento{CausaTrabajadores, art("21.2"), ""}, NoPuedeEntrar},
	{Fundamento{CausaAlteraJuego, art("21.2"), ""}, NoPuedeEntrar},
	{Fundamento{CausaSimbolos, art("21.3"), ""}, NoPuedeEntrar},
	{Fundamento{CausaVestimenta, art("21.5"), ""}, NoPuedeEntrar},
	{Fundamento{CausaUltimaHora, art("21.4"), ""}, NoPuedeEntrar},
	{Fundamento{CausaSinLista, art("20.2"), "ADM-2"}, SinComprobar},
	{Fundamento{CausaListaCaducada, art("20.2"), "ADM-2"}, SinComprobar},
	{Fundamento{CausaCandidato, art("21.1"), "ADM-3"}, Consultar},
}

// Relacion is what a visitor is to the house.
type Relacion string

// What a visitor may be to the house. Staff never get a tarjeta, on or off duty, since it
// gives the right to play: an acreditación de servicio is another thing (criterio ADM-9).
const (
	Ajeno     Relacion = ""
	Empleado  Relacion = "empleado"
	Direccion Relacion = "direccion"
)

// RelacionDe is the relation of whoever holds a cargo. A funcionario inspector is not of
// the house.
func RelacionDe(c domain.Cargo) Relacion {
	switch {
	case c == "" || c == domain.FuncionarioInspector:
		return Ajeno
	case c.Direccion():
		return Direccion
	}
	return Empleado
}

// Interdiccion is an entry of the barred list that concerns the visitor.
type Interdiccion struct {
	Hasta domain.Fecha // last day barred, inclusive; empty when it has no end
}

// EnVigor reports whether the entry bars on that date (Madrid).
func (i Interdiccion) EnVigor(hoy domain.Fecha) bool { return i.Hasta == "" || hoy <= i.Hasta }

// Hechos are the facts on which a verdict rests.
type Hechos struct {
	Nacimiento domain.Fecha
	Instante   time.Time // hora del hecho
	Lista      Lista     // the barred list that was consulted
	// Interdicciones are the entries that name any of the person's documents, whichever
	// was shown.
	Interdicciones []Interdiccion
	// Candidatos are the entries with the person's folded name and birth date but none of
	// her documents.
	Candidatos []Interdiccion
	// CandidatosDescartados says that a supervisor has ruled, with a reason on record,
	// that the candidates are other people.
	CandidatosDescartados bool
	// Prohibiciones are the bans of the house on the person, by any of her documents.
	Prohibiciones []Prohibicion
	// UltimaHora says that entry is closed to newcomers (art. 21.4).
	UltimaHora bool
	Relacion   Relacion
}

// Decision is a verdict with every ground found, the most serious first.
type Decision struct {
	Veredicto   Veredicto
	Fundamentos []Fundamento
}

// Decide gives the verdict on a visitor (arts. 20.2, 21.1, 23.1). A positive is a
// positive however old the list, and a minor is refused without any. The error is that
// of Edad: a birth date that cannot be.
func Decide(h Hechos, p Parametros) (Decision, error) {
	hoy := domain.FechaDe(h.Instante)
	edad, err := Edad(h.Nacimiento, hoy, p.Bisiesto)
	if err != nil {
		return Decision{}, err
	}
	found := map[Causa]bool{
		CausaMenor:         edad < MayoriaDeEdad,
		CausaInterdicto:    anyInForce(h.Interdicciones, hoy),
		CausaDireccion:     h.Relacion == Direccion,
		CausaEmpleado:      h.Relacion == Empleado,
		CausaSinLista:      h.Lista.IsZero(),
		CausaListaCaducada: !h.Lista.IsZero() && !h.Lista.Vigente(h.Instante, p),
		CausaCandidato:     anyInForce(h.Candidatos, hoy) && !h.CandidatosDescartados,
		CausaUltimaHora:    h.UltimaHora,
	}
	for _, b := range h.Prohibiciones {
		found[b.Causa] = found[b.Causa] || b.EnVigor(hoy)
	}
	d := Decision{Veredicto: PuedeEntrar}
	for _, f := range fundamentos {
		if !found[f.Causa] {
			continue
		}
		if len(d.Fundamentos) == 0 {
			d.Veredicto = f.veredicto
		}
		d.Fundamentos = append(d.Fundamentos, f.Fundamento)
	}
	return d, nil
}

func anyInForce(entries []Interdiccion, hoy domain.Fecha) bool {
	for _, i := range entries {
		if i.EnVigor(hoy) {
			return true
		}
	}
	return false
}

// SeesFundamento reports whether a cargo is told why somebody may not enter; the desk is
// only told to fetch the one who is (criterio ADM-10).
func SeesFundamento(c domain.Cargo) bool {
	return c == domain.JefeAdmision || c.Direccion() || c == domain.FuncionarioInspector
}

// For is the decision as that cargo may see it: the grounds for whom SeesFundamento
// allows; for the others the same verdict, and as its article no more than art. 21 when
// the person may not enter (criterio ADM-10). That no list could be consulted is in the
// verdict itself.
func (d Decision) For(c domain.Cargo) Decision {
	if SeesFundamento(c) || d.Veredicto == PuedeEntrar {
		return d
	}
	v := Decision{Veredicto: d.Veredicto}
	if d.Veredicto == NoPuedeEntrar {
		v.Fundamentos = []Fundamento{{Articulo: art("21"), Criterio: "ADM-10"}}
	}
	return v
}

// Articulo is the provision that the first ground cites; the zero Articulo when there is
// no ground.
func (d Decision) Articulo() norma.Articulo {
	if len(d.Fundamentos) == 0 {
		return norma.Articulo{}
	}
	return d.Fundamentos[0].Articulo
}

// DecisionOf rebuilds the decision of a check already recorded, by its verdict and its
// first ground.
func DecisionOf(v Veredicto, causa Causa) Decision {
	d := Decision{Veredicto: v}
	for _, f := range fundamentos {
		if f.Causa == causa && v != PuedeEntrar {
			d.Fundamentos = []Fundamento{f.Fundamento}
		}
	}
	return d
}
