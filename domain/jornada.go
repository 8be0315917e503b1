package domain

import (
	"errors"
	"fmt"
	"time"
)

// Madrid is the zone in which everything is shown. Instants are stored in UTC.
var Madrid = mustLoad("Europe/Madrid")

func mustLoad(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		panic("zone data missing: " + err.Error())
	}
	return l
}

// Fecha is a civil date written YYYY-MM-DD, so that order of texts is order of dates.
type Fecha string

// ParseFecha accepts a real calendar date written YYYY-MM-DD.
func ParseFecha(s string) (Fecha, error) {
	if t, err := time.Parse(time.DateOnly, s); err != nil || t.Format(time.DateOnly) != s {
		return "", fmt.Errorf("fecha no válida: %q; se espera AAAA-MM-DD", s)
	}
	return Fecha(s), nil
}

// FechaDe is the calendar date of an instant in Madrid.
func FechaDe(t time.Time) Fecha { return Fecha(t.In(Madrid).Format(time.DateOnly)) }

// Time is 00:00 of the date in Madrid. It panics on a Fecha that ParseFecha would refuse.
func (f Fecha) Time() time.Time {
	t, err := time.ParseInLocation(time.DateOnly, string(f), Madrid)
	if err != nil {
		panic(err)
	}
	return t
}

// Larga writes the date in words of a form: "30/11/2026".
func (f Fecha) Larga() string { return f.Time().Format("02/01/2006") }

// Fase is a phase of the gaming day (criterio JOR-0).
type Fase string

// The phases of a Jornada, in order. Control de ingresos is written on reaching
// FaseCerrada and certified on reaching FaseCertificada (art. 42.2).
const (
	FasePreparacion Fase = "preparacion"
	FaseAbierta     Fase = "abierta"
	FaseFinJuegos   Fase = "fin_juegos"
	FaseRecuentos   Fase = "recuentos"
	FaseCerrada     Fase = "cerrada"
	FaseCertificada Fase = "certificada"
)

// Fases lists the phases in order.
var Fases = []Fase{FasePreparacion, FaseAbierta, FaseFinJuegos, FaseRecuentos, FaseCerrada, FaseCertificada}

// ErrFase is returned when a phase does not follow the present one.
var ErrFase = errors.New("esa fase no sigue a la actual")

// Orden is the place of the phase, 0 for FasePreparacion, -1 when unknown.
func (f Fase) Orden() int {
	for k, g := range Fases {
		if g == f {
			return k
		}
	}
	return -1
}

// EnSala reports whether there is play, or what it leaves is being counted.
func (f Fase) EnSala() bool {
	return f == FaseAbierta || f == FaseFinJuegos || f == FaseRecuentos
}

// Advance returns nil when next is the phase that follows f.
func (f Fase) Advance(next Fase) error {
	if f.Orden() >= 0 && next.Orden() == f.Orden()+1 {
		return nil
	}
	return fmt.Errorf("%w: de %s a %s", ErrFase, f, next)
}

// Jornada is a gaming day of one establecimiento: it has an explicit opening and
// close, may cross midnight and the October hour, and is named by its Fecha.
type Jornada struct {
	Establecimiento string
	Fecha           Fecha
	Fase            Fase
	Apertura        time.Time // public opening, zero before FaseAbierta (UTC)
	FinJuegos       time.Time // end of games, zero before (UTC)
}

// ID names the jornada inside its establecimiento.
func (j Jornada) ID() string { return string(j.Fecha) }

// AdmitePublico reports whether cards may be issued (criterio JOR-0).
func (j Jornada) AdmitePublico() bool { return j.Fase == FaseAbierta }

// AdmiteRecuentos reports whether tables may be opened, replenished or counted:
// counts may begin in preparación and end before the close (criterio JOR-0).
func (j Jornada) AdmiteRecuentos() bool {
	return j.Fase.Orden() >= 0 && j.Fase.Orden() < FaseCerrada.Orden()
}
