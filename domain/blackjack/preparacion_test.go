package blackjack

import (
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

func TestCheckNaipes(t *testing.T) {
	t.Run("48.1/three and three", func(t *testing.T) {
		check(t, CheckNaipes(naipes.Composicion{Barajas: 6, SegundoColor: 3}), nil, "")
	})
	t.Run("48.1/two and four", func(t *testing.T) {
		check(t, CheckNaipes(naipes.Composicion{Barajas: 6, SegundoColor: 2}), naipes.ErrColores, "48.1")
	})
	t.Run("48.1/eight packs", func(t *testing.T) {
		check(t, CheckNaipes(naipes.Composicion{Barajas: 8, SegundoColor: 4}), naipes.ErrBarajas, "48.1")
	})
}

func TestCheckCarga(t *testing.T) {
	llena := naipes.MediaDocena()
	t.Run("48.1/312 cards", func(t *testing.T) { check(t, CheckCarga(llena), nil, "") })
	t.Run("48.2/one card fewer", func(t *testing.T) { check(t, CheckCarga(llena[1:]), ErrFaltanCartas, "48.1") })
	t.Run("48.1/a seventh", func(t *testing.T) {
		check(t, CheckCarga(append(slices.Clone(llena[1:]), llena[51])), ErrRepetida, "48.1")
	})
}

func TestPreparacion(t *testing.T) {
	tests := []struct {
		name  string
		p     Preparacion
		want  error
		cites string
	}{
		{"51.1/mixed and cut", Preparacion{Manual, 3, true, 52}, nil, ""},
		{"51.1/mixed twice", Preparacion{Manual, 2, true, 52}, ErrMezcla, "51.1"},
		{"51.1/not cut", Preparacion{Manual, 3, false, 52}, ErrSinCorte, "51.1"},
		{"51.1/a card fewer than a pack behind", Preparacion{Manual, 3, true, 51}, ErrCorte, "51.1"},
		{"51.1/automatic", Preparacion{Automatico, 3, true, 0}, nil, ""},
		{"48.2/another kind of sabot", Preparacion{"mecanico", 3, true, 52}, ErrSabot, "48.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.p.Check(), tt.want, tt.cites) })
	}
}

func TestCheckAjena(t *testing.T) {
	tests := []struct {
		name          string
		titular, jefe bool
		want          error
		cites         string
	}{
		{"50.2/with leave", true, false, nil, ""},
		{"50.2/the jefe de mesa decides", false, true, nil, ""},
		{"50.3/without any", false, false, ErrAjena, "50.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckAjena(tt.titular, tt.jefe), tt.want, tt.cites) })
	}
}

// TestResume jams an automatic sabot in the middle of a hand and ends it with a manual one.
func TestResume(t *testing.T) {
	start := func(t *testing.T) *Ronda {
		t.Helper()
		r, err := NewRonda(sabotOf("Tt 9d 2t"), false, []domain.Importe{1000})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Run("48.2/five burned and the hand ended", func(t *testing.T) {
		r := start(t)
		if err := r.Resume(sabotOf("3t 3d 3p 3c 4t Kd 8c")); err != nil {
			t.Fatal(err)
		}
		if err := r.Play(Plantarse); err != nil {
			t.Fatal(err)
		}
		c, err := r.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := naipes.FormatCartas(c.Quemadas), naipes.FormatCartas(naipes.MustParse("3t 3d 3p 3c 4t")); !slices.Equal(got, want) {
			t.Errorf("burned %v, want %v", got, want)
		}
		if got, want := naipes.FormatCartas(c.Banca), naipes.FormatCartas(naipes.MustParse("9d Kd")); !slices.Equal(got, want) {
			t.Errorf("the bank has %v, want %v", got, want)
		}
	})
	t.Run("48.2/four cards left", func(t *testing.T) {
		check(t, start(t).Resume(sabotOf("3t 3d 3p 3c")), ErrFaltanCartas, "48.1")
	})
	t.Run("48.2/a hand already ended", func(t *testing.T) {
		r := start(t)
		if err := r.Resume(sabotOf("3t 3d 3p 3c 4t Kd")); err != nil {
			t.Fatal(err)
		}
		if err := r.Play(Plantarse); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Finish(); err != nil {
			t.Fatal(err)
		}
		check(t, r.Resume(sabotOf("3t 3d 3p 3c 4t")), ErrTerminada, "48.2")
	})
}
