// Package prision is the prison of a stake on a suerte sencilla: what the zero of the
// ruleta francesa does to it (art. 131.1.b.2), and what two rows tied at 31 do to it in
// treinta y cuarenta, where the same rule holds (art. 58.2, criterios TYC-2 and TYC-7).
//
// A Postura is one stake, followed from the throw at which it was placed until it is
// decided. The k-th zero leaves it worth 1/2^k of what it was, if the player takes that
// and goes, or imprisons it; whoever leaves the prison by a win recovers, without any
// gain, 1/2^(k-1) (criterio RUL-1). It stays on the suerte it was placed on (RUL-6).
package prision

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a stake or with what its player wants.
var (
	ErrImporte  = errors.New("la apuesta y el mínimo de la mesa han de ser positivos")
	ErrEleccion = errors.New("falta la elección del jugador entre la mitad y la prisión")
	ErrOpcion   = errors.New("esa elección no cabe")
	ErrSuceso   = errors.New("no se sabe qué le hizo la tirada a la apuesta")
	ErrResuelta = errors.New("la apuesta ya está resuelta")
)

// Suceso is what a throw is for the stake.
type Suceso string

// The four things that a throw can be for a stake on a sencilla.
const (
	Acierto Suceso = "acierto"
	Fallo   Suceso = "fallo"
	Cero    Suceso = "cero" // the zero of the wheel, or the rows tied at 31
	Nulo    Suceso = "nulo" // void: everything stays as it was (criterio TYC-4)
)

// Tirada is a throw as the stake sees it. Ultima says that the session ends with it.
type Tirada struct {
	Suceso Suceso
	Ultima bool
}

// Opcion is a way out of a zero. The zero value is no choice.
type Opcion string

// The ways out of a zero. The player chooses between the first two, when he has a choice.
const (
	Mitad            Opcion = "mitad"
	Prision          Opcion = "prision"
	PrisionForzosa   Opcion = "prision_forzosa"
	ReintegroForzoso Opcion = "reintegro_forzoso"
)

// Estado is how a stake stands.
type Estado string

// How a stake may stand. EnJuego and EnPrision are the undecided ones.
const (
	EnJuego     Estado = "en_juego"
	EnPrision   Estado = "en_prision"
	Ganada      Estado = "ganada"
	Perdida     Estado = "perdida"
	Liberada    Estado = "liberada"
	Retirada    Estado = "mitad"
	Reintegrada Estado = "reintegro_forzoso"
)

// Undecided reports whether the stake still waits for a throw.
func (e Estado) Undecided() bool { return e == EnJuego || e == EnPrision }

// Cita is the provision that an outcome rests on, with the criterio when one decides.
type Cita struct {
	Articulo norma.Articulo
	Criterio string
}

// Postura is a stake and what has befallen it. It is a value: Apply returns the next one.
type Postura struct {
	Apuesta domain.Importe // céntimos
	Minimo  domain.Importe // minimum stake of the table, céntimos
	Ceros   int            // zeros that have come out since it was placed
	Estado  Estado
	Cita    Cita // of the last throw that did something to it
}

// New returns a stake just placed on a table with that minimum. Whether it is within the
// limits of the table is for its game to say. The error wraps ErrImporte.
func New(apuesta, minimo domain.Importe) (Postura, error) {
	if apuesta <= 0 || minimo <= 0 {
		return Postura{}, norma.Breach(art("131.1.b.2"), ErrImporte)
	}
	return Postura{Apuesta: apuesta, Minimo: minimo, Estado: EnJuego}, nil
}

// The lists that Options returns.
var (
	libres    = []Opcion{Mitad, Prision}
	forzosa   = []Opcion{PrisionForzosa}
	reintegro = []Opcion{ReintegroForzoso}
)

// Options lists what may be done with the stake when that throw is a Cero; none when it
// is not, or when the stake is decided. With one option nobody has a choice:
//
//   - in the last throw of the session the part left is given back, however small
//     (criterio RUL-4);
//   - from the second zero on, a part left that is below the minimum of the table stays in
//     prison (criterios RUL-2, RUL-2b): equal to it is not below.
//
// The list must not be written to.
func (p Postura) Options(t Tirada) []Opcion {
	switch {
	case t.Suceso != Cero || !p.Estado.Undecided():
		return nil
	case t.Ultima:
		return reintegro
	case p.Ceros >= 1 && p.belowMinimum(p.Ceros+1):
		return forzosa
	}
	return libres
}

// belowMinimum reports whether the part left after that many zeros is below the minimum
// of the table. The minimum is whole, so the part is below it when its integer part is.
func (p Postura) belowMinimum(ceros int) bool { return p.Apuesta>>max(ceros, 0) < p.Minimo }

// Apply returns the stake after a throw. At a Cero o must be one of Options; at any other
// it is not looked at. The error is a *norma.Error that wraps ErrSuceso, ErrResuelta,
// ErrEleccion (o is missing where the player has a choice) or ErrOpcion.
func (p Postura) Apply(t Tirada, o Opcion) (Postura, error) {
	if !p.Estado.Undecided() {
		return p, norma.Breach(art("131.1.b.2"), ErrResuelta)
	}
	presa := p.Estado == EnPrision
	switch t.Suceso {
	case Nulo:
	case Fallo:
		p.Estado, p.Cita = Perdida, Cita{art("131.1.b.2"), ""}
		if !presa {
			p.Cita.Articulo = art("131.1.b.1")
		}
	case Acierto:
		if !presa {
			p.Estado, p.Cita = Ganada, Cita{art("131.1.b.1"), ""}
			break
		}
		p.Estado, p.Cita = Liberada, Cita{art("131.1.b.2"), p.criterioLiberada()}
	case Cero:
		return p.zero(t, o)
	default:
		return p, norma.Breach(art("131.1.b.2"), ErrSuceso)
	}
	return p, nil
}

// criterioLiberada is the criterio that decides how much a freed stake recovers: none
// after a single zero, when all of it comes back.
func (p Postura) criterioLiberada() string {
	switch {
	case p.Ceros < 2:
		return ""
	case p.belowMinimum(p.Ceros - 1):
		return "RUL-6" // it cannot be played again as it is: it goes back
	}
	return "RUL-1"
}

// destinos is where each option takes the stake.
var destinos = map[Opcion]Estado{
	Mitad: Retirada, Prision: EnPrision, PrisionForzosa: EnPrision, ReintegroForzoso: Reintegrada,
}

func (p Postura) zero(t Tirada, o Opcion) (Postura, error) {
	opciones := p.Options(t)
	if !slices.Contains(opciones, o) {
		if o == "" && len(opciones) > 1 {
			return p, norma.Breach(art("131.1.b.2"), ErrEleccion)
		}
		return p, norma.Errorf(art("131.1.b.2"), "%w: %q", ErrOpcion, o)
	}
	below := p.belowMinimum(p.Ceros + 1)
	p.Estado, p.Cita = destinos[o], Cita{Articulo: art("131.1.b.2")}
	switch {
	case o == PrisionForzosa:
		p.Cita.Criterio = "RUL-2b"
	case o == ReintegroForzoso && below:
		p.Cita.Criterio = "RUL-4"
	case o != ReintegroForzoso && below:
		p.Cita.Criterio = "RUL-2"
	}
	p.Ceros++
	return p, nil
}

// Reintegro is what the player would be given back, were he to take it now or the session
// to end: the stake halved as many times as zeros have come out.
func (p Postura) Reintegro() domain.Fraccion { return p.halved(p.Ceros) }

// Valor is what a win would free: all of the stake after one zero, half after two
// (criterio RUL-1). Before any zero it is the stake.
func (p Postura) Valor() domain.Fraccion { return p.halved(max(p.Ceros-1, 0)) }

func (p Postura) halved(times int) domain.Fraccion {
	f := domain.FraccionDe(p.Apuesta)
	for ; times > 0; times -= min(times, 62) {
		f = f.Mul(domain.NewFraccion(1, 1<<min(times, 62)))
	}
	return f
}

// Liquidacion is a stake in exact amounts of céntimos. What was staked is Devuelto +
// Pendiente + Perdido; Ganado comes on top.
type Liquidacion struct {
	Ganado    domain.Fraccion
	Devuelto  domain.Fraccion
	Pendiente domain.Fraccion // what may still be freed
	Perdido   domain.Fraccion
}

// Neto is what the player has won, or lost when negative. It is that of a decided stake.
func (l Liquidacion) Neto() domain.Fraccion { return l.Ganado.Sub(l.Perdido) }

// Liquidacion returns the amounts of the stake as it stands.
func (p Postura) Liquidacion() Liquidacion {
	var l Liquidacion
	switch p.Estado {
	case Ganada:
		l.Ganado = domain.FraccionDe(p.Apuesta)
		l.Devuelto = l.Ganado
	case Liberada:
		l.Devuelto = p.Valor()
	case Retirada, Reintegrada:
		l.Devuelto = p.Reintegro()
	case EnJuego, EnPrision:
		l.Pendiente = p.Valor()
	}
	l.Perdido = domain.FraccionDe(p.Apuesta).Sub(l.Devuelto).Sub(l.Pendiente)
	return l
}
