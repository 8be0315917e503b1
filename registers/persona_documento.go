package registers

import (
	"context"
	"fmt"

	"foliado/domain"
	"foliado/domain/identidad"
)

// CargosByDocumento returns the cargo of everybody who serves in the house and showed a
// document to it, by kind and number of the document in normal form (criterio ADM-9). It
// changes only with LibroRegistro of the entidad.
func (c *Casa) CargosByDocumento(ctx context.Context) (map[identidad.Documento]domain.Cargo, error) {
	type fila struct{ Tipo, Numero, Cargo string }
	var filas []fila
	err := c.Escritor.Lectura().WithContext(ctx).Table("documentos_empleado").
		Select("documentos_empleado.tipo, documentos_empleado.numero, personas.cargo").
		Joins("JOIN personas ON personas.persona = documentos_empleado.persona").Where("personas.baja = 0").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("read the documents of the staff: %w", err)
	}
	cargos := make(map[identidad.Documento]domain.Cargo, len(filas))
	for _, f := range filas {
		cargos[identidad.Documento{Tipo: identidad.TipoDocumento(f.Tipo), Numero: f.Numero}] = domain.Cargo(f.Cargo)
	}
	return cargos, nil
}
