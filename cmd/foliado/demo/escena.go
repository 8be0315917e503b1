package demo

import (
	"context"
	"slices"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
)

// Escena is a showing of five minutes: the demonstration at a given hour of a Saturday,
// with tables open. docs/demostracion.md tells what to do in each.
type Escena string

// The scenes: the director about to end the night, and an inspector who walks in.
const (
	EscenaDirector  Escena = "director"
	EscenaInspector Escena = "inspector"
)

// relojes is the hour of the wall of each scene.
var relojes = map[Escena]struct{ hora, minuto int }{EscenaDirector: {4, 50}, EscenaInspector: {23, 10}}

// Hora is the hour of the scene: that of the last Saturday on which it has struck.
func (e Escena) Hora(ahora time.Time) time.Time {
	h, t := relojes[e], ahora.In(domain.Madrid)
	for d := 0; ; d++ {
		at := time.Date(t.Year(), t.Month(), t.Day()-d, h.hora, h.minuto, 0, 0, domain.Madrid)
		if at.Weekday() == time.Saturday && !at.After(ahora) {
			return at.UTC()
		}
	}
}

// mesasEscena are the tables of the main casino open in a scene; the second one has had a
// reposición.
var mesasEscena = []int{1, 2, 3, 6}

// stage opens the tables of the scene in today's jornada of the main casino.
func (c *Casa) stage(ctx context.Context) error {
	if c.escena == "" {
		return nil
	}
	j, err := c.Libros.LastJornada(ctx, principal)
	if err != nil {
		return err
	}
	z := newAzar(deLaSala)
	for k, numero := range mesasEscena {
		m := mesas[principal][numero-1]
		total, err := libros.AnticipoMinimo(m.Juego, m.MinimoAutorizado, m.MinimoAutorizado)
		if err != nil {
			return err
		}
		s := sesion{mesa: m, inspector: libros.NoPresente, maximos: "bajo", anticipo: z.pieces(total, slices.Concat(valoresPlaca, valoresFicha))}
		if m.Juego == domain.BlackJack {
			s.maximos = "100"
		}
		c.Reloj.Advance(j.AperturaPrevista.Add(time.Duration(20*(k+1)) * time.Minute))
		if err := c.openMesa(ctx, principal, s); err != nil {
			return err
		}
		if k != 1 {
			continue
		}
		c.Reloj.Advance(j.AperturaPrevista.Add(50 * time.Minute))
		if err := c.replenish(ctx, principal, s, 0); err != nil {
			return err
		}
	}
	return nil
}
