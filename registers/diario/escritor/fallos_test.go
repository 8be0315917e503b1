package escritor

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// big is an act that needs new pages.
func big(persona string) func(*Tx) error {
	return func(t *Tx) error {
		b := tarjeta(persona)
		b.Datos = append(b.Datos, diario.Dato{Nombre: "relleno", Valor: strings.Repeat("x", 40_000)})
		_, err := t.Append(b)
		return err
	}
}

// checkUnavailable sends three acts at once and wants ErrNoDisponible of each.
func checkUnavailable(t *testing.T, e *Escritor, first, second, third func(*Tx) error) {
	t.Helper()
	for k, o := range together(t, e, do(e, first), do(e, second), do(e, third)) {
		if !errors.Is(o.err, ErrNoDisponible) {
			t.Errorf("act %d: got %v, want %v", k, o.err, ErrNoDisponible)
		}
	}
}

func mustIssue(t *testing.T, e *Escritor, persona string) {
	t.Helper()
	if _, err := e.Do(context.Background(), issue(persona, nil)); err != nil {
		t.Fatalf("issue to %s: %v", persona, err)
	}
}

func mustDo(t *testing.T, e *Escritor, act func(*Tx) error) {
	t.Helper()
	if _, err := e.Do(context.Background(), act); err != nil {
		t.Fatal(err)
	}
}

// The file may grow no more: a SQLITE_FULL of SQLite itself.
func TestDiskFullSQLite(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.SQLite)
	e := openTest(t, bd)
	mustIssue(t, e, "p1")
	limit := func(pages string) func(*Tx) error {
		return func(t *Tx) error { // on the goroutine of the writer
			var n int
			if err := t.DB().Raw(`PRAGMA page_count`).Scan(&n).Error; err != nil {
				return err
			}
			if pages == "" {
				pages = fmt.Sprint(n)
			}
			t.g.e.writerDSN = writerDSN(bd.Ruta) + "&_pragma=max_page_count(" + pages + ")"
			return t.Exec(`PRAGMA max_page_count = ` + pages)
		}
	}
	mustDo(t, e, limit(""))
	checkUnavailable(t, e, issue("x", nil), big("y"), issue("z", nil))
	// Still full, over a fresh connection; what is read is what was acknowledged.
	checkUnavailable(t, e, big("x"), big("y"), big("z"))
	if e.Tamano() != 1 {
		t.Errorf("got size %d, want 1", e.Tamano())
	}
	mustDo(t, e, limit("1000000"))
	mustIssue(t, e, "p2")
	mustDo(t, e, big("p3"))
	checkNumbers(t, bd, 3)
}

// raiseOn makes an insertion in prueba_notas fail with that SQLSTATE, at once or at
// COMMIT, while the sequence that nothing rolls back is below a limit.
func raiseOn(t *testing.T, bd dbtest.BD, state string, atCommit bool, times int) {
	t.Helper()
	trigger := `CREATE TRIGGER falla AFTER INSERT ON prueba_notas FOR EACH ROW EXECUTE FUNCTION falla()`
	if atCommit {
		trigger = `CREATE CONSTRAINT TRIGGER falla AFTER INSERT ON prueba_notas DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION falla()`
	}
	body := `RAISE EXCEPTION 'fallo de prueba' USING ERRCODE = '` + state + `'`
	if state == "terminate" {
		body = `PERFORM pg_terminate_backend(pg_backend_pid())`
	}
	bd.Exec(t, `DROP TRIGGER IF EXISTS falla ON prueba_notas`,
		`DROP SEQUENCE IF EXISTS veces`, `CREATE SEQUENCE veces`,
		`CREATE OR REPLACE FUNCTION falla() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN IF nextval('veces') <= `+fmt.Sprint(times)+` THEN `+body+`; END IF; RETURN NEW; END $$`, trigger)
}

func withNota(nota string) func(*Tx) error {
	return func(t *Tx) error {
		return errors.Join(issue(nota, nil)(t), t.Insert(&filaNota{nota}))
	}
}

// What PostgreSQL says when its disk is full, when it loses the connection in the midst
// of a transaction or of its COMMIT.
func TestInfraPostgres(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.Postgres)
	e := openTest(t, bd)
	mustIssue(t, e, "p1")
	n := int64(1)
	for _, c := range []struct {
		state    string
		atCommit bool
	}{{"53100", false}, {"53100", true}, {"terminate", false}, {"terminate", true}} {
		name := fmt.Sprintf("%s at commit %t", c.state, c.atCommit)
		t.Run(name, func(t *testing.T) {
			raiseOn(t, bd, c.state, c.atCommit, 1)
			checkUnavailable(t, e, issue("x", nil), withNota("y"), issue("z", nil))
			got := together(t, e, do(e, issue(name+"x", nil)), do(e, withNota(name+"y")), do(e, issue(name+"z", nil)))
			for k, o := range got {
				if o.err != nil {
					t.Errorf("act %d, once recovered: %v", k, o.err)
				}
			}
		})
		n += 3
	}
	checkNumbers(t, bd, n)
}

// The connection goes while an act runs.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		mustIssue(t, e, "p1")
		raw := bd.Raw(t)
		lose := func(t *Tx) error {
			if bd.Dialecto == migrations.SQLite {
				t.g.l.c.forgetStatements()
				t.g.l.c.pinned.Raw(func(any) error { return driver.ErrBadConn })
				return issue("y", nil)(t)
			}
			var pid int
			if err := t.DB().Raw(`SELECT pg_backend_pid()`).Scan(&pid).Error; err != nil {
				return err
			}
			if _, err := raw.Exec(`SELECT pg_terminate_backend($1, 5000)`, pid); err != nil {
				return err
			}
			return issue("y", nil)(t)
		}
		checkUnavailable(t, e, issue("x", nil), lose, issue("z", nil))
		mustIssue(t, e, "p2")
		checkNumbers(t, bd, 2)
	})
}

// The connection is lost while nobody writes: the act that finds out is not
// acknowledged, the next one is.
func TestConnectionLostWhenIdle(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.Postgres)
	e := openTest(t, bd)
	mustIssue(t, e, "p1")
	bd.Exec(t, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if _, err := e.Do(context.Background(), issue("x", nil)); err != nil && !errors.Is(err, ErrNoDisponible) {
		t.Errorf("got %v, want %v", err, ErrNoDisponible)
	} else if err == nil {
		t.Error("the act was acknowledged over a dead connection")
	}
	mustIssue(t, e, "p2")
	checkNumbers(t, bd, 2)
}

// DB-05: what the database asks to run again is run again, a few times, and takes
// effect once.
func TestSerializationFailure(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.Postgres)
	e := openTest(t, bd)
	for k, state := range []string{"40001", "40P01"} {
		for _, atCommit := range []bool{false, true} {
			raiseOn(t, bd, state, atCommit, maxRetries-1)
			for n, o := range together(t, e, do(e, issue(fmt.Sprint(k, atCommit), nil)),
				do(e, withNota(fmt.Sprint(k, atCommit, "n")))) {
				if o.err != nil {
					t.Errorf("%s at commit %t, act %d: %v", state, atCommit, n, o.err)
				}
			}
		}
	}
	raiseOn(t, bd, "40001", false, 1000)
	if _, err := e.Do(context.Background(), withNota("x")); !errors.Is(err, ErrNoDisponible) {
		t.Errorf("got %v, want %v", err, ErrNoDisponible)
	}
	checkNumbers(t, bd, 8)
}

// A constraint that is only judged at COMMIT fails its act and no other.
func TestDeferredConstraint(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		bd.Exec(t, `CREATE TABLE prueba_hijas (nota TEXT REFERENCES prueba_notas (nota) DEFERRABLE INITIALLY DEFERRED)`)
		orphan := func(t *Tx) error {
			return errors.Join(issue("x", nil)(t), t.Exec(`INSERT INTO prueba_hijas VALUES ('nadie')`))
		}
		got := together(t, e, do(e, issue("p1", nil)), do(e, orphan), do(e, issue("p2", nil)))
		if got[0].err != nil || got[2].err != nil {
			t.Errorf("neighbours: got %v and %v, want none", got[0].err, got[2].err)
		}
		if !errors.Is(got[1].err, gorm.ErrForeignKeyViolated) {
			t.Errorf("got %v, want %v", got[1].err, gorm.ErrForeignKeyViolated)
		}
		mustIssue(t, e, "p3")
		checkNumbers(t, bd, 3)
	})
}

// An act that ends the goroutine of the writer ends no more than its group.
func TestGoexit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		checkUnavailable(t, e, issue("x", nil), func(*Tx) error { runtime.Goexit(); return nil }, issue("z", nil))
		mustIssue(t, e, "p1")
		checkNumbers(t, bd, 1)
	})
}

// Somebody else wrote in the log of SQLite: what the writer knew is read again.
func TestForeignLeaf(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.SQLite)
	e := openTest(t, bd)
	mustIssue(t, e, "p1")
	bd.Exec(t, `DROP TRIGGER asientos_no_delete`, `DELETE FROM asientos`)
	if _, err := e.Do(context.Background(), issue("x", nil)); !errors.Is(err, ErrNoDisponible) {
		t.Errorf("got %v, want %v", err, ErrNoDisponible)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		e, err := Open(context.Background(), configFor(t, bd))
		if err != nil {
			t.Fatal(err)
		}
		release := occupy(t, e)
		var wg sync.WaitGroup
		for k := range 200 { // more than the queue and a group hold
			wg.Go(func() {
				if _, err := e.Do(context.Background(), issue(fmt.Sprint("p", k), nil)); err != nil && !errors.Is(err, ErrNoDisponible) {
					t.Error(err)
				}
			})
		}
		for len(e.queue) < 100 {
			time.Sleep(time.Millisecond)
		}
		queued := len(e.queue)
		closed := make(chan error)
		go func() { closed <- e.Close() }()
		for {
			select {
			case <-e.closing:
			default:
				time.Sleep(time.Millisecond)
				continue
			}
			break
		}
		if _, err := e.Do(context.Background(), issue("x", nil)); !errors.Is(err, ErrNoDisponible) {
			t.Errorf("got %v, want %v", err, ErrNoDisponible)
		}
		release()
		if err := <-closed; err != nil {
			t.Error(err)
		}
		wg.Wait()
		if err := e.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
		if got := len(readLog(t, bd)); got < queued {
			t.Errorf("got %d leaves, want the %d accepted", got, queued)
		}
	})
}
