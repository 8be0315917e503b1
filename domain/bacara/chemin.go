package bacara

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What the punto, the banker or the stakes may not.
var (
	ErrPunto      = errors.New("el punto no puede decir eso con esas cartas")
	ErrBanquero   = errors.New("el banquero no puede decir eso con esas cartas")
	ErrSuperan    = errors.New("las apuestas superan lo que hay en la banca")
	ErrInferior   = errors.New("la apuesta es inferior al mínimo del punto")
	ErrMinimo     = errors.New("la banca es inferior al mínimo del punto")
	ErrMaximo     = errors.New("la banca supera cien veces el mínimo del punto")
	ErrAbandonada = errors.New("quien coge la banca dejada pone al menos lo mismo")
	ErrGarage     = errors.New("el garage voluntario es de ganancias que superan cincuenta veces el mínimo del punto")
	ErrTodoVa     = errors.New("«todo va» es solo de la banca sin máximo")
	ErrTodoGarage = errors.New("«todo va» renuncia al garage")
)

// Libertad is what frees or binds the punto: that he makes banco, that the director let who
// does decide freely before the game (art. 76.4, criterio CHF-9), and that he asked the
// croupier for advice (art. 76.5).
type Libertad struct {
	HaceBanco, Autorizado, Consejo bool
}

// Words of the punto.
const (
	puntoPide  = 4 // up to this he asks for a card
	puntoElige = 5 // with this he does as he likes
)

// PuntoPuede lists what the punto may say of his two cards: with 8 or 9 he lays them down
// (art. 76.2); he asks with 0 to 4, chooses with 5 and stands with 6 and 7 (art. 76.3), stands
// with 5 when he asks for advice (art. 76.5), and does as he likes when he makes banco with
// leave (art. 76.4). The error wraps ErrPuntos.
func PuntoPuede(puntos int, l Libertad) ([]Palabra, norma.Articulo, error) {
	switch err := checkPuntos(puntos); {
	case err != nil:
		return nil, norma.Articulo{}, err
	case puntos >= natural:
		return []Palabra{Abate}, art("76.2"), nil
	case l.Consejo && puntos == puntoElige:
		return []Palabra{No}, art("76.5"), nil
	case l.HaceBanco && l.Autorizado:
		return []Palabra{Carta, No}, art("76.4"), nil
	case puntos <= puntoPide:
		return []Palabra{Carta}, art("76.3"), nil
	case puntos == puntoElige:
		return []Palabra{Carta, No}, art("76.3"), nil
	}
	return []Palabra{No}, art("76.3"), nil
}

// BanqueroPuede lists what the banker may say when the third card of the punto counts
// tercera, or is Sin: he chooses, but with 0 he asks (art. 76.4), and when he has asked for
// the cuadro, or the game is played by it, he follows it (arts. 69.2, 76.6). The error wraps
// ErrPuntos.
func BanqueroPuede(puntos, tercera int, porCuadro bool) ([]Palabra, norma.Articulo, error) {
	if err := checkPuntos(puntos); err != nil {
		return nil, norma.Articulo{}, err
	}
	switch {
	case puntos >= natural:
		return []Palabra{Abate}, art("76.2"), nil
	case porCuadro:
		i, err := Cuadro(puntos, tercera)
		return i.words(), art("76.6"), err
	case tercera < Sin || tercera > maxPuntos:
		return nil, norma.Articulo{}, norma.Breach(art("76.1"), ErrPuntos)
	case puntos == 0:
		return []Palabra{Carta}, art("76.4"), nil
	}
	return []Palabra{Carta, No}, art("76.4"), nil
}

// Ganador is who wins a hand.
type Ganador string

// Who may win. Nula is of equal hands: nobody does (art. 76.1).
const (
	Banca Ganador = "banca"
	Punto Ganador = "punto"
	Pano  Ganador = "pano"
	Nula  Ganador = "nula"
)

// Hechos are the facts of a coup of the chemin de fer: the cards in the order in which they
// leave the sabot, what each said, what the bank is and the stakes against it.
type Hechos struct {
	Cartas          []naipes.Carta
	Punto, Banquero Palabra
	Libertad        Libertad
	Cuadro          bool
	Banca           domain.Importe
	Apuestas        []domain.Importe
}

// Jugada is a coup of the chemin de fer. Ganancia is what the bank won, or lost when
// negative; Cagnotte what the house keeps of it and BancaQueda what the bank is afterwards,
// both exact.
type Jugada struct {
	Punto, Banca Mano
	Natural      bool
	Gana         Ganador
	Cartas       int
	Ganancia     domain.Importe
	Cagnotte     domain.Fraccion
	BancaQueda   domain.Fraccion
}

// Settle plays a coup and settles it (arts. 76, 77): two cards to each in turn, the punto
// first; if either has 8 or 9 it ends, and what was said is not looked at; else the punto
// speaks and then the banker. The nearest to 9 wins and equal hands are void. The error wraps
// ErrImporte, ErrSuperan, ErrFaltanCartas, ErrCarta, ErrPalabra, ErrPunto or ErrBanquero.
func Settle(h Hechos) (Jugada, error) {
	apostado, err := checkApuestas(art("74.2"), h.Apuestas...)
	switch {
	case err != nil:
		return Jugada{}, err
	case h.Banca < 0 || h.Banca > MaxImporte:
		return Jugada{}, norma.Breach(art("74.3"), ErrImporte)
	case apostado > h.Banca:
		return Jugada{}, norma.Breach(art("74.2"), ErrSuperan)
	}
	j, err := deal(h)
	if err != nil {
		return Jugada{}, err
	}
	switch p, b := j.Punto.Total(), j.Banca.Total(); {
	case p > b:
		j.Gana, j.Ganancia = Punto, -apostado
	case b > p:
		j.Gana, j.Ganancia = Banca, apostado
	default:
		j.Gana = Nula
	}
	j.Cagnotte = Cagnotte(j.Ganancia)
	j.BancaQueda = domain.FraccionDe(h.Banca + j.Ganancia).Sub(j.Cagnotte)
	return j, nil
}

// deal plays the cards of a coup.
func deal(h Hechos) (Jugada, error) {
	sabot := &mazo{cartas: h.Cartas}
	c, err := sabot.next(2*CartasIniciales, art("76.2"))
	if err != nil {
		return Jugada{}, err
	}
	j := Jugada{Punto: Mano{Cartas: []naipes.Carta{c[0], c[2]}}, Banca: Mano{Cartas: []naipes.Carta{c[1], c[3]}}}
	if j.Natural = j.Punto.natural() || j.Banca.natural(); !j.Natural {
		if err := j.speak(h, sabot); err != nil {
			return Jugada{}, err
		}
	}
	j.Cartas = sabot.salen
	return j, nil
}

// speak is what each says and takes.
func (j *Jugada) speak(h Hechos, sabot *mazo) error {
	puede, a, err := PuntoPuede(j.Punto.first(), h.Libertad)
	if err != nil {
		return err
	}
	dicho, err := say(h.Punto, puede, a, ErrPunto)
	if err != nil {
		return err
	}
	if err := j.Punto.draw(dicho, sabot, art("76.2")); err != nil {
		return err
	}
	if puede, a, err = BanqueroPuede(j.Banca.first(), j.Punto.tercera(), h.Cuadro); err != nil {
		return err
	}
	if dicho, err = say(h.Banquero, puede, a, ErrBanquero); err != nil {
		return err
	}
	return j.Banca.draw(dicho, sabot, art("76.2"))
}

// tasaChemin is what the house keeps, in ten-thousandths (art. 74.5).
const tasaChemin = 500

// Cagnotte is what the house keeps of what the bank gained in a coup: five per cent of a
// gain, nothing of a loss (art. 74.5, criterio CHF-2).
func Cagnotte(ganancia domain.Importe) domain.Fraccion { return porDiezMil(ganancia, tasaChemin) }

// Times the minimum of the punto: the most of a bank, and what a voluntary garage must pass.
const (
	vecesMaximo = 100 // art. 74.3
	vecesGarage = 50  // art. 75.a
)

// CheckBanca returns nil when the bank of a table with that minimum of the punto may be so
// much: the minimum at least and 100 times it at most (art. 74.3, criterio CHF-6), unless the
// authorisation has no maximum (art. 74.4); and when it was left by another, as much as he had
// at least (art. 73.4), 0 when it was not. The error wraps ErrImporte, ErrMinimo, ErrMaximo or
// ErrAbandonada.
func CheckBanca(minimo, banca domain.Importe, sinMaximo bool, abandonada domain.Importe) error {
	if minimo <= 0 || minimo > MaxImporte/vecesMaximo {
		return norma.Breach(art("74.1"), ErrImporte)
	}
	switch {
	case banca < minimo:
		return norma.Breach(art("74.3"), ErrMinimo)
	case !sinMaximo && banca > vecesMaximo*minimo:
		return norma.Breach(art("74.3"), ErrMaximo)
	}
	return require(banca >= abandonada, art("73.4"), ErrAbandonada)
}

// CheckPunto returns nil when a player may stake so much, and whether by that he makes banco:
// the minimum at least and what the bank has at most (arts. 74.1, 74.2). The error wraps
// ErrInferior or ErrSuperan.
func CheckPunto(minimo, banca, apuesta domain.Importe) (haceBanco bool, err error) {
	switch {
	case apuesta < minimo:
		return false, norma.Breach(art("74.1"), ErrInferior)
	case apuesta > banca:
		return false, norma.Breach(art("74.2"), ErrSuperan)
	}
	return apuesta == banca, nil
}

// HechosGarage are the facts that the garage depends on: what the banker has, the minimum of
// the punto, what the puntos stake, that the bank has no maximum, that he called "todo va", and
// the gains that he wants to put aside.
type HechosGarage struct {
	Banca, Minimo, Apuestas domain.Importe
	SinMaximo, TodoVa       bool
	Voluntario              domain.Importe
}

// Garage is what is left out of a coup, by its kind, and what is played. Anunciada is what
// the croupier calls as the bank.
type Garage struct {
	EnJuego     domain.Importe
	Voluntario  domain.Importe
	Impropio    domain.Importe
	Obligatorio domain.Importe
	Anunciada   domain.Importe
}

// NewGarage divides what the banker has: first what he puts aside of his gains, when they
// pass 50 times the minimum (art. 75.a, criterio CHF-3); then what passes 100 times it (art.
// 75.c); then what the puntos do not cover (art. 75.b), in that order (criterio CHF-5). With
// "todo va", of a bank without maximum alone, nothing is left out (art. 75.d, criterio CHF-4).
// The error wraps ErrImporte, ErrTodoVa, ErrTodoGarage or ErrGarage.
func NewGarage(h HechosGarage) (Garage, error) {
	if _, err := checkApuestas(art("75"), h.Banca); err != nil {
		return Garage{}, err
	}
	if min(h.Apuestas, h.Voluntario) < 0 || h.Minimo <= 0 || h.Minimo > MaxImporte/vecesMaximo {
		return Garage{}, norma.Breach(art("75"), ErrImporte)
	}
	switch {
	case h.TodoVa && !h.SinMaximo:
		return Garage{}, norma.Breach(art("75.d"), ErrTodoVa)
	case h.TodoVa && h.Voluntario > 0:
		return Garage{}, norma.Breach(art("75.d"), ErrTodoGarage)
	case h.TodoVa:
		return Garage{EnJuego: h.Banca, Anunciada: h.Banca}, nil
	case h.Voluntario > 0 && h.Voluntario <= vecesGarage*h.Minimo:
		return Garage{}, norma.Breach(art("75.a"), ErrGarage).Under("CHF-3")
	case h.Voluntario > h.Banca:
		return Garage{}, norma.Breach(art("75.a"), ErrImporte)
	}
	g := Garage{Voluntario: h.Voluntario, Anunciada: h.Banca - h.Voluntario}
	if tope := vecesMaximo * h.Minimo; !h.SinMaximo && g.Anunciada > tope {
		g.Impropio, g.Anunciada = g.Anunciada-tope, tope
	}
	g.EnJuego = min(g.Anunciada, h.Apuestas)
	g.Obligatorio = g.Anunciada - g.EnJuego
	return g, nil
}
