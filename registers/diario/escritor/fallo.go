package escritor

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	moderncsqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// statementError is the error of a statement of the writer's own, with its place.
type statementError struct {
	table  string
	commit bool
	err    error
}

func (e *statementError) Error() string {
	if e.commit {
		return "commit: " + e.err.Error()
	}
	return "insert into " + e.table + ": " + e.err.Error()
}

func (e *statementError) Unwrap() error { return e.err }

// actError carries the error of an act whose transaction has to go.
type actError struct{ err error }

func (e *actError) Error() string { return "act: " + e.err.Error() }

// infraError is an error that, whatever it wraps, leaves the transaction unknown.
type infraError struct{ err error }

func (e *infraError) Error() string { return e.err.Error() }

func (e *infraError) Unwrap() error { return e.err }

// Repetido is a unique key that an act broke: it wraps gorm.ErrDuplicatedKey.
type Repetido struct {
	Tabla    string
	Columnas []string // of the key; nil when the database does not say
	err      error
}

// Error names the table and the key, without values.
func (e *Repetido) Error() string {
	return fmt.Sprintf("ya consta en %s (%s)", e.Tabla, strings.Join(e.Columnas, ", "))
}

// Unwrap returns gorm.ErrDuplicatedKey and the error of the database.
func (e *Repetido) Unwrap() []error { return []error{gorm.ErrDuplicatedKey, e.err} }

// explain turns an error of the database into what a use case tells apart with
// errors.Is: gorm.ErrDuplicatedKey, gorm.ErrForeignKeyViolated,
// gorm.ErrCheckConstraintViolated. Any other stays as it is.
func explain(err error) error {
	var pg *pgconn.PgError
	var lite *moderncsqlite.Error
	switch {
	case errors.As(err, &pg):
		switch pg.Code {
		case "23505":
			return &Repetido{Tabla: pg.TableName, Columnas: columnsOf(pgKey.FindStringSubmatch(pg.Detail)), err: err}
		case "23503":
			return fmt.Errorf("%w: %w", gorm.ErrForeignKeyViolated, err)
		case "23514":
			return fmt.Errorf("%w: %w", gorm.ErrCheckConstraintViolated, err)
		}
	case errors.As(err, &lite):
		switch lite.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
			return repetidoSQLite(lite, err)
		case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
			return fmt.Errorf("%w: %w", gorm.ErrForeignKeyViolated, err)
		case sqlite3.SQLITE_CONSTRAINT_CHECK:
			return fmt.Errorf("%w: %w", gorm.ErrCheckConstraintViolated, err)
		}
	}
	return err
}

var (
	pgKey     = regexp.MustCompile(`^Key \(([^)]*)\)=`)
	sqliteKey = regexp.MustCompile(`UNIQUE constraint failed: ([^():]*)`)
)

func columnsOf(found []string) []string {
	if found == nil {
		return nil
	}
	return strings.Split(found[1], ", ")
}

// repetidoSQLite reads "UNIQUE constraint failed: t.a, t.b".
func repetidoSQLite(lite *moderncsqlite.Error, err error) error {
	r := &Repetido{err: err}
	for _, name := range columnsOf(sqliteKey.FindStringSubmatch(lite.Error())) {
		table, column, ok := strings.Cut(strings.TrimSpace(name), ".")
		if !ok {
			break // the name of an index of expressions
		}
		r.Tabla, r.Columnas = table, append(r.Columnas, column)
	}
	var st *statementError
	if r.Tabla == "" && errors.As(err, &st) {
		r.Tabla = st.table
	}
	return r
}

// fault says what is to be done about an error.
type fault int

const (
	faultNone  fault = iota
	faultAct         // an act is to blame: run each again alone
	faultRetry       // nobody is: run the same again
	faultInfra       // the database is: nothing is known of the commit
)

// Tables that only the writer fills: when one of their keys is broken, its state in
// memory is not that of the database.
var ownTables = []string{"asientos", "boveda", "contadores", "checkpoints"}

// classify judges an error of the database. Whatever it does not know is faultInfra,
// which promises nothing; so does a COMMIT, unless a deferred constraint refused it.
func classify(err error) fault {
	var pg *pgconn.PgError
	var lite *moderncsqlite.Error
	var st *statementError
	var act *actError
	var infra *infraError
	switch {
	case err == nil:
		return faultNone
	case errors.As(err, &infra):
		return faultInfra
	case errors.As(err, &act), errors.Is(err, errNotCommitted):
		return faultAct
	case errors.As(err, &st) && st.commit && !refusedAtCommit(err):
		return faultInfra
	case errors.As(err, &pg):
		return classifyPostgres(pg)
	case errors.As(err, &lite):
		return classifySQLite(lite, err)
	case errors.Is(err, gorm.ErrInvalidValue):
		return faultAct
	}
	return faultInfra
}

// refusedAtCommit reports whether the database said at COMMIT that it rolled back.
func refusedAtCommit(err error) bool {
	var pg *pgconn.PgError
	var lite *moderncsqlite.Error
	switch {
	case errors.As(err, &pg):
		return strings.HasPrefix(pg.Code, "23") || pg.Code == "40001" || pg.Code == "40P01"
	case errors.As(err, &lite):
		return lite.Code()&0xff == sqlite3.SQLITE_CONSTRAINT
	}
	return false
}

func classifyPostgres(pg *pgconn.PgError) fault {
	switch {
	case pg.Code == "40001", pg.Code == "40P01":
		return faultRetry
	case pg.Code == "25006": // read only: a standby, after a change of roles
		return faultInfra
	case pg.Code == "23505" && slices.Contains(ownTables, pg.TableName):
		return faultInfra
	}
	switch pg.Code[:min(2, len(pg.Code))] {
	case "08", "53", "57", "58", "XX", "F0", "3D", "28", "55":
		return faultInfra
	}
	return faultAct
}

func classifySQLite(lite *moderncsqlite.Error, err error) fault {
	switch lite.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT:
		var st *statementError
		if errors.As(err, &st) && slices.Contains(ownTables, st.table) {
			return faultInfra
		}
		return faultAct
	case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_RANGE, sqlite3.SQLITE_TOOBIG:
		return faultAct
	}
	return faultInfra
}

// mentions reports whether any statement names the table.
func mentions(statements []string, table string) bool {
	return slices.ContainsFunc(statements, func(s string) bool { return strings.Contains(s, table) })
}
