package verificador

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
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
	"Autorizacion":    {"director"},
	"AnticipoInicial": {"director"},
	"Reposicion":      {"director"},
	"CierreMesa":      {"cajero", "crupier", "director"},
	"Certificacion":   {"director"},
	"Clave":           {"director", "segundo"},
	"RevocacionClave": {"director", "segundo"},
}

// margenReloj is how far a clock may step back without an alarm.
const margenReloj = time.Minute

// parsePlazas reads the slots of a proposal: acto.plaza.1, acto.plaza.2 …
func parsePlazas(a *diario.Asiento) ([]plaza, bool) {
	var plazas []plaza
	for n := 1; ; n++ {
		text := a.Dato("acto.plaza." + strconv.Itoa(n))
		if text == "" {
			break
		}
		quien, modos, ok := strings.Cut(text, " ")
		if !ok {
			return nil, false
		}
		plazas = append(plazas, plaza{quien, strings.Split(modos, ",")})
	}
	for _, d := range a.Datos {
		if rest, ok := strings.CutPrefix(d.Nombre, "acto.plaza."); ok {
			n, err := strconv.Atoi(rest)
			if err != nil || strconv.Itoa(n) != rest || n < 1 || n > len(plazas) {
				return nil, false
			}
		}
	}
	return plazas, len(plazas) > 0
}

// actoPropuesto opens an act.
func (e *estado) actoPropuesto(a *diario.Asiento) {
	id, tipo := a.Dato(diario.DatoActo), a.Dato(diario.DatoActoTipo)
	if id != a.Establecimiento+"-"+decimal(a.NumeroSerie) || a.Serie != "actos" {
		e.problem(ClaseActo, a, "el acto "+id+" no lleva el número de su serie")
	}
	plazas, ok := parsePlazas(a)
	if !ok || !slotsFit(a, tipo, plazas) {
		e.problem(ClaseActo, a, "las plazas del acto "+id+" no son las de un acto "+tipo)
	}
	huella, err := diario.HuellaActo(a)
	if err != nil || a.Dato(diario.DatoActoHuella) != hex.EncodeToString(huella[:]) {
		e.problem(ClaseActo, a, "el resumen del acto "+id+" no es el de su contenido")
	}
	caduca, ok := diario.ParseInstante(a.Dato("acto.caduca"))
	if !ok && a.Dato("acto.caduca") != "" {
		e.problem(ClaseActo, a, "el dato acto.caduca no es un instante")
	}
	if _, twice := e.actos[id]; twice {
		e.problem(ClaseActo, a, "el acto "+id+" se propone dos veces")
	}
	e.actos[id] = acto{huella, tipo, plazas, a.Anotacion, caduca, map[string]atestada{}}
}

// slotsFit reports whether the slots are those of the kind of act. A person of the house
// signs with his key; on a contingency form, also by hand.
func slotsFit(a *diario.Asiento, tipo string, plazas []plaza) bool {
	var who []string
	for _, p := range plazas {
		who = append(who, p.quien)
		for _, m := range p.modos {
			byHand := m == string(diario.ModoManuscrita) || m == string(diario.ModoSeNiega)
			if m != string(diario.ModoClave) && !byHand ||
				byHand && p.quien != "funcionario_inspector" && a.Origen.Formulario == "" {
				return false
			}
		}
	}
	want, known := plazasDe[tipo]
	if !known {
		return true
	}
	want = slices.Clone(want)
	if a.Dato("inspector") == "presente_firma" {
		want = append(want, "funcionario_inspector")
	}
	slices.Sort(who)
	slices.Sort(want)
	return slices.Equal(who, want)
}

// actoEnded is an act withdrawn or expired.
func (e *estado) actoEnded(a *diario.Asiento) {
	id := a.Dato(diario.DatoActo)
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	if a.Tipo == "ActoCaducado" && (act.caduca.IsZero() || a.Anotacion.Before(act.caduca)) {
		e.problem(ClaseActo, a, "el acto "+id+" se da por caducado antes de tiempo")
	}
	delete(e.actos, id)
}

// firmaManuscrita says which printed copy an attested signature was on.
func (e *estado) firmaManuscrita(a *diario.Asiento) {
	id := a.Dato(diario.DatoActo)
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	act.atestadas[a.Dato("plaza")] = atestada{a.Dato("modo"), a.Dato("atesta")}
}

func (e *estado) notOpen(a *diario.Asiento, id string) {
	e.problem(ClaseActo, a, "el acto "+id+" no está propuesto, o ya se cerró, se retiró o caducó")
}

// closeActo judges an asiento that closes an act, or should.
func (e *estado) closeActo(a *diario.Asiento) {
	tipo := a.Dato(diario.DatoActoTipo)
	if tipo == "" {
		if _, must := plazasDe[a.Tipo]; must {
			e.problem(ClaseActo, a, "un asiento "+a.Tipo+" solo se escribe cerrando un acto firmado")
		} else if len(a.Firmas) > 0 {
			e.problem(ClaseActo, a, "lleva firmas y no cierra ningún acto")
		}
		return
	}
	id := a.Dato(diario.DatoActo)
	act, open := e.actos[id]
	if !open {
		e.notOpen(a, id)
		return
	}
	delete(e.actos, id)
	e.informe.Actos++
	huella, err := diario.HuellaActo(a)
	if err != nil || huella != act.huella || a.Tipo != act.tipo {
		e.problem(ClaseActo, a, "lo que cierra el acto "+id+" no es lo que se propuso y firmó")
		return
	}
	if !e.inItsPlace(a) {
		e.problem(ClaseActo, a, "el acto "+id+" se cierra en otro libro o en otro folio que el que se firmó")
	}
	if len(a.Firmas) != len(act.plazas) {
		e.problem(ClaseFirma, a, "al acto "+id+" le faltan o le sobran firmas")
		return
	}
	var signed []string // people who signed with their own key
	for k := range a.Firmas {
		f := &a.Firmas[k]
		if f.Plaza != k+1 {
			e.problem(ClaseFirma, a, "las firmas del acto "+id+" no son una por plaza")
			return
		}
		if f.Modo == diario.ModoClave {
			if slices.Contains(signed, f.Persona) {
				e.problem(ClaseFirma, a, "la misma persona firma dos plazas del acto "+id)
			}
			signed = append(signed, f.Persona)
		}
		e.firma(a, id, &act, f)
	}
}

// inItsPlace reports whether the closing asiento is in the book and folio that was signed.
func (e *estado) inItsPlace(a *diario.Asiento) bool {
	if a.Libro != a.Dato("acto.libro") {
		return false
	}
	switch folio := a.Dato("acto.folio"); folio {
	case "":
		return a.Folio == 0
	case "nuevo":
		return e.folioNuevo
	default:
		return folio == decimal(a.Folio) && !e.folioNuevo
	}
}

// firma judges one signature: mode, key, cargo, who may fill the slot, and when. The
// mathematics is left to the workers.
func (e *estado) firma(a *diario.Asiento, id string, act *acto, f *diario.Firma) {
	slot := act.plazas[f.Plaza-1]
	bad := func(texto string) {
		e.problem(ClaseFirma, a, "la firma de la plaza "+strconv.Itoa(f.Plaza)+" del acto "+id+" "+texto)
	}
	if !slices.Contains(slot.modos, string(f.Modo)) {
		bad("es de un modo que la plaza no admite")
	}
	key := e.gente.vigentes[f.Persona]
	if key.id != f.Clave || key.desde.After(f.Instante) {
		bad("es de una clave que no está en vigor, o no lo estaba a esa hora")
		return
	}
	if f.Modo != diario.ModoClave && act.atestadas[strconv.Itoa(f.Plaza)] != (atestada{string(f.Modo), f.Persona}) {
		bad("no tiene su asiento FirmaManuscrita")
	}
	margin := margenReloj + e.retraso(act.anotacion)
	if f.Instante.Before(act.anotacion.Add(-margin)) || f.Instante.After(a.Anotacion.Add(margin)) {
		bad("lleva una hora imposible")
	}
	if !act.caduca.IsZero() && f.Instante.After(act.caduca) {
		bad("es posterior a la caducidad del acto")
	}
	held := e.gente.cargoAt(f.Persona, f.Instante)
	switch {
	case held.cargo == "" || held.cargo != f.Cargo:
		bad("es de quien no tenía ese cargo a esa hora")
	case !e.mayFill(slot.quien, a.Establecimiento, f, held):
		bad("es de quien no podía ocuparla a esa hora")
	}
	message := messageFirma(e.gente.instalacion, id, f, act.huella)
	e.signatures <- signature{key.publica, message, f.Firma,
		Problema{ClaseFirma, placeOf(a), "la firma de la plaza " + strconv.Itoa(f.Plaza) + " del acto " + id + " no es válida"}, true}
}

// messageFirma is what a person signs.
func messageFirma(instalacion, acto string, f *diario.Firma, huella [32]byte) []byte {
	return []byte("foliado firma v1\n" + instalacion + "\n" + acto + "\n" + strconv.Itoa(f.Plaza) + "\n" +
		string(f.Cargo) + "\n" + string(f.Modo) + "\n" + hex.EncodeToString(huella[:]) + "\n")
}

// mayFill reports whether who held that cargo could fill the slot (criterios FIR-1,
// FIR-3). Signed by hand, the key is that of who attests it, which is who directs
// (criterio FIR-4).
func (e *estado) mayFill(quien, establecimiento string, f *diario.Firma, held cargoDesde) bool {
	if f.Modo != diario.ModoClave {
		return e.gente.directs(f.Persona, establecimiento, f.Instante)
	}
	switch quien {
	case "director":
		return e.gente.directs(f.Persona, establecimiento, f.Instante)
	case "segundo":
		return held.cargo != domain.Admision && held.cargo != domain.Sistema && held.cargo != domain.FuncionarioInspector
	case "crupier", "cajero", "funcionario_inspector":
		return string(held.cargo) == quien && (held.establecimiento == todos || held.establecimiento == establecimiento)
	}
	return false
}
