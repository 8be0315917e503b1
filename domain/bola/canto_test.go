package bola

import (
	"slices"
	"testing"
)

func TestCanto(t *testing.T) {
	tests := []struct {
		name string
		n    Numero
		want []Suerte
	}{
		{"147/the 8", 8, []Suerte{Negro, Par, Pasa}},
		{"147/the 7", 7, []Suerte{Rojo, Impar, Pasa}},
		{"147/the 5 has none", Casa, nil},
		{"147/no number", 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.n.Canto(); !slices.Equal(got, tt.want) {
				t.Errorf("Canto = %v, want %v", got, tt.want)
			}
		})
	}
}

// FuzzParse reads any name and any number.
func FuzzParse(f *testing.F) {
	f.Add("pleno", 5)
	f.Add("", 10)
	f.Fuzz(func(t *testing.T, nombre string, n int) {
		if s, err := ParseSuerte(nombre); err == nil && s.String() != nombre {
			t.Errorf("ParseSuerte(%q) = %s", nombre, s)
		} else if err != nil {
			check(t, err, ErrSuerte, "145.1")
		}
		if got, err := ParseNumero(n); err == nil && int(got) != n {
			t.Errorf("ParseNumero(%d) = %d", n, got)
		} else if err != nil {
			check(t, err, ErrNumero, "142.2")
		}
	})
}
