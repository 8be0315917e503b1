package docs_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

const modulo = "foliado"

// rule is a row of the import table.
type rule struct {
	pattern string
	project []string
	others  []string
}

// importRules parses the two tables of architecture.md: for sources, and what tests add.
func importRules(t *testing.T) (sources, tests []rule) {
	t.Helper()
	found := tables(section(t, "\n"+read(t, "docs/architecture.md"), "## Who may import whom"))
	if len(found) != 2 {
		t.Fatalf("architecture.md has %d import tables, want 2", len(found))
	}
	parse := func(rows [][]string) (out []rule) {
		for _, cells := range rows {
			if len(cells) != 3 || len(code(cells[0])) != 1 {
				t.Fatalf("import table: a row is pattern, project, others: %q", cells)
			}
			out = append(out, rule{code(cells[0])[0], code(cells[1]), code(cells[2])})
		}
		return out
	}
	return parse(found[0]), parse(found[1])
}

// matches reports whether a path is the pattern, or lies below it when it ends in "/...".
func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == base || strings.HasPrefix(name, base+"/")
	}
	return pattern == name
}

func firstRule(rules []rule, dir string) (rule, bool) {
	for _, r := range rules {
		if matches(r.pattern, dir) {
			return r, true
		}
	}
	return rule{}, false
}

// allows reports whether one of the rules lets dir import the path.
func allows(dir, imp string, rules ...rule) bool {
	rel, project := strings.CutPrefix(imp, modulo+"/")
	if !project && !strings.Contains(strings.Split(imp, "/")[0], ".") {
		return true // standard library
	}
	if project && rel == dir {
		return true // an external test imports what it tests
	}
	for _, r := range rules {
		patterns, name := r.others, imp
		if project {
			patterns, name = r.project, rel
		}
		if slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) }) {
			return true
		}
	}
	return false
}

// TestImports holds every import against the table.
func TestImports(t *testing.T) {
	sources, tests := importRules(t)
	for _, f := range goFiles(t) {
		r, ok := firstRule(sources, f.dir)
		if !ok {
			t.Errorf("%s: no row of the import table is for %s", f.name, f.dir)
			continue
		}
		rules := []rule{r}
		if extra, ok := firstRule(tests, f.dir); ok && f.test {
			rules = append(rules, extra)
		}
		for _, spec := range f.ast.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			if !allows(f.dir, imp, rules...) {
				t.Errorf("%s imports %s, which the row %s of docs/architecture.md does not allow", f.name, imp, r.pattern)
			}
		}
	}
}

// TestImportTableForbids checks that the table, as written, forbids what must never be.
func TestImportTableForbids(t *testing.T) {
	sources, _ := importRules(t)
	tests := []struct{ dir, imp string }{
		{"domain", "gorm.io/gorm"},
		{"domain", "golang.org/x/text/unicode/norm"},
		{"domain", "foliado/domain/libros"},
		{"domain/norma", "foliado/domain"},
		{"domain/libros", "foliado/registers"},
		{"domain/ruleta", "foliado/domain/bola"},
		{"domain/ruleta", "foliado/domain/libros"},
		{"registers", "foliado/admission"},
		{"registers/diario", "foliado/admission"},
		{"registers/diario", "gorm.io/gorm"},
		{"registers/diario/firma", "foliado/registers/diario/escritor"},
		{"registers/diario/verificador", "foliado/registers/diario/escritor"},
		{"registers/diario/verificador", "foliado/registers/diario/firma"},
		{"registers/diario/verificador", "foliado/registers"},
		{"registers/diario/verificador", "gorm.io/gorm"},
		{"reports", "gorm.io/gorm"},
		{"reports", "foliado/registers"},
		{"reports", "foliado/registers/diario/escritor"},
		{"reports", "foliado/admission"},
		{"templates", "gorm.io/gorm"},
		{"templates", "foliado/registers"},
		{"templates", "foliado/admission"},
		{"api", "foliado/cmd/foliado"},
		{"api", "gorm.io/gorm"},
		{"api/motor", "foliado/registers"},
		{"admission", "foliado/api"},
	}
	for _, tt := range tests {
		r, ok := firstRule(sources, tt.dir)
		if !ok {
			t.Errorf("no row is for %s", tt.dir)
			continue
		}
		if allows(tt.dir, tt.imp, r) {
			t.Errorf("the row %s lets %s import %s", r.pattern, tt.dir, tt.imp)
		}
	}
}
