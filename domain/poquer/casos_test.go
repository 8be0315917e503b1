package poquer

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

// caso is what most casos share.
type caso struct {
	Input struct {
		Variant       string
		Board         []string
		Hands         map[string][]string
		Seven         []string
		Pot           domain.Importe
		Contributions map[string]domain.Importe
		Ranking       []string
	}
	Expected map[string]json.RawMessage
}

// word reads a result that is a text.
func (c caso) word(key string) string {
	var s string
	_ = json.Unmarshal(c.Expected[key], &s)
	return s
}

// variantesDeCaso are the names of the casos.
var variantesDeCaso = map[string]Nombre{"hold'em": Holdem, "omaha": Omaha, "cubierto con descarte": Cubierto52, "": Holdem}

func parse(t *testing.T, textos []string) []naipes.Carta {
	t.Helper()
	cartas, err := naipes.ParseCartas(textos)
	if err != nil {
		t.Fatal(err)
	}
	return cartas
}

// show returns who wins a caso and what each hand is worth, by the name of the player.
func (c caso) show(t *testing.T) (ganadores []string, valores map[string]naipes.Valor, err error) {
	t.Helper()
	v := variante(t, variantesDeCaso[c.Input.Variant])
	nombres := slices.Sorted(maps.Keys(c.Input.Hands))
	valores = map[string]naipes.Valor{}
	var propias [][]naipes.Carta
	for _, n := range nombres {
		propias = append(propias, parse(t, c.Input.Hands[n]))
		if valores[n], err = v.Best(propias[len(propias)-1], parse(t, c.Input.Board)); err != nil {
			return nil, nil, err
		}
	}
	ganan, _, err := v.Ganadores(propias, parse(t, c.Input.Board))
	for _, k := range ganan {
		ganadores = append(ganadores, nombres[k])
	}
	return ganadores, valores, err
}

// describe names a hand as the casos do: "escalera al 5", "doble pareja 8-7".
func describe(v naipes.Valor) string {
	s := v.Categoria().Nombre()
	d := v.Desempate()
	switch v.Categoria() {
	case naipes.CategoriaEscalera, naipes.CategoriaEscaleraColor:
		s += " al " + strings.Replace(d[0].String(), "T", "10", 1)
	case naipes.CategoriaPareja:
		s += " de " + d[0].String()
	case naipes.CategoriaDoblePareja:
		s += " " + d[0].String() + "-" + d[1].String()
	}
	return s
}

func readCasos(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	casos := map[string]json.RawMessage{}
	for line := range bytes.Lines(raw) {
		var c struct{ ID string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		casos[c.ID] = line
	}
	if len(casos) != 18 {
		t.Fatalf("%d casos", len(casos))
	}
	return casos
}

func TestCasosDeManos(t *testing.T) {
	casos := readCasos(t)
	read := func(t *testing.T, id string) caso {
		t.Helper()
		var c caso
		if err := json.Unmarshal(casos[id], &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, name := range []string{"113.1/117.1/CIR-01", "113.1/117.1.b/CIR-02", "117.2.g/CIR-05", "124.1/CIR-11"} {
		t.Run(name, func(t *testing.T) {
			c := read(t, name[len(name)-6:])
			ganadores, valores, err := c.show(t)
			if err != nil || !slices.Equal(ganadores, []string{c.word("winner")}) {
				t.Errorf("%v win, %v, want %s", ganadores, err, c.word("winner"))
			}
			for n, v := range valores {
				if want := c.word(n); !strings.HasPrefix(want, describe(v)) {
					t.Errorf("%s has %s, want %s", n, describe(v), want)
				}
			}
		})
	}
	for name, want := range map[string]string{"117.1.d/CIR-04": "full", "117.1.a/CIR-26": "escalera real de color"} {
		t.Run(name, func(t *testing.T) {
			c := read(t, name[len(name)-6:])
			v, err := variante(t, SevenStud).Best(parse(t, c.Input.Seven), nil)
			if err != nil || v.Categoria().Nombre() != want || c.word("category") != want {
				t.Errorf("%s, %v, want %s", v.Categoria().Nombre(), err, c.word("category"))
			}
			if trio := c.word("trio"); trio != "" && v.Rango().String() != trio {
				t.Errorf("of %s, want %s", v.Rango(), trio)
			}
		})
	}
	t.Run("117.2.g/CIR-07", func(t *testing.T) {
		ganadores, _, err := read(t, "CIR-07").show(t)
		if err != nil || !slices.Equal(ganadores, []string{"A", "B"}) {
			t.Errorf("%v win, %v", ganadores, err)
		}
	})
	t.Run("117.2.c/118.9/CIR-08", func(t *testing.T) {
		c := read(t, "CIR-08")
		ganadores, valores, err := c.show(t)
		if err != nil || len(ganadores) != 4 {
			t.Fatalf("%v win, %v", ganadores, err)
		}
		var jugadores []Jugador
		for k, n := range ganadores {
			jugadores = append(jugadores, Jugador{ID: n, Puesto: Puesto(k + 1), Aportado: c.Input.Pot / 4, Fuerza: valores[n]})
		}
		l, err := Settle(jugadores, 0, 1)
		for _, cobra := range l.Cobra {
			if err != nil || string(c.Expected["share_each"]) != "10000" || cobra != 10_000 {
				t.Errorf("%v, %v", l.Cobra, err)
			}
		}
	})
	t.Run("119.1.e/CIR-16", func(t *testing.T) {
		if _, _, err := read(t, "CIR-16").show(t); !errors.Is(err, naipes.ErrRepetida) {
			t.Errorf("a card twice: %v", err)
		}
	})
	t.Run("117.1.g/117.1.h/117.1.i/117.2.f/CIR-17", func(t *testing.T) {
		c := read(t, "CIR-17")
		_, valores, err := c.show(t)
		for _, n := range []string{"A", "B", "C"} {
			if got := strings.ReplaceAll(valores[n].Categoria().Nombre(), "í", "i"); err != nil || got != c.word(n) {
				t.Errorf("%s has %s, %v, want %s", n, got, err, c.word(n))
			}
		}
		if valores["C"] <= valores["A"] || valores["A"] <= valores["B"] {
			t.Error("trío, figuras, doble pareja")
		}
		h := variante(t, Holdem)
		if a, b, err := h.Compare(parse(t, c.Input.Hands["A"]), parse(t, c.Input.Hands["B"])); err != nil || a >= b {
			t.Errorf("in hold'em: %v", err)
		}
	})
}

func TestCasosDeBaraja(t *testing.T) {
	casos := readCasos(t)
	t.Run("113.1/CIR-10", func(t *testing.T) {
		var c struct{ Input struct{ Hands [][]string } }
		if err := json.Unmarshal(casos["CIR-10"], &c); err != nil {
			t.Fatal(err)
		}
		for _, h := range c.Input.Hands {
			if v, err := variante(t, Cubierto52).Evaluate(parse(t, h)); err != nil || v.Categoria() != naipes.CategoriaCartaMayor {
				t.Errorf("%v is %v, %v", h, v.Categoria(), err)
			}
		}
	})
	t.Run("117.1.e/CIR-13", func(t *testing.T) {
		var c struct {
			Input    struct{ Hands map[string][]string }
			Expected struct{ Winner map[string]string }
		}
		if err := json.Unmarshal(casos["CIR-13"], &c); err != nil {
			t.Fatal(err)
		}
		for baraja, n := range map[string]Nombre{"32": Cubierto32, "52": Cubierto52} {
			a, b, err := variante(t, n).Compare(parse(t, c.Input.Hands["A"]), parse(t, c.Input.Hands["B"]))
			if err != nil || (a > b) != (c.Expected.Winner[baraja] == "A") {
				t.Errorf("%s: %v and %v, %v", baraja, a.Categoria(), b.Categoria(), err)
			}
		}
	})
	t.Run("113.1/117.1/126.2/127.2/CIR-14", func(t *testing.T) {
		var c struct {
			Input struct {
				Cases []struct {
					Deck int
					Hand []string
				}
			}
			Expected struct{ Result []string }
		}
		if err := json.Unmarshal(casos["CIR-14"], &c); err != nil {
			t.Fatal(err)
		}
		variantes := map[int]Nombre{52: Cubierto52, 32: FiveStud, 28: Sintetico}
		for k, h := range c.Input.Cases {
			v, err := variante(t, variantes[h.Deck]).Evaluate(parse(t, h.Hand))
			want := c.Expected.Result[k]
			if rejected := strings.HasPrefix(want, "rejected"); rejected != errors.Is(err, ErrNaipe) || !rejected && !strings.HasPrefix(want, describe(v)) {
				t.Errorf("%v is %s, %v, want %s", h.Hand, describe(v), err, want)
			}
		}
		if a, b, err := variante(t, FiveStud).Compare(naipes.MustParse("Ac 7d 8t 9p Tc"), naipes.MustParse("7c 8d 9t Tp Jc")); err != nil || a >= b {
			t.Errorf("the low straight wins, %v", err)
		}
	})
}

func TestCasosDeBote(t *testing.T) {
	casos := readCasos(t)
	for name, fuerza := range map[string]map[string]naipes.Valor{
		"118.3/123.4/CIR-19": {"A": 3, "B": 2, "C": 1},
		"118.3/118.9/CIR-20": {"A": 3, "B": 2, "C": 2, "D": 1},
	} {
		t.Run(name, func(t *testing.T) {
			var c struct {
				Input    struct{ Contributions map[string]domain.Importe }
				Expected struct {
					Main domain.Importe `json:"main_pot"`
					Side domain.Importe `json:"side_pot"`
					Win  map[string]domain.Importe
				}
			}
			if err := json.Unmarshal(casos[name[len(name)-6:]], &c); err != nil {
				t.Fatal(err)
			}
			var jugadores []Jugador
			for k, id := range slices.Sorted(maps.Keys(c.Input.Contributions)) {
				jugadores = append(jugadores, Jugador{ID: id, Puesto: Puesto(k + 1), Aportado: c.Input.Contributions[id], Fuerza: fuerza[id]})
			}
			l, err := Settle(jugadores, 0, 1)
			if err != nil || len(l.Botes) != 2 || l.Botes[0].Importe != c.Expected.Main || l.Botes[1].Importe != c.Expected.Side {
				t.Fatalf("%+v, %v", l, err)
			}
			for k, p := range jugadores {
				if l.Cobra[k] != c.Expected.Win[p.ID] {
					t.Errorf("%s takes %v, want %v", p.ID, l.Cobra[k], c.Expected.Win[p.ID])
				}
			}
		})
	}
	t.Run("118.7/CIR-22", func(t *testing.T) {
		var c struct {
			Input struct {
				Active  []Puesto
				LastBet Puesto `json:"last_bet_by"`
			}
			Expected struct {
				First Puesto `json:"order_starts_with"`
			}
		}
		if err := json.Unmarshal(casos["CIR-22"], &c); err != nil {
			t.Fatal(err)
		}
		orden, err := OrdenDeMostrar(c.Input.Active, c.Input.LastBet)
		if err != nil || !slices.Equal(orden, []Puesto{3, 4, 1, 2}) || orden[0] != c.Expected.First {
			t.Errorf("%v, %v", orden, err)
		}
	})
	t.Run("119.3.d/CIR-23", func(t *testing.T) {
		var c struct {
			Input struct {
				ToCall domain.Importe `json:"to_call"`
				Puts   domain.Importe
			}
			Expected struct{ Returned domain.Importe }
		}
		if err := json.Unmarshal(casos["CIR-23"], &c); err != nil {
			t.Fatal(err)
		}
		p, err := PoneFichas(c.Input.ToCall, c.Input.Puts, false)
		if err != nil || p.Accion != Cubre || p.Devuelto != c.Expected.Returned {
			t.Errorf("%+v, %v", p, err)
		}
	})
	t.Run("121.1/121.3/122.3/CIR-25", func(t *testing.T) {
		var c struct {
			Input struct {
				Blank []int `json:"blank_hands_before"`
				Hands [][]string
			}
			Expected struct {
				May []bool `json:"may_open"`
			}
		}
		if err := json.Unmarshal(casos["CIR-25"], &c); err != nil {
			t.Fatal(err)
		}
		for k, h := range c.Input.Hands {
			v, err := variante(t, Cubierto52).Evaluate(parse(t, h))
			if err != nil {
				t.Fatal(err)
			}
			puede, err := Abre(v, c.Input.Blank[k])
			falsa, fichas, _ := JugadaFalsa(v, c.Input.Blank[k], true)
			if err != nil || puede != c.Expected.May[k] || falsa == puede || falsa && fichas != QuedanEnElBote {
				t.Errorf("%v after %d: %v, %v", h, c.Input.Blank[k], puede, err)
			}
		}
	})
}
