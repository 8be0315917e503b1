package registers

import (
	"context"
	"fmt"

	"foliado/domain"
)

// CargoByDocumento returns the cargo of whoever serves in the house and holds that
// document, in normal form; domain.Cargo("") when nobody does (criterio ADM-9).
func (c *Casa) CargoByDocumento(ctx context.Context, tipo, numero string) (domain.Cargo, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, ok, err := findOne[filaDocumentoEmpleado](db.Where("numero = ? AND tipo = ?", numero, tipo))
	if err != nil {
		return "", fmt.Errorf("look for staff: %w", err)
	}
	if !ok {
		return "", nil
	}
	p, err := findPersona(db, f.Persona)
	return p.Cargo, err
}
