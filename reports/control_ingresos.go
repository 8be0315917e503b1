package reports

import (
	"fmt"
	"io"
	"time"

	"foliado/domain"
	"foliado/domain/letras"
)

// ResultadoMesa is the line of a table in the control de ingresos, brought from its
// book (art. 40.2).
type ResultadoMesa struct {
	Mesa      int
	Juego     domain.Juego
	Folios    string         // folios of its book that it comes from: "12", "12 y 13"; "" when it did not open
	Sesiones  int            // sessions of the jornada; 0: it did not open
	Resultado domain.Importe // sum of its sessions, céntimos; may be negative
}

// LineaRectificada is a correction of the count of a folio, signed in the jornada
// (criterio FIR-5).
type LineaRectificada struct {
	Mesa       int
	Folio      int64 // that it corrects
	Original   domain.Fecha
	Diferencia domain.Importe
}

// ControlIngresosFacts are the facts of a folio of the control de ingresos: one jornada
// of one establecimiento (art. 42).
type ControlIngresosFacts struct {
	Casa          Casa
	Regimen       Regimen
	Evidencia     Evidencia
	Folio         int64
	Jornada       domain.Fecha
	Asiento       int64     // number in the book
	Cierre        time.Time // when the jornada was closed, UTC
	Contingencia  string    // number of the pre-printed form when certified on paper (criterio HOR-2)
	Mesas         []ResultadoMesa
	Rectificado   []LineaRectificada
	Total         domain.Importe // sum of the lines, céntimos
	TotalLetra    string         // the total in words, as the leaf has it (art. 42.2)
	Certificacion *Acto          // director or substitute; nil or unsigned: pending
}

func (f ControlIngresosFacts) check() error {
	var total domain.Importe
	for _, m := range f.Mesas {
		total += m.Resultado
	}
	for _, l := range f.Rectificado {
		total += l.Diferencia
	}
	if total != f.Total {
		return fmt.Errorf("%w: los resultados suman %s y el total dice %s", ErrFacts, total, f.Total)
	}
	if f.TotalLetra != letras.Euros(f.Total) {
		return fmt.Errorf("%w: %s no se lee %q", ErrFacts, figure(f.Total), f.TotalLetra)
	}
	if f.Certificacion != nil {
		return f.Certificacion.check()
	}
	return nil
}

// Certified reports whether the folio carries its signature.
func (f ControlIngresosFacts) Certified() bool {
	return f.Certificacion != nil && f.Certificacion.Closed()
}

// ControlIngresos writes a folio of the control de ingresos (arts. 42.1, 42.2). One that
// is not certified yet says so on every sheet. The errors about its facts wrap ErrFacts.
func ControlIngresos(w io.Writer, f ControlIngresosFacts, o Options) error {
	if err := f.check(); err != nil {
		return err
	}
	stamp := ""
	if !f.Certified() {
		stamp = "PENDIENTE DE CERTIFICACIÓN"
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Control de ingresos",
		subtitle:  "Jornada del " + f.Jornada.Larga() + " · cerrada el " + formatInstant(f.Cierre),
		folio:     fmt.Sprintf("folio %d", f.Folio),
		date:      "jornada del " + f.Jornada.Larga(),
		stamp:     stamp,
		regimen:   f.Regimen.text(),
		evidencia: f.Evidencia,
		basis:     art("42").String() + " del Reglamento",
	}
	return r.write(w, o, f.blocks)
}

// Columns of the control de ingresos, from the left margin.
const (
	colGame, colFolios, colSessions = 22.0, 86.0, 128.0
	mesaHeight                      = 5.2
	// lastMesas is the least number of lines on the sheet of the signature.
	lastMesas = 3
)

func (f ControlIngresosFacts) blocks(cv *canvas) []block {
	t := &table{h: 7.5, head: controlHead, carry: controlCarry, carryHeight: 6}
	var bs []block
	var sum domain.Importe
	for i, m := range f.Mesas {
		sum += m.Resultado
		bs = append(bs, block{
			h: mesaHeight, table: t, sum: figure(sum), keep: i > 0 && i > len(f.Mesas)-lastMesas,
			draw: func(cv *canvas, y float64) { controlRow(cv, y, m) },
		})
	}
	if len(bs) == 0 {
		bs = paragraph(cv, noteText, "No se abrió ninguna mesa en la jornada.", false)
	}
	if len(f.Rectificado) > 0 {
		bs = append(bs, section("Rectificaciones firmadas en la jornada", "criterio FIR-5"))
	}
	for _, l := range f.Rectificado {
		bs = append(bs, block{h: mesaHeight, keep: true, draw: func(cv *canvas, y float64) {
			cv.textRight(margin+10, y+3.6, boldText, fmt.Sprint(l.Mesa))
			cv.text(margin+colGame, y+3.6, normalText, fmt.Sprintf("folio %d de su libro, jornada del %s", l.Folio, l.Original.Larga()))
			cv.textRight(margin+measure, y+3.6, normalText, figure(l.Diferencia))
			cv.line(margin, y+mesaHeight, margin+measure, y+mesaHeight, 0.08, veil)
		}})
	}
	bs = append(bs, amount(cv, "Total del día", f.Total)...)
	return append(bs, f.certificacion(cv))
}

func controlHead(cv *canvas, y float64) {
	cv.textRight(margin+10, y+4.4, labelText, "mesa")
	cv.text(margin+colGame, y+4.4, labelText, "juego")
	cv.text(margin+colFolios, y+4.4, labelText, "folios de su libro")
	cv.textRight(margin+colSessions, y+4.4, labelText, "sesiones")
	cv.textRight(margin+measure, y+4.4, labelText, "resultado")
	cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
}

func controlRow(cv *canvas, y float64, m ResultadoMesa) {
	base := y + 3.6
	cv.textRight(margin+10, base, boldText, fmt.Sprint(m.Mesa))
	cv.text(margin+colGame, base, normalText, m.Juego.Nombre())
	if m.Sesiones == 0 {
		cv.text(margin+colFolios, base, noteText, "no se abrió")
	} else {
		cv.fitted(margin+colFolios, base, normalText, m.Folios, colSessions-colFolios-14, 1, 3.5)
		cv.textRight(margin+colSessions, base, normalText, fmt.Sprint(m.Sesiones))
	}
	cv.textRight(margin+measure, base, normalText, figure(m.Resultado))
	cv.line(margin, y+mesaHeight, margin+measure, y+mesaHeight, 0.08, veil)
}

func controlCarry(cv *canvas, y float64, label, sum string) {
	cv.text(margin+colGame, y+4.2, noteText, label)
	cv.textRight(margin+measure, y+4.2, boldText, sum)
}

// certificacion is the foot of the control: the words of who certifies and the box of
// the signature, with the data on its sheet.
func (f ControlIngresosFacts) certificacion(cv *canvas) block {
	const w = 78.0
	firmas := []Firma{{Cargo: domain.Director}}
	acto := Acto{}
	if f.Certificacion != nil {
		acto = *f.Certificacion
		firmas = acto.Firmas
	}
	text := "Quien firma certifica que este control recoge el resultado de todas las mesas de la jornada, trasladado de sus libros, y su total en cifra y en letra (" + art("42.2").String() + ")."
	if !f.Certified() {
		text = "Sin la certificación de la dirección este control no está terminado y no puede abrirse la jornada siguiente (" + art("42.2").String() + ")."
	}
	lines := cv.wrap(normalText, text, measure-w-10)
	return block{h: boxHeight + 16, keep: true, atFoot: true, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+6, sectionText, "Certificación")
		for k, line := range lines {
			cv.text(margin, y+14+float64(k)*4.3, normalText, line)
		}
		if f.Contingencia != "" {
			cv.text(margin, y+boxHeight+10, noteText, "Certificado en el impreso de contingencia "+f.Contingencia)
		}
		if acto.ID != "" {
			cv.textRight(margin+measure, y+6, labelText, "Acto "+acto.ID)
		}
		boxes(cv, margin+measure-w, y+9.6, w, firmas)
		if acto.Huella != "" {
			cv.textRight(margin+measure, y+boxHeight+13.2, monoText.tall(6), "huella "+acto.Huella)
		}
	}}
}
