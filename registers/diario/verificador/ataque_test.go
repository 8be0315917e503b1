package verificador_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// attack gives a copy of the house with everything that defends it off. On PostgreSQL,
// where copying and dropping a database takes a second, it is always the same one, whose
// rows are given back first.
func (s *sede) attack(t *testing.T) (dbtest.BD, *sql.DB) {
	t.Helper()
	if s.bd.Dialecto == migrations.SQLite {
		return s.attackCopy(t)
	}
	db := s.taller.Raw(t)
	db.SetMaxOpenConns(1)
	exec(t, db, `SET synchronous_commit = off`)
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'limpio' LOOP
			EXECUTE 'DELETE FROM ' || c.r;
			EXECUTE 'INSERT INTO ' || c.r || ' SELECT * FROM limpio.' || c.r;
		END LOOP; END $$`)
	return s.taller, db
}

// keepClean keeps what attack gives back.
func (s *sede) keepClean(t *testing.T) {
	if s.bd.Dialecto == migrations.SQLite {
		return
	}
	var db *sql.DB
	s.taller, db = s.attackCopy(t)
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		CREATE SCHEMA limpio;
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE 'CREATE TABLE limpio.' || c.r || ' AS TABLE ' || c.r;
		END LOOP; END $$`)
	db.Close()
}

// attackCopy opens a fresh copy without triggers, checks or uniqueness.
func (s *sede) attackCopy(t *testing.T) (dbtest.BD, *sql.DB) {
	t.Helper()
	bd := copyOf(t, s.bd)
	db := bd.Raw(t)
	db.SetMaxOpenConns(1) // pragmas are of a connection
	if bd.Dialecto == migrations.SQLite {
		exec(t, db, `PRAGMA ignore_check_constraints = 1`)
		exec(t, db, `PRAGMA synchronous = 0`)
		for _, name := range strs(t, db, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`) {
			exec(t, db, `DROP TRIGGER `+name)
		}
		return bd, db
	}
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE 'ALTER TABLE ' || c.r || ' DISABLE TRIGGER ALL';
		END LOOP;
		FOR c IN SELECT conname, conrelid::regclass AS r FROM pg_constraint
			WHERE conrelid IN ('asientos'::regclass, 'boveda'::regclass, 'checkpoints'::regclass) AND contype IN ('c', 'p', 'u') LOOP
			EXECUTE 'ALTER TABLE ' || c.r || ' DROP CONSTRAINT ' || quote_ident(c.conname);
		END LOOP; END $$`)
	return bd, db
}

func strs(t *testing.T, db *sql.DB, q string, args ...any) (out []string) {
	t.Helper()
	rows, err := db.Query(q, args...)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// ask is strs through a handle that it closes: a database in use is not copied.
func ask(t *testing.T, bd dbtest.BD, q string) []string {
	t.Helper()
	db := bd.Raw(t)
	defer db.Close()
	return strs(t, db, q)
}

// columnsOf lists the columns of a table with their types, from the catalog.
func columnsOf(t *testing.T, bd dbtest.BD, table string) (out [][2]string) {
	t.Helper()
	q := `SELECT name || ' ' || type FROM pragma_table_info('` + table + `')`
	if bd.Dialecto == migrations.Postgres {
		q = `SELECT column_name || ' ' || data_type FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name = '` + table + `' ORDER BY ordinal_position`
	}
	for _, c := range ask(t, bd, q) {
		name, kind, _ := strings.Cut(c, " ")
		out = append(out, [2]string{name, kind})
	}
	if len(out) == 0 {
		t.Fatalf("no columns of %s", table)
	}
	return out
}

// changeColumn changes one value: a letter more, a number some thousands up, a bit.
func changeColumn(t *testing.T, db *sql.DB, table string, column [2]string, where string, args ...any) {
	t.Helper()
	name := column[0]
	var value string
	switch strings.ToUpper(column[1]) {
	case "TEXT":
		value = name + ` || 'x'`
	case "INTEGER", "BIGINT":
		value = name + ` + 100000`
	case "BLOB", "BYTEA":
		var b []byte
		if err := db.QueryRow(`SELECT `+name+` FROM `+table+` WHERE `+where, args...).Scan(&b); err != nil {
			t.Fatal(err)
		}
		b[0] ^= 1
		value = fmt.Sprintf("$%d", len(args)+1)
		args = append(args, b)
	default:
		t.Fatalf("column %s of %s is of type %s", name, table, column[1])
	}
	r, err := db.Exec(`UPDATE `+table+` SET `+name+` = `+value+` WHERE `+where, args...)
	if err != nil {
		t.Fatalf("change %s: %v", name, err)
	}
	if n, _ := r.RowsAffected(); n != 1 {
		t.Fatalf("change %s: got %d rows, want 1", name, n)
	}
}

// statement makes a tamper of one statement.
func statement(q string, args ...any) func(*testing.T, *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		r, err := db.Exec(q, args...)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if n, _ := r.RowsAffected(); n == 0 {
			t.Fatalf("%s: nothing was altered", q)
		}
	}
}

// rewrite changes leaves and does everything over again as the product would have:
// columns, hashes and checkpoints, signed with that key.
func (s *sede) rewrite(t *testing.T, db *sql.DB, signer note.Signer, change func(*diario.Asiento)) {
	t.Helper()
	signed := strs(t, db, `SELECT CAST(tamano AS TEXT) FROM checkpoints`)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	update := func(q string, args ...any) {
		t.Helper()
		if _, err := tx.Exec(q, args...); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	var tree diario.Arbol
	for _, a := range s.hojas {
		a.Datos, a.Firmas = slices.Clone(a.Datos), slices.Clone(a.Firmas)
		change(&a)
		texto, err := diario.Format(&a)
		if err != nil {
			t.Fatal(err)
		}
		update(`UPDATE asientos SET numero = $1, folio = $2, serie = $3, numero_serie = $4, hecho = $5, anotacion = $6, autor = $7, cargo = $8,
			tipo = $9, texto = $10, hashes = $11 WHERE posicion = $12`, a.Numero, a.Folio, a.Serie, a.NumeroSerie, a.Hecho.UnixMicro(),
			a.Anotacion.UnixMicro(), a.Autor, string(a.Cargo), a.Tipo, texto, diario.JoinHashes(tree.Append(texto)), a.Posicion)
		if size := fmt.Sprint(tree.Tamano()); slices.Contains(signed, size) {
			nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: signer.Name(), Tamano: tree.Tamano(), Raiz: tree.Raiz()}, signer)
			if err != nil {
				t.Fatal(err)
			}
			update(`UPDATE checkpoints SET nota = $1 WHERE tamano = `+size, nota)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

func newKey(t *testing.T, origen string) (note.Signer, string) {
	t.Helper()
	skey, vkey, err := diario.NewKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)), origen)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	return signer, vkey
}
