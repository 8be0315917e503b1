package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // driver "sqlite"

	"foliado/migrations"
)

// sqliteTemplate is the content of a migrated file, made once a process.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "foliado-plantilla-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "foliado.db")
	if err := migrateSQLite(name); err != nil {
		return nil, err
	}
	// The handle is closed: its WAL is in the file and no lock is left to drop.
	return os.ReadFile(name)
})

// migrateSQLite makes the file and migrates it.
func migrateSQLite(name string) error {
	db, err := sql.Open("sqlite", sqliteURI(name)+
		"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=foreign_keys(1)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	if err := migrations.Up(context.Background(), db, migrations.SQLite); err != nil {
		db.Close()
		return err
	}
	if err := db.Close(); err != nil {
		return fmt.Errorf("close the template: %w", err)
	}
	return nil
}

// sqliteURI returns the file's URI: the folder of a test may bear a # in its name.
func sqliteURI(name string) string {
	return "file:" + (&url.URL{Path: name}).EscapedPath()
}

func newSQLite(tb testing.TB, migrated bool) BD {
	tb.Helper()
	bd := BD{Dialecto: migrations.SQLite, Ruta: filepath.Join(tb.TempDir(), "foliado.db")}
	if !migrated {
		return bd
	}
	content, err := sqliteTemplate()
	if err != nil {
		tb.Fatalf("dbtest: migrate SQLite: %v", err)
	}
	if err := os.WriteFile(bd.Ruta, content, 0o600); err != nil {
		tb.Fatalf("dbtest: %v", err)
	}
	return bd
}
