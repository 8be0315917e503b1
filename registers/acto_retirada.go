package registers

import (
	"context"
	"fmt"
	"time"

	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// RetiradaFacts withdraws an act.
type RetiradaFacts struct {
	Acto   string
	Autor  Autor
	Motivo string // kept as a personal value
}

// WithdrawActo withdraws an act still open, on record and with its reason, so that a
// count is not tried again in silence until it suits. Who proposed it or who directs may.
// It returns ErrActo, ErrActoResuelto, ErrNoRetira or ErrDatos without a reason.
func (c *Casa) WithdrawActo(ctx context.Context, f RetiradaFacts) (Acto, error) {
	if f.Motivo == "" {
		return Acto{}, fmt.Errorf("%w: falta el motivo", ErrDatos)
	}
	a, err := c.Acto(ctx, f.Acto)
	if err != nil {
		return Acto{}, err
	}
	_, err = c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		row, err := findActo(tx.DB(), a.ID)
		if err != nil {
			return err
		}
		if err := Estado(row.Estado).err(); err != nil {
			return err
		}
		if a.Autor.Persona != f.Autor.Persona {
			directs, err := actsAsDirector(tx.DB(), f.Autor.Persona, a.Establecimiento, tx.Ahora())
			if err != nil {
				return err
			}
			if !directs {
				return ErrNoRetira
			}
		}
		b := borradorResuelto(tx, &a, f.Autor, TipoActoRetirado)
		b.Clase = diario.ClaseLibros
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: f.Motivo}}
		tx.Recurso(200, a.ID)
		return resolve(tx, &a, b)
	})
	if err != nil {
		return Acto{}, err
	}
	return c.Acto(ctx, a.ID)
}

// ExpireActos puts on record the expiry of every act whose time has come, and says how
// many. The server calls it now and then; who signs too late finds it done.
func (c *Casa) ExpireActos(ctx context.Context) (int, error) {
	var ids []string
	err := c.Escritor.Lectura().WithContext(ctx).Model(&filaActo{}).
		Where("estado = ? AND caduca > 0 AND caduca <= ?", string(EstadoPropuesto), micros(c.Escritor.Ahora())).
		Order("posicion").Pluck("acto", &ids).Error
	if err != nil {
		return 0, fmt.Errorf("list the acts that expire: %w", err)
	}
	expired := 0
	for _, id := range ids {
		a, err := c.Acto(ctx, id)
		if err != nil {
			return expired, err
		}
		done, err := c.expireActo(&a)
		if err != nil {
			return expired, err
		}
		if done {
			expired++
		}
	}
	return expired, nil
}

// expireActo puts on record the expiry of an act. It is no part of the request that found
// it out, whose Idempotency-Key stays unused.
func (c *Casa) expireActo(a *Acto) (done bool, err error) {
	_, err = c.Escritor.Do(context.Background(), func(tx *escritor.Tx) (err error) {
		done, err = expire(tx, a, tx.Ahora())
		return err
	})
	return done, err
}

// expire puts on record the expiry of an act when its time has come and it is still open.
func expire(tx *escritor.Tx, a *Acto, now time.Time) (bool, error) {
	row, err := findActo(tx.DB(), a.ID)
	if err != nil {
		return false, err
	}
	if Estado(row.Estado) != EstadoPropuesto || !a.expired(now) {
		return false, nil
	}
	return true, resolve(tx, a, borradorResuelto(tx, a, AutorSistema, TipoActoCaducado))
}

// expired reports whether the time of the act has come.
func (a *Acto) expired(now time.Time) bool { return !a.Caduca.IsZero() && !now.Before(a.Caduca) }

func borradorResuelto(tx *escritor.Tx, a *Acto, autor Autor, tipo string) diario.Borrador {
	return diario.Borrador{
		Establecimiento: a.Establecimiento,
		Libro:           LibroActos,
		Jornada:         a.Jornada,
		Hecho:           tx.Ahora(),
		Autor:           autor.Persona,
		Cargo:           autor.Cargo,
		Clase:           diario.ClasePermanente,
		Tipo:            tipo,
		Datos:           []diario.Dato{{Nombre: diario.DatoActo, Valor: a.ID}},
	}
}

// resolve ends an act without closing it and forgets its signatures.
func resolve(tx *escritor.Tx, a *Acto, b diario.Borrador) error {
	if _, err := tx.Append(b); err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM firmas WHERE acto = ?`, a.ID); err != nil {
		return err
	}
	if undo := abandonos[a.Tipo]; undo != nil {
		return undo(tx, a)
	}
	return nil
}

// dropFirmas forgets what a person had signed in acts still open: the cargo or the key
// with which it was signed is no longer the person's.
func dropFirmas(tx *escritor.Tx, persona string) error {
	return tx.Exec(`DELETE FROM firmas WHERE persona = ?`, persona)
}
