package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// LineaPlantilla is somebody of the staff.
type LineaPlantilla struct {
	Nombre, Apellidos string // "" once erased
	Categoria         string // in words
	Desde             time.Time
}

// PlantillaFacts are the facts of the list of the staff at an instant (art. 17.1).
type PlantillaFacts struct {
	Casa      Casa
	Evidencia Evidencia
	Instante  time.Time
	Personas  []LineaPlantilla
	Comite    []string // names of its members; none when there is no comité
	Acuerdo   string   // date of the agreement of the comité
}

// Plantilla writes the list of the staff: name, surnames and professional category. The
// errors about its facts wrap ErrFacts.
func Plantilla(w io.Writer, f PlantillaFacts, o Options) error {
	at := formatInstant(f.Instante)
	l := listado{sheet: sheet{casa: f.Casa, title: "Relación de personal", subtitle: "Al " + at, folio: "plantilla", date: at,
		regimen: "Relación a disposición de la inspección; sale de las altas, cambios y bajas del diario", evidencia: f.Evidencia,
		basis: art("17.1").String() + " del Reglamento"},
		empty:   "Nadie figura en la plantilla en esa fecha.",
		columns: []column{{"n.º", 8, 0, true}, {"apellidos", 13, 52, false}, {"nombre", 68, 34, false}, {"categoría", 105, 36, false}, {"desde", 144, 26, false}}}
	for k, p := range f.Personas {
		if p.Nombre+p.Apellidos == "" {
			p.Apellidos = "suprimido"
		}
		l.rows = append(l.rows, []string{strconv.Itoa(k + 1), p.Apellidos, p.Nombre, p.Categoria, formatInstant(p.Desde)})
	}
	l.totals = []fact{{"Personas", strconv.Itoa(len(f.Personas))}}
	if len(f.Comite) > 0 {
		l.notes = append(l.notes, fmt.Sprintf("Comité de dirección (art. 12.3), por acuerdo del %s: %s.", f.Acuerdo, strings.Join(f.Comite, ", ")))
	}
	return l.write(w, o)
}
