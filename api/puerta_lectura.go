package api

import (
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/identidad"
)

type verDenegacion struct {
	Numero     int64        `json:"numero"`
	Jornada    domain.Fecha `json:"jornada"`
	Instante   instante     `json:"instante"`
	Nombre     string       `json:"nombre"`
	Apellidos  string       `json:"apellidos"`
	Documento  string       `json:"documento"`
	Articulo   string       `json:"articulo"`
	Fundamento string       `json:"fundamento"`
	Motivo     string       `json:"motivo,omitempty"` // what happened, when a person decided it
}

func showDenegacion(d *admission.Denegacion) verDenegacion {
	return verDenegacion{d.Numero, d.Jornada, instante(d.Instante), d.Nombre, d.Apellidos, d.Documento, d.Articulo, d.Fundamento, d.Motivo}
}

type paginaDenegaciones struct {
	Denegaciones []verDenegacion `json:"denegaciones"`
	Cursor       string          `json:"cursor,omitempty"`
}

// getDenegaciones lists the refusals of a jornada to whoever may see the grounds, from
// the last one down.
func (s *Servidor) getDenegaciones(c echo.Context) error {
	below, limit, err := page(c)
	if err != nil {
		return err
	}
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Denegaciones(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pageOfDenegaciones(list, below, limit))
}

func pageOfDenegaciones(list []admission.Denegacion, below int64, limit int) paginaDenegaciones {
	out := paginaDenegaciones{Denegaciones: []verDenegacion{}}
	for k := range list {
		switch d := &list[k]; {
		case below > 0 && d.Numero >= below:
		case len(out.Denegaciones) == limit:
			out.Cursor = strconv.FormatInt(out.Denegaciones[limit-1].Numero, 10)
			return out
		default:
			out.Denegaciones = append(out.Denegaciones, showDenegacion(d))
		}
	}
	return out
}

type verConsulta struct {
	Comprobacion    string                  `json:"comprobacion"`
	Instante        instante                `json:"instante"`
	Nombre          string                  `json:"nombre"`
	Apellidos       string                  `json:"apellidos"`
	FechaNacimiento domain.Fecha            `json:"fecha_nacimiento"`
	Tipo            identidad.TipoDocumento `json:"tipo"`
	Numero          string                  `json:"numero"`
}

type listaConsultas struct {
	Consultas []verConsulta `json:"consultas"`
}

// getConsultas lists the checks that wait for the word of a supervisor.
func (s *Servidor) getConsultas(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Consultas(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaConsultas{Consultas: make([]verConsulta, 0, len(list))}
	for _, k := range list {
		out.Consultas = append(out.Consultas, verConsulta{k.ID, instante(k.Instante), k.Nombre, k.Apellidos, k.FechaNacimiento,
			k.Documento.Tipo, k.Documento.Numero})
	}
	return c.JSON(http.StatusOK, out)
}

type listaAnulaciones struct {
	Tarjetas []int64 `json:"tarjetas"`
}

// getAnulaciones lists the voids that lack their second signature.
func (s *Servidor) getAnulaciones(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.SinVisto(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listaAnulaciones{append([]int64{}, list...)})
}

// jornadaPedida is the jornada asked for, the latest of the establecimiento by default.
func (s *Servidor) jornadaPedida(c echo.Context) (domain.Fecha, error) {
	if f, err := fechaConsultada(c, "jornada"); f != "" || err != nil {
		return f, err
	}
	j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
	return j.Fecha, err
}

// verLista is a barred list, by what identifies it and never by who is in it.
type verLista struct {
	ID       string   `json:"id"`
	Huella   string   `json:"huella"` // SHA-256 of the file, hexadecimal
	Fuente   string   `json:"fuente"`
	Filas    int      `json:"filas"`
	Altas    int      `json:"altas"`   // people that the former list lacked
	Bajas    int      `json:"bajas"`   // people of the former list that this one lacks
	Cambios  int      `json:"cambios"` // people of both of whom it says something else
	Avisos   int      `json:"avisos"`  // rows whose document is not right: kept as written
	Instante instante `json:"instante"`
}

// plazoLista is how long the upload of a barred list may last.
const plazoLista = 10 * time.Minute

// postInterdicciones imports a barred list sent as the body, in CSV.
func (s *Servidor) postInterdicciones(c echo.Context) error {
	if err := checkTipo(c, "text/csv", "text/plain", echo.MIMEOctetStream); err != nil {
		return err
	}
	rc := http.NewResponseController(c.Response().Writer)
	if err := rc.SetReadDeadline(time.Now().Add(plazoLista)); err == nil {
		_ = rc.SetWriteDeadline(time.Now().Add(plazoLista + time.Minute))
	}
	fuente := c.QueryParam("fuente")
	switch {
	case fuente == "":
		fuente = "importación"
	case utf8.RuneCountInString(fuente) > 200:
		return &errForma{map[string]string{"fuente": "la fuente lleva 200 caracteres como máximo"}}
	}
	im, err := s.cfg.Puerta.ImportLista(c.Request().Context(), c.Request().Body, fuente, autor(c), nil)
	if err != nil {
		return err
	}
	return created(c, "/api/v1/interdicciones", verLista{im.ID, im.Huella, im.Fuente, im.Filas, im.Altas, im.Bajas, im.Cambios, im.Avisos, instante(im.Instante)})
}

type verAvance struct {
	EnCurso   bool  `json:"en_curso"`
	Filas     int64 `json:"filas"`     // lines checked so far
	Retirando bool  `json:"retirando"` // in force already: the former is being deleted
}

// getAvance tells how far the import under way is.
func (s *Servidor) getAvance(c echo.Context) error {
	a, ok := s.cfg.Puerta.Avance()
	return c.JSON(http.StatusOK, verAvance{ok, a.Filas, a.Retirando})
}

// getInterdicciones tells which list is in force.
func (s *Servidor) getInterdicciones(c echo.Context) error {
	if err := s.cfg.Puerta.Refresh(c.Request().Context()); err != nil {
		return err
	}
	l := s.cfg.Puerta.Lista()
	if l == nil {
		return admission.ErrNoExiste
	}
	return c.JSON(http.StatusOK, verLista{ID: l.ID, Huella: l.Huella, Fuente: l.Fuente, Filas: l.Filas,
		Altas: l.Altas, Bajas: l.Bajas, Cambios: l.Cambios, Instante: instante(l.Instante)})
}
