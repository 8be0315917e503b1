package motor

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// refRE finds the provisions in the field article of a vector.
var refRE = regexp.MustCompile(`[0-9]+(?:\.[0-9a-z]+)*(?:-[0-9]+)?`)

// segments names a vector's provisions as segments of a subtest, "58.2/131.1.b.2" for
// "58.2 (131.1.b.2º)"; "142.3-4" is two.
func segments(article string) string {
	var out []string
	for _, ref := range refRE.FindAllString(article, -1) {
		first, last, two := strings.Cut(ref, "-")
		out = append(out, first)
		if two {
			out = append(out, first[:strings.LastIndexByte(first, '.')+1]+last)
		}
	}
	return strings.Join(out, "/")
}

func TestSegments(t *testing.T) {
	for article, want := range map[string]string{
		"131.1.b.2º": "131.1.b.2", "142.3-4": "142.3/142.4", "58.2 (131.1.b.2º)": "58.2/131.1.b.2", "58, 60.3": "58/60.3", "146": "146",
	} {
		if got := segments(article); got != want {
			t.Errorf("segments(%q) = %q, want %q", article, got, want)
		}
	}
}

// checkVectors answers every vector of a game, exact and rounded.
func checkVectors(t *testing.T, game string) {
	t.Helper()
	for _, v := range readVectors(t, game) {
		t.Run(segments(v.Article)+"/"+v.ID, func(t *testing.T) {
			for _, o := range []Options{{}, {Redondeado: true}} {
				got := Resolve(v.Game, v.Input, o)
				for _, d := range Compare(got, v.Expected, o) {
					t.Errorf("%s %+v: %s", v.Input, o, d)
				}
			}
		})
	}
}

// edge is a question and its whole answer.
type edge struct{ name, input, want string }

func checkEdges(t *testing.T, game string, o Options, edges []edge) {
	t.Helper()
	for _, tt := range edges {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Resolve(game, []byte(tt.input), o)); got != tt.want {
				t.Errorf("%s = %s, want %s", tt.input, got, tt.want)
			}
		})
	}
}

// fuzzGame wants an answer in JSON to whatever is asked of a game. Its vectors are in the
// file of its name, or in others.
func fuzzGame(f *testing.F, game string, files ...string) {
	if len(files) == 0 {
		files = []string{game}
	}
	for _, file := range files {
		for k, v := range readVectors(f, file) {
			if k%7 == 0 {
				f.Add([]byte(v.Input))
			}
		}
	}
	f.Add([]byte(`null`))
	f.Add([]byte(`{"op":"settle","bets":[null]}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		exact := Resolve(game, input, Options{})
		rounded := Resolve(game, input, Options{Redondeado: true})
		if !json.Valid(exact) || !json.Valid(rounded) {
			t.Fatalf("%s: %s, %s", input, exact, rounded)
		}
		if strings.Contains(string(exact), `"error"`) != strings.Contains(string(rounded), `"error"`) {
			t.Fatalf("%s: %s but rounded %s", input, exact, rounded)
		}
	})
}
