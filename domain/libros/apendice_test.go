package libros

import (
	"testing"
	"time"

	"foliado/domain"
)

// months lists a table count for each day of as many months, from the first of one.
func months(from domain.Fecha, counts ...int) []MesasDia {
	var days []MesasDia
	start := from.Time()
	for k, n := range counts {
		first := start.AddDate(0, k, 0)
		for d := first; d.Before(first.AddDate(0, 1, 0)); d = d.AddDate(0, 0, 1) {
			days = append(days, MesasDia{domain.Fecha(d.Format(time.DateOnly)), n})
		}
	}
	return days
}

func TestCheckMediaMesas(t *testing.T) {
	low, high := []int{24, 24, 24, 24, 24, 24}, []int{30, 30, 30, 30, 30, 30}
	last := func(days []MesasDia) domain.Fecha { return days[len(days)-1].Fecha }
	t.Run("155.3/six months with 24 and six with 30 average 27 at most", func(t *testing.T) {
		days := months("2026-01-01", append(low, high[:5]...)...)
		check(t, CheckMediaMesas(last(days), days), nil, "")
	})
	t.Run("155.3/one month more with 30", func(t *testing.T) {
		for _, order := range [][]int{append(append([]int{}, low...), append(high, 30)...), append(append([]int{}, high...), append(low, 30)...)} {
			days := months("2026-01-01", order...)
			check(t, CheckMediaMesas(last(days), days), ErrMediaMesas, "155.3")
		}
	})
	t.Run("155.3/exactly 27", func(t *testing.T) {
		days := []MesasDia{{"2026-03-01", 26}, {"2026-03-02", 28}}
		check(t, CheckMediaMesas("2026-03-02", days), nil, "")
		days[1].Mesas = 29
		check(t, CheckMediaMesas("2026-03-02", days), ErrMediaMesas, "155.3")
		check(t, CheckMediaMesas("2027-06-01", days), nil, "") // out of both years
	})
}

func TestCheckCambioCaja(t *testing.T) {
	one := domain.Piezas{10_000: 5}
	t.Run("18.1.e/pieces worth the same", func(t *testing.T) {
		if got, err := CheckCambioCaja(one, domain.Piezas{500: 100}); err != nil || got != 50_000 {
			t.Errorf("got %v, %v", got, err)
		}
	})
	for name, other := range map[string]domain.Piezas{"one céntimo less": {49_999: 1}, "one céntimo more": {50_001: 1}, "nothing": {}} {
		t.Run("18.1.e/"+name, func(t *testing.T) {
			_, err := CheckCambioCaja(one, other)
			check(t, err, ErrCambio, "18.1.e")
		})
	}
	t.Run("18.1.e/nothing for nothing", func(t *testing.T) {
		_, err := CheckCambioCaja(nil, nil)
		check(t, err, ErrCambio, "18.1.e")
		_, err = CheckCambioCaja(domain.Piezas{-1: 1}, nil)
		check(t, err, domain.ErrPiezas, "18.1.e")
	})
}

func TestFolioExtraido(t *testing.T) {
	f := FolioAnticipos{Juego: domain.BlackJack, Mesa: 3, Libro: 3, Anticipos: []Anticipo{{Importe: 2_500_000}},
		Fichas: domain.Piezas{100: 10}, Placas: domain.Piezas{}, Billetes: domain.Piezas{10_000: 31}, Extraido: 1_240_000, Devuelto: 50_000}
	t.Run("31.5/the notes of the actas are among those of the table", func(t *testing.T) {
		fichas, _, billetes, err := f.Existencias()
		if err != nil || billetes != 1_550_000 || fichas != 51_000 {
			t.Errorf("got %v, %v, %v; want 15.500 € in notes and 510 € in chips", fichas, billetes, err)
		}
	})
	t.Run("18.1.e/a return that cannot be", func(t *testing.T) {
		f.Devuelto = -1
		_, _, _, err := f.Existencias()
		check(t, err, ErrImporte, "18.1.e")
	})
}
