package api

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/reports"
)

type verMedida struct {
	Clase      string       `json:"clase"` // denegacion, expulsion
	Numero     int64        `json:"numero"`
	Jornada    domain.Fecha `json:"jornada"`
	Instante   instante     `json:"instante"`
	Nombre     string       `json:"nombre"`
	Apellidos  string       `json:"apellidos"`
	Documento  string       `json:"documento"`
	Articulo   string       `json:"articulo"`
	Fundamento string       `json:"fundamento"` // the ground in words
	Motivo     string       `json:"motivo"`
	Quien      string       `json:"quien"` // who decided it, or was at the desk
}

type registroMedidas struct {
	Desde   domain.Fecha `json:"desde"`
	Hasta   domain.Fecha `json:"hasta"`
	Medidas []verMedida  `json:"medidas"`
}

func claseMedida(m *admission.Anotada) string {
	if m.Expulsion {
		return "expulsion"
	}
	return "denegacion"
}

// medidas reads the register that a request asks for: a lapse of jornadas, the latest one by
// default.
func (s *Servidor) medidas(c echo.Context) (desde, hasta domain.Fecha, list []admission.Anotada, err error) {
	if desde, err = fechaConsultada(c, "desde"); err != nil {
		return "", "", nil, err
	}
	if hasta, err = fechaConsultada(c, "hasta"); err != nil {
		return "", "", nil, err
	}
	if hasta == "" {
		j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
		if err != nil {
			return "", "", nil, err
		}
		hasta = j.Fecha
	}
	if desde == "" || desde > hasta {
		desde = hasta
	}
	list, err = s.cfg.Puerta.Medidas(c.Request().Context(), c.Param("e"), desde, hasta)
	return desde, hasta, list, err
}

// getMedidas answers the register of refusals and expulsions.
func (s *Servidor) getMedidas(c echo.Context) error {
	desde, hasta, list, err := s.medidas(c)
	if err != nil {
		return err
	}
	out := registroMedidas{desde, hasta, make([]verMedida, 0, len(list))}
	for k := range list {
		m := &list[k]
		out.Medidas = append(out.Medidas, verMedida{claseMedida(m), m.Numero, m.Jornada, instante(m.Instante), m.Nombre, m.Apellidos, m.Documento,
			m.Articulo, m.Causa.Nombre(), m.Motivo, m.Quien})
	}
	return c.JSON(http.StatusOK, out)
}

// getMedidasPDF prints the register.
func (s *Servidor) getMedidasPDF(c echo.Context) error {
	desde, hasta, list, err := s.medidas(c)
	if err != nil {
		return err
	}
	f := reports.RegistroMedidasFacts{Desde: desde, Hasta: hasta}
	if f.Casa, err = s.casaImpresa(c.Request().Context(), c.Param("e")); err != nil {
		return err
	}
	if f.Evidencia.Checkpoint, err = reports.NewCheckpoint(s.cfg.Escritor.UltimoCheckpoint()); err != nil {
		return err
	}
	f.Evidencia.Token = c.Param("e") + "/medidas/" + string(desde) + "/" + string(hasta)
	for k := range list {
		m := &list[k]
		f.Lineas = append(f.Lineas, reports.LineaMedida{Expulsion: m.Expulsion, Numero: m.Numero, Instante: m.Instante,
			Nombre: strings.TrimSpace(m.Nombre + " " + m.Apellidos), Documento: m.Documento, Articulo: m.Articulo, Causa: m.Causa.Nombre(),
			Motivo: m.Motivo, Quien: m.Quien})
	}
	name := fmt.Sprintf("medidas-%s-%s-%s.pdf", c.Param("e"), desde, hasta)
	return s.pdf(c, name, func(w io.Writer, o reports.Options) error { return reports.RegistroMedidas(w, f, o) })
}

// cabeceraMedidas is the header of the register in CSV.
var cabeceraMedidas = []string{"clase", "numero", "jornada", "instante", "nombre", "apellidos", "documento", "articulo", "fundamento", "motivo", "quien"}

// getMedidasCSV answers the register in CSV, for a spreadsheet.
func (s *Servidor) getMedidasCSV(c echo.Context) error {
	desde, hasta, list, err := s.medidas(c)
	if err != nil {
		return err
	}
	filas := make([][]any, 0, len(list))
	for k := range list {
		m := &list[k]
		filas = append(filas, []any{claseMedida(m), m.Numero, m.Jornada, m.Instante.In(domain.Madrid).Format(time.RFC3339),
			m.Nombre, m.Apellidos, m.Documento, m.Articulo, m.Causa.Nombre(), m.Motivo, m.Quien})
	}
	var b bytes.Buffer
	if err := reports.ListadoCSV(&b, cabeceraMedidas, filas); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", fmt.Sprintf("medidas-%s-%s-%s.csv", c.Param("e"), desde, hasta)))
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", b.Bytes())
}

// pdfNota prints the note that a person takes away: it says neither why nor who she is.
func (s *Servidor) pdfNota(c echo.Context, clase string, numero int64, jornada domain.Fecha, at time.Time, posicion int64) error {
	f := reports.NotaAdmisionFacts{Expulsion: clase == "expulsion", Numero: numero, Instante: at}
	var err error
	if f.Casa, err = s.casaImpresa(c.Request().Context(), c.Param("e")); err != nil {
		return err
	}
	dress, err := s.cfg.Puerta.Vestimentas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for _, v := range dress {
		if v.En(jornada) {
			f.Vestimenta = append(f.Vestimenta, v.Texto)
		}
	}
	if f.Checkpoint, err = s.checkpointDe(c.Request().Context(), posicion); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("nota-%s-%d.pdf", clase, numero), func(w io.Writer, o reports.Options) error { return reports.NotaAdmision(w, f, o) })
}
