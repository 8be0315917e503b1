package reports

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tools that read the documents back; make test installs them.

// render writes a document into memory.
func render(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func savePDF(t *testing.T, pdf []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "documento.pdf")
	if err := os.WriteFile(name, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// tool runs a tool and returns its output; a tool that is missing fails the test.
func tool(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", name, err, out.Bytes(), errs.Bytes())
	}
	return out.Bytes()
}

// pages returns the text of each page of a PDF, its words separated by single spaces.
func pages(t *testing.T, pdf []byte) []string {
	t.Helper()
	text := string(tool(t, "pdftotext", "-layout", savePDF(t, pdf), "-"))
	var out []string
	for _, page := range strings.Split(strings.TrimSuffix(text, "\f"), "\f") {
		out = append(out, strings.Join(strings.Fields(page), " "))
	}
	return out
}

// textOf is the text of every page in a row.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	return strings.Join(pages(t, pdf), " ")
}

// wants fails for each text that is not there.
func wants(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, s := range wanted {
		if !strings.Contains(text, s) {
			t.Errorf("the document does not say %q:\n%s", s, text)
		}
	}
}

// lacks fails for each text that is there.
func lacks(t *testing.T, text string, unwanted ...string) {
	t.Helper()
	for _, s := range unwanted {
		if strings.Contains(text, s) {
			t.Errorf("the document says %q:\n%s", s, text)
		}
	}
}

// scan returns what the QR of each page says, read from its picture.
func scan(t *testing.T, pdf []byte) []string {
	t.Helper()
	dir := t.TempDir()
	tool(t, "pdftoppm", "-r", "150", "-gray", "-png", savePDF(t, pdf), filepath.Join(dir, "hoja"))
	pictures, err := filepath.Glob(filepath.Join(dir, "hoja*.png"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, picture := range pictures {
		out = append(out, string(tool(t, "zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture)))
	}
	return out
}
