package tapete_test

import (
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/ruleta"
	"foliado/domain/tapete"
)

// words are the texts of drawings, in the order of painting.
func words(ds []tapete.Dibujo) []string {
	var out []string
	for _, d := range ds {
		for _, f := range d.Formas {
			if f.Clase == tapete.Texto {
				out = append(out, f.Letras)
			}
		}
	}
	return out
}

// chips are the centres of the chips of a drawing.
func chips(d tapete.Dibujo) [][2]int {
	var out [][2]int
	for _, f := range d.Formas {
		if f.Clase == tapete.Disco && f.Relleno == tapete.Ficha {
			out = append(out, [2]int{f.X, f.Y})
		}
	}
	return out
}

// inside fails on a shape that leaves its drawing.
func inside(t *testing.T, ds []tapete.Dibujo) {
	t.Helper()
	for _, d := range ds {
		for _, f := range d.Formas {
			x, y, w, h := f.X, f.Y, f.W, f.H
			switch f.Clase {
			case tapete.Disco:
				x, y, w, h = f.X-f.R, f.Y-f.R, 2*f.R, 2*f.R
			case tapete.Texto:
				w, h = 0, 0
			case tapete.Poligono:
				w, h = 0, 0
				for _, p := range f.Puntos {
					if p[0] < 0 || p[0] > d.Ancho || p[1] < 0 || p[1] > d.Alto {
						t.Errorf("%v lies outside %d × %d", p, d.Ancho, d.Alto)
					}
				}
			}
			if x < 0 || y < 0 || x+w > d.Ancho || y+h > d.Alto {
				t.Errorf("%+v lies outside %d × %d", f, d.Ancho, d.Alto)
			}
		}
	}
}

// TestRuleta: every place of the cloth of art. 131 has its own place on the drawing.
func TestRuleta(t *testing.T) {
	seen := map[[2]int]string{}
	for _, p := range ruleta.Posturas() {
		for n := 0; n <= ruleta.MaxNumero; n++ {
			if n > 0 && n < ruleta.MaxNumero {
				continue
			}
			ds := tapete.Of(domain.RuletaFrancesa, jugada.Figura{Numero: &n}, []tapete.Apuesta{{Suerte: p.Suerte().String(), Numeros: sel(p), Apostado: 500}})
			at := chips(ds[0])
			if len(at) != 1 {
				t.Fatalf("%s %v: %d chips", p.Suerte(), sel(p), len(at))
			}
			name := p.Suerte().String() + join(sel(p))
			if other, taken := seen[at[0]]; taken && other != name {
				t.Errorf("%s lies where %s does", name, other)
			}
			seen[at[0]] = name
			inside(t, ds)
		}
	}
}

// sel is how the schema names a place.
func sel(p ruleta.Postura) []int {
	all := p.Numeros().List()
	switch p.Suerte() {
	case ruleta.Columna:
		return all[:1]
	case ruleta.Docena:
		return []int{(all[0]-1)/12 + 1}
	case ruleta.DobleColumna:
		return []int{all[0], all[0] + 1}
	case ruleta.DobleDocena:
		return []int{(all[0]-1)/12 + 1, (all[0]-1)/12 + 2}
	}
	if p.Suerte().Sencilla() {
		return nil
	}
	return all
}

func join(ns []int) string {
	s := ""
	for _, n := range ns {
		s += " " + string(rune('A'+n))
	}
	return s
}

func TestOf(t *testing.T) {
	n := 5
	for name, tt := range map[string]struct {
		juego domain.Juego
		f     jugada.Figura
		bets  []tapete.Apuesta
		want  []string
	}{
		"the bola with its chips": {domain.Bola, jugada.Figura{Numero: &n}, []tapete.Apuesta{{"pleno", []int{5}, 100}, {"rojo", nil, 250}}, []string{"5", "9", "rojo", "2,50"}},
		"a bet of no place":       {domain.Bola, jugada.Figura{}, []tapete.Apuesta{{"pleno", []int{12}, 7700}}, []string{"1"}},
		"cards": {domain.BlackJack, jugada.Figura{Filas: []jugada.Fila{{Nombre: "banca", Cartas: []string{"Ap", "Td", "9c", "2t", "???"}, Valor: "22"}}}, nil,
			[]string{"Banca", "22", "A", "10", "9", "2", "???"}},
		"a long row folds": {domain.PuntoBanca, jugada.Figura{Filas: []jugada.Fila{{Nombre: "sabot", Cartas: slices.Repeat([]string{"Kp"}, 25)}}}, nil, []string{"Sabot", "K"}},
		"dice":             {domain.Dados, jugada.Figura{Tiradas: []jugada.Tirada{{Dados: [2]int{6, 1}}, {Nula: true, Motivo: "dado roto"}}}, nil, []string{"tirada 1: 7", "tirada 2 nula", "dado roto"}},
	} {
		t.Run(name, func(t *testing.T) {
			ds := tapete.Of(tt.juego, tt.f, tt.bets)
			inside(t, ds)
			got := words(ds)
			for _, w := range tt.want {
				if !slices.Contains(got, w) {
					t.Errorf("%q is not drawn: %q", w, got)
				}
			}
			if slices.Contains(got, "77") {
				t.Error("a bet of no place is drawn")
			}
		})
	}
	if ds := tapete.Of(domain.TreintaCuarenta, jugada.Figura{}, nil); len(ds) != 0 {
		t.Errorf("drawn out of nothing: %+v", ds)
	}
	// two bets of one place lie side by side
	ds := tapete.Of(domain.RuletaFrancesa, jugada.Figura{}, []tapete.Apuesta{{"rojo", nil, 500}, {"rojo", nil, 500}})
	if at := chips(ds[0]); len(at) != 2 || at[0] == at[1] {
		t.Errorf("chips at %v", at)
	}
	if !tapete.Cloths(domain.Bola) || tapete.Cloths(domain.Dados) {
		t.Error("Cloths is of the roulettes and the bola")
	}
}
