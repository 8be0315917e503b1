package docs_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"foliado/docs/trazabilidad"
	"foliado/domain/norma"
)

// TestCitedProvisionsHaveTests wants, for every provision that the code cites, a subtest
// whose name carries it. That those subtests run is checked by .ci/trazabilidad.
func TestCitedProvisionsHaveTests(t *testing.T) {
	citas, problems, err := trazabilidad.Scan(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	named, err := trazabilidad.Named(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	reported := map[norma.Articulo]bool{}
	for _, c := range citas {
		if !named[c.Art] && !reported[c.Art] {
			reported[c.Art] = true
			t.Errorf("%s: %s cites %s and no subtest is named after it", c.File, c.Decl, trazabilidad.Clave(c.Art))
		}
	}
}

// TestTraceabilityPage wants rows that name provisions of the index.
func TestTraceabilityPage(t *testing.T) {
	for _, table := range tables(read(t, "docs/trazabilidad.md")) {
		for _, cells := range table {
			if len(cells) != 4 && len(cells) != 3 { // the last one is of a page written before there were scores
				t.Errorf("trazabilidad.md: a row has four cells: %q", cells)
				continue
			}
			n, ref := norma.Reglamento, cells[0]
			for _, other := range norma.Normas()[1:] {
				if rest, ok := strings.CutPrefix(cells[0], other.String()+" "); ok {
					n, ref = other, rest
				}
			}
			if _, ok := n.Lookup(ref); !ok {
				t.Errorf("trazabilidad.md: %q is no provision", cells[0])
			}
		}
	}
}

// criterioRE finds the id of a declared reading; EST, HOR and the like are their families.
var criterioRE = regexp.MustCompile(`\b(?:EST|HOR|JOR|MAQ|ADM|PLA|CAJ|FIR|LIB|RUL|NAI|TOR|RED|DAD)-(?:[0-9]+[a-z]?|[A-Z])\b`)

// criterios returns the ids of the readings in a table of divergencias.md.
func criterios(t *testing.T, heading string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for _, table := range tables(section(t, "\n"+read(t, "docs/divergencias.md"), heading)) {
		for _, cells := range table {
			for _, id := range criterioRE.FindAllString(cells[0], -1) {
				if ids[id] {
					t.Errorf("divergencias.md declares %s twice", id)
				}
				ids[id] = true
			}
		}
	}
	return ids
}

// TestReadingsAreDeclared wants in divergencias.md every reading that the code names, in
// a comment or in a text.
func TestReadingsAreDeclared(t *testing.T) {
	applied := criterios(t, "## Lecturas que el programa aplica")
	waiting := criterios(t, "## Lecturas tomadas que esperan a su código")
	if len(applied) == 0 || len(waiting) == 0 {
		t.Fatal("divergencias.md has lost a table")
	}
	for id := range applied {
		if waiting[id] {
			t.Errorf("divergencias.md has %s as applied and as waiting", id)
		}
	}
	used := map[string]string{}
	for _, f := range goFiles(t) {
		if f.test || strings.HasPrefix(f.dir, "docs") {
			continue
		}
		find := func(text string) {
			for _, id := range criterioRE.FindAllString(text, -1) {
				used[id] = f.name
			}
		}
		for _, c := range f.ast.Comments {
			find(c.Text())
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				find(lit.Value)
			}
			return true
		})
	}
	for id, where := range used {
		if !applied[id] && !waiting[id] {
			t.Errorf("%s names %s, which divergencias.md does not declare", where, id)
		}
	}
}

// TestReadingsArePlaced wants each place that divergencias.md gives to be there.
func TestReadingsArePlaced(t *testing.T) {
	for _, table := range tables(section(t, "\n"+read(t, "docs/divergencias.md"), "## Lecturas que el programa aplica")) {
		for _, cells := range table {
			for _, dir := range code(cells[3]) {
				if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(dir))); err != nil || !info.IsDir() {
					t.Errorf("divergencias.md: %s is applied in %s, which is not a folder", cells[0], dir)
				}
			}
		}
	}
}
