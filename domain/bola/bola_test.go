package bola

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
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

// wins lists the numbers at which a suerte wins.
func wins(s Suerte, pleno Numero) []int {
	var list []int
	for n := Numero(1); n <= MaxNumero; n++ {
		if n.Wins(s, pleno) {
			list = append(list, int(n))
		}
	}
	return list
}

func TestNumero(t *testing.T) {
	t.Run("142.2/the plate", func(t *testing.T) {
		for _, n := range []int{1, 9} {
			if got, err := ParseNumero(n); err != nil || int(got) != n || !got.Valid() {
				t.Errorf("ParseNumero(%d) = %v, %v", n, got, err)
			}
		}
		for _, n := range []int{-1, 0, 10, 257} {
			_, err := ParseNumero(n)
			check(t, err, ErrNumero, "142.2")
		}
	})
	t.Run("142.3/colours", func(t *testing.T) {
		for s, want := range map[Suerte][]int{Negro: {1, 3, 6, 8}, Rojo: {2, 4, 7, 9}} {
			if got := wins(s, 0); !slices.Equal(got, want) {
				t.Errorf("%v are %v, want %v", s, got, want)
			}
		}
	})
	t.Run("142.3/attributes", func(t *testing.T) {
		for n, want := range map[Numero]Atributos{1: {Negro, Impar, Falta}, 4: {Rojo, Par, Falta}, 6: {Negro, Par, Pasa}, 7: {Rojo, Impar, Pasa}, 8: {Negro, Par, Pasa}, 9: {Rojo, Impar, Pasa}} {
			if got := n.Atributos(); got != want {
				t.Errorf("the %d is %+v, want %+v", n, got, want)
			}
		}
	})
	t.Run("142.4/the house's number", func(t *testing.T) {
		if got := Casa; got != 5 {
			t.Errorf("the house's number is the %d", got)
		}
		for _, n := range []Numero{0, Casa, 10} {
			if got := n.Atributos(); got != (Atributos{}) {
				t.Errorf("the %d is %+v", n, got)
			}
			for s := Rojo; s <= Pasa; s++ {
				if n.Wins(s, 0) {
					t.Errorf("%v wins at the %d", s, n)
				}
			}
		}
	})
}

// TestPagos holds each row of art. 145.1 against the text and the identity of the table.
func TestPagos(t *testing.T) {
	tests := []struct {
		art     string
		s       Suerte
		numeros []int
		veces   int64
	}{
		{"145.1.a", Pleno, []int{5}, 7},
		{"145.1.b", Rojo, []int{2, 4, 7, 9}, 1}, {"145.1.b", Negro, []int{1, 3, 6, 8}, 1},
		{"145.1.b", Par, []int{2, 4, 6, 8}, 1}, {"145.1.b", Impar, []int{1, 3, 7, 9}, 1},
		{"145.1.b", Falta, []int{1, 2, 3, 4}, 1}, {"145.1.b", Pasa, []int{6, 7, 8, 9}, 1},
	}
	if len(tests) != len(pagos) || len(Suertes) != len(pagos) {
		t.Fatalf("%d rows and %d suertes, want %d", len(pagos), len(Suertes), len(tests))
	}
	for k, tt := range tests {
		t.Run(tt.art+"/"+tt.s.String(), func(t *testing.T) {
			p := tt.s.Pago()
			if Suertes[k] != tt.s || p.Suerte != tt.s || p.Articulo.Ref() != tt.art || p.Veces != tt.veces || p.Numeros != int64(len(tt.numeros)) {
				t.Errorf("row %d is %+v", k, p)
			}
			if got := p.Numeros * (p.Veces + 1); got != 8 {
				t.Errorf("numbers × (pay + 1) = %d, want 8", got)
			}
			if got := wins(tt.s, 5); !slices.Equal(got, tt.numeros) {
				t.Errorf("wins at %v, want %v", got, tt.numeros)
			}
			if again, err := ParseSuerte(tt.s.String()); again != tt.s || err != nil || tt.s.Sencilla() == (tt.s == Pleno) {
				t.Errorf("ParseSuerte = %v, %v; sencilla %v", again, err, tt.s.Sencilla())
			}
		})
	}
	t.Run("145.1/no suerte", func(t *testing.T) {
		for _, name := range []string{"", "?", "caballo", "Rojo"} {
			_, err := ParseSuerte(name)
			check(t, err, ErrSuerte, "145.1")
		}
		for _, s := range []Suerte{0, Pasa + 1} {
			if s.Valid() || s.String() != "?" || s.Pago() != (Pago{}) || len(wins(s, 0)) != 0 {
				t.Errorf("suerte %d: %v, %+v", s, s, s.Pago())
			}
		}
	})
}

func TestSettle(t *testing.T) {
	tests := []struct {
		name string
		n    Numero
		a    Apuesta
		want Liquidacion
	}{
		{"145.1.a/BOL-1/seven times and the stake", 5, Apuesta{Pleno, 5, 1000, false}, Liquidacion{Resultado: Gana, Ganado: 7000, Devuelto: 1000, Criterio: "BOL-1"}},
		{"145.1.a/another number", 5, Apuesta{Pleno, 9, 1000, false}, Liquidacion{Resultado: Pierde, Perdido: 1000}},
		{"145.1.b/par", 8, Apuesta{Par, 0, 1000, false}, Liquidacion{Resultado: Gana, Ganado: 1000, Devuelto: 1000}},
		{"145.1.b/lost", 8, Apuesta{Rojo, 0, 1000, false}, Liquidacion{Resultado: Pierde, Perdido: 1000}},
		{"145.2/rojo at the 5", 5, Apuesta{Rojo, 0, 1000, false}, Liquidacion{Resultado: Pierde, Perdido: 1000}},
		{"145.2/impar at the 5", 5, Apuesta{Impar, 0, 1000, false}, Liquidacion{Resultado: Pierde, Perdido: 1000}},
		{"145.2/falta at the 5", 5, Apuesta{Falta, 0, 1, false}, Liquidacion{Resultado: Pierde, Perdido: 1}},
		{"147/laid too late, winning", 8, Apuesta{Par, 0, 1000, true}, Liquidacion{Resultado: Rechazada, Devuelto: 1000}},
		{"147/laid too late, at the 5", 5, Apuesta{Par, 0, 1000, true}, Liquidacion{Resultado: Rechazada, Devuelto: 1000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ls, total, err := Settle(tt.n, []Apuesta{tt.a}, nil)
			check(t, err, nil, "")
			if art, _, _ := strings.Cut(tt.name, "/"); ls[0].Articulo.Ref() != art {
				t.Errorf("rests on %v", ls[0].Articulo)
			}
			if want := (Total{tt.a.Importe, tt.want.Ganado, tt.want.Devuelto, tt.want.Perdido}); total != want || total.Neto() != ls[0].Neto() {
				t.Errorf("total %+v, want %+v", total, want)
			}
			ls[0].Articulo = norma.Articulo{}
			if ls[0] != tt.want {
				t.Errorf("%+v, want %+v", ls[0], tt.want)
			}
		})
	}
}

func TestSettleErrors(t *testing.T) {
	tests := []struct {
		name     string
		n        Numero
		apuestas []Apuesta
		want     error
		cites    string
	}{
		{"142.2/no zero", 0, nil, ErrNumero, "142.2"},
		{"142.2/no ten", 10, nil, ErrNumero, "142.2"},
		{"145.1/no suerte", 1, []Apuesta{{Importe: 1}}, ErrSuerte, "145.1"},
		{"145.1.a/no number", 1, []Apuesta{{Suerte: Pleno, Importe: 1}}, ErrCombinacion, "145.1.a"},
		{"145.1.a/the ten", 1, []Apuesta{{Suerte: Pleno, Numero: 10, Importe: 1}}, ErrCombinacion, "145.1.a"},
		{"145.1.b/a number", 1, []Apuesta{{Suerte: Rojo, Numero: 1, Importe: 1}}, ErrCombinacion, "145.1.b"},
		{"145.1.b/nothing staked", 1, []Apuesta{{Suerte: Rojo}}, ErrImporte, "145.1.b"},
		{"145.1.b/too much", 1, []Apuesta{{Suerte: Rojo, Importe: MaxApostado + 1}}, domain.ErrDesborde, "145.1.b"},
		{"145.1.b/too much in all", 1, []Apuesta{{Suerte: Rojo, Importe: MaxApostado}, {Suerte: Rojo, Importe: 1}}, domain.ErrDesborde, "145.1.b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ls, total, err := Settle(tt.n, tt.apuestas, make([]Liquidacion, 1, 4))
			check(t, err, tt.want, tt.cites)
			if len(ls) != 1 || total != (Total{}) {
				t.Errorf("%d settlements and %+v with an error", len(ls), total)
			}
		})
	}
}

func TestLimites(t *testing.T) {
	tests := []struct {
		name       string
		autorizado domain.Importe
		pano       domain.Importe
		pleno, sen int64
		want       Limites
		err        error
		cites      string
	}{
		{"146.3/lowest factors", 100, 100, 40, 200, Limites{100, 4000, 20000}, nil, ""},
		{"146.3/highest factors", 100, 100, 100, 500, Limites{100, 10000, 50000}, nil, ""},
		{"146.3/pleno one below", 100, 100, 39, 200, Limites{}, ErrFactorPleno, "146.3"},
		{"146.3/pleno one above", 100, 100, 101, 200, Limites{}, ErrFactorPleno, "146.3"},
		{"146.3/sencilla one below", 100, 100, 40, 199, Limites{}, ErrFactorSencilla, "146.3"},
		{"146.3/sencilla one above", 100, 100, 40, 501, Limites{}, ErrFactorSencilla, "146.3"},
		{"146.2/BOL-2/double the minimum, the same maxima", 100, 200, 40, 200, Limites{200, 4000, 20000}, nil, ""},
		{"146.2/BOL-3/three times", 100, 300, 40, 200, Limites{}, ErrMinimo, "146.2"},
		{"146.2/BOL-3/one and a half", 100, 150, 40, 200, Limites{}, ErrMinimo, "146.2"},
		{"146.2/one céntimo below", 100, 99, 40, 200, Limites{}, ErrMinimo, "146.2"},
		{"146.1/nothing authorised", 0, 0, 40, 200, Limites{}, ErrImporte, "146.1"},
		{"146.3/too large a minimum", math.MaxInt64 / 2, math.MaxInt64 / 2, 40, 200, Limites{}, domain.ErrDesborde, "146.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := NewLimites(Autorizacion{tt.autorizado, tt.pleno, tt.sen}, tt.pano)
			check(t, err, tt.err, tt.cites)
			if l != tt.want {
				t.Errorf("limits %+v, want %+v", l, tt.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	l, err := NewLimites(Autorizacion{100, 40, 200}, 200)
	check(t, err, nil, "")
	tests := []struct {
		name    string
		s       Suerte
		importe domain.Importe
		want    error
		cites   string
	}{
		{"146.2/the minimum", Pleno, 200, nil, ""},
		{"146.2/one céntimo below", Pleno, 199, ErrInferior, "146.2"},
		{"146.2/one céntimo below, sencilla", Rojo, 199, ErrInferior, "146.2"},
		{"146.3/the maximum of a pleno", Pleno, 4000, nil, ""},
		{"146.3/one céntimo above", Pleno, 4001, ErrSuperior, "146.3"},
		{"146.3/the maximum of a sencilla", Pasa, 20000, nil, ""},
		{"146.3/one céntimo above, sencilla", Pasa, 20001, ErrSuperior, "146.3"},
		{"145.1/no suerte", 0, 200, ErrSuerte, "145.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, l.Check(tt.s, tt.importe), tt.want, tt.cites) })
	}
}

func TestCheckPanos(t *testing.T) {
	tests := []struct {
		name  string
		panos []domain.Importe
		want  error
		cites string
	}{
		{"146.2/two at the minimum", []domain.Importe{100, 100}, nil, ""},
		{"146.2/one kept, one doubled", []domain.Importe{200, 100}, nil, ""},
		{"146.2/BOL-3/all doubled", []domain.Importe{200, 200}, ErrNingunPano, "146.2"},
		{"146.2/BOL-3/three times", []domain.Importe{100, 300}, ErrMinimo, "146.2"},
		{"146.2/one céntimo below the double", []domain.Importe{100, 199}, ErrMinimo, "146.2"},
		{"146.2/none open", nil, ErrNingunPano, "146.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckPanos(100, tt.panos), tt.want, tt.cites) })
	}
	t.Run("146.1/nothing authorised", func(t *testing.T) { check(t, CheckPanos(0, []domain.Importe{0}), ErrImporte, "146.1") })
}

func TestListExcesos(t *testing.T) {
	tests := []struct {
		name   string
		lineas []Linea
		want   string
		err    error
	}{
		{"146.4/two players at the maximum", []Linea{{"A", 4000}, {"B", 4000}}, "[]", nil},
		{"146.4/one céntimo above", []Linea{{"A", 4000}, {"B", 4001}}, "[B]", nil},
		{"146.4/two lines of one player", []Linea{{"B", 2000}, {"A", 4000}, {"B", 2001}}, "[B]", nil},
		{"146.4/in the order of the table", []Linea{{"B", 4001}, {"A", 4001}, {"B", 1}}, "[B A]", nil},
		{"146.4/nothing", nil, "[]", nil},
		{"146.4/a stake of nothing", []Linea{{"A", 0}}, "[]", ErrImporte},
		{"146.4/a sum that does not fit", []Linea{{"A", 1}, {"A", math.MaxInt64}}, "[]", domain.ErrDesborde},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ListExcesos(4000, tt.lineas)
			cites := ""
			if tt.err != nil {
				cites = "146.4"
			}
			check(t, err, tt.err, cites)
			if fmt.Sprint(got) != tt.want {
				t.Errorf("%v, want %s", got, tt.want)
			}
		})
	}
	t.Run("146.4/no maximum", func(t *testing.T) {
		_, err := ListExcesos(0, nil)
		check(t, err, ErrImporte, "146.4")
	})
}

// lines reads a file of testdata, a value of JSON a line.
func lines[T any](t *testing.T, name string) []T {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var list []T
	for line := range bytes.Lines(raw) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// TestVentajas reckons the exact edge of every bet: every number once, settled by the
// engine.
func TestVentajas(t *testing.T) {
	type ventaja struct {
		Bet, Article, Reading string
		Edge                  string `json:"edge_fraction"`
	}
	found := 0
	for _, want := range lines[ventaja](t, "ventajas.jsonl") {
		if want.Reading != "chosen" {
			continue
		}
		found++
		t.Run(want.Article+"/"+want.Bet, func(t *testing.T) {
			a := Apuesta{Suerte: Pleno, Importe: 100}
			if n, ok := strings.CutPrefix(want.Bet, "pleno al "); ok {
				k, _ := strconv.Atoi(n)
				a.Numero = Numero(k)
			} else {
				a.Suerte, _ = ParseSuerte(want.Bet)
			}
			var net domain.Importe
			for n := Numero(1); n <= MaxNumero; n++ {
				_, total, err := Settle(n, []Apuesta{a}, nil)
				check(t, err, nil, "")
				net += total.Neto()
			}
			if got := domain.NewFraccion(-int64(net), 100*int64(MaxNumero)).String(); got != want.Edge {
				t.Errorf("edge %s, want %s", got, want.Edge)
			}
		})
	}
	if found != 8 {
		t.Errorf("%d edges, want 8", found)
	}
}

func TestCasos(t *testing.T) {
	type caso struct {
		ID       string
		Input    struct{ Ball Numero }
		Expected struct {
			NetEach    domain.Importe `json:"net_each"`
			Net        []domain.Importe
			Black, Red []int
		}
	}
	casos := map[string]caso{}
	for _, c := range lines[caso](t, "casos.jsonl") {
		casos[c.ID] = c
	}
	t.Run("145.2/142.4/BOL-01", func(t *testing.T) {
		c := casos["BOL-01"]
		for s := Rojo; s <= Pasa; s++ {
			ls, _, err := Settle(c.Input.Ball, []Apuesta{{Suerte: s, Importe: 200}}, nil)
			check(t, err, nil, "")
			if ls[0].Neto() != c.Expected.NetEach || ls[0].Devuelto != 0 {
				t.Errorf("%v: %+v", s, ls[0])
			}
		}
	})
	t.Run("145.1.a/142.3/BOL-02", func(t *testing.T) {
		c := casos["BOL-02"]
		ls, _, err := Settle(c.Input.Ball, []Apuesta{{Suerte: Pleno, Numero: 5, Importe: 200}, {Suerte: Pleno, Numero: 9, Importe: 200}}, nil)
		check(t, err, nil, "")
		if got := []domain.Importe{ls[0].Neto(), ls[1].Neto()}; !slices.Equal(got, c.Expected.Net) {
			t.Errorf("net %v, want %v", got, c.Expected.Net)
		}
		if black, red := wins(Negro, 0), wins(Rojo, 0); !slices.Equal(black, c.Expected.Black) || !slices.Equal(red, c.Expected.Red) {
			t.Errorf("black %v, red %v", black, red)
		}
	})
}

// FuzzSettle: whatever the facts, no panic, and the money of a settlement is that which
// was staked and won.
func FuzzSettle(f *testing.F) {
	f.Add(uint8(5), []byte{1, 5, 100, 3, 2, 0, 50, 60})
	f.Add(uint8(0), []byte{9, 9, 9, 9})
	f.Fuzz(func(t *testing.T, n uint8, raw []byte) {
		var apuestas []Apuesta
		for ; len(raw) >= 4; raw = raw[4:] {
			apuestas = append(apuestas, Apuesta{Suerte(raw[0]), Numero(raw[1]), domain.Importe(int8(raw[2])) << (raw[3] % 64), raw[3] >= 192})
		}
		ls, total, err := Settle(Numero(n), apuestas, nil)
		if err != nil {
			if _, ok := norma.Cited(err); !ok || len(ls) != 0 {
				t.Fatalf("%d settlements, error %v", len(ls), err)
			}
			return
		}
		var sum Total
		for k, l := range ls {
			if min(l.Ganado, l.Devuelto, l.Perdido) < 0 || l.Devuelto+l.Perdido != apuestas[k].Importe || l.Articulo.IsZero() {
				t.Fatalf("%+v of %+v", l, apuestas[k])
			}
			sum = Total{sum.Apostado + apuestas[k].Importe, sum.Ganado + l.Ganado, sum.Devuelto + l.Devuelto, sum.Perdido + l.Perdido}
		}
		if sum != total {
			t.Fatalf("total %+v, want %+v", total, sum)
		}
	})
}

func BenchmarkSettle(b *testing.B) {
	apuestas, dst := make([]Apuesta, 100), make([]Liquidacion, 0, 100)
	for k := range apuestas {
		apuestas[k] = Apuesta{Suerte: Suertes[k%len(Suertes)], Importe: 100}
		if apuestas[k].Suerte == Pleno {
			apuestas[k].Numero = Numero(k%9 + 1)
		}
	}
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		if _, _, err := Settle(Numero(k%9+1), apuestas, dst); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(apuestas)), "ns/bet")
}
