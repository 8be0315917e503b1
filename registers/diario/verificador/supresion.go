package verificador

import (
	"cmp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the date of a Supresion is that of Madrid, wherever it is verified
)

var madrid = func() *time.Location {
	l, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		panic(err) // it is in the binary
	}
	return l
}()

// supresion says which personal values of which positions go (docs/formato-diario.md, 3).
type supresion struct {
	fecha   string // of its annotation, in Madrid
	causa   string // why, in words
	orden   string // that it cites, "" none
	tramos  [][2]int64
	nombres []string
}

// readSupresion reads a leaf of kind Supresion; false when it is not understood.
func readSupresion(a *asiento) (supresion, bool) {
	s := supresion{fecha: a.anotacion.In(madrid).Format(time.DateOnly), causa: a.dato("causa"), orden: a.dato("orden"),
		nombres: strings.Fields(a.dato("valores"))}
	var ok bool
	s.tramos, ok = readTramos(a)
	return s, ok && a.tipo == "Supresion" && len(s.nombres) > 0
}

// readTramos reads the positions, all before its own, that an asiento names; false when they
// are not understood.
func readTramos(a *asiento) (tramos [][2]int64, ok bool) {
	last := int64(-1)
	for text := range strings.SplitSeq(a.dato("posiciones"), " ") {
		from, to, isRun := strings.Cut(text, "-")
		if !isRun {
			to = from
		}
		var t [2]int64
		if !readNumber(from, 0, &t[0]) || !readNumber(to, 0, &t[1]) || t[0] <= last || t[1] < t[0] {
			return nil, false
		}
		tramos, last = append(tramos, t), t[1]
	}
	return tramos, last < a.posicion
}

// names reports whether it takes the value of that name.
func (s *supresion) names(nombre string) bool {
	return slices.Contains(s.nombres, "*") || slices.Contains(s.nombres, nombre)
}

// allows reports whether it may take a value that may go from that date on; "" is never.
func (s *supresion) allows(suprimibleDesde string) bool {
	return s.orden != "" || suprimibleDesde != "" && s.fecha >= suprimibleDesde
}

// supresiones tells which ones cover a position. Once made it is only read.
type supresiones struct {
	cortes []int64        // where what covers changes, ascending
	desde  [][]*supresion // what covers from cortes[k] on
}

// newSupresiones reads them; what is not understood covers nothing.
func newSupresiones(asientos []asiento) *supresiones {
	type end struct {
		at     int64
		which  *supresion
		closes bool
	}
	var ends []end
	for k := range asientos {
		s, ok := readSupresion(&asientos[k])
		if !ok {
			continue
		}
		for _, t := range s.tramos {
			ends = append(ends, end{t[0], &s, false}, end{t[1] + 1, &s, true})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	out := &supresiones{}
	var now []*supresion
	for _, e := range ends {
		if e.closes {
			now = slices.DeleteFunc(slices.Clone(now), func(s *supresion) bool { return s == e.which })
		} else {
			now = append(slices.Clip(now), e.which)
		}
		if last := len(out.cortes) - 1; last >= 0 && out.cortes[last] == e.at {
			out.desde[last] = now
			continue
		}
		out.cortes, out.desde = append(out.cortes, e.at), append(out.desde, now)
	}
	return out
}

// covering returns those that cover a position.
func (s *supresiones) covering(posicion int64) []*supresion {
	k, found := slices.BinarySearch(s.cortes, posicion)
	if !found {
		k--
	}
	if k < 0 {
		return nil
	}
	return s.desde[k]
}
