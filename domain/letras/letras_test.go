package letras

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
)

func TestEuros(t *testing.T) {
	tests := []struct {
		in   domain.Importe
		want string
	}{
		{0, "cero euros"},
		{1, "cero euros con un céntimo"},
		{21, "cero euros con veintiún céntimos"},
		{1_00, "un euro"},
		{1_01, "un euro con un céntimo"},
		{1_21, "un euro con veintiún céntimos"},
		{16_16, "dieciséis euros con dieciséis céntimos"},
		{21_00, "veintiún euros"},
		{22_23, "veintidós euros con veintitrés céntimos"},
		{26_00, "veintiséis euros"},
		{31_00, "treinta y un euros"},
		{31_31, "treinta y un euros con treinta y un céntimos"},
		{99_99, "noventa y nueve euros con noventa y nueve céntimos"},
		{100_00, "cien euros"},
		{101_00, "ciento un euros"},
		{121_00, "ciento veintiún euros"},
		{500_00, "quinientos euros"},
		{700_00, "setecientos euros"},
		{900_00, "novecientos euros"},
		{1_000_00, "mil euros"},
		{1_001_00, "mil un euros"},
		{1_101_00, "mil ciento un euros"},
		{4_080_00, "cuatro mil ochenta euros"},
		{21_000_00, "veintiún mil euros"},
		{21_021_00, "veintiún mil veintiún euros"},
		{31_000_00, "treinta y un mil euros"},
		{100_000_00, "cien mil euros"},
		{100_100_00, "cien mil cien euros"},
		{1_000_000_00, "un millón de euros"},
		{1_000_000_01, "un millón de euros con un céntimo"},
		{1_000_001_00, "un millón un euros"},
		{1_000_100_00, "un millón cien euros"},
		{1_001_000_00, "un millón mil euros"},
		{21_000_000_00, "veintiún millones de euros"},
		{1_000_000_000_00, "mil millones de euros"},
		{2_000_000_000_00, "dos mil millones de euros"},
		{999_999_999_999_99, "novecientos noventa y nueve mil novecientos noventa y nueve millones novecientos " +
			"noventa y nueve mil novecientos noventa y nueve euros con noventa y nueve céntimos"},
		{1_000_000_000_000_00, "un billón de euros"},
		{1_000_001_000_000_00, "un billón un millón de euros"},
		{1_234_567_89, "un millón doscientos treinta y cuatro mil quinientos sesenta y siete euros " +
			"con ochenta y nueve céntimos"},
		{-300_50, "menos trescientos euros con cincuenta céntimos"},
		{-40, "menos cero euros con cuarenta céntimos"},
		{-250_00, "menos doscientos cincuenta euros"},
	}
	for _, tt := range tests {
		t.Run("42.2/"+tt.in.Cifra(), func(t *testing.T) {
			if got := Euros(tt.in); got != tt.want {
				t.Errorf("Euros(%d) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// TestEurosCasos runs the faults seen in similar software.
func TestEurosCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	for dec.More() {
		var c struct {
			ID    string `json:"id"`
			Input struct {
				Cents []domain.Importe `json:"amount_cents"`
			} `json:"input"`
			Expected struct {
				Words []string `json:"words"`
			} `json:"expected"`
		}
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		t.Run("42.2/"+c.ID, func(t *testing.T) {
			for k, cents := range c.Input.Cents {
				if got, want := Euros(cents), c.Expected.Words[k]; got != want {
					t.Errorf("Euros(%d) = %q, want %q", cents, got, want)
				}
			}
		})
	}
}

func TestCardinal(t *testing.T) {
	tests := []struct {
		n                   int64
		masculino, femenino string
	}{
		{0, "cero", "cero"},
		{1, "un", "una"},
		{2, "dos", "dos"},
		{21, "veintiún", "veintiuna"},
		{31, "treinta y un", "treinta y una"},
		{100, "cien", "cien"},
		{101, "ciento un", "ciento una"},
		{200, "doscientos", "doscientas"},
		{201, "doscientos un", "doscientas una"},
		{500, "quinientos", "quinientas"},
		{1_000, "mil", "mil"},
		{21_021, "veintiún mil veintiún", "veintiún mil veintiuna"},
		{201_201, "doscientos un mil doscientos un", "doscientas un mil doscientas una"},
		{200_000, "doscientos mil", "doscientas mil"},
		{200_000_000, "doscientos millones", "doscientos millones"},
		{-21, "menos veintiún", "menos veintiuna"},
	}
	for _, tt := range tests {
		if got := Cardinal(tt.n, false); got != tt.masculino {
			t.Errorf("Cardinal(%d, false) = %q, want %q", tt.n, got, tt.masculino)
		}
		if got := Cardinal(tt.n, true); got != tt.femenino {
			t.Errorf("Cardinal(%d, true) = %q, want %q", tt.n, got, tt.femenino)
		}
	}
}

func TestCantidad(t *testing.T) {
	tests := []struct {
		n    int64
		want string
	}{
		{0, "cero fichas"},
		{1, "una ficha"},
		{21, "veintiuna fichas"},
		{201, "doscientas una fichas"},
		{1_000_000, "un millón de fichas"},
		{1_000_001, "un millón una fichas"},
		{-1, "menos una ficha"},
	}
	for _, tt := range tests {
		if got := Cantidad(tt.n, "ficha", "fichas", true); got != tt.want {
			t.Errorf("Cantidad(%d) = %q, want %q", tt.n, got, tt.want)
		}
	}
}

// vocabulario gives the value of every word that adds up; mil and the scales multiply.
var vocabulario = map[string]uint64{
	"un": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9,
	"diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciséis": 16, "diecisiete": 17,
	"dieciocho": 18, "diecinueve": 19, "veinte": 20, "veintiún": 21, "veintiuna": 21, "veintidós": 22,
	"veintitrés": 23, "veinticuatro": 24, "veinticinco": 25, "veintiséis": 26, "veintisiete": 27, "veintiocho": 28,
	"veintinueve": 29, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80,
	"noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300, "cuatrocientos": 400,
	"quinientos": 500, "seiscientos": 600, "setecientos": 700, "ochocientos": 800, "novecientos": 900,
	"doscientas": 200, "trescientas": 300, "cuatrocientas": 400, "quinientas": 500, "seiscientas": 600,
	"setecientas": 700, "ochocientas": 800, "novecientas": 900,
}

// parseCardinal reads words back by sums and products, knowing nothing of how they were
// written: the slow inverse of cardinal.
func parseCardinal(words []string) (uint64, error) {
	var total, block, unit uint64
	for _, w := range words {
		switch w {
		case "y", "cero":
		case "mil":
			block, unit = (max(unit, 1))*1000, 0
		case "millón", "millones", "billón", "billones", "trillón", "trillones":
			scale := map[byte]uint64{'m': 1_000_000, 'b': 1_000_000_000_000, 't': 1_000_000_000_000_000_000}[w[0]]
			total, block, unit = total+(block+unit)*scale, 0, 0
		default:
			v, ok := vocabulario[w]
			if !ok {
				return 0, fmt.Errorf("unknown word %q", w)
			}
			unit += v
		}
	}
	return total + block + unit, nil
}

// parseEuros reads back what Euros writes.
func parseEuros(s string) (domain.Importe, error) {
	s, neg := strings.CutPrefix(s, "menos ")
	euros, cents, _ := strings.Cut(s, " con ")
	var u uint64
	for k, part := range []string{euros, cents} {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		words = words[:len(words)-1] // the noun
		if words[len(words)-1] == "de" {
			words = words[:len(words)-1]
		}
		v, err := parseCardinal(words)
		if err != nil {
			return 0, err
		}
		u += v * []uint64{100, 1}[k]
	}
	if neg {
		u = -u
	}
	return domain.Importe(u), nil
}

func TestEurosReadsBack(t *testing.T) {
	ranges := map[string]*rapid.Generator[int64]{
		"up to a thousand euros":    rapid.Int64Range(-100_000, 100_000),
		"up to a million euros":     rapid.Int64Range(-100_000_000, 100_000_000),
		"up to a billón of euros":   rapid.Int64Range(-100_000_000_000_000, 100_000_000_000_000),
		"anything an amount can be": rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64})),
	}
	for name, g := range ranges {
		t.Run("42.2/"+name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := domain.Importe(g.Draw(t, "importe"))
				text := Euros(want)
				if got, err := parseEuros(text); got != want || err != nil {
					t.Fatalf("%d is written %q and read back %d, %v", want, text, got, err)
				}
				if strings.Contains(text, "  ") || strings.TrimSpace(text) != text {
					t.Fatalf("%d is written %q, with spaces to spare", want, text)
				}
			})
		})
	}
}

// TestCardinalReadsBack covers every number of the books' daily life, both genders.
func TestCardinalReadsBack(t *testing.T) {
	seen := map[string]int64{}
	for n := int64(0); n < 20_000; n++ {
		for _, femenino := range []bool{false, true} {
			text := Cardinal(n, femenino)
			if got, err := parseCardinal(strings.Fields(text)); got != uint64(n) || err != nil {
				t.Fatalf("Cardinal(%d, %v) = %q, read back %d, %v", n, femenino, text, got, err)
			}
			if other, twice := seen[text]; twice && other != n {
				t.Fatalf("%d and %d are both written %q", n, other, text)
			}
			seen[text] = n
		}
	}
}
