// Package registers keeps the books of a house: people and their keys, acts of
// signature, gaming days, tables, anticipos and control de ingresos. Every exported
// method of Casa is one transaction of the writer; what it puts on record are asientos,
// and the tables it reads are projections of them.
package registers

import (
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

var art = norma.Reglamento.Art

// Casa is one entidad with its establecimientos: the use cases over its one writer.
type Casa struct {
	Escritor *escritor.Escritor

	opts       Options
	acta       atomic.Pointer[Fundacion] // read once: position 0 never changes
	llaves     cerrojos                  // one attempt at a PIN at a time for each persona
	claveVacia func() (string, error)    // digest that an unknown usuario is compared with
}

// Options are the choices of a Casa that are no matter of law. The zero value is that
// of production.
type Options struct {
	Coste      firma.Coste      // cost of sealing a key; zero: firma.CosteNormal
	CosteClave *argon2id.Params // cost of a password; nil: 19 MiB, two passes
	CaducaActo time.Duration    // life of an act that sets none; zero: it does not expire
	Azar       io.Reader        // randomness for keys, badges and salts; nil: crypto/rand
	Log        *slog.Logger     // nil: slog.Default()
}

// New returns the use cases over w.
func New(w *escritor.Escritor, opts Options) *Casa {
	if opts.Coste == (firma.Coste{}) {
		opts.Coste = firma.CosteNormal
	}
	if opts.CosteClave == nil {
		opts.CosteClave = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	}
	if opts.Azar == nil {
		opts.Azar = rand.Reader
	}
	if opts.Log == nil {
		opts.Log = slog.Default()
	}
	return &Casa{
		Escritor: w,
		opts:     opts,
		claveVacia: sync.OnceValues(func() (string, error) {
			return argon2id.CreateHash(rand.Text(), opts.CosteClave)
		}),
	}
}

// Autor is who does an act: the persona of the session and the cargo held then.
type Autor struct {
	Persona string
	Cargo   domain.Cargo
}

// AutorSistema is the author of what the program does on its own (an expiry, say).
var AutorSistema = Autor{Persona: "sistema", Cargo: domain.Sistema}

// Libros of what is no book of the law but is on record.
const (
	LibroRegistro = "registro" // the entidad, its people, its keys
	LibroActos    = "actos"    // acts proposed, withdrawn and expired
)

// Plazo is the first date on which the personal values of an asiento written on a date go
// that says none itself: those of the books are kept as the books of a trader are (criterio
// ADM-11); of who works in the house it is not known before she leaves.
func Plazo(clase diario.Clase, fecha domain.Fecha) domain.Fecha {
	if clase != diario.ClaseLibros {
		return ""
	}
	return plazos.SuprimibleDesde(fecha, plazos.MesesLibros)
}

// Series of what is numbered here.
const (
	SerieActos    = "actos"
	SeriePersonas = "personas"
)

// Todos is the establecimiento of who serves in every one of the entidad.
const Todos = "*"

// borradorRegistro is an asiento of the entidad in LibroRegistro, at the instant of tx.
func borradorRegistro(tx *escritor.Tx, autor Autor, tipo string, datos ...diario.Dato) diario.Borrador {
	return diario.Borrador{
		Establecimiento: diario.Entidad,
		Libro:           LibroRegistro,
		Hecho:           tx.Ahora(),
		Autor:           autor.Persona,
		Cargo:           autor.Cargo,
		Clase:           diario.ClasePermanente,
		Tipo:            tipo,
		Datos:           datos,
	}
}

// findOne returns the row that q selects, and whether there is one.
func findOne[T any](q *gorm.DB) (T, bool, error) {
	var rows []T
	err := q.Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		var zero T
		return zero, false, err
	}
	return rows[0], true, nil
}

// readAsiento reads one leaf from its canonical text.
func readAsiento(db *gorm.DB, posicion int64) (diario.Asiento, error) {
	type hoja struct{ Texto []byte }
	h, ok, err := findOne[hoja](db.Table("asientos").Select("texto").Where("posicion = ?", posicion))
	if err != nil {
		return diario.Asiento{}, fmt.Errorf("read asiento %d: %w", posicion, err)
	}
	if !ok {
		return diario.Asiento{}, fmt.Errorf("read asiento %d: there is none", posicion)
	}
	a, err := diario.Parse(h.Texto)
	if err != nil {
		return diario.Asiento{}, fmt.Errorf("read asiento %d: %w", posicion, err)
	}
	return a, nil
}

// readValores opens the personal values of a leaf that the vault still holds, but those kept
// apart in the archivo PBC, which has its own readers (criterio ADM-1). A value that does not
// open its commitment is an error.
func readValores(db *gorm.DB, a *diario.Asiento) ([]diario.ValorPersonal, error) {
	if len(a.Valores) == 0 {
		return nil, nil
	}
	return readBoveda(db.Where("NOT EXISTS (SELECT 1 FROM archivo_pbc p WHERE p.posicion = boveda.posicion)"), a)
}

// readBoveda opens the values of a leaf among the rows of the vault that q selects.
func readBoveda(q *gorm.DB, a *diario.Asiento) ([]diario.ValorPersonal, error) {
	type valor struct {
		Nombre string
		Valor  string
		Sal    []byte
	}
	var rows []valor
	err := q.Table("boveda").Select("nombre", "valor", "sal").Where("posicion = ?", a.Posicion).Order("nombre").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read the values of asiento %d: %w", a.Posicion, err)
	}
	committed := map[string]diario.Compromiso{}
	for _, c := range a.Valores {
		committed[c.Nombre] = c
	}
	values := make([]diario.ValorPersonal, 0, len(rows))
	for _, r := range rows {
		if len(r.Sal) != 32 {
			return nil, fmt.Errorf("asiento %d: value %s has a salt of %d bytes", a.Posicion, r.Nombre, len(r.Sal))
		}
		sal := [32]byte(r.Sal)
		if !committed[r.Nombre].Abre(diario.Apertura{Nombre: r.Nombre, Valor: r.Valor, Sal: sal}) {
			return nil, fmt.Errorf("asiento %d: value %s does not open its commitment", a.Posicion, r.Nombre)
		}
		values = append(values, diario.ValorPersonal{Nombre: r.Nombre, Valor: r.Valor, Sal: &sal})
	}
	return values, nil
}

// micros is an instant as columns keep it: microseconds since 1970 UTC, 0 for none.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fromMicros is the instant of a column, the zero time for 0.
func fromMicros(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}
