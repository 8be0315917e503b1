package ruleta

import (
	"slices"

	"foliado/domain/norma"
)

// Postura is a place of the cloth where money may be staked. It is comparable; the zero
// value is no place.
type Postura struct {
	suerte  Suerte
	numeros Numeros
}

// Suerte is the way of staking of the place.
func (p Postura) Suerte() Suerte { return p.suerte }

// Numeros is the numbers that win.
func (p Postura) Numeros() Numeros { return p.numeros }

// NewPostura returns the place of the cloth of that suerte and selection: the numbers
// themselves, in any order; the number of the columna or of the docena, from 1 to 3; the
// two of a doble; nothing for a sencilla.
//
// The cloth has three columns of twelve (art. 129.2). A caballo is two numbers with a
// line between them, the 0 with the 1, the 2 and the 3 among them; a transversal is a row
// and a cuadro the crossing of two lines, so none of the two holds the 0 (criterio RUL-3).
//
// The error wraps ErrSuerte, or ErrCombinacion with the row of art. 131.1 that the
// selection does not fulfil.
func NewPostura(s Suerte, sel []int) (Postura, error) {
	if !s.Valid() {
		return Postura{}, norma.Breach(art("131.1"), ErrSuerte)
	}
	p := Postura{suerte: s}
	switch s {
	case Pleno, Caballo, Transversal, Cuadro, Seisena:
		ns, ok := distinct(sel)
		if ok && len(sel) == s.fila().Numeros && formsFigure(s, ns) {
			p.numeros = ns
		}
	case Columna, Docena, DobleColumna, DobleDocena:
		p.numeros = bands(s, sel)
	default:
		if len(sel) == 0 {
			p.numeros = s.numeros()
		}
	}
	if p.numeros == 0 {
		e := norma.Errorf(s.fila().Articulo, "%w %s: %v", ErrCombinacion, s, sel)
		if slices.Contains(sel, 0) && (s == Transversal || s == Cuadro) {
			e = e.Under("RUL-3")
		}
		return Postura{}, e
	}
	return p, nil
}

// distinct returns the numbers as a set, and whether they are numbers of the wheel and
// none is there twice.
func distinct(sel []int) (Numeros, bool) {
	var ns Numeros
	for _, n := range sel {
		if n < 0 || n > MaxNumero || ns.Contains(Numero(n)) {
			return 0, false
		}
		ns |= setOf(Numero(n))
	}
	return ns, true
}

// formsFigure reports whether as many numbers as the suerte covers lie on the cloth as it
// wants them.
func formsFigure(s Suerte, ns Numeros) bool {
	first := ns.List()[0]
	rowStart := first%3 == 1
	switch s {
	case Pleno:
		return true
	case Caballo:
		switch second := ns.List()[1]; {
		case first == 0:
			return second <= 3
		case second == first+1:
			return first%3 != 0 // the end of a row does not touch the next
		default:
			return second == first+3
		}
	case Transversal:
		return rowStart && ns == numerosFrom(first, 1, 3)
	case Cuadro:
		return first != 0 && first%3 != 0 && ns == numerosFrom(first, 1, 2)|numerosFrom(first+3, 1, 2)
	default: // Seisena
		return rowStart && ns == numerosFrom(first, 1, 6)
	}
}

// bands is the numbers of one columna or docena, or of two neighbouring ones; none when
// the selection is not that.
func bands(s Suerte, sel []int) Numeros {
	count := s.fila().Numeros / 12
	if len(sel) != count || slices.Min(sel) < 1 || slices.Max(sel) > 3 {
		return 0
	}
	if count == 2 && slices.Max(sel)-slices.Min(sel) != 1 {
		return 0
	}
	var ns Numeros
	for _, k := range sel {
		if s == Columna || s == DobleColumna {
			ns |= numerosFrom(k, 3, 12)
		} else {
			ns |= numerosFrom(12*k-11, 1, 12)
		}
	}
	return ns
}

// Posturas lists every place of the cloth, suerte by suerte in the order of art. 131.1
// and by number: the drawing of the cloth, and what can be enumerated about it.
func Posturas() []Postura {
	var list []Postura
	add := func(s Suerte, sel ...int) {
		if p, err := NewPostura(s, sel); err == nil {
			list = append(list, p)
		}
	}
	for n := range NumNumeros {
		add(Pleno, n)
	}
	for n := range NumNumeros {
		add(Caballo, n, n+1)
		if n == 0 {
			add(Caballo, 0, 2)
		}
		add(Caballo, n, n+3)
	}
	for n := range NumNumeros {
		add(Transversal, n, n+1, n+2)
	}
	for n := range NumNumeros {
		add(Cuadro, n, n+1, n+3, n+4)
	}
	for n := range NumNumeros {
		add(Seisena, n, n+1, n+2, n+3, n+4, n+5)
	}
	for _, s := range []Suerte{Columna, Docena} {
		for k := 1; k <= 3; k++ {
			add(s, k)
		}
	}
	for _, s := range []Suerte{DobleColumna, DobleDocena} {
		add(s, 1, 2)
		add(s, 2, 3)
	}
	for s := Rojo; s <= Pasa; s++ {
		add(s)
	}
	return list
}
