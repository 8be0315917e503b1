package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// plantillaVe are who reads the list of the staff.
var plantillaVe = append([]domain.Cargo{domain.FuncionarioInspector}, direccion...)

// errFechaFutura: nobody knows yet who will serve then.
var errFechaFutura = errors.New("esa fecha no ha llegado")

// rutasPlantilla are the routes of the staff at a date and of the comité de dirección.
func (s *Servidor) rutasPlantilla() []ruta {
	const e = "/api/v1/establecimientos/:e"
	fecha := []string{"fecha"}
	return []ruta{
		{metodo: "GET", camino: e + "/plantilla", cargos: plantillaVe, hace: s.getPlantilla, resumen: "Relación de personal al acabar una fecha; sin ella, ahora (art. 17.1)", consulta: fecha, estado: 200, respuesta: verPlantilla{}},
		{metodo: "GET", camino: e + "/plantilla.pdf", cargos: plantillaVe, hace: s.getPlantillaPDF, resumen: "La relación de personal, en PDF (art. 17.1)", consulta: fecha, estado: 200, tipo: "application/pdf"},
		{metodo: "POST", camino: e + "/comite", cargos: direccion, hace: s.postComite, resumen: "Anota quiénes forman el comité de dirección; sin miembros, que no lo hay (arts. 12.1, 12.3)", idem: true, cuerpo: peticionComite{}, estado: 204},
	}
}

// paginasPlantilla are the page of the staff and its form.
func (s *Servidor) paginasPlantilla() []ruta {
	const e = "/establecimientos/:e/plantilla"
	return []ruta{
		{metodo: "GET", camino: e, cargos: plantillaVe, hace: s.getPaginaPlantilla, resumen: "Relación de personal en una fecha y comité de dirección"},
		{metodo: "POST", camino: e + "/comite", cargos: direccion, hace: s.formComite, resumen: "Anota el comité de dirección"},
	}
}

type verDePlantilla struct {
	Persona   string       `json:"persona"`
	Nombre    string       `json:"nombre"`
	Apellidos string       `json:"apellidos"`
	Cargo     domain.Cargo `json:"cargo"`
	Desde     instante     `json:"desde"`
}

type verPlantilla struct {
	Instante instante         `json:"instante"`
	Personas []verDePlantilla `json:"personas"`
	Comite   []string         `json:"comite"` // personas
	Acuerdo  domain.Fecha     `json:"acuerdo,omitempty"`
}

// plantillaDe is the staff when the date asked for ends, or now.
func (s *Servidor) plantillaDe(c echo.Context) (at time.Time, staff []registers.Empleado, k *registers.Comite, err error) {
	at = s.cfg.Escritor.Ahora()
	if q := c.QueryParam("fecha"); q != "" && domain.Fecha(q) != domain.FechaDe(at) {
		f, err := domain.ParseFecha(q)
		if err == nil && f > domain.FechaDe(at) {
			err = errFechaFutura
		}
		if err != nil {
			return at, nil, nil, &errForma{map[string]string{"fecha": err.Error()}}
		}
		d := f.Time()
		at = time.Date(d.Year(), d.Month(), d.Day()+1, 0, 0, 0, 0, domain.Madrid).UTC().Add(-time.Microsecond)
	}
	if staff, err = s.cfg.Casa.Plantilla(c.Request().Context(), c.Param("e"), at); err != nil {
		return at, nil, nil, err
	}
	k, err = s.cfg.Casa.Comite(c.Request().Context(), c.Param("e"))
	return at, staff, k, err
}

func (s *Servidor) getPlantilla(c echo.Context) error {
	at, staff, k, err := s.plantillaDe(c)
	if err != nil {
		return err
	}
	v := verPlantilla{Instante: instante(at), Personas: []verDePlantilla{}, Comite: []string{}}
	for _, e := range staff {
		v.Personas = append(v.Personas, verDePlantilla{e.Persona.ID, e.Persona.Nombre, e.Persona.Apellidos, e.Cargo, instante(e.Desde)})
	}
	if k != nil {
		v.Acuerdo = k.Acuerdo
		for _, p := range k.Miembros {
			v.Comite = append(v.Comite, p.ID)
		}
	}
	return c.JSON(http.StatusOK, v)
}

func (s *Servidor) getPlantillaPDF(c echo.Context) error {
	at, staff, k, err := s.plantillaDe(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(s.cfg.Escritor.UltimoCheckpoint())
	if err != nil {
		return err
	}
	f := reports.PlantillaFacts{Casa: casa, Instante: at, Evidencia: reports.Evidencia{Token: "plantilla/" + c.Param("e"), Checkpoint: cp}}
	for _, e := range staff {
		f.Personas = append(f.Personas, reports.LineaPlantilla{Nombre: e.Persona.Nombre, Apellidos: e.Persona.Apellidos, Categoria: e.Cargo.Nombre(), Desde: e.Desde})
	}
	if k != nil {
		f.Acuerdo = k.Acuerdo.Larga()
		for _, p := range k.Miembros {
			f.Comite = append(f.Comite, p.NombreCompleto())
		}
	}
	return s.pdf(c, "plantilla-"+c.Param("e")+".pdf", func(w io.Writer, o reports.Options) error { return reports.Plantilla(w, f, o) })
}

type peticionComite struct {
	Miembros []string     `json:"miembros" validate:"max=40"` // personas; none when there is no comité
	Acuerdo  domain.Fecha `json:"acuerdo" validate:"required"`
}

func (s *Servidor) postComite(c echo.Context) error {
	var req peticionComite
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.SetComite(ctx, autor(c), c.Param("e"), registers.ComiteFacts{Miembros: req.Miembros, Acuerdo: req.Acuerdo})
	})
}

func (s *Servidor) getPaginaPlantilla(c echo.Context) error { return s.drawPlantilla(c, nil) }

func (s *Servidor) drawPlantilla(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	at, staff, k, err := s.plantillaDe(c)
	if err != nil {
		return err
	}
	p := templates.Plantilla{Instante: at, Fecha: domain.FechaDe(at), Acuerdo: field(c, "acuerdo")}
	p.PDF = "/api/v1" + paginaDe(c.Param("e"), "plantilla.pdf") + "?fecha=" + string(p.Fecha)
	if p.Marco, err = s.marco(c, "Relación de personal", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	sits := map[string]bool{}
	if k != nil {
		p.Comite = k.Acuerdo
		for _, m := range k.Miembros {
			sits[m.ID] = true
		}
	}
	for _, e := range staff {
		p.Personas = append(p.Personas, templates.Empleado{Persona: e.Persona.ID, Nombre: e.Persona.NombreCompleto(), Categoria: e.Cargo.Nombre(), Desde: e.Desde,
			Comite: sits[e.Persona.ID], Puede: e.Persona.Baja.IsZero()})
	}
	return render(c, status, p)
}

func (s *Servidor) formComite(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "plantilla")) }
	err = s.onceForm(c, func(ctx context.Context) error {
		f := registers.ComiteFacts{Miembros: form["miembro"], Acuerdo: domain.Fecha(field(c, "acuerdo"))}
		if err := s.cfg.Casa.SetComite(ctx, autor(c), c.Param("e"), f); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawPlantilla(c, err)
	}
	return nil
}
