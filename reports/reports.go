// Package reports makes the documents of the house: one function per document, facts
// in, PDF out. It cannot reach the database: whoever calls it has read the facts from
// the leaves of the log.
//
// The documents and the provision each one serves:
//
//	Tarjeta          entry card                         arts. 22.3, 23.3
//	Volante          provisional slip                   art. 23.4
//	Custodia         documents held for volantes        art. 23.4
//	ReciboGrupo      payment of a group                 art. 23.3
//	Turno            receipts and count of the desk     arts. 23.2, 23.3
//	FolioAnticipos   folio of the libro de anticipos    arts. 36, 40
//	ControlIngresos  folio of the control de ingresos   art. 42
//	ActaJugada       a jugada and its settlement        art. 38.3
//	ActaBilletes     acta of the notes taken out       art. 31.5
//	Arqueo           count of the caja central         arts. 36.5, 37
//	Cartel           notice of a table                 art. 38.2
//	Formularios      numbered forms of contingency     criterio HOR-2
//	Clausura         communication of a closing down   art. 29.2
//	ActaFundacional  founding of the log, on paper      root of trust
//	Folleto          leaflet with the rules of a game   art. 25.2
//	TablaPagos       table of payments in sight         arts. 100.2, 107.2
//	Cilindro         report on the wheel of a roulette  maintenance
//
// Every document of the record prints the checkpoint of the commit that recorded it, in letters and
// in a QR: each paper is a witness of the log. A document that lacks a proof of
// completeness says so. The same facts and the same Options give the same bytes.
//
// A fact that contradicts another (a total that is not the sum of its lines, or whose
// words say another amount) is an error that wraps ErrFacts: no such paper leaves
// the house.
package reports

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

var (
	art    = norma.Reglamento.Art
	artPBC = norma.PBC.Art
)

// ErrFacts is the base of the errors about facts that do not agree with one another.
var ErrFacts = errors.New("los datos del documento no cuadran")

// Options says how a document is written.
type Options struct {
	// Instante is when it is printed: the date of the file and of its last line.
	Instante time.Time
	// SinComprimir leaves the pages as plain operators, for tests on the bytes.
	SinComprimir bool
}

func (o Options) check() error {
	if o.Instante.IsZero() {
		return fmt.Errorf("%w: falta el instante de impresión", ErrFacts)
	}
	return nil
}

// Casa is the house that issues the document.
type Casa struct {
	Entidad         string // company that holds the authorisation
	Establecimiento string // casino or sala apéndice (criterio EST-1)
	Demostracion    bool   // founded as a demonstration: the paper says it has no value
}

func (c Casa) check() error {
	if c.Entidad == "" || c.Establecimiento == "" {
		return fmt.Errorf("%w: falta el nombre de la casa", ErrFacts)
	}
	return nil
}

// Checkpoint is the state of the log at the commit of the document.
type Checkpoint struct {
	Origen string // name of the log, "foliado/<installation>"
	Tamano int64  // number of leaves
	Raiz   string // root of the tree, base64
	// Firma is the signature line of the note as written, "— origen base64"; may be
	// empty, and then the QR is smaller and the paper proves less.
	Firma string
}

// NewCheckpoint reads a checkpoint from its signed note. It does not verify the
// signature: that is for whoever holds the key.
func NewCheckpoint(nota []byte) (Checkpoint, error) {
	var c Checkpoint
	body, firmas, _ := strings.Cut(string(nota), "\n\n")
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	if len(lines) != 3 {
		return c, fmt.Errorf("%w: el checkpoint no tiene origen, tamaño y raíz", ErrFacts)
	}
	n, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || n < 0 {
		return c, fmt.Errorf("%w: el tamaño del checkpoint es %q", ErrFacts, lines[1])
	}
	firma, _, _ := strings.Cut(firmas, "\n")
	return Checkpoint{Origen: lines[0], Tamano: n, Raiz: lines[2], Firma: firma}, nil
}

// Nota is the checkpoint as a note: what NewCheckpoint reads.
func (c Checkpoint) Nota() string {
	s := c.Origen + "\n" + strconv.FormatInt(c.Tamano, 10) + "\n" + c.Raiz + "\n"
	if c.Firma != "" {
		s += "\n" + c.Firma + "\n"
	}
	return s
}

// check refuses a checkpoint that would print an empty witness.
func (c Checkpoint) check() error {
	raiz, err := base64.StdEncoding.DecodeString(c.Raiz)
	if c.Origen == "" || c.Tamano <= 0 || err != nil || len(raiz) != 32 {
		return fmt.Errorf("%w: falta el checkpoint del asiento", ErrFacts)
	}
	return nil
}

// Evidencia is what lets whoever holds the paper check it against the log.
type Evidencia struct {
	Token       string // opaque reference, the first line of the QR
	Checkpoint  Checkpoint
	Asientos    string   // numbers in the book: "45", "45 a 51"
	Completitud string   // what the next EstadoDeSeries proves; empty: not proved
	Criterios   []string // ids of the declared readings the document depends on: "CAJ-B"
}

func (e Evidencia) check() error {
	if e.Token == "" || strings.ContainsAny(e.Token, "\n") {
		return fmt.Errorf("%w: falta la referencia del código QR", ErrFacts)
	}
	return e.Checkpoint.check()
}

// completitud is the line about completeness.
func (e Evidencia) completitud() string {
	if e.Completitud == "" {
		return "Completitud no demostrada: ningún estado de series posterior acompaña a esta hoja."
	}
	return e.Completitud
}

// Regimen is the legal standing of a book (art. 39.3, criterio LIB-1).
type Regimen struct {
	// Resolucion cites the resolution of the tax authority that authorises the system;
	// empty: the paper is an auxiliary copy of the book on paper.
	Resolucion string
}

func (r Regimen) text() string {
	if r.Resolucion == "" {
		return "Copia auxiliar del libro diligenciado (criterio LIB-1)"
	}
	return "Libro oficial en sistema informático autorizado: " + r.Resolucion + " (" + art("39.3").String() + ")"
}

// Modes in which a slot may be signed (criterio FIR-4).
const (
	ModoClave      = "clave"
	ModoRonda      = "ronda"
	ModoManuscrita = "manuscrita"
	ModoSeNiega    = "se_niega"
)

// Firma is one slot of an act. With a zero Instante it is still to be signed.
type Firma struct {
	Quien     string // who the slot is for when it is no cargo of the house: "Jugador"
	Cargo     domain.Cargo
	Sustituye bool      // acts as director by the substitution regime (art. 14.3, FIR-3)
	Nombre    string    // name and surnames, or professional number of the authority's
	Modo      string    // one of the modes above
	Atesta    string    // who attests a handwritten signature or its refusal
	Instante  time.Time // UTC
	Clave     string    // id of the key, 16 hexadecimal digits; of the attesting cargo when handwritten
	Firma     []byte    // Ed25519 signature
}

// Pendiente reports whether the slot is not signed yet.
func (f Firma) Pending() bool { return f.Instante.IsZero() }

// cargo is the cargo in words.
func (f Firma) cargo() string {
	if f.Quien != "" {
		return f.Quien
	}
	if f.Sustituye {
		return f.Cargo.Nombre() + " (sustituye a la dirección)"
	}
	return f.Cargo.Nombre()
}

// modo says in words how it was signed.
func (f Firma) modo() string {
	switch {
	case f.Pending():
		return "pendiente de firma"
	case f.Modo == ModoManuscrita:
		return "firma manuscrita en el ejemplar impreso, ante " + f.Atesta
	case f.Modo == ModoSeNiega:
		return "se niega a firmar; lo hace constar " + f.Atesta
	case f.Modo == ModoRonda:
		return "firmado con credencial, en ronda"
	}
	return "firmado con clave"
}

// fingerprint is the start of the signature as the leaf writes it, enough to compare
// by eye.
func (f Firma) fingerprint() string {
	s := base64.StdEncoding.EncodeToString(f.Firma)
	return s[:min(len(s), 16)] + "…"
}

func (f Firma) check() error {
	switch {
	case f.Quien == "" && !f.Cargo.Valid():
		return fmt.Errorf("%w: cargo %q", ErrFacts, f.Cargo)
	case f.Pending():
		return nil
	case !slices.Contains([]string{ModoClave, ModoRonda, ModoManuscrita, ModoSeNiega}, f.Modo):
		return fmt.Errorf("%w: modo de firma %q", ErrFacts, f.Modo)
	case (f.Modo == ModoManuscrita || f.Modo == ModoSeNiega) && f.Atesta == "":
		return fmt.Errorf("%w: nadie da fe de la firma manuscrita", ErrFacts)
	case len(f.Firma) != 64 || f.Clave == "":
		return fmt.Errorf("%w: la firma de %s está incompleta", ErrFacts, f.Cargo.Nombre())
	}
	return nil
}

// Acto identifies an act of signature.
type Acto struct {
	ID     string // "principal-17"
	Huella string // digest of what was signed, 64 hexadecimal digits
	Firmas []Firma
}

// Closed reports whether every slot is signed.
func (a Acto) Closed() bool {
	for _, f := range a.Firmas {
		if f.Pending() {
			return false
		}
	}
	return len(a.Firmas) > 0
}

func (a Acto) check() error {
	if len(a.Firmas) == 0 {
		return fmt.Errorf("%w: el acto %q no tiene plazas", ErrFacts, a.ID)
	}
	for _, f := range a.Firmas {
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// figure writes an amount with the true minus sign: "−1.250,50 €".
func figure(i domain.Importe) string { return strings.Replace(i.String(), "-", "−", 1) }
