package escritor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foliado/migrations"
	"foliado/registers/diario"
)

const (
	contrastLeaves = 1000 // leaves read at a time
	contrastRows   = 2000 // rows that wait before they are written
)

// Tabla is a projection table, to be rebuilt and compared.
type Tabla struct {
	Nombre string
	Clave  []string // columns of its key
}

// Diferencia is a row in which a projection and the leaves disagree.
type Diferencia struct {
	Tabla    string
	Clave    string   // "establecimiento=principal, numero=77"
	Clase    string   // DiferenciaSobra, DiferenciaFalta or DiferenciaDifiere
	Columnas []string // with DiferenciaDifiere, the columns that disagree
}

// Kinds of Diferencia.
const (
	DiferenciaSobra   = "sobra"   // the database has a row that the leaves do not give
	DiferenciaFalta   = "falta"   // the leaves give a row that the database has not
	DiferenciaDifiere = "difiere" // both have it, with other values
)

// NoSeRehacen is the error of Contrast when what the database holds keeps it from its end:
// the projectors do not take a leaf, or a table is missing. It is an answer, not a fault:
// the database is not one that its leaves give.
type NoSeRehacen struct {
	Posicion int64  // of the leaf, or of one after it; -1 with Tabla
	Tabla    string // missing
	err      error
}

// Error says it for people.
func (e *NoSeRehacen) Error() string {
	if e.Tabla != "" {
		return "falta la tabla " + e.Tabla
	}
	return fmt.Sprintf("no se pueden rehacer: se llega al asiento %d y %v", e.Posicion, e.err)
}

// Unwrap is the reason of the projector.
func (e *NoSeRehacen) Unwrap() error { return e.err }

// Contrast rebuilds the projections from the leaves and the vault in temporary tables
// of the same names, with cfg.Proyectores, and reports every difference. It reads one
// snapshot of the database of cfg while the writer goes on, and changes nothing.
// progress, which may be nil, is told how many leaves of how many are done. The error is a
// *NoSeRehacen when it is the content of the database that makes it impossible.
func Contrast(ctx context.Context, cfg Config, tablas []Tabla, progress func(done, total int64)) ([]Diferencia, error) {
	dialecto := migrations.SQLite
	if cfg.Ruta == "" {
		dialecto = migrations.Postgres
	}
	pool, err := openPool(&cfg, contrastDSN(cfg.Ruta), 1, nil)
	if err != nil {
		return nil, err
	}
	c, err := connect(ctx, dialecto, pool)
	if err != nil {
		pool.Close()
		return nil, err
	}
	defer c.close()
	c.ctx = ctx
	r := &rebuild{c: c, cfg: &cfg, tablas: tablas, progress: progress}
	if r.progress == nil {
		r.progress = func(int64, int64) {}
	}
	return r.run()
}

// contrastDSN reads the log only. The temporary tables need no journal, and little
// memory: what does not fit goes to a file.
func contrastDSN(ruta string) string {
	return sqliteURI(ruta) + "?mode=ro&_pragma=busy_timeout(5000)&_pragma=temp.journal_mode(OFF)" +
		"&_pragma=temp.cache_size(-16384)"
}

// rebuild is a Contrast in progress.
type rebuild struct {
	c        *conn
	cfg      *Config
	tablas   []Tabla
	progress func(done, total int64)
	schema   string // of the projections
}

func (r *rebuild) run() ([]Diferencia, error) {
	begin := "BEGIN"
	r.schema = "main"
	if r.c.pgx() {
		begin = "BEGIN ISOLATION LEVEL REPEATABLE READ"
		if err := r.c.handle().Raw(`SELECT current_schema()`).Row().Scan(&r.schema); err != nil {
			return nil, fmt.Errorf("read the schema: %w", err)
		}
	}
	if err := r.c.control(begin); err != nil {
		return nil, err
	}
	last, err := r.c.readPlace() // from here on, the snapshot
	if err != nil {
		return nil, err
	}
	for _, t := range r.tablas {
		if err := r.shadow(t.Nombre); err != nil {
			return nil, fmt.Errorf("make a temporary %s: %w", t.Nombre, err)
		}
	}
	if err := r.project(last.posicion + 1); err != nil {
		return nil, err
	}
	var found []Diferencia
	for _, t := range r.tablas {
		d, err := r.compare(t)
		if err != nil {
			return nil, fmt.Errorf("compare %s: %w", t.Nombre, err)
		}
		found = append(found, d...)
	}
	return found, r.c.rollback()
}

// shadow makes the temporary table, with the defaults and indexes of the true one.
func (r *rebuild) shadow(table string) error {
	if r.c.pgx() {
		var there bool
		err := r.c.handle().Raw(`SELECT to_regclass(?) IS NOT NULL`, quoteIdent(r.schema)+"."+quoteIdent(table)).Row().Scan(&there)
		if err != nil {
			return err
		}
		if !there {
			return &NoSeRehacen{Posicion: -1, Tabla: table}
		}
		return r.exec(`CREATE TEMP TABLE ` + quoteIdent(table) + ` (LIKE ` + quoteIdent(r.schema) + `.` + quoteIdent(table) +
			` INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES) ON COMMIT DROP`)
	}
	var definitions []string
	err := r.c.handle().Raw(`SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index')
		AND sql IS NOT NULL ORDER BY type DESC, name`, table).Scan(&definitions).Error
	if err != nil {
		return err
	}
	if len(definitions) == 0 {
		return &NoSeRehacen{Posicion: -1, Tabla: table}
	}
	// SQLite keeps every definition with its first words in one form.
	temp := strings.NewReplacer("CREATE TABLE ", "CREATE TEMP TABLE ", "CREATE INDEX ", "CREATE INDEX temp.",
		"CREATE UNIQUE INDEX ", "CREATE UNIQUE INDEX temp.")
	for _, definition := range definitions {
		head, body, _ := strings.Cut(definition, "(")
		if err := r.exec(temp.Replace(head) + "(" + body); err != nil {
			return err
		}
	}
	return nil
}

func (r *rebuild) exec(query string) error { return r.c.handle().Exec(query).Error }

// project runs the projectors over the first total leaves.
func (r *rebuild) project(total int64) error {
	l := newLote(r.c)
	l.only = map[string]bool{}
	for _, t := range r.tablas {
		l.only[t.Nombre] = true
	}
	for from := int64(0); from < total; from += contrastLeaves {
		to := min(from+contrastLeaves, total)
		values, err := r.vault(from, to)
		if err != nil {
			return err
		}
		leaves, err := r.leaves(from, to)
		if err != nil {
			return err
		}
		for k := range leaves {
			if err := r.projectLeaf(l, &leaves[k], values[leaves[k].Posicion]); err != nil {
				return r.refused(leaves[k].Posicion, err)
			}
		}
		r.progress(to, total)
	}
	return r.refused(total-1, l.flush())
}

// refused tells what the leaves are to blame for from a failure of the database.
func (r *rebuild) refused(posicion int64, err error) error {
	var st *statementError
	blame := true
	switch {
	case err == nil:
		return nil
	case r.c.ctx.Err() != nil:
		blame = false
	case r.c.fault != nil:
		blame = classify(r.c.fault) == faultAct
	case errors.As(err, &st):
		blame = classify(err) == faultAct
	}
	if !blame {
		return fmt.Errorf("project leaf %d: %w", posicion, err)
	}
	return &NoSeRehacen{Posicion: posicion, err: err}
}

func (r *rebuild) projectLeaf(l *Lote, a *diario.Asiento, values map[string]string) error {
	project := r.cfg.Proyectores[a.Tipo]
	if project == nil {
		return nil
	}
	if values == nil {
		values = map[string]string{}
	}
	if err := project(l, a, values); err != nil {
		return err
	}
	if l.waiting() < contrastRows {
		return nil
	}
	return l.flush()
}

// leaves reads the leaves of the positions from..to-1.
func (r *rebuild) leaves(from, to int64) ([]diario.Asiento, error) {
	rows, err := r.c.handle().Raw(
		`SELECT posicion, texto FROM asientos WHERE posicion >= ? AND posicion < ? ORDER BY posicion`, from, to).Rows()
	if err != nil {
		return nil, fmt.Errorf("read the leaves: %w", err)
	}
	defer rows.Close()
	leaves := make([]diario.Asiento, 0, to-from)
	for rows.Next() {
		var posicion int64
		var texto []byte
		if err := rows.Scan(&posicion, &texto); err != nil {
			return nil, fmt.Errorf("read the leaves: %w", err)
		}
		a, err := diario.Parse(texto)
		if err != nil {
			return nil, &NoSeRehacen{Posicion: posicion, err: err}
		}
		leaves = append(leaves, a)
	}
	return leaves, rows.Err()
}

// queryVault gives the values of a leaf as one: what a row costs to read is most of what
// this costs. No name holds a line feed.
const queryVault = `SELECT posicion, %s(nombre || CAST(? AS TEXT) || octet_length(valor) || CAST(? AS TEXT) || valor, '')
	FROM boveda WHERE posicion >= ? AND posicion < ? GROUP BY posicion`

// vault reads the personal values of the positions from..to-1.
func (r *rebuild) vault(from, to int64) (map[int64]map[string]string, error) {
	aggregate := "group_concat"
	if r.c.pgx() {
		aggregate = "string_agg"
	}
	rows, err := r.c.handle().Raw(fmt.Sprintf(queryVault, aggregate), "\n", "\n", from, to).Rows()
	if err != nil {
		return nil, fmt.Errorf("read the vault: %w", err)
	}
	defer rows.Close()
	all := make(map[int64]map[string]string, to-from)
	for rows.Next() {
		var posicion int64
		var joined string
		if err := rows.Scan(&posicion, &joined); err != nil {
			return nil, fmt.Errorf("read the vault: %w", err)
		}
		if all[posicion], err = splitValues(joined); err != nil {
			return nil, fmt.Errorf("read the vault of leaf %d: %w", posicion, err)
		}
	}
	return all, rows.Err()
}

// splitValues takes apart the values of a leaf: name, bytes of the value, value.
func splitValues(joined string) (map[string]string, error) {
	values := map[string]string{}
	for joined != "" {
		nombre, rest, _ := strings.Cut(joined, "\n")
		size, rest, _ := strings.Cut(rest, "\n")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n > len(rest) {
			return nil, fmt.Errorf("the value of a name of %d bytes has %q bytes of %d", len(nombre), size, len(rest))
		}
		values[nombre], joined = rest[:n], rest[n:]
	}
	return values, nil
}

// compare reports the rows of t that only one of the two tables has.
func (r *rebuild) compare(t Tabla) ([]Diferencia, error) {
	columns, err := r.columns(t.Nombre)
	if err != nil {
		return nil, err
	}
	truth := quoteIdent(r.schema) + "." + quoteIdent(t.Nombre)
	rebuilt := "temp." + quoteIdent(t.Nombre)
	if r.c.pgx() {
		rebuilt = "pg_" + rebuilt
	}
	extra, err := r.except(t, columns, truth, rebuilt)
	if err != nil {
		return nil, err
	}
	missing, err := r.except(t, columns, rebuilt, truth)
	if err != nil {
		return nil, err
	}
	found, err := r.repeated(t, truth, rebuilt, int64(len(extra)-len(missing)))
	if err != nil {
		return nil, err
	}
	for key, row := range extra {
		d := Diferencia{Tabla: t.Nombre, Clave: key, Clase: DiferenciaSobra}
		if other, ok := missing[key]; ok {
			delete(missing, key)
			d.Clase = DiferenciaDifiere
			for k, name := range columns {
				if row[k] != other[k] {
					d.Columnas = append(d.Columnas, name)
				}
			}
		}
		found = append(found, d)
	}
	for key := range missing {
		found = append(found, Diferencia{Tabla: t.Nombre, Clave: key, Clase: DiferenciaFalta})
	}
	slices.SortFunc(found, func(a, b Diferencia) int { return strings.Compare(a.Clave, b.Clave) })
	return found, nil
}

// repeated reports that a table has rows more than once, which EXCEPT does not see: its
// key must have been taken off. more is how many rows it should have more than the other.
func (r *rebuild) repeated(t Tabla, truth, rebuilt string, more int64) ([]Diferencia, error) {
	var got int64
	err := r.c.handle().Raw(`SELECT (SELECT count(*) FROM ` + truth + `) - (SELECT count(*) FROM ` + rebuilt + `)`).Row().Scan(&got)
	if err != nil || got == more {
		return nil, err
	}
	return []Diferencia{{Tabla: t.Nombre, Clave: "filas repetidas", Clase: DiferenciaSobra}}, nil
}

func (r *rebuild) columns(table string) ([]string, error) {
	rows, err := r.c.handle().Raw(`SELECT * FROM ` + quoteIdent(r.schema) + `.` + quoteIdent(table) + ` LIMIT 0`).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return rows.Columns()
}

// except returns by key the rows of one table that the other has not, as texts.
func (r *rebuild) except(t Tabla, columns []string, one, other string) (map[string][]string, error) {
	list := quoted(columns)
	rows, err := r.c.handle().Raw(`SELECT ` + list + ` FROM ` + one + ` EXCEPT SELECT ` + list + ` FROM ` + other).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string][]string{}
	values := make([]any, len(columns))
	into := make([]any, len(columns))
	for k := range values {
		into[k] = &values[k]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		texts := make([]string, len(columns))
		var key []string
		for k, v := range values {
			texts[k] = fmt.Sprintf("%T %v", v, v)
			if slices.Contains(t.Clave, columns[k]) {
				key = append(key, fmt.Sprintf("%s=%v", columns[k], v))
			}
		}
		found[strings.Join(key, ", ")] = texts
	}
	return found, rows.Err()
}
