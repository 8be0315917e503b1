// Package templates draws the pages. Each page is a struct of this package, filled with
// facts by who asks and drawn by Render: nothing here reads a database, a clock or a
// rule. Texts are Spanish; every value is escaped by html/template where it stands.
package templates

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
)

//go:embed layout.html pages partials static
var files embed.FS

// Pagina is a page: one of the structs of this package that embed Marco.
type Pagina interface {
	plantilla() string // name of its file in pages, without extension
}

// Render writes the page as a whole HTML document. The error is that of w, or of a
// template at odds with its struct, which the tests of this package rule out.
func Render(w io.Writer, p Pagina) error {
	t, ok := paginas[p.plantilla()]
	if !ok {
		return fmt.Errorf("no template %q", p.plantilla())
	}
	return t.ExecuteTemplate(w, "layout.html", p)
}

// paginas holds every page parsed with the layout and the partials, once.
var paginas = mustParse()

func mustParse() map[string]*template.Template {
	base := template.Must(template.New("layout.html").Funcs(funciones).ParseFS(files, "layout.html", "partials/*.html"))
	names, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		panic(err)
	}
	m := make(map[string]*template.Template, len(names))
	for _, name := range names {
		t := template.Must(template.Must(base.Clone()).ParseFS(files, name))
		m[strings.TrimSuffix(path.Base(name), ".html")] = t
	}
	return m
}

// Static is what is served under /static/: styles, script, fonts.
func Static() fs.FS {
	sub, err := fs.Sub(files, "static")
	if err != nil {
		panic(err)
	}
	return sub
}

// Version changes with any of the files of Static: links carry it, so that a browser
// may keep them for ever.
var Version = hashStatic()

func hashStatic() string {
	h := sha256.New()
	err := fs.WalkDir(files, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := files.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n", name, len(raw))
		h.Write(raw)
		return err
	})
	if err != nil {
		panic(err)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}
