package naipes

import (
	"errors"

	"foliado/domain/norma"
)

// What is wrong with the packs that a table is given.
var (
	ErrBarajas = errors.New("no son las barajas que pide el juego")
	ErrColores = errors.New("el color de los dorsos no es el que pide el juego")
	ErrIndices = errors.New("los índices de las cartas no son los que pide el juego")
)

// Indices says whether cards carry indices, or may do either.
type Indices uint8

// The three.
const (
	ConIndices Indices = iota + 1
	SinIndices
	IndicesIndiferentes Indices = 0
)

// Composicion is a set of packs for a table: how many, how many of them have backs of a
// second colour, and whether their cards carry indices.
type Composicion struct {
	Barajas      int
	SegundoColor int
	Indices      Indices
}

// Check returns nil when c is what a game asks for by that provision; which of the two
// colours is called the second does not matter. The first of ErrBarajas, ErrColores and
// ErrIndices is the error.
func (c Composicion) Check(a norma.Articulo, pedida Composicion) error {
	switch {
	case c.Barajas != pedida.Barajas:
		return norma.Errorf(a, "%w: son %d y hacen falta %d", ErrBarajas, c.Barajas, pedida.Barajas)
	case c.SegundoColor != pedida.SegundoColor && c.Barajas-c.SegundoColor != pedida.SegundoColor:
		return norma.Breach(a, ErrColores)
	case pedida.Indices != IndicesIndiferentes && c.Indices != pedida.Indices:
		return norma.Breach(a, ErrIndices)
	}
	return nil
}
