package bola

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a stake, a cloth or the limits of a table.
var (
	ErrInferior       = errors.New("la apuesta es inferior a la mínima del paño")
	ErrSuperior       = errors.New("la apuesta es superior a la máxima de la suerte")
	ErrMinimo         = errors.New("el mínimo del paño es el autorizado o su doble")
	ErrNingunPano     = errors.New("ningún paño mantiene el mínimo autorizado")
	ErrFactorPleno    = errors.New("el máximo al número va de cuarenta a cien veces el mínimo")
	ErrFactorSencilla = errors.New("el máximo de las sencillas va de doscientas a quinientas veces el mínimo")
)

// multiploPano is how many times the authorised minimum a cloth may be opened at, besides
// the minimum itself (art. 146.2, criterio BOL-3).
const multiploPano = 2

// banda is a row of art. 146.3: between which factors of the minimum the authorisation
// sets a maximum.
type banda struct {
	desde, hasta int64
	err          error
	articulo     norma.Articulo
}

// bandas is the table of art. 146.3.
var bandas = struct{ pleno, sencilla banda }{
	pleno:    banda{40, 100, ErrFactorPleno, art("146.3")},
	sencilla: banda{200, 500, ErrFactorSencilla, art("146.3")},
}

// Factores are between which times of the authorised minimum its authorisation sets the
// maximum of a suerte (art. 146.3).
func (s Suerte) Factores() (desde, hasta int64) {
	b := bandas.sencilla
	if s == Pleno {
		b = bandas.pleno
	}
	return b.desde, b.hasta
}

// maximo is factor times the authorised minimum: of the authorised one, also at a cloth
// opened at the double (criterio BOL-2).
func (b banda) maximo(autorizado domain.Importe, factor int64) (domain.Importe, error) {
	if factor < b.desde || factor > b.hasta {
		return 0, norma.Breach(b.articulo, b.err)
	}
	tope, err := autorizado.Times(factor)
	if err != nil {
		return 0, norma.Breach(b.articulo, err)
	}
	return tope, nil
}

// Autorizacion is what the authorisation of a bola says: its minimum, in céntimos, and how
// many times that the maxima are (arts. 146.1, 146.3).
type Autorizacion struct {
	Minimo         domain.Importe
	FactorPleno    int64
	FactorSencilla int64
}

// Limites is what may be staked at a cloth, in céntimos.
type Limites struct {
	Minimo         domain.Importe
	MaximoPleno    domain.Importe
	MaximoSencilla domain.Importe
}

// NewLimites returns the limits of a cloth with that minimum. The error wraps
// ErrFactorPleno, ErrFactorSencilla, ErrMinimo, ErrImporte or domain.ErrDesborde.
func NewLimites(a Autorizacion, minimoPano domain.Importe) (Limites, error) {
	if a.Minimo <= 0 {
		return Limites{}, norma.Breach(art("146.1"), ErrImporte)
	}
	pleno, err := bandas.pleno.maximo(a.Minimo, a.FactorPleno)
	if err != nil {
		return Limites{}, err
	}
	sencilla, err := bandas.sencilla.maximo(a.Minimo, a.FactorSencilla)
	if err != nil {
		return Limites{}, err
	}
	if !minimoAllowed(a.Minimo, minimoPano) {
		return Limites{}, norma.Breach(art("146.2"), ErrMinimo).Under("BOL-3")
	}
	return Limites{minimoPano, pleno, sencilla}, nil
}

// minimoAllowed reports whether a cloth may be opened at that minimum.
func minimoAllowed(autorizado, pano domain.Importe) bool {
	doble, err := autorizado.Times(multiploPano)
	return pano == autorizado || err == nil && pano == doble
}

// Maximo is the most that may be staked on the suerte.
func (l Limites) Maximo(s Suerte) domain.Importe {
	if s == Pleno {
		return l.MaximoPleno
	}
	return l.MaximoSencilla
}

// Check returns nil when a stake is within the limits, both included. The error wraps
// ErrSuerte, ErrInferior or ErrSuperior, in that order.
func (l Limites) Check(s Suerte, importe domain.Importe) error {
	switch {
	case !s.Valid():
		return norma.Breach(art("145.1"), ErrSuerte)
	case importe < l.Minimo:
		return norma.Breach(art("146.2"), ErrInferior)
	case importe > l.Maximo(s):
		return norma.Breach(art("146.3"), ErrSuperior).Under("BOL-2")
	}
	return nil
}

// CheckPanos returns nil when the cloths of a table may be open at once with those minima:
// each at the authorised one or its double, and one at least at the authorised one
// (art. 146.2, criterio BOL-3). The error wraps ErrImporte, ErrMinimo or ErrNingunPano.
func CheckPanos(autorizado domain.Importe, panos []domain.Importe) error {
	if autorizado <= 0 {
		return norma.Breach(art("146.1"), ErrImporte)
	}
	for _, p := range panos {
		if !minimoAllowed(autorizado, p) {
			return norma.Breach(art("146.2"), ErrMinimo).Under("BOL-3")
		}
	}
	if !slices.Contains(panos, autorizado) {
		return norma.Breach(art("146.2"), ErrNingunPano).Under("BOL-3")
	}
	return nil
}

// Linea is a stake of a player.
type Linea struct {
	Jugador string
	Importe domain.Importe // céntimos
}

// ListExcesos returns the players who have at a table more than that maximum on a suerte,
// each once and in the order of their first line: the maximum is of each player, and what
// all of them stake together has none (art. 146.4). The error wraps ErrImporte or
// domain.ErrDesborde.
func ListExcesos(maximo domain.Importe, lineas []Linea) ([]string, error) {
	if maximo <= 0 {
		return nil, norma.Breach(art("146.4"), ErrImporte)
	}
	sumas := map[string]domain.Importe{}
	var orden []string
	for _, l := range lineas {
		if l.Importe <= 0 {
			return nil, norma.Breach(art("146.4"), ErrImporte)
		}
		suma, ok := sumas[l.Jugador]
		if !ok {
			orden = append(orden, l.Jugador)
		}
		suma, err := suma.Plus(l.Importe)
		if err != nil {
			return nil, norma.Breach(art("146.4"), err)
		}
		sumas[l.Jugador] = suma
	}
	return slices.DeleteFunc(orden, func(j string) bool { return sumas[j] <= maximo }), nil
}
