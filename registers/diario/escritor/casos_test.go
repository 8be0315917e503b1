package escritor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// caso reads what a case of testdata/casos.jsonl gives and what it expects.
func caso(t *testing.T, id string, input, expected any) {
	t.Helper()
	text, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var c struct {
			ID              string
			Input, Expected json.RawMessage
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.ID == id {
			if err := errors.Join(json.Unmarshal(c.Input, input), json.Unmarshal(c.Expected, expected)); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no case %s", id)
}

// parallel runs n acts at the same instant and returns their errors.
func parallel(e *Escritor, n int, act func(k int) func(*Tx) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for k := range n {
		wg.Go(func() {
			<-start
			_, errs[k] = e.Do(context.Background(), act(k))
		})
	}
	close(start)
	wg.Wait()
	return errs
}

// reach issues cards until that number of the series.
func reach(t *testing.T, e *Escritor, last int) {
	t.Helper()
	mustDo(t, e, func(t *Tx) error {
		for k := range last {
			if _, err := t.Append(tarjeta(fmt.Sprint("antes", k))); err != nil {
				return err
			}
		}
		return nil
	})
}

// 22.3: cards are numbered consecutively, whatever happens at the desks.
func TestCardNumbers(t *testing.T) {
	t.Parallel()
	t.Run("22.3/CARD-01", func(t *testing.T) {
		var in struct {
			Last     int `json:"last_number"`
			Parallel int `json:"parallel_issues"`
		}
		var want struct {
			Numbers          string
			Duplicates, Gaps int
		}
		caso(t, "CARD-01", &in, &want)
		var first, last, n int64
		if _, err := fmt.Sscanf(want.Numbers, "%d..%d each exactly once", &first, &last); err != nil {
			t.Fatal(err)
		}
		dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
			e := openTest(t, bd)
			reach(t, e, in.Last)
			numbers := make([]int64, in.Parallel)
			errs := parallel(e, in.Parallel, func(k int) func(*Tx) error {
				return func(t *Tx) error {
					a, err := t.Append(tarjeta(fmt.Sprint("p", k)))
					numbers[k] = a.NumeroSerie
					return err
				}
			})
			if err := errors.Join(errs...); err != nil {
				t.Fatal(err)
			}
			slices.Sort(numbers)
			if n = int64(len(slices.Compact(numbers))); n != last-first+1 || numbers[0] != first || numbers[n-1] != last {
				t.Errorf("got %v, want %d..%d", numbers, first, last)
			}
			checkNumbers(t, bd, last)
		})
	})
	t.Run("22.3/CARD-02", func(t *testing.T) {
		var in struct {
			Last int `json:"last_number"`
		}
		var want struct {
			Second int64 `json:"number_of_second"`
		}
		caso(t, "CARD-02", &in, &want)
		dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
			e := openTest(t, bd)
			reach(t, e, in.Last)
			excluded := errors.New("interdicto")
			for _, fail := range []func(*Tx) error{
				func(t *Tx) error { return errors.Join(issue("x", nil)(t), excluded) }, // the rule
				issue("antes0", nil), // the database
			} {
				if _, err := e.Do(context.Background(), fail); err == nil {
					t.Fatal("no error")
				}
			}
			var got diario.Asiento
			mustDo(t, e, issue("p", &got))
			if got.NumeroSerie != want.Second {
				t.Errorf("got %d, want %d", got.NumeroSerie, want.Second)
			}
			checkNumbers(t, bd, want.Second)
		})
	})
}

// 39.3: the register that stands for the sealed books.
func TestLogIsOne(t *testing.T) {
	t.Parallel()
	t.Run("39.3/SIG-01", func(t *testing.T) {
		var in struct {
			Time time.Time `json:"time_in_memory"`
		}
		var want struct{ Stored, Hash string }
		var keys struct {
			Stored string `json:"stored"`
			Hash   string `json:"hash_input_time"`
		}
		caso(t, "SIG-01", &in, &keys)
		want.Stored, want.Hash = keys.Stored, keys.Hash
		dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
			createTables(t, bd)
			cfg := configFor(t, bd)
			cfg.Reloj = func() time.Time { return in.Time }
			e := openWith(t, cfg)
			mustDo(t, e, func(t *Tx) error {
				b := tarjeta("p")
				b.Hecho = in.Time
				_, err := t.Append(b)
				return err
			})
			l := readLog(t, bd)[0] // hashes and columns agree with the text
			stored := time.UnixMicro(l.Hecho).UTC().Format(time.RFC3339Nano)
			if stored != want.Stored || !bytes.Contains(l.Texto, []byte("\nhecho "+want.Hash+"\n")) {
				t.Errorf("got %s in %s, want %s", stored, l.Texto, want.Stored)
			}
		})
	})
	t.Run("39.3/SIG-02", func(t *testing.T) {
		var in struct {
			Parallel int `json:"parallel_appends"`
		}
		var want struct{ Rows int }
		caso(t, "SIG-02", &in, &want)
		dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
			e := openTest(t, bd)
			act := func(k int) func(*Tx) error { return issue(fmt.Sprint("p", k), nil) }
			if err := errors.Join(parallel(e, in.Parallel, act)...); err != nil {
				t.Fatal(err)
			}
			if n := len(readLog(t, bd)); n != want.Rows { // one tree of contiguous positions
				t.Errorf("got %d leaves, want %d", n, want.Rows)
			}
		})
	})
}

func TestDatabaseCases(t *testing.T) {
	t.Parallel()
	t.Run("DB-01", testZerosStored)
	t.Run("DB-04", testReadThenInsert)
	t.Run("DB-05", testRunAgain)
}

func testZerosStored(t *testing.T) {
	var in struct {
		Update struct {
			Propinas int64 `json:"propinas_cents"`
			Admitido bool
		} `json:"update_struct"`
	}
	var want struct {
		Stored struct {
			Propinas int64 `json:"propinas_cents"`
			Admitido bool
		}
	}
	caso(t, "DB-01", &in, &want)
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		row := filaTarjeta{Establecimiento: "a", Precio: in.Update.Propinas, Anulada: in.Update.Admitido}
		mustDo(t, e, func(t *Tx) error { return t.Insert(&row) })
		var got filaTarjeta
		if err := e.Lectura().First(&got).Error; err != nil || got.Precio != want.Stored.Propinas || got.Anulada != want.Stored.Admitido {
			t.Errorf("inserted: got %+v, %v", got, err)
		}
		mustDo(t, e, func(t *Tx) error { return t.Exec(`UPDATE prueba_tarjetas SET precio = 4500, anulada = ?`, true) })
		mustDo(t, e, func(t *Tx) error {
			return t.Exec(`UPDATE prueba_tarjetas SET precio = ?, anulada = ?`, in.Update.Propinas, in.Update.Admitido)
		})
		if err := e.Lectura().First(&got).Error; err != nil || got.Precio != want.Stored.Propinas || got.Anulada != want.Stored.Admitido {
			t.Errorf("updated: got %+v, %v", got, err)
		}
	})
}

func testReadThenInsert(t *testing.T) {
	var in struct {
		Parallel int `json:"parallel_writers"`
	}
	var want struct {
		All bool `json:"all_committed"`
	}
	caso(t, "DB-04", &in, &want)
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		act := func(k int) func(*Tx) error {
			return func(t *Tx) error { // read the last number, then insert
				var last int64
				if err := t.DB().Raw(`SELECT coalesce(max(numero), 0) FROM prueba_tarjetas`).Scan(&last).Error; err != nil {
					return err
				}
				a, err := t.Append(tarjeta(fmt.Sprint("p", k)))
				if err == nil && a.NumeroSerie != last+1 {
					err = fmt.Errorf("got number %d after %d", a.NumeroSerie, last)
				}
				return err
			}
		}
		if err := errors.Join(parallel(e, in.Parallel, act)...); (err == nil) != want.All {
			t.Error(err)
		}
		checkNumbers(t, bd, int64(in.Parallel))
	})
}

func testRunAgain(t *testing.T) {
	var in struct {
		Parallel int
		SQLState string `json:"sqlstate"`
	}
	var want struct {
		Retried bool
		Once    bool `json:"effect_once"`
	}
	caso(t, "DB-05", &in, &want)
	bd := dbtest.New(t, migrations.Postgres)
	e := openTest(t, bd)
	raiseOn(t, bd, in.SQLState, false, 2)
	runs := make([]int, in.Parallel)
	errs := parallel(e, in.Parallel, func(k int) func(*Tx) error {
		return func(t *Tx) error {
			runs[k]++
			return withNota(fmt.Sprint("n", k))(t)
		}
	})
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if retried := slices.Max(runs) > 1; retried != want.Retried {
		t.Errorf("got runs %v, want some again", runs)
	}
	checkNumbers(t, bd, int64(in.Parallel))
	var notas int64
	if err := e.Lectura().Model(&filaNota{}).Count(&notas).Error; err != nil || notas != int64(in.Parallel) {
		t.Errorf("got %d rows, %v, want %d", notas, err, in.Parallel)
	}
}
