package verificador

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
)

// signature is a check for the workers: cheap to state, dear to do.
type signature struct {
	publica  ed25519.PublicKey
	message  []byte
	firma    []byte
	problema Problema // reported when it does not verify
	deActo   bool     // counts among the signatures of people
}

// plaza is a slot of an act.
type plaza struct {
	quien string
	modos []string
}

// acto is an act proposed and neither closed nor withdrawn nor expired.
type acto struct {
	huella    [32]byte
	tipo      string
	plazas    []plaza
	anotacion time.Time
	caduca    time.Time // zero: never
	atestadas map[string]atestada
}

// atestada is a signature by hand that a FirmaManuscrita asiento puts on record.
type atestada struct{ modo, persona string }

// plazasDe are the slots that the law asks of each kind of act; the inspector's one is
// added when he is there and signs (arts. 35.2, 36.2, 36.3, 40.3, 42.2).
var plazasDe = map[string][]string{
	"Autorizacion":     {"director"},
	"AnticipoInicial":  {"director"},
	"Reposicion":       {"director"},
	"CierreMesa":       {"cajero", "crupier", "director"},
	"AperturaPozo":     {"cajero", "director", "empleado_mesa"},
	"Certificacion":    {"director"},
	"Clave":            {"director", "segundo"},
	"RevocacionClave":  {"director", "segundo"},
	"Ronda":            {"cajero", "director"},
	"ActaJugada":       {"director", "jefe_mesa", "jugador"},
	"ClausuraMesa":     {"director"},
	"ActaBilletes":     {"director"},
	"DevolucionFichas": {"cajero", "director"},
	"Arqueo":           {"cajero", "director"},
	"Rectificacion":    {"cajero", "crupier", "director"},

	"RectificacionPozo": {"cajero", "director", "empleado_mesa"},

	"DestruccionDeposito":     {"director", "funcionario_inspector"},
	"AutorizacionExcepcional": {"director"},

	"ParcialPropinas":   {"director"},
	"DevolucionPropina": {"director"},
	"RecuentoPropinas":  {"cajero", "crupier", "director"},
}

// ajenos are those who are not of the house and may sign by hand (criterio FIR-4).
var ajenos = []string{"funcionario_inspector", "jugador"}

// enMesa are the cargos of those who are employees of a table (art. 41.4, criterio FIR-1).
var enMesa = []string{"crupier", "cambista", "jefe_mesa", "inspector_mesa"}

// margenReloj is how far a clock may step back without an alarm.
const margenReloj = time.Minute

// parsePlazas reads the slots of a proposal: acto.plaza.1, acto.plaza.2 …
func parsePlazas(a *asiento) ([]plaza, bool) {
	var plazas []plaza
	for n := 1; ; n++ {
		text := a.dato("acto.plaza." + strconv.Itoa(n))
		if text == "" {
			break
		}
		quien, modos, ok := strings.Cut(text, " ")
		if !ok {
			return nil, false
		}
		plazas = append(plazas, plaza{quien, strings.Split(modos, ",")})
	}
	for _, d := range a.datos {
		if rest, ok := strings.CutPrefix(d.nombre, "acto.plaza."); ok {
			n, err := strconv.Atoi(rest)
			if err != nil || strconv.Itoa(n) != rest || n < 1 || n > len(plazas) {
				return nil, false
			}
		}
	}
	return plazas, len(plazas) > 0
}

// actoPropuesto opens an act.
func (e *estado) actoPropuesto(a *asiento) {
	id, tipo := a.dato("acto"), a.dato("acto.tipo")
	if id != a.establecimiento+"-"+decimal(a.numeroSerie) || a.serie != "actos" {
		e.problem(ClaseActo, a, "el acto "+id+" no lleva el número de su serie")
	}
	plazas, ok := parsePlazas(a)
	if !ok || !slotsFit(a, tipo, plazas) {
		e.problem(ClaseActo, a, "las plazas del acto "+id+" no son las de un acto "+tipo)
	}
	huella, ok := huellaActo(a)
	if !ok || a.dato("acto.huella") != hex.EncodeToString(huella[:]) {
		e.problem(ClaseActo, a, "el resumen del acto "+id+" no es el de su contenido")
	}
	caduca, ok := parseInstant(a.dato("acto.caduca"))
	if !ok && a.dato("acto.caduca") != "" {
		e.problem(ClaseActo, a, "el dato acto.caduca no es un instante")
	}
	if _, twice := e.actos[id]; twice {
		e.problem(ClaseActo, a, "el acto "+id+" se propone dos veces")
	}
	e.actos[id] = acto{huella, tipo, plazas, a.anotacion, caduca, map[string]atestada{}}
}

// slotsFit reports whether the slots are those of the kind of act. A person of the house
// signs with his key; who directs and the cajero also in a ronda, what a ronda may sign; on
// a contingency form, also by hand.
func slotsFit(a *asiento, tipo string, plazas []plaza) bool {
	var who []string
	for _, p := range plazas {
		who = append(who, p.quien)
		for _, m := range p.modos {
			byHand := m == modoManuscrita || m == modoSeNiega
			byBadge := m == modoRonda
			if m != modoClave && !byBadge && !byHand ||
				byBadge && (!slices.Contains(enRonda, tipo) || p.quien != "director" && p.quien != "cajero") ||
				byHand && !slices.Contains(ajenos, p.quien) && a.impreso == "" {
				return false
			}
		}
	}
	want, known := plazasDe[tipo]
	if !known {
		return true
	}
	want = slices.Clone(want)
	if a.dato("inspector") == "presente_firma" {
		want = append(want, "funcionario_inspector")
	}
	slices.Sort(who)
	slices.Sort(want)
	return slices.Equal(who, want)
}

// actoEnded is an act withdrawn or expired.
func (e *estado) actoEnded(a *asiento) {
	id := a.dato("acto")
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	if a.tipo == "ActoCaducado" && (act.caduca.IsZero() || a.anotacion.Before(act.caduca)) {
		e.problem(ClaseActo, a, "el acto "+id+" se da por caducado antes de tiempo")
	}
	delete(e.actos, id)
}

// firmaManuscrita says which printed copy an attested signature was on.
func (e *estado) firmaManuscrita(a *asiento) {
	id := a.dato("acto")
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	act.atestadas[a.dato("plaza")] = atestada{a.dato("modo"), a.dato("atesta")}
}

func (e *estado) notOpen(a *asiento, id string) {
	e.problem(ClaseActo, a, "el acto "+id+" no está propuesto, o ya se cerró, se retiró o caducó")
}

// closeActo judges an asiento that closes an act, or should.
func (e *estado) closeActo(a *asiento) {
	tipo := a.dato("acto.tipo")
	if tipo == "" {
		if _, must := plazasDe[a.tipo]; must {
			e.problem(ClaseActo, a, "un asiento "+a.tipo+" solo se escribe cerrando un acto firmado")
		} else if len(a.firmas) > 0 {
			e.problem(ClaseActo, a, "lleva firmas y no cierra ningún acto")
		}
		return
	}
	id := a.dato("acto")
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	delete(e.actos, id)
	e.informe.Actos++
	huella, ok := huellaActo(a)
	if !ok || huella != act.huella || a.tipo != act.tipo {
		e.problem(ClaseActo, a, "lo que cierra el acto "+id+" no es lo que se propuso y firmó")
		return
	}
	if !e.inItsPlace(a) {
		e.problem(ClaseActo, a, "el acto "+id+" se cierra en otro libro o en otro folio que el que se firmó")
	}
	if len(a.firmas) != len(act.plazas) {
		e.problem(ClaseFirma, a, "al acto "+id+" le faltan o le sobran firmas")
		return
	}
	var signed []string // people who signed with their own key
	for k := range a.firmas {
		f := &a.firmas[k]
		if f.plaza != k+1 {
			e.problem(ClaseFirma, a, "las firmas del acto "+id+" no son una por plaza")
			return
		}
		if f.modo == modoClave || f.modo == modoRonda {
			if slices.Contains(signed, f.persona) {
				e.problem(ClaseFirma, a, "la misma persona firma dos plazas del acto "+id)
			}
			signed = append(signed, f.persona)
		}
		e.firma(a, id, &act, f)
	}
}

// inItsPlace reports whether the closing asiento is in the book and folio that was signed.
func (e *estado) inItsPlace(a *asiento) bool {
	if a.libro != a.dato("acto.libro") {
		return false
	}
	switch folio := a.dato("acto.folio"); folio {
	case "":
		return a.folio == 0
	case "nuevo":
		return e.folioNuevo
	default:
		return folio == decimal(a.folio) && !e.folioNuevo
	}
}

// firma judges one signature: mode, key, cargo, who may fill the slot, and when. The
// mathematics is left to the workers.
func (e *estado) firma(a *asiento, id string, act *acto, f *firma) {
	slot := act.plazas[f.plaza-1]
	bad := func(texto string) {
		e.problem(ClaseFirma, a, "la firma de la plaza "+strconv.Itoa(f.plaza)+" del acto "+id+" "+texto)
	}
	if !slices.Contains(slot.modos, f.modo) {
		bad("es de un modo que la plaza no admite")
	}
	publica := e.keyOf(a, act, f)
	if publica == nil {
		bad("es de una clave que no está en vigor, o no lo estaba a esa hora")
		return
	}
	byHand := f.modo == modoManuscrita || f.modo == modoSeNiega
	if byHand && act.atestadas[strconv.Itoa(f.plaza)] != (atestada{f.modo, f.persona}) {
		bad("no tiene su asiento FirmaManuscrita")
	}
	margin := margenReloj + e.retraso(act.anotacion)
	if f.instante.Before(act.anotacion.Add(-margin)) || f.instante.After(a.anotacion.Add(margin)) {
		bad("lleva una hora imposible")
	}
	if !act.caduca.IsZero() && f.instante.After(act.caduca) {
		bad("es posterior a la caducidad del acto")
	}
	held := e.gente.cargoAt(f.persona, f.instante)
	switch {
	case held.cargo == "" || held.cargo != f.cargo:
		bad("es de quien no tenía ese cargo a esa hora")
	case !e.mayFill(slot.quien, a.establecimiento, f, held):
		bad("es de quien no podía ocuparla a esa hora")
	}
	message := messageFirma(e.gente.instalacion, id, f, act.huella)
	e.signatures <- signature{publica, message, f.ed25519,
		Problema{ClaseFirma, placeOf(a), "la firma de la plaza " + strconv.Itoa(f.plaza) + " del acto " + id + " no es válida"}, true}
}

// mayFill reports whether who held that cargo could fill the slot (criterios FIR-1,
// FIR-3). Signed by hand, the key is that of who attests it, which is who directs
// (criterio FIR-4).
func (e *estado) mayFill(quien, establecimiento string, f *firma, held cargoDesde) bool {
	if f.modo == modoManuscrita || f.modo == modoSeNiega {
		return e.gente.directs(f.persona, establecimiento, f.instante)
	}
	switch quien {
	case "director":
		return e.gente.directs(f.persona, establecimiento, f.instante)
	case "segundo":
		return held.cargo != "admision" && held.cargo != "sistema" && held.cargo != "funcionario_inspector"
	case "empleado_mesa":
		return slices.Contains(enMesa, held.cargo) && (held.establecimiento == todos || held.establecimiento == establecimiento)
	case "crupier", "cajero", "jefe_mesa", "funcionario_inspector":
		return held.cargo == quien && (held.establecimiento == todos || held.establecimiento == establecimiento)
	}
	return false
}

// actaJugada holds the acta of a jugada against the leaf that it says to be of, and against
// that of the complaint when it came later: what was signed are those.
func (e *estado) actaJugada(a *asiento) {
	e.actaDe(a, "jugada", "el acta no es la de la jugada que consta en el asiento ")
	if a.dato("reclamacion.asiento") != "" {
		e.actaDe(a, "reclamacion", "el acta no es la de la reclamación que consta en el asiento ")
	}
}

func (e *estado) actaDe(a *asiento, what, problem string) {
	posicion, err := strconv.ParseInt(a.dato(what+".asiento"), 10, 64)
	hash, known := e.jugadas[posicion]
	if err != nil || !known || hex.EncodeToString(hash[:]) != a.dato(what+".hoja") {
		e.problem(ClaseActo, a, problem+a.dato(what+".asiento"))
	}
}
