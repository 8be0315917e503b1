package admission

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Lista is the barred list in force. Its rows are in the database; what is held in
// memory only says where to look: a hash that hits is confirmed there, so that a
// collision never bars anybody.
type Lista struct {
	ID       string
	Huella   string    // SHA-256 of the file imported, hex
	Fuente   string    // where it came from
	Instante time.Time // when it was taken (UTC)
	Filas    int
	Altas    int   // people that the former lacked
	Bajas    int   // people of the former that this one lacks
	Cambios  int   // people of both of whom it says something else
	posicion int64 // of its asiento
	indice   *indice
}

// filaLista is one import of the list: a projection of ListaInterdicciones.
type filaLista struct {
	ID       string
	Huella   string
	Fuente   string
	Filas    int64
	Instante int64
	Posicion int64
}

func (filaLista) TableName() string { return "listas" }

// filaInterdiccion is one row of a list. It is no projection: the leaf holds the
// digest of the file, never its persons.
type filaInterdiccion struct {
	Lista           string
	Fila            int64
	Tipo            string
	Numero          string
	Nombre          string
	Apellidos       string
	Plegado         string
	FechaNacimiento string
	Hasta           string
}

func (filaInterdiccion) TableName() string { return "interdicciones" }

var proyectoresLista = map[string]escritor.Proyector{
	"ListaInterdicciones": projectLista,
	"PropuestaLista":      sinProyeccion,
	"CaidaRegistro":       sinProyeccion,
	"VueltaRegistro":      sinProyeccion,
}

// sinProyeccion is the projector of a kind of asiento that no table repeats.
func sinProyeccion(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil }

func projectLista(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	filas, err := numero(a, "filas")
	if err != nil {
		return err
	}
	return l.Insert(&filaLista{ID: a.Dato("lista"), Huella: a.Dato("huella"), Fuente: a.Dato("fuente"),
		Filas: filas, Instante: a.Hecho.UnixMicro(), Posicion: a.Posicion})
}

// Lista returns the list in force, nil when none was ever imported.
func (p *Puerta) Lista() *Lista { return p.lista.Load() }

// Refresh loads the list last imported, when it is another than the one in memory.
func (p *Puerta) Refresh(ctx context.Context) error {
	p.cargando.Lock()
	defer p.cargando.Unlock()
	db := p.w.Lectura().WithContext(ctx)
	f, ok, err := lastLista(db)
	if err != nil || !ok {
		return err
	}
	if l := p.lista.Load(); l != nil && l.posicion >= f.Posicion || p.alterada == f.ID {
		return nil
	}
	l := f.lista()
	l.indice, err = p.loadIndice(db, l)
	if errors.Is(err, ErrListaAlterada) { // as if there were none: nobody is let in
		p.alterada = f.ID
		p.lista.Store(nil)
		slog.Error("the barred list is not the one imported", "lista", f.ID)
		return nil
	}
	if err != nil {
		return err
	}
	p.lista.Store(l)
	return nil
}

func lastLista(db *gorm.DB) (filaLista, bool, error) {
	var f filaLista
	err := db.Order("posicion DESC").Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, false, nil
	}
	if err != nil {
		return f, false, fmt.Errorf("read the last list: %w", err)
	}
	return f, true, nil
}

func (f *filaLista) lista() *Lista {
	return &Lista{ID: f.ID, Huella: f.Huella, Fuente: f.Fuente, Instante: instante(f.Instante), Filas: int(f.Filas), posicion: f.Posicion}
}

// loadIndice reads the rows of a list and holds them against its asiento. It returns
// ErrListaAlterada when they are others.
func (p *Puerta) loadIndice(db *gorm.DB, f *Lista) (*indice, error) {
	hoja, _, err := registers.ReadHoja(db, f.posicion)
	if err != nil {
		return nil, err
	}
	for _, count := range []struct {
		nombre string
		into   *int
	}{{"altas", &f.Altas}, {"bajas", &f.Bajas}, {"cambios", &f.Cambios}} {
		n, err := opcional(&hoja, count.nombre)
		if err != nil {
			return nil, err
		}
		*count.into = int(n)
	}
	rows, err := db.Raw("SELECT "+columnasLista+" FROM interdicciones WHERE lista = ? ORDER BY fila", f.ID).Rows()
	if err != nil {
		return nil, fmt.Errorf("read the list %s: %w", f.ID, err)
	}
	defer rows.Close()
	x, seal := newIndice(p.semilla, f.Filas), newSelloLista()
	for rows.Next() {
		var r filaInterdiccion
		if err := r.scan(rows); err != nil {
			return nil, fmt.Errorf("read the list %s: %w", f.ID, err)
		}
		x.add(&r)
		seal.add(&r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the list %s: %w", f.ID, err)
	}
	if seal.sum() != hoja.Dato(selloFilas) {
		return nil, ErrListaAlterada
	}
	x.sort()
	return x, nil
}

// intervaloMirada is how often a list imported by another replica is looked for.
const intervaloMirada = 2 * time.Second

// lookAround loads a list that another replica imported. The queue goes on with the one it
// has: only who has none waits for the load.
func (p *Puerta) lookAround(ctx context.Context) error {
	now, last := p.w.Ahora().UnixMicro(), p.mirada.Load()
	if now-last < intervaloMirada.Microseconds() || !p.mirada.CompareAndSwap(last, now) {
		return nil
	}
	l := p.lista.Load()
	if l == nil {
		return p.Refresh(ctx)
	}
	f, ok, err := lastLista(p.w.Lectura().WithContext(ctx))
	if err == nil && ok && f.Posicion > l.posicion && p.importando.TryLock() { // not our own import
		go func() {
			defer p.importando.Unlock()
			_ = p.Refresh(context.WithoutCancel(ctx)) // tried again at the next look
		}()
	}
	return err
}

// Coincidencias are the entries of the list that concern a person.
type Coincidencias struct {
	Interdicciones []acceso.Interdiccion // by one of her documents
	Candidatos     []acceso.Interdiccion // by her name and birth date only (criterio ADM-3)
}

// Search looks a person up in the list in force, by her documents and by folded name +
// birth date, and returns the list it looked at (nil when there is none). The database
// is asked only when the index hits.
func (p *Puerta) Search(ctx context.Context, docs []identidad.Documento, plegado string, nacido domain.Fecha) (*Lista, Coincidencias, error) {
	for {
		l := p.lista.Load()
		if l == nil {
			return nil, Coincidencias{}, nil
		}
		c, err := p.searchIn(ctx, l, docs, plegado, nacido)
		if p.lista.Load() == l { // else replaced meanwhile: its rows may be gone, look again
			return l, c, err
		}
	}
}

func (p *Puerta) searchIn(ctx context.Context, l *Lista, docs []identidad.Documento, plegado string, nacido domain.Fecha) (c Coincidencias, err error) {
	for _, doc := range docs {
		if !l.indice.hasDocumento(string(doc.Tipo), doc.Numero) {
			continue
		}
		rows, err := p.entries(ctx, "lista = ? AND numero = ? AND tipo = ?", l.ID, doc.Numero, string(doc.Tipo))
		if err != nil {
			return c, err
		}
		if len(rows) == 0 { // the index has it and the table no longer
			return c, ErrListaAlterada
		}
		for _, r := range rows {
			if r.otherHolder(doc, nacido) {
				c.Candidatos = append(c.Candidatos, r.interdiccion())
				continue
			}
			c.Interdicciones = append(c.Interdicciones, r.interdiccion())
		}
	}
	if !l.indice.mayHaveNombre(plegado, string(nacido)) {
		return c, nil
	}
	rows, err := p.entries(ctx, "lista = ? AND fecha_nacimiento = ?", l.ID, string(nacido))
	for _, r := range rows {
		if identidad.Matches(plegado, r.Plegado) {
			c.Candidatos = append(c.Candidatos, r.interdiccion())
		}
	}
	return c, err
}

// otherHolder reports whether a row may be of another person than the one who shows that
// document: the list does not say which State issued it, two of them may give the same
// number, and the birth dates differ. A person decides then (criterio ADM-3).
func (f *filaInterdiccion) otherHolder(doc identidad.Documento, nacido domain.Fecha) bool {
	return doc.Tipo.Extranjero() && f.FechaNacimiento != "" && f.FechaNacimiento != string(nacido)
}

func (f *filaInterdiccion) interdiccion() acceso.Interdiccion {
	return acceso.Interdiccion{Hasta: domain.Fecha(f.Hasta)}
}

func (p *Puerta) entries(ctx context.Context, where string, args ...any) ([]filaInterdiccion, error) {
	var rows []filaInterdiccion
	if err := p.w.Lectura().WithContext(ctx).Where(where, args...).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("look in the list: %w", err)
	}
	return rows, nil
}
