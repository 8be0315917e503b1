package ruleta

import (
	"errors"
	"math"
)

// Estadistica is how the numbers of a wheel came out, for its maintenance: no rule of the
// game looks at it, and nobody is kept from playing for studying it.
type Estadistica struct {
	Veces [NumNumeros]int64 // of each number
	Total int64
}

// NewEstadistica counts numbers.
func NewEstadistica(numeros []Numero) Estadistica {
	var e Estadistica
	for _, n := range numeros {
		if n <= MaxNumero {
			e.Veces[n]++
			e.Total++
		}
	}
	return e
}

// Esperadas is how often each number should have come out.
func (e Estadistica) Esperadas() float64 { return float64(e.Total) / NumNumeros }

// Desviacion is how far a number is from what it should be, in standard deviations.
func (e Estadistica) Desviacion(n Numero) float64 {
	if e.Total == 0 || n > MaxNumero {
		return 0
	}
	const p = 1.0 / NumNumeros
	return (float64(e.Veces[n]) - e.Esperadas()) / math.Sqrt(float64(e.Total)*p*(1-p))
}

// JiCuadrado is the sum over the numbers of the square of what each is away from what it
// should be, over what it should be; 0 with nothing counted.
func (e Estadistica) JiCuadrado() float64 {
	if e.Total == 0 {
		return 0
	}
	sum, want := 0.0, e.Esperadas()
	for _, n := range e.Veces {
		sum += (float64(n) - want) * (float64(n) - want) / want
	}
	return sum
}

// gradosLibertad are those of a wheel of 37 numbers that has to be fair.
const gradosLibertad = NumNumeros - 1

// Probabilidad is that of a wheel without any fault showing as much as this one or more.
// With an even number of degrees of freedom it is a finite sum:
// exp(-x/2) · (1 + x/2 + (x/2)²/2! + … + (x/2)^17/17!).
func (e Estadistica) Probabilidad() float64 {
	half := e.JiCuadrado() / 2
	term, sum := math.Exp(-half), 0.0
	for k := range gradosLibertad / 2 {
		if k > 0 {
			term *= half / float64(k)
		}
		sum += term
	}
	return min(sum, 1)
}

// FalsaAlarma is how often a wheel without any fault is held to have one: a check in a
// hundred. It is of one check of all that a wheel has given; who looks every night will
// see one in a hundred nights.
const FalsaAlarma = 0.01

// minMuestra is the least that is judged: five times each number, as the approximation of
// the distribution asks for.
const minMuestra = 5 * NumNumeros

// Dictamen is what the count says of the wheel.
type Dictamen string

// What it may say.
const (
	SinMuestra Dictamen = "sin_muestra" // too few numbers
	Normal     Dictamen = "normal"
	Revisar    Dictamen = "revisar" // have it looked at
)

// Dictamen judges the wheel with FalsaAlarma.
func (e Estadistica) Dictamen() Dictamen {
	switch {
	case e.Total < minMuestra:
		return SinMuestra
	case e.Probabilidad() < FalsaAlarma:
		return Revisar
	}
	return Normal
}

// Cilindro is the usual order of the pockets of a wheel with one zero. The norm gives no
// order (criterio RUL-9); this one is only to draw them.
var Cilindro = []Numero{0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26}

// ErrLectura says that a line of a sensor is no number of the wheel.
var ErrLectura = errors.New("el sensor da una línea que no es un número de la ruleta")
