package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/mod/sumdb/note"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/plazos"
	"foliado/migrations"
	"foliado/registers/casatest"
	"foliado/registers/diario"
)

// porActo is what the writer is measured against: the same rows of a card, in the same
// tables with the same indexes and durability, in one transaction an act. The numbers are
// rows of contadores that the transaction locks; the tree is kept in memory, as it is
// there. Statements are prepared and, on PostgreSQL, pipelined: two round trips an act.
type porActo struct {
	c        *casa
	dialecto migrations.Dialecto
	db       *sql.DB // to write: one connection on SQLite, as many as callers on PostgreSQL
	lectura  *sql.DB
	cheque   *sql.Stmt
	stmts    map[string]*sql.Stmt // SQLite
	arbol    diario.Arbol         // of whoever holds the transaction
	ultima   time.Time
}

const callersPorActo = 32

// newPorActo takes a house from its writer and writes in its stead.
func newPorActo(c *casa) *porActo {
	t, w := c.t, c.Escritor
	c.issue(c.checks(1)[0]) // so that every counter has its row
	p := &porActo{c: c, dialecto: c.bd.Dialecto, stmts: map[string]*sql.Stmt{}}
	var err error
	p.arbol, err = diario.LoadArbol(w.Tamano(), diario.NewHashReader(func(posiciones []int64) ([][]byte, error) {
		out := make([][]byte, len(posiciones))
		for k, n := range posiciones {
			if err := w.Lectura().Raw(`SELECT hashes FROM asientos WHERE posicion = ?`, n).Row().Scan(&out[k]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}))
	t.check(err)
	t.check(w.Close())
	driver, writer, reader := "pgx", c.bd.DSN, c.bd.DSN
	conns := callersPorActo
	if p.dialecto == migrations.SQLite {
		driver, conns = "sqlite", 1
		writer = "file:" + c.bd.Ruta + "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)" +
			"&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_pragma=recursive_triggers(1)"
		reader = "file:" + c.bd.Ruta + "?_pragma=busy_timeout(5000)&_pragma=query_only(1)"
	}
	p.db = open(t, driver, writer, conns)
	p.lectura = open(t, driver, reader, 4)
	p.cheque, err = p.lectura.Prepare(p.rebind(`SELECT c.id, c.jornada, c.veredicto, c.tipo, c.pais, c.numero, c.nombre, c.apellidos,
		c.fecha_nacimiento, c.lista, c.lista_fuente, c.lista_instante, COALESCE(d.ficha, 0), COALESCE(u.numero, 0), COALESCE(v.numero, 0)
		FROM comprobaciones c
		LEFT JOIN documentos d ON d.tipo = c.tipo AND d.pais = c.pais AND d.numero = c.numero
		LEFT JOIN tarjetas u ON u.comprobacion = c.id
		LEFT JOIN tarjetas v ON v.establecimiento = c.establecimiento AND v.jornada = c.jornada AND v.ficha = d.ficha AND v.anulada < 0
		WHERE c.id = ?`))
	t.check(err)
	if p.dialecto == migrations.SQLite {
		p.prepareAll()
	}
	return p
}

func open(t *tb, driver, dsn string, conns int) *sql.DB {
	db, err := sql.Open(driver, dsn)
	t.check(err)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	t.Cleanup(func() { db.Close() })
	return db
}

func (p *porActo) rebind(query string) string {
	if p.dialecto == migrations.SQLite {
		return query
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r == '?' {
			n++
			b.WriteString("$" + strconv.Itoa(n))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// cheque is the check that a card is issued on.
type cheque struct {
	id, jornada, veredicto, tipo, pais, numero, nombre, apellidos, nacido, lista, fuente string
	instante, ficha, usada, poseida                                                      int64
}

// estado is what the transaction reads under its lock.
type estado struct {
	contadores map[string]int64
	posicion   int64
	fase       string
}

const (
	queryContadores = `SELECT clave, ultimo FROM contadores WHERE clave IN ('libro.-/fichas', 'libro.principal/admision',
		'serie.-/fichas', 'serie.principal/tarjetas') ORDER BY clave`
	queryUltimo  = `SELECT posicion FROM asientos ORDER BY posicion DESC LIMIT 1`
	queryJornada = `SELECT fase FROM jornadas WHERE establecimiento = 'principal' ORDER BY fecha DESC LIMIT 1`
)

// insercion is one INSERT or UPDATE with its arguments.
type insercion struct {
	query string
	args  []any
}

// issue issues the card of a check.
func (p *porActo) issue(id string) error {
	ctx := context.Background()
	var c cheque
	err := p.cheque.QueryRowContext(ctx, id).Scan(&c.id, &c.jornada, &c.veredicto, &c.tipo, &c.pais, &c.numero, &c.nombre, &c.apellidos,
		&c.nacido, &c.lista, &c.fuente, &c.instante, &c.ficha, &c.usada, &c.poseida)
	if err != nil {
		return err
	}
	if c.veredicto != "puede_entrar" || c.usada != 0 || c.poseida != 0 {
		return fmt.Errorf("no card on %+v", c)
	}
	if p.dialecto == migrations.SQLite {
		return p.issueSQLite(ctx, &c)
	}
	return p.issuePostgres(ctx, &c)
}

func (p *porActo) issueSQLite(ctx context.Context, c *cheque) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	e := estado{contadores: map[string]int64{}}
	rows, err := p.stmt(tx, queryContadores).Query()
	if err != nil {
		return err
	}
	for rows.Next() {
		var clave string
		var n int64
		if err := rows.Scan(&clave, &n); err != nil {
			return err
		}
		e.contadores[clave] = n
	}
	if err := rows.Close(); err != nil {
		return err
	}
	if err := p.stmt(tx, queryUltimo).QueryRow().Scan(&e.posicion); err != nil {
		return err
	}
	if err := p.stmt(tx, queryJornada).QueryRow().Scan(&e.fase); err != nil {
		return err
	}
	todo, err := p.write(c, &e)
	if err != nil {
		return err
	}
	for _, i := range todo {
		if _, err := p.stmt(tx, i.query).Exec(i.args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// stmt is the prepared statement on the only connection, which the transaction holds.
func (p *porActo) stmt(tx *sql.Tx, query string) *sql.Stmt {
	if s, ok := p.stmts[query]; ok {
		return tx.Stmt(s)
	}
	s, err := tx.Prepare(query)
	p.c.t.check(err)
	return s
}

// prepareAll prepares on the only connection what an act executes.
func (p *porActo) prepareAll() {
	queries := []string{queryContadores, queryUltimo, queryJornada, `UPDATE contadores SET ultimo = ? WHERE clave = ?`,
		insertInto("idempotencia", 9), insertInto("checkpoints", 2), insertInto("visitantes", 6), insertInto("documentos", 4),
		insertInto("tarjetas", 13), insertInto("asientos", 19), insertInto("boveda", 6) + strings.Repeat(", (?, ?, ?, ?, ?, ?)", 3)}
	for _, query := range queries {
		s, err := p.db.Prepare(query)
		p.c.t.check(err)
		p.stmts[query] = s
	}
}

func (p *porActo) issuePostgres(ctx context.Context, c *cheque) error {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(native any) error {
		pg := native.(*stdlib.Conn).Conn()
		e := estado{contadores: map[string]int64{}}
		var head pgx.Batch
		head.Queue(`BEGIN`)
		head.Queue(queryContadores + ` FOR UPDATE`).Query(func(rows pgx.Rows) error {
			var clave string
			var n int64
			_, err := pgx.ForEachRow(rows, []any{&clave, &n}, func() error { e.contadores[clave] = n; return nil })
			return err
		})
		head.Queue(queryUltimo).QueryRow(func(row pgx.Row) error { return row.Scan(&e.posicion) })
		head.Queue(queryJornada).QueryRow(func(row pgx.Row) error { return row.Scan(&e.fase) })
		if err := pg.SendBatch(ctx, &head).Close(); err != nil {
			return err
		}
		todo, err := p.write(c, &e)
		if err != nil {
			return err
		}
		var tail pgx.Batch
		for _, i := range todo {
			tail.Queue(p.rebind(i.query), i.args...)
		}
		tail.Queue(`COMMIT`)
		return pg.SendBatch(ctx, &tail).Close()
	})
}

// write lists what a card writes. It runs under the lock of the transaction.
func (p *porActo) write(c *cheque, e *estado) ([]insercion, error) {
	if e.fase != string(domain.FaseAbierta) || e.posicion != p.arbol.Tamano()-1 {
		return nil, fmt.Errorf("phase %s, position %d and tree of %d", e.fase, e.posicion, p.arbol.Tamano())
	}
	w := porActoTx{p: p, e: e, now: diario.Instante(time.Now()), autor: p.c.Autor("admision").Persona}
	if !w.now.After(p.ultima) {
		w.now = p.ultima.Add(time.Microsecond)
	}
	p.ultima = w.now.Add(time.Microsecond)
	w.suprimible = domain.FechaDe(plazos.AddMonths(domain.FechaDe(w.now), plazos.MesesAdmision).Time().AddDate(0, 0, 1))
	if c.ficha == 0 {
		c.ficha = e.contadores["serie.-/fichas"] + 1
		if err := w.ficha(c); err != nil {
			return nil, err
		}
	}
	if err := w.tarjeta(c); err != nil {
		return nil, err
	}
	for clave, n := range e.contadores {
		w.add(`UPDATE contadores SET ultimo = ? WHERE clave = ?`, n, clave)
	}
	w.add(insertInto("idempotencia", 9), w.autor, ruta, rand.Text(), huella, int64(201), strconv.FormatInt(e.contadores["serie.principal/tarjetas"], 10),
		casatest.Principal, c.jornada, w.now.UnixMicro())
	nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: p.firmante().Name(), Tamano: p.arbol.Tamano(), Raiz: p.arbol.Raiz()}, p.firmante())
	if err != nil {
		return nil, err
	}
	w.add(insertInto("checkpoints", 2), p.arbol.Tamano(), nota)
	return w.todo, nil
}

func (p *porActo) firmante() note.Signer { return p.c.Config.Firmante }

// porActoTx gathers the rows of one act.
type porActoTx struct {
	p          *porActo
	e          *estado
	now        time.Time
	autor      string
	suprimible domain.Fecha
	todo       []insercion
}

func (w *porActoTx) add(query string, args ...any) { w.todo = append(w.todo, insercion{query, args}) }

func insertInto(table string, columns int) string {
	return "INSERT INTO " + table + " VALUES (" + strings.Repeat("?, ", columns-1) + "?)"
}

func (w *porActoTx) ficha(c *cheque) error {
	posicion, err := w.leaf(diario.Asiento{Establecimiento: diario.Entidad, Libro: "fichas", Serie: "fichas", Tipo: "Ficha",
		Datos: []diario.Dato{{Nombre: "documento_pais", Valor: c.pais}, {Nombre: "documento_tipo", Valor: c.tipo}}},
		[]diario.ValorPersonal{{Nombre: "apellidos", Valor: c.apellidos}, {Nombre: "documento", Valor: c.numero},
			{Nombre: "fecha_nacimiento", Valor: c.nacido}, {Nombre: "nombre", Valor: c.nombre}})
	if err != nil {
		return err
	}
	w.add(insertInto("visitantes", 6), c.ficha, c.nombre, c.apellidos, identidad.Fold(c.nombre, c.apellidos), c.nacido, posicion)
	w.add(insertInto("documentos", 4), c.tipo, c.pais, c.numero, c.ficha)
	return nil
}

func (w *porActoTx) tarjeta(c *cheque) error {
	token, emitida := rand.Text(), w.now.UnixMicro()
	posicion, err := w.leaf(diario.Asiento{Establecimiento: casatest.Principal, Libro: "admision", Serie: "tarjetas", Tipo: "Tarjeta",
		Jornada: domain.Fecha(c.jornada), Datos: []diario.Dato{
			{Nombre: "comprobacion", Valor: c.id}, {Nombre: "documento_exhibido", Valor: c.tipo},
			{Nombre: "documento_tipo", Valor: c.tipo}, {Nombre: "documento_vigencia", Valor: "a_la_vista"}, {Nombre: "ficha", Valor: strconv.FormatInt(c.ficha, 10)},
			{Nombre: "lista", Valor: c.lista}, {Nombre: "lista_fuente", Valor: c.fuente},
			{Nombre: "lista_instante", Valor: diario.FormatInstante(time.UnixMicro(c.instante))}, {Nombre: "precio", Valor: "500"},
			{Nombre: "validez", Valor: c.jornada}}},
		[]diario.ValorPersonal{{Nombre: "apellidos", Valor: c.apellidos}, {Nombre: "documento", Valor: c.numero},
			{Nombre: "nombre", Valor: c.nombre}, {Nombre: "token", Valor: token}})
	if err != nil {
		return err
	}
	w.add(insertInto("tarjetas", 13), casatest.Principal, w.e.contadores["serie.principal/tarjetas"], c.ficha, c.jornada, int64(casatest.Tarifa),
		c.jornada, c.id, emitida, w.autor, token, posicion, int64(-1), "")
	return nil
}

// leaf numbers, formats and hashes an asiento, and adds its rows.
func (w *porActoTx) leaf(a diario.Asiento, personal []diario.ValorPersonal) (int64, error) {
	libro, serie := "libro."+a.Establecimiento+"/"+a.Libro, "serie."+a.Establecimiento+"/"+a.Serie
	w.e.contadores[libro]++
	w.e.contadores[serie]++
	a.Posicion, a.Numero, a.NumeroSerie = w.p.arbol.Tamano(), w.e.contadores[libro], w.e.contadores[serie]
	a.Hecho, a.Anotacion, a.Autor, a.Cargo, a.Clase, a.SuprimibleDesde = w.now, w.now, w.autor, domain.Admision, diario.ClaseAdmision, w.suprimible
	w.now = w.now.Add(time.Microsecond)
	var vault []any
	for _, v := range personal {
		var sal [32]byte
		rand.Read(sal[:])
		valor := diario.NFC(v.Valor)
		a.Valores = append(a.Valores, diario.Compromiso{Nombre: v.Nombre, HMAC: diario.Comprometer(v.Nombre, valor, sal)})
		vault = append(vault, a.Posicion, v.Nombre, valor, sal[:], string(a.Clase), string(a.SuprimibleDesde))
	}
	texto, err := diario.Format(&a)
	if err != nil {
		return 0, err
	}
	hashes := diario.JoinHashes(w.p.arbol.Append(texto))
	w.add(insertInto("asientos", 19), a.Posicion, a.Establecimiento, a.Libro, a.Numero, a.Folio, a.Serie, a.NumeroSerie, string(a.Jornada),
		a.Hecho.UnixMicro(), a.Anotacion.UnixMicro(), "", "", a.Autor, string(a.Cargo), string(a.Clase), string(a.SuprimibleDesde), a.Tipo, texto, hashes)
	w.add(insertInto("boveda", 6)+strings.Repeat(", (?, ?, ?, ?, ?, ?)", len(personal)-1), vault...)
	return a.Posicion, nil
}
