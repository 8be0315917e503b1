package sorteo

import (
	"bytes"
	"crypto/rand"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// counting is the seed 00 01 02 … 1f.
func counting() Semilla {
	var s Semilla
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// The vectors were computed by another program, written from the comments of Orden and fuente.
func TestOrden(t *testing.T) {
	var ff Semilla
	for i := range ff {
		ff[i] = 0xff
	}
	tests := []struct {
		name, asunto string
		semilla      Semilla
		n            int
		want         []int
	}{
		{"115.2/none", "mesa 7", counting(), 0, []int{}},
		{"115.2/one", "mesa 7", counting(), 1, []int{1}},
		{"115.2/two", "", counting(), 2, []int{2, 1}},
		{"115.2/ten", "", counting(), 10, []int{7, 2, 10, 6, 3, 8, 9, 1, 4, 5}},
		{"115.2/ten of another asunto", "mesa 7", counting(), 10, []int{4, 8, 2, 7, 6, 10, 3, 9, 1, 5}},
		{"Mus 53/eleven pairs", "Mus ronda 1", counting(), 11, []int{4, 5, 3, 1, 6, 10, 7, 9, 8, 2, 11}},
		{"115.2/fifty-two", "mesa 7", ff, 52, []int{12, 14, 29, 25, 38, 40, 33, 2, 22, 18, 20, 51, 9, 8, 6, 50, 10, 24, 21, 42, 13,
			34, 28, 31, 48, 37, 11, 46, 49, 16, 17, 23, 32, 5, 35, 36, 43, 15, 41, 3, 47, 19, 26, 30, 52, 27, 39, 45, 44, 1, 4, 7}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.semilla.Orden(tt.asunto, tt.n); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOrdenIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Semilla
		copy(s[:], rapid.SliceOfN(rapid.Byte(), tamano, tamano).Draw(t, "semilla"))
		asunto, n := rapid.String().Draw(t, "asunto"), rapid.IntRange(0, 80).Draw(t, "n")
		got := s.Orden(asunto, n)
		if again := s.Orden(asunto, n); !slices.Equal(got, again) {
			t.Fatalf("the same draw gave %v and %v", got, again)
		}
		slices.Sort(got)
		for i, v := range got {
			if v != i+1 {
				t.Fatalf("got %v sorted", got)
			}
		}
	})
}

// Over many draws each number comes first about as often as any other: chi square with 5 degrees of freedom stays
// under 30, which chance passes once in a hundred thousand, and the asuntos are fixed.
func TestOrdenIsFair(t *testing.T) {
	const n, draws = 6, 3000
	var first [n + 1]int
	s := counting()
	for k := range draws {
		first[s.Orden(string(rune('a'+k%26))+string(rune(0x4e00+k)), n)[0]]++
	}
	chi := 0.0
	for _, got := range first[1:] {
		d := float64(got) - draws/n
		chi += d * d / (draws / n)
	}
	if chi > 30 {
		t.Errorf("got %v, chi square %.1f", first, chi)
	}
}

func TestCompromiso(t *testing.T) {
	s := counting()
	if got, want := s.Compromiso(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := s.Check(s.Compromiso()); err != nil {
		t.Error(err)
	}
	other := s
	other[31]++
	if got := other.Check(s.Compromiso()); !errors.Is(got, ErrCompromiso) {
		t.Errorf("got %v, want %v", got, ErrCompromiso)
	}
}

func TestSemilla(t *testing.T) {
	s, err := NewSemilla(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseSemilla(s.String()); err != nil || got != s {
		t.Errorf("got %v, %v, want %v", got, err, s)
	}
	for _, text := range []string{"", "00", s.String() + "00", "g" + s.String()[1:], "AB" + s.String()[2:]} {
		if _, got := ParseSemilla(text); !errors.Is(got, ErrSemilla) {
			t.Errorf("%q: got %v, want %v", text, got, ErrSemilla)
		}
	}
	if _, err := NewSemilla(bytes.NewReader(make([]byte, tamano-1))); err == nil {
		t.Error("a short source gave a seed")
	}
}
