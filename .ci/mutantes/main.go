// Command mutantes changes each number of the law in the code by one, runs the tests of its
// package and says whether one named by its provision noticed:
//
//	go run ./.ci/mutantes [-o docs/mutantes.tsv] [domain/ruleta ...]
//
// Without folders it goes through all; with them it keeps the scores of the rest. A change
// that does not compile is tried the other way; one that does not either way the compiler
// has noticed. It exits 1 when some change lives, 2 on a
// fault.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"foliado/docs/mutantes"
	"foliado/docs/trazabilidad"
)

func main() {
	out := flag.String("o", "docs/mutantes.tsv", "file of scores")
	flag.Parse()
	alive, err := run(*out, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutantes:", err)
		os.Exit(2)
	}
	if alive > 0 {
		os.Exit(1)
	}
}

func run(out string, dirs []string) (alive int, err error) {
	numeros, err := mutantes.Find(os.DirFS("."))
	if err != nil {
		return 0, err
	}
	scores, err := kept(out, dirs)
	if err != nil {
		return 0, err
	}
	scratch, err := os.MkdirTemp("", "mutantes")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	found := map[[2]string]*mutantes.Puntuacion{}
	var order [][2]string
	for k, n := range numeros {
		if len(dirs) > 0 && !slices.Contains(dirs, n.Dir()) {
			continue
		}
		key := [2]string{n.Dir(), mutantes.Clave(n.Articulo)}
		p := found[key]
		if p == nil {
			p = &mutantes.Puntuacion{Dir: key[0], Articulo: key[1]}
			found[key] = p
			order = append(order, key)
		}
		dead, by, err := noticed(n, scratch)
		if err != nil {
			return 0, err
		}
		p.Mutantes++
		if dead {
			p.Muertos++
			continue
		}
		alive++
		p.Vivos = append(p.Vivos, fmt.Sprintf("%s %s%+d", n.Decl, n.Literal, by))
		fmt.Fprintf(os.Stderr, "%d of %d: %s: no test of %s notices %s %s%+d\n", k+1, len(numeros), n.File, key[1], n.Decl, n.Literal, by)
	}
	for _, key := range order {
		scores = append(scores, *found[key])
	}
	f, err := os.Create(out)
	if err != nil {
		return 0, err
	}
	return alive, errors.Join(mutantes.Write(f, scores), f.Close())
}

// kept are the scores of the packages that are not measured now.
func kept(out string, dirs []string) ([]mutantes.Puntuacion, error) {
	f, err := os.Open(out)
	if len(dirs) == 0 || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scores, err := mutantes.Read(f)
	return slices.DeleteFunc(scores, func(p mutantes.Puntuacion) bool { return slices.Contains(dirs, p.Dir) }), err
}

// cambios are the ways of changing a number, tried in turn until one compiles.
var cambios = []int64{1, -1}

// noticed reports whether a test named by the provision fails when the number is changed.
func noticed(n mutantes.Numero, scratch string) (dead bool, by int64, err error) {
	src, err := os.ReadFile(filepath.FromSlash(n.File))
	if err != nil {
		return false, 0, err
	}
	for _, by := range cambios {
		changed, err := n.Change(src, by)
		if err != nil {
			return false, 0, err
		}
		bin, compiles, err := compile(n, changed, scratch)
		if err != nil {
			return false, 0, err
		}
		if compiles {
			dead, err := fails(n, bin)
			return dead, by, err
		}
	}
	return true, 0, nil // the compiler noticed
}

// compile builds the tests of the package with the file changed.
func compile(n mutantes.Numero, changed []byte, scratch string) (bin string, ok bool, err error) {
	file, overlay := filepath.Join(scratch, "changed.go"), filepath.Join(scratch, "overlay.json")
	bin = filepath.Join(scratch, "tests")
	place, err := filepath.Abs(filepath.FromSlash(n.File))
	if err != nil {
		return "", false, err
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{place: file}})
	if err = errors.Join(err, os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, raw, 0o600)); err != nil {
		return "", false, err
	}
	_ = os.Remove(bin)
	if exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", overlay, "-o", bin, "./"+n.Dir()).Run() != nil {
		return "", false, nil
	}
	return bin, true, nil
}

// limite is the longest that the tests of a package may take; a change that makes them go
// on for ever is noticed by whichever was running.
const limite = 30 * time.Second

// largas are the enumerations that take seconds; what they hold is tested without them too.
const largas = "^(TestVentajas|TestTabla)$"

// roturas is how often the tests are run again without the one in which they broke off: a
// change that makes the code panic hides the tests that come after.
const roturas = 8

// fails runs the tests of the package and reports whether one that failed, or was running
// when they broke off, is named by the provision.
func fails(n mutantes.Numero, bin string) (bool, error) {
	skip := largas
	for range roturas {
		out, err := runTests(n, bin, skip)
		if err != nil || out == nil {
			return false, err
		}
		running, broke := "", bytes.Contains(out, []byte("\npanic: "))
		for line := range bytes.Lines(out) {
			text := strings.TrimSpace(string(line))
			if name, ok := strings.CutPrefix(text, "=== RUN"); ok {
				running = strings.TrimSpace(name)
			}
			name, failed := strings.CutPrefix(text, "--- FAIL: ")
			if failed && names(name[:strings.LastIndexByte(name, ' ')], n) {
				return true, nil
			}
		}
		if !broke || names(running, n) {
			return broke, nil
		}
		top, _, _ := strings.Cut(running, "/")
		skip = strings.TrimSuffix(skip, ")$") + "|" + top + ")$"
	}
	return false, nil
}

// runTests is the output of the tests of the package that fail; nil when none does.
func runTests(n mutantes.Numero, bin, skip string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*limite)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "-test.v", "-test.timeout", limite.String(), "-test.skip", skip)
	cmd.Dir = filepath.FromSlash(n.Dir())
	out, err := cmd.CombinedOutput()
	_ = os.RemoveAll(filepath.Join(cmd.Dir, "testdata", "rapid")) // what a property that failed leaves behind
	if err == nil {
		return nil, nil
	}
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		return nil, err
	}
	return out, nil
}

// names reports whether a test's name carries the provision.
func names(test string, n mutantes.Numero) bool {
	for seg := range strings.SplitSeq(test, "/") {
		if a, ok := trazabilidad.ParseSegment(seg); ok && a == n.Articulo {
			return true
		}
	}
	return false
}
