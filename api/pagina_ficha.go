package api

import (
	"context"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/registers"
	"foliado/templates"
)

// paginasFicha are the pages of a visitor's file.
func (s *Servidor) paginasFicha() []ruta {
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, puertaManda...)
	return []ruta{
		{metodo: "GET", camino: "/fichas", cargos: inspecciona, hace: s.getPaginaFichas, resumen: "Busca y abre una ficha de visitante", consulta: []string{"ficha", "documento", "e"}},
		{metodo: "POST", camino: "/fichas/:ficha/observaciones", cargos: puertaManda, hace: s.formObservacion, resumen: "Anota una observación en una ficha"},
	}
}

// getPaginaFichas opens the file asked for by its number or by a document.
func (s *Servidor) getPaginaFichas(c echo.Context) error {
	p := templates.Fichas{Documento: strings.TrimSpace(c.QueryParam("documento"))}
	var n int64
	var err error
	switch q := c.QueryParam("ficha"); {
	case q != "":
		n, err = parseNumero(q)
	case p.Documento != "":
		n, err = s.cfg.Puerta.FichaByDocumento(c.Request().Context(), p.Documento)
	}
	return s.drawFichas(c, p, n, err)
}

// drawFichas draws the page with a file, 0 none. Opening it is on record.
func (s *Servidor) drawFichas(c echo.Context, p templates.Fichas, n int64, wrong error) error {
	var f admission.Ficha
	if n != 0 {
		var err error
		if f, err = s.cfg.Puerta.Ficha(c.Request().Context(), n, autor(c)); err != nil && wrong == nil {
			wrong = err
		}
	}
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Fichas de visitante", ""); err != nil {
		return err
	}
	p.Problema = problem
	p.Numero, p.Nombre, p.Nacimiento = f.Numero, strings.TrimSpace(f.Nombre+" "+f.Apellidos), f.FechaNacimiento
	p.Puede = ruta{cargos: puertaManda}.admits(p.Cargo) && p.Nombre != ""
	for _, d := range f.Documentos {
		p.Documentos = append(p.Documentos, d.String())
	}
	names, err := s.nombres(c.Request().Context())
	if err != nil {
		return err
	}
	for _, o := range f.Observaciones {
		p.Observaciones = append(p.Observaciones, templates.LineaObservacion{Instante: o.Instante, Texto: o.Texto, Quien: nombreOr(names[o.Autor], o.Autor)})
	}
	for _, v := range f.Visitas {
		p.Visitas = append(p.Visitas, templates.LineaVisita{Jornada: v.Jornada, Instante: v.Instante, Establecimiento: v.Establecimiento,
			Tarjeta: v.Tarjeta, Anulada: v.Anulada})
	}
	return render(c, status, p)
}

// nombres are the names of who serves in the house, by persona.
func (s *Servidor) nombres(ctx context.Context) (map[string]string, error) {
	people, err := s.cfg.Casa.Personas(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{registers.AutorSistema.Persona: "el programa"}
	for _, who := range people {
		names[who.ID] = who.NombreCompleto()
	}
	return names, nil
}

// formObservacion writes a remark and shows the file again.
func (s *Servidor) formObservacion(c echo.Context) error {
	n, err := parseNumero(c.Param("ficha"))
	if err != nil {
		return err
	}
	text := field(c, "texto")
	show := func(string) error { return goTo(c, fmt.Sprintf("/fichas?ficha=%d", n)) }
	err = s.onceForm(c, func(ctx context.Context) error {
		if err := s.cfg.Puerta.Observe(ctx, n, text, autor(c)); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawFichas(c, templates.Fichas{Texto: text}, n, err)
	}
	return nil
}
