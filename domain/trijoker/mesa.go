package trijoker

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with the bets, a seat or the limits of a table.
var (
	ErrBanda      = errors.New("el máximo de la mesa no puede ser inferior al mínimo ni pasar de treinta veces el mínimo")
	ErrInferior   = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior   = errors.New("la apuesta es superior a la máxima de la mesa")
	ErrNoMultiplo = errors.New("la apuesta no es múltiplo de la mínima de la mesa")
	ErrDesiguales = errors.New("las apuestas son tres y del mismo importe")
	ErrEspacios   = errors.New("la mesa tiene siete espacios con tres casillas cada uno")
	ErrAsientos   = errors.New("juegan entre uno y siete jugadores sentados, y ninguno de pie")
)

// The numbers of the law that are not in the table of payments.
var (
	vecesMaximo = limite{30, art("108")}
	maxSentados = limite{7, art("106")}
	espacios    = limite{7, art("104.3")}
)

// limite is a number of the law with its provision.
type limite struct {
	n   int64
	art norma.Articulo
}

// Mesa is what a table admits on each of the three bets, in céntimos (art. 108, criterio
// A-TJ-4).
type Mesa struct {
	Minimo, Maximo domain.Importe
	SoloMultiplos  bool // whole multiples of the minimum only (art. 30.3, criterio RED-2)
}

// MaxSentados is how many may play, seated (art. 106).
func MaxSentados() int { return int(maxSentados.n) }

// VecesMaximo is how many times the minimum the maximum may be, at most (art. 108).
func VecesMaximo() int64 { return vecesMaximo.n }

// CheckBanda returns nil when the limits may be those of a table: the maximum is at least
// the minimum and at most 30 times it (art. 108). The error wraps ErrImporte, ErrBanda or
// domain.ErrDesborde.
func (m Mesa) CheckBanda() error {
	if m.Minimo <= 0 {
		return norma.Breach(vecesMaximo.art, ErrImporte)
	}
	tope, err := m.Minimo.Times(vecesMaximo.n)
	if err != nil {
		return norma.Breach(vecesMaximo.art, err)
	}
	if m.Maximo < m.Minimo || m.Maximo > tope {
		return norma.Breach(vecesMaximo.art, ErrBanda).Under("A-TJ-4")
	}
	return nil
}

// CheckApuestas returns nil when those are the bets of a player: three, all alike
// (art. 109.1), each within the limits (art. 108). The error wraps ErrDesiguales,
// ErrImporte, ErrInferior, ErrSuperior or ErrNoMultiplo.
func (m Mesa) CheckApuestas(apuestas ...domain.Importe) error {
	if len(apuestas) != NumApuestas {
		return norma.Breach(art109_1, ErrDesiguales)
	}
	a := apuestas[0]
	if slices.ContainsFunc(apuestas, func(b domain.Importe) bool { return b != a }) {
		return norma.Breach(art109_1, ErrDesiguales)
	}
	switch {
	case m.Minimo <= 0:
		return norma.Breach(vecesMaximo.art, ErrImporte)
	case a < m.Minimo:
		return norma.Breach(vecesMaximo.art, ErrInferior).Under("A-TJ-4")
	case a > m.Maximo:
		return norma.Breach(vecesMaximo.art, ErrSuperior).Under("A-TJ-4")
	case m.SoloMultiplos && a%m.Minimo != 0:
		return norma.Breach(art("30.3"), ErrNoMultiplo).Under("RED-2")
	}
	return nil
}

// CheckAsientos returns nil when that many players may be at the table: from one to seven,
// seated (arts. 104.3, 106). The error wraps ErrAsientos.
func CheckAsientos(sentados, dePie int) error {
	if sentados < 1 || int64(sentados) > maxSentados.n || dePie != 0 {
		return norma.Breach(maxSentados.art, ErrAsientos)
	}
	return nil
}

// CheckEspacios returns nil when a table is laid out with that many places, each with that
// many boxes for the bets (art. 104.3). The error wraps ErrEspacios.
func CheckEspacios(n, casillas int) error {
	if int64(n) != espacios.n || casillas != NumApuestas {
		return norma.Breach(espacios.art, ErrEspacios)
	}
	return nil
}

// Entrega is a card of the deal. Puesto counts the players from the left of the croupier,
// 1 the first; 0 is a common card, Comun saying which: 1 on the left, 2 on the right.
type Entrega struct{ Puesto, Comun int }

// Deal lists the cards of the deal to that many players: one to each from the left, the
// common one on the left, a second to each, the common one on the right, and a third to
// each (art. 109.2). The error is that of CheckAsientos.
func Deal(jugadores int) ([]Entrega, error) {
	if err := CheckAsientos(jugadores, 0); err != nil {
		return nil, err
	}
	var pasos []Entrega
	for ronda := 1; ronda <= NumPropias; ronda++ {
		for j := 1; j <= jugadores; j++ {
			pasos = append(pasos, Entrega{Puesto: j})
		}
		if ronda <= NumComunes {
			pasos = append(pasos, Entrega{Comun: ronda})
		}
	}
	return pasos, nil
}

// PaymentOrder returns the places in the order in which they are settled: from the right
// of the croupier (art. 109.4), the last to be dealt being the first.
func PaymentOrder(puestos []int) []int {
	orden := slices.Clone(puestos)
	slices.Sort(orden)
	slices.Reverse(orden)
	return orden
}
