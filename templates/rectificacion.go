package templates

import "foliado/domain"

// Rectificacion is the form that puts right a count already signed (criterio FIR-5).
type Rectificacion struct {
	Marco
	Mesa       int64
	Folio      int64
	Original   domain.Fecha
	Recuentos  []Recuento // as they should have been
	Motivo     string
	Anteriores []LineaRectificacion
	Libro      string // of the folio
	Pozo       bool   // of a table of círculo
}

func (Rectificacion) plantilla() string { return "rectificacion" }

// LineaRectificacion is a correction of a count, or its line in a control de ingresos.
type LineaRectificacion struct {
	Ordinal    int64
	Mesa       int64 // in a control
	Folio      int64 // in a control: that it corrects
	Enlace     string
	Jornada    domain.Fecha
	Diferencia domain.Importe
	Resultado  domain.Importe
	Motivo     string
	Firmas     []Plaza
	PDF        string
}
