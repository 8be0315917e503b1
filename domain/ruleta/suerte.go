package ruleta

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Suerte is one of the ways of staking of the closed list of art. 131.1, which holds for
// the americana too (art. 134.1.a). The zero value is none.
type Suerte uint8

// The nine suertes múltiples (art. 131.1.a) and the six sencillas (art. 131.1.b).
const (
	Pleno Suerte = iota + 1
	Caballo
	Transversal
	Cuadro
	Seisena
	Columna
	Docena
	DobleColumna
	DobleDocena
	Rojo
	Negro
	Par
	Impar
	Falta
	Pasa
)

// Suertes lists every Suerte in the order of art. 131.1.
var Suertes = []Suerte{Pleno, Caballo, Transversal, Cuadro, Seisena, Columna, Docena, DobleColumna, DobleDocena,
	Rojo, Negro, Par, Impar, Falta, Pasa}

// Pago is a row of art. 131.1: how many numbers a suerte covers, and how many times the
// stake it pays, Num/Den, on top of the stake.
type Pago struct {
	Suerte   Suerte
	Nombre   string
	Numeros  int
	Num, Den int64
	Articulo norma.Articulo
}

// pagos is the table of art. 131.1. Every row pays 36 for the numbers it covers:
// Numeros × (Num/Den + 1) = 36.
var pagos = []Pago{
	{Pleno, "pleno", 1, 35, 1, art("131.1.a.1")},
	{Caballo, "caballo", 2, 17, 1, art("131.1.a.2")},
	{Transversal, "transversal", 3, 11, 1, art("131.1.a.3")},
	{Cuadro, "cuadro", 4, 8, 1, art("131.1.a.4")},
	{Seisena, "seisena", 6, 5, 1, art("131.1.a.5")},
	{Columna, "columna", 12, 2, 1, art("131.1.a.6")},
	{Docena, "docena", 12, 2, 1, art("131.1.a.7")},
	{DobleColumna, "doble_columna", 24, 1, 2, art("131.1.a.8")},
	{DobleDocena, "doble_docena", 24, 1, 2, art("131.1.a.9")},
	{Rojo, "rojo", 18, 1, 1, art("131.1.b.1")},
	{Negro, "negro", 18, 1, 1, art("131.1.b.1")},
	{Par, "par", 18, 1, 1, art("131.1.b.1")},
	{Impar, "impar", 18, 1, 1, art("131.1.b.1")},
	{Falta, "falta", 18, 1, 1, art("131.1.b.1")},
	{Pasa, "pasa", 18, 1, 1, art("131.1.b.1")},
}

// fila returns the row of the suerte; s must be Valid.
func (s Suerte) fila() *Pago { return &pagos[s-1] }

// Valid reports whether s is one of the list.
func (s Suerte) Valid() bool { return s >= Pleno && s <= Pasa }

// Sencilla reports whether s is one of the three pairs of art. 131.1.b.
func (s Suerte) Sencilla() bool { return s >= Rojo && s <= Pasa }

// Pago returns the row of art. 131.1 for the suerte; the zero Pago for none.
func (s Suerte) Pago() Pago {
	if !s.Valid() {
		return Pago{}
	}
	return *s.fila()
}

// Veces is how many times the stake the row pays.
func (p Pago) Veces() domain.Fraccion { return domain.NewFraccion(p.Num, p.Den) }

// String is the name of the suerte as ParseSuerte reads it: "pleno", "doble_columna".
func (s Suerte) String() string {
	if !s.Valid() {
		return "?"
	}
	return s.fila().Nombre
}

// ParseSuerte reads the name of a suerte. The error cites art. 131.1, whose list is
// closed, and wraps ErrSuerte.
func ParseSuerte(nombre string) (Suerte, error) {
	for k := range pagos {
		if pagos[k].Nombre == nombre {
			return pagos[k].Suerte, nil
		}
	}
	return 0, norma.Errorf(art("131.1"), "%w: %q", ErrSuerte, nombre)
}

// numeros is the half of the wheel that a sencilla covers; none for another suerte.
func (s Suerte) numeros() Numeros {
	switch s {
	case Rojo:
		return todos &^ negros
	case Negro:
		return negros
	case Par:
		return numerosFrom(2, 2, 18)
	case Impar:
		return numerosFrom(1, 2, 18)
	case Falta:
		return numerosFrom(1, 1, 18)
	case Pasa:
		return numerosFrom(19, 1, 18)
	}
	return 0
}
