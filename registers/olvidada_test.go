package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestOlvidadas(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		record := func(mesa int, a libros.ApuestaOlvidada) (Olvidada, error) {
			return s.RecordOlvidada(ctx, s.cajero.autor(), s.ahora(), "principal", OlvidadaFacts{a, mesa})
		}
		if _, err := record(2, libros.ApuestaOlvidada{Clase: libros.Olvidada, Inicial: 1}); !errors.Is(err, ErrSinJornada) {
			t.Errorf("without jornada: got %v", err)
		}
		s.begin("principal", "2026-11-30")
		t.Run("33.1/33.2/numbered, with its table and the initial stake", func(t *testing.T) {
			o, err := record(2, libros.ApuestaOlvidada{Clase: libros.Abandonada, Inicial: 25_000, Crecida: 80_000})
			if err != nil || o.Folio != 1 || o.Importe != 25_000 {
				t.Errorf("got %+v, %v", o, err)
			}
			_, err = record(0, libros.ApuestaOlvidada{Clase: libros.Perdida, Inicial: 5_000})
			s.must(err)
			if _, err = record(99, libros.ApuestaOlvidada{Clase: libros.Perdida, Inicial: 1}); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
			_, err = record(2, libros.ApuestaOlvidada{Inicial: 1})
			checkErr(t, err, libros.ErrClaseOlvidada, "33.1", "")
		})
		give := func(folio int64, f libros.DevolucionOlvidada) error {
			return s.ReturnOlvidada(ctx, s.cajero.autor(), s.ahora(), "principal", folio, f)
		}
		owner := libros.DevolucionOlvidada{Importe: 5_000, Nombre: "Inés Vidal", Domicilio: "calle Mayor 1", Pruebas: "imágenes de la mesa"}
		t.Run("33.3/to who proves it, and no more than is left", func(t *testing.T) {
			checkErr(t, give(2, libros.DevolucionOlvidada{Importe: 5_000, Nombre: "Inés Vidal"}), libros.ErrSinPruebas, "33.3", "")
			s.must(give(2, owner))
			checkErr(t, give(2, owner), libros.ErrExcedeOlvidada, "33.3", "")
			if err := give(9, owner); !errors.Is(err, ErrOlvidada) {
				t.Errorf("got %v, want ErrOlvidada", err)
			}
			o, rs, err := s.RecibosOlvidada(ctx, "principal", 2)
			if err != nil || o.Pendiente() != 0 || len(rs) != 1 || rs[0].Nombre != "Inés Vidal" || rs[0].Domicilio != "calle Mayor 1" || rs[0].Pruebas != "imágenes de la mesa" {
				t.Errorf("got %+v, %+v, %v", o, rs, err)
			}
		})
		t.Run("250 € have a public destination", func(t *testing.T) {
			if n, err := s.SaldoOlvidadas(ctx, "principal"); err != nil || n != 25_000 {
				t.Errorf("got %s, %v", n, err)
			}
			list, err := s.Olvidadas(ctx, "principal", "2026-11-30", 2)
			if err != nil || len(list) != 1 || list[0].Clase != libros.Abandonada {
				t.Errorf("got %+v, %v", list, err)
			}
		})
		s.check()
	})
}
