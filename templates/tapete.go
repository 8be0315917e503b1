package templates

import (
	"fmt"
	"html/template"
	"strings"

	"foliado/domain/tapete"
)

// clasesTinta are the classes of the style sheet for the inks of a drawing.
var clasesTinta = map[tapete.Tinta]string{
	tapete.Papel: "papel", tapete.Negro: "negro", tapete.Rojo: "rojo", tapete.Verde: "verde",
	tapete.Gris: "gris", tapete.Oro: "oro", tapete.Ficha: "ficha",
}

// drawTapete writes a drawing as SVG, in the inks of the style sheet. Its texts are those of the
// facts, escaped.
func drawTapete(d tapete.Dibujo) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="tapete" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, d.Ancho, d.Alto)
	for _, f := range d.Formas {
		ink := inkClasses(f)
		switch f.Clase {
		case tapete.Caja:
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="%d"%s/>`, f.X, f.Y, f.W, f.H, f.R, ink)
		case tapete.Disco:
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="%d"%s/>`, f.X, f.Y, f.R, ink)
		case tapete.Poligono:
			points := make([]string, len(f.Puntos))
			for k, p := range f.Puntos {
				points[k] = fmt.Sprintf("%d,%d", p[0], p[1])
			}
			fmt.Fprintf(&b, `<polygon points="%s"%s/>`, strings.Join(points, " "), ink)
		case tapete.Texto:
			weight := ""
			if f.Negrita {
				weight = ` font-weight="700"`
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d" text-anchor="%s"%s%s>%s</text>`, f.X, f.Y, f.H, anchors[f.Ancla], weight, ink,
				template.HTMLEscapeString(f.Letras))
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

var anchors = map[tapete.Ancla]string{tapete.Inicio: "start", tapete.Centro: "middle", tapete.Final: "end"}

// inkClasses are the attributes of a shape's inks.
func inkClasses(f tapete.Forma) string {
	fill, ok := clasesTinta[f.Relleno]
	if !ok {
		fill = "nada"
	}
	s := ` class="t-` + fill
	if trazo, ok := clasesTinta[f.Trazo]; ok {
		return s + " s-" + trazo + fmt.Sprintf(`" stroke-width="%d"`, f.Grosor)
	}
	return s + `"`
}
