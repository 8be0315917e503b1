// Package dbtest gives tests a database of their own, migrated, in each dialect.
//
//	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
//		w := open(t, bd) // by bd.Dialecto: bd.Ruta or bd.DSN
//		...
//		bd.Raw(t).Exec(`UPDATE asientos SET ...`) // tamper behind its back
//	})
//
// The PostgreSQL server is the one of FOLIADO_TEST_PG (a superuser's DSN), which
// `make test` and `.ci/pg` start. Without it the test fails: nothing is skipped.
package dbtest

import (
	"context"
	"database/sql"
	"testing"

	"foliado/migrations"
)

// BD says where a database of the test is. It lives until the test ends.
type BD struct {
	Dialecto migrations.Dialecto
	// Ruta is the path of the SQLite file, alone in its folder; empty on PostgreSQL.
	Ruta string
	// DSN is the URL of the PostgreSQL database as its owner, a superuser; empty
	// on SQLite.
	DSN string

	roles *[]string
}

// Each runs f as a subtest per dialect, "sqlite" and "postgres", with a fresh
// migrated database each.
func Each(t *testing.T, f func(t *testing.T, bd BD)) {
	t.Helper()
	for _, dialecto := range migrations.Dialectos() {
		t.Run(string(dialecto), func(t *testing.T) { f(t, New(t, dialecto)) })
	}
}

// EachEmpty is Each with databases that hold no table yet.
func EachEmpty(t *testing.T, f func(t *testing.T, bd BD)) {
	t.Helper()
	for _, dialecto := range migrations.Dialectos() {
		t.Run(string(dialecto), func(t *testing.T) { f(t, NewEmpty(t, dialecto)) })
	}
}

// New returns a fresh migrated database of one dialect.
func New(tb testing.TB, dialecto migrations.Dialecto) BD {
	tb.Helper()
	if dialecto == migrations.SQLite {
		return newSQLite(tb, true)
	}
	return newPostgres(tb, true)
}

// NewEmpty returns a database of one dialect without tables. On SQLite the file
// does not exist yet.
func NewEmpty(tb testing.TB, dialecto migrations.Dialecto) BD {
	tb.Helper()
	if dialecto == migrations.SQLite {
		return newSQLite(tb, false)
	}
	return newPostgres(tb, false)
}

// Raw opens a handle of its own on the database, closed when the test ends, with
// the rights of whoever holds the machine: the file itself on SQLite (without
// the pragmas of the product, so that recursive_triggers and foreign_keys are
// off), a superuser on PostgreSQL.
func (bd BD) Raw(tb testing.TB) *sql.DB {
	tb.Helper()
	if bd.Dialecto == migrations.SQLite {
		return open(tb, "sqlite", sqliteURI(bd.Ruta)+"?_pragma=busy_timeout(5000)")
	}
	return open(tb, "pgx", bd.DSN)
}

// Exec runs statements through a raw handle that it closes before it returns.
func (bd BD) Exec(tb testing.TB, statements ...string) {
	tb.Helper()
	db := bd.Raw(tb)
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			tb.Fatalf("dbtest: %s: %v", statement, err)
		}
	}
}

// open opens a handle that the end of the test closes.
func open(tb testing.TB, driver, dsn string) *sql.DB {
	tb.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		tb.Fatalf("dbtest: open %s: %v", driver, err)
	}
	tb.Cleanup(func() { db.Close() })
	return db
}
