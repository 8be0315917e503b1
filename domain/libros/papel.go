package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// ErrDiligencia: a bound book may not be used before its folios are numbered and its
// diligencia dated.
var ErrDiligencia = errors.New("el libro en papel ha de tener número de folios y fecha de diligencia, no posterior a hoy")

// maxFoliosPapel bounds the folios of one bound book.
const maxFoliosPapel = 100_000

// CheckDiligencia judges whether a bound book may be taken into use on a day: it has folios
// and its diligencia is dated, that day at the latest (art. 39.2).
func CheckDiligencia(folios int, diligencia, hoy domain.Fecha) error {
	if folios < 1 || folios > maxFoliosPapel || diligencia == "" || diligencia > hoy {
		return norma.Breach(art("39.2"), ErrDiligencia)
	}
	return nil
}
