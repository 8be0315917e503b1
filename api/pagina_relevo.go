package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/templates"
)

// paginasRelevo are the page of the direction: who is in charge, the relevo, and what is to
// be communicated.
func (s *Servidor) paginasRelevo() []ruta {
	const e = "/establecimientos/:e/direccion"
	return []ruta{
		{metodo: "GET", camino: e, cargos: librosVe, hace: s.getPaginaDireccion, resumen: "Quién dirige, el relevo y las comunicaciones"},
		{metodo: "POST", camino: e + "/relevos", cargos: direccion, hace: s.formRelevo, resumen: "Propone el relevo de la dirección"},
		{metodo: "POST", camino: e + "/salida", cargos: direccion, hace: s.formSalidaDireccion, resumen: "Deja la sala sin dirección, con su motivo"},
		{metodo: "POST", camino: e + "/comunicaciones/:n", cargos: direccion, hace: s.formPresentacion, resumen: "Anota la presentación de una comunicación"},
	}
}

func (s *Servidor) getPaginaDireccion(c echo.Context) error {
	return s.drawDireccion(c, nil)
}

func (s *Servidor) drawDireccion(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Direccion{Pendientes: field(c, "pendientes"), Motivo: field(c, "motivo"), Registro: field(c, "registro")}
	if p.Marco, err = s.marco(c, "Dirección", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	ctx, e := c.Request().Context(), c.Param("e")
	r, without, err := s.cfg.Casa.EnFunciones(ctx, e)
	if err != nil {
		return err
	}
	p.Nadie = without
	if r != nil && r.Entrante.ID != "" && !without {
		p.Dirige, p.Desde, p.Saliente = r.Entrante.NombreCompleto(), r.Desde, r.Entrante.ID
	}
	set, err := s.cfg.Casa.Direccion(ctx, e, s.cfg.Escritor.Ahora())
	if err != nil {
		return err
	}
	for _, d := range set {
		p.Pueden = append(p.Pueden, templates.QuienDirige{Nombre: d.Persona.NombreCompleto(), Calidad: string(d.Calidad), Desde: d.Desde, Acuerdo: d.Acuerdo})
		o := templates.Opcion{Valor: d.Persona.ID, Texto: d.Persona.NombreCompleto()}
		o.Elegida = o.Valor == field(c, "entrante") || field(c, "entrante") == "" && o.Valor == sesionDe(c).Persona.ID
		if o.Valor != p.Saliente {
			p.Entrantes = append(p.Entrantes, o)
		}
	}
	p.SoyYo = p.Saliente == sesionDe(c).Persona.ID || p.Saliente == "" && !without
	list, err := s.cfg.Casa.Comunicaciones(ctx, e)
	if err != nil {
		return err
	}
	for _, x := range list {
		p.Comunicaciones = append(p.Comunicaciones, templates.Comunicacion{Numero: x.Numero, Asunto: capital(x.Texto()), Desde: x.Desde, Natural: x.Vence.Natural,
			Habil: x.Vence.Habil, Presentada: x.Presentada, Vencida: x.Presentada.IsZero() && domain.FechaDe(p.Ahora) > x.Vence.Alarma()})
	}
	return render(c, status, p)
}

func (s *Servidor) formRelevo(c echo.Context) error {
	f := registers.RelevoDireccionFacts{Entrante: field(c, "entrante"), Llave: field(c, "llave") != "", Pendientes: field(c, "pendientes"), Motivo: field(c, "motivo")}
	if field(c, "solo") == "" {
		f.Saliente = field(c, "saliente")
	}
	show := func(acto string) error { return goTo(c, "/actos/"+acto) }
	err := s.onceForm(c, func(ctx context.Context) error {
		a, err := s.cfg.Casa.ProposeRelevo(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), f)
		if err != nil {
			return err
		}
		return show(a.ID)
	}, show)
	if err != nil {
		return s.drawDireccion(c, err)
	}
	return nil
}

// backToDireccion does what a form of the page asks for and shows it again.
func (s *Servidor) backToDireccion(c echo.Context, do func(ctx context.Context) error) error {
	return s.onceFormTo(c, paginaDe(c.Param("e"), "direccion"), do, func(wrong error) error { return s.drawDireccion(c, wrong) })
}

func (s *Servidor) formSalidaDireccion(c echo.Context) error {
	return s.backToDireccion(c, func(ctx context.Context) error {
		return s.cfg.Casa.LeaveDireccion(ctx, autor(c), c.Param("e"), field(c, "motivo"))
	})
}

func (s *Servidor) formPresentacion(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return s.backToDireccion(c, func(ctx context.Context) error {
		return s.cfg.Casa.FileComunicacion(ctx, autor(c), n, field(c, "registro"))
	})
}
