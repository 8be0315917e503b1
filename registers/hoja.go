package registers

import (
	"gorm.io/gorm"

	"foliado/registers/diario"
)

// ReadHoja reads one leaf from its canonical text, with the personal values that the
// vault still holds, each opened against its commitment. db is the read pool or that of
// a transaction.
func ReadHoja(db *gorm.DB, posicion int64) (diario.Asiento, map[string]string, error) {
	a, err := readAsiento(db, posicion)
	if err != nil {
		return a, nil, err
	}
	values, err := readValores(db, &a)
	if err != nil {
		return a, nil, err
	}
	abiertos := make(map[string]string, len(values))
	for _, v := range values {
		abiertos[v.Nombre] = v.Valor
	}
	return a, abiertos, nil
}
