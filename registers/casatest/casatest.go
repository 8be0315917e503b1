// Package casatest gives tests a small house, founded through the use cases in a database
// of their own, with a clock that they move.
//
//	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
//		c := casatest.New(t, bd, admission.Proyectores())
//		c.OpenDay(t, "principal", "2026-11-30")
//		p, err := c.ProposeApertura(ctx, c.Autor("director"), c.Ahora(), "principal", 1, facts)
//		c.Sign(t, p.Acto.ID, "director")
//	})
//
// The entidad has two establecimientos, principal and apendice, each with its
// authorisation signed and tables of ruleta americana (1, 2) and black jack (3). Somebody
// of each cargo serves under a usuario that is the name of the cargo; see gente.
package casatest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"maps"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/mod/sumdb/note"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// The two establecimientos, and the first jornada that suits the clock of a new Casa.
const (
	Principal                             = "principal"
	Apendice                              = "apendice"
	Fecha                    domain.Fecha = "2026-11-30"
	Resolucion                            = "RES-2026/001"
	Tarifa                                = domain.Importe(500) // unit price of the card, céntimos
	Ruleta                                = domain.Importe(250) // minimum stake of the roulettes, céntimos
	BlackJack                             = domain.Importe(500)
	pin                                   = "4821"
	zonaApertura, zonaCierre              = "16:00", "06:00"
)

// Casa is the house: the use cases of registers, its writer, its clock, its people.
type Casa struct {
	*registers.Casa
	Config escritor.Config // with which the writer was opened
	Reloj  *Reloj
	Clave  string // note verifier of the checkpoints
	Acta   registers.Fundada
	Gente  map[string]Persona // by usuario
}

// Reloj is a clock that a test moves. Each reading advances it a microsecond, so that
// hours never repeat.
type Reloj struct {
	mu  sync.Mutex
	now time.Time
}

// Now reads the clock.
func (r *Reloj) Now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(time.Microsecond)
	return r.now
}

// Move puts the clock forward, or back when d is negative.
func (r *Reloj) Move(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

// Set puts the clock at an instant.
func (r *Reloj) Set(t time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = t.UTC()
}

// At puts the clock at that hour of the wall in Madrid: "2026-11-30 23:59:30".
func (r *Reloj) At(t testing.TB, wall string) {
	t.Helper()
	at, err := time.ParseInLocation(time.DateTime, wall, domain.Madrid)
	if err != nil {
		t.Fatalf("casatest: %v", err)
	}
	r.Set(at)
}

// New founds the house in bd, at 18:00 of Fecha in Madrid. extra are the projectors of
// what else will write in its log. It is closed when the test ends.
func New(t testing.TB, bd dbtest.BD, extra ...map[string]escritor.Proyector) *Casa {
	t.Helper()
	return NewAt(t, bd, string(Fecha)+" 18:00:00", extra...)
}

// NewAt is New at another hour of the wall in Madrid: "2026-02-20 18:00:00".
func NewAt(t testing.TB, bd dbtest.BD, wall string, extra ...map[string]escritor.Proyector) *Casa {
	t.Helper()
	c := newEmpty(t, bd, wall, extra)
	founded, err := c.Fundar(context.Background(), c.facts())
	if err != nil {
		t.Fatalf("casatest: found: %v", err)
	}
	c.Acta = founded
	c.hold(founded.Director)
	c.hold(founded.Segundo)
	c.hire(t)
	for _, e := range []string{Principal, Apendice} {
		c.furnish(t, e)
	}
	return c
}

func newEmpty(t testing.TB, bd dbtest.BD, wall string, extra []map[string]escritor.Proyector) *Casa {
	t.Helper()
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		t.Fatal(err)
	}
	skey, vkey, err := diario.NewKey(rand.Reader, "foliado/"+hex.EncodeToString(id[:]))
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	c := &Casa{Reloj: &Reloj{}, Clave: vkey, Gente: map[string]Persona{}}
	c.Reloj.At(t, wall)
	c.Config = escritor.Config{Ruta: bd.Ruta, DSN: bd.DSN, Reloj: c.Reloj.Now, Azar: rand.Reader, Firmante: signer,
		Marca: filepath.Join(t.TempDir(), "marca"), Proyectores: registers.Proyectores(), Plazo: registers.Plazo, PermiteDueno: true,
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))}
	for _, m := range extra {
		maps.Copy(c.Config.Proyectores, m)
	}
	c.open(t)
	t.Cleanup(func() { c.Escritor.Close() })
	return c
}

// cheap is the cost of keys and passwords in tests.
var cheap = registers.Options{Coste: firma.Coste{Pasadas: 1, Memoria: 8, Hilos: 1},
	CosteClave: &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}}

func (c *Casa) open(t testing.TB) {
	t.Helper()
	w, err := escritor.Open(context.Background(), c.Config)
	if err != nil {
		t.Fatalf("casatest: open: %v", err)
	}
	c.Casa = registers.New(w, cheap)
}

// Reopen closes the writer and opens it again, as after a restart.
func (c *Casa) Reopen(t testing.TB) {
	t.Helper()
	if err := c.Escritor.Close(); err != nil {
		t.Fatalf("casatest: close: %v", err)
	}
	c.open(t)
}

// Ahora is the present instant of the clock, as the hour of an act put on record as it
// happens.
func (c *Casa) Ahora() registers.Hora { return registers.EnLinea(c.Escritor.Ahora()) }

// Autorizacion is what an establecimiento of these tests may do, to be changed and
// proposed again.
func Autorizacion() registers.AutorizacionFacts {
	hour := func(s string) libros.Hora {
		h, err := libros.ParseHora(s)
		if err != nil {
			panic(err)
		}
		return h
	}
	return registers.AutorizacionFacts{
		Resolucion: Resolucion,
		Horario:    libros.Horario{Abre: hour(zonaApertura), Cierra: hour(zonaCierre)},
		Tarifa:     Tarifa,
		Juegos: []registers.JuegoAutorizado{
			{Juego: domain.RuletaAmericana, Minimo: Ruleta, Maximo: 10 * Ruleta, Mesas: 4},
			{Juego: domain.BlackJack, Minimo: BlackJack, Maximo: 10 * BlackJack, Mesas: 4},
		},
	}
}

// Authorise puts an authorisation in force.
func (c *Casa) Authorise(t testing.TB, establecimiento string, f registers.AutorizacionFacts) {
	t.Helper()
	a, err := c.ProposeAutorizacion(context.Background(), c.Autor("director"), c.Escritor.Ahora(), establecimiento, f)
	if err != nil {
		t.Fatalf("casatest: propose the authorisation of %s: %v", establecimiento, err)
	}
	c.Sign(t, a.ID, "director")
}

// furnish authorises an establecimiento and gives it tables.
func (c *Casa) furnish(t testing.TB, establecimiento string) {
	t.Helper()
	c.Authorise(t, establecimiento, Autorizacion())
	for n, juego := range []domain.Juego{domain.RuletaAmericana, domain.RuletaAmericana, domain.BlackJack} {
		_, err := c.CreateMesa(context.Background(), c.Autor("director"), c.Ahora(), establecimiento,
			registers.MesaFacts{Numero: n + 1, Juego: juego})
		if err != nil {
			t.Fatalf("casatest: table %d of %s: %v", n+1, establecimiento, err)
		}
	}
}
