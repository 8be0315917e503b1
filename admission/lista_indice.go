package admission

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// indice says where in a list to look: 32 bytes a row. It knows no name and no number.
type indice struct {
	semilla    maphash.Seed
	documentos []linea  // by kind and number, sorted
	anonimas   []linea  // by name and birth date, of the rows without document, sorted
	nombres    []nombre // of the rows with name and birth date, sorted by it
}

// linea stands for a row: a hash of what tells the person apart and one of all that it says.
type linea struct{ clave, contenido uint64 }

func compareLineas(a, b linea) int {
	return cmp.Or(cmp.Compare(a.clave, b.clave), cmp.Compare(a.contenido, b.contenido))
}

// nombre stands for the folded name of a row: each of its words sets two bits, so that
// the words of one name are all in another only if its bits are.
type nombre struct {
	nacido uint32 // 19800229
	bits   uint64
}

func newIndice(semilla maphash.Seed, filas int) *indice {
	return &indice{semilla: semilla, documentos: make([]linea, 0, filas), nombres: make([]nombre, 0, filas)}
}

func (x *indice) add(f *filaInterdiccion) {
	if f.Numero != "" {
		x.documentos = append(x.documentos, linea{x.hash(f.Tipo, f.Numero), x.contenido(f)})
	}
	if f.Plegado == "" || f.FechaNacimiento == "" {
		return
	}
	if f.Numero == "" {
		x.anonimas = append(x.anonimas, linea{x.hash(f.Plegado, f.FechaNacimiento), x.contenido(f)})
	}
	x.nombres = append(x.nombres, nombre{packFecha(f.FechaNacimiento), x.bits(f.Plegado)})
}

// sort ends the building.
func (x *indice) sort() {
	slices.SortFunc(x.documentos, compareLineas)
	slices.SortFunc(x.anonimas, compareLineas)
	slices.SortFunc(x.nombres, func(a, b nombre) int { return int(int64(a.nacido) - int64(b.nacido)) })
}

// hasDocumento reports whether some row bears that document: true, or all but surely.
func (x *indice) hasDocumento(tipo, numero string) bool {
	_, hit := slices.BinarySearchFunc(x.documentos, x.hash(tipo, numero), func(l linea, clave uint64) int { return cmp.Compare(l.clave, clave) })
	return hit
}

// mayHaveNombre reports whether some row may be of a person of that name (identidad.Matches)
// and birth date; a false answer is certain.
func (x *indice) mayHaveNombre(plegado, nacido string) bool {
	day, bits := packFecha(nacido), x.bits(plegado)
	k, _ := slices.BinarySearchFunc(x.nombres, day, func(n nombre, day uint32) int { return int(int64(n.nacido) - int64(day)) })
	for ; k < len(x.nombres) && x.nombres[k].nacido == day; k++ {
		if common := x.nombres[k].bits & bits; common == bits || common == x.nombres[k].bits {
			return true
		}
	}
	return false
}

// missing counts the rows of x that y lacks, telling people apart by document or, without
// it, by name and birth date.
func (x *indice) missing(y *indice) int {
	return difference(x.documentos, y.documentos) + difference(x.anonimas, y.anonimas)
}

// changed counts the people of x whom y has too and of whom it says something else: another
// name, birth date or end.
func (x *indice) changed(y *indice) int {
	return changes(x.documentos, y.documentos) + changes(x.anonimas, y.anonimas)
}

// difference counts the rows of one sorted slice whose key another lacks.
func difference(a, b []linea) int {
	n, k := 0, 0
	for _, v := range a {
		for k < len(b) && b[k].clave < v.clave {
			k++
		}
		if k == len(b) || b[k].clave != v.clave {
			n++
		}
	}
	return n
}

// changes counts the keys that two sorted slices share and whose rows differ.
func changes(a, b []linea) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0].clave, b[0].clave); {
		case c < 0:
			a = a[1:]
		case c > 0:
			b = b[1:]
		default:
			i, k := sameClave(a), sameClave(b)
			if !slices.Equal(a[:i], b[:k]) {
				n++
			}
			a, b = a[i:], b[k:]
		}
	}
	return n
}

// sameClave is how many of the first rows of a sorted slice share their key.
func sameClave(a []linea) int {
	n := 1
	for n < len(a) && a[n].clave == a[0].clave {
		n++
	}
	return n
}

// contenido stands for all that a row says of a person, as it is written.
func (x *indice) contenido(f *filaInterdiccion) uint64 {
	return x.hash(f.Nombre+"\x1f"+f.Apellidos, f.FechaNacimiento+"\x1f"+f.Hasta)
}

func (x *indice) hash(a, b string) uint64 {
	var h maphash.Hash
	h.SetSeed(x.semilla)
	h.WriteString(a)
	h.WriteByte(0)
	h.WriteString(b)
	return h.Sum64()
}

func (x *indice) bits(plegado string) uint64 {
	var bits uint64
	for word := range strings.FieldsSeq(plegado) {
		h := maphash.String(x.semilla, word)
		bits |= 1<<(h&63) | 1<<(h>>6&63)
	}
	return bits
}

// packFecha is a date as a number in the same order.
func packFecha(f string) uint32 {
	var n uint32
	for k := range len(f) {
		if c := f[k]; c >= '0' && c <= '9' {
			n = n*10 + uint32(c-'0')
		}
	}
	return n
}
