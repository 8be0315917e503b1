package motor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const advance = `"game":"caja","input":{"op":"advance","game":"dados","table_min":100}`

func TestRun(t *testing.T) {
	in := strings.Join([]string{
		"\ufeff" + `{"id":"a",` + advance + `}`,
		"",
		`  {"id":7,` + advance + `,"expected":{"minimum_advance":1}}  ` + "\r",
		`{"id":"b","game":"bingo","input":{}}`,
		`{"id":"c"`,
		`{"game":"caja"}`,
		`"text"`,
		`{"id":"<ñ>",` + advance + `}`,
	}, "\n")
	want := strings.Join([]string{
		`{"id":"a","result":{"minimum_advance":1500000}}`,
		`{"id":7,"result":{"minimum_advance":1500000}}`,
		`{"id":"b","result":{"error":"juego_desconocido"}}`,
		`{"id":null,"line":5,"result":{"error":"linea_no_valida"}}`,
		`{"id":null,"result":{"error":"entrada_no_valida"}}`,
		`{"id":null,"line":7,"result":{"error":"linea_no_valida"}}`,
		`{"id":"<ñ>","result":{"minimum_advance":1500000}}`,
		"",
	}, "\n")
	for name, r := range map[string]io.Reader{
		"at once":        strings.NewReader(in),
		"byte by byte":   iotest.OneByteReader(strings.NewReader(in)),
		"with the break": strings.NewReader(in + "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			passed, failed, err := Run(r, &out, Options{})
			if passed != 0 || failed != 0 || err != nil {
				t.Errorf("Run = %d, %d, %v", passed, failed, err)
			}
			if diff := cmp.Diff(want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunComprobar(t *testing.T) {
	in := strings.Join([]string{
		`{"id":"a",` + advance + `,"expected":{"minimum_advance":1500000,"reason":null}}`,
		`{"id":"b",` + advance + `,"expected":{"minimum_advance":1500001,"ok":true}}`,
		`{"id":"c","game":"bingo","input":{},"expected":{"error":"otro"}}`,
		`{"id":"d","game":"bingo","input":{},"expected":{"count":1}}`,
		`{"id":"e",` + advance + `,"expected":{"error":"otro"}}`,
		`{"id":"f",` + advance + `}`,
		`no`,
	}, "\n")
	want := `b: minimum_advance: da 1500000, se esperaba 1500001
b: ok: da null, se esperaba true
d: da {"error":"juego_desconocido"}, se esperaba {"count":1}
e: da {"minimum_advance":1500000}, se esperaba {"error":"otro"}
f: no trae «expected»
línea 7: no es una pregunta en JSON
2 passed, 5 failed
`
	var out bytes.Buffer
	passed, failed, err := Run(strings.NewReader(in), &out, Options{Comprobar: true})
	if passed != 2 || failed != 5 || err != nil {
		t.Errorf("Run = %d, %d, %v, want 2, 5", passed, failed, err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestRunVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/caja.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Comprobar: true}, {Comprobar: true, Redondeado: true}} {
		var out bytes.Buffer
		n := bytes.Count(raw, []byte("\n"))
		passed, failed, err := Run(bytes.NewReader(raw), &out, o)
		if passed != n || failed != 0 || err != nil || out.String() != fmt.Sprintf("%d passed, 0 failed\n", n) {
			t.Errorf("%+v: %d passed, %d failed, %v\n%s", o, passed, failed, err, out.String())
		}
	}
}

func TestRunLongLine(t *testing.T) {
	long := `{"id":"` + strings.Repeat("x", maxLinea) + `"}`
	in := long + "\n" + `{"id":"a",` + advance + `}` + "\n"
	var out bytes.Buffer
	if _, _, err := Run(strings.NewReader(in), &out, Options{}); err != nil {
		t.Fatal(err)
	}
	want := `{"id":null,"line":1,"result":{"error":"linea_no_valida"}}` + "\n" + `{"id":"a","result":{"minimum_advance":1500000}}` + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestRunErrors(t *testing.T) {
	line := `{"id":"a",` + advance + `}` + "\n"
	for _, o := range []Options{{}, {Comprobar: true}} {
		if _, _, err := Run(strings.NewReader(line), brokenWriter{}, o); !errors.Is(err, errBroken) {
			t.Errorf("%+v: a broken output gives %v", o, err)
		}
		if _, _, err := Run(strings.NewReader(strings.Repeat(line, 1000)), brokenWriter{}, o); !errors.Is(err, errBroken) {
			t.Errorf("%+v: a broken output gives %v", o, err)
		}
		r := io.MultiReader(strings.NewReader(line), iotest.ErrReader(errBroken))
		if _, _, err := Run(r, io.Discard, o); !errors.Is(err, errBroken) {
			t.Errorf("%+v: a broken input gives %v", o, err)
		}
	}
}

// TestRunAnswersAtOnce: whoever asks by hand need not close the input to be answered.
func TestRunAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answers, tell := io.Pipe()
	go func() {
		_, _, err := Run(questions, tell, Options{})
		tell.CloseWithError(err)
	}()
	dec := json.NewDecoder(answers)
	for k := range 3 {
		fmt.Fprintf(ask, `{"id":%d,%s}`+"\n", k, advance)
		var a struct{ ID int }
		if err := dec.Decode(&a); err != nil || a.ID != k {
			t.Fatalf("answer %+v, %v, want id %d", a, err, k)
		}
	}
	ask.Close()
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name, got, want string
		o               Options
		right           bool
	}{
		{"the same", `{"a":[1,"x",null,true]}`, `{"a":[1,"x",null,true]}`, Options{}, true},
		{"further keys", `{"a":1,"b":2}`, `{"a":1}`, Options{}, true},
		{"null is missing", `{}`, `{"a":null}`, Options{}, true},
		{"missing is not 0", `{}`, `{"a":0}`, Options{}, false},
		{"a value where null is expected", `{"a":1}`, `{"a":null}`, Options{}, false},
		{"shorter list", `[1]`, `[1,2]`, Options{}, false},
		{"list and object", `[]`, `{}`, Options{}, false},
		{"word and number", `"1"`, `1`, Options{}, false},
		{"fractions", `"2/4"`, `"1/2"`, Options{}, true},
		{"an integer as a fraction", `"4/2"`, `2`, Options{}, true},
		{"rounded when exact is wanted", `1`, `"1/2"`, Options{}, false},
		{"rounded up", `1`, `"1/2"`, Options{Redondeado: true}, true},
		{"rounded down", `0`, `"1/2"`, Options{Redondeado: true}, true},
		{"a whole céntimo away", `2`, `"1/1"`, Options{Redondeado: true}, false},
		{"more than a céntimo away", `2`, `"1/2"`, Options{Redondeado: true}, false},
		{"an integer must be exact", `2`, `1`, Options{Redondeado: true}, false},
		{"large integers", `9007199254740993`, `9007199254740992`, Options{}, false},
		{"denominator 0", `1`, `"1/0"`, Options{}, false},
		{"no float", `1.0`, `1`, Options{}, false},
		{"any error", `{"error":"x"}`, `{"error":"y"}`, Options{}, true},
		{"an error inside", `{"a":[{"error":"x"}]}`, `{"a":[{"error":"y"}]}`, Options{}, true},
		{"no error where one is expected", `{"a":1}`, `{"error":"y"}`, Options{}, false},
		{"an error where none is", `{"error":"x","a":1}`, `{"a":1}`, Options{}, false},
		{"null error is none", `{"error":null,"a":1}`, `{"a":1}`, Options{}, true},
		{"broken expectation", `{}`, `{`, Options{}, false},
		{"broken answer", `{`, `{}`, Options{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := Compare(json.RawMessage(tt.got), json.RawMessage(tt.want), tt.o); (len(d) == 0) != tt.right {
				t.Errorf("Compare(%s, %s) = %q, want right %v", tt.got, tt.want, d, tt.right)
			}
		})
	}
}

func FuzzRun(f *testing.F) {
	f.Add([]byte(`{"id":"a",`+advance+`,"expected":{"minimum_advance":1500000}}`), true)
	f.Add([]byte("\n\xff\n{}\r\n[1]\nnull\n"), false)
	for _, v := range readVectors(f, "caja") {
		f.Add([]byte(`{"id":"`+v.ID+`","game":"caja","input":`+string(v.Input)+`,"expected":`+string(v.Expected)+`}`), true)
	}
	f.Fuzz(func(t *testing.T, in []byte, redondeado bool) {
		lines := 0
		for k, line := range bytes.Split(in, []byte("\n")) {
			if k == 0 {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		var out bytes.Buffer
		if _, _, err := Run(bytes.NewReader(in), &out, Options{Redondeado: redondeado}); err != nil {
			t.Fatal(err)
		}
		answers := 0
		for line := range bytes.Lines(out.Bytes()) {
			var a map[string]json.RawMessage
			if err := json.Unmarshal(line, &a); err != nil || a["id"] == nil || a["result"] == nil {
				t.Fatalf("answer %q: %v", line, err)
			}
			answers++
		}
		if answers != lines {
			t.Fatalf("%d answers to %d lines", answers, lines)
		}
		passed, failed, err := Run(bytes.NewReader(in), io.Discard, Options{Comprobar: true, Redondeado: redondeado})
		if passed+failed != lines || err != nil {
			t.Fatalf("%d passed and %d failed of %d lines, %v", passed, failed, lines, err)
		}
	})
}
