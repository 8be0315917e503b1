package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is one line of `go test -json`, of a test or of a build.
type event struct {
	Action     string
	Package    string
	Test       string
	ImportPath string
	Elapsed    float64 // seconds
	Output     string
}

// test is what is known of one test; the empty name stands for its package.
type test struct {
	pkg, name string
	action    string // pass, fail, skip; empty while it runs
	elapsed   float64
	inside    float64 // elapsed of its direct subtests
	children  bool
	broken    bool // a subtest failed or was skipped
	output    []string
}

// String returns the name as a person writes it: package and test.
func (t *test) String() string {
	return strings.TrimSuffix(strings.TrimPrefix(t.pkg, "foliado/")+" "+t.name, " ")
}

// own returns the seconds that the test spent outside its subtests.
func (t *test) own() float64 { return max(t.elapsed-t.inside, 0) }

// summary gathers the events. The tests of a package are settled when it ends.
type summary struct {
	out                     io.Writer
	running                 map[string]map[string]*test // package, name
	passed, failed, skipped int
	databases               map[string]int // tests that passed, by segment of the name
	slowest                 []*test
	bad                     []string
}

func newSummary(out io.Writer) *summary {
	return &summary{
		out:       out,
		running:   map[string]map[string]*test{},
		databases: map[string]int{},
	}
}

// read takes every event of in and copies it to keep. What is no event is
// printed as it stands.
func (s *summary) read(in io.Reader, keep io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				s.out.Write(line)
			} else if _, err := keep.Write(line); err != nil {
				return err
			} else {
				s.take(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) take(e event) {
	switch e.Action {
	case "build-output":
		fmt.Fprint(s.out, e.Output)
	case "run", "start":
		s.test(e)
	case "output":
		t := s.test(e)
		t.output = append(t.output, e.Output)
	case "pass", "fail", "skip":
		t := s.test(e)
		t.action, t.elapsed = e.Action, e.Elapsed
		if t.action == "pass" {
			t.output = nil
		}
		if e.Test == "" {
			s.settle(e.Package, e.Action)
		}
	}
}

// test returns the test of the event, new when it is its first.
func (s *summary) test(e event) *test {
	tests := s.running[e.Package]
	if tests == nil {
		tests = map[string]*test{}
		s.running[e.Package] = tests
	}
	t := tests[e.Test]
	if t == nil {
		t = &test{pkg: e.Package, name: e.Test}
		tests[e.Test] = t
	}
	return t
}

// settle counts the tests of a package that ended with the action.
func (s *summary) settle(pkg, action string) {
	tests := s.running[pkg]
	delete(s.running, pkg)
	whole := tests[""]
	delete(tests, "")
	names := make([]string, 0, len(tests))
	for name, t := range tests {
		names = append(names, name)
		if t.action == "" { // a panic or the time limit left it unfinished
			t.action = "fail"
		}
	}
	// The deepest first: a test is linked to its parent before the parent counts.
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(b, "/"), strings.Count(a, "/")), cmp.Compare(a, b))
	})
	before := s.failed + s.skipped
	for _, name := range names {
		t := tests[name]
		if i := strings.LastIndexByte(name, '/'); i >= 0 && tests[name[:i]] != nil {
			parent := tests[name[:i]]
			parent.children = true
			parent.inside += t.elapsed
			parent.broken = parent.broken || t.broken || t.action != "pass"
		}
		s.count(t)
	}
	if action == "fail" && s.failed+s.skipped == before {
		s.fail(whole)
	}
	if action != "skip" { // else it has no tests
		fmt.Fprintf(s.out, "%-4s  %-44s %7.2f s  %d tests\n", action, whole, whole.elapsed, len(names))
	}
}

// count adds a test to the totals and prints it when it did not pass.
func (s *summary) count(t *test) {
	s.slowest = append(s.slowest, t)
	switch {
	case t.action == "skip":
		s.skipped++
		s.report("SKIP", t)
	case t.action == "fail" && t.broken:
		s.print(t) // counted by its subtests; its own lines may say why
	case t.action == "fail":
		s.fail(t)
	case !t.children:
		s.passed++
		for segment := range strings.SplitSeq(t.name, "/") {
			segment, _, _ = strings.Cut(segment, "#")
			if segment == "sqlite" || segment == "postgres" {
				s.databases[segment]++
			}
		}
	}
}

func (s *summary) fail(t *test) {
	s.failed++
	s.report("FAIL", t)
}

func (s *summary) report(verdict string, t *test) {
	line := verdict + ": " + t.String()
	s.bad = append(s.bad, line)
	fmt.Fprintf(s.out, "--- %s\n", line)
	s.print(t)
}

// print prints what the test wrote, without the marks of the test runner.
func (s *summary) print(t *test) {
	for _, line := range t.output {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "=== ") || strings.HasPrefix(trimmed, "--- ") {
			continue
		}
		fmt.Fprint(s.out, line)
	}
}

// close settles what never ended and prints the ends of the summary.
func (s *summary) close() {
	for pkg := range s.running {
		s.test(event{Package: pkg})
		s.settle(pkg, "fail")
	}
	slices.SortStableFunc(s.slowest, func(a, b *test) int { return cmp.Compare(b.own(), a.own()) })
	fmt.Fprintln(s.out, "\nthe slowest tests:")
	for _, t := range s.slowest[:min(10, len(s.slowest))] {
		fmt.Fprintf(s.out, "%7.2f s  %s\n", t.own(), t)
	}
	fmt.Fprintf(s.out, "\ntests passed by database: sqlite %d, postgres %d, none or both %d\n",
		s.databases["sqlite"], s.databases["postgres"],
		s.passed-s.databases["sqlite"]-s.databases["postgres"])
	if len(s.bad) > 0 {
		fmt.Fprintln(s.out, "\nwhat did not pass:")
		for _, line := range s.bad {
			fmt.Fprintln(s.out, line)
		}
	}
	fmt.Fprintln(s.out)
}
