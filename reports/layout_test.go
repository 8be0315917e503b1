package reports

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPaginate makes bodies of every shape and holds the pages against what paginate
// promises.
func TestPaginate(t *testing.T) {
	const h = 100.0
	rapid.Check(t, func(rt *rapid.T) {
		tables := []*table{nil,
			{h: 5, head: func(*canvas, float64) {}},
			{h: 7, carryHeight: 4, carry: func(*canvas, float64, string, string) {}}}
		var bs []block
		run := 0.0
		for range rapid.IntRange(0, 60).Draw(rt, "blocks") {
			b := block{
				h:     rapid.Float64Range(1, 14).Draw(rt, "height"),
				keep:  len(bs) > 0 && rapid.IntRange(0, 3).Draw(rt, "keep") == 0 && run < 55,
				table: tables[rapid.IntRange(0, 2).Draw(rt, "table")],
				sum:   "suma",
			}
			if !b.keep {
				run = 0
			}
			run += b.h + 11 // with the heading it may bring
			bs = append(bs, b)
		}
		k := 0
		for p, page := range paginate(bs, h) {
			y := 0.0
			var t *table
			for i, b := range page {
				y += b.h
				if b.sum == "" { // a heading or a carried sum
					continue
				}
				if k >= len(bs) || b.h != bs[k].h || b.table != bs[k].table {
					rt.Fatalf("page %d: block %d is not the one that follows", p, k)
				}
				if b.table != nil && b.table != t && (i == 0 || page[i-1].sum != "") {
					rt.Errorf("page %d: row %d has no heading above", p, k)
				}
				if b.keep && i == 0 {
					rt.Errorf("page %d begins with block %d, which keeps to the one before", p, k)
				}
				t = b.table
				k++
			}
			if y > h+1e-9 {
				rt.Errorf("page %d is %v high, want at most %v", p, y, h)
			}
		}
		if k != len(bs) {
			rt.Errorf("%d blocks came out, want %d", k, len(bs))
		}
	})
}

// TestPaginateBorder is the row that ends exactly at the border of the page, and the one
// a hair over it.
func TestPaginateBorder(t *testing.T) {
	rows := func(n int, h float64) []block {
		tb := &table{h: 10, head: func(*canvas, float64) {}}
		bs := make([]block, n)
		for k := range bs {
			bs[k] = block{h: h, table: tb}
		}
		return bs
	}
	tests := []struct {
		name string
		n    int
		h    float64
		want int
	}{
		{"PDF-04/exactly at the border", 9, 10, 1},
		{"PDF-04/one more", 10, 10, 2},
		{"PDF-04/two full pages", 18, 10, 2},
		{"PDF-04/a hair over", 9, 10.001, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := len(paginate(rows(tt.n, tt.h), 100)); got != tt.want {
				t.Errorf("%d pages, want %d", got, tt.want)
			}
		})
	}
	t.Run("a run longer than a page is broken", func(t *testing.T) {
		bs := rows(30, 10)
		for k := range bs {
			bs[k].keep = k > 0
		}
		if got := len(paginate(bs, 100)); got != 4 {
			t.Errorf("%d pages, want 4", got)
		}
	})
}
