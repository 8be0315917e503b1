package api

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/registers"
	"foliado/templates"
)

// paginasRectificacion is where a count already signed is put right (criterio FIR-5).
func (s *Servidor) paginasRectificacion() []ruta {
	const r = "/establecimientos/:e/mesas/:m/folios/:n/rectificacion"
	return []ruta{
		{metodo: "GET", camino: r, cargos: salaHace, hace: s.getPaginaRectificacion, resumen: "Rectificar un recuento ya firmado"},
		{metodo: "POST", camino: r, cargos: salaHace, hace: s.formRectificacion, resumen: "Lleva a firmar la rectificación"},
	}
}

func rectificacionPath(e string, mesa int, folio int64) string {
	return paginaDe(e, "mesas", strconv.Itoa(mesa), "folios", strconv.FormatInt(folio, 10), "rectificacion")
}

// folioPedido is the folio of a table that a route names.
func (s *Servidor) folioPedido(c echo.Context) (registers.Folio, int, error) {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return registers.Folio{}, 0, err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Folio{}, 0, err
	}
	f, err := s.cfg.Casa.Folio(c.Request().Context(), c.Param("e"), registers.LibroAnticipos(mesa), n)
	return f, mesa, err
}

func (s *Servidor) getPaginaRectificacion(c echo.Context) error {
	return s.drawRectificacion(c, nil, nil)
}

// drawRectificacion draws the form, filled with what stands or with what was typed.
func (s *Servidor) drawRectificacion(c echo.Context, form *templates.Rectificacion, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	f, mesa, err := s.folioPedido(c)
	if err != nil {
		return err
	}
	if f.Anticipos.Recuento == nil {
		return registers.ErrFolio
	}
	p := templates.Rectificacion{}
	if form != nil {
		p = *form
	} else {
		r := f.Anticipos.Recuento
		counts := []domain.Piezas{r.Fichas, r.Placas, r.Billetes}
		if n := len(f.Anticipos.Rectificaciones); n > 0 {
			last := f.Anticipos.Rectificaciones[n-1]
			counts = []domain.Piezas{last.Fichas, last.Placas, last.Billetes}
		}
		for k, nombre := range recuentosCierre {
			p.Recuentos = append(p.Recuentos, newRecuento(nombre, counts[k]))
		}
	}
	if p.Marco, err = s.marco(c, "Rectificar el recuento de la mesa "+strconv.Itoa(mesa), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Mesa, p.Folio, p.Original = int64(mesa), f.Numero, f.Jornada
	p.Anteriores = rectificacionesDe(c.Param("e"), f.Anticipos)
	return render(c, status, p)
}

// rectificacionesDe are the corrections of a folio as its page lists them.
func rectificacionesDe(e string, a *registers.FolioAnticipos) (out []templates.LineaRectificacion) {
	for k := range a.Rectificaciones {
		r := &a.Rectificaciones[k]
		out = append(out, templates.LineaRectificacion{Ordinal: int64(r.Ordinal), Jornada: r.Jornada, Diferencia: r.Diferencia, Resultado: r.Resultado,
			Motivo: r.Motivo, Firmas: firmasFolio(&r.EntradaFolio), PDF: "/api/v1" + paginaDe(e, "mesas", strconv.Itoa(r.Mesa), "folios",
				strconv.FormatInt(r.Folio, 10), "rectificaciones", strconv.Itoa(r.Ordinal)) + ".pdf"})
	}
	return out
}

// formRectificacion proposes the correction: it is read and signed on the page of its act.
func (s *Servidor) formRectificacion(c echo.Context) error {
	form := &templates.Rectificacion{Motivo: field(c, "motivo")}
	var counts [3]domain.Piezas
	var wrong error
	for k, nombre := range recuentosCierre {
		p, count, err := readRecuento(c, nombre)
		if err != nil && wrong == nil {
			wrong = err
		}
		counts[k], form.Recuentos = p, append(form.Recuentos, count)
	}
	folio, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	if wrong == nil {
		wrong = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeRectificacion(ctx, autor(c), h, c.Param("e"), mesa, folio,
				registers.RectificacionFacts{Fichas: counts[0], Placas: counts[1], Billetes: counts[2], Motivo: form.Motivo})
		})
	}
	if wrong != nil {
		return s.drawRectificacion(c, form, wrong)
	}
	return nil
}

// rectificacion tells what a correction changes.
func (r relato) rectificacion() {
	r.cifra("Contado que constaba", r.importe("contado_anterior").String())
	r.cifra("Contado rectificado", r.importe("contado").String())
	r.cifra("Diferencia", templates.Firmado(r.importe("diferencia")))
	r.hecho("Diferencia en letra", capital(letras.Euros(r.importe("diferencia"))))
	r.hecho("Resultado de la sesión", templates.Firmado(r.importe("resultado_anterior"))+" pasa a "+templates.Firmado(r.importe("resultado")))
	r.hecho("Folio que rectifica", strconv.FormatInt(r.a.Folio, 10)+", de la jornada del "+fechaLarga(domain.Fecha(r.a.Dato("jornada_original"))))
	r.hecho("Motivo", r.a.Valor("motivo"))
	r.recuentos(recuentosCierre...)
}
