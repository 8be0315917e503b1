package deposito

import (
	"errors"
	"slices"
	"strings"

	"foliado/domain/norma"
)

// What is wrong with dice.
var (
	// ErrTamano: a die smaller or larger than the norm says.
	ErrTamano = errors.New("la arista de un dado mide de 20 a 25 mm")
	// ErrDado: a die without one of its traits.
	ErrDado = errors.New("los dados son del mismo color, transparentes y pulidos, con el número del fabricante y las siglas del casino")
	// ErrSeisDados: a dice table is given six.
	ErrSeisDados = errors.New("cada sesión lleva seis dados: dos en uso y cuatro en reserva")
	// ErrMismosDados: some are those of the session before.
	ErrMismosDados = errors.New("los dados han de ser distintos de los de la sesión anterior")
	// ErrSinRotura: nobody noted that the pack was opened in sight of the public.
	ErrSinRotura = errors.New("no consta la rotura del precinto de los dados a la vista del público")
)

// Dice of a session.
const (
	DadosSesion  = 6 // art. 149.2.d
	DadosEnUso   = 2 // art. 149.2.e
	DadosReserva = 4 // art. 149.2.e
	aristaMinima = 200
	aristaMaxima = 250
)

// CheckDado judges a lot of dice: their edge in tenths of a millimetre (art. 149.2.a), their
// colour, that they are transparent and polished (art. 149.2.b), and the initials of the
// casino that they bear (art. 149.2.c).
func CheckDado(arista int, color, siglas string, transparente bool) error {
	switch {
	case arista < aristaMinima || arista > aristaMaxima:
		return norma.Errorf(art("149.2.a"), "%w: mide %d,%d", ErrTamano, arista/10, arista%10)
	case strings.TrimSpace(color) == "" || !transparente:
		return norma.Breach(art("149.2.b"), ErrDado)
	case strings.TrimSpace(siglas) == "":
		return norma.Breach(art("149.2.c"), ErrDado)
	}
	return nil
}

// CheckDadosSesion judges the dice of a table that opens: six, and none of its last session
// (art. 149.2.d). anteriores holds the ClaveUnidad of those.
func CheckDadosSesion(dados []Unidad, anteriores []string) error {
	if len(dados) != DadosSesion {
		return norma.Errorf(art("149.2.d"), "%w: hay %d", ErrSeisDados, len(dados))
	}
	for _, d := range dados {
		if slices.Contains(anteriores, d.ClaveUnidad()) {
			return norma.Errorf(art("149.2.d"), "%w: el %s", ErrMismosDados, nombreDado(d))
		}
	}
	return nil
}

// ClaveUnidad names a unit among those of its class.
func (u Unidad) ClaveUnidad() string { return u.Fabricante + "/" + u.Numero }
