package dados

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Limites are those of a table: the least of every suerte but the asociadas and the most
// of the sencillas, in céntimos. Multiples are the maxima that the house has set for the
// múltiples; of one that is not there the highest of art. 152.3 holds.
type Limites struct {
	Minimo      domain.Importe
	MaxSencilla domain.Importe
	Multiples   map[Casilla]domain.Importe
}

// Casilla is a place of the cloth: a suerte with its number, 0 when it names none.
type Casilla struct {
	Suerte Suerte
	Numero int
}

// The bounds of art. 152.2, in times the minimum, and those of art. 152.3, in times what
// the maximum of the sencillas wins.
const (
	MinFactor    = 100
	MaxFactor    = 1000
	minGanancias = 1 // art. 152.3
	maxGanancias = 3 // art. 152.3
)

// NewLimites returns the limits of a table whose sencillas admit that many times its
// minimum (arts. 152.1 and 152.2). The error wraps ErrFactor, ErrImporte or
// domain.ErrDesborde.
func NewLimites(minimo domain.Importe, factor int64) (Limites, error) {
	if minimo <= 0 {
		return Limites{}, norma.Breach(art("152.1"), ErrImporte)
	}
	if factor < MinFactor || factor > MaxFactor {
		return Limites{}, norma.Breach(art("152.2"), ErrFactor)
	}
	maximo, err := minimo.Times(factor)
	if err != nil {
		return Limites{}, norma.Breach(art("152.2"), err)
	}
	if err := checkMaxSencilla(maximo); err != nil {
		return Limites{}, err
	}
	return Limites{Minimo: minimo, MaxSencilla: maximo}, nil
}

// Check returns nil when a stake that is no Asociada keeps within the limits, both
// included. The first of ErrInferior (art. 152.1) and ErrSuperior (arts. 152.2, 152.3,
// 152.6, 152.7) is the error; or ErrSuerte or ErrNumero.
func (l Limites) Check(s Suerte, n int, importe domain.Importe, j PagoJuego7) error {
	maximo, a, err := l.maximo(s, n, j)
	switch {
	case err != nil:
		return err
	case importe < l.Minimo:
		return norma.Breach(art("152.1"), ErrInferior)
	case domain.FraccionDe(importe).Cmp(maximo) > 0:
		return norma.Breach(a, ErrSuperior)
	}
	return nil
}

// maximo is the most that s admits, with the provision that says so.
func (l Limites) maximo(s Suerte, n int, j PagoJuego7) (domain.Fraccion, norma.Articulo, error) {
	switch {
	case s.Sencilla():
		return domain.FraccionDe(l.MaxSencilla), art("152.2"), nil
	case s.place():
		t, err := MaxPlace(s, n, l.MaxSencilla)
		return t.Maximo, t.Articulo, err
	}
	_, highest, err := RangoMultiple(s, n, l.MaxSencilla, j)
	if set, ok := l.Multiples[Casilla{s, n}]; ok && err == nil {
		highest = domain.FraccionDe(set)
	}
	return highest, art("152.3"), err
}

// MaximoCasilla is the ceiling of a place of the cloth, in whole céntimos.
type MaximoCasilla struct {
	Casilla
	Maximo   domain.Importe // rounded down: a ceiling is never passed
	Articulo norma.Articulo
}

// Maximos lists the ceiling of every place bet and of every múltiple, in the order of
// art. 151.2, as a notice at the table shows them (arts. 38.2, 152.3, 152.6, 152.7). The
// juego de 7 is left out where the table does not offer it (criterio DAD-A). The error is
// that of RangoMultiple or MaxPlace.
func (l Limites) Maximos(j PagoJuego7) ([]MaximoCasilla, error) {
	var list []MaximoCasilla
	for _, r := range reglas {
		if r.sencilla || r.clase == asociada || r.Suerte == Juego7 && j == SinJuego7 {
			continue
		}
		numeros := r.Numeros
		if len(numeros) == 0 {
			numeros = []int{0}
		}
		for _, n := range numeros {
			maximo, a, err := l.maximo(r.Suerte, n, j)
			if err != nil {
				return nil, err
			}
			list = append(list, MaximoCasilla{Casilla{r.Suerte, n}, maximo.Floor(), a})
		}
	}
	return list, nil
}

// Tope is a maximum, exact, in céntimos, with the provision that sets it.
type Tope struct {
	Maximo   domain.Fraccion
	Articulo norma.Articulo
}

// porciento is a row of arts. 152.4 to 152.7: the most that an Asociada or a place bet
// admits on that number, as a percentage of its sencilla or of the maximum of the
// sencillas.
type porciento struct {
	suerte   Suerte // the sencilla of an Asociada, or the place bet
	numero   int
	ciento   int64
	articulo norma.Articulo
}

// porcientos is the table of arts. 152.4 to 152.7. Each but those of PlaceRight wins at
// most what its base wins: ciento × pago ≤ 100 where the player lays the odds.
var porcientos = []porciento{
	{Win, 4, 100, art("152.4")}, {Win, 5, 100, art("152.4")}, {Win, 6, 100, art("152.4")},
	{Win, 8, 100, art("152.4")}, {Win, 9, 100, art("152.4")}, {Win, 10, 100, art("152.4")},
	{Come, 4, 100, art("152.4")}, {Come, 5, 100, art("152.4")}, {Come, 6, 100, art("152.4")},
	{Come, 8, 100, art("152.4")}, {Come, 9, 100, art("152.4")}, {Come, 10, 100, art("152.4")},
	{DontWin, 4, 200, art("152.5")}, {DontWin, 5, 150, art("152.5")}, {DontWin, 6, 120, art("152.5")},
	{DontWin, 8, 120, art("152.5")}, {DontWin, 9, 150, art("152.5")}, {DontWin, 10, 200, art("152.5")},
	{DontCome, 4, 200, art("152.5")}, {DontCome, 5, 150, art("152.5")}, {DontCome, 6, 120, art("152.5")},
	{DontCome, 8, 120, art("152.5")}, {DontCome, 9, 150, art("152.5")}, {DontCome, 10, 200, art("152.5")},
	{PlaceRight, 4, 100, art("152.6")}, {PlaceRight, 5, 100, art("152.6")}, {PlaceRight, 6, 120, art("152.6")},
	{PlaceRight, 8, 120, art("152.6")}, {PlaceRight, 9, 100, art("152.6")}, {PlaceRight, 10, 100, art("152.6")},
	{PlaceWrong, 4, 220, art("152.7")}, {PlaceWrong, 5, 160, art("152.7")}, {PlaceWrong, 6, 125, art("152.7")},
	{PlaceWrong, 8, 125, art("152.7")}, {PlaceWrong, 9, 160, art("152.7")}, {PlaceWrong, 10, 220, art("152.7")},
}

func findTope(s Suerte, n int, base domain.Importe) (Tope, bool) {
	for _, p := range porcientos {
		if p.suerte == s && p.numero == n {
			return Tope{domain.FraccionDe(base).Mul(domain.NewFraccion(p.ciento, 100)), p.articulo}, true
		}
	}
	return Tope{}, false
}

// MaxAsociada is the most that all the asociadas of one sencilla may add up to when it has
// gone to that point (arts. 152.4 and 152.5, criterio DAD-10). The error wraps
// ErrSinSencilla, ErrImporte, domain.ErrDesborde or ErrPuntoNoFijado (no point).
func MaxAsociada(base Suerte, punto int, importe domain.Importe) (Tope, error) {
	switch {
	case !base.Line():
		return Tope{}, norma.Breach(art("151.2.c"), ErrSinSencilla)
	case importe <= 0:
		return Tope{}, norma.Breach(art("151.2.c"), ErrImporte)
	case importe > MaxApostado:
		return Tope{}, norma.Breach(art("151.2.c"), domain.ErrDesborde)
	}
	t, ok := findTope(base, punto, importe)
	if !ok {
		return Tope{}, norma.Errorf(art("151.2.c"), "%w: %d", ErrPuntoNoFijado, punto)
	}
	return t, nil
}

// checkMaxSencilla returns nil when that may be the maximum of the sencillas of a table.
func checkMaxSencilla(maximo domain.Importe) error {
	switch {
	case maximo <= 0:
		return norma.Breach(art("152.2"), ErrImporte)
	case maximo > MaxApostado:
		return norma.Breach(art("152.2"), domain.ErrDesborde)
	}
	return nil
}

// MaxPlace is the most that a place bet on that number admits at a table with that maximum
// of the sencillas (arts. 152.6 and 152.7, criterio DAD-11). The error wraps ErrSuerte,
// ErrImporte, domain.ErrDesborde or ErrNumero.
func MaxPlace(s Suerte, n int, maxSencilla domain.Importe) (Tope, error) {
	if !s.place() {
		return Tope{}, norma.Errorf(art("151.2.d"), "%w de place: %q", ErrSuerte, s)
	}
	if err := checkMaxSencilla(maxSencilla); err != nil {
		return Tope{}, err
	}
	t, ok := findTope(s, n, maxSencilla)
	if !ok {
		return Tope{}, norma.Errorf(art("151.2.d"), "%w: %d", ErrNumero, n)
	}
	return t, nil
}

// RangoMultiple is the least and the most that the maximum of a múltiple may be set at: its
// gain is to be once to three times that of the maximum of the sencillas (art. 152.3,
// criterios DAD-8 and DAD-9). The error wraps ErrSuerte, ErrImporte, domain.ErrDesborde or
// ErrNumero.
func RangoMultiple(s Suerte, n int, maxSencilla domain.Importe, j PagoJuego7) (lowest, highest domain.Fraccion, err error) {
	if !s.Multiple() {
		return lowest, highest, norma.Errorf(art("151.2.b"), "%w múltiple: %q", ErrSuerte, s)
	}
	if err := checkMaxSencilla(maxSencilla); err != nil {
		return lowest, highest, err
	}
	if err := s.checkNumero(n); err != nil {
		return lowest, highest, err
	}
	pago := findPago(s, "", n, j)
	ganancia := domain.FraccionDe(maxSencilla).Mul(domain.NewFraccion(pago.Den, pago.Num))
	return ganancia.Mul(domain.NewFraccion(minGanancias, 1)), ganancia.Mul(domain.NewFraccion(maxGanancias, 1)), nil
}

// CheckMaxMultiple returns nil when the house may set that maximum for a múltiple. The
// error wraps ErrMaximoMultiple, or is that of RangoMultiple.
func CheckMaxMultiple(s Suerte, n int, maxSencilla, propuesto domain.Importe, j PagoJuego7) error {
	lowest, highest, err := RangoMultiple(s, n, maxSencilla, j)
	if err != nil {
		return err
	}
	if p := domain.FraccionDe(propuesto); p.Cmp(lowest) < 0 || p.Cmp(highest) > 0 {
		return norma.Breach(art("152.3"), ErrMaximoMultiple).Under("DAD-9")
	}
	return nil
}
