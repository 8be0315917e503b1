package escritor

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// content is all of a table, as text, to see that nothing changed.
func content(t *testing.T, db *sql.DB, table string) string {
	t.Helper()
	rows, err := db.Query(`SELECT * FROM ` + table + ` ORDER BY 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for k := range values {
			into[k] = &values[k]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			all.WriteString(v.String + "|")
		}
	}
	return all.String()
}

// alterations are statements that would change what is on record.
var alterations = []string{
	`UPDATE asientos SET tipo = 'Otro'`,
	`UPDATE asientos SET tipo = tipo WHERE posicion = 1`,
	`DELETE FROM asientos WHERE posicion = 1`,
	`DELETE FROM asientos`,
	`INSERT INTO asientos SELECT * FROM asientos WHERE posicion = 0`,
	`INSERT INTO asientos SELECT * FROM asientos WHERE posicion = 0 ON CONFLICT (posicion) DO UPDATE SET tipo = 'Otro'`,
	`UPDATE checkpoints SET tamano = 7`,
	`DELETE FROM checkpoints`,
	`INSERT INTO checkpoints SELECT * FROM checkpoints WHERE tamano = 1 ON CONFLICT (tamano) DO UPDATE SET nota = '\x00'`,
}

var alterationsSQLite = []string{
	`REPLACE INTO asientos SELECT * FROM asientos WHERE posicion = 0`,
	`INSERT OR REPLACE INTO asientos SELECT * FROM asientos WHERE posicion = 1`,
	`UPDATE OR REPLACE asientos SET numero = 1`,
	`REPLACE INTO checkpoints SELECT tamano, x'00' FROM checkpoints`,
}

// The only parameters that stop REPLACE from passing by the keys of other columns are
// those of the writer's connection: recursive_triggers.
const replaceByKey = `REPLACE INTO asientos SELECT posicion + 10, establecimiento, libro, numero, folio, serie, numero_serie,
	jornada, hecho, anotacion, formulario, transcriptor, autor, cargo, clase, suprimible_desde, tipo, texto, hashes
	FROM asientos WHERE posicion = 0`

var alterationsPostgres = []string{
	`TRUNCATE asientos`, `TRUNCATE checkpoints`, `TRUNCATE asientos CASCADE`,
	`MERGE INTO asientos a USING asientos b ON a.posicion = b.posicion WHEN MATCHED THEN UPDATE SET tipo = 'Otro'`,
}

func alterationsOf(d migrations.Dialecto) []string {
	if d == migrations.SQLite {
		return append(alterationsSQLite, alterations...)
	}
	return append(alterationsPostgres, alterations...)
}

// Whoever asks, even the owner: the log only grows.
func TestAppendOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		mustIssue(t, e, "p1")
		mustIssue(t, e, "p2")
		raw := bd.Raw(t)
		before := content(t, raw, "asientos") + content(t, raw, "checkpoints")
		for _, statement := range alterationsOf(bd.Dialecto) {
			if _, err := raw.Exec(statement); err == nil {
				t.Errorf("from outside: %s: no error", statement)
			}
			if _, err := e.Do(context.Background(), func(t *Tx) error { return t.Exec(statement) }); err == nil {
				t.Errorf("from the writer: %s: no error", statement)
			}
		}
		if bd.Dialecto == migrations.SQLite {
			if _, err := e.Do(context.Background(), func(t *Tx) error { return t.Exec(replaceByKey) }); err == nil {
				t.Error("REPLACE by another key: no error")
			}
		}
		if after := content(t, raw, "asientos") + content(t, raw, "checkpoints"); after != before {
			t.Error("the log changed")
		}
		mustIssue(t, e, "p3")
		checkNumbers(t, bd, 3)
	})
}

// The settings without which an acknowledgement promises nothing.
func TestConnectionSettings(t *testing.T) {
	t.Parallel()
	want := map[migrations.Dialecto]map[string]string{
		migrations.SQLite: {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": "2", "PRAGMA foreign_keys": "1",
			"PRAGMA recursive_triggers": "1", "PRAGMA busy_timeout": "5000", "PRAGMA query_only": "0"},
		migrations.Postgres: {"SHOW synchronous_commit": "on", "SHOW transaction_isolation": "read committed",
			"SHOW TimeZone": "UTC"},
	}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		for query, value := range want[bd.Dialecto] {
			var got string
			mustDo(t, e, func(t *Tx) error { return t.DB().Raw(query).Scan(&got).Error })
			if got != value {
				t.Errorf("%s: got %s, want %s", query, got, value)
			}
		}
		for _, write := range []string{`INSERT INTO prueba_notas VALUES ('x')`, `DELETE FROM boveda`} {
			if err := e.Lectura().Exec(write).Error; err == nil {
				t.Errorf("the read pool wrote: %s", write)
			}
		}
	})
}

// As in production: an owner without CREATEROLE migrates and grants, the role of the
// application writes and may not do what the owner may.
func TestGrant(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bd := dbtest.NewEmpty(t, migrations.Postgres)
	_, ownerDSN := bd.CrearPropietario(t)
	rol, appDSN := bd.CrearRol(t)
	owner, err := sql.Open("pgx", ownerDSN)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	super := bd.DSN
	open := func(dsn string) error {
		cfg := configFor(t, dbtest.BD{DSN: dsn})
		cfg.PermiteDueno = false
		e, err := Open(ctx, cfg)
		if err == nil {
			t.Cleanup(func() { e.Close() })
			mustDo(t, e, issue("p1", nil))
		}
		return err
	}
	if err := open(appDSN); !errors.Is(err, ErrVersion) {
		t.Errorf("not migrated: got %v, want %v", err, ErrVersion)
	}
	if err := migrations.Up(ctx, owner, migrations.Postgres); err != nil {
		t.Fatal(err)
	}
	createTables(t, dbtest.BD{Dialecto: migrations.Postgres, DSN: ownerDSN})
	for range 2 { // it may be run after each migration
		if err := Grant(ctx, owner, rol); err != nil {
			t.Fatal(err)
		}
	}
	if err := Grant(ctx, owner, "nadie"); err == nil {
		t.Error("granted to a role that does not exist")
	}
	for name, dsn := range map[string]string{"owner": ownerDSN, "superuser": super} {
		if err := open(dsn); !errors.Is(err, ErrDueno) {
			t.Errorf("%s: got %v, want %v", name, err, ErrDueno)
		}
	}
	if err := open(appDSN); err != nil {
		t.Fatal(err)
	}
	checkRights(t, appDSN)
	cfg := configFor(t, dbtest.BD{DSN: appDSN})
	if _, err := Contrast(ctx, cfg, tablasPrueba, nil); err != nil {
		t.Errorf("the application may verify: %v", err)
	}
	if _, err := owner.Exec(`DELETE FROM goose_db_version WHERE version_id = $1`, migrations.Latest(migrations.Postgres)); err != nil {
		t.Fatal(err)
	}
	if err := open(appDSN); !errors.Is(err, ErrVersion) {
		t.Errorf("older schema: got %v, want %v", err, ErrVersion)
	}
}

// checkRights tries with the role of the application what only the owner may.
func checkRights(t *testing.T, dsn string) {
	t.Helper()
	app, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	for _, statement := range append(alterationsPostgres, append(alterations,
		`ALTER TABLE asientos DISABLE TRIGGER ALL`, `DROP TRIGGER asientos_no_update ON asientos`,
		`DROP TABLE asientos`, `ALTER TABLE asientos ADD COLUMN x INT`, `CREATE TABLE intrusa (n INT)`,
		`SET session_replication_role = replica`, `TRUNCATE boveda`, `SELECT compactar('asientos')`,
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)`)...) {
		if _, err := app.Exec(statement); err == nil {
			t.Errorf("the application could: %s", statement)
		}
	}
	if _, err := app.Exec(`DELETE FROM boveda`); err != nil {
		t.Errorf("the application may erase from the vault: %v", err)
	}
	if _, err := app.Exec(`SELECT compactar('boveda')`); err != nil {
		t.Errorf("the application may have the vault written again: %v", err)
	}
}
