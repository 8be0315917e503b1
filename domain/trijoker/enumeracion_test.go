package trijoker

import (
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/domain/naipes"
)

// recuentos is what the enumeration must give under one reading of the low ace.
type recuentos struct {
	Frecuencias map[string]int
	Optima      map[string]any
}

// enumeracion adds, for each set of three and of four cards, what a bet comes to over the
// hands of five that hold it, and counts the hands.
type enumeracion struct {
	frecuencias map[string]int
	tres        map[naipes.Mano]int64
	cuatro      map[naipes.Mano]int64
	total       int64
}

// combinaciones numbers the sets of up to four cards: n over k.
var combinaciones = func() (b [5][53]int) {
	for n := range 53 {
		b[0][n] = 1
		for k := 1; k < 5 && n > 0; k++ {
			b[k][n] = b[k][n-1] + b[k-1][n-1]
		}
	}
	return b
}()

// enumerate goes through every hand of five under a ranking.
func enumerate(r naipes.Ranking) enumeracion {
	e := enumeracion{map[string]int{}, map[naipes.Mano]int64{}, map[naipes.Mano]int64{}, 0}
	mazo := naipes.NewBaraja()
	b := &combinaciones
	tres, cuatro := make([]int64, b[3][52]), make([]int64, b[4][52])
	var frecuencias [naipes.CategoriaEscaleraRealColor + 1][2]int // the second, of what pays
	for c4 := 4; c4 < 52; c4++ {
		for c3 := 3; c3 < c4; c3++ {
			for c2 := 2; c2 < c3; c2++ {
				m3 := naipes.Mano(0).With(mazo[c4]).With(mazo[c3]).With(mazo[c2])
				for c1 := 1; c1 < c2; c1++ {
					m4 := m3.With(mazo[c1])
					for c0 := range c1 {
						v := r.Value(m4.With(mazo[c0]))
						neto := PagoOf(v).Veces
						if neto == 0 {
							frecuencias[v.Categoria()][0]++
							neto = -1
						} else {
							frecuencias[v.Categoria()][1]++
						}
						e.total += neto
						c := [5]int{c0, c1, c2, c3, c4}
						for i := range c {
							for j := i + 1; j < 5; j++ {
								for k := j + 1; k < 5; k++ {
									tres[c[i]+b[2][c[j]]+b[3][c[k]]] += neto
								}
							}
						}
						cuatro[c0+b[2][c1]+b[3][c2]+b[4][c3]] += neto
						cuatro[c0+b[2][c1]+b[3][c2]+b[4][c4]] += neto
						cuatro[c0+b[2][c1]+b[3][c3]+b[4][c4]] += neto
						cuatro[c0+b[2][c2]+b[3][c3]+b[4][c4]] += neto
						cuatro[c1+b[2][c2]+b[3][c3]+b[4][c4]] += neto
					}
				}
			}
		}
	}
	e.name(mazo, tres, cuatro)
	for c, n := range frecuencias {
		palabra := naipes.Categoria(c).String()
		if naipes.Categoria(c) == naipes.CategoriaPareja {
			e.frecuencias["pareja_menor"], palabra = n[0], "pareja_J_o_mas"
			n[0] = 0
		}
		if n[0]+n[1] > 0 {
			e.frecuencias[palabra] = n[0] + n[1]
		}
	}
	return e
}

// name puts the sets of cards in the place of their numbers.
func (e *enumeracion) name(mazo naipes.Baraja, tres, cuatro []int64) {
	n3, n4 := 0, 0
	for c3 := range 52 {
		for c2 := range c3 {
			for c1 := range c2 {
				m := naipes.Mano(0).With(mazo[c1]).With(mazo[c2]).With(mazo[c3])
				for c0 := range c1 {
					e.cuatro[m.With(mazo[c0])] = cuatro[n4]
					n4++
				}
				e.tres[m] = tres[n3]
				n3++
			}
		}
	}
}

// describe names three cards as the counts do.
func describe(m naipes.Mano) string {
	cartas := m.Cartas()
	slices.SortFunc(cartas, func(a, b naipes.Carta) int { return int(b.Rango()) - int(a.Rango()) })
	a, b, c := cartas[0], cartas[1], cartas[2]
	switch {
	case a.Rango() == b.Rango() && b.Rango() == c.Rango():
		return "trio"
	case a.Rango() == b.Rango() && a.Rango() >= naipes.Jota, b.Rango() == c.Rango() && b.Rango() >= naipes.Jota:
		return "pareja de J o mas"
	case a.Palo() == b.Palo() && b.Palo() == c.Palo():
		return a.Rango().String() + b.Rango().String() + c.Rango().String() + " del mismo palo"
	}
	return "otras"
}

// optima is the best play, each bet decided by its own expectation, as the counts have it.
func (e enumeracion) optima() map[string]any {
	var suma1, suma2 int64
	var deja1, cero1, deja2, cero2 int64
	cartas := map[string]any{}
	var palos []string
	for m, neto := range e.tres {
		suma1 += max(0, neto)
		if neto == 0 {
			cero1++
		}
		if neto <= 0 {
			continue
		}
		deja1++
		switch d := describe(m); d {
		case "trio", "pareja de J o mas":
			n, _ := cartas[d].(float64)
			cartas[d] = n + 1
		default:
			palos = append(palos, d)
		}
	}
	slices.Sort(palos)
	list := []any{}
	for _, p := range slices.Compact(palos) {
		list = append(list, p)
	}
	cartas["tres cartas del mismo palo"] = list
	for _, neto := range e.cuatro {
		suma2 += max(0, neto)
		if neto == 0 {
			cero2++
		}
		if neto > 0 {
			deja2++
		}
	}
	ev1 := big.NewRat(suma1, 22_100*1_176)
	ev2 := big.NewRat(suma2, 270_725*48)
	ev3 := big.NewRat(e.total, 2_598_960)
	casa := new(big.Rat).Neg(new(big.Rat).Add(ev1, new(big.Rat).Add(ev2, ev3)))
	medias := new(big.Rat).Add(big.NewRat(1, 1), new(big.Rat).Add(big.NewRat(deja1, 22_100), big.NewRat(deja2, 270_725)))
	fraction := func(r *big.Rat) any { return map[string]any{"fraccion": r.RatString(), "decimal": r.FloatString(9)} }
	return map[string]any{
		"ev_apuesta_1": fraction(ev1), "ev_apuesta_2": fraction(ev2), "ev_apuesta_3": fraction(ev3),
		"ventaja_casa_sobre_una_apuesta":        fraction(casa),
		"ventaja_casa_sobre_las_tres_apuestas":  fraction(new(big.Rat).Mul(casa, big.NewRat(1, NumApuestas))),
		"apuestas_medias_en_juego":              fraction(medias),
		"ventaja_casa_sobre_lo_arriesgado":      fraction(new(big.Rat).Quo(casa, medias)),
		"manos_de_3_que_dejan_la_apuesta_1":     float64(deja1),
		"manos_de_3_de_valor_exactamente_0":     float64(cero1),
		"con_que_3_cartas_se_deja_la_apuesta_1": cartas,
		"manos_de_4_que_dejan_la_apuesta_2":     float64(deja2),
		"manos_de_4_de_valor_exactamente_0":     float64(cero2),
	}
}

// TestVentajas is the edge of the house by full enumeration under the best play, in the
// reading taken and in the other.
func TestVentajas(t *testing.T) {
	raw, err := os.ReadFile("testdata/recuentos.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]recuentos
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for lectura, r := range map[string]naipes.Ranking{"as_solo_alto_(elegida)": ranking, "as_tambien_bajo": {AsBajo: naipes.Dos}} {
		e := enumerate(r)
		t.Run("107.1/104.1/A-TJ-1/"+lectura, func(t *testing.T) {
			if diff := cmp.Diff(want[lectura].Frecuencias, e.frecuencias); diff != "" {
				t.Errorf("hands (-want +got):\n%s", diff)
			}
		})
		t.Run("109.3/109.4/A-TJ-1/"+lectura, func(t *testing.T) {
			if diff := cmp.Diff(want[lectura].Optima, e.optima()); diff != "" {
				t.Errorf("best play (-want +got):\n%s", diff)
			}
		})
	}
}
