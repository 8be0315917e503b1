package puntobanca

import (
	"fmt"
	"math"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
)

// resultado is how a caso says that a jugada ends.
type resultado struct {
	Punto, Banca []string
	PuntoTotal   int `json:"punto_total"`
	BancaTotal   int `json:"banca_total"`
	Winner       Suerte
}

// caso is a line of testdata/casos.jsonl, a fault seen in similar software.
type caso struct {
	ID    string
	Input struct {
		Shoe  []string
		Shoes [][]string
		Bets  map[Suerte]domain.Importe
		Banca domain.Importe
	}
	Expected struct {
		Banca      any
		Punto      any
		Winner     Suerte
		Results    []resultado
		Tolerance  float64
		Igualdad   float64
		Gain       []domain.Importe
		WhenBanca  map[string]domain.Importe `json:"when_banca_wins"`
		WhenPunto  map[string]domain.Importe `json:"when_punto_wins"`
		PuntoTotal int                       `json:"punto_total"`
		BancaTotal int                       `json:"banca_total"`
	}
}

func readCaso(t *testing.T, id string) caso {
	t.Helper()
	for _, c := range readLines[caso](t, "casos.jsonl") {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no caso %s", id)
	return caso{}
}

// checkCaso deals a sabot and wants the hands, their points and who wins.
func checkCaso(t *testing.T, sabot []string, punto, banca any, puntoTotal, bancaTotal int, ganador Suerte) {
	t.Helper()
	cartas, err := naipes.ParseCartas(sabot)
	check(t, err, nil, "")
	j, err := Deal(cartas)
	check(t, err, nil, "")
	p, b := naipes.FormatCartas(j.Punto.Cartas()), naipes.FormatCartas(j.Banca.Cartas())
	if fmt.Sprint(p) != fmt.Sprint(punto) || fmt.Sprint(b) != fmt.Sprint(banca) ||
		j.Punto.Total() != puntoTotal || j.Banca.Total() != bancaTotal || j.Ganador() != ganador {
		t.Errorf("%v against %v, %s wins", p, b, j.Ganador())
	}
}

func TestCasosDeal(t *testing.T) {
	for _, name := range []string{"67.3.b/PYB-01", "67.3.b/PYB-02"} {
		t.Run(name, func(t *testing.T) {
			c := readCaso(t, name[len("67.3.b/"):])
			e := c.Expected
			checkCaso(t, c.Input.Shoe, e.Punto, e.Banca, e.PuntoTotal, e.BancaTotal, e.Winner)
		})
	}
	t.Run("67.1/67.2/PYB-04", func(t *testing.T) {
		c := readCaso(t, "PYB-04")
		for k, sabot := range c.Input.Shoes {
			r := c.Expected.Results[k]
			checkCaso(t, sabot, r.Punto, r.Banca, r.PuntoTotal, r.BancaTotal, r.Winner)
		}
	})
	t.Run("62.1/67/PYB-05", func(t *testing.T) { // every order instead of a million drawn
		c := readCaso(t, "PYB-05")
		w, example := enumerate(t)
		total, count := 0.0, map[Suerte]float64{}
		for f, orders := range w {
			total += float64(orders)
			count[example[f].Ganador()] += float64(orders)
		}
		for s, want := range map[Suerte]any{Banca: c.Expected.Banca, Punto: c.Expected.Punto, Igualdad: c.Expected.Igualdad} {
			if got := count[s] / total; math.Abs(got-want.(float64)) > c.Expected.Tolerance {
				t.Errorf("%s: %f, want %v", s, got, want)
			}
		}
	})
}

func TestCasosHouse(t *testing.T) {
	t.Run("65.1/PYB-07", func(t *testing.T) {
		c := readCaso(t, "PYB-07")
		bets := []Apuesta{{Banca, c.Input.Bets[Banca]}, {Punto, c.Input.Bets[Punto]}}
		for sabot, want := range map[string]map[string]domain.Importe{"Kt 7d Kd Kc 2p": c.Expected.WhenBanca, "9t 4d Kc Kp": c.Expected.WhenPunto} {
			ls, total, err := Settle(jugada(t, sabot), CincoPorCiento, bets)
			check(t, err, nil, "")
			for k, l := range ls {
				if got := l.Neto(); !got.Equal(domain.FraccionDe(want[string(bets[k].Suerte)])) {
					t.Errorf("%s: %s", bets[k].Suerte, got)
				}
			}
			if !total.Retenido.Equal(domain.FraccionDe(want["commission"])) {
				t.Errorf("kept %s", total.Retenido)
			}
		}
	})
	t.Run("65.2/PYB-08", func(t *testing.T) {
		c := readCaso(t, "PYB-08")
		for k, sabot := range []string{"Kt 6d Kd Kc 2p", "Kt 7d Kd Kc 2p", "Kt 9d Kd Kc"} {
			_, total, err := Settle(jugada(t, sabot), MitadConSeis, []Apuesta{{Banca, c.Input.Banca}})
			check(t, err, nil, "")
			if !total.Ganado.Equal(domain.FraccionDe(c.Expected.Gain[k])) {
				t.Errorf("%s wins %s", sabot, total.Ganado)
			}
		}
	})
}
