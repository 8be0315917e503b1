package verificador

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Borrado is what was erased for one cause.
type Borrado struct {
	Causa   string `json:"causa"`           // as its Supresiones state it
	Orden   string `json:"orden,omitempty"` // that they cite
	Valores int64  `json:"valores"`         // personal values that are gone
	Desde   string `json:"desde"`           // date of the first of them
	Hasta   string `json:"hasta"`           // and of the last
}

// String writes it as the report does.
func (b Borrado) String() string {
	when := "el " + b.Desde
	if b.Hasta != b.Desde {
		when = "entre el " + b.Desde + " y el " + b.Hasta
	}
	text := fmt.Sprintf("%d valores %s; causa: %s", b.Valores, when, cmp.Or(b.Causa, "no la dice"))
	if b.Orden != "" {
		text += "; orden: " + b.Orden
	}
	return text
}

// borrados counts what is gone, by cause and order.
type borrados map[[2]string]Borrado

// count adds a value that a Supresion explains.
func (b *borrados) count(s *supresion) {
	b.add(Borrado{s.causa, s.orden, 1, s.fecha, s.fecha})
}

func (b *borrados) add(more Borrado) {
	if *b == nil {
		*b = borrados{}
	}
	key := [2]string{more.Causa, more.Orden}
	if was, ok := (*b)[key]; ok {
		more = Borrado{was.Causa, was.Orden, was.Valores + more.Valores, min(was.Desde, more.Desde), max(was.Hasta, more.Hasta)}
	}
	(*b)[key] = more
}

func (b *borrados) join(others borrados) {
	for _, more := range others {
		b.add(more)
	}
}

func (b borrados) list() []Borrado {
	return slices.SortedFunc(maps.Values(b), func(x, y Borrado) int {
		return cmp.Or(cmp.Compare(x.Causa, y.Causa), cmp.Compare(x.Orden, y.Orden))
	})
}
