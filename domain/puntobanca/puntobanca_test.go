package puntobanca

import (
	"errors"
	"fmt"
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

func mano(t testing.TB, cartas string) Mano {
	t.Helper()
	m, err := NewMano(naipes.MustParse(cartas)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPuntos(t *testing.T) {
	tests := []struct {
		name, cartas string
		total        int
	}{
		{"67.1/ace", "At", 1},
		{"67.1/nine", "9t", 9},
		{"67.1/ten", "Tt", 0},
		{"67.1/figures", "Jt Qd Kc", 0},
		{"67.1/only the units", "7t 8d", 5},
		{"67.1/three cards", "9t 9d 9c", 7},
		{"67.1/ten in all", "5t 5d", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mano(t, tt.cartas).Total(); got != tt.total {
				t.Errorf("%s is %d, want %d", tt.cartas, got, tt.total)
			}
		})
	}
	t.Run("67.1/by rank", func(t *testing.T) {
		for r := naipes.Dos; r <= naipes.As; r++ {
			want := map[naipes.Rango]int{naipes.As: 1, naipes.Diez: 0, naipes.Jota: 0, naipes.Dama: 0, naipes.Rey: 0}
			n, ok := want[r]
			if !ok {
				n = int(r)
			}
			if got := Puntos(naipes.NewCarta(r, naipes.Picas)); got != n {
				t.Errorf("%v counts %d, want %d", r, got, n)
			}
		}
	})
	t.Run("62.1/67.3/no hand", func(t *testing.T) {
		_, err := NewMano(0)
		check(t, err, ErrCarta, "62.1")
		_, err = NewMano(naipes.MustParse("2t 2d 2c 2p")...)
		check(t, err, ErrSobraCarta, "67.3")
	})
}

func TestCuadro(t *testing.T) {
	rows := []string{ // by the bank's points; columns: none, 0 to 9
		"TTTTTTTTTTT", "TTTTTTTTTTT", "TTTTTTTTTTT", "TTTTTTTTTPT",
		"TPPTTTTTTPP", "TPPPPTTTTPP", "PPPPPPPTTPP", "PPPPPPPPPPP",
	}
	for puntos, row := range rows {
		for k, want := range row {
			t.Run(fmt.Sprintf("67.3.b/PYB-1/%d against %d", puntos, k-1), func(t *testing.T) {
				got, err := BancaPide(puntos, k-1)
				if err != nil || got != (want == 'T') {
					t.Errorf("draws %v, %v", got, err)
				}
			})
		}
	}
	t.Run("67.2/a natural ends it", func(t *testing.T) {
		for _, puntos := range []int{8, 9} {
			_, err := BancaPide(puntos, Sin)
			check(t, err, ErrAbate, "67.2")
			_, err = PuntoPide(puntos)
			check(t, err, ErrAbate, "67.2")
		}
	})
	t.Run("67.1/no such points", func(t *testing.T) {
		for _, p := range [][2]int{{-1, 0}, {10, 0}, {0, -2}, {0, 10}} {
			_, err := BancaPide(p[0], p[1])
			check(t, err, ErrPuntos, "67.1")
		}
		_, err := PuntoPide(-1)
		check(t, err, ErrPuntos, "67.1")
		_, err = PuntoPide(10)
		check(t, err, ErrPuntos, "67.1")
	})
	t.Run("67.3.a/the punto", func(t *testing.T) {
		for puntos := range 8 {
			got, err := PuntoPide(puntos)
			if want := puntos <= 5; got != want || err != nil {
				t.Errorf("with %d draws %v, %v", puntos, got, err)
			}
		}
	})
}

func TestDeal(t *testing.T) {
	tests := []struct {
		name, sabot, punto, banca string
		ganador                   Suerte
	}{
		{"68/the punto has the first and the third", "At 5d 7c 9p", "At 7c", "5d 9p", Punto},
		{"67.2/a natural of the bank", "At 8d 2c Kp 5t 5d", "At 2c", "8d Kp", Banca},
		{"67.2/a natural of the punto", "8t Ad Kc 2p 5t 5d", "8t Kc", "Ad 2p", Punto},
		{"67.2/a 9 against an 8", "8t 9d Kc Qp", "8t Kc", "9d Qp", Banca},
		{"67.3.a/the punto stands on 6, the bank draws on 5", "6t 5d Kc Kp 9t", "6t Kc", "5d Kp 9t", Punto},
		{"67.3.a/67.3.b/both stand", "6t 6d Kc Kp 9t", "6t Kc", "6d Kp", Igualdad},
		{"67.3.b/the bank draws by the third card", "5t 6d Kc Kp 6t 3d", "5t Kc 6t", "6d Kp 3d", Banca},
		{"67.3.b/the bank stands by the third card", "5t 6d Kc Kp 5d 3d", "5t Kc 5d", "6d Kp", Banca},
		{"67.3.b/a third card of nothing is one", "2t 4p 3d Kt Kd 6c", "2t 3d Kd", "4p Kt", Punto},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, err := Deal(naipes.MustParse(tt.sabot))
			check(t, err, nil, "")
			if j != (Jugada{mano(t, tt.punto), mano(t, tt.banca)}) || j.Ganador() != tt.ganador {
				t.Errorf("%v against %v, %s wins", j.Punto.Cartas(), j.Banca.Cartas(), j.Ganador())
			}
			check(t, j.Check(), nil, "")
			n := j.Cartas()
			_, err = Deal(naipes.MustParse(tt.sabot)[:n-1])
			check(t, err, ErrFaltanCartas, "68")
		})
	}
	t.Run("62.1/no card", func(t *testing.T) {
		_, err := Deal([]naipes.Carta{0, 0, 0, 0, 0, 0})
		check(t, err, ErrCarta, "62.1")
	})
}

func TestCheckJugada(t *testing.T) {
	tests := []struct {
		name, punto, banca string
		err                error
		ref                string
	}{
		{"68/one card", "5t", "6d Kp", ErrFaltaCarta, "68"},
		{"68/one card of the bank", "5t 2t", "6d", ErrFaltaCarta, "68"},
		{"67.2/a third card after a natural", "8t Kc 2d", "6d Kp", ErrSobraCarta, "67.2"},
		{"67.2/a third card of the bank after a natural", "8t Kc", "6d Kp 2d", ErrSobraCarta, "67.2"},
		{"67.3.a/the punto stands on 5", "5t Kc", "6d Kp", ErrFaltaCarta, "67.3.a"},
		{"67.3.a/the punto draws on 6", "6t Kc 2d", "6d Kp", ErrSobraCarta, "67.3.a"},
		{"67.3.b/the bank stands on 5 alone", "6t Kc", "5d Kp", ErrFaltaCarta, "67.3.b"},
		{"67.3.b/the bank draws on 6 alone", "6t Kc", "6d Kp 2d", ErrSobraCarta, "67.3.b"},
		{"67.3.b/the bank draws on 3 against an 8", "5t Kc 8d", "3d Kp 2d", ErrSobraCarta, "67.3.b"},
		{"67.3.b/the bank stands on 3 against a 9", "5t Kc 9d", "3d Kp", ErrFaltaCarta, "67.3.b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := Jugada{mano(t, tt.punto), mano(t, tt.banca)}
			check(t, j.Check(), tt.err, tt.ref)
			_, _, err := Settle(j, CincoPorCiento, nil)
			check(t, err, tt.err, tt.ref)
		})
	}
}

func jugada(t testing.TB, sabot string) Jugada {
	t.Helper()
	j, err := Deal(naipes.MustParse(sabot))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestSettle(t *testing.T) {
	const (
		puntoWins = "9t 4d Kc Kp"
		tie       = "9t 4d Kc 5p"
		bankWith6 = "2t 6d 2d Kc 9p"    // two cards
		bank3x6   = "2t 3d 2d Kc Ap 3t" // three
		bankWith7 = "2t 7d 2d Kc 9p"
	)
	type settled struct {
		resultado Resultado
		ganado    string
		retenido  string
		devuelto  domain.Importe
	}
	lost := settled{Pierde, "0", "0", 0}
	tests := []struct {
		name, sabot string
		opcion      Opcion
		want        [3]settled // 100 on punto, 110 on banca, 10 on igualdad
		ref         [3]string
	}{
		{"67.1/the punto wins", puntoWins, CincoPorCiento, [3]settled{{Gana, "100", "0", 100}, lost, lost}, [3]string{"67.1", "67.1", "67.1"}},
		{"67.1/a tie", tie, CincoPorCiento, [3]settled{{Nula, "0", "0", 100}, {Nula, "0", "0", 110}, {Gana, "80", "0", 10}}, [3]string{"67.1", "67.1", "67.1"}},
		{"67.1/65.2/a tie", tie, MitadConSeis, [3]settled{{Nula, "0", "0", 100}, {Nula, "0", "0", 110}, {Gana, "80", "0", 10}}, [3]string{"67.1", "67.1", "67.1"}},
		{"65.1/the bank wins", bankWith7, CincoPorCiento, [3]settled{lost, {Gana, "209/2", "11/2", 110}, lost}, [3]string{"67.1", "65.1", "67.1"}},
		{"65.1/the bank wins with 6", bankWith6, CincoPorCiento, [3]settled{lost, {Gana, "209/2", "11/2", 110}, lost}, [3]string{"67.1", "65.1", "67.1"}},
		{"67.1/65.2/the bank wins with 7, at par", bankWith7, MitadConSeis, [3]settled{lost, {Gana, "110", "0", 110}, lost}, [3]string{"67.1", "67.1", "67.1"}},
		{"65.2/the bank wins with 6", bankWith6, MitadConSeis, [3]settled{lost, {Gana, "55", "55", 110}, lost}, [3]string{"67.1", "65.2", "67.1"}},
		{"65.2/PYB-2/the bank wins with 6 in three cards", bank3x6, MitadConSeis, [3]settled{lost, {Gana, "55", "55", 110}, lost}, [3]string{"67.1", "65.2", "67.1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bets := []Apuesta{{Punto, 100}, {Banca, 110}, {Igualdad, 10}}
			ls, total, err := Settle(jugada(t, tt.sabot), tt.opcion, bets)
			check(t, err, nil, "")
			for k, l := range ls {
				if got := (settled{l.Resultado, l.Ganado.String(), l.Retenido.String(), l.Devuelto}); got != tt.want[k] || l.Articulo.Ref() != tt.ref[k] {
					t.Errorf("%s: %+v by %s, want %+v by %s", bets[k].Suerte, got, l.Articulo.Ref(), tt.want[k], tt.ref[k])
				}
			}
			if total.Apostado != 220 || total.Devuelto+total.Perdido != 220 {
				t.Errorf("total %+v", total)
			}
		})
	}
	t.Run("61/the house pays every bet", func(t *testing.T) {
		_, total, err := Settle(jugada(t, bankWith7), MitadConSeis, []Apuesta{{Banca, 5000}})
		check(t, err, nil, "")
		if total.Neto().String() != "5000" {
			t.Errorf("net %s with nobody against", total.Neto())
		}
	})
	t.Run("65/66/67.1/no bet", func(t *testing.T) {
		j := jugada(t, tie)
		_, _, err := Settle(j, "10", nil)
		check(t, err, ErrOpcion, "65")
		_, _, err = Settle(j, CincoPorCiento, []Apuesta{{"pareja", 1}})
		check(t, err, ErrSuerte, "67.1")
		_, _, err = Settle(j, CincoPorCiento, []Apuesta{{Punto, 0}})
		check(t, err, ErrImporte, "66")
		_, _, err = Settle(j, CincoPorCiento, []Apuesta{{Punto, MaxApostado}, {Punto, 1}})
		check(t, err, domain.ErrDesborde, "66")
		for _, p := range Pagos() {
			if s, err := ParseSuerte(string(p.Suerte)); s != p.Suerte || err != nil {
				t.Errorf("ParseSuerte(%q) = %v", p.Suerte, err)
			}
		}
		_, err = ParseSuerte("")
		check(t, err, ErrSuerte, "67.1")
	})
}

func TestSabot(t *testing.T) {
	t.Run("68/PYB-3/cards put out of play", func(t *testing.T) {
		for carta, want := range map[string]int{"At": 1, "2d": 2, "9c": 9, "Tp": 10, "Jt": 10, "Qd": 10, "Kc": 10} {
			tras, fuera, err := Quemadas(naipes.MustParse(carta)[0])
			if tras != want || fuera != want+1 || err != nil {
				t.Errorf("%s: %d, %d, %v", carta, tras, fuera, err)
			}
		}
		_, _, err := Quemadas(0)
		check(t, err, ErrCarta, "68")
	})
	t.Run("68/the cut card", func(t *testing.T) {
		check(t, CheckCorte(false), nil, "")
		check(t, CheckCorte(true), ErrCorte, "68")
		if CartasTrasCorte != 7 {
			t.Errorf("%d cards behind the cut", CartasTrasCorte)
		}
	})
	t.Run("62.1/six packs", func(t *testing.T) {
		if len(naipes.Barajas(Barajas)) != 312 {
			t.Errorf("%d packs", Barajas)
		}
	})
}

func TestLimites(t *testing.T) {
	tests := []struct {
		name   string
		minimo domain.Importe
		factor int64
		want   Limites
		err    error
		ref    string
	}{
		{"66.2/66.3/50 times", 1000, 50, Limites{1000, 50_000, 5000}, nil, ""},
		{"66.2/66.3/100 times", 1000, 100, Limites{1000, 100_000, 10_000}, nil, ""},
		{"66.2/75 times", 1000, 75, Limites{}, ErrFactor, "66.2"},
		{"66.2/49 times", 1000, 49, Limites{}, ErrFactor, "66.2"},
		{"66.2/101 times", 1000, 101, Limites{}, ErrFactor, "66.2"},
		{"66.1/no minimum", 0, 50, Limites{}, ErrImporte, "66.1"},
		{"66.2/too large", 1 << 60, 50, Limites{}, domain.ErrDesborde, "66.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := NewLimites(tt.minimo, tt.factor)
			check(t, err, tt.err, tt.ref)
			if got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
	l := Limites{1000, 50_000, 5000}
	stakes := []struct {
		name    string
		suerte  Suerte
		importe domain.Importe
		strict  bool
		err     error
		ref     string
	}{
		{"66.1/one céntimo below", Punto, 999, false, ErrInferior, "66.1"},
		{"66.1/at the minimum", Banca, 1000, false, nil, ""},
		{"66.1/igualdad below", Igualdad, 999, false, ErrInferior, "66.1"},
		{"66.2/at the maximum", Punto, 50_000, false, nil, ""},
		{"66.2/one céntimo above", Banca, 50_001, false, ErrSuperior, "66.2"},
		{"66.3/at a tenth", Igualdad, 5000, false, nil, ""},
		{"66.3/PYB-4/one céntimo above", Igualdad, 5001, false, ErrSuperior, "66.3"},
		{"66.2/no multiple where it is asked", Punto, 1500, true, ErrNoMultiplo, "66.2"},
		{"66.2/a multiple where it is asked", Punto, 2000, true, nil, ""},
		{"67.1/no suerte", "pareja", 1000, false, ErrSuerte, "67.1"},
	}
	for _, tt := range stakes {
		t.Run(tt.name, func(t *testing.T) {
			check(t, l.Check(tt.suerte, tt.importe, tt.strict), tt.err, tt.ref)
		})
	}
}

func TestTurns(t *testing.T) {
	tests := []struct {
		name    string
		plazas  []int
		talla   int
		ganador Suerte
		refuses []int
		want    int
	}{
		{"64.2/it begins at the first place", []int{1, 2, 3}, Crupier, Banca, nil, 1},
		{"64.2/the first refuses", []int{1, 2, 3}, Crupier, Banca, []int{1}, 2},
		{"64.3/the bank wins", []int{1, 2, 3}, 1, Banca, []int{1, 2, 3}, 1},
		{"64.3/a tie", []int{1, 2, 3}, 1, Igualdad, nil, 1},
		{"64.3/the bank loses", []int{1, 2, 3}, 1, Punto, nil, 2},
		{"64.3/round the table", []int{9, 11}, 11, Punto, nil, 9},
		{"64.2/the next refuses", []int{1, 2, 3}, 1, Punto, []int{2}, 3},
		{"64.2/PYB-5/all but he refuse", []int{1, 2, 3}, 2, Punto, []int{1, 3}, 2},
		{"64.2/nobody wants it", []int{1, 2, 3}, 1, Punto, []int{1, 2, 3}, Crupier},
		{"64.2/nobody there", nil, Crupier, Banca, nil, Crupier},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NextTalla(tt.plazas, tt.talla, tt.ganador, tt.refuses); got != tt.want {
				t.Errorf("NextTalla = %d, want %d", got, tt.want)
			}
		})
	}
	t.Run("64.3/who holds the hand of the punto", func(t *testing.T) {
		for want, js := range map[int][]Jugador{2: {{1, 50}, {2, 80}, {3, 80}}, Crupier: {{1, 0}}} {
			if got := ManoPunto(js); got != want {
				t.Errorf("ManoPunto(%v) = %d", js, got)
			}
		}
	})
}

// FuzzJugada deals whatever the sabot has, and settles whatever is staked on it.
func FuzzJugada(f *testing.F) {
	f.Add([]byte("\x08\x10\x20\x30\x12\x15\x33"), int64(1000), false)
	f.Fuzz(func(t *testing.T, sabot []byte, importe int64, mitad bool) {
		cartas := make([]naipes.Carta, len(sabot))
		for k, b := range sabot {
			cartas[k] = naipes.Carta(b)
		}
		j, err := Deal(cartas)
		if err != nil {
			return
		}
		if err := j.Check(); err != nil || j.Cartas() > MaxCartas || !slices.Contains([]int{4, 5, 6}, j.Cartas()) {
			t.Fatalf("%v: %+v, %v", cartas, j, err)
		}
		o := CincoPorCiento
		if mitad {
			o = MitadConSeis
		}
		bets := []Apuesta{{Punto, domain.Importe(importe)}, {Banca, domain.Importe(importe)}, {Igualdad, domain.Importe(importe)}}
		ls, total, err := Settle(j, o, bets)
		if (err == nil) != (importe > 0 && importe <= int64(MaxApostado)/3) {
			t.Fatalf("%d: %v", importe, err)
		}
		if err == nil && (total.Devuelto+total.Perdido != 3*domain.Importe(importe) || len(ls) != 3) {
			t.Fatalf("%+v", total)
		}
	})
}
