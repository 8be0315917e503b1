// Package migrations holds the numbered SQL of each dialect and brings a
// database up to the last one.
//
// A file is named NNNN_what.sql, carries the same number and name in both
// dialects and goes only up: what is on record is never migrated down.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// Dialecto is the SQL dialect of a database.
type Dialecto string

// The two dialects served.
const (
	SQLite   Dialecto = "sqlite"
	Postgres Dialecto = "postgres"
)

// Dialectos lists the two dialects, the default one first.
func Dialectos() []Dialecto { return []Dialecto{SQLite, Postgres} }

// ErrNewer says that the database was migrated by a later program than this.
var ErrNewer = errors.New("la base de datos es de una versión posterior del programa")

// Up applies to db, in order, every migration of its dialect not yet applied,
// each in its own transaction. On PostgreSQL db belongs to the owner of the
// schema, and two processes that migrate at once take turns. It returns
// ErrNewer, and changes nothing, when db is ahead of this program.
func Up(ctx context.Context, db *sql.DB, dialecto Dialecto) error {
	version, err := Version(ctx, db, dialecto)
	if err != nil {
		return err
	}
	if version > Latest(dialecto) {
		return ErrNewer
	}
	provider, err := newProvider(db, dialecto)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", dialecto, err)
	}
	return nil
}

// Version returns the number of the last migration applied to db, 0 when none
// was. It only reads: the role of the application may ask.
func Version(ctx context.Context, db *sql.DB, dialecto Dialecto) (int64, error) {
	exists := `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`
	if dialecto == Postgres {
		exists = `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1`
	}
	var tables int
	if err := db.QueryRowContext(ctx, exists, goose.DefaultTablename).Scan(&tables); err != nil {
		return 0, fmt.Errorf("look for the migrations of %s: %w", dialecto, err)
	}
	if tables == 0 {
		return 0, nil
	}
	var version int64
	latest := `SELECT coalesce(max(version_id), 0) FROM ` + goose.DefaultTablename
	if err := db.QueryRowContext(ctx, latest).Scan(&version); err != nil {
		return 0, fmt.Errorf("read the version of %s: %w", dialecto, err)
	}
	return version, nil
}

// Latest returns the number of the last migration that this program carries
// for the dialect.
func Latest(dialecto Dialecto) int64 {
	names, err := fs.Glob(files, string(dialecto)+"/*.sql")
	if err != nil {
		panic(err)
	}
	var latest int64
	for _, name := range names {
		digits, _, _ := strings.Cut(path.Base(name), "_")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			panic("migrations: file without a number: " + name)
		}
		latest = max(latest, n)
	}
	return latest
}

// SQL returns the migrations of the dialect as embedded: NNNN_what.sql files
// at the root.
func SQL(dialecto Dialecto) fs.FS {
	sub, err := fs.Sub(files, string(dialecto))
	if err != nil {
		panic(err)
	}
	return sub
}

// goose returns the name that the migration library gives to the dialect.
func (d Dialecto) goose() goose.Dialect {
	switch d {
	case SQLite:
		return goose.DialectSQLite3
	case Postgres:
		return goose.DialectPostgres
	}
	panic("migrations: unknown dialect " + string(d))
}

func newProvider(db *sql.DB, dialecto Dialecto) (*goose.Provider, error) {
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if dialecto == Postgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
		if err != nil {
			return nil, fmt.Errorf("lock the migrations: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialecto.goose(), db, SQL(dialecto), options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations of %s: %w", dialecto, err)
	}
	return provider, nil
}
