package admission

import (
	"context"
	"hash/maphash"
	"slices"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
)

// Lista is the barred list in force, held in memory: two sorted slices of 64-bit
// hashes (by document and by folded name + birth date), 16 bytes a row. A hash that
// hits is confirmed in the database, so a collision never bars anybody.
type Lista struct {
	ID       string
	Huella   string    // SHA-256 of the file imported, hex
	Fuente   string    // where it came from
	Instante time.Time // when it was taken (UTC)
	Filas    int
	semilla  maphash.Seed
	numeros  []uint64
	nombres  []uint64
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

// Coincidencias are the entries of the list that concern a person.
type Coincidencias struct {
	Interdicciones []acceso.Interdiccion // by one of her documents
	Candidatos     []acceso.Interdiccion // by folded name and birth date only (criterio ADM-3)
}

// Refresh loads the list last imported, when it is another than the one in memory.
func (p *Puerta) Refresh(ctx context.Context) error {
	db := p.w.Lectura().WithContext(ctx)
	var f filaLista
	err := db.Order("posicion DESC").Take(&f).Error
	if err == gorm.ErrRecordNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if l := p.lista.Load(); l != nil && l.ID == f.ID {
		return nil
	}
	l, err := loadLista(db, f)
	if err != nil {
		return err
	}
	p.lista.Store(l)
	return nil
}

// Lista returns the list in force, nil when none was ever imported.
func (p *Puerta) Lista() *Lista { return p.lista.Load() }

func loadLista(db *gorm.DB, f filaLista) (*Lista, error) {
	l := &Lista{ID: f.ID, Huella: f.Huella, Fuente: f.Fuente, Instante: time.UnixMicro(f.Instante).UTC(),
		Filas: int(f.Filas), semilla: maphash.MakeSeed()}
	l.numeros = make([]uint64, 0, f.Filas)
	l.nombres = make([]uint64, 0, f.Filas)
	rows, err := db.Raw("SELECT tipo, numero, plegado, fecha_nacimiento FROM interdicciones WHERE lista = ?", f.ID).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var tipo, numero, plegado, nacido string
		if err := rows.Scan(&tipo, &numero, &plegado, &nacido); err != nil {
			return nil, err
		}
		if numero != "" {
			l.numeros = append(l.numeros, l.hash(tipo, numero))
		}
		if plegado != "" && nacido != "" {
			l.nombres = append(l.nombres, l.hash(plegado, nacido))
		}
	}
	slices.Sort(l.numeros)
	slices.Sort(l.nombres)
	return l, rows.Err()
}

func (l *Lista) hash(a, b string) uint64 {
	var h maphash.Hash
	h.SetSeed(l.semilla)
	h.WriteString(a)
	h.WriteByte(0)
	h.WriteString(b)
	return h.Sum64()
}

// Search looks a person up in the list in force, by her documents and by folded name +
// birth date, and returns the list it looked at (nil when there is none). The database
// is asked only when a hash hits.
func (p *Puerta) Search(ctx context.Context, docs []identidad.Documento, plegado string, nacido domain.Fecha) (*Lista, Coincidencias, error) {
	for {
		l := p.lista.Load()
		if l == nil {
			return nil, Coincidencias{}, nil
		}
		c, err := p.searchIn(ctx, l, docs, plegado, nacido)
		if err != nil || p.lista.Load() == l { // replaced meanwhile: its rows may be gone, look again
			return l, c, err
		}
	}
}

func (p *Puerta) searchIn(ctx context.Context, l *Lista, docs []identidad.Documento, plegado string, nacido domain.Fecha) (c Coincidencias, err error) {
	for _, doc := range docs {
		tipo := string(doc.Tipo)
		if _, hit := slices.BinarySearch(l.numeros, l.hash(tipo, doc.Numero)); !hit {
			continue
		}
		entries, err := p.entries(ctx, "lista = ? AND tipo = ? AND numero = ?", l.ID, tipo, doc.Numero)
		if err != nil {
			return c, err
		}
		c.Interdicciones = append(c.Interdicciones, entries...)
	}
	if _, hit := slices.BinarySearch(l.nombres, l.hash(plegado, string(nacido))); hit {
		c.Candidatos, err = p.entries(ctx, "lista = ? AND plegado = ? AND fecha_nacimiento = ?", l.ID, plegado, string(nacido))
	}
	return c, err
}

func (p *Puerta) entries(ctx context.Context, where string, args ...any) ([]acceso.Interdiccion, error) {
	var rows []filaInterdiccion
	err := p.w.Lectura().WithContext(ctx).Where(where, args...).Find(&rows).Error
	out := make([]acceso.Interdiccion, 0, len(rows))
	for _, f := range rows {
		out = append(out, acceso.Interdiccion{Hasta: domain.Fecha(f.Hasta)})
	}
	return out, err
}
