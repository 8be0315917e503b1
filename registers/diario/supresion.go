package diario

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"foliado/domain"
)

// TipoSupresion is the kind of the asiento that commits before personal values go.
const TipoSupresion = "Supresion"

// Tramos are runs of positions, both ends included, ascending and apart.
type Tramos [][2]int64

// String writes "12-15 18".
func (t Tramos) String() string {
	var b strings.Builder
	for k, r := range t {
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatInt(r[0], 10))
		if r[1] != r[0] {
			b.WriteByte('-')
			b.WriteString(strconv.FormatInt(r[1], 10))
		}
	}
	return b.String()
}

// NewTramos joins positions into runs. They need no order.
func NewTramos(posiciones []int64) Tramos {
	sorted := slices.Clone(posiciones)
	slices.Sort(sorted)
	var t Tramos
	for _, p := range sorted {
		if k := len(t) - 1; k >= 0 && p <= t[k][1]+1 {
			t[k][1] = max(t[k][1], p)
		} else {
			t = append(t, [2]int64{p, p})
		}
	}
	return t
}

// ParseTramos reads what String writes. The error wraps ErrFormato.
func ParseTramos(s string) (Tramos, error) {
	var t Tramos
	last := int64(-1)
	for _, f := range strings.Fields(s) {
		from, to, isRun := strings.Cut(f, "-")
		if !isRun {
			to = from
		}
		a, err1 := strconv.ParseInt(from, 10, 64)
		b, err2 := strconv.ParseInt(to, 10, 64)
		if err1 != nil || err2 != nil || a <= last || b < a {
			return nil, badField("posiciones", f)
		}
		t = append(t, [2]int64{a, b})
		last = b
	}
	return t, nil
}

// Supresion says which personal values of which positions go.
type Supresion struct {
	Posicion   int64
	Fecha      domain.Fecha // of its annotation, in Madrid
	Orden      string       // cited order, under which the date is not waited for; "" none
	Posiciones Tramos
	Valores    []string // names; "*" is all of them
}

// ParseSupresion reads the datos posiciones, valores and orden of a Supresion. The error
// wraps ErrFormato.
func ParseSupresion(a *Asiento) (Supresion, error) {
	s := Supresion{Posicion: a.Posicion, Fecha: domain.FechaDe(a.Anotacion), Orden: a.Dato("orden"),
		Valores: strings.FieldsFunc(a.Dato("valores"), func(r rune) bool { return r == ' ' || r == ',' })}
	var err error
	s.Posiciones, err = ParseTramos(a.Dato("posiciones"))
	switch k := len(s.Posiciones); {
	case a.Tipo != TipoSupresion:
		err = badField("tipo", a.Tipo)
	case err == nil && len(s.Valores) == 0:
		err = badField("valores", a.Dato("valores"))
	case err == nil && (k == 0 || s.Posiciones[k-1][1] >= a.Posicion):
		err = badField("posiciones", a.Dato("posiciones"))
	}
	return s, err
}

// Names reports whether the Supresion takes the value of that name.
func (s *Supresion) Names(nombre string) bool {
	return slices.Contains(s.Valores, "*") || slices.Contains(s.Valores, nombre)
}

// Allows reports whether it may take a value that may go from that date on; "" is never.
func (s *Supresion) Allows(suprimibleDesde domain.Fecha) bool {
	return s.Orden != "" || suprimibleDesde != "" && s.Fecha >= suprimibleDesde
}

// Supresiones finds those of a position. Once built it is only read.
type Supresiones struct{ runs []supresionRun }

// supresionRun is a run of positions that the same ones cover.
type supresionRun struct {
	from, to int64
	by       []*Supresion
}

// NewSupresiones builds the index. An asiento that is no Supresion, or one that is not
// understood, covers nothing.
func NewSupresiones(asientos []Asiento) *Supresiones {
	type edge struct {
		at    int64
		opens bool
		which *Supresion
	}
	var edges []edge
	for k := range asientos {
		s, err := ParseSupresion(&asientos[k])
		if err != nil {
			continue
		}
		for _, r := range s.Posiciones {
			edges = append(edges, edge{r[0], true, &s}, edge{r[1] + 1, false, &s})
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	out := &Supresiones{}
	var active []*Supresion
	for k, e := range edges {
		if e.opens {
			active = append(active, e.which)
		} else {
			active = slices.DeleteFunc(active, func(s *Supresion) bool { return s == e.which })
		}
		if k+1 < len(edges) && edges[k+1].at != e.at && len(active) > 0 {
			out.runs = append(out.runs, supresionRun{e.at, edges[k+1].at - 1, slices.Clone(active)})
		}
	}
	return out
}

// Covering returns those that cover a position.
func (s *Supresiones) Covering(posicion int64) []*Supresion {
	k, found := slices.BinarySearchFunc(s.runs, posicion, func(r supresionRun, p int64) int {
		switch {
		case r.to < p:
			return -1
		case r.from > p:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	return s.runs[k].by
}
