// Package bacara is the baccará among players, in its two forms: chemin de fer (arts. 69 to
// 81), where the bank goes round the table, and a dos paños (arts. 82 to 95), where one banker
// plays against two cloths. It says what each hand may do, who wins, what the bank gains and
// what the house keeps of it, who has the bank and who the cards, how much may be bet, and
// what follows from an incident or an error.
//
// The casino neither wins nor loses a bet: it keeps the cagnotte (arts. 74.5, 88.4). There is
// no state and no chance here. Stakes are céntimos; what is kept is an exact fraction of one,
// for who writes it down to round (criterio RED-1). A breach is a *norma.Error that wraps one
// of the Err values.
package bacara

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a hand or an amount.
var (
	ErrCarta        = errors.New("no es una carta")
	ErrPuntos       = errors.New("una mano suma de 0 a 9 puntos")
	ErrAbate        = errors.New("con 8 o 9 en dos cartas se abate")
	ErrFaltanCartas = errors.New("no hay cartas bastantes para la jugada")
	ErrPalabra      = errors.New("se dice «carta» o «no»")
	ErrImporte      = errors.New("el importe no es posible")
)

// Numbers of both forms.
const (
	// Barajas are the packs of a game, three of each colour and without indices (arts. 70.1,
	// 83.1).
	Barajas = naipes.BarajasMediaDocena
	// CartasIniciales are those of each hand before any third card (art. 76.2).
	CartasIniciales = 2

	natural   = 8 // this or more in two cards is laid down (art. 76.2)
	maxPuntos = 9
)

// MaxImporte bounds an amount, in céntimos, so that no sum can overflow.
const MaxImporte domain.Importe = 100_000_000_000_000

// require returns a breach of a when a rule does not hold.
func require(ok bool, a norma.Articulo, err error) error {
	if ok {
		return nil
	}
	return norma.Breach(a, err)
}

// Puntos is what a card counts: the ace 1, tens and figures nothing, the rest their number
// (art. 76.1).
func Puntos(c naipes.Carta) int {
	switch r := c.Rango(); {
	case r == naipes.As:
		return 1
	case r >= naipes.Diez:
		return 0
	default:
		return int(r)
	}
}

// Total is what cards add up to: the units of the sum (art. 76.1).
func Total(cartas []naipes.Carta) int {
	total := 0
	for _, c := range cartas {
		total += Puntos(c)
	}
	return total % (maxPuntos + 1)
}

// Palabra is what a player says of his two cards. The zero value is nothing.
type Palabra string

// The words of art. 76.
const (
	Carta Palabra = "carta"
	No    Palabra = "no"
	Abate Palabra = "abate"
)

// Sin is the third card of who took none.
const Sin = -1

// Indicacion is what the cuadro tells the bank.
type Indicacion string

// What it may tell.
const (
	PideCarta  Indicacion = "carta"
	NoPide     Indicacion = "no"
	EsOpcional Indicacion = "opcional"
)

// filaCuadro is a row of the table of art. 76.6: the third cards of the punto with which the
// bank asks for one, as a set of points where bit 10 is that he took none, and the one with
// which it is optional.
type filaCuadro struct {
	pide     uint16
	opcional int
}

func bit(tercera int) uint16 {
	if tercera == Sin {
		return 1 << (maxPuntos + 1)
	}
	return 1 << tercera
}

func pideCon(opcional int, terceras ...int) filaCuadro {
	f := filaCuadro{opcional: opcional}
	for _, t := range terceras {
		f.pide |= bit(t)
	}
	return f
}

const ninguna = -2 // no third card is optional

// cuadro is the table of art. 76.6, by what the bank has in two cards. The printed one was a
// picture that is lost: this is the classical one, with its two optional cases (criterio
// BAC-1).
var cuadro = [natural]filaCuadro{
	0: pideCon(ninguna, Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	1: pideCon(ninguna, Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	2: pideCon(ninguna, Sin, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
	3: pideCon(9, Sin, 0, 1, 2, 3, 4, 5, 6, 7),
	4: pideCon(ninguna, Sin, 2, 3, 4, 5, 6, 7),
	5: pideCon(4, Sin, 5, 6, 7),
	6: pideCon(ninguna, 6, 7),
	7: pideCon(ninguna),
}

// Cuadro is what the table tells a bank with that many points in two cards when the third of
// the punto counts tercera, or is Sin (art. 76.6). The error wraps ErrAbate with 8 or 9, or
// ErrPuntos.
func Cuadro(puntos, tercera int) (Indicacion, error) {
	if err := checkPuntos(puntos); err != nil {
		return "", err
	}
	switch {
	case tercera < Sin || tercera > maxPuntos:
		return "", norma.Breach(art("76.1"), ErrPuntos)
	case puntos >= natural:
		return "", norma.Breach(art("76.2"), ErrAbate)
	case cuadro[puntos].opcional == tercera:
		return EsOpcional, nil
	case cuadro[puntos].pide&bit(tercera) != 0:
		return PideCarta, nil
	}
	return NoPide, nil
}

// checkPuntos returns nil for what a hand may add up to. The error wraps ErrPuntos.
func checkPuntos(puntos int) error {
	return require(puntos >= 0 && puntos <= maxPuntos, art("76.1"), ErrPuntos)
}

// words are the words that an Indicacion leaves.
func (i Indicacion) words() []Palabra {
	switch i {
	case PideCarta:
		return []Palabra{Carta}
	case NoPide:
		return []Palabra{No}
	}
	return []Palabra{Carta, No}
}

// say returns the word of who may say some: what he said, or the only one when he said
// nothing. A breach is of a and wraps err.
func say(dicho Palabra, puede []Palabra, a norma.Articulo, err error) (Palabra, error) {
	switch {
	case dicho == "" && len(puede) == 1:
		return puede[0], nil
	case slices.Contains(puede, dicho):
		return dicho, nil
	case dicho != "" && dicho != Carta && dicho != No:
		return "", norma.Errorf(a, "%w: %q", ErrPalabra, dicho)
	}
	return "", norma.Breach(a, err)
}

// mazo gives the cards of a coup in the order in which they leave the sabot.
type mazo struct {
	cartas []naipes.Carta
	salen  int
}

// next takes n cards more. The error wraps ErrFaltanCartas or ErrCarta.
func (m *mazo) next(n int, a norma.Articulo) ([]naipes.Carta, error) {
	if len(m.cartas)-m.salen < n {
		return nil, norma.Breach(a, ErrFaltanCartas)
	}
	cartas := m.cartas[m.salen : m.salen+n]
	for _, c := range cartas {
		if !c.Valid() {
			return nil, norma.Breach(a, ErrCarta)
		}
	}
	m.salen += n
	return cartas, nil
}

// Mano is a hand as it was played: its cards in order, and what was said of the first two,
// nothing when the coup ended before.
type Mano struct {
	Cartas []naipes.Carta
	Dicho  Palabra
}

// Total is what the hand adds up to.
func (m Mano) Total() int { return Total(m.Cartas) }

// first is what its first two cards add up to.
func (m Mano) first() int { return Total(m.Cartas[:CartasIniciales]) }

// natural reports whether the hand was laid down.
func (m Mano) natural() bool { return m.first() >= natural }

// tercera is what its third card counts, or Sin.
func (m Mano) tercera() int {
	if len(m.Cartas) <= CartasIniciales {
		return Sin
	}
	return Puntos(m.Cartas[CartasIniciales])
}

// draw says a word for the hand and takes the card that it asks for.
func (m *Mano) draw(p Palabra, sabot *mazo, a norma.Articulo) error {
	m.Dicho = p
	if p != Carta {
		return nil
	}
	c, err := sabot.next(1, a)
	if err != nil {
		return err
	}
	m.Cartas = append(m.Cartas, c[0])
	return nil
}

// checkApuestas adds stakes up; none is negative. The error wraps ErrImporte.
func checkApuestas(a norma.Articulo, apuestas ...domain.Importe) (domain.Importe, error) {
	var total domain.Importe
	for _, i := range apuestas {
		if i < 0 || i > MaxImporte-total {
			return 0, norma.Breach(a, ErrImporte)
		}
		total += i
	}
	return total, nil
}

// porDiezMil returns so many ten-thousandths of a gain; nothing of a loss.
func porDiezMil(ganancia domain.Importe, n int64) domain.Fraccion {
	return domain.FraccionDe(max(0, ganancia)).Mul(domain.NewFraccion(n, 10_000))
}
