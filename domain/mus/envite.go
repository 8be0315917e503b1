package mus

import (
	"errors"

	"foliado/domain/norma"
)

// What is wrong with a bet.
var (
	ErrAccion     = errors.New("no es ninguna de las voces del envite")
	ErrVoz        = errors.New("esa voz no cabe en este momento")
	ErrTurno      = errors.New("contesta la pareja contraria a la que envidó")
	ErrTantos     = errors.New("el envite no es de un número de tantos posible")
	ErrSinCerrar  = errors.New("el envite está sin cerrar")
	ErrNoSeEnvida = errors.New("el lance no se puede envidar")
	ErrNoLleva    = errors.New("solo vale lo que diga quien lleva el lance")
)

// Accion is what a pair says in its turn.
type Accion string

// The voices.
const (
	Pasa     Accion = "paso"
	Envida   Accion = "envido"
	Ordago   Accion = "ordago"
	Quiere   Accion = "quiero"
	NoQuiere Accion = "no_quiero"
)

// EnvidoSimple is what "envido" bets when it says no number, first or again (criterio
// A-M-19).
const EnvidoSimple = 2

// maxTantos bounds what may be bet, so that no sum overflows.
const maxTantos = 1_000_000

// TipoEnvite is how the talk on a lance ended.
type TipoEnvite string

// The four.
const (
	EnPaso        TipoEnvite = "paso"
	Querido       TipoEnvite = "querido"
	NoQuerido     TipoEnvite = "no_querido"
	OrdagoQuerido TipoEnvite = "ordago_querido"
)

// Envite is how the talk on a lance ended. Tantos is the bet when Querido; when NoQuerido,
// what Gana notes at once: one when the bet refused was the first (Primero), else what had
// been accepted before (art. 35, criterio A-M-1). The zero value is none; a lance on which
// nobody bet is EnPaso.
type Envite struct {
	Tipo    TipoEnvite
	Tantos  int
	Gana    Pareja
	Primero bool
}

// Check returns nil when the envite can have been. The error wraps ErrTantos, ErrPareja or
// ErrAccion.
func (e Envite) Check() error {
	switch e.Tipo {
	case EnPaso, OrdagoQuerido:
		return nil
	case NoQuerido:
		if err := CheckPareja(e.Gana); err != nil {
			return err
		}
		if e.Primero && e.Tantos != 1 {
			return norma.Breach(art("35"), ErrTantos).Under("A-M-1")
		}
	case Querido:
	default:
		return norma.Errorf(art("33"), "%w: %q", ErrAccion, e.Tipo)
	}
	if e.Tantos < 1 || e.Tantos > maxTantos {
		return norma.Breach(art("33"), ErrTantos)
	}
	return nil
}

// Ronda is the talk on one lance as it goes on, a state machine of what each pair says. The
// zero value is its beginning. Which player of a pair speaks is not looked at: see Cierra.
type Ronda struct {
	pasos   struct{ a, b bool }
	ultima  Pareja // who made the bet that stands unanswered
	mesa    int    // with that bet
	aceptos int    // before it
	envites int
	ordago  bool
	cerrada bool
	fin     Envite
}

// Hablar says something for a pair; tantos is looked at in Envida alone, and 0 is
// EnvidoSimple. The error wraps ErrPareja, ErrAccion, ErrVoz, ErrTurno or ErrTantos and
// leaves the talk as it was.
func (r *Ronda) Hablar(p Pareja, a Accion, tantos int) error {
	if err := CheckPareja(p); err != nil {
		return err
	}
	switch {
	case r.cerrada:
		return norma.Breach(art("29"), ErrVoz)
	case r.ultima == p:
		return norma.Breach(art("29"), ErrTurno)
	}
	switch a {
	case Pasa:
		return r.pasa(p)
	case Envida:
		return r.envida(p, tantos)
	case Ordago:
		if r.ordago {
			return norma.Breach(art("33"), ErrVoz)
		}
		r.ultima, r.ordago, r.aceptos = p, true, r.mesa
		r.envites++
	case Quiere, NoQuiere:
		if r.ultima == "" {
			return norma.Breach(art("33"), ErrVoz)
		}
		r.close(a)
	default:
		return norma.Errorf(art("33"), "%w: %q", ErrAccion, a)
	}
	return nil
}

func (r *Ronda) pasa(p Pareja) error {
	if r.ultima != "" {
		return norma.Breach(art("33"), ErrVoz)
	}
	if p == A {
		r.pasos.a = true
	} else {
		r.pasos.b = true
	}
	return nil
}

func (r *Ronda) envida(p Pareja, tantos int) error {
	minimo := 1
	if r.ultima == "" {
		minimo = EnvidoSimple
	}
	if tantos == 0 {
		tantos = EnvidoSimple
	}
	switch {
	case r.ordago:
		return norma.Breach(art("33"), ErrVoz)
	case tantos < minimo || tantos > maxTantos-r.mesa:
		return norma.Breach(art("33"), ErrTantos)
	}
	r.ultima, r.aceptos = p, r.mesa
	r.mesa += tantos
	r.envites++
	return nil
}

func (r *Ronda) close(a Accion) {
	r.cerrada = true
	switch {
	case a == NoQuiere && r.envites == 1:
		r.fin = Envite{Tipo: NoQuerido, Tantos: 1, Gana: r.ultima, Primero: true}
	case a == NoQuiere:
		r.fin = Envite{Tipo: NoQuerido, Tantos: r.aceptos, Gana: r.ultima}
	case r.ordago:
		r.fin = Envite{Tipo: OrdagoQuerido}
	default:
		r.fin = Envite{Tipo: Querido, Tantos: r.mesa}
	}
}

// Envite returns how the talk ended. The error wraps ErrSinCerrar while a bet waits for its
// answer, or while both pairs have not passed.
func (r *Ronda) Envite() (Envite, error) {
	switch {
	case r.cerrada:
		return r.fin, nil
	case r.ultima == "" && r.pasos.a && r.pasos.b:
		return Envite{Tipo: EnPaso}, nil
	}
	return Envite{}, norma.Breach(art("29"), ErrSinCerrar)
}

// CheckHabla returns nil when what that player says on the lance counts: in pares and juego
// only who has them bets and answers, though his partner may advise him (art. 31). The error
// wraps ErrNoLleva, or ErrNoSeEnvida when nobody may.
func (j Jugada) CheckHabla(l Lance, k Jugador) error {
	if err := CheckJugador(k); err != nil {
		return err
	}
	switch {
	case !j.SeEnvida(l):
		return norma.Breach(art("31"), ErrNoSeEnvida)
	case !j.lleva(l, k):
		return norma.Breach(art("31"), ErrNoLleva)
	}
	return nil
}

// Forma is how a player closes a lance.
type Forma string

// The forms of art. 29.
const (
	Singular        Forma = "singular"
	Plural          Forma = "plural"
	OrdenaApuntar   Forma = "ordena_apuntar"
	SeparaTantos    Forma = "separa_tantos"
	HablaDelProximo Forma = "habla_del_lance_siguiente"
)

// ErrForma says that a word is none of the forms.
var ErrForma = errors.New("no es ninguna de las formas de cerrar un lance")

// Cierra reports whether a player who answers so binds his partner too: each speaks for
// himself, unless he uses the plural or does what closes the lance (art. 29). The error
// wraps ErrForma.
func Cierra(f Forma) (bool, error) {
	switch f {
	case Singular:
		return false, nil
	case Plural, OrdenaApuntar, SeparaTantos, HablaDelProximo:
		return true, nil
	}
	return false, norma.Errorf(art("29"), "%w: %q", ErrForma, f)
}
