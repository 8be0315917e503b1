package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

// rutasAcreditacion are the routes of who comes in to work, and of the dress asked for.
func (s *Servidor) rutasAcreditacion() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "POST", camino: e + "/acreditaciones", cargos: puertaHace, hace: s.postAcreditacion, resumen: "Acredita a quien entra a trabajar o a formarse, sin tarjeta (arts. 1.6, 18.1.a; ADM-9)", idem: true, cuerpo: peticionAcreditacion{}, estado: 201, respuesta: verAcreditacion{}},
		{metodo: "GET", camino: e + "/acreditaciones", cargos: puertaVe, hace: s.getAcreditaciones, resumen: "Acreditaciones de una jornada, la última primero", consulta: []string{"jornada"}, estado: 200, respuesta: listaAcreditaciones{}},
		{metodo: "POST", camino: e + "/acreditaciones/:numero/salida", cargos: puertaHace, hace: s.postSalida, resumen: "Anota la salida de quien entró a trabajar", idem: true, estado: 200, respuesta: verAcreditacion{}},
		{metodo: "POST", camino: e + "/vestimentas", cargos: puertaManda, hace: s.postVestimenta, resumen: "Exige una vestimenta, siempre o ciertos días (art. 21.5)", idem: true, cuerpo: peticionVestimenta{}, estado: 201, respuesta: listaVestimentas{}},
		{metodo: "GET", camino: e + "/vestimentas", cargos: puertaVe, hace: s.getVestimentas, resumen: "Vestimentas que se exigen (art. 21.5)", estado: 200, respuesta: listaVestimentas{}},
		{metodo: "POST", camino: e + "/vestimentas/:numero/fin", cargos: puertaManda, hace: s.postFinVestimenta, resumen: "Deja de exigir una vestimenta", idem: true, estado: 200, respuesta: listaVestimentas{}},
	}
}

type peticionAcreditacion struct {
	Tipo      string         `json:"tipo" validate:"required,max=20"`
	Pais      string         `json:"pais,omitempty" validate:"max=3"`
	Numero    string         `json:"numero" validate:"required,max=40"`
	Nombre    string         `json:"nombre" validate:"max=120"`
	Apellidos string         `json:"apellidos" validate:"max=120"`
	Calidad   acceso.Calidad `json:"calidad" validate:"required,max=20"`
	Empresa   string         `json:"empresa,omitempty" validate:"max=200"`
	Motivo    string         `json:"motivo,omitempty" validate:"max=1000"`
}

type verAcreditacion struct {
	Numero    int64          `json:"numero"`
	Jornada   domain.Fecha   `json:"jornada"`
	Entrada   instante       `json:"entrada"`
	Salida    instante       `json:"salida"`  // null while inside
	Permite   string         `json:"permite"` // persona
	Calidad   acceso.Calidad `json:"calidad"`
	Empresa   string         `json:"empresa,omitempty"`
	Nombre    string         `json:"nombre"`
	Apellidos string         `json:"apellidos"`
	Documento string         `json:"documento"`
	Motivo    string         `json:"motivo,omitempty"`
}

type listaAcreditaciones struct {
	Acreditaciones []verAcreditacion `json:"acreditaciones"`
}

func showAcreditacion(a *admission.Acreditacion) verAcreditacion {
	return verAcreditacion{a.Numero, a.Jornada, instante(a.Entrada), instante(a.Salida), a.Autor, a.Calidad, a.Empresa, a.Nombre, a.Apellidos,
		a.Documento, a.Motivo}
}

// answerAcreditacion answers with an acreditación under that status.
func answerAcreditacion(c echo.Context, status int) func(admission.Acreditacion, error) error {
	return func(a admission.Acreditacion, err error) error {
		switch {
		case err != nil:
			return err
		case status == http.StatusCreated:
			return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/acreditaciones", c.Param("e")), showAcreditacion(&a))
		}
		return c.JSON(status, showAcreditacion(&a))
	}
}

func (s *Servidor) replayAcreditacion(c echo.Context, status int) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return fmt.Errorf("idempotent reference %q: %w", ref, err)
		}
		return answerAcreditacion(c, status)(s.cfg.Puerta.Acreditacion(c.Request().Context(), c.Param("e"), n))
	}
}

// postAcreditacion lets somebody in to work.
func (s *Servidor) postAcreditacion(c echo.Context) error {
	var req peticionAcreditacion
	if err := bind(c, &req); err != nil {
		return err
	}
	ask := admission.Acreditar{Establecimiento: c.Param("e"), Tipo: req.Tipo, Pais: req.Pais, Numero: req.Numero, Nombre: req.Nombre,
		Apellidos: req.Apellidos, Calidad: req.Calidad, Empresa: req.Empresa, Motivo: req.Motivo}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return answerAcreditacion(c, http.StatusCreated)(s.cfg.Puerta.Accredit(ctx, ask, autor(c)))
		},
		replay: s.replayAcreditacion(c, http.StatusCreated),
	})
}

// getAcreditaciones lists who came in to work in a jornada.
func (s *Servidor) getAcreditaciones(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Acreditaciones(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaAcreditaciones{make([]verAcreditacion, 0, len(list))}
	for k := range list {
		out.Acreditaciones = append(out.Acreditaciones, showAcreditacion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// postSalida puts on record that somebody who came in to work leaves.
func (s *Servidor) postSalida(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return answerAcreditacion(c, http.StatusOK)(s.cfg.Puerta.Leave(ctx, c.Param("e"), n, autor(c)))
		},
		replay: s.replayAcreditacion(c, http.StatusOK),
	})
}

type peticionVestimenta struct {
	Texto string `json:"texto" validate:"required,max=500"`
	Dias  string `json:"dias,omitempty" validate:"max=7"` // "1" Monday to "7" Sunday; none: every day
	Desde string `json:"desde,omitempty" validate:"max=10"`
	Hasta string `json:"hasta,omitempty" validate:"max=10"`
}

type verVestimenta struct {
	Numero int64        `json:"numero"`
	Texto  string       `json:"texto"`
	Dias   string       `json:"dias"`
	Desde  domain.Fecha `json:"desde"`
	Hasta  domain.Fecha `json:"hasta"`
}

type listaVestimentas struct {
	Vestimentas []verVestimenta `json:"vestimentas"`
}

// answerVestimentas answers with what the establecimiento asks of its visitors' dress.
func (s *Servidor) answerVestimentas(c echo.Context, status int) error {
	list, err := s.cfg.Puerta.Vestimentas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaVestimentas{make([]verVestimenta, 0, len(list))}
	for _, v := range list {
		out.Vestimentas = append(out.Vestimentas, verVestimenta{v.Numero, v.Texto, v.Dias, v.Desde, v.Hasta})
	}
	if status == http.StatusCreated {
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/vestimentas", c.Param("e")), out)
	}
	return c.JSON(status, out)
}

func (s *Servidor) getVestimentas(c echo.Context) error {
	return s.answerVestimentas(c, http.StatusOK)
}

// postVestimenta asks for a dress.
func (s *Servidor) postVestimenta(c echo.Context) error {
	var req peticionVestimenta
	if err := bind(c, &req); err != nil {
		return err
	}
	v := acceso.Vestimenta{Texto: req.Texto, Dias: req.Dias}
	for name, f := range map[string]struct {
		text string
		dst  *domain.Fecha
	}{"desde": {req.Desde, &v.Desde}, "hasta": {req.Hasta, &v.Hasta}} {
		if f.text == "" {
			continue
		}
		var err error
		if *f.dst, err = domain.ParseFecha(f.text); err != nil {
			return &errForma{map[string]string{name: err.Error()}}
		}
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if _, err := s.cfg.Puerta.AskDress(ctx, c.Param("e"), v, autor(c)); err != nil {
				return err
			}
			return s.answerVestimentas(c, http.StatusCreated)
		},
		replay: func(int, string) error { return s.answerVestimentas(c, http.StatusCreated) },
	})
}

// postFinVestimenta no longer asks for a dress.
func (s *Servidor) postFinVestimenta(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Puerta.EndDress(ctx, c.Param("e"), n, autor(c)); err != nil {
				return err
			}
			return s.answerVestimentas(c, http.StatusOK)
		},
		replay: func(int, string) error { return s.answerVestimentas(c, http.StatusOK) },
	})
}
