package reports

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"foliado/domain"
)

// Geometry of a sheet of a register, A4 upright, in millimetres.
const (
	a4Width, a4Height = 210.0, 297.0
	margin            = 20.0
	measure           = a4Width - 2*margin
	bodyTop           = 49.0  // the body begins here
	bodyBottom        = 245.0 // the body ends above this
	qrSide            = 30.0
	nameWidth         = 95.0 // of the house in the heading
)

// Styles of the register sheets.
var (
	normalText  = style{face: sans, size: 8.5, color: dark}
	boldText    = style{face: bold, size: 8.5, color: dark}
	labelText   = style{face: sans, size: 6.5, color: grey}
	noteText    = style{face: sans, size: 7, color: grey}
	monoText    = style{face: mono, size: 6.5, color: grey}
	titleText   = style{face: serifBold, size: 16, color: dark}
	sectionText = style{face: bold, size: 8.5, color: green}
	capsText    = style{face: bold, size: 7, color: grey, tracking: 0.05}
	alertText   = style{face: bold, size: 8, color: red, tracking: 0.04}
)

// sheet is what every sheet of a register document carries around its body.
type sheet struct {
	casa      Casa
	title     string
	subtitle  string
	folio     string // "folio 12"; the sheet is added: "folio 12, hoja 1 de 2"
	date      string // under the folio
	stamp     string // stamp beside the title: "PENDIENTE DE CERTIFICACIÓN"
	regimen   string // legal standing, first line of the foot
	evidencia Evidencia
	basis     string // provisions the document serves
}

// write lays the blocks out and writes the document.
func (r sheet) write(w io.Writer, o Options, build func(*canvas) []block) error {
	if err := errors.Join(o.check(), r.casa.check(), r.evidencia.check()); err != nil {
		return err
	}
	title := r.title + ", " + r.folio
	cv := newCanvas(a4Width, a4Height, title, r.casa.Entidad, o)
	code, err := qr(TextoQR(r.evidencia.Token, r.evidencia.Checkpoint))
	if err != nil {
		return err
	}
	pages := paginate(build(cv), bodyBottom-bodyTop)
	compose(cv, pages, margin, measure, bodyTop, bodyBottom, func(number, count int) {
		if r.casa.Demostracion {
			watermark(cv)
		}
		r.head(cv, fmt.Sprintf("%s, hoja %d de %d", r.folio, number, count))
		r.foot(cv, code, o)
	})
	return cv.writeTo(w)
}

// watermark marks a sheet of a demonstration; it lies under everything.
func watermark(cv *canvas) {
	e := style{face: bold, size: 58, color: veil}
	cv.textTurned(cv.w/2, cv.h/2-4, 52, e, "DEMOSTRACIÓN")
}

// head draws the heading that every sheet repeats; place is its place in the book.
func (r sheet) head(cv *canvas, place string) {
	const right = a4Width - margin
	emblem(cv, margin+5.5, 18.5, 5.5, r.casa)
	name := style{face: bold, size: 10, color: dark, tracking: 0.03}
	if r.casa.Establecimiento == "" {
		houseName(cv, margin+14.5, 20, name, r.casa.Entidad, nameWidth)
	} else {
		houseName(cv, margin+14.5, 17.8, name, r.casa.Establecimiento, nameWidth)
		cv.fitted(margin+14.5, 22.2, noteText, r.casa.Entidad, nameWidth, 1, 5)
	}
	cv.textRight(right, 17.8, boldText.tall(9.5), place)
	cv.textRight(right, 22.2, noteText, r.date)
	cv.line(margin, 27, right, 27, 0.6, green)
	cv.line(margin, 28, right, 28, 0.15, green)
	cv.text(margin, 37.2, titleText, r.title)
	cv.text(margin, 43, normalText.tall(9.5).ink(grey), r.subtitle)
	if r.stamp != "" {
		w := cv.width(alertText, r.stamp) + 6
		cv.frame(right-w, 31.8, w, 6.4, 0.4, red)
		cv.text(right-w+3, 36, alertText, r.stamp)
	}
}

// foot draws what lets the sheet be checked: standing, completeness, checkpoint, QR.
func (r sheet) foot(cv *canvas, code [][]bool, o Options) {
	const right = a4Width - margin
	const w = measure - qrSide - 8
	e := r.evidencia
	cv.line(margin, bodyBottom+2, right, bodyBottom+2, 0.15, green)
	cv.modules(right-qrSide, bodyBottom+6, qrSide, code)
	y := bodyBottom + 7.2
	put := func(e style, s string, n int) {
		e, lines := cv.fit(e, s, w, n, 4.6)
		for _, line := range lines {
			cv.text(margin, y, e, line)
			y += e.size * mmPoint * 1.32
		}
	}
	put(boldText.tall(7), r.regimen, 2)
	put(noteText.tall(6.8), e.completitud(), 3)
	y += 1
	field := func(label string, e style, value string) {
		if value != "" {
			cv.text(margin, y, labelText, label)
			cv.text(margin+34, y, e, value)
			y += 3.1
		}
	}
	value := monoText.tall(6.2)
	field("Checkpoint de su asiento", value, fmt.Sprintf("%s · tamaño %d", e.Checkpoint.Origen, e.Checkpoint.Tamano))
	field("Raíz del árbol", value.ink(dark), e.Checkpoint.Raiz)
	field("Firma del checkpoint", value, shortFirma(e.Checkpoint.Firma))
	field("Asientos del libro", labelText.ink(dark), e.Asientos)
	field("Referencia", value, e.Token)
	cv.text(margin, a4Height-11, labelText.tall(6.2), r.colophon(o))
}

// colophon is the last line: what the document rests on and when it was printed.
func (r sheet) colophon(o Options) string {
	var out []string
	if r.casa.Demostracion {
		out = append(out, "demostración sin valor")
	}
	if r.basis != "" {
		out = append(out, r.basis)
	}
	if c := r.evidencia.Criterios; len(c) > 0 {
		out = append(out, "criterios "+strings.Join(c, ", "))
	}
	return strings.Join(append(out, "impreso el "+formatInstant(o.Instante)), " · ")
}

// shortFirma is the start of the signature of a checkpoint; the QR holds it whole.
func shortFirma(note string) string {
	if note == "" {
		return ""
	}
	f := note[strings.LastIndexByte(note, ' ')+1:]
	return f[:min(len(f), 32)] + "…"
}

// emblem draws the logotype of the house: its initials in a double ring (art. 22.3 asks
// a card for a logotype, a stamp or a signature).
func emblem(cv *canvas, x, y, radius float64, c Casa) {
	cv.ring(x, y, radius, radius/12, green)
	cv.ring(x, y, radius*0.82, radius/40, green)
	e := style{face: serifBold, size: radius * 2, color: green}
	ini := initials(c.Establecimiento)
	if ini == "" {
		ini = initials(c.Entidad)
	}
	if len([]rune(ini)) > 2 {
		e.size = radius * 1.6
	}
	cv.textCenter(x, y+e.size*mmPoint*0.36, e, ini)
}

// houseName draws the name of the house on the line of y, or, when it is long, on that
// line and the one above.
func houseName(cv *canvas, x, y float64, e style, s string, w float64) {
	least := e.size * 0.75
	if fitted, lines := cv.fit(e, s, w, 1, least); len(lines) == 1 {
		cv.text(x, y, fitted, lines[0])
		return
	}
	cv.fitted(x, y-least*mmPoint*1.1, e.tall(least), s, w, 2, 4)
}

// initials are the first letters of the words of a name that begin with a capital,
// three at most.
func initials(name string) string {
	var out []rune
	for _, word := range strings.Fields(name) {
		if r := []rune(word)[0]; unicode.IsUpper(r) && len(out) < 3 {
			out = append(out, r)
		}
	}
	return string(out)
}

// fact is a labelled fact.
type fact struct{ label, value string }

// grid makes blocks of labelled facts, n to a row, wide enough to share the measure.
func grid(cv *canvas, n int, facts []fact) []block {
	w := measure / float64(n)
	var bs []block
	for k := 0; k < len(facts); k += n {
		row := facts[k:min(k+n, len(facts))]
		texts := make([][]string, len(row))
		h := 0
		for i, p := range row {
			texts[i] = cv.wrap(boldText, p.value, w-4)
			h = max(h, len(texts[i]))
		}
		bs = append(bs, block{h: 6.2 + 3.9*float64(h), keep: k > 0, draw: func(cv *canvas, y float64) {
			for i, p := range row {
				x := margin + w*float64(i)
				cv.text(x, y+3, labelText, p.label)
				for j, line := range texts[i] {
					cv.text(x, y+7.2+3.9*float64(j), boldText, line)
				}
			}
		}})
	}
	return bs
}

// section is the heading of a part; what follows should have keep.
func section(title, right string) block {
	return block{h: 12, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+8, sectionText, title)
		cv.textRight(margin+measure, y+8, noteText, right)
		cv.line(margin, y+9.8, margin+measure, y+9.8, 0.15, green)
	}}
}

// paragraph makes a block of each line of a text.
func paragraph(cv *canvas, e style, s string, keep bool) []block {
	step := e.size * mmPoint * 1.45
	var bs []block
	for _, line := range cv.wrap(e, s, measure) {
		bs = append(bs, block{h: step, keep: keep || len(bs) == 1, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+e.size*mmPoint, e, line)
		}})
	}
	return bs
}

// together sets keep in every block.
func together(bs []block) []block {
	for i := range bs {
		bs[i].keep = true
	}
	return bs
}

// pieceLine is a line of a count: so many pieces of a value.
type pieceLine struct {
	value  domain.Importe
	piezas int64
}

func pieceLines(p domain.Piezas) []pieceLine {
	var out []pieceLine
	for _, v := range p.Denominaciones() {
		out = append(out, pieceLine{v, p[v]})
	}
	return out
}
