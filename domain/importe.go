// Package domain holds the common nouns of the house: amounts, games, tables,
// places, gaming days, posts. It imports the standard library only; the rules
// of the norm live in its subpackages, one subject each.
package domain

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Importe is an amount of money in céntimos of euro. No float ever touches it.
type Importe int64

// Euros returns e whole euros as an Importe. It is for constants: e × 100 must fit.
func Euros(e int64) Importe { return Importe(e * 100) }

// ErrDesborde says that the result of an operation is no amount that can be kept.
var ErrDesborde = errors.New("el importe resultante es demasiado grande")

// Plus returns i + j, or ErrDesborde when the sum does not fit.
func (i Importe) Plus(j Importe) (Importe, error) {
	s := i + j
	if (s > i) != (j > 0) && j != 0 {
		return 0, ErrDesborde
	}
	return s, nil
}

// Minus returns i − j, or ErrDesborde when the difference does not fit.
func (i Importe) Minus(j Importe) (Importe, error) {
	d := i - j
	if (d < i) != (j > 0) && j != 0 {
		return 0, ErrDesborde
	}
	return d, nil
}

// Times returns n × i, or ErrDesborde when the product does not fit: how a multiple of
// the minimum stake is reckoned.
func (i Importe) Times(n int64) (Importe, error) {
	neg := (i < 0) != (n < 0)
	hi, lo := bits.Mul64(magnitude(int64(i)), magnitude(n))
	limit := uint64(1)<<63 - 1
	if neg {
		limit++
	}
	if hi != 0 || lo > limit {
		return 0, ErrDesborde
	}
	if neg {
		lo = -lo
	}
	return Importe(lo), nil
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Sum adds amounts up, or returns ErrDesborde when the total does not fit.
func Sum(importes ...Importe) (Importe, error) {
	var total Importe
	for _, i := range importes {
		var err error
		if total, err = total.Plus(i); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// String writes the amount as a Spanish reader expects it: "1.234,56 €".
func (i Importe) String() string { return i.Cifra() + " €" }

// Cifra writes the amount without the currency sign: "-1.250,50".
func (i Importe) Cifra() string {
	neg := i < 0
	u := magnitude(int64(i))
	s := strconv.FormatUint(u/100, 10)
	var b strings.Builder
	if neg {
		b.WriteByte('-')
	}
	for k, c := range s {
		if k > 0 && (len(s)-k)%3 == 0 {
			b.WriteByte('.')
		}
		b.WriteRune(c)
	}
	fmt.Fprintf(&b, ",%02d", u%100)
	return b.String()
}

// ErrImporte is the base of every error of ParseImporte.
var ErrImporte = errors.New("importe no válido")

// ParseImporte reads an amount as typed in a Spanish form: "1.234,56", "1234,5",
// "1.234" (one thousand two hundred and thirty-four euros), "-1.250,50 €".
// It refuses what it would have to guess: three decimals, English grouping,
// a wrong group ("0.123"), an empty text. Every error wraps ErrImporte.
func ParseImporte(s string) (Importe, error) {
	fail := func(why string) (Importe, error) {
		return 0, fmt.Errorf("%w: %q, %s", ErrImporte, s, why)
	}
	t := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "€"))
	neg := strings.HasPrefix(t, "-")
	t = strings.TrimPrefix(t, "-")
	if t == "" {
		return fail("está vacío")
	}
	whole, dec, hasDec := strings.Cut(t, ",")
	if hasDec && (len(dec) == 0 || len(dec) > 2 || !digits(dec)) {
		return fail("los céntimos son una o dos cifras tras la coma")
	}
	if groups := strings.Split(whole, "."); len(groups) > 1 {
		for k, g := range groups {
			if (k == 0 && (len(g) < 1 || len(g) > 3 || g[0] == '0')) || (k > 0 && len(g) != 3) {
				return fail("los puntos separan millares de tres cifras")
			}
		}
		whole = strings.Join(groups, "")
	}
	if !digits(whole) || len(whole) > 15 {
		return fail("se esperaban cifras")
	}
	euros, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return fail("se esperaban cifras")
	}
	if len(dec) == 1 {
		dec += "0"
	}
	cents, _ := strconv.ParseInt("0"+dec, 10, 64)
	v := Importe(euros*100 + cents)
	if neg {
		v = -v
	}
	return v, nil
}

func digits(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
