package verificador

import (
	"crypto/ed25519"
	"encoding/base64"
	"slices"
	"strings"
	"time"
)

// todos is the establecimiento of who serves in every one.
const todos = "*"

// cargos are the posts of the house and of the authority.
var cargos = []string{"admision", "jefe_admision", "cajero", "crupier", "cambista", "jefe_mesa", "inspector_mesa",
	"director", "subdirector", "responsable_pbc", "funcionario_inspector", "sistema"}

// isDireccion reports whether a cargo may act as director (arts. 8.3.j, 14.3).
func isDireccion(cargo string) bool { return cargo == "director" || cargo == "subdirector" }

// cargoDesde is a step of somebody's career; an empty cargo is his leaving.
type cargoDesde struct {
	desde           time.Time // hora de anotación of the asiento
	cargo           string
	establecimiento string
}

// mandato is one appointment to the direction (criterio FIR-3).
type mandato struct {
	persona, establecimiento string
	desde, hasta             time.Time // hasta is zero while in force
	anotado                  time.Time
}

// clave is a key of a person.
type clave struct {
	id, persona string
	publica     ed25519.PublicKey
	desde       time.Time // hora de anotación of its enrolment
}

// plantilla is who is who: people, direction and keys, as the leaves read so far say.
type plantilla struct {
	instalacion string
	personas    map[string][]cargoDesde
	fundadores  map[string]bool // founders whose Persona has not come yet
	direccion   []mandato
	vigentes    map[string]clave // by persona
	usadas      map[string]bool  // ids of keys, in force or not
	rondas      map[string]*ronda
	llaves      map[string]llave // ephemeral keys of rondas, by id
}

func newPlantilla() plantilla {
	return plantilla{personas: map[string][]cargoDesde{}, fundadores: map[string]bool{},
		vigentes: map[string]clave{}, usadas: map[string]bool{}, rondas: map[string]*ronda{}, llaves: map[string]llave{}}
}

// cargoAt is the cargo that a person held at an instant, and where.
func (p *plantilla) cargoAt(persona string, t time.Time) (c cargoDesde) {
	for _, step := range p.personas[persona] {
		if !step.desde.After(t) {
			c = step
		}
	}
	return c
}

// directs reports whether a person was in the set of those who act as director of an
// establecimiento at an instant: appointed, on record and not ceased by then, with a
// cargo of the direction (criterio FIR-3).
func (p *plantilla) directs(persona, establecimiento string, t time.Time) bool {
	if !isDireccion(p.cargoAt(persona, t).cargo) {
		return false
	}
	for _, m := range p.direccion {
		if m.persona == persona && (m.establecimiento == todos || m.establecimiento == establecimiento) &&
			!m.desde.After(t) && !m.anotado.After(t) && (m.hasta.IsZero() || m.hasta.After(t)) {
			return true
		}
	}
	return false
}

// actaFundacional reads the root of trust at position 0.
func (e *estado) actaFundacional(a *asiento) {
	if a.posicion != 0 {
		e.problem(ClasePersona, a, "hay una segunda acta fundacional")
		return
	}
	e.gente.instalacion = a.dato("instalacion")
	if a.dato("origen") != "foliado/"+e.gente.instalacion || len(e.gente.instalacion) != 32 {
		e.problem(ClasePersona, a, "el origen del diario no es el de su instalación")
	}
	for _, n := range []string{"1", "2"} {
		prefix := "clave." + n + "."
		persona := a.dato(prefix + "persona")
		if persona == "" || e.gente.personas[persona] != nil {
			e.problem(ClasePersona, a, "el acta fundacional no nombra dos personas distintas")
			continue
		}
		e.gente.fundadores[persona] = true
		e.gente.personas[persona] = []cargoDesde{{a.anotacion, a.dato(prefix + "cargo"), todos}}
		e.enrol(a, persona, a.dato(prefix+"id"), a.dato(prefix+"publica"), a.dato(prefix+"posesion"))
	}
	if !isDireccion(e.gente.cargoAt(a.dato("clave.1.persona"), a.anotacion).cargo) {
		e.problem(ClasePersona, a, "la primera clave no es de la dirección")
	}
}

// enrol puts a key in force in place of the one its owner had.
func (e *estado) enrol(a *asiento, persona, id, publica, posesion string) {
	key, err1 := base64.StdEncoding.Strict().DecodeString(publica)
	proof, err2 := base64.StdEncoding.Strict().DecodeString(posesion)
	switch {
	case err1 != nil || err2 != nil || len(key) != ed25519.PublicKeySize || len(proof) != ed25519.SignatureSize:
		e.problem(ClasePersona, a, "la clave de "+persona+" o su prueba de posesión está mal escrita")
		return
	case keyID(key) != id || e.gente.usadas[id]:
		e.problem(ClasePersona, a, "el identificador de la clave de "+persona+" no le corresponde o ya se usó")
		return
	}
	e.gente.usadas[id] = true
	e.gente.vigentes[persona] = clave{id, persona, key, a.anotacion}
	e.signatures <- signature{key, messagePosesion(e.gente.instalacion, persona, id, publica), proof,
		Problema{ClasePersona, placeOf(a), "la prueba de posesión de la clave de " + persona + " no es válida"}, false}
}

func (e *estado) persona(a *asiento) {
	persona := a.dato("persona")
	switch {
	case a.tipo == "Persona":
		if suffix, ok := strings.CutPrefix(persona, "p"); !ok || suffix != decimal(a.numeroSerie) {
			e.problem(ClasePersona, a, "la persona "+persona+" no lleva su número")
		}
		if e.gente.personas[persona] != nil && !e.gente.fundadores[persona] {
			e.problem(ClasePersona, a, "la persona "+persona+" ya existía")
		}
		delete(e.gente.fundadores, persona)
	case e.gente.cargoAt(persona, a.anotacion).cargo == "":
		e.problem(ClasePersona, a, "la persona "+persona+" no consta o ya es baja")
		return
	}
	step := cargoDesde{desde: a.anotacion}
	if a.tipo != "BajaPersona" {
		step.cargo, step.establecimiento = a.dato("cargo"), a.dato("establecimiento")
		if !slices.Contains(cargos, step.cargo) {
			e.problem(ClasePersona, a, "no existe el cargo "+step.cargo)
		}
	}
	e.gente.personas[persona] = append(e.gente.personas[persona], step)
}

func (e *estado) direccion(a *asiento) {
	desde, ok := parseInstant(a.dato("desde"))
	persona := a.dato("persona")
	switch {
	case !ok:
		e.problem(ClasePersona, a, "el dato desde no es un instante")
	case !isDireccion(e.gente.cargoAt(persona, a.anotacion).cargo):
		e.problem(ClasePersona, a, persona+" no tiene cargo de director o subdirector")
	default:
		e.gente.direccion = append(e.gente.direccion, mandato{persona: persona, anotado: a.anotacion,
			establecimiento: a.dato("establecimiento"), desde: desde})
	}
}

func (e *estado) ceseDireccion(a *asiento) {
	hasta, ok := parseInstant(a.dato("hasta"))
	if !ok {
		e.problem(ClasePersona, a, "el dato hasta no es un instante")
		return
	}
	for k := range e.gente.direccion {
		m := &e.gente.direccion[k]
		if m.persona == a.dato("persona") && (m.hasta.IsZero() || m.hasta.After(hasta)) {
			m.hasta = hasta
		}
	}
}

// claveNueva is the closing asiento of an enrolment, already judged as an act.
func (e *estado) claveNueva(a *asiento) {
	persona := a.dato("persona")
	if e.gente.cargoAt(persona, a.anotacion).cargo == "" {
		e.problem(ClasePersona, a, "la clave es de "+persona+", que no consta o ya es baja")
		return
	}
	e.enrol(a, persona, a.dato("clave"), a.dato("publica"), a.dato("posesion"))
}

func (e *estado) revocacionClave(a *asiento) {
	for persona, k := range e.gente.vigentes {
		if k.id == a.dato("clave") {
			delete(e.gente.vigentes, persona)
			return
		}
	}
	e.problem(ClasePersona, a, "se revoca una clave que no está en vigor")
}
