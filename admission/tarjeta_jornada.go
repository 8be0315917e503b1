package admission

import (
	"context"
	"fmt"
	"slices"

	"foliado/domain"
)

// LastTarjetas lists the last cards of a jornada, the latest first, at most limit.
func (p *Puerta) LastTarjetas(ctx context.Context, establecimiento string, jornada domain.Fecha, limit int) ([]Tarjeta, error) {
	var numeros []int64
	err := p.w.Lectura().WithContext(ctx).Model(&filaTarjeta{}).
		Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).
		Order("numero DESC").Limit(limit).Pluck("numero", &numeros).Error
	if err != nil {
		return nil, fmt.Errorf("list the last cards of %s: %w", establecimiento, err)
	}
	if len(numeros) == 0 {
		return nil, nil
	}
	cards, err := p.Tarjetas(ctx, establecimiento, jornada, numeros[len(numeros)-1]-1, limit)
	slices.Reverse(cards)
	return cards, err
}

// CountTarjetas says how many cards a jornada has, and how many of them are void.
func (p *Puerta) CountTarjetas(ctx context.Context, establecimiento string, jornada domain.Fecha) (emitidas, anuladas int64, err error) {
	err = p.w.Lectura().WithContext(ctx).Model(&filaTarjeta{}).
		Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).
		Select("count(*), COALESCE(sum(CASE WHEN anulada >= 0 THEN 1 ELSE 0 END), 0)").Row().Scan(&emitidas, &anuladas)
	if err != nil {
		err = fmt.Errorf("count the cards of %s, %s: %w", establecimiento, jornada, err)
	}
	return emitidas, anuladas, err
}
