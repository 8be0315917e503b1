package api

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers"
	"foliado/reports"
)

type peticionDeber struct {
	Asunto  registers.AsuntoComunicacion `json:"asunto" validate:"required,oneof=modificacion modificacion_apendice escuela_crupieres"`
	Desde   string                       `json:"desde" validate:"required,max=10"` // day of the change, or on which the school opens
	Detalle string                       `json:"detalle" validate:"max=2000"`
}

func (s *Servidor) postComunicacion(c echo.Context) error {
	var req peticionDeber
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.RecordComunicacion(ctx, autor(c), c.Param("e"), req.Asunto, domain.Fecha(req.Desde), req.Detalle)
	})
}

// verEscrito is a communication with what its letter says.
type verEscrito struct {
	verComunicacion
	Articulo string         `json:"articulo"`
	Detalle  string         `json:"detalle,omitempty"`
	Nombre   string         `json:"nombre,omitempty"`
	Cargo    domain.Cargo   `json:"cargo,omitempty"`
	Regimen  []verDireccion `json:"regimen"`
}

// getComunicacion answers a communication, or its letter when the number ends in .pdf.
func (s *Servidor) getComunicacion(c echo.Context) error {
	n, pdf, err := numeroYPDF(c)
	if err != nil {
		return err
	}
	k, err := s.cfg.Casa.Escrito(c.Request().Context(), c.Param("e"), n, s.cfg.Escritor.Ahora())
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfEscrito(c, &k)
	}
	v := verEscrito{verComunicacion: seeComunicacion(k.Comunicacion), Articulo: k.Articulo().Ref(), Detalle: k.Detalle, Regimen: []verDireccion{}}
	if k.Quien != nil {
		v.Nombre, v.Cargo = k.Quien.NombreCompleto(), k.Quien.Cargo
	}
	for _, d := range k.Regimen {
		v.Regimen = append(v.Regimen, verDireccion{d.Persona.ID, d.Persona.NombreCompleto(), d.Calidad, instante(d.Desde), d.Acuerdo})
	}
	return c.JSON(http.StatusOK, v)
}

// pdfEscrito prints the letter of a communication.
func (s *Servidor) pdfEscrito(c echo.Context, k *registers.Escrito) error {
	f := reports.EscritoFacts{Numero: k.Numero, Asunto: k.Texto(), Articulo: k.Articulo(), Suceso: k.Desde, Detalle: k.Detalle, Vence: k.Vence,
		Impresa: s.cfg.Escritor.Ahora(), Presentada: k.Presentada}
	if k.Quien != nil {
		f.Persona, f.Puesto = k.Quien.NombreCompleto(), k.Quien.Cargo.Nombre()
	}
	for _, d := range k.Regimen {
		f.Regimen = append(f.Regimen, reports.LineaRegimen{Nombre: d.Persona.NombreCompleto(), Calidad: string(d.Calidad), Acuerdo: d.Acuerdo})
	}
	name, token := fmt.Sprintf("%s-comunicacion-%d.pdf", c.Param("e"), k.Numero), fmt.Sprintf("comunicacion/%s/%d", c.Param("e"), k.Numero)
	return s.pdfDe(c, name, token, k.Numero, func(casa reports.Casa, ev reports.Evidencia) func(io.Writer, reports.Options) error {
		f.Casa, f.Evidencia = casa, ev
		f.Evidencia.Criterios = []string{"PLA-1"}
		return func(w io.Writer, o reports.Options) error { return reports.Escrito(w, f, o) }
	})
}

// verDeber is a line of the agenda.
type verDeber struct {
	Clase        registers.ClaseDeber  `json:"clase"`
	Numero       int64                 `json:"numero"`
	Mesa         int                   `json:"mesa,omitempty"`
	Asunto       string                `json:"asunto"`
	Articulo     string                `json:"articulo"`
	Actua        string                `json:"actua"` // who must act
	Suceso       domain.Fecha          `json:"suceso"`
	VenceNatural domain.Fecha          `json:"vence_natural"`
	VenceHabil   domain.Fecha          `json:"vence_habil"` // "": the table of holidays is missing
	Estado       registers.EstadoDeber `json:"estado"`
	Presentado   instante              `json:"presentado"`
	Escrito      string                `json:"escrito"` // path of the paper to sign; "" none
}

type verAgenda struct {
	Deberes []verDeber `json:"deberes"`
	SinAnos []int      `json:"sin_calendario"` // years whose table of holidays is missing
}

// escritoDe is the path of the paper of something due.
func escritoDe(e string, d *registers.Deber) string {
	base := "/api/v1/establecimientos/" + e
	switch d.Clase {
	case registers.DeberClausura:
		return fmt.Sprintf("%s/mesas/%d/clausuras/%d.pdf", base, d.Mesa, d.Numero)
	case registers.DeberReclamacion:
		return "" // the sheet is the paper
	case registers.DeberNaipes:
		return fmt.Sprintf("%s/deposito/incidencias/%d.pdf", base, d.Numero)
	}
	return fmt.Sprintf("%s/comunicaciones/%d.pdf", base, d.Numero)
}

func (s *Servidor) getAgenda(c echo.Context) error {
	hoy := domain.FechaDe(s.cfg.Escritor.Ahora())
	due, err := s.cfg.Casa.Agenda(c.Request().Context(), c.Param("e"), hoy)
	if err != nil {
		return err
	}
	out := verAgenda{Deberes: make([]verDeber, 0, len(due)), SinAnos: sinCalendario(hoy)}
	for k := range due {
		d := &due[k]
		out.Deberes = append(out.Deberes, verDeber{d.Clase, d.Numero, d.Mesa, d.Asunto, d.Articulo.Ref(), "dirección", d.Suceso, d.Vence.Natural, d.Vence.Habil,
			d.Estado, instante(d.Presentado), escritoDe(c.Param("e"), d)})
	}
	return c.JSON(http.StatusOK, out)
}

// sinCalendario lists the years that a term of thirty working days from a date may reach
// (sixty calendar days are more than enough) and whose table of holidays is missing.
func sinCalendario(hoy domain.Fecha) []int {
	out := []int{}
	first, last := hoy.Time().Year(), hoy.Time().AddDate(0, 0, 60).Year()
	for y := first; y <= last; y++ {
		if plazos.Madrid.Festivos(y) == nil {
			out = append(out, y)
		}
	}
	return out
}
