package verificador

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// contador names a run of consecutive numbers: of a book, of its folios or of a series.
type contador struct{ kind, establecimiento, nombre string }

// String is the name of the counter in an EstadoDeSeries.
func (c contador) String() string { return c.kind + "." + c.establecimiento + "/" + c.nombre }

// estado is what the leaves read so far say. Leaves go through it one by one, in order.
type estado struct {
	informe    *Informe
	parcial    *parcial
	cabeza     cabeza
	arbol      arbol
	checkpoint checkpoint // the last one, that the log is held to
	anterior   *checkpoint
	signatures chan<- signature

	siguiente  int64 // position expected
	ultima     time.Time
	bueno      int64  // size of the last checkpoint whose root was right
	primeroTra *Lugar // first leaf after it
	hojaMala   bool   // one of them is not the one whose hash is stored
	raizMala   bool   // a root was wrong: those after it are too
	contadores map[contador]int64
	folioNuevo bool // the last leaf opened its folio
	anuladas   map[contador]int64
	actos      map[string]acto
	gente      plantilla
	jornadas   map[string]*jornada
	jugadas    map[int64]tlog.Hash // of each Jugada met, by position
	sesiones   map[string]*sesion  // counted, by sesionOf
	atrasos    []atraso
	prueba     completitud
	pendientes []pendiente
	borrados   borrados
	roto       bool

	supresiones         int // met so far
	supresionesListadas int // read beforehand
}

// atraso is a clock that stepped back: its instants lag until hasta.
type atraso struct {
	hasta   time.Time
	retraso time.Duration
}

func newEstado(inf *Informe, c cabeza, signatures chan<- signature) *estado {
	return &estado{informe: inf, cabeza: c, parcial: c.parcial, signatures: signatures,
		contadores: map[contador]int64{}, anuladas: map[contador]int64{}, actos: map[string]acto{},
		gente: newPlantilla(), jornadas: map[string]*jornada{}, jugadas: map[int64]tlog.Hash{}, sesiones: map[string]*sesion{}}
}

func (e *estado) problem(clase string, a *asiento, texto string) {
	var lugar *Lugar
	if a != nil {
		lugar = placeOf(a)
	}
	e.informe.Problemas = append(e.informe.Problemas, Problema{clase, lugar, texto})
}

// problemAt is problem about a position of which nothing more is known.
func (e *estado) problemAt(clase string, posicion int64, texto string) {
	e.informe.Problemas = append(e.informe.Problemas, Problema{clase, &Lugar{Posicion: posicion}, texto})
}

// enough reports whether nothing more can be learnt: a leaf is missing, or problems abound.
func (e *estado) enough() bool { return e.roto || len(e.informe.Problemas) > maxProblemas }

// take judges a block.
func (e *estado) take(b *analisis) {
	e.informe.Problemas = append(e.informe.Problemas, b.problemas...)
	e.informe.Abiertos += b.abiertos
	e.informe.Suprimidos += b.suprimidos
	e.borrados.join(b.borrados)
	e.pendientes = append(e.pendientes, b.pendientes...)
	notas := b.notas
	for k := range b.hojas {
		h := &b.hojas[k]
		if h.asiento.tipo == "Jugada" || h.asiento.tipo == "ReclamacionJugada" {
			e.jugadas[h.asiento.posicion] = h.hash
		}
		e.asiento(&h.asiento)
		if e.parcial != nil {
			e.inclusion(h)
		} else {
			e.leaf(h)
		}
		for len(notas) > 0 && notas[0].tamano <= e.siguiente {
			e.note(&notas[0])
			notas = notas[1:]
		}
	}
	for k := range notas {
		if !b.roto {
			e.note(&notas[k])
		}
	}
	e.roto = e.roto || b.roto
}

// leaf adds a leaf to the tree and holds it against what is stored.
func (e *estado) leaf(h *hojaLeida) {
	a := &h.asiento
	if e.primeroTra == nil {
		e.primeroTra = placeOf(a)
	}
	stored := e.arbol.append(h.hash)
	e.siguiente = a.posicion + 1
	for k := range stored {
		at := k * tlog.HashSize
		if len(h.hashes) < at+tlog.HashSize {
			if k == 0 || e.cabeza.base {
				e.problem(ClaseArbol, a, "faltan hashes guardados")
			}
			break
		}
		if stored[k] == tlog.Hash(h.hashes[at:]) {
			continue
		}
		e.hojaMala = true
		if k == 0 {
			e.problem(ClaseArbol, a, "el texto no es el que se registró: su hash es otro")
		} else {
			e.problem(ClaseArbol, a, fmt.Sprintf("los hashes guardados no son los de los asientos %d a %d",
				a.posicion+1-1<<k, a.posicion))
		}
		break
	}
	if len(h.hashes) > len(stored)*tlog.HashSize {
		e.problem(ClaseArbol, a, "sobran hashes guardados")
	}
	if e.anterior != nil && e.anterior.tamano == e.siguiente {
		e.compareAnterior()
	}
}

// huellas makes the tree again from the hashes of every leaf, which a partial export
// brings, and holds it against its checkpoint and that of the earlier visit.
func (e *estado) huellas(ctx context.Context, p *parcial) error {
	rc, err := p.huellas()
	if err != nil {
		return err
	}
	defer rc.Close()
	r := bufio.NewReaderSize(rc, 64<<10)
	for h := (tlog.Hash{}); ctx.Err() == nil; {
		_, err := io.ReadFull(r, h[:])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || e.arbol.tamano == e.checkpoint.tamano {
			return defectf("huellas.bin está dañado o no trae un hash por asiento del diario")
		}
		e.arbol.append(h)
		if e.anterior != nil && e.anterior.tamano == e.arbol.tamano {
			e.compareAnterior()
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case e.arbol.tamano != e.checkpoint.tamano:
		return defectf("huellas.bin acaba antes que los asientos del diario")
	case e.arbol.raiz() != e.checkpoint.raiz:
		e.problem(ClaseArbol, nil, "las huellas no dan la raíz del checkpoint")
	}
	return nil
}

// compareAnterior holds the tree against the checkpoint kept since the last visit.
func (e *estado) compareAnterior() {
	if e.arbol.raiz() != e.anterior.raiz {
		e.problem(ClaseAnterior, nil, fmt.Sprintf("los primeros %d asientos no son los de la visita anterior: el diario se ha reescrito",
			e.anterior.tamano))
		return
	}
	e.informe.DesdeComprobado = true
}

// note holds a stored checkpoint against the tree as it is now.
func (e *estado) note(n *notaLeida) {
	e.informe.Checkpoints++
	switch {
	case n.err != nil:
		e.problem(ClaseCheckpoint, nil, fmt.Sprintf("el checkpoint de tamaño %d: %v", n.tamano, n.err))
	case n.cp.origen != e.checkpoint.origen:
		e.problem(ClaseCheckpoint, nil, fmt.Sprintf("el checkpoint de tamaño %d es de otro diario", n.tamano))
	case n.tamano != e.siguiente:
		e.problem(ClaseCheckpoint, nil, fmt.Sprintf("el checkpoint de tamaño %d está fuera de lugar", n.tamano))
	case e.raizMala:
	case n.cp.raiz != e.arbol.raiz():
		e.raizMala = true
		lugar := e.primeroTra
		if e.hojaMala {
			lugar = nil // the leaf is named already
		}
		e.informe.Problemas = append(e.informe.Problemas, Problema{ClaseArbol, lugar,
			fmt.Sprintf("la raíz no es la firmada en el checkpoint de tamaño %d: algún asiento entre las posiciones %d y %d no es el que se registró",
				n.tamano, e.bueno, n.tamano-1)})
	default:
		e.bueno, e.primeroTra, e.hojaMala = n.tamano, nil, false
	}
}

// inclusion checks the proof that comes with a leaf of a partial export.
func (e *estado) inclusion(h *hojaLeida) {
	if h.asiento.posicion < e.siguiente {
		e.problem(ClaseHoja, &h.asiento, "está fuera de su lugar o repetido")
	}
	e.siguiente = h.asiento.posicion + 1
	err := tlog.CheckRecord(h.prueba, e.checkpoint.tamano, e.checkpoint.raiz, h.asiento.posicion, h.hash)
	if err != nil {
		e.problem(ClaseArbol, &h.asiento, "su prueba de inclusión no lleva a la raíz del checkpoint")
	}
}

// asiento judges what a leaf says in the light of those before it.
func (e *estado) asiento(a *asiento) {
	e.informe.Asientos++
	if !a.anotacion.After(e.ultima) {
		e.problem(ClaseHora, a, "su hora de anotación no es posterior a la del anterior")
	}
	e.ultima = a.anotacion
	if a.hecho.After(a.anotacion) {
		e.problem(ClaseHora, a, "la hora del hecho es posterior a la de anotación")
	}
	if a.posicion == 0 && a.tipo != "ActaFundacional" {
		e.problem(ClasePersona, a, "el diario no empieza por un acta fundacional")
	}
	switch a.tipo { // before its own numbers
	case "EstadoDeSeries": // does not count itself
		e.estadoDeSeries(a)
	case "Recuperacion": // its own go after those it lost
		e.recuperacion(a)
	}
	e.numbers(a)
	e.facts(a)
}

// numbers checks that books, folios and series go on without gap or repeat.
func (e *estado) numbers(a *asiento) {
	e.folioNuevo = false
	if e.parcial != nil && !e.parcial.tracks(a.establecimiento, a.libro) {
		return
	}
	if e.parcial != nil && e.parcial.holds(a) {
		e.prueba.leaf()
	}
	e.follow(a, contador{"libro", a.establecimiento, a.libro}, a.numero)
	if a.serie != "" && e.parcial == nil {
		e.follow(a, contador{"serie", a.establecimiento, a.serie}, a.numeroSerie)
	}
	if a.folio == 0 {
		return
	}
	folio := contador{"folio", a.establecimiento, a.libro}
	if e.folioNuevo = a.folio > e.contadores[folio]; e.folioNuevo {
		e.follow(a, folio, a.folio)
	}
}

func (e *estado) follow(a *asiento, c contador, n int64) {
	if last := e.contadores[c]; n != last+1 {
		e.problem(ClaseNumero, a, fmt.Sprintf("%s: lleva el número %d y le tocaba el %d", c, n, last+1))
	}
	e.contadores[c] = n
}

// holds reports whether a leaf is of the book that a partial export is about.
func (p *parcial) holds(a *asiento) bool {
	return a.establecimiento == p.establecimiento && a.libro == p.libro
}

// tracks reports whether a partial export brings every leaf of a book: its own, and the
// register of people and keys and the book of rondas, without which no signature can be
// judged.
func (p *parcial) tracks(establecimiento, libro string) bool {
	return establecimiento == p.establecimiento && (libro == p.libro || libro == "rondas") ||
		establecimiento == entidad && libro == "registro"
}

// facts follows what each kind of asiento does to the rest.
func (e *estado) facts(a *asiento) {
	switch a.tipo {
	case "ActaFundacional":
		e.actaFundacional(a)
	case "Persona", "CambioPersona", "BajaPersona":
		e.persona(a)
	case "Direccion":
		e.direccion(a)
	case "CeseDireccion":
		e.ceseDireccion(a)
	case "ActoPropuesto":
		e.actoPropuesto(a)
		return
	case "FirmaManuscrita":
		e.firmaManuscrita(a)
	case "ActoRetirado", "ActoCaducado":
		e.actoEnded(a)
		return
	case "RelojAtrasado":
		e.relojAtrasado(a)
	case "MarcaAusente":
		e.informe.Avisos = append(e.informe.Avisos, fmt.Sprintf(
			"%s: el diario se abrió sin su marca de altura; si le faltaba el final, solo lo dice un papel o un checkpoint anterior", placeOf(a)))
	case "Supresion":
		e.supresiones++
		if _, ok := readSupresion(a); !ok {
			e.problem(ClaseSupresion, a, "la Supresion no dice posiciones anteriores a la suya y valores, o no los dice bien")
		}
	case "PaseArchivo":
		tramos, ok := readTramos(a)
		if !ok {
			e.problem(ClaseSupresion, a, "el PaseArchivo no dice posiciones anteriores a la suya, o no las dice bien")
		}
		for _, t := range tramos {
			e.informe.Archivados += t[1] - t[0] + 1
		}
	case "AnulacionTarjeta":
		e.anuladas[contador{"anuladas", a.establecimiento, "tarjetas"}]++
	}
	e.closeActo(a)
	switch a.tipo {
	case "ActaJugada":
		e.actaJugada(a)
	case "Clave":
		e.claveNueva(a)
	case "RevocacionClave":
		e.revocacionClave(a)
	case "Ronda":
		e.rondaAbierta(a)
	case "RelevoDireccion":
		e.relevo(a)
	case "DesbloqueoRonda", "CierreRonda":
		e.rondaTouched(a)
	}
	if e.parcial == nil {
		e.jornada(a)
	}
}

func (e *estado) relojAtrasado(a *asiento) {
	micros, err := strconv.ParseInt(a.dato("retraso_us"), 10, 64)
	if err != nil || micros <= int64(margenReloj/time.Microsecond) {
		e.problem(ClaseHora, a, "el dato retraso_us no es un retraso de más de un minuto")
		return
	}
	retraso := time.Duration(micros) * time.Microsecond
	e.atrasos = append(e.atrasos, atraso{a.anotacion.Add(retraso), retraso})
	e.informe.Avisos = append(e.informe.Avisos, fmt.Sprintf("%s: el reloj retrocedió %s", placeOf(a), retraso.Round(time.Second)))
}

// retraso is how far behind the clock may have been, since an instant, by what the log
// declares.
func (e *estado) retraso(desde time.Time) (most time.Duration) {
	for _, r := range e.atrasos {
		if r.hasta.After(desde) {
			most = max(most, r.retraso)
		}
	}
	return most
}

// estadoDeSeries holds the statement of every last number against the recount.
func (e *estado) estadoDeSeries(a *asiento) {
	e.prueba.state(e, a)
	if e.parcial != nil {
		return
	}
	for _, j := range e.jornadas {
		j.sinEstado = nil
	}
	stated := map[string]int64{}
	for _, d := range a.datos {
		switch {
		case d.nombre == "tamano":
			if d.valor != decimal(a.posicion) {
				e.problem(ClaseEstado, a, "el tamaño que declara no es el suyo")
			}
		case d.nombre == "actos_abiertos":
			e.openActs(a, d.valor)
		case isCounter(d.nombre):
			n, err := strconv.ParseInt(d.valor, 10, 64)
			if err != nil {
				e.problem(ClaseEstado, a, d.nombre+" no es un número")
			}
			stated[d.nombre] = n
		}
	}
	counted := map[string]int64{}
	for _, m := range []map[contador]int64{e.contadores, e.anuladas} {
		for c, n := range m {
			counted[c.String()] = n
			stated[c.String()] += 0 // to be looked at even if it is not stated
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stated)) {
		if stated[name] != counted[name] {
			e.problem(ClaseEstado, a, fmt.Sprintf("declara %s = %d y el recuento da %d", name, stated[name], counted[name]))
		}
	}
}

func isCounter(name string) bool {
	kind, _, ok := strings.Cut(name, ".")
	return ok && slices.Contains([]string{"libro", "folio", "serie", "anuladas"}, kind)
}

func (e *estado) openActs(a *asiento, list string) {
	ids := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	for _, id := range ids {
		if _, open := e.actos[id]; !open {
			e.problem(ClaseEstado, a, "declara abierto el acto "+id+", que no lo está")
		}
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != len(e.actos) {
		e.problem(ClaseEstado, a, fmt.Sprintf("declara %d actos abiertos y hay %d", len(ids), len(e.actos)))
	}
}

// finish holds the whole against the last checkpoint and fills in the report.
func (e *estado) finish() {
	if e.parcial == nil {
		switch {
		case e.siguiente != e.checkpoint.tamano:
			e.problem(ClaseHoja, nil, fmt.Sprintf("se han leído %d asientos y el checkpoint cubre %d", e.siguiente, e.checkpoint.tamano))
		case !e.raizMala && e.arbol.raiz() != e.checkpoint.raiz:
			e.problem(ClaseArbol, nil, "la raíz no es la del último checkpoint")
		}
	}
	e.storedCounters()
	e.informe.Borrados = e.borrados.list()
	if e.supresiones != e.supresionesListadas {
		e.problem(ClaseSupresion, nil, "las Supresiones leídas aparte no son las del diario")
	}
	for _, establecimiento := range slices.Sorted(maps.Keys(e.jornadas)) {
		e.wantEstado(e.jornadas[establecimiento])
	}
	e.prueba.conclude(e)
	for c := range e.contadores {
		switch c.kind {
		case "libro":
			e.informe.Libros++
		case "serie":
			e.informe.Series++
		}
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
