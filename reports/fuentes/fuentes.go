// Package fuentes embeds the typefaces of the printed documents: Latin subsets of
// DejaVu, made by subset.sh from Debian's package. LICENSE is theirs.
package fuentes

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"
)

// The faces, as TrueType files. Callers must not write to them; whoever hands one to
// gofpdf clones it first.
var (
	//go:embed sans.ttf
	Sans []byte
	//go:embed bold.ttf
	Bold []byte
	//go:embed serif-bold.ttf
	SerifBold []byte
	//go:embed mono.ttf
	Mono []byte
)

//go:embed coverage.txt
var coverage string

// Coverage holds the characters that every face but Mono can draw.
var Coverage = parseCoverage(coverage)

func parseCoverage(s string) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for _, line := range strings.Fields(s) {
		r := unicode.Range16{Stride: 1}
		if n, err := fmt.Sscanf(line, "%x-%x", &r.Lo, &r.Hi); n != 2 || err != nil {
			panic("fuentes: bad line in coverage.txt: " + line)
		}
		t.R16 = append(t.R16, r)
		if r.Hi <= unicode.MaxLatin1 {
			t.LatinOffset++
		}
	}
	return t
}
