package templates

import (
	"time"

	"foliado/domain"
)

// addPlantilla adds the sample pages of the staff.
func addPlantilla(m map[string]Pagina) {
	p := Plantilla{Marco: marco("Relación de personal", base+"/plantilla", domain.Director), Instante: ahora, Fecha: "2026-11-30", Comite: "2026-09-01", PDF: "/x.pdf",
		Personas: []Empleado{{"p1", "Marina Quesada Orgaz", "Director de juegos", ahora.AddDate(-2, 0, 0), true, true}, {"p3", "Tomás Arrieta Luna", "Crupier", ahora.Add(-48 * time.Hour), false, true},
			{"p9", "Amparo Lozano Vega", "Cambista", ahora.AddDate(0, -8, 0), false, false}}}
	m["plantilla"] = p
	m["plantilla-vacia"] = Plantilla{Marco: marco("Relación de personal", base+"/plantilla", domain.FuncionarioInspector), Instante: ahora, Fecha: "2020-01-01", PDF: "/x.pdf"}
}
