package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The lines that a case appends stand for `go test -json` of package foliado/a.
const (
	start = `{"Action":"start","Package":"foliado/a"}`
	ended = `{"Action":"pass","Package":"foliado/a","Elapsed":1.5}`
	fell  = `{"Action":"fail","Package":"foliado/a","Elapsed":1.5}`
)

// did returns the events of one test with one line of output.
func did(name, action, elapsed, output string) string {
	head := `"Package":"foliado/a","Test":"` + name + `"`
	return `{"Action":"run",` + head + "}\n" +
		`{"Action":"output",` + head + `,"Output":"` + output + `\n"}` + "\n" +
		`{"Action":"` + action + `",` + head + `,"Elapsed":` + elapsed + `}`
}

func TestCounts(t *testing.T) {
	both := did("TestX/sqlite", "pass", "0.2", "") + "\n" + did("TestX/postgres#01", "pass", "0.3", "")
	cases := []struct {
		name, events string
		counts       string
		ok           bool
		prints, not  []string
	}{
		{"all pass", start + "\n" + both + "\n" + did("TestX", "pass", "0.5", "quiet") + "\n" + ended,
			"2 0 0\n", true, []string{"sqlite 1, postgres 1, none or both 0"}, []string{"quiet"}},
		{"a subtest fails", start + "\n" + did("TestX/sqlite", "fail", "0.1", "the why") + "\n" +
			did("TestX", "fail", "0.1", "") + "\n" + fell,
			"0 1 0\n", false, []string{"FAIL: a TestX/sqlite", "the why"}, []string{"FAIL: a TestX\n"}},
		{"a parent fails by itself", start + "\n" + both + "\n" + did("TestX", "fail", "0.5", "after them") + "\n" + fell,
			"2 1 0\n", false, []string{"FAIL: a TestX\n", "after them"}, nil},
		{"a skip is no pass", start + "\n" + did("TestX", "skip", "0", "no server") + "\n" + did("TestY", "pass", "0", "") + "\n" + ended,
			"1 0 1\n", false, []string{"SKIP: a TestX", "no server"}, nil},
		{"nothing ran", start + "\n" + ended, "0 0 0\n", false, nil, nil},
		{"a package without tests", start + "\n" + did("TestY", "pass", "0", "") + "\n" + ended + "\n" +
			`{"Action":"skip","Package":"foliado/b"}`,
			"1 0 0\n", true, nil, []string{"skip"}},
		{"the build fails", `{"ImportPath":"foliado/a [foliado/a.test]","Action":"build-output","Output":"x.go:1: bad\n"}` + "\n" +
			start + "\n" + fell,
			"0 1 0\n", false, []string{"x.go:1: bad", "FAIL: a\n"}, nil},
		{"a panic leaves a test unfinished", start + "\n" + `{"Action":"run","Package":"foliado/a","Test":"TestX"}` + "\n" + fell,
			"0 1 0\n", false, []string{"FAIL: a TestX"}, nil},
		{"the stream is cut", start + "\n" + did("TestX", "pass", "0", ""),
			"1 1 0\n", false, []string{"FAIL: a\n"}, nil},
		{"what is no event is printed", start + "\n" + "plain words\n" + did("TestX", "pass", "0", "") + "\n" + ended,
			"1 0 0\n", true, []string{"plain words"}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			counts, kept := filepath.Join(dir, "counts"), filepath.Join(dir, "kept")
			var out bytes.Buffer
			ok, err := run(strings.NewReader(c.events+"\n"), &out, kept, counts)
			if err != nil || ok != c.ok {
				t.Errorf("got %v, %v, want %v", ok, err, c.ok)
			}
			got, err := os.ReadFile(counts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.counts, string(got)); diff != "" {
				t.Errorf("counts, want -, got +:\n%s", diff)
			}
			for _, want := range c.prints {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q in:\n%s", want, &out)
				}
			}
			for _, unwanted := range c.not {
				if strings.Contains(out.String(), unwanted) {
					t.Errorf("%q in:\n%s", unwanted, &out)
				}
			}
			events, err := os.ReadFile(kept)
			if want := strings.ReplaceAll(c.events+"\n", "plain words\n", ""); err != nil || string(events) != want {
				t.Errorf("kept %q, %v, want %q", events, err, want)
			}
		})
	}
}

func TestSlowestByOwnTime(t *testing.T) {
	var out bytes.Buffer
	events := start + "\n" + did("TestX/leaf", "pass", "3", "") + "\n" + did("TestX", "pass", "3.5", "") + "\n" +
		did("TestY", "pass", "1", "") + "\n" + ended + "\n"
	if _, err := run(strings.NewReader(events), &out, "", ""); err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(out.String(), "the slowest tests:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	want := "   3.00 s  a TestX/leaf\n   1.00 s  a TestY\n   0.50 s  a TestX"
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}
