package domain

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Piezas is a count by denominations: value of the piece in céntimos → number
// of pieces. Chips, plaques and banknotes are all counted this way (arts. 36.2, 36.3).
type Piezas map[Importe]int64

// ErrPiezas is the base of every error about a count by denominations.
var ErrPiezas = errors.New("recuento no válido")

// maxRecuento bounds a count so that no sum can overflow: a million millions of euros.
const maxRecuento Importe = 100_000_000_000_000

// Total adds the count up, in céntimos. It returns an error wrapping ErrPiezas when a
// denomination is not positive, a number of pieces is negative, or the sum is absurd.
func (p Piezas) Total() (Importe, error) {
	var total Importe
	for _, valor := range slices.Sorted(maps.Keys(p)) {
		n := p[valor]
		if valor <= 0 {
			return 0, fmt.Errorf("%w: la denominación %s no es positiva", ErrPiezas, valor)
		}
		if n < 0 {
			return 0, fmt.Errorf("%w: %d piezas de %s", ErrPiezas, n, valor)
		}
		if n > 0 && (valor > maxRecuento || n > int64(maxRecuento/valor)) {
			return 0, fmt.Errorf("%w: %d piezas de %s son una suma imposible", ErrPiezas, n, valor)
		}
		total += valor * Importe(n)
		if total > maxRecuento {
			return 0, fmt.Errorf("%w: la suma es imposible", ErrPiezas)
		}
	}
	return total, nil
}

// UnmarshalJSON reads {"céntimos": pieces}. A denomination written in two ways, or twice,
// is refused: of two numbers one would vanish. Errors wrap ErrPiezas.
func (p *Piezas) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	open, err := d.Token()
	if err != nil {
		return err
	}
	if open == nil {
		*p = nil
		return nil
	}
	if open != json.Delim('{') {
		return fmt.Errorf("%w: se espera un objeto de céntimos a piezas", ErrPiezas)
	}
	read := Piezas{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		text, _ := key.(string)
		valor, err := strconv.ParseInt(text, 10, 64)
		if err != nil || strconv.FormatInt(valor, 10) != text {
			return fmt.Errorf("%w: la denominación %q no es un número de céntimos", ErrPiezas, text)
		}
		if _, twice := read[Importe(valor)]; twice {
			return fmt.Errorf("%w: la denominación %s está repetida", ErrPiezas, Importe(valor))
		}
		var n int64
		if err := d.Decode(&n); err != nil {
			return fmt.Errorf("%w: las piezas de %s no son un número entero", ErrPiezas, Importe(valor))
		}
		read[Importe(valor)] = n
	}
	*p = read
	return nil
}

// Denominaciones lists the denominations with pieces, from the largest down.
func (p Piezas) Denominaciones() []Importe {
	d := make([]Importe, 0, len(p))
	for v, n := range p {
		if n != 0 {
			d = append(d, v)
		}
	}
	slices.SortFunc(d, func(a, b Importe) int { return cmp.Compare(b, a) })
	return d
}

// String writes the count canonically, largest first: "10000x20 500x3"; empty when
// nothing was counted.
func (p Piezas) String() string {
	var b strings.Builder
	for k, v := range p.Denominaciones() {
		if k > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%dx%d", int64(v), p[v])
	}
	return b.String()
}

// ParsePiezas reads what String writes. Errors wrap ErrPiezas.
func ParsePiezas(s string) (Piezas, error) {
	p := Piezas{}
	if s == "" {
		return p, nil
	}
	for _, f := range strings.Split(s, " ") {
		v, n, ok := strings.Cut(f, "x")
		valor, err1 := strconv.ParseInt(v, 10, 64)
		piezas, err2 := strconv.ParseInt(n, 10, 64)
		if !ok || err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%w: %q", ErrPiezas, f)
		}
		if _, twice := p[Importe(valor)]; twice {
			return nil, fmt.Errorf("%w: denominación repetida %q", ErrPiezas, f)
		}
		p[Importe(valor)] = piezas
	}
	if got := p.String(); got != s {
		return nil, fmt.Errorf("%w: %q no está en orden", ErrPiezas, s)
	}
	if _, err := p.Total(); err != nil {
		return nil, err
	}
	return p, nil
}
