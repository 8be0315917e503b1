package registers

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"foliado/domain"
	"foliado/migrations/dbtest"
)

// The power goes at 01:10 and comes back at 03:40: what was written by hand meanwhile is
// transcribed with its true hours, each form accounted for, and the day closes.
func TestFormulariosDeContingencia(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		issue := func(c ClaseFormulario, n int) (EmisionFormularios, error) {
			return s.IssueFormularios(ctx, s.director.autor(), "principal", c, n)
		}
		t.Run("HOR-2/36.2/classes and how many", func(t *testing.T) {
			_, err := issue("tarta", 1)
			checkErr(t, err, ErrClaseFormulario, "36.2", "HOR-2")
			for _, n := range []int{0, 51} {
				_, err := issue(FormularioApertura, n)
				checkErr(t, err, ErrCuantos, "36.2", "HOR-2")
			}
		})
		a, err := issue(FormularioReposicion, 3)
		s.must(err)
		b, err := issue(FormularioRecuento, 2)
		s.must(err)
		c, err := issue(FormularioControl, 1)
		s.must(err)
		if got := slices.Concat(a.Formularios(), b.Formularios(), c.Formularios()); !slices.Equal(got, []string{"RE-1", "RE-2", "RE-3", "RC-4", "RC-5", "CI-6"}) {
			t.Errorf("got %v", got)
		}
		s.begin("principal", "2026-11-30")
		s.openMesa(1, aperturaRuleta())
		s.reloj.Move(150 * time.Minute)
		late := func(form string, ago time.Duration) Hora {
			return Hora{Hecho: s.Escritor.Ahora().Add(-ago), Formulario: form, Motivo: "corte de luz"}
		}
		replenish := func(h Hora) (Propuesta, error) {
			return s.ProposeReposicion(ctx, s.director.autor(), h, "principal", 1, ReposicionFacts{Entrega{Anticipo: aperturaRuleta().Anticipo}})
		}
		t.Run("HOR-2/36.2/a form that was never issued, or of another class", func(t *testing.T) {
			for _, form := range []string{"RE-9", "RC-4", "RE-x", "XX-1"} {
				_, err := replenish(late(form, 2*time.Hour))
				checkErr(t, err, ErrFormulario, "36.2", "HOR-2")
			}
		})
		t.Run("HOR-2/36.2/void", func(t *testing.T) {
			void := func(form, why string) error { return s.VoidFormulario(ctx, s.director.autor(), "principal", form, why) }
			checkErr(t, void("RE-2", " "), ErrSinMotivo, "36.2", "HOR-2")
			checkErr(t, void("RE-9", "roto"), ErrFormulario, "36.2", "HOR-2")
			s.must(void("RE-2", "mojado"))
			checkErr(t, void("RE-2", "mojado"), ErrFormularioAnulado, "36.2", "HOR-2")
			_, err := replenish(late("RE-2", 2*time.Hour))
			checkErr(t, err, ErrFormularioAnulado, "36.2", "HOR-2")
		})
		t.Run("HOR-2/36.2/transcribed once, with its true hour", func(t *testing.T) {
			p, err := replenish(late("RE-1", 2*time.Hour))
			s.must(err)
			acto := s.mustSign(p.Acto.ID, s.director)
			if acto.Estado != EstadoCerrado || acto.Origen.Formulario != "RE-1" || s.Escritor.Ahora().Sub(acto.Hecho) < 2*time.Hour {
				t.Errorf("got %+v", acto)
			}
			_, err = replenish(late("RE-1", time.Hour))
			checkErr(t, err, ErrFormularioUsado, "36.2", "HOR-2")
			checkErr(t, s.VoidFormulario(ctx, s.director.autor(), "principal", "RE-1", "x"), ErrFormularioUsado, "36.2", "HOR-2")
		})
		t.Run("HOR-2/each number accounted for", func(t *testing.T) {
			fs, batches, err := s.Formularios(ctx, "principal")
			s.must(err)
			var got []EstadoFormulario
			for _, f := range fs {
				got = append(got, f.Estado)
			}
			want := []EstadoFormulario{FormularioUsado, FormularioAnulado, FormularioLibre, FormularioLibre, FormularioLibre, FormularioLibre}
			if !slices.Equal(got, want) || len(batches) != 3 {
				t.Errorf("got %v, %d batches", got, len(batches))
			}
		})
		p, err := s.ProposeCierre(ctx, s.cajero.autor(), late("RC-5", 10*time.Minute), "principal", 1, cuenta(piezas(100_000, 60), piezas()))
		s.must(err)
		for _, who := range []persona{s.crupier, s.cajero, s.director} {
			s.mustSign(p.Acto.ID, who)
		}
		t.Run("HOR-2/42.2/the control certified on paper", func(t *testing.T) {
			s.advance("principal", "2026-11-30", domain.FaseRecuentos)
			_, err := s.CloseJornada(ctx, s.director.autor(), s.ahora(), "principal", "2026-11-30")
			s.must(err)
			k, err := s.ProposeCertificacion(ctx, s.director.autor(), Hora{Hecho: s.Escritor.Ahora(), Formulario: "CI-6"}, "principal", "2026-11-30")
			s.must(err)
			if acto := s.mustSign(k.Acto.ID, s.director); acto.Origen.Formulario != "CI-6" {
				t.Errorf("got %+v", acto.Origen)
			}
		})
		if _, err := s.IssueFormularios(ctx, s.director.autor(), "otra", FormularioApertura, 1); !errors.Is(err, ErrEstablecimiento) {
			t.Errorf("got %v, want ErrEstablecimiento", err)
		}
		s.check()
	})
}
