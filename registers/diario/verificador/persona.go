package verificador

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
)

// todos is the establecimiento of who serves in every one.
const todos = "*"

// cargoDesde is a step of somebody's career; an empty cargo is his leaving.
type cargoDesde struct {
	desde           time.Time // hora de anotación of the asiento
	cargo           domain.Cargo
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
}

func newPlantilla() plantilla {
	return plantilla{personas: map[string][]cargoDesde{}, fundadores: map[string]bool{},
		vigentes: map[string]clave{}, usadas: map[string]bool{}}
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
	if !p.cargoAt(persona, t).cargo.Direccion() {
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

// keyID names a public key: the first eight bytes of its SHA-256, in hex.
func keyID(publica []byte) string {
	h := sha256.Sum256(publica)
	return hex.EncodeToString(h[:8])
}

// messagePosesion is what a new key signs to prove that its owner holds it.
func messagePosesion(instalacion, persona, id, publica string) []byte {
	return []byte("foliado posesion v1\n" + instalacion + "\n" + persona + "\n" + id + "\n" + publica + "\n")
}

// actaFundacional reads the root of trust at position 0.
func (e *estado) actaFundacional(a *diario.Asiento) {
	if a.Posicion != 0 {
		e.problem(ClasePersona, a, "hay una segunda acta fundacional")
		return
	}
	e.gente.instalacion = a.Dato("instalacion")
	if a.Dato("origen") != "foliado/"+e.gente.instalacion || len(e.gente.instalacion) != 32 {
		e.problem(ClasePersona, a, "el origen del diario no es el de su instalación")
	}
	for _, n := range []string{"1", "2"} {
		prefix := "clave." + n + "."
		persona := a.Dato(prefix + "persona")
		if persona == "" || e.gente.personas[persona] != nil {
			e.problem(ClasePersona, a, "el acta fundacional no nombra dos personas distintas")
			continue
		}
		e.gente.fundadores[persona] = true
		e.gente.personas[persona] = []cargoDesde{{a.Anotacion, domain.Cargo(a.Dato(prefix + "cargo")), todos}}
		e.enrol(a, persona, a.Dato(prefix+"id"), a.Dato(prefix+"publica"), a.Dato(prefix+"posesion"))
	}
	if !e.gente.cargoAt(a.Dato("clave.1.persona"), a.Anotacion).cargo.Direccion() {
		e.problem(ClasePersona, a, "la primera clave no es de la dirección")
	}
}

// enrol puts a key in force in place of the one its owner had.
func (e *estado) enrol(a *diario.Asiento, persona, id, publica, posesion string) {
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
	e.gente.vigentes[persona] = clave{id, persona, key, a.Anotacion}
	e.signatures <- signature{key, messagePosesion(e.gente.instalacion, persona, id, publica), proof,
		Problema{ClasePersona, placeOf(a), "la prueba de posesión de la clave de " + persona + " no es válida"}, false}
}

func (e *estado) persona(a *diario.Asiento) {
	persona := a.Dato("persona")
	switch {
	case a.Tipo == "Persona":
		if suffix, ok := strings.CutPrefix(persona, "p"); !ok || suffix != decimal(a.NumeroSerie) {
			e.problem(ClasePersona, a, "la persona "+persona+" no lleva su número")
		}
		if e.gente.personas[persona] != nil && !e.gente.fundadores[persona] {
			e.problem(ClasePersona, a, "la persona "+persona+" ya existía")
		}
		delete(e.gente.fundadores, persona)
	case e.gente.cargoAt(persona, a.Anotacion).cargo == "":
		e.problem(ClasePersona, a, "la persona "+persona+" no consta o ya es baja")
		return
	}
	step := cargoDesde{desde: a.Anotacion}
	if a.Tipo != "BajaPersona" {
		step.cargo, step.establecimiento = domain.Cargo(a.Dato("cargo")), a.Dato("establecimiento")
		if !step.cargo.Valid() {
			e.problem(ClasePersona, a, "no existe el cargo "+string(step.cargo))
		}
	}
	e.gente.personas[persona] = append(e.gente.personas[persona], step)
}

func (e *estado) direccion(a *diario.Asiento) {
	desde, ok := diario.ParseInstante(a.Dato("desde"))
	persona := a.Dato("persona")
	switch {
	case !ok:
		e.problem(ClasePersona, a, "el dato desde no es un instante")
	case !e.gente.cargoAt(persona, a.Anotacion).cargo.Direccion():
		e.problem(ClasePersona, a, persona+" no tiene cargo de director o subdirector")
	default:
		e.gente.direccion = append(e.gente.direccion, mandato{persona: persona, anotado: a.Anotacion,
			establecimiento: a.Dato("establecimiento"), desde: desde})
	}
}

func (e *estado) ceseDireccion(a *diario.Asiento) {
	hasta, ok := diario.ParseInstante(a.Dato("hasta"))
	if !ok {
		e.problem(ClasePersona, a, "el dato hasta no es un instante")
		return
	}
	for k := range e.gente.direccion {
		m := &e.gente.direccion[k]
		if m.persona == a.Dato("persona") && (m.hasta.IsZero() || m.hasta.After(hasta)) {
			m.hasta = hasta
		}
	}
}

// claveNueva is the closing asiento of an enrolment, already judged as an act.
func (e *estado) claveNueva(a *diario.Asiento) {
	persona := a.Dato("persona")
	if e.gente.cargoAt(persona, a.Anotacion).cargo == "" {
		e.problem(ClasePersona, a, "la clave es de "+persona+", que no consta o ya es baja")
		return
	}
	e.enrol(a, persona, a.Dato("clave"), a.Dato("publica"), a.Dato("posesion"))
}

func (e *estado) revocacionClave(a *diario.Asiento) {
	for persona, k := range e.gente.vigentes {
		if k.id == a.Dato("clave") {
			delete(e.gente.vigentes, persona)
			return
		}
	}
	e.problem(ClasePersona, a, "se revoca una clave que no está en vigor")
}
