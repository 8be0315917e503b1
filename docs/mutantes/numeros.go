// Package mutantes finds the numbers of the law in the code, so that each may be changed by
// one to see whether the tests of its provision notice, and keeps the scores of that in
// docs/mutantes.tsv. It serves the documents, not the program: cmd never imports it.
package mutantes

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"foliado/domain/norma"
)

// Numero is a number of the law in the code: a literal of a row that carries its citation,
// of a table whose comment says of which provision it is, or of a constant that does.
type Numero struct {
	File     string // slash-separated, from the root of the module
	Decl     string // top-level name: "pagos"
	Offset   int    // of the literal in the file, in bytes
	Literal  string
	Articulo norma.Articulo
}

// Dir is the folder of the package.
func (n Numero) Dir() string { return path.Dir(n.File) }

// Change returns the source with the number changed by that much.
func (n Numero) Change(src []byte, by int64) ([]byte, error) {
	v, err := strconv.ParseInt(n.Literal, 0, 64)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", n.File, err)
	}
	return slices.Concat(src[:n.Offset], strconv.AppendInt(nil, v+by, 10), src[n.Offset+len(n.Literal):]), nil
}

// Find lists the numbers of the law under domain, in the order of the files.
func Find(root fs.FS) ([]Numero, error) {
	var out []Numero
	pkgs := map[string]*paquete{}
	var dirs []string
	err := fs.WalkDir(root, "domain", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() == "testdata" {
			return skip(err)
		}
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		p := pkgs[path.Dir(name)]
		if p == nil {
			p = &paquete{fset: token.NewFileSet(), normas: map[string]*norma.Norma{}, arts: map[string]norma.Articulo{}}
			pkgs[path.Dir(name)] = p
			dirs = append(dirs, path.Dir(name))
		}
		f, err := parser.ParseFile(p.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse Go source: %w", err)
		}
		p.names, p.files = append(p.names, name), append(p.files, f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, d := range dirs {
		out = append(out, pkgs[d].find()...)
	}
	return out, nil
}

func skip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// paquete is a package as it is searched.
type paquete struct {
	fset   *token.FileSet
	names  []string
	files  []*ast.File
	normas map[string]*norma.Norma   // art -> Reglamento
	arts   map[string]norma.Articulo // artNula -> 133.d
	found  []Numero
}

func (p *paquete) find() []Numero {
	for _, bind := range []func(*ast.ValueSpec){p.bindNorma, p.bindArt} {
		p.specs(func(_ int, s *ast.ValueSpec, _ *ast.GenDecl) { bind(s) })
	}
	p.specs(p.spec)
	return p.found
}

// specs calls f with every top-level variable and constant.
func (p *paquete) specs(f func(file int, s *ast.ValueSpec, d *ast.GenDecl)) {
	for k, file := range p.files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR && d.Tok != token.CONST {
				continue
			}
			for _, s := range d.Specs {
				f(k, s.(*ast.ValueSpec), d)
			}
		}
	}
}

// bindNorma notes var art = norma.Reglamento.Art.
func (p *paquete) bindNorma(s *ast.ValueSpec) {
	for k, v := range s.Values {
		sel, ok := v.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Art" || k >= len(s.Names) {
			continue
		}
		inner, ok := sel.X.(*ast.SelectorExpr)
		for _, n := range norma.Normas() {
			if ok && n.ID() == inner.Sel.Name {
				p.normas[s.Names[k].Name] = n
			}
		}
	}
}

// bindArt notes var artNula = art("133.d").
func (p *paquete) bindArt(s *ast.ValueSpec) {
	for k, v := range s.Values {
		if a, ok := p.art(v); ok && k < len(s.Names) {
			p.arts[s.Names[k].Name] = a
		}
	}
}

// art returns the provision of an expression: art("133.d"), artNula.
func (p *paquete) art(e ast.Expr) (norma.Articulo, bool) {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		e = kv.Value
	}
	switch e := e.(type) {
	case *ast.Ident:
		a, ok := p.arts[e.Name]
		return a, ok
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		if !ok || p.normas[id.Name] == nil || len(e.Args) != 1 {
			return norma.Articulo{}, false
		}
		if lit, ok := e.Args[0].(*ast.BasicLit); ok {
			ref, _ := strconv.Unquote(lit.Value)
			return p.normas[id.Name].Lookup(ref)
		}
	}
	return norma.Articulo{}, false
}

// refRE finds the provisions of a comment: "art. 59", "arts. 132.3 and 139.3", "art. 24.1 of
// Ley 6/2001", "Ley 10/2010 art. 7.5".
var refRE = regexp.MustCompile(`(Ley (?:6|10)/20\d\d )?\barts?\. ([0-9]+(?:\.[0-9a-z]+)*)(?: (?:and|to) ([0-9]+(?:\.[0-9a-z]+)*))?( of Ley (?:6|10)/)?`)

// comun marks in a comment what no norm says, and the game has always had.
const comun = "[comun]"

// inComment lists the provisions that a comment names: of the norm that the package binds
// to art, the Reglamento where it binds none.
func (p *paquete) inComment(groups ...*ast.CommentGroup) []norma.Articulo {
	own := p.normas["art"]
	if own == nil {
		own = norma.Reglamento
	}
	for _, g := range groups {
		if strings.Contains(g.Text(), comun) {
			return nil
		}
		var arts []norma.Articulo
		for _, m := range refRE.FindAllStringSubmatch(strings.ReplaceAll(g.Text(), "\n", " "), -1) {
			n := own
			switch other := m[1] + m[4]; {
			case strings.Contains(other, "Ley 6/"):
				n = norma.Ley6
			case strings.Contains(other, "Ley 10/"):
				n = norma.PBC
			}
			for _, ref := range m[2:4] {
				if a, ok := n.Lookup(strings.TrimSuffix(ref, ".")); ok && !slices.Contains(arts, a) {
					arts = append(arts, a)
				}
			}
		}
		if len(arts) > 0 {
			return arts
		}
	}
	return nil
}

// spec notes the numbers of a variable or a constant: those of its rows, else all it holds
// when its comment names a provision.
func (p *paquete) spec(file int, s *ast.ValueSpec, d *ast.GenDecl) {
	rows := false
	if enumerates(s) {
		return
	}
	for _, v := range s.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && len(p.rowArts(lit)) > 0 {
				rows = true
				p.literals(file, s, lit, p.rowArts(lit))
			}
			return true
		})
	}
	if rows {
		return
	}
	if d.Lparen == token.NoPos {
		s.Doc = d.Doc
	}
	for _, a := range p.inComment(s.Comment, s.Doc, d.Doc) {
		for _, v := range s.Values {
			p.literals(file, s, v, []norma.Articulo{a})
		}
		break // the first provision is that of the number
	}
}

// enumerates reports whether the values number names (iota), which are no numbers of the law.
func enumerates(s *ast.ValueSpec) bool {
	found := false
	for _, v := range s.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == "iota"
			return !found
		})
	}
	return found
}

// rowArts lists the provisions among the elements of a literal.
func (p *paquete) rowArts(lit *ast.CompositeLit) (arts []norma.Articulo) {
	for _, e := range lit.Elts {
		if a, ok := p.art(e); ok && a.InScope() {
			arts = append(arts, a)
		}
	}
	return arts
}

// literals notes the whole numbers under n, once for each provision; not those of a row
// inside it, which has its own, nor the keys of an array.
func (p *paquete) literals(file int, s *ast.ValueSpec, n ast.Node, arts []norma.Articulo) {
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.CompositeLit:
			return m == n || len(p.rowArts(m)) == 0
		case *ast.KeyValueExpr:
			p.literals(file, s, m.Value, arts)
			return false
		case *ast.FuncLit, *ast.ArrayType:
			return false
		case *ast.BasicLit:
			if m.Kind != token.INT {
				return true
			}
			for _, a := range arts {
				p.found = append(p.found, Numero{p.names[file], s.Names[0].Name, p.fset.Position(m.Pos()).Offset, m.Value, a})
			}
		}
		return true
	})
}
