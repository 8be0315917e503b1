package ruleta

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/prision"
)

// ventaja is a line of testdata/ventajas.jsonl: the edge of a bet, reckoned elsewhere.
type ventaja struct {
	Game, Bet, Article, Reading string
	Edge                        string `json:"edge_fraction"`
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

// edge is what the house expects of each unit on a place, its player taking the half at a
// zero: every number once, settled by the engine.
func edge(t *testing.T, v Variante, p Postura) domain.Fraccion {
	t.Helper()
	const importe = 2
	var net domain.Fraccion
	for n := Numero(0); n <= MaxNumero; n++ {
		net = net.Add(settleOne(t, v, Tirada{Numero: n}, Apuesta{Postura: p, Importe: importe, Eleccion: prision.Mitad}).Neto().Fraccion())
	}
	return net.Mul(domain.NewFraccion(-1, importe*NumNumeros))
}

// alwaysPrison is the edge of a sencilla whose player never takes the half while he need
// not. After a zero the rest of the way is the same on a stake whose worth is halved, so
// with r the part of its worth that a stake just imprisoned recovers, and f and h what a
// number frees and a second zero leaves of it (both asked of the engine):
// r = P(win)·f + P(zero)·h·r.
func alwaysPrison(t *testing.T) domain.Fraccion {
	t.Helper()
	const importe = 1 << 20
	negro := mustPostura(t, Negro)
	wish := []prision.Opcion{prision.Prision, prision.Prision}
	part := func(spins ...Tirada) domain.Fraccion {
		s, err := Follow(Francesa, negro, importe, 1, spins, wish)
		if err != nil {
			t.Fatal(err)
		}
		l := s.Postura.Liquidacion()
		return l.Devuelto.Add(l.Pendiente).Add(l.Ganado).Mul(domain.NewFraccion(1, importe))
	}
	var won, freed, zeros int64
	for n := Numero(0); n <= MaxNumero; n++ {
		switch {
		case n == 0:
			zeros++
		case part(Tirada{Numero: n}).String() == "2":
			won++
		}
		if n != 0 && part(Tirada{}, Tirada{Numero: n}).String() == "1" {
			freed++
		}
	}
	p := func(n int64) domain.Fraccion { return domain.NewFraccion(n, NumNumeros) }
	h := part(Tirada{}, Tirada{})
	// 1 - P(zero)·h has no Fraccion division: r = P(win) / that, with h = 1/2.
	if got := h.String(); got != "1/2" || zeros != 1 {
		t.Fatalf("a second zero leaves %s, %d zeros", got, zeros)
	}
	r := p(freed).Mul(domain.NewFraccion(2*NumNumeros, 2*NumNumeros-1))
	back := p(won).Mul(domain.NewFraccion(2, 1)).Add(p(zeros).Mul(r))
	return domain.NewFraccion(1, 1).Sub(back)
}

// TestVentajas reckons the exact edge of every bet from the engine.
func TestVentajas(t *testing.T) {
	found := 0
	for _, want := range readVentajas(t) {
		if want.Reading != "chosen" {
			continue
		}
		name := strings.ReplaceAll(want.Article, "º", "") + "/" + want.Game + " " + want.Bet
		t.Run(name, func(t *testing.T) {
			found++
			v := Francesa
			if want.Game == string(domain.RuletaAmericana) {
				v = Americana
			}
			switch want.Bet {
			case "sencilla, always prison (RUL-1 = halving)":
				if got := alwaysPrison(t).String(); got != want.Edge {
					t.Errorf("edge %s, want %s", got, want.Edge)
				}
				return
			case "sencilla, best choice at every zero":
				got := edge(t, v, mustPostura(t, Negro))
				if prison := alwaysPrison(t); prison.Cmp(got) < 0 { // the choice is the same at every zero
					got = prison
				}
				if got.String() != want.Edge {
					t.Errorf("edge %s, want %s", got, want.Edge)
				}
				return
			}
			s, err := ParseSuerte(strings.TrimSuffix(want.Bet, " (half on the zero)"))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range Posturas() {
				if p.Suerte() != s {
					continue
				}
				if got := edge(t, v, p).String(); got != want.Edge {
					t.Errorf("edge of %v %s, want %s", p.Numeros().List(), got, want.Edge)
				}
			}
		})
	}
	if want := 2*15 + 2; found != want {
		t.Errorf("%d edges, want %d", found, want)
	}
}
