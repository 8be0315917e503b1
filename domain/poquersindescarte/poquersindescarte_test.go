package poquersindescarte

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// The hands of the tests: the bank's do not share a card with the player's.
const (
	bancaAK     = "Ac Kd 4t 3p 2c" // the least with which the bank plays
	bancaNo     = "Ac Qd Jt 9p 8c" // the most with which it does not
	bancaPareja = "2t 2c 5p 9c Jd"
)

// TestPagos settles 10 and 20 € with each combination of art. 100.1 against a bank that
// plays, as the article's examples do.
func TestPagos(t *testing.T) {
	tests := []struct {
		cites, cartas string
		veces         int64
	}{
		{"100.1.a", "Ap Kp Qp Jp Tp", 100},
		{"100.1.b", "4d 5d 6d 7d 8d", 25},
		{"100.1.c", "6t 6d 6p 6c Ad", 20},
		{"100.1.d", "7t 7d 7p 8c 8d", 7},
		{"100.1.e", "At 5t 7t 8t Qt", 5},
		{"100.1.f", "Kt Qd Jd Tp 9t", 4},
		{"100.1.g", "Qt Qd Qp 7c 2d", 3},
		{"100.1.h", "Kt Kp 7p 7c Ad", 2},
		{"100.1.i", "5t 5d 7p 8c 9d", 1},
		{"100.1.j", "Ad Kt Jp 8c 3d", 1},
	}
	for k, tt := range tests {
		t.Run(tt.cites+"/"+tt.cartas, func(t *testing.T) {
			h := Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy, Jugador: mano(t, tt.cartas), Banca: mano(t, bancaAK)}
			l, err := Settle(h)
			if err != nil {
				t.Fatal(err)
			}
			want := Linea{Apostado: 2000, Ganado: 2000 * domain.Importe(tt.veces), Devuelto: 2000, Articulo: art(tt.cites)}
			if l.Resultado != Gana || l.Multiplo != tt.veces || l.Segunda != want {
				t.Errorf("%s %d times: %+v, want %+v", l.Resultado, l.Multiplo, l.Segunda, want)
			}
			if row := Pagos()[k]; row.Articulo.Ref() != tt.cites || row.Veces != tt.veces {
				t.Errorf("row %d is %+v", k, row)
			}
		})
	}
	t.Run("100.2/what the table shows", func(t *testing.T) {
		if len(Pagos()) != len(tests) {
			t.Errorf("%d rows", len(Pagos()))
		}
		for _, tabla := range [][]Pago{Pagos(), Seguros()} {
			for k := 1; k < len(tabla); k++ {
				if tabla[k].Categoria >= tabla[k-1].Categoria || tabla[k].Veces > tabla[k-1].Veces {
					t.Errorf("%v pays more than %v", tabla[k], tabla[k-1])
				}
			}
		}
	})
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name, jugador, banca string
		gana                 Ganador
		cites                string
	}{
		{"96/trío against pareja", "Qt Qd Qp 7c 2d", "Ac Ad Kt 3p 4c", GanaJugador, "100.3"},
		{"100.3/pareja against trío", "Ac Ad Kt 3p 4c", "Qt Qd Qp 7c 2d", GanaBanca, "100.3"},
		{"100.4.a/póquer", "Kt Kd Kp Kc 2d", "Qt Qd Qp Qc Ad", GanaJugador, "100.4.a"},
		{"100.4.b/the trío counts", "2t 2d 2p Ac Ad", "3t 3d 3p 4c 4d", GanaBanca, "100.4.b"},
		{"100.4.c/third card", "At Jt 9t 4t 2t", "Ad Jd 8d 7d 6d", GanaJugador, "100.4.c"},
		{"100.4.c/fifth card", "At Jt 9t 4t 2t", "Ad Jd 9d 4d 3d", GanaBanca, "100.4.c"},
		{"100.4.c/equal", "At Jt 9t 4t 2t", "Ad Jd 9d 4d 2d", Iguales, "100.4.c"},
		{"100.4.d/97.1/the low ace is completed by the five", "At 2d 3p 4c 5d", "2t 3d 4p 5c 6d", GanaBanca, "100.4.d"},
		{"100.4.d/equal", "9t 8d 7p 6c 5d", "9d 8t 7c 6p 5t", Iguales, "100.4.d"},
		{"100.4.d/two reales", "At Kt Qt Jt Tt", "Ad Kd Qd Jd Td", Iguales, "100.4.d"},
		{"100.4.d/escalera de color", "9t 8t 7t 6t 5t", "8d 7d 6d 5d 4d", GanaJugador, "100.4.d"},
		{"100.4.e/trío", "3t 3d 3p 2c 4d", "2t 2d 2p Ac Kd", GanaJugador, "100.4.e"},
		{"100.4.f/second pair", "Kt Kd 2p 2c Ad", "Kp Kc 3t 3d 4d", GanaBanca, "100.4.f"},
		{"100.4.f/odd card", "Kt Kd 3p 3c Ad", "Kp Kc 3t 3d Qc", GanaJugador, "100.4.f"},
		{"100.4.f/equal", "Kt Kd 3p 3c Ad", "Kp Kc 3t 3d Ac", Iguales, "100.4.f"},
		{"100.4.g/the pair", "Tt Td 4p 3c 2d", "9p 9c At Kd Qc", GanaJugador, "100.4.g"},
		{"100.4.g/last odd card", "9t 9d Ap Kc 3d", "9p 9c At Kd 4c", GanaBanca, "100.4.g"},
		{"100.1.j/A-SD-8/third card", "At Kd 9p 5c 2d", "Ad Kt 8d 7d 6c", GanaJugador, "100.1.j"},
		{"100.1.j/A-SD-8/fifth card", "At Kd Qp Jc 9d", "Ad Kt Qd Jd 8d", GanaJugador, "100.1.j"},
		{"100.1.j/A-SD-8/equal", "At Kd Qp Jc 9d", "Ad Kt Qd Jd 9t", Iguales, "100.1.j"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Compare(mano(t, tt.jugador), mano(t, tt.banca))
			if err != nil || c.Gana != tt.gana || c.Articulo.Ref() != tt.cites {
				t.Errorf("%+v, %v, want %s by %s", c, err, tt.gana, tt.cites)
			}
		})
	}
	t.Run("97.1/one pack", func(t *testing.T) {
		_, err := Compare(mano(t, bancaAK), mano(t, "Ac 9d 8d 7d 5d"))
		check(t, err, naipes.ErrRepetida, "97.1")
	})
	t.Run("101.2/five cards each", func(t *testing.T) {
		for _, pair := range [][2]string{{"Ac Kd 4t 3p", bancaPareja}, {bancaAK, "9d 8d 7d 5d"}, {"Ac Kd 4t 3p 7c 8c", bancaPareja}} {
			_, err := Compare(mano(t, pair[0]), mano(t, pair[1]))
			check(t, err, ErrNumCartas, "101.2")
		}
	})
}

func TestBancaJuega(t *testing.T) {
	tests := []struct {
		cartas string
		juega  bool
	}{
		{"Ac Kd 4t 3p 2c", true},
		{"Ac Qd Jt Tp 8c", false},
		{"Ac Qd Jt Tp 9c", false},
		{"Kt Qd Jp Tc 8d", false},
		{"2t 2d 3p 4c 5d", true},
		{"Ac 2d 3p 4c 5d", true},
		{"7t 5t 4t 3t 2t", true},
	}
	for _, tt := range tests {
		t.Run("101.4/"+tt.cartas, func(t *testing.T) {
			v, err := Evaluate(mano(t, tt.cartas))
			if err != nil || BancaJuega(v) != tt.juega {
				t.Errorf("plays %v, %v, want %v", BancaJuega(v), err, tt.juega)
			}
		})
	}
}

func TestSettle(t *testing.T) {
	trio, nada, ak := "Qt Qc Qp 7c 6d", "9d 7p 6c 5d 3t", "Ad Kt 4p 3c 2d"
	line := func(ganado, devuelto, perdido domain.Importe, ref, criterio string) Linea {
		return Linea{ganado*0 + devuelto + perdido, ganado, devuelto, 0, perdido, art(ref), criterio}
	}
	back := func(importe domain.Importe, ref, criterio string) Linea { return line(0, importe, 0, ref, criterio) }
	lost := func(importe domain.Importe, ref, criterio string) Linea { return line(0, 0, importe, ref, criterio) }
	tests := []struct {
		name    string
		h       Hechos
		jugador string
		banca   string
		want    Liquidacion
	}{
		{"101.3/paso", Hechos{Inicial: 1000, Accion: Paso}, trio, bancaNo,
			Liquidacion{Resultado: Retirado, Inicial: lost(1000, "101.3", "")}},
		{"101.3/102.b/A-SD-4/paso loses the seguro", Hechos{Inicial: 1000, Seguro: 500, Accion: Paso}, "7t 7d 7p 8p 8d", bancaNo,
			Liquidacion{Resultado: Retirado, Inicial: lost(1000, "101.3", ""), Seguro: lost(500, "102.b", "A-SD-4")}},
		{"101.4/A-SD-2/the bank does not play", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy}, nada, bancaNo,
			Liquidacion{Resultado: BancaNoJuega, Inicial: line(1000, 1000, 0, "101.4", ""), Segunda: back(2000, "101.4", "A-SD-2")}},
		{"101.4/A-SD-2/with a trío too", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy}, "6t 6d 6p 2d 3d", bancaNo,
			Liquidacion{Resultado: BancaNoJuega, Inicial: line(1000, 1000, 0, "101.4", ""), Segunda: back(2000, "101.4", "A-SD-2")}},
		{"101.4/trío", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy}, trio, bancaAK,
			Liquidacion{Resultado: Gana, Multiplo: 3, Inicial: line(1000, 1000, 0, "101.4", ""), Segunda: line(6000, 2000, 0, "100.1.g", ""),
				Comparacion: Comparacion{GanaJugador, art("100.3"), ""}}},
		{"101.5/100.3/lower", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy}, nada, bancaAK,
			Liquidacion{Resultado: Pierde, Inicial: lost(1000, "101.5", ""), Segunda: lost(2000, "101.5", ""),
				Comparacion: Comparacion{GanaBanca, art("100.1.j"), "A-SD-8"}}},
		{"101.5/100.3/equal", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy}, ak, "Ac Kd 4t 3p 2c",
			Liquidacion{Resultado: Empate, Inicial: back(1000, "101.5", ""), Segunda: back(2000, "101.5", ""),
				Comparacion: Comparacion{Iguales, art("100.1.j"), "A-SD-8"}}},
		{"102.b/A-SD-3/the seguro pays though the bank does not play", Hechos{Inicial: 1000, Segunda: 2000, Seguro: 500, Accion: Voy}, "7t 7d 7p 6c 6d", bancaNo,
			Liquidacion{Resultado: BancaNoJuega, Inicial: line(1000, 1000, 0, "101.4", ""), Segunda: back(2000, "101.4", "A-SD-2"), Seguro: line(50000, 500, 0, "102.b", "A-SD-3")}},
		{"102.b/A-SD-3/and though the hand loses", Hechos{Inicial: 1000, Segunda: 2000, Seguro: 500, Accion: Voy}, "7t 7d 7p 6c 6d", "8t 8d 8p 5c 5d",
			Liquidacion{Resultado: Pierde, Inicial: lost(1000, "101.5", ""), Segunda: lost(2000, "101.5", ""), Seguro: line(50000, 500, 0, "102.b", "A-SD-3"),
				Comparacion: Comparacion{GanaBanca, art("100.4.b"), "A-SD-9"}}},
		{"102.c/A-SD-12/the price is not given back", Hechos{Inicial: 1000, Segunda: 2000, Carta: 1000, Accion: Voy}, ak, "Ac Kd 4t 3p 2c",
			Liquidacion{Resultado: Empate, Inicial: back(1000, "101.5", ""), Segunda: back(2000, "101.5", ""), Carta: lost(1000, "102.c", "A-SD-12"),
				Comparacion: Comparacion{Iguales, art("100.1.j"), "A-SD-8"}}},
		{"102.c/A-SD-12/paso after buying", Hechos{Inicial: 1000, Carta: 1000, Accion: Paso}, ak, bancaNo,
			Liquidacion{Resultado: Retirado, Inicial: lost(1000, "101.3", ""), Carta: lost(1000, "102.c", "A-SD-12")}},
		{"101.6/A-SD-11/everything goes back", Hechos{Inicial: 1000, Segunda: 2000, Carta: 1000, Seguro: 500, Accion: Voy, Hecho: ErrorNumeroNaipes}, "Qt Qc Qp 7c 6d 5d", bancaNo,
			Liquidacion{Resultado: JugadaAnulada, Inicial: back(1000, "101.6", "A-SD-11"), Segunda: back(2000, "101.6", "A-SD-11"),
				Carta: back(1000, "101.6", "A-SD-11"), Seguro: back(500, "101.6", "A-SD-11")}},
		{"101.7/99.3/A-SD-11/who shows his cards", Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy, Hecho: JugadorDescubreCartas}, trio, bancaNo,
			Liquidacion{Resultado: PierdeTodaLaApuesta, Inicial: lost(1000, "101.7", "A-SD-11"), Segunda: lost(2000, "101.7", "A-SD-11")}},
		{"101.8/not decided", Hechos{Inicial: 1000, Seguro: 500}, trio, "",
			Liquidacion{Resultado: Pendiente, Inicial: Linea{Apostado: 1000, Pendiente: 1000, Articulo: art("101.8")}, Seguro: Linea{Apostado: 500, Pendiente: 500, Articulo: art("101.8")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.h.Jugador, tt.h.Banca = mano(t, tt.jugador), mano(t, tt.banca)
			got, err := Settle(tt.h)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestSettleRefuses(t *testing.T) {
	ok := Hechos{Inicial: 1000, Segunda: 2000, Accion: Voy, Jugador: mano(t, "Qt Qc Qp 7c 6d"), Banca: mano(t, bancaNo)}
	tests := []struct {
		name   string
		change func(h *Hechos)
		want   error
		cites  string
	}{
		{"100.5/no inicial", func(h *Hechos) { h.Inicial = 0 }, ErrImporte, "100.5"},
		{"100.5/negative", func(h *Hechos) { h.Inicial = -1 }, ErrImporte, "100.5"},
		{"100.5/too large", func(h *Hechos) { h.Inicial = MaxApostado + 1 }, domain.ErrDesborde, "100.5"},
		{"101.3/voy without segunda", func(h *Hechos) { h.Segunda = 0 }, ErrImporte, "101.3"},
		{"101.3/paso with segunda", func(h *Hechos) { h.Accion = Paso }, ErrImporte, "101.3"},
		{"101.3/another word", func(h *Hechos) { h.Accion = "subo" }, ErrAccion, "101.3"},
		{"102.b/negative", func(h *Hechos) { h.Seguro = -1 }, ErrImporte, "102.b"},
		{"102.c/negative", func(h *Hechos) { h.Carta = -1 }, ErrImporte, "102.c"},
		{"101.6/another word", func(h *Hechos) { h.Hecho = "llueve" }, ErrHecho, "101.6"},
		{"101.2/four cards", func(h *Hechos) { h.Jugador = mano(t, "Qt Qc Qp 7c") }, ErrNumCartas, "101.2"},
		{"97.1/the bank's card, though he leaves", func(h *Hechos) { h.Accion, h.Segunda, h.Jugador = Paso, 0, mano(t, "Qt Qc Qp 7c 8c") }, naipes.ErrRepetida, "97.1"},
		{"97.1/the bank's card", func(h *Hechos) { h.Jugador = mano(t, "Qt Qc Qp 7c 8c") }, naipes.ErrRepetida, "97.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := ok
			tt.change(&h)
			_, err := Settle(h)
			check(t, err, tt.want, tt.cites)
		})
	}
	t.Run("101.3/100.1.a/the largest that fits", func(t *testing.T) {
		h := Hechos{MaxApostado, MaxApostado, MaxApostado, MaxApostado, Voy, mano(t, "At Kt Qt Jt Tt"), mano(t, "2t 2d 5p 9c Jc"), ""}
		l, err := Settle(h)
		if err != nil || l.Total().Ganado != MaxApostado*2101 {
			t.Errorf("%+v, %v", l.Total(), err)
		}
	})
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		hecho Hecho
		want  Resultado
		cites string
	}{
		{"error_distribucion", JugadaAnulada, "101.6"},
		{"error_numero_naipes", JugadaAnulada, "101.6"},
		{"carta_descubierta_indebida", JugadaAnulada, "101.6"},
		{"jugador_descubre_cartas", PierdeTodaLaApuesta, "101.7"},
		{"jugadores_intercambian_informacion", PierdeTodaLaApuesta, "101.7"},
	} {
		t.Run(tt.cites+"/"+string(tt.hecho), func(t *testing.T) {
			i, err := Judge(tt.hecho)
			if err != nil || i.Consecuencia != tt.want || i.Articulo.Ref() != tt.cites {
				t.Errorf("%+v, %v", i, err)
			}
		})
	}
}

func TestMesa(t *testing.T) {
	mesa := func(minimo, maximo domain.Importe) Mesa {
		return Mesa{Minimo: minimo, Maximo: maximo, Seguro: true, Ajenas: true}
	}
	for _, tt := range []struct {
		name string
		err  error
		want error
		cite string
	}{
		{"100.6/25 times", mesa(500, 12_500).CheckBanda(), nil, ""},
		{"100.6/one céntimo above", mesa(500, 12_501).CheckBanda(), ErrBanda, "100.6"},
		{"100.6/the minimum itself", mesa(500, 500).CheckBanda(), nil, ""},
		{"100.6/one céntimo below it", mesa(500, 499).CheckBanda(), ErrBanda, "100.6"},
		{"100.6/no minimum", mesa(0, 0).CheckBanda(), ErrImporte, "100.6"},
		{"100.6/too large", mesa(1<<60, 1<<61).CheckBanda(), domain.ErrDesborde, "100.6"},
		{"100.7/5,000 times", mesa(500, 500).CheckAnticipo(2_500_000), nil, ""},
		{"100.7/one céntimo below", mesa(500, 500).CheckAnticipo(2_499_999), ErrAnticipo, "100.7"},
		{"100.7/no minimum", mesa(-1, 0).CheckAnticipo(0), ErrImporte, "100.7"},
		{"99.1/one", CheckAsientos(1, 0), nil, ""},
		{"99.1/seven", CheckAsientos(7, 0), nil, ""},
		{"99.1/an eighth", CheckAsientos(8, 0), ErrAsientos, "99.1"},
		{"99.1/nobody", CheckAsientos(0, 0), ErrAsientos, "99.1"},
		{"99.1/one standing", CheckAsientos(3, 1), ErrAsientos, "99.1"},
		{"100.5/the minimum", mesa(500, 12_500).CheckCasilla(500), nil, ""},
		{"100.5/one céntimo below", mesa(500, 12_500).CheckCasilla(499), ErrInferior, "100.5"},
		{"100.5/the maximum", mesa(500, 12_500).CheckCasilla(12_500), nil, ""},
		{"100.5/one céntimo above", mesa(500, 12_500).CheckCasilla(12_501), ErrSuperior, "100.5"},
		{"99.2/100.5/two, at the maximum", mesa(500, 12_500).CheckCasilla(6000, 6500), nil, ""},
		{"99.2/100.5/two, one céntimo above", mesa(500, 12_500).CheckCasilla(6000, 6501), ErrSuperior, "100.5"},
		{"99.2/100.5/the second below the minimum", mesa(500, 12_500).CheckCasilla(500, 499), ErrInferior, "100.5"},
		{"99.2/without permission", Mesa{Minimo: 500, Maximo: 12_500}.CheckCasilla(500, 500), ErrCasillaAjena, "99.2"},
		{"100.5/too large", mesa(500, 12_500).CheckCasilla(1<<62, 1<<62), domain.ErrDesborde, "100.5"},
		{"100.5/no minimum", mesa(0, 12_500).CheckCasilla(500), ErrImporte, "100.5"},
		{"30.3/RED-2/no multiple", Mesa{Minimo: 500, Maximo: 12_500, SoloMultiplos: true}.CheckCasilla(501), ErrNoMultiplo, "30.3"},
		{"30.3/RED-2/a multiple", Mesa{Minimo: 500, Maximo: 12_500, SoloMultiplos: true}.CheckCasilla(1000), nil, ""},
		{"102.b/half the minimum", mesa(500, 500).CheckSeguro(250), nil, ""},
		{"102.b/one céntimo above", mesa(500, 500).CheckSeguro(251), ErrSeguro, "102.b"},
		{"102.b/half of an odd minimum", mesa(5, 5).CheckSeguro(3), ErrSeguro, "102.b"},
		{"102.b/under half of an odd minimum", mesa(5, 5).CheckSeguro(2), nil, ""},
		{"102.b/nothing", mesa(500, 500).CheckSeguro(0), ErrImporte, "102.b"},
		{"97.3/no space for it", Mesa{Minimo: 500, Maximo: 500}.CheckSeguro(250), ErrNoSeOfrece, "97.3"},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.err, tt.want, tt.cite) })
	}
}

func TestSegunda(t *testing.T) {
	t.Run("101.3/A-SD-1/twice", func(t *testing.T) {
		if s, err := Segunda(1000); s != 2000 || err != nil {
			t.Errorf("%v, %v", s, err)
		}
		_, err := Segunda(0)
		check(t, err, ErrImporte, "101.3")
		_, err = Segunda(1 << 62)
		check(t, err, domain.ErrDesborde, "101.3")
	})
}

func TestDeal(t *testing.T) {
	t.Run("101.2/one at a time", func(t *testing.T) {
		pasos, err := Deal(2, false)
		if err != nil {
			t.Fatal(err)
		}
		ronda := []Entrega{{1, 1, false}, {2, 1, false}, {0, 1, false}}
		want := slices.Repeat(ronda, 5)
		want[14].Vista = true
		if diff := cmp.Diff(want, pasos); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("101.2/automatic", func(t *testing.T) {
		pasos, err := Deal(1, true)
		if diff := cmp.Diff([]Entrega{{1, 5, false}, {0, 5, true}}, pasos); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
	t.Run("99.1/eight players", func(t *testing.T) {
		_, err := Deal(8, false)
		check(t, err, ErrAsientos, "99.1")
	})
}

func TestSeguro(t *testing.T) {
	tests := []struct {
		name, cartas string
		veces        int64
	}{
		{"full", "7t 7d 7p 8c 8d", 100},
		{"póquer", "7t 7d 7p 7c 8d", 300},
		{"escalera de color", "7t 8t 9t Tt Jt", 1000},
		{"real", "At Kt Qt Jt Tt", 2000},
		{"color", "At Kt Qt Jt 9t", 0},
	}
	for _, tt := range tests {
		t.Run("102.b/A-SD-3/"+tt.name, func(t *testing.T) {
			l, err := SettleSeguro(500, mano(t, tt.cartas))
			want := Linea{Apostado: 500, Perdido: 500, Articulo: art("102.b"), Criterio: "A-SD-3"}
			if tt.veces > 0 {
				want.Ganado, want.Devuelto, want.Perdido = 500*domain.Importe(tt.veces), 500, 0
			}
			if err != nil || l != want {
				t.Errorf("%+v, %v, want %+v", l, err, want)
			}
		})
	}
	t.Run("102.b/refused", func(t *testing.T) {
		_, err := SettleSeguro(0, mano(t, bancaAK))
		check(t, err, ErrImporte, "102.b")
		_, err = SettleSeguro(MaxApostado+1, mano(t, bancaAK))
		check(t, err, domain.ErrDesborde, "102.b")
		_, err = SettleSeguro(1, mano(t, "Ac"))
		check(t, err, ErrNumCartas, "101.2")
	})
}

func TestAward(t *testing.T) {
	real1, real2 := "At Kt Qt Jt Tt", "Ad Kd Qd Jd Td"
	ec9a, ec9b, ec8 := "9t 8t 7t 6t 5t", "9d 8d 7d 6d 5d", "8c 7c 6c 5c 4c"
	poquer := "Qt Qd Qp Qc 2t"
	tests := []struct {
		name      string
		acumulado domain.Importe
		manos     []string
		want      string
		queda     domain.Importe
	}{
		{"102.a/real", 50_000, []string{poquer, real1}, "1:50000 ", 0},
		{"102.a/two reales", 50_000, []string{real1, real2}, "0:25000 1:25000 ", 0},
		{"102.a/RED-3/A-SD-5/an odd céntimo stays", 50_001, []string{real1, real2}, "0:25000 1:25000 ", 1},
		{"102.a/escalera de color", 50_000, []string{ec8, poquer}, "0:5000 ", 45_000},
		{"102.a/RED-3/A-SD-5/a tenth rounded down", 50_009, []string{ec8}, "0:5000 ", 45_009},
		{"102.a/the highest escalera de color", 50_000, []string{ec8, ec9a}, "1:5000 ", 45_000},
		{"102.a/A-SD-6/two equal ones", 50_000, []string{ec9a, ec9b, ec8}, "0:2500 1:2500 ", 45_000},
		{"102.a/A-SD-7/real and escalera de color", 50_000, []string{ec9a, real1}, "1:50000 ", 0},
		{"102.a/póquer", 50_000, []string{poquer}, "", 50_000},
		{"102.a/A-SD-4/the real that leaves", 50_000, []string{"-" + real1, ec8}, "1:5000 ", 45_000},
		{"102.a/nobody", 50_000, nil, "", 50_000},
		{"102.a/nothing in it", 0, []string{real1}, "0:0 ", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var jugadores []Participante
			for k, m := range tt.manos {
				cartas, retira := bytes.CutPrefix([]byte(m), []byte("-"))
				jugadores = append(jugadores, Participante{fmt.Sprint(k), mano(t, string(cartas)), retira})
			}
			a, err := Award(tt.acumulado, jugadores)
			if err != nil {
				t.Fatal(err)
			}
			var got string
			for _, p := range a.Partes {
				got += fmt.Sprintf("%s:%d ", p.ID, p.Importe)
				if p.Articulo.Ref() != "102.a" || p.Exacta.Floor() != p.Importe {
					t.Errorf("%+v", p)
				}
			}
			if got != tt.want || a.Queda != tt.queda {
				t.Errorf("%q and %d stay, want %q and %d", got, a.Queda, tt.want, tt.queda)
			}
		})
	}
	t.Run("102.a/what each takes", func(t *testing.T) {
		if p := Premios(); len(p) != 2 || p[0].Centesimas != 100 || p[1].Centesimas != 10 {
			t.Errorf("%+v", p)
		}
	})
	t.Run("102.a/refused", func(t *testing.T) {
		_, err := Award(-1, nil)
		check(t, err, ErrAcumulado, "102.a")
		_, err = Award(1, []Participante{{"a", mano(t, real1), false}, {"a", mano(t, real2), false}})
		check(t, err, ErrParticipante, "102.a")
		_, err = Award(1, []Participante{{"a", 0, false}})
		check(t, err, ErrNumCartas, "101.2")
	})
}

// TestCasos plays the faults seen in similar software.
func TestCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	casos := map[string]json.RawMessage{}
	for line := range bytes.Lines(raw) {
		var c struct{ ID string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		casos[c.ID] = line
	}
	read := func(t *testing.T, id string, v any) {
		t.Helper()
		if err := json.Unmarshal(casos[id], v); err != nil {
			t.Fatal(err)
		}
	}
	hand := func(t *testing.T, cartas []string) naipes.Mano {
		t.Helper()
		cs, err := naipes.ParseCartas(cartas)
		if err != nil {
			t.Fatal(err)
		}
		m, err := naipes.NewMano(cs...)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	t.Run("101.4/PSD-01", func(t *testing.T) {
		var c struct {
			Input struct {
				Ante, Second   domain.Importe
				Player, Dealer []string
			}
			Expected struct{ Net, Returned domain.Importe }
		}
		read(t, "PSD-01", &c)
		// The report's player shares a card with the dealer; another five takes its place.
		jugador := hand(t, c.Input.Player)
		if banca := hand(t, c.Input.Dealer); jugador.Overlaps(banca) {
			jugador = jugador.Without(naipes.MustParse("5c")[0]).With(naipes.MustParse("5d")[0])
		}
		l, err := Settle(Hechos{Inicial: c.Input.Ante, Segunda: c.Input.Second, Accion: Voy, Jugador: jugador, Banca: hand(t, c.Input.Dealer)})
		total := l.Total()
		if err != nil || l.Resultado != BancaNoJuega || total.Neto() != c.Expected.Net || total.Devuelto+total.Ganado != c.Expected.Returned {
			t.Errorf("%+v, %v, want %+v", l, err, c.Expected)
		}
	})
	t.Run("101.4/PSD-02", func(t *testing.T) {
		var c struct {
			Input    struct{ Dealers [][]string }
			Expected struct {
				BankPlays []bool `json:"bank_plays"`
			}
		}
		read(t, "PSD-02", &c)
		for k, d := range c.Input.Dealers {
			if v, err := Evaluate(hand(t, d)); err != nil || BancaJuega(v) != c.Expected.BankPlays[k] {
				t.Errorf("%v plays %v, %v", d, BancaJuega(v), err)
			}
		}
	})
	t.Run("97.1/100.1.f/PSD-04", func(t *testing.T) {
		var c struct {
			Input struct {
				Hands        [][]string
				Ante, Second domain.Importe
			}
			Expected struct {
				Straight []bool
				Net      domain.Importe `json:"net_if_straight_wins"`
			}
		}
		read(t, "PSD-04", &c)
		for k, h := range c.Input.Hands {
			l, err := Settle(Hechos{Inicial: c.Input.Ante, Segunda: c.Input.Second, Accion: Voy, Jugador: hand(t, h), Banca: mano(t, "7t 7d 6p 6c Jd")})
			if err != nil || (l.Total().Neto() == c.Expected.Net) != c.Expected.Straight[k] {
				t.Errorf("%v: %+v, %v", h, l, err)
			}
		}
	})
	t.Run("100.1.a/100.1.b/100.1.e/101.4/PSD-05", func(t *testing.T) {
		var c struct {
			Input struct {
				Hands        [][]string
				Ante, Second domain.Importe
			}
			Expected struct {
				Category []string
				Net      []domain.Importe
			}
		}
		read(t, "PSD-05", &c)
		for k, h := range c.Input.Hands {
			l, err := Settle(Hechos{Inicial: c.Input.Ante, Segunda: c.Input.Second, Accion: Voy, Jugador: hand(t, h), Banca: mano(t, "2c 2d 9p 9c Jd")})
			if err != nil || l.Total().Neto() != c.Expected.Net[k] || ranking.Value(hand(t, h)).Categoria().Nombre() != c.Expected.Category[k] {
				t.Errorf("%v: %+v, %v", h, l, err)
			}
		}
	})
	if len(casos) != 4 {
		t.Errorf("%d casos", len(casos))
	}
}
