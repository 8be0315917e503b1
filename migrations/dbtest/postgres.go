package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"

	"foliado/migrations"
)

// Variable is the environment variable with the DSN (a postgres:// URL) of a
// superuser of the throw-away server.
const Variable = "FOLIADO_TEST_PG"

// templateLock keeps two processes from making the same template at once.
const templateLock = 0x466f6c69

// server is the handle of this process on the server, and the DSN it came from.
var server = sync.OnceValues(func() (*sql.DB, error) {
	dsn := os.Getenv(Variable)
	if dsn == "" {
		return nil, fmt.Errorf(`%s is unset: run "make test", or eval "$(.ci/pg)" and then go test`, Variable)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(1)
	return db, db.Ping()
})

// postgresTemplate is the name of the migrated database that the others copy.
// It is made once a server: its name is a digest of the migrations.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	digest, err := digestOf(migrations.SQL(migrations.Postgres))
	if err != nil {
		return "", err
	}
	name := "plantilla_" + digest
	db, err := server()
	if err != nil {
		return "", err
	}
	ctx := context.Background()
	conn, err := db.Conn(ctx) // the lock belongs to its session
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, templateLock); err != nil {
		return "", err
	}
	defer conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, templateLock)
	var exists bool
	err = conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&exists)
	if err != nil || exists {
		return name, err
	}
	return name, makeTemplate(ctx, conn, name)
})

// makeTemplate migrates a database and only then gives it its name: a template
// that exists is whole.
func makeTemplate(ctx context.Context, conn *sql.Conn, name string) error {
	draft := randomName("borrador")
	if _, err := conn.ExecContext(ctx, `CREATE DATABASE `+draft); err != nil {
		return err
	}
	err := migratePostgres(ctx, draft)
	if err == nil {
		_, err = conn.ExecContext(ctx, `ALTER DATABASE `+draft+` RENAME TO `+name)
	}
	if err != nil {
		conn.ExecContext(ctx, `DROP DATABASE `+draft+` WITH (FORCE)`)
		return err
	}
	_, err = conn.ExecContext(ctx, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS false`)
	return err
}

func migratePostgres(ctx context.Context, database string) error {
	dsn, err := dsnOf(database)
	if err != nil {
		return err
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	return migrations.Up(ctx, db, migrations.Postgres)
}

func newPostgres(tb testing.TB, migrated bool) BD {
	tb.Helper()
	db, err := server()
	if err != nil {
		tb.Fatalf("dbtest: PostgreSQL: %v", err)
	}
	template := "template1"
	if migrated {
		if template, err = postgresTemplate(); err != nil {
			tb.Fatalf("dbtest: migrate PostgreSQL: %v", err)
		}
	}
	name := randomName("prueba")
	if _, err := db.Exec(`CREATE DATABASE ` + name + ` TEMPLATE ` + template); err != nil {
		tb.Fatalf("dbtest: create the database: %v", err)
	}
	bd := BD{Dialecto: migrations.Postgres, roles: new([]string)}
	tb.Cleanup(func() {
		if _, err := db.Exec(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			tb.Errorf("dbtest: drop the database: %v", err)
		}
		for _, role := range *bd.roles {
			if _, err := db.Exec(`DROP ROLE ` + role); err != nil {
				tb.Errorf("dbtest: drop the role: %v", err)
			}
		}
	})
	if bd.DSN, err = dsnOf(name); err != nil {
		tb.Fatalf("dbtest: %v", err)
	}
	return bd
}

// CrearRol creates on PostgreSQL a role that may log in and nothing else, and
// returns its name and its DSN on this database. It goes when the test ends.
func (bd BD) CrearRol(tb testing.TB) (rol, dsn string) {
	tb.Helper()
	if bd.Dialecto != migrations.Postgres {
		tb.Fatalf("dbtest: %s has no roles", bd.Dialecto)
	}
	rol, password := randomName("rol"), rand.Text()
	bd.Exec(tb, `CREATE ROLE `+rol+` LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '`+password+`'`)
	*bd.roles = append(*bd.roles, rol)
	u, err := url.Parse(bd.DSN)
	if err != nil {
		tb.Fatalf("dbtest: %v", err)
	}
	u.User = url.UserPassword(rol, password)
	return rol, u.String()
}

// CrearPropietario creates on PostgreSQL a plain role that owns this database
// (not its tables, where it has them): who migrates a house of its own, without
// CREATEROLE. It returns its name and its DSN.
func (bd BD) CrearPropietario(tb testing.TB) (rol, dsn string) {
	tb.Helper()
	rol, dsn = bd.CrearRol(tb)
	bd.Exec(tb, `ALTER DATABASE `+bd.database(tb)+` OWNER TO `+rol)
	return rol, dsn
}

// database returns the name of the PostgreSQL database.
func (bd BD) database(tb testing.TB) string {
	tb.Helper()
	u, err := url.Parse(bd.DSN)
	if err != nil {
		tb.Fatalf("dbtest: %v", err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

// dsnOf returns the DSN of the server with another database.
func dsnOf(database string) (string, error) {
	u, err := url.Parse(os.Getenv(Variable))
	if err != nil {
		return "", fmt.Errorf("%s is no postgres:// URL: %w", Variable, err)
	}
	u.Path = "/" + database
	return u.String(), nil
}

// randomName returns an SQL identifier nobody else has.
func randomName(prefix string) string {
	return prefix + "_" + strings.ToLower(rand.Text()[:16])
}

// digestOf returns a short digest of the names and contents of the files.
func digestOf(fsys fs.FS) (string, error) {
	names, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, name := range names {
		content, err := fs.ReadFile(fsys, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s\n", name, len(content), content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
