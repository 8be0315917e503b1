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
	for _, d := range list {
		switch {
		case below > 0 && d.Numero >= below:
		case len(out.Denegaciones) == limit:
			out.Cursor = strconv.FormatInt(out.Denegaciones[limit-1].Numero, 10)
			return out
		default:
			out.Denegaciones = append(out.Denegaciones, verDenegacion{d.Numero, d.Jornada, instante(d.Instante),
				d.Nombre, d.Apellidos, d.Documento, d.Articulo, d.Fundamento})
		}
	}
	return out
}

// jornadaPedida is the jornada asked for, the latest of the establecimiento by default.
func (s *Servidor) jornadaPedida(c echo.Context) (domain.Fecha, error) {
	if f, err := fechaConsultada(c, "jornada"); f != "" || err != nil {
		return f, err
	}
	j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
	return j.Fecha, err
}

type respuestaFicha struct {
	Ficha           int64          `json:"ficha"`
	Nombre          string         `json:"nombre"`
	Apellidos       string         `json:"apellidos"`
	FechaNacimiento domain.Fecha   `json:"fecha_nacimiento"`
	Documentos      []verDocumento `json:"documentos"`
	Visitas         []verVisita    `json:"visitas"`
}

type verDocumento struct {
	Tipo   identidad.TipoDocumento `json:"tipo"`
	Pais   string                  `json:"pais"`
	Numero string                  `json:"numero"`
}

type verVisita struct {
	Establecimiento string       `json:"establecimiento"`
	Jornada         domain.Fecha `json:"jornada"`
	Tarjeta         int64        `json:"tarjeta"`
	Instante        instante     `json:"instante"`
	Anulada         bool         `json:"anulada"`
}

// getFicha shows a visitor's file; the reading is put on record (art. 20.4).
func (s *Servidor) getFicha(c echo.Context) error {
	n, err := parseNumero(c.Param("ficha"))
	if err != nil {
		return err
	}
	f, err := s.cfg.Puerta.Ficha(c.Request().Context(), n, autor(c))
	if err != nil {
		return err
	}
	out := respuestaFicha{Ficha: f.Numero, Nombre: f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: f.FechaNacimiento,
		Documentos: make([]verDocumento, 0, len(f.Documentos)), Visitas: make([]verVisita, 0, len(f.Visitas))}
	for _, d := range f.Documentos {
		out.Documentos = append(out.Documentos, verDocumento{d.Tipo, d.Pais, d.Numero})
	}
	for _, v := range f.Visitas {
		out.Visitas = append(out.Visitas, verVisita{v.Establecimiento, v.Jornada, v.Tarjeta, instante(v.Instante), v.Anulada})
	}
	return c.JSON(http.StatusOK, out)
}

// verLista is a barred list, by what identifies it and never by who is in it.
type verLista struct {
	ID       string   `json:"id"`
	Huella   string   `json:"huella"` // SHA-256 of the file, hexadecimal
	Fuente   string   `json:"fuente"`
	Filas    int      `json:"filas"`
	Avisos   int      `json:"avisos"` // rows whose document has a wrong control letter: kept as written
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
	return created(c, "/api/v1/interdicciones", verLista{im.ID, im.Huella, im.Fuente, im.Filas, im.Avisos, instante(im.Instante)})
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
	return c.JSON(http.StatusOK, verLista{ID: l.ID, Huella: l.Huella, Fuente: l.Fuente, Filas: l.Filas, Instante: instante(l.Instante)})
}
