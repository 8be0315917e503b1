package treintaycuarenta

import (
	"testing"

	"foliado/domain/naipes"
)

func TestCheckNaipes(t *testing.T) {
	tests := []struct {
		name  string
		c     naipes.Composicion
		want  error
		cites string
	}{
		{"55.1/six of one colour", naipes.Composicion{Barajas: 6, Indices: naipes.SinIndices}, nil, ""},
		{"55.1/five packs", naipes.Composicion{Barajas: 5, Indices: naipes.SinIndices}, naipes.ErrBarajas, "55.1"},
		{"55.1/two colours", naipes.Composicion{Barajas: 6, SegundoColor: 3, Indices: naipes.SinIndices}, naipes.ErrColores, "55.1"},
		{"55.1/indices", naipes.Composicion{Barajas: 6, Indices: naipes.ConIndices}, naipes.ErrIndices, "55.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckNaipes(tt.c), tt.want, tt.cites) })
	}
	t.Run("55.3/four suertes", func(t *testing.T) {
		if got, want := len(Suertes), 4; got != want || len(pagos) != want {
			t.Errorf("%d suertes and %d payments, want %d", got, len(pagos), want)
		}
	})
}

// FuzzParseSuerte reads any name: what it takes it writes back.
func FuzzParseSuerte(f *testing.F) {
	f.Add("color")
	f.Add("")
	f.Fuzz(func(t *testing.T, nombre string) {
		if s, err := ParseSuerte(nombre); err == nil && s.String() != nombre {
			t.Errorf("ParseSuerte(%q) = %s", nombre, s)
		} else if err != nil {
			check(t, err, ErrSuerte, "58.2")
		}
	})
}
