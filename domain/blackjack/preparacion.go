package blackjack

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a sabot about to be used, or with a bet on another's box.
var (
	ErrMezcla   = errors.New("cada montón se mezcla por separado, tres veces como mínimo")
	ErrSinCorte = errors.New("falta que un jugador corte las seis barajas juntas")
	ErrAjena    = errors.New("para apostar en la casilla de otro hace falta su permiso o, si no hay acuerdo, el del jefe de mesa")
)

// cartasPedidas are six packs, three of each colour (art. 48.1).
var cartasPedidas = naipes.Composicion{Barajas: Barajas, SegundoColor: Barajas / 2}

// CheckNaipes returns nil when those packs may fill the sabot (art. 48.1). The error wraps
// naipes.ErrBarajas or naipes.ErrColores.
func CheckNaipes(c naipes.Composicion) error { return c.Check(art("48.1"), cartasPedidas) }

// CheckCarga returns nil when those cards are a full load of the sabot: each of the pack
// six times, 312 in all (art. 48.1). So it is filled at the start and after a jam (48.2).
// The error wraps ErrCarta, ErrRepetida or ErrFaltanCartas.
func CheckCarga(cartas []naipes.Carta) error {
	if err := CheckCartas(cartas); err != nil {
		return err
	}
	if want := Barajas * naipes.NumCartas; len(cartas) != want {
		return norma.Errorf(art("48.1"), "%w: hay %d y son %d", ErrFaltanCartas, len(cartas), want)
	}
	return nil
}

// minMezclas is how often each heap is mixed by itself, at least (art. 51.1).
const minMezclas = 3

// Preparacion is what is noted of a sabot before its first hand: how often each heap was
// mixed, whether a player has cut, and how many cards lie behind the cut card.
type Preparacion struct {
	Clase   Clase
	Mezclas int
	Cortada bool
	Detras  int
}

// Check returns nil when the sabot may be used (art. 51.1). What is missing is a warning
// for the table (criterio MAQ-1). The error wraps ErrMezcla, ErrSinCorte, ErrCorte or
// ErrSabot.
func (p Preparacion) Check() error {
	switch {
	case p.Mezclas < minMezclas:
		return norma.Breach(art("51.1"), ErrMezcla).Under("MAQ-1")
	case !p.Cortada:
		return norma.Breach(art("51.1"), ErrSinCorte).Under("MAQ-1")
	}
	return CheckCorte(p.Clase, p.Detras)
}

// CheckAjena returns nil when a player may stake on the box of another: with his leave or,
// where they do not agree, that of the jefe de mesa (art. 50.2). The error wraps ErrAjena.
func CheckAjena(permisoTitular, permisoJefe bool) error {
	if !permisoTitular && !permisoJefe {
		return norma.Breach(art("50.2"), ErrAjena)
	}
	return nil
}
