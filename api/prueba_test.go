package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"foliado/admission"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
)

// banco is a server over a small house, spoken to by HTTP only. Every answer of the API
// is validated against its OpenAPI document.
type banco struct {
	*casatest.Casa
	bd     dbtest.BD
	puerta *admission.Puerta
	srv    *httptest.Server
	srvAPI *Servidor
	router routers.Router
	log    slog.Handler // of the server; nil: warnings to the test
	revela revelado     // takes snapshots of the database
	mu     sync.Mutex
	tokens map[string]sesionAbierta
}

// sesionAbierta is a session of these tests: opened again when their clock has gone on for
// longer than a session lives.
type sesionAbierta struct {
	token string
	desde time.Time
}

func newBanco(t testing.TB, bd dbtest.BD) *banco {
	t.Helper()
	b := &banco{Casa: casatest.New(t, bd, admission.Proyectores()), bd: bd, revela: newRevelado(t, bd)}
	b.serve(t)
	return b
}

// serve begins to serve, forgetting the sessions opened before.

func (b *banco) serve(t testing.TB) {
	t.Helper()
	b.tokens = map[string]sesionAbierta{}
	b.puerta = admission.New(b.Escritor, b.Casa.Casa)
	log := b.log
	if log == nil {
		log = slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})
	}
	s, err := New(Config{Escritor: b.Escritor, Casa: b.Casa.Casa, Puerta: b.puerta, Version: "prueba", Binario: strings.Repeat("0", 64),
		Clave: b.Clave, Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	b.srvAPI = s
	b.srv = httptest.NewServer(s.Handler())
	t.Cleanup(b.srv.Close)
	b.router = openAPIRouter(t, s.openapi)
}

// documentos keeps the routers already made: every server of these tests has the same
// document.
var documentos sync.Map

func openAPIRouter(t testing.TB, doc []byte) routers.Router {
	t.Helper()
	if known, ok := documentos.Load(string(doc)); ok {
		return known.(routers.Router)
	}
	spec, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		t.Fatalf("openapi: %v", err)
	}
	if err := spec.Validate(context.Background()); err != nil {
		t.Fatalf("openapi: %v", err)
	}
	r, err := gorillamux.NewRouter(spec)
	if err != nil {
		t.Fatalf("openapi: %v", err)
	}
	documentos.Store(string(doc), r)
	return r
}

// respuesta is an answer already read.
type respuesta struct {
	*http.Response
	cuerpo []byte
}

// into decodes the answer.
func (r respuesta) into(t testing.TB, dst any) {
	t.Helper()
	if err := json.Unmarshal(r.cuerpo, dst); err != nil {
		t.Fatalf("answer %s is not JSON: %v\n%s", r.Request.URL.Path, err, r.cuerpo)
	}
}

// want fails the test unless the status is one of those given.
func (r respuesta) want(t testing.TB, status ...int) respuesta {
	t.Helper()
	for _, s := range status {
		if r.StatusCode == s {
			return r
		}
	}
	t.Fatalf("%s %s: got %d, want %v\n%s", r.Request.Method, r.Request.URL.Path, r.StatusCode, status, r.cuerpo)
	return r
}

// refused wants a 4xx problem that cites articulo ("" none in particular).
func (r respuesta) refused(t testing.TB, articulo string) Problema {
	t.Helper()
	if r.StatusCode < 400 || r.StatusCode > 499 {
		t.Fatalf("%s %s: got %d, want a refusal\n%s", r.Request.Method, r.Request.URL.Path, r.StatusCode, r.cuerpo)
	}
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("refusal of %s has content type %q", r.Request.URL.Path, got)
	}
	var p Problema
	r.into(t, &p)
	if p.Status != r.StatusCode || p.Title == "" || p.Detail == "" {
		t.Errorf("problem is incomplete: %+v", p)
	}
	if articulo != "" && p.Articulo != articulo {
		t.Errorf("%s %s: cites %q, want %q (%s)", r.Request.Method, r.Request.URL.Path, p.Articulo, articulo, p.Detail)
	}
	return p
}

// as opens a session of a usuario and keeps its token.
func (b *banco) as(t testing.TB, usuario string) string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	ahora := b.Reloj.Now()
	if ses, ok := b.tokens[usuario]; ok && ahora.Sub(ses.desde) < 8*time.Hour {
		return ses.token
	}
	r := b.send(t, "POST", "/api/v1/sesion", "", map[string]any{"usuario": usuario, "clave": b.Gente[usuario].Clave}, nil).want(t, 200)
	var ses struct{ Token string }
	r.into(t, &ses)
	b.tokens[usuario] = sesionAbierta{ses.Token, ahora}
	return ses.Token
}

// do sends a request as a usuario of the house ("" nobody).
func (b *banco) do(t testing.TB, usuario, method, path string, body any, headers ...string) respuesta {
	t.Helper()
	h := http.Header{}
	for k := 0; k+1 < len(headers); k += 2 {
		h.Set(headers[k], headers[k+1])
	}
	token := ""
	if usuario != "" {
		token = b.as(t, usuario)
	}
	return b.send(t, method, path, token, body, h)
}

func (b *banco) send(t testing.TB, method, path, token string, body any, h http.Header) respuesta {
	t.Helper()
	var rd io.Reader
	switch x := body.(type) {
	case nil:
	case string:
		rd = strings.NewReader(x)
	default:
		enc, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		rd = bytes.NewReader(enc)
	}
	req, err := http.NewRequest(method, b.srv.URL+path, rd)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(req.Header, h)
	if body != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	r := b.roundTrip(t, req)
	if text, ok := body.(string); !ok || text != "" {
		b.validateRequest(t, r, body)
	}
	return r
}

// browser follows no redirect: tests look at each answer.
var browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// roundTrip sends a request and holds its answer against the OpenAPI document.
func (b *banco) roundTrip(t testing.TB, req *http.Request) respuesta {
	t.Helper()
	resp, err := browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	r := respuesta{resp, read}
	b.validate(t, r)
	return r
}

// find returns the operation of the document that answers a request; false when it is of
// no route, and then the answer must say so.
func (b *banco) find(t testing.TB, r respuesta) (*openapi3filter.RequestValidationInput, bool) {
	t.Helper()
	if !strings.HasPrefix(r.Request.URL.Path, "/api/") || r.Request.Method == http.MethodHead {
		return nil, false
	}
	req := r.Request.Clone(context.Background())
	req.URL = &url.URL{Path: r.Request.URL.Path, RawPath: r.Request.URL.RawPath, RawQuery: r.Request.URL.RawQuery}
	route, params, err := b.router.FindRoute(req)
	if err == nil {
		return &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route,
			Options: &openapi3filter.Options{MultiError: true, IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}, true
	}
	if r.StatusCode != http.StatusNotFound && r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("%s %s is not in the OpenAPI document: %v", req.Method, req.URL.Path, err)
	}
	return nil, false
}

// validate holds an answer of the API against its OpenAPI document.
func (b *banco) validate(t testing.TB, r respuesta) {
	t.Helper()
	in, ok := b.find(t, r)
	if !ok {
		return
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{RequestValidationInput: in,
		Status: r.StatusCode, Header: r.Header, Body: io.NopCloser(bytes.NewReader(r.cuerpo)), Options: in.Options})
	if err != nil {
		t.Errorf("%s %s → %d does not match the OpenAPI document: %v\n%s", in.Request.Method, in.Request.URL.Path, r.StatusCode, err, r.cuerpo)
	}
}

// validateRequest holds a request that was served against the document too: it must ask
// for no less than the server does, and for no more.
func (b *banco) validateRequest(t testing.TB, r respuesta, body any) {
	t.Helper()
	in, ok := b.find(t, r)
	if !ok || r.StatusCode >= 300 {
		return
	}
	if body != nil {
		text, isText := body.(string)
		if !isText {
			enc, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			text = string(enc)
		}
		in.Request.Body = io.NopCloser(strings.NewReader(text))
	}
	if err := openapi3filter.ValidateRequest(context.Background(), in); err != nil {
		t.Errorf("%s %s was served and does not match the OpenAPI document: %v", in.Request.Method, in.Request.URL.Path, err)
	}
}

func TestMain(m *testing.M) {
	openapi3filter.RegisterBodyDecoder(tipoProblema, openapi3filter.JSONBodyDecoder)
	openapi3filter.RegisterBodyDecoder(tipoCSV, openapi3filter.PlainBodyDecoder) // its cells are apart by semicolons
	os.Exit(m.Run())
}
