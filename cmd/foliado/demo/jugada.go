package demo

import (
	"context"
	"fmt"
	"time"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/registers"
)

// planJugadas puts two balls of a roulette on record: one that nobody discusses, and one
// whose pleno was paid a chip short, of which its player complains.
func (d *dia) planJugadas(s sesion) {
	numero, fichas := d.z.entre(1, 36), d.z.entre(1, 4)
	stake := s.mesa.MinimoAutorizado * domain.Importe(fichas)
	hechos := fmt.Sprintf(`{"bets":[{"sel":[%d],"stake":%d,"suerte":"pleno"},{"stake":%d,"suerte":"rojo"}],"number":%d}`,
		numero, stake, s.mesa.MinimoAutorizado*10, numero)
	at := s.abre.Add(s.cierra.Sub(s.abre) / 3)
	d.at(at, func(ctx context.Context) error { return d.c.record(ctx, d.lugar, s.mesa, hechos, 0, nil) })
	d.at(at.Add(9*time.Minute), func(ctx context.Context) error {
		return d.c.record(ctx, d.lugar, s.mesa, hechos, stake/domain.Importe(fichas), &jugada.Reclamacion{Hoja: fmt.Sprintf("R-%s-%d", d.fecha, s.mesa.Numero), Camara: "C12"})
	})
}

// record puts a jugada of a table on record, its first bet paid short by that much, and
// has its acta signed when somebody complains.
func (c *Casa) record(ctx context.Context, e string, mesa registers.MesaFacts, hechos string, corto domain.Importe, r *jugada.Reclamacion) error {
	jefe, err := c.plantilla.one(e, domain.JefeMesa, mesa.Numero)
	if err != nil {
		return err
	}
	f := registers.JugadaFacts{Hechos: hechos, Reclamacion: r}
	if f.Liquidacion, err = motor.Liquidar(mesa.Juego, []byte(hechos)); err != nil {
		return err
	}
	for k, a := range f.Liquidacion.Apuestas {
		p := registers.PagoJugada{Postura: jugada.Postura{Jugador: string(rune('A' + k))}, Pago: jugada.Pago{Pagado: a.Ganado.Ceil()}}
		if k == 0 {
			p.Pagado -= corto
		}
		f.Pagos = append(f.Pagos, p)
	}
	if r != nil {
		f.Reclamante, f.DeclaracionJugador, f.DeclaracionCrupier = "Amparo Lledó Sanchis", "Faltaba una ficha en la pila.", "Conté mal la última pila."
	}
	done, err := c.Libros.RecordJugada(ctx, jefe, c.now(), e, mesa.Numero, f)
	if err != nil || done.Acta == nil {
		return err
	}
	return c.sign(ctx, *done.Acta, mesa.Numero)
}
