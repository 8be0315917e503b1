package libros

import (
	"errors"
	"testing"

	"foliado/domain"
)

func TestRectify(t *testing.T) {
	consta := Recuento{domain.Piezas{10_000: 5}, domain.Piezas{}, domain.Piezas{5_000: 2}}
	for name, c := range map[string]struct {
		nuevo  Recuento
		motivo string
		diff   domain.Importe
		err    error
	}{
		"FIR-5/one chip more":               {Recuento{domain.Piezas{10_000: 6}, domain.Piezas{}, domain.Piezas{5_000: 2}}, "x", 10_000, nil},
		"FIR-5/one céntimo less":            {Recuento{domain.Piezas{10_000: 4, 9_999: 1}, domain.Piezas{}, domain.Piezas{5_000: 2}}, "x", -1, nil},
		"FIR-5/same amount in other pieces": {Recuento{domain.Piezas{5_000: 10}, domain.Piezas{}, domain.Piezas{5_000: 2}}, "x", 0, nil},
		"FIR-5/nothing changes":             {Recuento{domain.Piezas{10_000: 5}, domain.Piezas{}, domain.Piezas{5_000: 2}}, "x", 0, ErrSinDiferencia},
		"FIR-5/no reason":                   {Recuento{domain.Piezas{10_000: 6}, domain.Piezas{}, domain.Piezas{}}, " ", 0, ErrSinMotivo},
		"40.1.d/plaques not counted":        {Recuento{Fichas: domain.Piezas{10_000: 6}, Billetes: domain.Piezas{}}, "x", 0, ErrFolio},
	} {
		t.Run(name, func(t *testing.T) {
			diff, err := Rectify(consta, c.nuevo, c.motivo)
			if diff != c.diff || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Errorf("Rectify = %d, %v; want %d, %v", diff, err, c.diff, c.err)
			}
		})
	}
}

func TestControlRectify(t *testing.T) {
	c, err := Totalize("2026-12-01")
	if err != nil {
		t.Fatal(err)
	}
	lines := []LineaRectificacion{{Mesa: 4, Folio: 12, Jornada: "2026-11-30", Diferencia: 5_000}, {Mesa: 1, Folio: 3, Jornada: "2026-11-29", Diferencia: -7_550}}
	got, err := c.Rectify(lines)
	if err != nil || got.Total() != -2_550 || got.TotalLetra() != "menos veinticinco euros con cincuenta céntimos" || len(got.Rectificaciones()) != 2 {
		t.Errorf("got %d, %q, %v", got.Total(), got.TotalLetra(), err)
	}
	t.Run("42.1/beyond what an amount holds", func(t *testing.T) {
		huge := []LineaRectificacion{{Diferencia: 1<<63 - 1}, {Diferencia: 1}}
		if _, err := c.Rectify(huge); !errors.Is(err, domain.ErrDesborde) {
			t.Errorf("got %v", err)
		}
	})
}
