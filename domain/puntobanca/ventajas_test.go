package puntobanca

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

// ventaja is a line of testdata/ventajas.jsonl: the edge of a bet, reckoned elsewhere.
type ventaja struct {
	Bet, Article string
	Edge         string `json:"edge_fraction"`
}

func readLines[T any](t *testing.T, name string) []T {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var vs []T
	for line := range bytes.Lines(raw) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	return vs
}

// puntosPosibles are the points that a card may count.
const puntosPosibles = maxPuntos + 1

// ways counts the orders in which six cards leave six whole packs, by how the jugada ends.
type ways map[final]int64

// final is what a settlement depends on.
type final struct{ punto, banca int }

// enumerate plays every order of six cards, told apart by what they count: each stands for
// as many as there are cards of those points left, in turn.
func enumerate(t *testing.T) (w ways, example map[final]Jugada) {
	t.Helper()
	var left [puntosPosibles]int64
	var carta [puntosPosibles]naipes.Carta
	for _, c := range naipes.Barajas(Barajas) {
		left[Puntos(c)]++
		carta[Puntos(c)] = c
	}
	w, example = ways{}, map[final]Jugada{}
	sabot := make([]naipes.Carta, 0, MaxCartas)
	var deal func(orders int64)
	deal = func(orders int64) {
		if len(sabot) < MaxCartas {
			for p := range left {
				n := left[p]
				left[p]--
				sabot = append(sabot, carta[p])
				deal(orders * n)
				sabot = sabot[:len(sabot)-1]
				left[p]++
			}
			return
		}
		j, err := Deal(sabot)
		if err != nil {
			t.Fatal(err)
		}
		f := final{j.Punto.Total(), j.Banca.Total()}
		w[f] += orders
		example[f] = j
	}
	deal(1)
	return w, example
}

// edge is what the house expects of each unit on a suerte; void jugadas are left out of the
// units when so asked.
func edge(t *testing.T, w ways, example map[final]Jugada, s Suerte, o Opcion, withoutVoid bool) domain.Fraccion {
	t.Helper()
	const importe = 100
	var net domain.Fraccion
	units := int64(0)
	for f, orders := range w {
		ls, _, err := Settle(example[f], o, []Apuesta{{s, importe}})
		if err != nil {
			t.Fatal(err)
		}
		net = net.Add(ls[0].Neto().Mul(domain.NewFraccion(orders, importe)))
		if ls[0].Resultado != Nula || !withoutVoid {
			units += orders
		}
	}
	return net.Mul(domain.NewFraccion(-1, units))
}

// TestVentajas reckons the exact edge of every bet from the engine, with six packs.
func TestVentajas(t *testing.T) {
	w, example := enumerate(t)
	t.Run("62.1/67/as many orders as there are", func(t *testing.T) {
		got := map[Suerte]int64{}
		for f, orders := range w {
			got[example[f].Ganador()] += orders
		}
		if got[Punto] != 392220492728832 || got[Banca] != 403095751234560 || got[Igualdad] != 83552962932288 {
			t.Errorf("%v", got)
		}
	})
	for _, want := range readLines[ventaja](t, "ventajas.jsonl") {
		t.Run(strings.ReplaceAll(want.Article, ", ", "/")+"/"+want.Bet, func(t *testing.T) {
			s, err := ParseSuerte(strings.FieldsFunc(want.Bet, func(r rune) bool { return r == ' ' || r == ',' })[0])
			check(t, err, nil, "")
			o := CincoPorCiento
			if strings.Contains(want.Bet, "50 %") {
				o = MitadConSeis
			}
			if got := edge(t, w, example, s, o, strings.Contains(want.Bet, "void")); got.String() != want.Edge {
				t.Errorf("edge %s, want %s", got, want.Edge)
			}
		})
	}
}
