package bacara

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/naipes"
)

func TestBancaPuede(t *testing.T) {
	ambas := []Palabra{Carta, No}
	abate, sin := Respuesta{Abate: true}, Respuesta{Tercera: Sin}
	con := func(n int) Respuesta { return Respuesta{Tercera: n} }
	tests := []struct {
		name   string
		puntos int
		panos  [2]Respuesta
		cuadro bool
		want   []Palabra
		art    string
	}{
		{"76.2/the bank lays it down", 8, [2]Respuesta{abate, abate}, true, []Palabra{Abate}, "76.2"},
		{"89.4/both cloths do", 3, [2]Respuesta{abate, abate}, false, []Palabra{No}, "89.4"},
		{"93.1/one does, a firm case", 6, [2]Respuesta{abate, sin}, false, []Palabra{No}, "93.1"},
		{"93.1/the other does", 6, [2]Respuesta{con(6), abate}, false, []Palabra{Carta}, "93.1"},
		{"93.1/an optional case", 3, [2]Respuesta{abate, con(9)}, false, []Palabra{Carta}, "93.1"},
		{"93.1/the other optional case", 5, [2]Respuesta{con(4), abate}, true, []Palabra{Carta}, "93.1"},
		{"76.4/89.4/0 asks", 0, [2]Respuesta{sin, con(9)}, false, []Palabra{Carta}, "76.4"},
		{"89.4/as he likes", 7, [2]Respuesta{sin, sin}, false, ambas, "89.4"},
		{"89.4/the cuadro tells the same", 7, [2]Respuesta{sin, con(3)}, true, []Palabra{No}, "89.4"},
		{"89.4/it does not", 6, [2]Respuesta{sin, con(6)}, true, ambas, "89.4"},
		{"89.4/optional and firm", 3, [2]Respuesta{con(9), con(8)}, true, ambas, "89.4"},
		{"89.4/optional for both", 5, [2]Respuesta{con(4), con(4)}, true, ambas, "89.4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, a, err := BancaPuede(tt.puntos, tt.panos, tt.cuadro)
			if !slices.Equal(got, tt.want) || a.Ref() != tt.art || err != nil {
				t.Errorf("%v by %v, %v, want %v", got, a, err, tt.want)
			}
		})
	}
	_, _, err := BancaPuede(10, [2]Respuesta{}, true)
	check(t, err, ErrPuntos, "76.1")
	_, _, err = BancaPuede(3, [2]Respuesta{con(10), sin}, true)
	check(t, err, ErrPuntos, "76.1")
	t.Run("89.3/a cloth", func(t *testing.T) {
		for puntos, want := range map[int][]Palabra{4: {Carta}, 5: ambas, 6: {No}, 8: {Abate}} {
			if got, _, err := PanoPuede(puntos, false); !slices.Equal(got, want) || err != nil {
				t.Errorf("%d: %v, %v", puntos, got, err)
			}
		}
		if got, a, err := PanoPuede(7, true); !slices.Equal(got, ambas) || a.Ref() != "89.3" || err != nil {
			t.Errorf("who makes banco: %v, %v", got, err)
		}
	})
}

func TestSettlePanos(t *testing.T) {
	hechos := func(cartas string) HechosPanos {
		return HechosPanos{Cartas: naipes.MustParse(cartas), Banquero: No, Modalidad: Limitada, Banca: 100_000, Apuestas: [2]domain.Importe{5_000, 3_000}}
	}
	con := func(h HechosPanos, f func(*HechosPanos)) HechosPanos { f(&h); return h }
	tests := []struct {
		name     string
		h        HechosPanos
		gana     [2]Ganador
		neto     domain.Importe
		cagnotte string
		queda    string
		cartas   int
	}{
		{"90.6/both", hechos("6t 6d 7p Tt Td Tp"), [2]Ganador{Banca, Banca}, 8_000, "160", "107840", 6},
		{"90.6/one of each, up", con(hechos("5t 7d 6p Tt Td Tp"), func(h *HechosPanos) { h.Dicho[0] = No }), [2]Ganador{Banca, Pano}, 2_000, "40", "101960", 6},
		{"90.6/one of each, down", con(hechos("7t 5d 6p Tt Td Tp"), func(h *HechosPanos) { h.Dicho[1] = No }), [2]Ganador{Pano, Banca}, -2_000, "0", "98000", 6},
		{"89.5/a natural 8 against three cards", con(hechos("8t 3d 4p Tt Td Tp 2c 4c"), func(h *HechosPanos) { h.Banquero = Carta }), [2]Ganador{Pano, Banca}, -2_000, "0", "98000", 8},
		{"89.5/a natural 9 against a 9 of three", con(hechos("9t 3d 4p Tt Td Tp 2c 5p"), func(h *HechosPanos) { h.Banquero = Carta }), [2]Ganador{Pano, Banca}, -2_000, "0", "98000", 8},
		{"89.5/the bank's natural", hechos("9t 3d 9p Tt Td Tp"), [2]Ganador{Nula, Banca}, 3_000, "60", "102940", 6},
		{"89.6/void on both", hechos("6t 6d 6p Tt Td Tp"), [2]Ganador{Nula, Nula}, 0, "0", "100000", 6},
		{"88.4/an open bank", con(hechos("6t 6d 7p Tt Td Tp"), func(h *HechosPanos) { h.Modalidad, h.Banca = Abierta, 0 }), [2]Ganador{Banca, Banca}, 8_000, "100", "0", 6},
		{"82/a bank that cannot pay", con(hechos("7t 7d 6p Tt Td Tp"), func(h *HechosPanos) { h.Banca = 6_000 }), [2]Ganador{Pano, Pano}, -8_000, "0", "0", 6},
		{"90.5/third cards in order", con(hechos("2t 3d 5p Tt Td Tp 4c 2c 3c"), func(h *HechosPanos) { h.Banquero = Carta }), [2]Ganador{Banca, Banca}, 8_000, "160", "107840", 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, err := SettlePanos(tt.h)
			c := j.Cuenta
			if err != nil || j.Gana != tt.gana || c.Neto != tt.neto || c.Cagnotte.String() != tt.cagnotte || c.BancaQueda.String() != tt.queda || j.Cartas != tt.cartas || j.Nula != (tt.gana == [2]Ganador{Nula, Nula}) {
				t.Errorf("%+v, %v", j, err)
			}
			if want := max(0, -tt.h.Banca-tt.neto); tt.h.Modalidad == Limitada && c.SinPagar != want {
				t.Errorf("%v is not paid, want %v", c.SinPagar, want)
			}
		})
	}
	refused := []struct {
		name, cites string
		h           HechosPanos
		want        error
	}{
		{"89.3/the first cloth", "89.3", con(hechos("4t 6d 7p Tt Td Tp 2c"), func(h *HechosPanos) { h.Dicho[0] = No }), ErrPano},
		{"89.3/the second cloth", "89.3", con(hechos("6t 7d 7p Tt Td Tp 2c"), func(h *HechosPanos) { h.Dicho[1] = Carta }), ErrPano},
		{"89.3/another word", "89.3", con(hechos("6t 7d 7p Tt Td Tp 2c"), func(h *HechosPanos) { h.Dicho[1] = "paso" }), ErrPalabra},
		{"93.1/apart from the cuadro", "93.1", con(hechos("8t 7d 6p Tt Td Tp 5p"), func(h *HechosPanos) { h.Banquero = Carta }), ErrBanquero},
		{"90.5/five cards", "90.5", hechos("6t 7d 7p Tt Td"), ErrFaltanCartas},
		{"90.5/no third card", "90.5", hechos("4t 7d 7p Tt Td Tp"), ErrFaltanCartas},
		{"90.5/nor for the bank", "90.5", con(hechos("6t 7d 3p Tt Td Tp"), func(h *HechosPanos) { h.Banquero = Carta }), ErrFaltanCartas},
		{"82/no mode", "82", con(hechos("6t 6d 7p Tt Td Tp"), func(h *HechosPanos) { h.Modalidad = "" }), ErrModalidad},
		{"82/no bank", "82", con(hechos("6t 6d 7p Tt Td Tp"), func(h *HechosPanos) { h.Banca = 0 }), ErrSinBanca},
		{"82/too large", "82", con(hechos("6t 6d 7p Tt Td Tp"), func(h *HechosPanos) { h.Banca = MaxImporte + 1 }), ErrSinBanca},
		{"90.3/less than nothing", "90.3", con(hechos("6t 6d 7p Tt Td Tp"), func(h *HechosPanos) { h.Apuestas[1] = -1 }), ErrImporte},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := SettlePanos(tt.h)
			check(t, err, tt.want, tt.cites)
			if p := (*PanoError)(nil); errors.As(err, &p) && p.Error() == "" {
				t.Error("a cloth's error says nothing")
			}
		})
	}
	t.Run("89.3/who makes banco is free on both", func(t *testing.T) {
		h := con(hechos("3t 7d 6p Tt Td Tp 2c"), func(h *HechosPanos) { h.HaceBanco, h.Dicho = true, [2]Palabra{No, Carta} })
		if j, err := SettlePanos(h); err != nil || j.Gana != [2]Ganador{Banca, Pano} || j.Panos[0].Dicho != No || j.Banca.Dicho != No {
			t.Errorf("%+v, %v", j, err)
		}
	})
}

// checkCuenta wants of a limited bank that nothing is lost and nothing is invented.
func checkCuenta(t interface{ Fatalf(string, ...any) }, banca domain.Importe, c Cuenta) {
	total := c.BancaQueda.Add(c.Cagnotte)
	if !total.Equal(domain.FraccionDe(banca+c.Neto+c.SinPagar)) || c.BancaQueda.Cmp(domain.Fraccion{}) < 0 || c.SinPagar < 0 || c.SinPagar > 0 && total.Cmp(domain.Fraccion{}) != 0 {
		t.Fatalf("a bank of %v comes to %+v", banca, c)
	}
}

func TestSettlePanosConserves(t *testing.T) {
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]Palabra{"", Carta, No})
		h := HechosPanos{
			Cartas: drawCartas(t, 9), Dicho: [2]Palabra{word.Draw(t, "first"), word.Draw(t, "second")}, Banquero: word.Draw(t, "bank"),
			HaceBanco: rapid.Bool().Draw(t, "banco"), Cuadro: rapid.Bool().Draw(t, "cuadro"), Modalidad: Limitada, Banca: 5_000,
			Apuestas: [2]domain.Importe{domain.Importe(rapid.IntRange(0, 9_000).Draw(t, "a")), domain.Importe(rapid.IntRange(0, 9_000).Draw(t, "b"))},
		}
		j, err := SettlePanos(h)
		if err != nil {
			if !errors.Is(err, ErrPano) && !errors.Is(err, ErrBanquero) {
				t.Fatal(err)
			}
			return
		}
		played++
		checkCuenta(t, h.Banca, j.Cuenta)
		var neto domain.Importe
		cartas := len(j.Banca.Cartas)
		for k, g := range j.Gana {
			cartas += len(j.Panos[k].Cartas)
			want := naiveGana(j.Panos[k].Cartas, j.Banca.Cartas)
			switch p, b := j.Panos[k].natural(), j.Banca.natural(); {
			case p && !b:
				want = Punto
			case b && !p:
				want = Banca
			}
			if want == Punto {
				want = Pano
			}
			if g != want {
				t.Fatalf("cloth %d of %+v: %s, want %s", k, j, g, want)
			}
			neto += map[Ganador]domain.Importe{Banca: 1, Pano: -1}[g] * h.Apuestas[k]
		}
		if neto != j.Cuenta.Neto || cartas != j.Cartas {
			t.Fatalf("%+v gives %+v", h, j)
		}
	})
	if played == 0 {
		t.Error("no coup was played")
	}
}

func TestRestablecida(t *testing.T) {
	tests := []struct {
		name   string
		cuadro [2]Palabra
		error  Culpable
		banca  int
		want   []Palabra
		art    string
	}{
		{"93.2/the same for both", [2]Palabra{Carta, Carta}, DelBanquero, 7, []Palabra{Carta}, "93.2"},
		{"93.2/the same, to stand", [2]Palabra{No, No}, DelJugador, 2, []Palabra{No}, "93.2"},
		{"93.3/not the same", [2]Palabra{Carta, No}, DelCrupier, 5, []Palabra{Carta, No}, "93.3"},
		{"93.3/his own error with 5", [2]Palabra{Carta, No}, DelBanquero, 5, []Palabra{Carta}, "93.3"},
		{"93.3/his own error with 6", [2]Palabra{No, Carta}, DelBanquero, 6, []Palabra{No}, "93.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, a, err := Restablecida(tt.cuadro, tt.error, tt.banca)
			if !slices.Equal(got, tt.want) || a.Ref() != tt.art || err != nil {
				t.Errorf("%v by %v, %v, want %v", got, a, err, tt.want)
			}
		})
	}
	t.Run("76.1/93.2/93.3/refused", func(t *testing.T) {
		_, _, err := Restablecida([2]Palabra{Carta, Abate}, DelJugador, 5)
		check(t, err, ErrCuadro, "93.2")
		_, _, err = Restablecida([2]Palabra{Carta, Carta}, "nadie", 5)
		check(t, err, ErrQuienErro, "93.3")
		_, _, err = Restablecida([2]Palabra{Carta, Carta}, DelJugador, 10)
		check(t, err, ErrPuntos, "76.1")
	})
	t.Run("90.4/between the cloths", func(t *testing.T) {
		for _, tt := range [][4]domain.Importe{{2_500, 500, 1_500, 1_000}, {500, 500, 500, 0}, {7_000, 500, 3_500, 3_500}, {0, 500, 0, 0}} {
			if a, b, err := EntrePanos(tt[0], tt[1]); a != tt[2] || b != tt[3] || err != nil {
				t.Errorf("%v: %v and %v, %v", tt, a, b, err)
			}
		}
		_, _, err := EntrePanos(2_600, 500)
		check(t, err, ErrUnidad, "90.4")
		_, _, err = EntrePanos(-1, 500)
		check(t, err, ErrImporte, "90.4")
		_, _, err = EntrePanos(1, 0)
		check(t, err, ErrImporte, "90.4")
	})
	t.Run("94/a wrong word of a cloth", func(t *testing.T) {
		for _, tt := range []struct {
			puntos     int
			dicho      Palabra
			contradice bool
			want       Remedio
			art        string
		}{
			{3, No, false, VuelveAlPano, "94.1"}, {6, Carta, false, CedeLaCarta, "94.2"}, {5, No, true, SeVeElPunto, "94.3"},
			{8, No, false, PierdeAbatir, "94.4"}, {5, No, false, SigueLaJugada, "89.3"}, {5, Carta, false, SigueLaJugada, "89.3"}, {4, Carta, false, SigueLaJugada, "89.3"},
		} {
			t.Run(tt.art, func(t *testing.T) {
				if r, err := ErrorDePano(tt.puntos, tt.dicho, tt.contradice); r.Remedio != tt.want || r.Articulo.Ref() != tt.art || err != nil {
					t.Errorf("%+v: %s by %v, %v", tt, r.Remedio, r.Articulo, err)
				}
			})
		}
		_, err := ErrorDePano(10, No, false)
		check(t, err, ErrPuntos, "76.1")
		_, err = ErrorDePano(5, "", false)
		check(t, err, ErrPalabra, "94")
	})
}

func TestReglasDePanos(t *testing.T) {
	limites := Limites{Limitada, 500, 50_000, 2_000_000}
	abierta := Limites{Abierta, 500, 0, 0}
	checkReglas(t, []regla{
		{"82/no mode", "82", CheckModalidad(""), ErrModalidad, CheckModalidad(Limitada)},
		{"82/the open one", "82", Limites{Minimo: 1}.Check(), ErrModalidad, CheckModalidad(Abierta)},
		{"83.1/used packs", "83.1", CheckEstreno(3, 3, false, true), ErrEstreno, CheckEstreno(3, 3, false, false)},
		{"83.1/indices", "83.1", CheckEstreno(3, 3, true, false), ErrBarajas, nil},
		{"83.1/two colours", "83.1", CheckEstreno(2, 4, false, false), ErrBarajas, nil},
		{"83.1/five packs", "83.1", CheckEstreno(3, 2, false, false), ErrBarajas, nil},
		{"84/no cambista", "84", CheckPersonalPanos(Personal{true, true, false}), ErrPersonal, CheckPersonalPanos(Personal{true, true, true})},
		{"85.5/who stands", "85.5", CheckLleva(false, true, false), ErrSentado, CheckLleva(true, true, false)},
		{"85.5/out of turn", "85.5", CheckLleva(true, false, false), ErrSentado, CheckLleva(false, false, true)},
		{"85.6/not on the list", "85.6", CheckPlazaPorLista(false), ErrLista, CheckPlazaPorLista(true)},
		{"86.1/no banker", "86.1", CheckApertura(false, 1), ErrNoAnunciad, CheckApertura(true, 1)},
		{"86.1/no sum", "86.1", CheckApertura(true, 0), ErrNoAnunciad, nil},
		{"86.3/8,000 of 10,000", "86.3", CheckDeposito(1_000_000, 800_000), ErrDeposito, CheckDeposito(1_000_000, 1_000_000)},
		{"86.3/nothing", "86.3", CheckDeposito(0, 0), ErrDeposito, CheckDeposito(1, 2)},
		{"86.3/by days without the director", "86.3", CheckDuracion(true, false), ErrAdjudica, CheckDuracion(true, true)},
		{"86.3/by tallas", "86.3", CheckDuracion(true, false), ErrAdjudica, CheckDuracion(false, false)},
		{"86.4/before the first coup", "86.4", CheckSeVa(0), ErrPrimera, CheckSeVa(1)},
		{"86.4/back in the same sabot", "86.4", CheckVuelve(true, true), ErrNoVuelve, CheckVuelve(true, false)},
		{"86.4/who lost may come back", "86.4", CheckVuelve(true, true), ErrNoVuelve, CheckVuelve(false, true)},
		{"86.4/less than before", "86.4", CheckRepone(500_000, 400_000), ErrRepone, CheckRepone(500_000, 500_000)},
		{"87/above the maximum bank", "87", limites.CheckAdjudicada(2_000_001), ErrTope, limites.CheckAdjudicada(2_000_000)},
		{"87/above the maximum bet", "87", limites.CheckPostura(50_001), ErrPostura, limites.CheckPostura(50_000)},
		{"87/below the minimum bet", "87", limites.CheckPostura(499), ErrPostura, limites.CheckPostura(500)},
		{"87/no maximum", "87", Limites{Limitada, 500, 0, 1_000}.Check(), ErrImporte, limites.Check()},
		{"87/no maximum of the bank", "87", Limites{Limitada, 500, 500, 0}.Check(), ErrImporte, nil},
		{"87/no minimum", "87", Limites{Limitada, 0, 1, 1}.Check(), ErrImporte, nil},
		{"88.2/a maximum of the open bank", "88.2", Limites{Abierta, 500, 1_000, 0}.Check(), ErrSinTope, abierta.Check()},
		{"88.2/of its sum", "88.2", Limites{Abierta, 500, 0, 1_000}.Check(), ErrSinTope, abierta.CheckPostura(99_999_999)},
		{"87/88.2/below its minimum", "87", abierta.CheckPostura(499), ErrPostura, abierta.CheckAdjudicada(99_999_999)},
		{"88.2/no deposit found enough", "88.2", CheckJustifica(false), ErrJustifica, CheckJustifica(true)},
		{"88.3/a second table", "88.3", CheckLibre(2, 1, 1, false), ErrUnaMesa, CheckLibre(1, 1, 1, false)},
		{"88.3/a third session", "88.3", CheckLibre(1, 3, 1, true), ErrSesion, CheckLibre(1, 2, 2, true)},
		{"88.3/a third talla", "88.3", CheckLibre(1, 1, 3, true), ErrSesion, CheckLibre(1, 1, 2, false)},
		{"88.3/no dinner between", "88.3", CheckLibre(1, 2, 1, false), ErrSesion, nil},
		{"88.3/before the first session", "88.3", CheckLibre(1, 0, 1, true), ErrSesion, nil},
		{"88.3/before the first talla", "88.3", CheckLibre(1, 1, 0, true), ErrSesion, nil},
		{"89.6/three void coups", "89.6", CheckBanco([]bool{true, true, true}), ErrBanco, CheckBanco([]bool{true, true})},
		{"89.6/one decided", "89.6", CheckBanco([]bool{true, false}), ErrBanco, CheckBanco(nil)},
		{"89.7/two together", "89.7", CheckAsociacion(2), ErrAsociarse, CheckAsociacion(1)},
		{"90.1/two and one", "90.1", CheckMinimoPanos(2, 1), ErrPanos, CheckMinimoPanos(2, 2)},
		{"90.1/one and two", "90.1", CheckMinimoPanos(1, 2), ErrPanos, nil},
		{"90.2/nine behind", "90.2", CheckCortadaPanos(9), ErrCortada, CheckCortadaPanos(10)},
		{"90.2/the cut card is out", "90.2", CheckCortePanos(true), ErrCorte, CheckCortePanos(false)},
		{"90.3/after the voice", "90.3", CheckApuestaPanos(true, false), ErrCerradas, CheckApuestaPanos(false, false)},
		{"90.3/beside the banker", "90.3", CheckApuestaPanos(false, true), ErrPegada, nil},
		{"89.6/90.5/the second first", "90.5", CheckOrdenPanos(true, false), ErrSegundo, CheckOrdenPanos(true, true)},
		{"90.5/the first one", "90.5", CheckOrdenPanos(true, false), ErrSegundo, CheckOrdenPanos(false, false)},
		{"95.4/somebody showed", "95.4", CheckOtraCarta(true), ErrYaMostro, CheckOtraCarta(false)},
		{"95.5/it is paid", "95.5", CheckReclamaPanos(true), ErrPagada, CheckReclamaPanos(false)},
	})
	t.Run("83.3/the numbers of the cloths", func(t *testing.T) {
		for plaza, want := range map[int]int{1: 0, 6: 0, 7: 1, 12: 1} {
			if got, err := PanoDe(plaza, 6); got != want || err != nil {
				t.Errorf("%d: %d, %v", plaza, got, err)
			}
		}
		for _, p := range [][2]int{{0, 6}, {13, 6}, {1, 0}} {
			_, err := PanoDe(p[0], p[1])
			check(t, err, ErrPlaza, "83.3")
		}
	})
	t.Run("85.3/85.4/who goes before", func(t *testing.T) {
		for _, tt := range []struct {
			a, b int
			want bool
		}{{2, 5, true}, {5, 2, false}, {5, 0, true}, {0, 5, false}, {0, 0, false}} {
			if got, a := SePrefiere(tt.a, tt.b); got != tt.want || a.Ref() != "85.3" {
				t.Errorf("%+v: %v", tt, got)
			}
		}
		for _, tt := range [][3]bool{{true, true, true}, {true, false, false}, {false, true, false}} {
			if got, a := SeSortea(tt[0], tt[1]); got != tt[2] || a.Ref() != "85.4" {
				t.Errorf("%v: %v", tt, got)
			}
		}
	})
	t.Run("86.2/86.5/who has the bank", func(t *testing.T) {
		for _, tt := range []struct {
			pujas  []domain.Importe
			ganan  []int
			sorteo bool
		}{{[]domain.Importe{1, 3, 2}, []int{1}, false}, {[]domain.Importe{3, 1, 3}, []int{0, 2}, true}} {
			if ganan, sorteo, err := AdjudicaPanos(tt.pujas); !slices.Equal(ganan, tt.ganan) || sorteo != tt.sorteo || err != nil {
				t.Errorf("%+v: %v, %v, %v", tt, ganan, sorteo, err)
			}
		}
		_, _, err := AdjudicaPanos(nil)
		check(t, err, ErrSinPostores, "86.2")
		_, _, err = AdjudicaPanos([]domain.Importe{0})
		check(t, err, ErrImporte, "86.2")
		for _, tt := range []struct {
			ofrecida bool
			postores int
			want     Destino
		}{{false, 3, SeOfrece}, {true, 1, SeSubasta}, {true, 0, SeCierra}} {
			if got, a := Abandonada(tt.ofrecida, tt.postores); got != tt.want || a.Ref() != "86.5" {
				t.Errorf("%+v: %s", tt, got)
			}
		}
	})
	t.Run("95.3/cards that were not shown", func(t *testing.T) {
		for culpa, want := range map[bool]int{true: 7, false: 0} {
			if got, a := SinMostrar(7, culpa); got != want || a.Ref() != "95.3" {
				t.Errorf("%v: %d", culpa, got)
			}
		}
	})
}

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
	t.Run("76.3/76.5/CHF-01", func(t *testing.T) {
		var c struct {
			Input struct {
				Totals    []int `json:"punto_totals"`
				Decisions []Palabra
			}
			Expected struct{ Accepted []bool }
		}
		read(t, "CHF-01", &c)
		for k, n := range c.Input.Totals {
			puede, _, err := PuntoPuede(n, Libertad{})
			if err != nil || slices.Contains(puede, c.Input.Decisions[k]) != c.Expected.Accepted[k] {
				t.Errorf("%d may say %v, %v", n, puede, err)
			}
		}
		if puede, _, err := PuntoPuede(5, Libertad{Consejo: true}); err != nil || !slices.Equal(puede, []Palabra{No}) {
			t.Errorf("advice on 5: %v", puede)
		}
	})
	t.Run("74.5/76.1/77/CHF-02", func(t *testing.T) {
		var c struct {
			Input    struct{ Bank, Covered domain.Importe }
			Expected struct {
				Cagnotte []domain.Importe
				Net      []domain.Importe `json:"banker_net"`
			}
		}
		read(t, "CHF-02", &c)
		for k, cartas := range []string{"4t 9d 4d Kc", "8t 7d Td Kc", "9t 9d Td Kc"} { // wins, loses, ties
			j, err := Settle(Hechos{Cartas: naipes.MustParse(cartas), Banca: c.Input.Bank, Apuestas: []domain.Importe{c.Input.Covered}})
			neto := j.BancaQueda.Sub(domain.FraccionDe(c.Input.Bank))
			if err != nil || !j.Cagnotte.Equal(domain.FraccionDe(c.Expected.Cagnotte[k])) || !neto.Equal(domain.FraccionDe(c.Expected.Net[k])) {
				t.Errorf("%s: %+v, %v", cartas, j, err)
			}
		}
	})
	t.Run("88.4/90.6/B2P-01", func(t *testing.T) {
		var c struct {
			Input struct {
				Coups []struct{ Pano1, Pano2 domain.Importe }
			}
			Expected struct {
				Limitada []domain.Importe `json:"deduction_limitada_2pc"`
				Libre    []domain.Importe `json:"deduction_libre_1_25pc"`
			}
		}
		read(t, "B2P-01", &c)
		gana := func(i domain.Importe) (domain.Importe, Ganador) {
			if i < 0 {
				return -i, Pano
			}
			return i, Banca
		}
		for k, coup := range c.Input.Coups {
			a1, g1 := gana(coup.Pano1)
			a2, g2 := gana(coup.Pano2)
			for m, want := range map[Modalidad]domain.Importe{Limitada: c.Expected.Limitada[k], Abierta: c.Expected.Libre[k]} {
				cuenta, err := Liquida(m, 1_000_000, [2]domain.Importe{a1, a2}, [2]Ganador{g1, g2})
				if err != nil || !cuenta.Cagnotte.Equal(domain.FraccionDe(want)) {
					t.Errorf("%+v %s: %v, %v, want %v", coup, m, cuenta.Cagnotte, err, want)
				}
			}
		}
	})
	t.Run("90.4/B2P-02", func(t *testing.T) {
		var c struct {
			Input    struct{ Stake, Unit domain.Importe }
			Expected struct{ Pano1, Pano2, Sum domain.Importe }
		}
		read(t, "B2P-02", &c)
		if a, b, err := EntrePanos(c.Input.Stake, c.Input.Unit); a != c.Expected.Pano1 || b != c.Expected.Pano2 || a+b != c.Expected.Sum || err != nil {
			t.Errorf("%v and %v, %v", a, b, err)
		}
	})
	t.Run("74.5/MON-02", func(t *testing.T) {
		var c struct {
			Input struct {
				Wins []domain.Importe `json:"banker_wins_cents"`
			}
			Expected struct {
				Exact []string         `json:"per_coup_exact"`
				Cents []domain.Importe `json:"per_coup_cents"`
				Gain  []domain.Importe `json:"banker_gain_cents"`
				Total domain.Importe   `json:"day_total_cents"`
			}
		}
		read(t, "MON-02", &c)
		var total domain.Importe
		for k, w := range c.Input.Wins {
			exacta := Cagnotte(w)
			total += exacta.Floor()
			if exacta.String() != c.Expected.Exact[k] || exacta.Floor() != c.Expected.Cents[k] || w-exacta.Floor() != c.Expected.Gain[k] {
				t.Errorf("%v: %v", w, exacta)
			}
		}
		if total != c.Expected.Total {
			t.Errorf("the day comes to %v, want %v", total, c.Expected.Total)
		}
	})
	if len(casos) != 5 {
		t.Errorf("%d casos", len(casos))
	}
}
