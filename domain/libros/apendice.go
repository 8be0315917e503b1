package libros

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// ErrMediaMesas says that a sala apéndice has had more tables than its yearly average.
var ErrMediaMesas = errors.New("la media anual de mesas pasa de la permitida a una sala apéndice")

// maxMediaMesas is how many tables a sala apéndice may have on a yearly average (art. 155.3).
const maxMediaMesas = 27

// MesasDia is how many tables were in use on a gaming day.
type MesasDia struct {
	Fecha domain.Fecha
	Mesas int
}

// CheckMediaMesas returns nil when the average of the tables of a sala apéndice up to a
// date is within art. 155.3. The text does not say which year: both the calendar year so
// far and the twelve months before are judged (criterio APE-1), each over the days with a
// jornada. It is a warning. The error wraps ErrMediaMesas.
func CheckMediaMesas(hoy domain.Fecha, dias []MesasDia) error {
	year := string(hoy)[:4] + "-01-01"
	twelve := hoy.Time().AddDate(-1, 0, 1).Format(time.DateOnly)
	for _, p := range []struct{ desde, nombre string }{{year, "en lo que va de año"}, {twelve, "en los doce últimos meses"}} {
		var sum, n int
		for _, d := range dias {
			if string(d.Fecha) >= p.desde && d.Fecha <= hoy {
				sum, n = sum+d.Mesas, n+1
			}
		}
		if sum > maxMediaMesas*n {
			return norma.Errorf(art("155.3"), "%w: son %d mesas en %d jornadas %s, y la media permitida es %d",
				ErrMediaMesas, sum, n, p.nombre, maxMediaMesas).Under("APE-1")
		}
	}
	return nil
}
