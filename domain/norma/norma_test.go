package norma_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"foliado/domain/norma"
)

// TestIndiceCompleto holds the index against the list of references of both texts.
func TestIndiceCompleto(t *testing.T) {
	raw, err := os.ReadFile("testdata/indice.tsv")
	if err != nil {
		t.Fatal(err)
	}
	normas := map[string]*norma.Norma{"reglamento": norma.Reglamento, "mus": norma.Mus}
	want := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n")[1:] {
		clave, ref, _ := strings.Cut(line, "\t")
		want[clave] = append(want[clave], ref)
	}
	for clave, n := range normas {
		var got []string
		for a := range n.Provisiones() {
			got = append(got, a.Ref())
		}
		if g, w := strings.Join(got, " "), strings.Join(want[clave], " "); g != w {
			t.Errorf("%s: the index differs from the list: got %d provisions, want %d", clave, len(got), len(want[clave]))
		}
	}
	if got, want := len(want["reglamento"])+len(want["mus"]), 1098; got != want {
		t.Errorf("the list has %d provisions, want %d", got, want)
	}
}

func TestEveryProvisionHasTitleAndScope(t *testing.T) {
	for _, n := range norma.Normas() {
		count := 0
		for a := range n.Provisiones() {
			count++
			if a.Title() == "" {
				t.Errorf("%v has no title", a)
			}
			if strings.TrimSpace(a.Title()) != a.Title() || strings.HasSuffix(a.Title(), ".") {
				t.Errorf("%v: title %q is not tidy", a, a.Title())
			}
			if a.InScope() != (a.Reason() == "") {
				t.Errorf("%v: in scope %v with reason %q", a, a.InScope(), a.Reason())
			}
			if again := n.Art(a.Ref()); again != a {
				t.Errorf("Art(%q) = %v, want %v", a.Ref(), again, a)
			}
		}
		if count == 0 {
			t.Errorf("%v has no provisions", n)
		}
	}
}

func TestScopeIsInherited(t *testing.T) {
	tests := []struct {
		ref string
		in  bool
	}{
		{"3", false}, {"3.1", false}, {"3.3.a", false}, {"3.4", true},
		{"4.1.d", true}, {"4.2", false},
		{"5.1.c", false}, {"5.1.d", true}, {"5.2.j", false},
		{"6", false}, {"7.3.h", false},
		{"8.3.j", true}, {"8.4", false},
		{"21", true}, {"21.1", true}, {"35.2.d", true}, {"131.1.a.4", true},
		{"71.3", false}, {"71.3.f", false}, {"71.4", true},
	}
	for _, tt := range tests {
		t.Run("scope of "+tt.ref, func(t *testing.T) {
			if got := norma.Reglamento.Art(tt.ref).InScope(); got != tt.in {
				t.Errorf("InScope = %v, want %v", got, tt.in)
			}
		})
	}
}

func TestTitleIsInherited(t *testing.T) {
	own, parent := norma.Reglamento.Art("35.2.b"), norma.Reglamento.Art("35.2")
	if own.Title() == parent.Title() {
		t.Errorf("35.2.b has the title of 35.2: %q", own.Title())
	}
	if got, want := norma.Reglamento.Art("52.1.a").Title(), norma.Reglamento.Art("52").Title(); got != want {
		t.Errorf("title of 52.1.a = %q, want that of 52, %q", got, want)
	}
}

func TestArtPanicsOnUnknown(t *testing.T) {
	tests := []struct {
		n   *norma.Norma
		ref string
	}{
		{norma.Reglamento, ""}, {norma.Reglamento, "0"}, {norma.Reglamento, "163"},
		{norma.Reglamento, "35.2.e"}, {norma.Reglamento, "art. 35"}, {norma.Reglamento, "35.2."},
		{norma.Reglamento, "131.1.a.10"}, {norma.Reglamento, "131.1.a.4.1"},
		{norma.Ley6, "24.9"}, {norma.PBC, "35.2"}, {norma.Mus, "68"},
	}
	for _, tt := range tests {
		t.Run("unknown "+tt.n.ID()+" "+tt.ref, func(t *testing.T) {
			if a, ok := tt.n.Lookup(tt.ref); ok || !a.IsZero() {
				t.Errorf("Lookup(%q) = %v, %v; want none", tt.ref, a, ok)
			}
			defer func() {
				if recover() == nil {
					t.Errorf("Art(%q) did not panic", tt.ref)
				}
			}()
			tt.n.Art(tt.ref)
		})
	}
}

func TestFourLevels(t *testing.T) {
	a := norma.Reglamento.Art("131.1.a.4")
	var got []string
	for ok := true; ok; a, ok = a.Parent() {
		got = append(got, a.Ref())
	}
	if g, want := strings.Join(got, " "), "131.1.a.4 131.1.a 131.1 131"; g != want {
		t.Errorf("chain of parents: got %q, want %q", g, want)
	}
}

func TestArticuloString(t *testing.T) {
	tests := []struct {
		a    norma.Articulo
		want string
	}{
		{norma.Reglamento.Art("35.2.d"), "art. 35.2.d"},
		{norma.Reglamento.Art("131.1.a.4"), "art. 131.1.a.4"},
		{norma.Ley6.Art("24.1"), "art. 24.1 de la Ley 6/2001"},
		{norma.PBC.Art("7.5"), "art. 7.5 de la Ley 10/2010"},
		{norma.Mus.Art("25"), "art. 25 del Reglamento de Mus"},
		{norma.Articulo{}, ""},
	}
	for _, tt := range tests {
		if got := tt.a.String(); got != tt.want {
			t.Errorf("String = %q, want %q", got, tt.want)
		}
	}
}

func TestArticuloIsComparable(t *testing.T) {
	seen := map[norma.Articulo]int{}
	for range 2 {
		seen[norma.Reglamento.Art("24.1")]++
		seen[norma.Ley6.Art("24.1")]++
	}
	if len(seen) != 2 || seen[norma.Reglamento.Art("24.1")] != 2 {
		t.Errorf("got %v: equal citations must be one key, those of two norms two", seen)
	}
}

var errCorto = errors.New("el anticipo es inferior al mínimo")

func TestErrorMessage(t *testing.T) {
	art := norma.Reglamento.Art
	tests := []struct {
		err  error
		want string
	}{
		{norma.Breach(art("35.2.b"), errCorto), "el anticipo es inferior al mínimo (art. 35.2.b)"},
		{norma.Breach(art("35.1"), errCorto).Under("CAJ-A"), "el anticipo es inferior al mínimo (art. 35.1, criterio CAJ-A)"},
		{norma.Errorf(norma.Ley6.Art("24.1"), "tiene %d años", 17), "tiene 17 años (art. 24.1 de la Ley 6/2001)"},
		{&norma.Error{Err: errCorto, Criterio: "CAJ-C"}, "el anticipo es inferior al mínimo (criterio CAJ-C)"},
		{&norma.Error{Err: errCorto}, "el anticipo es inferior al mínimo"},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("Error() = %q, want %q", got, tt.want)
		}
	}
}

func TestErrorIsAndAs(t *testing.T) {
	breach := norma.Errorf(norma.Reglamento.Art("35.2.b"), "mesa 3: %w", errCorto)
	err := fmt.Errorf("open table: %w", breach)
	if !errors.Is(err, errCorto) {
		t.Error("errors.Is does not reach the cause")
	}
	var e *norma.Error
	if !errors.As(err, &e) || e.Art != norma.Reglamento.Art("35.2.b") {
		t.Errorf("errors.As = %v, want the breach of 35.2.b", e)
	}
	if got, ok := norma.Cited(err); !ok || got != norma.Reglamento.Art("35.2.b") {
		t.Errorf("Cited = %v, %v; want 35.2.b", got, ok)
	}
	for _, none := range []error{nil, errCorto, &norma.Error{Err: errCorto}} {
		if got, ok := norma.Cited(none); ok {
			t.Errorf("Cited(%v) = %v, want none", none, got)
		}
	}
	if under := breach.Under("CAJ-A"); breach.Criterio != "" || under.Criterio != "CAJ-A" {
		t.Errorf("Under changed its receiver: %+v", breach)
	}
}
