package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/reports"
)

// rutasRectificacion are the routes of the diligencias de rectificación.
func (s *Servidor) rutasRectificacion() []ruta {
	const r = "/api/v1/establecimientos/:e/mesas/:m/folios/:n/rectificaciones"
	return []ruta{
		{metodo: "POST", camino: r, cargos: salaHace, hace: s.postRectificacion, resumen: "Propone la rectificación de un recuento ya firmado; la firman los mismos cargos, con PIN (FIR-5)", idem: true, cuerpo: peticionRectificacion{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: r + "/:d", cargos: librosVe, hace: s.getRectificacion, resumen: "Una diligencia de rectificación; con sufijo .pdf, la impresa", pdf: true, estado: 200, respuesta: verRectificacion{}},
	}
}

type peticionRectificacion struct {
	Fichas   domain.Piezas `json:"fichas" validate:"max=100"`
	Placas   domain.Piezas `json:"placas" validate:"max=100"`
	Billetes domain.Piezas `json:"billetes" validate:"max=100"`
	Pozo     domain.Piezas `json:"pozo,omitempty" validate:"max=100"` // of a table of círculo, alone
	Motivo   string        `json:"motivo" validate:"required,max=500"`
	cuando
}

func (s *Servidor) postRectificacion(c echo.Context) error {
	var req peticionRectificacion
	if err := bind(c, &req); err != nil {
		return err
	}
	folio, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeRectificacion(ctx, autor(c), h, c.Param("e"), mesa, folio,
			registers.RectificacionFacts{Fichas: req.Fichas, Placas: req.Placas, Billetes: req.Billetes, Pozo: req.Pozo, Motivo: req.Motivo})
	})
}

// verRectificacion is a correction of a count, with what stood before it.
type verRectificacion struct {
	verEntrada
	Mesa              int            `json:"mesa"`
	Folio             int64          `json:"folio"`
	Rectificacion     int            `json:"rectificacion"` // ordinal in the folio
	Jornada           domain.Fecha   `json:"jornada"`       // in which it was signed
	JornadaOriginal   domain.Fecha   `json:"jornada_original"`
	Fichas            domain.Piezas  `json:"fichas"`
	Placas            domain.Piezas  `json:"placas"`
	Billetes          domain.Piezas  `json:"billetes"`
	Pozo              domain.Piezas  `json:"pozo,omitempty"` // of a table of círculo, in their place
	ContadoAnterior   domain.Importe `json:"contado_anterior"`
	Contado           domain.Importe `json:"contado"`
	Diferencia        domain.Importe `json:"diferencia"`
	ResultadoAnterior domain.Importe `json:"resultado_anterior"`
	Resultado         domain.Importe `json:"resultado"`
	Motivo            string         `json:"motivo,omitempty"`
}

func seeRectificacion(r *registers.Rectificacion) verRectificacion {
	return verRectificacion{seeEntrada(&r.EntradaFolio), r.Mesa, r.Folio, r.Ordinal, r.Jornada, r.Original, r.Fichas, r.Placas, r.Billetes, r.Pozo,
		r.ContadoAnterior, r.Contado, r.Diferencia, r.ResultadoAnterior, r.Resultado, r.Motivo}
}

// verLineaRectificacion is its line in the control de ingresos of a day.
type verLineaRectificacion struct {
	Mesa            int            `json:"mesa"`
	Folio           int64          `json:"folio"` // that it corrects
	JornadaOriginal domain.Fecha   `json:"jornada_original"`
	Diferencia      domain.Importe `json:"diferencia"`
}

func seeLineasRectificacion(lines []libros.LineaRectificacion) (out []verLineaRectificacion) {
	for _, l := range lines {
		out = append(out, verLineaRectificacion{l.Mesa, l.Folio, l.Jornada, l.Diferencia})
	}
	return out
}

// getRectificacion answers a correction, or its PDF when the number ends in .pdf.
func (s *Servidor) getRectificacion(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("d"), ".pdf")
	d, err := parseNumero(name)
	if err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	f, err := s.folioMesa(c, n)
	if err != nil {
		return err
	}
	done := rectificacionesFolio(&f)
	if d > int64(len(done)) {
		return registers.ErrFolio
	}
	r := &done[d-1]
	if !pdf {
		return c.JSON(http.StatusOK, seeRectificacion(r))
	}
	return s.pdfRectificacion(c, &f, r)
}

// folioMesa is a folio of the book of the table of a route, whichever book it keeps.
func (s *Servidor) folioMesa(c echo.Context, n int64) (registers.Folio, error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Folio{}, err
	}
	m, err := s.cfg.Casa.Mesa(c.Request().Context(), c.Param("e"), mesa)
	if err != nil {
		return registers.Folio{}, err
	}
	return s.cfg.Casa.Folio(c.Request().Context(), c.Param("e"), registers.LibroMesa(m.Mesa), n)
}

// rectificacionesFolio are the corrections of a folio of a table.
func rectificacionesFolio(f *registers.Folio) []registers.Rectificacion {
	if f.Beneficios != nil {
		return f.Beneficios.Rectificaciones
	}
	return f.Anticipos.Rectificaciones
}

// pdfRectificacion prints a diligencia.
func (s *Servidor) pdfRectificacion(c echo.Context, f *registers.Folio, r *registers.Rectificacion) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, f.Establecimiento.ID)
	if err != nil {
		return err
	}
	ev, err := s.evidencia(f)
	if err != nil {
		return err
	}
	if ev.Checkpoint, err = s.checkpointDe(ctx, r.Posicion); err != nil {
		return err
	}
	ev.Token += "/" + strconv.Itoa(r.Ordinal)
	ev.Asientos, ev.Criterios = strconv.FormatInt(r.Numero, 10), []string{"FIR-5", "CAJ-B", "LIB-1"}
	var juego domain.Juego
	if f.Beneficios != nil {
		ev.Criterios, juego = []string{"FIR-5", "FIR-1", "LIB-1"}, f.Beneficios.Juego
	} else {
		juego = f.Anticipos.Juego
	}
	facts := reports.DiligenciaFacts{Casa: casa, Regimen: reports.Regimen{Resolucion: resolucion(f.Resolucion)}, Evidencia: ev, Mesa: r.Mesa,
		Juego: juego, Folio: r.Folio, Ordinal: r.Ordinal, Original: r.Original, Jornada: r.Jornada, ContadoAnterior: r.ContadoAnterior,
		Contado: r.Contado, ResultadoAnterior: r.ResultadoAnterior, Resultado: r.Resultado, Motivo: r.Motivo, Pozo: r.Pozo,
		Rectificado: reports.Recuento{Hecho: r.Hecho, Anotacion: r.Anotacion, Contingencia: r.Formulario, Asiento: r.Numero,
			Fichas: r.Fichas, Placas: r.Placas, Billetes: r.Billetes, Acto: printedActo(&r.EntradaFolio)}}
	name := fmt.Sprintf("%s-mesa-%d-folio-%d-diligencia-%d.pdf", f.Establecimiento.ID, r.Mesa, r.Folio, r.Ordinal)
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.Diligencia(w, facts, o) })
}
