package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/reports"
)

// pdf renders a document in memory first: a fault gives an error, never half a paper.
func (s *Servidor) pdf(c echo.Context, name string, render func(io.Writer, reports.Options) error) error {
	var b bytes.Buffer
	if err := render(&b, reports.Options{Instante: s.cfg.Escritor.Ahora()}); err != nil {
		return fmt.Errorf("render %s: %w", name, err)
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("inline; filename=%q", name))
	return c.Blob(http.StatusOK, "application/pdf", b.Bytes())
}

// casaImpresa is the house as documents name it.
func (s *Servidor) casaImpresa(ctx context.Context, establecimiento string) (reports.Casa, error) {
	acta, err := s.cfg.Casa.Fundacion(ctx)
	if err != nil {
		return reports.Casa{}, err
	}
	e, err := s.cfg.Casa.Establecimiento(ctx, establecimiento)
	return reports.Casa{Entidad: acta.Entidad, Establecimiento: e.Nombre, Demostracion: acta.Demostracion}, err
}

// checkpointDe is the checkpoint of the commit of a leaf.
func (s *Servidor) checkpointDe(ctx context.Context, posicion int64) (reports.Checkpoint, error) {
	note, err := s.cfg.Escritor.CheckpointAfter(ctx, posicion)
	if err != nil {
		return reports.Checkpoint{}, err
	}
	return reports.NewCheckpoint(note)
}

// errSuprimida: the personal values of a card were erased on their legal date.
var errSuprimida = fmt.Errorf("%w: los datos personales de esa tarjeta se suprimieron en su fecha legal", admission.ErrNoExiste)

// pdfTarjeta prints an entry card (art. 22.3).
func (s *Servidor) pdfTarjeta(c echo.Context, t *admission.Tarjeta) error {
	ctx := c.Request().Context()
	if t.Documento == "" {
		return errSuprimida
	}
	casa, err := s.casaImpresa(ctx, t.Establecimiento)
	if err != nil {
		return err
	}
	f := reports.TarjetaFacts{
		Casa: casa, Numero: t.Numero, Nombre: t.Nombre, Apellidos: t.Apellidos,
		Documento: identidad.TipoDocumento(t.DocumentoTipo).Nombre(), NumeroDoc: t.Documento, Ficha: t.Ficha,
		Emision: t.Emitida, Jornada: t.Jornada, Validez: t.Validez, Precio: t.Precio, Especial: t.Reduccion.Nombre(), Token: t.Token, Anulada: t.Anulada,
	}
	if f.Checkpoint, err = s.checkpointDe(ctx, t.Posicion); err != nil {
		return err
	}
	h, err := s.cfg.Puerta.Historial(ctx, t.Establecimiento, t.Numero)
	if err != nil {
		return err
	}
	f.Reimpresa, f.Duplica, f.Bloqueada = len(h.Reimpresiones), t.Duplica, h.Perdida != nil
	if t.Anulada {
		void, _, err := registers.ReadHoja(s.cfg.Escritor.Lectura().WithContext(ctx), t.Anulacion)
		if err != nil {
			return err
		}
		f.Anulacion = void.Hecho
	}
	return s.pdf(c, fmt.Sprintf("tarjeta-%d.pdf", t.Numero), func(w io.Writer, o reports.Options) error { return reports.Tarjeta(w, f, o) })
}
