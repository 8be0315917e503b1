package api

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// Names of the cookie and of the CSRF token, in forms and in headers.
const (
	cookieSesion  = "foliado_sesion"
	campoCSRF     = "_csrf"
	cabeceraCSRF  = "X-CSRF-Token"
	claveUsuario  = "usuario"
	claveCSRF     = "csrf"
	claveSesion   = "foliado.sesion"
	vigenciaVista = 2 * time.Second
)

// sesion is who is behind a request.
type sesion struct {
	Persona   registers.Persona
	CSRF      string
	PorCookie bool
	token     string
}

// sesionDe returns the session of a request behind authenticate.
func sesionDe(c echo.Context) *sesion {
	ses, _ := c.Get(claveSesion).(*sesion)
	return ses
}

// autor is who the log will say did it.
func autor(c echo.Context) registers.Autor {
	p := sesionDe(c).Persona
	return registers.Autor{Persona: p.ID, Cargo: p.Cargo}
}

type peticionSesion struct {
	Usuario string `json:"usuario" validate:"required,max=64"`
	Clave   string `json:"clave" validate:"required,max=256"`
}

type respuestaSesion struct {
	Token           string       `json:"token"`
	CSRF            string       `json:"csrf"`
	Usuario         string       `json:"usuario"`
	Cargo           domain.Cargo `json:"cargo"`
	Establecimiento *string      `json:"establecimiento"`
	Caduca          instante     `json:"caduca"`
}

// postSesion opens a session: a token for machines and a cookie for people.
func (s *Servidor) postSesion(c echo.Context) error {
	var req peticionSesion
	if err := bind(c, &req); err != nil {
		return err
	}
	tok, ses, expiry, err := s.login(c, req.Usuario, req.Clave)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, respuestaSesion{Token: tok, CSRF: ses.CSRF, Usuario: ses.Persona.Usuario,
		Cargo: ses.Persona.Cargo, Establecimiento: ambito(ses.Persona), Caduca: instante(expiry)})
}

func ambito(p registers.Persona) *string {
	if p.Establecimiento == "*" || p.Establecimiento == "" {
		return nil
	}
	return &p.Establecimiento
}

// login checks usuario and clave, brakes whoever tries too often, and opens a session
// under a new identifier: one given before the login is never taken over.
func (s *Servidor) login(c echo.Context, usuario, clave string) (token string, ses *sesion, expiry time.Time, err error) {
	if err := s.freno.allow(c.RealIP(), usuario, time.Now()); err != nil {
		return "", nil, time.Time{}, err
	}
	ctx := c.Request().Context()
	p, err := s.cfg.Casa.CheckClave(ctx, usuario, clave)
	if err != nil {
		s.freno.fail(c.RealIP(), usuario, time.Now())
		return "", nil, time.Time{}, err
	}
	if ctx, err = s.sesiones.Load(ctx, ""); err != nil {
		return "", nil, time.Time{}, err
	}
	csrf := rand.Text()
	s.sesiones.Put(ctx, claveUsuario, p.Usuario)
	s.sesiones.Put(ctx, claveCSRF, csrf)
	if token, expiry, err = s.sesiones.Commit(ctx); err != nil {
		return "", nil, time.Time{}, err
	}
	if old := cookieToken(c); old != "" { // the session of before the login ends here
		s.endSesion(c.Request().Context(), old)
	}
	s.setCookie(c, token, expiry)
	return token, &sesion{Persona: p, CSRF: csrf, token: token}, expiry, nil
}

// deleteSesion ends the session of the request.
func (s *Servidor) deleteSesion(c echo.Context) error {
	s.logout(c)
	return c.NoContent(http.StatusNoContent)
}

func (s *Servidor) logout(c echo.Context) {
	s.endSesion(c.Request().Context(), sesionDe(c).token)
	s.setCookie(c, "", time.Unix(1, 0))
}

func (s *Servidor) endSesion(ctx context.Context, token string) {
	s.vistas.drop(token)
	ctx, err := s.sesiones.Load(ctx, token)
	if err == nil {
		err = s.sesiones.Destroy(ctx)
	}
	if err != nil {
		s.cfg.Log.Warn("session not destroyed", "error", err)
	}
}

func (s *Servidor) setCookie(c echo.Context, token string, expiry time.Time) {
	c.SetCookie(&http.Cookie{Name: cookieSesion, Value: token, Path: "/", Expires: expiry,
		HttpOnly: true, Secure: s.cfg.Seguro, SameSite: http.SameSiteStrictMode})
}

func cookieToken(c echo.Context) string {
	if k, err := c.Cookie(cookieSesion); err == nil {
		return k.Value
	}
	return ""
}

func bearer(c echo.Context) string {
	h := c.Request().Header.Get(echo.HeaderAuthorization)
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return h[7:]
	}
	return ""
}

// authenticate finds who asks and whether the route is for her cargo and for her
// establecimiento.
func (s *Servidor) authenticate(r ruta) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ses, err := s.findSesion(c)
			if err != nil {
				return err
			}
			if ses == nil {
				return r.noSesion(c)
			}
			if !r.admits(ses.Persona.Cargo) {
				return errCargo
			}
			if e := c.Param("e"); e != "" && ambito(ses.Persona) != nil && ses.Persona.Establecimiento != e {
				return errAmbito
			}
			c.Set(claveSesion, ses)
			return next(c)
		}
	}
}

func (s *Servidor) findSesion(c echo.Context) (*sesion, error) {
	token, byCookie := bearer(c), false
	if token == "" {
		token, byCookie = cookieToken(c), true
	}
	if token == "" {
		return nil, nil
	}
	if ses := s.vistas.get(token, time.Now()); ses != nil {
		seen := *ses
		seen.PorCookie = byCookie
		return &seen, nil
	}
	ctx, err := s.sesiones.Load(c.Request().Context(), token)
	if err != nil {
		return nil, err
	}
	usuario := s.sesiones.GetString(ctx, claveUsuario)
	if usuario == "" {
		return nil, nil
	}
	p, err := s.cfg.Casa.PersonaByUsuario(ctx, usuario)
	if err != nil {
		return nil, nil //nolint:nilerr // a leaver's session is no session
	}
	ses := &sesion{Persona: p, CSRF: s.sesiones.GetString(ctx, claveCSRF), PorCookie: byCookie, token: token}
	s.vistas.put(token, ses, time.Now())
	return ses, nil
}

// checkCSRF wants the session's own token on whatever changes something, whenever the
// cookie is what authenticates; no header that a browser sends by itself stands for it.
func (s *Servidor) checkCSRF(r ruta) echo.MiddlewareFunc {
	safe := slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.metodo)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ses := sesionDe(c)
			if safe || !ses.PorCookie {
				return next(c)
			}
			got := c.Request().Header.Get(cabeceraCSRF)
			if got == "" && r.pagina {
				got = c.FormValue(campoCSRF)
			}
			if subtle.ConstantTimeCompare([]byte(got), []byte(ses.CSRF)) != 1 {
				return errCSRF
			}
			return next(c)
		}
	}
}

// cacheSesiones keeps the sessions seen in the last instants, so that a busy desk does
// not ask the database who it is on every request.
type cacheSesiones struct {
	mu    sync.RWMutex
	vista map[string]vista
}

type vista struct {
	ses   *sesion
	hasta time.Time
}

func newCacheSesiones() *cacheSesiones { return &cacheSesiones{vista: map[string]vista{}} }

func (k *cacheSesiones) get(token string, now time.Time) *sesion {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if v, ok := k.vista[token]; ok && now.Before(v.hasta) {
		return v.ses
	}
	return nil
}

func (k *cacheSesiones) put(token string, ses *sesion, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.vista) > 4096 {
		clear(k.vista)
	}
	k.vista[token] = vista{ses, now.Add(vigenciaVista)}
}

func (k *cacheSesiones) drop(token string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.vista, token)
}

// reset forgets every session seen: somebody's cargo changed, or left.
func (k *cacheSesiones) reset() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.vista)
}
