package reports

import (
	"fmt"
	"io"
	"strings"

	"foliado/domain"
)

// DeclaracionTorneoFacts are the facts of the declaración responsable of a tournament of a game
// of círculo (art. 1.5).
type DeclaracionTorneoFacts struct {
	Casa        Casa
	Evidencia   Evidencia
	Torneo      int64
	Nombre      string
	Juego       domain.Juego
	Fecha       domain.Fecha
	Bases       string
	Condiciones string
	Presentada  domain.Fecha // "" not yet
	Referencia  string
}

// DeclaracionTorneo writes the declaración responsable of a tournament, with its bases and its
// conditions, for its signature on paper. The errors about its facts wrap ErrFacts.
func DeclaracionTorneo(w io.Writer, f DeclaracionTorneoFacts, o Options) error {
	if !f.Juego.Circulo() || f.Fecha == "" || strings.TrimSpace(f.Bases) == "" || strings.TrimSpace(f.Condiciones) == "" {
		return fmt.Errorf("%w: la declaración de un torneo lleva su juego de círculo, su día, sus bases y sus condiciones", ErrFacts)
	}
	stamp := "SIN PRESENTAR"
	if f.Presentada != "" {
		stamp = ""
	}
	r := sheet{casa: f.Casa, title: "Declaración responsable", subtitle: "Torneo de " + f.Juego.Nombre(), folio: fmt.Sprintf("torneo %d", f.Torneo),
		date: "previsto para el " + f.Fecha.Larga(), stamp: stamp, regimen: "Se presenta al órgano regulador antes de celebrar el torneo", evidencia: f.Evidencia,
		basis: art("1.5").String() + " del Reglamento"}
	return r.write(w, o, func(cv *canvas) []block {
		bs := grid(cv, 2, []fact{{"Entidad titular", f.Casa.Entidad}, {"Establecimiento", f.Casa.Establecimiento}, {"Torneo", f.Nombre},
			{"Juego y día", f.Juego.Nombre() + ", " + f.Fecha.Larga()}})
		if f.Presentada != "" {
			bs = append(bs, grid(cv, 2, []fact{{"Presentada", f.Presentada.Larga()}, {"Referencia de la presentación", f.Referencia}})...)
		}
		bs = append(bs, paragraph(cv, normalText.tall(10), "La entidad titular declara, bajo su responsabilidad, que celebrará este torneo de un juego de círculo que tiene autorizado, con las bases y las condiciones que siguen.", false)...)
		for _, part := range []struct{ title, text string }{{"Bases", f.Bases}, {"Condiciones", f.Condiciones}} {
			bs = append(bs, section(part.title, ""))
			for _, line := range strings.Split(part.text, "\n") {
				bs = append(bs, paragraph(cv, normalText.tall(9.5), line, false)...)
			}
		}
		return append(bs, block{h: 46, keep: true, draw: signHere})
	})
}

// signHere is the foot of a declaration: place, date and the signature of the entidad.
func signHere(cv *canvas, y float64) {
	cv.text(margin, y+14, labelText.tall(8), "Lugar y fecha")
	cv.text(margin+95, y+14, labelText.tall(8), "Firma de quien representa a la entidad")
	cv.line(margin, y+38, margin+75, y+38, 0.2, dark)
	cv.line(margin+95, y+38, margin+measure, y+38, 0.2, dark)
}
