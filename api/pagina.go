package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/templates"
)

// campoIdem is the field of a form with the key issued with it: one form, one act,
// however often it is sent.
const campoIdem = "_idem"

// rutasPagina are the pages of the people of the house. What they do is what the API
// does, through the same use cases; a form is answered by a redirect to a page.
func (s *Servidor) rutasPagina() []ruta {
	rutas := slices.Concat(
		s.paginasEntrar(),
		s.paginasMostrador(),
		s.paginasTarjeta(),
		s.paginasGrupo(),
		s.paginasAdmision(),
		s.paginasAccesos(),
		s.paginasMedidas(),
		s.paginasAcreditacion(),
		s.paginasSala(),
		s.paginasInterdicciones(),
		s.paginasConservacion(),
		s.paginasFicha(),
		s.paginasTablero(),
		s.paginasMesa(),
		s.paginasJugada(),
		s.paginasMarcador(),
		s.paginasCilindro(),
		s.paginasCirculo(),
		s.paginasEspera(),
		s.paginasTorneoCirculo(),
		s.paginasTorneo(),
		s.paginasMovimiento(),
		s.paginasCaja(),
		s.paginasDeposito(),
		s.paginasPropina(),
		s.paginasPrecinto(),
		s.paginasOlvidada(),
		s.paginasReclamacion(),
		s.paginasFormulario(),
		s.paginasContingencia(),
		s.paginasActo(),
		s.paginasRonda(),
		s.paginasCredencial(),
		s.paginasRectificacion(),
		s.paginasInspeccion(),
		s.paginasRelevo(),
		s.paginasPlantilla(),
		s.paginasAgenda(),
		s.paginasJornada(),
		s.paginasLibro(),
		s.paginasJuego(),
		s.paginasVerificacion(),
	)
	for k := range rutas {
		rutas[k].pagina, rutas[k].tipo = true, echo.MIMETextHTML
		if rutas[k].estado == 0 {
			rutas[k].estado = http.StatusOK
			if rutas[k].metodo == http.MethodPost {
				rutas[k].estado = http.StatusSeeOther
			}
		}
	}
	return rutas
}

// render answers a page, drawn in memory first: a fault gives an error, never half a page.
func render(c echo.Context, status int, p templates.Pagina) error {
	var b bytes.Buffer
	if err := templates.Render(&b, p); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	return c.HTMLBlob(status, b.Bytes())
}

// goTo answers a form: the browser asks for the page that shows what was done.
func goTo(c echo.Context, path string) error { return c.Redirect(http.StatusSeeOther, path) }

// paginaDe is the path of a page of an establecimiento.
func paginaDe(e string, parts ...string) string {
	return "/establecimientos/" + e + "/" + strings.Join(parts, "/")
}

// field is a field of the form sent: of its body, never of the address.
func field(c echo.Context, name string) string {
	return strings.TrimSpace(c.Request().PostFormValue(name))
}

// marco fills what surrounds a page about an establecimiento; "" when it is about the
// whole entidad, and then links lead to the one she was in.
func (s *Servidor) marco(c echo.Context, titulo, establecimiento string) (templates.Marco, error) {
	ctx, ses := c.Request().Context(), sesionDe(c)
	acta, err := s.cfg.Casa.Fundacion(ctx)
	if err != nil {
		return templates.Marco{}, err
	}
	m := templates.Marco{Titulo: titulo, Entidad: acta.Entidad, Demostracion: acta.Demostracion,
		Ahora: s.cfg.Escritor.Ahora(), Camino: c.Request().URL.Path, Idem: rand.Text()}
	if ses == nil {
		return m, nil
	}
	m.Quien, m.Cargo, m.CSRF = ses.Persona.NombreCompleto(), ses.Persona.Cargo, ses.CSRF
	all, err := s.cfg.Casa.Establecimientos(ctx)
	if err != nil {
		return m, err
	}
	served := slices.DeleteFunc(all, func(e domain.Establecimiento) bool { return !ses.Persona.ServesIn(e.ID) })
	where := establecimiento
	if where == "" {
		where = c.QueryParam("e")
	}
	at := slices.IndexFunc(served, func(e domain.Establecimiento) bool { return e.ID == where })
	switch {
	case at < 0 && establecimiento != "":
		return m, registers.ErrEstablecimiento
	case at < 0 && len(served) == 0:
		return m, nil
	case at < 0:
		at = 0
	}
	m.Establecimiento = served[at]
	if len(served) > 1 {
		m.Establecimientos = served
	}
	m.Menu = s.menu(m, ses.Persona.Cargo)
	if (ruta{cargos: direccion}).admits(m.Cargo) {
		if m.Vencidos, err = s.cfg.Casa.CountVencidos(ctx, m.Establecimiento.ID, domain.FechaDe(m.Ahora)); err != nil {
			return m, err
		}
	}
	j, err := s.cfg.Casa.LastJornada(ctx, m.Establecimiento.ID)
	if errors.Is(err, registers.ErrJornada) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	m.Jornada, m.Fase = j.Fecha, j.Fase
	if m.Fase.EnSala() && (ruta{cargos: salaVe}).admits(m.Cargo) {
		if _, m.SinDireccion, err = s.cfg.Casa.EnFunciones(ctx, m.Establecimiento.ID); err != nil {
			return m, err
		}
	}
	if j.Fecha != "" && (ruta{cargos: puertaManda}).admits(m.Cargo) {
		if m.PersonasDentro, err = s.cfg.Puerta.CountAlertas(ctx, m.Establecimiento.ID, j.Fecha); err != nil {
			return m, err
		}
	}
	return m, nil
}

// grupoCasa is the group of the menu of what belongs to none other.
const grupoCasa = "La casa"

// gruposMenu gathers the entries of a long menu.
var gruposMenu = map[string]string{
	"Mostrador": "Puerta", "Grupos": "Puerta", "Admisión": "Puerta", "Acreditaciones": "Puerta", "Accesos": "Puerta", "Denegaciones": "Puerta", "Interdicciones": "Puerta",
	"Tablero": "Sala", "Ronda": "Sala", "Caja": "Sala", "Juegos": "Sala", "Calculadora": "Sala", "Naipes": "Sala", "Depósito": "Sala", "Propinas": "Sala",
	"Olvidadas": "Sala", "Reclamaciones": "Sala", "Pagos": "Sala", "Círculo": "Sala", "Torneos": "Sala", "Torneos de mus": "Sala",
	"Jornada": "Dirección", "Parte": "Dirección", "Dirección": "Dirección", "Agenda": "Dirección", "Libros": "Dirección", "Inspección": "Dirección",
}

// secciones are the entries of the menu, with what else lies below each. Each is for the
// cargos of its route.
var secciones = []struct{ texto, camino, bajo string }{
	{"Mostrador", "/establecimientos/:e/mostrador", "/establecimientos/:e/tarjetas/"},
	{"Grupos", "/establecimientos/:e/grupos", "/establecimientos/:e/grupos/"},
	{"Admisión", "/establecimientos/:e/admision", "/establecimientos/:e/admision"},
	{"Acreditaciones", "/establecimientos/:e/acreditaciones", "/establecimientos/:e/acreditaciones"},
	{"Accesos", "/establecimientos/:e/accesos", "/establecimientos/:e/accesos"},
	{"Denegaciones", "/establecimientos/:e/medidas", "/establecimientos/:e/medidas"},
	{"Tablero", "/establecimientos/:e/tablero", "/establecimientos/:e/mesas/"},
	{"Ronda", "/establecimientos/:e/rondas", "/establecimientos/:e/rondas/"},
	{"Caja", "/establecimientos/:e/caja", "/establecimientos/:e/formularios"},
	{"Depósito", "/establecimientos/:e/deposito", "/establecimientos/:e/deposito"},
	{"Olvidadas", "/establecimientos/:e/olvidadas", "/establecimientos/:e/olvidadas"},
	{"Reclamaciones", "/establecimientos/:e/reclamaciones", "/establecimientos/:e/reclamaciones"},
	{"Propinas", "/establecimientos/:e/propinas", "/establecimientos/:e/propinas"},
	{"Torneos de mus", "/establecimientos/:e/torneos", "/establecimientos/:e/torneos/"},
	{"Precintos", "/establecimientos/:e/precintos", "/establecimientos/:e/precintos"},
	{"Jornada", "/establecimientos/:e/jornada", "/establecimientos/:e/jornadas/"},
	{"Parte", "/establecimientos/:e/parte", "/establecimientos/:e/parte"},
	{"Dirección", "/establecimientos/:e/direccion", "/establecimientos/:e/direccion"},
	{"Agenda", "/establecimientos/:e/agenda", "/establecimientos/:e/agenda"},
	{"Inspección", "/inspecciones", "/inspecciones"},
	{"Libros", "/establecimientos/:e/libros", "/establecimientos/:e/libros/"},
	{"Calculadora", "/calculadora", "/calculadora/"},
	{"Juegos", "/establecimientos/:e/juegos", "/establecimientos/:e/juegos/"},
	{"Interdicciones", "/interdicciones", "/interdicciones"},
	{"Fichas", "/fichas", "/fichas"},
	{"Conservación", "/conservacion", "/conservacion"},
	{"Archivo PBC", "/archivo-pbc", "/archivo-pbc"},
	{"Verificación", "/verificacion", "/verificacion"},
}

// menu lists the sections that a cargo may see.
func (s *Servidor) menu(m templates.Marco, cargo domain.Cargo) []templates.Enlace {
	var out []templates.Enlace
	for _, x := range secciones {
		k := slices.IndexFunc(s.rutas, func(r ruta) bool { return r.metodo == http.MethodGet && r.camino == x.camino })
		if k < 0 || !s.rutas[k].admits(cargo) {
			continue
		}
		path := strings.Replace(x.camino, ":e", m.Establecimiento.ID, 1)
		here := m.Camino == path || strings.HasPrefix(m.Camino, strings.Replace(x.bajo, ":e", m.Establecimiento.ID, 1))
		if !strings.Contains(x.camino, ":e") && len(m.Establecimientos) > 0 {
			path += "?e=" + escapeQuery(m.Establecimiento.ID)
		}
		out = append(out, templates.Enlace{Texto: x.texto, Camino: path, Aqui: here, Grupo: cmp.Or(gruposMenu[x.texto], grupoCasa)})
	}
	return out
}

// aviso is what a refused form shows on its own page, and its status. What no form can
// put right (no session, no permission, the service down) is returned as it came.
func (s *Servidor) aviso(c echo.Context, err error) (*templates.Aviso, int, error) {
	if err == nil {
		return nil, http.StatusOK, nil
	}
	p := s.problem(err, c)
	own := errors.Is(err, errCSRF) || errors.Is(err, errCargo) || errors.Is(err, errAmbito)
	if p.Status >= 500 || p.Status == http.StatusUnauthorized || p.Status == http.StatusRequestEntityTooLarge || own {
		return nil, p.Status, err
	}
	return avisoDe(p), p.Status, nil
}

func avisoDe(p Problema) *templates.Aviso {
	return &templates.Aviso{Texto: p.Detail, Articulo: p.Articulo, Criterio: p.Criterio, Campos: p.Campos}
}

// renderProblema draws a refusal that has no page of its own.
func (s *Servidor) renderProblema(c echo.Context, p Problema) error {
	if sesionDe(c) == nil { // no route, no session asked for
		if ses, err := s.findSesion(c); err == nil && ses != nil {
			c.Set(claveSesion, ses)
		}
	}
	m, err := s.marco(c, p.Title, c.Param("e"))
	if err != nil { // whatever is wrong, the page is still drawn
		m.Titulo, m.Ahora, m.Menu = p.Title, time.Now(), nil
	}
	page := templates.Problema{Marco: m, Estado: p.Status, Aviso: *avisoDe(p), Mesas: p.Mesas, Actos: p.Actos}
	if u, err := url.Parse(c.Request().Referer()); err == nil && u.Host == c.Request().Host {
		page.Vuelve = localPath(u.RequestURI())
	}
	return render(c, p.Status, page)
}

// esperaEnVuelo is how long a second click waits for the first.
const esperaEnVuelo = 15 * time.Second

// onceFormTo is onceForm for an act after which the browser goes to a page known beforehand;
// what went wrong is drawn, on the page of the form.
func (s *Servidor) onceFormTo(c echo.Context, page string, do func(ctx context.Context) error, draw func(wrong error) error) error {
	show := func(string) error { return goTo(c, page) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return draw(err)
	}
	return nil
}

// onceForm does what a form asks under the key issued with it: sent twice, the second
// time shows what the first did (the browser shows only the answer to the last click, so
// it waits for the first instead of being refused). do answers the request; show answers
// it again with the reference that the act left.
func (s *Servidor) onceForm(c echo.Context, do func(ctx context.Context) error, show func(ref string) error) error {
	key := field(c, campoIdem) // reads the form, when nothing has yet
	form := c.Request().PostForm
	if key == "" {
		return errClaveIdem
	}
	names := make([]string, 0, len(form))
	for name := range form {
		if name != campoIdem && name != campoCSRF {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	h := hmac.New(sha256.New, s.cfg.Secreto) // what was typed may be a document number
	for _, name := range names {
		fmt.Fprintf(h, "%q=%q\n", name, form[name])
	}
	c.Request().Header.Set(cabeceraIdem, key)
	c.Set(claveHuella, hex.EncodeToString(h.Sum(nil)))
	k := creacion{do: do, replay: func(_ int, ref string) error { return show(ref) }}
	ctx, cancel := context.WithTimeout(c.Request().Context(), esperaEnVuelo)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	jornada := s.jornadaEnCurso(c)
	for {
		err := s.once(c, jornada, k)
		if !errors.Is(err, errEnVuelo) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}
