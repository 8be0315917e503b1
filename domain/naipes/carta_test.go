package naipes

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestParseCarta(t *testing.T) {
	tests := []struct {
		s     string
		rango Rango
		palo  Palo
		color Color
	}{
		{"Ac", As, Corazones, Rojo},
		{"Kp", Rey, Picas, Negro},
		{"Qd", Dama, Diamantes, Rojo},
		{"Jt", Jota, Treboles, Negro},
		{"Tt", Diez, Treboles, Negro},
		{"9c", Nueve, Corazones, Rojo},
		{"2d", Dos, Diamantes, Rojo},
	}
	for _, tt := range tests {
		t.Run(tt.s, func(t *testing.T) {
			c, err := ParseCarta(tt.s)
			if err != nil {
				t.Fatal(err)
			}
			if c != NewCarta(tt.rango, tt.palo) || c.Rango() != tt.rango || c.Palo() != tt.palo || c.Color() != tt.color {
				t.Errorf("ParseCarta(%q) = %v of rank %v, suit %v, colour %v", tt.s, c, c.Rango(), c.Palo(), c.Color())
			}
			if c.String() != tt.s || !c.Valid() {
				t.Errorf("String = %q, Valid %v", c.String(), c.Valid())
			}
		})
	}
}

func TestParseCartaRefuses(t *testing.T) {
	for _, s := range []string{"", "A", "Acc", "ac", "AC", "1c", "0t", "10t", " c", "Ax", "A ", "As", "tA", "Ac^", "A\xff", "Ñc", "?t"} {
		t.Run("no card "+s, func(t *testing.T) {
			if c, err := ParseCarta(s); !errors.Is(err, ErrCarta) || c != 0 {
				t.Errorf("ParseCarta(%q) = %v, %v, want ErrCarta", s, c, err)
			}
			if _, err := ParseCartas([]string{"Ac", s}); !errors.Is(err, ErrCarta) {
				t.Errorf("ParseCartas: %v, want ErrCarta", err)
			}
		})
	}
}

func TestBaraja(t *testing.T) {
	b := NewBaraja()
	seen := map[Carta]bool{}
	rojas := 0
	for k, c := range b {
		seen[c] = true
		if !c.Valid() || c.Index() != k {
			t.Errorf("card %d is %v with index %d", k, c, c.Index())
		}
		if c.Color() == Rojo {
			rojas++
		}
		if again, err := ParseCarta(c.String()); err != nil || again != c {
			t.Errorf("ParseCarta(%q) = %v, %v", c.String(), again, err)
		}
	}
	if len(seen) != 52 || rojas != 26 {
		t.Errorf("a pack has %d cards, %d of them red", len(seen), rojas)
	}
}

func TestMediaDocena(t *testing.T) {
	t.Run("45.2/six packs", func(t *testing.T) {
		count := map[Carta]int{}
		for _, c := range MediaDocena() {
			count[c]++
		}
		for _, c := range NewBaraja() {
			if count[c] != 6 {
				t.Errorf("%v is there %d times", c, count[c])
			}
		}
		if got, want := len(MediaDocena()), 312; got != want {
			t.Errorf("%d cards, want %d", got, want)
		}
	})
}

func TestNoCard(t *testing.T) {
	var zero Carta
	if zero.Valid() || zero.Color() != SinColor || zero.String() != "?t" {
		t.Errorf("the zero Carta is valid %v, %v, %q", zero.Valid(), zero.Color(), zero)
	}
	if got := Palo(4).String() + Rango(15).String() + Palo(4).Color().String(); got != "??" {
		t.Errorf("names of nothing: %q", got)
	}
	for _, f := range []func(){
		func() { NewCarta(1, Picas) }, func() { NewCarta(15, Picas) }, func() { NewCarta(As, 4) }, func() { MustParse("Ac Ax") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic for a card that is none")
				}
			}()
			f()
		}()
	}
}

func TestFormatCartas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cartas := rapid.SliceOf(rapid.SampledFrom(Barajas(1))).Draw(t, "cartas")
		textos := FormatCartas(cartas)
		again, err := ParseCartas(textos)
		if err != nil || !slices.Equal(again, cartas) {
			t.Errorf("ParseCartas(%q) = %v, %v", textos, again, err)
		}
		if got := MustParse(strings.Join(textos, " ")); !slices.Equal(got, cartas) {
			t.Errorf("MustParse = %v, want %v", got, cartas)
		}
	})
}

func FuzzParseCarta(f *testing.F) {
	for _, s := range []string{"Ac", "Tt", "2d", "", "10t", "A\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCarta(s)
		if (err == nil) != c.Valid() {
			t.Fatalf("ParseCarta(%q) = %v, %v", s, c, err)
		}
		if err == nil && (c.String() != s || !utf8.ValidString(s)) {
			t.Fatalf("ParseCarta(%q) = %v", s, c)
		}
	})
}
