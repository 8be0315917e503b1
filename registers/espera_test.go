package registers

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"foliado/domain/poquer"
	"foliado/domain/sorteo"
	"foliado/migrations/dbtest"
)

func TestEspera(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := newCirculo(t, dbtest.New(t, "sqlite"))
	m, err := findMesa(c.Escritor.Lectura(), "principal", 10)
	c.must(err)
	join := func(mesa int, who string) error {
		return c.JoinEspera(ctx, c.jefe.autor(), c.ahora(), "principal", mesa, who)
	}
	draw := func() error { return c.DrawPuestos(ctx, c.jefe.autor(), c.ahora(), "principal", 10) }
	assign := func(orden, puesto int) error {
		return c.AssignPuesto(ctx, c.jefe.autor(), c.ahora(), "principal", 10, orden, puesto)
	}
	list := func() Espera {
		t.Helper()
		e, err := c.EsperaDe(ctx, m.Mesa, "2026-11-30")
		c.must(err)
		return e
	}
	t.Run("114.2/a table of contrapartida keeps none", func(t *testing.T) { checkErr(t, join(1, "x"), ErrEspera, "114.2", "") })
	for n := 1; n <= 3; n++ {
		c.must(join(10, fmt.Sprint("jugador ", n)))
	}
	t.Run("118.1/three are too few", func(t *testing.T) { checkErr(t, draw(), poquer.ErrJugadores, "118.1", "") })
	for n := 4; n <= 12; n++ {
		c.must(join(10, fmt.Sprint("jugador ", n)))
	}
	t.Run("71.2/85.6/in order, with the hour", func(t *testing.T) {
		e := list()
		if len(e.Aspirantes) != 12 || e.Aspirantes[11].Orden != 12 || e.Aspirantes[0].Hora.IsZero() || e.Aspirantes[0].Jugador != "jugador 1" {
			t.Errorf("got %+v", e.Aspirantes)
		}
	})
	committed := list().Compromiso
	c.must(draw())
	t.Run("115.2/anybody repeats the draw", func(t *testing.T) {
		e := list()
		s := e.Sorteos[0]
		semilla, err := sorteo.ParseSemilla(s.Semilla)
		c.must(err)
		c.must(semilla.Check(committed))
		if got := semilla.Orden(s.Asunto, len(s.Aspirantes)); !slices.Equal(got, s.Orden) || len(got) != 10 {
			t.Errorf("got %v, want %v", got, s.Orden)
		}
		if len(e.Ocupados()) != 10 || !slices.Equal(e.Esperan(), []int{11, 12}) {
			t.Errorf("113.2: seated %v, waiting %v", e.Ocupados(), e.Esperan())
		}
	})
	t.Run("115.2/no second draw while they sit", func(t *testing.T) { checkErr(t, draw(), ErrSorteoPuestos, "115.2", "") })
	t.Run("113.2/no eleventh place", func(t *testing.T) {
		checkErr(t, assign(11, 11), poquer.ErrPuesto, "113.2", "")
		checkErr(t, assign(11, 4), poquer.ErrLlena, "113.2", "")
	})
	t.Run("114.2/116.j/a vacancy goes to the first of the list", func(t *testing.T) {
		checkErr(t, c.LeavePuesto(ctx, c.jefe.autor(), c.ahora(), "principal", 10, 11), ErrPuestoVacio, "114.2", "")
		c.must(c.LeavePuesto(ctx, c.jefe.autor(), c.ahora(), "principal", 10, 4))
		checkErr(t, assign(12, 4), ErrTurnoLista, "114.2", "")
		c.must(assign(11, 4))
		if e := list(); len(e.Ocupados()) != 10 || !slices.Equal(e.Esperan(), []int{12}) {
			t.Errorf("got %v, %v", e.Ocupados(), e.Esperan())
		}
	})
	c.check()
}
