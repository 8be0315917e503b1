package propinas

import (
	"cmp"
	"math/bits"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// Entero is the whole of a distribution, in ten-thousandths: 6000 is 60 %.
const Entero = 10_000

const (
	maxPuntos   = 100_000 // points of a cargo
	maxJornadas = 3_700   // days of a person in a distribution
)

// Criterio is how tips are shared out by the agreement of the house (art. 19.6): which part,
// in ten-thousandths, is for the employees, and how many points a day each cargo has.
type Criterio struct {
	Empleados int64
	Puntos    map[domain.Cargo]int64
}

// Check returns nil when tips may be shared out so. Both parts are something (art. 19.6) and
// no cargo of the direction has points (art. 15.d). The error wraps ErrParteNula,
// ErrExcluido or ErrCriterio.
func (c Criterio) Check() error {
	if c.Empleados <= 0 || c.Empleados >= Entero {
		return norma.Breach(art("19.6"), ErrParteNula)
	}
	some := false
	for cargo, n := range c.Puntos {
		switch {
		case cargo.Direccion() && n != 0:
			return norma.Errorf(art("15.d"), "%w: %s", ErrExcluido, cargo.Nombre())
		case !cargo.Valid() || cargo == domain.FuncionarioInspector || cargo == domain.Sistema || n < 0 || n > maxPuntos:
			return norma.Errorf(art("19.6"), "%w: %s, %d puntos", ErrCriterio, cargo, n)
		}
		some = some || n > 0
	}
	if !some {
		return norma.Breach(art("19.6"), ErrSinReparto)
	}
	return nil
}

// Participante is somebody who shares in the tips. Dirige says that she is of the direction
// of games, whatever her cargo: director, substitute, subdirector or of its committee.
type Participante struct {
	Persona  string
	Cargo    domain.Cargo
	Dirige   bool
	Jornadas int64 // days that count for her
}

// Parte is what one of them gets.
type Parte struct {
	Participante
	Puntos  int64
	Importe domain.Importe
}

// Reparto is a distribution: Empleados and Otros add up to the total, and the Partes to
// Empleados, to the céntimo.
type Reparto struct {
	Total, Empleados, Otros domain.Importe
	Partes                  []Parte
}

// Distribute shares an amount out by the criterio (arts. 15.d, 19.6): first in two, then
// the part of the employees by points, cargo by days. What rounding leaves goes céntimo by
// céntimo to the largest remainders, so that nothing is lost. The error wraps those of
// Criterio.Check, ErrExcluido, ErrImporte, ErrParteNula or ErrSinReparto.
func Distribute(total domain.Importe, c Criterio, people []Participante) (Reparto, error) {
	if err := c.Check(); err != nil {
		return Reparto{}, err
	}
	if total <= 0 {
		return Reparto{}, norma.Breach(art("19.6"), ErrImporte)
	}
	weights := make([]int64, 0, len(people))
	r := Reparto{Total: total}
	seen := map[string]bool{}
	var sum int64
	for _, p := range people {
		if p.Dirige || p.Cargo.Direccion() {
			return Reparto{}, norma.Errorf(art("15.d"), "%w: %s", ErrExcluido, p.Persona)
		}
		if p.Jornadas < 0 || p.Jornadas > maxJornadas || seen[p.Persona] {
			return Reparto{}, norma.Errorf(art("19.6"), "%w: %s, %d jornadas", ErrCriterio, p.Persona, p.Jornadas)
		}
		seen[p.Persona] = true
		w := c.Puntos[p.Cargo] * p.Jornadas
		weights, sum = append(weights, w), sum+w
		r.Partes = append(r.Partes, Parte{Participante: p, Puntos: w})
	}
	if sum == 0 {
		return Reparto{}, norma.Breach(art("19.6"), ErrSinReparto)
	}
	two := Apportion(total, []int64{c.Empleados, Entero - c.Empleados})
	if r.Empleados, r.Otros = two[0], two[1]; r.Empleados == 0 || r.Otros == 0 {
		return Reparto{}, norma.Breach(art("19.6"), ErrParteNula)
	}
	for k, i := range Apportion(r.Empleados, weights) {
		r.Partes[k].Importe = i
	}
	return r, nil
}

// Apportion shares total out in proportion to the weights, by largest remainder; equal
// remainders go to the first. The shares add up to total. Neither total nor a weight is
// negative and some weight is not zero: otherwise it returns zeros.
func Apportion(total domain.Importe, weights []int64) []domain.Importe {
	shares := make([]domain.Importe, len(weights))
	var sum uint64
	for _, w := range weights {
		if w < 0 {
			return shares
		}
		sum += uint64(w)
	}
	if sum == 0 || total < 0 {
		return shares
	}
	type rest struct {
		k int
		r uint64
	}
	rests := make([]rest, len(weights))
	left := total
	for k, w := range weights {
		hi, lo := bits.Mul64(uint64(total), uint64(w))
		q, r := bits.Div64(hi, lo, sum) // w ≤ sum: the quotient fits
		shares[k], rests[k] = domain.Importe(q), rest{k, r}
		left -= domain.Importe(q)
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return cmp.Compare(b.r, a.r) })
	for _, x := range rests[:left] {
		shares[x.k]++
	}
	return shares
}
