package casatest_test

import (
	"context"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// The house is whole: a day opens, closes and is certified, and the next one opens.
func TestCasa(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		began := time.Now()
		c := casatest.New(t, bd)
		t.Logf("founded in %v, %d leaves", time.Since(began), c.Escritor.Tamano())
		served := map[domain.Cargo]bool{}
		for _, p := range c.Gente {
			served[p.Cargo] = true
		}
		for _, cargo := range domain.Cargos {
			if !served[cargo] {
				t.Errorf("nobody serves as %s", cargo)
			}
		}
		c.OpenDay(t, casatest.Principal, casatest.Fecha)
		c.OpenDay(t, casatest.Apendice, casatest.Fecha)
		c.Reloj.Move(10 * time.Hour)
		c.CloseDay(t, casatest.Principal, casatest.Fecha)
		if j := c.OpenDay(t, casatest.Principal, "2026-12-01"); !j.AdmitePublico() {
			t.Errorf("got phase %s, want abierta", j.Fase)
		}
		c.Reopen(t)
		j, err := c.LastJornada(context.Background(), casatest.Apendice)
		if err != nil || j.Fecha != casatest.Fecha {
			t.Errorf("got %s, %v", j.Fecha, err)
		}
		c.CheckProjections(t)
	})
}
