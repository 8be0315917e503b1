package ruleta

import (
	"errors"
	"math/bits"

	"foliado/domain/norma"
)

// What is wrong with the numbers of a cylinder.
var (
	ErrCilindro = errors.New("el cilindro lleva una vez cada número del 0 al 36")
	ErrAlternos = errors.New("en el cilindro alternan el rojo y el negro")
	ErrVecinos  = errors.New("en el cilindro no son vecinos dos números consecutivos")
)

// Numero is a pocket of the wheel, from 0 to 36 (art. 129.1).
type Numero uint8

// MaxNumero is the highest number of the wheel, NumNumeros how many there are.
const (
	MaxNumero  = 36
	NumNumeros = MaxNumero + 1
)

// ParseNumero returns the pocket of that number. The error cites art. 129.1 and wraps
// ErrNumero.
func ParseNumero(n int) (Numero, error) {
	if n < 0 || n > MaxNumero {
		return 0, norma.Errorf(art("129.1"), "%w: %d", ErrNumero, n)
	}
	return Numero(n), nil
}

// Atributos is what the cloth says of a number. Those of the 0 are all zero.
type Atributos struct {
	Color   Suerte // Rojo or Negro
	Paridad Suerte // Par or Impar
	Mitad   Suerte // Falta or Pasa
	Docena  int    // from 1 to 3
	Columna int    // from 1 to 3; the first begins with the 1 (criterio RUL-10)
	Fila    int    // from 1 to 12
}

// Atributos returns them (arts. 129.1, 129.2).
func (n Numero) Atributos() Atributos {
	if n == 0 || n > MaxNumero {
		return Atributos{}
	}
	a := Atributos{Color: Rojo, Paridad: Impar, Mitad: Falta,
		Docena: (int(n)-1)/12 + 1, Columna: (int(n)-1)%3 + 1, Fila: (int(n)-1)/3 + 1}
	if Negro.numeros().Contains(n) {
		a.Color = Negro
	}
	if n%2 == 0 {
		a.Paridad = Par
	}
	if n > MaxNumero/2 {
		a.Mitad = Pasa
	}
	return a
}

// Canto is what the croupier calls with the number: the sencillas that win, none for the 0
// (art. 133.c).
func (n Numero) Canto() []Suerte {
	if n == 0 || n > MaxNumero {
		return nil
	}
	a := n.Atributos()
	return []Suerte{a.Color, a.Paridad, a.Mitad}
}

// CheckCilindro returns nil when the pockets of a cylinder, in the order in which they
// stand, are those of art. 129.1: each number once, colours in turn and no two consecutive
// numbers side by side. It warns whoever enters a cylinder (criterio MAQ-1). The error
// wraps ErrCilindro, ErrAlternos or ErrVecinos.
func CheckCilindro(casillas []Numero) error {
	if len(casillas) != NumNumeros || setOf(casillas...) != todos|setOf(0) {
		return norma.Breach(art("129.1"), ErrCilindro).Under("MAQ-1")
	}
	for k, n := range casillas {
		next := casillas[(k+1)%NumNumeros]
		if n == 0 || next == 0 {
			continue
		}
		if n.Atributos().Color == next.Atributos().Color {
			return norma.Errorf(art("129.1"), "%w: %d y %d", ErrAlternos, n, next).Under("MAQ-1")
		}
		if n+1 == next || next+1 == n {
			return norma.Errorf(art("129.1"), "%w: %d y %d", ErrVecinos, n, next).Under("MAQ-1")
		}
	}
	return nil
}

// negros is art. 129.1: black are the numbers whose figures add up to an even number, the
// 10 and the 29, except the 19.
var negros = func() Numeros {
	var ns Numeros
	for n := Numero(1); n <= MaxNumero; n++ {
		if (n/10+n%10)%2 == 0 {
			ns |= setOf(n)
		}
	}
	return ns&^setOf(19) | setOf(10, 29)
}()

// Numeros is a set of pockets of the wheel.
type Numeros uint64

// todos is every number but the 0.
const todos Numeros = 1<<NumNumeros - 2

func setOf(ns ...Numero) Numeros {
	var s Numeros
	for _, n := range ns {
		s |= 1 << n
	}
	return s
}

// numerosFrom is the numbers first, first+step and so on, count of them.
func numerosFrom(first, step, count int) Numeros {
	var s Numeros
	for k := range count {
		s |= 1 << (first + k*step)
	}
	return s
}

// Contains reports whether n is in the set.
func (s Numeros) Contains(n Numero) bool { return s>>n&1 != 0 }

// Len is how many numbers the set has.
func (s Numeros) Len() int { return bits.OnesCount64(uint64(s)) }

// List returns the numbers of the set in ascending order.
func (s Numeros) List() []int {
	list := make([]int, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		list = append(list, bits.TrailingZeros64(uint64(s)))
	}
	return list
}
