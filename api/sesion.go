package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"slices"
	"strconv"
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
	claveSesion   = "foliado.sesion"
	vigenciaVista = 2 * time.Second
)

// What a session keeps: who opened it, and as what. Whoever has another cargo since, or
// serves elsewhere, comes in again.
const (
	datoPersona = "persona"
	datoComo    = "como"
	datoDesde   = "desde" // microseconds
	datoCSRF    = "csrf"
)

// como is what a person was when she came in.
func como(p registers.Persona) string { return string(p.Cargo) + " " + p.Establecimiento }

// sesion is who is behind a request.
type sesion struct {
	Persona   registers.Persona
	CSRF      string
	PorCookie bool
	token     string
	caduca    time.Time
}

// sesionDe returns the session of a request behind authenticate.
func sesionDe(c echo.Context) *sesion {
	ses, _ := c.Get(claveSesion).(*sesion)
	return ses
}

// autor is who the log will say did it.
func autor(c echo.Context) registers.Autor { return sesionDe(c).Persona.Autor() }

type peticionSesion struct {
	Usuario string `json:"usuario" validate:"required,max=64"`
	Clave   string `json:"clave" validate:"required,max=256"`
}

type respuestaSesion struct {
	Token           string       `json:"token,omitempty"` // told once, at the login
	CSRF            string       `json:"csrf"`            // goes back in X-CSRF-Token when the cookie authenticates
	Persona         string       `json:"persona"`
	Usuario         string       `json:"usuario"`
	Cargo           domain.Cargo `json:"cargo"`
	Establecimiento *string      `json:"establecimiento"` // null: every one
	Caduca          instante     `json:"caduca"`
}

func seeSesionAbierta(ses *sesion) respuestaSesion {
	p := ses.Persona
	return respuestaSesion{CSRF: ses.CSRF, Persona: p.ID, Usuario: p.Usuario, Cargo: p.Cargo, Establecimiento: ambito(p), Caduca: instante(ses.caduca)}
}

// postSesion opens a session: a token for machines and a cookie for people.
func (s *Servidor) postSesion(c echo.Context) error {
	var req peticionSesion
	if err := bind(c, &req); err != nil {
		return err
	}
	token, ses, _, err := s.login(c, req.Usuario, req.Clave)
	if err != nil {
		return err
	}
	v := seeSesionAbierta(ses)
	v.Token = token
	return c.JSON(http.StatusOK, v)
}

// ambito is the establecimiento where a person serves, nil when in every one.
func ambito(p registers.Persona) *string {
	if p.Establecimiento == registers.Todos || p.Establecimiento == "" {
		return nil
	}
	return &p.Establecimiento
}

// ajenas refuses a login that another site makes a browser send.
var ajenas = http.NewCrossOriginProtection()

// login checks usuario and clave, brakes whoever tries too often, and opens a session
// under a new identifier: one given before the login is never taken over.
func (s *Servidor) login(c echo.Context, usuario, clave string) (token string, ses *sesion, expiry time.Time, err error) {
	if ajenas.Check(c.Request()) != nil {
		return "", nil, time.Time{}, errCSRF
	}
	ctx := c.Request().Context()
	leave, err := s.freno.enter(ctx, c.RealIP(), usuario)
	if err != nil {
		return "", nil, time.Time{}, err
	}
	p, err := s.cfg.Casa.CheckClave(ctx, usuario, clave)
	leave(errors.Is(err, registers.ErrAcceso))
	if err != nil {
		return "", nil, time.Time{}, err
	}
	if _, open, err := s.cfg.Casa.VisitaVigente(ctx, p.ID); err != nil || !open {
		return "", nil, time.Time{}, cmp.Or(err, registers.ErrAcceso)
	}
	s.replaceSesion(c, p)
	if ses, err = s.openSesion(ctx, p); err != nil {
		return "", nil, time.Time{}, err
	}
	s.setCookie(c, ses.token)
	return ses.token, ses, ses.caduca, nil
}

// openSesion keeps a new session of a person.
func (s *Servidor) openSesion(ctx context.Context, p registers.Persona) (*sesion, error) {
	ctx, err := s.sesiones.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	ses := &sesion{Persona: p, CSRF: rand.Text()}
	s.sesiones.Put(ctx, datoPersona, p.ID)
	s.sesiones.Put(ctx, datoComo, como(p))
	s.sesiones.Put(ctx, datoDesde, s.cfg.Escritor.Ahora().UnixMicro())
	s.sesiones.Put(ctx, datoCSRF, ses.CSRF)
	ses.caduca = s.cfg.Escritor.Ahora().Add(duracionSesion)
	until, _, err := s.cfg.Casa.VisitaVigente(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	if !until.IsZero() && until.Before(ses.caduca) { // the session ends with the visit
		ses.caduca = until
	}
	s.sesiones.SetDeadline(ctx, ses.caduca)
	ses.token, _, err = s.sesiones.Commit(ctx)
	return ses, err
}

// replaceSesion ends the session that a login comes with: of a browser, whoever had
// opened it; of a script, whose tokens live side by side, only one of the same person.
func (s *Servidor) replaceSesion(c echo.Context, p registers.Persona) {
	old := cookieToken(c)
	if !isToken(old) {
		return
	}
	ctx, err := s.sesiones.Load(c.Request().Context(), old)
	if err == nil && (isPage(c) || s.sesiones.GetString(ctx, datoPersona) == p.ID) {
		s.endSesion(c.Request().Context(), old)
	}
}

// getSesion tells whose the session is.
func (s *Servidor) getSesion(c echo.Context) error {
	return c.JSON(http.StatusOK, seeSesionAbierta(sesionDe(c)))
}

// deleteSesion ends the session of the request.
func (s *Servidor) deleteSesion(c echo.Context) error {
	s.logout(c)
	return c.NoContent(http.StatusNoContent)
}

func (s *Servidor) logout(c echo.Context) {
	s.endSesion(c.Request().Context(), sesionDe(c).token)
	s.setCookie(c, "")
}

func (s *Servidor) endSesion(ctx context.Context, token string) {
	ctx, err := s.sesiones.Load(ctx, token)
	if err == nil {
		err = s.sesiones.Destroy(ctx)
	}
	if err != nil {
		s.cfg.Log.Warn("session not destroyed", "error", err)
	}
	s.vistas.reset()
}

// setCookie gives the browser its session for as long as it lasts; "" takes it away.
func (s *Servidor) setCookie(c echo.Context, token string) {
	age := int(duracionSesion.Seconds())
	if token == "" {
		age = -1
	}
	c.SetCookie(&http.Cookie{Name: cookieSesion, Value: token, Path: "/", MaxAge: age,
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

// findSesion returns the session that a request brings, nil when none that stands. A
// token in Authorization goes before the cookie, and does not fall back to it.
func (s *Servidor) findSesion(c echo.Context) (*sesion, error) {
	token, byCookie := bearer(c), false
	if token == "" {
		token, byCookie = cookieToken(c), true
	}
	if !isToken(token) {
		return nil, nil
	}
	ses := s.vistas.get(token, time.Now())
	if ses == nil || !s.cfg.Escritor.Ahora().Before(ses.caduca) {
		turn := s.vistas.turn()
		var err error
		if ses, err = s.loadSesion(c.Request().Context(), token); ses == nil || err != nil {
			return nil, err
		}
		s.vistas.put(token, ses, time.Now(), turn)
	}
	seen := *ses
	seen.PorCookie = byCookie
	return &seen, nil
}

// isToken tells what may be the name of a session from what cannot.
func isToken(s string) bool { return len(s) == 43 }

// loadSesion reads a session and judges whether it still stands: its person serves in the
// house, as what she was when she came in, and her password is the one she came in with.
func (s *Servidor) loadSesion(ctx context.Context, token string) (*sesion, error) {
	ctx, err := s.sesiones.Load(ctx, token)
	if err != nil {
		return nil, err
	}
	id := s.sesiones.GetString(ctx, datoPersona)
	if id == "" {
		return nil, nil
	}
	p, err := s.cfg.Casa.Persona(ctx, id)
	if err != nil && !errors.Is(err, registers.ErrPersona) {
		return nil, err
	}
	if err != nil || !p.Baja.IsZero() || como(p) != s.sesiones.GetString(ctx, datoComo) {
		return nil, nil
	}
	if p.Cargo == domain.FuncionarioInspector {
		if _, open, err := s.cfg.Casa.VisitaVigente(ctx, id); err != nil || !open {
			return nil, err
		}
	}
	cut, err := s.corteDe(ctx, id)
	if err != nil || s.sesiones.GetInt64(ctx, datoDesde) < cut {
		return nil, err
	}
	return &sesion{Persona: p, CSRF: s.sesiones.GetString(ctx, datoCSRF), token: token, caduca: s.sesiones.Deadline(ctx)}, nil
}

// A corte ends every session that a person opened before it. It lives as long as the
// sessions it ends, among them.
func nombreCorte(persona string) string { return "corte " + persona }

// cutSesiones ends the sessions of a person, in every replica.
func (s *Servidor) cutSesiones(ctx context.Context, persona string) error {
	now := s.cfg.Escritor.Ahora()
	text := strconv.FormatInt(now.UnixMicro(), 10)
	err := s.cfg.Casa.Sesiones().CommitCtx(ctx, nombreCorte(persona), []byte(text), now.Add(duracionSesion))
	s.vistas.reset()
	return err
}

func (s *Servidor) corteDe(ctx context.Context, persona string) (int64, error) {
	text, found, err := s.cfg.Casa.Sesiones().FindCtx(ctx, nombreCorte(persona))
	if err != nil || !found {
		return 0, err
	}
	return strconv.ParseInt(string(text), 10, 64)
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
				got = c.Request().PostFormValue(campoCSRF)
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
	vez   int // how many times it was emptied
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

// turn is what put wants back: what was read before the cache was emptied is not kept.
func (k *cacheSesiones) turn() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.vez
}

func (k *cacheSesiones) put(token string, ses *sesion, now time.Time, turn int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.vez != turn {
		return
	}
	if len(k.vista) > 4096 {
		clear(k.vista)
	}
	k.vista[token] = vista{ses, now.Add(vigenciaVista)}
}

// reset forgets every session seen: one ended, or somebody's cargo changed, or she left.
func (k *cacheSesiones) reset() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.vista)
	k.vez++
}
