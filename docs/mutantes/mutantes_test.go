package mutantes

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"foliado/domain/norma"
)

const fuente = `package p

import "foliado/domain/norma"

var (
	art     = norma.Reglamento.Art
	artNula = art("133.d")
)

const (
	Uno = iota + 1 // art. 59
	// Mil is how many (art. 59).
	Mil = 1_000
)

// cuadro is the table of art. 67.3.b.
var cuadro = [8]int{3: 5}

var filas = []struct {
	n int
	a norma.Articulo
}{{35, art("131.1.a.1")}, {17, artNula}, {n: 2, a: art("133.a")}}

var suelto = 7
`

func TestFind(t *testing.T) {
	ns, err := Find(fstest.MapFS{
		"domain/p/p.go":          {Data: []byte(fuente)},
		"domain/p/p_test.go":     {Data: []byte("package p\n\n// art. 59\nconst x = 3\n")},
		"domain/p/testdata/x.go": {Data: []byte("not go")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range ns {
		src, err := n.Change([]byte(fuente), 1)
		if err != nil {
			t.Fatal(err)
		}
		var changed string
		for k, line := range strings.Split(string(src), "\n") {
			if line != strings.Split(fuente, "\n")[k] {
				changed = strings.TrimSpace(line)
			}
		}
		got = append(got, fmt.Sprintf("%s %s %s: %s", Clave(n.Articulo), n.Decl, n.Literal, changed))
	}
	want := []string{
		"59 Mil 1_000: Mil = 1001",
		"67.3.b cuadro 5: var cuadro = [8]int{3: 6}",
		`131.1.a.1 filas 35: }{{36, art("131.1.a.1")}, {17, artNula}, {n: 2, a: art("133.a")}}`,
		`133.d filas 17: }{{35, art("131.1.a.1")}, {18, artNula}, {n: 2, a: art("133.a")}}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestScores(t *testing.T) {
	want := []Puntuacion{
		{"domain/bola", "145.1.a", 1, 2, []string{"pagos 7+1"}},
		{"domain/ruleta", "131.1.a.1", 3, 3, nil},
		{"domain/ruleta", "132.3.b", 0, 1, []string{"maximos 20+1"}},
	}
	var b bytes.Buffer
	if err := Write(&b, []Puntuacion{want[2], want[1], want[0]}); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	for _, bad := range []string{"x\n", cabecera + "a\tb\t1\t2\n", cabecera + "a\tb\t3\t2\t\n", cabecera + "a\tb\tx\t2\t\n"} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("Read(%q) took it", bad)
		}
	}
}

func TestCeldas(t *testing.T) {
	pleno, columna := norma.Reglamento.Art("131.1.a.1"), norma.Reglamento.Art("131.1.a.6")
	ns := []Numero{{File: "domain/ruleta/a.go", Articulo: pleno}, {File: "domain/ruleta/a.go", Articulo: pleno}, {File: "domain/x/a.go", Articulo: pleno},
		{File: "domain/ruleta/a.go", Articulo: columna}}
	got := Celdas(ns, []Puntuacion{{Dir: "domain/ruleta", Articulo: "131.1.a.1", Muertos: 1, Mutantes: 2}, {Dir: "domain/ruleta", Articulo: "131.1.a.6", Muertos: 1, Mutantes: 1}})
	want := map[norma.Articulo]string{pleno: "**1 de 2**, 1 por medir", columna: "1 de 1"}
	for a, w := range want {
		if got[a] != w {
			t.Errorf("%s: got %q, want %q", a, got[a], w)
		}
	}
}

// TestEverythingDies wants no change of a number of the law to go unnoticed by the tests of
// its provision, as the scores stand.
func TestEverythingDies(t *testing.T) {
	f, err := os.Open("../mutantes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ps, err := Read(f)
	if err != nil || len(ps) == 0 {
		t.Fatalf("no scores: %v", err)
	}
	for _, p := range ps {
		if p.Muertos != p.Mutantes {
			t.Errorf("%s: the tests of %s notice %d of %d: %s", p.Dir, p.Articulo, p.Muertos, p.Mutantes, strings.Join(p.Vivos, ", "))
		}
	}
}
