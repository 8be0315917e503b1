package escritor

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// share runs act b.N times among callers and reports the rate.
func share(b *testing.B, callers int, act func(persona string) error) {
	b.Helper()
	var n atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for k := n.Add(1); k <= int64(b.N); k = n.Add(1) {
				if err := act("p" + strconv.FormatInt(k, 10)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "acts/s")
}

func keyOf(persona string) Idempotencia {
	return Idempotencia{Usuario: "u1", Ruta: "POST /api/v1/establecimientos/principal/tarjetas", Clave: persona,
		Huella:          "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a",
		Establecimiento: "principal", Jornada: "2026-11-30"}
}

// BenchmarkIssue issues cards with all that the product writes of one: leaf, four values
// in the vault, four projection rows, idempotency key, numbers, checkpoint.
func BenchmarkIssue(b *testing.B) {
	for _, dialecto := range migrations.Dialectos() {
		for _, callers := range []int{1, 8, 32, 64} {
			b.Run(fmt.Sprintf("%s/%d", dialecto, callers), func(b *testing.B) {
				bd := dbtest.New(b, dialecto)
				createTables(b, bd)
				cfg := configFor(b, bd)
				cfg.Reloj, cfg.Marca = time.Now, marcaIn(b)
				e := openWith(b, cfg)
				share(b, callers, func(persona string) error {
					_, err := e.Do(WithIdempotencia(context.Background(), keyOf(persona)), issue(persona, nil))
					return err
				})
			})
		}
	}
}

// BenchmarkOneByOne is the yardstick: the same rows in a transaction an act, with the
// counters in rows that the transaction locks, 32 callers.
func BenchmarkOneByOne(b *testing.B) {
	const callers = 32
	for _, dialecto := range migrations.Dialectos() {
		b.Run(string(dialecto), func(b *testing.B) {
			bd := dbtest.New(b, dialecto)
			createTables(b, bd)
			cfg := configFor(b, bd)
			conns := callers
			if dialecto == migrations.SQLite {
				conns = 1
			}
			db, err := openPool(&cfg, writerDSN(bd.Ruta), conns, nil)
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			o := oneByOne{db: db, c: &conn{dialecto: dialecto}, cfg: cfg}
			for _, clave := range []string{"libro.principal/admision", "serie.principal/tarjetas", "tamano./"} {
				bd.Exec(b, `INSERT INTO contadores VALUES ('`+clave+`', 1)`)
			}
			share(b, callers, o.issue)
		})
	}
}

type oneByOne struct {
	db  *sql.DB
	c   *conn
	cfg Config
}

func (o *oneByOne) issue(persona string) error {
	tx, err := o.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var numbers [3]int64
	lock := ""
	if o.c.pgx() {
		lock = " FOR UPDATE"
	}
	for k, clave := range []string{"tamano./", "libro.principal/admision", "serie.principal/tarjetas"} {
		if err := tx.QueryRow(o.c.rebind(`SELECT ultimo FROM contadores WHERE clave = ?`)+lock, clave).Scan(&numbers[k]); err != nil {
			return err
		}
		if _, err := tx.Exec(o.c.rebind(`UPDATE contadores SET ultimo = ultimo + 1 WHERE clave = ?`), clave); err != nil {
			return err
		}
	}
	b := tarjeta(persona)
	now := diario.Instante(time.Now())
	a := diario.Asiento{Posicion: numbers[0], Establecimiento: b.Establecimiento, Libro: b.Libro, Numero: numbers[1],
		Serie: b.Serie, NumeroSerie: numbers[2], Jornada: b.Jornada, Hecho: now, Anotacion: now, Autor: b.Autor,
		Cargo: b.Cargo, Clase: b.Clase, SuprimibleDesde: b.SuprimibleDesde, Tipo: b.Tipo, Datos: sortedDatos(b.Datos)}
	openings, err := commitTo(&a, b.Personal, o.cfg.Azar)
	if err != nil {
		return err
	}
	texto, err := diario.Format(&a)
	if err != nil {
		return err
	}
	nota, err := note.Sign(&note.Note{Text: "x\n1\n" + strings.Repeat("A", 43) + "=\n"}, o.cfg.Firmante)
	if err != nil {
		return err
	}
	g := &group{e: &Escritor{s: &state{}}, l: newLote(o.c, planAsientos, planBoveda), idem: &buffer{plan: planIdempotencia}}
	g.e.s.hashes = texto[:64]
	g.buffer(&a, texto, openings)
	if err := projectTarjeta(g.l, &a, valuesOf(openings)); err != nil {
		return err
	}
	key := keyOf(persona)
	g.keep(&job{key: &key}, now)
	checkpoint := &buffer{plan: planCheckpoints}
	checkpoint.add(a.Posicion, nota)
	for _, buf := range append(g.l.buffers, g.idem, checkpoint) {
		if err := o.insert(tx, buf); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (o *oneByOne) insert(tx *sql.Tx, b *buffer) error {
	n := len(b.columns)
	for vals := b.vals; len(vals) > 0; vals = vals[n:] {
		args := make([]any, n)
		for k, v := range vals[:n] {
			args[k] = driver.Value(v)
		}
		if _, err := tx.Exec(o.c.rebind(b.insertSQLite(false)), args...); err != nil {
			return errors.Join(errors.New(b.table), err)
		}
	}
	return nil
}
