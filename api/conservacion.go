package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers/diario"
)

// Who sees the terms and what falls due, who carries them out, and who reads the archivo PBC.
var (
	conservaVe = append([]domain.Cargo{domain.FuncionarioInspector, domain.ResponsablePBC}, direccion...)
	conserva   = append([]domain.Cargo{domain.Sistema}, direccion...)
	archivoVe  = []domain.Cargo{domain.ResponsablePBC, domain.FuncionarioInspector}
	accesoHace = append([]domain.Cargo{domain.ResponsablePBC}, direccion...)
	inspeccion = []domain.Cargo{domain.FuncionarioInspector}
)

// rutasConservacion are the routes of retention: terms, runs, holds, the archivo PBC and what
// people ask about themselves.
func (s *Servidor) rutasConservacion() []ruta {
	const v1 = "/api/v1"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, direccion...)
	return []ruta{
		{metodo: "GET", camino: v1 + "/conservacion", cargos: conservaVe, hace: s.getConservacion, resumen: "Plazos por clase y lo que vence en una fecha; por defecto, hoy (art. 20.4)", consulta: []string{"a"}, estado: 200, respuesta: verConservacion{}},
		{metodo: "POST", camino: v1 + "/conservacion", cargos: conserva, hace: s.postConservacion, resumen: "Destruye lo vencido en una fecha; una que no ha llegado solo se simula (art. 20.4, ADM-1)", cuerpo: peticionConservacion{}, estado: 200, respuesta: verConservacion{}},
		{metodo: "GET", camino: v1 + "/retenciones-datos", cargos: inspecciona, hace: s.getRetenciones, resumen: "Órdenes de no borrar, la última primero", estado: 200, respuesta: listaRetenciones{}},
		{metodo: "POST", camino: v1 + "/retenciones-datos", cargos: direccion, hace: s.postRetencion, resumen: "Ordena no borrar lo de una persona, por su ficha o por un documento", idem: true, cuerpo: peticionRetencion{}, estado: 201, respuesta: verRetencion{}},
		{metodo: "POST", camino: v1 + "/retenciones-datos/:n/levantamiento", cargos: direccion, hace: s.postLevantamientoRetencion, resumen: "Levanta una orden de no borrar", idem: true, cuerpo: peticionMotivo{}, estado: 200, respuesta: verRetencion{}},
		{metodo: "GET", camino: v1 + "/archivo-pbc", cargos: archivoVe, hace: s.getArchivo, resumen: "Visitas del archivo PBC; cada consulta queda anotada (Ley 10/2010, arts. 7.5 y 25; ADM-1)", consulta: []string{"desde", "hasta", "documento", "cursor", "limite"}, estado: 200, respuesta: paginaArchivo{}},
		{metodo: "GET", camino: v1 + "/archivo-pbc/consultas", cargos: inspeccion, hace: s.getConsultasArchivo, resumen: "Quién ha consultado el archivo PBC, la última consulta primero; solo para la inspección (ADM-1)", consulta: []string{"cursor", "limite"}, estado: 200, respuesta: paginaConsultas{}},
		{metodo: "POST", camino: v1 + "/accesos-datos", cargos: accesoHace, hace: s.postAccesoDatos, resumen: "Anota que una persona pide lo que se guarda de ella", idem: true, cuerpo: peticionAccesoDatos{}, estado: 201, respuesta: verNumeroAcceso{}},
		{metodo: "GET", camino: v1 + "/accesos-datos/:n", cargos: append([]domain.Cargo{domain.FuncionarioInspector}, accesoHace...), hace: s.getAccesoDatos, resumen: "Lo que se guarda de quien lo pidió; con sufijo .pdf, el impreso para ella. La entrega queda anotada", pdf: true, estado: 200, respuesta: verAccesoDatos{}},
	}
}

// verTermino is a row of the table of terms.
type verTermino struct {
	Termino    string `json:"termino"`
	Que        string `json:"que"`
	Plazo      string `json:"plazo"`
	Desde      string `json:"desde"`
	Despues    string `json:"despues"`
	Fundamento string `json:"fundamento"`
	Criterio   string `json:"criterio"`
}

// verVencido is what a row has due.
type verVencido struct {
	Termino    string `json:"termino"`
	Registros  int    `json:"registros"`  // over their term
	Archivados int    `json:"archivados"` // of them, that pass to the archivo PBC
	Retenidos  int    `json:"retenidos"`  // kept by an order
}

type verConservacion struct {
	A          domain.Fecha `json:"a"`
	Simulada   bool         `json:"simulada"`
	Terminos   []verTermino `json:"terminos"`
	Vencidos   []verVencido `json:"vencidos"`
	Borrados   int64        `json:"borrados"`   // personal values destroyed in this run
	Pendientes int64        `json:"pendientes"` // values to be destroyed that are still there
	Compactada bool         `json:"compactada"` // nothing of them stays in free pages
}

func showConservacion(k *admission.Conservacion) verConservacion {
	v := verConservacion{A: k.Fecha, Simulada: k.Simulada, Vencidos: []verVencido{}, Borrados: k.Borrados, Pendientes: k.Pendientes, Compactada: k.Compactada}
	for _, t := range plazos.Conservacion {
		v.Terminos = append(v.Terminos, verTermino{t.ID, t.Que, t.Plazo, t.Desde, t.Despues, t.Fundamento(), t.Criterio})
	}
	for _, d := range k.Vencidos {
		v.Vencidos = append(v.Vencidos, verVencido{d.Termino.ID, d.Registros, d.Archivados, d.Retenidos})
	}
	return v
}

// getConservacion tells the terms and what falls due.
func (s *Servidor) getConservacion(c echo.Context) error {
	a, err := s.fechaConservacion(c)
	if err != nil {
		return err
	}
	k, err := s.cfg.Puerta.SimulateConservacion(c.Request().Context(), a)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showConservacion(&k))
}

// fechaConservacion is the date that a request asks about, today by default.
func (s *Servidor) fechaConservacion(c echo.Context) (domain.Fecha, error) {
	a, err := fechaConsultada(c, "a")
	if a == "" {
		a = domain.FechaDe(s.cfg.Escritor.Ahora())
	}
	return a, err
}

type peticionConservacion struct {
	A       string `json:"a,omitempty" validate:"max=10"` // today by default
	Simular bool   `json:"simular,omitempty"`
}

// postConservacion destroys what is due. What is done twice does nothing the second time.
func (s *Servidor) postConservacion(c echo.Context) error {
	var req peticionConservacion
	if err := bind(c, &req); err != nil {
		return err
	}
	hoy := domain.FechaDe(s.cfg.Escritor.Ahora())
	a := hoy
	if req.A != "" {
		var err error
		if a, err = domain.ParseFecha(req.A); err != nil {
			return &errForma{map[string]string{"a": err.Error()}}
		}
	}
	k, err := s.runConservacion(c.Request().Context(), c, a, req.Simular || a > hoy)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showConservacion(&k))
}

// runConservacion runs retention, or simulates it. Once begun it goes on although who asked
// hangs up.
func (s *Servidor) runConservacion(ctx context.Context, c echo.Context, a domain.Fecha, simulate bool) (admission.Conservacion, error) {
	if simulate {
		return s.cfg.Puerta.SimulateConservacion(ctx, a)
	}
	return s.cfg.Puerta.Conserve(context.WithoutCancel(ctx), a, autor(c))
}

type peticionRetencion struct {
	Ficha  int64  `json:"ficha,omitempty" validate:"min=0"` // or a document
	Tipo   string `json:"tipo,omitempty" validate:"max=20"`
	Pais   string `json:"pais,omitempty" validate:"max=3"`
	Numero string `json:"numero,omitempty" validate:"max=40"`
	Motivo string `json:"motivo" validate:"required,max=1000"`
}

type verRetencion struct {
	Numero    int64    `json:"numero"`
	Ficha     int64    `json:"ficha,omitempty"`
	Asientos  int      `json:"asientos"` // kept when it was ordered
	Motivo    string   `json:"motivo"`
	Instante  instante `json:"instante"`
	Ordena    string   `json:"ordena"` // persona
	Levantada bool     `json:"levantada"`
}

type listaRetenciones struct {
	Retenciones []verRetencion `json:"retenciones"`
}

func showRetencion(r *admission.RetencionDatos) verRetencion {
	return verRetencion{r.Numero, r.Ficha, r.Asientos, r.Motivo, instante(r.Instante), r.Autor, r.Levantada}
}

// getRetenciones lists the orders not to erase.
func (s *Servidor) getRetenciones(c echo.Context) error {
	list, err := s.cfg.Puerta.Retenciones(c.Request().Context())
	if err != nil {
		return err
	}
	out := listaRetenciones{make([]verRetencion, 0, len(list))}
	for k := range list {
		out.Retenciones = append(out.Retenciones, showRetencion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// answerRetencion answers with an order not to erase, under that status.
func (s *Servidor) answerRetencion(c echo.Context, status int, do func(ctx context.Context) (admission.RetencionDatos, error)) error {
	answer := func(r admission.RetencionDatos, err error) error {
		switch {
		case err != nil:
			return err
		case status == http.StatusCreated:
			return created(c, "/api/v1/retenciones-datos", showRetencion(&r))
		}
		return c.JSON(status, showRetencion(&r))
	}
	return s.onceIn(c, diario.Entidad, "", creacion{
		do: func(ctx context.Context) error { return answer(do(ctx)) },
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return fmt.Errorf("idempotent reference %q: %w", ref, err)
			}
			return answer(s.cfg.Puerta.Retencion(c.Request().Context(), n))
		},
	})
}

// postRetencion orders that nothing of a person is erased.
func (s *Servidor) postRetencion(c echo.Context) error {
	var req peticionRetencion
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.answerRetencion(c, http.StatusCreated, func(ctx context.Context) (admission.RetencionDatos, error) {
		return s.cfg.Puerta.Hold(ctx, admission.Retener{Ficha: req.Ficha, Tipo: req.Tipo, Pais: req.Pais, Numero: req.Numero, Motivo: req.Motivo}, autor(c))
	})
}

// postLevantamientoRetencion lifts such an order.
func (s *Servidor) postLevantamientoRetencion(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.answerRetencion(c, http.StatusOK, func(ctx context.Context) (admission.RetencionDatos, error) {
		return s.cfg.Puerta.Release(ctx, n, req.Motivo, autor(c))
	})
}
