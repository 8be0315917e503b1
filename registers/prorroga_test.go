package registers_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
)

func hayAviso(avisos []registers.Aviso, articulo, texto string) bool {
	return slices.ContainsFunc(avisos, func(a registers.Aviso) bool { return a.Articulo.Ref() == articulo && strings.Contains(a.Texto, texto) })
}

func TestProrroga(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		p := newPaseo(t, bd)
		p.Sign(t, p.apertura(1).ID, "director")
		j, err := p.LastJornada(ctx, casatest.Principal)
		if err != nil {
			t.Fatal(err)
		}
		extend := func(mesa int, hasta time.Time, excepcional bool) error {
			_, err := p.ExtendMesa(ctx, p.Autor("director"), p.Ahora(), casatest.Principal, mesa,
				registers.ProrrogaFacts{Hasta: hasta, Excepcional: excepcional, Motivo: "clientes de otro hotel"})
			return err
		}
		t.Run("27.3/refusals", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			p.refused("roulette as usual", extend(1, j.CierrePrevisto.Add(time.Hour), false), libros.ErrProrrogaJuego, "27.3", "")
			p.refused("beyond twenty hours", extend(1, j.Apertura.Add(libros.MaximoSeguido+time.Microsecond), true), libros.ErrHorasSeguidas, "27.3", "JOR-1")
			p.refused("table not open", extend(2, j.CierrePrevisto.Add(time.Hour), true), registers.ErrMesaCerrada, "27.3", "")
		})
		hasta := j.CierrePrevisto.Add(time.Hour)
		if err := extend(1, hasta, true); err != nil {
			t.Fatal(err)
		}
		t.Run("29.5/the notice comes at the hour of the table", func(t *testing.T) {
			p.Reloj.Set(j.CierrePrevisto.Add(-time.Minute))
			board, err := p.Tablero(ctx, casatest.Principal)
			if err != nil || hayAviso(board.Avisos, "29.5", "tres últimas") {
				t.Errorf("before the hour of the room: %v, %v", board.Avisos, err)
			}
			p.Reloj.Set(hasta.Add(-libros.AntesDelAnuncio))
			if board, err = p.Tablero(ctx, casatest.Principal); err != nil || !hayAviso(board.Avisos, "29.5", "mesa 1") {
				t.Errorf("got %v, %v", board.Avisos, err)
			}
		})
		t.Run("29.1/closing before the hour put off warns", func(t *testing.T) {
			pr, err := p.ProposeCierre(ctx, p.Autor("jefe_mesa"), p.Ahora(), casatest.Principal, 1, registers.CierreMesaFacts{
				Fichas: domain.Piezas{}, Placas: domain.Piezas{}, Billetes: domain.Piezas{}})
			if err != nil || !hayAviso(pr.Avisos, "29.1", "antes de su hora") {
				t.Errorf("got %v, %v", pr.Avisos, err)
			}
			p.Sign(t, pr.Acto.ID, "crupier", "cajero", "director")
		})
		p.CheckProjections(t)
	})
}

func TestSuspendJuego(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		p := newPaseo(t, bd)
		suspend := func(f registers.Suspension) (registers.Jornada, error) {
			return p.SuspendJuego(ctx, p.Autor("director"), p.Ahora(), casatest.Principal, casatest.Fecha, f)
		}
		t.Run("27.5/no cause", func(t *testing.T) {
			p := &paseo{p.Casa, t}
			_, err := suspend(registers.Suspension{Causa: libros.FuerzaMayor})
			p.refused("fuerza mayor without its text", err, libros.ErrCausa, "27.5", "")
		})
		t.Run("27.5/empty for too short stays on record", func(t *testing.T) {
			j, err := suspend(registers.Suspension{Causa: libros.SalaVacia, Vacia: p.Escritor.Ahora()})
			if err != nil || j.Fase != domain.FaseFinJuegos || !hayAviso(j.Avisos, "27.5", "treinta minutos") || hayAviso(j.Avisos, "27.4", "") {
				t.Errorf("got %v, %v, %v", j.Fase, j.Avisos, err)
			}
		})
		t.Run("27.4/without cause", func(t *testing.T) {
			p.OpenDay(t, casatest.Apendice, casatest.Fecha)
			j := p.Advance(t, casatest.Apendice, casatest.Fecha, domain.FaseFinJuegos)
			if !hayAviso(j.Avisos, "27.4", "estaba previsto") {
				t.Errorf("got %v", j.Avisos)
			}
		})
		p.CheckProjections(t)
	})
}
