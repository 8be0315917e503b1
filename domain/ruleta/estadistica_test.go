package ruleta

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// spins are numbers of a wheel that gives one of them so much more often.
func spins(r *rand.Rand, n int, favour Numero, extra float64) []Numero {
	ns := make([]Numero, n)
	for k := range ns {
		ns[k] = Numero(r.IntN(NumNumeros))
		if r.Float64() < extra {
			ns[k] = favour
		}
	}
	return ns
}

func TestEstadistica(t *testing.T) {
	t.Run("none", func(t *testing.T) {
		var e Estadistica
		if e.JiCuadrado() != 0 || e.Probabilidad() != 1 || e.Dictamen() != SinMuestra || e.Desviacion(3) != 0 {
			t.Errorf("%+v", e)
		}
	})
	t.Run("even", func(t *testing.T) {
		var ns []Numero
		for range 10 {
			ns = append(ns, Cilindro...)
		}
		e := NewEstadistica(ns)
		if e.Total != 370 || e.JiCuadrado() != 0 || e.Dictamen() != Normal {
			t.Errorf("%d numbers, %v", e.Total, e.JiCuadrado())
		}
	})
	t.Run("one fewer than five of each", func(t *testing.T) {
		if d := NewEstadistica(make([]Numero, 184)).Dictamen(); d != SinMuestra {
			t.Errorf("got %s, want too few", d)
		}
		if d := NewEstadistica(make([]Numero, 185)).Dictamen(); d != Revisar {
			t.Errorf("got %s for the 0 alone", d)
		}
	})
	// Percentiles of the distribution with 36 degrees of freedom, from printed tables.
	t.Run("percentiles", func(t *testing.T) {
		for _, p := range []struct{ x, tail float64 }{{50.998, 0.05}, {58.619, 0.01}, {67.985, 0.001}, {35.336, 0.5}} {
			half, term, sum := p.x/2, math.Exp(-p.x/2), 0.0
			for k := range gradosLibertad / 2 {
				if k > 0 {
					term *= half / float64(k)
				}
				sum += term
			}
			if math.Abs(sum-p.tail) > 1e-4 {
				t.Errorf("tail of %v is %v, want %v", p.x, sum, p.tail)
			}
		}
	})
}

// TestFalsaAlarma holds the rate of false alarms that is stated, and that a fault shows.
func TestFalsaAlarma(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const wheels = 4000
	alarms, found := 0, 0
	for range wheels {
		if NewEstadistica(spins(r, 1000, 0, 0)).Dictamen() == Revisar {
			alarms++
		}
	}
	if rate := float64(alarms) / wheels; rate < 0.005 || rate > 0.016 {
		t.Errorf("false alarms %.4f of the time, stated %.2f", rate, FalsaAlarma)
	}
	for range 100 {
		if NewEstadistica(spins(r, 5000, 17, 0.02)).Dictamen() == Revisar {
			found++
		}
	}
	if found < 95 {
		t.Errorf("a wheel that favours a number by half again was found %d times of 100", found)
	}
}

func TestReadNumeros(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Numero
		err        error
	}{
		{"plain", "17\n0\n36\n", []Numero{17, 0, 36}, nil},
		{"with instants", "2026-11-30T22:10:00Z;17\r\n2026-11-30T22:11:10Z;0\r\n", []Numero{17, 0}, nil},
		{"heading", "\ufeffhora,numero\n22:10,5\n\n22:12,6", []Numero{5, 6}, nil},
		{"quoted", "a,\"17\"", []Numero{17}, nil},
		{"empty", "", nil, nil},
		{"37", "17\n37\n", nil, ErrLectura},
		{"negative", "-1\n", nil, ErrLectura},
		{"letters", "17\nx\n", nil, ErrLectura},
		{"three figures", "017\n", nil, ErrLectura},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadNumeros(tt.text)
			if !errors.Is(err, tt.err) || !slices.Equal(got, tt.want) {
				t.Errorf("ReadNumeros = %v, %v, want %v, %v", got, err, tt.want, tt.err)
			}
		})
	}
	if _, err := ReadNumeros(strings.Repeat("1\n", MaxLectura+1)); !errors.Is(err, ErrLectura) {
		t.Errorf("got %v for too many", err)
	}
	if err := CheckCilindro(Cilindro); err != nil {
		t.Error(err)
	}
}

// FuzzNumeros reads any text: what it takes it writes and reads back.
func FuzzNumeros(f *testing.F) {
	f.Add("hora;numero\n1;17\n")
	f.Add("0 36")
	f.Fuzz(func(t *testing.T, text string) {
		ns, err := ReadNumeros(text)
		if err != nil {
			if !errors.Is(err, ErrLectura) {
				t.Errorf("error %v", err)
			}
			return
		}
		if back, err := ParseNumeros(FormatNumeros(ns)); err != nil || !slices.Equal(back, ns) {
			t.Errorf("%v came back as %v, %v", ns, back, err)
		}
	})
}
