package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/templates"
)

// paginasAgenda are the page of everything that is due to the authority.
func (s *Servidor) paginasAgenda() []ruta {
	const e = "/establecimientos/:e/agenda"
	return []ruta{
		{metodo: "GET", camino: e, cargos: librosVe, hace: s.getPaginaAgenda, resumen: "Lo que se debe a la autoridad y cuándo vence"},
		{metodo: "POST", camino: e, cargos: direccion, hace: s.formComunicar, resumen: "Anota lo que hay que comunicar"},
		{metodo: "POST", camino: e + "/:n", cargos: direccion, hace: s.formPresentado, resumen: "Anota la presentación de una comunicación"},
	}
}

func (s *Servidor) getPaginaAgenda(c echo.Context) error { return s.drawAgenda(c, nil) }

// asuntosAMano are what may be put on the agenda from an establecimiento.
func asuntosAMano(apendice bool) []templates.Opcion {
	if apendice {
		return []templates.Opcion{{Valor: string(registers.AsuntoModificacionApendice), Texto: "Modificación que no precisa autorización (art. 159.4)"}}
	}
	return []templates.Opcion{{Valor: string(registers.AsuntoModificacion), Texto: "Modificación que no precisa autorización (art. 11.2)"},
		{Valor: string(registers.AsuntoEscuela), Texto: "Escuela de crupieres, antes de abrirla (art. 1.6)"}}
}

func (s *Servidor) drawAgenda(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Agenda{Desde: field(c, "desde"), Detalle: field(c, "detalle")}
	e := c.Param("e")
	if p.Marco, err = s.marco(c, "Agenda", e); err != nil {
		return err
	}
	p.Problema = problem
	p.Asuntos = asuntosAMano(p.Establecimiento.Apendice)
	for k := range p.Asuntos {
		p.Asuntos[k].Elegida = p.Asuntos[k].Valor == field(c, "asunto")
	}
	hoy := domain.FechaDe(p.Ahora)
	p.SinAnos = sinCalendario(hoy)
	due, err := s.cfg.Casa.Agenda(c.Request().Context(), e, hoy)
	if err != nil {
		return err
	}
	for k := range due {
		d := &due[k]
		line := templates.Deber{Asunto: capital(d.Asunto), Articulo: d.Articulo.Ref(), Suceso: d.Suceso, Natural: d.Vence.Natural, Habil: d.Vence.Habil,
			Presentado: d.Presentado, Vencido: d.Estado == registers.DeberVencido, Escrito: escritoDe(e, d)}
		switch d.Clase {
		case registers.DeberComunicacion:
			line.Numero = d.Numero
		case registers.DeberClausura:
			line.Pagina = paginaDe(e, "caja")
		case registers.DeberNaipes:
			line.Pagina = paginaDe(e, "deposito")
		case registers.DeberReclamacion:
			line.Pagina = paginaDe(e, "reclamaciones")
		}
		p.Deberes = append(p.Deberes, line)
	}
	return render(c, status, p)
}

// backToAgenda does what a form of the page asks for and shows it again.
func (s *Servidor) backToAgenda(c echo.Context, do func(ctx context.Context) error) error {
	return s.onceFormTo(c, paginaDe(c.Param("e"), "agenda"), do, func(wrong error) error { return s.drawAgenda(c, wrong) })
}

func (s *Servidor) formComunicar(c echo.Context) error {
	return s.backToAgenda(c, func(ctx context.Context) error {
		return s.cfg.Casa.RecordComunicacion(ctx, autor(c), c.Param("e"), registers.AsuntoComunicacion(field(c, "asunto")), domain.Fecha(field(c, "desde")), field(c, "detalle"))
	})
}

func (s *Servidor) formPresentado(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return s.backToAgenda(c, func(ctx context.Context) error {
		return s.cfg.Casa.FileComunicacion(ctx, autor(c), n, field(c, "registro"))
	})
}
