package docs_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// words splits a name into lower-case words, each in the singular: "AnticipoInicial",
// "anticipo_inicial" and "anticipos-iniciales" are the same two.
func words(name string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, singular(strings.ToLower(string(cur))))
			cur = nil
		}
	}
	runes := []rune(name)
	for k, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r) && k > 0 && (!unicode.IsUpper(runes[k-1]) || k+1 < len(runes) && unicode.IsLower(runes[k+1])):
			flush()
		}
		cur = append(cur, r)
	}
	flush()
	return out
}

func singular(w string) string {
	if s, ok := strings.CutSuffix(w, "es"); ok && len(s) > 3 && strings.ContainsAny(s[len(s)-1:], "dlnz") {
		return s
	}
	if s, ok := strings.CutSuffix(w, "s"); ok && len(s) > 2 {
		return s
	}
	return w
}

// vocabulary is every run of one to four words in the names that the program uses:
// identifiers, words of its texts (routes, keys, kinds) and names of its SQL.
func vocabulary(t *testing.T) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	add := func(name string) {
		ws := words(name)
		for i := range ws {
			for j := i + 1; j <= min(len(ws), i+4); j++ {
				seen[strings.Join(ws[i:j], " ")] = true
			}
		}
	}
	for _, f := range goFiles(t) {
		if f.test || strings.HasPrefix(f.dir, ".ci") || strings.HasPrefix(f.dir, "docs") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				add(n.Name)
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					text, _ := strconv.Unquote(n.Value)
					for _, field := range strings.Fields(text) {
						add(field)
					}
				}
			}
			return true
		})
	}
	for name := range sqlTables(t) {
		add(name)
	}
	return seen
}

var tableRE = regexp.MustCompile(`(?i)\bCREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)`)

// sqlTables returns the tables that the migrations of either dialect create.
func sqlTables(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "migrations", "*", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range tableRE.FindAllStringSubmatch(string(raw), -1) {
			found[m[1]] = true
		}
	}
	if len(found) == 0 {
		t.Error("the migrations create no table")
	}
	return found
}

// glossary returns the terms (first cells) and every name between backticks.
func glossary(t *testing.T) (terms []string, names map[string]bool) {
	t.Helper()
	text := read(t, "docs/glosario.md")
	names = map[string]bool{}
	for _, name := range code(text) {
		names[name] = true
	}
	for _, table := range tables(text) {
		for _, cells := range table {
			got := code(cells[0])
			if len(got) == 0 {
				t.Errorf("glosario.md: the row %q begins without a term between backticks", cells[0])
			}
			terms = append(terms, got...)
		}
	}
	if len(terms) == 0 {
		t.Fatal("glosario.md has no term")
	}
	return terms, names
}

// TestGlossaryTermsAreUsed wants each term of the glossary in the code, as it is spelt.
func TestGlossaryTermsAreUsed(t *testing.T) {
	terms, _ := glossary(t)
	used := vocabulary(t)
	for k, term := range terms {
		if !used[strings.Join(words(term), " ")] {
			t.Errorf("glosario.md: no identifier, route or table of the program uses %q", term)
		}
		if slices.Contains(terms[:k], term) {
			t.Errorf("glosario.md defines %q twice", term)
		}
	}
}

// TestGlossaryIsComplete wants in the glossary every kind of asiento, every table and
// every exported type of the package domain.
func TestGlossaryIsComplete(t *testing.T) {
	_, names := glossary(t)
	for name := range sqlTables(t) {
		if !names[name] {
			t.Errorf("the table %s is not in glosario.md", name)
		}
	}
	for name, where := range kinds(goFiles(t)) {
		if !names[name] {
			t.Errorf("%s: the kind of asiento %s is not in glosario.md", where, name)
		}
	}
	for _, f := range goFiles(t) {
		if f.dir != "domain" || f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, spec := range gen.Specs {
				if name := spec.(*ast.TypeSpec).Name.Name; ast.IsExported(name) && !names[name] {
					t.Errorf("%s: the type %s is not in glosario.md", f.name, name)
				}
			}
		}
	}
}

var kindRE = regexp.MustCompile(`^[A-Z][A-Za-z]+$`)

// kinds returns the kinds of asiento that the code writes or projects, and where: the
// field Tipo of a literal, the keys of a map of Proyector, the constants called Tipo…, the
// alarms of the writer.
func kinds(files []goFile) map[string]string {
	found := map[string]string{}
	for _, f := range files {
		if f.test {
			continue
		}
		add := func(e ast.Expr) {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return
			}
			if text, _ := strconv.Unquote(lit.Value); kindRE.MatchString(text) {
				found[text] = f.name
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Tipo" {
					add(n.Value)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "alarma" && len(n.Args) > 0 {
					add(n.Args[0])
				}
			case *ast.CompositeLit:
				if !projectors(n.Type) {
					break
				}
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						add(kv.Key)
					}
				}
			case *ast.ValueSpec:
				for k, v := range n.Values {
					if k < len(n.Names) && strings.HasPrefix(strings.ToLower(n.Names[k].Name), "tipo") {
						add(v)
					}
				}
			}
			return true
		})
	}
	return found
}

// projectors reports whether e is a map whose values are of a type called Proyector.
func projectors(e ast.Expr) bool {
	m, ok := e.(*ast.MapType)
	if !ok {
		return false
	}
	switch v := m.Value.(type) {
	case *ast.Ident:
		return v.Name == "Proyector"
	case *ast.SelectorExpr:
		return v.Sel.Name == "Proyector"
	}
	return false
}

func TestWords(t *testing.T) {
	tests := map[string]string{
		"AnticipoInicial":       "anticipo inicial",
		"anticipos-iniciales":   "anticipo inicial",
		"control_ingresos":      "control ingreso",
		"ErrReposicionDistinta": "err reposicion distinta",
		"/mesas/:m/aperturas":   "mesa m apertura",
		"NIE":                   "nie",
		"PDFCatalogo":           "pdf catalogo",
	}
	for name, want := range tests {
		if got := strings.Join(words(name), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", name, got, want)
		}
	}
}
