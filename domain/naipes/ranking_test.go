package naipes

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The rankings of the pokers: against the house, Trijoker, and those of círculo.
var (
	sinDescarte = Ranking{AsBajo: Dos}
	trijoker    = Ranking{}
	cubierto52  = Ranking{AsBajo: Dos, Figuras: true, UnaSuelta: true}
	cubierto32  = Ranking{AsBajo: Siete, ColorSobreFull: true, Figuras: true, UnaSuelta: true}
	fiveStud    = Ranking{AsBajo: Siete, ColorSobreFull: true, UnaSuelta: true}
	sintetico   = Ranking{AsBajo: Ocho, ColorSobreFull: true, UnaSuelta: true}
	rankings    = []Ranking{sinDescarte, trijoker, cubierto52, cubierto32, fiveStud, sintetico}
)

// naive ranks five cards by counting them in arrays: slow, and the oracle of Value. It
// returns the ranks that break ties too.
func (r Ranking) naive(cartas []Carta) (Categoria, [5]Rango) {
	var cuenta [15]int
	var palos [4]int
	for _, c := range cartas {
		cuenta[c.Rango()]++
		palos[c.Palo()]++
	}
	color := false
	for _, n := range palos {
		color = color || n == 5
	}
	figuras := true
	var rangos [5]Rango // by times repeated, then by rank
	n := 0
	for veces := 4; veces >= 1; veces-- {
		for k := As; k >= Dos; k-- {
			if cuenta[k] == veces {
				rangos[n] = k
				n++
				figuras = figuras && k >= Jota
			}
		}
	}
	if n == 5 {
		tope := Rango(0)
		if rangos[0]-rangos[4] == 4 {
			tope = rangos[0]
		} else if r.AsBajo != 0 && rangos[0] == As && rangos[4] == r.AsBajo && rangos[1]-rangos[4] == 3 {
			tope = rangos[1]
		}
		switch {
		case color && tope == As:
			return CategoriaEscaleraRealColor, [5]Rango{}
		case color && tope != 0:
			return CategoriaEscaleraColor, [5]Rango{tope}
		case tope != 0:
			return CategoriaEscalera, [5]Rango{tope}
		}
	}
	una := func(c Categoria, keep int) (Categoria, [5]Rango) {
		if r.UnaSuelta {
			for k := keep; k < 5; k++ {
				rangos[k] = 0
			}
		}
		return c, rangos
	}
	switch {
	case color:
		return una(CategoriaColor, 1)
	case cuenta[rangos[0]] == 4:
		return CategoriaPoquer, [5]Rango{rangos[0]}
	case cuenta[rangos[0]] == 3 && n == 2:
		return CategoriaFull, [5]Rango{rangos[0]}
	case cuenta[rangos[0]] == 3:
		return CategoriaTrio, [5]Rango{rangos[0]}
	case cuenta[rangos[0]] == 2 && figuras && r.Figuras:
		return CategoriaFiguras, [5]Rango{rangos[0], max(rangos[1], rangos[2])}
	case n == 3:
		return CategoriaDoblePareja, [5]Rango{rangos[0], rangos[1], rangos[2]}
	case n == 4:
		return una(CategoriaPareja, 2)
	}
	return una(CategoriaCartaMayor, 1)
}

// compareNaive orders two hands of five by the oracle.
func (r Ranking) compareNaive(a, b []Carta) int {
	ca, ra := r.naive(a)
	cb, rb := r.naive(b)
	orden := func(c Categoria) int {
		if c == CategoriaColor && r.ColorSobreFull {
			return int(CategoriaFull)*2 + 1
		}
		return int(c) * 2
	}
	if ca != cb {
		return orden(ca) - orden(cb)
	}
	return slices.Compare(ra[:], rb[:])
}

func mano(t testing.TB, cartas ...Carta) Mano {
	t.Helper()
	m, err := NewMano(cartas...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestNewMano(t *testing.T) {
	if _, err := NewMano(MustParse("Ac 2d Ac")...); !errors.Is(err, ErrRepetida) {
		t.Errorf("a card twice: %v, want ErrRepetida", err)
	}
	for _, c := range []Carta{0, 1, 7, 60, 255} {
		if _, err := NewMano(c); !errors.Is(err, ErrCarta) {
			t.Errorf("card %d: %v, want ErrCarta", c, err)
		}
		if Mano(1<<63 | 1<<14 | 1<<15 | 1).Contains(c) {
			t.Errorf("a hand has the card %d", c)
		}
	}
	b := NewBaraja()
	m := mano(t, b[:]...)
	if m.Len() != NumCartas || m.Without(b[3]).Contains(b[3]) || !m.Contains(b[3]) || m.Without(b[3]).Len() != NumCartas-1 {
		t.Errorf("a whole pack is %x of %d cards", m, m.Len())
	}
	if got := mano(t, m.Cartas()...); got != m {
		t.Errorf("Cartas gives back %x, want %x", got, m)
	}
	if !m.Overlaps(mano(t, b[0])) || m.Without(b[0]).Overlaps(mano(t, b[0])) {
		t.Error("Overlaps")
	}
}

func TestValue(t *testing.T) {
	tests := []struct {
		name      string
		r         Ranking
		cartas    string
		categoria Categoria
		desempate string
	}{
		{"100.1.a/real", sinDescarte, "At Kt Qt Jt Tt", CategoriaEscaleraRealColor, ""},
		{"100.1.b/from the nine to the king", sinDescarte, "Kt Qt Jt Tt 9t", CategoriaEscaleraColor, "K"},
		{"97.1/the lowest escalera de color", sinDescarte, "Ac 2c 3c 4c 5c", CategoriaEscaleraColor, "5"},
		{"97.1/the ace below the two", sinDescarte, "Ac 2d 3c 4c 5c", CategoriaEscalera, "5"},
		{"97.1/no wrapping", sinDescarte, "Qc Kd Ac 2c 3c", CategoriaCartaMayor, "AKQ32"},
		{"97.1/no wrapping by one", sinDescarte, "Ac 2d 3c 4c Kc", CategoriaCartaMayor, "AK432"},
		{"104.1/the ace is the highest alone", trijoker, "Ac 2d 3c 4c 5c", CategoriaCartaMayor, "A5432"},
		{"104.1/color", trijoker, "Ac 2c 3c 4c 5c", CategoriaColor, "A5432"},
		{"104.1/above the king", trijoker, "Ac Kd Qc Jc Tc", CategoriaEscalera, "A"},
		{"113.1/32 cards", fiveStud, "Ac 7d 8c 9c Tc", CategoriaEscalera, "T"},
		{"113.1/28 cards", sintetico, "Ac 8c 9c Tc Jc", CategoriaEscaleraColor, "J"},
		{"113.1/the ace is not under the nine", sintetico, "Ac 9d Tc Jc Qc", CategoriaCartaMayor, "A"},
		{"100.4.a/póquer", sinDescarte, "Kt Kd Kp Kc 2d", CategoriaPoquer, "K"},
		{"100.4.b/full", sinDescarte, "2t 2d 2p Ac Ad", CategoriaFull, "2"},
		{"100.4.e/trío", sinDescarte, "2t 2d 2p Ac Kd", CategoriaTrio, "2"},
		{"100.4.f/doble pareja", sinDescarte, "Kt Kd 3p 3c Ad", CategoriaDoblePareja, "K3A"},
		{"100.4.g/pareja", sinDescarte, "9t 9d Ap Kc 3d", CategoriaPareja, "9AK3"},
		{"100.4.c/color", sinDescarte, "At 4t 7t 8t Qt", CategoriaColor, "AQ874"},
		{"117.2/color by one card", cubierto52, "At 4t 7t 8t Qt", CategoriaColor, "A"},
		{"117.2/pareja and one card", cubierto52, "9t 9d Ap Kc 3d", CategoriaPareja, "9A"},
		{"117.2/figuras of two pairs", cubierto52, "Qc Ad Kp Qp Kd", CategoriaFiguras, "KA"},
		{"117.1.h/figuras", cubierto32, "Jt Jd Kp Qt At", CategoriaFiguras, "JA"},
		{"117.1.h/trío of figures", cubierto32, "Jt Jd Jp Qt At", CategoriaTrio, "J"},
		{"117.1.h/a ten is no figure", cubierto32, "Jt Jd Tp Qt At", CategoriaPareja, "JA"},
		{"117.1.h/not in five stud", fiveStud, "Jt Jd Kp Qt At", CategoriaPareja, "JA"},
		{"123.3/four face-up cards", cubierto52, "Jt Jd Kp Qt", CategoriaPareja, "JK"},
		{"seven: color before the straight", sinDescarte, "2t 4t 6t 8t Tt 7d 9d", CategoriaColor, "T8642"},
		{"seven: the best six-card color", sinDescarte, "2t 4t 6t 8t Tt Qt Kd", CategoriaColor, "QT864"},
		{"seven: the best straight", sinDescarte, "At 2t 3d 4d 5d 6c 7c", CategoriaEscalera, "7"},
		{"seven: three pairs", sinDescarte, "At Ad Kt Kd Qt Qd 2c", CategoriaDoblePareja, "AKQ"},
		{"seven: the third pair is the odd card", sinDescarte, "8t 8d 7t 7d 6t 6d 2c", CategoriaDoblePareja, "876"},
		{"seven: two tríos", sinDescarte, "8t 8d 8c 7t 7d 7c 2c", CategoriaFull, "8"},
		{"seven: the pair above the trío", sinDescarte, "8t 8d 8c 9t 9d 7c 2c", CategoriaFull, "8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.r.Value(mano(t, MustParse(tt.cartas)...))
			var desempate string
			for _, r := range v.Desempate() {
				desempate += r.String()
			}
			if v.Categoria() != tt.categoria || desempate != tt.desempate {
				t.Errorf("%s is %v %q, want %v %q", tt.cartas, v.Categoria(), desempate, tt.categoria, tt.desempate)
			}
			if want := v.Desempate(); len(want) > 0 && v.Rango() != want[0] || len(want) == 0 && v.Rango() != 0 {
				t.Errorf("Rango = %v, want the first of %v", v.Rango(), want)
			}
		})
	}
	t.Run("117.1.e/color before full with 32 cards", func(t *testing.T) {
		color, full := mano(t, MustParse("7t 9t Tt Jt Qt")...), mano(t, MustParse("At Ad Ac Kt Kd")...)
		poquer := mano(t, MustParse("7t 7d 7c 7p 8t")...)
		if fiveStud.Value(color) <= fiveStud.Value(full) || fiveStud.Value(color) >= fiveStud.Value(poquer) {
			t.Error("with 32 cards color is not between full and póquer")
		}
		if sinDescarte.Value(color) >= sinDescarte.Value(full) {
			t.Error("with 52 cards color is not below full")
		}
	})
	t.Run("no cards", func(t *testing.T) {
		if v := sinDescarte.Value(0); v.Categoria() != CategoriaCartaMayor || v.Rango() != 0 || len(v.Desempate()) != 0 {
			t.Errorf("no cards are %v", v.Categoria())
		}
	})
}

// TestValueOracle compares Value with the slow one: the order of two hands of five, and
// the best five of five to seven.
func TestValueOracle(t *testing.T) {
	b := NewBaraja()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(rankings).Draw(t, "ranking")
		lowest := Dos
		if r.ColorSobreFull {
			lowest = r.AsBajo
		}
		deck := slices.Clone(b[(int(lowest)-int(Dos))*4:])
		// Few suits and few ranks make hands that are worth something.
		if rapid.Bool().Draw(t, "two suits") {
			deck = slices.DeleteFunc(deck, func(c Carta) bool { return c.Palo() > Diamantes })
		}
		deck = rapid.Permutation(deck).Draw(t, "deck")
		n := rapid.IntRange(5, 7).Draw(t, "cards")
		x, y := deck[:n], deck[n:n+5]
		if r.Figuras {
			x = x[:5]
		}
		mx, _ := NewMano(x...)
		my, _ := NewMano(y...)
		best := slices.Clone(x[:5])
		for five := range choose5(x) {
			if r.compareNaive(five, best) > 0 {
				copy(best, five)
			}
		}
		vx, vy := r.Value(mx), r.Value(my)
		if got, want := cmpValor(vx, vy), sign(r.compareNaive(best, y)); got != want {
			t.Fatalf("%+v: %v against %v: %d, want %d", r, x, y, got, want)
		}
		c, rangos := r.naive(best)
		if vx.Categoria() != c || !slices.Equal(vx.Desempate(), nonZero(rangos)) {
			t.Fatalf("%+v: %v is %v %v, want %v %v", r, x, vx.Categoria(), vx.Desempate(), c, nonZero(rangos))
		}
	})
}

func cmpValor(a, b Valor) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func sign(n int) int { return max(-1, min(1, n)) }

func nonZero(rangos [5]Rango) []Rango {
	return slices.DeleteFunc(rangos[:], func(r Rango) bool { return r == 0 })
}

// choose5 yields each five of the cards; the slice is reused.
func choose5(cartas []Carta) func(yield func([]Carta) bool) {
	return func(yield func([]Carta) bool) {
		five := make([]Carta, 0, 5)
		for set := uint(0); set < 1<<len(cartas); set++ {
			five = five[:0]
			for k, c := range cartas {
				if set>>k&1 != 0 {
					five = append(five, c)
				}
			}
			if len(five) == 5 && !yield(five) {
				return
			}
		}
	}
}

// count counts the hands of five of a pack from that rank upwards by category.
func (r Ranking) count(lowest Rango) map[string]int {
	var cuenta [CategoriaEscaleraRealColor + 1]int
	eachFive(lowest, func(m Mano) { cuenta[r.Value(m).Categoria()]++ })
	got := map[string]int{}
	for c, n := range cuenta {
		if n > 0 {
			got[Categoria(c).String()] = n
		}
		got["total"] += n
	}
	return got
}

// eachFive calls f with every hand of five of a pack from that rank upwards.
func eachFive(lowest Rango, f func(Mano)) {
	b := NewBaraja()
	pack := b[(int(lowest)-int(Dos))*4:]
	for i, a := range pack {
		ma := Mano(0).With(a)
		for j, b := range pack[i+1:] {
			mb := ma.With(b)
			for k, c := range pack[i+j+2:] {
				mc := mb.With(c)
				for l, d := range pack[i+j+k+3:] {
					md := mc.With(d)
					for _, e := range pack[i+j+k+l+4:] {
						f(md.With(e))
					}
				}
			}
		}
	}
}

// TestRecuentos counts every hand of five of each pack.
func TestRecuentos(t *testing.T) {
	raw, err := os.ReadFile("testdata/recuentos.json")
	if err != nil {
		t.Fatal(err)
	}
	var recuentos map[string]map[string]int
	if err := json.Unmarshal(raw, &recuentos); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, recuento string
		r              Ranking
		lowest         Rango
	}{
		{"100.1/52 cards", "baraja_52_sin_descarte", sinDescarte, Dos},
		{"117.1/52 cards", "baraja_52_sin_figuras", Ranking{AsBajo: Dos, UnaSuelta: true}, Dos},
		{"117.1.h/52 cards with figuras", "baraja_52_cubierto_con_figuras", cubierto52, Dos},
		{"117.1.h/32 cards with figuras", "baraja_32_cubierto_con_figuras", cubierto32, Siete},
		{"117.1.e/32 cards", "baraja_32_five_stud", fiveStud, Siete},
		{"117.1.e/28 cards", "baraja_28_sintetico", sintetico, Ocho},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(recuentos[tt.recuento], tt.r.count(tt.lowest)); diff != "" {
				t.Errorf("hands by category (-want +got):\n%s", diff)
			}
		})
	}
	if len(tests) != len(recuentos) {
		t.Errorf("%d counts of %v", len(tests), slices.Sorted(maps.Keys(recuentos)))
	}
}

func TestCategoria(t *testing.T) {
	seen := map[string]bool{}
	for c := CategoriaCartaMayor; c.Valid(); c++ {
		if c.String() == "?" || c.Nombre() == "?" || seen[c.String()] {
			t.Errorf("category %d is %q", c, c)
		}
		seen[c.String()] = true
	}
	if len(seen) != 11 || Categoria(0).String() != "?" || Categoria(200).Nombre() != "?" || Valor(0).Categoria().Valid() {
		t.Errorf("%d categories", len(seen))
	}
}

func TestValueAllocatesNothing(t *testing.T) {
	m := mano(t, MustParse("At 4t 7t 8t Qt Kc 2d")...)
	if n := testing.AllocsPerRun(100, func() { sink = sinDescarte.Value(m) }); n != 0 {
		t.Errorf("Value allocates %v times", n)
	}
}

var sink Valor

// randomHands are hands of n cards drawn by a fixed rule.
func randomHands(n int) (manos []Mano, cartas [][]Carta) {
	x := uint64(0x9e3779b97f4a7c15)
	b := NewBaraja()
	for range 4096 {
		for k := range n {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			j := k + int(x%uint64(NumCartas-k))
			b[k], b[j] = b[j], b[k]
		}
		m, err := NewMano(b[:n]...)
		if err != nil {
			panic(err)
		}
		manos, cartas = append(manos, m), append(cartas, slices.Clone(b[:n]))
	}
	return manos, cartas
}

func BenchmarkValue(b *testing.B) {
	for _, bb := range []struct {
		name string
		n    int
	}{{"five", 5}, {"seven", 7}} {
		manos, _ := randomHands(bb.n)
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				sink = sinDescarte.Value(manos[k%4096])
			}
		})
	}
	b.Run("enumerated", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			eachFive(Dos, func(m Mano) { sink = sinDescarte.Value(m) })
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2598960, "ns/hand")
	})
}

// BenchmarkNaive times the oracle beside Value, by turns, and how many times slower it is.
func BenchmarkNaive(b *testing.B) {
	manos, cartas := randomHands(5)
	var fast, slow time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		for _, m := range manos {
			sink = sinDescarte.Value(m)
		}
		middle := time.Now()
		for _, c := range cartas {
			c, r := sinDescarte.naive(c)
			sink = Valor(c) + Valor(r[0])
		}
		fast, slow = fast+middle.Sub(start), slow+time.Since(middle)
	}
	hands := float64(b.N) * float64(len(manos))
	b.ReportMetric(float64(slow.Nanoseconds())/hands, "ns/hand")
	b.ReportMetric(float64(slow)/float64(fast), "times")
}
