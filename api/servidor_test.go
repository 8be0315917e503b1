package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// Methods that a route does not take: 405 with those it does. HEAD is GET without body.
func TestMethods(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	b.openMesa(t, 1)
	for _, path := range []string{principal + "/libros", principal + "/libros/control-ingresos/folios", principal + "/libros/anticipos-1/folios/1", principal + "/caja-central"} {
		for _, m := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			r := b.do(t, "director", m, path, objeto{"total": 1}).want(t, 405)
			if r.refused(t, ""); !strings.Contains(r.Header.Get("Allow"), "GET") {
				t.Errorf("%s %s: Allow is %q", m, path, r.Header.Get("Allow"))
			}
		}
	}
	for _, path := range []string{"/api/v1/version", principal + "/mesas/1", principal + "/libros/anticipos-1/folios/1.pdf", "/livez"} {
		get, head := b.do(t, "director", "GET", path, nil).want(t, 200), b.do(t, "director", "HEAD", path, nil).want(t, 200)
		if len(head.cuerpo) != 0 || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") || head.Header.Get("ETag") != get.Header.Get("ETag") {
			t.Errorf("HEAD %s: %d bytes, %v", path, len(head.cuerpo), head.Header)
		}
	}
	b.do(t, "", "HEAD", "/api/v1/version", nil).want(t, 401)
	b.do(t, "admision", "HEAD", principal+"/libros/anticipos-1/folios/1.pdf", nil).want(t, 403)
	b.do(t, "director", "PRUEBA", "/api/v1/version", nil).want(t, 405)
	for path, status := range map[string]int{"/livez": 200, "/readyz": 200, "/metrics": 200} {
		b.do(t, "", "GET", path, nil).want(t, status)
	}
	text := string(b.do(t, "", "GET", "/metrics", nil).cuerpo)
	if !strings.Contains(text, `metodo="otro"`) || strings.Contains(text, "PRUEBA") || strings.Contains(text, "anticipos-1") {
		t.Error("the metrics name what callers make up")
	}
}

// What breaks inside says nothing outside, whatever breaks.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		log := &bitacora{}
		b := newBancoLog(t, bd, log)
		b.openDay(t, hoy)
		b.srvAPI.echo.GET("/api/v1/rotura", func(echo.Context) error { panic("secreto") })
		b.srvAPI.echo.GET("/api/v1/error", func(echo.Context) error { return errors.New("secreto: SELECT * FROM sqlite") })
		for _, path := range []string{"/api/v1/rotura", "/api/v1/error"} {
			req, err := http.NewRequest("GET", b.srv.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := browser.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || resp.StatusCode != 500 || resp.Header.Get("Content-Type") != tipoProblema {
				t.Errorf("%s: got %d, %v", path, resp.StatusCode, err)
			}
			respuesta{resp, body}.discreet(t)
		}
		if !strings.Contains(log.String(), "panic in a handler") {
			t.Error("a panic leaves no trace in the log")
		}
		if bd.Dialecto == migrations.Postgres {
			t.Run("the database is lost, and comes back", func(t *testing.T) { b.losesPostgres(t) })
		}
		t.Run("without its database", func(t *testing.T) {
			b.as(t, "admision")
			if err := b.Escritor.Close(); err != nil {
				t.Fatal(err)
			}
			r := b.do(t, "admision", "POST", principal+"/comprobaciones", adult(1).cuerpo()).want(t, 503).discreet(t)
			if r.Header.Get("Retry-After") == "" {
				t.Error("it does not say when to try again")
			}
			b.do(t, "admision", "GET", principal+"/tarjetas", nil).want(t, 503).discreet(t)
			b.do(t, "", "GET", "/readyz", nil).want(t, 503)
			b.do(t, "", "GET", "/livez", nil).want(t, 200)
		})
	})
}

// losesPostgres cuts every connection for a while: 503 meanwhile, and then as before.
func (b *banco) losesPostgres(t *testing.T) {
	b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
	b.admit(t, "admision", adult(1))
	name := column(t, b.revela.db, `SELECT current_database()`)[0]
	other := dbtest.NewEmpty(t, migrations.Postgres) // from where to cut them
	other.Exec(t, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS false`,
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+name+`'`)
	b.do(t, "admision", "POST", principal+"/comprobaciones", adult(2).cuerpo()).want(t, 503).discreet(t)
	b.do(t, "admision", "GET", principal+"/tarjetas/1", nil).want(t, 503).discreet(t)
	b.do(t, "", "GET", "/readyz", nil).want(t, 503)
	other.Exec(t, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS true`)
	b.admit(t, "admision", adult(2))
	b.do(t, "", "GET", "/readyz", nil).want(t, 200)
}

// listen serves b on a port of its own until the test ends or stop is called; done tells
// what Serve returned.
func (b *banco) listen(t *testing.T, srv *http.Server) (address string, stop context.CancelFunc, done chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	done = make(chan error, 1)
	go func() { done <- b.srvAPI.serve(ctx, l, srv) }()
	return l.Addr().String(), stop, done
}

// Who sends headers without end, or never ends them, is let go.
func TestSlowAndHugeHeaders(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	srv := b.srvAPI.server()
	for name, limit := range map[string]time.Duration{"ReadHeaderTimeout": srv.ReadHeaderTimeout, "ReadTimeout": srv.ReadTimeout, "WriteTimeout": srv.WriteTimeout, "IdleTimeout": srv.IdleTimeout} {
		if limit <= 0 || limit > 2*time.Minute {
			t.Errorf("%s is %v", name, limit)
		}
	}
	srv.ReadHeaderTimeout = 100 * time.Millisecond
	address, _, _ := b.listen(t, srv)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /livez HTTP/1.1\r\nHost: x\r\nX-Lenta: ")
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	if got, err := io.ReadAll(conn); err != nil || bytes.Contains(got, []byte("200 OK")) {
		t.Errorf("a request that never ends: got %q, %v", got, err)
	}
	req, err := http.NewRequest("GET", "http://"+address+"/livez", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Grande", strings.Repeat("a", 64<<10))
	resp, err := browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("headers of 64 KiB: got %d", resp.StatusCode)
	}
}

// A shutdown lets the open group finish: what was under way is answered and on record.
func TestShutdown(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		b := newBanco(t, bd)
		b.openDay(t, hoy)
		b.bar(t, barred("dni,"+dniOf(77)+",,,,"))
		k := b.check(t, "admision", adult(1)).Comprobacion
		token := b.as(t, "admision")
		address, stop, done := b.listen(t, b.srvAPI.server())
		release := holdWriter(t, b.Escritor)
		answer := make(chan *http.Response, 1)
		go func() {
			req, err := http.NewRequest("POST", "http://"+address+principal+"/tarjetas", strings.NewReader(fmt.Sprintf(`{"comprobacion":%q,"precio":500}`, k)))
			if err != nil {
				t.Error(err)
			}
			req.Header.Set("Authorization", "Bearer "+token)
			resp, err := browser.Do(req)
			if err != nil {
				t.Error(err)
			}
			answer <- resp
		}()
		for b.srvAPI.abiertas.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		stop()
		select {
		case err := <-done:
			t.Fatalf("the server did not wait for a request under way: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
		release()
		if resp := <-answer; resp != nil {
			resp.Body.Close()
			if resp.StatusCode != 201 {
				t.Errorf("a request under way at the shutdown: got %d, want 201", resp.StatusCode)
			}
		}
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		if _, err := net.Dial("tcp", address); err == nil {
			t.Error("it listens still")
		}
		b.do(t, "admision", "GET", principal+"/tarjetas/1", nil).want(t, 200)
		b.do(t, "", "GET", "/readyz", nil).want(t, 503)
	})
}
