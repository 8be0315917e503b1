package acceso

import (
	"errors"
	"slices"
	"time"

	"foliado/domain/norma"
)

// Parametros are the choices of the house that bear on the door; they change only by an
// asiento that the director signs. The zero value means the defaults.
type Parametros struct {
	// ListaMaxima is the age from which a copy of the barred list no longer counts; 0
	// means 24 hours (criterio ADM-2).
	ListaMaxima time.Duration
	// Bisiesto is the reading for those born on 29 February (criterio ADM-6).
	Bisiesto Bisiesto
}

const (
	listaMaximaPorDefecto = 24 * time.Hour
	antelacionAlarma      = 4 * time.Hour
	// toleranciaReloj is how far ahead of the check a list may be dated: two clocks never
	// agree, and the product alarms at a minute (criterio HOR-1).
	toleranciaReloj = time.Minute
)

func (p Parametros) listaMaxima() time.Duration {
	if p.ListaMaxima > 0 {
		return p.ListaMaxima
	}
	return listaMaximaPorDefecto
}

// Lista is what a verdict needs to know of a copy of the barred list. The zero value is
// no list at all.
type Lista struct {
	Fecha time.Time // instant at which its source gave it
}

// IsZero reports whether there is no list.
func (l Lista) IsZero() bool { return l.Fecha.IsZero() }

// Caduca is the first instant at which the list no longer counts.
func (l Lista) Caduca(p Parametros) time.Time { return l.Fecha.Add(p.listaMaxima()) }

// Vigente reports whether the list counts at that instant: younger than the parameter,
// and not dated in the future (art. 20.2, criterio ADM-2).
func (l Lista) Vigente(at time.Time, p Parametros) bool {
	return !l.IsZero() && at.Before(l.Caduca(p)) && !l.Fecha.After(at.Add(toleranciaReloj))
}

// Alarmas lists, in order, the instants at which the house must be told to refresh the
// list (criterio ADM-2): four hours before the doors open, when the list will not count by
// then or there is none; and four hours before it expires.
func (l Lista) Alarmas(apertura time.Time, p Parametros) []time.Time {
	var at []time.Time
	if !l.Vigente(apertura, p) {
		at = append(at, apertura.Add(-antelacionAlarma))
	}
	if !l.IsZero() {
		at = append(at, l.Caduca(p).Add(-antelacionAlarma))
	}
	slices.SortFunc(at, time.Time.Compare)
	return at
}

// Alarma reports whether an alarm about the list is due at that instant, with the doors
// opening, or having opened, at apertura.
func (l Lista) Alarma(at, apertura time.Time, p Parametros) bool {
	a := l.Alarmas(apertura, p)
	return len(a) > 0 && !at.Before(a[0])
}

// VigenciaComprobacion is how long a check is good for one card.
const VigenciaComprobacion = 15 * time.Minute

// ErrComprobacion says that a check is too old to issue a card on.
var ErrComprobacion = errors.New("la comprobación tiene más de quince minutos: repítala")

// CheckComprobacion returns nil when a check made at hecha still serves at that instant:
// not more than VigenciaComprobacion later. The error is a *norma.Error on art. 21.1 that
// wraps ErrComprobacion.
func CheckComprobacion(hecha, at time.Time) error {
	if age := at.Sub(hecha); age > VigenciaComprobacion || age < -toleranciaReloj {
		return norma.Breach(art("21.1"), ErrComprobacion)
	}
	return nil
}
