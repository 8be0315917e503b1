package mus

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSortea plays whole tournaments of one defeat or two: every round pairs everybody once, whoever is exempt may be, and
// no encounter is repeated that could be avoided.
func TestSortea(t *testing.T) {
	t.Parallel()
	t.Run("Mus 54/Mus 55/every round of a tournament", rapid.MakeCheck(func(t *rapid.T) {
		n, vidas := rapid.IntRange(2, 17).Draw(t, "parejas"), rapid.IntRange(1, 2).Draw(t, "derrotas")
		derrotas, exentas := map[int]int{}, map[int]int{}
		var enfrentadas [][2]int
		for ronda := 1; ; ronda++ {
			var vivas []int
			for p := 1; p <= n; p++ {
				if derrotas[p] < vidas {
					vivas = append(vivas, p)
				}
			}
			if len(vivas) == 1 {
				return
			}
			if ronda > 4*n {
				t.Fatal("it never ends")
			}
			s := Sorteo{EnJuego: vivas, VecesExenta: exentas, Enfrentadas: enfrentadas}.Sortea(rapid.Permutation(vivas).Draw(t, "orden"))
			if wrong := s.Check(); len(wrong) > 0 {
				t.Fatalf("%+v: %v", s, wrong)
			}
			if s.Exenta != 0 {
				exentas[s.Exenta]++
			}
			for _, c := range s.Cruces {
				enfrentadas = append(enfrentadas, c)
				derrotas[c[rapid.IntRange(0, 1).Draw(t, "pierde")]]++
			}
		}
	}))
	t.Run("Mus 54/seven pairs, one already exempt", func(t *testing.T) {
		s := Sorteo{EnJuego: []int{1, 2, 3, 4, 5, 6, 7}, VecesExenta: map[int]int{1: 1}}.Sortea([]int{1, 2, 3, 4, 5, 6, 7})
		if s.Exenta != 2 {
			t.Errorf("got %d exempt, want 2", s.Exenta)
		}
	})
	t.Run("Mus 55/the last two meet again", func(t *testing.T) {
		s := Sorteo{EnJuego: []int{4, 9}, Enfrentadas: [][2]int{{9, 4}}}.Sortea([]int{9, 4})
		if len(s.Cruces) != 1 || len(s.Check()) > 0 {
			t.Errorf("got %+v", s)
		}
	})
}
