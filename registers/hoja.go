package registers

import (
	"gorm.io/gorm"

	"foliado/registers/diario"
)

// ReadHoja reads one leaf from its canonical text, with the personal values that the
// vault still holds, each opened against its commitment. Those in the archivo PBC read as
// erased: ReadArchivada reads them. db is the read pool or that of a transaction.
func ReadHoja(db *gorm.DB, posicion int64) (diario.Asiento, map[string]string, error) {
	a, err := readAsiento(db, posicion)
	if err != nil {
		return a, nil, err
	}
	values, err := readValores(db, &a)
	return a, porNombre(values), err
}

// ReadArchivada is ReadHoja of a leaf in the archivo PBC, for those who may read it, whose
// reading is on record (criterio ADM-1).
func ReadArchivada(db *gorm.DB, posicion int64) (diario.Asiento, map[string]string, error) {
	a, err := readAsiento(db, posicion)
	if err != nil {
		return a, nil, err
	}
	values, err := readBoveda(db, &a)
	return a, porNombre(values), err
}

func porNombre(values []diario.ValorPersonal) map[string]string {
	abiertos := make(map[string]string, len(values))
	for _, v := range values {
		abiertos[v.Nombre] = v.Valor
	}
	return abiertos
}
