package registers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// LastEstadoDeSeries returns the last statement on record, and whether there is one.
func (c *Casa) LastEstadoDeSeries(ctx context.Context) (EstadoDeSeries, bool, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	hojas, err := readHojas(db.Where("posicion = (?)",
		db.Table("asientos").Select("max(posicion)").Where("tipo = ?", TipoEstadoDeSeries)))
	if err != nil || len(hojas) == 0 {
		return EstadoDeSeries{}, false, err
	}
	return newEstado(&hojas[0]), true, nil
}

// EstadoDeSeriesAt returns the statement at a position, and whether there is one.
func (c *Casa) EstadoDeSeriesAt(ctx context.Context, posicion int64) (EstadoDeSeries, bool, error) {
	hojas, err := readHojas(c.Escritor.Lectura().WithContext(ctx).Where("posicion = ? AND tipo = ?", posicion, TipoEstadoDeSeries))
	if err != nil || len(hojas) == 0 {
		return EstadoDeSeries{}, false, err
	}
	return newEstado(&hojas[0]), true, nil
}

// HuellaClave is the fingerprint of the key of checkpoints that the acta fundacional
// prints and screens repeat: the SHA-256 of its verifier text, in hex.
func (f Fundacion) HuellaClave() string {
	sum := sha256.Sum256([]byte(f.ClaveDiario))
	return hex.EncodeToString(sum[:])
}
