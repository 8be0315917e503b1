package mus

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// numeroDeCaso writes the number of a card of the casos as ParseCarta reads it.
var numeroDeCaso = strings.NewReplacer("12", "R", "11", "C", "10", "S")

func manoDeCaso(t *testing.T, cartas []string) Mano {
	t.Helper()
	textos := make([]string, len(cartas))
	for k, c := range cartas {
		textos[k] = numeroDeCaso.Replace(c)
	}
	m, err := ParseMano(textos)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCasos(t *testing.T) {
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
	read := func(t *testing.T, id string, v any) {
		t.Helper()
		if err := json.Unmarshal(casos[id], v); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("Mus 3/MUS-01", func(t *testing.T) {
		var c struct {
			Input    struct{ Hands [][]string }
			Expected struct {
				Pares []string
				Sum   []int
			}
		}
		read(t, "MUS-01", &c)
		words := map[string]string{"duplesRR": "duples (four kings)", "duples11": "duples (four aces)", "ninguno": "none"}
		for k, cartas := range c.Input.Hands {
			m := manoDeCaso(t, cartas)
			if p := m.Pares(); words[p.Tipo.String()+letras(p.Rangos())] != c.Expected.Pares[k] || m.Suma() != c.Expected.Sum[k] {
				t.Errorf("%v has %v and %d, want %s and %d", cartas, p, m.Suma(), c.Expected.Pares[k], c.Expected.Sum[k])
			}
		}
	})
	t.Run("Mus 3/MUS-02", func(t *testing.T) {
		var c struct {
			Expected struct{ Order, Impossible []int }
		}
		read(t, "MUS-02", &c)
		fuerza := map[int]int{}
		eachMano(func(m Mano) {
			if m.TieneJuego() {
				fuerza[m.Suma()] = m.fuerza(Juego)
			}
		})
		order := c.Expected.Order
		if len(fuerza) != len(order) || !slices.IsSortedFunc(order, func(a, b int) int { return fuerza[b] - fuerza[a] }) {
			t.Errorf("%v, want %v", fuerza, order)
		}
		for _, n := range c.Expected.Impossible {
			if fuerza[n] != 0 {
				t.Errorf("some hand adds up to %d", n)
			}
		}
	})
	t.Run("Mus 3/MUS-04", func(t *testing.T) {
		var c struct {
			Input    struct{ Pares map[string][]string }
			Expected struct{ Winner string }
		}
		read(t, "MUS-04", &c)
		j, err := NewJugada([4]Mano{manoDeCaso(t, c.Input.Pares["A1"]), MustParse("7o 6o 5o 1o"), MustParse("7c 6c 5c 1c"), manoDeCaso(t, c.Input.Pares["B2"])}, 0)
		if gana, _ := j.Gana(Pares); err != nil || gana != 0 || c.Expected.Winner != "A1" {
			t.Errorf("%d wins, %v", gana, err)
		}
	})
	t.Run("Mus 3/Mus 36/MUS-05", func(t *testing.T) {
		var c struct {
			Input struct {
				Score Marcador
				Hand  map[Lance]map[Pareja]int `json:"this_hand"`
			}
			Expected struct {
				Winner Pareja
				Final  Marcador
			}
		}
		read(t, "MUS-05", &c)
		var apuntes []Apunte
		for _, l := range Lances() {
			for p, n := range c.Input.Hand[l] {
				apuntes = append(apuntes, Apunte{Pareja: p, Tantos: n})
			}
		}
		final := c.Input.Score
		for _, a := range apuntes[:2] {
			final = final.Plus(a.Pareja, a.Tantos)
		}
		got, err := Partida{Tantos: c.Input.Score}.Play([][]Apunte{apuntes})
		if err != nil || got.Juegos != (Marcador{}).Plus(c.Expected.Winner, 1) || final != c.Expected.Final {
			t.Errorf("%+v, %v at %+v, want %+v", got, err, final, c.Expected)
		}
	})
	t.Run("Mus 62/Mus 63/Mus 67/MUS-07", func(t *testing.T) {
		var c struct {
			Input    struct{ Signs []string }
			Expected struct{ Allowed []bool }
		}
		read(t, "MUS-07", &c)
		gestos := map[string]string{"guinar un ojo": "guiñar un ojo"}
		for k, sign := range c.Input.Signs {
			gesto, _, _ := strings.Cut(sign, " (")
			gesto, mano, conMano := strings.Cut(gesto, " with ")
			if g, ok := gestos[gesto]; ok {
				gesto = g
			}
			err := CheckGesto(gesto)
			if conMano && mano == "a pair of kings" && err == nil {
				err = MustParse("Ro 3c 5e 1b").CheckSena(SenaCiego, Momento{})
			}
			if (err == nil) != c.Expected.Allowed[k] {
				t.Errorf("%s: %v, want allowed %v", sign, err, c.Expected.Allowed[k])
			}
		}
	})
	t.Run("Mus 35/MUS-08", func(t *testing.T) {
		var c struct {
			Input    struct{ Juego map[string][]string }
			Expected struct {
				Sums   map[string]int
				Winner string
				Bonus  int
			}
		}
		read(t, "MUS-08", &c)
		b1, a1 := manoDeCaso(t, c.Input.Juego["B1"]), manoDeCaso(t, c.Input.Juego["A1"])
		j, err := NewJugada([4]Mano{MustParse("6o 5o 4o 2o"), b1, a1, MustParse("6c 5c 4c 2c")}, 1)
		if gana, _ := j.Gana(Juego); err != nil || gana != 1 || c.Expected.Winner != "B1" {
			t.Errorf("%d wins, %v", gana, err)
		}
		if b1.Suma() != c.Expected.Sums["B1"] || a1.Suma() != c.Expected.Sums["A1"] || a1.TantosJuego()-b1.TantosJuego() != c.Expected.Bonus {
			t.Errorf("%d and %d", b1.Suma(), a1.Suma())
		}
	})
	if len(casos) != 6 {
		t.Errorf("%d casos", len(casos))
	}
}
