package escritor

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/libtnb/sqlite"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"foliado/migrations"
)

const (
	groupTimeout   = 30 * time.Second // the longest a group may take on PostgreSQL
	connectTimeout = 5 * time.Second
	maxStatements  = 256 // prepared statements kept by a connection

	readConnsSQLite   = 4
	readConnsPostgres = 16
)

// sqliteURI returns the file's URI: its path may bear ?, # or %.
func sqliteURI(ruta string) string {
	return "file:" + (&url.URL{Path: ruta}).EscapedPath()
}

// writerDSN holds the only parameters with which the log may be written on SQLite:
// full synchronous, recursive triggers, without which REPLACE passes the triggers that
// refuse DELETE, and zeros over what is deleted. What SQLite needs to undo a statement stays
// in memory.
func writerDSN(ruta string) string {
	return sqliteURI(ruta) + "?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)" +
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_pragma=recursive_triggers(1)&_pragma=temp_store(memory)" +
		"&_pragma=secure_delete(1)"
}

func readerDSN(ruta string) string {
	return sqliteURI(ruta) + "?_pragma=busy_timeout(5000)&_pragma=query_only(1)"
}

// openPool opens a pool on the database of cfg. On PostgreSQL params are settings of
// its sessions.
func openPool(cfg *Config, sqliteDSN string, conns int, params map[string]string) (*sql.DB, error) {
	var pool *sql.DB
	if cfg.Ruta != "" {
		var err error
		if pool, err = sql.Open(sqlite.DriverName, sqliteDSN); err != nil {
			return nil, fmt.Errorf("open sqlite: %w", err)
		}
	} else {
		pg, err := pgx.ParseConfig(cfg.DSN)
		if err != nil {
			return nil, fmt.Errorf("read the DSN: %w", err)
		}
		if pg.ConnectTimeout == 0 {
			pg.ConnectTimeout = connectTimeout
		}
		pg.RuntimeParams["application_name"] = "foliado"
		pg.RuntimeParams["timezone"] = "UTC"
		for name, value := range params {
			pg.RuntimeParams[name] = value
		}
		pool = stdlib.OpenDB(*pg)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return pool, nil
}

// openORM returns gorm over a pool or a connection of that dialect. It logs nothing:
// what it would log are values.
func openORM(dialecto migrations.Dialecto, over gorm.ConnPool, prepare bool) (*gorm.DB, error) {
	dialector := sqlite.New(sqlite.Config{Conn: over})
	if dialecto == migrations.Postgres {
		dialector = postgres.New(postgres.Config{Conn: over})
	}
	db, err := gorm.Open(dialector, &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		PrepareStmt:            prepare,
		PrepareStmtMaxSize:     maxStatements,
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("open gorm: %w", err)
	}
	return db, nil
}

// conn is one connection held for as long as it works, with gorm over it. It is the
// gorm.ConnPool of its own handle, which so begins no transaction of its own and whose
// statements are seen: the first that fails is kept in fault, those that may write are
// told to onWrite, those that read inside Once leave their text in reads. Statements run
// under the context of the connection whatever context they come with: a request that
// ends must not break the transaction of its neighbours.
type conn struct {
	dialecto migrations.Dialecto
	pool     *sql.DB
	pinned   *sql.Conn
	orm      *gorm.DB
	cached   map[string]*sql.Stmt   // SQLite: of the handle
	native   map[string]driver.Stmt // SQLite: of the flushes
	args     []driver.NamedValue    // idem

	ctx     context.Context
	fault   error
	onWrite func()
	reads   *[]string
}

// connect takes a connection of the pool for itself. The pool is closed with it.
func connect(ctx context.Context, dialecto migrations.Dialecto, pool *sql.DB) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	pinned, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	c := &conn{dialecto: dialecto, pool: pool, pinned: pinned, ctx: context.Background(),
		cached: map[string]*sql.Stmt{}, native: map[string]driver.Stmt{}}
	if c.orm, err = openORM(dialecto, c, false); err != nil {
		pinned.Close()
		return nil, err
	}
	return c, nil
}

// close drops the connection, whatever its state, and its pool.
func (c *conn) close() error {
	if alive := c.pinned.Raw(func(any) error { return nil }) == nil; alive {
		c.forgetStatements() // those of a connection already closed went with it
	}
	// A connection that may be inside a transaction is not given back to the pool.
	c.pinned.Raw(func(any) error { return driver.ErrBadConn })
	return c.pool.Close()
}

func (c *conn) forgetStatements() {
	for _, s := range c.cached {
		s.Close()
	}
	clear(c.cached)
	if len(c.native) > 0 {
		c.pinned.Raw(func(any) error {
			for _, s := range c.native {
				s.Close()
			}
			return nil
		})
		clear(c.native)
	}
}

// handle returns gorm over the connection.
func (c *conn) handle() *gorm.DB {
	return c.orm.Session(&gorm.Session{NewDB: true, Context: c.ctx})
}

func (c *conn) note(err error) error {
	if err != nil && c.fault == nil && !errors.Is(err, sql.ErrNoRows) {
		c.fault = err
	}
	return err
}

func (c *conn) noteStatement(query string) {
	if c.reads != nil {
		*c.reads = append(*c.reads, query)
	}
	if c.onWrite != nil && !isRead(query) {
		c.onWrite()
	}
}

// isRead reports whether the statement surely writes nothing.
func isRead(query string) bool {
	query = strings.TrimLeft(query, " \t\r\n(")
	return len(query) > 6 && strings.EqualFold(query[:6], "SELECT")
}

// statement returns the prepared statement on SQLite, nil on PostgreSQL, where pgx
// keeps its own.
func (c *conn) statement(query string) (*sql.Stmt, error) {
	if c.dialecto == migrations.Postgres {
		return nil, nil
	}
	if s, ok := c.cached[query]; ok {
		return s, nil
	}
	if len(c.cached) >= maxStatements {
		c.forgetStatements()
	}
	s, err := c.pinned.PrepareContext(c.ctx, query)
	if err != nil {
		return nil, err
	}
	c.cached[query] = s
	return s, nil
}

// PrepareContext makes conn a gorm.ConnPool.
func (c *conn) PrepareContext(_ context.Context, query string) (*sql.Stmt, error) {
	s, err := c.pinned.PrepareContext(c.ctx, query)
	return s, c.note(err)
}

// ExecContext makes conn a gorm.ConnPool.
func (c *conn) ExecContext(_ context.Context, query string, args ...any) (sql.Result, error) {
	if c.onWrite != nil {
		c.onWrite()
	}
	s, err := c.statement(query)
	if err != nil {
		return nil, c.note(err)
	}
	var res sql.Result
	if s != nil {
		res, err = s.ExecContext(c.ctx, args...)
	} else {
		res, err = c.pinned.ExecContext(c.ctx, query, args...)
	}
	return res, c.note(err)
}

// QueryContext makes conn a gorm.ConnPool.
func (c *conn) QueryContext(_ context.Context, query string, args ...any) (*sql.Rows, error) {
	c.noteStatement(query)
	s, err := c.statement(query)
	if err != nil {
		return nil, c.note(err)
	}
	var rows *sql.Rows
	if s != nil {
		rows, err = s.QueryContext(c.ctx, args...)
	} else {
		rows, err = c.pinned.QueryContext(c.ctx, query, args...)
	}
	return rows, c.note(err)
}

// QueryRowContext makes conn a gorm.ConnPool.
func (c *conn) QueryRowContext(_ context.Context, query string, args ...any) *sql.Row {
	c.noteStatement(query)
	s, err := c.statement(query)
	var row *sql.Row
	if s != nil && err == nil {
		row = s.QueryRowContext(c.ctx, args...)
	} else {
		row = c.pinned.QueryRowContext(c.ctx, query, args...)
	}
	c.note(row.Err())
	return row
}

// rebind writes the ? of a statement as its dialect does.
func (c *conn) rebind(query string) string {
	if !c.pgx() {
		return query
	}
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, found := strings.Cut(query, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("$" + strconv.Itoa(n))
		query = after
	}
}
