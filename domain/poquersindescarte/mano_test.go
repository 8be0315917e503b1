package poquersindescarte

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var mesa = Mesa{Minimo: 1000, Maximo: 25_000, Seguro: true, Compra: true}

func newMano(t testing.TB, m Mesa, p Postura, cartas string) Mano {
	t.Helper()
	h, err := NewMano(m, p, mano(t, cartas))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestNewMano(t *testing.T) {
	cartas := mano(t, "8t 9d Tp Jc 2d")
	for _, tt := range []struct {
		name   string
		m      Mesa
		p      Postura
		cartas naipes.Mano
		want   error
		cites  string
	}{
		{"100.5/below", mesa, Postura{Inicial: 999}, cartas, ErrInferior, "100.5"},
		{"100.5/above", mesa, Postura{Inicial: 25_001}, cartas, ErrSuperior, "100.5"},
		{"102.b/above half", mesa, Postura{Inicial: 1000, Seguro: 501}, cartas, ErrSeguro, "102.b"},
		{"102.b/negative", mesa, Postura{Inicial: 1000, Seguro: -1}, cartas, ErrImporte, "102.b"},
		{"97.3/no space", Mesa{Minimo: 1000, Maximo: 1000}, Postura{Inicial: 1000, Seguro: 1}, cartas, ErrNoSeOfrece, "97.3"},
		{"101.2/no cards", mesa, Postura{Inicial: 1000}, 0, ErrNumCartas, "101.2"},
		{"100.5/too large", Mesa{Minimo: 1, Maximo: 1 << 60}, Postura{Inicial: MaxApostado}, cartas, domain.ErrDesborde, "100.5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewMano(tt.m, tt.p, tt.cartas)
			check(t, err, tt.want, tt.cites)
		})
	}
}

func TestApply(t *testing.T) {
	const cartas = "8t 9d Tp Jc 2d"
	c := func(s string) naipes.Carta { return naipes.MustParse(s)[0] }
	t.Run("101.3/the decisions", func(t *testing.T) {
		if got := newMano(t, mesa, Postura{Inicial: 1000}, cartas).Options(); !slices.Equal(got, []Accion{Voy, Paso, Compra}) {
			t.Errorf("%v", got)
		}
		if got := newMano(t, Mesa{Minimo: 1000, Maximo: 1000}, Postura{Inicial: 1000}, cartas).Options(); !slices.Equal(got, []Accion{Voy, Paso}) {
			t.Errorf("without purchase %v", got)
		}
	})
	t.Run("101.3/A-SD-1/the segunda is twice the inicial", func(t *testing.T) {
		m := newMano(t, mesa, Postura{Inicial: 1000}, cartas)
		for _, wrong := range []domain.Importe{0, 1000, 1999, 2001} {
			after, err := m.Apply(Decision{Accion: Voy, Segunda: wrong})
			check(t, err, ErrSegunda, "101.3")
			if after != m {
				t.Error("a refused decision changed the hand")
			}
		}
		m, err := m.Apply(Decision{Accion: Voy, Segunda: 2000})
		if err != nil || len(m.Options()) != 0 {
			t.Errorf("%v, %v", m.Options(), err)
		}
		_, err = m.Apply(Decision{Accion: Paso})
		check(t, err, ErrDecidida, "101.3")
		l, err := m.Settle(mano(t, bancaNo))
		if err != nil || l.Resultado != BancaNoJuega || l.Total().Neto() != 1000 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("101.3/paso", func(t *testing.T) {
		m, err := newMano(t, mesa, Postura{Inicial: 1000, Seguro: 500}, cartas).Apply(Decision{Accion: Paso})
		if err != nil {
			t.Fatal(err)
		}
		if l, err := m.Settle(mano(t, bancaAK)); err != nil || l.Resultado != Retirado || l.Total().Neto() != -1500 {
			t.Errorf("%+v, %v", l, err)
		}
		_, err = m.Apply(Decision{Accion: "subo"})
		check(t, err, ErrAccion, "101.3")
	})
	t.Run("101.8/pending until he decides", func(t *testing.T) {
		l, err := newMano(t, mesa, Postura{Inicial: 1000, Seguro: 500}, cartas).Settle(mano(t, bancaAK))
		if err != nil || l.Resultado != Pendiente || l.Total().Pendiente != 1500 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("102.c/A-SD-12/a card, once, for another inicial", func(t *testing.T) {
		m := newMano(t, mesa, Postura{Inicial: 1000, Seguro: 500}, cartas)
		m, err := m.Apply(Decision{Accion: Compra, Descarta: c("2d"), Recibe: c("Qd")})
		if err != nil || !slices.Equal(m.Options(), []Accion{Voy, Paso}) || m.Vista() != mano(t, "8t 9d Tp Jc Qd") {
			t.Fatalf("%v, %v", m.Options(), err)
		}
		_, err = m.Apply(Decision{Accion: Compra, Descarta: c("8t"), Recibe: c("Kd")})
		check(t, err, ErrYaCompro, "102.c")
		if m, err = m.Apply(Decision{Accion: Voy, Segunda: 2000}); err != nil {
			t.Fatal(err)
		}
		l, err := m.Settle(mano(t, bancaPareja))
		if err != nil || l.Carta.Perdido != 1000 || l.Segunda.Ganado != 8000 || l.Total().Neto() != 1000+8000-1000-500 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("102.b/102.c/A-SD-4/the seguro counts the final hand", func(t *testing.T) {
		m := newMano(t, mesa, Postura{Inicial: 1000, Seguro: 500}, "8t 8d 8p 9c 2d")
		m, err := m.Apply(Decision{Accion: Compra, Descarta: c("2d"), Recibe: c("9d")})
		if err != nil {
			t.Fatal(err)
		}
		if m, err = m.Apply(Decision{Accion: Voy, Segunda: 2000}); err != nil {
			t.Fatal(err)
		}
		if l, err := m.Settle(mano(t, bancaAK)); err != nil || l.Seguro.Ganado != 50_000 {
			t.Errorf("%+v, %v", l, err)
		}
	})
	t.Run("102.c/what cannot be bought", func(t *testing.T) {
		m := newMano(t, mesa, Postura{Inicial: 1000}, cartas)
		_, err := m.Apply(Decision{Accion: Compra, Descarta: c("Ad"), Recibe: c("Qd")})
		check(t, err, ErrNoTiene, "102.c")
		_, err = m.Apply(Decision{Accion: Compra, Descarta: c("2d")})
		check(t, err, naipes.ErrCarta, "102.c")
		_, err = m.Apply(Decision{Accion: Compra, Descarta: c("2d"), Recibe: c("2d")})
		check(t, err, naipes.ErrRepetida, "97.1")
		_, err = newMano(t, Mesa{Minimo: 1000, Maximo: 1000}, Postura{Inicial: 1000}, cartas).Apply(Decision{Accion: Compra, Descarta: c("2d"), Recibe: c("Qd")})
		check(t, err, ErrNoSeOfrece, "102.c")
	})
	t.Run("99.2/a free casilla is played blind", func(t *testing.T) {
		if v := newMano(t, mesa, Postura{Inicial: 1000, Libre: true}, cartas).Vista(); v != 0 {
			t.Errorf("the player sees %v", v.Cartas())
		}
		if v := newMano(t, mesa, Postura{Inicial: 1000}, cartas).Vista(); v != mano(t, cartas) {
			t.Errorf("the player sees %v of his own", v.Cartas())
		}
	})
	t.Run("101.6/101.7/irregularities", func(t *testing.T) {
		m := newMano(t, mesa, Postura{Inicial: 1000, Seguro: 500}, cartas)
		if l, err := m.Annul(ErrorDistribucion); err != nil || l.Total().Devuelto != 1500 {
			t.Errorf("%+v, %v", l, err)
		}
		if l, err := m.Annul(JugadoresIntercambianInformacion); err != nil || l.Total().Perdido != 1500 {
			t.Errorf("%+v, %v", l, err)
		}
		_, err := m.Annul("")
		check(t, err, ErrHecho, "101.6")
	})
}

// conserved reports whether nothing staked is lost sight of, bet by bet.
func conserved(l Liquidacion) bool {
	t := l.Total()
	for _, b := range []Linea{l.Inicial, l.Segunda, l.Carta, l.Seguro, t} {
		if b.Apostado != b.Devuelto+b.Pendiente+b.Perdido || b.Ganado < 0 || b.Devuelto < 0 || b.Pendiente < 0 || b.Perdido < 0 {
			return false
		}
		if b != t && b.Apostado > 0 && b.Articulo.IsZero() {
			return false
		}
	}
	return true
}

// TestPlay plays hands at random: what Options lists is done, the rest refused, and what
// was staked is accounted for.
func TestPlay(t *testing.T) {
	b := naipes.NewBaraja()
	rapid.Check(t, func(t *rapid.T) {
		deck := rapid.Permutation(b[:]).Draw(t, "deck")
		cartas, _ := naipes.NewMano(deck[:5]...)
		banca, _ := naipes.NewMano(deck[5:10]...)
		ms := mesa
		ms.Compra = rapid.Bool().Draw(t, "sells a card")
		m, err := NewMano(ms, Postura{Inicial: domain.Importe(rapid.Int64Range(1000, 25_000).Draw(t, "inicial")), Seguro: domain.Importe(rapid.Int64Range(0, 500).Draw(t, "seguro"))}, cartas)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			a := rapid.SampledFrom([]Accion{Voy, Paso, Compra, "subo"}).Draw(t, "decision")
			segunda, _ := Segunda(m.Hechos().Inicial)
			legal := slices.Contains(m.Options(), a)
			after, err := m.Apply(Decision{a, segunda, deck[0], deck[10]})
			var breach *norma.Error
			if legal != (err == nil) || err != nil && (!errors.As(err, &breach) || after != m) {
				t.Fatalf("%s, of %v: %v", a, m.Options(), err)
			}
			m = after
		}
		l, err := m.Settle(banca)
		if err != nil || !conserved(l) {
			t.Fatalf("%+v, %v", l, err)
		}
		if m.Hechos().Carta > 0 && m.Hechos().Carta != m.Precio() {
			t.Fatalf("the card costs %v", m.Hechos().Carta)
		}
	})
}

func FuzzSettle(f *testing.F) {
	j, b := uint64(mano(f, "8t 9d Tp Jc 2d")), uint64(mano(f, bancaAK))
	f.Add(int64(1000), int64(2000), int64(0), int64(500), "voy", j, b, "")
	f.Add(int64(1000), int64(0), int64(1000), int64(0), "paso", j, b, "")
	f.Add(int64(1000), int64(0), int64(0), int64(0), "", j, uint64(0), "error_distribucion")
	f.Add(int64(MaxApostado), int64(MaxApostado), int64(MaxApostado), int64(MaxApostado), "voy", uint64(mano(f, "At Kt Qt Jt Tt")), b, "")
	f.Fuzz(func(t *testing.T, inicial, segunda, carta, seguro int64, accion string, jugador, banca uint64, hecho string) {
		h := Hechos{domain.Importe(inicial), domain.Importe(segunda), domain.Importe(carta), domain.Importe(seguro),
			Accion(accion), naipes.Mano(jugador), naipes.Mano(banca), Hecho(hecho)}
		l, err := Settle(h)
		var breach *norma.Error
		if err != nil {
			if !errors.As(err, &breach) {
				t.Fatalf("%v cites nothing", err)
			}
			return
		}
		if !conserved(l) || l.Total().Apostado != h.Inicial+h.Segunda+h.Carta+h.Seguro {
			t.Fatalf("%+v gives %+v", h, l)
		}
	})
}

func TestSettleAllocatesNothing(t *testing.T) {
	h := Hechos{Inicial: 1000, Segunda: 2000, Seguro: 500, Accion: Voy, Jugador: mano(t, "8t 9d Tp Jc Qd"), Banca: mano(t, bancaAK)}
	if n := testing.AllocsPerRun(100, func() { sink, _ = Settle(h) }); n != 0 {
		t.Errorf("Settle allocates %v times", n)
	}
}

var sink Liquidacion

func BenchmarkSettle(b *testing.B) {
	h := Hechos{Inicial: 1000, Segunda: 2000, Seguro: 500, Accion: Voy, Jugador: mano(b, "8t 9d Tp Jc Qd"), Banca: mano(b, bancaAK)}
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if sink, err = Settle(h); err != nil {
			b.Fatal(err)
		}
	}
}
