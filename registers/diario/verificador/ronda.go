package verificador

import (
	"crypto/ed25519"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"
)

// duracionRonda is the longest that a ronda lasts.
const duracionRonda = 90 * time.Minute

// enRonda are the kinds of act that a ronda may sign: anticipos, counts, pozos and
// extractions of notes (arts. 36.3, 41.4).
var enRonda = []string{"ActaBilletes", "AnticipoInicial", "AperturaPozo", "CierreMesa", "Reposicion"}

// ronda is a walk from table to table, with the keys that it lends.
type ronda struct {
	establecimiento, jornada string
	tipos                    []string
	desde, hasta             time.Time
}

// llave is an ephemeral key, which dies with its ronda or with the key that certified it.
type llave struct {
	*ronda
	persona, certifica string
	publica            ed25519.PublicKey
}

// rondaAbierta reads the asiento that opens a ronda, already judged as an act: each of the
// two who signed it is lent a key of which possession is proved.
func (e *estado) rondaAbierta(a *asiento) {
	caduca, ok := parseInstant(a.dato("caduca"))
	r := &ronda{establecimiento: a.establecimiento, jornada: a.jornada, tipos: strings.Fields(a.dato("tipos")),
		desde: a.anotacion, hasta: caduca}
	switch {
	case !ok || caduca.Sub(a.anotacion) > duracionRonda:
		e.problem(ClaseActo, a, "la ronda no caduca, o dura más de noventa minutos")
	case len(r.tipos) == 0 || slices.ContainsFunc(r.tipos, func(t string) bool { return !slices.Contains(enRonda, t) }):
		e.problem(ClaseActo, a, "la ronda alcanza a actos que piden PIN")
	}
	e.gente.rondas[a.dato("acto")] = r
	for k := range a.firmas {
		e.lend(a, r, &a.firmas[k])
	}
}

// lend puts in force the ephemeral key of one of the two who signed.
func (e *estado) lend(a *asiento, r *ronda, f *firma) {
	name := "llave." + strconv.Itoa(f.plaza) + "."
	persona, id := a.dato(name+"persona"), a.dato(name+"id")
	publica, err1 := base64.StdEncoding.Strict().DecodeString(a.dato(name + "publica"))
	proof, err2 := base64.StdEncoding.Strict().DecodeString(a.dato(name + "posesion"))
	switch {
	case persona != f.persona:
		e.problem(ClasePersona, a, "la llave "+strconv.Itoa(f.plaza)+" de la ronda no es de quien firma su plaza")
		return
	case err1 != nil || err2 != nil || len(publica) != ed25519.PublicKeySize || len(proof) != ed25519.SignatureSize:
		e.problem(ClasePersona, a, "la llave de ronda de "+persona+" o su prueba de posesión está mal escrita")
		return
	case keyID(publica) != id || e.gente.usadas[id]:
		e.problem(ClasePersona, a, "el identificador de la llave de ronda de "+persona+" no le corresponde o ya se usó")
		return
	}
	e.gente.usadas[id] = true
	e.gente.llaves[id] = llave{r, persona, f.clave, publica}
	e.signatures <- signature{publica, messagePosesion(e.gente.instalacion, persona, id, a.dato(name+"publica")), proof,
		Problema{ClasePersona, placeOf(a), "la prueba de posesión de la llave de ronda de " + persona + " no es válida"}, false}
}

// rondaTouched is a ronda unlocked or ended: one that was opened and goes on.
func (e *estado) rondaTouched(a *asiento) {
	r := e.gente.rondas[a.dato("ronda")]
	if r == nil || r.establecimiento != a.establecimiento || !a.anotacion.Before(r.hasta) {
		e.problem(ClaseActo, a, "la ronda "+a.dato("ronda")+" no consta abierta")
		return
	}
	if a.tipo == "CierreRonda" {
		r.hasta = a.anotacion
	}
}

// keyOf is the public key of a signature, nil when it was not in force for that act at
// that instant.
func (e *estado) keyOf(a *asiento, act *acto, f *firma) ed25519.PublicKey {
	own := e.gente.vigentes[f.persona]
	if f.modo != modoRonda {
		if own.id != f.clave || own.desde.After(f.instante) {
			return nil
		}
		return own.publica
	}
	l, known := e.gente.llaves[f.clave]
	if !known || l.persona != f.persona || l.certifica != own.id || l.establecimiento != a.establecimiento ||
		l.jornada != a.jornada || !slices.Contains(l.tipos, act.tipo) ||
		f.instante.Before(l.desde) || !f.instante.Before(l.hasta) {
		return nil
	}
	return l.publica
}
