package dados

import (
	"fmt"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/norma"
)

// check wants err to be a breach of that provision that wraps want; or no error.
func check(t testing.TB, err, want error, ref string) {
	t.Helper()
	if want == nil {
		if err != nil {
			t.Errorf("error %v, want none", err)
		}
		return
	}
	a, _ := norma.Cited(err)
	if !isErr(err, want) || a.Ref() != ref {
		t.Errorf("error %v, want %q of %s", err, want, ref)
	}
}

// forEach throws the two dice in each of their 36 ways.
func forEach(f func(d Dados)) {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			f(Dados{a, b})
		}
	}
}

// tabla plays steps on a table: an Apuesta is laid, Dados are thrown, a string is the ID
// of a stake to take back.
func tabla(t testing.TB, r Reglas, steps ...any) *Mesa {
	t.Helper()
	m, err := NewMesa(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		switch s := s.(type) {
		case Apuesta:
			err = m.Lay(s)
		case Dados:
			_, err = m.Throw(Tirada{Dados: s})
		case string:
			_, err = m.Withdraw(s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// throw throws and returns what became of the stake with that ID.
func throw(t testing.TB, m *Mesa, id string, d Dados) Liquidacion {
	t.Helper()
	lance, err := m.Throw(Tirada{Dados: d})
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(lance.Liquidaciones, func(l Liquidacion) bool { return l.ID == id })
	if k < 0 {
		t.Fatalf("no stake %q in %+v", id, lance)
	}
	return lance.Liquidaciones[k]
}

// TestOneRoll throws every sum on the suertes that the next throw decides: what 10 euros
// win with it, in euros; -1 is that they are lost.
func TestOneRoll(t *testing.T) {
	tests := []struct {
		name   string
		suerte Suerte
		gains  [13]domain.Importe // by sum, from 2
	}{
		{"151.2.a.5/field", Field, [13]domain.Importe{2: 20, 3: 10, 4: 10, 9: 10, 10: 10, 11: 10, 12: 20}},
		{"151.2.a.8/under 7", Under7, [13]domain.Importe{2: 10, 3: 10, 4: 10, 5: 10, 6: 10}},
		{"151.2.a.9/over 7", Over7, [13]domain.Importe{8: 10, 9: 10, 10: 10, 11: 10, 12: 10}},
		{"151.2.b.2/DAD-1/juego de 7, as printed", Juego7, [13]domain.Importe{7: 150}},
		{"151.2.b.3/juego de 11", Juego11, [13]domain.Importe{11: 150}},
		{"151.2.b.4/any craps", AnyCraps, [13]domain.Importe{2: 70, 3: 70, 12: 70}},
		{"151.2.b.5/craps 2", Craps2, [13]domain.Importe{2: 300}},
		{"151.2.b.6/craps 3", Craps3, [13]domain.Importe{3: 150}},
		{"151.2.b.7/craps 12", Craps12, [13]domain.Importe{12: 300}},
		{"151.2.b.8/DAD-14/horn, the same for each", Horn, [13]domain.Importe{2: 40, 3: 40, 11: 40, 12: 40}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forEach(func(d Dados) {
				got, err := Settle(Apuesta{Suerte: tt.suerte, Importe: 1000}, d, PagoImpreso)
				if err != nil {
					t.Fatal(err)
				}
				want := Liquidacion{Resultado: Pierde, Perdido: 1000}
				if g := tt.gains[d.Total()]; g > 0 {
					want = Liquidacion{Resultado: Gana, Ganado: domain.FraccionDe(100 * g), Devuelto: 1000}
				}
				if got.Resultado != want.Resultado || !got.Ganado.Equal(want.Ganado) || got.Devuelto != want.Devuelto ||
					got.Perdido != want.Perdido || got.Pendiente != 0 || got.Articulo != tt.suerte.Articulo() {
					t.Errorf("%v: %+v, want %+v", d, got, want)
				}
			})
		})
	}
}

// TestUntilDecided lays a stake that waits for its number and throws every pair of dice.
func TestUntilDecided(t *testing.T) {
	tests := []struct {
		name  string
		bet   Apuesta
		wins  []Dados
		loses []Dados
		gain  string // of 13,200 céntimos
	}{
		{"151.2.a.6/big 6", Apuesta{Suerte: Big6}, sums(6), sums(7), "13200"},
		{"151.2.a.7/big 8", Apuesta{Suerte: Big8}, sums(8), sums(7), "13200"},
		{"151.2.b.1/hard 4", Apuesta{Suerte: HardWay, Numero: 4}, []Dados{{2, 2}}, slices.Concat(easy(4), sums(7)), "92400"},
		{"151.2.b.1/hard 6", Apuesta{Suerte: HardWay, Numero: 6}, []Dados{{3, 3}}, slices.Concat(easy(6), sums(7)), "118800"},
		{"151.2.b.1/hard 8", Apuesta{Suerte: HardWay, Numero: 8}, []Dados{{4, 4}}, slices.Concat(easy(8), sums(7)), "118800"},
		{"151.2.b.1/hard 10", Apuesta{Suerte: HardWay, Numero: 10}, []Dados{{5, 5}}, slices.Concat(easy(10), sums(7)), "92400"},
		{"151.2.d.1/right 4", Apuesta{Suerte: PlaceRight, Numero: 4}, sums(4), sums(7), "23760"},
		{"151.2.d.1/right 5", Apuesta{Suerte: PlaceRight, Numero: 5}, sums(5), sums(7), "18480"},
		{"151.2.d.1/right 6", Apuesta{Suerte: PlaceRight, Numero: 6}, sums(6), sums(7), "15400"},
		{"151.2.d.1/DAD-2/right 8", Apuesta{Suerte: PlaceRight, Numero: 8}, sums(8), sums(7), "15400"},
		{"151.2.d.1/right 9", Apuesta{Suerte: PlaceRight, Numero: 9}, sums(9), sums(7), "18480"},
		{"151.2.d.1/right 10", Apuesta{Suerte: PlaceRight, Numero: 10}, sums(10), sums(7), "23760"},
		{"151.2.d.2/wrong 4", Apuesta{Suerte: PlaceWrong, Numero: 4}, sums(7), sums(4), "6000"},
		{"151.2.d.2/wrong 5", Apuesta{Suerte: PlaceWrong, Numero: 5}, sums(7), sums(5), "8250"},
		{"151.2.d.2/wrong 6", Apuesta{Suerte: PlaceWrong, Numero: 6}, sums(7), sums(6), "10560"},
		{"151.2.d.2/DAD-2/wrong 8", Apuesta{Suerte: PlaceWrong, Numero: 8}, sums(7), sums(8), "10560"},
		{"151.2.d.2/wrong 9", Apuesta{Suerte: PlaceWrong, Numero: 9}, sums(7), sums(9), "8250"},
		{"151.2.d.2/wrong 10", Apuesta{Suerte: PlaceWrong, Numero: 10}, sums(7), sums(10), "6000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.bet.ID, tt.bet.Importe = "a", 13200
			forEach(func(d Dados) {
				m := tabla(t, Reglas{}, tt.bet)
				got := throw(t, m, "a", d)
				want := Sigue
				switch {
				case slices.Contains(tt.wins, d):
					want = Gana
					if got.Ganado.String() != tt.gain || got.Devuelto != 13200 {
						t.Errorf("%v wins %s and gets %d back, want %s", d, got.Ganado, got.Devuelto, tt.gain)
					}
				case slices.Contains(tt.loses, d):
					want = Pierde
				}
				if got.Resultado != want || len(m.Posturas()) != 0 != (want == Sigue) {
					t.Errorf("%v: %+v, want %s", d, got, want)
				}
			})
		})
	}
}

func sums(total int) (ds []Dados) {
	forEach(func(d Dados) {
		if d.Total() == total {
			ds = append(ds, d)
		}
	})
	return ds
}

func easy(total int) []Dados { return slices.DeleteFunc(sums(total), Dados.Doble) }

// TestTablesOfPayment holds the rows of the law against what they must satisfy.
func TestTablesOfPayment(t *testing.T) {
	t.Run("151.2.c/an asociada is fair", func(t *testing.T) {
		for _, p := range pagos {
			if p.Suerte != Asociada {
				continue
			}
			win, lose := int64(len(sums(p.Numero))), int64(len(sums(siete)))
			if p.Base.fila().clase == contra {
				win, lose = lose, win
			}
			if p.Num*win != p.Den*lose {
				t.Errorf("%+v is not fair", p)
			}
		}
	})
	t.Run("151.2/every suerte has its rows", func(t *testing.T) {
		want := map[Suerte]int{Asociada: 24, PlaceRight: 6, PlaceWrong: 6, HardWay: 4, Field: 3}
		got := map[Suerte]int{}
		for _, p := range Pagos(PagoImpreso) {
			got[p.Suerte]++
		}
		for _, s := range Suertes() {
			if got[s] != max(want[s], 1) {
				t.Errorf("%s has %d rows", s, got[s])
			}
		}
	})
	t.Run("152.5/152.7/who lays the odds wins at most the base", func(t *testing.T) {
		for _, p := range porcientos {
			if p.suerte != DontWin && p.suerte != DontCome && p.suerte != PlaceWrong {
				continue
			}
			s, base := Asociada, p.suerte
			if p.suerte == PlaceWrong {
				s, base = PlaceWrong, ""
			}
			if pago := findPago(s, base, p.numero, PagoImpreso); p.ciento*pago.Num != 100*pago.Den {
				t.Errorf("%+v with %+v", p, pago)
			}
		}
	})
}

func TestPagoJuego7(t *testing.T) {
	bet := Apuesta{ID: "a", Suerte: Juego7, Importe: 100}
	t.Run("151.2.b.2/DAD-A/four times", func(t *testing.T) {
		l, err := Settle(bet, Dados{3, 4}, PagoCuatro)
		check(t, err, nil, "")
		if l.Ganado.String() != "400" || l.Criterio != "DAD-A" {
			t.Errorf("%+v", l)
		}
		if got := findPago(Juego7, "", 7, PagoCuatro); got.Num != 4 || len(Pagos(PagoCuatro)) != len(pagos) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("151.2.b.2/DAD-A/not offered", func(t *testing.T) {
		_, err := Settle(bet, Dados{3, 4}, SinJuego7)
		check(t, err, ErrNoOfrecida, "151.2.b.2")
		for _, p := range Pagos(SinJuego7) {
			if p.Suerte == Juego7 {
				t.Error("the juego de 7 is in the table")
			}
		}
	})
	t.Run("151.2.b.2/DAD-A/no other choice", func(t *testing.T) {
		_, err := NewMesa(Reglas{Juego7: 3})
		check(t, err, ErrJuego7, "151.2.b.2")
	})
}

func TestParseSuerte(t *testing.T) {
	t.Run("151.1/the list is closed", func(t *testing.T) {
		for _, s := range Suertes() {
			got, err := ParseSuerte(string(s))
			if got != s || err != nil {
				t.Errorf("ParseSuerte(%q) = %q, %v", s, got, err)
			}
		}
		for _, name := range []string{"", "buy", "WIN", "hop"} {
			_, err := ParseSuerte(name)
			check(t, err, ErrSuerte, "151.1")
			_, err = Settle(Apuesta{Suerte: Suerte(name), Importe: 1}, Dados{1, 1}, PagoImpreso)
			check(t, err, ErrSuerte, "151.1")
		}
		_, err := Settle(Apuesta{Suerte: Win, Importe: 1}, Dados{1, 1}, PagoImpreso)
		check(t, err, ErrSuerte, "151.1")
	})
	t.Run("151.1/kinds", func(t *testing.T) {
		var kinds []string
		for _, s := range append(Suertes(), "buy") {
			kinds = append(kinds, fmt.Sprint(s.Sencilla(), s.Multiple(), s.Line(), s.OneRoll()))
		}
		count := map[string]int{}
		for _, k := range kinds {
			count[k]++
		}
		want := map[string]int{"true false true false": 4, "true false false true": 3, "true false false false": 2,
			"false true false true": 7, "false true false false": 1, "false false false false": 4}
		if fmt.Sprint(count) != fmt.Sprint(want) {
			t.Errorf("%v, want %v", count, want)
		}
	})
}

func TestDados(t *testing.T) {
	t.Run("149.2/six faces", func(t *testing.T) {
		forEach(func(d Dados) { check(t, d.Check(), nil, "") })
		for _, d := range []Dados{{0, 1}, {1, 0}, {7, 1}, {6, 7}, {-1, 3}} {
			check(t, d.Check(), ErrDados, "149.2")
			m := tabla(t, Reglas{}, Apuesta{ID: "a", Suerte: Win, Importe: 1})
			_, err := m.Throw(Tirada{Dados: d})
			check(t, err, ErrDados, "149.2")
			if len(m.Posturas()) != 1 {
				t.Error("the stake is gone")
			}
		}
	})
}
