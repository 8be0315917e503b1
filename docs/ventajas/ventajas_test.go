package ventajas_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"foliado/docs/ventajas"
)

func read(t *testing.T) ventajas.Hechos {
	t.Helper()
	h, err := ventajas.Read(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPage(t *testing.T) {
	have, err := os.ReadFile("../ventajas.md")
	if err != nil {
		t.Fatal(err)
	}
	if page := ventajas.Page(read(t)); string(have) != page {
		t.Error("docs/ventajas.md is not what testdata gives; write it with: go run ./.ci/ventajas")
	}
}

// TestAbsurd wants the one bet whose printed payment no house can have meant to be marked.
func TestAbsurd(t *testing.T) {
	var marked []string
	for line := range strings.Lines(ventajas.Page(read(t))) {
		if strings.Contains(line, "absurda") && !strings.Contains(line, "DAD-5") {
			marked = append(marked, line)
		}
	}
	if len(marked) != 1 || !strings.Contains(marked[0], "−166,6667 %") {
		t.Errorf("marked %q, want the juego de 7 alone", marked)
	}
}

// TestReckoned wants each edge of the page to be one that the tests of its engine reckon.
func TestReckoned(t *testing.T) {
	type apuesta struct{ game, bet, edge string }
	seen := map[apuesta]bool{}
	files, err := filepath.Glob("../../domain/*/testdata/ventajas.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no edges in domain: %v", err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(raw) {
			var v ventajas.Ventaja
			if err := json.Unmarshal(line, &v); err != nil {
				t.Fatal(err)
			}
			seen[apuesta{v.Game, v.Bet, v.Fraccion}] = true
		}
	}
	for _, v := range read(t).Ventajas {
		if !seen[apuesta{v.Game, v.Bet, v.Fraccion}] {
			t.Errorf("%s: the edge of %q is in no testdata of its engine", v.Game, v.Bet)
		}
	}
}

// TestCounts wants the counts of the engines to be those of the page.
func TestCounts(t *testing.T) {
	load := func(name string) map[string]any {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	all := load("testdata/recuentos.json")
	for _, dir := range []string{"naipes", "poquersindescarte", "trijoker"} {
		for k, got := range load("../../domain/" + dir + "/testdata/recuentos.json") {
			if want := find(all, k); want == nil || !subset(got, want) {
				t.Errorf("domain/%s: %s is not that of recuentos.json", dir, k)
			}
		}
	}
}

// find returns the value of a key at any depth.
func find(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	for _, v := range m {
		if sub, ok := v.(map[string]any); ok {
			if found := find(sub, key); found != nil {
				return found
			}
		}
	}
	return nil
}

// subset reports whether every value of a is in b.
func subset(a, b any) bool {
	ma, ok := a.(map[string]any)
	if !ok {
		return reflect.DeepEqual(a, b)
	}
	mb, ok := b.(map[string]any)
	for k, v := range ma {
		if !ok || !subset(v, mb[k]) {
			return false
		}
	}
	return true
}
