package escritor

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// Lote buffers rows and flushes them as one multi-row INSERT per table and group, in
// the order in which the tables were first used.
type Lote struct {
	c       *conn
	buffers []*buffer
	byType  map[reflect.Type]*buffer
	changed bool            // something of this transaction reached the database
	dirty   bool            // rows or statements of the act at hand reached the database
	failed  error           // first error of the act at hand that it may not get over
	only    map[string]bool // tables that rows may be of; nil: any
	version int             // of the reads of Once
	reads   map[string]onceRead
}

// onceRead is a read kept by Tx.Once with the statements that gave it.
type onceRead struct {
	value      any
	statements []string
}

func newLote(c *conn, first ...*plan) *Lote {
	l := &Lote{c: c, byType: map[reflect.Type]*buffer{}, reads: map[string]onceRead{}}
	for _, p := range first {
		l.buffers = append(l.buffers, &buffer{plan: p})
	}
	return l
}

// Insert buffers a row: a pointer to a gorm row struct. Its values are taken now. Every
// column is written, zero values included.
func (l *Lote) Insert(row any) error {
	v := reflect.ValueOf(row)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		return l.fail(fmt.Errorf("%w: a row is a pointer to a struct, not %T", gorm.ErrInvalidValue, row))
	}
	b, ok := l.byType[v.Type()]
	if !ok {
		p, err := planOf(v.Type())
		if err != nil {
			return l.fail(err)
		}
		if l.only != nil && !l.only[p.table] {
			return l.fail(fmt.Errorf("%w: %s is not in the list of projections", gorm.ErrInvalidValue, p.table))
		}
		b = &buffer{plan: p}
		l.byType[v.Type()] = b
		l.buffers = append(l.buffers, b)
	}
	l.touch(b)
	return l.fail(b.addRow(v.Elem()))
}

// Exec flushes the buffers and executes. Table names go unqualified, so that verificar
// may run it on its temporary tables; arguments are written ?.
func (l *Lote) Exec(sql string, args ...any) error {
	if err := l.flush(); err != nil {
		return err
	}
	l.wrote()
	before := l.c.fault
	l.c.fault = nil
	err := l.c.handle().Exec(sql, args...).Error
	if l.c.fault != nil {
		err = explain(l.c.fault)
	}
	if before != nil {
		l.c.fault = before
	}
	return l.fail(err)
}

// DB flushes the buffers and returns a handle for reads inside the transaction. When
// the flush failed every read fails with its error.
func (l *Lote) DB() *gorm.DB {
	err := l.flush()
	db := l.c.handle()
	if err != nil {
		db.AddError(err)
	}
	return db
}

// fail keeps the first error: an act that swallowed it would commit half of what it
// meant.
func (l *Lote) fail(err error) error {
	if err != nil && l.failed == nil {
		l.failed = err
	}
	return err
}

// wrote notes that the act at hand changed the database: it can no longer be dropped
// alone, and what Once read may not hold.
func (l *Lote) wrote() {
	l.changed, l.dirty = true, true
	clear(l.reads)
}

// touch forgets the reads of Once that the rows of b may change.
func (l *Lote) touch(b *buffer) {
	if b.seen == l.version {
		return
	}
	b.seen = l.version
	for key, read := range l.reads {
		if mentions(read.statements, b.table) {
			delete(l.reads, key)
		}
	}
}

// waiting is how many rows wait.
func (l *Lote) waiting() int {
	n := 0
	for _, b := range l.buffers {
		n += b.rows()
	}
	return n
}

// flush writes what waits.
func (l *Lote) flush() error {
	if l.failed != nil {
		return l.failed
	}
	if l.waiting() == 0 {
		return nil
	}
	l.changed = true
	for _, b := range l.buffers {
		if len(b.vals) > b.mark {
			l.dirty = true
		}
	}
	err := l.c.write(l.buffers, false)
	if err != nil {
		l.dirty = true
	}
	l.reset()
	return l.fail(explain(err))
}

// reset empties the buffers.
func (l *Lote) reset() {
	for _, b := range l.buffers {
		b.cut(0)
		b.mark = 0
	}
}

// open begins a transaction.
func (l *Lote) open() {
	l.reset()
	clear(l.reads)
	l.changed, l.dirty, l.failed = false, false, nil
}

// begin marks where the rows of an act begin.
func (l *Lote) begin() {
	l.dirty, l.failed = false, nil
	for _, b := range l.buffers {
		b.mark = len(b.vals)
	}
}

// undo drops the rows of the act at hand, none of which reached the database.
func (l *Lote) undo() {
	l.failed = nil
	for _, b := range l.buffers {
		b.cut(b.mark)
	}
}

// write inserts the rows of the buffers and, with commit, commits.
func (c *conn) write(buffers []*buffer, commit bool) error {
	if c.pgx() {
		return c.writePostgres(buffers, commit)
	}
	return c.pinned.Raw(func(native any) error {
		for _, b := range buffers {
			if err := c.writeSQLite(native, b); err != nil {
				return &statementError{table: b.table, err: err}
			}
		}
		if !commit {
			return nil
		}
		if err := c.execNative(native, "COMMIT", nil); err != nil {
			return &statementError{commit: true, err: err}
		}
		return nil
	})
}

func (c *conn) writeSQLite(native any, b *buffer) error {
	vals, n := b.vals, len(b.columns)
	for len(vals) > 0 {
		many := len(vals) >= sqliteRows*n
		size := n
		if many {
			size = sqliteRows * n
		}
		c.args = c.args[:0]
		for k, v := range vals[:size] {
			c.args = append(c.args, driver.NamedValue{Ordinal: k + 1, Value: v})
		}
		if err := c.execNative(native, b.insertSQLite(many), c.args); err != nil {
			return err
		}
		vals = vals[size:]
	}
	return nil
}

// execNative executes a prepared statement of the SQLite driver itself: half the time
// of a row goes otherwise in database/sql.
func (c *conn) execNative(native any, query string, args []driver.NamedValue) error {
	s, ok := c.native[query]
	if !ok {
		var err error
		if s, err = native.(driver.ConnPrepareContext).PrepareContext(c.ctx, query); err != nil {
			return err
		}
		c.native[query] = s
	}
	_, err := s.(driver.StmtExecContext).ExecContext(c.ctx, args)
	return err
}

func (c *conn) pgx() bool { return c.dialecto == "postgres" }

// writePostgres sends everything in one pipeline: a statement that fails leaves those
// behind it unexecuted, COMMIT among them.
func (c *conn) writePostgres(buffers []*buffer, commit bool) error {
	var batch pgx.Batch
	var tables []string
	for _, b := range buffers {
		if len(b.vals) == 0 {
			continue
		}
		query, args, err := b.insertPostgres()
		if err != nil {
			return &statementError{table: b.table, err: err}
		}
		batch.Queue(query, args...)
		tables = append(tables, b.table)
	}
	if commit {
		batch.Queue("COMMIT")
	}
	return c.pinned.Raw(func(native any) error {
		results := native.(*stdlib.Conn).Conn().SendBatch(c.ctx, &batch)
		for _, table := range tables {
			if _, err := results.Exec(); err != nil {
				results.Close()
				return &statementError{table: table, err: err}
			}
		}
		if commit {
			tag, err := results.Exec()
			if err == nil && tag.String() != "COMMIT" {
				err = errNotCommitted
			}
			if err != nil {
				results.Close()
				return &statementError{commit: true, err: err}
			}
		}
		if err := results.Close(); err != nil {
			return &statementError{commit: commit, err: err}
		}
		return nil
	})
}

var errNotCommitted = errors.New("the database answered COMMIT with ROLLBACK")
