package admission

import (
	"context"
	"fmt"
	"sync"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers/diario/escritor"
)

// Duplicado is a ficha whose name and birth date may be those of somebody who shows a
// document that no ficha has: offered before another is opened for her (art. 20.3).
type Duplicado struct {
	Ficha      int64
	Nombre     string
	Apellidos  string
	Documentos []identidad.Documento
}

// fichas says which fichas to look at for a name and a birth date: some 30 bytes each. It
// knows no name: what it finds is confirmed in the database.
type fichas struct {
	mu     sync.Mutex
	por    map[uint32][]fichaBreve // by birth date, packed
	ultima int64                   // last ficha read
	mirada int64                   // when it was last read, µs
}

type fichaBreve struct {
	ficha int64
	bits  uint64
}

// lookDuplicados lists the fichas of that birth date whose name may be the same: particles,
// accents and Ñ apart, its words in any order, a second surname missing (identidad.Matches).
func (p *Puerta) lookDuplicados(ctx context.Context, plegado string, nacido domain.Fecha) ([]Duplicado, error) {
	found, err := p.mayBe(ctx, plegado, nacido)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaVisitante
	if err := db.Where("ficha IN ? AND fecha_nacimiento = ?", found, string(nacido)).Order("ficha").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("look for another ficha: %w", err)
	}
	var out []Duplicado
	for _, f := range filas {
		if !identidad.Matches(plegado, f.Plegado) {
			continue
		}
		docs, err := loadDocumentos(db, f.Ficha)
		if err != nil {
			return nil, err
		}
		out = append(out, Duplicado{f.Ficha, f.Nombre, f.Apellidos, docs})
	}
	return out, nil
}

// mayBe returns the fichas that the index points to.
func (p *Puerta) mayBe(ctx context.Context, plegado string, nacido domain.Fecha) ([]int64, error) {
	p.fichas.mu.Lock()
	defer p.fichas.mu.Unlock()
	if err := p.readFichas(ctx); err != nil {
		return nil, err
	}
	var found []int64
	bits := p.bits(plegado)
	for _, f := range p.fichas.por[packFecha(string(nacido))] {
		if common := f.bits & bits; common == bits || common == f.bits {
			found = append(found, f.ficha)
		}
	}
	return found, nil
}

// readFichas brings the index up to the last ficha, at most every intervaloMirada: what this
// process opens meanwhile is added by addFicha, what another replica opens waits.
func (p *Puerta) readFichas(ctx context.Context) error {
	x, now := &p.fichas, p.w.Ahora().UnixMicro()
	if x.por != nil && now-x.mirada < intervaloMirada.Microseconds() {
		return nil
	}
	rows, err := p.w.Lectura().WithContext(ctx).
		Raw(`SELECT ficha, plegado, fecha_nacimiento FROM visitantes WHERE ficha > ? AND plegado <> '' ORDER BY ficha`, x.ultima).Rows()
	if err != nil {
		return fmt.Errorf("read the fichas: %w", err)
	}
	defer rows.Close()
	if x.por == nil {
		x.por = map[uint32][]fichaBreve{}
	}
	for rows.Next() {
		var f filaVisitante
		if err := rows.Scan(&f.Ficha, &f.Plegado, &f.FechaNacimiento); err != nil {
			return fmt.Errorf("read the fichas: %w", err)
		}
		day := packFecha(f.FechaNacimiento)
		x.por[day] = append(x.por[day], fichaBreve{f.Ficha, p.bits(f.Plegado)})
		x.ultima = f.Ficha
	}
	x.mirada = now
	return rows.Err()
}

// addFicha adds a ficha that this process has just opened. One that comes before its
// predecessor has the next question read both.
func (p *Puerta) addFicha(ficha int64, f *filaComprobacion) {
	bits, day := p.bits(identidad.Fold(f.Nombre, f.Apellidos)), packFecha(f.FechaNacimiento)
	x := &p.fichas
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.por == nil || ficha <= x.ultima:
	case ficha == x.ultima+1:
		x.por[day] = append(x.por[day], fichaBreve{ficha, bits})
		x.ultima = ficha
	default:
		x.mirada = 0
	}
}

// bits are those of a folded name in the indexes of the door.
func (p *Puerta) bits(plegado string) uint64 { return (&indice{semilla: p.semilla}).bits(plegado) }

// Join ties the document of a check to the ficha of the same person, who holds several
// (art. 20.2), and judges the check again by all of them: one of the others may be barred,
// and then her refusal is on record. It returns the check as it then is. Errors: those of
// AddDocumento and Check, ErrCaducada.
func (p *Puerta) Join(ctx context.Context, establecimiento, comprobacion string, ficha int64, autor Autor) (Comprobacion, error) {
	var fila filaComprobacion
	err := p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		var err error
		if fila, err = loadComprobacion(p.w.Lectura().WithContext(ctx), establecimiento, comprobacion); err != nil {
			return err
		}
		if fila.fechaDe() != a.Fecha {
			return ErrCaducada
		}
		was := acceso.Veredicto(fila.Veredicto)
		d, lista, err := p.judgeAs(ctx, a, &fila, ficha)
		if err != nil {
			return err
		}
		fila.rule(d, lista)
		fila.Ficha = ficha
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error { // one act, whose key is one
			if err := a.check(t); err != nil {
				return err
			}
			if err := tieDocumento(t, &fila, ficha, autor); err != nil {
				return err
			}
			return recordChange(t, &fila, was, autor)
		})
		return err
	})
	if err != nil {
		return Comprobacion{}, err
	}
	return fila.comprobacion(), nil
}

// judgeAs asks list and rule about the person of a check as the holder of a ficha, whose
// documents are hers.
func (p *Puerta) judgeAs(ctx context.Context, a *abierta, f *filaComprobacion, ficha int64) (acceso.Decision, *Lista, error) {
	docs, err := loadDocumentos(p.w.Lectura().WithContext(ctx), ficha)
	if err != nil {
		return acceso.Decision{}, nil, err
	}
	q := persona{Documento: f.documento(), Nombre: f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: domain.Fecha(f.FechaNacimiento),
		plegado: identidad.Fold(f.Nombre, f.Apellidos), ficha: ficha}
	q.documentos = append(docs, q.Documento)
	q.relate(a)
	return p.decide(ctx, &q, a.Parametros, f.resuelta())
}

// recordChange writes a check again as it now is, and puts its refusal on record when it has
// become one. A check that somebody changed meanwhile stays as it is.
func recordChange(t *escritor.Tx, f *filaComprobacion, was acceso.Veredicto, autor Autor) error {
	now, err := loadComprobacion(t.DB(), f.Establecimiento, f.ID)
	if err != nil || acceso.Veredicto(now.Veredicto) != was {
		return err
	}
	if v := acceso.Veredicto(f.Veredicto); v == acceso.NoPuedeEntrar && v != was {
		if err := appendDenegacion(t, f, autor, ""); err != nil {
			return err
		}
	}
	return f.update(t)
}
