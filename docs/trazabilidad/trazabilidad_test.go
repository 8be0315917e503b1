package trazabilidad_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"foliado/docs/trazabilidad"
	"foliado/domain/norma"
)

const fuente = `package libros

import (
	"errors"

	"foliado/domain/norma"
)

var (
	art  = norma.Reglamento.Art
	ley6 = norma.Ley6.Art
)

var minimos = []struct{ a norma.Articulo }{{art("35.2.a")}, {art("35.2.b")}}

type Libro struct{}

func (l *Libro) Close() error { return norma.Breach(art("40.2"), errors.New("no")) }

func Enter() error { return norma.Breach(ley6("24.1"), errors.New("no")) }

func direct() norma.Articulo { return norma.Reglamento.Art("35.2.b") }
`

func tree(src string) fstest.MapFS {
	return fstest.MapFS{
		"domain/libros/libros.go":      {Data: []byte(src)},
		"domain/libros/libros_test.go": {Data: []byte("package libros\n\nvar art = 3\n")},
		"domain/libros/testdata/x.go":  {Data: []byte("not go")},
		".git/x.go":                    {Data: []byte("not go")},
	}
}

func TestScan(t *testing.T) {
	citas, problems, err := trazabilidad.Scan(tree(fuente))
	if err != nil || len(problems) > 0 {
		t.Fatalf("Scan: %v, problems %q", err, problems)
	}
	var got []string
	for _, c := range citas {
		got = append(got, trazabilidad.Clave(c.Art)+" "+c.File+" "+c.Decl)
	}
	want := []string{
		"35.2.a domain/libros/libros.go minimos",
		"35.2.b domain/libros/libros.go minimos",
		"40.2 domain/libros/libros.go Libro.Close",
		"Ley6 24.1 domain/libros/libros.go Enter",
		"35.2.b domain/libros/libros.go direct",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("citations (-want +got):\n%s", d)
	}
}

func TestScanProblems(t *testing.T) {
	tests := []struct{ name, call, want string }{
		{"not a literal", `art(ref)`, "takes a literal"},
		{"unknown", `art("35.2.z")`, `no provision "35.2.z"`},
		{"out of scope", `art("31.3")`, "out of scope"},
		{"unknown, direct", `norma.Mus.Art("68")`, `no provision "68"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\n\nimport \"foliado/domain/norma\"\n\nvar art = norma.Reglamento.Art\n\nvar ref = \"21\"\n\nvar x = " + tt.call + "\n"
			citas, problems, err := trazabilidad.Scan(tree(src))
			if err != nil || len(citas) != 0 || len(problems) != 1 || !strings.Contains(problems[0], tt.want) {
				t.Errorf("got citations %v, problems %q, error %v; want one problem with %q", citas, problems, err, tt.want)
			}
		})
	}
}

func TestParseSegment(t *testing.T) {
	tests := map[string]string{ // segment -> Clave, "" for none
		"35.2.d":                    "35.2.d",
		"35.2.d#01":                 "35.2.d",
		"35.2.d_un_céntimo_menos":   "35.2.d",
		"35.2.d un céntimo menos":   "35.2.d",
		"131.1.a.4":                 "131.1.a.4",
		"35.2.d,_36.1":              "35.2.d",
		"21":                        "21",
		"21#02":                     "21",
		"Ley6_24.1":                 "Ley6 24.1",
		"Ley6 24.1 menor":           "Ley6 24.1",
		"PBC_7.5":                   "PBC 7.5",
		"Mus_25":                    "Mus 25",
		"Mus_25_cuatro_reyes":       "Mus 25",
		"64_clients":                "",
		"35.2.dx":                   "",
		"35.2.e":                    "",
		"35.2.":                     "",
		"163":                       "",
		"Ley6_24.9":                 "",
		"CAJ-B":                     "",
		"":                          "",
		"Reglamento 35.2.d":         "",
		"un_céntimo_menos_(35.2.d)": "",
	}
	for seg, want := range tests {
		got := ""
		if art, ok := trazabilidad.ParseSegment(seg); ok {
			got = trazabilidad.Clave(art)
		}
		if got != want {
			t.Errorf("ParseSegment(%q) = %q, want %q", seg, got, want)
		}
	}
}

const corrida = `# foliado/x
{"Action":"run","Package":"foliado/domain/libros","Test":"TestMinimo/35.2.a"}
{"Action":"pass","Package":"foliado/domain/libros","Test":"TestMinimo/35.2.a","Elapsed":0.5}
{"Action":"pass","Package":"foliado/domain/libros","Test":"TestMinimo/35.2.b/uno","Elapsed":1}
{"Action":"pass","Package":"foliado/domain/libros","Test":"TestMinimo/35.2.b/dos"}
{"Action":"pass","Package":"foliado/registers","Test":"TestCierre/sqlite/40.2_a_mano"}
{"Action":"pass","Package":"foliado/registers","Test":"TestCierre/postgres/40.2_a_mano"}
{"Action":"pass","Package":"foliado/registers","Test":"TestRoto/sqlite/40.2"}
{"Action":"fail","Package":"foliado/registers","Test":"TestRoto/postgres/40.2"}
{"Action":"skip","Package":"foliado/registers","Test":"TestSaltado/40.2"}
{"Action":"pass","Package":"foliado/domain/norma","Test":"TestIndice/40.2"}
{"Action":"pass","Package":"foliado/docs/trazabilidad","Test":"TestPage/40.2"}
{"Action":"pass","Package":"foliado/registers"}
{"Action":"pass","Package":"foliado/registers","Test":"TestPlain"}
`

func TestReadRun(t *testing.T) {
	pruebas, err := trazabilidad.ReadRun(strings.NewReader(corrida))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range pruebas {
		got = append(got, p.Dir+" "+p.Name)
	}
	want := []string{
		"domain/libros TestMinimo/35.2.a",
		"domain/libros TestMinimo/35.2.b",
		"registers TestCierre/40.2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("tests (-want +got):\n%s", d)
	}
	if _, err := trazabilidad.ReadRun(strings.NewReader("{broken")); err == nil {
		t.Error("a broken line was accepted")
	}
}

func TestPage(t *testing.T) {
	citas, _, err := trazabilidad.Scan(tree(fuente))
	if err != nil {
		t.Fatal(err)
	}
	pruebas, err := trazabilidad.ReadRun(strings.NewReader(corrida))
	if err != nil {
		t.Fatal(err)
	}
	mutantes := map[norma.Articulo]string{norma.Reglamento.Art("35.2.b"): "3 de 3"}
	page := trazabilidad.Page(citas, pruebas, mutantes)
	lines := strings.Split(page, "\n")
	for _, want := range []string{
		"| 35.2.b | `domain/libros/libros.go`: direct, minimos | `domain/libros`: TestMinimo/35.2.b | 3 de 3 |",
		"| 40.2 | `domain/libros/libros.go`: Libro.Close | `registers`: TestCierre/40.2 |  |",
		"| Ley 6/2001 24.1 | `domain/libros/libros.go`: Enter | **ninguna** |  |",
		"| 4.2 | — | Fuera: plazo único para constituir la sociedad, anterior a la apertura | |",
		"| 6 | — | Fuera: trámite de la Administración | |",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("the page lacks the row %q", want)
		}
	}
	for _, none := range []string{"| 3.3.a |", "| 3 |", "| 35.1 |", "| 5.1.d |"} {
		if strings.Contains(page, none) {
			t.Errorf("the page has a row %q", none)
		}
	}
	if !strings.Contains(page, "5.1.d") {
		t.Error("5.1.d, in scope inside 5.1, is not among the provisions without code")
	}
	if !strings.Contains(page, "35.1, 36.1") {
		t.Error("35.1 does not end a range of provisions without code")
	}
	slices.Reverse(citas)
	slices.Reverse(pruebas)
	if again := trazabilidad.Page(citas, pruebas, mutantes); again != page {
		t.Error("the page depends on the order of what it is given")
	}
}

func TestUntested(t *testing.T) {
	citas, _, err := trazabilidad.Scan(tree(fuente))
	if err != nil {
		t.Fatal(err)
	}
	pruebas, err := trazabilidad.ReadRun(strings.NewReader(corrida))
	if err != nil {
		t.Fatal(err)
	}
	got := trazabilidad.Untested(citas, pruebas)
	if len(got) != 1 || got[0].Art != norma.Ley6.Art("24.1") {
		t.Errorf("Untested = %v, want Ley6 24.1 alone", got)
	}
}

func TestNamed(t *testing.T) {
	src := "package p\n\nvar names = []string{\"35.2.d/uno\", \"x/Ley6 24.1\", `21`, \"64 clients\"}\n"
	named, err := trazabilidad.Named(fstest.MapFS{"p/p_test.go": {Data: []byte(src)}, "p/p.go": {Data: []byte("package p\n\nvar s = \"36.1\"\n")}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[norma.Articulo]bool{
		norma.Reglamento.Art("35.2.d"): true, norma.Ley6.Art("24.1"): true, norma.Reglamento.Art("21"): true,
	}
	for a := range want {
		if !named[a] {
			t.Errorf("Named lacks %v", a)
		}
	}
	if len(named) != len(want) {
		t.Errorf("Named = %v, want %v", named, want)
	}
}

func TestDifferences(t *testing.T) {
	tests := []struct {
		name, file, run string
		want            []string
	}{
		{"equal", "a\nb", "a\nb", nil},
		{"changed", "a\nb\nc", "a\nx\nc", []string{"- b", "+ x"}},
		{"order", "a\nb", "b\na", []string{"the same lines in another order"}},
		{"limit", "", "a\nb\nc\nd", []string{"- ", "+ a", "+ b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, trazabilidad.Differences(tt.file, tt.run, 3), cmp.Transformer("nil", func(s []string) []string { return append([]string{}, s...) })); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
