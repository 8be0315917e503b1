package escritor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
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

// ForgetIdempotencia deletes the keys of a jornada: they are kept until it is certified.
func ForgetIdempotencia(t *Tx, establecimiento, jornada string) error {
	return t.Exec(`DELETE FROM idempotencia WHERE establecimiento = ? AND jornada = ?`, establecimiento, jornada)
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

// usedKeys asks on SQLite which keys of the jobs were already used.
func (c *conn) usedKeys(jobs []*job) (map[claveIdempotencia]bool, error) {
	var used map[claveIdempotencia]bool
	for _, j := range jobs {
		if j.key == nil {
			continue
		}
		s, err := c.statement(`SELECT count(*) FROM idempotencia WHERE usuario = ? AND ruta = ? AND clave = ?`)
		if err != nil {
			return nil, err
		}
		var n int
		k := j.key.key()
		if err := s.QueryRowContext(c.ctx, k.usuario, k.ruta, k.clave).Scan(&n); err != nil {
			return nil, fmt.Errorf("look for an idempotency key: %w", err)
		}
		if n > 0 {
			if used == nil {
				used = map[claveIdempotencia]bool{}
			}
			used[k] = true
		}
	}
	return used, nil
}

// queueUsedKeys asks the same on PostgreSQL inside the batch that begins the group. LIMIT
// keeps the planner from reading the whole table.
func queueUsedKeys(batch *pgx.Batch, jobs []*job) bool {
	var usuarios, rutas, claves []string
	for _, j := range jobs {
		if j.key != nil {
			usuarios = append(usuarios, j.key.Usuario)
			rutas = append(rutas, j.key.Ruta)
			claves = append(claves, j.key.Clave)
		}
	}
	if len(claves) == 0 {
		return false
	}
	batch.Queue(`SELECT k.u, k.r, k.c FROM unnest($1::text[], $2::text[], $3::text[]) AS k (u, r, c),
		LATERAL (SELECT 1 FROM idempotencia WHERE usuario = k.u AND ruta = k.r AND clave = k.c LIMIT 1) AS i`,
		usuarios, rutas, claves)
	return true
}

func scanUsedKeys(results pgx.BatchResults) (map[claveIdempotencia]bool, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var used map[claveIdempotencia]bool
	for rows.Next() {
		var k claveIdempotencia
		if err := rows.Scan(&k.usuario, &k.ruta, &k.clave); err != nil {
			return nil, err
		}
		if used == nil {
			used = map[claveIdempotencia]bool{}
		}
		used[k] = true
	}
	return used, rows.Err()
}
