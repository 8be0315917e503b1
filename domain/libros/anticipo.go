package libros

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with an anticipo.
var (
	ErrCirculo          = errors.New("en un juego de círculo no hay anticipo")
	ErrMinimoAutorizado = errors.New("falta la apuesta mínima de la autorización")
	ErrAnticipo         = errors.New("el anticipo inicial es inferior al mínimo")
	ErrReposicion       = errors.New("la reposición no es igual al anticipo inicial")
	ErrCajaAnticipo     = errors.New("la caja no lleva exactamente el anticipo")
)

// multiplos is the table of art. 35.2: how many times the minimum stake the anticipo of
// a table must be. For the bola the minimum is that of the authorisation, for the rest
// that of the table (criterio CAJ-1).
var multiplos = map[domain.Juego]struct {
	articulo norma.Articulo
	veces    int64
}{
	domain.Bola:              {art("35.2.a"), 4_000},
	domain.RuletaFrancesa:    {art("35.2.b"), 15_000},
	domain.RuletaAmericana:   {art("35.2.b"), 15_000},
	domain.Dados:             {art("35.2.b"), 15_000},
	domain.TreintaCuarenta:   {art("35.2.c"), 10_000},
	domain.PuntoBanca:        {art("35.2.c"), 10_000},
	domain.BlackJack:         {art("35.2.d"), 5_000},
	domain.PoquerSinDescarte: {art("35.2.d"), 5_000}, // art. 100.7 says it again
	domain.Trijoker:          {art("35.2.d"), 5_000},
}

// AnticipoMinimo is the least that the caja central must hand to a table of that game
// when it opens (art. 35.2). minimoMesa is the minimum stake of the table, and
// minimoAutorizado that of the authorisation, which only the bola needs: 0 when it is not
// known. Errors wrap ErrJuego, ErrCirculo (art. 35.1, criterio CAJ-4), ErrMinimoAutorizado,
// ErrImporte or domain.ErrDesborde.
func AnticipoMinimo(j domain.Juego, minimoMesa, minimoAutorizado domain.Importe) (domain.Importe, error) {
	if !j.Valid() {
		return 0, norma.Breach(art("1.3"), ErrJuego)
	}
	if j.Circulo() {
		return 0, norma.Breach(art("35.1"), ErrCirculo).Under("CAJ-4")
	}
	m := multiplos[j]
	base := minimoMesa
	if j == domain.Bola {
		if minimoAutorizado == 0 {
			return 0, norma.Breach(m.articulo, ErrMinimoAutorizado).Under("CAJ-1")
		}
		base = minimoAutorizado
	}
	if err := checkPositive(m.articulo, "la apuesta mínima", base); err != nil {
		return 0, err
	}
	minimo, err := base.Times(m.veces)
	if err != nil {
		return 0, norma.Breach(m.articulo, err)
	}
	return minimo, nil
}

// CheckAnticipoInicial returns nil when anticipo is enough to open the table. The error
// is that of AnticipoMinimo, or wraps ErrAnticipo and cites the letter of art. 35.2.
func CheckAnticipoInicial(j domain.Juego, minimoMesa, minimoAutorizado, anticipo domain.Importe) error {
	minimo, err := AnticipoMinimo(j, minimoMesa, minimoAutorizado)
	if err != nil {
		return err
	}
	if anticipo < minimo {
		return norma.Errorf(multiplos[j].articulo, "%w: son %s y hacen falta %s", ErrAnticipo, anticipo, minimo)
	}
	return nil
}

// CheckReposicion returns nil when nuevo equals the first anticipo of the session, even
// where that was above the legal minimum (art. 35.1, criterio CAJ-A). The error wraps
// ErrReposicion.
func CheckReposicion(inicial, nuevo domain.Importe) error {
	if nuevo != inicial {
		return norma.Errorf(art("35.1"), "%w: son %s y el inicial fue de %s", ErrReposicion, nuevo, inicial).Under("CAJ-A")
	}
	return nil
}

// CheckCajaAnticipo returns nil when the box that travels to the table holds that
// anticipo and nothing else (art. 36.1), as counted at the table (art. 36.2). The error
// wraps ErrCajaAnticipo or domain.ErrPiezas.
func CheckCajaAnticipo(anticipo domain.Importe, contado domain.Piezas) error {
	total, err := contado.Total()
	if err != nil {
		return norma.Breach(art("36.2"), err)
	}
	if total != anticipo {
		return norma.Errorf(art("36.1"), "%w: se han contado %s y el anticipo es de %s", ErrCajaAnticipo, total, anticipo)
	}
	return nil
}

// Anticipo is an entry of the libro de anticipos: what the table received, and when it
// was counted there (arts. 36.2, 40.1.d). The first of a session is the initial one.
type Anticipo struct {
	Importe domain.Importe
	Hora    time.Time // hora del hecho, UTC
}
