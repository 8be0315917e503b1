package diario

import (
	"time"

	"foliado/domain"
)

// Entidad is the Establecimiento of what belongs to the whole entidad.
const Entidad = "-"

// Asiento is one entry of the log: a leaf. All instants are UTC at microseconds.
// Its canonical text (Format) is what is hashed; a database column that disagrees
// with the text is an alteration.
type Asiento struct {
	Posicion        int64  // place in the log = index of the leaf, from 0
	Establecimiento string // Entidad when it belongs to no single house
	Libro           string // book, unique inside Establecimiento
	Numero          int64  // consecutive in (Establecimiento, Libro), from 1
	Folio           int64  // folio of the book, from 1; 0 when the book has none
	Serie           string // series of the document it makes; "" when it makes none
	NumeroSerie     int64  // consecutive in (Establecimiento, Serie), from 1; 0 without Serie
	Jornada         domain.Fecha
	Hecho           time.Time // hora del hecho (criterio HOR-1)
	Anotacion       time.Time // hora de anotación, stamped by the writer, strictly increasing
	Origen          Origen
	Autor           string       // persona id, or "sistema"
	Cargo           domain.Cargo // cargo in which Autor acted
	Clase           Clase        // retention class (criterio ADM-1b)
	SuprimibleDesde domain.Fecha // earliest date of erasure of its values; "" never
	Tipo            string       // kind of fact: "Tarjeta", "Reposicion", …
	Datos           []Dato       // sorted by Nombre, no repeats
	Valores         []Compromiso // personal values, by commitment only; sorted by Nombre
	Firmas          []Firma      // signatures of the act that this asiento closes, by Plaza
}

// Origen says how the fact reached the log (criterios HOR-1, HOR-2). The zero
// value is "en línea"; otherwise it was transcribed from a pre-printed form.
type Origen struct {
	Formulario   string // number of the contingency form; "" en línea
	Transcriptor string // persona who transcribed it
}

// Dato is a fact that is not personal data, in clear. Nombre is [a-z0-9_./-]+,
// Valor any NFC text without control characters other than line feed.
type Dato struct{ Nombre, Valor string }

// Compromiso stands for one personal value: HMAC-SHA256(salt, Nombre ‖ 0 ‖ value in NFC).
type Compromiso struct {
	Nombre string
	HMAC   [32]byte
}

// Apertura opens a Compromiso: kept in the vault (table boveda) until its legal term.
type Apertura struct {
	Posicion int64
	Nombre   string
	Valor    string
	Sal      [32]byte
}

// Modo is how a slot was signed.
type Modo string

// Modes of signature (criterio FIR-4). ModoRonda is signed with the key that a ronda lent
// to who opened it. In the two manuscrita modes the key is that of the authorised cargo
// who attests it.
const (
	ModoClave      Modo = "clave"
	ModoRonda      Modo = "ronda"
	ModoManuscrita Modo = "manuscrita"
	ModoSeNiega    Modo = "se_niega"
)

// Propia reports whether who signs is the person named, with a key of the own, and not who
// attests what another wrote by hand.
func (m Modo) Propia() bool { return m == ModoClave || m == ModoRonda }

// Firma is one signature carried by a closing asiento.
type Firma struct {
	Plaza    int          // slot, from 1
	Cargo    domain.Cargo // cargo in which it was signed
	Persona  string       // who holds the key
	Clave    string       // key id, 16 hex digits
	Modo     Modo
	Instante time.Time
	Firma    []byte // Ed25519, 64 bytes, over firma.Mensaje
}

// Clase is a retention class: it says when the personal values of an asiento go.
type Clase string

// Retention classes written in asientos (criterios ADM-1, ADM-1b).
const (
	ClasePermanente Clase = "permanente" // holds no personal value
	ClaseAdmision   Clase = "admision"   // visits, refusals and remarks: six months
	ClasePersonal   Clase = "personal"   // staff: while employed and five years after
	ClaseLibros     Clase = "libros"     // reasons in books: as long as the book
)

// Dato returns the value of the named fact, "" when absent.
func (a *Asiento) Dato(nombre string) string {
	for _, d := range a.Datos {
		if d.Nombre == nombre {
			return d.Valor
		}
	}
	return ""
}

// Borrador is an asiento before the writer gives it position, numbers, time of
// annotation and commitments. Datos need no order.
type Borrador struct {
	Establecimiento string
	Libro           string
	NuevoFolio      bool   // opens the next folio of the book
	Folio           int64  // an existing folio; ignored with NuevoFolio
	Serie           string // when set, takes the next number of the series
	Jornada         domain.Fecha
	Hecho           time.Time
	Origen          Origen
	Autor           string
	Cargo           domain.Cargo
	Clase           Clase
	SuprimibleDesde domain.Fecha
	Tipo            string
	Datos           []Dato
	Personal        []ValorPersonal
	Firmas          []Firma
}

// ValorPersonal is a personal value to commit to. A nil Sal asks for a fresh salt;
// the closing asiento of an act repeats the salt of its proposal, so that the
// commitment signed is the one kept. HMAC is the commitment when it was made beforehand
// (Commit), nil when the writer is to make it.
type ValorPersonal struct {
	Nombre, Valor string
	Sal           *[32]byte
	HMAC          *[32]byte
}
