package escritor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

func wantOpen(t *testing.T, cfg Config, want error) {
	t.Helper()
	e, err := Open(context.Background(), cfg)
	if err == nil {
		e.Close()
	}
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestOneProcessWrites(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.SQLite)
	e := openTest(t, bd)
	wantOpen(t, configFor(t, bd), ErrBloqueado)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	wantOpen(t, configFor(t, bd), nil)
}

// Opening an empty SQLite makes it.
func TestOpenMigratesSQLite(t *testing.T) {
	t.Parallel()
	bd := dbtest.NewEmpty(t, migrations.SQLite)
	e := openWith(t, configFor(t, bd))
	if e.Tamano() != 0 || e.UltimoCheckpoint() != nil {
		t.Errorf("got size %d, checkpoint %q", e.Tamano(), e.UltimoCheckpoint())
	}
}

// The file and what SQLite puts beside it are of their owner alone, whatever the umask.
func TestFileIsPrivate(t *testing.T) {
	t.Parallel()
	bd := dbtest.BD{Dialecto: migrations.SQLite, Ruta: filepath.Join(t.TempDir(), "foliado.db")}
	e := openWith(t, configFor(t, bd))
	mustDo(t, e, func(t *Tx) error {
		_, err := t.Append(alarma("Otro"))
		return err
	})
	for _, name := range []string{bd.Ruta, bd.Ruta + "-wal", bd.Ruta + "-shm", bd.Ruta + ".lock"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s: got mode %04o, want 0600", filepath.Base(name), got)
		}
	}
	e.Close()
	if err := os.Chmod(bd.Ruta, 0o644); err != nil {
		t.Fatal(err)
	}
	cfg := configFor(t, bd)
	var said bytes.Buffer
	cfg.Log = slog.New(slog.NewTextHandler(&said, nil))
	openWith(t, cfg)
	if !strings.Contains(said.String(), "mode=0644") {
		t.Errorf("a file that others can read: the log of activity says %q", said.String())
	}
}

// The state is read back as it was left.
func TestReopen(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		cfg := configFor(t, bd)
		cfg.Marca = marcaIn(t)
		for k := range 9 { // sizes of every shape
			e, err := Open(context.Background(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if e.Tamano() != int64(k) {
				t.Errorf("got size %d, want %d", e.Tamano(), k)
			}
			mustIssue(t, e, fmt.Sprint("p", k))
			note := e.UltimoCheckpoint()
			if got, err := e.CheckpointAfter(context.Background(), int64(k)); err != nil || string(got) != string(note) {
				t.Errorf("CheckpointAfter: got %q, %v, want %q", got, err, note)
			}
			if _, err := e.CheckpointAfter(context.Background(), int64(k)+1); err == nil {
				t.Error("a checkpoint covers a leaf that does not exist")
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
		}
		checkNumbers(t, bd, 9)
	})
}

// What stands beside the leaves and does not agree with them is found when opening.
func TestIncoherent(t *testing.T) {
	t.Parallel()
	drop := []string{`DROP TRIGGER asientos_no_update`, `DROP TRIGGER asientos_no_delete`,
		`DROP TRIGGER checkpoints_no_update`, `DROP TRIGGER checkpoints_no_delete`}
	dropOf := map[string]string{"asientos_no_update": "asientos", "asientos_no_delete": "asientos",
		"checkpoints_no_update": "checkpoints", "checkpoints_no_delete": "checkpoints"}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		e, err := Open(context.Background(), configFor(t, bd))
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			mustIssue(t, e, fmt.Sprint("p", k))
		}
		mustDo(t, e, func(t *Tx) error {
			_, err := t.Append(alarma("Otro"))
			return err
		})
		e.Close()
		for _, d := range drop {
			if bd.Dialecto == migrations.Postgres {
				d += " ON " + dropOf[strings.Fields(d)[2]]
			}
			bd.Exec(t, d)
		}
		for _, c := range []struct{ name, do, undo string }{
			{"counter ahead", `UPDATE contadores SET ultimo = 4 WHERE clave = 'serie.principal/tarjetas'`,
				`UPDATE contadores SET ultimo = 3 WHERE clave = 'serie.principal/tarjetas'`},
			{"counter behind", `UPDATE contadores SET ultimo = 2 WHERE clave = 'libro.principal/admision'`,
				`UPDATE contadores SET ultimo = 3 WHERE clave = 'libro.principal/admision'`},
			{"counter of nothing", `INSERT INTO contadores VALUES ('serie.principal/otra', 1)`,
				`DELETE FROM contadores WHERE clave = 'serie.principal/otra'`},
			{"counter of the last leaf gone", `DELETE FROM contadores WHERE clave = 'libro.-/alarmas'`,
				`INSERT INTO contadores VALUES ('libro.-/alarmas', 1)`},
			{"counter without a name", `INSERT INTO contadores VALUES ('x', 1)`, `DELETE FROM contadores WHERE clave = 'x'`},
			{"checkpoint of another size", `UPDATE checkpoints SET tamano = 9 WHERE tamano = 4`,
				`UPDATE checkpoints SET tamano = 4 WHERE tamano = 9`},
			{"last text altered", `UPDATE asientos SET texto = hashes WHERE posicion = 3`, ``},
			{"last leaf gone", `DELETE FROM asientos WHERE posicion = 3`, ``},
			{"all leaves gone", `DELETE FROM asientos`, ``},
		} {
			t.Run(c.name, func(t *testing.T) {
				bd.Exec(t, c.do)
				want := ErrIncoherente
				if c.name == "checkpoint of another size" {
					want = nil // its key is only a place: the note itself says the size
				}
				wantOpen(t, configFor(t, bd), want)
				if c.undo != "" {
					bd.Exec(t, c.undo)
					wantOpen(t, configFor(t, bd), nil)
				}
			})
		}
	})
}

// cutTail deletes the last leaf as an honest restore of an older copy would lack it.
func cutTail(t *testing.T, bd dbtest.BD) {
	t.Helper()
	on := func(table string) string {
		if bd.Dialecto == migrations.Postgres {
			return " ON " + table
		}
		return ""
	}
	bd.Exec(t,
		`DROP TRIGGER asientos_no_delete`+on("asientos"), `DROP TRIGGER checkpoints_no_delete`+on("checkpoints"),
		`DELETE FROM asientos WHERE posicion >= 3`, `DELETE FROM checkpoints WHERE tamano > 3`,
		`DELETE FROM boveda WHERE posicion >= 3`, `UPDATE contadores SET ultimo = 3`,
		`DELETE FROM contadores WHERE clave LIKE '%alarmas' OR clave LIKE '%anticipos%'`,
		`DELETE FROM prueba_tarjetas WHERE posicion >= 3`, `DELETE FROM prueba_visitas WHERE posicion >= 3`,
		`DELETE FROM prueba_documentos WHERE posicion >= 3`, `DELETE FROM prueba_caja WHERE posicion >= 3`)
}

// As long as the mark, or longer, but another log.
func TestMarkOfAnotherHistory(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		cfg := configFor(t, bd)
		cfg.Marca = marcaIn(t)
		e := openWith(t, cfg)
		for k := range 5 {
			mustIssue(t, e, fmt.Sprint("p", k))
		}
		e.Close()
		cutTail(t, bd)
		other := cfg
		other.Marca = ""
		e = openWith(t, other)
		for k := range 4 {
			mustIssue(t, e, fmt.Sprint("q", k))
		}
		e.Close()
		wantOpen(t, cfg, ErrMarca)
		cfg.Recuperar = true // lost is lost: but what is there is not a restore
		wantOpen(t, cfg, ErrMarca)
	})
}

// Under the feet of a running writer.
func TestLogShrinksWhileOpen(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		for k := range 5 {
			mustIssue(t, e, fmt.Sprint("p", k))
		}
		cutTail(t, bd)
		for range 2 {
			_, err := e.Do(context.Background(), issue("x", nil))
			if !errors.Is(err, ErrNoDisponible) || !errors.Is(err, ErrMarca) {
				t.Errorf("got %v, want %v: %v", err, ErrNoDisponible, ErrMarca)
			}
		}
	})
}

// The clock: it may stand still, and step back.
func TestClock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		cfg := configFor(t, bd)
		clock := newReloj()
		cfg.Reloj = clock.Now
		e := openWith(t, cfg)
		raw := bd.Raw(t)
		alarms := func() (n int) {
			if err := raw.QueryRow(`SELECT count(*) FROM asientos WHERE tipo = 'RelojAtrasado'`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		n := 0
		step := func(d time.Duration, want int) {
			t.Helper()
			clock.Move(d)
			for range 2 {
				n++
				mustIssue(t, e, strconv.Itoa(n))
			}
			if got := alarms(); got != want {
				t.Errorf("after %v: got %d alarms, want %d", d, got, want)
			}
		}
		step(0, 0)
		step(-time.Hour, 1)
		step(-time.Minute, 1)         // still the same episode
		step(2*time.Hour, 1)          // over
		step(-59*time.Second, 1)      // less than a minute
		step(time.Minute, 1)          // over
		step(-61*time.Second, 2)      // more
		step(-500*time.Nanosecond, 2) // hours that do not reach a microsecond
		var alarm diario.Asiento
		for _, l := range readLog(t, bd) {
			if l.Tipo == "RelojAtrasado" {
				alarm, _ = diario.Parse(l.Texto)
			}
		}
		us, err := strconv.ParseInt(alarm.Dato("retraso_us"), 10, 64)
		if err != nil || us < 60e6 || us > 62e6 || alarm.Establecimiento != diario.Entidad || alarm.Libro != "alarmas" {
			t.Errorf("got %+v", alarm)
		}
	})
}

// Two servers on one PostgreSQL take turns: one log, no gaps.
func TestReplicas(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.Postgres)
	createTables(t, bd)
	const clients, cards = 8, 25
	var replicas []*Escritor
	for range 3 {
		replicas = append(replicas, openWith(t, configFor(t, bd)))
	}
	var wg sync.WaitGroup
	for r, e := range replicas {
		for c := range clients {
			wg.Go(func() {
				for k := range cards {
					if _, err := e.Do(context.Background(), issue(fmt.Sprint(r, "-", c, "-", k), nil)); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	checkNumbers(t, bd, int64(len(replicas)*clients*cards))
	// A key used at one is known at the other.
	key := Idempotencia{Usuario: "u", Ruta: "r", Clave: "c"}
	ctx := WithIdempotencia(context.Background(), key)
	if _, err := replicas[0].Do(ctx, issue("k", nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := replicas[1].Do(ctx, issue("l", nil)); !errors.Is(err, ErrClaveRepetida) {
		t.Errorf("got %v, want %v", err, ErrClaveRepetida)
	}
}

func TestIdempotencia(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		with := func(clave string) context.Context {
			return WithIdempotencia(context.Background(), Idempotencia{Usuario: "u", Ruta: "POST /t", Clave: clave,
				Huella: "h-" + clave, Establecimiento: "principal", Jornada: "2026-11-30"})
		}
		act := func(persona string) func(*Tx) error {
			return func(t *Tx) error {
				a, err := t.Append(tarjeta(persona))
				t.Recurso(201, strconv.FormatInt(a.NumeroSerie, 10))
				return err
			}
		}
		send := func(clave, persona string) func() (Recibo, error) {
			return func() (Recibo, error) { return e.Do(with(clave), act(persona)) }
		}
		wantEach := func(got []outcome, want ...error) {
			t.Helper()
			for k := range want {
				if !errors.Is(got[k].err, want[k]) {
					t.Errorf("act %d: got %v, want %v", k, got[k].err, want[k])
				}
			}
		}
		// The same key twice in a group; the same act, so that it would fail of itself.
		wantEach(together(t, e, send("a", "p1"), send("a", "p1"), send("a", "p2"), send("b", "p3")),
			nil, ErrClaveRepetida, ErrClaveRepetida, nil)
		// Used before: in the midst of a group, alone in the end, or failing of itself.
		wantEach(together(t, e, send("c", "p4"), send("a", "p5"), send("d", "p6")), nil, ErrClaveRepetida, nil)
		failing := func(*Tx) error { return io.EOF }
		wantEach(together(t, e, func() (Recibo, error) { return e.Do(with("a"), failing) }, send("e", "p7")),
			ErrClaveRepetida, nil)
		// An act that fails keeps no key.
		wantEach(together(t, e, func() (Recibo, error) { return e.Do(with("f"), failing) }, send("f", "p8")), io.EOF, nil)

		find := func(clave string, want Respuesta, ok bool) {
			t.Helper()
			got, found, err := e.FindIdempotencia(context.Background(), "u", "POST /t", clave)
			if err != nil || found != ok || got != want {
				t.Errorf("%s: got %+v, %t, %v, want %+v, %t", clave, got, found, err, want, ok)
			}
		}
		find("a", Respuesta{"h-a", 201, "1"}, true)
		find("z", Respuesta{}, false)
		mustDo(t, e, func(t *Tx) error { return ForgetIdempotencia(t, "principal", "2026-11-29") })
		mustDo(t, e, func(t *Tx) error { return ForgetIdempotencia(t, "apendice", "2026-11-30") })
		find("a", Respuesta{"h-a", 201, "1"}, true)
		mustDo(t, e, func(t *Tx) error { return ForgetIdempotencia(t, "principal", "2026-12-01") }) // what earlier ones left too
		find("a", Respuesta{}, false)
		checkNumbers(t, bd, 6)
	})
}
