package poquersindescarte

import (
	"encoding/json"
	"math/big"
	"math/bits"
	"os"
	"slices"
	"sync"
	"testing"

	"foliado/domain/naipes"
)

// The enumeration takes every one of the C(52,5)·C(47,5) deals of a player and the bank
// into account without dealing them. Hands are put in order of value; tabla counts, for
// every set of up to four cards, the hands so far that hold it, and the hands without any
// card of the player's are had from them by inclusion and exclusion. Hands that differ by
// a change of suits are worth the same, so that one of each class is asked, with its
// weight.

const (
	numManos     = 2_598_960 // C(52,5)
	manosBanca   = 1_533_939 // C(47,5), for each of the player's
	manosConCara = 163_185   // C(46,4), those that hold a given card
)

// binomial[k][n] is n over k, by which the sets of k cards are numbered.
var binomial = func() (b [6][53]int32) {
	for n := range 53 {
		b[0][n] = 1
		for k := 1; k <= 5 && n > 0; k++ {
			b[k][n] = b[k][n-1] + b[k-1][n-1]
		}
	}
	return b
}()

// indice numbers a set of cards in ascending order.
func indice(cartas []uint8) int32 {
	var i int32
	for k, c := range cartas {
		i += binomial[k+1][c]
	}
	return i
}

// tabla counts hands by the sets of k cards that they hold.
type tabla [5][]int32

func newTabla() (t tabla) {
	for k := range t {
		t[k] = make([]int32, binomial[k][52])
	}
	return t
}

// subconjuntos yields the sets of k cards of a hand.
var subconjuntos = func() (s [6][][]uint8) {
	for set := range uint(32) {
		var places []uint8
		for k := range uint8(5) {
			if set>>k&1 != 0 {
				places = append(places, k)
			}
		}
		s[len(places)] = append(s[len(places)], places)
	}
	return s
}()

func (t *tabla) add(c *[5]uint8) {
	b := &binomial
	t[0][0]++
	for _, x := range c {
		t[1][x]++
	}
	for j := 1; j < 5; j++ {
		bj := b[2][c[j]]
		for i := range j {
			t[2][int32(c[i])+bj]++
			bij := int32(c[i]) + b[2][c[j]]
			for k := j + 1; k < 5; k++ {
				t[3][bij+b[3][c[k]]]++
			}
		}
	}
	for out := range 5 {
		t[4][sin(c, out)]++
	}
}

// sin numbers the hand without one of its cards.
func sin(c *[5]uint8, out int) int32 {
	var i int32
	k := 1
	for j, x := range c {
		if j != out {
			i += binomial[k][x]
			k++
		}
	}
	return i
}

// disjoint is how many of the hands counted have no card of c; self, 1 when c itself was
// counted.
func (t *tabla) disjoint(c *[5]uint8, self int32) int64 {
	var n [5]int32
	n[0] = t[0][0]
	for _, x := range c {
		n[1] += t[1][x]
	}
	for j := 1; j < 5; j++ {
		for i := range j {
			bij := int32(c[i]) + binomial[2][c[j]]
			n[2] += t[2][bij]
			for k := j + 1; k < 5; k++ {
				n[3] += t[3][bij+binomial[3][c[k]]]
			}
		}
	}
	for out := range 5 {
		n[4] += t[4][sin(c, out)]
	}
	return int64(n[0] - n[1] + n[2] - n[3] + n[4] - self)
}

// conCara adds to out[f], for every card f that is not in c, how many of the hands counted
// hold f and no card of c. counted says it of one hand by its number.
func (t *tabla) conCara(c *[5]uint8, out *[52]int32, counted func(mano int32) bool) {
	for k := range 5 {
		for _, places := range subconjuntos[k] {
			var s [4]uint8
			for i, p := range places {
				s[i] = c[p]
			}
			// f falls between two cards of the set; after it they count one place later.
			for hueco := 0; hueco <= k; hueco++ {
				from, to := uint8(0), uint8(52)
				if hueco > 0 {
					from = s[hueco-1] + 1
				}
				if hueco < k {
					to = s[hueco]
				}
				base := indice(s[:hueco])
				for i := hueco; i < k; i++ {
					base += binomial[i+2][s[i]]
				}
				b := &binomial[hueco+1]
				switch {
				case k == 4:
					for f := from; f < to; f++ {
						if counted(base + b[f]) {
							out[f]++
						}
					}
				case k%2 == 0:
					for f := from; f < to; f++ {
						out[f] += t[k+1][base+b[f]]
					}
				default:
					for f := from; f < to; f++ {
						out[f] -= t[k+1][base+b[f]]
					}
				}
			}
		}
	}
}

// enumeracion is every hand of five, by its number.
type enumeracion struct {
	cartas  [][5]uint8
	nivel   []uint16       // place of its value among those that there are
	valores []naipes.Valor // by level
	orden   []int32        // hands by level
	peso    []uint8        // hands of its class, in one of them; 0 in the rest
	umbral  uint16         // first level with which the bank plays
}

// todas is made once.
var todas = sync.OnceValue(newEnumeracion)

func newEnumeracion() *enumeracion {
	e := &enumeracion{cartas: make([][5]uint8, 0, numManos), nivel: make([]uint16, numManos), peso: make([]uint8, numManos)}
	mazo := naipes.NewBaraja()
	valores := make([]naipes.Valor, 0, numManos)
	for i := uint8(4); i < 52; i++ {
		mi := naipes.Mano(0).With(mazo[i])
		for j := uint8(3); j < i; j++ {
			mj := mi.With(mazo[j])
			for k := uint8(2); k < j; k++ {
				mk := mj.With(mazo[k])
				for l := uint8(1); l < k; l++ {
					ml := mk.With(mazo[l])
					for m := range l {
						mano := ml.With(mazo[m])
						e.peso[len(e.cartas)] = peso(mano)
						e.cartas = append(e.cartas, [5]uint8{m, l, k, j, i})
						valores = append(valores, ranking.Value(mano))
					}
				}
			}
		}
	}
	place := map[naipes.Valor]uint16{}
	for _, v := range valores {
		if _, ok := place[v]; !ok {
			place[v] = 0
			e.valores = append(e.valores, v)
		}
	}
	slices.Sort(e.valores)
	for k, v := range e.valores {
		place[v] = uint16(k)
		if !BancaJuega(v) {
			e.umbral = uint16(k) + 1
		}
	}
	next := make([]int32, len(e.valores)+1)
	for k, v := range valores {
		e.nivel[k] = place[v]
		next[e.nivel[k]+1]++
	}
	for k := range e.valores {
		next[k+1] += next[k]
	}
	e.orden = make([]int32, numManos)
	for k, n := range e.nivel {
		e.orden[next[n]] = int32(k)
		next[n]++
	}
	return e
}

// peso is how many hands come from one by a change of suits; 0 in all of them but that
// whose lanes are in order.
func peso(m naipes.Mano) uint8 {
	a, b, c, d := uint16(m), uint16(m>>16), uint16(m>>32), uint16(m>>48)
	if a < b || b < c || c < d {
		return 0
	}
	n, run := 24, 1
	for _, same := range []bool{a == b, b == c, c == d} {
		if !same {
			run = 1
			continue
		}
		run++
		n /= run
	}
	return uint8(n)
}

// reparto is what the deals of one hand come to: how many of the bank's it meets.
type reparto struct{ noJuega, pierde, empata, gana int64 }

func (r *reparto) add(s reparto, peso int64) {
	r.noJuega += s.noJuega * peso
	r.pierde += s.pierde * peso
	r.empata += s.empata * peso
	r.gana += s.gana * peso
}

// ante is what those deals come to when the player goes on, in apuestas iniciales, with
// the segunda that many times the inicial.
func (r reparto) ante(pago, segunda int64) int64 {
	return r.noJuega + r.gana*(1+segunda*pago) - r.pierde*(1+segunda)
}

// visita receives a hand of each class: how many are like it, its deals, and its deals by
// the face-up card of the bank, one for each of the 47.
type visita func(v naipes.Valor, peso int64, r reparto, porCara []reparto)

// each visits a hand of each class.
func (e *enumeracion) each(f visita) {
	bajo := newTabla()
	k := 0
	for ; k < numManos && e.nivel[e.orden[k]] < e.umbral; k++ {
		bajo.add(&e.cartas[e.orden[k]])
	}
	for _, mano := range e.orden[:k] {
		if e.peso[mano] > 0 {
			e.visit(mano, &bajo, reparto{}, nil, f)
		}
	}
	hasta := newTabla() // the hands below the level
	for k := range hasta {
		copy(hasta[k], bajo[k])
	}
	for k < numManos {
		level, from := e.nivel[e.orden[k]], k
		for k < numManos && e.nivel[e.orden[k]] == level {
			k++
		}
		group := e.orden[from:k]
		for _, mano := range group {
			if e.peso[mano] == 0 {
				continue
			}
			c := &e.cartas[mano]
			r := reparto{gana: hasta.disjoint(c, 0)}
			var menor, igual [52]int32
			hasta.conCara(c, &menor, func(mano int32) bool { return e.nivel[mano] < level })
			for _, other := range group {
				if o := conjunto(&e.cartas[other]); o&conjunto(c) == 0 {
					r.empata++
					for _, x := range e.cartas[other] {
						igual[x]++
					}
				}
			}
			e.visit(mano, &bajo, r, func(x int) reparto { return reparto{gana: int64(menor[x]), empata: int64(igual[x])} }, f)
		}
		for _, mano := range group {
			hasta.add(&e.cartas[mano])
		}
	}
}

// conjunto is a hand as a set.
func conjunto(c *[5]uint8) uint64 {
	return 1<<c[0] | 1<<c[1] | 1<<c[2] | 1<<c[3] | 1<<c[4]
}

// visit completes the deals of a hand, whose gana counts as yet those of the bank that does
// not play, and reports them; cara gives those of each face-up card, nil when the hand
// neither wins nor ties.
func (e *enumeracion) visit(mano int32, bajo *tabla, r reparto, cara func(x int) reparto, f visita) {
	c, v := &e.cartas[mano], e.valores[e.nivel[mano]]
	complete := func(r reparto, noJuega, total int64) reparto {
		r.noJuega, r.gana = noJuega, max(0, r.gana-noJuega)
		r.pierde = total - r.noJuega - r.gana - r.empata
		return r
	}
	var self int32
	if e.nivel[mano] < e.umbral {
		self = 1
	}
	r = complete(r, bajo.disjoint(c, self), manosBanca)
	var noJuega [52]int32
	bajo.conCara(c, &noJuega, func(mano int32) bool { return e.nivel[mano] < e.umbral })
	porCara := make([]reparto, 0, 47)
	for x, n := range noJuega {
		if conjunto(c)>>x&1 != 0 {
			continue
		}
		var s reparto
		if cara != nil {
			s = cara(x)
		}
		porCara = append(porCara, complete(s, int64(n), manosConCara))
	}
	f(v, int64(e.peso[mano]), r, porCara)
}

// recuentos is what the enumeration must give.
type recuentos struct {
	Repartos     int64 `json:"repartos_jugador_banca"`
	PorCategoria map[string]struct {
		Manos   int64 `json:"manos_jugador"`
		NoJuega int64 `json:"banca_no_juega"`
		Pierde  int64
		Empata  int64
		Gana    int64
	} `json:"por_categoria_del_jugador"`
	BancaJuega struct{ Si, No int64 } `json:"banca_juega"`
	Ventajas   map[string]map[string]struct {
		Fraccion string
	} `json:"ventaja_casa_sobre_el_ante"`
	Seguro struct{ Fraccion string } `json:"seguro_ventaja_casa"`
	Optima struct {
		Pares map[string]string `json:"pares_(mano,carta_de_la_banca)_en_que_conviene_ir"`
	} `json:"optima_segunda_apuesta_doble"`
}

func readRecuentos(t *testing.T) (r recuentos) {
	t.Helper()
	raw, err := os.ReadFile("testdata/recuentos.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// grupo is the row of the counts for a hand, and the least that a carta mayor with AKJ83
// is worth.
var akj83 = mustValue("AKJ83", "Ac Kd Jt 8p 3c")

func grupo(v naipes.Valor) string {
	switch {
	case v.Categoria() != naipes.CategoriaCartaMayor:
		return v.Categoria().String()
	case v >= akj83:
		return "mayor_AKJ83_o_mas"
	case v >= minimoBanca:
		return "mayor_AK_menor_que_AKJ83"
	}
	return "mayor_sin_AK"
}

// estrategias are the players of the counts: who goes on with a hand.
var estrategias = map[string]func(v naipes.Valor) bool{
	"pareja_o_mejor": func(v naipes.Valor) bool { return v.Categoria() > naipes.CategoriaCartaMayor },
	"AK_o_mejor":     func(v naipes.Valor) bool { return v >= minimoBanca },
	"AKJ83_o_mejor":  func(v naipes.Valor) bool { return v >= akj83 },
	"siempre_voy":    func(naipes.Valor) bool { return true },
}

// TestVentajas is the edge of the house by full enumeration, fixed strategies and the best
// play of who sees the card of the bank, with the segunda twice the inicial (criterio
// A-SD-1) and once.
func TestVentajas(t *testing.T) {
	want := readRecuentos(t)
	e := todas()
	type fila struct {
		manos int64
		reparto
	}
	filas := map[string]*fila{}
	var siJuega, noJuega, manosSeguro, gananSeguro int64
	netos := map[string]map[string]*big.Int{}
	veces := map[string]int64{"segunda_apuesta_doble_del_ante": 2, "segunda_apuesta_igual_al_ante": 1}
	for nombre := range veces {
		netos[nombre] = map[string]*big.Int{"optima_viendo_la_carta_de_la_banca": new(big.Int)}
		for estrategia := range estrategias {
			netos[nombre][estrategia] = new(big.Int)
		}
	}
	add := func(to *big.Int, n, peso int64) {
		to.Add(to, new(big.Int).Mul(big.NewInt(n), big.NewInt(peso)))
	}
	pares := map[string][2]int64{}
	e.each(func(v naipes.Valor, peso int64, r reparto, porCara []reparto) {
		g := filas[grupo(v)]
		if g == nil {
			g = &fila{}
			filas[grupo(v)] = g
		}
		g.manos += peso
		g.add(r, peso)
		if BancaJuega(v) {
			siJuega += peso
		} else {
			noJuega += peso
		}
		manosSeguro += peso
		if s := SeguroOf(v).Veces; s > 0 {
			gananSeguro += peso * (s + 1)
		}
		for nombre, segunda := range veces {
			pago := PagoOf(v).Veces
			for estrategia, va := range estrategias {
				if va(v) {
					add(netos[nombre][estrategia], r.ante(pago, segunda), peso)
				} else {
					add(netos[nombre][estrategia], -manosBanca, peso)
				}
			}
			if len(porCara) != 47 {
				t.Fatalf("%d cards of the bank", len(porCara))
			}
			var best int64
			var suma reparto
			for _, c := range porCara {
				suma.add(c, 1)
				va := c.ante(pago, segunda)
				best += max(va, -manosConCara)
				if segunda == 2 {
					key := grupo(v)
					if v.Categoria() == naipes.CategoriaCartaMayor && v >= minimoBanca {
						key = "mayor_AK"
					}
					p := pares[key]
					p[1] += peso
					if va > -manosConCara {
						p[0] += peso
					}
					pares[key] = p
				}
			}
			if want := (reparto{5 * r.noJuega, 5 * r.pierde, 5 * r.empata, 5 * r.gana}); suma != want {
				t.Fatalf("by card of the bank %+v, want %+v", suma, want)
			}
			add(netos[nombre]["optima_viendo_la_carta_de_la_banca"], best, peso)
		}
	})
	for nombre, w := range want.PorCategoria {
		g := filas[nombre]
		if g == nil || g.manos != w.Manos || g.reparto != (reparto{w.NoJuega, w.Pierde, w.Empata, w.Gana}) {
			t.Errorf("%s: %+v, want %+v", nombre, g, w)
		}
	}
	t.Run("101.4/hands with which the bank plays", func(t *testing.T) {
		if siJuega != want.BancaJuega.Si || noJuega != want.BancaJuega.No {
			t.Errorf("%d and %d, want %+v", siJuega, noJuega, want.BancaJuega)
		}
	})
	t.Run("102.b/edge of the seguro", func(t *testing.T) {
		if got := big.NewRat(manosSeguro-gananSeguro, manosSeguro).RatString(); got != want.Seguro.Fraccion {
			t.Errorf("%s, want %s", got, want.Seguro.Fraccion)
		}
	})
	if want.Repartos != numManos*manosBanca {
		t.Errorf("%d deals, want %d", numManos*manosBanca, want.Repartos)
	}
	for nombre, porEstrategia := range want.Ventajas {
		for estrategia, w := range porEstrategia {
			t.Run("100.1/101.3/101.4/"+nombre+"/"+estrategia, func(t *testing.T) {
				deals := big.NewInt(want.Repartos)
				if estrategia == "optima_viendo_la_carta_de_la_banca" {
					deals = new(big.Int).Mul(deals, big.NewInt(5))
				}
				neto := new(big.Int).Neg(netos[nombre][estrategia])
				if got := new(big.Rat).SetFrac(neto, deals).RatString(); got != w.Fraccion {
					t.Errorf("%s, want %s", got, w.Fraccion)
				}
			})
		}
	}
	t.Run("101.3/when it pays to go on", func(t *testing.T) {
		for nombre, w := range want.Optima.Pares {
			p := pares[nombre]
			if got := big.NewInt(p[0]).String() + " de " + big.NewInt(p[1]).String(); got != w {
				t.Errorf("%s: %s, want %s", nombre, got, w)
			}
		}
	})
}

// TestTabla compares the tables with counting hand by hand.
func TestTabla(t *testing.T) {
	e := todas()
	tab := newTabla()
	for k := range 3000 {
		tab.add(&e.cartas[k*577%numManos])
	}
	counted := func(mano int32) bool {
		for k := range 3000 {
			if int32(k*577%numManos) == mano {
				return true
			}
		}
		return false
	}
	for _, mano := range []int{0, 577, 1154, 500_000, 1_299_999, numManos - 1} {
		c := &e.cartas[mano]
		var self int32
		if counted(int32(mano)) {
			self = 1
		}
		var want int64
		var caras [52]int32
		for k := range 3000 {
			other := conjunto(&e.cartas[k*577%numManos])
			if other&conjunto(c) == 0 {
				want++
				for ; other != 0; other &= other - 1 {
					caras[bits.TrailingZeros64(other)]++
				}
			}
		}
		if got := tab.disjoint(c, self); got != want {
			t.Errorf("hand %d: %d disjoint, want %d", mano, got, want)
		}
		var got [52]int32
		tab.conCara(c, &got, counted)
		for _, x := range c {
			got[x] = 0
		}
		if got != caras {
			t.Errorf("hand %d by card: %v, want %v", mano, got, caras)
		}
	}
}
