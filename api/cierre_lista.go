package api

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
)

// rutasCierre are the checklist of the close and the consolidated control.
func (s *Servidor) rutasCierre() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/api/v1/establecimientos/:e/jornadas/:j/cierre", cargos: salaVe, hace: s.getListaCierre, resumen: "Lista de comprobación del cierre de una jornada (JOR-0)", estado: 200, respuesta: listaCierre{}},
		{metodo: "GET", camino: "/api/v1/consolidado/:j", cargos: librosVe, hace: s.getConsolidado, resumen: "Control de ingresos consolidado de una fecha (EST-1); con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: verConsolidado{}},
	}
}

type verPunto struct {
	Punto    string `json:"punto"`
	Texto    string `json:"texto"`
	Articulo string `json:"articulo"`
	Criterio string `json:"criterio,omitempty"`
	Hecho    bool   `json:"hecho"`
	Impide   bool   `json:"impide"`
	Detalle  string `json:"detalle,omitempty"`
}

type listaCierre struct {
	Puntos []verPunto `json:"puntos"`
}

// puntosCierre is the checklist, with what the door adds: voids that lack their second
// signer (criterio ADM-4).
func (s *Servidor) puntosCierre(c echo.Context, fecha domain.Fecha) ([]verPunto, error) {
	ps, err := s.cfg.Casa.ListaCierre(c.Request().Context(), c.Param("e"), fecha)
	if err != nil {
		return nil, err
	}
	waiting, err := s.cfg.Puerta.SinVisto(c.Request().Context(), c.Param("e"), fecha)
	if err != nil {
		return nil, err
	}
	out := make([]verPunto, 0, len(ps)+1)
	for _, p := range ps {
		if p.Punto == "control" {
			out = append(out, verPunto{Punto: "anulaciones", Texto: "anulaciones de tarjeta con su segunda firma", Articulo: "22.3", Criterio: "ADM-4",
				Hecho: len(waiting) == 0, Detalle: listNumeros(waiting)})
		}
		out = append(out, verPunto{p.Punto, p.Texto, cite(p.Articulo), p.Criterio, p.Hecho, p.Impide && !p.Hecho, strings.TrimSpace(p.Detalle)})
	}
	return out, nil
}

func (s *Servidor) getListaCierre(c echo.Context) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	ps, err := s.puntosCierre(c, j.Fecha)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listaCierre{ps})
}

type verLineaConsolidado struct {
	Establecimiento string         `json:"establecimiento"`
	Nombre          string         `json:"nombre"`
	Folio           *int64         `json:"folio"` // null: no control of that date
	Total           domain.Importe `json:"total"`
	Certificado     bool           `json:"certificado"`
}

type verConsolidado struct {
	Fecha       domain.Fecha          `json:"fecha"`
	Lineas      []verLineaConsolidado `json:"lineas"`
	Total       domain.Importe        `json:"total"`
	TotalLetra  string                `json:"total_letra"`
	Certificado bool                  `json:"certificado"`
}

// getConsolidado adds up the controls of a date, for who serves in every establecimiento.
func (s *Servidor) getConsolidado(c echo.Context) error {
	if err := checkAmbito(c, registers.Todos); err != nil {
		return err
	}
	name, pdf := strings.CutSuffix(c.Param("j"), ".pdf")
	fecha, err := domain.ParseFecha(name)
	if err != nil {
		return registers.ErrJornada
	}
	k, err := s.cfg.Casa.Consolidado(c.Request().Context(), fecha)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfConsolidado(c, &k)
	}
	v := verConsolidado{Fecha: fecha, Total: k.Total, TotalLetra: k.TotalLetra, Certificado: k.Certificado}
	for _, l := range k.Lineas {
		line := verLineaConsolidado{Establecimiento: l.Establecimiento.ID, Nombre: l.Establecimiento.Nombre, Total: l.Total, Certificado: l.Certificado}
		if l.Folio > 0 {
			line.Folio = &l.Folio
		}
		v.Lineas = append(v.Lineas, line)
	}
	return c.JSON(http.StatusOK, v)
}

// ultimoCheckpoint is the state of the log now.
func (s *Servidor) ultimoCheckpoint() (reports.Checkpoint, error) {
	return reports.NewCheckpoint(s.cfg.Escritor.UltimoCheckpoint())
}

func (s *Servidor) pdfConsolidado(c echo.Context, k *registers.Consolidado) error {
	acta, err := s.cfg.Casa.Fundacion(c.Request().Context())
	if err != nil {
		return err
	}
	cp, err := s.ultimoCheckpoint()
	if err != nil {
		return err
	}
	f := reports.ConsolidadoFacts{Casa: reports.Casa{Entidad: acta.Entidad, Establecimiento: "Todos los establecimientos", Demostracion: acta.Demostracion},
		Evidencia: reports.Evidencia{Token: "consolidado/" + string(k.Fecha), Checkpoint: cp, Criterios: []string{"EST-1"}}, Fecha: k.Fecha, Total: k.Total}
	for _, l := range k.Lineas {
		f.Lineas = append(f.Lineas, reports.LineaConsolidado{Nombre: l.Establecimiento.Nombre, Folio: l.Folio, Total: l.Total, Certificado: l.Certificado})
	}
	return s.pdf(c, fmt.Sprintf("consolidado-%s.pdf", k.Fecha), func(w io.Writer, o reports.Options) error { return reports.Consolidado(w, f, o) })
}
