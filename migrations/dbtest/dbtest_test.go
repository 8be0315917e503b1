package dbtest_test

import (
	"context"
	"database/sql"
	"os"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

func TestEachIsMigratedAndAlone(t *testing.T) {
	seen := 0
	for range 2 { // the second round would see what the first one left
		dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
			seen++
			version, err := migrations.Version(context.Background(), bd.Raw(t), bd.Dialecto)
			if want := migrations.Latest(bd.Dialecto); err != nil || version != want {
				t.Fatalf("got version %d, %v, want %d", version, err, want)
			}
			bd.Exec(t, `CREATE TABLE vecino (n INTEGER)`, `INSERT INTO vecino VALUES (1)`)
		})
	}
	if seen != 4 {
		t.Errorf("got %d runs, want 4", seen)
	}
}

func TestEmptyHoldsNothing(t *testing.T) {
	dbtest.EachEmpty(t, func(t *testing.T, bd dbtest.BD) {
		if bd.Ruta != "" {
			if _, err := os.Stat(bd.Ruta); !os.IsNotExist(err) {
				t.Errorf("got %v, want no file", err)
			}
		}
		version, err := migrations.Version(context.Background(), bd.Raw(t), bd.Dialecto)
		if err != nil || version != 0 {
			t.Errorf("got version %d, %v, want 0", version, err)
		}
	})
}

// The server keeps the settings that make an acknowledgement durable.
func TestPostgresIsDurable(t *testing.T) {
	db := dbtest.NewEmpty(t, migrations.Postgres).Raw(t)
	for _, setting := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		var got string
		if err := db.QueryRow(`SELECT current_setting($1)`, setting).Scan(&got); err != nil || got != "on" {
			t.Errorf("%s: got %q, %v, want on", setting, got, err)
		}
	}
}

func TestRoles(t *testing.T) {
	bd := dbtest.New(t, migrations.Postgres)
	rol, dsn := bd.CrearRol(t)
	app, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	var name string
	if err := app.QueryRow(`SELECT current_user`).Scan(&name); err != nil || name != rol {
		t.Errorf("got %q, %v, want %q", name, err, rol)
	}
	if _, err := app.Exec(`CREATE TABLE intruso (n INTEGER)`); err == nil {
		t.Error("the role of the application created a table")
	}
	bd.Exec(t, `CREATE TABLE ajena (n INTEGER)`)
	if _, err := app.Exec(`SELECT n FROM ajena`); err == nil {
		t.Error("the role reads a table nobody granted")
	}
}

// The owner of the database migrates it without being a superuser.
func TestOwnerMigrates(t *testing.T) {
	bd := dbtest.NewEmpty(t, migrations.Postgres)
	_, dsn := bd.CrearPropietario(t)
	owner, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if err := migrations.Up(context.Background(), owner, migrations.Postgres); err != nil {
		t.Fatal(err)
	}
}
