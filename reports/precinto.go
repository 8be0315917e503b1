package reports

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// Desprecinto is an entry of the book of unsealing out of hours (art. 140.3). HoraNuevo is zero
// while its new seal is missing.
type Desprecinto struct {
	Folio           int64
	Mesa            int
	Motivo          string
	Hora, HoraNuevo time.Time
	Precinto, Nuevo string
	Presentes       []string
}

// DesprecintosFacts are the facts of that book, or of a stretch of it.
type DesprecintosFacts struct {
	Casa         Casa
	Regimen      Regimen
	Evidencia    Evidencia
	Desde, Hasta domain.Fecha
	Emitido      time.Time
	Desprecintos []Desprecinto
}

// Desprecintos writes the book of unsealing out of hours: hour, who was there, the seal removed
// and the new one with its hour. The errors about its facts wrap ErrFacts.
func Desprecintos(w io.Writer, f DesprecintosFacts, o Options) error {
	if f.Emitido.IsZero() {
		return fmt.Errorf("%w: al libro de desprecintos le falta la hora de emisión", ErrFacts)
	}
	l := listado{sheet: sheet{casa: f.Casa, title: "Libro de desprecintos fuera de horario", subtitle: tramo(f.Desde, f.Hasta), folio: "desprecintos",
		date: formatInstant(f.Emitido), regimen: f.Regimen.text(), evidencia: f.Evidencia, basis: art("140.3").String() + " del Reglamento"},
		empty: "No hay ningún desprecinto en el tramo.",
		columns: []column{{"folio", 9, 0, true}, {"mesa", 19, 0, true}, {"desprecinto", 22, 27, false}, {"retirado", 51, 20, false}, {"nuevo", 72, 20, false},
			{"hora del nuevo", 93, 27, false}, {"motivo", 122, 22, false}, {"presentes", 145, measure - 145, false}}}
	for _, d := range f.Desprecintos {
		next := "FALTA"
		if !d.HoraNuevo.IsZero() {
			next = formatInstant(d.HoraNuevo)
		}
		for k := range max(1, len(d.Presentes)) {
			row := make([]string, len(l.columns))
			if k == 0 {
				copy(row, []string{strconv.FormatInt(d.Folio, 10), strconv.Itoa(d.Mesa), formatInstant(d.Hora), d.Precinto, d.Nuevo, next, d.Motivo})
			}
			if k < len(d.Presentes) {
				row[7] = d.Presentes[k]
			}
			l.rows = append(l.rows, row)
		}
	}
	l.totals = []fact{{"Desprecintos", strconv.Itoa(len(f.Desprecintos))}}
	return l.write(w, o)
}
