package reports

import (
	"io"
)

// column is a column of a listado: where it begins, or ends when its texts go to the right.
type column struct {
	title string
	x     float64 // millimetres from the left margin
	w     float64 // room for its texts
	right bool
}

// listado is a document that lists what a book of the door holds: facts above, lines, and
// totals below.
type listado struct {
	sheet
	facts   []fact
	columns []column
	rows    [][]string
	empty   string // said when there are no lines
	totals  []fact
	notes   []string
}

const listadoRow = 5.2

// write lays the listado out. The errors about its facts wrap ErrFacts.
func (l listado) write(w io.Writer, o Options) error { return l.sheet.write(w, o, l.blocks) }

func (l listado) blocks(cv *canvas) []block {
	bs := grid(cv, 3, l.facts)
	t := &table{h: 7.5, head: l.head}
	for _, row := range l.rows {
		bs = append(bs, block{h: listadoRow, table: t, draw: func(cv *canvas, y float64) { l.row(cv, y, row) }})
	}
	if len(l.rows) == 0 {
		bs = append(bs, paragraph(cv, noteText, l.empty, false)...)
	}
	for k, f := range l.totals {
		bs = append(bs, block{h: 6.4, keep: true, draw: func(cv *canvas, y float64) {
			e := normalText
			if k == len(l.totals)-1 {
				e = boldText.tall(9.5)
			}
			cv.text(margin+90, y+4.6, e, f.label)
			cv.textRight(margin+measure, y+4.6, e, f.value)
		}})
	}
	for _, n := range l.notes {
		bs = append(bs, block{h: 3})
		bs = append(bs, paragraph(cv, noteText, n, false)...)
	}
	for k := range bs {
		if bs[k].draw == nil {
			bs[k].draw = func(*canvas, float64) {}
		}
	}
	return bs
}

func (l listado) head(cv *canvas, y float64) {
	for _, c := range l.columns {
		c.put(cv, y+4.4, labelText, c.title)
	}
	cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
}

func (l listado) row(cv *canvas, y float64, row []string) {
	for k, c := range l.columns {
		c.put(cv, y+3.6, normalText, row[k])
	}
	cv.line(margin, y+listadoRow, margin+measure, y+listadoRow, 0.08, veil)
}

func (c column) put(cv *canvas, y float64, e style, s string) {
	if c.right {
		cv.textRight(margin+c.x, y, e, s)
		return
	}
	cv.fitted(margin+c.x, y, e, s, c.w, 1, 4.5)
}
