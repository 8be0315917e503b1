package libros

import (
	"math"
	"testing"

	"foliado/domain"
)

func TestCajaCentralExigida(t *testing.T) {
	tests := []struct {
		name     string
		ruletas  []Ruleta
		suma     domain.Importe
		metalico domain.Importe
		want     error
	}{
		{"minima of 2 and 5 euros", []Ruleta{{200, 0}, {500, 0}}, 75_000_00, 37_500_00, nil},
		{"the real anticipo of the highest", []Ruleta{{500, 80_000_00}, {200, 0}}, 80_000_00, 40_000_00, nil},
		{"that of a lower one is irrelevant", []Ruleta{{200, 500_000_00}, {500, 0}}, 75_000_00, 37_500_00, nil},
		{"two with the highest minimum", []Ruleta{{500, 0}, {500, 90_000_00}, {500, 76_000_00}}, 90_000_00, 45_000_00, nil},
		{"half of an odd sum goes up", []Ruleta{{500, 75_000_01}}, 75_000_01, 37_500_01, nil},
		{"none", nil, 0, 0, ErrSinRuleta},
		{"no minimum", []Ruleta{{0, 100}}, 0, 0, ErrImporte},
		{"negative anticipo", []Ruleta{{500, -1}}, 0, 0, ErrImporte},
	}
	for _, tt := range tests {
		t.Run("37.1/"+tt.name, func(t *testing.T) {
			cites := ""
			if tt.want != nil {
				cites = "37.1"
			}
			e, err := CajaCentralExigida(tt.ruletas)
			check(t, err, tt.want, cites)
			if want := (Exigencia{tt.suma, tt.metalico}); e != want {
				t.Errorf("CajaCentralExigida = %+v, want %+v", e, want)
			}
		})
	}
	t.Run("35.2.b/a minimum too large", func(t *testing.T) {
		_, err := CajaCentralExigida([]Ruleta{{math.MaxInt64, 0}})
		check(t, err, domain.ErrDesborde, "35.2.b")
	})
}

func TestCheckCajaCentral(t *testing.T) {
	tests := []struct {
		name                string
		metalico, bloqueado domain.Importe
		want                error
		criterio            string
	}{
		{"half and half", 37_500_00, 37_500_00, nil, ""},
		{"one céntimo of cash too few", 37_500_00 - 1, 37_500_00 + 1, ErrMetalico, "CAJ-3"},
		{"much blocked does not raise the half", 37_500_00, 500_000_00, nil, ""},
		{"one céntimo too few in all", 37_500_00, 37_500_00 - 1, ErrSuma, "CAJ-2"},
		{"the sum goes before the cash", 37_500_00 - 2, 37_500_00 + 1, ErrSuma, "CAJ-2"},
		{"all in cash", 75_000_00, 0, nil, ""},
		{"nothing", 0, 0, ErrSuma, "CAJ-2"},
		{"negative cash", -1, 100_000_00, ErrImporte, ""},
		{"negative deposit", 100_000_00, -1, ErrImporte, ""},
		{"a sum that would wrap", math.MaxInt64, 1, domain.ErrDesborde, ""},
	}
	for _, tt := range tests {
		t.Run("37.1/"+tt.name, func(t *testing.T) {
			cites := ""
			if tt.want != nil {
				cites = "37.1"
			}
			e, err := CheckCajaCentral([]Ruleta{{200, 0}, {500, 0}}, tt.metalico, tt.bloqueado)
			check(t, err, tt.want, cites)
			if got := criterio(err); got != tt.criterio {
				t.Errorf("criterio %q, want %q", got, tt.criterio)
			}
			known := tt.want == nil || tt.criterio != ""
			if want := (Exigencia{75_000_00, 37_500_00}); known && e != want {
				t.Errorf("CheckCajaCentral asks %+v, want %+v", e, want)
			}
		})
	}
	t.Run("37.1/no roulette", func(t *testing.T) {
		_, err := CheckCajaCentral(nil, 1, 1)
		check(t, err, ErrSinRuleta, "37.1")
	})
}

func TestCheckMinimoPrevisto(t *testing.T) {
	t.Run("37.1/CAJ-D", func(t *testing.T) {
		check(t, CheckMinimoPrevisto(500, 500), nil, "")
		check(t, CheckMinimoPrevisto(500, 200), nil, "")
		err := CheckMinimoPrevisto(500, 501)
		check(t, err, ErrMinimoPrevisto, "37.1")
		if got := criterio(err); got != "CAJ-D" {
			t.Errorf("criterio %q, want CAJ-D", got)
		}
	})
}

func TestCheckMovimiento(t *testing.T) {
	for _, m := range []Movimiento{"anticipo", "reposicion", "extraccion_billetes", "cambio", "devolucion_fichas", "cierre"} {
		t.Run("18.1.e/"+string(m), func(t *testing.T) { check(t, CheckMovimiento(m), nil, "") })
	}
	for _, m := range []Movimiento{"", "prestamo", "Anticipo"} {
		t.Run("18.1.e/CAJ-C/"+string(m), func(t *testing.T) { check(t, CheckMovimiento(m), ErrMovimiento, "18.1.e") })
	}
}
