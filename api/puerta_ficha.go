package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/identidad"
)

type respuestaFicha struct {
	Ficha           int64            `json:"ficha"`
	Nombre          string           `json:"nombre"`
	Apellidos       string           `json:"apellidos"`
	FechaNacimiento domain.Fecha     `json:"fecha_nacimiento"`
	Documentos      []verDocumento   `json:"documentos"`
	Observaciones   []verObservacion `json:"observaciones"`
	Visitas         []verVisita      `json:"visitas"`
}

type verDocumento struct {
	Tipo   identidad.TipoDocumento `json:"tipo"`
	Pais   string                  `json:"pais"`
	Numero string                  `json:"numero"`
}

type verObservacion struct {
	Instante instante `json:"instante"`
	Autor    string   `json:"autor"` // persona
	Texto    string   `json:"texto"` // empty once erased
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
	return s.answerFicha(c, n)
}

// getFichaDocumento shows the file to which a document is tied.
func (s *Servidor) getFichaDocumento(c echo.Context) error {
	n, err := s.cfg.Puerta.FichaByDocumento(c.Request().Context(), c.QueryParam("documento"))
	if err != nil {
		return err
	}
	return s.answerFicha(c, n)
}

func (s *Servidor) answerFicha(c echo.Context, n int64) error {
	f, err := s.cfg.Puerta.Ficha(c.Request().Context(), n, autor(c))
	if err != nil {
		return err
	}
	out := respuestaFicha{Ficha: f.Numero, Nombre: f.Nombre, Apellidos: f.Apellidos, FechaNacimiento: f.FechaNacimiento,
		Documentos: []verDocumento{}, Observaciones: []verObservacion{}, Visitas: []verVisita{}}
	for _, d := range f.Documentos {
		out.Documentos = append(out.Documentos, verDocumento{d.Tipo, d.Pais, d.Numero})
	}
	for _, o := range f.Observaciones {
		out.Observaciones = append(out.Observaciones, verObservacion{instante(o.Instante), o.Autor, o.Texto})
	}
	for _, v := range f.Visitas {
		out.Visitas = append(out.Visitas, verVisita{v.Establecimiento, v.Jornada, v.Tarjeta, instante(v.Instante), v.Anulada})
	}
	return c.JSON(http.StatusOK, out)
}

type peticionDocumento struct {
	Establecimiento string `json:"establecimiento" validate:"required,max=32"`
	Comprobacion    string `json:"comprobacion" validate:"required,max=64"`
}

// postDocumento ties the document of a check to the ficha of the same person.
func (s *Servidor) postDocumento(c echo.Context) error {
	var req peticionDocumento
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("ficha"))
	if err != nil {
		return err
	}
	if err := checkAmbito(c, req.Establecimiento); err != nil {
		return err
	}
	if _, err := s.cfg.Puerta.Join(c.Request().Context(), req.Establecimiento, req.Comprobacion, n, autor(c)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// verDuplicado is a ficha offered before another is opened, by what tells it at the desk:
// the ends of its documents, never whole.
type verDuplicado struct {
	Ficha      int64    `json:"ficha"`
	Nombre     string   `json:"nombre"`
	Apellidos  string   `json:"apellidos"`
	Documentos []string `json:"documentos"` // "DNI …22H"
}

func verDuplicados(list []admission.Duplicado) []verDuplicado {
	var out []verDuplicado
	for _, d := range list {
		v := verDuplicado{Ficha: d.Ficha, Nombre: d.Nombre, Apellidos: d.Apellidos, Documentos: []string{}}
		for _, doc := range d.Documentos {
			v.Documentos = append(v.Documentos, doc.Tipo.Nombre()+" …"+doc.Numero[max(0, len(doc.Numero)-3):])
		}
		out = append(out, v)
	}
	return out
}

type peticionFicha struct {
	Ficha int64 `json:"ficha" validate:"required,min=1"`
}

// postFichaComprobacion says that the person checked has a ficha already.
func (s *Servidor) postFichaComprobacion(c echo.Context) error {
	var req peticionFicha
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showComprobacion(c)(s.cfg.Puerta.Join(ctx, c.Param("e"), c.Param("c"), req.Ficha, autor(c)))
		},
		replay: func(int, string) error {
			return showComprobacion(c)(s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), c.Param("c")))
		},
	})
}

type peticionObservacion struct {
	Texto string `json:"texto" validate:"required,max=1000"`
}

// postObservacion writes a remark on a ficha.
func (s *Servidor) postObservacion(c echo.Context) error {
	var req peticionObservacion
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("ficha"))
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error { return s.cfg.Puerta.Observe(ctx, n, req.Texto, autor(c)) })
}
