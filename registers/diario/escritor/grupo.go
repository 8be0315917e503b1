package escritor

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"foliado/registers/diario"
)

const (
	maxRetries = 5                     // of a group that the database asks to run again
	firstPause = 10 * time.Millisecond // before the second attempt; doubled for each next
	turnLock   = 0x666f6c6961646f01    // advisory lock under which replicas take turns
	maxWait    = 2 * time.Millisecond  // for acts that are expected
	clockAlarm = time.Minute           // a clock further back than this is an asiento
)

// job is an act that waits.
type job struct {
	ctx  context.Context
	act  func(*Tx) error
	key  *Idempotencia
	done chan struct{}

	holds func() error // condition of the act, which asks it itself; nil none

	first    bool // of the log: no alarm of the clock goes before it
	answered bool

	recibo  Recibo
	err     error
	estado  int    // of the answer, for an idempotent replay
	recurso string // idem
}

// answer lets the caller go.
func (j *job) answer() {
	if !j.answered {
		j.answered = true
		close(j.done)
	}
}

// group is a transaction in progress.
type group struct {
	e     *Escritor
	l     *Lote
	sola  bool
	ran   int                        // acts that went well
	used  map[claveIdempotencia]bool // keys of theirs
	start head                       // state to go back to
	idem  *buffer
}

// loop is the writer: it alone touches the connection and the state.
func (e *Escritor) loop() {
	var jobs []*job
	finished := false
	defer func() {
		if finished {
			close(e.finished)
			return
		}
		// An act ended this goroutine (runtime.Goexit): nothing of its group was
		// committed.
		e.log.Error("an act ended the goroutine of the writer")
		e.drop()
		refuse(jobs, errors.New("an act ended the goroutine of the writer"))
		go e.loop()
	}()
	for {
		if jobs = e.gather(jobs[:0]); len(jobs) == 0 {
			finished = true
			return
		}
		e.run(&jobs)
	}
}

// gather waits for an act and takes those that wait with it; upkeep asked for meanwhile is
// done at once. It returns none when the writer is closing and all were served.
func (e *Escritor) gather(jobs []*job) []*job {
	for {
		select {
		case j := <-e.queue:
			return e.drain(append(jobs, j))
		case u := <-e.upkeep:
			u.done <- u.do()
		case <-e.closing:
			return e.drain(jobs)
		}
	}
}

// fill takes those who came while the transaction began. Whoever was just answered comes
// back soon: as many acts as there were about the last commit are waited for, no longer than
// that commit took, so that callers who keep coming share one commit instead of taking
// turns at two.
func (e *Escritor) fill(jobs []*job, began time.Time) []*job {
	if jobs = e.drain(jobs); len(jobs) >= e.about {
		return jobs
	}
	left := e.took - time.Since(began)
	if left <= 0 {
		return jobs
	}
	deadline := time.NewTimer(left)
	defer deadline.Stop()
	for len(jobs) < e.about {
		select {
		case j := <-e.queue:
			jobs = append(jobs, j)
		case <-deadline.C:
			return jobs
		case <-e.closing:
			return e.drain(jobs)
		}
	}
	return jobs
}

// drain takes what waits now.
func (e *Escritor) drain(jobs []*job) []*job {
	for len(jobs) < MaxGrupo {
		select {
		case j := <-e.queue:
			jobs = append(jobs, j)
		default:
			return jobs
		}
	}
	return jobs
}

// run serves the jobs, and those who join them: together and, when one of them spoils the
// transaction, each again alone.
func (e *Escritor) run(jobs *[]*job) {
	if err := e.ready(); err != nil {
		e.log.Error("the log is not available", "error", err)
		refuse(*jobs, err)
		return
	}
	err := e.persist(jobs, false)
	switch classify(err) {
	case faultNone:
	case faultAct:
		for k, j := range *jobs {
			if err := e.runAlone(j); err != nil {
				e.fail((*jobs)[k:], err)
				return
			}
		}
	default:
		e.fail(*jobs, err)
	}
}

// runAlone runs one job in a transaction of its own. It returns an error only when the
// database is to blame.
func (e *Escritor) runAlone(j *job) error {
	err := e.persist(&[]*job{j}, true)
	switch classify(err) {
	case faultNone:
		return nil
	case faultAct:
		j.err = explain(err)
		var fail *actError
		if errors.As(err, &fail) {
			j.err = fail.err
		}
		j.answer()
		return nil
	}
	return err
}

// fail answers the jobs that the database could not serve and forgets the state, which
// is read again before the next group.
func (e *Escritor) fail(jobs []*job, err error) {
	e.log.Error("the database failed the writer", "error", err, "acts", len(jobs))
	e.drop()
	refuse(jobs, err)
}

func refuse(jobs []*job, err error) {
	for _, j := range jobs {
		if !j.answered {
			j.err = fmt.Errorf("%w: %w", ErrNoDisponible, err)
			j.answer()
		}
	}
}

// persist runs the jobs in one transaction, again when the database asks for it.
func (e *Escritor) persist(jobs *[]*job, sola bool) error {
	pause := firstPause
	for n := 1; ; n++ {
		err := e.attempt(jobs, sola)
		if classify(err) != faultRetry || n == maxRetries {
			return infraIfRetry(err)
		}
		time.Sleep(pause)
		pause *= 2
	}
}

func infraIfRetry(err error) error {
	if classify(err) == faultRetry {
		return &infraError{fmt.Errorf("gave up after %d attempts: %w", maxRetries, err)}
	}
	return err
}

// attempt runs the jobs in one transaction, with those who come while it begins, and answers
// them. On error the transaction was rolled back, the state is what it was and nobody was
// answered.
func (e *Escritor) attempt(jobs *[]*job, sola bool) error {
	cancel := e.c.begin()
	defer cancel()
	began := time.Now()
	g, err := e.openGroup(sola)
	if err == nil && !sola {
		*jobs = e.fill(*jobs, began)
	}
	if err == nil {
		err = g.runAll(*jobs)
	}
	if err == nil {
		began = time.Now()
		err = g.commit()
		e.took = min(time.Since(began), maxWait)
	}
	if err != nil {
		if g != nil {
			e.s.restore(g.start, 0)
		}
		if classify(err) != faultInfra { // else the connection goes
			if rollback := e.c.rollback(); rollback != nil {
				return &infraError{errors.Join(rollback, err)}
			}
		}
		return err
	}
	e.s.undo = e.s.undo[:0]
	e.about = min(MaxGrupo, len(*jobs)+len(e.queue))
	for _, j := range *jobs {
		if j.err == nil {
			j.recibo = e.published.Load().recibo()
		}
		j.answer()
	}
	return nil
}

// begin sets the context of a group: without end on SQLite, where it would cost a
// goroutine a statement.
func (c *conn) begin() context.CancelFunc {
	c.fault = nil
	if !c.pgx() {
		c.ctx = context.Background()
		return func() {}
	}
	ctx, cancel := context.WithTimeout(context.Background(), groupTimeout)
	c.ctx = ctx
	return cancel
}

// openGroup begins the transaction, takes the turn of this replica, and reads the state
// again when another has written since.
func (e *Escritor) openGroup(sola bool) (*group, error) {
	found, err := e.c.openTx()
	if err != nil {
		return nil, err
	}
	if !found.equal(e.s.place()) {
		if err := e.reload(); err != nil {
			return nil, &infraError{err}
		}
	}
	e.l.open()
	return &group{e: e, l: e.l, sola: sola, start: e.s.head, idem: &buffer{plan: planIdempotencia}}, nil
}

// openTx begins the transaction and returns the last leaf.
func (c *conn) openTx() (place, error) {
	if c.pgx() {
		return c.openPostgres()
	}
	if err := c.control("BEGIN IMMEDIATE"); err != nil {
		return place{}, err
	}
	return c.readPlace()
}

// openPostgres does it in one round trip. The last leaf is read once the lock is held:
// each statement sees what was committed when it began.
func (c *conn) openPostgres() (place, error) {
	p := place{posicion: -1}
	var batch pgx.Batch
	batch.Queue("BEGIN ISOLATION LEVEL READ COMMITTED")
	batch.Queue("SELECT pg_advisory_xact_lock($1)", int64(turnLock))
	batch.Queue(queryHead)
	err := c.pinned.Raw(func(native any) error {
		results := native.(*stdlib.Conn).Conn().SendBatch(c.ctx, &batch)
		defer results.Close()
		for range 2 {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		if err := results.QueryRow().Scan(&p.posicion, &p.hashes); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		return results.Close()
	})
	return p, err
}

func (c *conn) rollback() error { return c.control("ROLLBACK") }

// control executes a statement of the transaction itself.
func (c *conn) control(query string) error {
	s, err := c.statement(query)
	if err == nil && s != nil {
		_, err = s.ExecContext(c.ctx)
	} else if err == nil {
		_, err = c.pinned.ExecContext(c.ctx, query)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}

// runAll runs the acts one after another. It returns an error when the transaction has
// to go.
func (g *group) runAll(jobs []*job) error {
	for _, j := range jobs {
		j.err, j.estado, j.recurso = nil, 0, ""
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		repeated, err := g.repeated(j, g.sola)
		if err != nil {
			return err
		}
		if repeated {
			j.err = ErrClaveRepetida
		} else if err := g.runAct(j); err != nil {
			return err
		}
	}
	return nil
}

// runAct runs one act and, when it fails and nothing of it reached the database, drops
// it alone.
func (g *group) runAct(j *job) error {
	now := diario.Instante(g.e.cfg.Reloj())
	if !j.first {
		if err := g.watchClock(now); err != nil {
			return err
		}
	}
	if j.holds != nil && g.ran > 0 {
		return &actError{errAcompanada}
	}
	s := g.e.s
	before, undone := s.head, len(s.undo)
	g.l.begin()
	t := &Tx{g: g, job: j, now: s.next(now)}
	err := t.run(j.act)
	t.g = nil
	err, broken := g.verdict(err)
	switch {
	case broken != nil:
		return broken
	case err == nil:
		g.ran++
		g.keep(j, t.now)
		return nil
	case g.l.dirty:
		return &actError{err}
	}
	g.l.undo()
	s.restore(before, undone)
	j.err = err
	if repeated, err := g.repeated(j, true); err != nil {
		return err
	} else if repeated {
		j.err = ErrClaveRepetida // it failed because it was done before
	}
	return nil
}

// errAcompanada: the condition of an act may not be asked behind other acts of its group. Each
// is run again alone.
var errAcompanada = errors.New("an act under a condition does not follow others in its group")

// verdict weighs what the act returned with what the database said meanwhile: an act may
// not get over an error of the database, since PostgreSQL goes on with nothing after one.
// broken is an error that the act is not to blame for.
func (g *group) verdict(err error) (act, broken error) {
	if failed := g.l.failed; failed != nil {
		if kind := classify(failed); kind == faultInfra || kind == faultRetry {
			return nil, failed
		}
		if err == nil || errors.Is(err, ErrPanico) {
			err = failed
		}
	}
	if fault := g.l.c.fault; fault != nil {
		if classify(fault) != faultAct {
			return nil, fault
		}
		g.l.dirty = true
		if err == nil {
			err = explain(fault)
		}
	}
	return err, nil
}

// run calls the act. A panic of the act is its error.
func (t *Tx) run(act func(*Tx) error) (err error) {
	e := t.g.e
	defer func() {
		if p := recover(); p != nil {
			reason := fmt.Sprintf("%T", p) // its text might hold a value
			if bug, ok := p.(runtime.Error); ok {
				reason = bug.Error()
			}
			e.log.Error("an act panicked", "panic", reason, "stack", string(debug.Stack()))
			err = ErrPanico
		}
	}()
	return act(t)
}

// next is the hora de anotación of the next leaf.
func (s *state) next(now time.Time) time.Time {
	if after := s.last.Add(time.Microsecond); now.Before(after) {
		return after
	}
	return now
}

// watchClock writes an asiento, once, when the clock goes back more than a minute.
func (g *group) watchClock(now time.Time) error {
	s := g.e.s
	behind := s.last.Sub(now)
	switch {
	case behind <= 0:
		s.late = false
		return nil
	case s.late || behind <= clockAlarm || s.tree.Tamano() == 0:
		return nil
	}
	g.e.log.Warn("the clock went back", "behind", behind)
	g.l.begin()
	t := &Tx{g: g, job: &job{}, now: s.next(now)}
	if _, err := t.Append(relojAtrasado(behind)); err != nil {
		return fmt.Errorf("write the alarm of the clock: %w", err)
	}
	s.late = true
	return nil
}

// commit writes what waits, numbers and checkpoint included, and commits. Without
// anything to write it rolls back.
func (g *group) commit() error {
	e := g.e
	grown := e.s.tree.Tamano() > g.start.tree.Tamano()
	if !grown && len(g.idem.vals) == 0 && g.l.waiting() == 0 && !g.l.changed {
		return e.c.rollback()
	}
	buffers := g.l.buffers
	next := e.published.Load()
	if grown {
		nota, err := diario.SignCheckpoint(diario.Checkpoint{
			Origen: e.cfg.Firmante.Name(), Tamano: e.s.tree.Tamano(), Raiz: e.s.tree.Raiz()}, e.cfg.Firmante)
		if err != nil {
			return fmt.Errorf("sign the checkpoint: %w", err)
		}
		next = &snapshot{tamano: e.s.tree.Tamano(), raiz: e.s.tree.Raiz(), nota: nota}
		checkpoint := &buffer{plan: planCheckpoints}
		checkpoint.add(next.tamano, nota)
		buffers = append(buffers[:len(buffers):len(buffers)], g.counters(), checkpoint)
	}
	if len(g.idem.vals) > 0 {
		buffers = append(buffers[:len(buffers):len(buffers)], g.idem)
	}
	if err := e.c.write(buffers, true); err != nil {
		return err
	}
	g.l.reset()
	e.publish(next)
	return nil
}

// counters returns the counters that the group moved.
func (g *group) counters() *buffer {
	b := &buffer{plan: planContadores}
	seen := make(map[counter]bool, 8)
	for _, u := range g.e.s.undo {
		if !seen[u.counter] {
			seen[u.counter] = true
			b.add(u.counter.String(), g.e.s.counters[u.counter])
		}
	}
	return b
}
