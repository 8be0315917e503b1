package verificador

import (
	"fmt"
)

// completitud is how far a partial export proves that nothing of its book is missing: an
// inclusion proof says that a leaf is there, never that it is all there is. The next
// EstadoDeSeries says how many there were.
type completitud struct {
	vista    bool
	posicion int64 // of the last EstadoDeSeries
	numero   int64 // of the book by then
	hojas    int64 // of the book so far
	despues  bool  // some of them after it
}

// leaf takes a leaf of the book.
func (c *completitud) leaf() {
	c.hojas++
	c.despues = true
}

// state takes an EstadoDeSeries of a partial export.
func (c *completitud) state(e *estado, a *asiento) {
	p := e.parcial
	if p == nil {
		return
	}
	for _, book := range []contador{{"libro", p.establecimiento, p.libro}, {"libro", entidad, "registro"}} {
		stated := a.dato(book.String())
		if stated == "" {
			stated = "0"
		}
		if brought := decimal(e.contadores[book]); stated != brought {
			e.problem(ClaseCompleto, a, fmt.Sprintf("declara %s = %s y la exportación trae %s: faltan asientos", book, stated, brought))
		}
	}
	c.vista, c.posicion, c.despues = true, a.posicion, false
	c.numero = e.contadores[contador{"libro", p.establecimiento, p.libro}]
}

// conclude says in the report how far completeness goes, and that a claim which goes
// further is false.
func (c *completitud) conclude(e *estado) {
	p := e.parcial
	if p == nil {
		e.informe.Completitud = "demostrada"
		return
	}
	whole := c.vista && !c.despues
	switch {
	case whole:
		e.informe.Completitud = fmt.Sprintf("demostrada: los %d asientos del libro hasta la posición %d", c.hojas, c.posicion)
	case c.vista:
		e.informe.Completitud = fmt.Sprintf("demostrada hasta el n.º %d del libro; la de los posteriores, no demostrada", c.numero)
	default:
		e.informe.Completitud = "completitud no demostrada"
	}
	if c.hojas == 0 {
		e.problem(ClaseCompleto, nil, "la exportación no trae ningún asiento del libro")
	}
	if p.completa && !whole {
		e.problem(ClaseCompleto, nil, "la exportación dice ser completa y no lo demuestra")
	}
}
