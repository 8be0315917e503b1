package api

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/templates"
)

// paginasEntrar are the way in and out, what is served to everybody, and the home of
// each cargo.
func (s *Servidor) paginasEntrar() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/static/*", publica: true, hace: s.getStatic, resumen: "Estilos, programa y tipos de letra de las páginas"},
		{metodo: "GET", camino: "/entrar", publica: true, hace: s.getEntrar, resumen: "Página para entrar", consulta: []string{"sigue"}},
		{metodo: "POST", camino: "/entrar", publica: true, hace: s.postEntrar, resumen: "Entra con usuario y clave"},
		{metodo: "POST", camino: "/salir", cargos: todos, hace: s.postSalir, resumen: "Sale"},
		{metodo: "GET", camino: "/", cargos: todos, hace: s.getInicio, resumen: "Lleva a cada cargo a su página", estado: http.StatusSeeOther},
	}
}

var static = http.StripPrefix("/static/", http.FileServerFS(templates.Static()))

// getStatic serves a file of the program. Links carry its version, so it may be kept.
func (s *Servidor) getStatic(c echo.Context) error {
	if strings.HasSuffix(c.Request().URL.Path, "/") {
		return echo.ErrNotFound
	}
	if c.QueryParam("v") == templates.Version || strings.Contains(c.Request().URL.Path, "/vendor/") {
		c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	}
	static.ServeHTTP(c.Response(), c.Request())
	return nil
}

func (s *Servidor) getEntrar(c echo.Context) error {
	sigue := localPath(c.QueryParam("sigue"))
	ses, err := s.findSesion(c)
	if err != nil {
		return err
	}
	if ses != nil {
		return goTo(c, sigue)
	}
	return s.drawEntrar(c, "", sigue, nil)
}

func (s *Servidor) drawEntrar(c echo.Context, usuario, sigue string, wrong error) error {
	m, err := s.marco(c, "Entrar", "")
	if err != nil {
		return err
	}
	page, status := templates.Entrar{Marco: m, Usuario: usuario, Sigue: sigue}, http.StatusOK
	if wrong != nil {
		p := s.problem(wrong, c)
		if p.Status >= 500 {
			return wrong
		}
		page.Problema, status = avisoDe(p), p.Status
	}
	return render(c, status, page)
}

// origenes refuses a login that another site makes a browser send.
var origenes = http.NewCrossOriginProtection()

// postEntrar opens a session and goes on to where she was heading, in this site only.
func (s *Servidor) postEntrar(c echo.Context) error {
	if origenes.Check(c.Request()) != nil {
		return errCSRF
	}
	usuario, sigue := field(c, "usuario"), localPath(field(c, "sigue"))
	if _, _, _, err := s.login(c, usuario, c.Request().PostFormValue("clave")); err != nil {
		return s.drawEntrar(c, usuario, sigue, err)
	}
	return goTo(c, sigue)
}

func (s *Servidor) postSalir(c echo.Context) error {
	s.logout(c)
	return goTo(c, "/entrar")
}

// inicio is the first page of each cargo, inside its establecimiento; the others begin
// at the verification of the log, which everybody may see.
var inicio = map[domain.Cargo]string{
	domain.Admision: "mostrador", domain.JefeAdmision: "mostrador",
	domain.Director: "tablero", domain.Subdirector: "tablero", domain.JefeMesa: "tablero", domain.InspectorMesa: "tablero",
	domain.Cajero: "tablero", domain.Crupier: "tablero", domain.Cambista: "tablero",
	domain.FuncionarioInspector: "libros",
}

func (s *Servidor) getInicio(c echo.Context) error {
	m, err := s.marco(c, "", "")
	if err != nil {
		return err
	}
	page, ok := inicio[m.Cargo]
	if !ok || m.Establecimiento.ID == "" {
		return goTo(c, "/verificacion")
	}
	return goTo(c, paginaDe(m.Establecimiento.ID, page))
}
