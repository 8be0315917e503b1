package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// The fixed contract: what scripts of others rely on, field by field, called as they
// would: plain net/http, JSON written by hand, nothing of this package.

// guion is a script of others.
type guion struct {
	t     *testing.T
	b     *banco
	base  string
	token string
}

// call sends a line of the script and wants a status; the answer is JSON.
func (g *guion) call(status int, method, path, body string) objeto {
	g.t.Helper()
	got, read := g.raw(status, method, path, body)
	var v objeto
	if err := json.Unmarshal(read, &v); err != nil {
		g.t.Fatalf("%s %s: %s is not a JSON object: %s", method, path, got.Header.Get("Content-Type"), read)
	}
	return v
}

func (g *guion) raw(status int, method, path, body string, headers ...string) (*http.Response, []byte) {
	g.t.Helper()
	var rd io.Reader
	if body != "" {
		rd = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, g.base+path, rd)
	if err != nil {
		g.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if g.token != "" {
		req.Header.Set("Authorization", "Bearer "+g.token)
	}
	for k := 0; k < len(headers); k += 2 {
		req.Header.Set(headers[k], headers[k+1])
	}
	r := g.b.roundTrip(g.t, req)
	if r.StatusCode != status {
		g.t.Fatalf("%s %s %s: got %d, want %d\n%s", method, path, body, r.StatusCode, status, r.cuerpo)
	}
	return r.Response, r.cuerpo
}

// as logs in and goes on as that usuario.
func (g *guion) as(usuario string) {
	g.t.Helper()
	g.token = ""
	v := g.call(200, "POST", "/api/v1/sesion", fmt.Sprintf(`{"usuario":%q,"clave":%q}`, usuario, g.b.Gente[usuario].Clave))
	g.token = has[string](g.t, v, "token")
}

// has returns a field that must be there and of that type.
func has[T any](t *testing.T, v objeto, name string) T {
	t.Helper()
	x, ok := v[name].(T)
	if !ok {
		t.Fatalf("the field %q is %T (%v), want %T in %v", name, v[name], v[name], x, v)
	}
	return x
}

// is wants a field to have a value.
func is[T comparable](t *testing.T, v objeto, name string, want T) {
	t.Helper()
	if got := has[T](t, v, name); got != want {
		t.Errorf("the field %q is %v, want %v", name, got, want)
	}
}

func (g *guion) sign(acto, usuario string) objeto {
	g.t.Helper()
	p := g.b.Gente[usuario]
	return g.call(200, "POST", "/api/v1/actos/"+acto+"/firmas", fmt.Sprintf(`{"pin":%q,"credencial":%q,"usuario":%q}`, p.PIN, p.Credencial, usuario))
}

// TestContrato is the fixed contract, one promise after another.
func TestContrato(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		g := &guion{t: t, b: b, base: b.srv.URL}
		g.system()
		g.door(g.day())
		g.floor()
		g.acts()
		g.books()
		g.closing()
	})
}

// system: the session, the version, the checkpoint.
func (g *guion) system() {
	t := g.t
	resp, _ := g.raw(200, "POST", "/api/v1/sesion", `{"usuario":"director","clave":"clave-de-director"}`)
	if len(resp.Cookies()) != 1 || !resp.Cookies()[0].HttpOnly {
		t.Errorf("got cookies %v, want one that scripts cannot read", resp.Cookies())
	}
	g.call(401, "GET", "/api/v1/version", "")
	g.as("crupier")
	v := g.call(200, "GET", "/api/v1/version", "")
	is(t, v, "version", "prueba")
	has[string](t, v, "binario")
	resp, note := g.raw(200, "GET", "/api/v1/checkpoint", "")
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") || !regexp.MustCompile(`^foliado/[0-9a-f]{32}\n\d+\n\S+\n\n— foliado/`).Match(note) {
		t.Errorf("the checkpoint is no signed note: %s\n%s", resp.Header.Get("Content-Type"), note)
	}
	for _, probe := range []string{"/livez", "/readyz", "/metrics"} {
		g.raw(200, "GET", probe, "")
	}
}

// day: 201 {id, fase} and the phases.
func (g *guion) day() (path string) {
	t := g.t
	g.as("director")
	v := g.call(201, "POST", principal+"/jornadas", `{"fecha":"2026-11-30","metalico":3750000,"bloqueado":0}`)
	is(t, v, "fase", "preparacion")
	path = principal + "/jornadas/" + has[string](t, v, "id")
	is(t, g.call(200, "POST", path+"/fases", `{"fase":"abierta"}`), "fase", "abierta")
	is(t, g.call(409, "POST", path+"/fases", `{"fase":"abierta"}`), "status", 409.0)
	g.b.bar(t, barred("nie,"+nieOf(1)+",Persona,Interdicta,1970-01-01,", "dni,"+dniOf(77)+",Nadie,Deaqui,1971-02-03,"))
	return path
}

// door: comprobaciones and tarjetas.
func (g *guion) door(day string) {
	t := g.t
	g.as("admision")
	k := g.call(200, "POST", principal+"/comprobaciones", `{"tipo":"nie","numero":"`+nieOf(1)+`","nombre":"Persona","apellidos":"Interdicta","fecha_nacimiento":"1970-01-01"}`)
	is(t, k, "veredicto", "no_puede_entrar")
	is(t, k, "articulo", "21")
	is(t, g.call(422, "POST", principal+"/tarjetas", fmt.Sprintf(`{"comprobacion":%q,"precio":500}`, has[string](t, k, "comprobacion"))), "articulo", "21")
	person := `{"tipo":"dni","numero":" 61.000.001-` + strings.ToLower(dniOf(1)[8:]) + `","nombre":"Ana","apellidos":"De La Invención","fecha_nacimiento":"1990-02-28"}`
	k = g.call(200, "POST", principal+"/comprobaciones", person)
	is(t, k, "veredicto", "puede_entrar")
	if _, there := k["articulo"]; there {
		t.Errorf("who may come in breaks no article: %v", k)
	}
	card := g.call(201, "POST", principal+"/tarjetas", fmt.Sprintf(`{"comprobacion":%q,"precio":500}`, has[string](t, k, "comprobacion")))
	is(t, card, "numero", 1.0)
	again := g.call(200, "POST", principal+"/comprobaciones", person)
	is(t, again, "veredicto", "puede_entrar")
	is(t, g.call(409, "POST", principal+"/tarjetas", fmt.Sprintf(`{"comprobacion":%q,"precio":500}`, has[string](t, again, "comprobacion"))), "numero", 1.0)
	is(t, g.call(200, "GET", principal+"/tarjetas/1", ""), "documento", dniOf(1))
	if resp, pdf := g.raw(200, "GET", principal+"/tarjetas/1.pdf", ""); resp.Header.Get("Content-Type") != "application/pdf" || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the card is no PDF: %s", resp.Header.Get("Content-Type"))
	}
	is(t, g.call(201, "POST", principal+"/tarjetas/1/anulacion", `{"motivo":"prueba"}`), "anulada", true)
	twin := g.call(200, "POST", principal+"/comprobaciones", `{"tipo":"dni","numero":"`+dniOf(2)+`","nombre":"ANA","apellidos":"de la invencion","fecha_nacimiento":"1990-02-28"}`)
	is(t, twin, "posible_duplicado", true)
	is(t, twin, "veredicto", "puede_entrar")
}

// floor: aperturas, reposiciones, cierres.
func (g *guion) floor() {
	t := g.t
	g.as("cajero")
	acto := has[string](t, g.call(201, "POST", mesa(1)+"/aperturas", `{"apuesta_minima":250,"maximos":"alto","anticipo":{"100000":37,"5000":10}}`), "acto")
	v := g.call(200, "GET", "/api/v1/actos/"+acto, "")
	is(t, v, "estado", "propuesto")
	if digest := has[string](t, v, "digest"); !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(digest) {
		t.Errorf("got digest %q", digest)
	}
	slots := has[[]any](t, v, "plazas")
	if len(slots) != 1 || slots[0].(objeto)["cargo"] != "director" || slots[0].(objeto)["firmante"] != nil {
		t.Errorf("got slots %v, want the director's, free", slots)
	}
	is(t, g.sign(acto, "director"), "estado", "cerrado")
	v = g.call(200, "GET", "/api/v1/actos/"+acto, "")
	is(t, v, "libro", "anticipos-1")
	is(t, v, "folio", 1.0)
	if who := has[[]any](t, v, "plazas")[0].(objeto)["firmante"]; who == nil {
		t.Error("a closed act does not say who signed it")
	}
	for n, words := range []string{"no_presente", "presente_no_firma", "otra_dependencia", "presente_firma"} {
		acto := has[string](t, g.call(201, "POST", mesa(2)+"/aperturas", fmt.Sprintf(
			`{"apuesta_minima":250,"maximos":"bajo","anticipo":{"375":10000},"inspector":%q}`, words)), "acto")
		slots := has[[]any](t, g.call(200, "GET", "/api/v1/actos/"+acto, ""), "plazas")
		if want := 1 + n/3; len(slots) != want {
			t.Errorf("inspector %s: got %d slots, want %d", words, len(slots), want)
		}
		is(t, g.call(200, "POST", "/api/v1/actos/"+acto+"/retirada", `{"motivo":"se repite"}`), "estado", "retirado")
	}
	for _, maxima := range []string{"50", "200", "100"} {
		acto := has[string](t, g.call(201, "POST", mesa(3)+"/aperturas", `{"apuesta_minima":500,"maximos":`+maxima+`,"anticipo":{"2500":1000}}`), "acto")
		if maxima != "100" {
			g.call(200, "POST", "/api/v1/actos/"+acto+"/retirada", `{"motivo":"se repite"}`)
			continue
		}
		g.sign(acto, "director")
	}
	acto = has[string](t, g.call(201, "POST", mesa(1)+"/reposiciones", `{"anticipo":{"3750000":1}}`), "acto")
	is(t, g.sign(acto, "subdirector"), "estado", "cerrado")
}

// acts: signatures that must match, and the count of a table.
func (g *guion) acts() {
	t := g.t
	v := g.call(201, "POST", mesa(3)+"/cierres", `{"fichas":{"2500":990},"placas":{},"billetes":{"1000":1}}`)
	is(t, v, "resultado", -24000.0)
	if len(has[[]any](t, v, "avisos")) == 0 {
		t.Error("a close before its hour and without reason warns of nothing")
	}
	acto := has[string](t, v, "acto")
	act := g.call(200, "GET", "/api/v1/actos/"+acto, "")
	var cargos []string
	for _, s := range has[[]any](t, act, "plazas") {
		cargos = append(cargos, s.(objeto)["cargo"].(string))
	}
	if slices.Sort(cargos); !slices.Equal(cargos, []string{"cajero", "crupier", "director"}) {
		t.Errorf("got slots of %v", cargos)
	}
	p := g.b.Gente["crupier"]
	body := func(pin, usuario, digest string) string {
		return fmt.Sprintf(`{"pin":%q,"credencial":%q,"usuario":%q,"digest":%q}`, pin, p.Credencial, usuario, digest)
	}
	path, digest := "/api/v1/actos/"+acto+"/firmas", has[string](t, act, "digest")
	g.call(409, "POST", path, body(p.PIN, "crupier", strings.Repeat("0", 64)))
	g.call(403, "POST", path, body(p.PIN, "cajero", digest))
	g.call(403, "POST", path, body("9999", "crupier", digest))
	is(t, g.call(200, "POST", path, body(p.PIN, "crupier", digest)), "estado", "propuesto")
	g.sign(acto, "cajero")
	is(t, g.sign(acto, "director"), "estado", "cerrado")
	v = g.call(201, "POST", mesa(1)+"/cierres", `{"fichas":{"3750000":2},"placas":{},"billetes":{"5000":2},"motivo":"retirada de jugadores"}`)
	is(t, v, "resultado", 10000.0)
	for _, u := range []string{"director", "cajero", "crupier2"} {
		g.sign(has[string](t, v, "acto"), u)
	}
}

// books: folios from 1 in each book, and on paper.
func (g *guion) books() {
	t := g.t
	g.as("funcionario_inspector")
	v := g.call(200, "GET", principal+"/libros/anticipos-1/folios/1", "")
	is(t, v, "folio", 1.0)
	is(t, v, "libro", "anticipos-1")
	for _, path := range []string{"/libros/anticipos-1/folios/1.pdf", "/libros/anticipos-3/folios/1.pdf"} {
		if _, pdf := g.raw(200, "GET", principal+path, ""); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Errorf("%s is no PDF", path)
		}
	}
	for _, path := range []string{"/libros/anticipos-1/folios/2", "/libros/anticipos-1/folios/0", "/libros/anticipos-2/folios/1.pdf", "/libros/otros/folios/1", "/libros/control-ingresos/folios/1"} {
		g.call(404, "GET", principal+path, "")
	}
}

// closing: 409 with what is open, 201 with the total, the certification, and again.
func (g *guion) closing() {
	t := g.t
	g.as("director")
	day := principal + "/jornadas/2026-11-30"
	pending := has[string](t, g.call(201, "POST", mesa(2)+"/aperturas", `{"apuesta_minima":250,"maximos":"bajo","anticipo":{"375":10000}}`), "acto")
	g.b.Reloj.At(t, "2026-12-01 05:10:00")
	g.call(200, "POST", day+"/fases", `{"fase":"fin_juegos"}`)
	g.call(200, "POST", day+"/fases", `{"fase":"recuentos"}`)
	v := g.call(409, "POST", day+"/cierre", `{}`)
	if acts := has[[]any](t, v, "actos"); len(acts) != 1 || acts[0] != pending {
		t.Errorf("got acts %v, want %s", acts, pending)
	}
	g.call(200, "POST", "/api/v1/actos/"+pending+"/retirada", `{"motivo":"no llegó a abrirse"}`)
	for _, status := range []int{201, 200} {
		v = g.call(status, "POST", day+"/cierre", `{}`)
		is(t, v, "fase", "cerrada")
		is(t, v, "total", -14000.0)
		is(t, v, "total_letra", "menos ciento cuarenta euros")
	}
	acto := has[string](t, g.call(201, "POST", day+"/certificacion", `{}`), "acto")
	is(t, g.call(200, "POST", day+"/certificacion", `{}`), "acto", acto)
	is(t, g.call(422, "POST", principal+"/jornadas", `{"fecha":"2026-12-02","metalico":3750000,"bloqueado":0}`), "articulo", "42.2")
	is(t, g.sign(acto, "director"), "estado", "cerrado")
	is(t, g.call(200, "GET", day, ""), "fase", "certificada")
	is(t, g.call(200, "POST", day+"/certificacion", `{}`), "acto", acto)
	g.call(200, "POST", day+"/cierre", `{}`)
	is(t, g.call(200, "GET", principal+"/libros/control-ingresos/folios/1", ""), "total_letra", "menos ciento cuarenta euros")
	g.raw(200, "GET", principal+"/libros/control-ingresos/folios/1.pdf", "")
	is(t, g.call(201, "POST", principal+"/jornadas", `{"fecha":"2026-12-02","metalico":3750000,"bloqueado":0}`), "fase", "preparacion")
}

// ETag and If-Match: missing 428, stale 412.
func TestETag(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	crupier := "/api/v1/personas/" + b.Gente["crupier"].ID
	for _, x := range []struct {
		usuario, method, path string
		body                  objeto
	}{
		{"director", "PATCH", mesa(1), objeto{"apuesta_minima": 500}},
		{"sistema", "PATCH", crupier, objeto{"nombre": "Otra"}},
		{"director", "PUT", principal + "/horarios/vispera", objeto{"apertura": "17:00", "cierre": "05:00"}},
	} {
		t.Run(x.method+" "+x.path, func(t *testing.T) {
			version := b.do(t, x.usuario, "GET", x.path, nil).want(t, 200).Header.Get("ETag")
			b.unchanged(t, nil, func() {
				b.do(t, x.usuario, x.method, x.path, x.body).want(t, 428).refused(t, "")
				b.do(t, x.usuario, x.method, x.path, x.body, "If-Match", `"otra"`).want(t, 412).refused(t, "")
			})
			done := b.do(t, x.usuario, x.method, x.path, x.body, "If-Match", `"otra", `+version).want(t, 200)
			if done.Header.Get("ETag") == version || done.Header.Get("ETag") == "" {
				t.Errorf("changed, and its version is %q still", version)
			}
			b.do(t, x.usuario, x.method, x.path, x.body, "If-Match", version).want(t, 412)
			if got := b.do(t, x.usuario, "GET", x.path, nil).Header.Get("ETag"); got != done.Header.Get("ETag") {
				t.Errorf("got version %s, want %s", got, done.Header.Get("ETag"))
			}
		})
	}
}

// Of those who change the same version at once one does; the rest hear that it changed.
func TestETagAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		version := b.do(t, "director", "GET", mesa(1), nil).want(t, 200).Header.Get("ETag")
		var wg sync.WaitGroup
		var changed atomic.Int64
		for k := range 8 {
			wg.Go(func() {
				r := b.do(t, "director", "PATCH", mesa(1), objeto{"apuesta_minima": 300 + 100*k}, "If-Match", version)
				switch r.StatusCode {
				case 200:
					changed.Add(1)
				case 412:
				default:
					t.Errorf("got %d %s", r.StatusCode, r.cuerpo)
				}
			})
		}
		wg.Wait()
		if got := changed.Load(); got != 1 {
			t.Errorf("%d changed the same version, want 1", got)
		}
	})
}

// Pages by cursor: every line once, in order, whatever the size.
func TestCursor(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.Postgres))
	b.openDay(t, hoy)
	b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
	for n := range 7 {
		b.admit(t, "admision", adult(n))
		minor := adult(100 + n)
		minor.Nacimiento = "2015-01-01"
		b.check(t, "admision", minor)
	}
	for _, x := range []struct {
		usuario, path, list string
		want                int
	}{
		{"admision", principal + "/tarjetas", "tarjetas", 7},
		{"jefe_admision", principal + "/denegaciones", "denegaciones", 7},
		{"director", principal + "/jornadas", "jornadas", 1},
		{"sistema", "/api/v1/personas", "personas", len(b.Gente)},
	} {
		t.Run(x.list, func(t *testing.T) {
			for _, size := range []int{3, 7} {
				b.pages(t, x.usuario, x.path, x.list, size, x.want)
			}
			for _, bad := range []string{"?limite=0", "?limite=501", "?limite=muchas", "?cursor=%3B", "?cursor=-1", "?limite=%00"} {
				p := b.do(t, x.usuario, "GET", x.path+bad, nil)
				if p.StatusCode != 422 && p.StatusCode != 400 {
					t.Errorf("%s: got %d", bad, p.StatusCode)
				}
			}
		})
	}
}

func (b *banco) pages(t *testing.T, usuario, path, list string, size, want int) {
	t.Helper()
	seen := map[string]bool{}
	cursor := ""
	for range want + 2 {
		var page map[string]json.RawMessage
		b.do(t, usuario, "GET", fmt.Sprintf("%s?limite=%d&cursor=%s", path, size, cursor), nil).want(t, 200).into(t, &page)
		var lines []json.RawMessage
		if err := json.Unmarshal(page[list], &lines); err != nil || len(lines) > size {
			t.Fatalf("a page of %d has %d lines: %v", size, len(lines), err)
		}
		for _, l := range lines {
			seen[string(l)] = true
		}
		cursor = ""
		if page["cursor"] != nil {
			if err := json.Unmarshal(page["cursor"], &cursor); err != nil {
				t.Fatal(err)
			}
		}
		if cursor == "" {
			break
		}
	}
	if len(seen) != want || cursor != "" {
		t.Errorf("pages of %d: got %d lines, want %d", size, len(seen), want)
	}
}

// Instants are ISO 8601 with the offset of Madrid, also in the hour that repeats.
func TestInstante(t *testing.T) {
	for in, want := range map[string]string{
		"2026-06-05T21:04:05.123456Z": `"2026-06-05T23:04:05.123456+02:00"`,
		"2026-10-25T00:30:00Z":        `"2026-10-25T02:30:00.000000+02:00"`,
		"2026-10-25T01:30:00Z":        `"2026-10-25T02:30:00.000000+01:00"`,
	} {
		at, err := time.Parse(time.RFC3339Nano, in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(instante(at)); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v, want %s", in, got, err, want)
		}
	}
	if got, _ := json.Marshal(instante(time.Time{})); string(got) != "null" {
		t.Errorf("no instant is %s, want null", got)
	}
}
