package api

import (
	"database/sql"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// foto is what a database holds, table by table. Sessions are left out: who comes in
// changes nothing on record.
type foto map[string]string

// differ lists the tables that are not as they were.
func (f foto) differ(now foto) []string {
	names := slices.Sorted(maps.Keys(now))
	return slices.DeleteFunc(names, func(n string) bool { return f[n] == now[n] })
}

// revelado takes snapshots of a database behind the server's back.
type revelado struct {
	db      *sql.DB
	version string // query whose answer changes with every commit
	tablas  string // query that lists the tables
	at      string // the answer when last was taken
	last    foto
}

func newRevelado(t testing.TB, bd dbtest.BD) revelado {
	t.Helper()
	r := revelado{db: bd.Raw(t), version: `PRAGMA data_version`,
		tablas: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`}
	if bd.Dialecto == migrations.Postgres {
		r.version = `SELECT pg_snapshot_xmax(pg_current_snapshot())`
		r.tablas = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`
	}
	r.db.SetMaxOpenConns(1) // on SQLite the version is what one connection sees of the others
	return r
}

// snapshot takes one; while nobody committed anything it is the last one.
func (r *revelado) snapshot(t testing.TB) foto {
	t.Helper()
	if at := column(t, r.db, r.version)[0]; at != r.at || r.last == nil {
		r.at, r.last = at, foto{}
		for _, name := range column(t, r.db, r.tablas) {
			if name != "sesiones" {
				r.last[name] = digestRows(t, r.db, name)
			}
		}
	}
	return r.last
}

// column reads the one column of a query.
func column(t testing.TB, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
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

// anexas are the tables that only grow: how many rows they have tells whether they did.
var anexas = []string{"asientos", "boveda", "checkpoints"}

// digestRows counts the rows of a table and adds up their digests, in any order.
func digestRows(t testing.TB, db *sql.DB, table string) string {
	t.Helper()
	if slices.Contains(anexas, table) {
		return column(t, db, `SELECT count(*) FROM `+table)[0]
	}
	rows, err := db.Query(`SELECT * FROM ` + table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]sql.RawBytes, len(names))
	into := make([]any, len(names))
	for k := range values {
		into[k] = &values[k]
	}
	n, sum := 0, uint64(0)
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		for _, v := range values {
			h.Write(v)
			h.Write([]byte{0xff}) // in no UTF-8 text
		}
		n++
		sum += h.Sum64()
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d filas, %016x", n, sum)
}

// A snapshot that cannot see a change would let every refusal pass.
func TestFoto(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		before := b.revela.snapshot(t)
		if got := before.differ(b.revela.snapshot(t)); len(got) != 0 {
			t.Errorf("nothing was done and %v changed", got)
		}
		b.openDay(t, hoy)
		want := []string{"asientos", "checkpoints", "contadores", "jornadas"}
		if got := before.differ(b.revela.snapshot(t)); !slices.Equal(got, want) {
			t.Errorf("a jornada began and %v changed, want %v", got, want)
		}
	})
}
