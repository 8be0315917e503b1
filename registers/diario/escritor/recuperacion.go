package escritor

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"foliado/registers/diario"
)

// Kinds of asiento of the mark.
const (
	tipoRecuperacion = "Recuperacion"
	tipoMarcaAusente = "MarcaAusente"
)

// declare writes down what the mark says of the log when it is opened: that it was
// restored from a copy, or that there is no mark.
func (e *Escritor) declare(ctx context.Context) error {
	switch {
	case e.mark == nil || e.Tamano() == 0:
		return nil
	case !e.mark.found:
		return e.declareAbsent(ctx)
	case e.cfg.Recuperar && e.mark.tamano > e.Tamano():
		return e.recover(ctx)
	}
	return nil
}

// declareAbsent writes down that a log with asientos has no mark: whoever deletes it may
// then show an older copy as the whole log, so that it must not pass in silence.
func (e *Escritor) declareAbsent(ctx context.Context) error {
	e.log.Warn("THE HIGH-WATER MARK IS MISSING: nothing tells whether the log lacks its end; hold it against the last paper or checkpoint",
		"mark", e.cfg.Marca, "size", e.Tamano())
	_, err := e.Do(ctx, func(t *Tx) error {
		_, err := t.Append(alarma(tipoMarcaAusente, diario.Dato{Nombre: "tamano", Valor: strconv.FormatInt(t.Tamano(), 10)}))
		return err
	})
	return err
}

// recover writes down an honest restore: which positions, and which numbers of books,
// folios and series, the mark knew and the log lacks. Positions are given again; the
// numbers are not, since papers bear them: they go on after the lost ones.
func (e *Escritor) recover(ctx context.Context) error {
	lost := e.mark.level
	e.log.Warn("the log was restored from a copy", "lost_from", e.Tamano(), "lost_to", lost.tamano-1)
	_, err := e.serve(&job{ctx: ctx, first: true, done: make(chan struct{}), act: func(t *Tx) error {
		if t.Tamano() >= lost.tamano {
			return nil // another replica did it meanwhile
		}
		_, err := t.Append(recuperacion(t.g.e.s, &lost))
		return err
	}})
	return err
}

// recuperacion takes the numbers lost and lists them.
func recuperacion(s *state, lost *level) diario.Borrador {
	datos := []diario.Dato{
		{Nombre: "desde", Valor: strconv.FormatInt(s.tree.Tamano(), 10)},
		{Nombre: "hasta", Valor: strconv.FormatInt(lost.tamano-1, 10)},
	}
	for _, k := range sortedCounters(lost.counters) {
		first, last := s.counters[k]+1, lost.counters[k]
		if last < first {
			continue
		}
		s.set(k, last)
		datos = append(datos, diario.Dato{Nombre: k.String(), Valor: diario.Tramos{{first, last}}.String()})
	}
	return alarma(tipoRecuperacion, datos...)
}

// lostCounters reads the last number of each counter that some Recuperacion declares
// lost.
func (c *conn) lostCounters() (map[counter]int64, error) {
	rows, err := c.handle().Raw(`SELECT texto FROM asientos WHERE tipo = ? ORDER BY posicion`, tipoRecuperacion).Rows()
	if err != nil {
		return nil, fmt.Errorf("read the recoveries: %w", err)
	}
	defer rows.Close()
	lost := map[counter]int64{}
	for rows.Next() {
		var texto []byte
		if err := rows.Scan(&texto); err != nil {
			return nil, fmt.Errorf("read the recoveries: %w", err)
		}
		a, err := diario.Parse(texto)
		if err != nil {
			return nil, incoherent(err)
		}
		if err := addLost(lost, &a); err != nil {
			return nil, err
		}
	}
	return lost, rows.Err()
}

// addLost adds the last numbers that one Recuperacion declares.
func addLost(lost map[counter]int64, a *diario.Asiento) error {
	for _, d := range a.Datos {
		k, ok := parseCounter(d.Nombre)
		if !ok {
			continue
		}
		runs, err := diario.ParseTramos(d.Valor)
		if err != nil || len(runs) != 1 {
			return incoherent(errors.Join(fmt.Errorf("asiento %d: %s", a.Posicion, d.Nombre), err))
		}
		lost[k] = max(lost[k], runs[0][1])
	}
	return nil
}
