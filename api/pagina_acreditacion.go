package api

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/templates"
)

// paginasAcreditacion are the pages of who comes in to work, and of the dress asked for.
func (s *Servidor) paginasAcreditacion() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/acreditaciones", cargos: puertaVe, hace: s.getPaginaAcreditaciones, resumen: "Quién ha entrado a trabajar"},
		{metodo: "POST", camino: e + "/acreditaciones", cargos: puertaHace, hace: s.formAcreditacion, resumen: "Acredita a quien entra a trabajar"},
		{metodo: "POST", camino: e + "/acreditaciones/:numero/salida", cargos: puertaHace, hace: s.formSalida, resumen: "Anota su salida"},
		{metodo: "POST", camino: e + "/vestimentas", cargos: puertaManda, hace: s.formVestimenta, resumen: "Exige una vestimenta"},
		{metodo: "POST", camino: e + "/vestimentas/:numero/fin", cargos: puertaManda, hace: s.formFinVestimenta, resumen: "Deja de exigir una vestimenta"},
	}
}

func (s *Servidor) getPaginaAcreditaciones(c echo.Context) error {
	return s.drawAcreditaciones(c, templates.FormaAcreditacion{}, nil)
}

func (s *Servidor) drawAcreditaciones(c echo.Context, typed templates.FormaAcreditacion, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Acreditaciones{Forma: typed, Tipos: tiposDocumento}
	for _, k := range acceso.Calidades() {
		p.Calidades = append(p.Calidades, templates.Opcion{Valor: string(k), Texto: k.Nombre(), Elegida: string(k) == typed.Calidad})
	}
	if p.Marco, err = s.marco(c, "Acreditaciones de servicio", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: puertaHace}.admits(p.Cargo)
	if p.Jornada != "" {
		list, err := s.cfg.Puerta.Acreditaciones(c.Request().Context(), c.Param("e"), p.Jornada)
		if err != nil {
			return err
		}
		for _, a := range list {
			p.Lineas = append(p.Lineas, templates.LineaAcreditacion{Numero: a.Numero, Nombre: strings.TrimSpace(a.Nombre + " " + a.Apellidos),
				Documento: a.Documento, Calidad: a.Calidad.Nombre(), Empresa: a.Empresa, Motivo: a.Motivo, Entrada: a.Entrada, Salida: a.Salida})
		}
	}
	return render(c, status, p)
}

// formAcreditacion lets somebody in to work.
func (s *Servidor) formAcreditacion(c echo.Context) error {
	typed := templates.FormaAcreditacion{Tipo: field(c, "tipo"), Pais: strings.ToUpper(field(c, "pais")), Numero: field(c, "numero"), Nombre: field(c, "nombre"),
		Apellidos: field(c, "apellidos"), Calidad: field(c, "calidad"), Empresa: field(c, "empresa"), Motivo: field(c, "motivo")}
	ask := admission.Acreditar{Establecimiento: c.Param("e"), Tipo: typed.Tipo, Pais: typed.Pais, Numero: typed.Numero, Nombre: typed.Nombre,
		Apellidos: typed.Apellidos, Calidad: acceso.Calidad(typed.Calidad), Empresa: typed.Empresa, Motivo: typed.Motivo}
	if ask.Tipo == "" {
		ask.Tipo = string(tipoTecleado(ask.Numero))
	}
	err := s.formThen(c, "acreditaciones", func(ctx context.Context) error {
		_, err := s.cfg.Puerta.Accredit(ctx, ask, autor(c))
		return err
	})
	if err != nil {
		return s.drawAcreditaciones(c, typed, err)
	}
	return nil
}

// formThen does what a form asks, once, and goes on to a page of the establecimiento.
func (s *Servidor) formThen(c echo.Context, page string, do func(ctx context.Context) error) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), page)) }
	return s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx); err != nil {
			return err
		}
		return show("")
	}, show)
}

func (s *Servidor) formSalida(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	err = s.formThen(c, "acreditaciones", func(ctx context.Context) error {
		_, err := s.cfg.Puerta.Leave(ctx, c.Param("e"), n, autor(c))
		return err
	})
	if err != nil {
		return s.drawAcreditaciones(c, templates.FormaAcreditacion{}, err)
	}
	return nil
}

// formVestimenta asks for a dress.
func (s *Servidor) formVestimenta(c echo.Context) error {
	v := acceso.Vestimenta{Texto: field(c, "texto"), Dias: strings.Join(c.Request().PostForm["dias"], "")}
	var err error
	if v.Desde, err = fechaOpcional(c, "desde"); err == nil {
		v.Hasta, err = fechaOpcional(c, "hasta")
	}
	if err == nil {
		err = s.formThen(c, "medidas", func(ctx context.Context) error {
			_, err := s.cfg.Puerta.AskDress(ctx, c.Param("e"), v, autor(c))
			return err
		})
	}
	if err != nil {
		return s.drawMedidas(c, templates.FormaMedida{}, err)
	}
	return nil
}

func (s *Servidor) formFinVestimenta(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	err = s.formThen(c, "medidas", func(ctx context.Context) error { return s.cfg.Puerta.EndDress(ctx, c.Param("e"), n, autor(c)) })
	if err != nil {
		return s.drawMedidas(c, templates.FormaMedida{}, err)
	}
	return nil
}

// vestimentas are the dresses asked for, as pages show them: all of them, or those of a
// jornada.
func (s *Servidor) vestimentas(c echo.Context, p templates.Marco, onlyToday bool) ([]templates.Vestimenta, error) {
	list, err := s.cfg.Puerta.Vestimentas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return nil, err
	}
	var out []templates.Vestimenta
	for _, v := range list {
		if !onlyToday || p.Jornada != "" && v.En(p.Jornada) {
			out = append(out, templates.Vestimenta{Numero: v.Numero, Texto: v.Texto, Dias: v.Dias, Desde: v.Desde, Hasta: v.Hasta})
		}
	}
	return out, nil
}
