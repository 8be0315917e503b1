package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// caso is a fault seen in similar software: what was done, what must come of it.
type caso struct {
	ID       string
	Input    json.RawMessage
	Expected json.RawMessage
}

func (c caso) into(t *testing.T, in, want any) {
	t.Helper()
	for raw, dst := range map[*json.RawMessage]any{&c.Input: in, &c.Expected: want} {
		if err := json.Unmarshal(*raw, dst); err != nil {
			t.Fatalf("caso %s: %v", c.ID, err)
		}
	}
}

func readCasos(t *testing.T) []caso {
	t.Helper()
	text, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []caso
	for line := range strings.Lines(string(text)) {
		var c caso
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// TestCasos runs each fault of testdata/casos.jsonl against a server of its own.
func TestCasos(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*testing.T, *banco, caso){
		"SEC-01": casoFixation, "SEC-02": casoTypedAddress, "SEC-04": casoRedirect, "SEC-05": casoOtherArea, "SEC-07": casoEncodedSlash,
		"SEC-08": casoQueryString, "DBL-01": casoDoubleClick, "DBL-02": casoLostAnswer,
	}
	casos := readCasos(t)
	if len(casos) != len(tests) {
		t.Errorf("%d casos, %d tests of them", len(casos), len(tests))
	}
	for _, c := range casos {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			b := newBanco(t, dbtest.New(t, migrations.SQLite))
			b.openDay(t, hoy)
			b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
			tests[c.ID](t, b, c)
		})
	}
}

// cookieOf is the session that an answer gives, "" when none.
func cookieOf(r respuesta) string {
	for _, k := range r.Cookies() {
		if k.Name == cookieSesion {
			return k.Value
		}
	}
	return ""
}

// session calls with a cookie and nothing else.
func (b *banco) session(t testing.TB, cookie string) int {
	t.Helper()
	return b.do(t, "", "GET", "/api/v1/sesion", nil, "Cookie", cookieSesion+"="+cookie).StatusCode
}

func (b *banco) credentials(usuario string) objeto {
	return objeto{"usuario": usuario, "clave": b.Gente[usuario].Clave}
}

func casoFixation(t *testing.T, b *banco, c caso) {
	var in struct {
		Before string `json:"cookie_before_login"`
	}
	c.into(t, &in, &struct{}{})
	planted := strings.TrimPrefix(in.Before, "s=")
	login := func(cookie string) string {
		return cookieOf(b.do(t, "", "POST", "/api/v1/sesion", b.credentials("crupier"), "Cookie", cookieSesion+"="+cookie).want(t, 200))
	}
	first := login(planted)
	second := login(first)
	if first == "" || first == planted || second == first {
		t.Errorf("sessions %q, %q, %q: a login must make a new one", planted, first, second)
	}
	for _, old := range []string{planted, first} {
		if got := b.session(t, old); got != 401 {
			t.Errorf("the session of before the login still opens: %d", got)
		}
	}
	if got := b.session(t, second); got != 200 {
		t.Fatalf("the new session does not open: %d", got)
	}
	t.Run("role change", func(t *testing.T) {
		path := "/api/v1/personas/" + b.Gente["crupier"].ID
		version := b.do(t, "sistema", "GET", path, nil).want(t, 200).Header.Get("ETag")
		b.do(t, "sistema", "PATCH", path, objeto{"cargo": "cajero"}, "If-Match", version).want(t, 200)
		if got := b.session(t, second); got != 401 {
			t.Errorf("a session opened under another cargo still opens: %d", got)
		}
	})
	t.Run("password change", func(t *testing.T) {
		mine := login("")
		b.Reloj.Move(1)
		b.do(t, "sistema", "PUT", "/api/v1/personas/"+b.Gente["crupier"].ID+"/clave", objeto{"clave": "otra-clave-nueva"}).want(t, 204)
		if got := b.session(t, mine); got != 401 {
			t.Errorf("a session opened with the former password still opens: %d", got)
		}
		b.do(t, "", "POST", "/api/v1/sesion", b.credentials("crupier")).want(t, 401)
		fresh := cookieOf(b.do(t, "", "POST", "/api/v1/sesion", objeto{"usuario": "crupier", "clave": "otra-clave-nueva"}).want(t, 200))
		if got := b.session(t, fresh); got != 200 {
			t.Errorf("a session opened with the new password: %d", got)
		}
	})
	t.Run("logout", func(t *testing.T) {
		token := b.as(t, "cajero")
		gone := b.send(t, "DELETE", "/api/v1/sesion", token, nil, nil).want(t, 204)
		if k := gone.Cookies(); len(k) != 1 || k[0].MaxAge >= 0 {
			t.Errorf("the cookie stays in the browser: %v", k)
		}
		b.send(t, "GET", "/api/v1/version", token, nil, nil).want(t, 401)
	})
	t.Run("a leaver, and who takes over the usuario", func(t *testing.T) {
		token := b.as(t, "cambista")
		b.do(t, "sistema", "POST", "/api/v1/personas/"+b.Gente["cambista"].ID+"/baja", nil).want(t, 204)
		b.send(t, "GET", "/api/v1/version", token, nil, nil).want(t, 401)
		b.do(t, "sistema", "POST", "/api/v1/personas", objeto{"usuario": "cambista", "clave": "clave-de-cambista", "cargo": "cambista",
			"establecimiento": "principal", "nombre": "Otra", "apellidos": "Persona"}).want(t, 201)
		b.send(t, "GET", "/api/v1/version", token, nil, nil).want(t, 401)
	})
}

func casoTypedAddress(t *testing.T, b *banco, c caso) {
	var want struct {
		Status int
		Token  bool `json:"token_in_form"`
	}
	c.into(t, &struct{}{}, &want)
	cookie := cookieOf(b.do(t, "", "POST", "/api/v1/sesion", b.credentials("admision")).want(t, 200))
	for _, site := range []string{"none", "same-origin", "cross-site", ""} {
		page := b.do(t, "", "GET", "/establecimientos/principal/mostrador", nil, "Sec-Fetch-Site", site, "Cookie", cookieSesion+"="+cookie, "Accept", "text/html").want(t, want.Status)
		if got := regexp.MustCompile(`name="` + campoCSRF + `" value="[A-Z0-9]{20,}"`).Match(page.cuerpo); got != want.Token {
			t.Errorf("Sec-Fetch-Site %q: token in the form %t, want %t", site, got, want.Token)
		}
	}
}

func casoRedirect(t *testing.T, b *banco, c caso) {
	var in struct{ Next []string }
	var want struct {
		To []string `json:"redirects_to"`
	}
	c.into(t, &in, &want)
	for k, next := range in.Next {
		form := url.Values{"usuario": {"director"}, "clave": {b.Gente["director"].Clave}, "sigue": {next}}.Encode()
		r := b.do(t, "", "POST", "/entrar", form, "Content-Type", "application/x-www-form-urlencoded").want(t, 303)
		if got := r.Header.Get("Location"); got != want.To[k] {
			t.Errorf("after the login %q leads to %q, want %q", next, got, want.To[k])
		}
	}
}

func casoOtherArea(t *testing.T, b *banco, _ caso) {
	b.openMesa(t, 1)
	recuento := b.propose(t, "cajero", mesa(1)+"/cierres", cierre(1000, 0))
	n := b.admit(t, "admision", adult(1))
	for _, path := range []string{"/api/v1/actos/" + recuento, principal + "/libros/anticipos-1/folios/1", principal + "/libros/anticipos-1/folios/1.pdf",
		principal + "/caja-central", principal + "/denegaciones", "/api/v1/fichas/1", "/actos/" + recuento} {
		if got := b.do(t, "admision", "GET", path, nil).StatusCode; got != 403 && got != 404 {
			t.Errorf("admision reads %s: %d", path, got)
		}
		if got := b.do(t, "", "GET", path, nil).StatusCode; got != 401 && got != 303 {
			t.Errorf("anybody reads %s: %d", path, got)
		}
	}
	for _, path := range []string{"/tarjetas/1", "/tarjetas/1.pdf", "/tarjetas"} {
		b.do(t, "admision.apendice", "GET", principal+path, nil).want(t, 403)
		b.do(t, "cajero", "GET", principal+path, nil).want(t, 403)
	}
	b.do(t, "director", "GET", "/api/v1/establecimientos/apendice/tarjetas/1", nil).want(t, 404)
	if n != 1 {
		t.Errorf("got card %d", n)
	}
}

func casoEncodedSlash(t *testing.T, b *banco, c caso) {
	for _, path := range []string{"/static/..%2Fprivado%2Flista.csv", "/static/..%2f..%2fapi%2fv1%2fsesion", "/static/%2e%2e/foliado.db", "/static/..%5cfoliado.db",
		"/static/../../etc/passwd", "/static/", "/api/v1/establecimientos/principal%2Ftarjetas%2F1", "/api/v1/..%2Fv1%2Fversion", "//api/v1/version"} {
		r := b.do(t, "", "GET", path, nil)
		if r.StatusCode != 401 && r.StatusCode != 404 && r.StatusCode != 400 {
			t.Errorf("GET %s without a session: %d", path, r.StatusCode)
		}
		if strings.Contains(string(r.cuerpo), "root:") || strings.Contains(string(r.cuerpo), "SQLite format") {
			t.Errorf("GET %s leaks a file", path)
		}
	}
}

func casoQueryString(t *testing.T, b *banco, _ caso) {
	b.unchanged(t, nil, func() {
		b.do(t, "sistema", "POST", "/api/v1/personas?cargo=director&usuario=ana&establecimiento=principal", objeto{"nombre": "Ana"}).want(t, 422).refused(t, "")
		b.do(t, "sistema", "POST", "/api/v1/personas", objeto{"usuario": "ana", "nombre": "Ana", "cargo": "crupier", "ID": "p1"}).want(t, 400)
	})
	var who struct{ Cargo string }
	b.do(t, "sistema", "POST", "/api/v1/personas?cargo=director", objeto{"usuario": "ana", "nombre": "Ana", "apellidos": "Inventada", "cargo": "crupier"}).want(t, 201).into(t, &who)
	if who.Cargo != "crupier" {
		t.Errorf("the address made her %s", who.Cargo)
	}
	k := b.check(t, "admision", adult(1)).Comprobacion
	b.do(t, "admision", "POST", principal+"/tarjetas?precio=500", objeto{"comprobacion": k}).want(t, 422).refused(t, "23.2")
}

func casoDoubleClick(t *testing.T, b *banco, c caso) {
	var in struct{ Clicks int }
	var want struct {
		Cards int `json:"cards_created"`
	}
	c.into(t, &in, &want)
	body := objeto{"comprobacion": b.check(t, "admision", adult(1)).Comprobacion, "precio": int(casatest.Tarifa)}
	var mu sync.Mutex
	numbers := map[int64]int{}
	var group sync.WaitGroup
	for range in.Clicks * 4 {
		group.Go(func() {
			r := b.do(t, "admision", "POST", principal+"/tarjetas", body, "Idempotency-Key", "formulario-1")
			if r.StatusCode == http.StatusConflict {
				return // the first click was under way
			}
			var got struct{ Numero int64 }
			r.want(t, 201).into(t, &got)
			mu.Lock()
			defer mu.Unlock()
			numbers[got.Numero]++
		})
	}
	group.Wait()
	if len(numbers) != want.Cards || numbers[1] == 0 {
		t.Errorf("got cards %v, want %d", numbers, want.Cards)
	}
	var list struct{ Tarjetas []struct{ Numero int64 } }
	if b.do(t, "admision", "GET", principal+"/tarjetas", nil).want(t, 200).into(t, &list); len(list.Tarjetas) != want.Cards {
		t.Errorf("got %d cards on record, want %d", len(list.Tarjetas), want.Cards)
	}
}

func casoLostAnswer(t *testing.T, b *banco, c caso) {
	var want struct {
		Fills int    `json:"fills_recorded"`
		Other string `json:"same_key_other_body"`
	}
	c.into(t, &struct{}{}, &want)
	if want.Fills != 1 || want.Other != "422" {
		t.Fatalf("the caso expects %+v", want)
	}
	b.replaysReposicion(t)
}
