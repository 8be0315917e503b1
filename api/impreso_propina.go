package api

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
)

// evidenciaDe is what lets a paper made from one asiento of a book be checked.
func evidenciaDe(a *registers.AsientoFolio, libro string, criterios ...string) (reports.Evidencia, error) {
	cp, err := reports.NewCheckpoint(a.Checkpoint)
	return reports.Evidencia{Token: a.Establecimiento + "/" + libro + "/" + decimal(a.Folio), Checkpoint: cp, Asientos: decimal(a.Numero), Criterios: criterios}, err
}

// pdfHojaPropinas prints the account of a day, a partial count or a return.
func (s *Servidor) pdfHojaPropinas(c echo.Context, h *registers.HojaPropinas) error {
	casa, err := s.casaImpresa(c.Request().Context(), h.Establecimiento)
	if err != nil {
		return err
	}
	draw, libro := reports.CuentaPropinas, registers.LibroPropinas
	f := reports.HojaPropinasFacts{Casa: casa, Folio: h.Folio, Jornada: h.Jornada, Hecho: h.Hecho, Anotacion: h.Anotacion, Contingencia: h.Formulario,
		Asiento: h.Numero, Parciales: h.Parciales, Devuelto: h.Devuelto, Importe: h.Importe, Causa: h.Causa, Motivo: h.Motivo, Copia: h.Copia, Acto: printedActo(&h.EntradaFolio)}
	for _, x := range h.Cajas {
		f.Cajas = append(f.Cajas, reports.CajaPropinas{Nombre: x.Caja.Nombre(), Importe: x.Importe})
	}
	switch h.Tipo {
	case registers.TipoParcialPropinas:
		draw, libro = reports.ParcialPropinas, registers.LibroParcialesPropinas
	case registers.TipoDevolucionPropina:
		draw, libro = reports.DevolucionPropina, registers.LibroDevolucionesPropina
	}
	if h.Tipo != registers.TipoRecuentoPropinas {
		f.Cajas = []reports.CajaPropinas{{Nombre: h.Caja.Nombre(), Importe: h.Importe}}
	}
	if f.Evidencia, err = evidenciaDe(&h.AsientoFolio, libro, "FIR-1"); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("%s-%s-%d.pdf", h.Establecimiento, libro, h.Folio), func(w io.Writer, o reports.Options) error { return draw(w, f, o) })
}

// pdfRepartoPropinas prints the statement of a distribution (art. 19.6).
func (s *Servidor) pdfRepartoPropinas(c echo.Context, h *registers.HojaReparto) error {
	casa, err := s.casaImpresa(c.Request().Context(), h.Establecimiento)
	if err != nil {
		return err
	}
	k, err := s.findCriterioPropinas(c, decimal(h.Reparto.Criterio))
	if err != nil {
		return err
	}
	f := reports.RepartoPropinasFacts{Casa: casa, Folio: h.Reparto.Folio, Desde: h.Reparto.Desde, Hasta: h.Reparto.Hasta, Criterio: h.Reparto.Criterio,
		Porcentaje: k.Empleados, Total: h.Reparto.Total, Empleados: h.Reparto.Empleados, Otros: h.Reparto.Otros, Hecho: h.Hecho, Autor: h.Autor}
	for _, p := range h.Partes {
		f.Partes = append(f.Partes, reports.ParteReparto{Nombre: h.Nombres[p.Persona], Cargo: p.Cargo.Nombre(), Jornadas: p.Jornadas, Puntos: p.Puntos, Importe: p.Importe})
	}
	if f.Evidencia, err = evidenciaDe(&h.AsientoFolio, registers.LibroRepartosPropinas); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("%s-reparto-propinas-%d.pdf", h.Establecimiento, f.Folio), func(w io.Writer, o reports.Options) error { return reports.RepartoPropinas(w, f, o) })
}

// pdfCriterioPropinas prints the letter that communicates a criterio (art. 19.6).
func (s *Servidor) pdfCriterioPropinas(c echo.Context, k *registers.CriterioPropinas) error {
	ctx, e := c.Request().Context(), c.Param("e")
	casa, err := s.casaImpresa(ctx, e)
	if err != nil {
		return err
	}
	cp, err := s.checkpointDe(ctx, k.Posicion)
	if err != nil {
		return err
	}
	f := reports.CriterioPropinasFacts{Casa: casa, Evidencia: reports.Evidencia{Token: e + "/criterios-propinas/" + decimal(k.Numero), Checkpoint: cp, Criterios: []string{"PLA-1"}},
		Numero: k.Numero, Hecho: k.Hora, Porcentaje: k.Empleados, VenceNatural: k.Vence.Natural, VenceHabil: k.Vence.Habil, Comunicado: k.Comunicado}
	for _, cargo := range domain.Cargos {
		if n := k.Puntos[cargo]; n > 0 {
			f.Puntos = append(f.Puntos, reports.PuntosReparto{Cargo: cargo.Nombre(), Puntos: n})
		}
	}
	slices.SortStableFunc(f.Puntos, func(a, b reports.PuntosReparto) int { return strings.Compare(a.Cargo, b.Cargo) })
	return s.pdf(c, fmt.Sprintf("%s-criterio-propinas-%d.pdf", e, k.Numero), func(w io.Writer, o reports.Options) error { return reports.ComunicacionCriterio(w, f, o) })
}

// getCartelPropinas prints the notice that no tips are admitted, while they are not (art. 19.2).
func (s *Servidor) getCartelPropinas(c echo.Context) error {
	ctx, e := c.Request().Context(), c.Param("e")
	k, err := s.cfg.Casa.AcuerdoPropinas(ctx, e)
	if err != nil {
		return err
	}
	if k.Admite {
		return registers.ErrAdmitePropinas
	}
	casa, err := s.casaImpresa(ctx, e)
	if err != nil {
		return err
	}
	cp, err := s.checkpointDe(ctx, k.Posicion)
	if err != nil {
		return err
	}
	f := reports.CartelPropinasFacts{Casa: casa, Acuerdo: k.Acuerdo.Acuerdo, Evidencia: reports.Evidencia{Token: e + "/cartel-propinas", Checkpoint: cp}}
	return s.pdf(c, e+"-no-se-admiten-propinas.pdf", func(w io.Writer, o reports.Options) error { return reports.CartelPropinas(w, f, o) })
}
