package naipes

import (
	"errors"
	"fmt"
	"math/bits"
)

// Categoria is what five cards make. Its number orders the categories of a whole pack,
// the higher the better (arts. 100.1, 107.1, 117.1); how a Ranking orders them is in its
// values. The zero value is none.
type Categoria uint8

// The categories. CategoriaFiguras, five cards all of ace, king, queen or jack, exists
// only where a Ranking says so.
const (
	CategoriaCartaMayor Categoria = iota + 1
	CategoriaPareja
	CategoriaDoblePareja
	CategoriaFiguras
	CategoriaTrio
	CategoriaEscalera
	CategoriaColor
	CategoriaFull
	CategoriaPoquer
	CategoriaEscaleraColor
	CategoriaEscaleraRealColor
)

// categorias are the words of each Categoria, for programs and for people.
var categorias = [...]struct{ palabra, nombre string }{
	{"?", "?"},
	{"carta_mayor", "carta mayor"},
	{"pareja", "pareja"},
	{"doble_pareja", "doble pareja"},
	{"figuras", "figuras"},
	{"trio", "trío"},
	{"escalera", "escalera"},
	{"color", "color"},
	{"full", "full"},
	{"poquer", "póquer"},
	{"escalera_color", "escalera de color"},
	{"escalera_real_color", "escalera real de color"},
}

// Valid reports whether c is a category.
func (c Categoria) Valid() bool { return c > 0 && int(c) < len(categorias) }

// String is the word of the category: "escalera_color"; "?" for none.
func (c Categoria) String() string {
	if !c.Valid() {
		c = 0
	}
	return categorias[c].palabra
}

// Nombre is the name of the category for people: "escalera de color".
func (c Categoria) Nombre() string {
	if !c.Valid() {
		c = 0
	}
	return categorias[c].nombre
}

// Mano is a set of cards of one pack, as a Ranking looks at it: four lanes of sixteen
// bits, one for each Palo, where a card is the bit of its Rango. The zero value is empty.
type Mano uint64

// anchoPalo is the width of a lane, in bits.
const anchoPalo = 16

// ErrRepetida says that a card is twice where there is one pack.
var ErrRepetida = errors.New("la carta está repetida")

// NewMano returns the set of those cards. The error wraps ErrCarta or ErrRepetida.
func NewMano(cartas ...Carta) (Mano, error) {
	var m Mano
	for _, c := range cartas {
		switch {
		case !c.Valid():
			return 0, ErrCarta
		case m.Contains(c):
			return 0, fmt.Errorf("%w: %s", ErrRepetida, c)
		}
		m = m.With(c)
	}
	return m, nil
}

// bit is the place of a card, which must be Valid.
func bit(c Carta) Mano { return 1 << (uint(c.Palo())*anchoPalo + uint(c.Rango())) }

// With returns m and that card, which must be Valid.
func (m Mano) With(c Carta) Mano { return m | bit(c) }

// Without returns m less that card, which must be Valid.
func (m Mano) Without(c Carta) Mano { return m &^ bit(c) }

// Contains reports whether the card is in m.
func (m Mano) Contains(c Carta) bool { return c.Valid() && m&bit(c) != 0 }

// Overlaps reports whether some card is in both, which one pack does not allow.
func (m Mano) Overlaps(n Mano) bool { return m&n != 0 }

// Len is the number of cards.
func (m Mano) Len() int { return bits.OnesCount64(uint64(m)) }

// Cartas lists the cards, suit after suit, ranks from 2 upwards.
func (m Mano) Cartas() []Carta {
	cartas := make([]Carta, 0, m.Len())
	for ; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(uint64(m))
		cartas = append(cartas, NewCarta(Rango(k%anchoPalo), Palo(k/anchoPalo)))
	}
	return cartas
}

// Ranking is how a game orders hands. The zero Ranking is that of a whole pack whose ace
// is the highest card and nothing else (art. 104.1).
type Ranking struct {
	// AsBajo is the lowest rank in play, before which the ace stands too, in straights
	// (arts. 97.1, 113.1); 0 where it does not.
	AsBajo Rango
	// ColorSobreFull puts color before full: so with less than a whole pack.
	ColorSobreFull bool
	// Figuras makes a category of five cards that are all figures.
	Figuras bool
	// UnaSuelta breaks ties by one card outside the repeated ones, and by one card where
	// none is repeated: what the text of the póquer de círculo says. Without it all count
	// (art. 100.4). A doble pareja has but one.
	UnaSuelta bool
}

// Valor is what a hand is worth under one Ranking: of two, the higher wins, and equal ones
// tie. Values of different rankings do not compare. The zero value is below all.
//
// From the top: the order of the category, the category, the ranks that are repeated or
// head a straight, and those that break ties after them; the last two are masks, whose
// highest bits decide first.
type Valor uint64

const (
	desplazaOrden     = 40
	desplazaCategoria = 32
	desplazaPrincipal = 16
)

// Categoria is the category of the hand.
func (v Valor) Categoria() Categoria { return Categoria(v >> desplazaCategoria & 0xff) }

func (v Valor) principal() uint32 { return uint32(v >> desplazaPrincipal & 0xffff) }
func (v Valor) sueltas() uint32   { return uint32(v & 0xffff) }

// Rango is the first rank that decides between two hands of the category: that of the
// pair, the top of the straight, the highest card; 0 in an escalera real.
func (v Valor) Rango() Rango {
	m := v.principal()
	if m == 0 {
		m = v.sueltas()
	}
	if m == 0 {
		return 0
	}
	return Rango(bits.Len32(m) - 1)
}

// Desempate lists the ranks that decide between two hands of the category, in order. Full
// and trío are decided by the three equal cards, which no other hand of the pack has.
func (v Valor) Desempate() []Rango {
	var rangos []Rango
	for _, m := range [...]uint32{v.principal(), v.sueltas()} {
		for m != 0 {
			top := bits.Len32(m) - 1
			rangos = append(rangos, Rango(top))
			m &^= 1 << top
		}
	}
	return rangos
}

// figuras are the ranks of a hand of figures.
const figuras = 1<<As | 1<<Rey | 1<<Dama | 1<<Jota

// Value ranks the best five cards of a hand of five to seven; with fewer, what they make
// by repeated ranks alone. It allocates nothing.
func (r Ranking) Value(m Mano) Valor {
	t, d := uint32(m&0xffff), uint32(m>>anchoPalo&0xffff)
	p, c := uint32(m>>(2*anchoPalo)&0xffff), uint32(m>>(3*anchoPalo))
	todos := t | d | p | c
	n := bits.OnesCount32(todos)
	if n >= 5 {
		// Neither five ranks of a suit nor five in a row leave room, in seven cards, for a
		// full or a póquer.
		if palo := fivefold(m, todos, n); palo != 0 {
			return r.color(palo)
		}
		if top := r.escalera(todos); top != 0 {
			return r.pack(CategoriaEscalera, top, 0)
		}
	}
	dos := t&d | p&c | (t|d)&(p|c)
	if dos == 0 {
		return r.pack(CategoriaCartaMayor, 0, r.sueltas(todos, n, 5))
	}
	tres := t&d&(p|c) | p&c&(t|d)
	if tres == 0 {
		return r.parejas(m, todos, dos, n)
	}
	if cuatro := t & d & p & c; cuatro != 0 {
		return r.pack(CategoriaPoquer, top(cuatro), 0)
	}
	trio := top(tres)
	if dos != trio {
		return r.pack(CategoriaFull, trio, 0)
	}
	return r.pack(CategoriaTrio, trio, 0)
}

// fivefold is the lane of the suit that has five cards or more, 0 when none has. n is the
// number of ranks.
func fivefold(m Mano, todos uint32, n int) uint32 {
	if n == 5 { // then such a suit has every rank
		for k := uint(0); k < 4*anchoPalo; k += anchoPalo {
			if uint32(m>>k&0xffff) == todos {
				return todos
			}
		}
		return 0
	}
	for k := uint(0); k < 4*anchoPalo; k += anchoPalo {
		if palo := uint32(m >> k & 0xffff); bits.OnesCount32(palo) >= 5 {
			return palo
		}
	}
	return 0
}

// color ranks five cards or more of one suit.
func (r Ranking) color(palo uint32) Valor {
	switch top := r.escalera(palo); top {
	case 0:
		return r.pack(CategoriaColor, 0, r.sueltas(palo, bits.OnesCount32(palo), 5))
	case 1 << As:
		return r.pack(CategoriaEscaleraRealColor, 0, 0)
	default:
		return r.pack(CategoriaEscaleraColor, top, 0)
	}
}

// escalera is the top rank of the best five in a row, 0 when there are none.
func (r Ranking) escalera(rangos uint32) uint32 {
	bajo := uint32(1) << (r.AsBajo - 1) // without AsBajo the shift leaves nothing
	s := rangos | bajo&-(rangos>>As)
	s &= s << 1
	s &= s << 2 & (s << 3)
	return top(s)
}

// parejas ranks a hand where ranks are repeated, none more than twice.
func (r Ranking) parejas(m Mano, todos, dos uint32, n int) Valor {
	alta := top(dos)
	switch {
	case r.Figuras && todos&^figuras == 0 && m.Len() == 5:
		return r.pack(CategoriaFiguras, alta, top(todos&^alta))
	case dos == alta:
		return r.pack(CategoriaPareja, alta, r.sueltas(todos&^alta, n-1, 3))
	}
	pares := alta | top(dos&^alta)
	return r.pack(CategoriaDoblePareja, pares, top(todos&^pares))
}

// sueltas keeps, of n ranks, those that break ties: the highest few, or one.
func (r Ranking) sueltas(rangos uint32, n, few int) uint32 {
	if r.UnaSuelta {
		return top(rangos)
	}
	for ; n > few; n-- {
		rangos &= rangos - 1
	}
	return rangos
}

// pack makes the value.
func (r Ranking) pack(c Categoria, principal, sueltas uint32) Valor {
	orden := Valor(c) << 1
	if r.ColorSobreFull && c == CategoriaColor {
		orden = Valor(CategoriaFull)<<1 + 1
	}
	return orden<<desplazaOrden | Valor(c)<<desplazaCategoria | Valor(principal)<<desplazaPrincipal | Valor(sueltas)
}

// top is the highest bit of m alone; 0 of none.
func top(m uint32) uint32 {
	return uint32(1) << bits.Len32(m) >> 1
}
