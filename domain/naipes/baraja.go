package naipes

// NumCartas is the size of a pack, and BarajasMediaDocena the packs of a media docena,
// the unit in which they are kept and issued (art. 45.2).
const (
	NumCartas          = 52
	BarajasMediaDocena = 6
)

// Baraja is a whole pack in the order in which it leaves the factory.
type Baraja [NumCartas]Carta

// NewBaraja returns a whole pack, each card in the place of its Index.
func NewBaraja() Baraja {
	var b Baraja
	for k := range b {
		b[k] = Carta(int(Dos)<<2 + k)
	}
	return b
}

// Barajas returns n whole packs, one after the other; n is not negative.
func Barajas(n int) []Carta {
	b := NewBaraja()
	cartas := make([]Carta, 0, n*NumCartas)
	for range n {
		cartas = append(cartas, b[:]...)
	}
	return cartas
}

// MediaDocena returns the cards of six packs.
func MediaDocena() []Carta { return Barajas(BarajasMediaDocena) }
