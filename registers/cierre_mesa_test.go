package registers

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestProposeCierre(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		s.advance("principal", "2026-11-30", domain.FaseAbierta)
		_, err := s.proposeCierreMesa(1, cuenta(piezas(), piezas()))
		checkErr(t, err, ErrMesaCerrada, "36.3", "")
		s.openMesa(1, aperturaRuleta())
		s.openMesa(2, aperturaBlackJack())
		s.openMesa(3, aperturaRuleta())
		s.replenish(2, aperturaBlackJack().Anticipo)

		t.Run("40.1.d/what was not counted", func(t *testing.T) {
			for _, f := range []CierreMesaFacts{
				{Placas: piezas(), Billetes: piezas()}, {Fichas: piezas(), Billetes: piezas()}, {Fichas: piezas(), Placas: piezas()},
			} {
				_, err := s.proposeCierreMesa(2, f)
				checkErr(t, err, libros.ErrFolio, "40.1.d", "")
			}
		})
		t.Run("36.3/impossible counts", func(t *testing.T) {
			_, err := s.proposeCierreMesa(2, cuenta(piezas(0, 3), piezas()))
			checkErr(t, err, domain.ErrPiezas, "36.3", "")
		})
		t.Run("36.3/result, three people and the closing of the session", func(t *testing.T) {
			// two anticipos of 25,000 €, 41,200 € in chips and 13,120 € in notes
			p, err := s.proposeCierreMesa(2, cuenta(piezas(10_000, 412), piezas(2_000, 656)))
			s.must(err)
			if p.Resultado != 432_000 || len(p.Acto.Plazas) != 3 {
				t.Errorf("got %d, %d slots, want 432000 and 3", p.Resultado, len(p.Acto.Plazas))
			}
			for _, who := range []persona{s.crupier, s.cajero} {
				if a := s.mustSign(p.Acto.ID, who); a.Estado != EstadoPropuesto {
					t.Fatalf("closed with %s", who.Usuario)
				}
			}
			if _, open, err := openSesion(s.Escritor.Lectura(), "principal", 2); err != nil || !open {
				t.Errorf("without the direction: open %v, %v", open, err)
			}
			if a := s.mustSign(p.Acto.ID, s.sustituto); a.Estado != EstadoCerrado || a.Folio != 1 {
				t.Errorf("got %+v", a)
			}
			if m, err := s.EstadoMesa(ctx, "principal", 2); err != nil || m.Sesion != nil || m.Ultima.Resultado != 432_000 {
				t.Errorf("got %+v, %v", m.Ultima, err)
			}
		})
		t.Run("36.3/MON-08 what was counted stands, with a note", func(t *testing.T) {
			expected := domain.Importe(2_360_000)
			f := cuenta(piezas(5_000, 471), piezas())
			f.Esperado = &expected
			_, err := s.proposeCierreMesa(3, f)
			checkErr(t, err, ErrNota, "36.3", "")
			f.Nota = "falta una ficha de 50 €"
			p, err := s.proposeCierreMesa(3, f)
			s.must(err)
			if got, diff := p.Acto.Dato("fichas_importe"), p.Acto.Dato("diferencia"); got != "2355000" || diff != "-5000" {
				t.Errorf("got %s, %s, want 2355000 and -5000", got, diff)
			}
			if p.Acto.Valor("nota") != f.Nota || p.Resultado != -645_000 {
				t.Errorf("got %q, %d", p.Acto.Valor("nota"), p.Resultado)
			}
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: p.Acto.ID, Autor: s.director.autor(), Motivo: "error"})
			s.must(err)
		})
		avisos := func(mesa int, motivo string) string {
			t.Helper()
			f := cuenta(piezas(), piezas())
			f.Motivo = motivo
			p, err := s.proposeCierreMesa(mesa, f)
			s.must(err)
			_, err = s.WithdrawActo(ctx, RetiradaFacts{Acto: p.Acto.ID, Autor: s.director.autor(), Motivo: "prueba"})
			s.must(err)
			return p.Acto.Dato("avisos")
		}
		t.Run("29.1/before its hour without a reason warns", func(t *testing.T) {
			if got := avisos(3, ""); got != "29.1" {
				t.Errorf("got %q", got)
			}
			if got := avisos(3, "se retiran los jugadores"); got != "" {
				t.Errorf("with its reason: got %q", got)
			}
		})
		t.Run("29.4/the last roulette in service", func(t *testing.T) {
			s.closeMesa(1, cuenta(piezas(), piezas()))
			if got := avisos(3, "poca animación"); got != "29.4" {
				t.Errorf("got %q", got)
			}
		})
		t.Run("29.1/at its hour it does not", func(t *testing.T) {
			j, err := s.Jornada(ctx, "principal", "2026-11-30")
			s.must(err)
			s.reloj.Move(j.CierrePrevisto.Sub(s.Escritor.Ahora()))
			if got := avisos(3, ""); got != "" {
				t.Errorf("got %q", got)
			}
		})
		s.check()
	})
}

// An act that expires leaves the table as it was, without anybody having to say so.
func TestCierreExpires(t *testing.T) {
	t.Parallel()
	s := newSala(t, dbtest.New(t, "sqlite"))
	s.begin("principal", "2026-11-30")
	s.openMesa(1, aperturaRuleta())
	s.Casa.opts.CaducaActo = time.Hour
	first, err := s.proposeCierreMesa(1, cuenta(piezas(), piezas()))
	s.must(err)
	s.mustSign(first.Acto.ID, s.crupier)
	if _, err := s.proposeCierreMesa(1, cuenta(piezas(100, 1), piezas())); !errors.Is(err, ErrActoPendiente) {
		t.Errorf("got %v, want ErrActoPendiente", err)
	}
	s.reloj.Move(time.Hour)
	second := s.closeMesa(1, cuenta(piezas(100, 1), piezas()))
	if second.Resultado != -2_999_900 {
		t.Errorf("got %d", second.Resultado)
	}
	if a, err := s.Acto(context.Background(), first.Acto.ID); err != nil || a.Estado != EstadoCaducado {
		t.Errorf("got %s, %v, want caducado", a.Estado, err)
	}
	s.check()
}
