package plazos

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"foliado/domain"
)

// ErrCalendario says that the table of holidays of a year is missing: no date of it is
// reckoned rather than a wrong one.
var ErrCalendario = errors.New("falta la tabla de días festivos de ese año")

// Festivo is a holiday of the table: data, not a rule.
type Festivo struct {
	Fecha  domain.Fecha
	Ambito string // "nacional", "comunidad", "municipio"
	Nombre string
	Fuente string
}

//go:embed festivos.tsv
var tablaFestivos string

// Calendario knows the holidays of the years whose table it was given.
type Calendario struct {
	festivos []Festivo
	dias     map[domain.Fecha]bool
	anos     map[int]bool
}

// Madrid is the calendar of the seat of the house and of the authority.
var Madrid = mustCalendario(tablaFestivos)

func mustCalendario(tabla string) *Calendario {
	c, err := ParseCalendario(tabla)
	if err != nil {
		panic("plazos: " + err.Error())
	}
	return c
}

// ParseCalendario reads a table of holidays: date, scope, name and source between tabs, a
// line each. A year that has a line is a year whose table is complete.
func ParseCalendario(tabla string) (*Calendario, error) {
	c := &Calendario{dias: map[domain.Fecha]bool{}, anos: map[int]bool{}}
	for line := range strings.Lines(tabla) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 4 {
			return nil, fmt.Errorf("festivos: la línea %q no tiene cuatro datos", line)
		}
		f, err := domain.ParseFecha(cells[0])
		if err != nil {
			return nil, fmt.Errorf("festivos: %w", err)
		}
		c.festivos = append(c.festivos, Festivo{f, cells[1], cells[2], cells[3]})
		c.dias[f], c.anos[f.Time().Year()] = true, true
	}
	return c, nil
}

// Festivos lists the holidays of a year, in order; nil when its table is missing.
func (c *Calendario) Festivos(ano int) []Festivo {
	var fs []Festivo
	for _, f := range c.festivos {
		if f.Fecha.Time().Year() == ano {
			fs = append(fs, f)
		}
	}
	slices.SortFunc(fs, func(a, b Festivo) int { return strings.Compare(string(a.Fecha), string(b.Fecha)) })
	return fs
}

// Habil reports whether a date is a working day: neither Saturday nor Sunday nor holiday
// (Ley 39/2015 art. 30.2). The error wraps ErrCalendario.
func (c *Calendario) Habil(f domain.Fecha) (bool, error) {
	t := f.Time()
	if !c.anos[t.Year()] {
		return false, fmt.Errorf("%w: %d", ErrCalendario, t.Year())
	}
	return t.Weekday() != time.Saturday && t.Weekday() != time.Sunday && !c.dias[f], nil
}

// Vencimiento is when a term of days ends, in both readings (criterio PLA-1).
type Vencimiento struct {
	Natural domain.Fecha // counted in calendar days
	Habil   domain.Fecha // counted in working days; "" when the table of a year is missing
}

// Alarma is the date on which to warn: the earlier one.
func (v Vencimiento) Alarma() domain.Fecha { return v.Natural }

// String writes both dates, as pages and papers show them.
func (v Vencimiento) String() string {
	if v.Habil == "" {
		return v.Natural.Larga() + " en días naturales; falta la tabla de festivos para decir el día hábil"
	}
	return v.Habil.Larga() + " en días hábiles; " + v.Natural.Larga() + " en naturales"
}

// AddDays is the end of a term of n days from the day after a date (Ley 39/2015 arts. 30.2,
// 30.3; criterio PLA-1). When the table of holidays of a year is missing, Habil is empty.
func (c *Calendario) AddDays(desde domain.Fecha, n int) Vencimiento {
	v := Vencimiento{Natural: domain.Fecha(desde.Time().AddDate(0, 0, n).Format(time.DateOnly))}
	day := desde
	for left := n; left > 0; {
		day = domain.Fecha(day.Time().AddDate(0, 0, 1).Format(time.DateOnly))
		works, err := c.Habil(day)
		if err != nil {
			return v
		}
		if works {
			left--
		}
	}
	v.Habil = day
	return v
}
