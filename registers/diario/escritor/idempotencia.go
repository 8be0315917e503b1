package escritor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// claveIdempotencia identifies an Idempotencia.
type claveIdempotencia struct{ usuario, ruta, clave string }

func (k *Idempotencia) key() claveIdempotencia {
	return claveIdempotencia{k.Usuario, k.Ruta, k.Clave}
}

// Respuesta is what an Idempotency-Key kept: the digest of the body and the answer.
type Respuesta struct {
	Huella  string
	Estado  int    // HTTP status given to Tx.Recurso; 0 when the act gave none
	Recurso string // reference given to Tx.Recurso
}

// FindIdempotencia looks for a key already used; false when it was not.
func (e *Escritor) FindIdempotencia(ctx context.Context, usuario, ruta, clave string) (Respuesta, bool, error) {
	var r Respuesta
	err := e.lectura.WithContext(ctx).Raw(
		`SELECT huella, estado, recurso FROM idempotencia WHERE usuario = ? AND ruta = ? AND clave = ?`,
		usuario, ruta, clave).Row().Scan(&r.Huella, &r.Estado, &r.Recurso)
	if errors.Is(err, sql.ErrNoRows) {
		return Respuesta{}, false, nil
	}
	if err != nil {
		return Respuesta{}, false, fmt.Errorf("find the idempotency key: %w", err)
	}
	return r, true, nil
}

// ForgetIdempotencia deletes the keys of a jornada, kept until it is certified, and those that
// earlier ones left: of the very acts that certified them. What belongs to no jornada stays.
func ForgetIdempotencia(t *Tx, establecimiento, jornada string) error {
	return t.Exec(`DELETE FROM idempotencia WHERE establecimiento = ? AND jornada <> '' AND jornada <= ?`, establecimiento, jornada)
}

// keep ends an act that went well: its key is written in the same commit.
func (g *group) keep(j *job, now time.Time) {
	if j.key == nil {
		return
	}
	if g.used == nil {
		g.used = map[claveIdempotencia]bool{}
	}
	g.used[j.key.key()] = true
	k := j.key
	g.idem.add(k.Usuario, k.Ruta, k.Clave, k.Huella, int64(j.estado), j.recurso, k.Establecimiento, k.Jornada,
		now.UnixMicro())
}

// repeated reports whether the key of the job was already used, in this transaction or
// before. The database is asked only when it matters: an act that goes well with a key
// already used breaks the key of its table, and is run again alone.
func (g *group) repeated(j *job, ask bool) (bool, error) {
	if j.key == nil {
		return false, nil
	}
	k := j.key.key()
	if g.used[k] || !ask {
		return g.used[k], nil
	}
	var n int
	row := g.l.c.QueryRowContext(g.l.c.ctx, g.l.c.rebind(
		`SELECT count(*) FROM idempotencia WHERE usuario = ? AND ruta = ? AND clave = ?`), k.usuario, k.ruta, k.clave)
	if err := row.Scan(&n); err != nil {
		return false, fmt.Errorf("look for an idempotency key: %w", err)
	}
	return n > 0, nil
}
