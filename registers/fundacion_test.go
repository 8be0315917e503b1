package registers

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/mod/sumdb/note"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
	"foliado/registers/diario/verificador"
)

// Kinds of act of the tests: what an act does at its close is the business of its own
// subject; who signs it, and how, is tested here.
const (
	tipoPruebaAnticipo = "PruebaAnticipo" // signed as arts. 36.2 asks
	tipoPruebaCierre   = "PruebaCierre"   // signed as arts. 36.3 and 40.3 ask
)

func init() {
	articulosActo[tipoPruebaAnticipo] = art("36.2")
	articulosActo[tipoPruebaCierre] = art("36.3")
}

// relojPrueba is a clock that a test moves. It starts on a winter evening and advances a
// millisecond a reading.
type relojPrueba struct {
	mu  sync.Mutex
	now time.Time
}

func (r *relojPrueba) Now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(time.Millisecond)
	return r.now
}

func (r *relojPrueba) Move(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

// gente is a house founded in a database of its own, with somebody of each cargo that
// signs.
type gente struct {
	*Casa
	t     *testing.T
	bd    dbtest.BD
	cfg   escritor.Config
	reloj *relojPrueba
	vkey  string

	director, segundo, sustituto, cajero, crupier, otroCrupier, admision persona
}

// persona is somebody with what is needed to sign.
type persona struct {
	Persona
	badge, pin string
}

func (p persona) autor() Autor { return p.Persona.Autor() }

// newCasaVacia opens an empty log.
func newCasaVacia(t *testing.T, bd dbtest.BD) *gente {
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
	projectors := Proyectores()
	for _, tipo := range []string{tipoPruebaAnticipo, tipoPruebaCierre} {
		projectors[tipo] = conCierre(func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil })
	}
	g := &gente{t: t, bd: bd, vkey: vkey, reloj: &relojPrueba{now: time.Date(2026, 11, 30, 19, 0, 0, 123456789, time.UTC)}}
	g.cfg = escritor.Config{Ruta: bd.Ruta, DSN: bd.DSN, Reloj: g.reloj.Now, Azar: rand.Reader, Firmante: signer,
		Proyectores: projectors, PermiteDueno: true}
	g.open()
	t.Cleanup(func() { g.Escritor.Close() })
	return g
}

// open starts the server, as after a restart.
func (g *gente) open() {
	g.t.Helper()
	w, err := escritor.Open(context.Background(), g.cfg)
	if err != nil {
		g.t.Fatal(err)
	}
	g.Casa = New(w, Options{Coste: firma.Coste{Pasadas: 1, Memoria: 8, Hilos: 1},
		CosteClave: &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}})
}

// facts is a small house.
func (g *gente) facts() FundacionFacts {
	founder := func(usuario string, cargo domain.Cargo, dni string) FundadorFacts {
		return FundadorFacts{PIN: "4821", AltaFacts: AltaFacts{Usuario: usuario, Clave: "clave-de-" + usuario, Cargo: cargo,
			Establecimiento: Todos, Nombre: "Nombre de " + usuario, Apellidos: "Apellido Inventado",
			Documento: identidad.Documento{Tipo: identidad.DNI, Pais: "ESP", Numero: dni}}}
	}
	return FundacionFacts{Entidad: "Casino de Prueba, S. A.", Demostracion: true, Version: "prueba", ClaveDiario: g.vkey,
		Establecimientos: []domain.Establecimiento{{ID: "principal", Nombre: "Casino"}, {ID: "apendice", Nombre: "Sala", Apendice: true}},
		Director:         founder("director", domain.Director, "00000001R"), Segundo: founder("segundo", domain.Subdirector, "00000002W"),
		Acuerdo: "2026-11-02"}
}

// newGente founds the house and gives it people with keys.
func newGente(t *testing.T, bd dbtest.BD) *gente {
	t.Helper()
	g := newCasaVacia(t, bd)
	g.found()
	g.sustituto = g.hire("sustituto", domain.Subdirector, "principal")
	g.cajero = g.hire("cajero", domain.Cajero, "principal")
	g.crupier = g.hire("crupier", domain.Crupier, "principal")
	g.otroCrupier = g.hire("crupier2", domain.Crupier, "apendice")
	p, err := g.AltaPersona(context.Background(), g.director.autor(), g.alta("admision", domain.Admision, "principal"))
	if err != nil {
		t.Fatal(err)
	}
	g.admision = persona{Persona: p}
	return g
}

// found founds the house: the director and the second key.
func (g *gente) found() {
	g.t.Helper()
	done, err := g.Fundar(context.Background(), g.facts())
	if err != nil {
		g.t.Fatal(err)
	}
	g.director = persona{done.Director.Persona, done.Director.Credencial, "4821"}
	g.segundo = persona{done.Segundo.Persona, done.Segundo.Credencial, "4821"}
}

func (g *gente) alta(usuario string, cargo domain.Cargo, establecimiento string) AltaFacts {
	return AltaFacts{Usuario: usuario, Clave: "clave-de-" + usuario, Cargo: cargo, Establecimiento: establecimiento,
		Nombre: "Nombre de " + usuario, Apellidos: "Apellido Inventado"}
}

// hire records somebody and enrols a key.
func (g *gente) hire(usuario string, cargo domain.Cargo, establecimiento string) persona {
	g.t.Helper()
	p, err := g.AltaPersona(context.Background(), g.director.autor(), g.alta(usuario, cargo, establecimiento))
	if err != nil {
		g.t.Fatal(err)
	}
	return g.enrol(p, "7305")
}

// enrol gives a person a key in force.
func (g *gente) enrol(p Persona, pin string) persona {
	g.t.Helper()
	a, badge, err := g.EnrolClave(context.Background(), ClaveFacts{Autor: g.director.autor(), Persona: p.ID, PIN: pin})
	if err != nil {
		g.t.Fatal(err)
	}
	g.mustSign(a.ID, g.director)
	if a = g.mustSign(a.ID, g.segundo); a.Estado != EstadoCerrado {
		g.t.Fatalf("enrolment of %s: got %s, want cerrado", p.Usuario, a.Estado)
	}
	return persona{p, badge, pin}
}

func (g *gente) sign(acto string, p persona) (Acto, error) {
	return g.Firmar(context.Background(), FirmaRequest{Acto: acto, PIN: p.pin, Credencial: p.badge})
}

func (g *gente) mustSign(acto string, p persona) Acto {
	g.t.Helper()
	a, err := g.sign(acto, p)
	if err != nil {
		g.t.Fatalf("%s signs %s: %v", p.Usuario, acto, err)
	}
	return a
}

// propose proposes an act of the tests in the main casino.
func (g *gente) propose(tipo string, plazas ...firma.Plaza) Acto {
	g.t.Helper()
	a, err := g.Propose(context.Background(), g.draft(tipo, plazas...))
	if err != nil {
		g.t.Fatal(err)
	}
	return a
}

func (g *gente) draft(tipo string, plazas ...firma.Plaza) ActoBorrador {
	return ActoBorrador{Establecimiento: "principal", Libro: "anticipos-1", NuevoFolio: true, Jornada: "2026-11-30",
		Hecho: g.Escritor.Ahora(), Autor: g.director.ID, Cargo: g.director.Cargo, Tipo: tipo,
		Datos:  []diario.Dato{{Nombre: "mesa", Valor: "1"}, {Nombre: "importe", Valor: "2500000"}},
		Plazas: plazas}
}

var (
	plazaDirector = firma.Plaza{Quien: firma.QuienDirector}
	plazaCajero   = firma.Plaza{Quien: firma.QuienCajero}
	plazaCrupier  = firma.Plaza{Quien: firma.QuienCrupier}
)

func (g *gente) proposeCierre() Acto {
	return g.propose(tipoPruebaCierre, plazaCrupier, plazaCajero, plazaDirector)
}

// checkErr fails unless got is want, cites the provision and the criterio.
func checkErr(t *testing.T, got, want error, articulo, criterio string) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	var e *norma.Error
	cited, read := "", ""
	if errors.As(got, &e) {
		cited, read = e.Art.Ref(), e.Criterio
	}
	if cited != articulo || read != criterio {
		t.Errorf("%v: got art. %q, criterio %q, want %q, %q", got, cited, read, articulo, criterio)
	}
}

// check verifies the log as an inspector would, and rebuilds every projection from it.
func (g *gente) check() {
	g.t.Helper()
	diffs, err := escritor.Contrast(context.Background(), g.cfg, Tablas(), nil)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, d := range diffs {
		g.t.Errorf("projection %s %s %s %v", d.Tabla, d.Clave, d.Clase, d.Columnas)
	}
	var db *verificador.BaseDatos
	if g.bd.Ruta != "" {
		db, err = verificador.OpenSQLite(g.bd.Ruta)
	} else {
		db, err = verificador.OpenPostgres(g.bd.DSN)
	}
	if err != nil {
		g.t.Fatal(err)
	}
	defer db.Close()
	report, err := verificador.Verify(context.Background(), db, verificador.Options{Clave: []byte(g.vkey)})
	if err != nil {
		g.t.Fatal(err)
	}
	for _, p := range report.Problemas {
		g.t.Errorf("verificar: %s: %s", p.Clase, p.Texto)
	}
}

// count counts rows behind the product's back.
func (g *gente) count(query string, args ...any) int {
	g.t.Helper()
	var n int
	if err := g.Escritor.Lectura().Raw(query, args...).Scan(&n).Error; err != nil {
		g.t.Fatal(err)
	}
	return n
}

func TestFundar(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		g := newCasaVacia(t, bd)
		if _, err := g.Fundacion(ctx); !errors.Is(err, ErrNoFundada) {
			t.Fatalf("before: got %v, want ErrNoFundada", err)
		}
		done, err := g.Fundar(ctx, g.facts())
		if err != nil {
			t.Fatal(err)
		}
		if done.Acta.Posicion != 0 || done.Acta.Tipo != TipoActaFundacional || len(done.Recibo.Checkpoint) == 0 {
			t.Errorf("got acta at %d, checkpoint of %d bytes", done.Acta.Posicion, len(done.Recibo.Checkpoint))
		}
		got, err := g.Fundacion(ctx)
		if err != nil || got != done.Fundacion || got.Origen != "foliado/"+got.Instalacion || !got.Demostracion {
			t.Errorf("got %+v, %v, want %+v", got, err, done.Fundacion)
		}
		es, err := g.Establecimientos(ctx)
		if err != nil || len(es) != 2 || es[0].ID != "principal" || !es[1].Apendice {
			t.Errorf("got %v, %v", es, err)
		}
		set, err := g.Direccion(ctx, "apendice", g.Escritor.Ahora())
		if err != nil || len(set) != 1 || set[0].Persona.ID != "p1" || set[0].Calidad != CalidadTitular {
			t.Errorf("got %v, %v, want the director alone", set, err)
		}
		for n, p := range []Fundador{done.Director, done.Segundo} {
			key, err := g.ClaveVigente(ctx, p.Persona.ID)
			if err != nil || key.ID != p.Clave || key.Posicion != 0 || done.Acta.Dato(fmt.Sprintf("clave.%d.id", n+1)) != key.ID {
				t.Errorf("%s: got key %+v, %v, want %s from position 0", p.Persona.Usuario, key, err, p.Clave)
			}
		}
		if _, err := g.Fundar(ctx, g.facts()); !errors.Is(err, ErrFundada) {
			t.Errorf("again: got %v, want ErrFundada", err)
		}
		g.check()
	})
}

func TestFundarRefuses(t *testing.T) {
	g := newCasaVacia(t, dbtest.New(t, "sqlite"))
	for name, change := range map[string]func(*FundacionFacts){
		"no entidad":                 func(f *FundacionFacts) { f.Entidad = " " },
		"no establecimiento":         func(f *FundacionFacts) { f.Establecimientos = nil },
		"key without installation":   func(f *FundacionFacts) { f.ClaveDiario = "foliado+00000000+AA" },
		"director who is none":       func(f *FundacionFacts) { f.Director.Cargo = domain.Cajero },
		"director of one house":      func(f *FundacionFacts) { f.Director.Establecimiento = "principal" },
		"second who never signs":     func(f *FundacionFacts) { f.Segundo.Cargo = domain.Sistema },
		"second of the door":         func(f *FundacionFacts) { f.Segundo.Cargo = domain.Admision },
		"no date of agreement":       func(f *FundacionFacts) { f.Acuerdo = "ayer" },
		"same usuario twice":         func(f *FundacionFacts) { f.Segundo.Usuario = f.Director.Usuario },
		"PIN in a row":               func(f *FundacionFacts) { f.Segundo.PIN = "1234" },
		"short password":             func(f *FundacionFacts) { f.Director.Clave = "corta" },
		"second of an unknown house": func(f *FundacionFacts) { f.Segundo.Establecimiento = "otro" },
	} {
		t.Run(name, func(t *testing.T) {
			f := g.facts()
			change(&f)
			if _, err := g.Fundar(context.Background(), f); err == nil {
				t.Fatal("founded")
			}
			if n := g.Escritor.Tamano(); n != 0 {
				t.Errorf("got %d asientos, want none", n)
			}
		})
	}
}
