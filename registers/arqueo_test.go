package registers

import (
	"context"
	"errors"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestArqueo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		count := func(f ArqueoFacts) (Propuesta, error) {
			return s.ProposeArqueo(ctx, s.cajero.autor(), s.ahora(), "principal", f)
		}
		if _, err := count(ArqueoFacts{Motivo: ArqueoTurno, Metalico: piezas()}); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		expected := domain.Importe(3_750_000)
		for _, tt := range []struct {
			name            string
			f               ArqueoFacts
			want            error
			cites, criterio string
		}{
			{"37.1/an occasion that is none", ArqueoFacts{Motivo: "lunes", Metalico: piezas()}, ErrMotivoArqueo, "37.1", ""},
			{"37.1/nothing counted", ArqueoFacts{Motivo: ArqueoTurno}, libros.ErrImporte, "37.1", ""},
			{"37.1/a count that cannot be", ArqueoFacts{Motivo: ArqueoTurno, Metalico: piezas(-1, 1)}, domain.ErrPiezas, "37.1", ""},
			{"37.1/a difference without a note", ArqueoFacts{Motivo: ArqueoTurno, Metalico: piezas(1, 1), Esperado: &expected}, ErrNota, "37.1", ""},
			{"36.5/asked for by nobody", ArqueoFacts{Motivo: ArqueoRequerimiento, Metalico: piezas(), Funcionario: "2041"}, ErrRequerimiento, "36.5", ""},
			{"36.5/without a number", ArqueoFacts{Motivo: ArqueoRequerimiento, Metalico: piezas(), Inspector: libros.PresenteNoFirma}, ErrRequerimiento, "36.5", ""},
		} {
			t.Run(tt.name, func(t *testing.T) {
				_, err := count(tt.f)
				checkErr(t, err, tt.want, tt.cites, tt.criterio)
			})
		}
		if _, err := count(ArqueoFacts{Motivo: ArqueoTurno, Metalico: piezas(), Entrante: s.crupier.ID}); !errors.Is(err, ErrDatos) {
			t.Errorf("a croupier takes the caja over: got %v", err)
		}
		s.openMesa(1, aperturaRuleta())
		t.Run("37.1/36.5/a change of shift one céntimo short warns", func(t *testing.T) {
			p, err := count(ArqueoFacts{Motivo: ArqueoTurno, Metalico: piezas(100_000, 37, 1, 49_999), Bloqueado: 3_750_000, Entrante: s.cajero.ID,
				Esperado: &expected, Nota: "falta un céntimo"})
			s.must(err)
			if len(p.Avisos) != 1 || p.Avisos[0].Articulo != art("37.1") {
				t.Errorf("got %+v", p.Avisos)
			}
			s.mustSign(p.Acto.ID, s.cajero)
			s.mustSign(p.Acto.ID, s.director)
			a, err := s.Arqueo(ctx, "principal", 1)
			s.must(err)
			if a.Entregado != 3_000_000 || a.EnMesas() != 3_000_000 || !a.Cuadra || *a.Diferencia != -1 || a.Nota != "falta un céntimo" || len(a.Firmas) != 2 || a.Entrante == "" {
				t.Errorf("got %+v", a)
			}
			if _, err := s.Arqueo(ctx, "principal", 2); !errors.Is(err, ErrArqueo) {
				t.Errorf("got %v, want ErrArqueo", err)
			}
		})
		t.Run("37.1/CAJ-D/judged again by the last count", func(t *testing.T) {
			_, err := s.ChangeLimites(ctx, s.director.autor(), s.ahora(), "principal", 3, LimitesFacts{ApuestaMinima: 1000})
			s.must(err)
			open := AperturaFacts{ApuestaMinima: 1000, Maximos: "bajo", Entrega: Entrega{Anticipo: piezas(100_000, 150)}}
			_, err = s.proposeApertura(3, open)
			checkErr(t, err, libros.ErrSuma, "37.1", "CAJ-D")
			p, err := count(ArqueoFacts{Motivo: ArqueoRuleta, Metalico: piezas(100_000, 75), Bloqueado: 7_500_000})
			s.must(err)
			s.mustSign(p.Acto.ID, s.cajero)
			s.mustSign(p.Acto.ID, s.director)
			s.openMesa(3, open)
		})
		s.check()
	})
}

func TestCartel(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		issue := func(mesa int, f CartelFacts) (Cartel, error) {
			return s.IssueCartel(ctx, s.director.autor(), s.ahora(), "principal", mesa, f)
		}
		t.Run("38.2/from the plan of a closed table", func(t *testing.T) {
			k, err := issue(1, CartelFacts{})
			if err != nil || k.Numero != 1 || k.ApuestaMinima != 200 || k.Anticipo != 3_000_000 || k.Maximos != "bajo" || len(k.Topes) != 10 {
				t.Errorf("got %+v, %v", k, err)
			}
		})
		t.Run("38.2/only limits that the table could have", func(t *testing.T) {
			_, err := issue(1, CartelFacts{ApuestaMinima: 199})
			checkErr(t, err, libros.ErrBajoAutorizado, "139.2", "")
			_, err = issue(1, CartelFacts{Anticipo: 2_999_999})
			checkErr(t, err, libros.ErrAnticipo, "35.2.b", "")
			_, err = issue(1, CartelFacts{Maximos: "100"})
			checkErr(t, err, libros.ErrMaximos, "139.3", "")
			if _, err := issue(9, CartelFacts{}); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
		})
		s.begin("principal", "2026-11-30")
		warned := func() bool {
			b, err := s.Tablero(ctx, "principal")
			s.must(err)
			return slices.ContainsFunc(b.Avisos, func(a Aviso) bool { return a.Articulo == art("38.2") })
		}
		t.Run("38.2/the real anticipo is not the one on the wall", func(t *testing.T) {
			f := aperturaRuleta()
			f.Anticipo = piezas(100_000, 31)
			p, err := s.proposeApertura(1, f)
			if err != nil || !slices.ContainsFunc(p.Avisos, func(a Aviso) bool { return a.Articulo == art("38.2") }) {
				t.Fatalf("got %+v, %v", p.Avisos, err)
			}
			s.mustSign(p.Acto.ID, s.director)
			if !warned() {
				t.Error("the board does not warn")
			}
		})
		t.Run("38.2/another notice puts it right", func(t *testing.T) {
			k, err := issue(1, CartelFacts{})
			if err != nil || k.Numero != 2 || k.Anticipo != 3_100_000 || warned() {
				t.Errorf("got %+v, %v; the board warns: %v", k, err, warned())
			}
			got, err := s.Cartel(ctx, "principal", 1, 1)
			if err != nil || got.Anticipo != 3_000_000 || got.Topes[0].Importe != 72_000 {
				t.Errorf("the first one: got %+v, %v", got, err)
			}
			if _, err := s.Cartel(ctx, "principal", 2, 1); !errors.Is(err, ErrCartel) {
				t.Errorf("of another table: got %v", err)
			}
			if ks, err := s.Carteles(ctx, "principal", 1); err != nil || len(ks) != 2 || ks[0].Numero != 2 {
				t.Errorf("got %+v, %v", ks, err)
			}
		})
		s.check()
	})
}
