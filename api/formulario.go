package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// formulariosHace are the cargos of the floor and of the door, which print and void forms;
// formulariosVe, those who see them.
var (
	formulariosHace = append([]domain.Cargo{domain.Admision, domain.JefeAdmision}, salaHace...)
	formulariosVe   = append([]domain.Cargo{domain.Admision, domain.JefeAdmision}, librosVe...)
)

// rutasFormulario are the routes about the numbered forms of contingency (criterio HOR-2).
func (s *Servidor) rutasFormulario() []ruta {
	const f = "/api/v1/establecimientos/:e/formularios"
	return []ruta{
		{metodo: "GET", camino: f, cargos: formulariosVe, hace: s.getFormularios, resumen: "Formularios de contingencia de la sala y de la puerta: usados, anulados y sin usar (criterio HOR-2)", estado: 200, respuesta: listaFormularios{}},
		{metodo: "POST", camino: f, cargos: formulariosHace, hace: s.postFormularios, resumen: "Emite formularios numerados para imprimir y tener a mano (criterio HOR-2)", idem: true, cuerpo: peticionFormularios{}, estado: 201, respuesta: verEmision{}},
		{metodo: "GET", camino: f + "/:n", cargos: formulariosVe, hace: s.getEmision, resumen: "Una emisión de formularios; con sufijo .pdf, los impresos", pdf: true, estado: 200, respuesta: verEmision{}},
		{metodo: "POST", camino: f + "/:f/anulacion", cargos: formulariosHace, hace: s.postAnulacionFormulario, resumen: "Anula un formulario estropeado o perdido, con su motivo", idem: true, cuerpo: peticionMotivo{}, estado: 201, respuesta: listaFormularios{}},
	}
}

// paginasFormulario is the page of the forms.
func (s *Servidor) paginasFormulario() []ruta {
	const f = "/establecimientos/:e/formularios"
	return []ruta{
		{metodo: "GET", camino: f, cargos: formulariosVe, hace: s.getPaginaFormularios, resumen: "Formularios de contingencia"},
		{metodo: "POST", camino: f, cargos: formulariosHace, hace: s.formFormularios, resumen: "Emite formularios de contingencia"},
		{metodo: "POST", camino: f + "/anulacion", cargos: formulariosHace, hace: s.formAnulacionFormulario, resumen: "Anula un formulario"},
	}
}

type verEmision struct {
	Emision     int64    `json:"emision"`
	Clase       string   `json:"clase"`
	Desde       int64    `json:"desde"`
	Hasta       int64    `json:"hasta"`
	Formularios []string `json:"formularios"`
	Hora        instante `json:"hora"`
}

func seeEmision(e *registers.EmisionFormularios) verEmision {
	return verEmision{e.Numero, string(e.Clase), e.Desde, e.Hasta, e.Formularios(), instante(e.Hora)}
}

type verFormulario struct {
	Formulario string                     `json:"formulario"`
	Emision    int64                      `json:"emision"`
	Clase      string                     `json:"clase"`
	Estado     registers.EstadoFormulario `json:"estado"`
	Emitido    domain.Fecha               `json:"emitido"`
}

type listaFormularios struct {
	Formularios []verFormulario `json:"formularios"`
}

func (s *Servidor) seeFormularios(c echo.Context) (listaFormularios, error) {
	fs, _, err := s.cfg.Casa.Formularios(c.Request().Context(), c.Param("e"))
	out := listaFormularios{Formularios: make([]verFormulario, 0, len(fs))}
	for _, f := range fs {
		out.Formularios = append(out.Formularios, verFormulario{f.Formulario, f.Emision, string(f.Clase), f.Estado, f.Emitido})
	}
	return out, err
}

func (s *Servidor) getFormularios(c echo.Context) error {
	v, err := s.seeFormularios(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

type peticionFormularios struct {
	Clase   string `json:"clase" validate:"required,max=20"`
	Cuantos int    `json:"cuantos" validate:"required"`
}

// postFormularios issues a batch of forms.
func (s *Servidor) postFormularios(c echo.Context) error {
	var req peticionFormularios
	if err := bind(c, &req); err != nil {
		return err
	}
	show := func(e registers.EmisionFormularios, err error) error {
		if err != nil {
			return err
		}
		return created(c, c.Request().URL.Path+"/"+decimal(e.Numero), seeEmision(&e))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.IssueFormularios(ctx, autor(c), c.Param("e"), registers.ClaseFormulario(req.Clase), req.Cuantos))
		},
		replay: func(_ int, ref string) error { return show(s.findEmision(c, ref)) },
	})
}

// findEmision is a batch of the route's establecimiento by its number as text.
func (s *Servidor) findEmision(c echo.Context, numero string) (registers.EmisionFormularios, error) {
	n, err := parseNumero(numero)
	if err != nil {
		return registers.EmisionFormularios{}, err
	}
	_, batches, err := s.cfg.Casa.Formularios(c.Request().Context(), c.Param("e"))
	if err != nil {
		return registers.EmisionFormularios{}, err
	}
	for _, b := range batches {
		if b.Numero == n {
			return b, nil
		}
	}
	return registers.EmisionFormularios{}, echo.ErrNotFound
}

// getEmision answers a batch, or its sheets when the number ends in .pdf.
func (s *Servidor) getEmision(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	e, err := s.findEmision(c, name)
	if err != nil {
		return err
	}
	if !pdf {
		return c.JSON(http.StatusOK, seeEmision(&e))
	}
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, e.Establecimiento)
	if err != nil {
		return err
	}
	facts := reports.FormulariosFacts{Casa: casa, Clase: string(e.Clase), Numeros: e.Formularios(), Emision: e.Hora, Token: e.Establecimiento + "/contingencia/" + decimal(e.Numero)}
	if facts.Checkpoint, err = s.checkpointDe(ctx, e.Posicion); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("%s-formularios-%d.pdf", e.Establecimiento, e.Numero), func(w io.Writer, o reports.Options) error {
		return reports.Formularios(w, facts, o)
	})
}

// postAnulacionFormulario voids a form.
func (s *Servidor) postAnulacionFormulario(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	show := func() error {
		v, err := s.seeFormularios(c)
		if err != nil {
			return err
		}
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/formularios", v)
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Casa.VoidFormulario(ctx, autor(c), c.Param("e"), c.Param("f"), req.Motivo); err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

// nombresFormulario name the classes for people.
var nombresFormulario = map[registers.ClaseFormulario]string{registers.FormularioApertura: "Apertura de mesa", registers.FormularioReposicion: "Reposición",
	registers.FormularioMovimiento: "Movimiento o incidencia", registers.FormularioRecuento: "Recuento y cierre", registers.FormularioControl: "Control de ingresos",
	registers.FormularioTarjeta: "Tarjeta de entrada", registers.FormularioDenegacion: "Denegación de entrada"}

func (s *Servidor) getPaginaFormularios(c echo.Context) error { return s.drawFormularios(c, nil) }

// drawFormularios draws the page of the forms, with what was wrong.
func (s *Servidor) drawFormularios(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Formularios{}
	if p.Marco, err = s.marco(c, "Formularios de contingencia", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: formulariosHace}.admits(p.Cargo)
	p.Puerta = ruta{cargos: puertaVe}.admits(p.Cargo)
	p.Caja = ruta{cargos: librosVe}.admits(p.Cargo)
	fs, batches, err := s.cfg.Casa.Formularios(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for k := len(batches) - 1; k >= 0; k-- {
		b := batches[k]
		line := templates.EmisionFormularios{Numero: b.Numero, Clase: nombresFormulario[b.Clase], Hora: b.Hora, Desde: b.Desde, Hasta: b.Hasta,
			PDF: fmt.Sprintf("/api/v1/establecimientos/%s/formularios/%d.pdf", b.Establecimiento, b.Numero)}
		for _, f := range fs {
			if f.Emision == b.Numero {
				line.Formularios = append(line.Formularios, templates.Formulario{Numero: f.Formulario, Estado: string(f.Estado)})
			}
		}
		p.Emisiones = append(p.Emisiones, line)
	}
	for _, clase := range registers.ClasesFormulario {
		p.Clases = append(p.Clases, templates.Opcion{Valor: string(clase), Texto: nombresFormulario[clase], Elegida: string(clase) == field(c, "clase")})
	}
	return render(c, status, p)
}

func (s *Servidor) formFormularios(c echo.Context) error {
	n, ok := parsePiezas(field(c, "cuantos"))
	if !ok {
		return s.drawFormularios(c, &errForma{map[string]string{"cuantos": "Cuántos: se escribe con cifras"}})
	}
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "formularios")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if _, err := s.cfg.Casa.IssueFormularios(ctx, autor(c), c.Param("e"), registers.ClaseFormulario(field(c, "clase")), int(n)); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawFormularios(c, err)
	}
	return nil
}

func (s *Servidor) formAnulacionFormulario(c echo.Context) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "formularios")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := s.cfg.Casa.VoidFormulario(ctx, autor(c), c.Param("e"), field(c, "formulario"), field(c, "motivo")); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawFormularios(c, err)
	}
	return nil
}
