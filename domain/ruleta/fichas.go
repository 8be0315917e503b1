package ruleta

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with the chips of colour of an americana.
var (
	ErrFueraDeLimites = errors.New("la ficha de color vale entre el mínimo de la mesa y el máximo del pleno")
	ErrValorFicha     = errors.New("la casa no tiene fichas de ese valor")
	ErrSinColor       = errors.New("no queda ningún color libre en la mesa")
	ErrColorOcupado   = errors.New("ese color no está libre en la mesa")
	ErrSinPermiso     = errors.New("sin permiso de la dirección se juega con fichas de color")
	ErrFichasValor    = errors.New("con fichas de valor juegan tres jugadores como mucho")
)

// ValorFicha returns what each chip of a colour is worth, in céntimos, for the player who
// takes it: what he declares, from the minimum of the table to the maximum of a pleno, and
// the value of some chip of the house when casa lists them (art. 134.1.b, criterio
// RUL-11). It is set when he receives the chips: nil is nothing declared, and then they are
// worth the minimum (art. 139.4). The error wraps ErrFueraDeLimites or ErrValorFicha, or
// is that of NewLimites.
func ValorFicha(minimo domain.Importe, serie domain.Serie, declarado *domain.Importe, casa []domain.Importe) (domain.Importe, error) {
	l, err := NewLimites(Americana, Pleno, minimo, serie)
	if err != nil {
		return 0, err
	}
	a, valor := art("139.4"), minimo
	if declarado != nil {
		a, valor = art("134.1.b"), *declarado
	}
	switch {
	case valor < l.Minimo || valor > l.Maximo:
		return 0, norma.Breach(a, ErrFueraDeLimites).Under("RUL-11")
	case len(casa) > 0 && !slices.Contains(casa, valor):
		return 0, norma.Breach(a, ErrValorFicha).Under("RUL-11")
	}
	return valor, nil
}

// maxFichasValor is how many players may use chips of value, at most (art. 135).
const maxFichasValor = 3

// CheckColor returns nil when a player may take that colour of those that the table has,
// the second list being in use: one player a colour, and no more players than colours
// (art. 135). The error wraps ErrSinColor or ErrColorOcupado.
func CheckColor(color string, dotacion, enUso []string) error {
	switch {
	case len(enUso) >= len(dotacion):
		return norma.Breach(art("135"), ErrSinColor)
	case !slices.Contains(dotacion, color) || slices.Contains(enUso, color):
		return norma.Breach(art("135"), ErrColorOcupado)
	}
	return nil
}

// CheckFichasValor returns nil when one player more may play with chips of value, enUso of
// them doing so already: only by leave of the direction, and three at most (art. 135). The
// error wraps ErrSinPermiso or ErrFichasValor.
func CheckFichasValor(enUso int, permiso bool) error {
	switch {
	case !permiso:
		return norma.Breach(art("135"), ErrSinPermiso)
	case enUso >= maxFichasValor:
		return norma.Breach(art("135"), ErrFichasValor)
	}
	return nil
}
