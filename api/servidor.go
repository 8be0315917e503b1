// Package api is the one way in over HTTP: REST under /api/v1 and the pages of the
// people of the house, side by side on one route table. A handler binds, calls a use
// case, returns its error and renders; Problema is the one place where errors become
// HTTP.
package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"foliado/admission"
	"foliado/registers"
	"foliado/registers/diario/escritor"
)

// Config is what a server is made of.
type Config struct {
	Escritor *escritor.Escritor
	Casa     *registers.Casa
	Puerta   *admission.Puerta
	Version  string
	Binario  string // SHA-256 of the running binary, hex
	Clave    string // verifier key of the checkpoints
	Log      *slog.Logger
	Seguro   bool   // behind a proxy with TLS on this machine: cookies only over TLS, and it says who asks
	Secreto  []byte // keys the digests of bodies kept for idempotency
}

// Limits of what a client may send and of how long it may take.
const (
	maxCuerpo      = 1 << 20   // bytes of an ordinary body
	maxLista       = 512 << 20 // bytes of a barred list
	duracionSesion = 12 * time.Hour
)

// Servidor answers HTTP. Make one with New.
type Servidor struct {
	cfg      Config
	echo     *echo.Echo
	sesiones *scs.SessionManager
	vistas   *cacheSesiones
	freno    *freno
	enVuelo  enVuelo
	cesando  atomic.Bool  // the server is shutting down
	abiertas atomic.Int64 // requests under way
	metricas metricas
	openapi  []byte
	rutas    []ruta
}

// New returns a server ready to Serve.
func New(cfg Config) (*Servidor, error) {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	s := &Servidor{cfg: cfg, echo: echo.New(), freno: newFreno(), vistas: newCacheSesiones()}
	s.metricas = newMetricas(prometheus.NewRegistry(), func() float64 { return float64(s.abiertas.Load()) })
	s.sesiones = scs.New()
	s.sesiones.Store = cfg.Casa.Sesiones()
	s.sesiones.Lifetime = duracionSesion
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	e.JSONSerializer = jsonEstricto{}
	e.Validator = newValidador()
	e.IPExtractor = echo.ExtractIPDirect()
	if cfg.Seguro { // a proxy on this machine says who asks
		e.IPExtractor = echo.ExtractIPFromXFFHeader(echo.TrustLoopback(true), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false))
	}
	e.Use(s.observe, s.recoverPanics, cabeceras(cfg.Seguro))
	s.rutas = s.tabla()
	s.register()
	doc, err := s.buildOpenAPI()
	if err != nil {
		return nil, err
	}
	s.openapi = doc
	return s, nil
}

// Handler is the whole server as an http.Handler.
func (s *Servidor) Handler() http.Handler { return s.echo }

// Serve answers on l until ctx ends; then it lets open requests finish.
func (s *Servidor) Serve(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.server())
}

// server has the limits of what a client may send and of how long it may take.
func (s *Servidor) server() *http.Server {
	return &http.Server{
		Handler:           s.echo,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       2 * time.Minute,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelWarn),
	}
}

func (s *Servidor) serve(ctx context.Context, l net.Listener, srv *http.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.cesando.Store(true)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}

// register puts the table on echo, each route behind its session, cargos and CSRF. What
// answers GET answers HEAD, without the body.
func (s *Servidor) register() {
	for _, r := range s.rutas {
		limit := r.maxCuerpo
		if limit == 0 {
			limit = maxCuerpo
		}
		chain := []echo.MiddlewareFunc{bodyLimit(limit), legible}
		if !r.publica {
			chain = append(chain, s.authenticate(r), s.checkCSRF(r))
		}
		if r.idem {
			chain = append(chain, s.digestBody)
		}
		s.echo.Add(r.metodo, r.camino, r.hace, chain...)
		if r.metodo == http.MethodGet {
			s.echo.Add(http.MethodHead, r.camino, r.hace, chain...)
		}
	}
}

// errTamano: the body is larger than the route takes.
var errTamano = errors.New("lo que se envía es demasiado grande")

func bodyLimit(n int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.ContentLength > n {
				return errTamano
			}
			r.Body = http.MaxBytesReader(c.Response().Writer, r.Body, n)
			return next(c)
		}
	}
}

// errIlegible: an address with characters that no name has.
var errIlegible = errors.New("la dirección contiene caracteres ilegibles")

// legible refuses an address whose parameters hold what is no text: nothing is called so,
// and databases disagree on what to make of it.
func legible(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		for _, v := range c.ParamValues() {
			if !isText(v) {
				return echo.ErrNotFound
			}
		}
		if c.Request().URL.RawQuery == "" {
			return next(c)
		}
		for _, vs := range c.QueryParams() {
			if slices.ContainsFunc(vs, func(v string) bool { return !isText(v) }) {
				return errIlegible
			}
		}
		return next(c)
	}
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl) }

// cabeceras are the headers of every answer: no script but our own files, no frame,
// no sniffing, nothing kept by caches in between.
func cabeceras(seguro bool) echo.MiddlewareFunc {
	fixed := []struct {
		name  string // as net/http spells it
		value []string
	}{
		{"X-Xss-Protection", []string{"0"}},
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"X-Frame-Options", []string{"DENY"}},
		{"Referrer-Policy", []string{"same-origin"}},
		{"Content-Security-Policy", []string{"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
		{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
		{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=()"}},
		{"Cache-Control", []string{"no-store"}},
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			h := c.Response().Header()
			for _, f := range fixed {
				h[f.name] = f.value // shared: whoever changes a header of an answer sets it anew
			}
			if seguro && (c.IsTLS() || c.Request().Header.Get(echo.HeaderXForwardedProto) == "https") {
				h.Set(echo.HeaderStrictTransportSecurity, "max-age=31536000; includeSubdomains")
			}
			return next(c)
		}
	}
}
