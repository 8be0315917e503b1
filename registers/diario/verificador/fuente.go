package verificador

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// Fuente is a log to verify: an *Export or a *BaseDatos.
type Fuente interface {
	// name says what is read, in words.
	name() string
	// head reads what the source says of itself now.
	head(context.Context) (cabeza, error)
	// acta returns the text at position 0.
	acta(context.Context) ([]byte, error)
	// supresiones returns the texts of the leaves of kind Supresion below that position.
	supresiones(ctx context.Context, hasta int64) ([][]byte, error)
	// blocks calls emit, in order, with the readings that together give the positions
	// [desde, hasta). A reading may run at the same time as others.
	blocks(ctx context.Context, desde, hasta int64, emit func(lectura) error) error
	// opened reports which of the values are in the vault at this moment.
	opened(ctx context.Context, values []valorEn) ([]bool, error)
}

// lectura reads one block.
type lectura func(context.Context) (*bloque, error)

// cabeza is what a source says of itself.
type cabeza struct {
	nota    []byte // last signed checkpoint; nil when there is none
	tamano  int64  // leaves that it says it covers
	hojas   int64  // leaves that the source holds, or claims
	clave   string // verifier key that comes with it; "" in a database
	base    bool   // a database: columns beside the text, every stored hash, and it may grow
	boveda  int64  // last position of which a database keeps values; −1 when none
	parcial *parcial

	contadores map[string]int64 // of a database: last numbers, by name of counter
}

// parcial is what a partial export says of itself.
type parcial struct {
	establecimiento, libro string
	completa               bool // claims that no leaf of the book is missing
	// huellas opens the hashes of every leaf of the log, in order.
	huellas func() (io.ReadCloser, error)
}

// bloque is a run of leaves with what belongs to them.
type bloque struct {
	desde, hasta int64 // positions it should give; in a partial export, ordinals
	hojas        []hoja
	aperturas    []apertura // by position and name
	notas        []notaEn   // checkpoints of the sizes (desde, hasta], in order
}

// hoja is a leaf as its source has it.
type hoja struct {
	posicion int64 // where the source has it
	texto    []byte
	columnas []byte           // the columns that repeat the text, joined by line feeds; nil in an export
	hashes   []byte           // stored hashes, or as many of them as the source keeps
	prueba   tlog.RecordProof // of inclusion, in a partial export
}

// apertura is a row of the vault.
type apertura struct {
	posicion               int64
	nombre, valor          string
	sal                    [32]byte
	malaSal                bool   // the salt has not 32 bytes
	clase, suprimibleDesde string // as the vault repeats them; "" in an export
}

// notaEn is a checkpoint kept for a size.
type notaEn struct {
	tamano int64
	nota   []byte
}

// valorEn names a personal value.
type valorEn struct {
	posicion int64
	nombre   string
}

// defectError is an error about the content of a source: it is the answer of the
// verification, not a fault of it. lugar is the first bad asiento, nil when it is not
// about one.
type defectError struct {
	motivo string
	lugar  *Lugar
}

// Error is the reason, for people.
func (e *defectError) Error() string { return e.motivo }

// sortAperturas sorts rows of the vault by position and name in bytes: databases sort
// text each in its own way.
func sortAperturas(list []apertura) {
	slices.SortFunc(list, func(a, b apertura) int {
		return cmp.Or(cmp.Compare(a.posicion, b.posicion), strings.Compare(a.nombre, b.nombre))
	})
}
