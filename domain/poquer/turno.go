package poquer

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with what a player wants to do.
var (
	ErrAccion     = errors.New("no es ninguna de las acciones de un turno")
	ErrNoPuede    = errors.New("esa acción no cabe en este turno")
	ErrSubidas    = errors.New("no quedan subidas en este intervalo")
	ErrNoPasa     = errors.New("ya hay una apuesta: no se puede pasar")
	ErrObligado   = errors.New("quien abre el intervalo por su carta ni pasa ni se retira")
	ErrAdelantado = errors.New("quien apostó fuera de turno no puede subir")
)

// MaxPuestos are the places of a table, numbered from the right of the croupier (art. 113.2).
const MaxPuestos = 10

// Puesto is a place. Play goes towards the right of each: to the next number (art. 118.2,
// criterio A-C-21).
type Puesto int

// CheckPuesto returns nil for one of the ten places. The error wraps ErrPuesto.
func CheckPuesto(p Puesto) error {
	if p < 1 || p > MaxPuestos {
		return norma.Breach(art("113.2"), ErrPuesto)
	}
	return nil
}

// Siguiente is the place at the right of p.
func (p Puesto) Siguiente() Puesto { return p%MaxPuestos + 1 }

// distancia is how far q is at the right of p.
func (p Puesto) distancia(q Puesto) int { return int((q - p + MaxPuestos) % MaxPuestos) }

// checkActivos returns nil when those are places, each once, and at least one.
func checkActivos(activos []Puesto, a norma.Articulo) error {
	if len(activos) == 0 {
		return norma.Breach(a, ErrNadie)
	}
	for k, p := range activos {
		if err := CheckPuesto(p); err != nil {
			return err
		}
		if slices.Contains(activos[:k], p) {
			return norma.Breach(art("113.2"), ErrRepetido)
		}
	}
	return nil
}

// desde is the first of those places at the right of p, who counts himself.
func desde(p Puesto, activos []Puesto, a norma.Articulo) (Puesto, error) {
	if err := errors.Join(CheckPuesto(p), checkActivos(activos, a)); err != nil {
		return 0, err
	}
	return slices.MinFunc(activos, func(x, y Puesto) int { return p.distancia(x) - p.distancia(y) }), nil
}

// SiguienteMano is who is the mano of the next hand: the first seated at its right (art.
// 118.2). The error wraps ErrNadie, ErrPuesto or ErrRepetido.
func SiguienteMano(mano Puesto, sentados []Puesto) (Puesto, error) {
	if err := CheckPuesto(mano); err != nil {
		return 0, err
	}
	return desde(mano.Siguiente(), sentados, art("118.2"))
}

// OrdenReparto is the order in which cards are dealt to those who have put the ante:
// anticlockwise, the mano first (art. 118.2). The error wraps ErrNadie, ErrPuesto or
// ErrRepetido.
func OrdenReparto(mano Puesto, jugadores []Puesto) ([]Puesto, error) {
	return ordena(mano, jugadores, art("118.2"))
}

// OrdenDeMostrar is the order in which hands are shown: who bet last, and those at his right
// (art. 118.7); when nobody bet, the mano first (criterio A-C-24), who is then primero. The
// error wraps ErrNadie, ErrPuesto or ErrRepetido.
func OrdenDeMostrar(activos []Puesto, primero Puesto) ([]Puesto, error) {
	return ordena(primero, activos, art("118.7"))
}

func ordena(primero Puesto, puestos []Puesto, a norma.Articulo) ([]Puesto, error) {
	if err := errors.Join(CheckPuesto(primero), checkActivos(puestos, a)); err != nil {
		return nil, err
	}
	orden := slices.Clone(puestos)
	slices.SortFunc(orden, func(x, y Puesto) int { return primero.distancia(x) - primero.distancia(y) })
	return orden, nil
}

// Forzado is what the stud makes who speaks first do.
type Forzado string

// What it makes: nothing; the lowest card in sight bets; the best one opens without leaving
// (art. 123.3).
const (
	SinForzar      Forzado = ""
	CartaMasBaja   Forzado = "stud_carta_mas_baja"
	AbreIntervalo  Forzado = "stud_abre_intervalo"
	jugadoresDuelo         = 2 // with so many there is no limit of raises (art. 118.3.e)
)

// Turno is the situation of a player whose turn has come, in céntimos. ApuestaActual is the
// bet of the interval and Aportado his part of it; Resto what he has in front. MaxSubidas is
// negative when the raises have no limit.
type Turno struct {
	ApuestaActual domain.Importe
	Aportado      domain.Importe
	Resto         domain.Importe
	Subidas       int
	MaxSubidas    int
	Activos       int
	FueraDeTurno  bool // he bet before his turn (art. 119.3.f)
	Forzado       Forzado
}

// Accion is what a player may do in his turn.
type Accion string

// The actions of art. 118.3. Reservarse is to pass (criterio A-C-22).
const (
	Retirarse Accion = "retirarse"
	Pasar     Accion = "pasar"
	Apostar   Accion = "apostar"
	Cubrir    Accion = "cubrir"
	Subir     Accion = "subir"
)

// debe is what he lacks to call.
func (t Turno) debe() domain.Importe { return max(0, t.ApuestaActual-t.Aportado) }

// ParaCubrir is what he puts to call: what he lacks, or all he has, and then he plays for a
// part of the pot (art. 118.3).
func (t Turno) ParaCubrir() domain.Importe { return min(t.debe(), t.Resto) }

// Check returns nil when the player may do that. The error wraps ErrImporte, ErrAccion,
// ErrObligado (art. 123.3), ErrNoPasa, ErrAdelantado, ErrSubidas or ErrNoPuede.
func (t Turno) Check(a Accion) error {
	if min(t.ApuestaActual, t.Aportado, t.Resto) < 0 {
		return norma.Breach(art("118.3"), ErrImporte)
	}
	switch a {
	case Retirarse:
		if t.Forzado != SinForzar {
			return norma.Breach(art("123.3"), ErrObligado)
		}
		return nil
	case Pasar:
		switch {
		case t.ApuestaActual > 0:
			return norma.Breach(art("118.3.b"), ErrNoPasa)
		case t.Forzado == CartaMasBaja:
			return norma.Breach(art("123.3"), ErrObligado)
		}
		return nil
	case Apostar:
		return t.require(t.ApuestaActual == 0 && t.Resto > 0, art("118.3"), ErrNoPuede)
	case Cubrir:
		return t.require(t.debe() > 0 && t.Resto > 0, art("118.3.d"), ErrNoPuede)
	case Subir:
		return t.checkSubir()
	}
	return norma.Errorf(art("118.3"), "%w: %q", ErrAccion, a)
}

func (t Turno) require(ok bool, a norma.Articulo, err error) error {
	if !ok {
		return norma.Breach(a, err)
	}
	return nil
}

// checkSubir is the rule of raising: some bet to raise, more than the call in front, in turn,
// and a raise left unless two play (art. 118.3.e, criterio A-C-27).
func (t Turno) checkSubir() error {
	switch {
	case t.ApuestaActual == 0 || t.Resto <= t.debe():
		return norma.Breach(art("118.3.e"), ErrNoPuede)
	case t.FueraDeTurno:
		return norma.Breach(art("119.3.f"), ErrAdelantado)
	case t.MaxSubidas >= 0 && t.Subidas >= t.MaxSubidas && t.Activos > jugadoresDuelo:
		return norma.Breach(art("118.3.e"), ErrSubidas)
	}
	return nil
}

// GanaSinMostrar reports whether the hand ends because one player is left: the others have
// retired, and he takes the pot without showing (art. 118.3, criterio A-C-22).
func GanaSinMostrar(activos int) (bool, norma.Articulo) { return activos == 1, art("118.3") }

// AccionFichas is what putting chips comes to.
type AccionFichas string

// What it may come to.
const (
	Incompleta AccionFichas = "incompleta"
	Cubre      AccionFichas = "cubre"
	Sube       AccionFichas = "sube"
)

// Puestas is what a player put, against what he had to: Falta completes the call and
// Devuelto goes back to him. What was put is never taken back (art. 118.4).
type Puestas struct {
	Accion          AccionFichas
	Falta, Devuelto domain.Importe
	Articulo        norma.Articulo
}

// PoneFichas says what it comes to that a player who owes some puts some: less must be
// completed, and no more (art. 119.3.c); more without having said so only calls (art.
// 119.3.d). The error wraps ErrImporte.
func PoneFichas(debe, pone domain.Importe, anuncia bool) (Puestas, error) {
	switch {
	case min(debe, pone) < 0:
		return Puestas{}, norma.Breach(art("119.3.c"), ErrImporte)
	case pone < debe:
		return Puestas{Accion: Incompleta, Falta: debe - pone, Articulo: art("119.3.c")}, nil
	case pone > debe && anuncia:
		return Puestas{Accion: Sube, Articulo: art("119.3.d")}, nil
	}
	return Puestas{Accion: Cubre, Devuelto: pone - debe, Articulo: art("119.3.d")}, nil
}
