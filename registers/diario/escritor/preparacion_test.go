package escritor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
	"gorm.io/gorm"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// The projections of the tests: a card issued as the product does it writes four rows
// beside its leaf and its vault.
type filaTarjeta struct {
	Establecimiento string
	Numero          int64
	Persona         string
	Jornada         string
	Precio          int64
	Anulada         bool
	Posicion        int64
}

func (filaTarjeta) TableName() string { return "prueba_tarjetas" }

type filaVisita struct {
	Posicion  int64
	Nombre    string
	Apellidos string
	Nacido    *string
}

func (filaVisita) TableName() string { return "prueba_visitas" }

type filaDocumento struct {
	Numero   string
	Posicion int64
}

func (filaDocumento) TableName() string { return "prueba_documentos" }

type filaCaja struct {
	Posicion int64
	Importe  domain.Importe
}

func (filaCaja) TableName() string { return "prueba_caja" }

var tablasPrueba = []Tabla{
	{"prueba_tarjetas", []string{"establecimiento", "numero"}},
	{"prueba_visitas", []string{"posicion"}},
	{"prueba_documentos", []string{"posicion"}},
	{"prueba_caja", []string{"posicion"}},
}

func createTables(tb testing.TB, bd dbtest.BD) {
	integer, text, strict, boolean := "BIGINT", `TEXT COLLATE "C"`, "", "BOOLEAN"
	if bd.Dialecto == migrations.SQLite {
		integer, text, strict, boolean = "INTEGER", "TEXT", " STRICT", "INTEGER"
	}
	bd.Exec(tb,
		`CREATE TABLE prueba_tarjetas (establecimiento `+text+` NOT NULL, numero `+integer+` NOT NULL, persona `+text+` NOT NULL,
			jornada `+text+` NOT NULL, precio `+integer+` NOT NULL CHECK (precio >= 0), anulada `+boolean+` NOT NULL,
			posicion `+integer+` NOT NULL, PRIMARY KEY (establecimiento, numero))`+strict,
		`CREATE UNIQUE INDEX prueba_persona ON prueba_tarjetas (establecimiento, jornada, persona)`,
		`CREATE TABLE prueba_visitas (posicion `+integer+` PRIMARY KEY, nombre TEXT NOT NULL, apellidos TEXT NOT NULL, nacido TEXT)`+strict,
		`CREATE TABLE prueba_documentos (numero TEXT NOT NULL, posicion `+integer+` PRIMARY KEY)`+strict,
		`CREATE TABLE prueba_caja (posicion `+integer+` PRIMARY KEY, importe `+integer+` NOT NULL DEFAULT 7)`+strict,
		`CREATE TABLE prueba_notas (nota TEXT PRIMARY KEY)`+strict)
}

type filaNota struct{ Nota string }

func (filaNota) TableName() string { return "prueba_notas" }

func projectTarjeta(l *Lote, a *diario.Asiento, v map[string]string) error {
	precio, err := strconv.ParseInt(a.Dato("precio"), 10, 64)
	if err != nil {
		return err
	}
	nacido := new(string)
	if *nacido = v["fecha_nacimiento"]; *nacido == "" {
		nacido = nil
	}
	return errors.Join(
		l.Insert(&filaTarjeta{a.Establecimiento, a.NumeroSerie, a.Dato("persona"), string(a.Jornada), precio, false, a.Posicion}),
		l.Insert(&filaVisita{a.Posicion, v["nombre"], v["apellidos"], nacido}),
		l.Insert(&filaDocumento{v["documento"], a.Posicion}),
		l.Insert(&filaCaja{a.Posicion, domain.Importe(precio)}))
}

// projectAnulacion updates: what Exec is for.
func projectAnulacion(l *Lote, a *diario.Asiento, _ map[string]string) error {
	numero, err := strconv.ParseInt(a.Dato("tarjeta"), 10, 64)
	if err != nil {
		return err
	}
	return l.Exec(`UPDATE prueba_tarjetas SET anulada = ? WHERE establecimiento = ? AND numero = ?`,
		true, a.Establecimiento, numero)
}

// reloj is a clock that advances a microsecond a reading, so that hours repeat never.
type reloj struct {
	mu  sync.Mutex
	now time.Time
}

func newReloj() *reloj { return &reloj{now: time.Date(2026, 11, 30, 19, 0, 0, 123456789, time.UTC)} }

func (r *reloj) Now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(time.Microsecond)
	return r.now
}

func (r *reloj) Move(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

const origenPrueba = "foliado/00112233445566778899aabbccddeeff"

var keysPrueba = sync.OnceValues(func() (string, string) {
	skey, vkey, err := diario.NewKey(rand.Reader, origenPrueba)
	if err != nil {
		panic(err)
	}
	return skey, vkey
})

// configWith is the configuration of the tests without its database.
func configWith(skey string) (Config, error) {
	signer, err := note.NewSigner(skey)
	return Config{
		PermiteDueno: true, Reloj: newReloj().Now, Azar: rand.Reader, Firmante: signer,
		Proyectores: map[string]Proyector{"Tarjeta": projectTarjeta, "AnulacionTarjeta": projectAnulacion},
		Log:         slog.New(slog.NewTextHandler(io.Discard, nil)),
	}, err
}

func configFor(tb testing.TB, bd dbtest.BD) Config {
	tb.Helper()
	skey, _ := keysPrueba()
	cfg, err := configWith(skey)
	if err != nil {
		tb.Fatal(err)
	}
	cfg.Ruta, cfg.DSN = bd.Ruta, bd.DSN
	return cfg
}

// openWith opens a writer that the end of the test closes.
func openWith(tb testing.TB, cfg Config) *Escritor {
	tb.Helper()
	e, err := Open(context.Background(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { e.Close() })
	return e
}

func openTest(tb testing.TB, bd dbtest.BD) *Escritor {
	tb.Helper()
	createTables(tb, bd)
	return openWith(tb, configFor(tb, bd))
}

// tarjeta is the draft of a card for that person.
func tarjeta(persona string) diario.Borrador {
	return diario.Borrador{
		Establecimiento: "principal", Libro: "admision", Serie: "tarjetas",
		Jornada: "2026-11-30", Autor: "p4", Cargo: domain.Admision,
		Clase: diario.ClaseAdmision, SuprimibleDesde: "2027-05-31", Tipo: "Tarjeta",
		Datos: []diario.Dato{{Nombre: "precio", Valor: "500"}, {Nombre: "persona", Valor: persona},
			{Nombre: "lista", Valor: "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a"},
			{Nombre: "validez", Valor: "2026-11-30"}},
		Personal: []diario.ValorPersonal{{Nombre: "nombre", Valor: "Ángela"}, {Nombre: "apellidos", Valor: "Pérez Gil"},
			{Nombre: "documento", Valor: "00000000T"}, {Nombre: "fecha_nacimiento", Valor: "1980-02-29"}},
	}
}

// issue is the act of a card; what it appended is left in got.
func issue(persona string, got *diario.Asiento) func(*Tx) error {
	return func(t *Tx) error {
		a, err := t.Append(tarjeta(persona))
		if err == nil && got != nil {
			*got = a
		}
		return err
	}
}

// occupy keeps the writer busy until release is called, so that what is sent meanwhile
// makes one group.
func occupy(tb testing.TB, e *Escritor) (release func()) {
	tb.Helper()
	began, let := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		first := true
		_, err := e.Do(context.Background(), func(t *Tx) error {
			if first {
				first = false
				close(began)
				<-let
			}
			return nil
		})
		done <- err
	}()
	<-began
	return func() {
		close(let)
		if err := <-done; err != nil {
			tb.Errorf("the act that kept the writer busy: %v", err)
		}
	}
}

// outcome is how an act of a group ended.
type outcome struct {
	recibo Recibo
	err    error
}

// together sends the acts so that they make one group, in order, and waits for them.
func together(tb testing.TB, e *Escritor, acts ...func() (Recibo, error)) []outcome {
	tb.Helper()
	release := occupy(tb, e)
	outcomes := make([]outcome, len(acts))
	var wg sync.WaitGroup
	for k, act := range acts {
		before := len(e.queue)
		wg.Go(func() { outcomes[k].recibo, outcomes[k].err = act() })
		for deadline := time.Now().Add(10 * time.Second); len(e.queue) == before; {
			if time.Now().After(deadline) {
				tb.Fatal("the act was not queued")
			}
			time.Sleep(50 * time.Microsecond)
		}
	}
	release()
	wg.Wait()
	return outcomes
}

// do is an act of together.
func do(e *Escritor, act func(*Tx) error) func() (Recibo, error) {
	return func() (Recibo, error) { return e.Do(context.Background(), act) }
}

// leaf is a row of asientos.
type leaf struct {
	Posicion, Numero, NumeroSerie, Hecho, Anotacion int64
	Establecimiento, Libro, Serie, Tipo             string
	Texto, Hashes                                   []byte
}

// readLog reads the log through a handle of its own and checks it all: positions, books
// and series without holes, hours that only grow, columns equal to the text, hashes and
// checkpoints equal to the tree made anew, projections equal to the leaves.
func readLog(tb testing.TB, bd dbtest.BD) []leaf {
	tb.Helper()
	db, err := openORM(bd.Dialecto, bd.Raw(tb), false)
	if err != nil {
		tb.Fatal(err)
	}
	var leaves []leaf
	if err := db.Raw(`SELECT * FROM asientos ORDER BY posicion`).Scan(&leaves).Error; err != nil {
		tb.Fatal(err)
	}
	roots := checkLeaves(tb, leaves)
	checkCheckpoints(tb, db, roots)
	checkContadores(tb, db, leaves)
	different, err := Contrast(context.Background(), configFor(tb, bd), tablasPrueba, nil)
	if err != nil || len(different) > 0 {
		tb.Errorf("projections: got %v, %v, want no difference", different, err)
	}
	return leaves
}

// checkLeaves returns the root of the tree of every size.
func checkLeaves(tb testing.TB, leaves []leaf) []tlog.Hash {
	tb.Helper()
	var tree diario.Arbol
	roots := []tlog.Hash{tree.Raiz()}
	last := map[string]int64{}
	var hour int64
	for k, l := range leaves {
		a, err := diario.Parse(l.Texto)
		if err != nil {
			tb.Fatalf("leaf %d: %v", k, err)
		}
		if l.Posicion != int64(k) || a.Posicion != int64(k) {
			tb.Fatalf("got position %d, want %d", l.Posicion, k)
		}
		if got, want := [4]any{l.Establecimiento, l.Libro, l.Numero, l.Anotacion},
			[4]any{a.Establecimiento, a.Libro, a.Numero, a.Anotacion.UnixMicro()}; got != want {
			tb.Fatalf("leaf %d: got columns %v, want %v", k, got, want)
		}
		if got := string(diario.JoinHashes(tree.Append(l.Texto))); got != string(l.Hashes) {
			tb.Fatalf("leaf %d: stored hashes differ", k)
		}
		roots = append(roots, tree.Raiz())
		next := func(key string, n int64) {
			if last[key]++; last[key] != n {
				tb.Fatalf("leaf %d: %s got number %d, want %d", k, key, n, last[key])
			}
		}
		for name, n := range lostIn(tb, &a) {
			last[strings.Replace(name, ".", " ", 1)] = n
		}
		next("libro "+l.Establecimiento+"/"+l.Libro, l.Numero)
		if l.Serie != "" {
			next("serie "+l.Establecimiento+"/"+l.Serie, l.NumeroSerie)
		}
		if l.Anotacion <= hour {
			tb.Fatalf("leaf %d: hours do not grow", k)
		}
		hour = l.Anotacion
	}
	return roots
}

// lostIn is the last number of each book and series that a Recuperacion declares lost.
func lostIn(tb testing.TB, a *diario.Asiento) map[string]int64 {
	tb.Helper()
	lost := map[string]int64{}
	for _, d := range a.Datos {
		if a.Tipo != "Recuperacion" || !strings.HasPrefix(d.Nombre, "libro.") && !strings.HasPrefix(d.Nombre, "serie.") {
			continue
		}
		n, err := strconv.ParseInt(d.Valor[strings.IndexByte(d.Valor, '-')+1:], 10, 64)
		if err != nil {
			tb.Fatal(err)
		}
		lost[d.Nombre] = n
	}
	return lost
}

func checkCheckpoints(tb testing.TB, db *gorm.DB, roots []tlog.Hash) {
	tb.Helper()
	_, vkey := keysPrueba()
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		tb.Fatal(err)
	}
	var notas [][]byte
	if err := db.Raw(`SELECT nota FROM checkpoints ORDER BY tamano`).Scan(&notas).Error; err != nil {
		tb.Fatal(err)
	}
	var last int64
	for _, nota := range notas {
		cp, err := diario.OpenCheckpoint(nota, note.VerifierList(verifier))
		if err != nil {
			tb.Fatal(err)
		}
		if cp.Tamano <= last || cp.Tamano >= int64(len(roots)) || cp.Raiz != roots[cp.Tamano] {
			tb.Fatalf("checkpoint of size %d does not match the leaves", cp.Tamano)
		}
		last = cp.Tamano
	}
	if last != int64(len(roots))-1 {
		tb.Fatalf("last checkpoint: got size %d, want %d", last, len(roots)-1)
	}
}

func checkContadores(tb testing.TB, db *gorm.DB, leaves []leaf) {
	tb.Helper()
	want := map[string]int64{}
	for _, l := range leaves {
		a, err := diario.Parse(l.Texto)
		if err != nil {
			tb.Fatal(err)
		}
		maps.Copy(want, lostIn(tb, &a))
		want[fmt.Sprintf("libro.%s/%s", l.Establecimiento, l.Libro)] = l.Numero
		if l.Serie != "" {
			want[fmt.Sprintf("serie.%s/%s", l.Establecimiento, l.Serie)] = l.NumeroSerie
		}
	}
	var rows []struct {
		Clave  string
		Ultimo int64
	}
	if err := db.Raw(`SELECT clave, ultimo FROM contadores WHERE clave NOT LIKE 'folio.%'`).Scan(&rows).Error; err != nil {
		tb.Fatal(err)
	}
	if len(rows) != len(want) {
		tb.Errorf("got counters %v, want %v", rows, want)
	}
	for _, r := range rows {
		if want[r.Clave] != r.Ultimo {
			tb.Errorf("counter %s: got %d, want %d", r.Clave, r.Ultimo, want[r.Clave])
		}
	}
}

// mark of the test folder.
func marcaIn(tb testing.TB) string { return filepath.Join(tb.TempDir(), "marca") }

func micro(n int) time.Duration { return time.Duration(n) * time.Microsecond }
