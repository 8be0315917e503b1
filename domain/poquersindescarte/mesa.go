package poquersindescarte

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a bet, a seat or the limits of a table.
var (
	ErrBanda        = errors.New("el máximo de la mesa no puede ser inferior al mínimo ni pasar de veinticinco veces el mínimo")
	ErrInferior     = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior     = errors.New("lo apostado en la casilla supera el máximo de la mesa")
	ErrNoMultiplo   = errors.New("la apuesta no es múltiplo de la mínima de la mesa")
	ErrCasillaAjena = errors.New("no se apuesta en la casilla de otro sin permiso de la dirección")
	ErrAsientos     = errors.New("juegan entre uno y siete jugadores sentados, y ninguno de pie")
	ErrAnticipo     = errors.New("el anticipo no llega a cinco mil veces el mínimo de la mesa")
	ErrNoSeOfrece   = errors.New("la mesa no ofrece esa opción")
	ErrSeguro       = errors.New("el seguro no puede pasar de la mitad del mínimo de la mesa")
	ErrBaraja       = errors.New("con sabot se alternan dos barajas, una en cada jugada")
	ErrControl      = errors.New("falta el control de seguridad de los naipes que ha de fijar la dirección")
	ErrCasillas     = errors.New("la mesa tiene siete casillas")
	ErrSegunda      = errors.New("la segunda apuesta es el doble de la inicial")
)

// The numbers of the law that are not in a table of payments.
var (
	vecesMaximo   = limite{25, art("100.6")}
	vecesAnticipo = limite{5_000, art("100.7")}
	maxSentados   = limite{7, art("99.1")}
	partesSeguro  = limite{2, art("102.b")}
	vecesSegunda  = limite{2, art("101.3")}
)

// limite is a number of the law with its provision.
type limite struct {
	n   int64
	art norma.Articulo
}

// Mesa is what a table admits: the limits of the apuesta inicial, in céntimos, and what it
// offers beyond (arts. 97.3, 102). The segunda follows from the inicial and has no limit of
// its own (criterio A-SD-10).
type Mesa struct {
	Minimo, Maximo domain.Importe
	SoloMultiplos  bool // whole multiples of the minimum only (art. 30.3, criterio RED-2)
	Ajenas         bool // the director lets players bet on the casilla of another (art. 99.2)
	Acumulado      bool // has the box of the coins (art. 102.a)
	Seguro         bool // has the space of the seguro (art. 102.b)
	Compra         bool // sells a card (art. 102.c)
}

// MaxSentados is how many may play, seated (art. 99.1).
func MaxSentados() int { return int(maxSentados.n) }

// VecesMaximo is how many times the minimum the maximum may be, at most (art. 100.6).
func VecesMaximo() int64 { return vecesMaximo.n }

// CheckBanda returns nil when the limits may be those of a table: the maximum is at least
// the minimum and at most 25 times it (art. 100.6, criterio A-SD-10). The error wraps
// ErrImporte, ErrBanda or domain.ErrDesborde.
func (m Mesa) CheckBanda() error {
	tope, err := m.minimoTimes(vecesMaximo)
	if err != nil {
		return err
	}
	if m.Maximo < m.Minimo || m.Maximo > tope {
		return norma.Breach(vecesMaximo.art, ErrBanda).Under("A-SD-10")
	}
	return nil
}

func (m Mesa) minimoTimes(l limite) (domain.Importe, error) {
	if m.Minimo <= 0 {
		return 0, norma.Breach(l.art, ErrImporte)
	}
	i, err := m.Minimo.Times(l.n)
	if err != nil {
		return 0, norma.Breach(l.art, err)
	}
	return i, nil
}

// CheckAnticipo returns nil when the table may open with that anticipo (art. 100.7). The
// error wraps ErrImporte, ErrAnticipo or domain.ErrDesborde.
func (m Mesa) CheckAnticipo(anticipo domain.Importe) error {
	minimo, err := m.minimoTimes(vecesAnticipo)
	if err != nil {
		return err
	}
	if anticipo < minimo {
		return norma.Errorf(vecesAnticipo.art, "%w: son %s y hacen falta %s", ErrAnticipo, anticipo, minimo)
	}
	return nil
}

// CheckAsientos returns nil when that many players may be at the table: from one to seven,
// seated (art. 99.1). The error wraps ErrAsientos.
func CheckAsientos(sentados, dePie int) error {
	if sentados < 1 || int64(sentados) > maxSentados.n || dePie != 0 {
		return norma.Breach(maxSentados.art, ErrAsientos)
	}
	return nil
}

// CheckCasilla returns nil when those are apuestas iniciales that one casilla admits: each
// at least the minimum, all together at most the maximum, which is that of the casilla
// (art. 100.5); more than one, with the director's permission (art. 99.2). The error wraps
// ErrImporte, ErrInferior, ErrNoMultiplo, ErrCasillaAjena, ErrSuperior or
// domain.ErrDesborde.
func (m Mesa) CheckCasilla(iniciales ...domain.Importe) error {
	if m.Minimo <= 0 {
		return norma.Breach(art("100.5"), ErrImporte)
	}
	var total domain.Importe
	for _, i := range iniciales {
		if i < m.Minimo {
			return norma.Breach(art("100.5"), ErrInferior)
		}
		if m.SoloMultiplos && i%m.Minimo != 0 {
			return norma.Breach(art("30.3"), ErrNoMultiplo).Under("RED-2")
		}
		var err error
		if total, err = total.Plus(i); err != nil {
			return norma.Breach(art("100.5"), err)
		}
	}
	if len(iniciales) > 1 && !m.Ajenas {
		return norma.Breach(art("99.2"), ErrCasillaAjena)
	}
	if total > m.Maximo {
		return norma.Breach(art("100.5"), ErrSuperior).Under("A-SD-10")
	}
	return nil
}

// CheckSeguro returns nil when a seguro of that amount may be made: where the table has
// its space (art. 97.3), something, and half the minimum at most (art. 102.b). The error
// wraps ErrNoSeOfrece, ErrImporte or ErrSeguro.
func (m Mesa) CheckSeguro(apuesta domain.Importe) error {
	switch {
	case !m.Seguro:
		return norma.Breach(art("97.3"), ErrNoSeOfrece)
	case apuesta <= 0:
		return norma.Breach(partesSeguro.art, ErrImporte)
	case apuesta > m.Minimo/domain.Importe(partesSeguro.n): // whole céntimos: rounding the half down bars nothing
		return norma.Breach(partesSeguro.art, ErrSeguro)
	}
	return nil
}

// Segunda is the segunda apuesta that goes with an inicial: twice it (art. 101.3, criterio
// A-SD-1). The error wraps ErrImporte or domain.ErrDesborde.
func Segunda(inicial domain.Importe) (domain.Importe, error) {
	if inicial <= 0 {
		return 0, norma.Breach(vecesSegunda.art, ErrImporte)
	}
	s, err := inicial.Times(vecesSegunda.n)
	if err != nil {
		return 0, norma.Breach(vecesSegunda.art, err)
	}
	return s, nil
}

// Entrega is a step of the deal: how many cards go to a place at once. Puesto counts the
// players from the left of the croupier, 1 the first; 0 is the bank. Vista says that the
// last of those cards is turned up.
type Entrega struct {
	Puesto, Cartas int
	Vista          bool
}

// Deal lists the steps of the deal to that many players: one card at a time, from the left
// and the bank last, until all have five; with an automatic mixer five at a time. The last
// card of the bank, and no other, is turned up (art. 101.2). The error is that of
// CheckAsientos.
func Deal(jugadores int, automatico bool) ([]Entrega, error) {
	if err := CheckAsientos(jugadores, 0); err != nil {
		return nil, err
	}
	rondas, cartas := NumCartas, 1
	if automatico {
		rondas, cartas = 1, NumCartas
	}
	pasos := make([]Entrega, 0, rondas*(jugadores+1))
	for range rondas {
		for j := 1; j <= jugadores; j++ {
			pasos = append(pasos, Entrega{Puesto: j, Cartas: cartas})
		}
		pasos = append(pasos, Entrega{Cartas: cartas})
	}
	pasos[len(pasos)-1].Vista = true
	return pasos, nil
}

// Casillas are the places of the cloth (art. 97.3).
const Casillas = 7

// CheckCasillas returns nil when a table is laid out with that many (art. 97.3). The error
// wraps ErrCasillas.
func CheckCasillas(n int) error {
	if n != Casillas {
		return norma.Breach(art("97.3"), ErrCasillas)
	}
	return nil
}

// Reparto is how the cards are dealt (art. 97.2).
type Reparto string

// The three ways.
const (
	DeMano          Reparto = "manual"
	ConSabot        Reparto = "sabot"
	ConDistribuidor Reparto = "automatico"
)

// CheckBaraja returns nil when a hand may be dealt from that pack after the one before was
// dealt from previa, "" for the first: from a sabot two packs take turns (art. 97.2). The
// error wraps ErrBaraja.
func CheckBaraja(r Reparto, previa, baraja string) error {
	if r == ConSabot && previa != "" && previa == baraja {
		return norma.Breach(art("97.2"), ErrBaraja)
	}
	return nil
}

// CheckControl returns nil when the direction has said how the cards are controlled, which
// the opening asks for (art. 101.1). The error wraps ErrControl and warns, no more
// (criterio MAQ-1).
func CheckControl(control string) error {
	if control == "" {
		return norma.Breach(art("101.1"), ErrControl).Under("MAQ-1")
	}
	return nil
}

// Corta is who cuts the pack: a player who wants to or, when nobody does, the croupier
// (art. 101.1), which is 0.
func Corta(quieren []int) int {
	if len(quieren) == 0 {
		return 0
	}
	return quieren[0]
}
