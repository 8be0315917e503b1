package templates

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/domain"
)

func render(t *testing.T, p Pagina) string {
	t.Helper()
	var b strings.Builder
	if err := Render(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEveryPageHasSamples wants each file of pages drawn by some sample.
func TestEveryPageHasSamples(t *testing.T) {
	drawn := map[string]bool{}
	for _, p := range muestras() {
		drawn[p.plantilla()] = true
	}
	for name := range paginas {
		if !drawn[name] {
			t.Errorf("no sample draws pages/%s.html", name)
		}
	}
	for name := range drawn {
		if paginas[name] == nil {
			t.Errorf("a page wants pages/%s.html, which does not exist", name)
		}
	}
}

var (
	inlineRE  = regexp.MustCompile(`<style|<script>|<script [^>]*>[^<]|\sstyle="|\son[a-z]+="|href="javascript:`)
	headingRE = regexp.MustCompile(`<h([1-6])[\s>]`)
	formRE    = regexp.MustCompile(`(?s)<form [^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
	fieldRE   = regexp.MustCompile(`<(?:input|select|textarea)\s[^>]*>`)
	idRE      = regexp.MustCompile(`\sid="([^"]*)"`)
	refRE     = regexp.MustCompile(`\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"`)
)

// TestPages holds every page against what all of them must keep: nothing inline, one h1
// and headings in order, forms with their token, fields with their label.
func TestPages(t *testing.T) {
	for name, p := range muestras() {
		t.Run(name, func(t *testing.T) {
			html := render(t, p)
			if m := inlineRE.FindString(html); m != "" {
				t.Errorf("inline style or script, which the content policy forbids: %q", m)
			}
			if !strings.Contains(html, `<html lang="es">`) || strings.Contains(html, "ZgotmplZ") || strings.Contains(html, "%!") {
				t.Error("no language, or a value that did not fit its place")
			}
			checkHeadings(t, html)
			checkForms(t, html)
			checkReferences(t, html)
		})
	}
}

func checkHeadings(t *testing.T, html string) {
	last := 0
	for k, m := range headingRE.FindAllStringSubmatch(html, -1) {
		level := int(m[1][0] - '0')
		if (k == 0) != (level == 1) || level > last+1 {
			t.Errorf("heading %d is h%d after h%d", k, level, last)
		}
		last = level
	}
	if last == 0 {
		t.Error("no heading")
	}
}

func checkForms(t *testing.T, html string) {
	for _, m := range formRE.FindAllStringSubmatch(html, -1) {
		if m[1] != "/entrar" && !strings.Contains(m[2], `name="_csrf" value="csrf"`) {
			t.Errorf("the form to %s sends no _csrf", m[1])
		}
		if m[1] != "/entrar" && m[1] != "/salir" && !strings.Contains(m[2], `name="_idem" value="idem"`) {
			t.Errorf("the form to %s sends no _idem", m[1])
		}
	}
}

func checkReferences(t *testing.T, html string) {
	ids := map[string]bool{}
	for _, m := range idRE.FindAllStringSubmatch(html, -1) {
		if ids[m[1]] {
			t.Errorf("the id %q is there twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range refRE.FindAllStringSubmatch(html, -1) {
		for _, id := range strings.Fields(m[1]) {
			if !ids[id] {
				t.Errorf("nothing has the id %q", id)
			}
		}
	}
	for _, field := range fieldRE.FindAllString(html, -1) {
		id := idRE.FindStringSubmatch(field)
		labelled := id != nil && strings.Contains(html, `for="`+id[1]+`"`)
		if !labelled && !strings.Contains(field, "aria-label=") && !strings.Contains(field, `type="hidden"`) {
			t.Errorf("a field without label: %s", field)
		}
	}
}

// TestRenderEscapes wants what people type shown as text.
func TestRenderEscapes(t *testing.T) {
	v := veredicto("puede_entrar")
	v.Nombre = `Ana</p><script>alert(1)</script>`
	html := render(t, mostrador(v, nil))
	if strings.Contains(html, "<script>alert") || !strings.Contains(html, "&lt;script&gt;alert(1)") {
		t.Error("a name got into the page as markup")
	}
}

// TestMostradorADM10 wants the desk told nothing but whom to fetch.
func TestMostradorADM10(t *testing.T) {
	html := render(t, muestras()["mostrador-no"])
	for _, ground := range []string{"interdic", "24.2", "menor", "21.1"} {
		if body := html[strings.Index(html, "<main"):]; strings.Contains(strings.ToLower(body), ground) {
			t.Errorf("the desk reads %q", ground)
		}
	}
	for _, want := range []string{"No puede entrar", "Avise al responsable"} {
		if !strings.Contains(html, want) {
			t.Errorf("the desk does not read %q", want)
		}
	}
	if strings.Contains(html, `id="emitir"`) {
		t.Error("a card may be issued to who may not enter")
	}
	if html := render(t, muestras()["mostrador-no-jefe"]); !strings.Contains(html, "24.2") {
		t.Error("the supervisor does not read the ground")
	}
}

// TestStatic wants every face and script that a page asks for.
func TestStatic(t *testing.T) {
	css, err := fs.ReadFile(Static(), "foliado.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`url\("([^"]+)"\)`).FindAllSubmatch(css, -1) {
		if _, err := fs.Stat(Static(), path.Clean(string(m[1]))); err != nil {
			t.Errorf("foliado.css: %v", err)
		}
	}
	for _, m := range regexp.MustCompile(`/static/([^?"]+)\?v=`).FindAllStringSubmatch(render(t, muestras()["entrar"]), -1) {
		if _, err := fs.Stat(Static(), m[1]); err != nil {
			t.Errorf("layout.html: %v", err)
		}
	}
	vendored, err := fs.Glob(Static(), "vendor/*-*")
	if err != nil || len(vendored) == 0 {
		t.Fatalf("vendor: %v, %v", vendored, err)
	}
	for _, dir := range vendored {
		if _, err := fs.Stat(Static(), dir+"/LICENSE"); err != nil {
			t.Errorf("third-party files without their licence: %v", err)
		}
	}
}

func TestFormato(t *testing.T) {
	winter, summer := time.Date(2026, 11, 30, 23, 10, 5, 0, time.UTC), time.Date(2026, 7, 1, 22, 10, 5, 0, time.UTC)
	tests := []struct{ got, want string }{
		{hora(winter), "00:10"},
		{hora(time.Time{}), "—"},
		{FechaHora(winter), "01/12/2026 00:10:05 CET"},
		{FechaHora(summer), "02/07/2026 00:10:05 CEST"},
		{iso(winter), "2026-12-01T00:10:05+01:00"},
		{larga("2026-11-30"), "lunes, 30 de noviembre de 2026"},
		{corta("4f1c09ab77e2d15000aa5566"), "4f1c 09ab 77e2 d150"},
		{corta(""), ""},
		{Miles(1_234_567), "1.234.567"},
		{Miles(0), "0"},
		{Euros(50_000), "500 €"},
		{Euros(250), "2,50 €"},
		{Euros(100_000_000), "1.000.000 €"},
		{Firmado(131_500), "+1.315,00 €"},
		{Firmado(-132_500), "−1.325,00 €"},
		{Firmado(0), "0,00 €"},
		{plural(1, "mesa", "mesas"), "1 mesa"},
		{plural(1200, "mesa", "mesas"), "1.200 mesas"},
		{mayuscula("índice"), "Índice"},
		{titulo("99.99"), ""},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if titulo("35.2") == "" {
		t.Error("art. 35.2 has no title")
	}
	for _, f := range domain.Fases {
		if fase(f) == "" || faseCorta(f) == "" {
			t.Errorf("the phase %s has no words", f)
		}
	}
}

func TestMarcoOtro(t *testing.T) {
	apendice := domain.Establecimiento{ID: "apendice"}
	for from, want := range map[string]string{
		base + "/mostrador":                    "/establecimientos/apendice/mostrador",
		base + "/mesas/7":                      "/establecimientos/apendice/tablero",
		base + "/tarjetas/1488":                "/establecimientos/apendice/mostrador",
		base + "/jornadas/2026-11-30":          "/establecimientos/apendice/jornada",
		base + "/libros/anticipos-1/folios/12": "/establecimientos/apendice/libros",
		"/actos/principal-43":                  "/establecimientos/apendice/tablero",
		"/verificacion":                        "/verificacion?e=apendice",
	} {
		if got := marco("x", from, domain.Director).Otro(apendice); got != want {
			t.Errorf("from %s: got %s, want %s", from, got, want)
		}
	}
}

// TestMesaEstado holds the state of a table on the board.
func TestMesaEstado(t *testing.T) {
	var got []string
	for _, m := range mesas() {
		got = append(got, m.Estado())
	}
	if want := []string{"abierta", "abierta", "pendiente", "abierta", "cerrada", "libre"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
