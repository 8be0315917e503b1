package ruleta

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"

	"foliado/domain"
	"foliado/domain/prision"
)

// casos reads the lines of testdata/casos.jsonl, faults seen in similar software, by id.
func casos(t *testing.T, id string, v any) {
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

func TestCasosZero(t *testing.T) {
	t.Run("131.1.b.2/RUL-01", func(t *testing.T) {
		var c struct {
			Input struct {
				Bet  map[string]domain.Importe
				Spin Numero
			}
			Expected struct {
				Options []map[prision.Opcion]struct{ Returned, Net, InPrison domain.Importe }
			}
		}
		casos(t, "RUL-01", &c)
		for s := Rojo; s <= Pasa; s++ {
			p, importe := mustPostura(t, s), c.Input.Bet["par"]
			if got := Options(Francesa, Tirada{}, p); len(got) != len(c.Expected.Options) {
				t.Errorf("%v: options %v", s, got)
			}
			half := settleOne(t, Francesa, Tirada{Numero: c.Input.Spin}, Apuesta{p, importe, prision.Mitad, false})
			want := c.Expected.Options[0]["retirar"]
			if half.Resultado == Gana || half.Devuelto != 2*Medios(want.Returned) || half.Neto() != 2*Medios(want.Net) {
				t.Errorf("%v: %+v, want %+v", s, half, want)
			}
			jail := settleOne(t, Francesa, Tirada{Numero: c.Input.Spin}, Apuesta{p, importe, prision.Prision, false})
			if jail.Pendiente != 2*Medios(importe) || jail.Neto() != 0 {
				t.Errorf("%v: %+v", s, jail)
			}
		}
	})
	t.Run("131.1.a.1/RUL-04", func(t *testing.T) {
		var c struct {
			Expected struct{ Net, Returned []Medios }
		}
		casos(t, "RUL-04", &c)
		for k, n := range []int{0, 10} {
			l := settleOne(t, Francesa, Tirada{}, Apuesta{Postura: mustPostura(t, Pleno, n), Importe: 100})
			if l.Neto() != 2*c.Expected.Net[k] || l.Ganado+l.Devuelto != 2*c.Expected.Returned[k] {
				t.Errorf("pleno al %d: %+v", n, l)
			}
		}
	})
	t.Run("131.1.b.2/RUL-11", func(t *testing.T) {
		var c struct {
			Input    struct{ Runs [][]Numero }
			Expected struct{ Returned, Gain []domain.Importe }
		}
		casos(t, "RUL-11", &c)
		for k, run := range c.Input.Runs {
			var tiradas []Tirada
			for _, n := range run {
				tiradas = append(tiradas, Tirada{Numero: n})
			}
			s, err := Follow(Francesa, mustPostura(t, Rojo), 1000, 100, tiradas, []prision.Opcion{prision.Prision, prision.Prision})
			if err != nil {
				t.Fatal(err)
			}
			l := s.Postura.Liquidacion()
			if !l.Devuelto.Equal(domain.FraccionDe(c.Expected.Returned[k])) || !l.Ganado.Equal(domain.FraccionDe(c.Expected.Gain[k])) {
				t.Errorf("%v: returned %s, won %s", run, l.Devuelto, l.Ganado)
			}
		}
	})
}

func TestCasosCloth(t *testing.T) {
	t.Run("132.3.b/131.1.b.1/RUL-02", func(t *testing.T) {
		var c struct {
			Input struct {
				Min  domain.Importe
				Bets []struct{ Amount domain.Importe }
			}
		}
		casos(t, "RUL-02", &c)
		l, err := NewLimites(Francesa, Pleno, c.Input.Min, domain.SerieAlta)
		check(t, err, nil, "")
		check(t, l.Check(c.Input.Bets[0].Amount, false), nil, "")
		check(t, l.Check(c.Input.Bets[1].Amount, false), ErrSuperior, "132.3.b")
		if got := mustPostura(t, Falta).Numeros().List(); got[0] != 1 || got[17] != 18 {
			t.Errorf("falta is %v", got)
		}
		if got := mustPostura(t, Pasa).Numeros().List(); got[0] != 19 || got[17] != 36 {
			t.Errorf("pasa is %v", got)
		}
	})
	t.Run("129.1/RUL-05", func(t *testing.T) {
		var c struct {
			Input    struct{ Numbers []string }
			Expected struct{ Valid []bool }
		}
		casos(t, "RUL-05", &c)
		for k, text := range c.Input.Numbers {
			n, err := strconv.Atoi(text)
			if err == nil && strconv.Itoa(n) == text { // a double zero is no number
				_, err = ParseNumero(n)
			} else {
				err = ErrNumero
			}
			if (err == nil) != c.Expected.Valid[k] {
				t.Errorf("%q: %v, want valid %v", text, err, c.Expected.Valid[k])
			}
		}
	})
	t.Run("131.1.a.3/RUL-07", func(t *testing.T) {
		var c struct {
			Input    struct{ Transversal [][]int }
			Expected struct{ Valid []bool }
		}
		casos(t, "RUL-07", &c)
		for k, sel := range c.Input.Transversal {
			if _, err := NewPostura(Transversal, sel); (err == nil) != c.Expected.Valid[k] || err != nil && !errors.Is(err, ErrCombinacion) {
				t.Errorf("%v: %v", sel, err)
			}
		}
	})
	t.Run("131.1.a.5/RUL-08", func(t *testing.T) {
		var c struct {
			Input    struct{ Seisena [][]int }
			Expected struct{ Valid []bool }
		}
		casos(t, "RUL-08", &c)
		for k, sel := range c.Input.Seisena {
			if _, err := NewPostura(Seisena, sel); (err == nil) != c.Expected.Valid[k] || err != nil && err.Error() == "" {
				t.Errorf("%v: %v", sel, err)
			}
		}
	})
	t.Run("131.1.a.2/131.1.a.3/131.1.a.4/RUL-10", func(t *testing.T) {
		var c struct {
			Input    struct{ Bets []map[string][]int }
			Expected struct{ Valid []bool }
		}
		casos(t, "RUL-10", &c)
		for k, bet := range c.Input.Bets {
			for name, sel := range bet {
				s, err := ParseSuerte(name)
				check(t, err, nil, "")
				if _, err := NewPostura(s, sel); (err == nil) != c.Expected.Valid[k] {
					t.Errorf("%s %v: %v", name, sel, err)
				}
			}
		}
	})
}

func TestCasosTable(t *testing.T) {
	t.Run("131.1.a.1/131.1.b.1/RUL-13", func(t *testing.T) {
		var c struct {
			Expected struct{ Gain, Returned Medios }
		}
		casos(t, "RUL-13", &c)
		_, total, err := Settle(Francesa, Tirada{Numero: 7}, []Apuesta{
			{Postura: mustPostura(t, Pleno, 7), Importe: 500}, {Postura: mustPostura(t, Rojo), Importe: 500}, {Postura: mustPostura(t, Impar), Importe: 500}}, nil)
		check(t, err, nil, "")
		if total.Ganado != 2*c.Expected.Gain || total.Ganado+total.Devuelto != 2*c.Expected.Returned {
			t.Errorf("%+v, want %+v", total, c.Expected)
		}
	})
	t.Run("133.b/133.d/RUL-14", func(t *testing.T) {
		var c struct {
			Expected struct {
				Net Medios `json:"net_A"`
			}
		}
		casos(t, "RUL-14", &c)
		p := mustPostura(t, Pleno, 23)
		bets := []Apuesta{{Postura: p, Importe: 100}, {Postura: p, Importe: 100, Tardia: true}}
		void, _, err := Settle(Francesa, Tirada{Nula: true}, bets, nil)
		check(t, err, nil, "")
		if void[0].Resultado != Sigue || void[1].Resultado != Rechazada {
			t.Errorf("the void throw: %+v", void)
		}
		spin, _, err := Settle(Francesa, Tirada{Numero: 23}, slices.Delete(bets, 1, 2), nil)
		check(t, err, nil, "")
		if spin[0].Neto() != 2*c.Expected.Net {
			t.Errorf("the throw after: %+v", spin)
		}
	})
}
