package puntobanca

import (
	"testing"

	"foliado/domain/naipes"
)

func TestMesa(t *testing.T) {
	find := func(t *testing.T, f Formato) Mesa {
		t.Helper()
		m, err := FindMesa(f)
		check(t, err, nil, "")
		return m
	}
	t.Run("62.3/who may sit", func(t *testing.T) {
		check(t, find(t, Mini).CheckSentados(7), nil, "")
		check(t, find(t, Mini).CheckSentados(8), ErrSentados, "62.3")
		check(t, find(t, Midi).CheckSentados(9), nil, "")
		check(t, find(t, Midi).CheckSentados(10), ErrSentados, "62.3")
		check(t, find(t, Completa).CheckSentados(15), nil, "")
		_, err := FindMesa("maxi")
		check(t, err, ErrFormato, "62.3")
	})
	t.Run("63.1/who serves it", func(t *testing.T) {
		check(t, find(t, Completa).CheckCrupieres(2), nil, "")
		check(t, find(t, Completa).CheckCrupieres(1), ErrCrupieres, "63.1")
		for _, f := range []Formato{Mini, Midi} {
			check(t, find(t, f).CheckCrupieres(1), nil, "")
			check(t, find(t, f).CheckCrupieres(0), ErrCrupieres, "63.1")
		}
	})
	t.Run("64.4/who deals", func(t *testing.T) {
		check(t, find(t, Mini).CheckTalla(Crupier), nil, "")
		check(t, find(t, Mini).CheckTalla(1), ErrTalla, "64.4")
		check(t, find(t, Midi).CheckTalla(1), nil, "")
		check(t, find(t, Completa).CheckTalla(1), nil, "")
	})
}

func TestPlazas(t *testing.T) {
	t.Run("62.3/without the 13", func(t *testing.T) {
		got := ListPlazas(14, true)
		if len(got) != 14 || got[11] != 12 || got[12] != 14 || got[13] != 15 {
			t.Errorf("ListPlazas = %v, want no 13", got)
		}
	})
	t.Run("62.3/with the 13", func(t *testing.T) {
		if got := ListPlazas(13, false); len(got) != 13 || got[12] != 13 {
			t.Errorf("ListPlazas = %v, want 1 to 13", got)
		}
	})
	t.Run("63.2/the first of the list", func(t *testing.T) {
		if got, want := OfferPlaza([]string{"a", "b"}, nil), "a"; got != want {
			t.Errorf("offered to %q, want %q", got, want)
		}
	})
	t.Run("63.2/the first refuses", func(t *testing.T) {
		if got, want := OfferPlaza([]string{"a", "b"}, map[string]bool{"a": true}), "b"; got != want {
			t.Errorf("offered to %q, want %q", got, want)
		}
	})
	t.Run("63.2/nobody waits", func(t *testing.T) {
		if got := OfferPlaza(nil, nil); got != "" {
			t.Errorf("offered to %q, want nobody", got)
		}
	})
}

func TestCheckNaipes(t *testing.T) {
	tests := []struct {
		name  string
		c     naipes.Composicion
		want  error
		cites string
	}{
		{"62.1/six, three of each colour", naipes.Composicion{Barajas: 6, SegundoColor: 3, Indices: naipes.ConIndices}, nil, ""},
		{"62.1/without indices", naipes.Composicion{Barajas: 6, SegundoColor: 3, Indices: naipes.SinIndices}, naipes.ErrIndices, "62.1"},
		{"62.1/one colour", naipes.Composicion{Barajas: 6, Indices: naipes.ConIndices}, naipes.ErrColores, "62.1"},
		{"62.1/eight packs", naipes.Composicion{Barajas: 8, SegundoColor: 4, Indices: naipes.ConIndices}, naipes.ErrBarajas, "62.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckNaipes(tt.c), tt.want, tt.cites) })
	}
}

// FuzzParse reads any name of a suerte and of a way of art. 65.
func FuzzParse(f *testing.F) {
	f.Add("banca")
	f.Add("50_con_6")
	f.Fuzz(func(t *testing.T, nombre string) {
		if s, err := ParseSuerte(nombre); err == nil && string(s) != nombre {
			t.Errorf("ParseSuerte(%q) = %s", nombre, s)
		} else if err != nil {
			check(t, err, ErrSuerte, "67.1")
		}
		if o, err := ParseOpcion(nombre); err == nil && string(o) != nombre {
			t.Errorf("ParseOpcion(%q) = %s", nombre, o)
		} else if err != nil {
			check(t, err, ErrOpcion, "65")
		}
	})
}
