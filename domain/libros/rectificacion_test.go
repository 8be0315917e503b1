package libros

import (
	"errors"
	"strings"
	"testing"

	"foliado/domain"
)

func TestRectify(t *testing.T) {
	consta := Recuento{Fichas: domain.Piezas{10_000: 5}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 2}}
	for name, c := range map[string]struct {
		nuevo  Recuento
		motivo string
		diff   domain.Importe
		err    error
	}{
		"FIR-5/one chip more":               {Recuento{Fichas: domain.Piezas{10_000: 6}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 2}}, "x", 10_000, nil},
		"FIR-5/one céntimo less":            {Recuento{Fichas: domain.Piezas{10_000: 4, 9_999: 1}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 2}}, "x", -1, nil},
		"FIR-5/same amount in other pieces": {Recuento{Fichas: domain.Piezas{5_000: 10}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 2}}, "x", 0, nil},
		"FIR-5/nothing changes":             {Recuento{Fichas: domain.Piezas{10_000: 5}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 2}}, "x", 0, ErrSinDiferencia},
		"FIR-5/no reason":                   {Recuento{Fichas: domain.Piezas{10_000: 6}, Placas: domain.Piezas{}, Billetes: domain.Piezas{}}, " ", 0, ErrSinMotivo},
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

func TestRectifyPozo(t *testing.T) {
	consta := Recuento{Pozo: domain.Piezas{10_000: 5}}
	for name, c := range map[string]struct {
		nuevo  Recuento
		motivo string
		diff   domain.Importe
		err    error
	}{
		"41.3/one chip more":                {Recuento{Pozo: domain.Piezas{10_000: 6}}, "x", 10_000, nil},
		"41.3/it was empty":                 {Recuento{Pozo: domain.Piezas{}}, "x", -50_000, nil},
		"41.3/nothing changes":              {Recuento{Pozo: domain.Piezas{10_000: 5}}, "x", 0, ErrSinDiferencia},
		"41.3/no reason":                    {Recuento{Pozo: domain.Piezas{10_000: 6}}, "", 0, ErrSinMotivo},
		"41.3/not counted":                  {Recuento{}, "x", 0, ErrFolio},
		"41.3/a count of the other tables":  {Recuento{Fichas: domain.Piezas{100: 1}, Placas: domain.Piezas{}, Billetes: domain.Piezas{}}, "x", 0, ErrFolio},
		"41.3/chips of the table beside it": {Recuento{Fichas: domain.Piezas{100: 1}, Pozo: domain.Piezas{10_000: 6}}, "x", 0, ErrFolio},
	} {
		t.Run(name, func(t *testing.T) {
			diff, err := Rectify(consta, c.nuevo, c.motivo)
			if diff != c.diff || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Errorf("Rectify = %d, %v; want %d, %v", diff, err, c.diff, c.err)
			}
			if c.err != nil && !strings.Contains(err.Error(), "41.3") {
				t.Errorf("got %v, without art. 41.3", err)
			}
		})
	}
	t.Run("40.1.d/a pozo in a table of contrapartida", func(t *testing.T) {
		entero := Recuento{Fichas: domain.Piezas{100: 1}, Placas: domain.Piezas{}, Billetes: domain.Piezas{}}
		con := entero
		con.Pozo = domain.Piezas{100: 1}
		if _, err := Rectify(entero, con, "x"); !errors.Is(err, ErrFolio) {
			t.Errorf("got %v, want ErrFolio", err)
		}
	})
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
