package domain

import "math/big"

// Fraccion is an exact rational amount in céntimos: engines compute with it and
// round only at the edge (criterio RED-1). The zero value is 0.
type Fraccion struct{ r *big.Rat }

// NewFraccion returns num/den. It panics when den is 0.
func NewFraccion(num, den int64) Fraccion { return Fraccion{big.NewRat(num, den)} }

// FraccionDe is the exact value of an Importe.
func FraccionDe(i Importe) Fraccion { return NewFraccion(int64(i), 1) }

func (f Fraccion) rat() *big.Rat {
	if f.r == nil {
		return new(big.Rat)
	}
	return f.r
}

// Add returns f + g.
func (f Fraccion) Add(g Fraccion) Fraccion { return Fraccion{new(big.Rat).Add(f.rat(), g.rat())} }

// Sub returns f − g.
func (f Fraccion) Sub(g Fraccion) Fraccion { return Fraccion{new(big.Rat).Sub(f.rat(), g.rat())} }

// Mul returns f × g.
func (f Fraccion) Mul(g Fraccion) Fraccion { return Fraccion{new(big.Rat).Mul(f.rat(), g.rat())} }

// Cmp compares f with g: -1, 0 or 1.
func (f Fraccion) Cmp(g Fraccion) int { return f.rat().Cmp(g.rat()) }

// Equal reports whether f and g are the same amount; two values may differ under ==.
func (f Fraccion) Equal(g Fraccion) bool { return f.Cmp(g) == 0 }

// Exact returns the amount when it is a whole number of céntimos.
func (f Fraccion) Exact() (Importe, bool) {
	if !f.rat().IsInt() || !f.rat().Num().IsInt64() {
		return 0, false
	}
	return Importe(f.rat().Num().Int64()), true
}

// Floor rounds towards minus infinity: how a deduction is rounded (criterio RED-1).
// It panics when the amount does not fit an Importe.
func (f Fraccion) Floor() Importe { return entero(f.floor()) }

// Ceil rounds towards plus infinity: how a winning is rounded (criterio RED-1).
// It panics when the amount does not fit an Importe.
func (f Fraccion) Ceil() Importe {
	g := Fraccion{new(big.Rat).Neg(f.rat())}
	q := g.floor()
	return entero(q.Neg(q))
}

// floor is the Euclidean quotient, which is the floor because a denominator is positive.
func (f Fraccion) floor() *big.Int {
	return new(big.Int).Div(f.rat().Num(), f.rat().Denom())
}

func entero(q *big.Int) Importe {
	if !q.IsInt64() {
		panic("amount out of range: " + q.String())
	}
	return Importe(q.Int64())
}

// String writes the reduced fraction, or the integer when exact: "25/2", "1005".
func (f Fraccion) String() string {
	return f.rat().RatString()
}
