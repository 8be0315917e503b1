// Package trazabilidad finds where the code cites the norm and which tests carry each
// citation, and writes docs/trazabilidad.md from both. It serves the documents, not the
// program: cmd never imports it.
package trazabilidad

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"foliado/domain/norma"
)

const paqueteNorma = "foliado/domain/norma"

// aside reports whether a folder speaks of provisions without applying any: the index
// itself and these documents. Neither their code nor their tests count.
func aside(dir string) bool {
	return dir == "domain/norma" || dir == "docs" || strings.HasPrefix(dir, "docs/")
}

// Cita is a place of the code that cites a provision.
type Cita struct {
	Art  norma.Articulo
	File string // slash-separated, from the root of the module
	Decl string // top-level declaration that holds the citation: "Minimo", "Libro.Close"
}

// Scan parses every Go file of the tree that is not a test and returns the citations in
// the order of the files. A citation is a call of norma.<Norma>.Art, or of an identifier
// bound to one in the same package (var art = norma.Reglamento.Art). The problems are
// citations that cannot be followed: an argument that is not a literal, or a provision
// that the index lacks or holds to be out of scope.
func Scan(root fs.FS) (citas []Cita, problems []string, err error) {
	dirs, err := goDirs(root, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
	if err != nil {
		return nil, nil, err
	}
	for _, d := range dirs {
		if aside(d.dir) {
			continue
		}
		s := scanner{binds: map[string]*norma.Norma{}}
		for _, f := range d.files {
			s.bind(f.ast)
		}
		for _, f := range d.files {
			s.file(f)
		}
		citas = append(citas, s.citas...)
		problems = append(problems, s.problems...)
	}
	return citas, problems, nil
}

type goFile struct {
	name string
	fset *token.FileSet
	ast  *ast.File
}

type goDir struct {
	dir   string
	files []goFile
}

// goDirs parses the Go files of each folder whose name keep accepts, in order. Folders
// that the go tool ignores are left out.
func goDirs(root fs.FS, keep func(name string) bool) ([]goDir, error) {
	var dirs []goDir
	fset := token.NewFileSet()
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if e.IsDir() {
			if name != "." && (base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || base[0] == '.' || base[0] == '_' || !keep(base) {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse Go source: %w", err)
		}
		dir := path.Dir(name)
		if len(dirs) == 0 || dirs[len(dirs)-1].dir != dir {
			dirs = append(dirs, goDir{dir: dir})
		}
		last := &dirs[len(dirs)-1]
		last.files = append(last.files, goFile{name: name, fset: fset, ast: f})
		return nil
	})
	return mergeDirs(dirs), err
}

// mergeDirs joins the pieces of a folder that WalkDir interrupted to visit a subfolder.
func mergeDirs(dirs []goDir) []goDir {
	var out []goDir
	at := map[string]int{}
	for _, d := range dirs {
		k, ok := at[d.dir]
		if !ok {
			at[d.dir] = len(out)
			out = append(out, d)
			continue
		}
		out[k].files = append(out[k].files, d.files...)
	}
	return out
}

// scanner collects the citations of one package.
type scanner struct {
	binds    map[string]*norma.Norma // art -> Reglamento
	citas    []Cita
	problems []string
}

// bind records the identifiers bound to the Art method of a norm.
func (s *scanner) bind(f *ast.File) {
	name := localName(f)
	if name == "" {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for k, v := range n.Values {
				if nm := artMethod(v, name); nm != nil && k < len(n.Names) {
					s.binds[n.Names[k].Name] = nm
				}
			}
		case *ast.AssignStmt:
			for k, v := range n.Rhs {
				nm := artMethod(v, name)
				if nm == nil || k >= len(n.Lhs) {
					continue
				}
				if id, ok := n.Lhs[k].(*ast.Ident); ok {
					s.binds[id.Name] = nm
				}
			}
		}
		return true
	})
}

// localName is the name under which a file imports the package norma, or "".
func localName(f *ast.File) string {
	for _, imp := range f.Imports {
		if p, _ := strconv.Unquote(imp.Path.Value); p == paqueteNorma {
			if imp.Name != nil {
				return imp.Name.Name
			}
			return "norma"
		}
	}
	return ""
}

// artMethod returns the norm of the expression norma.<Norma>.Art, or nil.
func artMethod(e ast.Expr, name string) *norma.Norma {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Art" {
		return nil
	}
	inner, ok := sel.X.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if id, ok := inner.X.(*ast.Ident); !ok || id.Name != name {
		return nil
	}
	for _, n := range norma.Normas() {
		if n.ID() == inner.Sel.Name {
			return n
		}
	}
	return nil
}

func (s *scanner) file(f goFile) {
	name := localName(f.ast)
	for _, decl := range f.ast.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			s.node(f, name, funcName(d), d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s.node(f, name, specName(spec), spec)
			}
		}
	}
}

// node records the citations under n.
func (s *scanner) node(f goFile, name, decl string, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		nm := artMethod(call.Fun, name)
		if id, ok := call.Fun.(*ast.Ident); ok && nm == nil {
			nm = s.binds[id.Name]
		}
		if nm == nil || len(call.Args) != 1 {
			return true
		}
		s.cita(f, decl, nm, call.Args[0])
		return true
	})
}

func (s *scanner) cita(f goFile, decl string, n *norma.Norma, arg ast.Expr) {
	where := f.fset.Position(arg.Pos())
	lit, ok := arg.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		s.problems = append(s.problems, fmt.Sprintf("%s: Art takes a literal; use Lookup for a reference that is computed", where))
		return
	}
	ref, _ := strconv.Unquote(lit.Value)
	art, ok := n.Lookup(ref)
	switch {
	case !ok:
		s.problems = append(s.problems, fmt.Sprintf("%s: %s has no provision %q", where, n.ID(), ref))
	case !art.InScope():
		s.problems = append(s.problems, fmt.Sprintf("%s: %s is out of scope in the index: %s", where, Clave(art), art.Reason()))
	default:
		s.citas = append(s.citas, Cita{Art: art, File: f.name, Decl: decl})
	}
}

// funcName is the name of a function, with its receiver's type for a method.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

func specName(spec ast.Spec) string {
	switch sp := spec.(type) {
	case *ast.ValueSpec:
		return sp.Names[0].Name
	case *ast.TypeSpec:
		return sp.Name.Name
	}
	return ""
}
