package escritor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"foliado/migrations"
)

// ErrEnUso: somebody reads the database, and what was erased is still in the pages that it
// reads: it is to be compacted again later.
var ErrEnUso = errors.New("hay lecturas en curso: lo borrado sigue en páginas libres de la base hasta que se compacte")

const (
	compactTimeout  = 10 * time.Minute // of one table, or of the file
	compactAttempts = 3                // at emptying the WAL of SQLite while readers come and go
	outlastTimeout  = 5 * time.Second  // for the transactions of others on PostgreSQL

	lockNotAvailable = "55P03" // what PostgreSQL says when lock_timeout is over
)

// Compact writes again what holds rows that were deleted, so that nothing of them stays in a
// free page, in an index or in the write-ahead log: of SQLite the whole file, of PostgreSQL
// those tables. It takes the writer's turn: acts wait meanwhile. ErrEnUso says that readers
// kept it from its end; ErrNoDisponible, that the database did.
func (e *Escritor) Compact(ctx context.Context, tablas ...string) error {
	if e.dialecto == migrations.Postgres {
		if err := e.outlast(ctx); err != nil {
			return err
		}
	}
	u := upkeep{do: func() error { return e.compact(tablas) }, done: make(chan error, 1)}
	select {
	case e.upkeep <- u:
	case <-ctx.Done():
		return ctx.Err()
	case <-e.finished:
		return fmt.Errorf("%w: closed", ErrNoDisponible)
	}
	select {
	case err := <-u.done:
		return err
	case <-e.finished:
		return fmt.Errorf("%w: closed", ErrNoDisponible)
	}
}

// outlast waits, on PostgreSQL, for whoever may still see the rows that were deleted: CLUSTER
// copies those too. First for the transactions of the whole server that had begun to write,
// since they set how far back a new snapshot reaches; then for those of this database.
func (e *Escritor) outlast(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, outlastTimeout)
	defer cancel()
	db := e.lectura.WithContext(ctx)
	var limit string
	if err := db.Raw(`SELECT pg_snapshot_xmax(pg_current_snapshot())::text`).Row().Scan(&limit); err != nil {
		return fmt.Errorf("read the snapshot: %w", err)
	}
	err := poll(ctx, func() (done bool, err error) {
		err = db.Raw(`SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ?::text::xid8`, limit).Row().Scan(&done)
		return done, err
	})
	if err != nil {
		return err
	}
	const active = `FROM pg_locks l JOIN pg_stat_activity s ON s.pid = l.pid
		WHERE l.locktype = 'virtualxid' AND l.granted AND s.datname = current_database() AND l.pid <> pg_backend_pid()`
	var others []string
	if err := db.Raw(`SELECT DISTINCT l.virtualtransaction ` + active).Scan(&others).Error; err != nil {
		return fmt.Errorf("look for other transactions: %w", err)
	}
	if len(others) == 0 {
		return nil
	}
	return poll(ctx, func() (done bool, err error) {
		err = db.Raw(`SELECT COUNT(*) = 0 `+active+` AND l.virtualtransaction IN ?`, others).Row().Scan(&done)
		return done, err
	})
}

// poll asks until the answer is yes; ErrEnUso when ctx is over before.
func poll(ctx context.Context, ask func() (bool, error)) error {
	for {
		done, err := ask()
		switch {
		case ctx.Err() != nil:
			return ErrEnUso
		case err != nil:
			return fmt.Errorf("wait for other transactions: %w", err)
		case done:
			return nil
		}
		select {
		case <-ctx.Done():
			return ErrEnUso
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// upkeep is work of the loop between two groups.
type upkeep struct {
	do   func() error
	done chan error
}

func (e *Escritor) compact(tablas []string) error {
	if err := e.ready(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoDisponible, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), compactTimeout)
	defer cancel()
	if e.c.pgx() {
		return e.compactPostgres(ctx, tablas)
	}
	return e.compactSQLite(ctx)
}

// compactPostgres asks the owner's function to write each table again, in a transaction of
// its own: no other lock is held meanwhile.
func (e *Escritor) compactPostgres(ctx context.Context, tablas []string) error {
	for _, tabla := range tablas {
		tx, err := e.c.pinned.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("compact %s: %w", tabla, err)
		}
		if _, err = tx.ExecContext(ctx, `SET LOCAL lock_timeout = '5s'`); err == nil {
			_, err = tx.ExecContext(ctx, `SELECT compactar($1)`, tabla)
		}
		if err != nil {
			err = errors.Join(fmt.Errorf("compact %s: %w", tabla, err), tx.Rollback())
			if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == lockNotAvailable {
				return fmt.Errorf("%w: %w", ErrEnUso, err)
			}
			return err
		}
		if err := tx.Commit(); err != nil {
			return fmt.Errorf("compact %s: %w", tabla, err)
		}
	}
	return nil
}

// compactSQLite writes the file again and empties the WAL, which holds the pages as they
// were. What VACUUM puts aside meanwhile goes to a file, not to memory.
func (e *Escritor) compactSQLite(ctx context.Context) error {
	pool, err := openPool(&e.cfg, e.writerDSN, 1, nil)
	if err != nil {
		return err
	}
	defer pool.Close()
	for _, query := range []string{"PRAGMA temp_store = file", "VACUUM"} {
		if _, err := pool.ExecContext(ctx, query); err != nil {
			return fmt.Errorf("compact the file: %w", err)
		}
	}
	for range compactAttempts {
		var busy, frames, moved int
		if err := pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
			return fmt.Errorf("empty the WAL: %w", err)
		}
		if busy == 0 {
			return nil
		}
	}
	return ErrEnUso
}
