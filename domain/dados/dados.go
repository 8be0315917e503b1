// Package dados settles the game of dados (arts. 148 to 153): every suerte sencilla,
// múltiple and asociada, the place bets, what each pays, what may be laid and taken back
// between throws, the maxima, void throws, the shooter.
//
// A Mesa is one table between a first throw and the next: the point that stands and the
// stakes on it. Options lists what may be done with it now, Lay and Withdraw do it, Throw
// settles a throw and says of each stake what is paid, given back, pending and lost, with
// the provision. Nothing else is kept, and nothing is drawn here.
//
// Stakes are céntimos. Winnings are exact fractions of one, since most payments divide;
// rounding is for who writes them down (criterio RED-1). A breach is a *norma.Error that
// wraps one of the Err values.
package dados

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a throw, a stake or a limit.
var (
	ErrDados          = errors.New("no es lo que muestran dos dados")
	ErrIncidencia     = errors.New("no es ninguna de las incidencias de una tirada")
	ErrSuerte         = errors.New("no es ninguna de las suertes")
	ErrNoOfrecida     = errors.New("la mesa no ofrece esa suerte")
	ErrNumero         = errors.New("la suerte no se juega a ese número")
	ErrPrimeraTirada  = errors.New("la suerte solo se juega en la primera tirada")
	ErrSinPunto       = errors.New("la suerte solo se juega después de la primera tirada")
	ErrSinSencilla    = errors.New("la apuesta asociada necesita una sencilla que la admita")
	ErrPuntoNoFijado  = errors.New("la sencilla todavía no tiene punto")
	ErrImporte        = errors.New("la apuesta no es un importe posible")
	ErrInferior       = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior       = errors.New("la apuesta es superior a la máxima de la suerte")
	ErrAsociada       = errors.New("las asociadas superan lo que admite su sencilla")
	ErrNoRetirable    = errors.New("la apuesta no se puede retirar")
	ErrRepetida       = errors.New("ya hay una apuesta con esa referencia")
	ErrJuego7         = errors.New("el pago del juego de 7 es 15 o 4, o no se ofrece")
	ErrFactor         = errors.New("el máximo de las sencillas va de 100 a 1.000 veces el mínimo")
	ErrMaximoMultiple = errors.New("con ese máximo la ganancia queda fuera de una a tres veces la de las sencillas")
	ErrTirador        = errors.New("el tirador no ha apostado a win ni a don't win")
	ErrReincidencia   = errors.New("los dados se quitan al tirador que incumple repetidas veces")
	ErrJuegoDeDados   = errors.New("se ofrecen los seis dados de la mesa, el tirador toma dos y vuelven cuatro")
	ErrCambioDados    = errors.New("no se cambian los dados en la serie del punto si ninguno ha caído al suelo")
)

// Totales is a set of sums of two dice.
type Totales uint16

// newTotales returns the set of those sums.
func newTotales(sumas ...int) Totales {
	var t Totales
	for _, s := range sumas {
		t |= 1 << s
	}
	return t
}

// Contains reports whether that sum is in the set.
func (t Totales) Contains(suma int) bool { return suma >= 2 && suma <= 12 && t>>suma&1 == 1 }

// List returns the sums of the set, ascending.
func (t Totales) List() []int {
	var sumas []int
	for s := 2; s <= 12; s++ {
		if t.Contains(s) {
			sumas = append(sumas, s)
		}
	}
	return sumas
}

// siete is the sum that ends a series (art. 151.2.a.1).
const siete = 7

// puntos are the sums that a first throw makes a point (art. 151.2.a.1).
var puntos = newTotales(4, 5, 6, 8, 9, 10)

// Dados is what two dice show.
type Dados [2]int

// Check returns nil when both show one of their six faces (art. 149.2). The error wraps
// ErrDados.
func (d Dados) Check() error {
	for _, cara := range d {
		if cara < 1 || cara > 6 {
			return norma.Errorf(art("149.2"), "%w: %d y %d", ErrDados, d[0], d[1])
		}
	}
	return nil
}

// Total is the sum of both.
func (d Dados) Total() int { return d[0] + d[1] }

// Doble reports whether both show the same.
func (d Dados) Doble() bool { return d[0] == d[1] }

// Resultado is what a throw makes of a stake.
type Resultado string

// What a throw may make of a stake.
const (
	Gana     Resultado = "gana"
	Pierde   Resultado = "pierde"
	Nulo     Resultado = "nulo"     // the 12 of don't win and don't come: it stays (criterio DAD-3)
	Sigue    Resultado = "sigue"    // undecided
	Colocada Resultado = "colocada" // it goes to the box of its point
	Retirada Resultado = "retirada" // its player takes it back between throws
)

// Liquidacion is what a throw makes of a stake. What was staked is Devuelto + Pendiente +
// Perdido, in céntimos; Ganado, exact, is paid on top. Articulo is the provision it rests
// on, Criterio the declared reading that decides it, when one does.
type Liquidacion struct {
	ID        string
	Resultado Resultado
	Casilla   int // the point it has just gone to, with Colocada; else 0
	Ganado    domain.Fraccion
	Devuelto  domain.Importe
	Pendiente domain.Importe
	Perdido   domain.Importe
	Articulo  norma.Articulo
	Criterio  string
}

// Neto is what the player is up, or down when negative, pending stakes being his.
func (l Liquidacion) Neto() domain.Fraccion { return l.Ganado.Sub(domain.FraccionDe(l.Perdido)) }
