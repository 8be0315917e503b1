package poquer

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// sevenStud is seven cards of which five count: two covered and one in sight, three more in
// sight and the last covered, with five intervals (arts. 123.1, 123.3).
var sevenStud = Variante{
	Nombre: SevenStud, Baraja: naipes.NumCartas, MasBaja: naipes.Dos, Propias: 7, Articulo: art("123.1"),
	Calles: []Calle{
		{Cubiertas: 2, Vistas: 1, Apuestas: true}, {Vistas: 1, Apuestas: true}, {Vistas: 1, Apuestas: true},
		{Vistas: 1, Apuestas: true}, {Cubiertas: 1, Apuestas: true},
	},
	ranking: naipes.Ranking{AsBajo: naipes.Dos, UnaSuelta: true},
}

// fiveStud is one card covered and four in sight, with 32 cards and four intervals (art.
// 126).
var fiveStud = Variante{
	Nombre: FiveStud, Baraja: cartasDesde(naipes.Siete), MasBaja: naipes.Siete, Propias: NumCartas, Articulo: art("126.2"),
	Calles: []Calle{
		{Cubiertas: 1, Vistas: 1, Apuestas: true}, {Vistas: 1, Apuestas: true}, {Vistas: 1, Apuestas: true}, {Vistas: 1, Apuestas: true},
	},
	ranking: naipes.Ranking{AsBajo: naipes.Siete, ColorSobreFull: true, UnaSuelta: true},
}

// What is wrong with a question on the stud.
var (
	ErrStud   = errors.New("la variante no tiene cartas descubiertas en la mesa")
	ErrModo   = errors.New("no es ninguno de los límites")
	ErrVistas = errors.New("cada jugador tiene de una a cuatro cartas descubiertas")
)

// maxVistas are the cards in sight of a player at most.
const maxVistas = 4

// intervalos is how many intervals of bets the variant has.
func (v Variante) intervalos() int {
	n := 0
	for _, c := range v.Calles {
		if c.Apuestas {
			n++
		}
	}
	return n
}

// CheckIntervalo returns nil for one of the intervals of the variant, counted from one. The
// error wraps ErrIntervalo.
func (v Variante) CheckIntervalo(n int) error {
	if n < 1 || n > v.intervalos() {
		return norma.Breach(v.Articulo, ErrIntervalo)
	}
	return nil
}

// Habla returns who speaks first in an interval of a stud, by the cards in sight: in the
// first of seven stud the lowest, which must bet (art. 123.3), ace high (criterio A-C-10);
// afterwards, and always in five stud (art. 126.3), the best combination by repeated cards
// alone (criterio A-C-11). Of equal ones, the nearest to the mano at its right, who counts
// himself (criterio A-C-9). The error wraps ErrStud, ErrIntervalo, ErrPuesto, ErrNadie,
// ErrVistas or ErrNaipe, or is that of naipes.NewMano.
func (v Variante) Habla(intervalo int, mano Puesto, descubiertas map[Puesto][]naipes.Carta) (Puesto, error) {
	if v.Nombre != SevenStud && v.Nombre != FiveStud {
		return 0, norma.Breach(v.Articulo, ErrStud)
	}
	if err := errors.Join(v.CheckIntervalo(intervalo), CheckPuesto(mano)); err != nil {
		return 0, err
	}
	masBaja := v.Nombre == SevenStud && intervalo == 1
	var habla Puesto
	var best naipes.Valor
	var todas []naipes.Carta
	for n, p := 0, mano; n < MaxPuestos; n, p = n+1, p.Siguiente() {
		cartas, ok := descubiertas[p]
		if !ok {
			continue
		}
		m, err := v.mano(cartas)
		if err != nil {
			return 0, err
		}
		if len(cartas) == 0 || len(cartas) > maxVistas {
			return 0, norma.Breach(v.Articulo, ErrVistas)
		}
		todas = append(todas, cartas...)
		valor := v.ranking.Value(m)
		if habla == 0 || masBaja && valor < best || !masBaja && valor > best {
			habla, best = p, valor
		}
	}
	if habla == 0 {
		return 0, norma.Breach(v.Articulo, ErrNadie)
	}
	_, err := v.mano(todas)
	return habla, err
}

// LimiteStud is how the bets of the seven stud are limited (art. 123.2).
type LimiteStud string

// Both.
const (
	SplitStud    LimiteStud = "split_limit"
	BoteLimitado LimiteStud = "bote_limitado"
)

// HechosStud are the facts that a limit of the seven stud depends on. Bote is what the pot
// had when the sixth or the seventh card was dealt.
type HechosStud struct {
	Intervalo  int
	Bajo, Alto domain.Importe
	Pareja     bool // somebody's first two cards in sight are a pair
	Bote       domain.Importe
}

// Intervals of the seven stud of which art. 123.2 speaks.
const (
	intervaloAlto    = 3 // the high limit from here on (art. 123.2.a)
	intervaloPareja  = 2 // or from here with a pair (art. 123.2.a)
	intervaloSexta   = 4 // art. 123.2.b
	intervaloSeptima = 5 // art. 123.2.b
)

// MaximoStud is what may be bet in an interval of the seven stud, and whether there is a
// maximum: the low limit in two intervals and the high one in three, the high one in the
// second too when the first two cards in sight of a player are a pair (art. 123.2.a,
// criterio A-C-13); half the pot with the sixth card and the pot with the seventh (art.
// 123.2.b), those of the table before (criterio A-C-13). The error wraps ErrModo,
// ErrIntervalo or ErrImporte.
func MaximoStud(l LimiteStud, h HechosStud) (domain.Importe, bool, error) {
	if err := sevenStud.CheckIntervalo(h.Intervalo); err != nil {
		return 0, false, err
	}
	switch l {
	case SplitStud:
		if h.Bajo <= 0 || h.Alto < h.Bajo {
			return 0, false, norma.Breach(art("123.2.a"), ErrImporte)
		}
		if h.Intervalo >= intervaloAlto || h.Pareja && h.Intervalo >= intervaloPareja {
			return h.Alto, true, nil
		}
		return h.Bajo, true, nil
	case BoteLimitado:
		switch {
		case h.Bote < 0:
			return 0, false, norma.Breach(art("123.2.b"), ErrImporte)
		case h.Intervalo == intervaloSexta:
			return h.Bote / 2, true, nil
		case h.Intervalo == intervaloSeptima:
			return h.Bote, true, nil
		}
		return 0, false, nil
	}
	return 0, false, norma.Errorf(art("123.2"), "%w: %q", ErrModo, l)
}

// SubidasStud are the raises of an interval of the seven stud at most (art. 123.2); with two
// players left there is no limit (art. 118.3, criterio A-C-27).
const SubidasStud = 3

// CartasMuertas are those put aside to complete the seventh card (art. 123.3).
const CartasMuertas = 4

// ModoSeptima is where the seventh cards come from.
type ModoSeptima string

// The ways, each when the one before does not reach.
const (
	SeptimaNormal    ModoSeptima = "normal"
	SeptimaMuertas   ModoSeptima = "mezclar_cartas_muertas"
	SeptimaDescartes ModoSeptima = "mezclar_tambien_descartes"
	SeptimaComun     ModoSeptima = "carta_comun"
)

// Septima says where the seventh cards come from: the pack, then with the dead cards, then
// with the discards too, and else one card for all (art. 123.3, criterio A-C-18). The error
// wraps ErrNumCartas or ErrNadie.
func Septima(quedan, muertas, descartes, jugadores int) (ModoSeptima, error) {
	switch {
	case min(quedan, muertas, descartes) < 0 || max(quedan, muertas, descartes) > naipes.NumCartas:
		return "", norma.Breach(art("123.3"), ErrNumCartas)
	case jugadores < 1:
		return "", norma.Breach(art("123.3"), ErrNadie)
	case quedan >= jugadores:
		return SeptimaNormal, nil
	case quedan+muertas >= jugadores:
		return SeptimaMuertas, nil
	case quedan+muertas+descartes >= jugadores:
		return SeptimaDescartes, nil
	}
	return SeptimaComun, nil
}
