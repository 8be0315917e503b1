package reports

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/jung-kurt/gofpdf"

	"foliado/reports/fuentes"
)

// This is the only file that knows gofpdf: its successor would enter here.

// face is one of the embedded typefaces.
type face string

const (
	sans      face = "sans"
	bold      face = "bold"
	serifBold face = "serifbold"
	mono      face = "mono"
)

var faces = map[face][]byte{
	sans: fuentes.Sans, bold: fuentes.Bold,
	serifBold: fuentes.SerifBold, mono: fuentes.Mono,
}

// color is an RGB colour of ink.
type color struct{ r, g, b int }

// The inks. Everything stays legible in black and white.
var (
	dark  = color{26, 28, 30}
	grey  = color{104, 108, 112}
	faint = color{176, 180, 184}
	veil  = color{232, 234, 236}
	green = color{20, 74, 58}
	red   = color{158, 28, 32}
	white = color{255, 255, 255}

	noColor = color{-1, -1, -1}
)

// style is how a text is set: face, size in points, ink and letter spacing in ems.
type style struct {
	face     face
	size     float64
	color    color
	tracking float64
}

// tall is the same style with another size, in points.
func (e style) tall(size float64) style { e.size = size; return e }

// ink is the same style in another colour.
func (e style) ink(c color) style { e.color = c; return e }

// mmPoint is a typographic point in millimetres.
const mmPoint = 25.4 / 72

// canvas is where one document is drawn. Lengths are millimetres from the top left
// corner; y of a text is its baseline.
type canvas struct {
	pdf       *gofpdf.Fpdf
	w, h      float64
	widths    map[face]map[rune]int // thousandths of the size, of the faces loaded
	tracking  float64               // letter spacing in force in the page, points
	fillColor color                 // fill colour in force in the page
}

// newCanvas starts a document of pages of w × h millimetres. Its bytes depend on
// nothing but the arguments and what is drawn.
func newCanvas(w, h float64, title, author string, o Options) *canvas {
	orientation := "P"
	if w > h {
		orientation = "L"
	}
	pdf := gofpdf.NewCustom(&gofpdf.InitType{
		OrientationStr: orientation, UnitStr: "mm",
		Size: gofpdf.SizeType{Wd: min(w, h), Ht: max(w, h)},
	})
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCompression(!o.SinComprimir)
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(o.Instante.UTC())
	pdf.SetModificationDate(o.Instante.UTC())
	pdf.SetProducer("Foliado", true)
	pdf.SetTitle(title, true)
	pdf.SetAuthor(author, true)
	return &canvas{pdf: pdf, w: w, h: h, widths: map[face]map[rune]int{}}
}

// page starts the next page.
func (cv *canvas) page() {
	cv.pdf.AddPage()
	cv.tracking = 0
	cv.fillColor = noColor
}

// load makes a face ready at its first use. gofpdf writes into the bytes of a font, so
// each document has its own. Widths are kept apart because asking for one leaves an
// operator in the page.
func (cv *canvas) load(f face) map[rune]int {
	if cv.widths[f] == nil {
		cv.pdf.AddUTF8FontFromBytes(string(f), "", bytes.Clone(faces[f]))
		cv.pdf.SetFont(string(f), "", 10)
		cv.widths[f] = map[rune]int{}
		for r := ' '; r <= unicode.MaxLatin1; r++ {
			cv.widths[f][r] = cv.pdf.GetStringSymbolWidth(string(r))
		}
	}
	return cv.widths[f]
}

// width is the length of s set in e.
func (cv *canvas) width(e style, s string) float64 {
	widths := cv.load(e.face)
	sum, n := 0, 0
	for _, r := range drawable(s) {
		w, ok := widths[r]
		if !ok {
			cv.pdf.SetFont(string(e.face), "", 10)
			w = cv.pdf.GetStringSymbolWidth(string(r))
			widths[r] = w
		}
		sum += w
		n++
	}
	return (float64(sum)/1000 + e.tracking*float64(n)) * e.size * mmPoint
}

// text draws s from x.
func (cv *canvas) text(x, y float64, e style, s string) {
	if s = drawable(s); s == "" {
		return
	}
	cv.load(e.face)
	cv.pdf.SetFont(string(e.face), "", e.size)
	if sp := e.tracking * e.size; sp != cv.tracking {
		cv.pdf.RawWriteStr(formatPoints(sp) + " Tc")
		cv.tracking = sp
	}
	cv.pdf.SetTextColor(e.color.r, e.color.g, e.color.b)
	cv.pdf.Text(x, y, s)
}

// textRight draws s so that it ends at x.
func (cv *canvas) textRight(x, y float64, e style, s string) { cv.text(x-cv.width(e, s), y, e, s) }

// textCenter draws s centred on x.
func (cv *canvas) textCenter(x, y float64, e style, s string) { cv.text(x-cv.width(e, s)/2, y, e, s) }

// textOutline draws s centred on (x, y) and turned by the angle, in outline only, so
// that what lies under it can still be read.
func (cv *canvas) textOutline(x, y, angle float64, e style, s string) {
	cv.pdf.TransformBegin()
	cv.pdf.TransformRotate(angle, x, y)
	cv.pdf.SetDrawColor(e.color.r, e.color.g, e.color.b)
	cv.pdf.SetLineWidth(e.size * mmPoint / 32)
	cv.pdf.SetTextRenderingMode(1)
	cv.textCenter(x, y+e.size*mmPoint*0.36, e, s)
	cv.pdf.SetTextRenderingMode(0)
	cv.pdf.TransformEnd()
	cv.tracking = 0
}

// textTurned draws s centred on (x, y) and turned by the angle, filled.
func (cv *canvas) textTurned(x, y, angle float64, e style, s string) {
	cv.pdf.TransformBegin()
	cv.pdf.TransformRotate(angle, x, y)
	cv.textCenter(x, y+e.size*mmPoint*0.36, e, s)
	cv.pdf.TransformEnd()
	cv.tracking = 0
}

// line draws a rule of that thickness.
func (cv *canvas) line(x1, y1, x2, y2, thickness float64, c color) {
	cv.pdf.SetDrawColor(c.r, c.g, c.b)
	cv.pdf.SetLineWidth(thickness)
	cv.pdf.Line(x1, y1, x2, y2)
}

// frame draws the outline of a box.
func (cv *canvas) frame(x, y, w, h, thickness float64, c color) {
	cv.pdf.SetDrawColor(c.r, c.g, c.b)
	cv.pdf.SetLineWidth(thickness)
	cv.pdf.Rect(x, y, w, h, "D")
}

// fill paints a box.
func (cv *canvas) fill(x, y, w, h float64, c color) {
	if c != cv.fillColor {
		cv.pdf.SetFillColor(c.r, c.g, c.b)
		cv.fillColor = c
	}
	cv.pdf.Rect(x, y, w, h, "F")
}

// modules draws a QR in a square of that side: its matrix of cells, black or white, and
// a quiet zone of four cells around the square. Black cells that touch in a row make one
// box, a hair taller than its row, so that screens show no seam.
func (cv *canvas) modules(x, y, side float64, m [][]bool) {
	step := side / float64(len(m))
	n := float64(len(m) + 8)
	cv.fill(x-4*step, y-4*step, n*step, n*step, white)
	cv.pdf.TransformBegin()
	k := step / mmPoint
	cv.pdf.Transform(gofpdf.TransformMatrix{A: k, D: -k, E: x / mmPoint, F: (cv.h - y) / mmPoint})
	cv.pdf.RawWriteStr("0 g")
	var b strings.Builder
	for i, row := range m {
		for j := 0; j < len(row); j++ {
			start := j
			for j < len(row) && row[j] {
				j++
			}
			if j > start {
				fmt.Fprintf(&b, "%d %d %d 1.02 re\n", start, i, j-start)
			}
		}
	}
	cv.pdf.RawWriteStr(b.String() + "f")
	cv.pdf.TransformEnd()
	cv.fillColor = noColor
}

// ring draws a circle.
func (cv *canvas) ring(x, y, radius, thickness float64, c color) {
	cv.pdf.SetDrawColor(c.r, c.g, c.b)
	cv.pdf.SetLineWidth(thickness)
	cv.pdf.Circle(x, y, radius, "D")
}

// writeTo ends the document. Its header says PDF 1.7, as signers of PDF expect.
func (cv *canvas) writeTo(w io.Writer) error {
	var b bytes.Buffer
	if err := cv.pdf.Output(&b); err != nil {
		return err
	}
	out := b.Bytes()
	copy(out, "%PDF-1.7")
	_, err := w.Write(out)
	return err
}

// formatPoints writes a length for a page's stream.
func formatPoints(p float64) string { return strconv.FormatFloat(p, 'f', 3, 64) }

// drawable replaces what the faces cannot draw: every kind of space and line break by a
// plain space, invisible characters by nothing, the rest by U+FFFD, so that a lost
// letter shows.
func drawable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r <= '~', unicode.Is(fuentes.Coverage, r):
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r), unicode.IsControl(r):
			return -1
		}
		return '\uFFFD'
	}, s)
}

// wrap breaks s into lines no longer than w, at spaces when it can, inside a word when
// it must. It loses no character but the spaces at the breaks. An empty s is one empty
// line.
func (cv *canvas) wrap(e style, s string, w float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(drawable(s)) {
		try := word
		if line != "" {
			try = line + " " + word
		}
		if cv.width(e, try) <= w {
			line = try
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for cv.width(e, word) > w && len([]rune(word)) > 1 {
			n := cv.prefix(e, word, w)
			lines = append(lines, word[:n])
			word = word[n:]
		}
		line = word
	}
	return append(lines, line)
}

// prefix is the number of bytes of the longest start of word no longer than w: at least
// one character.
func (cv *canvas) prefix(e style, word string, w float64) int {
	n := 0
	for k := range word {
		if k > 0 && cv.width(e, word[:k]) > w {
			break
		}
		n = k
	}
	if n == 0 {
		n = len(string([]rune(word)[:1]))
	}
	return n
}

// fit breaks s into at most n lines of width w, making the size smaller, down to least
// points, until they are enough. When even that is not enough there are more lines:
// nothing of a name or an amount is ever cut.
func (cv *canvas) fit(e style, s string, w float64, n int, least float64) (style, []string) {
	for {
		lines := cv.wrap(e, s, w)
		if len(lines) <= n || e.size <= least {
			return e, lines
		}
		e.size = max(e.size-0.25, least)
	}
}

// fitted draws s from (x, y) downwards in at most n lines of width w, as fit breaks it.
func (cv *canvas) fitted(x, y float64, e style, s string, w float64, n int, least float64) {
	e, lines := cv.fit(e, s, w, n, least)
	for k, line := range lines {
		cv.text(x, y+float64(k)*e.size*mmPoint*1.2, e, line)
	}
}
