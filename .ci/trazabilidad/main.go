// Command trazabilidad writes docs/trazabilidad.md from the citations of the code and
// the tests that ran:
//
//	go run ./.ci/trazabilidad -json test.json [-check] -o docs/trazabilidad.md
//
// test.json is the output of go test -json. It exits 1 when a citation cannot be followed
// or no test that ran carries it and, with -check (which writes nothing), when the file is
// not what it would write; 2 on a fault.
package main

import (
	"flag"
	"fmt"
	"os"

	"foliado/docs/mutantes"
	"foliado/docs/trazabilidad"
	"foliado/domain/norma"
)

func main() {
	run := flag.String("json", "", "output of go test -json")
	out := flag.String("o", "docs/trazabilidad.md", "page to write")
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if *run == "" || flag.NArg() != 0 {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := trace(*run, *out, *check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "trazabilidad:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// trace writes or compares the page and says on the standard error what is wrong.
func trace(run, out string, check bool) (ok bool, err error) {
	citas, problems, err := trazabilidad.Scan(os.DirFS("."))
	if err != nil {
		return false, err
	}
	f, err := os.Open(run)
	if err != nil {
		return false, err
	}
	defer f.Close()
	pruebas, err := trazabilidad.ReadRun(f)
	if err != nil {
		return false, err
	}
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	untested := trazabilidad.Untested(citas, pruebas)
	for _, c := range untested {
		fmt.Fprintf(os.Stderr, "%s: %s cites %s and no test that passed carries it\n", c.File, c.Decl, trazabilidad.Clave(c.Art))
	}
	ok = len(problems) == 0 && len(untested) == 0
	celdas, err := mutantesCells()
	if err != nil {
		return false, err
	}
	page := trazabilidad.Page(citas, pruebas, celdas)
	if !check {
		return ok, os.WriteFile(out, []byte(page), 0o644)
	}
	have, err := os.ReadFile(out)
	if err != nil && !os.IsNotExist(err) {
		return false, err
	}
	if string(have) == page {
		return ok, nil
	}
	fmt.Fprintf(os.Stderr, "%s is not what this run gives; write it with: go run ./.ci/trazabilidad -json %s -o %s\n", out, run, out)
	for _, d := range trazabilidad.Differences(string(have), page, 10) {
		fmt.Fprintln(os.Stderr, d)
	}
	return false, nil
}

// mutantesCells is what docs/mutantes.tsv says of the numbers that the code has now.
func mutantesCells() (map[norma.Articulo]string, error) {
	numeros, err := mutantes.Find(os.DirFS("."))
	if err != nil {
		return nil, err
	}
	f, err := os.Open("docs/mutantes.tsv")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scores, err := mutantes.Read(f)
	if err != nil {
		return nil, fmt.Errorf("docs/mutantes.tsv: %w", err)
	}
	return mutantes.Celdas(numeros, scores), nil
}
