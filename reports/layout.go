package reports

// block is a strip of the body of a page: what pagination moves about.
type block struct {
	h    float64 // millimetres, the gap above it included
	draw func(cv *canvas, y float64)
	// keep holds it on the page of the block before it.
	keep bool
	// table is the table it is a row of: its heading is drawn again on each page.
	table *table
	// sum is the total of the table up to this row, carried from page to page.
	sum string
	// atFoot pushes it to the foot of the page; only the last block may have it.
	atFoot bool
}

// table is the heading of a table and, when it carries sums, how they are drawn.
type table struct {
	h    float64
	head func(cv *canvas, y float64)
	// carry draws a carried sum ("Suma y sigue", "Suma anterior"); nil: none.
	carry       func(cv *canvas, y float64, label, sum string)
	carryHeight float64
}

func (t *table) headBlock() block { return block{h: t.h, draw: t.head} }

func (t *table) carryBlock(label, sum string) block {
	return block{h: t.carryHeight, draw: func(cv *canvas, y float64) { t.carry(cv, y, label, sum) }}
}

// carries reports whether a page may end between a and b leaving a sum to carry.
func carries(a, b block) bool {
	return a.table != nil && a.table == b.table && a.table.carry != nil
}

// paginate deals the blocks into pages of that height. A block with keep never
// begins a page, unless the run it ends does not fit in one. Each page where a table
// begins or goes on has the heading of the table, and a table that carries sums has
// them at both sides of the break.
func paginate(bs []block, h float64) [][]block {
	var pages [][]block
	var page []block
	y := 0.0
	put := func(b block) { page = append(page, b); y += b.h }
	for k := 0; k < len(bs); {
		n := run(bs[k:])
		for n > 1 && lead(bs, k, true)+height(bs[k:k+n])+reserve(bs, k+n) > h {
			n--
		}
		start := len(page) == 0
		if !start && y+lead(bs, k, false)+height(bs[k:k+n])+reserve(bs, k+n) > h {
			if k > 0 && carries(bs[k-1], bs[k]) {
				put(bs[k].table.carryBlock("Suma y sigue", bs[k-1].sum))
			}
			pages = append(pages, page)
			page, y, start = nil, 0, true
		}
		for i := k; i < k+n; i++ {
			for _, b := range heading(bs, i, start && i == k) {
				put(b)
			}
			put(bs[i])
		}
		k += n
	}
	return append(pages, page)
}

// run is the number of blocks that must share a page with the first.
func run(bs []block) int {
	n := 1
	for n < len(bs) && bs[n].keep {
		n++
	}
	return n
}

// height is the sum of the heights of the blocks, headings of the tables that begin
// after the first of them included.
func height(bs []block) float64 {
	h := 0.0
	for i, b := range bs {
		if i > 0 {
			h += lead(bs, i, false)
		}
		h += b.h
	}
	return h
}

// heading is what comes before bs[i]: nothing inside a table, its heading where it
// begins, heading and carried sum where it goes on at the start of a page.
func heading(bs []block, i int, start bool) []block {
	t := bs[i].table
	first := i == 0 || bs[i-1].table != t
	switch {
	case t == nil || (!first && !start):
		return nil
	case !first && t.carry != nil:
		return []block{t.headBlock(), t.carryBlock("Suma anterior", bs[i-1].sum)}
	}
	return []block{t.headBlock()}
}

// lead is the height of heading.
func lead(bs []block, i int, start bool) float64 {
	h := 0.0
	for _, b := range heading(bs, i, start) {
		h += b.h
	}
	return h
}

// reserve is the room that must be left under bs[i-1] in case the page ends there: the
// carried sum, unless the table ends with it.
func reserve(bs []block, i int) float64 {
	if i > 0 && i < len(bs) && carries(bs[i-1], bs[i]) {
		return bs[i].table.carryHeight
	}
	return 0
}

// compose draws the pages, each from y0 down to bottom. The last block, when it is atFoot,
// goes to the foot. The blank above it, and that at the end of the sheets before, is
// crossed out, as in books on paper, so that nothing can be written in later.
func compose(cv *canvas, pages [][]block, x, w, y0, bottom float64, frame func(number, count int)) {
	for i, page := range pages {
		cv.page()
		frame(i+1, len(pages))
		y := y0
		for _, b := range page {
			if b.atFoot {
				cross(cv, x, w, y, bottom-b.h)
				y = max(y, bottom-b.h)
			}
			b.draw(cv, y)
			y += b.h
		}
		if i < len(pages)-1 {
			cross(cv, x, w, y, bottom)
		}
	}
}

// cross strikes out the blank between two heights.
func cross(cv *canvas, x, w, from, to float64) {
	const air = 6.0
	if from, to = from+air, to-air; to-from < 16 {
		return
	}
	cv.line(x, from, x+w, from, 0.1, faint)
	cv.line(x+w, from, x, to, 0.1, faint)
	cv.line(x, to, x+w, to, 0.1, faint)
}
