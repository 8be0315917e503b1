package blackjack

import (
	"errors"
	"slices"
	"testing"

	"foliado/domain"
	"foliado/domain/naipes"
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
	if !errors.Is(err, want) || a.Ref() != ref {
		t.Errorf("error %v, want %q of %s", err, want, ref)
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		name, cartas string
		total        int
		blanda       bool
		blackjack    bool
	}{
		{"48.1/figures", "Kt Qd", 20, false, false},
		{"48.1/by number", "2t 9d", 11, false, false},
		{"48.1/soft", "At 7d", 18, true, false},
		{"48.1/the ace falls to 1", "At 7d 9c", 17, false, false},
		{"48.1/only one ace counts 11", "At Ad Ac", 13, true, false},
		{"48.1/soft at 21", "At Ad 9c", 21, true, false},
		{"48.1/one more and it falls", "At Td Ac", 12, false, false},
		{"52.1.a/black jack", "At Td", 21, true, true},
		{"52.1.a/21 in three", "7t 7d 7c", 21, false, false},
		{"52.1.a/22", "Tt Td 2c", 22, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := Mano{Cartas: naipes.MustParse(tt.cartas)}
			got := Count(m.Cartas)
			if got != (Cuenta{tt.total, tt.blanda}) || m.BlackJack() != tt.blackjack || got.Pasa() != (tt.total > 21) {
				t.Errorf("%+v, black jack %v", got, m.BlackJack())
			}
		})
	}
	t.Run("48.1/by rank", func(t *testing.T) {
		for r := naipes.Dos; r <= naipes.As; r++ {
			want := int(r)
			if r > naipes.Diez {
				want = 10
			}
			if r == naipes.As {
				want = 1
			}
			if got := Puntos(naipes.NewCarta(r, naipes.Corazones)); got != want {
				t.Errorf("%v counts %d", r, got)
			}
		}
	})
	t.Run("52.1.c/21 of split aces is no black jack", func(t *testing.T) {
		if (Mano{Cartas: naipes.MustParse("At Td"), Separada: true}).BlackJack() {
			t.Error("black jack")
		}
	})
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name, cartas string
		ases         bool
		want         string
	}{
		{"52.1.d/8", "5t 3d", false, "CP"},
		{"52.1.d/9", "5t 4d", false, "CDP"},
		{"52.1.d/10", "6t 4d", false, "CDP"},
		{"52.1.d/11", "6t 5d", false, "CDP"},
		{"52.1.d/12", "7t 5d", false, "CP"},
		{"52.1.d/BJ-4/ace and eight are 19", "At 8d", false, "CP"},
		{"52.1.d/three cards", "2t 3d 4c", false, "CP"},
		{"52.1.c/52.1.d/fives", "5t 5d", false, "CDPS"},
		{"52.1.c/eights", "8t 8d", false, "CPS"},
		{"52.1.c/the same value", "Kt Td", false, "CPS"},
		{"52.1.c/different values", "8t 9d", false, "CP"},
		{"52.1.c/aces", "At Ad", false, "CPS"},
		{"52.1.c/three of a kind are no pair", "4t 4d 4c", false, "CP"},
		{"52.1.c/a split ace has its one card", "At 5d", true, ""},
		{"52.1.c/BJ-5/a split ace with another", "At Ad", true, "PS"},
		{"52.1.a/20", "Tt 8d 2c", false, "CP"},
		{"52.1.a/21", "Tt 8d 3c", false, ""},
		{"52.1.a/22", "Tt 8d 4c", false, ""},
		{"52.1.a/black jack", "At Td", false, ""},
		{"52.1.c/it waits for its second card", "8t", false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := Mano{Cartas: naipes.MustParse(tt.cartas), Ases: tt.ases}
			got := ""
			for _, a := range Options(m) {
				got += string(a)
			}
			if got != tt.want {
				t.Errorf("%s may %q, want %q", tt.cartas, got, tt.want)
			}
			if m.Cerrada = true; Options(m) != nil {
				t.Error("a hand that has stood may go on")
			}
		})
	}
}

func TestPlayBanca(t *testing.T) {
	tests := []struct {
		name, primera, sabot string
		drawn, total         int
	}{
		{"52.1.a/16 draws", "Tt", "6d 5c", 2, 21},
		{"52.1.a/17 stands", "Tt", "7d 5c", 1, 17},
		{"52.1.a/BJ-14/soft 17 stands", "At", "6d 4c", 1, 17},
		{"52.1.a/soft 16 draws", "At", "5d Ac", 2, 17},
		{"52.1.a/the ace falls and it draws on", "At", "5d Tc 2d", 3, 18},
		{"52.1.a/it passes", "Tt", "6d Tc", 2, 26},
		{"52.1.a/a late ace", "6t", "Ad Tc", 1, 17},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sabot := naipes.MustParse(tt.sabot)
			banca, drawn, err := PlayBanca(naipes.MustParse(tt.primera)[0], sabot)
			check(t, err, nil, "")
			if drawn != tt.drawn || Count(banca).Total != tt.total {
				t.Errorf("draws %d, has %d", drawn, Count(banca).Total)
			}
			_, _, err = PlayBanca(banca[0], sabot[:tt.drawn-1])
			check(t, err, ErrFaltanCartas, "52.1.a")
		})
	}
	t.Run("48.1/no card", func(t *testing.T) {
		_, _, err := PlayBanca(0, nil)
		check(t, err, ErrCarta, "48.1")
		_, _, err = PlayBanca(naipes.MustParse("2t")[0], []naipes.Carta{0})
		check(t, err, ErrCarta, "48.1")
	})
}

func TestSettle(t *testing.T) {
	tests := []struct {
		name, cartas, banca string
		separada            bool
		want                Resultado
		gain                string // of 1,001 céntimos
		criterio            string
	}{
		{"47/52.1.a/20 against 19", "Tt Td", "Tc 9d", false, Gana, "1001", ""},
		{"52.1.a/18 against 19", "Tt 8d", "Tc 9d", false, Pierde, "0", ""},
		{"52.1.a/equal", "Tt 9c", "Tc 9d", false, Nula, "0", "BJ-12"},
		{"52.1.a/BJ-12/equal at 21", "7t 7c 7d", "Tc 9d 2c", false, Nula, "0", "BJ-12"},
		{"52.1.a/20 against 21", "Tt Tc", "Tc 9d 2c", false, Pierde, "0", ""},
		{"52.1.a/the bank passes", "Tt 2c", "Tc 6d 6c", false, Gana, "1001", ""},
		{"52.1.a/both pass: the hand had lost", "Tt 6c 6d", "Tc 6d 6c", false, Pierde, "0", ""},
		{"52.1.a/black jack", "At Kc", "Tc 9d", false, ConBJ, "3003/2", ""},
		{"52.1.a/black jack against 21 of three", "At Kc", "7t 7c 7d", false, ConBJ, "3003/2", ""},
		{"52.1.a/black jack when the bank passes", "At Kc", "Tc 6d 6c", false, ConBJ, "3003/2", ""},
		{"52.1.a/BJ-2/black jack against black jack", "At Kc", "Ac Td", false, Nula, "0", "BJ-2"},
		{"52.1.a/BJ-1/21 of three against black jack", "7t 7c 7d", "Ac Td", false, Pierde, "0", "BJ-1"},
		{"52.1.c/split aces, 21", "At Kc", "Tc 9d", true, Gana, "1001", ""},
		{"52.1.c/split aces, 21 against 21", "At Kc", "7t 7c 7d", true, Nula, "0", "BJ-12"},
		{"52.1.c/BJ-3/split tens, 21 against black jack", "Kt Ac", "Ac Td", true, Pierde, "0", "BJ-3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := Settle(Mano{Cartas: naipes.MustParse(tt.cartas), Apuesta: 1001, Separada: tt.separada}, naipes.MustParse(tt.banca))
			check(t, err, nil, "")
			ref := map[bool]string{true: "52.1.c", false: "52.1.a"}[tt.separada]
			if l.Resultado != tt.want || l.Ganado.String() != tt.gain || l.Criterio != tt.criterio || l.Articulo.Ref() != ref {
				t.Errorf("%+v, want %s, %s, %q", l, tt.want, tt.gain, tt.criterio)
			}
			if l.Devuelto+l.Perdido != 1001 || (l.Perdido > 0) != (tt.want == Pierde) {
				t.Errorf("%d back, %d lost", l.Devuelto, l.Perdido)
			}
		})
	}
	t.Run("48.1/52.1.a/53.3/nothing to settle", func(t *testing.T) {
		hand, bank := naipes.MustParse("Tt 9d"), naipes.MustParse("Tc 8d")
		_, err := Settle(Mano{Cartas: hand}, bank)
		check(t, err, ErrImporte, "53.3")
		_, err = Settle(Mano{Cartas: hand, Apuesta: MaxApostado + 1}, bank)
		check(t, err, ErrImporte, "53.3")
		_, err = Settle(Mano{Cartas: hand, Apuesta: 1}, bank[:1])
		check(t, err, ErrFaltanCartas, "52.1.a")
		_, err = Settle(Mano{Cartas: []naipes.Carta{0, 0}, Apuesta: 1}, bank)
		check(t, err, ErrCarta, "48.1")
	})
	t.Run("52.1.a/from the right of the croupier", func(t *testing.T) {
		if got := PaymentOrder(3); !slices.Equal(got, []int{2, 1, 0}) {
			t.Errorf("%v", got)
		}
	})
}

func TestSeguro(t *testing.T) {
	tests := []struct {
		name, banca string
		seguro      domain.Importe
		err         error
		want        Resultado
		gain        string
	}{
		{"52.1.b/black jack with a ten", "Ac Td", 500, nil, Gana, "1000"},
		{"52.1.b/black jack with a figure", "Ac Kd", 500, nil, Gana, "1000"},
		{"52.1.b/none", "Ac 9d", 500, nil, Pierde, "0"},
		{"52.1.b/21 of three cards", "Ac 4d 6c", 500, nil, Pierde, "0"},
		{"52.1.b/less than half", "Ac Td", 1, nil, Gana, "2"},
		{"52.1.b/one céntimo above half", "Ac Td", 501, ErrSeguro, "", ""},
		{"52.1.b/over a ten", "Td Ac", 500, ErrSinSeguro, "", ""},
		{"52.1.b/nothing", "Ac Td", 0, ErrImporte, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := SettleSeguro(1000, tt.seguro, naipes.MustParse(tt.banca))
			check(t, err, tt.err, "52.1.b")
			if err == nil && (l.Resultado != tt.want || l.Ganado.String() != tt.gain || l.Devuelto+l.Perdido != tt.seguro) {
				t.Errorf("%+v", l)
			}
		})
	}
	t.Run("52.1.b/half of an odd stake", func(t *testing.T) {
		as := naipes.MustParse("Ac")[0]
		check(t, CheckSeguro(as, 333, 166), nil, "")
		check(t, CheckSeguro(as, 333, 167), ErrSeguro, "52.1.b")
		_, err := SettleSeguro(MaxApostado+2, 1, naipes.MustParse("Ac Td"))
		check(t, err, domain.ErrDesborde, "52.1.b")
		_, err = SettleSeguro(2, 1, nil)
		check(t, err, ErrFaltanCartas, "52.1.a")
	})
	t.Run("52.1/the table of payments", func(t *testing.T) {
		if got := Pagos(); len(got) != 3 || got[2].Num != partesSeguro*got[2].Den { // an insured hand breaks even
			t.Errorf("%+v", got)
		}
	})
}

func TestBoxes(t *testing.T) {
	t.Run("48.3/seven boxes", func(t *testing.T) {
		for n, want := range map[int]error{0: ErrCasillas, 1: nil, 7: nil, 8: ErrCasillas} {
			check(t, CheckCasillas(n), want, "48.3")
		}
	})
	t.Run("50.1/seven players", func(t *testing.T) {
		check(t, CheckSentados(7), nil, "")
		check(t, CheckSentados(8), ErrSentados, "50.1")
	})
	tests := []struct {
		name string
		who  []Apostante
		want string
	}{
		{"50.2/who sits before it", []Apostante{{"b", false, 2000, 1}, {"a", true, 500, 3}}, "a"},
		{"50.2/BJ-10/who sits before it stakes nothing", []Apostante{{"a", true, 0, 3}, {"b", false, 2000, 1}, {"c", false, 1000, 0}}, "b"},
		{"50.2/the highest", []Apostante{{"a", false, 1000, 1}, {"b", false, 1500, 2}}, "b"},
		{"50.2/the nearest of equals", []Apostante{{"a", false, 1500, 4}, {"b", false, 1500, 1}, {"c", false, 1500, 2}}, "b"},
		{"50.3/who stands says nothing to who sits and stakes", []Apostante{{"standing", false, 9000, 0}, {"seated", true, 500, 1}}, "seated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Command(tt.who); got.ID != tt.want || err != nil {
				t.Errorf("%s commands, %v", got.ID, err)
			}
		})
	}
	t.Run("50.2/nobody", func(t *testing.T) {
		_, err := Command([]Apostante{{"a", true, 0, 1}})
		check(t, err, ErrSinApuestas, "50.2")
	})
}

func TestLimites(t *testing.T) {
	for factor, want := range map[int64]domain.Importe{50: 25_000, 100: 50_000, 200: 100_000} {
		t.Run("53.3/a maximum", func(t *testing.T) {
			l, err := NewLimites(500, factor)
			if err != nil || l != (Limites{500, want}) {
				t.Errorf("%+v, %v", l, err)
			}
		})
	}
	t.Run("53.3/no maximum", func(t *testing.T) {
		for _, factor := range []int64{0, 49, 51, 99, 101, 150, 199, 201} {
			_, err := NewLimites(500, factor)
			check(t, err, ErrFactor, "53.3")
		}
		_, err := NewLimites(0, 50)
		check(t, err, ErrImporte, "53.3")
		_, err = NewLimites(1<<60, 50)
		check(t, err, domain.ErrDesborde, "53.3")
	})
	tests := []struct {
		name string
		bets []domain.Importe
		err  error
		ref  string
	}{
		{"53.3/one céntimo below", []domain.Importe{499}, ErrInferior, "53.3"},
		{"53.3/at the minimum", []domain.Importe{500}, nil, ""},
		{"53.3/at the maximum", []domain.Importe{25_000}, nil, ""},
		{"53.3/one céntimo above", []domain.Importe{25_001}, ErrSuperior, "53.3"},
		{"53.3/BJ-9/three together above", []domain.Importe{10_000, 10_000, 5001}, ErrSuperior, "53.3"},
		{"50.2/three bets", []domain.Importe{500, 500, 500}, nil, ""},
		{"50.2/four bets", []domain.Importe{500, 500, 500, 500}, ErrApuestas, "50.2"},
		{"53.3/a sum too large", []domain.Importe{1 << 62, 1 << 62}, ErrSuperior, "53.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Limites{500, 25_000}.Check(tt.bets), tt.err, tt.ref)
		})
	}
}

func TestSabot(t *testing.T) {
	t.Run("51.2/51.3/both kinds", func(t *testing.T) {
		for _, want := range []Sabot{{Manual, 5, 52, UltimoSabot, AlRecipiente}, {Automatico, 5, 0, CincoUltimasManos, AlDistribuidor}} {
			if got, err := FindSabot(want.Clase); got != want || err != nil {
				t.Errorf("%+v, %v", got, err)
			}
		}
		_, err := FindSabot("otro")
		check(t, err, ErrSabot, "48.2")
	})
	t.Run("51.1/the cut card", func(t *testing.T) {
		check(t, CheckCorte(Manual, 52), nil, "")
		check(t, CheckCorte(Manual, 51), ErrCorte, "51.1")
		check(t, CheckCorte(Automatico, 0), nil, "")
		check(t, CheckCorte("otro", 60), ErrSabot, "48.2")
	})
	t.Run("48.1/six packs", func(t *testing.T) {
		cartas := naipes.Barajas(Barajas)
		check(t, CheckCartas(cartas), nil, "")
		check(t, CheckCartas(append(cartas, naipes.MustParse("5t")...)), ErrRepetida, "48.1")
		check(t, CheckCartas([]naipes.Carta{0}), ErrCarta, "48.1")
	})
	finish := Remedio{TerminarConManual, Rebarajar, true, ClienteMasProximo, 5}
	replace, put := Remedio{Hacer: Sustituir, Despues: Rebarajar}, Remedio{Hacer: Recolocar}
	tests := []struct {
		name string
		b    Bloqueo
		want Remedio
	}{
		{"48.2/manual, a card", Bloqueo{Manual, CartaMalColocada, true, false}, put},
		{"48.2/manual, another cause", Bloqueo{Manual, OtraCausa, true, false}, replace},
		{"48.2/automatic, a card", Bloqueo{Automatico, CartaMalColocada, true, true}, put},
		{"48.2/automatic, another cause", Bloqueo{Automatico, OtraCausa, true, true}, replace},
		{"48.2/automatic, nothing on the table", Bloqueo{Automatico, OtraCausa, false, false}, replace},
		{"48.2/automatic, cards on the table", Bloqueo{Automatico, OtraCausa, true, false}, finish},
		{"48.2/BJ-16/automatic, a card, and cards on the table", Bloqueo{Automatico, CartaMalColocada, true, false}, finish},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Unblock(tt.b); got != tt.want || err != nil {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	t.Run("48.2/no jam", func(t *testing.T) {
		_, err := Unblock(Bloqueo{Clase: Manual, Causa: "ninguna"})
		check(t, err, ErrBloqueo, "48.2")
		_, err = Unblock(Bloqueo{Clase: "otro", Causa: OtraCausa})
		check(t, err, ErrSabot, "48.2")
	})
}
