package admission

import (
	"context"
	"fmt"
	"hash/maphash"
	"sync"

	"foliado/registers/diario"
)

// conocidos are, in memory and hashed, the numbers of every document that the book of
// fichas holds: most of those who come to a door are new, and the database need not be
// asked about them. It may hold what was erased, or what another number hashes to; it never
// lacks what was on record when the log had tamano leaves, which is what a check leans on to
// find a barred person by her other documents (art. 20.2).
type conocidos struct {
	sync.RWMutex
	claves     map[uint64]struct{}
	numero     int64 // last asiento read of the book of fichas
	tamano     int64 // size of the log when it was read
	relecturas int64 // Escritor.Relecturas then
}

const queryDocumentos = `SELECT a.numero, b.valor FROM asientos a JOIN boveda b ON b.posicion = a.posicion
	WHERE a.establecimiento = ? AND a.libro = ? AND a.numero > ? AND b.nombre = 'documento' ORDER BY a.numero`

// refresh reads what was written in the book of fichas since the last time.
func (k *conocidos) refresh(ctx context.Context, p *Puerta) error {
	k.RLock()
	current := k.current(p)
	k.RUnlock()
	if current {
		return nil
	}
	k.Lock()
	defer k.Unlock()
	if k.current(p) {
		return nil
	}
	relecturas, tamano := p.w.Relecturas(), p.w.Tamano() // before what is read
	rows, err := p.w.Lectura().WithContext(ctx).Raw(queryDocumentos, diario.Entidad, LibroFichas, k.numero).Rows()
	if err != nil {
		return fmt.Errorf("read the book of fichas: %w", err)
	}
	defer rows.Close()
	if k.claves == nil {
		k.claves = map[uint64]struct{}{}
	}
	for rows.Next() {
		var documento string
		if err := rows.Scan(&k.numero, &documento); err != nil {
			return fmt.Errorf("read the book of fichas: %w", err)
		}
		k.claves[maphash.String(p.semilla, documento)] = struct{}{}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the book of fichas: %w", err)
	}
	k.tamano, k.relecturas = tamano, relecturas
	return nil
}

// current reports whether the log is as it was read.
func (k *conocidos) current(p *Puerta) bool {
	return k.claves != nil && k.tamano == p.w.Tamano() && k.relecturas == p.w.Relecturas()
}

// maybe reports whether the book may hold that document, and how often the writer had read
// the log again when that was known.
func (k *conocidos) maybe(seed maphash.Seed, documento string) (found bool, relecturas int64) {
	k.RLock()
	defer k.RUnlock()
	_, found = k.claves[maphash.String(seed, documento)]
	return found, k.relecturas
}
