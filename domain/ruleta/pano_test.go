package ruleta

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/norma"
)

// check holds an error against what it must wrap and what it must cite; want nil is no error.
func check(t *testing.T, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) || want == nil && err != nil {
		t.Fatalf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Fatalf("error %q cites %q, want %q", err, a.Ref(), cites)
	}
}

// criterio is the declared reading that decided err.
func criterio(err error) string {
	var e *norma.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Criterio
}

func mustPostura(t testing.TB, s Suerte, sel ...int) Postura {
	t.Helper()
	p, err := NewPostura(s, sel)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPagos holds each row of art. 131.1 against the text, and all against the identity
// that makes the zero the only advantage of the house.
func TestPagos(t *testing.T) {
	tests := []struct {
		art     string
		s       Suerte
		numeros int
		veces   string
	}{
		{"131.1.a.1", Pleno, 1, "35"}, {"131.1.a.2", Caballo, 2, "17"}, {"131.1.a.3", Transversal, 3, "11"},
		{"131.1.a.4", Cuadro, 4, "8"}, {"131.1.a.5", Seisena, 6, "5"}, {"131.1.a.6", Columna, 12, "2"},
		{"131.1.a.7", Docena, 12, "2"}, {"131.1.a.8", DobleColumna, 24, "1/2"}, {"131.1.a.9", DobleDocena, 24, "1/2"},
		{"131.1.b.1", Rojo, 18, "1"}, {"131.1.b.1", Negro, 18, "1"}, {"131.1.b.1", Par, 18, "1"},
		{"131.1.b.1", Impar, 18, "1"}, {"131.1.b.1", Falta, 18, "1"}, {"131.1.b.1", Pasa, 18, "1"},
	}
	if len(tests) != len(pagos) || len(Suertes) != len(pagos) {
		t.Fatalf("%d rows and %d suertes, want %d", len(pagos), len(Suertes), len(tests))
	}
	for k, tt := range tests {
		t.Run(tt.art+"/"+tt.s.String(), func(t *testing.T) {
			p := tt.s.Pago()
			if Suertes[k] != tt.s || p.Suerte != tt.s || p.Articulo.Ref() != tt.art {
				t.Errorf("row %d is %v under %v, listed as %v", k, p.Suerte, p.Articulo, Suertes[k])
			}
			if p.Numeros != tt.numeros || p.Veces().String() != tt.veces {
				t.Errorf("covers %d and pays %s, want %d and %s", p.Numeros, p.Veces(), tt.numeros, tt.veces)
			}
			identity := domain.NewFraccion(int64(p.Numeros), 1).Mul(p.Veces().Add(domain.NewFraccion(1, 1)))
			if got := identity.String(); got != "36" {
				t.Errorf("numbers × (pay + 1) = %s, want 36", got)
			}
			for _, place := range Posturas() {
				if place.Suerte() == tt.s && place.Numeros().Len() != tt.numeros {
					t.Errorf("the place %v covers %d numbers", place.Numeros().List(), place.Numeros().Len())
				}
			}
			if again, err := ParseSuerte(tt.s.String()); again != tt.s || err != nil {
				t.Errorf("ParseSuerte = %v, %v", again, err)
			}
			if tt.s.Sencilla() != (tt.art == "131.1.b.1") {
				t.Errorf("Sencilla = %v", tt.s.Sencilla())
			}
		})
	}
}

func TestSuerteList(t *testing.T) {
	for _, name := range []string{"", "?", "vecinos", "tercio", "cinco", "Pleno", "caballo ", "doble docena"} {
		t.Run("131.1/no suerte "+name, func(t *testing.T) {
			_, err := ParseSuerte(name)
			check(t, err, ErrSuerte, "131.1")
		})
	}
	t.Run("131.1/no number", func(t *testing.T) {
		for _, s := range []Suerte{0, Pasa + 1, 255} {
			_, err := NewPostura(s, nil)
			check(t, err, ErrSuerte, "131.1")
			if s.Valid() || s.Sencilla() || s.String() != "?" || s.Pago() != (Pago{}) {
				t.Errorf("suerte %d: %v, %+v", s, s, s.Pago())
			}
		}
	})
}

func TestNumeros(t *testing.T) {
	t.Run("129.1/colours", func(t *testing.T) {
		want := []int{2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}
		if got := negros.List(); !slices.Equal(got, want) {
			t.Errorf("black are %v, want %v", got, want)
		}
		for n := Numero(1); n <= MaxNumero; n++ {
			want := Rojo
			if negros.Contains(n) {
				want = Negro
			}
			if got := n.Atributos().Color; got != want {
				t.Errorf("the %d is %v, want %v", n, got, want)
			}
		}
	})
	t.Run("129.1/the wheel", func(t *testing.T) {
		for _, n := range []int{0, 1, 36} {
			if got, err := ParseNumero(n); err != nil || got != Numero(n) {
				t.Errorf("ParseNumero(%d) = %v, %v", n, got, err)
			}
		}
		for _, n := range []int{-1, 37, 256, 292} {
			_, err := ParseNumero(n)
			check(t, err, ErrNumero, "129.1")
		}
		if got := NumNumeros; got != 37 {
			t.Errorf("%d pockets", got)
		}
	})
	t.Run("129.2/places", func(t *testing.T) {
		for n, want := range map[Numero]Atributos{
			0: {}, 1: {Rojo, Impar, Falta, 1, 1, 1}, 12: {Rojo, Par, Falta, 1, 3, 4}, 13: {Negro, Impar, Falta, 2, 1, 5},
			17: {Negro, Impar, Falta, 2, 2, 6}, 18: {Rojo, Par, Falta, 2, 3, 6}, 19: {Rojo, Impar, Pasa, 2, 1, 7},
			24: {Negro, Par, Pasa, 2, 3, 8}, 25: {Rojo, Impar, Pasa, 3, 1, 9}, 36: {Rojo, Par, Pasa, 3, 3, 12}, 37: {},
		} {
			if got := n.Atributos(); got != want {
				t.Errorf("the %d is %+v, want %+v", n, got, want)
			}
		}
	})
}

func TestNewPostura(t *testing.T) {
	tests := []struct {
		art  string
		s    Suerte
		sel  []int
		want []int // nil when it is no place
	}{
		{"131.1.a.1", Pleno, []int{0}, []int{0}}, {"131.1.a.1", Pleno, []int{36}, []int{36}},
		{"131.1.a.1", Pleno, []int{37}, nil}, {"131.1.a.1", Pleno, []int{-1}, nil}, {"131.1.a.1", Pleno, nil, nil}, {"131.1.a.1", Pleno, []int{1, 2}, nil},
		{"131.1.a.2", Caballo, []int{20, 17}, []int{17, 20}}, {"131.1.a.2", Caballo, []int{0, 1}, []int{0, 1}}, {"131.1.a.2", Caballo, []int{0, 3}, []int{0, 3}},
		{"131.1.a.2", Caballo, []int{0, 4}, nil}, {"131.1.a.2", Caballo, []int{3, 4}, nil}, {"131.1.a.2", Caballo, []int{1, 5}, nil},
		{"131.1.a.2", Caballo, []int{17, 19}, nil}, {"131.1.a.2", Caballo, []int{7, 7}, nil}, {"131.1.a.2", Caballo, []int{34, 37}, nil}, {"131.1.a.2", Caballo, []int{17}, nil},
		{"131.1.a.3", Transversal, []int{34, 35, 36}, []int{34, 35, 36}}, {"131.1.a.3", Transversal, []int{3, 1, 2}, []int{1, 2, 3}},
		{"131.1.a.3", Transversal, []int{2, 3, 4}, nil}, {"131.1.a.3", Transversal, []int{1, 9}, nil}, {"131.1.a.3", Transversal, []int{1, 4, 7}, nil},
		{"131.1.a.3", Transversal, []int{0, 1, 2}, nil}, {"131.1.a.3", Transversal, []int{0, 2, 3}, nil},
		{"131.1.a.4", Cuadro, []int{17, 18, 20, 21}, []int{17, 18, 20, 21}}, {"131.1.a.4", Cuadro, []int{32, 33, 35, 36}, []int{32, 33, 35, 36}},
		{"131.1.a.4", Cuadro, []int{18, 19, 21, 22}, nil}, {"131.1.a.4", Cuadro, []int{1, 2, 3, 4}, nil}, {"131.1.a.4", Cuadro, []int{0, 1, 2, 3}, nil}, {"131.1.a.4", Cuadro, []int{34, 35, 36, 33}, nil},
		{"131.1.a.5", Seisena, []int{16, 17, 18, 19, 20, 21}, []int{16, 17, 18, 19, 20, 21}}, {"131.1.a.5", Seisena, []int{31, 32, 33, 34, 35, 36}, []int{31, 32, 33, 34, 35, 36}},
		{"131.1.a.5", Seisena, []int{2, 3, 4, 5, 6, 7}, nil}, {"131.1.a.5", Seisena, []int{1, 2, 3, 7, 8, 9}, nil}, {"131.1.a.5", Seisena, []int{0, 1, 2, 3, 4, 5}, nil},
		{"131.1.a.6", Columna, []int{2}, []int{2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35}}, {"131.1.a.6", Columna, []int{0}, nil}, {"131.1.a.6", Columna, []int{4}, nil}, {"131.1.a.6", Columna, nil, nil},
		{"131.1.a.7", Docena, []int{3}, []int{25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}}, {"131.1.a.7", Docena, []int{0}, nil}, {"131.1.a.7", Docena, []int{4}, nil}, {"131.1.a.7", Docena, []int{1, 2}, nil},
		{"131.1.a.8", DobleColumna, []int{2, 1}, []int{1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35}},
		{"131.1.a.8", DobleColumna, []int{1, 3}, nil}, {"131.1.a.8", DobleColumna, []int{2, 2}, nil}, {"131.1.a.8", DobleColumna, []int{3, 4}, nil}, {"131.1.a.8", DobleColumna, []int{1}, nil},
		{"131.1.a.9", DobleDocena, []int{2, 3}, []int{13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}},
		{"131.1.a.9", DobleDocena, []int{1, 3}, nil}, {"131.1.a.9", DobleDocena, []int{0, 1}, nil}, {"131.1.a.9", DobleDocena, []int{1, 2, 3}, nil},
		{"131.1.b.1", Falta, nil, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}},
		{"131.1.b.1", Pasa, []int{}, []int{19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}},
		{"131.1.b.1", Par, nil, []int{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36}},
		{"131.1.b.1", Impar, nil, []int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35}},
		{"131.1.b.1", Rojo, nil, []int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}},
		{"131.1.b.1", Rojo, []int{1}, nil},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s/%v %v", tt.art, tt.s, tt.sel), func(t *testing.T) {
			before := slices.Clone(tt.sel)
			p, err := NewPostura(tt.s, tt.sel)
			if !slices.Equal(before, tt.sel) {
				t.Errorf("the selection was written to: %v", tt.sel)
			}
			if tt.want == nil {
				check(t, err, ErrCombinacion, tt.art)
				if p != (Postura{}) {
					t.Errorf("a place with an error: %+v", p)
				}
				return
			}
			check(t, err, nil, "")
			if got := p.Numeros().List(); p.Suerte() != tt.s || !slices.Equal(got, tt.want) {
				t.Errorf("covers %v, want %v", got, tt.want)
			}
		})
	}
	t.Run("131.1/RUL-3/combinations with the zero", func(t *testing.T) {
		for _, tt := range []struct {
			s    Suerte
			sel  []int
			want string
		}{{Transversal, []int{0, 1, 2}, "RUL-3"}, {Cuadro, []int{0, 1, 2, 3}, "RUL-3"}, {Transversal, []int{1, 2, 4}, ""}, {Caballo, []int{0, 4}, ""}} {
			_, err := NewPostura(tt.s, tt.sel)
			if got := criterio(err); got != tt.want {
				t.Errorf("%v %v: criterio %q, want %q", tt.s, tt.sel, got, tt.want)
			}
		}
	})
}

// lines says by its coordinates on the cloth whether two numbers have a line between them.
func lines(a, b int) bool {
	if a == 0 || b == 0 {
		return a+b >= 1 && a+b <= 3
	}
	rowA, colA, rowB, colB := (a-1)/3, (a-1)%3, (b-1)/3, (b-1)%3
	return rowA == rowB && max(colA, colB)-min(colA, colB) == 1 || colA == colB && max(rowA, rowB)-min(rowA, rowB) == 1
}

// TestPosturasAreAll counts the places of the cloth, and holds every caballo against the
// drawing.
func TestPosturasAreAll(t *testing.T) {
	places := map[Postura]bool{}
	count := map[Suerte]int{}
	for _, p := range Posturas() {
		if places[p] {
			t.Errorf("%v %v is there twice", p.Suerte(), p.Numeros().List())
		}
		places[p] = true
		count[p.Suerte()]++
	}
	for s, want := range map[Suerte]int{Pleno: 37, Caballo: 60, Transversal: 12, Cuadro: 22, Seisena: 11, Columna: 3, Docena: 3,
		DobleColumna: 2, DobleDocena: 2, Rojo: 1, Negro: 1, Par: 1, Impar: 1, Falta: 1, Pasa: 1} {
		t.Run(s.Pago().Articulo.Ref()+"/places of "+s.String(), func(t *testing.T) {
			if got := count[s]; got != want {
				t.Errorf("%d places, want %d", got, want)
			}
		})
	}
	t.Run("131.1.a.2/every pair", func(t *testing.T) {
		for a := range NumNumeros {
			for b := range NumNumeros {
				p, err := NewPostura(Caballo, []int{a, b})
				if (err == nil) != lines(a, b) || err == nil && !places[p] {
					t.Errorf("%d-%d: %v, a line between them %v", a, b, err, lines(a, b))
				}
			}
		}
	})
}

func TestVariante(t *testing.T) {
	for _, v := range []Variante{Francesa, Americana} {
		if again, err := ParseVariante(v.String()); again != v || err != nil || !v.Juego().Ruleta() {
			t.Errorf("ParseVariante(%q) = %v, %v; game %q", v, again, err, v.Juego())
		}
	}
	if _, err := ParseVariante("?"); !errors.Is(err, ErrVariante) {
		t.Errorf("ParseVariante = %v", err)
	}
	if v := Variante(3); v.Valid() || v.String() != "?" || v.Juego() != "" {
		t.Errorf("a third roulette: %v, %q", v, v.Juego())
	}
}

func FuzzNewPostura(f *testing.F) {
	f.Add(uint8(Caballo), []byte{0, 3})
	f.Add(uint8(Seisena), []byte{1, 2, 3, 4, 5, 6})
	f.Add(uint8(DobleDocena), []byte{2, 3})
	f.Add(uint8(200), []byte{255})
	places := map[Postura]bool{}
	for _, p := range Posturas() {
		places[p] = true
	}
	f.Fuzz(func(t *testing.T, s uint8, raw []byte) {
		sel := make([]int, len(raw))
		for k, b := range raw {
			sel[k] = int(int8(b))
		}
		p, err := NewPostura(Suerte(s), sel)
		if (err == nil) != places[p] {
			t.Fatalf("NewPostura(%v, %v) = %+v, %v", Suerte(s), sel, p, err)
		}
		if _, cited := norma.Cited(err); err != nil && !cited {
			t.Fatalf("error without a provision: %v", err)
		}
	})
}
