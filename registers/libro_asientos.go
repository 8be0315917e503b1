package registers

import (
	"context"
	"fmt"
	"strings"

	"foliado/registers/diario"
)

// AsientoLibro is an asiento of a book with the personal values that may be read with it:
// those of the class of the books, while the vault holds them.
type AsientoLibro struct {
	diario.Asiento
	Abiertos map[string]string
}

// lotesLibro is how many asientos of a book are read at a time.
const lotesLibro = 500

// Asientos calls each with every asiento of a book in its order, from the first. Any book of
// the log is one, those of the norm and those of the house; of visitors, whose values belong to
// the admission file, none is opened (art. 20.4). It returns ErrEstablecimiento, ErrLibro for a
// book without a single asiento that is none of the norm, or the error of each.
func (c *Casa) Asientos(ctx context.Context, establecimiento, libro string, each func(AsientoLibro) error) error {
	db := c.Escritor.Lectura().WithContext(ctx)
	_, unknown := mesaOf(db, establecimiento, libro)
	for last, first := int64(0), true; ; first = false {
		var posiciones []int64
		err := db.Table("asientos").Where("establecimiento = ? AND libro = ? AND numero > ?", establecimiento, libro, last).
			Order("numero").Limit(lotesLibro).Pluck("posicion", &posiciones).Error
		if err != nil {
			return fmt.Errorf("read the book %s of %s: %w", libro, establecimiento, err)
		}
		if first && len(posiciones) == 0 {
			return unknown
		}
		for _, p := range posiciones {
			a, err := readAsiento(db, p)
			if err != nil {
				return err
			}
			last = a.Numero
			x := AsientoLibro{Asiento: a}
			if a.Clase == diario.ClaseLibros {
				values, err := readValores(db, &a)
				if err != nil {
					return err
				}
				x.Abiertos = make(map[string]string, len(values))
				for _, v := range values {
					x.Abiertos[v.Nombre] = v.Valor
				}
			}
			if err := each(x); err != nil {
				return err
			}
		}
		if len(posiciones) < lotesLibro {
			return nil
		}
	}
}

// importesLibro are the datos that hold céntimos.
var importesLibro = map[string]bool{
	"a_caja": true, "anticipos": true, "apostado": true, "apuesta_minima": true, "bloqueado": true, "caja": true, "cantado": true,
	"conservado": true, "contado": true, "contado_anterior": true, "debido": true, "devuelto": true, "diferencia": true, "entregado": true,
	"esperado": true, "exigido": true, "existencias": true, "extraido": true, "importe": true, "metalico": true, "minimo_autorizado": true,
	"minimo_previsto": true, "pagado": true, "precio": true, "resultado": true, "resultado_anterior": true, "tarifa": true, "total": true, "valor": true,
}

// EsImporte reports whether the dato of that name of an asiento holds an amount in céntimos:
// one of a list, what ends in "_importe", or the result of a table in the control de ingresos
// ("mesa.4").
func EsImporte(nombre string) bool {
	last := nombre[strings.LastIndexByte(nombre, '.')+1:]
	if importesLibro[last] || strings.HasSuffix(last, "_importe") {
		return true
	}
	n, found := strings.CutPrefix(nombre, "mesa.")
	return found && n != "" && strings.Trim(n, "0123456789") == ""
}
