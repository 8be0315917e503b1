package escritor

import (
	"context"
	"errors"
	"testing"

	"foliado/migrations/dbtest"
)

// The condition of an act is asked with nothing before it that is not committed, and with
// nobody able to write behind it.
func TestCondicion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		seen := int64(-1)
		count := func() error {
			return e.Lectura().Raw(`SELECT count(*) FROM asientos`).Row().Scan(&seen)
		}
		under := func(holds func() error, act func(*Tx) error) func() (Recibo, error) {
			return func() (Recibo, error) { return e.Do(WithCondicion(context.Background(), holds), act) }
		}
		errNo := errors.New("it does not hold")
		before := e.Tamano()
		outcomes := together(t, e, do(e, issue("a", nil)), do(e, issue("b", nil)), under(count, issue("c", nil)),
			under(func() error { return errNo }, issue("d", nil)), do(e, issue("f", nil)))
		for k, want := range []error{nil, nil, nil, errNo, nil} {
			if !errors.Is(outcomes[k].err, want) {
				t.Errorf("act %d: got %v, want %v", k, outcomes[k].err, want)
			}
		}
		if want := before + 2; seen != want {
			t.Errorf("the condition saw %d asientos, want %d", seen, want)
		}
		if got, want := e.Tamano(), before+4; got != want {
			t.Errorf("got %d asientos, want %d", got, want)
		}
	})
}
