package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
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
	Codigo   string            `json:"codigo,omitempty"`   // word of the schema for what an engine refuses
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
	errJuego     = errors.New("no existe ese juego")
	errSinPrevia = errors.New("hay que decir qué versión se cambia (If-Match)")
)

// fail is the echo error handler: the one place where an error becomes HTTP.
func (s *Servidor) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	p := s.problem(err, c)
	if p.Status >= 500 && c.Request().Context().Err() == nil {
		s.cfg.Log.Error("request failed", "route", c.Path(), "status", p.Status, "error", err)
	}
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		c.Response().Header().Set("Retry-After", strconv.Itoa(retryAfter(err)))
	}
	if p.Status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	if wantsPage(c) {
		if err := s.renderProblema(c, p); err != nil {
			s.cfg.Log.Error("problem page", "error", err)
		}
		return
	}
	body, err := json.Marshal(p)
	if err == nil {
		err = c.Blob(p.Status, tipoProblema, body)
	}
	if err != nil {
		s.cfg.Log.Warn("problem not sent", "error", err)
	}
}

// isPage reports whether a request is for a page: not for the API nor for a probe.
func isPage(c echo.Context) bool { return !strings.HasPrefix(c.Request().URL.Path, "/api/") }

func wantsPage(c echo.Context) bool {
	return isPage(c) && strings.Contains(c.Request().Header.Get(echo.HeaderAccept), "text/html")
}

// problem reads an error: its status off the table of statuses, its citation off the
// norma.Error in its chain.
func (s *Servidor) problem(err error, c echo.Context) Problema {
	status := statusOf(err)
	if status == http.StatusInternalServerError && !s.reachable() {
		status = http.StatusServiceUnavailable // what failed is the database
	}
	p := Problema{Type: "about:blank", Title: titulos[status], Status: status, Detail: capital(clause(err))}
	var breach *norma.Error
	if errors.As(err, &breach) {
		p.Articulo, p.Criterio = cite(breach.Art), breach.Criterio
	}
	if general, ok := detalles[status]; ok {
		p.Detail = general
	}
	fillDetails(&p, err)
	if ses := sesionDe(c); ses != nil && ses.Persona.Cargo == domain.Admision {
		hideFundamento(&p, err)
	}
	return p
}

// hideFundamento leaves of a refusal of entry what cargo admision hears: art. 21 at most
// and no ground (criterio ADM-10). That no list could be consulted says nothing of the
// person. A check too old, or a birth date that cannot be, refuses nobody.
func hideFundamento(p *Problema, err error) {
	article21 := p.Articulo == "21" || strings.HasPrefix(p.Articulo, "21.")
	switch {
	case p.Status != http.StatusUnprocessableEntity, errors.Is(err, acceso.ErrNacimiento):
	case article21:
		p.Articulo, p.Criterio, p.Detail = "21", "ADM-10", mensajeVeredicto(acceso.NoPuedeEntrar)
	case errors.Is(err, admission.ErrNoEntra):
		p.Articulo, p.Criterio, p.Detail = "", "", mensajeVeredicto(acceso.SinComprobar)
	}
}

// clause is what an error tells people: its text, or ours where it is the framework's.
func clause(err error) string {
	var he *echo.HTTPError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &he):
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	case he.Code == http.StatusNotFound:
		return "no existe esa dirección"
	case he.Code == http.StatusMethodNotAllowed:
		return "aquí no se admite ese método"
	}
	return titulos[he.Code]
}

// detalles are told instead of an error that would tell how the program is made.
var detalles = map[int]string{
	http.StatusInternalServerError: "Ha ocurrido un error inesperado. Avise a sistemas.",
	http.StatusServiceUnavailable:  "El servicio no puede atender la petición en este momento. No se ha anotado nada.",
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
