package api

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/reports"
	"foliado/templates"
)

// getTurnoCSV lists the receipts of a shift for a sheet of cells.
func (s *Servidor) getTurnoCSV(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	t, err := s.cfg.Puerta.Turno(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := reports.ListadoCSV(&b, []string{"concepto", "numero", "hora", "importe"}, filasTurno(&t)); err != nil {
		return err
	}
	return c.Blob(http.StatusOK, tipoCSV, b.Bytes())
}

const tipoCSV = "text/csv"

func filasTurno(t *admission.Turno) [][]any {
	rows := make([][]any, 0, len(t.Cobros))
	for _, r := range t.Cobros {
		rows = append(rows, []any{conceptos[r.Concepto], r.Numero, templates.FechaHora(r.Instante), r.Importe})
	}
	return rows
}
