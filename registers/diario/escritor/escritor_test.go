package escritor

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

func TestIssueOne(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		var got diario.Asiento
		r, err := e.Do(context.Background(), issue("p1", &got))
		if err != nil {
			t.Fatal(err)
		}
		if got.Posicion != 0 || got.NumeroSerie != 1 || r.Tamano != 1 || r.Checkpoint == nil {
			t.Errorf("got %+v, %+v", got, r)
		}
		if n := len(readLog(t, bd)); n != 1 {
			t.Errorf("got %d leaves, want 1", n)
		}
	})
}

func TestClients(t *testing.T) {
	t.Parallel()
	const clients, cards = 64, 2000
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		numbers := make([]int64, cards)
		var wg sync.WaitGroup
		for c := range clients {
			wg.Go(func() {
				for k := c; k < cards; k += clients {
					var a diario.Asiento
					if _, err := e.Do(context.Background(), issue(fmt.Sprint("p", k), &a)); err != nil {
						t.Error(err)
						return
					}
					numbers[k] = a.NumeroSerie
				}
			})
		}
		wg.Wait()
		seen := map[int64]bool{}
		for _, n := range numbers {
			if n < 1 || n > cards || seen[n] {
				t.Fatalf("number %d out of 1..%d or repeated", n, cards)
			}
			seen[n] = true
		}
		if n := len(readLog(t, bd)); n != cards {
			t.Errorf("got %d leaves, want %d", n, cards)
		}
	})
}
