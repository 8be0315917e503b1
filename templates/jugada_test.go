package templates

import (
	"testing"

	"foliado/domain"
	"foliado/domain/ruleta"
)

// TestPano: the cloth has a button for every place of art. 131.1 and for nothing else, and
// each row fills the width.
func TestPano(t *testing.T) {
	want := map[string]bool{}
	p := pano{}
	for _, x := range ruleta.Posturas() {
		all := x.Numeros().List()
		switch x.Suerte() {
		case ruleta.Columna:
			all = all[:1]
		case ruleta.Docena:
			all = []int{(all[0]-1)/12 + 1}
		case ruleta.DobleColumna:
			all = []int{all[0], all[0] + 1}
		case ruleta.DobleDocena:
			all = []int{(all[0]-1)/12 + 1, (all[0]-1)/12 + 2}
		default:
			if x.Suerte().Sencilla() {
				all = nil
			}
		}
		want[p.place(x.Suerte().String(), "", "", 1, all...).Valor] = true
	}
	got := map[string]bool{}
	reach := make([]int, 26) // rows that a cell of the rows above still fills
	for k, row := range PanoDe(domain.RuletaFrancesa, nil, nil) {
		width := 0
		for _, filled := range reach {
			if filled > k {
				width++
			}
		}
		for _, c := range row {
			if c.Valor != "" && got[c.Valor] {
				t.Errorf("%s has two buttons", c.Valor)
			}
			if c.Valor != "" {
				got[c.Valor] = true
			}
			if c.Filas > 1 {
				reach[0] = k + c.Filas
			}
			width += max(c.Columnas, 1)
		}
		if width != len(reach) {
			t.Errorf("row %d is %d columns wide, want %d", k, width, len(reach))
		}
	}
	for _, s := range []string{"131.1.a", "131.1.b"} {
		t.Run(s+"/every place has its button", func(t *testing.T) {
			for v := range want {
				if !got[v] {
					t.Errorf("no button for %s", v)
				}
			}
			for v := range got {
				if !want[v] {
					t.Errorf("a button for %s, which is no place", v)
				}
			}
		})
	}
	if p := PanoDe(domain.Bola, nil, nil); len(p) != 2 || len(p[0]) != 9 || len(p[1]) != 6 {
		t.Errorf("the bola: %+v", p)
	}
	if PanoDe(domain.Dados, nil, nil) != nil {
		t.Error("the dados have no cloth of numbers")
	}
}

func TestNaipeEscrito(t *testing.T) {
	for carta, want := range map[string]string{"Tp": "10♠", "Ac": "A♥", "??": "??"} {
		if got := NaipeEscrito(carta); got != want {
			t.Errorf("NaipeEscrito(%q) = %q, want %q", carta, got, want)
		}
	}
}
