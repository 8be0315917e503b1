package registers

import (
	"context"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestTorneoCirculo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		f := autorizacionPrueba()
		f.Juegos = append(f.Juegos, JuegoAutorizado{Juego: domain.PoquerCirculo, Minimo: 2_000, Mesas: 2})
		s.authorize("principal", f)
		plan := func(j domain.Juego, bases string) (TorneoCirculo, error) {
			return s.PlanTorneo(ctx, s.director.autor(), s.ahora(), "principal", TorneoFacts{Nombre: "Copa de invierno", Juego: j, Fecha: "2026-12-02",
				Bases: bases, Condiciones: "inscripción de 200 €\nsin recompra"})
		}
		t.Run("1.5/only games of círculo that are authorised", func(t *testing.T) {
			_, err := plan(domain.RuletaAmericana, "x")
			checkErr(t, err, libros.ErrTorneo, "1.5", "")
			_, err = plan(domain.BacaraChemin, "x")
			checkErr(t, err, libros.ErrTorneo, "1.5", "")
		})
		x, err := plan(domain.PoquerCirculo, "hold'em, cuarenta plazas")
		s.must(err)
		empty, err := plan(domain.PoquerCirculo, "")
		s.must(err)
		declare := func(n int64, fecha domain.Fecha) error {
			_, err := s.DeclareTorneo(ctx, s.director.autor(), s.ahora(), "principal", n, fecha, "REG-44/2026")
			return err
		}
		start := func(who persona, n int64) error {
			_, err := s.StartTorneo(ctx, who.autor(), s.ahora(), "principal", n)
			return err
		}
		t.Run("1.5/it warns until it is declared", func(t *testing.T) {
			b, err := s.Tablero(ctx, "principal")
			s.must(err)
			n := 0
			for _, a := range b.Avisos {
				if a.Articulo.Ref() == "1.5" {
					n++
				}
			}
			if n != 2 {
				t.Errorf("got %d warnings, want 2", n)
			}
		})
		t.Run("1.5/no declaration without bases", func(t *testing.T) {
			checkErr(t, declare(empty.Numero, "2026-11-30"), libros.ErrSinBases, "1.5", "")
		})
		t.Run("1.5/its day comes and nobody has declared it", func(t *testing.T) {
			s.reloj.Move(48 * time.Hour)
			checkErr(t, start(s.director, x.Numero), libros.ErrTorneoSinDecir, "1.5", "")
		})
		t.Run("1.5/a presentation to come", func(t *testing.T) {
			checkErr(t, declare(x.Numero, "2026-12-03"), ErrDatos, "1.5", "")
		})
		s.must(declare(x.Numero, "2026-12-01"))
		checkErr(t, declare(x.Numero, "2026-12-01"), ErrTorneoDeclarado, "", "")
		t.Run("1.5/FIR-3/who directs starts it, once", func(t *testing.T) {
			checkErr(t, start(s.cajero, x.Numero), ErrDirige, "1.5", "FIR-3")
			s.must(start(s.director, x.Numero))
			checkErr(t, start(s.director, x.Numero), libros.ErrTorneoEmpezado, "1.5", "")
		})
		got, err := s.TorneoCirculo(ctx, "principal", x.Numero)
		s.must(err)
		if got.Inicio.IsZero() || got.Referencia != "REG-44/2026" || got.Condiciones != "inscripción de 200 €\nsin recompra" {
			t.Errorf("got %+v", got)
		}
		_, err = s.TorneoCirculo(ctx, "principal", 9)
		checkErr(t, err, ErrTorneo, "", "")
		s.check()
	})
}
