package verificador

import (
	"bytes"
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// analisis is what a worker makes of a block: all that needs no knowledge of the leaves
// before it.
type analisis struct {
	desde, hasta int64
	hojas        []hojaLeida
	notas        []notaLeida
	problemas    []Problema
	roto         bool // a leaf is missing or unreadable: nothing after it can be judged
	abiertos     int64
	suprimidos   int64
	borrados     borrados
	pendientes   []pendiente
}

// hojaLeida is a leaf that is canonical and in its place.
type hojaLeida struct {
	asiento asiento
	hash    tlog.Hash
	hashes  []byte
	prueba  tlog.RecordProof
}

// notaLeida is a checkpoint with its signature checked.
type notaLeida struct {
	tamano int64
	cp     checkpoint
	err    error
}

// pendiente is a personal value whose state may have changed while the source was read:
// it is looked at again at the end.
type pendiente struct {
	valorEn
	lugar           *Lugar
	suprimibleDesde string
	sobra           bool // it is in the vault though it was erased; else it is not there
}

// taller is what the workers share; they only read it.
type taller struct {
	parcial     *parcial
	verifier    note.Verifiers
	supresiones *supresiones
	conBoveda   bool // the vault repeats class and date
}

func (t *taller) analyse(b *bloque) *analisis {
	out := &analisis{desde: b.desde, hasta: b.hasta, hojas: make([]hojaLeida, 0, len(b.hojas))}
	next := b.desde
	aperturas := b.aperturas
	for k := range b.hojas {
		h := &b.hojas[k]
		if t.parcial == nil && h.posicion != next {
			out.misplaced(h.posicion, next)
			return out
		}
		next++
		a := out.leaf(h)
		if a == nil {
			return out
		}
		out.columns(h, a)
		aperturas = t.values(out, a, aperturas)
	}
	for _, ap := range aperturas {
		out.orphan(ap)
	}
	if t.parcial == nil && next < b.hasta {
		out.add(ClaseHoja, &Lugar{Posicion: next}, "falta")
		out.roto = true
	}
	t.notes(out, b.notas)
	return out
}

// leaf reads a leaf that is canonical and the one of its place; of any other it is nil,
// with a problem.
func (out *analisis) leaf(h *hoja) *asiento {
	last := len(out.hojas)
	out.hojas = append(out.hojas, hojaLeida{hash: tlog.RecordHash(h.texto), hashes: h.hashes, prueba: h.prueba})
	a := &out.hojas[last].asiento
	err := a.read(h.texto)
	switch {
	case err != nil:
		out.add(ClaseHoja, &Lugar{Posicion: h.posicion}, "el texto no es canónico: "+err.Error())
	case a.posicion != h.posicion:
		out.add(ClaseHoja, &Lugar{h.posicion, a.establecimiento, a.libro, a.numero},
			fmt.Sprintf("en su lugar está el texto del asiento %d", a.posicion))
	default:
		return a
	}
	out.hojas, out.roto = out.hojas[:last], true
	return nil
}

func (out *analisis) add(clase string, lugar *Lugar, texto string) {
	out.problemas = append(out.problemas, Problema{clase, lugar, texto})
}

// misplaced reports a leaf found where another was expected.
func (out *analisis) misplaced(found, expected int64) {
	out.roto = true
	if found > expected {
		out.add(ClaseHoja, &Lugar{Posicion: expected}, "falta")
		return
	}
	out.add(ClaseHoja, &Lugar{Posicion: found}, "está fuera de su lugar o repetido")
}

func (out *analisis) orphan(ap apertura) {
	out.add(ClaseCompromiso, &Lugar{Posicion: ap.posicion},
		fmt.Sprintf("hay un valor guardado, %s, al que ningún asiento se comprometió", ap.nombre))
}

// columnNames are the columns that repeat the text, in the order of hoja.columnas.
var columnNames = []string{"establecimiento", "libro", "numero", "folio", "serie", "numero_serie", "jornada",
	"hecho", "anotacion", "formulario", "transcriptor", "autor", "cargo", "clase", "suprimible_desde", "tipo"}

// columns holds the columns against the text. No field of a leaf has a line feed, so
// that equal joins are equal columns.
func (out *analisis) columns(h *hoja, a *asiento) {
	if h.columnas == nil {
		return
	}
	want := joinColumns(make([]byte, 0, 256), a)
	if bytes.Equal(want, h.columnas) {
		return
	}
	got := bytes.Split(h.columnas, []byte{'\n'})
	for k, w := range bytes.Split(want, []byte{'\n'}) {
		if k >= len(got) || !bytes.Equal(got[k], w) {
			out.add(ClaseColumna, placeOf(a), "la columna "+columnNames[k]+" no dice lo que el texto")
			return
		}
	}
	out.add(ClaseColumna, placeOf(a), "las columnas no dicen lo que el texto")
}

func joinColumns(b []byte, a *asiento) []byte {
	text := func(s string) { b = append(append(b, s...), '\n') }
	number := func(n int64) { b = append(strconv.AppendInt(b, n, 10), '\n') }
	text(a.establecimiento)
	text(a.libro)
	number(a.numero)
	number(a.folio)
	text(a.serie)
	number(a.numeroSerie)
	text(a.jornada)
	number(a.hecho.UnixMicro())
	number(a.anotacion.UnixMicro())
	text(a.impreso)
	text(a.transcriptor)
	text(a.autor)
	text(a.cargo)
	text(a.clase)
	text(a.suprimibleDesde)
	text(a.tipo)
	return b[:len(b)-1]
}

// values holds the commitments of a leaf against the vault rows of its position, which
// are the first of the list, and returns the rest.
func (t *taller) values(out *analisis, a *asiento, rows []apertura) []apertura {
	for len(rows) > 0 && rows[0].posicion < a.posicion {
		out.orphan(rows[0])
		rows = rows[1:]
	}
	var by []*supresion
	if len(a.valores) > 0 {
		by = t.supresiones.covering(a.posicion)
	}
	for k := range a.valores {
		c := &a.valores[k]
		for len(rows) > 0 && rows[0].posicion == a.posicion && rows[0].nombre < c.nombre {
			out.orphan(rows[0])
			rows = rows[1:]
		}
		if len(rows) == 0 || rows[0].posicion != a.posicion || rows[0].nombre != c.nombre {
			t.missing(out, a, c.nombre, by)
			continue
		}
		t.present(out, a, c, &rows[0], by)
		rows = rows[1:]
	}
	for len(rows) > 0 && rows[0].posicion == a.posicion {
		out.orphan(rows[0])
		rows = rows[1:]
	}
	return rows
}

// missing judges a value that is not in the vault. A partial export brings those of its
// book only.
func (t *taller) missing(out *analisis, a *asiento, nombre string, by []*supresion) {
	if t.parcial != nil && !t.parcial.holds(a) {
		return
	}
	if _, lawful := covers(by, nombre, a.suprimibleDesde); lawful != nil {
		out.suprimidos++
		out.borrados.count(lawful)
		return
	}
	out.pendientes = append(out.pendientes, pendiente{valorEn{a.posicion, nombre}, placeOf(a), a.suprimibleDesde, false})
}

func (t *taller) present(out *analisis, a *asiento, c *compromiso, ap *apertura, by []*supresion) {
	if ap.malaSal || !c.opens(ap.valor, &ap.sal) {
		out.add(ClaseCompromiso, placeOf(a), "el valor guardado de "+c.nombre+" no abre su compromiso")
		return
	}
	if t.conBoveda && (ap.clase != a.clase || ap.suprimibleDesde != a.suprimibleDesde) {
		out.add(ClaseCompromiso, placeOf(a), "el valor de "+c.nombre+" se guarda con otra clase u otra fecha de supresión")
	}
	if named, _ := covers(by, c.nombre, a.suprimibleDesde); named {
		out.pendientes = append(out.pendientes, pendiente{valorEn{a.posicion, c.nombre}, placeOf(a), a.suprimibleDesde, true})
		return
	}
	out.abiertos++
}

// covers reports whether some Supresion of the list takes the value, and which is the first
// that could lawfully do so, on or after the date, or under an order; nil none.
func covers(list []*supresion, nombre string, desde string) (named bool, lawful *supresion) {
	for _, s := range list {
		if s.names(nombre) {
			named = true
			if lawful == nil && s.allows(desde) {
				lawful = s
			}
		}
	}
	return named, lawful
}

func (t *taller) notes(out *analisis, notas []notaEn) {
	for _, n := range notas {
		cp, err := openCheckpoint(n.nota, t.verifier)
		if err == nil && cp.tamano != n.tamano {
			err = fmt.Errorf("se guarda como de tamaño %d y dice %d", n.tamano, cp.tamano)
		}
		out.notas = append(out.notas, notaLeida{n.tamano, cp, err})
	}
}
