package bacara

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// check compares an error with the one wanted and the provision that it cites; both empty
// want none.
func check(t testing.TB, err, want error, cites string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if a, _ := norma.Cited(err); a.Ref() != cites {
		t.Errorf("cites %q, want %q", a.Ref(), cites)
	}
}

func TestPuntos(t *testing.T) {
	t.Run("76.1/what a card counts", func(t *testing.T) {
		want := map[naipes.Rango]int{naipes.As: 1, naipes.Dos: 2, naipes.Nueve: 9, naipes.Diez: 0, naipes.Jota: 0, naipes.Dama: 0, naipes.Rey: 0}
		for r, n := range want {
			if got := Puntos(naipes.NewCarta(r, naipes.Picas)); got != n {
				t.Errorf("%v counts %d, want %d", r, got, n)
			}
		}
		for cartas, n := range map[string]int{"9t 9d": 8, "4t 3d": 7, "5t 5d": 0, "": 0, "9t 9d 9p": 7} {
			if got := Total(naipes.MustParse(cartas)); got != n {
				t.Errorf("%s adds up to %d, want %d", cartas, got, n)
			}
		}
	})
}

func TestCuadro(t *testing.T) {
	// The classical table, a row for each total of the bank; the columns are the third card of
	// the punto from 0 to 9, and none. c asks, n stands, o is optional.
	tabla := []string{
		"ccccccccccc", "ccccccccccc", "ccccccccccc", "ccccccccnoc", "nnccccccnnc", "nnnnocccnnc", "nnnnnnccnnn", "nnnnnnnnnnn",
	}
	words := map[byte]Indicacion{'c': PideCarta, 'n': NoPide, 'o': EsOpcional}
	t.Run("76.6/the classical table", func(t *testing.T) {
		for puntos, row := range tabla {
			for k := range row {
				tercera := k
				if k == 10 {
					tercera = Sin
				}
				if got, err := Cuadro(puntos, tercera); got != words[row[k]] || err != nil {
					t.Errorf("%d against %d: %s, %v, want %s", puntos, tercera, got, err, words[row[k]])
				}
			}
		}
	})
	t.Run("76.1/76.2/what is no case of it", func(t *testing.T) {
		for _, puntos := range []int{8, 9} {
			_, err := Cuadro(puntos, 0)
			check(t, err, ErrAbate, "76.2")
		}
		for _, p := range [][2]int{{-1, 0}, {10, 0}, {0, 10}, {0, -2}} {
			_, err := Cuadro(p[0], p[1])
			check(t, err, ErrPuntos, "76.1")
		}
	})
}

// TestCuadroIsBest holds each firm case of the cuadro against the chances: with every rank as
// likely and a punto who draws half the time with 5, to do as it says is never worse.
func TestCuadroIsBest(t *testing.T) {
	peso := func(n int) int64 { // of thirteen ranks
		if n == 0 {
			return 4
		}
		return 1
	}
	// hands are the totals of two cards of a punto who has not laid them down, in twice their
	// weight, given that he took a card or not.
	hands := func(pide bool) map[int]int64 {
		m := map[int]int64{}
		for a := range 10 {
			for b := range 10 {
				s := (a + b) % 10
				w := peso(a) * peso(b)
				switch {
				case s <= puntoPide && pide, s > puntoElige && s < natural && !pide:
					m[s] += 2 * w
				case s == puntoElige:
					m[s] += w
				}
			}
		}
		return m
	}
	sign := func(banca, punto int) int64 {
		switch {
		case banca > punto:
			return 1
		case banca < punto:
			return -1
		}
		return 0
	}
	t.Run("76.6/each firm case is the best reply", func(t *testing.T) {
		for puntos := range natural {
			for tercera := Sin; tercera <= maxPuntos; tercera++ {
				var planta, pide, total int64
				for s, w := range hands(tercera != Sin) {
					final := s
					if tercera != Sin {
						final = (s + tercera) % 10
					}
					total += w
					planta += 13 * w * sign(puntos, final)
					for c := range 10 {
						pide += w * peso(c) * sign((puntos+c)%10, final)
					}
				}
				i, err := Cuadro(puntos, tercera)
				if err != nil {
					t.Fatal(err)
				}
				gain := big.NewRat(pide-planta, 13*total)
				if i == PideCarta && gain.Sign() < 0 || i == NoPide && gain.Sign() > 0 {
					t.Errorf("%d against %d says %s, and to ask is worth %s more", puntos, tercera, i, gain.FloatString(4))
				}
			}
		}
	})
}

func TestPuntoPuede(t *testing.T) {
	libre := Libertad{HaceBanco: true, Autorizado: true}
	ambas := []Palabra{Carta, No}
	tests := []struct {
		name   string
		puntos int
		l      Libertad
		want   []Palabra
		art    string
	}{
		{"76.3/0", 0, Libertad{}, []Palabra{Carta}, "76.3"},
		{"76.3/4", 4, Libertad{}, []Palabra{Carta}, "76.3"},
		{"76.3/5", 5, Libertad{}, ambas, "76.3"},
		{"76.3/6", 6, Libertad{}, []Palabra{No}, "76.3"},
		{"76.3/7", 7, Libertad{}, []Palabra{No}, "76.3"},
		{"76.2/8", 8, libre, []Palabra{Abate}, "76.2"},
		{"76.4/makes banco with leave", 0, libre, ambas, "76.4"},
		{"76.4/7 with leave", 7, libre, ambas, "76.4"},
		{"76.3/makes banco without leave", 4, Libertad{HaceBanco: true}, []Palabra{Carta}, "76.3"},
		{"76.3/leave without banco", 4, Libertad{Autorizado: true}, []Palabra{Carta}, "76.3"},
		{"76.5/5 with advice", 5, Libertad{Consejo: true}, []Palabra{No}, "76.5"},
		{"76.5/4 with advice", 4, Libertad{Consejo: true}, []Palabra{Carta}, "76.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, a, err := PuntoPuede(tt.puntos, tt.l)
			if !slices.Equal(got, tt.want) || a.Ref() != tt.art || err != nil {
				t.Errorf("%v by %v, %v, want %v", got, a, err, tt.want)
			}
		})
	}
	for _, n := range []int{-1, 10} {
		_, _, err := PuntoPuede(n, Libertad{})
		check(t, err, ErrPuntos, "76.1")
	}
}

func TestBanqueroPuede(t *testing.T) {
	tests := []struct {
		name            string
		puntos, tercera int
		cuadro          bool
		want            []Palabra
		art             string
	}{
		{"76.4/0 asks", 0, Sin, false, []Palabra{Carta}, "76.4"},
		{"76.4/3 chooses", 3, Sin, false, []Palabra{Carta, No}, "76.4"},
		{"76.4/7 chooses", 7, 9, false, []Palabra{Carta, No}, "76.4"},
		{"76.2/9", 9, 0, true, []Palabra{Abate}, "76.2"},
		{"69.2/76.6/by the cuadro", 7, 9, true, []Palabra{No}, "76.6"},
		{"76.6/an optional case", 3, 9, true, []Palabra{Carta, No}, "76.6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, a, err := BanqueroPuede(tt.puntos, tt.tercera, tt.cuadro)
			if !slices.Equal(got, tt.want) || a.Ref() != tt.art || err != nil {
				t.Errorf("%v by %v, %v, want %v", got, a, err, tt.want)
			}
		})
	}
	for _, p := range [][2]int{{-1, 0}, {3, 10}, {3, -2}} {
		for _, cuadro := range []bool{false, true} {
			_, _, err := BanqueroPuede(p[0], p[1], cuadro)
			check(t, err, ErrPuntos, "76.1")
		}
	}
}

func TestSettle(t *testing.T) {
	hechos := func(cartas string) Hechos {
		return Hechos{Cartas: naipes.MustParse(cartas), Banca: 10_000, Apuestas: []domain.Importe{6_000, 4_000}}
	}
	tests := []struct {
		name     string
		h        Hechos
		gana     Ganador
		ganancia domain.Importe
		cagnotte string
		queda    string
		cartas   int
	}{
		{"76.2/a natural", hechos("8t 7d Td Kc 5t"), Punto, -10_000, "0", "0", 4},
		{"76.1/equal naturals", hechos("9t 9d Td Kc"), Nula, 0, "0", "10000", 4},
		{"74.5/the bank wins", hechos("4t 9d 4d Kc"), Banca, 10_000, "500", "19500", 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, err := Settle(tt.h)
			if err != nil || j.Gana != tt.gana || j.Ganancia != tt.ganancia || j.Cagnotte.String() != tt.cagnotte || j.BancaQueda.String() != tt.queda || j.Cartas != tt.cartas || !j.Natural {
				t.Errorf("%+v, %v", j, err)
			}
		})
	}
	t.Run("76.3/76.4/cards in their order", func(t *testing.T) {
		h := hechos("2t 3d Td Kc 9p 5c")
		h.Banquero = Carta
		j, err := Settle(h)
		if err != nil || j.Punto.Total() != 1 || j.Banca.Total() != 8 || j.Punto.Dicho != Carta || j.Cartas != 6 || j.Gana != Banca || j.Natural {
			t.Errorf("%+v, %v", j, err)
		}
	})
	con := func(h Hechos, f func(*Hechos)) Hechos { f(&h); return h }
	refused := []struct {
		name, cites string
		h           Hechos
		want        error
	}{
		{"76.3/6 asks", "76.3", con(hechos("6t 6d Td Kc 4p"), func(h *Hechos) { h.Punto = Carta }), ErrPunto},
		{"76.3/5 says nothing", "76.3", hechos("5t 6d Td Kc 4p"), ErrPunto},
		{"76.4/0 stands", "76.4", con(hechos("6t Td Td Kc 4p"), func(h *Hechos) { h.Banquero = No }), ErrBanquero},
		{"76.4/who may choose says nothing", "76.4", hechos("6t 3d Td Kc 4p"), ErrBanquero},
		{"76.6/apart from the cuadro", "76.6", con(hechos("6t 7d Td Kc 4p"), func(h *Hechos) { h.Banquero, h.Cuadro = Carta, true }), ErrBanquero},
		{"76.3/another word", "76.3", con(hechos("5t 6d Td Kc 4p"), func(h *Hechos) { h.Punto = "paso" }), ErrPalabra},
		{"76.2/three cards", "76.2", hechos("6t 6d Td"), ErrFaltanCartas},
		{"76.2/no third card", "76.2", hechos("2t 6d Td Kc"), ErrFaltanCartas},
		{"76.2/nor for the bank", "76.2", con(hechos("6t 2d Td Kc"), func(h *Hechos) { h.Banquero = Carta }), ErrFaltanCartas},
		{"76.2/no card", "76.2", con(hechos("6t 6d Td Kc"), func(h *Hechos) { h.Cartas[1] = 0 }), ErrCarta},
		{"74.2/above the bank", "74.2", con(hechos("8t 7d Td Kc"), func(h *Hechos) { h.Banca = 9_999 }), ErrSuperan},
		{"74.2/less than nothing", "74.2", con(hechos("8t 7d Td Kc"), func(h *Hechos) { h.Apuestas[0] = -1 }), ErrImporte},
		{"74.2/more than there is", "74.2", con(hechos("8t 7d Td Kc"), func(h *Hechos) { h.Apuestas[0] = MaxImporte }), ErrImporte},
		{"74.3/no bank", "74.3", con(hechos("8t 7d Td Kc"), func(h *Hechos) { h.Banca = -1 }), ErrImporte},
		{"74.3/too large a bank", "74.3", con(hechos("8t 7d Td Kc"), func(h *Hechos) { h.Banca = MaxImporte + 1 }), ErrImporte},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Settle(tt.h)
			check(t, err, tt.want, tt.cites)
		})
	}
}

// drawCartas draws that many cards of a sabot.
func drawCartas(t *rapid.T, n int) []naipes.Carta {
	b := naipes.NewBaraja()
	return rapid.SliceOfN(rapid.SampledFrom(b[:]), n, n).Draw(t, "cartas")
}

// naiveGana is who wins of two hands by their points alone.
func naiveGana(punto, banca []naipes.Carta) Ganador {
	sum := func(cartas []naipes.Carta) int {
		s := 0
		for _, c := range cartas {
			if r := int(c.Rango()); r == 14 {
				s++
			} else if r < 10 {
				s += r
			}
		}
		return s % 10
	}
	switch p, b := sum(punto), sum(banca); {
	case p > b:
		return Punto
	case p < b:
		return Banca
	}
	return Nula
}

// TestSettleConserves: of any coup that is played, who wins is who has more, and what the bank
// has afterwards with what the house keeps is what it had and won.
func TestSettleConserves(t *testing.T) {
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]Palabra{"", Carta, No})
		h := Hechos{
			Cartas: drawCartas(t, 6), Punto: word.Draw(t, "punto"), Banquero: word.Draw(t, "banquero"),
			Cuadro: rapid.Bool().Draw(t, "cuadro"), Libertad: Libertad{HaceBanco: rapid.Bool().Draw(t, "banco"), Autorizado: true},
			Banca: 10_000, Apuestas: []domain.Importe{domain.Importe(rapid.IntRange(0, 6_000).Draw(t, "stake")), 4_000},
		}
		j, err := Settle(h)
		if err != nil {
			if !errors.Is(err, ErrPunto) && !errors.Is(err, ErrBanquero) {
				t.Fatal(err)
			}
			return
		}
		played++
		apostado := h.Apuestas[0] + h.Apuestas[1]
		want := map[Ganador]domain.Importe{Punto: -apostado, Banca: apostado, Nula: 0}[j.Gana]
		total := j.BancaQueda.Add(j.Cagnotte)
		if j.Gana != naiveGana(j.Punto.Cartas, j.Banca.Cartas) || j.Ganancia != want || !total.Equal(domain.FraccionDe(h.Banca+want)) {
			t.Fatalf("%+v gives %+v", h, j)
		}
		if j.Cartas != len(j.Punto.Cartas)+len(j.Banca.Cartas) || j.Cagnotte.Cmp(domain.Fraccion{}) < 0 {
			t.Fatalf("%+v gives %+v", h, j)
		}
	})
	if played == 0 {
		t.Error("no coup was played")
	}
}

func FuzzSettle(f *testing.F) {
	f.Add([]byte("8t7dTdKc"), "carta", "no", int64(10_000), int64(10_000), true)
	f.Fuzz(func(t *testing.T, data []byte, punto, banquero string, banca, apuesta int64, cuadro bool) {
		var cartas []naipes.Carta
		for _, b := range data {
			cartas = append(cartas, naipes.Carta(b))
		}
		h := Hechos{Cartas: cartas, Punto: Palabra(punto), Banquero: Palabra(banquero), Cuadro: cuadro, Banca: domain.Importe(banca), Apuestas: []domain.Importe{domain.Importe(apuesta)}}
		j, err := Settle(h)
		if err == nil {
			if !j.BancaQueda.Add(j.Cagnotte).Equal(domain.FraccionDe(h.Banca+j.Ganancia)) || j.BancaQueda.Cmp(domain.Fraccion{}) < 0 {
				t.Fatalf("%+v gives %+v", h, j)
			}
		}
		p := HechosPanos{Cartas: cartas, Dicho: [2]Palabra{Palabra(punto), Palabra(punto)}, Banquero: Palabra(banquero), Cuadro: cuadro, Modalidad: Limitada, Banca: domain.Importe(banca), Apuestas: [2]domain.Importe{domain.Importe(apuesta), domain.Importe(apuesta)}}
		if q, err := SettlePanos(p); err == nil {
			checkCuenta(t, p.Banca, q.Cuenta)
		}
	})
}
