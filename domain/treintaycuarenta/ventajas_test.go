package treintaycuarenta

import (
	"bytes"
	"encoding/json"
	"math/big"
	"math/bits"
	"os"
	"testing"

	"foliado/domain/naipes"
	"foliado/domain/prision"
)

// The probability that both rows end with t points is reckoned exactly, six packs without
// replacement, in the field of the integers modulo a prime of 61 bits: fractions of 120
// digits are compared by their residues, which those of two different fractions share once
// in 2^61.
const prime = 1<<61 - 1

func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return reduce(lo&prime + (lo>>61 | hi<<3))
}

func reduce(a uint64) uint64 {
	if a >= prime {
		a -= prime
	}
	return a
}

func inverse(a uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 != 0 {
			out = mul(out, a)
		}
		a = mul(a, a)
	}
	return out
}

// residue is a fraction modulo prime.
func residue(r *big.Rat) uint64 {
	p := big.NewInt(prime)
	num, den := new(big.Int).Mod(r.Num(), p), new(big.Int).Mod(r.Denom(), p)
	return mul(num.Uint64(), inverse(den.Uint64()))
}

// row is what a row holds so far, whatever the order: its points, its cards, and whether
// the last of them has been singled out.
type row struct {
	points, cards int
	last          bool
}

// step adds n cards of one value to a row, one of them as the last if it is singled out
// now; weight is n over n!, or 1 over n!.
type step struct {
	to     row
	n      int
	weight uint64
}

// steps lists what may be added to r of cards of that value. A row ends with t points when
// without its last card it has 30 at most, so the last one counts t-30 at least. The aces
// come last, and fill what is left.
func steps(r row, value, t int) []step {
	var list []step
	factorial := uint64(1)
	for n := 0; r.points+n*value <= t; n++ {
		if n > 0 {
			factorial = mul(factorial, uint64(n))
		}
		to := row{r.points + n*value, r.cards + n, r.last}
		if value > 1 || to.last && to.points == t {
			list = append(list, step{to, n, inverse(factorial)})
		}
		if to.last = true; !r.last && n > 0 && value >= t-(Parada-1) && (value > 1 || to.points == t) {
			list = append(list, step{to, n, mul(uint64(n), inverse(factorial))})
		}
	}
	return list
}

// falling is n·(n-1)···(n-k+1).
func falling(n, k int) uint64 {
	out := uint64(1)
	for i := range k {
		out = mul(out, uint64(n-i))
	}
	return out
}

// probability of both rows ending with t points. Values are added from the ten down, to
// both rows at once because they come out of the same packs: table holds the weight of
// each pair of rows, of those listed in rows.
func probability(t int, count [11]int) uint64 {
	rows, table := []row{{}}, []uint64{1}
	for value := 10; value >= 1; value-- {
		var ways [2*MaxPuntos + 1]uint64
		for k := range ways {
			ways[k] = falling(count[value], k)
		}
		at := map[row]int{}
		var next []row
		moves, places := make([][]step, len(rows)), make([][]int, len(rows))
		for k, r := range rows {
			moves[k] = steps(r, value, t)
			for _, m := range moves[k] {
				place, ok := at[m.to]
				if !ok {
					place = len(next)
					at[m.to] = place
					next = append(next, m.to)
				}
				places[k] = append(places[k], place)
			}
		}
		sums := make([]uint64, len(next)*len(next))
		for a := range rows {
			for b := range rows {
				v := table[a*len(rows)+b]
				if v == 0 {
					continue
				}
				for i, ma := range moves[a] {
					va, line := mul(v, ma.weight), sums[places[a][i]*len(next):]
					for j, mb := range moves[b] {
						place := places[b][j]
						line[place] = reduce(line[place] + mul(va, mul(mb.weight, ways[ma.n+mb.n])))
					}
				}
			}
		}
		rows, table = next, sums
	}
	return inOrder(rows, table, count)
}

// inOrder adds up the weights of pairs of whole rows, each in all the orders that leave
// its last card where it is, over all the ways of dealing as many cards.
func inOrder(rows []row, table []uint64, count [11]int) uint64 {
	total := 0
	for _, n := range count {
		total += n
	}
	var sum uint64
	for a, ra := range rows {
		for b, rb := range rows {
			orders := mul(falling(ra.cards-1, ra.cards-1), falling(rb.cards-1, rb.cards-1))
			dealt := inverse(falling(total, ra.cards+rb.cards))
			sum = reduce(sum + mul(mul(table[a*len(rows)+b], orders), dealt))
		}
	}
	return sum
}

// ventajas reads testdata/ventajas.jsonl: the edges of the bets, reckoned elsewhere.
func ventajas(t *testing.T) map[string]*big.Rat {
	t.Helper()
	raw, err := os.ReadFile("testdata/ventajas.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	edges := map[string]*big.Rat{}
	for line := range bytes.Lines(raw) {
		var v struct {
			Bet  string
			Edge string `json:"edge_fraction"`
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		r, ok := new(big.Rat).SetString(v.Edge)
		if !ok {
			t.Fatalf("%s: %q is no fraction", v.Bet, v.Edge)
		}
		edges[v.Bet] = r
	}
	return edges
}

// ofUnit is what the engine makes the player win of each unit staked in a coup.
func ofUnit(t *testing.T, coup Tantos, s Suerte, insured bool) *big.Rat {
	t.Helper()
	_, total, err := Settle(coup, []Apuesta{{s, 1, insured, prision.Mitad}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return big.NewRat(int64(total.Neto()), int64(porCentimo))
}

// add, sub, quo and times reckon with fractions that stay as they were.
func add(a, b *big.Rat) *big.Rat   { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat   { return new(big.Rat).Sub(a, b) }
func quo(a, b *big.Rat) *big.Rat   { return new(big.Rat).Quo(a, b) }
func times(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

var one, half, hundred = big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(100, 1)

// TestNothingButTies: two coups with the rows, or the first colour, the other way round
// are as likely, and what the player wins in one he loses in the other. So the advantage
// of the house is in the ties alone.
func TestNothingButTies(t *testing.T) {
	colours := []naipes.Color{naipes.Negro, naipes.Rojo}
	t.Run("58.2/advantage", func(t *testing.T) {
		for a := Parada; a <= MaxPuntos; a++ {
			for b := Parada; b <= MaxPuntos; b++ {
				for _, s := range Suertes {
					sum := new(big.Rat)
					for _, c := range colours {
						sum = add(sum, ofUnit(t, Tantos{Negra: a, Roja: b, Primera: c}, s, false))
						sum = add(sum, ofUnit(t, Tantos{Negra: b, Roja: a, Primera: c}, s, false))
					}
					want := "0"
					if a == b && a == Parada {
						want = "-2" // half of each of four
					}
					if sum.RatString() != want {
						t.Errorf("%v at %d and %d: %s in four coups, want %s", s, a, b, sum.RatString(), want)
					}
				}
			}
		}
	})
}

// TestVentajas reckons the probability of the ties, and from it the edge of every bet.
func TestVentajas(t *testing.T) {
	var count [11]int
	for _, c := range naipes.MediaDocena() {
		count[Puntos(c)]++
	}
	edges := ventajas(t)
	p31 := times(edges["rojo (half at 31-31)"], big.NewRat(2, 1))
	void := sub(one, times(edges["any, insured (TYC-3 = lost_unless_null)"], hundred))
	t.Run("58.2/probability of 31-31", func(t *testing.T) {
		if got, want := probability(Parada, count), residue(p31); got != want {
			t.Errorf("residue %d, want %d", got, want)
		}
	})
	t.Run("58.2/probability of the void ties", func(t *testing.T) {
		var got uint64
		for points := Parada + 1; points <= MaxPuntos; points++ {
			got = reduce(got + probability(points, count))
		}
		if want := residue(void); got != want {
			t.Errorf("residue %d, want %d", got, want)
		}
	})
	win := quo(sub(sub(one, p31), void), big.NewRat(2, 1))
	// A stake just imprisoned recovers r of its worth: r = win + void·r + p31·r/2.
	r := quo(win, sub(sub(one, void), times(p31, half)))
	want := map[string]*big.Rat{
		"any, always prison (RUL-1 = halving)":    times(p31, sub(one, r)),
		"any, per decided or halved coup":         quo(times(p31, half), sub(one, void)),
		"any (half at 31-31), infinite deck":      times(times(rowIs(Parada), rowIs(Parada)), half),
		"any, insured (TYC-3 = lost_unless_null)": quo(sub(one, void), hundred),
	}
	for _, s := range Suertes {
		want[s.String()+" (half at 31-31)"] = times(p31, half)
	}
	for bet, w := range want {
		t.Run("58.2/"+bet, func(t *testing.T) {
			if got := edges[bet]; got == nil || got.Cmp(w) != 0 {
				t.Errorf("edge %v, want %v", w, got)
			}
		})
	}
	t.Run("58.2/131.1.b.2/what prison leaves", func(t *testing.T) {
		tie, won := Tantos{Negra: 31, Roja: 31, Primera: naipes.Rojo}, Tantos{Negra: 31, Roja: 32, Primera: naipes.Rojo}
		wish := []prision.Opcion{prision.Prision, prision.Prision}
		for _, tt := range []struct {
			coups []Tantos
			want  string
		}{{[]Tantos{tie, won}, "1"}, {[]Tantos{tie, tie}, "1/2"}, {[]Tantos{tie, {Negra: 40, Roja: 40, Primera: naipes.Negro}}, "1"}} {
			s, err := Follow(Negro, 1<<20, 1, tt.coups, wish)
			if err != nil {
				t.Fatal(err)
			}
			l := s.Postura.Liquidacion()
			part, _ := new(big.Rat).SetString(l.Devuelto.Add(l.Pendiente).String())
			if got := quo(part, big.NewRat(1<<20, 1)).RatString(); got != tt.want {
				t.Errorf("%v: %s left, want %s", tt.coups, got, tt.want)
			}
		}
	})
}

// rowIs is the probability that a row of endless cards ends with t points.
func rowIs(t int) *big.Rat {
	reach := make([]*big.Rat, t+1) // that the points of a row are ever that many
	for k := range reach {
		reach[k] = new(big.Rat)
	}
	reach[0] = one
	for points := range reach {
		for value := 1; value <= 10 && value <= points; value++ {
			if points-value >= Parada {
				continue
			}
			chance := big.NewRat(1, 13)
			if value == 10 {
				chance = big.NewRat(4, 13)
			}
			reach[points] = add(reach[points], times(chance, reach[points-value]))
		}
	}
	return reach[t]
}
