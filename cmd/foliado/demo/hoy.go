package demo

import (
	"context"
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
)

// The age below which the barred list in force is left as it is: one of our own, and one
// that somebody else imported.
const (
	propiaReciente = time.Hour
	ajenaReciente  = 12 * time.Hour
)

// openToday leaves the jornada of the true hour open to the public in every
// establecimiento that has an authorisation, lets the clock show the true hour, and
// refreshes the barred list. A jornada that somebody ended today stays ended.
func (c *Casa) openToday(ctx context.Context, ahora time.Time) error {
	hoy := fechaDe(ahora)
	es, err := c.Libros.Establecimientos(ctx)
	if err != nil {
		return err
	}
	for _, hace := range []func(context.Context, string, domain.Fecha, time.Time) error{c.beginToday, c.openDoors} {
		for _, e := range es {
			if _, err := c.Libros.Autorizacion(ctx, e.ID); errors.Is(err, registers.ErrAutorizacion) {
				continue
			}
			if err := hace(ctx, e.ID, hoy, ahora); err != nil {
				return err
			}
		}
	}
	if err := c.stage(ctx); err != nil {
		return err
	}
	c.Reloj.Release()
	if l := c.Puerta.Lista(); l != nil {
		age := ahora.Sub(l.Instante)
		if age < propiaReciente || l.Fuente != FuenteLista && age < ajenaReciente {
			return nil
		}
	}
	return c.importLista(ctx, hoy)
}

// beginToday begins the jornada of that date, with hours that contain the true one.
func (c *Casa) beginToday(ctx context.Context, e string, hoy domain.Fecha, ahora time.Time) error {
	last, err := c.Libros.LastJornada(ctx, e)
	if err != nil && !errors.Is(err, registers.ErrJornada) {
		return err
	}
	if err == nil && last.Fecha >= hoy {
		return nil
	}
	director, err := c.director(e)
	if err != nil {
		return err
	}
	h, good, err := c.hours(ctx, e, ahora)
	if err != nil {
		return err
	}
	abre, _ := h.On(hoy)
	c.Reloj.Advance(abre.Add(-50 * time.Minute))
	if !good {
		if err := c.keepHours(ctx, director, e, h); err != nil {
			return err
		}
	}
	return c.begin(ctx, e, hoy)
}

// hours are those kept, when they contain the true hour whatever the kind of day; else
// those to keep.
func (c *Casa) hours(ctx context.Context, e string, ahora time.Time) (h libros.Horario, kept bool, err error) {
	now, err := c.Libros.Horarios(ctx, e)
	if err != nil {
		return h, false, err
	}
	h, kept = now[registers.Laborable]
	for _, other := range now {
		kept = kept && other == h && contains(h, ahora)
	}
	if !kept {
		h = horarioDe(ahora)
	}
	return h, kept, nil
}

// openDoors opens today's jornada to the public when it is still in preparación.
func (c *Casa) openDoors(ctx context.Context, e string, hoy domain.Fecha, _ time.Time) error {
	last, err := c.Libros.LastJornada(ctx, e)
	if err != nil || last.Fecha < hoy || last.Fase != domain.FasePreparacion {
		return err
	}
	c.Reloj.Advance(last.AperturaPrevista)
	return c.advance(ctx, e, last.Fecha, domain.FaseAbierta)
}

// closeStale ends, counts, closes and certifies the last jornada of an establecimiento
// when it is of an earlier day.
func (c *Casa) closeStale(ctx context.Context, e string, ahora time.Time) error {
	j, err := c.Libros.LastJornada(ctx, e)
	if errors.Is(err, registers.ErrJornada) || err == nil && (j.Fecha >= fechaDe(ahora) || j.Fase == domain.FaseCertificada) {
		return nil
	}
	if err != nil {
		return err
	}
	c.Reloj.Advance(j.CierrePrevisto)
	for _, f := range []domain.Fase{domain.FaseAbierta, domain.FaseFinJuegos, domain.FaseRecuentos} {
		if j.Fase.Orden() >= f.Orden() {
			continue
		}
		if err := c.advance(ctx, e, j.Fecha, f); err != nil {
			return err
		}
	}
	if j.Fase.Orden() < domain.FaseCerrada.Orden() {
		c.Reloj.Advance(j.CierrePrevisto.Add(5 * time.Minute))
		if err := c.closeTables(ctx, e, j.Fecha); err != nil {
			return err
		}
	}
	c.Reloj.Advance(j.CierrePrevisto.Add(40 * time.Minute))
	return c.finish(ctx, e, j.Fecha)
}

// closeTables withdraws what nobody signed and counts the tables left open.
func (c *Casa) closeTables(ctx context.Context, e string, fecha domain.Fecha) error {
	director, err := c.director(e)
	if err != nil {
		return err
	}
	pending, err := c.Libros.ActosPendientes(ctx, e, fecha)
	if err != nil {
		return err
	}
	for _, a := range pending {
		_, err := c.Libros.WithdrawActo(ctx, registers.RetiradaFacts{Acto: a.ID, Autor: director, Motivo: "quedó sin firmar al acabar la jornada"})
		if err != nil {
			return err
		}
	}
	board, err := c.Libros.Tablero(ctx, e)
	if err != nil {
		return err
	}
	z := newAzar(deLaSala)
	for _, m := range board.Mesas {
		if s := m.Sesion; s != nil {
			if err := c.closeMesa(ctx, e, s.Mesa, z.count(s.Anticipos, s.ApuestaMinima)); err != nil {
				return err
			}
		}
	}
	return nil
}
