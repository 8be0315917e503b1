package reports

import (
	"fmt"
	"io"

	"foliado/domain"
)

// LineaConsolidado is an establecimiento in the consolidated control of a date.
type LineaConsolidado struct {
	Nombre      string
	Folio       int64 // of its control de ingresos; 0: none of that date
	Total       domain.Importe
	Certificado bool
}

// ConsolidadoFacts are the facts of the consolidated control of a date (criterio EST-1).
type ConsolidadoFacts struct {
	Casa      Casa // the Establecimiento says that it is all of them
	Evidencia Evidencia
	Fecha     domain.Fecha
	Lineas    []LineaConsolidado
	Total     domain.Importe
}

// Consolidado writes the total of the entidad on a date: the sum of the controls of its
// establecimientos, each certified by itself (art. 42.1). An error wraps ErrFacts.
func Consolidado(w io.Writer, f ConsolidadoFacts, o Options) error {
	var sum domain.Importe
	stamp := ""
	for _, l := range f.Lineas {
		sum += l.Total
		if l.Folio > 0 && !l.Certificado {
			stamp = "FALTA CERTIFICAR"
		}
	}
	if sum != f.Total {
		return fmt.Errorf("%w: los totales suman %s y el consolidado dice %s", ErrFacts, sum, f.Total)
	}
	r := sheet{casa: f.Casa, title: "Control de ingresos consolidado", subtitle: "Todos los establecimientos · " + f.Fecha.Larga(),
		folio: "consolidado", date: f.Fecha.Larga(), stamp: stamp, regimen: "Resumen: valen los controles de cada establecimiento, que se certifican por separado",
		evidencia: f.Evidencia, basis: art("42.1").String() + " del Reglamento, criterio EST-1"}
	return r.write(w, o, func(cv *canvas) []block {
		bs := []block{section("Establecimientos", fmt.Sprint(len(f.Lineas)))}
		for _, l := range f.Lineas {
			bs = append(bs, block{h: 7, keep: true, draw: func(cv *canvas, y float64) {
				cv.text(margin, y+5, boldText, l.Nombre)
				how := "sin jornada cerrada de esa fecha"
				if l.Folio > 0 {
					how = fmt.Sprintf("folio %d, pendiente de certificar", l.Folio)
					if l.Certificado {
						how = fmt.Sprintf("folio %d, certificado", l.Folio)
					}
				}
				cv.text(margin+80, y+5, normalText, how)
				cv.textRight(margin+measure, y+5, boldText, figure(l.Total))
				cv.line(margin, y+7, margin+measure, y+7, 0.08, veil)
			}})
		}
		return append(bs, amount(cv, "Total de la entidad", f.Total)...)
	})
}
