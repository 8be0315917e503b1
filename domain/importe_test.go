package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestImporteString(t *testing.T) {
	tests := []struct {
		in   Importe
		want string
	}{
		{0, "0,00 €"},
		{1, "0,01 €"},
		{-1, "-0,01 €"},
		{99_999, "999,99 €"},
		{100_000, "1.000,00 €"},
		{-125_050, "-1.250,50 €"},
		{123_456_789, "1.234.567,89 €"},
		{math.MaxInt64, "92.233.720.368.547.758,07 €"},
		{math.MinInt64, "-92.233.720.368.547.758,08 €"},
	}
	for _, tt := range tests {
		if got := tt.in.String(); got != tt.want {
			t.Errorf("Importe(%d).String() = %q, want %q", int64(tt.in), got, tt.want)
		}
	}
}

// caso is a line of testdata/casos.jsonl: a fault seen in similar software.
type caso struct {
	ID    string `json:"id"`
	Input struct {
		Typed []string `json:"typed"`
	} `json:"input"`
	Expected struct {
		Cents []int64 `json:"cents"`
		Error []bool  `json:"error"`
	} `json:"expected"`
}

func TestParseImporteCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	for dec.More() {
		var c caso
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			for k, typed := range c.Input.Typed {
				got, err := ParseImporte(typed)
				if c.Expected.Error != nil {
					if !errors.Is(err, ErrImporte) {
						t.Errorf("ParseImporte(%q) = %v, %v, want ErrImporte", typed, got, err)
					}
					continue
				}
				if want := Importe(c.Expected.Cents[k]); got != want || err != nil {
					t.Errorf("ParseImporte(%q) = %v, %v, want %v", typed, got, err, want)
				}
			}
		})
	}
}

func TestParseImporte(t *testing.T) {
	good := map[string]Importe{
		"0":                        0,
		"-0":                       0,
		"5":                        500,
		"0,5":                      50,
		" 1.234,56 € ":             123_456,
		"1.234\u00a0€":             123_400,
		"999.999.999.999.999,99 €": 99_999_999_999_999_999,
	}
	for in, want := range good {
		if got, err := ParseImporte(in); got != want || err != nil {
			t.Errorf("ParseImporte(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	bad := []string{"€", "-", "--5", "+5", "- 5", "5 5", "1..234", ".234", "1.234.", "0.123", "12.34", "1.2345",
		",5", "5,", "1,2,3", "5 €€", "1e3", "١٢", "1.000.000.000.000.000", "99999999999999999999"}
	for _, in := range bad {
		if got, err := ParseImporte(in); !errors.Is(err, ErrImporte) {
			t.Errorf("ParseImporte(%q) = %v, %v, want ErrImporte", in, got, err)
		}
	}
}

func TestParseImporteInvertsCifra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Importe(rapid.Int64Range(-99_999_999_999_999_999, 99_999_999_999_999_999).Draw(t, "importe"))
		for _, text := range []string{want.Cifra(), want.String()} {
			if got, err := ParseImporte(text); got != want || err != nil {
				t.Fatalf("ParseImporte(%q) = %v, %v, want %v", text, got, err, want)
			}
		}
	})
}

func FuzzParseImporte(f *testing.F) {
	for _, s := range []string{"1.234,56", "-1.250,50 €", "1,234.56", "0,123", "", "€", "12.345.678,9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		i, err := ParseImporte(s)
		if err != nil {
			if !errors.Is(err, ErrImporte) || i != 0 {
				t.Fatalf("ParseImporte(%q) = %v, %v", s, i, err)
			}
			return
		}
		if again, err := ParseImporte(i.Cifra()); again != i || err != nil {
			t.Fatalf("ParseImporte(%q) = %v, written %q and read %v, %v", s, i, i.Cifra(), again, err)
		}
	})
}

// TestImporteArithmetic holds the guarded operations against unbounded arithmetic.
func TestImporteArithmetic(t *testing.T) {
	edge := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, math.MaxInt64}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := edge.Draw(t, "a"), edge.Draw(t, "b")
		fa, fb := FraccionDe(Importe(a)), FraccionDe(Importe(b))
		for _, op := range []struct {
			name  string
			exact Fraccion
			do    func() (Importe, error)
		}{
			{"Plus", fa.Add(fb), func() (Importe, error) { return Importe(a).Plus(Importe(b)) }},
			{"Minus", fa.Sub(fb), func() (Importe, error) { return Importe(a).Minus(Importe(b)) }},
			{"Times", fa.Mul(fb), func() (Importe, error) { return Importe(a).Times(b) }},
			{"Sum", fa.Add(fb), func() (Importe, error) { return Sum(Importe(a), Importe(b)) }},
		} {
			got, err := op.do()
			want, fits := op.exact.Exact()
			if fits != (err == nil) || got != want || (err != nil && !errors.Is(err, ErrDesborde)) {
				t.Fatalf("%d %s %d = %d, %v; want %d, fits %v", a, op.name, b, got, err, want, fits)
			}
		}
	})
}

func TestSumOfNothing(t *testing.T) {
	if got, err := Sum(); got != 0 || err != nil {
		t.Errorf("Sum() = %v, %v, want 0", got, err)
	}
}

func TestFraccionRED1(t *testing.T) {
	tests := []struct {
		f           Fraccion
		floor, ceil Importe
		text        string
	}{
		{Fraccion{}, 0, 0, "0"},
		{NewFraccion(25, 2), 12, 13, "25/2"},
		{NewFraccion(-25, 2), -13, -12, "-25/2"},
		{NewFraccion(50, 4), 12, 13, "25/2"},
		{NewFraccion(10, -4), -3, -2, "-5/2"},
		{NewFraccion(1005, 1), 1005, 1005, "1005"},
		{FraccionDe(math.MinInt64), math.MinInt64, math.MinInt64, "-9223372036854775808"},
	}
	for _, tt := range tests {
		t.Run("RED-1/"+tt.text, func(t *testing.T) {
			if got := tt.f.Floor(); got != tt.floor {
				t.Errorf("Floor = %d, want %d", got, tt.floor)
			}
			if got := tt.f.Ceil(); got != tt.ceil {
				t.Errorf("Ceil = %d, want %d", got, tt.ceil)
			}
			if got := tt.f.String(); got != tt.text {
				t.Errorf("String = %q, want %q", got, tt.text)
			}
			i, whole := tt.f.Exact()
			if whole != (tt.floor == tt.ceil) || (whole && i != tt.floor) {
				t.Errorf("Exact = %d, %v", i, whole)
			}
		})
	}
}

// TestFraccionDeduccion is the case MON-01: 5 per 100 of each coup, exact, and then
// rounded down because it is taken from the player.
func TestFraccionDeduccion(t *testing.T) {
	var exact []string
	var rounded []Importe
	for _, win := range []Importe{2500, 10000, 250, 20100} {
		d := FraccionDe(win).Mul(NewFraccion(5, 100))
		exact, rounded = append(exact, d.String()), append(rounded, d.Floor())
	}
	if diff := cmp.Diff([]string{"125", "500", "25/2", "1005"}, exact); diff != "" {
		t.Errorf("exact deductions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Importe{125, 500, 12, 1005}, rounded); diff != "" {
		t.Errorf("rounded deductions (-want +got):\n%s", diff)
	}
}

func TestFraccionOutOfRange(t *testing.T) {
	huge := FraccionDe(math.MaxInt64).Add(FraccionDe(math.MaxInt64))
	if i, ok := huge.Exact(); ok {
		t.Errorf("Exact of 2^64-2 = %d, true", i)
	}
	if got, want := huge.String(), "18446744073709551614"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	for name, round := range map[string]func() Importe{"Floor": huge.Floor, "Ceil": huge.Ceil} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of 2^64-2 did not panic", name)
				}
			}()
			round()
		}()
	}
}

func TestFraccionEqual(t *testing.T) {
	if a, b := NewFraccion(1, 2), NewFraccion(2, 4); !a.Equal(b) || !cmp.Equal(a, b) {
		t.Errorf("1/2 and 2/4 are not Equal")
	}
	if a := NewFraccion(1, 2); a.Equal(Fraccion{}) || a.Sub(a).Cmp(Fraccion{}) != 0 {
		t.Errorf("1/2 equals 0, or 1/2 - 1/2 does not")
	}
}
