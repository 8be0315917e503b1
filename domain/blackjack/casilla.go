package blackjack

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// CheckCasillas returns nil when a round may be played on that many boxes (art. 48.3). The
// error wraps ErrCasillas.
func CheckCasillas(n int) error {
	if n < 1 || n > Casillas {
		return norma.Breach(art("48.3"), ErrCasillas)
	}
	return nil
}

// CheckSentados returns nil when that many players may sit at the table (art. 50.1). The
// error wraps ErrSentados.
func CheckSentados(n int) error {
	if n > MaxSentados {
		return norma.Breach(art("50.1"), ErrSentados)
	}
	return nil
}

// Apostante is who has staked on a box. Frente says that he sits before it; Distancia is
// how far he is from who deals, in places.
type Apostante struct {
	ID        string
	Frente    bool
	Importe   domain.Importe
	Distancia int
}

// Command says who commands a box: who sits before it, if he has staked on it; else who has
// staked most, the nearest among equals (arts. 50.2 and 50.3, criterio BJ-10). The error
// wraps ErrSinApuestas.
func Command(apostantes []Apostante) (Apostante, error) {
	var manda Apostante
	for _, a := range apostantes {
		switch {
		case a.Importe <= 0:
			continue
		case a.Frente:
			return a, nil
		case a.Importe > manda.Importe, a.Importe == manda.Importe && a.Distancia < manda.Distancia:
			manda = a
		}
	}
	if manda.Importe == 0 {
		return Apostante{}, norma.Breach(art("50.2"), ErrSinApuestas)
	}
	return manda, nil
}

// maxApuestas are the bets that a box holds (art. 50.2).
const maxApuestas = 3

// factores are the times of the minimum that the maximum of a box may be (art. 53.3).
var factores = []int64{50, 100, 200}

// Factores are the times of the minimum that the maximum of a box may be (art. 53.3).
func Factores() []int64 { return slices.Clone(factores) }

// Limites are those of a table, in céntimos: the least of a bet and the most of a box.
type Limites struct {
	Minimo, Maximo domain.Importe
}

// NewLimites returns the limits of a table whose maximum is that many times its minimum
// (art. 53.3). The error wraps ErrFactor, ErrImporte or domain.ErrDesborde.
func NewLimites(minimo domain.Importe, factor int64) (Limites, error) {
	switch {
	case minimo <= 0:
		return Limites{}, norma.Breach(art("53.3"), ErrImporte)
	case !slices.Contains(factores, factor):
		return Limites{}, norma.Breach(art("53.3"), ErrFactor)
	}
	maximo, err := minimo.Times(factor)
	if err != nil {
		return Limites{}, norma.Breach(art("53.3"), err)
	}
	return Limites{minimo, maximo}, nil
}

// Check returns nil when a box may hold those first bets: three at most, each of the
// minimum and all within the maximum (arts. 50.2 and 53.3, criterios BJ-8 and BJ-9). What
// a player has on other boxes does not count. The first of ErrApuestas, ErrInferior and
// ErrSuperior is the error.
func (l Limites) Check(apuestas []domain.Importe) error {
	if len(apuestas) > maxApuestas {
		return norma.Breach(art("50.2"), ErrApuestas)
	}
	for _, a := range apuestas {
		if a < l.Minimo {
			return norma.Breach(art("53.3"), ErrInferior).Under("BJ-9")
		}
	}
	if total, err := domain.Sum(apuestas...); err != nil || total > l.Maximo {
		return norma.Breach(art("53.3"), ErrSuperior).Under("BJ-9")
	}
	return nil
}
