package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/templates"
)

// rutasAlerta are the routes of the alerts about people who are inside and may no longer be
// (arts. 20.2, 21.1, 22.4).
func (s *Servidor) rutasAlerta() []ruta {
	const e = "/api/v1/establecimientos/:e"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, puertaManda...)
	return []ruta{
		{metodo: "GET", camino: e + "/alertas", cargos: inspecciona, hace: s.getAlertas, resumen: "Personas que están dentro y a quienes alcanza una lista o una prohibición posterior (arts. 20.2, 21.1)", consulta: []string{"jornada"}, estado: 200, respuesta: listaAlertas{}},
		{metodo: "GET", camino: e + "/alertas/:numero", cargos: inspecciona, hace: s.getAlerta, resumen: "Una alerta", estado: 200, respuesta: verAlerta{}},
		{metodo: "POST", camino: e + "/alertas/:numero/atencion", cargos: puertaManda, hace: s.postAtencion, resumen: "Atiende una alerta: la persona ha salido, o es otra (art. 22.4)", idem: true, cuerpo: peticionAtencion{}, estado: 200, respuesta: verAlerta{}},
	}
}

type peticionAtencion struct {
	Salida acceso.Salida `json:"salida" validate:"required,max=20"` // sale, otra_persona
	Motivo string        `json:"motivo" validate:"max=500"`         // what was done
}

type verAlerta struct {
	Numero      int64         `json:"numero"`
	Jornada     domain.Fecha  `json:"jornada"`
	Instante    instante      `json:"instante"`
	Tarjeta     int64         `json:"tarjeta"`
	Nombre      string        `json:"nombre"` // empty once erased
	Apellidos   string        `json:"apellidos"`
	Causa       acceso.Causa  `json:"causa"`
	Fundamento  string        `json:"fundamento"` // the ground in words
	Bloqueada   bool          `json:"bloqueada"`  // the card opens nothing any more
	Lista       string        `json:"lista,omitempty"`
	ListaFuente string        `json:"lista_fuente,omitempty"`
	Salida      acceso.Salida `json:"salida,omitempty"` // none: nobody has attended it yet
	Atendida    *instante     `json:"atendida,omitempty"`
	Atiende     string        `json:"atiende,omitempty"` // persona
	Motivo      string        `json:"motivo,omitempty"`
}

type listaAlertas struct {
	Alertas []verAlerta `json:"alertas"`
}

func seeAlerta(a *admission.Alerta) verAlerta {
	v := verAlerta{Numero: a.Numero, Jornada: a.Jornada, Instante: instante(a.Instante), Tarjeta: a.Tarjeta, Nombre: a.Nombre, Apellidos: a.Apellidos,
		Causa: a.Causa, Fundamento: a.Causa.Nombre(), Bloqueada: a.Bloquea, Lista: a.Lista, ListaFuente: a.ListaFuente,
		Salida: a.Salida, Atiende: a.Atiende, Motivo: a.Motivo}
	if a.Salida != "" {
		at := instante(a.Atendida)
		v.Atendida = &at
	}
	return v
}

// getAlertas lists the alerts of a jornada, the latest first.
func (s *Servidor) getAlertas(c echo.Context) error {
	jornada, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Alertas(c.Request().Context(), c.Param("e"), jornada, false)
	if err != nil {
		return err
	}
	out := listaAlertas{Alertas: make([]verAlerta, 0, len(list))}
	for k := range list {
		out.Alertas = append(out.Alertas, seeAlerta(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// showAlerta answers with an alert, or returns why there is none.
func showAlerta(c echo.Context) func(admission.Alerta, error) error {
	return func(a admission.Alerta, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, seeAlerta(&a))
	}
}

func (s *Servidor) getAlerta(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return showAlerta(c)(s.cfg.Puerta.Alerta(c.Request().Context(), c.Param("e"), n))
}

// postAtencion closes an alert.
func (s *Servidor) postAtencion(c echo.Context) error {
	var req peticionAtencion
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return showAlerta(c)(s.cfg.Puerta.Attend(ctx, c.Param("e"), n, req.Salida, req.Motivo, autor(c)))
		},
		func(n int64) error {
			return showAlerta(c)(s.cfg.Puerta.Alerta(c.Request().Context(), c.Param("e"), n))
		}))
}

// formAtencion closes an alert from the page of the desk.
func (s *Servidor) formAtencion(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	err = s.formThen(c, "mostrador", func(ctx context.Context) error {
		_, err := s.cfg.Puerta.Attend(ctx, c.Param("e"), n, acceso.Salida(field(c, "salida")), field(c, "motivo"), autor(c))
		return err
	})
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}

// alertas are those that nobody has attended, as the supervisor sees them.
func (s *Servidor) alertas(ctx context.Context, e string, jornada domain.Fecha) ([]templates.Alerta, error) {
	list, err := s.cfg.Puerta.Alertas(ctx, e, jornada, true)
	if err != nil {
		return nil, err
	}
	var out []templates.Alerta
	for _, a := range list {
		out = append(out, templates.Alerta{Numero: a.Numero, Tarjeta: a.Tarjeta, Instante: a.Instante, Nombre: strings.TrimSpace(a.Nombre + " " + a.Apellidos),
			Causa: a.Causa.Nombre(), Firme: a.Firme})
	}
	return out, nil
}
