package motor

import (
	"encoding/json"

	"foliado/domain"
)

// moneda writes the amounts of an answer: exact, or rounded to the céntimo by criterio
// RED-1; and what they rest on, where it is asked for.
type moneda struct{ redondeado, citas bool }

// up writes an amount that is rounded up, when it is rounded: what a player receives, or
// the least that the house must hold.
func (m moneda) up(f domain.Fraccion) json.RawMessage {
	if m.redondeado {
		f = domain.FraccionDe(f.Ceil())
	}
	return exact(f)
}

// exact writes an integer, or the reduced fraction as a text: 1005, "25/2".
func exact(f domain.Fraccion) json.RawMessage {
	s := f.String()
	if _, whole := f.Exact(); !whole {
		s = `"` + s + `"`
	}
	return json.RawMessage(s)
}
