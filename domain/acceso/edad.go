package acceso

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// MayoriaDeEdad is the age, in years, from which one may come in (art. 24.1 of Ley 6/2001).
const MayoriaDeEdad = 18

// maxEdad is an age that nobody has reached: a birth date beyond it is a slip of the pen.
const maxEdad = 130

// ErrNacimiento says that a birth date cannot be that of a living visitor.
var ErrNacimiento = errors.New("la fecha de nacimiento no es posible")

// Bisiesto says when somebody born on 29 February has the birthday of a common year: a
// parameter of the house (criterio ADM-6).
type Bisiesto string

// The two readings of criterio ADM-6. The zero value reads as UnoDeMarzo, the default:
// refusing one night costs nothing, admitting wrongly a fortune.
const (
	UnoDeMarzo          Bisiesto = "1_marzo"
	VeintiochoDeFebrero Bisiesto = "28_febrero"
)

// Edad is the age in whole years on the date hoy, which is that of the calendar in Madrid
// and never that of the jornada: birthdays begin at 00:00 there. The error is a
// *norma.Error on art. 21.1 that wraps ErrNacimiento, when nacimiento is no date, is later
// than hoy, or gives more than 130 years.
func Edad(nacimiento, hoy domain.Fecha, b Bisiesto) (int, error) {
	born, err := time.Parse(time.DateOnly, string(nacimiento))
	if err != nil {
		return 0, norma.Breach(art("21.1"), ErrNacimiento)
	}
	today, err := time.Parse(time.DateOnly, string(hoy))
	if err != nil {
		return 0, norma.Breach(art("21.1"), ErrNacimiento)
	}
	years := today.Year() - born.Year()
	if today.Before(cumple(born, today.Year(), b)) {
		years--
	}
	if born.After(today) || years > maxEdad {
		return 0, norma.Breach(art("21.1"), ErrNacimiento)
	}
	return years, nil
}

// cumple is the birthday in that year.
func cumple(born time.Time, year int, b Bisiesto) time.Time {
	day := time.Date(year, born.Month(), born.Day(), 0, 0, 0, 0, time.UTC)
	if day.Month() != born.Month() && b == VeintiochoDeFebrero {
		return day.AddDate(0, 0, -1)
	}
	return day // time.Date has made 29 February of a common year 1 March
}
