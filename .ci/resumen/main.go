// Command resumen reads the events of `go test -json` on its standard input,
// keeps them in a file and prints what a person wants of them: a line per
// package, the output of what failed, the ten slowest tests and how many ran on
// each database.
//
// A test that has subtests is not counted, unless it failed by itself. A skipped
// test is a failure: no test of this tree is allowed to hide what it lacks.
// Exit codes: 0 all passed, 1 something did not, 2 usage or fault.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	output := flag.String("o", "", "file that keeps the events")
	counts := flag.String("cuenta", "", `file that gets "passed failed skipped"`)
	flag.Parse()
	ok, err := run(os.Stdin, os.Stdout, *output, *counts)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "resumen:", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

// run summarises in to out and reports whether every test passed.
func run(in io.Reader, out io.Writer, output, counts string) (bool, error) {
	keep := io.Discard
	if output != "" {
		file, err := os.Create(output)
		if err != nil {
			return false, err
		}
		defer file.Close()
		keep = file
	}
	summary := newSummary(out)
	if err := summary.read(in, keep); err != nil {
		return false, err
	}
	summary.close()
	if counts != "" {
		line := fmt.Sprintf("%d %d %d\n", summary.passed, summary.failed, summary.skipped)
		if err := os.WriteFile(counts, []byte(line), 0o644); err != nil {
			return false, err
		}
	}
	return summary.passed > 0 && summary.failed == 0 && summary.skipped == 0, nil
}
