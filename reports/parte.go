package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
)

// ParteMesa is an open table on the parte de situación.
type ParteMesa struct {
	Mesa         int
	Juego        domain.Juego
	Apertura     time.Time
	Minimo       domain.Importe
	Anticipo     domain.Importe
	Reposiciones int
	Total        domain.Importe
}

// ParteFacts are the facts of the parte de situación: how an establecimiento stands when an
// inspector walks in (arts. 14.1.c, 36.5). Texts are ready to print.
type ParteFacts struct {
	Casa      Casa
	Evidencia Evidencia
	Instante  time.Time
	Hechos    [][2]string // label and value, in order
	Alerta    string      // "SALA SIN DIRECCIÓN"; "" none
	Mesas     []ParteMesa
	Pendiente []string // acts and communications
}

// maxParteMesas and maxPendiente are what fits on the one page; the rest is counted.
const (
	maxParteMesas = 27
	maxPendiente  = 6
)

// Parte writes the parte de situación on one page.
func Parte(w io.Writer, f ParteFacts, o Options) error {
	r := sheet{casa: f.Casa, title: "Parte de situación", subtitle: formatInstant(f.Instante), folio: "parte", date: formatInstant(f.Instante),
		stamp: f.Alerta, regimen: "Datos del diario a esa hora; cada uno puede contrastarse en sus libros", evidencia: f.Evidencia,
		basis: art("14.1.c").String() + " y " + art("36.5").String() + " del Reglamento"}
	return r.write(w, o, f.blocks)
}

func (f ParteFacts) blocks(cv *canvas) []block {
	facts := make([]fact, 0, len(f.Hechos))
	for _, h := range f.Hechos {
		facts = append(facts, fact{h[0], h[1]})
	}
	bs := grid(cv, 3, facts)
	bs = append(bs, section("Mesas abiertas", fmt.Sprint(len(f.Mesas))))
	t := &table{h: 5, head: parteHead}
	for _, m := range f.Mesas[:min(len(f.Mesas), maxParteMesas)] {
		bs = append(bs, block{h: 3.9, table: t, draw: func(cv *canvas, y float64) { parteRow(cv, y, m) }})
	}
	if n := len(f.Mesas) - maxParteMesas; n > 0 {
		bs = append(bs, paragraph(cv, noteText, fmt.Sprintf("y %d más, en sus libros", n), true)...)
	}
	if len(f.Mesas) == 0 {
		bs = append(bs, paragraph(cv, noteText, "Ninguna.", true)...)
	}
	bs = append(bs, section("Actos y comunicaciones pendientes", fmt.Sprint(len(f.Pendiente))))
	for _, p := range f.Pendiente[:min(len(f.Pendiente), maxPendiente)] {
		bs = append(bs, paragraph(cv, normalText.tall(7.5), p, true)...)
	}
	if n := len(f.Pendiente) - maxPendiente; n > 0 {
		bs = append(bs, paragraph(cv, noteText, fmt.Sprintf("y %d más", n), true)...)
	}
	if len(f.Pendiente) == 0 {
		bs = append(bs, paragraph(cv, noteText, "Ninguno.", true)...)
	}
	return bs
}

// Columns of the tables of the parte, from the left margin.
const (
	parteJuego, parteHora, parteMinimo, parteAnticipo, parteRepos = 12.0, 66.0, 92.0, 120.0, 136.0
)

func parteHead(cv *canvas, y float64) {
	cv.textRight(margin+8, y+3.4, labelText, "mesa")
	cv.text(margin+parteJuego, y+3.4, labelText, "juego")
	cv.textRight(margin+parteHora, y+3.4, labelText, "abierta")
	cv.textRight(margin+parteMinimo, y+3.4, labelText, "mínimo")
	cv.textRight(margin+parteAnticipo, y+3.4, labelText, "anticipo")
	cv.textRight(margin+parteRepos, y+3.4, labelText, "repos.")
	cv.textRight(margin+measure, y+3.4, labelText, "total entregado")
	cv.line(margin, y+4.6, margin+measure, y+4.6, 0.2, green)
}

func parteRow(cv *canvas, y float64, m ParteMesa) {
	e := normalText.tall(7.5)
	base := y + 2.9
	cv.textRight(margin+8, base, boldText.tall(7.5), fmt.Sprint(m.Mesa))
	cv.text(margin+parteJuego, base, e, m.Juego.Nombre())
	cv.textRight(margin+parteHora, base, e, m.Apertura.In(domain.Madrid).Format("15:04"))
	cv.textRight(margin+parteMinimo, base, e, figure(m.Minimo))
	cv.textRight(margin+parteAnticipo, base, e, figure(m.Anticipo))
	cv.textRight(margin+parteRepos, base, e, fmt.Sprint(m.Reposiciones))
	cv.textRight(margin+measure, base, e, figure(m.Total))
}
