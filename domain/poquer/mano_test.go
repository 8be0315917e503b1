package poquer

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// check compares an error with the one wanted and the provision that it cites.
func check(t testing.TB, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Errorf("cites %q, want %q", a.Ref(), cites)
	}
}

func variante(t testing.TB, n Nombre) Variante {
	t.Helper()
	v, err := FindVariante(n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVariantes(t *testing.T) {
	t.Run("111/another variant", func(t *testing.T) {
		_, err := FindVariante("cubierto40")
		check(t, err, ErrVariante, "111")
	})
	tests := []struct {
		name                       string
		n                          Nombre
		baraja                     int
		cubiertas, vistas, comunes int
		quemas, intervalos         int
	}{
		{"120/52 cards", Cubierto52, 52, 5, 0, 0, 0, 2},
		{"120/32 cards", Cubierto32, 32, 5, 0, 0, 0, 2},
		{"123.1/three covered and four in sight", SevenStud, 52, 3, 4, 0, 0, 5},
		{"124.1/four and five", Omaha, 52, 4, 0, 5, 3, 4},
		{"125.1/two and five", Holdem, 52, 2, 0, 5, 3, 4},
		{"126.2/one covered and four in sight", FiveStud, 32, 1, 4, 0, 0, 4},
		{"127.2/two and five of 28 cards", Sintetico, 28, 2, 0, 5, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := variante(t, tt.n)
			var c Calle
			quemas := 0
			for _, k := range v.Calles {
				c.Cubiertas += k.Cubiertas
				c.Vistas += k.Vistas
				c.Comunes += k.Comunes
				if k.Quema {
					quemas++
				}
			}
			if c.Cubiertas != tt.cubiertas || c.Vistas != tt.vistas || c.Comunes != tt.comunes || quemas != tt.quemas || v.intervalos() != tt.intervalos {
				t.Errorf("%+v, %d burnt, %d intervals", c, quemas, v.intervalos())
			}
			if v.Propias != c.Cubiertas+c.Vistas || v.Comunes != c.Comunes {
				t.Errorf("%d and %d cards, dealt %+v", v.Propias, v.Comunes, c)
			}
			cartas := v.Cartas()
			if len(cartas) != tt.baraja || v.Baraja != tt.baraja || slices.ContainsFunc(cartas, func(c naipes.Carta) bool { return !v.Plays(c) }) {
				t.Errorf("%d cards", len(cartas))
			}
		})
	}
	if len(Variantes()) != len(tests) {
		t.Errorf("%d variants", len(Variantes()))
	}
	t.Run("119.1.e/a whole pack", func(t *testing.T) {
		v := variante(t, FiveStud)
		cartas := v.Cartas()
		if err := v.CheckBaraja(cartas); err != nil {
			t.Error(err)
		}
		check(t, v.CheckBaraja(cartas[1:]), ErrNumCartas, "119.1.e")
		check(t, v.CheckBaraja(append(cartas[1:], cartas[1])), naipes.ErrRepetida, "119.1.e")
		check(t, v.CheckBaraja(append(cartas[1:], naipes.MustParse("6c")...)), ErrNaipe, "119.1.e")
	})
}

// naive ranks five cards by counting, as arts. 117.1 and 117.2 say it word by word: slow, and
// the oracle of the engine. The first number orders categories, the rest break ties.
func naive(v Variante, cartas []naipes.Carta) []int {
	corta := v.Baraja < naipes.NumCartas
	figuras := v.Nombre == Cubierto52 || v.Nombre == Cubierto32
	order := []string{"carta_mayor", "pareja", "doble_pareja", "figuras", "trio", "escalera", "color", "full", "poquer", "escalera_color", "escalera_real_color"}
	if corta {
		order[6], order[7] = order[7], order[6]
	}
	rank := func(name string, ties ...int) []int { return append([]int{slices.Index(order, name)}, ties...) }
	ranks := map[int]int{}
	suits := map[naipes.Palo]int{}
	var high []int
	for _, c := range cartas {
		ranks[int(c.Rango())]++
		suits[c.Palo()]++
		high = append(high, int(c.Rango()))
	}
	slices.SortFunc(high, func(a, b int) int { return b - a })
	with := func(n int) []int {
		var r []int
		for _, h := range slices.Compact(slices.Clone(high)) {
			if ranks[h] == n {
				r = append(r, h)
			}
		}
		return r
	}
	cuatro, tres, dos, uno := with(4), with(3), with(2), with(1)
	top := 0
	if len(uno) == 5 {
		switch lowest := int(v.MasBaja); {
		case high[0]-high[4] == 4:
			top = high[0]
		case high[0] == int(naipes.As) && high[1] == lowest+3 && high[4] == lowest:
			top = high[1]
		}
	}
	switch {
	case top == int(naipes.As) && len(suits) == 1:
		return rank("escalera_real_color")
	case top != 0 && len(suits) == 1:
		return rank("escalera_color", top)
	case len(cuatro) == 1:
		return rank("poquer", cuatro[0])
	case len(tres) == 1 && len(dos) == 1:
		return rank("full", tres[0])
	case len(suits) == 1:
		return rank("color", high[0])
	case top != 0:
		return rank("escalera", top)
	case len(tres) == 1:
		return rank("trio", tres[0])
	case figuras && high[4] >= int(naipes.Jota):
		return rank("figuras", dos[0], max(uno[0], slices.Max(append(dos[1:], 0))))
	case len(dos) == 2:
		return rank("doble_pareja", dos[0], dos[1], uno[0])
	case len(dos) == 1:
		return rank("pareja", dos[0], uno[0])
	}
	return rank("carta_mayor", high[0])
}

// naiveBest tries every five that a player may make.
func naiveBest(v Variante, propias, comunes []naipes.Carta) []int {
	todas := append(slices.Clone(propias), comunes...)
	var best []int
	for set := range 1 << len(todas) {
		var five []naipes.Carta
		own := 0
		for k, c := range todas {
			if set>>k&1 == 1 {
				five = append(five, c)
				if k < len(propias) {
					own++
				}
			}
		}
		if len(five) != 5 || v.DosYTres && own != 2 {
			continue
		}
		if n := naive(v, five); best == nil || slices.Compare(n, best) > 0 {
			best = n
		}
	}
	return best
}

// TestOracle compares winners with those of the slow one, with few ranks and suits so that
// hands be worth something.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(Variantes()).Draw(t, "variante")
		deck := v.Cartas()
		if rapid.Bool().Draw(t, "two suits") && v.Propias*2+v.Comunes <= len(deck)/2 {
			deck = slices.DeleteFunc(deck, func(c naipes.Carta) bool { return c.Palo() > naipes.Diamantes })
		}
		deck = rapid.Permutation(deck).Draw(t, "deck")
		comunes, deck := deck[:v.Comunes], deck[v.Comunes:]
		var propias [][]naipes.Carta
		var want []int
		var best []int
		for k := range min(4, len(deck)/v.Propias) {
			p := deck[k*v.Propias : (k+1)*v.Propias]
			propias = append(propias, p)
			switch n := naiveBest(v, p, comunes); {
			case best == nil || slices.Compare(n, best) > 0:
				want, best = []int{k}, n
			case slices.Equal(n, best):
				want = append(want, k)
			}
		}
		got, valor, err := v.Ganadores(propias, comunes)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: %v with %v: %v, %v, want %v", v.Nombre, propias, comunes, got, err, want)
		}
		ties := valor.Desempate()
		if len(ties) != len(best)-1 {
			t.Fatalf("%v breaks ties by %v, want %v", valor.Categoria(), ties, best[1:])
		}
		for k, r := range ties {
			if int(r) != best[k+1] {
				t.Fatalf("%v breaks ties by %v, want %v", valor.Categoria(), ties, best[1:])
			}
		}
	})
}

// eachFive calls f with every five cards of a list.
func eachFive(cartas []naipes.Carta, f func(m naipes.Mano)) {
	for a, x := range cartas {
		m1 := naipes.Mano(0).With(x)
		for b, y := range cartas[:a] {
			m2 := m1.With(y)
			for c, z := range cartas[:b] {
				m3 := m2.With(z)
				for d, w := range cartas[:c] {
					m4 := m3.With(w)
					for _, u := range cartas[:d] {
						f(m4.With(u))
					}
				}
			}
		}
	}
}

// TestRecuentos counts every hand of five of each pack, and those that open.
func TestRecuentos(t *testing.T) {
	raw, err := os.ReadFile("testdata/recuentos.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Poquer map[string]map[string]int `json:"poquer_5_cartas"`
		Abren  map[string]map[string]int `json:"manos_que_pueden_abrir_121"`
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, recuento, abren string
		n                     Nombre
	}{
		{"117.1.h/121.3/52 cards with figuras", "baraja_52_cubierto_con_figuras", "baraja_52", Cubierto52},
		{"117.1.h/121.3/32 cards with figuras", "baraja_32_cubierto_con_figuras", "baraja_32", Cubierto32},
		{"117.1/52 cards", "baraja_52_sin_figuras", "", Holdem},
		{"117.1.e/32 cards", "baraja_32_five_stud", "", FiveStud},
		{"117.1.e/28 cards", "baraja_28_sintetico", "", Sintetico},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := variante(t, tt.n)
			var count [naipes.CategoriaEscaleraRealColor + 1]int
			var abren [4]int
			eachFive(v.Cartas(), func(m naipes.Mano) {
				valor := v.Value(m)
				count[valor.Categoria()]++
				if tt.abren != "" {
					for k := range abren {
						if puede, _ := Abre(valor, k); puede {
							abren[k]++
						}
					}
				}
			})
			got := map[string]int{}
			for c, n := range count {
				if n > 0 {
					got[naipes.Categoria(c).String()] = n
				}
				got["total"] += n
			}
			if diff := cmp.Diff(want.Poquer[tt.recuento], got); diff != "" {
				t.Errorf("hands by category (-want +got):\n%s", diff)
			}
			if tt.abren != "" {
				if diff := cmp.Diff(want.Abren[tt.abren], map[string]int{"J": abren[0], "Q": abren[1], "K": abren[2], "A": abren[3]}); diff != "" {
					t.Errorf("hands that open (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestEvaluate(t *testing.T) {
	v := variante(t, FiveStud)
	t.Run("126.2/a six is not of the pack", func(t *testing.T) {
		_, err := v.Evaluate(naipes.MustParse("Ac 6d 7t 8p 9c"))
		check(t, err, ErrNaipe, "126.2")
	})
	t.Run("127.2/nor a seven", func(t *testing.T) {
		_, err := variante(t, Sintetico).Evaluate(naipes.MustParse("Ac 7d Kt 8p 9c"))
		check(t, err, ErrNaipe, "127.2")
	})
	t.Run("117.1/five cards", func(t *testing.T) {
		_, err := v.Evaluate(naipes.MustParse("Ac 7t 8p 9c"))
		check(t, err, ErrNumCartas, "117.1")
		_, _, err = v.Compare(naipes.MustParse("Ac 7t 8p 9c"), naipes.MustParse("Ac 7t 8p 9c Tc"))
		check(t, err, ErrNumCartas, "117.1")
		_, _, err = v.Compare(naipes.MustParse("Ac 7t 8p 9c Tc"), naipes.MustParse("Ac 7t 8p 9c"))
		check(t, err, ErrNumCartas, "117.1")
	})
	t.Run("113.1/one pack", func(t *testing.T) {
		_, err := v.Evaluate(naipes.MustParse("Ac Ac 7t 8p 9c"))
		check(t, err, naipes.ErrRepetida, "113.1")
		_, _, err = v.Compare(naipes.MustParse("Ac Kc 7t 8p 9c"), naipes.MustParse("Ac Kt 7c 8c 9p"))
		check(t, err, naipes.ErrRepetida, "113.1")
		_, _, err = variante(t, Holdem).Ganadores([][]naipes.Carta{naipes.MustParse("Ac Kc"), naipes.MustParse("Ac Kd")}, naipes.MustParse("2t 3t 4t 7t 8c"))
		check(t, err, naipes.ErrRepetida, "113.1")
	})
	t.Run("117.1.h/figuras in the covered one alone", func(t *testing.T) {
		cartas := naipes.MustParse("At Ad Kt Qc Jc")
		for _, tt := range []struct {
			n    Nombre
			want naipes.Categoria
		}{{Cubierto52, naipes.CategoriaFiguras}, {Cubierto32, naipes.CategoriaFiguras}, {Holdem, naipes.CategoriaPareja}, {FiveStud, naipes.CategoriaPareja}} {
			if valor, err := variante(t, tt.n).Evaluate(cartas); valor.Categoria() != tt.want || err != nil {
				t.Errorf("%s: %v, %v", tt.n, valor.Categoria(), err)
			}
		}
	})
	t.Run("124.1/two of one's own", func(t *testing.T) {
		v := variante(t, Omaha)
		una, err := v.Best(naipes.MustParse("Ap Kp 3p 2p"), naipes.MustParse("9p 8c 7d Tc 5d"))
		if err != nil || una.Categoria() == naipes.CategoriaColor {
			t.Errorf("one common spade: %v, %v", una.Categoria(), err)
		}
		tres, err := v.Best(naipes.MustParse("Ap Kp 3p 2p"), naipes.MustParse("9p 8p 7p Tc 5d"))
		if err != nil || tres.Categoria() != naipes.CategoriaColor {
			t.Errorf("three common spades: %v, %v", tres.Categoria(), err)
		}
	})
	t.Run("125.1/the table", func(t *testing.T) {
		valor, err := variante(t, Holdem).Best(naipes.MustParse("2t 3d"), naipes.MustParse("9c Td Jc Qc Kc"))
		if err != nil || valor.Categoria() != naipes.CategoriaEscalera {
			t.Errorf("%v, %v", valor.Categoria(), err)
		}
	})
	t.Run("123.3.c/six and a common one", func(t *testing.T) {
		v := variante(t, SevenStud)
		valor, err := v.Best(naipes.MustParse("2t 4t 6t 8t 9d 9p"), naipes.MustParse("Tt"))
		if err != nil || valor.Categoria() != naipes.CategoriaColor {
			t.Errorf("%v, %v", valor.Categoria(), err)
		}
		_, err = v.Best(naipes.MustParse("2t 4t 6t 8t 9d 9p"), nil)
		check(t, err, ErrNumCartas, "123.1")
		_, err = v.Best(naipes.MustParse("2t 4t 6t 8t 9d 9p Kc"), naipes.MustParse("Tt"))
		check(t, err, ErrNumComunes, "123.1")
	})
	t.Run("127.1/five for all", func(t *testing.T) {
		_, err := variante(t, Sintetico).Best(naipes.MustParse("At Kt"), naipes.MustParse("Qt Jt Tt 8c"))
		check(t, err, ErrNumComunes, "127.2")
	})
	t.Run("118.8/nobody shows", func(t *testing.T) {
		_, _, err := v.Ganadores(nil, nil)
		check(t, err, ErrNadie, "118.8")
	})
	m, _ := naipes.NewMano(naipes.MustParse("At 4t 7t 8t Qt Kc 2d")...)
	h := variante(t, Holdem)
	if n := testing.AllocsPerRun(100, func() { sink = h.Value(m) }); n != 0 {
		t.Errorf("the value of seven cards allocates %v times", n)
	}
}

var sink naipes.Valor
