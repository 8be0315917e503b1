package api

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/reports"
)

// verArchivada is a visit in the archivo PBC.
type verArchivada struct {
	Establecimiento string                  `json:"establecimiento"`
	Tarjeta         int64                   `json:"tarjeta"`
	Instante        instante                `json:"instante"`
	Nombre          string                  `json:"nombre"`
	Apellidos       string                  `json:"apellidos"`
	Tipo            identidad.TipoDocumento `json:"tipo"`
	Documento       string                  `json:"documento"`
	DestruibleDesde domain.Fecha            `json:"destruible_desde"`
}

type paginaArchivo struct {
	Visitas []verArchivada `json:"visitas"`
	Cursor  string         `json:"cursor,omitempty"`
}

// archivo reads the visits that a request asks for.
func (s *Servidor) archivo(c echo.Context) ([]admission.VisitaArchivada, admission.BusquedaArchivo, error) {
	q := admission.BusquedaArchivo{Documento: c.QueryParam("documento"), After: -1}
	var err error
	if q.Desde, err = fechaConsultada(c, "desde"); err != nil {
		return nil, q, err
	}
	if q.Hasta, err = fechaConsultada(c, "hasta"); err != nil {
		return nil, q, err
	}
	cursor, limit, err := page(c)
	if err != nil {
		return nil, q, err
	}
	if q.Limite = limit; cursor > 0 {
		q.After = cursor
	}
	list, err := s.cfg.Puerta.Archivo(c.Request().Context(), q, autor(c))
	return list, q, err
}

// getArchivo reads the archivo PBC.
func (s *Servidor) getArchivo(c echo.Context) error {
	list, q, err := s.archivo(c)
	if err != nil {
		return err
	}
	p := paginaArchivo{Visitas: make([]verArchivada, 0, len(list))}
	for k := range list {
		p.Visitas = append(p.Visitas, showArchivada(&list[k]))
	}
	if len(list) == q.Limite {
		p.Cursor = strconv.FormatInt(list[len(list)-1].Posicion, 10)
	}
	return c.JSON(http.StatusOK, p)
}

func showArchivada(v *admission.VisitaArchivada) verArchivada {
	return verArchivada{v.Establecimiento, v.Tarjeta, instante(v.Instante), v.Nombre, v.Apellidos, v.Documento.Tipo, v.Documento.Numero, v.DestruibleDesde}
}

// verConsultaArchivo is a reading of the archivo PBC.
type verConsultaArchivo struct {
	Instante  instante     `json:"instante"`
	Persona   string       `json:"persona"`
	Cargo     domain.Cargo `json:"cargo"`
	Desde     domain.Fecha `json:"desde"`
	Hasta     domain.Fecha `json:"hasta"`
	Documento string       `json:"documento"` // asked for
}

type paginaConsultas struct {
	Consultas []verConsultaArchivo `json:"consultas"`
	Cursor    string               `json:"cursor,omitempty"`
}

// getConsultasArchivo lists who read the archivo PBC.
func (s *Servidor) getConsultasArchivo(c echo.Context) error {
	before, limit, err := page(c)
	if err != nil {
		return err
	}
	if before == 0 {
		before = math.MaxInt64
	}
	list, err := s.cfg.Puerta.ConsultasArchivo(c.Request().Context(), before, limit)
	if err != nil {
		return err
	}
	p := paginaConsultas{Consultas: make([]verConsultaArchivo, 0, len(list))}
	for _, k := range list {
		p.Consultas = append(p.Consultas, verConsultaArchivo{instante(k.Instante), k.Autor, k.Cargo, k.Desde, k.Hasta, k.Documento})
	}
	if len(list) == limit {
		p.Cursor = strconv.FormatInt(list[len(list)-1].Posicion, 10)
	}
	return c.JSON(http.StatusOK, p)
}

type peticionAccesoDatos struct {
	Tipo   string `json:"tipo" validate:"required,max=20"`
	Pais   string `json:"pais,omitempty" validate:"max=3"`
	Numero string `json:"numero" validate:"required,max=40"`
}

type verNumeroAcceso struct {
	Acceso int64 `json:"acceso"` // its number
}

// postAccesoDatos puts on record that somebody asks what is kept of her.
func (s *Servidor) postAccesoDatos(c echo.Context) error {
	var req peticionAccesoDatos
	if err := bind(c, &req); err != nil {
		return err
	}
	answer := func(n int64) error {
		return created(c, "/api/v1/accesos-datos/"+strconv.FormatInt(n, 10), verNumeroAcceso{n})
	}
	return s.onceIn(c, diario.Entidad, "", creacion{
		do: func(ctx context.Context) error {
			n, err := s.cfg.Puerta.RequestAcceso(ctx, req.Tipo, req.Pais, req.Numero, autor(c))
			if err != nil {
				return err
			}
			return answer(n)
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return fmt.Errorf("idempotent reference %q: %w", ref, err)
			}
			return answer(n)
		},
	})
}

// verDatoConservado is an asiento that holds something of a person.
type verDatoConservado struct {
	Tipo            string            `json:"tipo"`
	Termino         string            `json:"termino"`
	Establecimiento string            `json:"establecimiento"`
	Numero          int64             `json:"numero,omitempty"`
	Instante        instante          `json:"instante"`
	SuprimibleDesde domain.Fecha      `json:"suprimible_desde,omitempty"`
	Archivado       bool              `json:"archivado"`
	Valores         map[string]string `json:"valores"`
}

type verComprobacionConservada struct {
	Establecimiento string           `json:"establecimiento"`
	Instante        instante         `json:"instante"`
	Veredicto       acceso.Veredicto `json:"veredicto"`
}

type verAccesoDatos struct {
	Acceso         int64                       `json:"acceso"`
	Instante       instante                    `json:"instante"`
	Documento      verDocumento                `json:"documento"`
	Ficha          int64                       `json:"ficha,omitempty"`
	Datos          []verDatoConservado         `json:"datos"`
	Comprobaciones []verComprobacionConservada `json:"comprobaciones"`
	Interdicta     bool                        `json:"interdicta"`
	Retenida       bool                        `json:"retenida"`
	ConArchivo     bool                        `json:"con_archivo"` // the archivo PBC was looked at
	Archivo        []verArchivada              `json:"archivo"`
}

// getAccesoDatos answers everything that is kept of whoever asked, or the PDF for her.
func (s *Servidor) getAccesoDatos(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	archivo := ruta{cargos: archivoVe}.admits(sesionDe(c).Persona.Cargo)
	d, err := s.cfg.Puerta.AccesoDatos(c.Request().Context(), n, archivo, autor(c))
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfAccesoDatos(c, &d)
	}
	out := verAccesoDatos{Acceso: d.Numero, Instante: instante(d.Instante), Documento: verDocumento{d.Documento.Tipo, d.Documento.Pais, d.Documento.Numero},
		Ficha: d.Ficha, Datos: []verDatoConservado{}, Comprobaciones: []verComprobacionConservada{}, Interdicta: d.Interdicta, Retenida: d.Retenida,
		ConArchivo: d.ConArchivo, Archivo: []verArchivada{}}
	for _, k := range d.Datos {
		values := map[string]string{}
		for _, v := range k.Valores {
			values[v.Nombre] = v.Valor
		}
		out.Datos = append(out.Datos, verDatoConservado{k.Tipo, k.Termino.ID, k.Establecimiento, k.Numero, instante(k.Instante), k.SuprimibleDesde, k.Archivado, values})
	}
	for _, k := range d.Comprobaciones {
		out.Comprobaciones = append(out.Comprobaciones, verComprobacionConservada{k.Establecimiento, instante(k.Instante), k.Veredicto})
	}
	for k := range d.Archivo {
		out.Archivo = append(out.Archivo, showArchivada(&d.Archivo[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// pdfAccesoDatos prints what is kept of a person, for her.
func (s *Servidor) pdfAccesoDatos(c echo.Context, d *admission.AccesoDatos) error {
	f := reports.AccesoDatosFacts{Numero: d.Numero, Instante: d.Instante, Documento: d.Documento.String(), Ficha: d.Ficha, Interdicta: d.Interdicta,
		Retenida: d.Retenida, ConArchivo: d.ConArchivo, Comprobaciones: len(d.Comprobaciones)}
	acta, err := s.cfg.Casa.Fundacion(c.Request().Context())
	if err != nil {
		return err
	}
	f.Casa = reports.Casa{Entidad: acta.Entidad, Establecimiento: acta.Entidad, Demostracion: acta.Demostracion}
	if f.Evidencia.Checkpoint, err = s.checkpointDe(c.Request().Context(), d.Posicion); err != nil {
		return err
	}
	f.Evidencia.Token = "acceso-datos/" + strconv.FormatInt(d.Numero, 10)
	for _, k := range d.Datos {
		line := reports.LineaAcceso{Que: reports.NombreAsiento(k.Tipo), Numero: k.Numero, Establecimiento: k.Establecimiento, Instante: k.Instante,
			Hasta: k.SuprimibleDesde, Plazo: k.Termino.Plazo, Archivado: k.Archivado, Visita: k.Tipo == "Tarjeta"}
		for _, v := range k.Valores {
			line.Valores = append(line.Valores, reports.ValorAcceso{Nombre: v.Nombre, Valor: v.Valor})
		}
		f.Lineas = append(f.Lineas, line)
	}
	for _, v := range d.Archivo {
		f.Archivo = append(f.Archivo, reports.LineaArchivo{Instante: v.Instante, Establecimiento: v.Establecimiento, Tarjeta: v.Tarjeta,
			Nombre: strings.TrimSpace(v.Nombre + " " + v.Apellidos), Documento: v.Documento.String(), Hasta: v.DestruibleDesde})
	}
	return s.pdf(c, fmt.Sprintf("acceso-datos-%d.pdf", d.Numero), func(w io.Writer, o reports.Options) error { return reports.AccesoDatos(w, f, o) })
}
