package trijoker

import (
	"testing"

	"foliado/domain/naipes"
)

func TestCheckEspacios(t *testing.T) {
	tests := []struct {
		name        string
		n, casillas int
		want        error
		cites       string
	}{
		{"104.3/seven of three", 7, 3, nil, ""},
		{"104.3/eight places", 8, 3, ErrEspacios, "104.3"},
		{"104.3/six places", 6, 3, ErrEspacios, "104.3"},
		{"104.3/two boxes", 7, 2, ErrEspacios, "104.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckEspacios(tt.n, tt.casillas), tt.want, tt.cites) })
	}
}

func TestIndiscrecion(t *testing.T) {
	t.Run("110.2/a player shows his cards", func(t *testing.T) {
		v, err := Judge(Indiscrecion, naipes.Carta(0))
		check(t, err, nil, "")
		if v.Anula || v.Articulo.Ref() != "110.2" {
			t.Errorf("Judge = %+v, want a note by 110.2", v)
		}
	})
}
