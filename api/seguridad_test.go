package api

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"foliado/admission"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// internals are words that no answer may hold: how the program is made is nobody's
// business.
var internals = []string{"json:", "sql:", "SQL", "sqlite", "postgres", "pgx", "gorm", "api.", "registers.", "goroutine", ".go:", "code=", "Go struct", "runtime error", "secreto"}

// discreet wants an answer to tell nothing of the program.
func (r respuesta) discreet(t testing.TB) respuesta {
	t.Helper()
	for _, word := range internals {
		if bytes.Contains(r.cuerpo, []byte(word)) {
			t.Errorf("%s %s tells %q: %s", r.Request.Method, r.Request.URL.Path, word, r.cuerpo)
		}
	}
	return r
}

// Whenever the cookie authenticates, what changes something wants the session's own token,
// whatever headers a browser sends by itself.
func TestCSRF(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
	login := b.do(t, "", "POST", "/api/v1/sesion", b.credentials("admision")).want(t, 200)
	var ses struct{ CSRF, Token string }
	login.into(t, &ses)
	other := b.do(t, "", "POST", "/api/v1/sesion", b.credentials("admision2")).want(t, 200)
	var foreign struct{ CSRF string }
	other.into(t, &foreign)
	cookie := []string{"Cookie", cookieSesion + "=" + cookieOf(login)}
	post := func(headers ...string) respuesta {
		return b.do(t, "", "POST", principal+"/comprobaciones", adult(1).cuerpo(), append(slices.Clone(cookie), headers...)...)
	}
	for _, h := range [][]string{nil, {"X-CSRF-Token", ""}, {"X-CSRF-Token", foreign.CSRF}, {"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "none"},
		{"Origin", b.srv.URL}, {"X-Requested-With", "XMLHttpRequest"}, {"Content-Type", "text/plain"}, {"Authorization", "Basic eDp5"}, {"X-CSRF-Token", ses.Token}} {
		b.unchanged(t, nil, func() { post(h...).want(t, 403).refused(t, "") })
	}
	post("Authorization", "Bearer "+strings.Repeat("A", 43)).want(t, 401)
	b.do(t, "", "POST", principal+"/comprobaciones?_csrf="+ses.CSRF, adult(1).cuerpo(), cookie...).want(t, 403)
	for _, m := range []string{"PUT", "PATCH", "DELETE"} {
		path := map[string]string{"PUT": principal + "/horarios/laborable", "PATCH": mesa(1), "DELETE": "/api/v1/sesion"}[m]
		if got := b.do(t, "", m, path, nil, cookie...).StatusCode; got != 403 {
			t.Errorf("%s with the cookie alone: got %d", m, got)
		}
	}
	b.do(t, "", "GET", "/api/v1/version", nil, cookie...).want(t, 200)
	post("X-CSRF-Token", ses.CSRF).want(t, 200)
	b.send(t, "POST", principal+"/comprobaciones", ses.Token, adult(2).cuerpo(), nil).want(t, 200)
	b.do(t, "", "DELETE", "/api/v1/sesion", nil, append(slices.Clone(cookie), "X-CSRF-Token", ses.CSRF)...).want(t, 204)
	b.do(t, "", "GET", "/api/v1/version", nil, cookie...).want(t, 401)
}

// No other site makes a browser log in.
func TestLoginCrossSite(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	for _, h := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://malo.example"}, {"Sec-Fetch-Site", "same-site"}} {
		r := b.do(t, "", "POST", "/api/v1/sesion", b.credentials("director"), h...).want(t, 403)
		if cookieOf(r) != "" {
			t.Errorf("%v: a session was opened", h)
		}
	}
	b.do(t, "", "POST", "/api/v1/sesion", b.credentials("director"), "Content-Type", "text/plain").want(t, 415)
	b.do(t, "", "POST", "/api/v1/sesion", b.credentials("director"), "Sec-Fetch-Site", "same-origin").want(t, 200)
}

// Wrong logins are slowed by usuario and address; right ones never.
func TestFreno(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	try := func(usuario, clave string) respuesta {
		return b.do(t, "", "POST", "/api/v1/sesion", objeto{"usuario": usuario, "clave": clave})
	}
	for range 8 {
		try("crupier", b.Gente["crupier"].Clave).want(t, 200)
	}
	var mu sync.Mutex
	got := map[int]int{}
	var group sync.WaitGroup
	for k := range 40 {
		group.Go(func() {
			status := try([]string{"cajero", "CAJERO"}[k%2], "equivocada").StatusCode
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	group.Wait()
	if got[401] > 6 || got[401]+got[429] != 40 {
		t.Errorf("40 wrong passwords at once: got %v, want five 401 and the rest 429", got)
	}
	r := try("cajero", b.Gente["cajero"].Clave).want(t, 429)
	if r.refused(t, ""); r.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	try("director", b.Gente["director"].Clave).want(t, 200)
	if a, z := try("nadie", "equivocada").want(t, 401).refused(t, ""), try("sistema", "equivocada").want(t, 401).refused(t, ""); a.Detail != z.Detail {
		t.Errorf("an answer tells who exists: %q, %q", a.Detail, z.Detail)
	}
}

// Nobody chooses her own address: only a proxy on this machine, when there is one, says
// who asks.
func TestRealIP(t *testing.T) {
	t.Parallel()
	b := casatest.New(t, dbtest.New(t, migrations.SQLite), admission.Proyectores())
	ask := func(seguro bool, peer string) string {
		s, err := New(Config{Escritor: b.Escritor, Casa: b.Casa, Puerta: admission.New(b.Escritor, b.Casa), Seguro: seguro})
		if err != nil {
			t.Fatal(err)
		}
		req := httptest.NewRequest("GET", "/", nil)
		req.RemoteAddr = peer
		req.Header.Set("X-Forwarded-For", "10.9.8.7, 198.51.100.7")
		req.Header.Set("X-Real-Ip", "10.9.8.7")
		return s.echo.IPExtractor(req)
	}
	for _, c := range []struct {
		seguro     bool
		peer, want string
	}{
		{false, "127.0.0.1:4000", "127.0.0.1"},
		{false, "203.0.113.9:4000", "203.0.113.9"},
		{true, "203.0.113.9:4000", "203.0.113.9"},
		{true, "192.168.1.5:4000", "192.168.1.5"},
		{true, "127.0.0.1:4000", "198.51.100.7"},
	} {
		if got := ask(c.seguro, c.peer); got != c.want {
			t.Errorf("behind a proxy %v, from %s: got %s, want %s", c.seguro, c.peer, got, c.want)
		}
	}
}

// Tokens outlive a restart, and end in their time.
func TestTokens(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		token := b.as(t, "cajero")
		b.srv.Close()
		b.Reopen(t)
		b.serve(t)
		version := func() int { return b.send(t, "GET", "/api/v1/version", token, nil, nil).StatusCode }
		if got := version(); got != 200 {
			t.Errorf("after a restart: got %d", got)
		}
		b.Reloj.Move(duracionSesion - time.Minute)
		b.srvAPI.vistas.reset()
		if got := version(); got != 200 {
			t.Errorf("a minute before its end: got %d", got)
		}
		b.Reloj.Move(2 * time.Minute)
		b.srvAPI.vistas.reset()
		if got := version(); got != 401 {
			t.Errorf("after its end: got %d", got)
		}
		for _, dump := range column(t, b.revela.db, `SELECT token FROM sesiones`) {
			if strings.Contains(dump, token) {
				t.Error("the database holds the token itself")
			}
		}
	})
}

// Whoever serves in one establecimiento reads and does nothing in another.
func TestAmbito(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openMesa(t, 1)
	acto := b.propose(t, "cajero", mesa(1)+"/cierres", cierre(1000, 0))
	for _, usuario := range []string{"cajero.apendice", "crupier.apendice", "admision.apendice"} {
		for _, r := range b.srvAPI.rutas {
			if !strings.Contains(r.camino, ":e") || !r.admits(b.Gente[usuario].Cargo) {
				continue
			}
			if got := b.do(t, usuario, r.metodo, ejemploDe(t, r), nil).StatusCode; got != 403 {
				t.Errorf("%s %s %s: got %d", usuario, r.metodo, r.camino, got)
			}
		}
	}
	b.do(t, "cajero.apendice", "GET", "/api/v1/actos/"+acto, nil).want(t, 403)
	b.do(t, "cajero.apendice", "POST", "/api/v1/actos/"+acto+"/retirada", objeto{"motivo": "ajeno"}).want(t, 403)
	b.do(t, "cajero.apendice", "GET", "/api/v1/establecimientos/apendice/mesas", nil).want(t, 200)
	t.Run("people", func(t *testing.T) {
		b.do(t, "sistema", "POST", "/api/v1/personas", objeto{"usuario": "director.apendice", "clave": "clave-de-director.apendice", "cargo": "director",
			"establecimiento": "apendice", "nombre": "Otro", "apellidos": "Director"}).want(t, 201)
		b.Gente["director.apendice"] = casatest.Persona{Clave: "clave-de-director.apendice"}
		crupier := "/api/v1/personas/" + b.Gente["crupier"].ID
		version := b.do(t, "director", "GET", crupier, nil).Header.Get("ETag")
		b.unchanged(t, nil, func() {
			for _, x := range []struct {
				method, path string
				body         objeto
			}{
				{"PATCH", crupier, objeto{"cargo": "cajero"}},
				{"PATCH", "/api/v1/personas/" + b.Gente["crupier.apendice"].ID, objeto{"establecimiento": "*"}},
				{"POST", crupier + "/baja", nil},
				{"POST", crupier + "/firma", objeto{"pin": "7391"}},
				{"POST", crupier + "/firma/revocacion", objeto{"motivo": "ajena"}},
				{"POST", "/api/v1/personas", objeto{"usuario": "nadie", "cargo": "crupier", "nombre": "A", "apellidos": "B", "establecimiento": nil}},
				{"POST", "/api/v1/personas", objeto{"usuario": "nadie", "cargo": "crupier", "nombre": "A", "apellidos": "B", "establecimiento": "principal"}},
				{"POST", "/api/v1/direccion", objeto{"persona": b.Gente["segundo"].ID, "calidad": "sustituto", "acuerdo": "2026-11-02"}},
				{"POST", "/api/v1/direccion/" + b.Gente["subdirector"].ID + "/cese", nil},
			} {
				r := b.do(t, "director.apendice", x.method, x.path, x.body, "If-Match", version)
				if r.StatusCode != 403 && !(strings.HasSuffix(x.path, b.Gente["crupier.apendice"].ID) && r.StatusCode == 412) {
					t.Errorf("%s %s: got %d\n%s", x.method, x.path, r.StatusCode, r.cuerpo)
				}
			}
		})
	})
}

// Every answer carries the headers that keep a browser from doing what it should not.
func TestHeaders(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	for _, x := range []struct{ usuario, path string }{{"", "/entrar"}, {"", "/api/v1/version"}, {"director", "/api/v1/version"}, {"", "/nada"}, {"", "/livez"}, {"", "/api/v1/nada"},
		{"director", "/verificacion"}, {"", "/"}} {
		h := b.do(t, x.usuario, "GET", x.path, nil, "Accept", "text/html").Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: CSP %q lacks %q", x.path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%s: CSP %q lets in what it should not", x.path, csp)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
			"Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Server": ""} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", x.path, name, got, want)
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s lets other sites read it", x.path)
		}
	}
	k := b.do(t, "", "POST", "/api/v1/sesion", b.credentials("director")).want(t, 200).Cookies()[0]
	if !k.HttpOnly || k.SameSite != http.SameSiteStrictMode || k.Path != "/" || k.Domain != "" || k.MaxAge != int(duracionSesion.Seconds()) {
		t.Errorf("the cookie is %+v", k)
	}
	secure, err := New(Config{Escritor: b.Escritor, Casa: b.Casa.Casa, Puerta: b.puerta, Seguro: true})
	if err != nil {
		t.Fatal(err)
	}
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("GET", "https://casino.example/livez", nil)
	secure.Handler().ServeHTTP(rec, req)
	if got := rec.Header().Get("Strict-Transport-Security"); !strings.Contains(got, "max-age=31536000") {
		t.Errorf("over TLS: HSTS is %q", got)
	}
}

// Bodies that are not what a route takes are refused in Spanish, and tell nothing.
func TestBodies(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		b.openDay(t, hoy)
		check, jornadas := principal+"/comprobaciones", principal+"/jornadas"
		huge := `{"nombre":"` + strings.Repeat("a", maxCuerpo) + `"}`
		for _, x := range []struct {
			name, path, body, tipo string
			status                 int
			says                   string
		}{
			{"no JSON", check, `tipo=dni`, "", 400, "está mal escrito en el byte"},
			{"half an object", check, `{"tipo":"dni"`, "", 400, "está incompleto"},
			{"a list", check, `[]`, "", 400, "se espera un objeto"},
			{"a number", check, `7`, "", 400, "se espera un objeto"},
			{"nothing", check, ` `, "", 422, "campos"},
			{"null", check, `null`, "", 422, ""},
			{"two objects", check, `{}{}`, "", 400, "sobra texto"},
			{"an unknown field", check, `{"tipo":"dni","cargo":"director"}`, "", 400, `no se conoce el campo "cargo"`},
			{"a field of another type", check, `{"tipo":7}`, "", 400, "«tipo» no admite el número"},
			{"a fraction of a céntimo", jornadas, `{"fecha":"2026-12-02","metalico":1.5,"bloqueado":0}`, "", 400, "«metalico» no admite el número 1.5"},
			{"an amount out of range", jornadas, `{"fecha":"2026-12-02","metalico":99999999999999999999,"bloqueado":0}`, "", 400, "«metalico» no admite el número"},
			{"a text too long", check, `{"tipo":"` + strings.Repeat("a", 21) + `"}`, "", 422, ""},
			{"a denomination that is no number", mesa(1) + "/aperturas", `{"apuesta_minima":250,"maximos":"bajo","anticipo":{"diez":1}}`, "", 422, `"diez" no es un número`},
			{"a denomination twice", mesa(1) + "/aperturas", `{"apuesta_minima":250,"maximos":"bajo","anticipo":{"500":1,"500":2}}`, "", 422, "está repetida"},
			{"half a piece", mesa(1) + "/aperturas", `{"apuesta_minima":250,"maximos":"bajo","anticipo":{"500":1.5}}`, "", 422, "número entero"},
			{"a list of pieces", mesa(1) + "/aperturas", `{"apuesta_minima":250,"maximos":"bajo","anticipo":[500]}`, "", 422, "objeto de céntimos"},
			{"maxima of another type", mesa(1) + "/aperturas", `{"apuesta_minima":250,"maximos":[1],"anticipo":{}}`, "", 400, "«maximos» no admite"},
			{"a zero byte", check, `{"tipo":"dni","numero":"1\u0000","nombre":"a","apellidos":"b","fecha_nacimiento":"1980-01-01"}`, "", 400, "caracteres que no son texto"},
			{"no UTF-8", check, "{\"tipo\":\"\xff\"}", "", 400, "caracteres que no son texto"},
			{"a line break in a name", check, `{"tipo":"dni","numero":"` + dniOf(1) + `","nombre":"a\nb","apellidos":"c","fecha_nacimiento":"1980-01-01"}`, "", 422, ""},
			{"a form", check, `tipo=dni`, "application/x-www-form-urlencoded", 415, "application/json"},
			{"almost JSON", check, `{}`, "application/jsonp", 415, "application/json"},
			{"a type that is none", check, `{}`, ";;", 415, "application/json"},
			{"too large", check, huge, "", 413, "demasiado grande"},
			{"no list", "/api/v1/interdicciones", `{}`, "text/csv", 422, "cabecera"},
			{"a list in JSON", "/api/v1/interdicciones", `{}`, "application/json", 415, "text/csv"},
			{"a list with a line of other columns", "/api/v1/interdicciones", barred("dni,1"), "text/csv", 422, "línea 2"},
		} {
			t.Run(x.name, func(t *testing.T) {
				b.unchanged(t, nil, func() {
					r := b.do(t, "director", "POST", x.path, x.body, "Content-Type", x.tipo).want(t, x.status).discreet(t)
					if p := r.refused(t, ""); !strings.Contains(p.Detail, x.says) {
						t.Errorf("it says %q, want %q in it", p.Detail, x.says)
					}
				})
			})
		}
		t.Run("too large, without saying how large", func(t *testing.T) {
			req, err := http.NewRequest("POST", b.srv.URL+check, io.MultiReader(strings.NewReader(huge)))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+b.as(t, "director"))
			req.Header.Set("Idempotency-Key", "k")
			b.roundTrip(t, req).want(t, 413).refused(t, "")
		})
		t.Run("fields by name", func(t *testing.T) {
			p := b.do(t, "director", "POST", mesa(1)+"/aperturas", objeto{"hecho": strings.Repeat("9", 41)}).want(t, 422).refused(t, "")
			for _, name := range []string{"apuesta_minima", "anticipo", "hecho"} {
				if p.Campos[name] == "" {
					t.Errorf("it does not say what is wrong with %s: %v", name, p.Campos)
				}
			}
		})
		t.Run("addresses", func(t *testing.T) {
			for _, path := range []string{"/establecimientos/%00", "/establecimientos/%FF/mesas", "/establecimientos/princip%00al/mesas/1", "/actos/%00", "/actos/%0A",
				"/establecimientos/nadie/mesas", "/establecimientos/principal/mesas/01", "/establecimientos/principal/mesas/-1", "/establecimientos/principal/mesas/x",
				"/establecimientos/principal/tarjetas/+1", "/establecimientos/principal/tarjetas/1.PDF", "/establecimientos/principal/tarjetas/99999999999999999999",
				"/establecimientos/principal/jornadas/ayer", "/establecimientos/principal/libros/registro/folios/1", "/establecimientos/principal/libros/anticipos-01/folios/1", "/nada"} {
				b.do(t, "director", "GET", "/api/v1"+path, nil).want(t, 404).discreet(t).refused(t, "")
			}
			b.do(t, "director", "GET", principal+"/tarjetas?jornada=%00", nil).want(t, 400).refused(t, "")
			b.do(t, "director", "GET", principal+"/tarjetas?jornada=ayer", nil).want(t, 422).refused(t, "")
		})
	})
}
