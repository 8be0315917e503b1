// Package docs_test holds the documents against the code: the import table, the
// glossary, the citations, the README and the links. It parses the sources and starts no
// other program, so that its result is never an old one from the cache.
package docs_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module.
const root = ".."

// carpetas are the top-level folders: they are the user's and final.
var carpetas = []string{"admission", "api", "cmd", "docs", "domain", "migrations", "registers", "reports", "templates"}

// goFile is a source file of the module, tests included.
type goFile struct {
	name string // from the root, with slashes
	dir  string
	test bool
	ast  *ast.File
}

// goFiles parses every Go file that a plain build or its tests would compile, and those
// of the commands in .ci.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := e.Name()
		if e.IsDir() {
			hidden := base != ".." && base != ".ci" && (base[0] == '.' || base[0] == '_')
			if hidden || base == "testdata" || slices.Contains(ignored(t), base) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		if ok, err := build.Default.MatchFile(filepath.Dir(name), base); err != nil || !ok {
			return err
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(filepath.ToSlash(name), "../")
		files = append(files, goFile{name: rel, dir: path.Dir(rel), test: strings.HasSuffix(base, "_test.go"), ast: f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go file found")
	}
	return files
}

// ignored lists the folders that .gitignore names at the root: what tools leave behind.
func ignored(t *testing.T) []string {
	var names []string
	for _, line := range strings.Split(read(t, ".gitignore"), "\n") {
		if name := strings.Trim(line, "/ "); name != "" && strings.HasSuffix(line, "/") {
			names = append(names, name)
		}
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// section returns the text under the heading, up to the next one of its level or above.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("no heading %q", heading)
	}
	level := strings.IndexByte(heading, ' ')
	for k := 1; k <= level; k++ {
		rest, _, _ = strings.Cut(rest, "\n"+strings.Repeat("#", k)+" ")
	}
	return rest
}

// tables returns the tables of a text as rows of trimmed cells, without their headers.
func tables(text string) [][][]string {
	var out [][][]string
	var rows [][]string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for k := range cells {
				cells[k] = strings.TrimSpace(cells[k])
			}
			rows = append(rows, cells)
			continue
		}
		if len(rows) > 2 { // header, rule, rows
			out = append(out, rows[2:])
		}
		rows = nil
	}
	return out
}

var codeRE = regexp.MustCompile("`([^`]+)`")

// code returns what a text has between backticks.
func code(text string) []string {
	var out []string
	for _, m := range codeRE.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

func TestTopLevelFolders(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && name[0] != '.' && !slices.Contains(ignored(t), name) {
			got = append(got, name)
		}
	}
	if !slices.Equal(got, carpetas) {
		t.Errorf("top-level folders: got %v, want %v", got, carpetas)
	}
}

// TestNames refuses the names of folders that say nothing of what they hold.
func TestNames(t *testing.T) {
	void := []string{"util", "utils", "common", "helper", "helpers", "model", "models", "service", "services", "manager", "managers", "repository", "repositories"}
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		for _, part := range strings.Split(f.dir, "/") {
			if slices.Contains(void, part) && !seen[f.dir] {
				t.Errorf("folder %s: %q says nothing of what it holds", f.dir, part)
			}
		}
		seen[f.dir] = true
	}
}

var (
	makeRE   = regexp.MustCompile(`\bmake ([a-z][a-z-]*)`)
	targetRE = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	fenceRE  = regexp.MustCompile("(?ms)^```[a-z]*\n(.*?)^```")
)

// TestReadmeCommands holds the commands of the README against the Makefile.
func TestReadmeCommands(t *testing.T) {
	readme := read(t, "README.md")
	for _, want := range []string{"make run", "make test"} {
		if !strings.Contains(readme, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
	targets := map[string]bool{}
	for _, m := range targetRE.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[m[1]] = true
	}
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "docs/operacion.md"} {
		for _, m := range makeRE.FindAllStringSubmatch(commands(read(t, page)), -1) {
			if !targets[m[1]] {
				t.Errorf("%s says %q and the Makefile has no such target", page, m[0])
			}
		}
	}
}

// commands is what a page shows as code: its fenced blocks and what is between backticks.
func commands(text string) string {
	var b strings.Builder
	for _, m := range fenceRE.FindAllStringSubmatch(text, -1) {
		b.WriteString(m[1])
	}
	rest := fenceRE.ReplaceAllString(text, "")
	b.WriteString(strings.Join(code(rest), "\n"))
	return b.String()
}

// TestReadmeTree wants a fenced tree in the README that lists every top-level folder,
// and no other.
func TestReadmeTree(t *testing.T) {
	folderRE := regexp.MustCompile(`(?m)^[^a-z\n]*([a-z]+)/`)
	var best []string
	for _, m := range fenceRE.FindAllStringSubmatch(read(t, "README.md"), -1) {
		var got []string
		for _, f := range folderRE.FindAllStringSubmatch(m[1], -1) {
			if !strings.HasPrefix(f[0], " ") && f[1] != "foliado" {
				got = append(got, f[1])
			}
		}
		if slices.Sort(got); len(got) > len(best) {
			best = slices.Compact(got)
		}
	}
	if !slices.Equal(best, carpetas) {
		t.Errorf("the tree of README.md lists %v, want %v", best, carpetas)
	}
}

var linkRE = regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`)

// TestLinks follows every relative link of the pages.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	adr, err := filepath.Glob("adr/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, adr...), "../README.md", "../CONTRIBUTING.md")
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range linkRE.FindAllStringSubmatch(string(raw), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

// TestADRIndex wants each decision in the index, once.
func TestADRIndex(t *testing.T) {
	pages, err := filepath.Glob("adr/0*.md")
	if err != nil {
		t.Fatal(err)
	}
	index := read(t, "docs/adr/README.md")
	for _, page := range pages {
		if n := strings.Count(index, "("+filepath.Base(page)+")"); n != 1 {
			t.Errorf("docs/adr/README.md lists %s %d times, want once", page, n)
		}
	}
	if len(pages) == 0 {
		t.Error("no decision found")
	}
}
