package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// rutasReclamacion are the routes about sheets of complaints (art. 38.3).
func (s *Servidor) rutasReclamacion() []ruta {
	const r = "/api/v1/establecimientos/:e/reclamaciones"
	return []ruta{
		{metodo: "GET", camino: r, cargos: librosVe, hace: s.getReclamaciones, resumen: "Hojas de reclamaciones, con lo que falta por hacer de cada una (art. 38.3)", estado: 200, respuesta: listaReclamaciones{}},
		{metodo: "GET", camino: r + "/:n", cargos: librosVe, hace: s.getReclamacion, resumen: "Una hoja de reclamaciones, con lo que dice", estado: 200, respuesta: verReclamacion{}},
		{metodo: "POST", camino: r, cargos: salaHace, hace: s.postHojaReclamacion, resumen: "Anota una hoja de reclamaciones entregada (art. 38.3)", idem: true, cuerpo: peticionHojaReclamacion{}, estado: 201, respuesta: verReclamacion{}},
		{metodo: "POST", camino: r + "/:n/tramites", cargos: direccion, hace: s.postTramiteReclamacion, resumen: "Anota que una reclamación se contestó o se remitió", idem: true, cuerpo: peticionTramiteReclamacion{}, estado: 204},
	}
}

// paginasReclamacion are its pages.
func (s *Servidor) paginasReclamacion() []ruta {
	const r = "/establecimientos/:e/reclamaciones"
	return []ruta{
		{metodo: "GET", camino: r, cargos: librosVe, hace: s.getPaginaReclamaciones, resumen: "Hojas de reclamaciones"},
		{metodo: "POST", camino: r, cargos: salaHace, hace: s.formHojaReclamacion, resumen: "Anota una hoja de reclamaciones"},
		{metodo: "POST", camino: r + "/:n/tramites", cargos: direccion, hace: s.formTramiteReclamacion, resumen: "Anota un trámite de una reclamación"},
	}
}

type verReclamacion struct {
	Numero         int64        `json:"numero"`
	Hoja           string       `json:"hoja"`
	Mesa           int          `json:"mesa"` // 0: not about a table
	Jornada        domain.Fecha `json:"jornada"`
	Hora           instante     `json:"hora"`
	ContestarAntes domain.Fecha `json:"contestar_antes"`
	RemitirAntes   domain.Fecha `json:"remitir_antes"`
	Contestada     instante     `json:"contestada"`
	Remitida       instante     `json:"remitida"`
	Hechos         string       `json:"hechos,omitempty"`
	Reclamante     string       `json:"reclamante,omitempty"`
}

func seeReclamacion(r registers.Reclamacion) verReclamacion {
	return verReclamacion{r.Numero, r.Hoja, r.Mesa, r.Jornada, instante(r.Hora), r.ContestarAntes, r.RemitirAntes, instante(r.Contestada), instante(r.Remitida),
		r.Hechos, r.Reclamante}
}

type listaReclamaciones struct {
	Reclamaciones []verReclamacion `json:"reclamaciones"`
}

func (s *Servidor) getReclamaciones(c echo.Context) error {
	list, err := s.cfg.Casa.Reclamaciones(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaReclamaciones{Reclamaciones: make([]verReclamacion, 0, len(list))}
	for _, r := range list {
		out.Reclamaciones = append(out.Reclamaciones, seeReclamacion(r))
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) getReclamacion(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	r, err := s.cfg.Casa.Reclamacion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, seeReclamacion(r))
}

type peticionHojaReclamacion struct {
	Hoja           string       `json:"hoja" validate:"max=40"`
	Mesa           int          `json:"mesa,omitempty" validate:"min=0,max=9999"`
	Hechos         string       `json:"hechos" validate:"max=2000"`
	Reclamante     string       `json:"reclamante,omitempty" validate:"max=200"`
	ContestarAntes domain.Fecha `json:"contestar_antes,omitempty" validate:"max=10"`
	RemitirAntes   domain.Fecha `json:"remitir_antes,omitempty" validate:"max=10"`
	cuando
}

func (s *Servidor) postHojaReclamacion(c echo.Context) error {
	var req peticionHojaReclamacion
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func(r registers.Reclamacion, err error) error {
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/reclamaciones/%d", c.Param("e"), r.Numero), seeReclamacion(r))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.RecordReclamacion(ctx, autor(c), h, c.Param("e"), req.Mesa, libros.HojaReclamacion{Hoja: req.Hoja, Hechos: req.Hechos,
				Reclamante: req.Reclamante, ContestarAntes: req.ContestarAntes, RemitirAntes: req.RemitirAntes}))
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return show(s.cfg.Casa.Reclamacion(c.Request().Context(), c.Param("e"), n))
		},
	})
}

type peticionTramiteReclamacion struct {
	Tramite    libros.Tramite `json:"tramite" validate:"max=20"`
	Referencia string         `json:"referencia" validate:"max=200"`
	cuando
}

func (s *Servidor) postTramiteReclamacion(c echo.Context) error {
	var req peticionTramiteReclamacion
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.FileReclamacion(ctx, autor(c), h, c.Param("e"), n, req.Tramite, req.Referencia)
	})
}

func (s *Servidor) getPaginaReclamaciones(c echo.Context) error {
	return s.drawReclamaciones(c, templates.FormaHojaReclamacion{}, nil)
}

// drawReclamaciones draws the register, with what was typed and what was wrong.
func (s *Servidor) drawReclamaciones(c echo.Context, forma templates.FormaHojaReclamacion, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Reclamaciones{Forma: forma}
	if p.Marco, err = s.marco(c, "Reclamaciones", c.Param("e")); err != nil {
		return err
	}
	ctx, e := c.Request().Context(), p.Establecimiento.ID
	p.Problema, p.Puede, p.Dirige = problem, ruta{cargos: salaHace}.admits(p.Cargo), ruta{cargos: direccion}.admits(p.Cargo)
	mesas, err := s.cfg.Casa.Mesas(ctx, e)
	if err != nil {
		return err
	}
	for _, m := range mesas {
		n := strconv.Itoa(m.Numero)
		p.Mesas = append(p.Mesas, templates.Opcion{Valor: n, Texto: "Mesa " + n, Elegida: n == forma.Mesa})
	}
	list, err := s.cfg.Casa.Reclamaciones(ctx, e)
	if err != nil {
		return err
	}
	hoy := domain.FechaDe(p.Ahora)
	for _, r := range list {
		p.Hojas = append(p.Hojas, templates.Reclamacion{Numero: r.Numero, Hoja: r.Hoja, Mesa: r.Mesa, Hora: r.Hora, ContestarAntes: r.ContestarAntes,
			RemitirAntes: r.RemitirAntes, Contestada: r.Contestada, Remitida: r.Remitida,
			Vencida: late(r.ContestarAntes, r.Contestada.IsZero(), hoy) || late(r.RemitirAntes, r.Remitida.IsZero(), hoy)})
	}
	return render(c, status, p)
}

// late reports whether something pending was to be done before today.
func late(day domain.Fecha, pending bool, today domain.Fecha) bool {
	return day != "" && pending && today > day
}

// doReclamacion does what a form of the register asks and goes back to it.
func (s *Servidor) doReclamacion(c echo.Context, forma templates.FormaHojaReclamacion, do func(ctx context.Context, h registers.Hora) error) error {
	return s.onceFormTo(c, paginaDe(c.Param("e"), "reclamaciones"), func(ctx context.Context) error { return do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora())) },
		func(wrong error) error { return s.drawReclamaciones(c, forma, wrong) })
}

func (s *Servidor) formHojaReclamacion(c echo.Context) error {
	f := templates.FormaHojaReclamacion{Hoja: field(c, "hoja"), Mesa: field(c, "mesa"), Hechos: field(c, "hechos"), Reclamante: field(c, "reclamante"),
		ContestarAntes: field(c, "contestar_antes"), RemitirAntes: field(c, "remitir_antes")}
	mesa, _ := strconv.Atoi(f.Mesa)
	return s.doReclamacion(c, f, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.RecordReclamacion(ctx, autor(c), h, c.Param("e"), mesa, libros.HojaReclamacion{Hoja: f.Hoja, Hechos: f.Hechos, Reclamante: f.Reclamante,
			ContestarAntes: domain.Fecha(f.ContestarAntes), RemitirAntes: domain.Fecha(f.RemitirAntes)})
		return err
	})
}

func (s *Servidor) formTramiteReclamacion(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.doReclamacion(c, templates.FormaHojaReclamacion{}, func(ctx context.Context, h registers.Hora) error {
		return s.cfg.Casa.FileReclamacion(ctx, autor(c), h, c.Param("e"), n, libros.Tramite(field(c, "tramite")), field(c, "referencia"))
	})
}
