package registers

import (
	"context"
	"errors"
	"testing"

	"foliado/domain/ruleta"
	"foliado/migrations/dbtest"
)

func TestCilindro(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		s.begin("principal", "2026-11-30")
		record := func(mesa int, ns ...ruleta.Numero) (LoteCilindro, error) {
			return s.RecordNumeros(ctx, s.director.autor(), "principal", mesa, "sensor 7", ns)
		}
		first, err := record(1, 17, 0, 17)
		s.must(err)
		_, err = record(1, ruleta.Cilindro...)
		s.must(err)
		t.Run("129.1/counts by number", func(t *testing.T) {
			c, err := s.Cilindro(ctx, "principal", 1, "")
			s.must(err)
			if c.Lotes != 2 || c.Estadistica.Total != 40 || c.Estadistica.Veces[17] != 3 || c.Estadistica.Veces[0] != 2 || c.Ultimo.IsZero() {
				t.Errorf("%+v", c)
			}
			c, err = s.Cilindro(ctx, "principal", 1, "2026-12-01")
			s.must(err)
			if c.Lotes != 0 || c.Estadistica.Total != 0 {
				t.Errorf("since tomorrow: %+v", c)
			}
		})
		t.Run("129.1/a table without a wheel", func(t *testing.T) {
			_, err := record(2, 17)
			checkErr(t, err, ErrSinCilindro, "129.1", "")
			_, err = s.Cilindro(ctx, "principal", 2, "")
			checkErr(t, err, ErrSinCilindro, "129.1", "")
		})
		if _, err := record(1); !errors.Is(err, ErrSinNumeros) {
			t.Errorf("got %v for no numbers", err)
		}
		if _, err := record(1, make([]ruleta.Numero, maxLote+1)...); !errors.Is(err, ErrSinNumeros) {
			t.Errorf("got %v for too many", err)
		}
		if l, err := s.LoteCilindro(ctx, "principal", first.Numero); err != nil || l.Cuantos != 3 {
			t.Errorf("got %+v, %v", l, err)
		}
		if _, err := s.LoteCilindro(ctx, "principal", 99); !errors.Is(err, ErrSinNumeros) {
			t.Errorf("got %v for a batch that is not there", err)
		}
		s.check()
	})
}
