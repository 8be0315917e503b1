package ruleta

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a stake on a table with limits.
var (
	ErrInferior   = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior   = errors.New("la apuesta es superior a la máxima de la suerte")
	ErrNoMultiplo = errors.New("la apuesta no es múltiplo de la mínima de la mesa")
	ErrSerie      = errors.New("los máximos de la mesa no son los de ninguna de las dos series")
)

// maximo is a row of arts. 132.3 and 139.3: how many times the minimum a suerte admits in
// each series, and where each roulette says so.
type maximo struct {
	suerte              Suerte
	bajo, alto          int64
	francesa, americana norma.Articulo
}

// maximos is the table of arts. 132.3 and 139.3, the same for both roulettes. A series is
// a whole column (criterios RUL-5, RUL-A): 20 times the minimum for each number that the
// suerte covers, or 30.
var maximos = []maximo{
	{Pleno, 20, 30, art("132.3.b"), art("139.3.b")},
	{Caballo, 40, 60, art("132.3.b"), art("139.3.b")},
	{Transversal, 60, 90, art("132.3.b"), art("139.3.b")},
	{Cuadro, 80, 120, art("132.3.b"), art("139.3.b")},
	{Seisena, 120, 180, art("132.3.b"), art("139.3.b")},
	{Columna, 240, 360, art("132.3.b"), art("139.3.b")},
	{Docena, 240, 360, art("132.3.b"), art("139.3.b")},
	{DobleColumna, 480, 720, art("132.3.b"), art("139.3.b")},
	{DobleDocena, 480, 720, art("132.3.b"), art("139.3.b")},
	{Rojo, 360, 540, art("132.3.a"), art("139.3.a")},
	{Negro, 360, 540, art("132.3.a"), art("139.3.a")},
	{Par, 360, 540, art("132.3.a"), art("139.3.a")},
	{Impar, 360, 540, art("132.3.a"), art("139.3.a")},
	{Falta, 360, 540, art("132.3.a"), art("139.3.a")},
	{Pasa, 360, 540, art("132.3.a"), art("139.3.a")},
}

// Limites is what may be staked on a suerte of a table, in céntimos.
type Limites struct {
	Minimo, Maximo domain.Importe
	Articulo       norma.Articulo
}

// NewLimites returns the limits of a suerte at a table with that minimum and series
// (arts. 132.3, 139.3). The error wraps ErrVariante, ErrSuerte, ErrSerie, ErrImporte or
// domain.ErrDesborde.
func NewLimites(v Variante, s Suerte, minimo domain.Importe, serie domain.Serie) (Limites, error) {
	switch {
	case !v.Valid():
		return Limites{}, norma.Breach(art("131.1"), ErrVariante)
	case !s.Valid():
		return Limites{}, norma.Breach(art("131.1"), ErrSuerte)
	}
	m := maximos[s-1]
	a, veces := m.francesa, m.bajo
	if v == Americana {
		a = m.americana
	}
	switch serie {
	case domain.SerieBaja:
	case domain.SerieAlta:
		veces = m.alto
	default:
		return Limites{}, norma.Breach(a, ErrSerie).Under("RUL-A")
	}
	if minimo <= 0 {
		return Limites{}, norma.Breach(a, ErrImporte)
	}
	tope, err := minimo.Times(veces)
	if err != nil {
		return Limites{}, norma.Breach(a, err)
	}
	return Limites{minimo, tope, a}, nil
}

// Check returns nil when a stake is within the limits, both included; soloMultiplos when
// the house takes whole multiples of the minimum only (art. 30.3, criterio RED-2). It is
// judged by itself (criterio RUL-7). The first of ErrInferior, ErrSuperior and
// ErrNoMultiplo is the error.
func (l Limites) Check(importe domain.Importe, soloMultiplos bool) error {
	switch {
	case importe < l.Minimo:
		return norma.Breach(l.Articulo, ErrInferior)
	case importe > l.Maximo:
		return norma.Breach(l.Articulo, ErrSuperior).Under("RUL-7")
	case soloMultiplos && importe%l.Minimo != 0:
		return norma.Breach(art("30.3"), ErrNoMultiplo).Under("RED-2")
	}
	return nil
}

// Linea is a stake with its player.
type Linea struct {
	Jugador string
	Apuesta Apuesta
}

// CheckLineas returns nil when no player passes the maximum of any place of the cloth with
// all he has there at one bola: his lines on the same place are added (criterio RUL-B),
// those of other players or on other places are not (RUL-7). The error is that of
// NewLimites, or wraps ErrSuperior or domain.ErrDesborde.
func CheckLineas(v Variante, minimo domain.Importe, serie domain.Serie, lineas []Linea) error {
	type clave struct {
		jugador string
		postura Postura
	}
	sumas := map[clave]domain.Importe{}
	for _, linea := range lineas {
		p := linea.Apuesta.Postura
		l, err := NewLimites(v, p.suerte, minimo, serie)
		if err != nil {
			return err
		}
		k := clave{linea.Jugador, p}
		if sumas[k], err = sumas[k].Plus(linea.Apuesta.Importe); err != nil {
			return norma.Breach(l.Articulo, err)
		}
		if sumas[k] > l.Maximo {
			return norma.Breach(l.Articulo, ErrSuperior).Under("RUL-B")
		}
	}
	return nil
}
