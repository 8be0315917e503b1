package puntobanca

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// factores are the two times of the minimum that the maximum may be (art. 66.2).
var factores = []int64{50, 100}

// Factores are the times of the minimum that the maximum may be (art. 66.2).
func Factores() []int64 { return slices.Clone(factores) }

// partesIgualdad is how many times less a bet on igualdad may be: 10 per cent (art. 66.3).
const partesIgualdad = 10

// Limites are those of a table, in céntimos.
type Limites struct {
	Minimo, Maximo, MaxIgualdad domain.Importe
}

// NewLimites returns the limits of a table whose maximum is that many times its minimum
// (arts. 66.2 and 66.3, criterio PYB-4). The error wraps ErrFactor, ErrImporte or
// domain.ErrDesborde.
func NewLimites(minimo domain.Importe, factor int64) (Limites, error) {
	switch {
	case minimo <= 0:
		return Limites{}, norma.Breach(art("66.1"), ErrImporte)
	case !slices.Contains(factores, factor):
		return Limites{}, norma.Breach(art("66.2"), ErrFactor)
	}
	maximo, err := minimo.Times(factor)
	if err != nil {
		return Limites{}, norma.Breach(art("66.2"), err)
	}
	return Limites{minimo, maximo, maximo / partesIgualdad}, nil
}

// Check returns nil when a bet is within the limits, both included; soloMultiplos when the
// house takes whole multiples of the minimum only (art. 66.2). The first of ErrInferior,
// ErrSuperior and ErrNoMultiplo is the error; or ErrSuerte.
func (l Limites) Check(s Suerte, importe domain.Importe, soloMultiplos bool) error {
	maximo, a := l.Maximo, art("66.2")
	if s == Igualdad {
		maximo, a = l.MaxIgualdad, art("66.3")
	}
	switch {
	case s.fila() == nil:
		return norma.Errorf(art("67.1"), "%w: %q", ErrSuerte, s)
	case importe < l.Minimo:
		return norma.Breach(art("66.1"), ErrInferior)
	case importe > maximo:
		return norma.Breach(a, ErrSuperior)
	case soloMultiplos && importe%l.Minimo != 0:
		return norma.Breach(art("66.2"), ErrNoMultiplo)
	}
	return nil
}

// Crupier is the place of who deals when no player does.
const Crupier = 0

// NextTalla is the place that deals the next jugada (arts. 64.2 and 64.3): who had the
// sabot keeps it until the bank loses; then it goes round to the first who does not refuse,
// who had it being asked last (criterio PYB-5), and to the Crupier when nobody wants it.
// plazas are the numbers of those with a player, ascending, from the right of the jefe de
// mesa on; talla is who had it, Crupier at the start.
func NextTalla(plazas []int, talla int, ganador Suerte, refuses []int) int {
	if talla != Crupier && ganador != Punto {
		return talla
	}
	k, _ := slices.BinarySearch(plazas, talla+1)
	for i := range plazas {
		if plaza := plazas[(k+i)%len(plazas)]; !slices.Contains(refuses, plaza) {
			return plaza
		}
	}
	return Crupier
}

// Jugador is a player with what he has staked on the punto, in céntimos.
type Jugador struct {
	Plaza   int
	Importe domain.Importe
}

// ManoPunto is the place of who holds the hand of the punto: who has staked most on it, the
// first of the list among equals, or the Crupier when nobody has (art. 64.3).
func ManoPunto(jugadores []Jugador) int {
	mano := Jugador{Plaza: Crupier}
	for _, j := range jugadores {
		if j.Importe > mano.Importe {
			mano = j
		}
	}
	return mano.Plaza
}
