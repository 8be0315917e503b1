package poquer

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a limit, a bet or what the house takes.
var (
	ErrMinimo    = errors.New("el mínimo de la mesa está entre el veinte y el cuarenta por ciento del máximo")
	ErrAnte      = errors.New("el ante no pasa de la mitad del mínimo")
	ErrSuperior  = errors.New("la apuesta supera el límite")
	ErrInferior  = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrFichas    = errors.New("se apuesta solo con fichas")
	ErrAnuncio   = errors.New("antes de jugar hay que anunciarlo")
	ErrBeneficio = errors.New("la casa no puede quedarse con ese tanto por ciento")
	ErrOpcion    = errors.New("la mesa tiene una sola forma de beneficio, por mano o por sesión")
)

// Modo is how the bets of a table are limited.
type Modo string

// The three of art. 117.3.a.
const (
	SplitLimit    Modo = "split_limit"
	BoteConLimite Modo = "bote_con_limite"
	BoteSinLimite Modo = "bote_sin_limite"
)

// limiteBote is a row of art. 117.3.a: a bet is at most the pot divided by partes; 0 is no
// limit.
type limiteBote struct {
	modo   Modo
	partes domain.Importe
	art    norma.Articulo
}

// limites is the table of art. 117.3.a.
var limites = []limiteBote{
	{SplitLimit, 2, art("117.3.a.1")},
	{BoteConLimite, 1, art("117.3.a.2")},
	{BoteSinLimite, 0, art("117.3.a.3")},
}

func (m Modo) fila() (limiteBote, error) {
	for _, l := range limites {
		if l.modo == m {
			return l, nil
		}
	}
	return limiteBote{}, norma.Errorf(art("117.3.a"), "%w: %q", ErrModo, m)
}

// MaximoApuesta is the most that may be bet first in an interval with that pot, and whether
// there is a maximum (art. 117.3.a). The error wraps ErrModo or ErrImporte.
func MaximoApuesta(m Modo, bote domain.Importe) (domain.Importe, bool, error) {
	l, err := m.fila()
	switch {
	case err != nil:
		return 0, false, err
	case bote < 0:
		return 0, false, norma.Breach(l.art, ErrImporte)
	case l.partes == 0:
		return 0, false, nil
	}
	return bote / l.partes, true, nil
}

// MaximoSubida is the most that may be raised above the bet to call: as MaximoApuesta, by
// the pot as it stands when the turn comes, whatever he must put to call (criterio A-C-12).
func MaximoSubida(m Modo, bote domain.Importe) (domain.Importe, bool, error) {
	return MaximoApuesta(m, bote)
}

// CheckApuesta returns nil when a bet, or what a raise adds, may be made: at least the
// minimum of the table and at most what the pot lets, though with a small pot the minimum may
// always be bet (criterio A-C-14). The error wraps ErrModo, ErrImporte, ErrInferior or
// ErrSuperior.
func CheckApuesta(m Modo, minimo, bote, apuesta domain.Importe) error {
	tope, hay, err := MaximoApuesta(m, bote)
	if err != nil {
		return err
	}
	l, _ := m.fila()
	switch {
	case apuesta < minimo:
		return norma.Breach(art("117.3.a"), ErrInferior)
	case hay && apuesta > max(tope, minimo):
		return norma.Errorf(l.art, "%w: es %s", ErrSuperior, max(tope, minimo))
	}
	return nil
}

// Parts of the whole that art. 117.3.a names, per cent.
const (
	minimoDesde = 20
	minimoHasta = 40
	anteHasta   = 50
	ciento      = 100
)

// perCent returns n per cent of i, exact.
func perCent(i domain.Importe, n int64) domain.Fraccion {
	return domain.FraccionDe(i).Mul(domain.NewFraccion(n, ciento))
}

// CheckMinimo returns nil when a table with that maximum may have that minimum: from 20 to 40
// per cent of it (art. 117.3.a). The error wraps ErrImporte or ErrMinimo.
func CheckMinimo(maximo, minimo domain.Importe) error {
	m := domain.FraccionDe(minimo)
	switch {
	case maximo <= 0:
		return norma.Breach(art("117.3.a"), ErrImporte)
	case m.Cmp(perCent(maximo, minimoDesde)) < 0, m.Cmp(perCent(maximo, minimoHasta)) > 0:
		return norma.Breach(art("117.3.a"), ErrMinimo)
	}
	return nil
}

// CheckAnte returns nil when a table with that minimum may have that ante: half of it at most
// (art. 117.3.a). The error wraps ErrImporte or ErrAnte.
func CheckAnte(minimo, ante domain.Importe) error {
	switch {
	case min(minimo, ante) < 0:
		return norma.Breach(art("117.3.a"), ErrImporte)
	case domain.FraccionDe(ante).Cmp(perCent(minimo, anteHasta)) > 0:
		return norma.Breach(art("117.3.a"), ErrAnte)
	}
	return nil
}

// CheckFichas returns nil when what is bet is chips: no banknotes here, though other games of
// círculo take them (art. 117.3). The error wraps ErrFichas.
func CheckFichas(soloFichas bool) error {
	if !soloFichas {
		return norma.Breach(art("117.3"), ErrFichas)
	}
	return nil
}

// CheckCambioLimite returns nil when the limit of a table may be changed while it plays: it
// was announced before (art. 117.3.b). The error wraps ErrAnuncio.
func CheckCambioLimite(anunciado bool) error {
	if !anunciado {
		return norma.Breach(art("117.3.b"), ErrAnuncio)
	}
	return nil
}

// Opcion is how the house takes its beneficio. A table has one of the two.
type Opcion string

// Both ways of art. 113.3.
const (
	PorMano   Opcion = "mano"
	PorSesion Opcion = "sesion"
)

// Numbers of art. 113.3. A rate by hand is in hundredths of one per cent.
const (
	maxPorMano   = 500 // art. 113.3.a
	minPorSesion = 10  // art. 113.3.b
	maxPorSesion = 20  // art. 113.3.b
)

// CheckOpcion returns nil when a table that chose one way may take its beneficio so (art.
// 113.3), announced before the game. The error wraps ErrOpcion or ErrAnuncio.
func CheckOpcion(elegida, cobra Opcion, anunciada bool) error {
	switch {
	case elegida != PorMano && elegida != PorSesion, cobra != elegida:
		return norma.Breach(art("113.3"), ErrOpcion)
	case !anunciada:
		return norma.Breach(art("113.3"), ErrAnuncio)
	}
	return nil
}

// BeneficioMano is what the house takes of a hand: up to five per cent, here in hundredths of
// one per cent, of what was put into it, less what nobody called (art. 113.3.a, criterio
// A-C-7), rounded down. The error wraps ErrImporte or ErrBeneficio.
func BeneficioMano(aportado domain.Importe, centesimas int64) (domain.Importe, error) {
	switch {
	case aportado < 0:
		return 0, norma.Breach(art("113.3.a"), ErrImporte)
	case centesimas < 0 || centesimas > maxPorMano:
		return 0, norma.Breach(art("113.3.a"), ErrBeneficio)
	}
	return domain.FraccionDe(aportado).Mul(domain.NewFraccion(centesimas, ciento*ciento)).Floor(), nil
}

// BeneficioSesion is what the house takes for a session: from 10 to 20 per cent of the
// maximum of the table, or of the resto where there is none (art. 113.3.b, criterio A-C-19),
// rounded down. The error wraps ErrImporte or ErrBeneficio.
func BeneficioSesion(base domain.Importe, porCiento int64) (domain.Importe, error) {
	switch {
	case base < 0:
		return 0, norma.Breach(art("113.3.b"), ErrImporte)
	case porCiento < minPorSesion || porCiento > maxPorSesion:
		return 0, norma.Breach(art("113.3.b"), ErrBeneficio)
	}
	return perCent(base, porCiento).Floor(), nil
}
