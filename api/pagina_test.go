package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// visita is a browser without a screen: cookies, forms, no redirect followed.
type visita struct {
	t      testing.TB
	b      *banco
	client *http.Client
}

func (b *banco) visit(t testing.TB) *visita {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visita{t, b, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// login comes in as a usuario.
func (v *visita) login(usuario string) *visita {
	v.t.Helper()
	v.post("/entrar", url.Values{"usuario": {usuario}, "clave": {v.b.Gente[usuario].Clave}}).want(v.t, http.StatusSeeOther)
	return v
}

func (v *visita) request(method, path string, body io.Reader, headers ...string) respuesta {
	v.t.Helper()
	req, err := http.NewRequest(method, v.b.srv.URL+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html,application/xhtml+xml")
	for k := 0; k+1 < len(headers); k += 2 {
		req.Header.Set(headers[k], headers[k+1])
	}
	resp, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return respuesta{resp, read}
}

func (v *visita) get(path string, headers ...string) respuesta {
	v.t.Helper()
	return v.request("GET", path, nil, headers...)
}

func (v *visita) post(path string, form url.Values, headers ...string) respuesta {
	v.t.Helper()
	return v.request("POST", path, strings.NewReader(form.Encode()), append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)...)
}

func (v *visita) cookie() string {
	u, _ := url.Parse(v.b.srv.URL)
	for _, k := range v.client.Jar.Cookies(u) {
		if k.Name == cookieSesion {
			return k.Value
		}
	}
	return ""
}

// form reads the hidden fields of the page at path and adds those given.
func (v *visita) form(path string, fields ...string) url.Values {
	v.t.Helper()
	page := string(v.get(path).want(v.t, 200).cuerpo)
	f := url.Values{campoCSRF: {hidden(v.t, page, campoCSRF)}, campoIdem: {hidden(v.t, page, campoIdem)}}
	for k := 0; k+1 < len(fields); k += 2 {
		f.Set(fields[k], fields[k+1])
	}
	return f
}

func hidden(t testing.TB, page, name string) string {
	t.Helper()
	m := regexp.MustCompile(`name="` + name + `" value="([^"]+)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page has no field %s", name)
	}
	return m[1]
}

func newBancoPaginas(t testing.TB) *banco {
	t.Helper()
	return newBanco(t, dbtest.New(t, migrations.SQLite))
}

// dni is a document with its right letter.
func dni(n int) string {
	return fmt.Sprintf("%08d%c", n, "TRWAGMYFPDXBNJZSQVHLCKE"[n%23])
}

// ban puts a list in force that bars those documents, and one more.
func (b *banco) ban(t testing.TB, documents ...string) {
	t.Helper()
	csv := "tipo,numero,nombre,apellidos,fecha_nacimiento,hasta\n"
	for _, d := range append(documents, dni(99999999)) {
		csv += "dni," + d + ",Persona,Vetada,1970-01-01,\n"
	}
	if _, err := b.puerta.ImportLista(t.Context(), strings.NewReader(csv), "prueba", b.Autor("jefe_admision"), nil); err != nil {
		t.Fatal(err)
	}
}

const mostrador = "/establecimientos/principal/mostrador"

func TestPaginaEntrar(t *testing.T) {
	b := newBancoPaginas(t)
	t.Run("without a session", func(t *testing.T) {
		v := b.visit(t)
		for path, want := range map[string]string{
			"/":                           "/entrar?sigue=%2F",
			"/verificacion":               "/entrar?sigue=%2Fverificacion",
			mostrador + "?tarjeta=4":      "/entrar?sigue=%2Festablecimientos%2Fprincipal%2Fmostrador%3Ftarjeta%3D4",
			"/establecimientos/x/tablero": "/entrar?sigue=%2Festablecimientos%2Fx%2Ftablero",
		} {
			if got := v.get(path).want(t, 303).Header.Get("Location"); got != want {
				t.Errorf("GET %s: got %s, want %s", path, got, want)
			}
		}
		v.post("/salir", nil).want(t, 401)
		if page := string(v.get("/entrar?sigue=%2Fverificacion").want(t, 200).cuerpo); !strings.Contains(page, `name="sigue" value="/verificacion"`) {
			t.Error("the login forgets where she was going")
		}
		if r := v.get("/nada").want(t, 404); !strings.Contains(string(r.cuerpo), "<h1") {
			t.Error("what does not exist has no page")
		}
	})
	t.Run("SEC-01", func(t *testing.T) {
		v := b.visit(t)
		u, _ := url.Parse(b.srv.URL)
		v.client.Jar.SetCookies(u, []*http.Cookie{{Name: cookieSesion, Value: "AAA", Path: "/"}})
		first := v.login("admision").cookie()
		if first == "AAA" || first == "" {
			t.Fatalf("the session keeps the identifier of before the login: %q", first)
		}
		v.get("/").want(t, 303)
		second := v.login("director").cookie()
		if second == first {
			t.Error("another person has the same session")
		}
		v.post("/salir", url.Values{campoCSRF: {hidden(t, string(v.get("/verificacion").want(t, 200).cuerpo), campoCSRF)}}).want(t, 303)
		for _, old := range []string{"AAA", first, second} {
			r := b.visit(t).get("/verificacion", "Cookie", cookieSesion+"="+old)
			if r.StatusCode != 303 {
				t.Errorf("an ended session still opens: %d", r.StatusCode)
			}
		}
	})
	t.Run("SEC-04", func(t *testing.T) {
		for sigue, want := range map[string]string{
			"/verificacion": "/verificacion", "//malo.example": "/", `/\malo.example`: "/", "https://malo.example": "/",
			"/%5Cmalo.example": "/", "\tjavascript:alert(1)": "/", "": "/", "/\n/malo.example": "/",
		} {
			v := b.visit(t)
			r := v.post("/entrar", url.Values{"usuario": {"admision"}, "clave": {b.Gente["admision"].Clave}, "sigue": {sigue}}).want(t, 303)
			if got := r.Header.Get("Location"); got != want {
				t.Errorf("after login with sigue=%q: got %q, want %q", sigue, got, want)
			}
		}
	})
	t.Run("wrong password", func(t *testing.T) {
		v := b.visit(t)
		r := v.post("/entrar", url.Values{"usuario": {"admision"}, "clave": {"otra"}, "sigue": {mostrador}}).want(t, 401)
		page := string(r.cuerpo)
		if !strings.Contains(page, "Usuario o clave incorrectos") || !strings.Contains(page, `value="`+mostrador+`"`) || v.cookie() != "" {
			t.Errorf("a refused login does not say so, or loses where she was going: %s", page)
		}
		r = v.post("/entrar", url.Values{"usuario": {"admision"}, "clave": {b.Gente["admision"].Clave}}, "Origin", "https://malo.example")
		r.want(t, 403)
	})
}

func TestPaginaInicio(t *testing.T) {
	b := newBancoPaginas(t)
	for usuario, want := range map[string]string{
		"admision": mostrador, "admision.apendice": "/establecimientos/apendice/mostrador", "jefe_admision": mostrador,
		"director": "/establecimientos/principal/tablero", "crupier": "/establecimientos/principal/tablero",
		"funcionario_inspector": "/establecimientos/principal/libros", "sistema": "/verificacion", "responsable_pbc": "/verificacion",
	} {
		v := b.visit(t).login(usuario)
		if got := v.get("/").want(t, 303).Header.Get("Location"); got != want {
			t.Errorf("%s: got %s, want %s", usuario, got, want)
		}
		v.get(want).want(t, 200)
	}
	b.visit(t).login("admision").get("/establecimientos/apendice/mostrador").want(t, 403)
}

// TestPaginaMenu wants each entry of each menu to open.
func TestPaginaMenu(t *testing.T) {
	b := newBancoPaginas(t)
	for _, cargo := range domain.Cargos {
		v := b.visit(t).login(string(cargo))
		entry := regexp.MustCompile(`<li><a href="([^"]+)"`)
		links := entry.FindAllStringSubmatch(string(v.get("/verificacion").want(t, 200).cuerpo), -1)
		for _, m := range slices.Clone(links) { // the groups of a long menu lead to their entries
			links = append(links, entry.FindAllStringSubmatch(string(v.get(strings.ReplaceAll(m[1], "&amp;", "&")).cuerpo), -1)...)
		}
		slices.SortFunc(links, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
		links = slices.CompactFunc(links, func(a, b []string) bool { return a[1] == b[1] })
		if len(links) < 2 {
			t.Errorf("%s has a menu of %d entries", cargo, len(links))
		}
		for _, m := range links {
			r := v.get(strings.ReplaceAll(m[1], "&amp;", "&"))
			if r.StatusCode == 303 { // a section that opens at one of its pages
				r = v.get(r.Header.Get("Location"))
			}
			if r.StatusCode != 200 {
				t.Errorf("%s: %s answers %d", cargo, m[1], r.StatusCode)
			}
		}
	}
}

func TestPaginaCSRF(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t)
	before := b.Escritor.Tamano()
	v := b.visit(t).login("admision")
	person := []string{"numero", dni(50111222), "nombre", "Rosa", "apellidos", "Beltrán", "fecha_nacimiento", "31/12/1980"}
	for _, headers := range [][]string{nil, {"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "none"}, {"Origin", b.srv.URL}, {"X-CSRF-Token", "otro"}} {
		form := v.form(mostrador, person...)
		form.Del(campoCSRF)
		r := v.post("/establecimientos/principal/comprobaciones", form, headers...).want(t, 403)
		if !strings.Contains(string(r.cuerpo), "vuelva a cargar la página") {
			t.Errorf("headers %v: the refusal does not say what to do", headers)
		}
	}
	form := v.form(mostrador, person...)
	form.Set(campoCSRF, hidden(t, string(b.visit(t).login("jefe_admision").get(mostrador).cuerpo), campoCSRF))
	v.post("/establecimientos/principal/comprobaciones", form).want(t, 403)
	form = v.form(mostrador, person...)
	form.Del(campoIdem)
	v.post("/establecimientos/principal/comprobaciones", form).want(t, 400)
	if got := b.Escritor.Tamano(); got != before {
		t.Errorf("refused forms left %d asientos", got-before)
	}
	t.Run("SEC-02", func(t *testing.T) {
		page := string(v.get(mostrador, "Sec-Fetch-Site", "none").want(t, 200).cuerpo)
		v.post("/establecimientos/principal/comprobaciones", url.Values{campoCSRF: {hidden(t, page, campoCSRF)}, campoIdem: {hidden(t, page, campoIdem)},
			"numero": {dni(50111222)}, "nombre": {"Rosa"}, "apellidos": {"Beltrán"}, "fecha_nacimiento": {"31/12/1980"}}).want(t, 303)
	})
	t.Run("SEC-08", func(t *testing.T) {
		form := v.form(mostrador, person...)
		form.Del("numero")
		r := v.post("/establecimientos/principal/comprobaciones?numero="+dni(50111222), form)
		if r.StatusCode < 400 {
			t.Error("a field came from the address")
		}
	})
}

// TestPaginaDobleClic sends one form twice at once and again later: one card.
func TestPaginaDobleClic(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t)
	v := b.visit(t).login("admision")
	r := v.post("/establecimientos/principal/comprobaciones", v.form(mostrador, "numero", dni(50111222), "nombre", "Rosa", "apellidos", "Beltrán",
		"fecha_nacimiento", "31121980")).want(t, 303)
	where := r.Header.Get("Location")
	id := hidden(t, string(v.get(where).want(t, 200).cuerpo), "comprobacion")
	var used string
	t.Run("DBL-01", func(t *testing.T) {
		form := v.form(where, "comprobacion", id)
		used = form.Get(campoIdem)
		var got [8]string
		var wg sync.WaitGroup
		for k := range got {
			wg.Go(func() {
				got[k] = v.post("/establecimientos/principal/tarjetas", form).Header.Get("Location")
			})
		}
		wg.Wait()
		for k, g := range got {
			if g == "" || g != got[0] {
				t.Errorf("click %d goes to %q, the first to %q", k, g, got[0])
			}
		}
		if n, _, err := b.puerta.CountTarjetas(t.Context(), casatest.Principal, casatest.Fecha); n != 1 || err != nil {
			t.Errorf("%d cards, %v; want 1", n, err)
		}
		later := v.post("/establecimientos/principal/tarjetas", form).want(t, 303)
		if later.Header.Get("Location") != got[0] {
			t.Error("sent again later it shows another card")
		}
	})
	t.Run("another key is another intention", func(t *testing.T) {
		page := string(v.post("/establecimientos/principal/tarjetas", v.form(where, "comprobacion", id)).want(t, 409).cuerpo)
		if !strings.Contains(page, "/tarjetas/1\"") {
			t.Error("a second card is refused without showing the first")
		}
	})
	t.Run("DBL-02", func(t *testing.T) {
		form := v.form(where, "comprobacion", "OTRA")
		form.Set(campoIdem, used)
		v.post("/establecimientos/principal/tarjetas", form).want(t, 422)
	})
}

// TestPaginaDecision takes a candidate to who decides (criterio ADM-3).
func TestPaginaDecision(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	b.ban(t, dni(50111225))
	const checks = "/establecimientos/principal/comprobaciones"
	person := []string{"numero", dni(50111226), "nombre", "Persona", "apellidos", "Vetada", "fecha_nacimiento", "01/01/1970"}
	desk := b.visit(t).login("admision")
	where := desk.post(checks, desk.form(mostrador, person...)).want(t, 303).Header.Get("Location")
	page := string(desk.get(where).want(t, 200).cuerpo)
	if !strings.Contains(page, "Consultar") || strings.Contains(page, "/decision") || strings.Contains(page, "inscrita") {
		t.Errorf("the desk does not read «Consultar» and nothing else")
	}
	path, _, _ := strings.Cut(where, "?")
	id := strings.TrimPrefix(where, path+"?comprobacion=")
	desk.post(checks+"/"+id+"/decision", desk.form(mostrador, "admite", "si", "motivo", "no es ella")).want(t, 403)

	boss := b.visit(t).login("jefe_admision")
	if page := string(boss.get(where).want(t, 200).cuerpo); !strings.Contains(page, "inscrita") || !strings.Contains(page, checks+"/"+id+"/decision") {
		t.Error("who decides does not read why, or cannot decide")
	}
	boss.post(checks+"/"+id+"/decision", boss.form(mostrador, "admite", "si")).want(t, 422)
	boss.post(checks+"/"+id+"/decision", boss.form(mostrador, "admite", "si", "motivo", "el documento y el rostro son de otra persona")).want(t, 303)
	desk.post("/establecimientos/principal/tarjetas", desk.form(where, "comprobacion", id)).want(t, 303)
}

// TestPaginaFirma tries what a signing page must refuse, and the signature by hand.
func TestPaginaFirma(t *testing.T) {
	b := newBancoPaginas(t)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	v := b.visit(t).login("jefe_mesa")
	const table = "/establecimientos/principal/mesas/1"
	act := v.post(table+"/aperturas", v.form(table, "apuesta_minima", "2,50", "maximos", "alto", "inspector", "presente_firma",
		"anticipo.10000", "375", "anticipo.otro.valor", "2,50", "anticipo.otro.piezas", "4")).want(t, 303).Header.Get("Location")
	page := string(v.get(act).want(t, 200).cuerpo)
	digest := hidden(t, page, "digest")
	if !strings.Contains(page, "37.510,00 €") || !strings.Contains(page, "Funcionario inspector") {
		t.Errorf("the act does not say what is signed:\n%s", page)
	}
	director := b.Gente["director"]
	sign := func(fields ...string) respuesta {
		return v.post(act+"/firmas", v.form(act, append([]string{"digest", digest, "credencial", director.Credencial, "pin", director.PIN}, fields...)...))
	}
	for name, r := range map[string]respuesta{
		"wrong PIN":        sign("pin", "0000"),
		"no such badge":    sign("credencial", "nada"),
		"other digest":     sign("digest", strings.Repeat("0", 64)),
		"badge of another": sign("credencial", b.Gente["crupier"].Credencial, "pin", b.Gente["crupier"].PIN),
	} {
		if r.StatusCode < 400 || r.StatusCode > 499 || !strings.Contains(string(r.cuerpo), `id="problema"`) || !strings.Contains(string(r.cuerpo), digest) {
			t.Errorf("%s: answers %d without showing the act again", name, r.StatusCode)
		}
	}
	t.Run("36.2", func(t *testing.T) {
		sign().want(t, 303)
		sign("plaza", "2", "modo", "manuscrita").want(t, 422)
		r := sign("plaza", "2", "modo", "manuscrita", "ejemplar", "1").want(t, 303)
		page := string(v.get(r.Header.Get("Location")).want(t, 200).cuerpo)
		if !strings.Contains(page, "firma manuscrita, atestada") || !strings.Contains(page, `class="stamp cerrado"`) {
			t.Error("the act is not closed with its handwritten signature")
		}
	})
	t.Run("29.6/open tables keep their limits", func(t *testing.T) {
		v.post(table+"/aperturas", v.form(table, "apuesta_minima", "5", "maximos", "alto", "anticipo.10000", "750")).want(t, 422)
	})
	t.Run("withdraw", func(t *testing.T) {
		act := v.post(table+"/reposiciones", v.form(table, "anticipo.10000", "375", "anticipo.250", "4")).want(t, 303).Header.Get("Location")
		v.post(act+"/retirada", v.form(act)).want(t, 422)
		v.post(act+"/retirada", v.form(act, "motivo", "se pidió dos veces")).want(t, 303)
		if page := string(v.get(act).want(t, 200).cuerpo); !strings.Contains(page, `class="stamp retirado"`) {
			t.Error("the act is not withdrawn")
		}
	})
}

func TestStaticSEC07(t *testing.T) {
	b := newBancoPaginas(t)
	v := b.visit(t)
	r := v.get("/static/foliado.css").want(t, 200)
	if got := r.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/css") {
		t.Errorf("got %s", got)
	}
	if csp := r.Header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") {
		t.Errorf("policy %q", csp)
	}
	for _, path := range []string{"/static/", "/static/vendor/", "/static/..%2F..%2Flayout.html", "/static/%2e%2e/layout.html", "/static/nada"} {
		if r := v.get(path); r.StatusCode == 200 {
			t.Errorf("GET %s answers 200", path)
		}
	}
}

func TestFechaTecleada(t *testing.T) {
	for in, want := range map[string]domain.Fecha{
		"31/12/1980": "1980-12-31", "1/2/1980": "1980-02-01", "31-12-1980": "1980-12-31", "31.12.1980": "1980-12-31",
		"31121980": "1980-12-31", "1980-12-31": "1980-12-31", "29/02/2008": "2008-02-29",
	} {
		if got, err := fechaTecleada("fecha_nacimiento", in); got != want || err != nil {
			t.Errorf("fechaTecleada(%q) = %s, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", "31/13/1980", "30/02/2007", "1980", "31/12/80", "ayer"} {
		if got, err := fechaTecleada("fecha_nacimiento", in); err == nil {
			t.Errorf("fechaTecleada(%q) = %s", in, got)
		}
	}
}

func TestParsePiezas(t *testing.T) {
	for in, want := range map[string]int64{"0": 0, "12": 12, "1.200": 1200} {
		if got, ok := parsePiezas(in); got != want || !ok {
			t.Errorf("parsePiezas(%q) = %d, %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "-1", "1,5", "1,00", "doce", "12 €", "1.20"} {
		if got, ok := parsePiezas(in); ok {
			t.Errorf("parsePiezas(%q) = %d", in, got)
		}
	}
}

func TestNewRecuento(t *testing.T) {
	r := newRecuento("placas", domain.Piezas{50_000: 3, 70_000: 1})
	var got []string
	for _, l := range r.Lineas {
		got = append(got, l.Valor.Cifra()+" "+strconv.FormatInt(l.Piezas, 10)+" "+l.Suma.Cifra())
	}
	want := []string{"10.000,00 0 0,00", "5.000,00 0 0,00", "1.000,00 0 0,00", "700,00 1 700,00", "500,00 3 1.500,00"}
	if d := cmp.Diff(want, got); d != "" || r.Total != 220_000 {
		t.Errorf("total %s, lines (-want +got):\n%s", r.Total, d)
	}
}
