// Package registers keeps the books of a house: people and their keys, acts of
// signature, gaming days, tables, anticipos and control de ingresos. Every exported
// method of Casa is one transaction of the writer; what it puts on record are asientos,
// and the tables it reads are projections of them.
package registers

import (
	"crypto/rand"
	"io"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// Casa is one entidad with its establecimientos: the use cases over its one writer.
type Casa struct {
	Escritor *escritor.Escritor

	opts        Options
	log         *slog.Logger
	acta        atomic.Pointer[Fundacion] // read once: position 0 never changes
	llaves      cerrojos                  // one attempt at a PIN at a time for each persona
	claveVacia  func() string             // digest that an unknown usuario is compared with
	claveTurnos chan struct{}             // bounds concurrent digests of passwords
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
	c := &Casa{
		Escritor:    w,
		opts:        opts,
		log:         opts.Log,
		claveTurnos: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
	}
	c.claveVacia = sync.OnceValue(func() string {
		digest, err := argon2id.CreateHash(rand.Text(), opts.CosteClave)
		if err != nil {
			panic("registers: no randomness: " + err.Error())
		}
		return digest
	})
	return c
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

// Series of documents numbered here.
const (
	SerieActos    = "actos"
	SeriePersonas = "personas"
)

var _ = diario.Entidad
