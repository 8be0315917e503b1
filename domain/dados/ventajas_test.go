package dados

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foliado/domain"
)

// ventaja is a line of testdata/ventajas.jsonl: the edge of a bet, reckoned elsewhere.
type ventaja struct {
	Bet, Article, Reading string
	Edge                  string `json:"edge_fraction"`
}

func readVentajas(t *testing.T) []ventaja {
	t.Helper()
	raw, err := os.ReadFile("testdata/ventajas.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var vs []ventaja
	for line := range bytes.Lines(raw) {
		var v ventaja
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	return vs
}

// expected is what the player expects of the stake with that ID on a table, by recursion
// over the engine: the throws that decide it, those that move it, and those that leave it
// as it was, which only put the decision off. With ends a null throw decides it too.
func expected(t *testing.T, m *Mesa, id string, ends bool) domain.Fraccion {
	t.Helper()
	casilla := m.find(id).Casilla
	var sum domain.Fraccion
	decides := int64(0)
	forEach(func(d Dados) {
		next := *m
		next.posturas = slices.Clone(m.posturas)
		l := throw(t, &next, id, d)
		switch p := next.find(id); {
		case p == nil:
			sum = sum.Add(l.Neto())
		case p.Casilla != casilla:
			sum = sum.Add(expected(t, &next, id, ends))
		case !(ends && l.Resultado == Nulo):
			return
		}
		decides++
	})
	return sum.Mul(domain.NewFraccion(1, decides))
}

const ventajaImporte = 1000

// edgeOf is the edge of a stake laid after the given steps.
func edgeOf(t *testing.T, r Reglas, ends bool, bet Apuesta, steps ...any) domain.Fraccion {
	t.Helper()
	bet.ID, bet.Importe = "x", ventajaImporte
	m := tabla(t, r, append(steps, bet)...)
	return expected(t, m, "x", ends).Mul(domain.NewFraccion(-1, ventajaImporte))
}

// withOdds is the edge of a sencilla with all the asociadas it admits, by unit staked; a
// null throw ends the bet.
func withOdds(t *testing.T, s Suerte) domain.Fraccion {
	t.Helper()
	lost := edgeOf(t, Reglas{}, true, Apuesta{Suerte: s})
	action := domain.NewFraccion(1, 1)
	forEach(func(d Dados) {
		if puntos.Contains(d.Total()) {
			tope, err := MaxAsociada(s, d.Total(), ventajaImporte)
			check(t, err, nil, "")
			action = action.Add(tope.Maximo.Mul(domain.NewFraccion(1, 36*ventajaImporte)))
		}
	})
	num, den, divides := strings.Cut(action.String(), "/")
	if !divides {
		den = "1"
	}
	n, _ := strconv.ParseInt(num, 10, 64)
	d, _ := strconv.ParseInt(den, 10, 64)
	return lost.Mul(domain.NewFraccion(d, n))
}

// reckon is the edge of a bet by its name in the list; false for the readings that the
// engine does not take.
func reckon(t *testing.T, bet string) (domain.Fraccion, bool) {
	t.Helper()
	name, rest, _ := strings.Cut(bet, " ")
	ends := strings.Contains(rest, "given back")
	var n int
	switch {
	case strings.Contains(rest, "for one"):
		return domain.Fraccion{}, false
	case bet == "juego7 paid 4 times (DAD-1)":
		return edgeOf(t, Reglas{Juego7: PagoCuatro}, false, Apuesta{Suerte: Juego7}), true
	case strings.Contains(rest, "odds at the maximum"):
		return withOdds(t, Suerte(name)), true
	case name == "odds":
		var base string
		if _, err := fmt.Sscanf(strings.ReplaceAll(rest, ",", ""), "of %s point %d", &base, &n); err != nil {
			t.Fatal(err)
		}
		var steps []any
		if s := Suerte(base); s == Come || s == DontCome {
			steps = append(steps, sums(14 - n)[0])
		}
		steps = append(steps, Apuesta{ID: "a", Suerte: Suerte(base), Importe: ventajaImporte}, sums(n)[0])
		return edgeOf(t, Reglas{}, false, Apuesta{Suerte: Asociada, Base: "a"}, steps...), true
	case name == "come" || name == "dont_come":
		return edgeOf(t, Reglas{}, ends, Apuesta{Suerte: Suerte(name)}, Dados{2, 4}), true
	}
	n, _ = strconv.Atoi(rest)
	return edgeOf(t, Reglas{}, ends, Apuesta{Suerte: Suerte(name), Numero: n}), true
}

// TestVentajas reckons the exact edge of every bet from the engine.
func TestVentajas(t *testing.T) {
	found := 0
	for _, want := range readVentajas(t) {
		t.Run(strings.ReplaceAll(want.Article, "º", "")+"/"+want.Bet, func(t *testing.T) {
			got, ok := reckon(t, want.Bet)
			if !ok {
				return
			}
			found++
			if got.String() != want.Edge {
				t.Errorf("edge %s, want %s", got, want.Edge)
			}
		})
	}
	if want := 61; found != want {
		t.Errorf("%d edges, want %d", found, want)
	}
}
