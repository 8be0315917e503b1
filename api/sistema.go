package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"foliado/registers/diario/escritor"
)

type respuestaVersion struct {
	Version string `json:"version"`
	Binario string `json:"binario"` // SHA-256 of the running binary
}

// rutasSistema are the routes about the program itself.
func (s *Servidor) rutasSistema() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/livez", publica: true, hace: s.getLivez, resumen: "El proceso está vivo", tipo: "text/plain", estado: 200},
		{metodo: "GET", camino: "/readyz", publica: true, hace: s.getReadyz, resumen: "El servicio puede anotar", tipo: "text/plain", estado: 200},
		{metodo: "GET", camino: "/metrics", publica: true, hace: s.metricas.handler, resumen: "Métricas para Prometheus", tipo: "text/plain", estado: 200},
		{metodo: "GET", camino: "/api/v1/openapi.json", publica: true, hace: s.getOpenAPI, resumen: "Este documento", estado: 200, respuesta: map[string]any{}},
		{metodo: "POST", camino: "/api/v1/sesion", publica: true, hace: s.postSesion, resumen: "Entra con usuario y clave", cuerpo: peticionSesion{}, estado: 200, respuesta: respuestaSesion{}},
		{metodo: "GET", camino: "/api/v1/sesion", cargos: todos, hace: s.getSesion, resumen: "Quién es la sesión", estado: 200, respuesta: respuestaSesion{}},
		{metodo: "DELETE", camino: "/api/v1/sesion", cargos: todos, hace: s.deleteSesion, resumen: "Sale", estado: 204},
		{metodo: "GET", camino: "/api/v1/version", cargos: todos, hace: s.getVersion, resumen: "Versión y huella del programa", estado: 200, respuesta: respuestaVersion{}},
		{metodo: "GET", camino: "/api/v1/checkpoint", cargos: todos, hace: s.getCheckpoint, resumen: "Último checkpoint firmado del diario", estado: 200, tipo: "text/plain"},
	}
}

func (s *Servidor) getLivez(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// getReadyz is ready when the writer takes an act, an empty one, and no shutdown has
// begun.
func (s *Servidor) getReadyz(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	_, err := s.cfg.Escritor.Do(ctx, func(*escritor.Tx) error { return nil })
	if err != nil || s.cesando.Load() {
		return c.String(http.StatusServiceUnavailable, "no disponible\n")
	}
	return c.String(http.StatusOK, "ok\n")
}

// reachable reports whether the database answers.
func (s *Servidor) reachable() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	db, err := s.cfg.Escritor.Lectura().DB()
	return err == nil && db.PingContext(ctx) == nil
}

func (s *Servidor) getOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, s.openapi)
}

func (s *Servidor) getVersion(c echo.Context) error {
	return c.JSON(http.StatusOK, respuestaVersion{s.cfg.Version, s.cfg.Binario})
}

// getCheckpoint gives the signed note that a visitor keeps for her next visit.
func (s *Servidor) getCheckpoint(c echo.Context) error {
	note := s.cfg.Escritor.UltimoCheckpoint()
	if note == nil {
		return echo.ErrNotFound
	}
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", note)
}

// metricas are what /metrics tells: counts and times by route, never data of persons.
type metricas struct {
	peticiones *prometheus.CounterVec
	duracion   *prometheus.HistogramVec
	handler    echo.HandlerFunc
}

func newMetricas(reg *prometheus.Registry, abiertas func() float64) metricas {
	m := metricas{
		peticiones: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "foliado_peticiones_total", Help: "Peticiones por ruta y estado."}, []string{"ruta", "metodo", "estado"}),
		duracion: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "foliado_peticion_segundos", Help: "Duración de las peticiones por ruta.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}}, []string{"ruta"}),
	}
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "foliado_peticiones_abiertas", Help: "Peticiones en curso."}, abiertas)
	reg.MustRegister(m.peticiones, m.duracion, open, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = echo.WrapHandler(promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	return m
}
