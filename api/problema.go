package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario/escritor"
)

// Problema is the body of every refusal (RFC 9457), in Spanish.
type Problema struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Status   int               `json:"status"`
	Detail   string            `json:"detail"`
	Articulo string            `json:"articulo,omitempty"` // provision that the refusal applies
	Criterio string            `json:"criterio,omitempty"` // reading that decides
	Campos   map[string]string `json:"campos,omitempty"`   // field → what is wrong with its shape
	Numero   *int64            `json:"numero,omitempty"`   // number of the card that exists already
	Mesas    []string          `json:"mesas,omitempty"`    // tables that keep the day open
	Actos    []string          `json:"actos,omitempty"`    // acts that keep it open
}

// Errors of the door of the program itself.
var (
	errSinSesion = errors.New("hay que entrar con usuario y clave")
	errCargo     = errors.New("su cargo no permite hacer esto")
	errAmbito    = errors.New("su cargo es de otro establecimiento")
	errCSRF      = errors.New("falta la contraseña del formulario: vuelva a cargar la página")
	errEnVuelo   = errors.New("esa misma petición está en curso")
	errOtroBody  = errors.New("esa clave de idempotencia ya se usó con otro contenido")
	errPrevia    = errors.New("lo que se quiere cambiar ha cambiado: vuelva a cargarlo")
	errSinPrevia = errors.New("hay que decir qué versión se cambia (If-Match)")
)

// fail is the echo error handler: the one place where an error becomes HTTP.
func (s *Servidor) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	p := s.problem(err, c)
	if p.Status >= 500 {
		s.cfg.Log.Error("request failed", "route", c.Path(), "status", p.Status, "error", err)
	}
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		c.Response().Header().Set("Retry-After", strconv.Itoa(retryAfter(err)))
	}
	if wantsPage(c) {
		if err := s.renderProblema(c, p); err != nil {
			s.cfg.Log.Error("problem page", "error", err)
		}
		return
	}
	body, jerr := json.Marshal(p)
	if jerr != nil {
		s.cfg.Log.Error("problem body", "error", jerr)
	}
	if c.Request().Method == http.MethodHead {
		_ = c.NoContent(p.Status)
		return
	}
	_ = c.Blob(p.Status, "application/problem+json", body)
}

func wantsPage(c echo.Context) bool {
	return !strings.HasPrefix(c.Request().URL.Path, "/api/") && strings.Contains(c.Request().Header.Get(echo.HeaderAccept), "text/html")
}

// problem reads an error: its status off the table of statuses, its citation off the
// norma.Error in its chain. To cargo admision a refusal cites art. 21 at most and
// tells no ground (criterio ADM-10).
func (s *Servidor) problem(err error, c echo.Context) Problema {
	status := statusOf(err)
	p := Problema{Type: "about:blank", Title: titulos[status], Status: status, Detail: capital(err.Error())}
	var breach *norma.Error
	if errors.As(err, &breach) {
		p.Articulo, p.Criterio = cite(breach.Art), breach.Criterio
	}
	if status >= 500 {
		p.Detail = "El servicio no puede atender la petición en este momento. No se ha anotado nada."
		if status == http.StatusInternalServerError {
			p.Detail = "Ha ocurrido un error inesperado. Avise a sistemas."
		}
	}
	fillDetails(&p, err)
	if ses := sesionDe(c); ses != nil && ses.Persona.Cargo == domain.Admision && strings.HasPrefix(p.Articulo, "21") {
		p.Articulo, p.Detail = "21", "No puede entrar: avise al responsable."
	}
	return p
}

var titulos = map[int]string{
	http.StatusBadRequest:            "Petición mal formada",
	http.StatusUnauthorized:          "Sin identificar",
	http.StatusForbidden:             "Sin permiso",
	http.StatusNotFound:              "No existe",
	http.StatusMethodNotAllowed:      "Método no admitido",
	http.StatusConflict:              "Conflicto con lo que ya consta",
	http.StatusPreconditionFailed:    "Ha cambiado",
	http.StatusPreconditionRequired:  "Falta la versión",
	http.StatusRequestEntityTooLarge: "Demasiado grande",
	http.StatusUnsupportedMediaType:  "Tipo de contenido no admitido",
	http.StatusUnprocessableEntity:   "No se puede hacer",
	http.StatusTooManyRequests:       "Demasiadas peticiones",
	http.StatusInternalServerError:   "Error interno",
	http.StatusServiceUnavailable:    "No disponible",
}

// statusOf maps errors to statuses: sentinels by the table, citations 422, shapes 400.
func statusOf(err error) int {
	for _, e := range estados {
		if errors.Is(err, e.err) {
			return e.status
		}
	}
	if status := typedStatus(err); status != 0 {
		return status
	}
	var breach *norma.Error
	if errors.As(err, &breach) {
		return http.StatusUnprocessableEntity
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return http.StatusRequestEntityTooLarge
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		return he.Code
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, escritor.ErrNoDisponible) {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[0])) + string(r[1:])
}
