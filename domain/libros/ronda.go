package libros

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// A ronda is the walk from table to table in which sheets are signed with a badge, once
// two people opened it with badge and PIN. It ends after DuracionRonda, and locks itself
// after InactividadRonda without use.
const (
	DuracionRonda    = 90 * time.Minute
	InactividadRonda = 3 * time.Minute
)

// What a ronda refuses.
var (
	ErrRondaActo      = errors.New("en una ronda solo se firman anticipos, recuentos y extracciones de billetes: este acto pide credencial y PIN")
	ErrRondaAcabada   = errors.New("la ronda ha terminado: hay que abrir otra con credencial y PIN")
	ErrRondaBloqueada = errors.New("la ronda se ha bloqueado por falta de uso: la desbloquea quien la abrió, con credencial y PIN")
	ErrRondaMesas     = errors.New("la ronda es de otro establecimiento o de otra jornada")
	ErrSinHuella      = errors.New("cada hoja se firma por separado y con su huella a la vista")
)

// ActoRonda opens a ronda: who directs and a cajero, two people, each with badge and PIN
// (arts. 36.3, 36.4).
const ActoRonda Acto = "ronda"

// enRonda are the acts that a ronda signs, and no other.
var enRonda = map[Acto]bool{ActoApertura: true, ActoReposicion: true, ActoCierre: true, ActoExtraccion: true, ActoPozo: true}

// EnRonda reports whether a ronda may sign the slot of that cargo in that act: who directs
// and the cajero carry one; a croupier always signs with badge and PIN (art. 36.3).
func EnRonda(a Acto, c domain.Cargo) bool {
	return enRonda[a] && (c == domain.Director || c == domain.Cajero)
}

// Ronda is what the rule needs to know of one. Instants in UTC.
type Ronda struct {
	Establecimiento string
	Jornada         domain.Fecha
	Desde, Caduca   time.Time
	Fin             time.Time // ended before its hour; zero: not
	Ultimo          time.Time // last use
}

// Ended reports whether the ronda signs no more at that instant.
func (r Ronda) Ended(t time.Time) bool {
	return t.Before(r.Desde) || !t.Before(r.Caduca) || !r.Fin.IsZero() && !t.Before(r.Fin)
}

// Locked reports whether it locked itself for lack of use.
func (r Ronda) Locked(t time.Time) bool { return t.Sub(r.Ultimo) > InactividadRonda }

// CheckUse returns nil when the ronda may sign at that instant. The error wraps
// ErrRondaAcabada or ErrRondaBloqueada.
func (r Ronda) CheckUse(t time.Time) error {
	switch {
	case r.Ended(t):
		return norma.Breach(art("36.3"), ErrRondaAcabada)
	case r.Locked(t):
		return norma.Breach(art("36.3"), ErrRondaBloqueada)
	}
	return nil
}

// CheckHoja returns nil when a sheet of that establecimiento and jornada is one of the
// ronda's, and its digest is shown: a ronda signs one sheet at a time (arts. 36.3, 36.4).
// The error wraps ErrRondaMesas or ErrSinHuella.
func (r Ronda) CheckHoja(establecimiento string, jornada domain.Fecha, huella string) error {
	switch {
	case huella == "":
		return norma.Breach(art("36.3"), ErrSinHuella)
	case establecimiento != r.Establecimiento || jornada != r.Jornada:
		return norma.Breach(art("36.4"), ErrRondaMesas)
	}
	return nil
}
