package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
)

// tb is a testing.TB outside a test, so that the fixtures of the tests serve here too.
// What is not redefined is never called by them.
type tb struct {
	testing.TB
	cleanups []func()
}

// failure is what Fatal panics with.
type failure struct{ text string }

func (t *tb) Helper()                           {}
func (t *tb) Name() string                      { return "banco" }
func (t *tb) Context() context.Context          { return context.Background() }
func (t *tb) Output() io.Writer                 { return os.Stderr }
func (t *tb) Cleanup(f func())                  { t.cleanups = append(t.cleanups, f) }
func (t *tb) Logf(format string, args ...any)   { fmt.Fprintf(os.Stderr, format+"\n", args...) }
func (t *tb) Fatal(args ...any)                 { panic(failure{fmt.Sprint(args...)}) }
func (t *tb) Fatalf(format string, args ...any) { panic(failure{fmt.Sprintf(format, args...)}) }
func (t *tb) Error(args ...any)                 { panic(failure{fmt.Sprint(args...)}) }
func (t *tb) Errorf(format string, args ...any) { panic(failure{fmt.Sprintf(format, args...)}) }

// TempDir makes a folder that goes with the cleanups.
func (t *tb) TempDir() string {
	dir, err := os.MkdirTemp("", "foliado-banco-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// close undoes what was set up, the last first.
func (t *tb) close() {
	for k := len(t.cleanups) - 1; k >= 0; k-- {
		t.cleanups[k]()
	}
	t.cleanups = nil
}

// check fails on an error.
func (t *tb) check(err error) {
	if err != nil {
		t.Fatal(err)
	}
}
