package main

import (
	"archive/zip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"foliado/migrations"
)

type copiaCmd struct {
	datosOpts
	Destino string `arg:"" help:"Fichero que se escribe, con modo 0600: lleva la bóveda, con los valores personales."`
}

// Help tells what a copy is.
func (*copiaCmd) Help() string {
	return "La copia es la base entera en un mismo instante, y puede hacerse con el servidor en marcha: de SQLite, otra base; de PostgreSQL, un " +
		"fichero que repone «foliado restaurar» en una base vacía. No lleva la clave del diario, que se guarda aparte."
}

// errCopiaExiste: a copy never takes the place of another.
var errCopiaExiste = errors.New("ya existe: una copia no se escribe encima de nada")

// Run writes the copy whole or not at all.
func (k *copiaCmd) Run(env entorno) error {
	if _, err := os.Lstat(k.Destino); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s %w", k.Destino, errCopiaExiste))
	}
	db, closeDB, err := k.reader(env.ctx)
	if err != nil {
		return err
	}
	defer closeDB()
	tmp, err := os.CreateTemp(filepath.Dir(k.Destino), ".copia-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	bar := newBar(env, -1, "Copiando")
	write := copySQLite
	if k.BD != "" {
		write = copyPostgres
	}
	tamano, err := write(env.ctx, db, tmp, func(n int64) { _ = bar.Set64(n) })
	bar.Finish()
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), k.Destino); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.out, "Copia escrita en %s: %d asientos.\nCompruébela: «foliado restaurar» en otra carpeta o base, que la verifica.\n", k.Destino, tamano)
	return err
}

const queryTamano = "SELECT COALESCE(MAX(posicion) + 1, 0) FROM asientos"

// copySQLite writes the database as it is at one instant, without what was erased from it,
// and says how many asientos it holds.
func copySQLite(ctx context.Context, db *sql.DB, to *os.File, _ func(int64)) (tamano int64, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only(0)"); err != nil { // the copy is another file: this one stays open for reading only
		return 0, err
	}
	if _, err := conn.ExecContext(ctx, "VACUUM INTO ?", to.Name()); err != nil { // the file is there, empty and of its owner alone
		return 0, fmt.Errorf("copy the database: %w", err)
	}
	made, err := sql.Open("sqlite", "file:"+(&url.URL{Path: to.Name()}).EscapedPath()+"?mode=ro&immutable=1")
	if err != nil {
		return 0, err
	}
	defer made.Close()
	err = made.QueryRowContext(ctx, queryTamano).Scan(&tamano)
	return tamano, err
}

// manifiesto says what a copy of PostgreSQL holds: the first entry of its file.
type manifiesto struct {
	Forma   string       `json:"forma"`   // formaCopia
	Version int64        `json:"version"` // of the schema
	Tamano  int64        `json:"tamano"`  // asientos
	Tablas  []tablaCopia `json:"tablas"`
}

type tablaCopia struct {
	Nombre   string   `json:"nombre"`
	Columnas []string `json:"columnas"`
}

const (
	formaCopia        = "foliado copia v1"
	ficheroManifiesto = "copia.json"
)

// copyPostgres writes every table as one snapshot sees it: an entry each, in the text format of
// COPY, after the manifest.
func copyPostgres(ctx context.Context, db *sql.DB, to *os.File, progress func(int64)) (int64, error) {
	var m manifiesto
	err := onConn(ctx, db, func(c *pgconn.PgConn) (err error) {
		if err = exec(ctx, c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, exec(context.WithoutCancel(ctx), c, "ROLLBACK")) }()
		if m, err = readManifiesto(ctx, c); err != nil {
			return err
		}
		z := zip.NewWriter(to)
		w, err := z.Create(ficheroManifiesto)
		if err == nil {
			err = json.NewEncoder(w).Encode(m)
		}
		if err != nil {
			return err
		}
		var rows int64
		for _, t := range m.Tablas {
			if w, err = z.Create(t.Nombre); err != nil {
				return err
			}
			done, err := c.CopyTo(ctx, w, "COPY "+t.sql()+" TO STDOUT")
			if err != nil {
				return fmt.Errorf("copy %s: %w", t.Nombre, err)
			}
			rows += done.RowsAffected()
			progress(rows)
		}
		return z.Close()
	})
	return m.Tamano, err
}

func (t tablaCopia) sql() string {
	quoted := make([]string, len(t.Columnas))
	for k, c := range t.Columnas {
		quoted[k] = quoteName(c)
	}
	return quoteName(t.Nombre) + " (" + strings.Join(quoted, ", ") + ")"
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// readManifiesto lists the tables of the house, of the schema that its programs keep.
func readManifiesto(ctx context.Context, c *pgconn.PgConn) (manifiesto, error) {
	m := manifiesto{Forma: formaCopia}
	var err error
	if m.Version, err = queryInt(ctx, c, "SELECT COALESCE(max(version_id), 0) FROM goose_db_version"); err != nil {
		return m, err
	}
	if m.Tamano, err = queryInt(ctx, c, queryTamano); err != nil {
		return m, err
	}
	rows, err := queryRows(ctx, c, `SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN pg_tables t
		ON t.schemaname = c.table_schema AND t.tablename = c.table_name
		WHERE c.table_schema = current_schema() AND c.table_name <> 'goose_db_version' ORDER BY c.table_name, c.ordinal_position`)
	for _, r := range rows {
		if n := len(m.Tablas); n == 0 || m.Tablas[n-1].Nombre != r[0] {
			m.Tablas = append(m.Tablas, tablaCopia{Nombre: r[0]})
		}
		last := &m.Tablas[len(m.Tablas)-1]
		last.Columnas = append(last.Columnas, r[1])
	}
	return m, err
}

// onConn lends one connection to PostgreSQL, of those that speak COPY.
func onConn(ctx context.Context, db *sql.DB, do func(*pgconn.PgConn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(raw any) error { return do(raw.(*stdlib.Conn).Conn().PgConn()) })
}

func exec(ctx context.Context, c *pgconn.PgConn, statement string) error {
	_, err := queryRows(ctx, c, statement)
	return err
}

func queryInt(ctx context.Context, c *pgconn.PgConn, query string) (n int64, err error) {
	rows, err := queryRows(ctx, c, query)
	if err == nil {
		_, err = fmt.Sscan(rows[0][0], &n)
	}
	return n, err
}

func queryRows(ctx context.Context, c *pgconn.PgConn, query string) ([][]string, error) {
	results, err := c.Exec(ctx, query).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	var out [][]string
	for _, r := range results {
		for _, row := range r.Rows {
			text := make([]string, len(row))
			for k, v := range row {
				text[k] = string(v)
			}
			out = append(out, text)
		}
	}
	return out, nil
}

type restaurarCmd struct {
	datosOpts
	Clave string `help:"Fichero con la clave pública del diario que se conoce de antes." type:"existingfile" placeholder:"FICHERO"`
	Desde string `help:"Fichero con el checkpoint que se guardó antes que la copia." type:"existingfile" placeholder:"FICHERO"`
	Copia string `arg:"" help:"Copia que se repone." type:"existingfile"`
}

// Help tells where a copy is put.
func (*restaurarCmd) Help() string {
	return "Repone una copia donde no hay nada: en una carpeta sin base o, con --bd y el dueño, en una base PostgreSQL vacía; y la verifica. " +
		"En PostgreSQL siguen los permisos: «foliado migrar --rol». Si después se anotó algo más, sirve con «foliado servir --recuperar»."
}

// Errors of restoring.
var (
	errNoVacia     = errors.New("donde se repone la copia ya hay una casa")
	errNoEsCopia   = errors.New("el fichero no es una copia de Foliado para esa base")
	errOtraVersion = errors.New("la copia es de otra versión del programa: repóngala con aquella y migre después")
)

// Run puts a copy in place and verifies it.
func (r *restaurarCmd) Run(env entorno) error {
	restore := r.restoreSQLite
	if r.BD != "" {
		restore = r.restorePostgres
	}
	if err := restore(env.ctx); err != nil {
		return err
	}
	fmt.Fprintln(env.out, "Copia repuesta. Se verifica:")
	return (&verificarCmd{datosOpts: r.datosOpts, Clave: r.Clave, Desde: r.Desde}).Run(env)
}

func (r *restaurarCmd) restoreSQLite(context.Context) error {
	base := filepath.Join(r.Datos, ficheroBD)
	if _, err := os.Lstat(base); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%w: %s", errNoVacia, base))
	}
	from, err := os.Open(r.Copia)
	if err != nil {
		return err
	}
	defer from.Close()
	head := make([]byte, 16)
	if _, err := io.ReadFull(from, head); err != nil || string(head) != "SQLite format 3\x00" {
		return errNoEsCopia
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := os.MkdirAll(r.Datos, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(r.Datos, ".copia-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = io.Copy(tmp, from)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), base)
}

// restorePostgres makes the schema and fills its tables, all of them or none.
func (r *restaurarCmd) restorePostgres(ctx context.Context) error {
	z, err := zip.OpenReader(r.Copia)
	if err != nil {
		return errNoEsCopia
	}
	defer z.Close()
	m, err := parseManifiesto(&z.Reader)
	if err != nil {
		return err
	}
	db, err := sql.Open("pgx", r.BD)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := migrations.Up(ctx, db, migrations.Postgres); err != nil {
		return err
	}
	var held int64
	if err := db.QueryRowContext(ctx, queryTamano).Scan(&held); err != nil {
		return err
	}
	if held > 0 {
		return errNoVacia
	}
	return onConn(ctx, db, func(c *pgconn.PgConn) (err error) {
		if err = exec(ctx, c, "BEGIN"); err != nil {
			return err
		}
		for _, t := range m.Tablas {
			if err := fillTable(ctx, c, &z.Reader, t); err != nil {
				return errors.Join(err, exec(context.WithoutCancel(ctx), c, "ROLLBACK"))
			}
		}
		return exec(ctx, c, "COMMIT")
	})
}

func parseManifiesto(z *zip.Reader) (m manifiesto, err error) {
	f, err := z.Open(ficheroManifiesto)
	if err != nil {
		return m, errNoEsCopia
	}
	defer f.Close()
	if err := json.NewDecoder(f).Decode(&m); err != nil || m.Forma != formaCopia {
		return m, errNoEsCopia
	}
	if m.Version != migrations.Latest(migrations.Postgres) {
		return m, errOtraVersion
	}
	return m, nil
}

func fillTable(ctx context.Context, c *pgconn.PgConn, z *zip.Reader, t tablaCopia) error {
	f, err := z.Open(t.Nombre)
	if err != nil {
		return fmt.Errorf("%w: falta la tabla %s", errNoEsCopia, t.Nombre)
	}
	defer f.Close()
	if _, err := c.CopyFrom(ctx, f, "COPY "+t.sql()+" FROM STDIN"); err != nil {
		return fmt.Errorf("restore %s: %w", t.Nombre, err)
	}
	return nil
}
