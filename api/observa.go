package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// observe counts, times and logs each request by its route; never its path, query or
// body, which may name a person.
func (s *Servidor) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		s.abiertas.Add(1)
		defer s.abiertas.Add(-1)
		if err := next(c); err != nil {
			s.fail(err, c)
		}
		route, method, status, took := c.Path(), knownMethod(c.Request().Method), c.Response().Status, time.Since(start)
		s.metricas.peticiones.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
		s.metricas.duracion.WithLabelValues(route).Observe(took.Seconds())
		level := slog.LevelDebug
		if status >= 500 {
			level = slog.LevelWarn
		}
		s.cfg.Log.LogAttrs(c.Request().Context(), level, "request", slog.String("method", method),
			slog.String("route", route), slog.Int("status", status), slog.Duration("took", took))
		return nil
	}
}

// knownMethod keeps made-up methods from filling the metrics.
func knownMethod(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "otro"
}

// recoverPanics turns a broken invariant into a 500 and a log line with its stack.
func (s *Servidor) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if r == http.ErrAbortHandler {
				panic(r)
			}
			s.cfg.Log.Error("panic in a handler", "route", c.Path(), "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
			err = errPanico
		}()
		return next(c)
	}
}

// errPanico: a handler broke; the log says where.
var errPanico = errors.New("a handler panicked")
