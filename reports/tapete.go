package reports

import (
	"github.com/jung-kurt/gofpdf"

	"foliado/domain/tapete"
)

// tintas are the inks of a drawing on paper.
var tintas = map[tapete.Tinta]color{
	tapete.Papel: white,
	tapete.Negro: dark,
	tapete.Rojo:  red,
	tapete.Verde: green,
	tapete.Gris:  faint,
	tapete.Oro:   {232, 176, 32},
	tapete.Ficha: {250, 224, 150},
}

// drawings makes a block of each drawing of a table, none larger than it is.
func drawings(ds []tapete.Dibujo) []block {
	bs := make([]block, 0, len(ds))
	for k, d := range ds {
		scale := min(0.1, measure/float64(d.Ancho))
		bs = append(bs, block{h: float64(d.Alto)*scale + 1.5, keep: k == 0, draw: func(cv *canvas, y float64) { cv.tapete(margin, y, scale, d) }})
	}
	return bs
}

// tapete draws the shapes of a table, scale millimetres to each of their units.
func (cv *canvas) tapete(x, y, scale float64, d tapete.Dibujo) {
	at := func(px, py int) (float64, float64) { return x + float64(px)*scale, y + float64(py)*scale }
	for _, f := range d.Formas {
		px, py := at(f.X, f.Y)
		how := cv.inks(f, scale)
		switch f.Clase {
		case tapete.Caja:
			if r := float64(f.R) * scale; r > 0 {
				cv.pdf.RoundedRect(px, py, float64(f.W)*scale, float64(f.H)*scale, r, "1234", how)
			} else {
				cv.pdf.Rect(px, py, float64(f.W)*scale, float64(f.H)*scale, how)
			}
		case tapete.Disco:
			cv.pdf.Circle(px, py, float64(f.R)*scale, how)
		case tapete.Poligono:
			points := make([]gofpdf.PointType, len(f.Puntos))
			for k, p := range f.Puntos {
				points[k].X, points[k].Y = at(p[0], p[1])
			}
			cv.pdf.Polygon(points, how)
		case tapete.Texto:
			cv.letters(px, py, scale, f)
		}
	}
	cv.fillColor = noColor
}

// inks puts the inks of a shape in force and says how it is painted.
func (cv *canvas) inks(f tapete.Forma, scale float64) string {
	how := ""
	if c, ok := tintas[f.Relleno]; ok {
		cv.pdf.SetFillColor(c.r, c.g, c.b)
		how += "F"
	}
	if c, ok := tintas[f.Trazo]; ok {
		cv.pdf.SetDrawColor(c.r, c.g, c.b)
		cv.pdf.SetLineWidth(float64(f.Grosor) * scale)
		how += "D"
	}
	cv.fillColor = noColor
	return how
}

// letters draws a text of a drawing.
func (cv *canvas) letters(x, y, scale float64, f tapete.Forma) {
	e := style{face: sans, size: float64(f.H) * scale / mmPoint, color: tintas[f.Relleno]}
	if f.Negrita {
		e.face = bold
	}
	switch f.Ancla {
	case tapete.Centro:
		cv.textCenter(x, y, e, f.Letras)
	case tapete.Final:
		cv.textRight(x, y, e, f.Letras)
	default:
		cv.text(x, y, e, f.Letras)
	}
}
