package tapete_test

import (
	"slices"
	"strings"
	"testing"

	"foliado/domain/tapete"
)

func cruce(a, b, gana int) tapete.Cruce {
	return tapete.Cruce{Numeros: [2]int{a, b}, Parejas: [2]string{"Pareja", "Otra pareja"}, Gana: gana, Resultado: "4-2"}
}

// TestCuadro draws a tournament of seven pairs, of which one is exempt in the first round and another in the second.
func TestCuadro(t *testing.T) {
	rondas := [][]tapete.Cruce{
		{cruce(1, 2, 0), cruce(3, 4, 0), cruce(5, 6, 1), cruce(7, 0, -1)},
		{cruce(7, 3, 0), cruce(6, 1, 0)},
		{cruce(6, 7, 1)},
	}
	d := tapete.Cuadro(rondas, "Nombre larguísimo de la Serna y Otro Nombre de los Llanos Altos")
	inside(t, []tapete.Dibujo{d})
	t.Run("Mus 54/the exempt pair is in the picture", func(t *testing.T) {
		got := words([]tapete.Dibujo{d})
		if n := len(slices.DeleteFunc(slices.Clone(got), func(w string) bool { return w != "exenta" })); n != 1 {
			t.Errorf("%d exempt, want 1, in %q", n, got)
		}
		if !slices.Contains(got, "PAREJA CAMPEONA") || !slices.ContainsFunc(got, func(w string) bool { return strings.HasSuffix(w, "…") }) {
			t.Errorf("got %q", got)
		}
	})
	t.Run("the lines do not cross", func(t *testing.T) {
		// From the last round back: 6 comes from 6-1, above 7-3; so 5-6 and 1-2 stand above 7 and 3-4.
		first := columna(d, 0)
		if want := []string{"5", "6", "1", "2", "7", "3", "4"}; !slices.Equal(first, want) {
			t.Errorf("got %v, want %v", first, want)
		}
		if second := columna(d, 1); !slices.Equal(second, []string{"6", "1", "7", "3"}) {
			t.Errorf("got %v", second)
		}
	})
	t.Run("pairs that go on after a defeat, and none yet", func(t *testing.T) {
		inside(t, []tapete.Dibujo{tapete.Cuadro([][]tapete.Cruce{{cruce(1, 2, 0), cruce(3, 4, 0)}, {cruce(2, 4, 0), cruce(1, 3, 0)}}, "")})
		if got := tapete.Cuadro(nil, ""); len(got.Formas) != 0 {
			t.Errorf("got %+v", got)
		}
	})
}

// columna lists the numbers of the pairs of a round from the top down.
func columna(d tapete.Dibujo, k int) []string {
	var fs []tapete.Forma
	for _, f := range d.Formas {
		if f.Clase == tapete.Texto && f.Ancla == tapete.Final && f.Relleno == tapete.Gris && f.X == 4+k*580+54 {
			fs = append(fs, f)
		}
	}
	slices.SortFunc(fs, func(a, b tapete.Forma) int { return a.Y - b.Y })
	var out []string
	for _, f := range fs {
		out = append(out, f.Letras)
	}
	return out
}
