package escritor

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"foliado/registers/diario"
)

// ErrIncoherente: what the database holds beside the leaves (counters, checkpoints,
// stored hashes) is not what the leaves say. `verificar` tells where.
var ErrIncoherente = errors.New("el diario no concuerda con sus contadores, sus checkpoints o sus hashes")

// counter names a series of consecutive numbers.
type counter struct {
	kind            string // libro, folio or serie
	establecimiento string
	nombre          string
}

// String is the key of the counter, as EstadoDeSeries states it.
func (k counter) String() string { return k.kind + "." + k.establecimiento + "/" + k.nombre }

func parseCounter(clave string) (counter, bool) {
	kind, rest, ok1 := strings.Cut(clave, ".")
	establecimiento, nombre, ok2 := strings.Cut(rest, "/")
	known := kind == "libro" || kind == "folio" || kind == "serie"
	return counter{kind, establecimiento, nombre}, ok1 && ok2 && known
}

// state is what the writer knows of the log: all of it can be read back from the
// database.
type state struct {
	head
	counters map[counter]int64
	undo     []undo // since the group began
}

// head is the part of the state that is copied before an act to be given back if it
// fails.
type head struct {
	tree   diario.Arbol
	last   time.Time // hora de anotación of the last leaf
	hashes []byte    // stored hashes of the last leaf: what tells its log from another
	late   bool      // the clock is known to be behind last
}

type undo struct {
	counter
	before int64
}

func (s *state) set(k counter, n int64) {
	s.undo = append(s.undo, undo{k, s.counters[k]})
	s.counters[k] = n
}

// restore gives the state back to what it was.
func (s *state) restore(h head, undone int) {
	s.head = h
	for k := len(s.undo) - 1; k >= undone; k-- {
		if u := s.undo[k]; u.before == 0 {
			delete(s.counters, u.counter)
		} else {
			s.counters[u.counter] = u.before
		}
	}
	s.undo = s.undo[:undone]
}

// place is the last leaf as the database has it.
type place struct {
	posicion int64 // -1 on an empty log
	hashes   []byte
}

func (s *state) place() place { return place{s.tree.Tamano() - 1, s.hashes} }

func (p place) equal(q place) bool {
	return p.posicion == q.posicion && bytes.Equal(p.hashes, q.hashes)
}

const queryHead = `SELECT posicion, hashes FROM asientos ORDER BY posicion DESC LIMIT 1`

// readPlace reads the last leaf.
func (c *conn) readPlace() (place, error) {
	p := place{posicion: -1}
	err := c.QueryRowContext(c.ctx, queryHead).Scan(&p.posicion, &p.hashes)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return place{}, fmt.Errorf("read the last leaf: %w", err)
	}
	return p, nil
}

// hashReader reads stored hashes.
func (c *conn) hashReader() tlog.HashReader {
	return diario.NewHashReader(func(posiciones []int64) ([][]byte, error) {
		columns := make([][]byte, len(posiciones))
		for k, posicion := range posiciones {
			row := c.handle().Raw(`SELECT hashes FROM asientos WHERE posicion = ?`, posicion).Row()
			if err := row.Scan(&columns[k]); err != nil {
				return nil, fmt.Errorf("read the hashes of leaf %d: %w", posicion, err)
			}
		}
		return columns, nil
	})
}

// loadTree reads the frontier of the tree of that size.
func (c *conn) loadTree(tamano int64) (diario.Arbol, error) {
	tree, err := diario.LoadArbol(tamano, c.hashReader())
	if errors.Is(err, diario.ErrArbol) || errors.Is(err, sql.ErrNoRows) {
		return tree, incoherent(err)
	}
	return tree, err
}

// loadState reads the state from the database and checks it against the last leaf and
// the last checkpoint.
func (c *conn) loadState() (*state, error) {
	p, err := c.readPlace()
	if err != nil {
		return nil, err
	}
	s := &state{counters: map[counter]int64{}}
	s.hashes = p.hashes
	if s.tree, err = c.loadTree(p.posicion + 1); err != nil {
		return nil, err
	}
	if err := c.loadCounters(s); err != nil {
		return nil, err
	}
	if p.posicion < 0 {
		if len(s.counters) > 0 {
			return nil, incoherent(errors.New("hay contadores y ningún asiento"))
		}
		return s, nil
	}
	if err := c.checkLastLeaf(s); err != nil {
		return nil, err
	}
	nota, err := c.lastCheckpoint()
	if err != nil {
		return nil, err
	}
	cp, err := diario.PeekCheckpoint(nota)
	if err != nil || cp.Tamano != s.tree.Tamano() || cp.Raiz != s.tree.Raiz() {
		return nil, incoherent(fmt.Errorf("el último checkpoint no es el del asiento %d", p.posicion))
	}
	return s, nil
}

func incoherent(err error) error { return fmt.Errorf("%w: %w", ErrIncoherente, err) }

func (c *conn) loadCounters(s *state) error {
	rows, err := c.handle().Raw(`SELECT clave, ultimo FROM contadores`).Rows()
	if err != nil {
		return fmt.Errorf("read the counters: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var clave string
		var ultimo int64
		if err := rows.Scan(&clave, &ultimo); err != nil {
			return fmt.Errorf("read the counters: %w", err)
		}
		k, ok := parseCounter(clave)
		if !ok {
			return incoherent(fmt.Errorf("contador %q", clave))
		}
		s.counters[k] = ultimo
	}
	return rows.Err()
}

// checkLastLeaf holds the counters and the hashes against the last leaf.
func (c *conn) checkLastLeaf(s *state) error {
	var texto []byte
	posicion := s.tree.Tamano() - 1
	row := c.handle().Raw(`SELECT texto FROM asientos WHERE posicion = ?`, posicion).Row()
	if err := row.Scan(&texto); err != nil {
		return fmt.Errorf("read leaf %d: %w", posicion, err)
	}
	a, err := diario.Parse(texto)
	if err != nil {
		return incoherent(err)
	}
	leaf := tlog.RecordHash(texto)
	switch {
	case a.Posicion != posicion,
		!bytes.HasPrefix(s.hashes, leaf[:]),
		s.counters[counter{"libro", a.Establecimiento, a.Libro}] != a.Numero,
		s.counters[counter{"folio", a.Establecimiento, a.Libro}] < a.Folio,
		a.Serie != "" && s.counters[counter{"serie", a.Establecimiento, a.Serie}] != a.NumeroSerie:
		return incoherent(fmt.Errorf("asiento %d", posicion))
	}
	s.last = a.Anotacion
	return nil
}

// checkCounters holds every counter against the highest number of its leaves, which an
// index gives at once, and the last one lost in a restore.
func (c *conn) checkCounters(s *state) error {
	lost, err := c.lostCounters()
	if err != nil {
		return err
	}
	for k, last := range lost {
		if s.counters[k] < last {
			return incoherent(fmt.Errorf("contador %s: %d, y una Recuperacion da por perdidos hasta el %d", k, s.counters[k], last))
		}
	}
	queries := map[string]string{
		"libro": `SELECT coalesce(max(numero), 0) FROM asientos WHERE establecimiento = ? AND libro = ?`,
		"folio": `SELECT coalesce(max(folio), 0) FROM asientos WHERE establecimiento = ? AND libro = ? AND folio > 0`,
		"serie": `SELECT coalesce(max(numero_serie), 0) FROM asientos WHERE establecimiento = ? AND serie = ? AND serie <> ''`,
	}
	for k, ultimo := range s.counters {
		var found int64
		if err := c.handle().Raw(queries[k.kind], k.establecimiento, k.nombre).Row().Scan(&found); err != nil {
			return fmt.Errorf("read the last number of %s: %w", k, err)
		}
		if max(found, lost[k]) != ultimo {
			return incoherent(fmt.Errorf("contador %s: %d, y el último asiento lleva %d", k, ultimo, found))
		}
	}
	return nil
}

// lastCheckpoint reads the last signed note; nil on an empty log.
func (c *conn) lastCheckpoint() ([]byte, error) {
	var nota []byte
	err := c.handle().Raw(`SELECT nota FROM checkpoints ORDER BY tamano DESC LIMIT 1`).Row().Scan(&nota)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the last checkpoint: %w", err)
	}
	return nota, nil
}

// extends reports whether the log of s holds the tree of that size and root.
func (c *conn) extends(s *state, tamano int64, raiz tlog.Hash) (bool, error) {
	if tamano > s.tree.Tamano() {
		return false, nil
	}
	before, err := c.loadTree(tamano)
	if err != nil {
		return false, err
	}
	return tamano == 0 || before.Raiz() == raiz, nil
}
