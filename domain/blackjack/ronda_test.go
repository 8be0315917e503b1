package blackjack

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
)

// sabotOf reads cards; one followed by ^ lies face up.
func sabotOf(cartas string) []Naipe {
	var sabot []Naipe
	for _, s := range strings.Fields(cartas) {
		s, arriba := strings.CutSuffix(s, "^")
		sabot = append(sabot, Naipe{naipes.MustParse(s)[0], arriba})
	}
	return sabot
}

// play plays a round on boxes of 1,000 céntimos, the actions of all in a row.
func play(t testing.TB, sabot string, nuevo bool, boxes int, acciones string) Cierre {
	t.Helper()
	r, err := NewRonda(sabotOf(sabot), nuevo, slices.Repeat([]domain.Importe{1000}, boxes))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range acciones {
		if err := r.Play(Accion(a)); err != nil {
			t.Fatalf("%c: %v", a, err)
		}
	}
	c, err := r.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hands writes the hands of a round and what each comes to.
func hands(c Cierre) string {
	var out []string
	for _, box := range c.Casillas {
		for _, h := range box.Manos {
			out = append(out, strings.Join(naipes.FormatCartas(h.Cartas), " ")+" "+h.Liquidacion.Neto().String())
		}
	}
	return strings.Join(out, ", ")
}

func TestRonda(t *testing.T) {
	tests := []struct {
		name     string
		sabot    string
		boxes    int
		acciones string
		hands    string
		banca    string
	}{
		{"52.1.a/the order of the cards", "Tt 9t 6d 8c 7p Kd 5t", 2, "PP", "Tt 8c -1000, 9t 7p -1000", "6d Kd 5t"},
		{"52.1.a/black jack waits for nobody", "At 6d Kc Td 8p", 1, "", "At Kc 1500", "6d Td 8p"},
		{"52.1.a/21 asks for no more", "7t 6d 7c 7d Td 8p", 1, "C", "7t 7c 7d 1000", "6d Td 8p"},
		{"52.1.a/a hand that passes has lost", "Tt 9t 6d 6c 8d Td Kd Qc", 2, "CP", "Tt 6c Td -1000, 9t 8d 1000", "6d Kd Qc"},
		{"52.1.a/BJ-6/the bank draws though all have passed", "Tt 6d 6c Td Kd 2c", 1, "C", "Tt 6c Td -1000", "6d Kd 2c"},
		{"52.1.d/doubled", "4t 6d 5c Td Kd 2c", 1, "D", "4t 5c Td 2000", "6d Kd 2c"},
		{"52.1.c/BJ-7/a split hand waits for its second card", "8t 6d 8c 3p 2p Tc Td Kd", 1, "SCPP", "8t 3p 2p 1000, 8c Tc 1000", "6d Td Kd"},
		{"52.1.c/the new hand plays next", "8t 6d 8c 8p Tc Td 9d Kd 5t", 1, "SSPPP", "8t Tc -1000, 8p Td -1000, 8c 9d -1000", "6d Kd 5t"},
		{"52.1.c/BJ-5/split aces, one card each", "At 6d Ac Ad Kc Qp 5t Td 9p", 1, "SS", "At Kc 1000, Ad Qp 1000, Ac 5t 1000", "6d Td 9p"},
		{"52.1.c/split tens with an ace are no black jack", "Tt 6d Qc Ac 8p Td Kd", 1, "SP", "Tt Ac 1000, Qc 8p 1000", "6d Td Kd"},
		{"52.1.c/52.1.d/doubled after the split", "4t 6d 4c 6c 9p 7d Td Kd 2c", 1, "SDD", "4t 6c 9p 2000, 4c 7d Td 2000", "6d Kd 2c"},
		{"52.1.a/BJ-1/black jack of the bank takes it all", "8t Ad 8c 3p Tc Td Kc", 1, "SDP", "8t 3p Tc -2000, 8c Td -1000", "Ad Kc"},
		{"52.2/a card face up is put out of play", "Tt 4d^ 6d 8c Td 5c", 1, "P", "Tt 8c -1000", "6d Td 5c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := play(t, tt.sabot, false, tt.boxes, tt.acciones)
			banca := strings.Join(naipes.FormatCartas(c.Banca), " ")
			if hands(c) != tt.hands || banca != tt.banca || c.Quemadas != nil {
				t.Errorf("%s against %s", hands(c), banca)
			}
			if n := len(strings.Fields(tt.sabot)); c.Usadas > n || len(c.Eliminadas) != strings.Count(tt.sabot, "^") {
				t.Errorf("%d cards used, %v put out", c.Usadas, c.Eliminadas)
			}
		})
	}
	t.Run("51.2/52.2/BJ-11/five cards of a new sabot, and one face up", func(t *testing.T) {
		c := play(t, "2t 2d^ 2c 2p 3t 4t Tt 6d 9c Td 8p", true, 1, "P")
		if got := naipes.FormatCartas(c.Quemadas); !slices.Equal(got, []string{"2t", "2c", "2p", "3t", "4t"}) || c.Usadas != 11 || len(c.Eliminadas) != 1 {
			t.Errorf("%v put out, %v, %d used", got, c.Eliminadas, c.Usadas)
		}
	})
}

func TestRondaRefuses(t *testing.T) {
	t.Run("48.1/too few cards at every point", func(t *testing.T) {
		full := sabotOf("2t 2c 2d 3d 3p 8t 6d 8c 3c Tp Kc Td 9d")
		for n := range len(full) + 1 {
			r, err := NewRonda(full[:n], true, []domain.Importe{10})
			for _, a := range []Accion{Separar, Doblar, Plantarse} {
				if err == nil {
					err = r.Play(a)
				}
			}
			if err == nil {
				_, err = r.Finish()
			}
			want := ErrFaltanCartas
			if n == len(full) {
				want = nil
			}
			check(t, err, want, "48.1")
		}
		_, err := NewRonda([]Naipe{{}}, false, []domain.Importe{10})
		check(t, err, ErrCarta, "48.1")
	})
	t.Run("48.1/a seventh five of clubs", func(t *testing.T) {
		for n, want := range map[int]error{6: nil, 7: ErrRepetida} {
			_, err := NewRonda(sabotOf(strings.Repeat("5t ", n)+"6d 7c 8c 9c"), true, []domain.Importe{10})
			check(t, err, want, "48.1")
		}
	})
	t.Run("48.3/53.3/stakes that are none", func(t *testing.T) {
		_, err := NewRonda(nil, false, nil)
		check(t, err, ErrCasillas, "48.3")
		_, err = NewRonda(nil, false, make([]domain.Importe, 8))
		check(t, err, ErrCasillas, "48.3")
		_, err = NewRonda(nil, false, []domain.Importe{0})
		check(t, err, ErrImporte, "53.3")
		_, err = NewRonda(nil, false, []domain.Importe{MaxApostado, 1})
		check(t, err, domain.ErrDesborde, "53.3")
	})
	t.Run("52.1.a/52.1.c/52.1.d/what the hand does not admit", func(t *testing.T) {
		r, err := NewRonda(sabotOf("Tt 6d 8c Td 5c"), false, []domain.Importe{10})
		check(t, err, nil, "")
		check(t, r.Play(Doblar), ErrAccion, "52.1.d")
		check(t, r.Play(Separar), ErrAccion, "52.1.c")
		check(t, r.Play("X"), ErrAccion, "52.1.a")
		_, err = r.Finish()
		check(t, err, ErrSinTerminar, "52.1.a")
		check(t, r.Play(Plantarse), nil, "")
		check(t, r.Play(Pedir), ErrTerminada, "52.1.a")
		if r.Options() != nil {
			t.Errorf("%v with no hand left", r.Options())
		}
		_, err = r.Finish()
		check(t, err, nil, "")
		_, err = r.Finish()
		check(t, err, ErrTerminada, "52.1.a")
	})
}

func TestInsure(t *testing.T) {
	start := func(t *testing.T, sabot string) *Ronda {
		t.Helper()
		r, err := NewRonda(sabotOf(sabot), false, []domain.Importe{1000, 333})
		check(t, err, nil, "")
		return r
	}
	const ace = "8t 9t Ad 8c 9c Kd 2t 2d 2c 2p 3t"
	t.Run("52.1.b/up to half", func(t *testing.T) {
		r := start(t, ace)
		if r.MaxSeguro(0) != 500 || r.MaxSeguro(1) != 166 || r.MaxSeguro(2) != 0 || r.MaxSeguro(-1) != 0 {
			t.Errorf("%d, %d", r.MaxSeguro(0), r.MaxSeguro(1))
		}
		check(t, r.Insure(0, 501), ErrSeguro, "52.1.b")
		check(t, r.Insure(1, 167), ErrSeguro, "52.1.b")
		check(t, r.Insure(0, 0), ErrImporte, "52.1.b")
		check(t, r.Insure(0, 500), nil, "")
		check(t, r.Insure(0, 1), ErrSinSeguro, "52.1.b")
		check(t, r.Insure(2, 1), ErrSinSeguro, "52.1.b")
		check(t, r.Play(Plantarse), nil, "")
		check(t, r.Insure(1, 166), nil, "") // nobody has asked for a card
		check(t, r.Play(Plantarse), nil, "")
		c, err := r.Finish()
		check(t, err, nil, "")
		if c.Casillas[0].Neto().String() != "0" || c.Casillas[1].Neto().String() != "-1" || c.Casillas[0].Seguro.Ganado.String() != "1000" {
			t.Errorf("%+v", c.Casillas)
		}
		if r.MaxSeguro(0) != 0 {
			t.Error("insured after the end")
		}
	})
	t.Run("52.1.b/not after a third card", func(t *testing.T) {
		for _, a := range []Accion{Pedir, Separar} {
			r := start(t, ace)
			check(t, r.Play(a), nil, "")
			check(t, r.Insure(1, 1), ErrSinSeguro, "52.1.b")
		}
	})
	t.Run("52.1.b/not over another card", func(t *testing.T) {
		r := start(t, "8t 9t Kd 8c 9c Ad")
		check(t, r.Insure(0, 1), ErrSinSeguro, "52.1.b")
	})
}

// TestRounds plays rounds at random: Play admits what Options has and nothing else, and no
// céntimo and no card appears or vanishes.
func TestRounds(t *testing.T) {
	t.Run("52.1/options, and money conserved", func(t *testing.T) {
		load := naipes.Barajas(Barajas)
		rapid.Check(t, func(rt *rapid.T) {
			perm := rapid.Permutation(load).Draw(rt, "sabot")
			sabot := make([]Naipe, len(perm))
			for k, c := range perm {
				sabot[k] = Naipe{c, k%37 == 36}
			}
			apuestas := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 5000), func(n int) domain.Importe { return domain.Importe(n) }), 1, 7).Draw(rt, "apuestas")
			r, err := NewRonda(sabot, rapid.Bool().Draw(rt, "nuevo"), apuestas)
			check(t, err, nil, "")
			for k := range apuestas {
				if m := r.MaxSeguro(k); m > 0 && rapid.Bool().Draw(rt, "seguro") {
					check(t, r.Insure(k, m), nil, "")
				}
			}
			for options := r.Options(); options != nil; options = r.Options() {
				a := rapid.SampledFrom([]Accion{Pedir, Doblar, Plantarse, Separar, Separar}).Draw(rt, "accion")
				if err := r.Play(a); (err == nil) != slices.Contains(options, a) {
					rt.Fatalf("%s of %v: %v", a, options, err)
				}
			}
			c, err := r.Finish()
			check(t, err, nil, "")
			checkCierre(rt, c, apuestas, perm)
		})
	})
}

func checkCierre(t *rapid.T, c Cierre, apuestas []domain.Importe, sabot []naipes.Carta) {
	seen := slices.Concat(c.Banca, c.Quemadas, c.Eliminadas)
	for k, box := range c.Casillas {
		for _, h := range box.Manos {
			seen = append(seen, h.Cartas...)
			staked := apuestas[k]
			if h.Doblada {
				staked *= 2
			}
			l := h.Liquidacion
			if h.Apuesta != staked || l.Devuelto+l.Perdido != staked || (l.Ganado.Cmp(domain.Fraccion{}) > 0) != (l.Resultado == Gana || l.Resultado == ConBJ) {
				t.Fatalf("%+v on %d", h, apuestas[k])
			}
		}
	}
	out := slices.Clone(sabot[:c.Usadas])
	slices.Sort(out)
	slices.Sort(seen)
	if !slices.Equal(out, seen) {
		t.Fatalf("%v left the sabot and %v were seen", out, seen)
	}
}

// FuzzRonda plays whatever is said with whatever the sabot has: nothing may panic.
func FuzzRonda(f *testing.F) {
	f.Add([]byte{40, 24, 41, 12, 42, 43, 44, 45, 46, 47, 48}, "SDCP", int64(1000), int64(500))
	f.Fuzz(func(t *testing.T, sabot []byte, acciones string, importe, seguro int64) {
		naipe := make([]Naipe, len(sabot))
		for k, b := range sabot {
			naipe[k] = Naipe{naipes.Carta(b & 63), b&64 != 0}
		}
		r, err := NewRonda(naipe, importe&1 == 0, []domain.Importe{domain.Importe(importe), domain.Importe(importe)})
		if err != nil {
			return
		}
		insured := domain.Importe(0)
		if r.Insure(0, domain.Importe(seguro)) == nil {
			insured = domain.Importe(seguro)
		}
		for _, a := range acciones {
			if err := r.Play(Accion(a)); errors.Is(err, ErrFaltanCartas) || errors.Is(err, ErrCarta) || errors.Is(err, ErrRepetida) {
				return
			}
		}
		c, err := r.Finish()
		if err != nil {
			return
		}
		if s := c.Casillas[0].Seguro; (s != nil) != (insured > 0) || s != nil && s.Devuelto+s.Perdido != insured {
			t.Fatalf("insured for %d: %+v", insured, s)
		}
	})
}

func BenchmarkRonda(b *testing.B) {
	sabot := sabotOf("8t Tt 6d 8c 7p 3c 2p 9c Td 5t Kd")
	apuestas := []domain.Importe{1000, 2000}
	for b.Loop() {
		r, err := NewRonda(sabot, false, apuestas)
		if err != nil {
			b.Fatal(err)
		}
		for _, a := range []Accion{Separar, Pedir, Plantarse, Plantarse, Plantarse} {
			if err := r.Play(a); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := r.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}
