package treintaycuarenta

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// check holds an error against what it must wrap and what it must cite; want nil is no error.
func check(t *testing.T, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) || want == nil && err != nil {
		t.Fatalf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Fatalf("error %q cites %q, want %q", err, a.Ref(), cites)
	}
}

func TestPuntos(t *testing.T) {
	for text, want := range map[string]int{"Ac": 1, "2d": 2, "9t": 9, "Tp": 10, "Jt": 10, "Qd": 10, "Kc": 10} {
		t.Run("55.1/"+text, func(t *testing.T) {
			if got := Puntos(naipes.MustParse(text)[0]); got != want {
				t.Errorf("%s counts %d, want %d", text, got, want)
			}
		})
	}
	t.Run("55.1/no card", func(t *testing.T) {
		if got := Puntos(0); got != 0 {
			t.Errorf("no card counts %d", got)
		}
	})
}

func TestNewFila(t *testing.T) {
	tests := []struct {
		name, cards string
		puntos      int
		want        error
	}{
		{"60.3/31", "Tt Kd Qp Ac", 31, nil},
		{"60.3/32", "Tt 9d 8p 5c", 32, nil},
		{"60.3/40", "Tt Kd Qp Tc", 40, nil},
		{"60.3/TYC-1/30 wants another card", "Tt Kd Qp", 0, ErrFilaCorta},
		{"60.3/TYC-1/from 30 on", "Tt Kd Qp 5c", 35, nil},
		{"60.3/a card after 31", "Tt Kd Qp Ac 2d", 0, ErrFilaLarga},
		{"60.3/a card after 32", "Tt 9d 8p 5c Ad", 0, ErrFilaLarga},
		{"60.3/none", "", 0, ErrFilaCorta},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := NewFila(naipes.MustParse(tt.cards))
			cites := ""
			if tt.want != nil {
				cites = "60.3"
			}
			check(t, err, tt.want, cites)
			if f.Puntos != tt.puntos {
				t.Errorf("%d points, want %d", f.Puntos, tt.puntos)
			}
		})
	}
	t.Run("60.3/no card", func(t *testing.T) {
		_, err := NewFila(make([]naipes.Carta, 3))
		check(t, err, ErrNoCarta, "60.3")
	})
}

func TestDeal(t *testing.T) {
	const coup = "Tt Kd Qp Ac 9t 8d 7p 8c"
	tests := []struct {
		name, cards string
		corte       int
		want        string // points and cards of each row, void, or an error
	}{
		{"58.1/black row first", coup, SinCorte, "31 in 4, 32 in 4"},
		{"58.1/cards left over", coup + " 2d 2p", SinCorte, "31 in 4, 32 in 4"},
		{"60.3/TYC-1/black at 30", "Tt Kd Qp 5c 9t 8d 7p 8c", SinCorte, "35 in 4, 32 in 4"},
		{"60.3/TYC-1/red at 30", "Tt Kd Qp Ac 9t 8d 7p 6c Ad", SinCorte, "31 in 4, 31 in 5"},
		{"60.4/cut card on top", coup, 0, "void"},
		{"60.4/cut card in the black row", coup, 2, "void"},
		{"60.4/cut card between the rows", coup, 4, "void"},
		{"60.4/cut card before the last card", coup, 7, "void"},
		{"60.4/TYC-6/cut card right behind", coup, 8, "31 in 4, 32 in 4"},
		{"60.4/TYC-6/cut card further on", coup, 9, "31 in 4, 32 in 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, err := Deal(naipes.MustParse(tt.cards), tt.corte)
			check(t, err, nil, "")
			got := fmt.Sprintf("%d in %d, %d in %d", j.Negra.Puntos, len(j.Negra.Cartas), j.Roja.Puntos, len(j.Roja.Cartas))
			if j.Anulada {
				got = "void"
				if j.Usadas != 0 || j.Tantos().Check() != nil || j.Tantos().Desenlace() != Nula {
					t.Errorf("a void coup with %+v", j)
				}
			} else if j.Usadas != len(j.Negra.Cartas)+len(j.Roja.Cartas) {
				t.Errorf("%d cards used", j.Usadas)
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	t.Run("58.1/cards run out", func(t *testing.T) {
		for _, cards := range []string{"", "Tt Kd Qp", "Tt Kd Qp Ac", "Tt Kd Qp Ac 9t 8d 7p"} {
			_, err := Deal(naipes.MustParse(cards), SinCorte)
			check(t, err, ErrCartas, "58.1")
		}
	})
	t.Run("58.1/no card", func(t *testing.T) {
		_, err := Deal(make([]naipes.Carta, 40), SinCorte)
		check(t, err, ErrNoCarta, "58.1")
	})
	t.Run("60.2/where the cut card lies", func(t *testing.T) {
		check(t, CheckCorte(312, 307), nil, "")
		check(t, CheckCorte(312, 308), ErrCorte, "60.2")
		check(t, CheckCorte(312, 306), ErrCorte, "60.2")
	})
}

// TestDealtRowsAreRows deals from shuffled packs until the cards run out: what Deal gives
// is what NewFila takes.
func TestDealtRowsAreRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cartas := rapid.Permutation(naipes.MediaDocena()).Draw(t, "cartas")
		for {
			j, err := Deal(cartas, SinCorte)
			if err != nil {
				break
			}
			negra, err1 := NewFila(cartas[:len(j.Negra.Cartas)])
			roja, err2 := NewFila(cartas[len(j.Negra.Cartas):j.Usadas])
			if err1 != nil || err2 != nil || negra.Puntos != j.Negra.Puntos || roja.Puntos != j.Roja.Puntos || j.Tantos().Check() != nil {
				t.Fatalf("%+v: %v, %v", j, err1, err2)
			}
			cartas = cartas[j.Usadas:]
		}
	})
}

func TestWins(t *testing.T) {
	tests := []struct {
		name        string
		negra, roja int
		primera     naipes.Color
		desenlace   Desenlace
		want        string
	}{
		{"58.2.a/black nearer", 33, 36, naipes.Negro, GanaNegra, "[negro color]"},
		{"58.2.a/red nearer by one", 32, 31, naipes.Negro, GanaRoja, "[rojo inverso]"},
		{"58.2.a/31 against 40", 31, 40, naipes.Negro, GanaNegra, "[negro color]"},
		{"58.2.b/first card red, red wins", 36, 33, naipes.Rojo, GanaRoja, "[rojo color]"},
		{"58.2.b/first card red, black wins", 33, 36, naipes.Rojo, GanaNegra, "[negro inverso]"},
		{"58.2/tie", 35, 35, naipes.Rojo, Nula, "[]"},
		{"58.2/tie at 32", 32, 32, naipes.Rojo, Nula, "[]"},
		{"58.2/tie at 31", 31, 31, naipes.Rojo, Refait, "[]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			coup := Tantos{Negra: tt.negra, Roja: tt.roja, Primera: tt.primera}
			check(t, coup.Check(), nil, "")
			if got := coup.Desenlace(); got != tt.desenlace {
				t.Errorf("%v, want %v", got, tt.desenlace)
			}
			if got := fmt.Sprint(coup.Ganadoras()); got != tt.want {
				t.Errorf("%s win, want %s", got, tt.want)
			}
		})
	}
}

func TestCheckTantos(t *testing.T) {
	tests := []struct {
		name  string
		coup  Tantos
		want  error
		cites string
	}{
		{"58.1/from 31 to 40", Tantos{Negra: 31, Roja: 40, Primera: naipes.Rojo}, nil, ""},
		{"58.1/TYC-1/30", Tantos{Negra: 30, Roja: 40, Primera: naipes.Rojo}, ErrPuntos, "58.1"},
		{"58.1/red at 30", Tantos{Negra: 40, Roja: 30, Primera: naipes.Rojo}, ErrPuntos, "58.1"},
		{"58.1/60.3/41", Tantos{Negra: 41, Roja: 31, Primera: naipes.Rojo}, ErrPuntos, "58.1"},
		{"58.1/red at 41", Tantos{Negra: 31, Roja: 41, Primera: naipes.Rojo}, ErrPuntos, "58.1"},
		{"58.2.b/no first card", Tantos{Negra: 31, Roja: 40}, ErrPrimera, "58.2.b"},
		{"58.2.b/a third colour", Tantos{Negra: 31, Roja: 40, Primera: 9}, ErrPrimera, "58.2.b"},
		{"60.4/void, whatever the rest", Tantos{Anulada: true}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.coup.Check(), tt.want, tt.cites) })
	}
}

func TestSuerteList(t *testing.T) {
	refs := map[Suerte]string{Negro: "58.2.a", Rojo: "58.2.a", Color: "58.2.b", Inverso: "58.2.b"}
	if len(pagos) != 4 || len(Suertes) != 4 {
		t.Fatalf("%d rows and %d suertes", len(pagos), len(Suertes))
	}
	for _, s := range Suertes {
		t.Run(refs[s]+"/"+s.String(), func(t *testing.T) {
			p := s.Pago()
			if p.Suerte != s || p.Articulo.Ref() != refs[s] || p.Veces != 1 || 2*(p.Veces+1) != 4 { // at par: two stakes make four
				t.Errorf("row %+v", p)
			}
			if again, err := ParseSuerte(s.String()); again != s || err != nil {
				t.Errorf("ParseSuerte = %v, %v", again, err)
			}
		})
	}
	t.Run("58.2/no suerte", func(t *testing.T) {
		for _, name := range []string{"", "?", "par", "Negro", "pleno"} {
			_, err := ParseSuerte(name)
			check(t, err, ErrSuerte, "58.2")
		}
		for _, s := range []Suerte{0, Inverso + 1} {
			if s.Valid() || s.String() != "?" || s.Pago() != (Pago{}) || (Tantos{Negra: 31, Roja: 32}).Wins(s) {
				t.Errorf("suerte %d: %v, %+v", s, s, s.Pago())
			}
		}
	})
}

func TestPaymentOrder(t *testing.T) {
	t.Run("60.3/color and inverso first, the farthest before", func(t *testing.T) {
		in := []Pagadera{{"a", Negro, 9}, {"b", Color, 1}, {"c", Rojo, 10}, {"d", Inverso, 3}, {"e", Color, 3}}
		before := slices.Clone(in)
		got, err := PaymentOrder(in)
		check(t, err, nil, "")
		var ids []string
		for _, a := range got {
			ids = append(ids, a.ID)
		}
		if order := strings.Join(ids, ""); order != "debca" {
			t.Errorf("order %s, want debca", order)
		}
		if !slices.Equal(in, before) {
			t.Error("the list was written to")
		}
	})
	t.Run("60.3/no suerte", func(t *testing.T) {
		_, err := PaymentOrder([]Pagadera{{"a", 0, 1}})
		check(t, err, ErrSuerte, "60.3")
	})
}

func TestLimites(t *testing.T) {
	for _, minimo := range []domain.Importe{100, 500, 1000} {
		t.Run("59/"+minimo.Cifra(), func(t *testing.T) {
			l, err := NewLimites(minimo)
			check(t, err, nil, "")
			check(t, l.Check(minimo), nil, "")
			check(t, l.Check(minimo-1), ErrInferior, "59")
			check(t, l.Check(1000*minimo), nil, "")
			check(t, l.Check(1000*minimo+1), ErrSuperior, "59")
		})
	}
	t.Run("59", func(t *testing.T) {
		_, err := NewLimites(0)
		check(t, err, ErrImporte, "59")
		_, err = NewLimites(math.MaxInt64/1000 + 1)
		check(t, err, domain.ErrDesborde, "59")
	})
}
