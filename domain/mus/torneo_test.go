package mus

import (
	"errors"
	"math/bits"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestExentas(t *testing.T) {
	tests := []struct {
		name    string
		enJuego []int
		veces   map[int]int
		want    []int
	}{
		{"Mus 54/the first round", []int{3, 1, 2}, nil, []int{1, 2, 3}},
		{"Mus 54/who already was", []int{1, 2, 3}, map[int]int{1: 1}, []int{2, 3}},
		{"Mus 54/all have been", []int{1, 2, 3}, map[int]int{1: 1, 2: 2, 3: 1}, []int{1, 2, 3}},
		{"Mus 54/pairs that are out", []int{1, 2, 3}, map[int]int{1: 1, 2: 1, 9: 0}, []int{3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Sorteo{EnJuego: tt.enJuego, VecesExenta: tt.veces}).Exentas(); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestSorteo(t *testing.T) {
	cruces := func(n ...int) [][2]int {
		var c [][2]int
		for k := 0; k < len(n); k += 2 {
			c = append(c, [2]int{n[k], n[k+1]})
		}
		return c
	}
	tests := []struct {
		name string
		s    Sorteo
		want []error
		art  []string
	}{
		{"Mus 54/clean", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2, 3, 4)}, nil, nil},
		{"Mus 54/one exempt", Sorteo{EnJuego: []int{1, 2, 3}, Cruces: cruces(1, 2), Exenta: 3}, nil, nil},
		{"Mus 54/a pair is missing", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2)}, []error{ErrNoEstanTodas}, []string{"54"}},
		{"Mus 54/a pair twice", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2, 2, 3)}, []error{ErrNoEstanTodas}, []string{"54"}},
		{"Mus 54/none exempt of three", Sorteo{EnJuego: []int{1, 2, 3}, Cruces: cruces(1, 2)}, []error{ErrNoEstanTodas, ErrNumExentas}, []string{"54", "54"}},
		{"Mus 54/one exempt of four", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2), Exenta: 3}, []error{ErrNoEstanTodas, ErrNumExentas}, []string{"54", "54"}},
		{"Mus 54/exempt again", Sorteo{EnJuego: []int{1, 2, 3}, Cruces: cruces(1, 2), Exenta: 3, VecesExenta: map[int]int{3: 1}}, []error{ErrExentaRepite}, []string{"54"}},
		{"Mus 54/again, as all were", Sorteo{EnJuego: []int{1, 2, 3}, Cruces: cruces(1, 2), Exenta: 3, VecesExenta: map[int]int{1: 1, 2: 1, 3: 1}}, nil, nil},
		{"Mus 55/again in the last place", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2, 3, 4), Enfrentadas: cruces(4, 3)}, nil, nil},
		{"Mus 55/again before", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2, 3, 4), Enfrentadas: cruces(2, 1)}, []error{ErrEnfrentadas}, []string{"55"}},
		{"Mus 55/it could not be avoided", Sorteo{EnJuego: []int{1, 2, 3, 4}, Cruces: cruces(1, 2, 3, 4), Enfrentadas: cruces(1, 2, 1, 3, 1, 4)}, nil, nil},
		{"Mus 55/of those paired", Sorteo{EnJuego: []int{1, 2, 3, 4, 5}, Cruces: cruces(1, 2, 3, 4), Exenta: 5, Enfrentadas: cruces(1, 2, 1, 3, 1, 4)}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.s.Check()
			if len(got) != len(tt.want) {
				t.Fatalf("%v, want %v", got, tt.want)
			}
			for k := range got {
				check(t, got[k], tt.want[k], tt.art[k])
			}
		})
	}
}

// naiveMatching tries every pairing: the oracle of the blossoms.
func naiveMatching(edges []uint, left uint) int {
	best := 0
	for a := range edges {
		if left>>a&1 == 0 {
			continue
		}
		left &^= 1 << a
		for m := edges[a] & left; m != 0; m &= m - 1 {
			b := bits.TrailingZeros(m)
			best = max(best, 1+naiveMatching(edges, left&^(1<<b)))
		}
		return max(best, naiveMatching(edges, left))
	}
	return best
}

func TestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 10).Draw(t, "n")
		g, edges := newGrafo(n), make([]uint, n)
		density := rapid.IntRange(1, 5).Draw(t, "density")
		for a := range n {
			for b := range a {
				if rapid.IntRange(0, 5).Draw(t, "edge") < density {
					g.join(a, b)
					edges[a] |= 1 << b
					edges[b] |= 1 << a
				}
			}
		}
		if got, want := g.matching(), naiveMatching(edges, 1<<n-1); got != want {
			t.Fatalf("%d pairs, want %d", got, want)
		}
	})
}

func TestSanciones(t *testing.T) {
	t.Run("Mus 50/Mus 51/a warning, then a juego each", func(t *testing.T) {
		got, juegos, err := Sanciona([]Pareja{B, A, B, B})
		want := []Sancionada{{B, Apercibimiento, art("50")}, {A, Apercibimiento, art("50")}, {B, PerdidaDeJuego, art("51")}, {B, PerdidaDeJuego, art("51")}}
		if !slices.Equal(got, want) || juegos != (Marcador{2, 0}) || err != nil {
			t.Errorf("%v, %v, %v", got, juegos, err)
		}
		_, _, err = Sanciona([]Pareja{"C"})
		check(t, err, ErrPareja, "50")
	})
}

func TestActa(t *testing.T) {
	tests := []struct {
		name string
		a    Acta
		want []error
		art  []string
	}{
		{"Mus 38/signed by who lost", Acta{[]Pareja{A, B, A, B, A, B, B}, A, true}, nil, nil},
		{"Mus 3/not ended", Acta{[]Pareja{A, A, B, B, B}, A, true}, []error{ErrNoTerminada}, []string{"3"}},
		{"Mus 3/too many", Acta{[]Pareja{A, A, A, A, B}, B, true}, []error{ErrJuegosDeMas}, []string{"3"}},
		{"Mus 38/signed by who won", Acta{[]Pareja{A, A, A, A}, A, true}, []error{ErrNoFirma}, []string{"38"}},
		{"Mus 41/not checked", Acta{[]Pareja{A, A, A, A}, B, false}, []error{ErrNoComprobada}, []string{"41"}},
		{"Mus 3/Mus 38/Mus 41/all at once", Acta{[]Pareja{A, A, A, A, A}, "", false}, []error{ErrJuegosDeMas, ErrNoFirma, ErrNoComprobada}, []string{"3", "38", "41"}},
		{"Mus 3/no pair", Acta{[]Pareja{"C"}, "", false}, []error{ErrPareja}, []string{"3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.a.Check()
			if len(got) != len(tt.want) {
				t.Fatalf("%v, want %v", got, tt.want)
			}
			for k := range got {
				check(t, got[k], tt.want[k], tt.art[k])
			}
		})
	}
}

func TestReglasDeTorneo(t *testing.T) {
	t.Run("Mus 41/until the next draw", func(t *testing.T) {
		check(t, CheckModificable(true), ErrActaFija, "41")
		if err := CheckModificable(false); err != nil {
			t.Error(err)
		}
	})
	t.Run("Mus 57/one of the pair", func(t *testing.T) {
		if err := CheckSustitucion(false, 1, true); err != nil {
			t.Error(err)
		}
		for _, err := range []error{CheckSustitucion(true, 1, true), CheckSustitucion(false, 2, true), CheckSustitucion(false, 0, true), CheckSustitucion(false, 1, false)} {
			check(t, err, ErrSustitucion, "57")
		}
	})
	t.Run("Mus 56/the courtesy", func(t *testing.T) {
		if err := CheckComparecencia(14*time.Minute, 15*time.Minute); err != nil {
			t.Error(err)
		}
		check(t, CheckComparecencia(15*time.Minute, 15*time.Minute), ErrNoComparece, "56")
		check(t, CheckComparecencia(time.Second, 0), ErrNoComparece, "56")
		if err := CheckComparecencia(0, 0); err != nil {
			t.Error(err)
		}
	})
	t.Run("terms, at their limit and past it", func(t *testing.T) {
		for _, x := range []struct {
			name    string
			last    error
			past    error
			want    error
			article string
		}{
			{"Mus 21/a minute to talk about the mus", CheckDialogo(time.Minute), CheckDialogo(time.Minute + 1), ErrDialogo, "21"},
			{"Mus 39/five minutes of pause", CheckPausa(5*time.Minute - 1), CheckPausa(5 * time.Minute), ErrPausa, "39"},
			{"Mus 40/as long as was fixed", CheckDuracion(time.Hour, time.Hour), CheckDuracion(time.Hour+1, time.Hour), ErrDuracion, "40"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.last != nil {
					t.Error(x.last)
				}
				check(t, x.past, x.want, x.article)
			})
		}
	})
	t.Run("Mus 37/noted and put away", func(t *testing.T) {
		check(t, CheckReclamacion(true, true), ErrSinReclamar, "37")
		for _, err := range []error{CheckReclamacion(true, false), CheckReclamacion(false, true), CheckReclamacion(false, false)} {
			if errors.Is(err, ErrSinReclamar) {
				t.Error(err)
			}
		}
	})
}
