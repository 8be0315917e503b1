package trazabilidad

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"foliado/domain/norma"
)

// Clave names a provision in one word or two, as subtests do: "35.2.d", "Ley6 24.1".
func Clave(a norma.Articulo) string {
	if a.Norma() == norma.Reglamento {
		return a.Ref()
	}
	return a.Norma().ID() + " " + a.Ref()
}

var claveRE = regexp.MustCompile(`^(?:(Ley6|PBC|Mus)[ _])?([0-9]+(?:\.(?:[0-9]+|[a-z]))*)([^0-9A-Za-z.].*)?$`)

// ParseSegment returns the provision that a segment of a subtest's name carries. The
// segment begins with the Clave; what follows must not run into it: "35.2.d",
// "35.2.d one céntimo below" and "Ley6_24.1" carry one, "35.2.dx" none. A whole article
// of the Reglamento must stand alone ("21"): "64 clients" carries none.
func ParseSegment(segment string) (norma.Articulo, bool) {
	m := claveRE.FindStringSubmatch(segment)
	if m == nil {
		return norma.Articulo{}, false
	}
	id, ref, rest := m[1], m[2], m[3]
	if id == "" {
		id = norma.Reglamento.ID()
		if !strings.Contains(ref, ".") && rest != "" && rest[0] != '#' {
			return norma.Articulo{}, false
		}
	}
	for _, n := range norma.Normas() {
		if n.ID() == id {
			return n.Lookup(ref)
		}
	}
	return norma.Articulo{}, false
}

// Prueba is a test that ran, up to the segment that names a provision.
type Prueba struct {
	Art  norma.Articulo
	Dir  string // folder of its package, from the root of the module
	Name string // "TestMinimo/35.2.d"
}

type event struct {
	Action  string
	Package string
	Test    string
}

// ReadRun reads the output of go test -json and returns, once each, the tests that ran
// and passed and carry a provision. A test that failed under any of its variants is left
// out. Lines that are not JSON (a compiler's) are skipped. The segments "sqlite" and
// "postgres" are dropped: they are variants of one test.
func ReadRun(r io.Reader) ([]Prueba, error) {
	passed := map[Prueba]bool{}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 64<<20)
	for line := 1; sc.Scan(); line++ {
		if len(sc.Bytes()) == 0 || sc.Bytes()[0] != '{' {
			continue
		}
		var e event
		if err := json.Unmarshal(sc.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("line %d of the test run: %w", line, err)
		}
		dir := strings.TrimPrefix(strings.TrimPrefix(e.Package, "foliado"), "/")
		if e.Test == "" || aside(dir) || e.Action != "pass" && e.Action != "fail" {
			continue
		}
		for _, p := range pruebas(dir, e.Test) {
			if _, seen := passed[p]; !seen || e.Action == "fail" {
				passed[p] = e.Action == "pass"
			}
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read the test run: %w", err)
	}
	var out []Prueba
	for p, ok := range passed {
		if ok {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Prueba) int {
		return strings.Compare(a.Dir+"\x00"+a.Name, b.Dir+"\x00"+b.Name)
	})
	return out, nil
}

// pruebas returns a Prueba per segment of the test's name that carries a provision.
func pruebas(dir, test string) []Prueba {
	var out []Prueba
	kept := []string{}
	for k, seg := range strings.Split(test, "/") {
		if k == 0 {
			kept = append(kept, seg)
			continue
		}
		if seg == "sqlite" || seg == "postgres" {
			continue
		}
		if art, ok := ParseSegment(seg); ok {
			seg = strings.ReplaceAll(Clave(art), " ", "_")
			out = append(out, Prueba{
				Art:  art,
				Dir:  dir,
				Name: strings.Join(append(slices.Clone(kept), seg), "/"),
			})
		}
		kept = append(kept, seg)
	}
	return out
}

// Named returns the provisions that some string literal of the test files carries in a
// segment: those for which a subtest is written, whether it has run or not.
func Named(root fs.FS) (map[norma.Articulo]bool, error) {
	dirs, err := goDirs(root, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if err != nil {
		return nil, err
	}
	named := map[norma.Articulo]bool{}
	for _, d := range dirs {
		if aside(d.dir) {
			continue
		}
		for _, f := range d.files {
			ast.Inspect(f.ast, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, _ := strconv.Unquote(lit.Value)
				for seg := range strings.SplitSeq(text, "/") {
					if art, ok := ParseSegment(seg); ok {
						named[art] = true
					}
				}
				return true
			})
		}
	}
	return named, nil
}
