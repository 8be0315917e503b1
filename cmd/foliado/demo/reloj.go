package demo

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Reloj is the clock of a demonstration: it shows the past that is being made up, never
// beyond the true hour at which it was made, and the true hour once released. It never
// goes back. Each reading moves it a little, so that acts of one moment are not of the
// same instant.
type Reloj struct {
	verdadero func() time.Time
	fin       int64 // µs: the simulated time ends here
	us        atomic.Int64
	paso      atomic.Int64
	tope      atomic.Int64
	suelto    atomic.Bool
}

// NewReloj returns a clock stopped at inicio. verdadero tells the true hour.
func NewReloj(inicio time.Time, verdadero func() time.Time) *Reloj {
	r := &Reloj{verdadero: verdadero, fin: verdadero().UnixMicro()}
	r.us.Store(min(inicio.UnixMicro(), r.fin))
	r.tope.Store(r.us.Load())
	return r
}

// Now reads the clock.
func (r *Reloj) Now() time.Time {
	if r.suelto.Load() {
		return r.verdadero()
	}
	for {
		now := r.us.Load()
		next := min(now+r.paso.Load(), r.tope.Load())
		if next <= now {
			return time.UnixMicro(now).UTC()
		}
		if r.us.CompareAndSwap(now, next) {
			return time.UnixMicro(next).UTC()
		}
	}
}

// Advance takes the clock to t, or to the true hour when t is later.
func (r *Reloj) Advance(t time.Time) { r.span(t, t, 1) }

// span takes the clock to desde and lets about n readings move it, short of hasta.
func (r *Reloj) span(desde, hasta time.Time, n int) {
	r.paso.Store(0)
	now := max(r.us.Load(), min(desde.UnixMicro(), r.fin))
	r.us.Store(now)
	tope := max(now, min(hasta.UnixMicro()-1, r.fin))
	r.tope.Store(tope)
	r.paso.Store(min((tope-now)/int64(max(n, 1)), pasoMayor.Microseconds()))
}

// Release makes the clock show the true hour from now on.
func (r *Reloj) Release() { r.suelto.Store(true) }

// cita is something that happens in the made-up past at an hour.
type cita struct {
	hora time.Time
	hace func(context.Context) error
}

const (
	simultaneas = 48 // acts of one moment under way at once
	lecturas    = 12 // readings of the clock that an act makes, more or less
	ultimaCita  = 2 * time.Minute
	pasoMayor   = 4 * time.Second // that a reading moves the clock
)

// live makes the appointments happen in the order of their hours; those of one hour, side
// by side. done, which may be nil, hears how many are made.
func (r *Reloj) live(ctx context.Context, citas []cita, done func(n int)) error {
	slices.SortStableFunc(citas, func(a, b cita) int { return a.hora.Compare(b.hora) })
	for from := 0; from < len(citas); {
		hora := citas[from].hora
		to := from + 1
		for to < len(citas) && citas[to].hora.Equal(hora) {
			to++
		}
		next := hora.Add(ultimaCita)
		if to < len(citas) {
			next = citas[to].hora
		}
		r.span(hora, next, lecturas*(to-from))
		if err := together(ctx, citas[from:to]); err != nil {
			return err
		}
		if from = to; done != nil {
			done(from)
		}
	}
	return nil
}

// together runs the appointments side by side. The first error stops those not begun.
func together(ctx context.Context, citas []cita) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	turn := make(chan struct{}, simultaneas)
	var all sync.WaitGroup
	for _, c := range citas {
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			if ctx.Err() == nil {
				if err := c.hace(ctx); err != nil {
					cancel(err)
				}
			}
		})
	}
	all.Wait()
	return cmp.Or(context.Cause(ctx), ctx.Err())
}
