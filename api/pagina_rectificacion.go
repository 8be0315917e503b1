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
	f, err := s.folioMesa(c, n)
	return f, mesa, err
}

// recuentosPozo is the one count of a pozo.
var recuentosPozo = []string{"pozo"}

// countsOf are the counts that stand of a folio, by their names in order; none while it is open.
func countsOf(f *registers.Folio) (nombres []string, counts []domain.Piezas) {
	done := rectificacionesFolio(f)
	if b := f.Beneficios; b != nil {
		switch {
		case b.Pozo == nil:
			return nil, nil
		case len(done) > 0:
			return recuentosPozo, []domain.Piezas{done[len(done)-1].Pozo}
		}
		return recuentosPozo, []domain.Piezas{b.Pozo.Pozo}
	}
	r := f.Anticipos.Recuento
	switch {
	case r == nil:
		return nil, nil
	case len(done) > 0:
		last := &done[len(done)-1]
		return recuentosCierre, []domain.Piezas{last.Fichas, last.Placas, last.Billetes}
	}
	return recuentosCierre, []domain.Piezas{r.Fichas, r.Placas, r.Billetes}
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
	nombres, counts := countsOf(&f)
	if len(nombres) == 0 {
		return registers.ErrFolio
	}
	p := templates.Rectificacion{}
	if form != nil {
		p = *form
	} else {
		for k, nombre := range nombres {
			p.Recuentos = append(p.Recuentos, newRecuento(nombre, counts[k]))
		}
	}
	if p.Marco, err = s.marco(c, "Rectificar el recuento de la mesa "+strconv.Itoa(mesa), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Mesa, p.Folio, p.Original = int64(mesa), f.Numero, f.Jornada
	p.Anteriores, p.Libro, p.Pozo = rectificacionesDe(c.Param("e"), &f), f.Libro, f.Beneficios != nil
	return render(c, status, p)
}

// rectificacionesDe are the corrections of a folio as its page lists them.
func rectificacionesDe(e string, f *registers.Folio) (out []templates.LineaRectificacion) {
	done := rectificacionesFolio(f)
	for k := range done {
		r := &done[k]
		out = append(out, templates.LineaRectificacion{Ordinal: int64(r.Ordinal), Jornada: r.Jornada, Diferencia: r.Diferencia, Resultado: r.Resultado,
			Motivo: r.Motivo, Firmas: firmasFolio(&r.EntradaFolio), PDF: "/api/v1" + paginaDe(e, "mesas", strconv.Itoa(r.Mesa), "folios",
				strconv.FormatInt(r.Folio, 10), "rectificaciones", strconv.Itoa(r.Ordinal)) + ".pdf"})
	}
	return out
}

// formRectificacion proposes the correction: it is read and signed on the page of its act.
func (s *Servidor) formRectificacion(c echo.Context) error {
	form := &templates.Rectificacion{Motivo: field(c, "motivo")}
	f, _, err := s.folioPedido(c)
	if err != nil {
		return err
	}
	nombres, _ := countsOf(&f)
	counts := map[string]domain.Piezas{}
	var wrong error
	for _, nombre := range nombres {
		p, count, err := readRecuento(c, nombre)
		if err != nil && wrong == nil {
			wrong = err
		}
		counts[nombre], form.Recuentos = p, append(form.Recuentos, count)
	}
	if wrong == nil {
		wrong = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeRectificacion(ctx, autor(c), h, c.Param("e"), mesa, f.Numero,
				registers.RectificacionFacts{Fichas: counts["fichas"], Placas: counts["placas"], Billetes: counts["billetes"], Pozo: counts["pozo"], Motivo: form.Motivo})
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
	if r.a.Tipo == registers.TipoRectificacionPozo {
		r.recuentos(recuentosPozo...)
		return
	}
	r.recuentos(recuentosCierre...)
}
