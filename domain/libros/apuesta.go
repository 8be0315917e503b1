package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a stake or with the limits of a table.
var (
	ErrInferior        = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrNoMultiplo      = errors.New("la apuesta no es múltiplo de la mínima de la mesa")
	ErrBajoAutorizado  = errors.New("la apuesta mínima es inferior a la autorizada")
	ErrBanda           = errors.New("la apuesta mínima está fuera de la banda autorizada")
	ErrNingunaAlMinimo = errors.New("ninguna mesa del juego funciona con la apuesta mínima autorizada")
	ErrEnMarcha        = errors.New("con la mesa en marcha no cambian sus límites: esperan a la sesión siguiente")
)

// CheckApuesta returns nil when a stake of that amount is good on a table with that
// minimum; soloMultiplos when the house takes whole multiples only (art. 30.3, criterio
// RED-2). The minimum comes first. The error wraps ErrInferior, ErrNoMultiplo or
// ErrImporte.
func CheckApuesta(apuesta, minimo domain.Importe, soloMultiplos bool) error {
	if err := checkPositive(art("30.3"), "la apuesta mínima", minimo); err != nil {
		return err
	}
	if apuesta < minimo {
		return norma.Breach(art("30.3"), ErrInferior)
	}
	if soloMultiplos && apuesta%minimo != 0 {
		return norma.Breach(art("30.3"), ErrNoMultiplo).Under("RED-2")
	}
	return nil
}

// Banda is what the authorisation says of the minimum stake of a game (arts. 9.d, 9.e).
type Banda struct {
	Minimo domain.Importe // authorised minimum
	Maximo domain.Importe // up to where a table may raise it; 0 when no band was granted
}

// minimos is the table of the provisions that forbid going below the authorised minimum.
var minimos = map[domain.Juego]norma.Articulo{
	domain.RuletaFrancesa:    art("132.2"),
	domain.RuletaAmericana:   art("139.2"),
	domain.Bola:              art("146.2"),
	domain.TreintaCuarenta:   art("59"),
	domain.Dados:             art("152"),
	domain.BlackJack:         art("53.1"),
	domain.PuntoBanca:        art("66.1"),
	domain.PoquerSinDescarte: art("100.5"),
	domain.Trijoker:          art("108"),
	domain.BacaraChemin:      art("74.1"),
	domain.BacaraDosPanos:    art("87"),
	domain.PoquerCirculo:     art("117.3"),
}

// CheckApuestaMinima returns nil when a table of that game may open with that minimum
// stake: not below the authorised one, nor above the band; without a band, that one alone
// (art. 9.e). A bola table may always double it (art. 146.2). The error wraps
// ErrBajoAutorizado, ErrBanda, ErrImporte or, for what is no game of art. 1.3, ErrJuego.
func CheckApuestaMinima(j domain.Juego, b Banda, minimo domain.Importe) error {
	a, ok := minimos[j]
	if !ok {
		return norma.Breach(art("1.3"), ErrJuego)
	}
	if err := checkPositive(a, "la apuesta mínima", minimo); err != nil {
		return err
	}
	if minimo < b.Minimo {
		return norma.Errorf(a, "%w: es de %s y la autorizada, de %s", ErrBajoAutorizado, minimo, b.Minimo)
	}
	if j == domain.Bola && minimo%2 == 0 && minimo/2 == b.Minimo {
		return nil
	}
	if minimo > max(b.Minimo, b.Maximo) {
		return norma.Errorf(art("9.e"), "%w: es de %s y el tope, de %s", ErrBanda, minimo, max(b.Minimo, b.Maximo))
	}
	return nil
}

// CheckMinimos returns nil when the tables in service of a game are in order with the
// authorised minimum: none below it, and one at least at it unless the authorisation
// exempts the house (art. 132.4.b; art. 53.2 extends it to black jack). The second is a
// standing warning and stops nothing (criterio MAQ-1). The error wraps ErrBajoAutorizado
// or ErrNingunaAlMinimo.
func CheckMinimos(autorizado domain.Importe, mesas []domain.Importe, exenta bool) error {
	alMinimo := exenta
	for _, m := range mesas {
		if m < autorizado {
			return norma.Breach(art("132.4.b"), ErrBajoAutorizado)
		}
		alMinimo = alMinimo || m == autorizado
	}
	if !alMinimo {
		return norma.Breach(art("132.4.b"), ErrNingunaAlMinimo).Under("MAQ-1")
	}
	return nil
}

// CheckCambioLimites returns nil when the limits of a table may change: not while it is
// in service (arts. 29.6, 132.4.a). Only the póquer de círculo may, once announced
// (art. 117.3.b). The error wraps ErrEnMarcha.
func CheckCambioLimites(j domain.Juego, enMarcha bool) error {
	if enMarcha && j != domain.PoquerCirculo {
		return norma.Breach(art("29.6"), ErrEnMarcha)
	}
	return nil
}
