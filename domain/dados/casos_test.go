package dados

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"foliado/domain"
)

// caso reads a line of testdata/casos.jsonl, a fault seen in similar software.
func caso(t *testing.T, id string, v any) {
	t.Helper()
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(line, []byte(`{"id": "`+id+`"`)) {
			if err := json.Unmarshal(line, v); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no caso %s", id)
}

// checkNeto wants a stake to have come to that many céntimos.
func checkNeto(t *testing.T, l Liquidacion, want domain.Importe) {
	t.Helper()
	if got := l.Neto(); !got.Equal(domain.FraccionDe(want)) {
		t.Errorf("%s: net %s, want %d", l.ID, got, want)
	}
}

func TestCasosLines(t *testing.T) {
	t.Run("151.2.a.2/151.2.a.4/DAD-01", func(t *testing.T) {
		var c struct {
			Expected struct{ Net, Pending []domain.Importe }
		}
		caso(t, "DAD-01", &c)
		twelve := Dados{6, 6}
		for k, m := range []*Mesa{tabla(t, Reglas{}, Apuesta{ID: "a", Suerte: DontWin, Importe: 1000}),
			tabla(t, Reglas{}, Dados{4, 4}, Apuesta{ID: "a", Suerte: DontCome, Importe: 1000})} {
			l := throw(t, m, "a", twelve)
			checkNeto(t, l, c.Expected.Net[k])
			if l.Pendiente != c.Expected.Pending[k] || l.Criterio != "DAD-3" {
				t.Errorf("%+v", l)
			}
		}
	})
	odds := func(t *testing.T, id string, first, roll Dados) {
		var c struct {
			Expected struct{ Net map[string]domain.Importe }
		}
		caso(t, id, &c)
		m := tabla(t, Reglas{}, Apuesta{ID: "win", Suerte: Win, Importe: 1000}, first,
			Apuesta{ID: "asociada", Suerte: Asociada, Base: "win", Importe: 1000})
		lance, err := m.Throw(Tirada{Dados: roll})
		check(t, err, nil, "")
		for _, l := range lance.Liquidaciones {
			checkNeto(t, l, c.Expected.Net[l.ID])
		}
	}
	t.Run("151.2.c.1/DAD-02", func(t *testing.T) { odds(t, "DAD-02", Dados{2, 3}, Dados{4, 1}) })
	t.Run("151.2.a.1/151.2.c.1/152.4/DAD-04", func(t *testing.T) { odds(t, "DAD-04", Dados{2, 2}, Dados{5, 2}) })
	t.Run("151.2.a.3/151.2.d.1/DAD-10", func(t *testing.T) {
		var c struct {
			Expected struct{ Total domain.Importe }
		}
		caso(t, "DAD-10", &c)
		m := tabla(t, Reglas{}, Dados{4, 4}, Apuesta{ID: "come", Suerte: Come, Importe: 500}, Dados{2, 4},
			Apuesta{ID: "right", Suerte: PlaceRight, Numero: 6, Importe: 600})
		l, err := m.Throw(Tirada{Dados: Dados{4, 2}})
		check(t, err, nil, "")
		if !l.Neto().Equal(domain.FraccionDe(c.Expected.Total)) || len(l.Liquidaciones) != 2 {
			t.Errorf("%+v", l)
		}
	})
}

func TestCasosPayments(t *testing.T) {
	t.Run("151.2.d.1/RED-1/DAD-05", func(t *testing.T) {
		var c struct {
			Expected struct {
				Gain []domain.Importe
			}
		}
		caso(t, "DAD-05", &c)
		for k, importe := range []domain.Importe{1200, 600, 1000} {
			m := tabla(t, Reglas{}, Apuesta{ID: "a", Suerte: PlaceRight, Numero: 6, Importe: importe})
			if got := throw(t, m, "a", Dados{3, 3}).Ganado; got.Ceil() != c.Expected.Gain[k] {
				t.Errorf("%d wins %s, want %d", importe, got, c.Expected.Gain[k])
			}
		}
	})
	t.Run("151.2.b.1/DAD-07", func(t *testing.T) {
		var c struct {
			Input    struct{ Rolls []Dados }
			Expected struct{ Net []any }
		}
		caso(t, "DAD-07", &c)
		for k, d := range c.Input.Rolls {
			l := throw(t, tabla(t, Reglas{}, Apuesta{ID: "a", Suerte: HardWay, Numero: 8, Importe: 100}), "a", d)
			net, decided := c.Expected.Net[k].(float64)
			checkNeto(t, l, domain.Importe(net))
			if decided == (l.Resultado == Sigue) {
				t.Errorf("%v: %+v", d, l)
			}
		}
	})
	t.Run("151.2.a.5/DAD-08", func(t *testing.T) {
		var c struct {
			Input    struct{ Totals []int }
			Expected struct{ Net []domain.Importe }
		}
		caso(t, "DAD-08", &c)
		for k, total := range c.Input.Totals {
			l, err := Settle(Apuesta{Suerte: Field, Importe: 1000}, sums(total)[0], PagoImpreso)
			check(t, err, nil, "")
			checkNeto(t, l, c.Expected.Net[k])
		}
	})
	t.Run("151.2.b.2/151.2.b.3/151.2.b.4/151.2.b.8/DAD-11", func(t *testing.T) {
		var c struct {
			Input struct {
				Totals []int `json:"winning_totals"`
			}
			Expected struct {
				Gain   []domain.Importe
				Cuatro domain.Importe `json:"juego_de_7_with_parameter_4"`
			}
		}
		caso(t, "DAD-11", &c)
		for k, s := range []Suerte{Juego7, Juego11, AnyCraps, Craps2, Craps3, Craps12, Horn} {
			d := sums(c.Input.Totals[k])[0]
			l, err := Settle(Apuesta{Suerte: s, Importe: 100}, d, PagoImpreso)
			check(t, err, nil, "")
			checkNeto(t, l, c.Expected.Gain[k])
			if s == Juego7 {
				l, err = Settle(Apuesta{Suerte: s, Importe: 100}, d, PagoCuatro)
				check(t, err, nil, "")
				checkNeto(t, l, c.Expected.Cuatro)
			}
		}
		check(t, tabla(t, Reglas{Juego7: SinJuego7}).Lay(Apuesta{ID: "a", Suerte: Juego7, Importe: 1}), ErrNoOfrecida, "151.2.b.2")
	})
}
