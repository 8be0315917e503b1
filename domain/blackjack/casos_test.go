package blackjack

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

// readLine reads the first line of a file of testdata that match takes.
func readLine(t *testing.T, name string, match string, v any) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		if bytes.Contains(line, []byte(match)) {
			if err := json.Unmarshal(line, v); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no line %s", match)
}

// caso reads a line of testdata/casos.jsonl, a fault seen in similar software.
func caso(t *testing.T, id string, v any) {
	t.Helper()
	readLine(t, "casos.jsonl", `{"id": "`+id+`"`, v)
}

// hand settles one hand and wants it to come to that many céntimos.
func hand(t *testing.T, m Mano, cartas, banca string, want domain.Importe) Liquidacion {
	t.Helper()
	m.Cartas = naipes.MustParse(cartas)
	l, err := Settle(m, naipes.MustParse(banca))
	if err != nil || !l.Neto().Equal(domain.FraccionDe(want)) {
		t.Errorf("%s against %s: %s, %v, want %d", cartas, banca, l.Neto(), err, want)
	}
	return l
}

// splitCaso is a caso of a pair that was split.
type splitCaso struct {
	Input struct {
		Hands  [][]string
		Dealer []string
	}
	Expected struct {
		Hands []struct {
			Total int
			Net   domain.Importe
		}
		Total domain.Importe `json:"net_total"`
	}
}

func (c splitCaso) check(t *testing.T, m Mano) {
	t.Helper()
	banca, err := naipes.ParseCartas(c.Input.Dealer)
	check(t, err, nil, "")
	var total domain.Fraccion
	for k, textos := range c.Input.Hands {
		m.Cartas, err = naipes.ParseCartas(textos)
		check(t, err, nil, "")
		l, err := Settle(m, banca)
		check(t, err, nil, "")
		total = total.Add(l.Neto())
		if want := c.Expected.Hands[k]; !l.Neto().Equal(domain.FraccionDe(want.Net)) || Count(m.Cartas).Total != want.Total {
			t.Errorf("%v: %+v", textos, l)
		}
	}
	if !total.Equal(domain.FraccionDe(c.Expected.Total)) {
		t.Errorf("total %s", total)
	}
}

func TestCasosPairs(t *testing.T) {
	aces := Mano{Apuesta: 1000, Separada: true, Ases: true}
	t.Run("52.1.c/BJ-01", func(t *testing.T) {
		var c splitCaso
		caso(t, "BJ-01", &c)
		c.check(t, aces)
	})
	t.Run("52.1.a/52.1.c/BJ-02", func(t *testing.T) {
		var c splitCaso
		caso(t, "BJ-02", &c)
		c.check(t, aces)
		r, err := NewRonda(sabotOf("Ac 7c Ap Kd 9t 5c"), false, []domain.Importe{1000})
		check(t, err, nil, "")
		check(t, r.Play(Separar), nil, "")
		check(t, r.Play(Pedir), ErrTerminada, "52.1.a") // both hands are over
	})
	t.Run("52.1.a/52.1.c/BJ-04", func(t *testing.T) {
		var c splitCaso
		caso(t, "BJ-04", &c)
		c.check(t, Mano{Apuesta: 1000})
	})
	t.Run("52.1.d/BJ-19", func(t *testing.T) {
		var c struct {
			Input    struct{ Try []struct{ Hand []string } }
			Expected struct {
				Allowed []bool
				Stake   domain.Importe `json:"stake_second"`
			}
		}
		caso(t, "BJ-19", &c)
		for k, try := range c.Input.Try {
			cartas, err := naipes.ParseCartas(try.Hand)
			check(t, err, nil, "")
			if got := slices.Contains(Options(Mano{Cartas: cartas}), Doblar); got != c.Expected.Allowed[k] {
				t.Errorf("%v: doubles %v", try.Hand, got)
			}
		}
		if got := play(t, "8t 6d 8d Tt 3c Kc Td 9p", false, 1, "SPD").Casillas[0].Manos[1].Apuesta; got != c.Expected.Stake {
			t.Errorf("staked %d", got)
		}
	})
	t.Run("52.1.c/BJ-20", func(t *testing.T) {
		var c struct {
			Expected struct{ Right, Left []string }
		}
		caso(t, "BJ-20", &c)
		manos := play(t, "4t 6d 4d 7c 6p 5d 9c Td Kd", false, 1, "SCPCP").Casillas[0].Manos
		for k, want := range [][]string{c.Expected.Right, c.Expected.Left} {
			if got := naipes.FormatCartas(manos[k].Cartas); !slices.Equal(got, want) {
				t.Errorf("hand %d: %v, want %v", k, got, want)
			}
		}
	})
}

func TestCasosCounts(t *testing.T) {
	t.Run("48.1/BJ-05", func(t *testing.T) {
		if got := Count(naipes.MustParse("5t Ad Ac 5c")); got != (Cuenta{12, false}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("52.1.a/BJ-07", func(t *testing.T) {
		_, drawn, err := PlayBanca(naipes.MustParse("Kd")[0], naipes.MustParse("Ac 3t 9c"))
		if drawn != 1 || err != nil { // and none after the ace
			t.Errorf("draws %d, %v", drawn, err)
		}
		hand(t, Mano{Apuesta: 1000}, "7t 2d 7c", "Kd Ac", -1000)
	})
	t.Run("52.1.a/BJ-08", func(t *testing.T) {
		bank := naipes.MustParse("Ac 4d 7t")
		if Count(bank).Total != 12 || !BancaPide(bank) || BancaPide(naipes.MustParse("Ac 4d 7t 5c")) {
			t.Errorf("%+v", Count(bank))
		}
	})
	t.Run("52.1.a/BJ-10", func(t *testing.T) {
		if !BancaPide(naipes.MustParse("9t 7d")) {
			t.Error("the bank stands on 16")
		}
		hand(t, Mano{Apuesta: 1000}, "Td 5c", "9t 7d 9c", 1000)
	})
	t.Run("52.1.d/BJ-16", func(t *testing.T) {
		var c struct {
			Input    struct{ Hands [][]string }
			Expected struct {
				Allowed []bool `json:"double_allowed"`
			}
		}
		caso(t, "BJ-16", &c)
		for k, textos := range c.Input.Hands {
			cartas, err := naipes.ParseCartas(textos)
			check(t, err, nil, "")
			if got := slices.Contains(Options(Mano{Cartas: cartas}), Doblar); got != c.Expected.Allowed[k] {
				t.Errorf("%v: doubles %v", textos, got)
			}
		}
	})
}

func TestCasosPayments(t *testing.T) {
	t.Run("52.1.a/52.1.d/BJ-11", func(t *testing.T) {
		if l := hand(t, Mano{Apuesta: 2000, Doblada: true}, "5t 6d Kc", "7c 7d 7p", 0); l.Devuelto != 2000 {
			t.Errorf("%+v", l)
		}
	})
	t.Run("52.1.a/BJ-13", func(t *testing.T) {
		if l := hand(t, Mano{Apuesta: 1000}, "Ac Qt", "Ad Kd", 0); l.Devuelto != 1000 {
			t.Errorf("%+v", l)
		}
	})
	t.Run("52.1.a/BJ-14", func(t *testing.T) {
		var c struct {
			Input    struct{ Bets []domain.Importe }
			Expected struct{ Gain []domain.Importe }
		}
		caso(t, "BJ-14", &c)
		for k, bet := range c.Input.Bets {
			hand(t, Mano{Apuesta: bet}, "Ac Qt", "Td 9c", c.Expected.Gain[k])
		}
	})
	t.Run("52.1.a/52.1.b/BJ-17", func(t *testing.T) {
		if got := hands(play(t, "6t Kd 5d Kc Ac", false, 1, "D")); got != "6t 5d Kc -2000" {
			t.Errorf("%s", got)
		}
	})
}

// TestVentajas reckons the exact edge of an insurance that has seen the ace alone.
func TestVentajas(t *testing.T) {
	t.Run("52.1.b/insurance", func(t *testing.T) {
		var want struct {
			Edge string `json:"edge_fraction"`
		}
		readLine(t, "ventajas.jsonl", "seguro", &want)
		load := naipes.Barajas(Barajas)
		as := slices.IndexFunc(load, OffersSeguro)
		var net domain.Fraccion
		for k, c := range load {
			if k == as {
				continue
			}
			l, err := SettleSeguro(200, 100, []naipes.Carta{load[as], c})
			check(t, err, nil, "")
			net = net.Add(l.Neto())
		}
		if got := net.Mul(domain.NewFraccion(-1, 100*int64(len(load)-1))); got.String() != want.Edge {
			t.Errorf("edge %s, want %s", got, want.Edge)
		}
	})
}
