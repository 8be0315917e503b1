package admission

import (
	"context"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/acceso"
)

// Anotada is a line of the register of refusals and expulsions, as the inspector and the
// supervisors see it (criterio ADM-10).
type Anotada struct {
	Expulsion bool // a refusal otherwise
	Numero    int64
	Jornada   domain.Fecha
	Instante  time.Time
	Nombre    string // "" once erased, or unknown
	Apellidos string
	Documento string
	Articulo  string // as cited
	Causa     acceso.Causa
	Motivo    string
	Quien     string // name of who decided it, or of who was at the desk
}

const queryMedidas = `SELECT m.expulsion, m.numero, m.jornada, m.instante, m.nombre, m.apellidos, m.documento, m.articulo, m.fundamento, m.motivo,
	COALESCE(p.nombre || ' ' || p.apellidos, m.autor)
	FROM (SELECT 0 AS expulsion, numero, jornada, instante, nombre, apellidos, documento, articulo, fundamento, motivo, autor
		FROM denegaciones WHERE establecimiento = ? AND jornada BETWEEN ? AND ?
		UNION ALL SELECT 1, numero, jornada, instante, nombre, apellidos, documento, articulo, fundamento, motivo, autor
		FROM expulsiones WHERE establecimiento = ? AND jornada BETWEEN ? AND ?) m
	LEFT JOIN personas p ON p.persona = m.autor ORDER BY m.instante, m.expulsion, m.numero`

// Medidas is the register of refusals and expulsions of an establecimiento, from one jornada
// through another, in the order in which they happened.
func (p *Puerta) Medidas(ctx context.Context, establecimiento string, desde, hasta domain.Fecha) ([]Anotada, error) {
	rows, err := p.w.Lectura().WithContext(ctx).Raw(queryMedidas, establecimiento, string(desde), string(hasta),
		establecimiento, string(desde), string(hasta)).Rows()
	if err != nil {
		return nil, fmt.Errorf("read the register of refusals of %s: %w", establecimiento, err)
	}
	defer rows.Close()
	var out []Anotada
	for rows.Next() {
		var a Anotada
		var expulsion, at int64
		if err := rows.Scan(&expulsion, &a.Numero, &a.Jornada, &at, &a.Nombre, &a.Apellidos, &a.Documento, &a.Articulo, &a.Causa,
			&a.Motivo, &a.Quien); err != nil {
			return nil, fmt.Errorf("read the register of refusals of %s: %w", establecimiento, err)
		}
		a.Expulsion, a.Instante = expulsion != 0, instante(at)
		out = append(out, a)
	}
	return out, rows.Err()
}
