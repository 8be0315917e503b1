package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestLibroPapel(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		t.Run("39.2/neither folios nor diligencia", func(t *testing.T) {
			_, err := s.AddLibroPapel(ctx, s.director.autor(), s.ahora(), "principal", LibroAnticipos(1), 0, "2026-11-30")
			checkErr(t, err, libros.ErrDiligencia, "39.2", "")
			_, err = s.AddLibroPapel(ctx, s.director.autor(), s.ahora(), "principal", LibroAnticipos(1), 200, "")
			checkErr(t, err, libros.ErrDiligencia, "39.2", "")
			if list, err := s.LibrosPapel(ctx, "principal", LibroAnticipos(1)); err != nil || len(list) != 0 {
				t.Errorf("got %v, %v, want none", list, err)
			}
		})
		t.Run("39.2/a second volume", func(t *testing.T) {
			for tomo := 1; tomo <= 2; tomo++ {
				p, err := s.AddLibroPapel(ctx, s.director.autor(), s.ahora(), "principal", LibroControlIngresos, 100*tomo, "2026-11-02")
				if want := (LibroPapel{tomo, 100 * tomo, "2026-11-02"}); err != nil || p != want {
					t.Errorf("got %v, %v, want %v", p, err, want)
				}
			}
			list, err := s.LibrosPapel(ctx, "principal", LibroControlIngresos)
			if err != nil || len(list) != 2 || list[1].Folios != 200 {
				t.Errorf("got %v, %v", list, err)
			}
		})
		t.Run("39.2/no such book", func(t *testing.T) {
			if _, err := s.AddLibroPapel(ctx, s.director.autor(), s.ahora(), "principal", "anticipos-77", 10, "2026-11-02"); !errors.Is(err, ErrLibro) {
				t.Errorf("got %v, want %v", err, ErrLibro)
			}
		})
	})
}
