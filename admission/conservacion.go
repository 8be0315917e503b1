package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroSupresiones is the book, common to the entidad, of what is erased, passed to the
// archivo PBC or held from erasure.
const LibroSupresiones = "supresiones"

// TipoPaseArchivo is the kind of the asiento that passes visits to the archivo PBC.
const TipoPaseArchivo = "PaseArchivo"

// ErrFutura: what is not due yet is not erased.
var ErrFutura = errors.New("esa fecha no ha llegado: solo puede simularse")

// Vencido is what a row of the table of terms has due at a date.
type Vencido struct {
	Termino    plazos.Termino
	Registros  int // asientos whose term is over, or checks of the desk
	Archivados int // of them, visits that pass to the archivo PBC
	Retenidos  int // asientos over their term that a retencion keeps
}

// Conservacion is what a run of retention did, or would do, at a date (art. 20.4, criterios
// ADM-1 and ADM-1b).
type Conservacion struct {
	Fecha      domain.Fecha
	Simulada   bool
	Vencidos   []Vencido // in the order of the table; a row with nothing due is left out
	Borrados   int64     // personal values that left the vault in this run
	Pendientes int64     // values whose Supresion is on record and that are still there
	Compactada bool      // nothing of what was erased stays in free pages
}

// maxLote is how many asientos one Supresion names at most.
const maxLote = 500

// Conserve applies the terms of retention at a date: puts on record what goes and what
// passes to the archivo PBC, then erases it, and writes the files of the database again
// without it. Killed half-way, the next run goes on. Errors: ErrFutura.
func (p *Puerta) Conserve(ctx context.Context, a domain.Fecha, autor Autor) (Conservacion, error) {
	if a > domain.FechaDe(p.w.Ahora()) {
		return Conservacion{}, norma.Breach(art("20.4"), ErrFutura).Under("ADM-1")
	}
	p.conservando.Lock()
	defer p.conservando.Unlock()
	done := Conservacion{Fecha: a}
	gone, stuck, err := p.erase(ctx)
	if err != nil {
		return done, err
	}
	done.Borrados += gone
	counts := cuenta{}
	for range maxMudanzas {
		var due *plan
		if due, err = p.plan(ctx, a, stuck); err != nil {
			return done, err
		}
		if err = p.record(ctx, due, counts, autor); !errors.Is(err, errMudada) {
			break
		}
	}
	if err != nil {
		return done, err
	}
	if gone, stuck, err = p.erase(ctx); err != nil {
		return done, err
	}
	done.Borrados += gone
	done.Pendientes = stuck.values
	checks, err := p.purgeComprobaciones(ctx, a)
	if err != nil {
		return done, err
	}
	counts.row(plazos.TerminoComprobaciones).Registros += checks
	done.Vencidos = counts.rows()
	if done.Pendientes == 0 { // else it has to be done again, and whoever holds them stands in the way
		done.Compactada, err = p.compact(ctx)
	}
	return done, err
}

// SimulateConservacion tells what Conserve would do at a date, which may be to come.
func (p *Puerta) SimulateConservacion(ctx context.Context, a domain.Fecha) (Conservacion, error) {
	db := p.w.Lectura().WithContext(ctx)
	stuck, err := pendientes(db)
	if err != nil {
		return Conservacion{}, err
	}
	due, err := p.plan(ctx, a, stuck)
	if err != nil {
		return Conservacion{}, err
	}
	counts := cuenta{}
	due.count(counts)
	for _, l := range due.lotes {
		counts.add(l)
	}
	var checks int64
	err = db.Raw(`SELECT COUNT(*) FROM comprobaciones c WHERE `+comprobacionVencida, corte(a)).Row().Scan(&checks)
	if err != nil {
		return Conservacion{}, fmt.Errorf("count the checks that are due: %w", err)
	}
	counts.row(plazos.TerminoComprobaciones).Registros = int(checks)
	return Conservacion{Fecha: a, Simulada: true, Vencidos: counts.rows(), Pendientes: stuck.values}, nil
}

// cuenta gathers what is due by row of the table of terms.
type cuenta map[string]*Vencido

func (c cuenta) row(id string) *Vencido {
	if c[id] == nil {
		c[id] = &Vencido{Termino: plazos.FindTermino(id)}
	}
	return c[id]
}

func (c cuenta) add(l lote) {
	row := c.row(l.termino)
	row.Registros += len(l.posiciones)
	if l.pasa {
		row.Archivados += len(l.posiciones)
	}
}

func (c cuenta) rows() []Vencido {
	var out []Vencido
	for _, t := range plazos.Conservacion {
		if v := c[t.ID]; v != nil && v.Registros+v.Retenidos > 0 {
			out = append(out, *v)
		}
	}
	return out
}

// record puts on record what is due, a lote at a time: each holds the book of the Supresiones
// against what it was when the plan was made.
func (p *Puerta) record(ctx context.Context, due *plan, counts cuenta, autor Autor) error {
	for _, l := range due.lotes {
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error { return due.append(t, l, autor) })
		if err != nil {
			return err
		}
		due.numero += l.asientos()
		counts.add(l)
	}
	due.count(counts)
	return nil
}

// append writes the asientos of a lote.
func (due *plan) append(t *escritor.Tx, l lote, autor Autor) error {
	if t.UltimoNumero(diario.Entidad, LibroSupresiones) != due.numero {
		return errMudada
	}
	if len(l.fichas) > 0 { // a visitor may have come back meanwhile
		still, err := fichasVencidas(t.DB(), due.fecha, l.fichas)
		if err != nil {
			return err
		}
		if len(still) != len(l.fichas) {
			return errMudada
		}
	}
	if err := setMeta(t, metaCompactar, "si"); err != nil {
		return err
	}
	where := dato("posiciones", diario.NewTramos(l.posiciones).String())
	if l.pasa {
		if _, err := t.Append(borradorSupresiones(TipoPaseArchivo, autor, where)); err != nil {
			return err
		}
	}
	datos := []diario.Dato{where, dato("causa", plazos.FindTermino(l.termino).Causa()), dato("valores", l.valores)}
	if l.orden != "" {
		datos = append(datos, dato("orden", l.orden))
	}
	_, err := t.Append(borradorSupresiones(diario.TipoSupresion, autor, datos...))
	return err
}

func borradorSupresiones(tipo string, autor Autor, datos ...diario.Dato) diario.Borrador {
	return diario.Borrador{Establecimiento: diario.Entidad, Libro: LibroSupresiones, Tipo: tipo, Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClasePermanente, Datos: datos}
}

// comprobacionVencida holds of the checks c made before an instant, but those of a person
// whose records are held.
const comprobacionVencida = `c.instante < ? AND NOT EXISTS (SELECT 1 FROM documentos d JOIN retenciones_datos r ON r.ficha = d.ficha AND r.levantada < 0
	WHERE d.tipo = c.tipo AND d.pais = c.pais AND d.numero = c.numero)`

// purgeComprobaciones deletes the checks that are due: they are no asientos.
func (p *Puerta) purgeComprobaciones(ctx context.Context, a domain.Fecha) (int, error) {
	total := 0
	for {
		var gone int64
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			done := t.DB().Exec(`DELETE FROM comprobaciones WHERE id IN (SELECT c.id FROM comprobaciones c WHERE `+comprobacionVencida+
				` ORDER BY c.id LIMIT 1000)`, corte(a))
			if gone = done.RowsAffected; gone == 0 || done.Error != nil {
				return done.Error
			}
			return setMeta(t, metaCompactar, "si")
		})
		if err != nil {
			return total, fmt.Errorf("delete the checks that are due: %w", err)
		}
		if total += int(gone); gone == 0 {
			return total, nil
		}
	}
}

// corte is the instant, in microseconds, before which the records of the door are due on a.
func corte(a domain.Fecha) int64 { return corteDeMeses(a, plazos.MesesAdmision) }

// corteDeMeses is the midnight of Madrid that ends the last date whose records are due on a.
func corteDeMeses(a domain.Fecha, meses int) int64 {
	return plazos.UltimaVencida(a, meses).Time().AddDate(0, 0, 1).UnixMicro()
}

// tablasConservadas are the tables that hold personal values, to be written again once some
// were erased.
var tablasConservadas = []string{"boveda", "visitantes", "documentos", "observaciones", "tarjetas", "denegaciones", "expulsiones",
	"prohibiciones", "acreditaciones", "comprobaciones", "personas", "documentos_empleado"}

// compact writes the files again when something was deleted since the last time, and says
// whether nothing of it is left. What readers keep waits for the next run.
func (p *Puerta) compact(ctx context.Context) (bool, error) {
	waiting, err := readMeta(p.w.Lectura().WithContext(ctx), metaCompactar)
	if err != nil || waiting == "" {
		return err == nil, err
	}
	p.forget()
	err = p.w.Compact(ctx, tablasConservadas...)
	if errors.Is(err, escritor.ErrEnUso) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error { return setMeta(t, metaCompactar, "") })
	return err == nil, err
}

// forget drops what the door keeps in memory of the fichas.
func (p *Puerta) forget() {
	p.conocidos.Lock()
	p.conocidos.claves, p.conocidos.numero, p.conocidos.tamano = nil, 0, 0
	p.conocidos.Unlock()
	p.fichas.mu.Lock()
	p.fichas.por, p.fichas.ultima, p.fichas.mirada = nil, 0, 0
	p.fichas.mu.Unlock()
}

// Entries of the table meta: how far Supresiones have been carried out, and whether files
// are to be written again.
const (
	metaSupresiones = "supresiones"
	metaCompactar   = "compactar"
)

func readMeta(db *gorm.DB, clave string) (string, error) {
	var values []string
	if err := db.Raw(`SELECT valor FROM meta WHERE clave = ?`, clave).Scan(&values).Error; err != nil {
		return "", fmt.Errorf("read %s of meta: %w", clave, err)
	}
	return slices.Concat(values, []string{""})[0], nil
}

func setMeta(t *escritor.Tx, clave, valor string) error {
	if valor == "" {
		return t.Exec(`DELETE FROM meta WHERE clave = ?`, clave)
	}
	return t.Exec(`INSERT INTO meta (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor`, clave, valor)
}
