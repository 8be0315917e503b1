package api

import (
	"fmt"
	"log/slog"
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
		err := next(c)
		if err != nil {
			s.fail(err, c)
		}
		route, status, took := c.Path(), c.Response().Status, time.Since(start)
		s.metricas.peticiones.WithLabelValues(route, c.Request().Method, strconv.Itoa(status)).Inc()
		s.metricas.duracion.WithLabelValues(route).Observe(took.Seconds())
		level := slog.LevelDebug
		if status >= 500 {
			level = slog.LevelWarn
		}
		if s.cfg.Log.Enabled(c.Request().Context(), level) {
			s.cfg.Log.LogAttrs(c.Request().Context(), level, "request", slog.String("method", c.Request().Method),
				slog.String("route", route), slog.Int("status", status), slog.Duration("took", took))
		}
		return nil
	}
}

// recoverPanics turns a broken invariant into a 500 and a log line with its stack.
func (s *Servidor) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if r := recover(); r != nil {
				s.cfg.Log.Error("panic in a handler", "route", c.Path(), "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
				s.fail(fmt.Errorf("panic: %v", r), c)
			}
		}()
		return next(c)
	}
}
