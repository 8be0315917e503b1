// Package libros holds what each book of the tables must contain, when it closes, and
// what a count must add up to: the anticipos and the caja that backs them (arts. 35 to
// 37), the registros (arts. 39 to 42), the limits of the stakes that all of it is
// reckoned from (arts. 29.6, 30.3, 53, 132, 139), and the hours (arts. 27, 29.5).
//
// Everything here is pure: amounts are céntimos, instants come as arguments. A breach is
// a *norma.Error that cites the provision and wraps one of the Err values of the package.
// No operation wraps around: what does not fit an Importe is domain.ErrDesborde.
package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// ErrJuego says that a game is not of the closed list of art. 1.3, or not one that the
// rule speaks of.
var ErrJuego = errors.New("ese juego no está entre los previstos")

// ErrImporte says that an amount cannot be what it is said to be: a negative count, a
// minimum stake that is not positive.
var ErrImporte = errors.New("el importe no es posible")

func checkPositive(a norma.Articulo, what string, i domain.Importe) error {
	if i <= 0 {
		return norma.Errorf(a, "%w: %s es %s", ErrImporte, what, i)
	}
	return nil
}

func checkNotNegative(a norma.Articulo, what string, i domain.Importe) error {
	if i < 0 {
		return norma.Errorf(a, "%w: %s es %s", ErrImporte, what, i)
	}
	return nil
}
