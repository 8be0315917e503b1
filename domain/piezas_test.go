package domain

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPiezasTotal(t *testing.T) {
	tests := []struct {
		name string
		in   Piezas
		want Importe
		err  bool
	}{
		{"nothing", nil, 0, false},
		{"chips", Piezas{10_000: 20, 500: 3}, 201_500, false},
		{"no pieces of a value", Piezas{10_000: 0}, 0, false},
		{"the largest sum", Piezas{maxRecuento: 1}, maxRecuento, false},
		{"one céntimo above it", Piezas{maxRecuento: 1, 1: 1}, 0, true},
		{"value 0", Piezas{0: 1}, 0, true},
		{"value 0 without pieces", Piezas{0: 0}, 0, true},
		{"negative value", Piezas{-100: 1}, 0, true},
		{"negative pieces", Piezas{100: -1}, 0, true},
		{"product overflows", Piezas{math.MaxInt64: math.MaxInt64}, 0, true},
		{"product wraps to something small", Piezas{1 << 32: 1 << 32}, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.in.Total()
			if got != tt.want || errors.Is(err, ErrPiezas) != tt.err || (err != nil) != tt.err {
				t.Errorf("Total() = %v, %v, want %v, error %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestPiezasDenominaciones(t *testing.T) {
	p := Piezas{math.MaxInt64: 1, -math.MaxInt64: 1, 100: 0, 500: 1, 2000: 1}
	want := []Importe{math.MaxInt64, 2000, 500, -math.MaxInt64}
	if diff := cmp.Diff(want, p.Denominaciones()); diff != "" {
		t.Errorf("Denominaciones (-want +got):\n%s", diff)
	}
}

func TestParsePiezas(t *testing.T) {
	p, err := ParsePiezas("10000x20 500x3")
	if diff := cmp.Diff(Piezas{10_000: 20, 500: 3}, p); diff != "" || err != nil {
		t.Errorf("ParsePiezas: %v (-want +got):\n%s", err, diff)
	}
	for _, s := range []string{" ", "500", "500x", "x3", "500x3 10000x20", "500x3 500x3", "500x0", "500x-3", "0x3",
		"-5x3", "+500x3", "0500x3", "500x3 ", "500 x3", "9223372036854775808x1", "100000000000000x2"} {
		if p, err := ParsePiezas(s); !errors.Is(err, ErrPiezas) || p != nil {
			t.Errorf("ParsePiezas(%q) = %v, %v, want ErrPiezas", s, p, err)
		}
	}
}

func TestParsePiezasInvertsString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.MapOf(rapid.Int64Range(1, 1_000_000), rapid.Int64Range(0, 10_000)).Draw(t, "piezas")
		p := Piezas{}
		want := Piezas{}
		for v, n := range m {
			p[Importe(v)] = n
			if n > 0 {
				want[Importe(v)] = n
			}
		}
		got, err := ParsePiezas(p.String())
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("ParsePiezas(%q): %v (-want +got):\n%s", p.String(), err, diff)
		}
	})
}

func FuzzParsePiezas(f *testing.F) {
	for _, s := range []string{"", "10000x20 500x3", "1x1", "5x-1", "9223372036854775807x9223372036854775807"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePiezas(s)
		if err != nil {
			if !errors.Is(err, ErrPiezas) || p != nil {
				t.Fatalf("ParsePiezas(%q) = %v, %v", s, p, err)
			}
			return
		}
		if got := p.String(); got != s {
			t.Fatalf("ParsePiezas(%q) is written %q", s, got)
		}
		if _, err := p.Total(); err != nil {
			t.Fatalf("ParsePiezas(%q) accepted what Total refuses: %v", s, err)
		}
	})
}

func TestPiezasJSON(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		err              error
	}{
		{"36.2/a count", `{"500":7500,"10000":2}`, "10000x2 500x7500", nil},
		{"36.2/nothing found", `{}`, "", nil},
		{"36.2/not counted", `null`, "", nil},
		{"36.2/one denomination in two ways", `{"500":1,"0500":7500}`, "", ErrPiezas},
		{"36.2/one denomination twice", `{"500":1,"500":7500}`, "", ErrPiezas},
		{"36.2/half a piece", `{"500":1.5}`, "", ErrPiezas},
		{"36.2/no denomination", `{"cinco":1}`, "", ErrPiezas},
		{"36.2/a list", `[500]`, "", ErrPiezas},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p Piezas
			err := json.Unmarshal([]byte(c.text), &p)
			if !errors.Is(err, c.err) || p.String() != c.want {
				t.Errorf("got %q, %v; want %q, %v", p.String(), err, c.want, c.err)
			}
		})
	}
}
