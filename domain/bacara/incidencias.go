package bacara

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with an incident told.
var (
	ErrTerceras = errors.New("las terceras cartas en cuestión son dos")
	ErrSacadas  = errors.New("de esas cartas se sacan una o dos")
	ErrPagada   = errors.New("pagada la jugada no cabe reclamación")
	ErrYaOfrece = errors.New("quien ofreció o dio cartas ya no abate")
)

// Remedio is what is done about an incident.
type Remedio string

// The remedies of arts. 78 to 81 and 91 to 95.
const (
	SigueLaJugada   Remedio = "sigue"
	JugadaNula      Remedio = "jugada_nula"
	SeRetiraCarta   Remedio = "se_retira_la_carta"
	SeDesecha       Remedio = "se_desechan"
	PorElCuadro     Remedio = "por_el_cuadro"
	PorPuntoYBanca  Remedio = "por_punto_y_banca"
	DecideBanquero  Remedio = "decide_el_banquero"
	SeRectifica     Remedio = "se_rectifica"
	RetiranApuestas Remedio = "pueden_retirarse_apuestas"
	DescubreIgual   Remedio = "descubre_la_suya"
	AnulaElPano     Remedio = "se_anula_ese_pano"
	AnulaAmbos      Remedio = "se_anulan_los_dos_panos"
	SinCartas       Remedio = "no_lleva_las_cartas"
	VuelveAlPano    Remedio = "la_carta_vuelve"
	CedeLaCarta     Remedio = "la_carta_pasa"
	PierdeAbatir    Remedio = "pierde_el_derecho_a_abatir"
	SeVeElPunto     Remedio = "decide_el_punto_que_se_ve"
)

// Resuelto is a remedy with its provision.
type Resuelto struct {
	Remedio  Remedio
	Articulo norma.Articulo
}

// CartasAnticipadas says what is done with cards drawn before the bets closed: they do not go
// back and the coup goes on with them, unless the inspector throws them away (arts. 78.1,
// 78.2); and then who takes a bank that was passed may not use them.
func CartasAnticipadas(inspectorDesecha bool) Resuelto {
	if inspectorDesecha {
		return Resuelto{SeDesecha, art("78.2")}
	}
	return Resuelto{SigueLaJugada, art("78.1")}
}

// CartaDefectuosa says what is done with cards that leave the sabot badly: one face up is
// taken away and the bets stand (art. 78.3); two or more stuck together make the coup void
// (78.4); one that falls to the floor counts, picked up by an employee (78.5).
func CartaDefectuosa(bocaArriba, pegadas int) Resuelto {
	switch {
	case pegadas > 1:
		return Resuelto{JugadaNula, art("78.4")}
	case bocaArriba > 0:
		return Resuelto{SeRetiraCarta, art("78.3")}
	}
	return Resuelto{SigueLaJugada, art("78.5")}
}

// DescubreCrupier says how the coup goes on when the croupier uncovered cards of the punto:
// one, by the rules of the punto y banca, so that the punto asks with 5; both, by the cuadro,
// and the banker asks in the optional cases. Another fault that cannot be put right makes the
// coup void (art. 79.1).
func DescubreCrupier(cartas int, rectificable bool) Resuelto {
	switch {
	case cartas == 1:
		return Resuelto{PorPuntoYBanca, art("79.1")}
	case cartas == CartasIniciales:
		return Resuelto{PorElCuadro, art("79.1")}
	case rectificable:
		return Resuelto{SeRectifica, art("79.1")}
	}
	return Resuelto{JugadaNula, art("79.1")}
}

// sinTercera is what the bank has when it takes no card that was drawn by mistake (art. 79.2).
const sinTercera = 6

// CantadaPorError says what becomes of the cards drawn when the croupier called one though the
// punto said no: a bank with 0 to 5 takes the first of them, with 6 or 7 none (art. 79.2). The
// error wraps ErrPuntos, ErrAbate or ErrSacadas.
func CantadaPorError(banca, sacadas int) (toma, desecha int, err error) {
	if err := checkPuntos(banca); err != nil {
		return 0, 0, err
	}
	switch {
	case banca >= natural:
		return 0, 0, norma.Breach(art("76.2"), ErrAbate)
	case sacadas < 1 || sacadas > 2:
		return 0, 0, norma.Breach(art("79.2"), ErrSacadas)
	case banca < sinTercera:
		return 1, sacadas - 1, nil
	}
	return 0, sacadas, nil
}

// QuintaEsSuya reports whether the fifth card, drawn by the banker before its time, is his:
// when the punto does not ask (art. 80.1).
func QuintaEsSuya(puntoPide bool) (bool, norma.Articulo) { return !puntoPide, art("80.1") }

// DeMas is what a banker has who dealt himself more than two cards, and that he may still ask
// for one (art. 80.2).
func DeMas() (puntos int, puedePedir bool, a norma.Articulo) { return 0, true, art("80.2") }

// DosTerceras is what a hand adds up to that was dealt two third cards: the punto has the
// better (art. 80.3), the banker the worse when he dealt them to himself (criterio CHF-10).
// The error wraps ErrTerceras or ErrCarta.
func DosTerceras(dos, terceras []naipes.Carta, alBanquero bool) (int, error) {
	if len(dos) != CartasIniciales || len(terceras) != 2 {
		return 0, norma.Breach(art("80.3"), ErrTerceras)
	}
	if slices.ContainsFunc(append(slices.Clone(dos), terceras...), func(c naipes.Carta) bool { return !c.Valid() }) {
		return 0, norma.Breach(art("80.3"), ErrCarta)
	}
	a := Total(append(slices.Clone(dos), terceras[0]))
	b := Total(append(slices.Clone(dos), terceras[1]))
	if alBanquero {
		return min(a, b), nil
	}
	return max(a, b), nil
}

// ALaCesta is what the punto has when the banker throws a card of his into the basket.
type ALaCesta struct {
	Punto              int
	PuntoAbate         bool
	BanqueroPuedePedir bool
}

// sinPedir is what a banker has who asks for no card when the third of the punto is lost (art.
// 80.4).
const sinPedir = 7

// PierdeCarta says it: of one of his first two, he lays down a 9; of the third, it counts 9
// and the banker may ask unless he has 7 (art. 80.4). The error wraps ErrPuntos.
func PierdeCarta(tercera bool, banca int) (ALaCesta, error) {
	if err := checkPuntos(banca); err != nil {
		return ALaCesta{}, err
	}
	if !tercera {
		return ALaCesta{Punto: maxPuntos, PuntoAbate: true}, nil
	}
	return ALaCesta{Punto: maxPuntos, BanqueroPuedePedir: banca < sinPedir}, nil
}

// DescubreBanquero says what is done when the banker uncovers cards of the punto: one, and he
// uncovers his own of the same order (art. 80.5); both, and he uncovers his and follows the
// cuadro (art. 80.6).
func DescubreBanquero(cartas int) Resuelto {
	if cartas >= CartasIniciales {
		return Resuelto{PorElCuadro, art("80.6")}
	}
	return Resuelto{DescubreIgual, art("80.5")}
}

// AbateAntes says what may be done when the banker lays his hand down before the punto has
// spoken: bets may be taken back (art. 80.7).
func AbateAntes() Resuelto { return Resuelto{RetiranApuestas, art("80.7")} }

// CheckAbate returns nil when a banker with 8 or 9 may lay them down: he has not given or
// offered cards (art. 80.7). The error wraps ErrYaOfrece.
func CheckAbate(ofrecio bool) error { return require(!ofrecio, art("80.7"), ErrYaOfrece) }

// SinVer is who wins when cards go to the basket before they are seen: the punto, when they
// are the banker's (art. 80.8); the bank, when they are the punto's (art. 81.5).
func SinVer(delBanquero bool) (Ganador, norma.Articulo) {
	if delBanquero {
		return Punto, art("80.8")
	}
	return Banca, art("81.5")
}

// CheckReclama returns nil when a coup may be claimed: not once it is paid (art. 80.9). The
// error wraps ErrPagada.
func CheckReclama(pagada bool) error { return require(!pagada, art("80.9"), ErrPagada) }

// Conducta says what follows from what a player does with the cards: who looks at them slowly
// or keeps them does not have them (art. 81.1); where another than the croupier gave advice,
// the cuadro is followed (art. 81.2).
func Conducta(consejo bool) Resuelto {
	if consejo {
		return Resuelto{PorElCuadro, art("81.2")}
	}
	return Resuelto{SinCartas, art("81.1")}
}

// ErrorDelPunto says what follows when the punto said the one word for the other: the banker
// decides, unless the punto has 0 and asks (art. 81.3). Who makes banco bears his error, but
// with 0 (art. 81.4).
func ErrorDelPunto(punto int, haceBanco bool) (Resuelto, error) {
	if err := checkPuntos(punto); err != nil {
		return Resuelto{}, err
	}
	a := art("81.3")
	if haceBanco {
		a = art("81.4")
	}
	switch {
	case punto == 0:
		return Resuelto{SeRectifica, a}, nil
	case haceBanco:
		return Resuelto{SigueLaJugada, a}, nil
	}
	return Resuelto{DecideBanquero, a}, nil
}

// OlvidaAbatir is who wins when the punto forgot to lay down his 8 or 9: he has lost the right
// to it, so that a bank that lays down an 8 wins of his 9; and where it does not, the points
// decide (art. 81.3). The error wraps ErrPuntos.
func OlvidaAbatir(punto, banca int, bancaAbate bool) (Ganador, error) {
	if err := errors.Join(checkPuntos(punto), checkPuntos(banca)); err != nil {
		return "", err
	}
	switch {
	case bancaAbate && banca >= natural, banca > punto:
		return Banca, nil
	case punto > banca:
		return Punto, nil
	}
	return Nula, nil
}

// EnLaRaya is what plays of a stake that stands on the line: half of it, exact (arts. 81.7,
// 90.4, criterio B2P-11). The error wraps ErrImporte.
func EnLaRaya(apuesta domain.Importe) (domain.Fraccion, error) {
	if apuesta < 0 || apuesta > MaxImporte {
		return domain.Fraccion{}, norma.Breach(art("81.7"), ErrImporte)
	}
	return domain.FraccionDe(apuesta).Mul(domain.NewFraccion(1, 2)), nil
}
