package escritor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/mod/sumdb/tlog"
	"gorm.io/gorm"

	"foliado/migrations"
	"foliado/registers/diario"
)

const reconnectAttempts = 5

// Escritor is the one writer of a log. Its methods may be called by many goroutines.
type Escritor struct {
	cfg      Config
	dialecto migrations.Dialecto
	log      *slog.Logger
	azar     io.Reader
	lockFile *os.File // nil on PostgreSQL
	mark     *mark    // nil without Config.Marca
	lectura  *gorm.DB

	queue     chan *job
	upkeep    chan upkeep
	closing   chan struct{}
	finished  chan struct{}
	closeOnce sync.Once
	closeErr  error
	published atomic.Pointer[snapshot]
	reread    atomic.Int64 // readings of the state of the log

	// Of the loop alone:
	about     int           // acts in the last group and behind it
	took      time.Duration // by its commit, maxWait at most
	writerDSN string        // SQLite
	c         *conn         // nil after a failure of the database, until it is opened again
	l         *Lote
	s         *state
}

// snapshot is what is known outside the loop: the log as last acknowledged.
type snapshot struct {
	tamano int64
	raiz   tlog.Hash
	nota   []byte
}

func (s *snapshot) recibo() Recibo { return Recibo{Tamano: s.tamano, Checkpoint: s.nota} }

// Open opens the log of cfg for writing. On SQLite it takes the lock of the file
// (ErrBloqueado when another process has it) and migrates; on PostgreSQL the version of
// the schema must be that of the program (ErrVersion) and the role must not own the log
// (ErrDueno). It reads the state (ErrIncoherente) and holds the log against the
// high-water mark (ErrMarca).
func Open(ctx context.Context, cfg Config) (*Escritor, error) {
	if cfg.Reloj == nil || cfg.Azar == nil || cfg.Firmante == nil || (cfg.Ruta == "") == (cfg.DSN == "") {
		return nil, errors.New("escritor: a clock, randomness, a signer and one database are needed")
	}
	e := &Escritor{
		cfg: cfg, dialecto: migrations.SQLite, log: cfg.Log, azar: bufio.NewReaderSize(cfg.Azar, 4096),
		queue: make(chan *job, 4*MaxGrupo), upkeep: make(chan upkeep), closing: make(chan struct{}), finished: make(chan struct{}),
	}
	if cfg.Ruta == "" {
		e.dialecto = migrations.Postgres
	}
	if e.log == nil {
		e.log = slog.Default()
	}
	if err := e.open(ctx); err != nil {
		e.release()
		return nil, err
	}
	go e.loop()
	if err := e.declare(ctx); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

func (e *Escritor) open(ctx context.Context) error {
	if e.cfg.Ruta != "" {
		f, err := lock(e.cfg.Ruta)
		if err != nil {
			return err
		}
		e.lockFile, e.writerDSN = f, writerDSN(e.cfg.Ruta)
		if err := makePrivate(e.cfg.Ruta, e.log); err != nil {
			return err
		}
	}
	if err := e.prepareSchema(ctx); err != nil {
		return err
	}
	if e.cfg.Marca != "" {
		m, err := openMark(e.cfg.Marca, e.cfg.Firmante.Name(), e.log)
		if err != nil {
			return err
		}
		e.mark = m
	}
	if err := e.connect(ctx, true); err != nil {
		return err
	}
	return e.openLectura()
}

// prepareSchema migrates SQLite; on PostgreSQL it checks version and role.
func (e *Escritor) prepareSchema(ctx context.Context) error {
	pool, err := openPool(&e.cfg, e.writerDSN, 1, nil)
	if err != nil {
		return err
	}
	defer pool.Close()
	if e.dialecto == migrations.SQLite {
		return migrations.Up(ctx, pool, migrations.SQLite)
	}
	return checkPostgres(ctx, pool, e.cfg.PermiteDueno)
}

// openLectura opens the read pool.
func (e *Escritor) openLectura() error {
	conns := readConnsSQLite
	if e.dialecto == migrations.Postgres {
		conns = readConnsPostgres
	}
	pool, err := openPool(&e.cfg, readerDSN(e.cfg.Ruta), conns, map[string]string{"default_transaction_read_only": "on"})
	if err != nil {
		return err
	}
	if e.lectura, err = openORM(e.dialecto, pool, e.dialecto == migrations.SQLite); err != nil {
		pool.Close()
	}
	return err
}

// connect opens the writer's connection and reads the state, inside a transaction that
// holds the turn of this replica. The first time it is held against its counters and
// against the mark.
func (e *Escritor) connect(ctx context.Context, first bool) error {
	pool, err := openPool(&e.cfg, e.writerDSN, 1, map[string]string{
		"synchronous_commit":                  "on", // whatever the role's default: acknowledged is durable
		"idle_in_transaction_session_timeout": "60000",
	})
	if err != nil {
		return err
	}
	c, err := connect(ctx, e.dialecto, pool)
	if err != nil {
		pool.Close()
		return err
	}
	e.c, e.l = c, newLote(c, planAsientos, planBoveda)
	c.onWrite = e.l.wrote
	defer c.begin()()
	if _, err = c.openTx(); err == nil {
		err = e.reload()
	}
	if err == nil && first {
		if err = c.checkCounters(e.s); err == nil {
			err = e.checkMark()
		}
	}
	if err == nil {
		err = c.rollback()
	}
	if err != nil {
		e.drop()
	}
	return err
}

// reload reads the state, inside a transaction. The log may have grown under the hands
// of another replica; that it shrank or changed is an error.
func (e *Escritor) reload() error {
	s, err := e.c.loadState()
	if err != nil {
		return err
	}
	if known := e.published.Load(); known != nil {
		same, err := e.c.extends(s, known.tamano, known.raiz)
		if err != nil {
			return err
		}
		if !same {
			return fmt.Errorf("%w: se acusó recibo de %d asientos que ya no constan", ErrMarca, known.tamano)
		}
	}
	nota, err := e.c.lastCheckpoint()
	if err != nil {
		return err
	}
	if e.s != nil {
		s.late = e.s.late
	}
	e.s = s
	e.reread.Add(1)
	e.published.Store(&snapshot{tamano: s.tree.Tamano(), raiz: s.tree.Raiz(), nota: nota})
	return nil
}

// ready makes sure of a connection and a state, opening them again after a failure.
func (e *Escritor) ready() error {
	if e.c != nil {
		return nil
	}
	pause := firstPause
	for n := 1; ; n++ {
		err := e.connect(context.Background(), false)
		if err == nil {
			e.log.Info("the log is available again", "size", e.s.tree.Tamano())
			return nil
		}
		if n == reconnectAttempts {
			return err
		}
		time.Sleep(pause)
		pause *= 2
	}
}

// drop closes the connection: the next group opens another.
func (e *Escritor) drop() {
	if e.c == nil {
		return
	}
	if err := e.c.close(); err != nil {
		e.log.Warn("close the connection of the writer", "error", err)
	}
	e.c, e.l = nil, nil
}

// checkMark holds the log against the mark kept outside it.
func (e *Escritor) checkMark() error {
	m := e.mark
	if m == nil || !m.found && e.s.tree.Tamano() > 0 {
		return nil // declareAbsent writes it down
	}
	if m.tamano > e.s.tree.Tamano() {
		if e.cfg.Recuperar && e.s.tree.Tamano() > 0 {
			return nil // recover writes it down
		}
		return fmt.Errorf("%w: la marca es de %d asientos y hay %d", ErrMarca, m.tamano, e.s.tree.Tamano())
	}
	same, err := e.c.extends(e.s, m.tamano, m.raiz)
	if err != nil {
		return err
	}
	if !same {
		return fmt.Errorf("%w: los %d primeros asientos no son los de la marca", ErrMarca, m.tamano)
	}
	if err := m.write(e.s.tree.Tamano(), e.s.tree.Raiz(), e.s.counters); err != nil {
		return err
	}
	return m.sync()
}

// publish makes a commit known. It runs before any of its acts is acknowledged.
func (e *Escritor) publish(next *snapshot) {
	if next == e.published.Load() {
		return
	}
	e.published.Store(next)
	if e.mark == nil {
		return
	}
	if err := e.mark.write(next.tamano, next.raiz, e.s.counters); err != nil {
		e.log.Error("the high-water mark was not written", "error", err)
	}
}

// Do runs act inside the writer and returns once its commit is durable. act may run
// more than once, must depend on nothing but the database and its own inputs, and must
// not call Do. An
// error of act is returned as it is; a broken constraint as gorm.ErrDuplicatedKey
// (*Repetido) and its kin; ErrNoDisponible says that the act was not acknowledged. ctx is
// looked at until the act begins and no more: its end then no longer stops the act, and
// Do waits for it.
func (e *Escritor) Do(ctx context.Context, act func(*Tx) error) (Recibo, error) {
	return e.serve(&job{ctx: ctx, act: act, done: make(chan struct{})})
}

// serve queues a job and waits for its answer.
func (e *Escritor) serve(j *job) (Recibo, error) {
	ctx := j.ctx
	if key, ok := ctx.Value(ctxIdempotencia{}).(Idempotencia); ok {
		j.key = &key
	}
	if holds, ok := ctx.Value(ctxCondicion{}).(func() error); ok {
		act := j.act
		j.holds = holds
		j.act = func(t *Tx) error {
			if err := holds(); err != nil {
				return err
			}
			return act(t)
		}
	}
	if err := ctx.Err(); err != nil {
		return Recibo{}, err
	}
	select {
	case <-e.closing:
		return Recibo{}, fmt.Errorf("%w: closed", ErrNoDisponible)
	default:
	}
	select {
	case e.queue <- j:
	case <-ctx.Done():
		return Recibo{}, ctx.Err()
	case <-e.finished:
		return Recibo{}, fmt.Errorf("%w: closed", ErrNoDisponible)
	}
	select {
	case <-j.done:
		return j.recibo, j.err
	case <-e.finished:
	}
	select {
	case <-j.done: // answered by the last group
		return j.recibo, j.err
	default:
		return Recibo{}, fmt.Errorf("%w: closed", ErrNoDisponible)
	}
}

// Lectura is the read pool; it never shares the writer's connection.
func (e *Escritor) Lectura() *gorm.DB { return e.lectura }

// Ahora is the writer's clock, UTC at microseconds.
func (e *Escritor) Ahora() time.Time { return diario.Instante(e.cfg.Reloj()) }

// Tamano is the size of the log as last acknowledged.
func (e *Escritor) Tamano() int64 { return e.published.Load().tamano }

// Relecturas is how many times the state of the log was read: each time that another
// replica had written, or that the connection was lost. While it stays the same whatever
// was written went through this writer.
func (e *Escritor) Relecturas() int64 { return e.reread.Load() }

// UltimoCheckpoint returns the signed note of the last commit, nil on an empty log.
func (e *Escritor) UltimoCheckpoint() []byte { return e.published.Load().nota }

// CheckpointAfter returns the signed note of the commit that holds the leaf: the first
// checkpoint that covers it. The error is gorm.ErrRecordNotFound when none does.
func (e *Escritor) CheckpointAfter(ctx context.Context, posicion int64) ([]byte, error) {
	var notas [][]byte
	err := e.lectura.WithContext(ctx).
		Raw(`SELECT nota FROM checkpoints WHERE tamano > ? ORDER BY tamano LIMIT 1`, posicion).Scan(&notas).Error
	if err != nil {
		return nil, fmt.Errorf("read the checkpoint of leaf %d: %w", posicion, err)
	}
	if len(notas) == 0 {
		return nil, gorm.ErrRecordNotFound
	}
	return notas[0], nil
}

// Close serves the acts already accepted, refuses others with ErrNoDisponible, and
// closes. It may be called more than once.
func (e *Escritor) Close() error {
	e.closeOnce.Do(func() {
		close(e.closing)
		<-e.finished
		e.closeErr = e.release()
	})
	return e.closeErr
}

// release closes whatever is open.
func (e *Escritor) release() error {
	var errs []error
	if e.lectura != nil {
		if pool, err := e.lectura.DB(); err == nil {
			errs = append(errs, pool.Close())
		}
	}
	if e.c != nil {
		errs = append(errs, e.c.close())
	}
	if e.mark != nil {
		errs = append(errs, e.mark.close())
	}
	if e.lockFile != nil {
		errs = append(errs, unlock(e.lockFile))
	}
	return errors.Join(errs...)
}
