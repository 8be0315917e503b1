//go:build siete

package poquer

import (
	"testing"

	"foliado/domain/naipes"
)

// TestSieteCartas counts the best five of every seven cards: go test -tags siete.
func TestSieteCartas(t *testing.T) {
	t.Run("123.1/125.1/133,784,560 hands", func(t *testing.T) {
		v := variante(t, Holdem)
		cartas := v.Cartas()
		var got [naipes.CategoriaEscaleraRealColor + 1]int
		total := 0
		for a, x := range cartas {
			m1 := naipes.Mano(0).With(x)
			for b, y := range cartas[:a] {
				eachFive(cartas[:b], func(m naipes.Mano) {
					got[v.Value(m|m1.With(y)).Categoria()]++
					total++
				})
			}
		}
		got[naipes.CategoriaEscaleraColor] += got[naipes.CategoriaEscaleraRealColor]
		for c, want := range map[naipes.Categoria]int{
			naipes.CategoriaEscaleraRealColor: 4_324, naipes.CategoriaEscaleraColor: 41_584, naipes.CategoriaPoquer: 224_848,
			naipes.CategoriaFull: 3_473_184, naipes.CategoriaColor: 4_047_644, naipes.CategoriaEscalera: 6_180_020,
			naipes.CategoriaTrio: 6_461_620, naipes.CategoriaDoblePareja: 31_433_400, naipes.CategoriaPareja: 58_627_800,
			naipes.CategoriaCartaMayor: 23_294_460,
		} {
			if got[c] != want {
				t.Errorf("%s: %d hands, want %d", c, got[c], want)
			}
		}
		if total != 133_784_560 {
			t.Errorf("%d hands", total)
		}
	})
}
