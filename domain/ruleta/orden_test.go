package ruleta

import (
	"fmt"
	"slices"
	"testing"

	"foliado/domain"
)

func TestPaymentTurns(t *testing.T) {
	tests := []struct {
		name string
		v    Variante
		won  []Pagadera
		want string
	}{
		{"133.c/docena, sencilla, pleno", Francesa, []Pagadera{{"a", Pleno}, {"b", Docena}, {"c", Negro}}, "[[{b docena}] [{c negro}] [{a pleno}]]"},
		{"133.c/one player from the seisena to the pleno", Francesa, []Pagadera{{"a", Pleno}, {"b", Caballo}, {"a", Seisena}, {"b", Pleno}},
			"[[{a seisena} {a pleno}] [{b caballo} {b pleno}]]"},
		{"137.2/negro, docena, pleno", Americana, []Pagadera{{"a", Pleno}, {"b", Docena}, {"c", Negro}}, "[[{c negro}] [{b docena}] [{a pleno}]]"},
		{"137.2/who has won several", Americana, []Pagadera{{"a", Pleno}, {"a", Cuadro}, {"b", Pleno}}, "[[{a cuadro} {a pleno}] [{b pleno}]]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PaymentTurns(tt.v, tt.won)
			check(t, err, nil, "")
			if fmt.Sprint(got) != tt.want {
				t.Errorf("PaymentTurns = %v, want %s", got, tt.want)
			}
		})
	}
	t.Run("137.2/no suerte", func(t *testing.T) {
		_, err := PaymentTurns(Americana, []Pagadera{{"a", 0}})
		check(t, err, ErrSuerte, "137.2")
	})
	t.Run("131.1/no roulette", func(t *testing.T) {
		_, err := PaymentTurns(0, nil)
		check(t, err, ErrVariante, "131.1")
	})
}

func TestPayChips(t *testing.T) {
	tests := []struct {
		name          string
		ganado, valor domain.Importe
		piezas        int64
		want          domain.Importe
		err           error
	}{
		{"137.2/of both", 17500, 500, 20, 7500, nil},
		{"137.2/all in colour", 17500, 500, 35, 0, nil},
		{"137.2/all in value", 17500, 500, 0, 17500, nil},
		{"137.2/more than is owed", 17500, 500, 36, 0, ErrImporte},
		{"137.2/no value", 17500, 0, 1, 0, ErrImporte},
		{"137.2/too much", 1, 1 << 62, 4, 0, domain.ErrDesborde},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PayChips(tt.ganado, tt.valor, tt.piezas)
			ref := ""
			if tt.err != nil {
				ref = "137.2"
			}
			check(t, err, tt.err, ref)
			if got != tt.want {
				t.Errorf("PayChips = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestCanto(t *testing.T) {
	tests := []struct {
		name string
		n    Numero
		want []Suerte
	}{
		{"133.c/the 17", 17, []Suerte{Negro, Impar, Falta}},
		{"133.c/the 36", 36, []Suerte{Rojo, Par, Pasa}},
		{"133.c/the 0 has none", 0, nil},
		{"133.c/no number", 37, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.n.Canto(); !slices.Equal(got, tt.want) {
				t.Errorf("Canto = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestCheckCilindro(t *testing.T) {
	swapped := func(i, j int) []Numero {
		c := slices.Clone(Cilindro)
		c[i], c[j] = c[j], c[i]
		return c
	}
	tests := []struct {
		name string
		c    []Numero
		want error
	}{
		{"129.1/usual", Cilindro, nil},
		{"129.1/36 pockets", Cilindro[1:], ErrCilindro},
		{"129.1/one twice", append(slices.Clone(Cilindro[1:]), 26), ErrCilindro},
		{"129.1/two of a colour side by side", swapped(1, 2), ErrAlternos},
		{"129.1/the 7 beside the 8", swapped(16, 32), ErrVecinos}, // the 8 goes where the 28 was
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ref := "129.1"
			if tt.want == nil {
				ref = ""
			}
			check(t, CheckCilindro(tt.c), tt.want, ref)
		})
	}
}

// FuzzParse reads any name and any number.
func FuzzParse(f *testing.F) {
	f.Add("pleno", 36)
	f.Add("americana", 37)
	f.Fuzz(func(t *testing.T, nombre string, n int) {
		if s, err := ParseSuerte(nombre); err == nil && s.String() != nombre {
			t.Errorf("ParseSuerte(%q) = %s", nombre, s)
		} else if err != nil {
			check(t, err, ErrSuerte, "131.1")
		}
		if v, err := ParseVariante(nombre); err == nil && v.String() != nombre {
			t.Errorf("ParseVariante(%q) = %s", nombre, v)
		}
		if got, err := ParseNumero(n); err == nil && int(got) != n {
			t.Errorf("ParseNumero(%d) = %d", n, got)
		} else if err != nil {
			check(t, err, ErrNumero, "129.1")
		}
	})
}
