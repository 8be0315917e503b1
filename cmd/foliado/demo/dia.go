package demo

import (
	"context"
	"time"

	"foliado/domain"
	"foliado/registers"
)

// dia is a past jornada of an establecimiento, still to be made up.
type dia struct {
	c      *Casa
	z      *azar
	lugar  string
	fecha  domain.Fecha
	abre   time.Time // hours of the rooms
	cierra time.Time
	lista  time.Time // when the barred list of the day is in force
	citas  []cita
}

// makePast makes up the past jornadas, one day after another, in every house at once.
func (c *Casa) makePast(ctx context.Context, o Options) error {
	days, total := c.planPast(o)
	made := 0
	for _, citas := range days {
		err := c.Reloj.live(ctx, citas, func(n int) {
			if c.Progreso != nil {
				c.Progreso(made+n, total)
			}
		})
		if err != nil {
			return err
		}
		made += len(citas)
	}
	return nil
}

// planPast draws what will happen on each past day, and counts it.
func (c *Casa) planPast(o Options) (days [][]cita, total int) {
	h := horarioDe(o.Ahora)
	pueblo := newPueblo(newLista(fechaDe(o.Ahora)), o.visitas(principal)+o.visitas(apendice))
	for n := o.Dias; n > 0; n-- {
		fecha := plus(fechaDe(o.Ahora), -n)
		abre, cierra := h.On(fecha)
		fresh := abre.Add(horasLista[(o.Dias-n)%len(horasLista)])
		citas := []cita{{fresh, func(ctx context.Context) error { return c.importLista(ctx, fecha) }}}
		pueblo.wake()
		for k, e := range casas {
			d := &dia{c: c, z: newAzar(deLaSala + corriente(n*len(casas)+k)), lugar: e.ID, fecha: fecha, abre: abre, cierra: cierra, lista: fresh}
			d.plan()
			d.planSala()
			d.planPuerta(pueblo, o.visitas(e.ID))
			citas = append(citas, d.citas...)
		}
		days = append(days, citas)
		total += len(citas)
	}
	return days, total
}

// The hour of each import of the barred list, from the opening. On the second day it comes
// late, and for a while nobody can be checked (criterio ADM-2).
var horasLista = []time.Duration{-time.Hour, 20 * time.Minute, -20 * time.Minute}

func (d *dia) at(hora time.Time, hace func(context.Context) error) {
	d.citas = append(d.citas, cita{hora, hace})
}

// now is the Hora of what is put on record as it happens.
func (c *Casa) now() registers.Hora { return registers.EnLinea(c.Reloj.Now()) }

// plan makes the gaming day go through its phases.
func (d *dia) plan() {
	d.at(d.abre.Add(-50*time.Minute), func(ctx context.Context) error { return d.c.begin(ctx, d.lugar, d.fecha) })
	d.at(d.abre, d.fase(domain.FaseAbierta))
	d.at(d.cierra, d.fase(domain.FaseFinJuegos))
	d.at(d.cierra.Add(2*time.Minute), d.fase(domain.FaseRecuentos))
	d.at(d.cierra.Add(40*time.Minute), func(ctx context.Context) error { return d.c.finish(ctx, d.lugar, d.fecha) })
}

func (d *dia) fase(f domain.Fase) func(context.Context) error {
	return func(ctx context.Context) error { return d.c.advance(ctx, d.lugar, d.fecha, f) }
}

// begin begins a gaming day with its caja central.
func (c *Casa) begin(ctx context.Context, e string, fecha domain.Fecha) error {
	director, err := c.director(e)
	if err != nil {
		return err
	}
	_, err = c.Libros.CreateJornada(ctx, director, c.now(), e, registers.JornadaFacts{Fecha: fecha, Metalico: metalicoCaja, Bloqueado: bloqueadoCaja})
	return err
}

func (c *Casa) director(e string) (registers.Autor, error) {
	return c.plantilla.one(e, domain.Subdirector, 0)
}

func (c *Casa) advance(ctx context.Context, e string, fecha domain.Fecha, f domain.Fase) error {
	director, err := c.director(e)
	if err != nil {
		return err
	}
	_, err = c.Libros.AdvanceFase(ctx, director, c.now(), e, fecha, f)
	return err
}

// finish closes a gaming day and certifies its control de ingresos.
func (c *Casa) finish(ctx context.Context, e string, fecha domain.Fecha) error {
	director, err := c.director(e)
	if err != nil {
		return err
	}
	if _, err := c.Libros.CloseJornada(ctx, director, c.now(), e, fecha); err != nil {
		return err
	}
	done, err := c.Libros.ProposeCertificacion(ctx, director, c.now(), e, fecha)
	if err != nil {
		return err
	}
	return c.sign(ctx, done.Acto, 0)
}
