package admission

import (
	"hash/maphash"
	"slices"
	"strings"
)

// indice says where in a list to look: 24 bytes a row. It knows no name and no number.
type indice struct {
	semilla    maphash.Seed
	documentos []uint64 // hashes of kind and number, sorted
	anonimas   []uint64 // hashes of name and birth date of the rows without document, sorted
	nombres    []nombre // of the rows with name and birth date, sorted by it
}

// nombre stands for the folded name of a row: each of its words sets two bits, so that
// the words of one name are all in another only if its bits are.
type nombre struct {
	nacido uint32 // 19800229
	bits   uint64
}

func newIndice(semilla maphash.Seed, filas int) *indice {
	return &indice{semilla: semilla, documentos: make([]uint64, 0, filas), nombres: make([]nombre, 0, filas)}
}

func (x *indice) add(f *filaInterdiccion) {
	if f.Numero != "" {
		x.documentos = append(x.documentos, x.hash(f.Tipo, f.Numero))
	}
	if f.Plegado == "" || f.FechaNacimiento == "" {
		return
	}
	if f.Numero == "" {
		x.anonimas = append(x.anonimas, x.hash(f.Plegado, f.FechaNacimiento))
	}
	x.nombres = append(x.nombres, nombre{packFecha(f.FechaNacimiento), x.bits(f.Plegado)})
}

// sort ends the building.
func (x *indice) sort() {
	slices.Sort(x.documentos)
	slices.Sort(x.anonimas)
	slices.SortFunc(x.nombres, func(a, b nombre) int { return int(int64(a.nacido) - int64(b.nacido)) })
}

// hasDocumento reports whether some row bears that document: true, or all but surely.
func (x *indice) hasDocumento(tipo, numero string) bool {
	_, hit := slices.BinarySearch(x.documentos, x.hash(tipo, numero))
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

// difference counts the members of one sorted slice that another lacks.
func difference(a, b []uint64) int {
	n, k := 0, 0
	for _, v := range a {
		for k < len(b) && b[k] < v {
			k++
		}
		if k == len(b) || b[k] != v {
			n++
		}
	}
	return n
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
