package naipes

import (
	"errors"
	"testing"

	"foliado/domain/norma"
)

func TestComposicion(t *testing.T) {
	pedida := Composicion{Barajas: 6, SegundoColor: 3, Indices: ConIndices}
	tests := []struct {
		name string
		c    Composicion
		want error
	}{
		{"62.1/as asked for", Composicion{6, 3, ConIndices}, nil},
		{"62.1/one pack short", Composicion{5, 3, ConIndices}, ErrBarajas},
		{"62.1/two and four", Composicion{6, 2, ConIndices}, ErrColores},
		{"62.1/four and two", Composicion{6, 4, ConIndices}, ErrColores},
		{"62.1/no indices", Composicion{6, 3, SinIndices}, ErrIndices},
		{"62.1/indices not said", Composicion{6, 3, IndicesIndiferentes}, ErrIndices},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.c.Check(norma.Reglamento.Art("62.1"), pedida)
			if !errors.Is(err, tt.want) {
				t.Errorf("Check = %v, want %v", err, tt.want)
			}
		})
	}
	t.Run("55.1/all of the second colour", func(t *testing.T) {
		if err := (Composicion{6, 6, SinIndices}).Check(norma.Reglamento.Art("55.1"), Composicion{6, 0, SinIndices}); err != nil {
			t.Errorf("Check = %v, want nil", err)
		}
	})
}
