package trijoker

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

func mano(t testing.TB, cartas string) naipes.Mano {
	t.Helper()
	m, err := naipes.NewMano(naipes.MustParse(cartas)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// check compares an error with the one wanted and the provision that it cites.
func check(t testing.TB, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Errorf("cites %q, want %q", a.Ref(), cites)
	}
}

// TestPagos settles three bets of 5 € with each combination of art. 107.1.
func TestPagos(t *testing.T) {
	tests := []struct {
		cites, propias, comunes string
		veces                   int64
		row                     bool // one of the table, in its order
	}{
		{"107.1.a", "At Kt Qt", "Jt Tt", 500, true},
		{"107.1.b", "9t Kt Qt", "Jt Tt", 200, true},
		{"107.1.c", "9t 9d 9p", "9c 2t", 50, true},
		{"107.1.d", "9t 9d 9p", "2c 2t", 11, true},
		{"107.1.e", "At 9t 7t", "5t 2t", 8, true},
		{"107.1.f", "2t 3d 4p", "5c 6t", 5, true},
		{"107.1.g", "9t 9d 9p", "Ac 2t", 3, true},
		{"107.1.h", "2t 2d 3p", "3c Ac", 2, true},
		{"107.1.i", "Jt Jd 3p", "5c 4t", 1, true},
		{"107.1.i", "At 3d 2p", "Ac 4t", 1, false},
		{"109.4", "Tt Td Ap", "Kc Qt", 0, false},
		{"109.4", "At Kd Qp", "Jc 9t", 0, false},
	}
	rows := Pagos()
	for k, tt := range tests {
		path := tt.cites
		if tt.veces == 0 { // what is below the last row
			path += "/107.1.i"
		}
		t.Run(path+"/"+tt.propias+" "+tt.comunes, func(t *testing.T) {
			l, err := Settle(Hechos{Apuesta: 500, Propias: mano(t, tt.propias), Comunes: mano(t, tt.comunes)})
			if err != nil {
				t.Fatal(err)
			}
			want := Linea{Resultado: Gana, Apostado: 500, Ganado: 500 * domain.Importe(tt.veces), Devuelto: 500, Articulo: art(tt.cites)}
			if tt.veces == 0 {
				want = Linea{Resultado: Pierde, Apostado: 500, Perdido: 500, Articulo: art(tt.cites)}
			}
			if l.Multiplo != tt.veces || l.Apuestas != [3]Linea{want, want, want} || l.EnJuego() != 3 {
				t.Errorf("%d times: %+v, want %+v", l.Multiplo, l.Apuestas, want)
			}
			if tt.row && (rows[k].Articulo.Ref() != tt.cites || rows[k].Veces != tt.veces) {
				t.Errorf("row %d is %+v", k, rows[k])
			}
		})
	}
	t.Run("107.2/what the table shows", func(t *testing.T) {
		for k := 1; k < len(rows); k++ {
			if rows[k].Categoria >= rows[k-1].Categoria || rows[k].Veces >= rows[k-1].Veces {
				t.Errorf("%+v does not pay less than %+v", rows[k], rows[k-1])
			}
		}
		if len(rows) != 9 {
			t.Errorf("%d rows", len(rows))
		}
	})
}

func TestSettle(t *testing.T) {
	jotas, comunes := mano(t, "Jt Jd 3p"), mano(t, "5c 4t")
	gana := Linea{Gana, 1000, 1000, 1000, 0, 0, art("107.1.i"), ""}
	retirada := Linea{Retirada, 1000, 0, 1000, 0, 0, art("109.3"), "A-TJ-2"}
	pendiente := Linea{Pendiente, 1000, 0, 0, 1000, 0, art("109.4"), ""}
	nula := Linea{Anulada, 1000, 0, 1000, 0, 0, art("110.1"), ""}
	tests := []struct {
		name    string
		h       Hechos
		want    [3]Linea
		enJuego int
	}{
		{"109.4/three in play", Hechos{Propias: jotas, Comunes: comunes}, [3]Linea{gana, gana, gana}, 3},
		{"109.3/A-TJ-2/the second withdrawn", Hechos{Propias: jotas, Comunes: comunes, Retirada: [2]bool{false, true}}, [3]Linea{gana, retirada, gana}, 2},
		{"109.3/A-TJ-2/the first withdrawn", Hechos{Propias: jotas, Comunes: comunes, Retirada: [2]bool{true, false}}, [3]Linea{retirada, gana, gana}, 2},
		{"109.3/A-TJ-2/the third stays", Hechos{Propias: jotas, Comunes: comunes, Retirada: [2]bool{true, true}}, [3]Linea{retirada, retirada, gana}, 1},
		{"109.3/109.4/a common card unknown", Hechos{Propias: jotas, Comunes: mano(t, "5c"), Retirada: [2]bool{true, false}}, [3]Linea{retirada, pendiente, pendiente}, 2},
		{"110.1/annulled", Hechos{Propias: mano(t, "Jt Jd"), Retirada: [2]bool{true, false}, Veredicto: Veredicto{true, art("110.1"), ""}}, [3]Linea{retirada, nula, nula}, 2},
		{"104.1/A-TJ-1/the ace is not low", Hechos{Propias: mano(t, "At 2d 3p"), Comunes: mano(t, "4c 5t")},
			[3]Linea{{Pierde, 1000, 0, 0, 0, 1000, art("109.4"), "A-TJ-1"}, {Pierde, 1000, 0, 0, 0, 1000, art("109.4"), "A-TJ-1"}, {Pierde, 1000, 0, 0, 0, 1000, art("109.4"), "A-TJ-1"}}, 3},
		{"104.1/A-TJ-1/of one suit it is color", Hechos{Propias: mano(t, "At 2t 3t"), Comunes: mano(t, "4t 5t")},
			[3]Linea{{Gana, 1000, 8000, 1000, 0, 0, art("107.1.e"), "A-TJ-1"}, {Gana, 1000, 8000, 1000, 0, 0, art("107.1.e"), "A-TJ-1"}, {Gana, 1000, 8000, 1000, 0, 0, art("107.1.e"), "A-TJ-1"}}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.h.Apuesta = 1000
			l, err := Settle(tt.h)
			if err != nil || l.Apuestas != tt.want || l.EnJuego() != tt.enJuego {
				t.Errorf("got %+v, %v\nwant %+v", l.Apuestas, err, tt.want)
			}
		})
	}
	for _, tt := range []struct {
		name  string
		h     Hechos
		want  error
		cites string
	}{
		{"109.1/nothing", Hechos{Propias: jotas, Comunes: comunes}, ErrImporte, "109.1"},
		{"109.1/too large", Hechos{Apuesta: MaxApostado + 1, Propias: jotas, Comunes: comunes}, domain.ErrDesborde, "109.1"},
		{"103/two cards", Hechos{Apuesta: 1, Propias: mano(t, "Jt Jd"), Comunes: comunes}, ErrNumCartas, "103"},
		{"103/four cards", Hechos{Apuesta: 1, Propias: mano(t, "Jt Jd 2d 3d"), Comunes: comunes}, ErrNumCartas, "103"},
		{"103/three common", Hechos{Apuesta: 1, Propias: jotas, Comunes: mano(t, "5c 4t 6c")}, ErrNumCartas, "103"},
		{"104.1/one pack", Hechos{Apuesta: 1, Propias: jotas, Comunes: mano(t, "5c Jt")}, naipes.ErrRepetida, "104.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Settle(tt.h)
			check(t, err, tt.want, tt.cites)
		})
	}
	t.Run("107.1.a/the largest that fits", func(t *testing.T) {
		l, err := Settle(Hechos{Apuesta: MaxApostado, Propias: mano(t, "At Kt Qt"), Comunes: mano(t, "Jt Tt")})
		if err != nil || l.Total().Ganado != MaxApostado*1500 {
			t.Errorf("%+v, %v", l.Total(), err)
		}
	})
	t.Run("103/one common card is no hand", func(t *testing.T) {
		_, err := Evaluate(jotas, mano(t, "5c"))
		check(t, err, ErrNumCartas, "103")
	})
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		donde Donde
		naipe string
		anula bool
		cites string
	}{
		{NaipeJugador, "Ac", false, "109.2"},
		{NaipeJugador, "2c", false, "109.2"},
		{NaipeComun, "2c", false, "109.2"},
		{NaipeComun, "Tc", false, "109.2"},
		{NaipeComun, "Jc", true, "109.2"},
		{NaipeComun, "Qd", true, "109.2"},
		{NaipeComun, "Kt", true, "109.2"},
		{NaipeComun, "Ap", true, "109.2"},
		{OtroError, "2c", true, "110.1"},
	} {
		t.Run(tt.cites+"/A-TJ-3/"+string(tt.donde)+" "+tt.naipe, func(t *testing.T) {
			v, err := Judge(tt.donde, naipes.MustParse(tt.naipe)[0])
			if err != nil || v.Anula != tt.anula || v.Articulo.Ref() != tt.cites {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
	t.Run("110.1/elsewhere", func(t *testing.T) {
		_, err := Judge("mesa", 0)
		check(t, err, ErrDonde, "110.1")
	})
	t.Run("109.2/which card", func(t *testing.T) {
		_, err := Judge(NaipeComun, 0)
		check(t, err, naipes.ErrCarta, "109.2")
	})
}

func TestMesa(t *testing.T) {
	m := Mesa{Minimo: 500, Maximo: 15_000}
	for _, tt := range []struct {
		name string
		err  error
		want error
		cite string
	}{
		{"108/30 times", m.CheckBanda(), nil, ""},
		{"108/one céntimo above", Mesa{Minimo: 500, Maximo: 15_001}.CheckBanda(), ErrBanda, "108"},
		{"108/the minimum itself", Mesa{Minimo: 500, Maximo: 500}.CheckBanda(), nil, ""},
		{"108/one céntimo below it", Mesa{Minimo: 500, Maximo: 499}.CheckBanda(), ErrBanda, "108"},
		{"108/no minimum", Mesa{}.CheckBanda(), ErrImporte, "108"},
		{"108/too large", Mesa{Minimo: 1 << 60, Maximo: 1 << 61}.CheckBanda(), domain.ErrDesborde, "108"},
		{"108/A-TJ-4/the minimum each", m.CheckApuestas(500, 500, 500), nil, ""},
		{"108/A-TJ-4/one céntimo below", m.CheckApuestas(499, 499, 499), ErrInferior, "108"},
		{"108/A-TJ-4/the maximum each", m.CheckApuestas(15_000, 15_000, 15_000), nil, ""},
		{"108/A-TJ-4/one céntimo above", m.CheckApuestas(15_001, 15_001, 15_001), ErrSuperior, "108"},
		{"108/no minimum to bet on", Mesa{}.CheckApuestas(1, 1, 1), ErrImporte, "108"},
		{"109.1/unlike", m.CheckApuestas(500, 500, 501), ErrDesiguales, "109.1"},
		{"109.1/two", m.CheckApuestas(500, 500), ErrDesiguales, "109.1"},
		{"109.1/four", m.CheckApuestas(500, 500, 500, 500), ErrDesiguales, "109.1"},
		{"109.1/none", m.CheckApuestas(), ErrDesiguales, "109.1"},
		{"30.3/RED-2/no multiple", Mesa{500, 15_000, true}.CheckApuestas(501, 501, 501), ErrNoMultiplo, "30.3"},
		{"30.3/RED-2/a multiple", Mesa{500, 15_000, true}.CheckApuestas(1000, 1000, 1000), nil, ""},
		{"106/104.3/one", CheckAsientos(1, 0), nil, ""},
		{"106/104.3/seven", CheckAsientos(7, 0), nil, ""},
		{"106/104.3/an eighth", CheckAsientos(8, 0), ErrAsientos, "106"},
		{"106/104.3/nobody", CheckAsientos(0, 0), ErrAsientos, "106"},
		{"106/104.3/one standing", CheckAsientos(3, 1), ErrAsientos, "106"},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.err, tt.want, tt.cite) })
	}
}

func TestDeal(t *testing.T) {
	t.Run("109.2/two players", func(t *testing.T) {
		got, err := Deal(2)
		want := []Entrega{{1, 0}, {2, 0}, {0, 1}, {1, 0}, {2, 0}, {0, 2}, {1, 0}, {2, 0}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
	t.Run("106/eight players", func(t *testing.T) {
		_, err := Deal(8)
		check(t, err, ErrAsientos, "106")
	})
	t.Run("109.4/from the right", func(t *testing.T) {
		in := []int{2, 7, 1}
		if got := PaymentOrder(in); !slices.Equal(got, []int{7, 2, 1}) || !slices.Equal(in, []int{2, 7, 1}) {
			t.Errorf("%v", got)
		}
	})
}

var mesa = Mesa{Minimo: 1000, Maximo: 30_000}

func TestOptions(t *testing.T) {
	for f, want := range map[Fase][]Decision{
		TresCartas:   {{1, Dejar}, {1, Retirar}, {2, Dejar}, {3, Dejar}},
		PrimeraComun: {{1, Dejar}, {2, Dejar}, {2, Retirar}, {3, Dejar}},
		SegundaComun: {{1, Dejar}, {2, Dejar}, {3, Dejar}},
	} {
		t.Run("109.3/"+string(f), func(t *testing.T) {
			if got, err := Options(f); err != nil || !slices.Equal(got, want) {
				t.Errorf("%v, %v, want %v", got, err, want)
			}
		})
	}
	t.Run("109.3/another moment", func(t *testing.T) {
		_, err := Options("cuarta")
		check(t, err, ErrFase, "109.3")
	})
}

func TestMano(t *testing.T) {
	carta := func(s string) naipes.Carta { return naipes.MustParse(s)[0] }
	t.Run("109.3/109.4/the first withdrawn, the second left", func(t *testing.T) {
		m, err := NewMano(mesa, 1000, mano(t, "Jt Jd 3p"))
		if err != nil || m.Fase() != TresCartas {
			t.Fatal(err)
		}
		if m, err = m.Apply(Decision{1, Retirar}); err != nil {
			t.Fatal(err)
		}
		for _, again := range []Decision{{1, Retirar}, {1, Dejar}, {2, Retirar}, {3, Retirar}, {0, Dejar}, {4, Dejar}, {2, "doblar"}} {
			after, err := m.Apply(again)
			check(t, err, ErrDecision, "109.3")
			if after != m {
				t.Error("a refused decision changed the hand")
			}
		}
		if m, err = m.Reveal(carta("5c")); err != nil || m.Fase() != PrimeraComun {
			t.Fatal(err)
		}
		if l, err := m.Settle(); err != nil || l.Total().Pendiente != 2000 || l.Total().Devuelto != 1000 || l.Valor != 0 {
			t.Errorf("%+v, %v", l, err)
		}
		if m, err = m.Apply(Decision{2, Dejar}); err != nil {
			t.Fatal(err)
		}
		_, err = m.Apply(Decision{2, Retirar})
		check(t, err, ErrDecision, "109.3")
		if m, err = m.Reveal(carta("4t")); err != nil || m.Fase() != SegundaComun {
			t.Fatal(err)
		}
		_, err = m.Apply(Decision{3, Retirar})
		check(t, err, ErrDecision, "109.3")
		_, err = m.Reveal(carta("6t"))
		check(t, err, ErrComunes, "109.3")
		if l, err := m.Settle(); err != nil || l.EnJuego() != 2 || l.Total().Neto() != 2000 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("109.2/110.1/mistakes", func(t *testing.T) {
		m, err := NewMano(mesa, 1000, mano(t, "Jt Jd 3p"))
		if err != nil {
			t.Fatal(err)
		}
		if l, err := m.Annul(NaipeComun, carta("Qd")); err != nil || l.Total().Devuelto != 3000 || l.Apuestas[0].Criterio != "A-TJ-3" {
			t.Errorf("%+v, %v", l, err)
		}
		if l, err := m.Annul(NaipeComun, carta("9d")); err != nil || l.Total().Pendiente != 3000 {
			t.Errorf("%+v, %v", l, err)
		}
		if l, err := m.Annul(OtroError, 0); err != nil || l.Apuestas[2].Articulo != art("110.1") {
			t.Errorf("%+v, %v", l, err)
		}
		_, err = m.Annul("mesa", 0)
		check(t, err, ErrDonde, "110.1")
	})
	t.Run("refused", func(t *testing.T) {
		_, err := NewMano(mesa, 999, mano(t, "Jt Jd 3p"))
		check(t, err, ErrInferior, "108")
		_, err = NewMano(mesa, 1000, mano(t, "Jt Jd"))
		check(t, err, ErrNumCartas, "103")
		m, err := NewMano(mesa, 1000, mano(t, "Jt Jd 3p"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Reveal(carta("Jt"))
		check(t, err, naipes.ErrRepetida, "104.1")
		_, err = m.Reveal(0)
		check(t, err, naipes.ErrCarta, "109.3")
	})
}

// conserved reports whether nothing staked is lost sight of, bet by bet.
func conserved(l Liquidacion) bool {
	for _, b := range append(l.Apuestas[:], l.Total()) {
		if b.Apostado != b.Devuelto+b.Pendiente+b.Perdido || b.Ganado < 0 || b.Devuelto < 0 || b.Pendiente < 0 || b.Perdido < 0 {
			return false
		}
	}
	return !l.Apuestas[0].Articulo.IsZero() && !l.Apuestas[1].Articulo.IsZero() && !l.Apuestas[2].Articulo.IsZero()
}

// TestPlay plays hands at random: what Options lists is done, the rest refused, and what
// was staked is accounted for at every moment.
func TestPlay(t *testing.T) {
	b := naipes.NewBaraja()
	rapid.Check(t, func(t *rapid.T) {
		deck := rapid.Permutation(b[:]).Draw(t, "deck")
		propias, _ := naipes.NewMano(deck[:3]...)
		m, err := NewMano(mesa, domain.Importe(rapid.Int64Range(1000, 30_000).Draw(t, "bet")), propias)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			for range rapid.IntRange(0, 3).Draw(t, "decisions") {
				d := Decision{rapid.IntRange(0, 4).Draw(t, "bet"), rapid.SampledFrom([]Accion{Retirar, Dejar, "doblar"}).Draw(t, "action")}
				legal := slices.Contains(m.Options(), d)
				after, err := m.Apply(d)
				var breach *norma.Error
				if legal != (err == nil) || err != nil && (!errors.As(err, &breach) || after != m) {
					t.Fatalf("%+v of %v: %v", d, m.Options(), err)
				}
				m = after
			}
			if l, err := m.Settle(); err != nil || !conserved(l) {
				t.Fatalf("%+v, %v", l, err)
			}
			if k < NumComunes {
				if m, err = m.Reveal(deck[3+k]); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func FuzzSettle(f *testing.F) {
	f.Add(int64(1000), true, false, uint64(mano(f, "At Kt Qt")), uint64(mano(f, "Jt Tt")), false)
	f.Add(int64(MaxApostado), false, false, uint64(mano(f, "At 2t 3t")), uint64(mano(f, "4t")), false)
	f.Add(int64(1), false, true, uint64(0), uint64(0), true)
	f.Fuzz(func(t *testing.T, apuesta int64, uno, dos bool, propias, comunes uint64, nula bool) {
		h := Hechos{Apuesta: domain.Importe(apuesta), Retirada: [2]bool{uno, dos}, Propias: naipes.Mano(propias), Comunes: naipes.Mano(comunes)}
		if nula {
			h.Veredicto = Veredicto{true, art("110.1"), ""}
		}
		l, err := Settle(h)
		var breach *norma.Error
		if err != nil {
			if !errors.As(err, &breach) {
				t.Fatalf("%v cites nothing", err)
			}
			return
		}
		if !conserved(l) || l.Total().Apostado != 3*h.Apuesta {
			t.Fatalf("%+v gives %+v", h, l)
		}
	})
}

// TestCasos plays the faults seen in similar software.
func TestCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	settle := func(t *testing.T, cartas []string, apuesta domain.Importe) Liquidacion {
		t.Helper()
		cs, err := naipes.ParseCartas(cartas)
		if err != nil {
			t.Fatal(err)
		}
		propias, _ := naipes.NewMano(cs[:3]...)
		comunes, _ := naipes.NewMano(cs[3:]...)
		l, err := Settle(Hechos{Apuesta: apuesta, Propias: propias, Comunes: comunes})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	n := 0
	for line := range bytes.Lines(raw) {
		var c struct {
			ID    string
			Input struct {
				Stake        domain.Importe `json:"stake_each"`
				Hands        [][]string
				Hand, Suited []string
			}
			Expected struct {
				Net        []domain.Importe
				Multiplier []int64
				Straight   []bool
			}
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		n++
		switch c.ID {
		case "TRI-01":
			t.Run("107.1.i/109.4/TRI-01", func(t *testing.T) {
				for k, h := range c.Input.Hands {
					if got := settle(t, h, c.Input.Stake).Total().Neto(); got != c.Expected.Net[k] {
						t.Errorf("%v: %v, want %v", h, got, c.Expected.Net[k])
					}
				}
			})
		case "TRI-02":
			t.Run("104.1/A-TJ-1/TRI-02", func(t *testing.T) {
				for k, h := range [][]string{c.Input.Hand, c.Input.Suited} {
					l := settle(t, h, 100)
					if l.Multiplo != c.Expected.Multiplier[k] || (l.Valor.Categoria() == naipes.CategoriaEscalera) != c.Expected.Straight[k] {
						t.Errorf("%v: %d times", h, l.Multiplo)
					}
				}
			})
		}
	}
	if n != 2 {
		t.Errorf("%d casos", n)
	}
}

func TestSettleAllocatesNothing(t *testing.T) {
	h := Hechos{Apuesta: 500, Propias: mano(t, "Jt Jd 3p"), Comunes: mano(t, "5c 4t")}
	if n := testing.AllocsPerRun(100, func() { sink, _ = Settle(h) }); n != 0 {
		t.Errorf("Settle allocates %v times", n)
	}
}

var sink Liquidacion

func BenchmarkSettle(b *testing.B) {
	h := Hechos{Apuesta: 500, Propias: mano(b, "Jt Jd 3p"), Comunes: mano(b, "5c 4t")}
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if sink, err = Settle(h); err != nil {
			b.Fatal(err)
		}
	}
}
