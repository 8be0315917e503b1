package api

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// cabeceraIdem is the header of a client's own key for one intention.
const cabeceraIdem = "Idempotency-Key"

var errClaveIdem = errors.New("la clave de idempotencia tiene entre 1 y 128 caracteres visibles")

// enVuelo holds the keys of requests under way.
type enVuelo struct {
	mu     sync.Mutex
	claves map[string]bool
}

func (v *enVuelo) enter(key string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.claves == nil {
		v.claves = map[string]bool{}
	}
	if v.claves[key] {
		return false
	}
	v.claves[key] = true
	return true
}

func (v *enVuelo) leave(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.claves, key)
}

// creacion is a POST that makes something: do makes it, replay answers with what the
// key made before, as it now is.
type creacion struct {
	do     func(ctx context.Context) error
	replay func(estado int, ref string) error
}

// once runs k.do under the request's Idempotency-Key, if it brings one: the first time
// it is done; afterwards replayed, with the same status and identifiers; with another
// body refused (422); while the first is under way, 409. The key is scoped to user and
// route and is kept until the jornada is certified; "" is the one going on in the
// establecimiento of the route.
func (s *Servidor) once(c echo.Context, jornada string, k creacion) error {
	if jornada == "" && c.Request().Header.Get(cabeceraIdem) != "" {
		jornada = s.jornadaEnCurso(c)
	}
	return s.onceIn(c, c.Param("e"), jornada, k)
}

// onceIn is once for what belongs to a jornada of an establecimiento that the route does
// not name. What is of the whole entidad belongs to no jornada, and its keys are kept.
func (s *Servidor) onceIn(c echo.Context, establecimiento, jornada string, k creacion) error {
	ctx := c.Request().Context()
	key := c.Request().Header.Get(cabeceraIdem)
	if key == "" {
		return k.do(ctx)
	}
	if len(key) > 128 || strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return errClaveIdem
	}
	huella, _ := c.Get(claveHuella).(string)
	id := escritor.Idempotencia{Usuario: sesionDe(c).Persona.ID, Ruta: c.Request().Method + " " + c.Request().URL.Path, Clave: key,
		Huella: huella, Establecimiento: establecimiento, Jornada: jornada}
	flight := id.Usuario + "\x00" + id.Ruta + "\x00" + key
	if !s.enVuelo.enter(flight) {
		return errEnVuelo
	}
	defer s.enVuelo.leave(flight)
	if done, err := s.replay(c, id, k); done || err != nil {
		return err
	}
	err := k.do(escritor.WithIdempotencia(ctx, id))
	if errors.Is(err, escritor.ErrClaveRepetida) { // another replica was quicker
		if done, rerr := s.replay(c, id, k); done || rerr != nil {
			return rerr
		}
	}
	return err
}

// onceSinCuerpo is onceIn for what the entidad does and answers without a body.
func (s *Servidor) onceSinCuerpo(c echo.Context, do func(ctx context.Context) error) error {
	return s.onceIn(c, diario.Entidad, "", creacion{
		do: func(ctx context.Context) error {
			if err := do(ctx); err != nil {
				return err
			}
			return c.NoContent(http.StatusNoContent)
		},
		replay: func(int, string) error { return c.NoContent(http.StatusNoContent) },
	})
}

// onceActo is onceIn for the proposal of an act; show answers with the act as it now is.
func (s *Servidor) onceActo(c echo.Context, establecimiento string, show func(*registers.Acto) error, propose func(ctx context.Context) (registers.Acto, error)) error {
	return s.onceIn(c, establecimiento, "", creacion{
		do: func(ctx context.Context) error {
			a, err := propose(ctx)
			if err != nil {
				return err
			}
			return show(&a)
		},
		replay: func(_ int, ref string) error {
			a, err := s.cfg.Casa.Acto(c.Request().Context(), ref)
			if err != nil {
				return err
			}
			return show(&a)
		},
	})
}

func (s *Servidor) replay(c echo.Context, id escritor.Idempotencia, k creacion) (bool, error) {
	was, found, err := s.cfg.Escritor.FindIdempotencia(c.Request().Context(), id.Usuario, id.Ruta, id.Clave)
	if err != nil || !found {
		return false, err
	}
	if was.Huella != id.Huella {
		return true, errOtroBody
	}
	c.Response().Header().Set("Idempotency-Replayed", "true")
	return true, k.replay(was.Estado, was.Recurso)
}

const claveHuella = "foliado.huella"

// digestBody keeps the digest of the body beside the request, for once.
func (s *Servidor) digestBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Header.Get(cabeceraIdem) == "" {
			return next(c)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		c.Set(claveHuella, s.huella(body))
		r.Body = io.NopCloser(bytes.NewReader(body))
		return next(c)
	}
}

// huella is the digest of a body that its key keeps. A body names people, and a bare
// digest of it would be guessed: it is keyed with a secret that is not in the database.
func (s *Servidor) huella(body []byte) string {
	mac := hmac.New(sha256.New, s.cfg.Secreto)
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// parseNumero reads a number of the address, written as the program writes it.
func parseNumero(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != s {
		return 0, echo.ErrNotFound
	}
	return n, nil
}
