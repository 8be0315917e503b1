package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/propinas"
	"foliado/registers"
)

// rutasPropina are the routes about tips (art. 19).
func (s *Servidor) rutasPropina() []ruta {
	const p = "/api/v1/establecimientos/:e/propinas"
	return []ruta{
		{metodo: "GET", camino: p, cargos: librosVe, hace: s.getPropinas, resumen: "Propinas: acuerdo, movimientos de una jornada, cuentas, criterios y repartos (art. 19)", consulta: []string{"jornada"}, estado: 200, respuesta: verPropinas{}},
		{metodo: "POST", camino: p + "/acuerdos", cargos: direccion, hace: s.postAcuerdoPropinas, resumen: "Anota el acuerdo de no admitir propinas, o de volver a admitirlas (art. 19.2)", idem: true, cuerpo: peticionAcuerdoPropinas{}, estado: 201, respuesta: verAcuerdoPropinas{}},
		{metodo: "GET", camino: p + "/cartel.pdf", cargos: librosVe, hace: s.getCartelPropinas, resumen: "Cartel de que no se admiten propinas; solo con el acuerdo en vigor (art. 19.2)", estado: 200, tipo: "application/pdf"},
		{metodo: "POST", camino: p + "/parciales", cargos: salaHace, hace: s.postParcialPropinas, resumen: "Propone el acta de cómputo parcial de una caja especial llena (arts. 19.5, 31.5)", idem: true, cuerpo: peticionPropina{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: p + "/parciales/:n", cargos: librosVe, hace: s.getHojaPropinas(registers.LibroParcialesPropinas), resumen: "Un cómputo parcial; con sufijo .pdf, su acta", pdf: true, estado: 200, respuesta: verHojaPropinas{}},
		{metodo: "POST", camino: p + "/parciales/:n/copia", cargos: salaHace, hace: s.postCopiaPropinas, resumen: "Anota que la copia del acta está en la caja especial (art. 19.5)", idem: true, estado: 204},
		{metodo: "POST", camino: p + "/devoluciones", cargos: salaHace, hace: s.postDevolucionPropina, resumen: "Propone la devolución de una propina por error o abuso (art. 19.3)", idem: true, cuerpo: peticionDevolucionPropina{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: p + "/devoluciones/:n", cargos: librosVe, hace: s.getHojaPropinas(registers.LibroDevolucionesPropina), resumen: "Una devolución; con sufijo .pdf, su acta", pdf: true, estado: 200, respuesta: verHojaPropinas{}},
		{metodo: "POST", camino: p + "/recuentos", cargos: salaHace, hace: s.postRecuentoPropinas, resumen: "Propone el recuento de las propinas del día (art. 19.4)", idem: true, cuerpo: peticionRecuentoPropinas{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: p + "/recuentos/:n", cargos: librosVe, hace: s.getHojaPropinas(registers.LibroPropinas), resumen: "La cuenta de propinas de un día; con sufijo .pdf, su hoja (art. 19.4)", pdf: true, estado: 200, respuesta: verHojaPropinas{}},
		{metodo: "POST", camino: p + "/criterios", cargos: direccion, hace: s.postCriterioPropinas, resumen: "Anota el criterio de reparto en vigor desde ahora (art. 19.6)", idem: true, cuerpo: peticionCriterioPropinas{}, estado: 201, respuesta: verCriterioPropinas{}},
		{metodo: "GET", camino: p + "/criterios/:n", cargos: librosVe, hace: s.getCriterioPropinas, resumen: "Un criterio de reparto; con sufijo .pdf, la comunicación", pdf: true, estado: 200, respuesta: verCriterioPropinas{}},
		{metodo: "POST", camino: p + "/criterios/:n/comunicacion", cargos: direccion, hace: s.postComunicacionCriterio, resumen: "Anota la presentación de la comunicación de un criterio (art. 19.6)", idem: true, cuerpo: peticionRegistro{}, estado: 204},
		{metodo: "POST", camino: p + "/repartos", cargos: direccion, hace: s.postRepartoPropinas, resumen: "Reparte lo contado entre dos fechas por el criterio en vigor (arts. 15.d, 19.6)", idem: true, cuerpo: peticionRepartoPropinas{}, estado: 201, respuesta: verRepartoPropinas{}},
		{metodo: "GET", camino: p + "/repartos/:n", cargos: librosVe, hace: s.getRepartoPropinas, resumen: "Un reparto; con sufijo .pdf, su estado", pdf: true, estado: 200, respuesta: verRepartoPropinas{}},
	}
}

// proposeOnce proposes an act under the Idempotency-Key of the request.
func (s *Servidor) proposeOnce(c echo.Context, do func(ctx context.Context) (registers.Propuesta, error)) error {
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := do(ctx)
			if err != nil {
				return err
			}
			return created(c, actoPath(&p.Acto), actoResponse(&p.Acto, p.Avisos))
		},
		replay: s.replayActo(c),
	})
}

// propinasPath is the path of the tips in the API.
func propinasPath(c echo.Context, parts ...string) string {
	return "/api/v1/establecimientos/" + c.Param("e") + "/propinas" + strings.Join(append([]string{""}, parts...), "/")
}

type verAcuerdoPropinas struct {
	Admite   bool         `json:"admite"`
	Consulta domain.Fecha `json:"consulta"` // "" when the works council was not asked
	Acuerdo  domain.Fecha `json:"acuerdo"`  // "" when nothing was decided
	Hora     instante     `json:"hora"`
	Avisos   []verAviso   `json:"avisos,omitempty"`
}

func seeAcuerdoPropinas(k registers.AcuerdoPropinas, avisos []registers.Aviso) verAcuerdoPropinas {
	return verAcuerdoPropinas{k.Admite, k.Consulta, k.Acuerdo.Acuerdo, instante(k.Hora), seeAvisos(avisos)}
}

type verMovimientoPropinas struct {
	Clase   string         `json:"clase"` // parcial, devolucion
	Numero  int64          `json:"numero"`
	Caja    string         `json:"caja"`
	Importe domain.Importe `json:"importe"`
	Hora    instante       `json:"hora"`
	Copia   instante       `json:"copia"`
	Acto    string         `json:"acto"`
}

type verRecuentoPropinas struct {
	Folio     int64          `json:"folio"`
	Jornada   domain.Fecha   `json:"jornada"`
	Contado   domain.Importe `json:"contado"`
	Parciales domain.Importe `json:"parciales"`
	Devuelto  domain.Importe `json:"devuelto"`
	Importe   domain.Importe `json:"importe"`
	Hora      instante       `json:"hora"`
	Reparto   *int64         `json:"reparto"` // null: not shared out
}

type verCriterioPropinas struct {
	Criterio     int64            `json:"criterio"`
	Empleados    int64            `json:"empleados"` // ten-thousandths
	Puntos       map[string]int64 `json:"puntos"`    // by cargo, a day
	Hora         instante         `json:"hora"`
	VenceNatural domain.Fecha     `json:"vence_natural"`
	VenceHabil   domain.Fecha     `json:"vence_habil"` // "" without the table of holidays
	Comunicado   instante         `json:"comunicado"`  // null: due
}

func seeCriterioPropinas(k *registers.CriterioPropinas) verCriterioPropinas {
	v := verCriterioPropinas{k.Numero, k.Empleados, map[string]int64{}, instante(k.Hora), k.Vence.Natural, k.Vence.Habil, instante(k.Comunicado)}
	for cargo, n := range k.Puntos {
		v.Puntos[string(cargo)] = n
	}
	return v
}

type verResumenReparto struct {
	Folio     int64          `json:"folio"`
	Desde     domain.Fecha   `json:"desde"`
	Hasta     domain.Fecha   `json:"hasta"`
	Criterio  int64          `json:"criterio"`
	Total     domain.Importe `json:"total"`
	Empleados domain.Importe `json:"empleados"`
	Otros     domain.Importe `json:"otros"`
	Hora      instante       `json:"hora"`
}

type verPropinas struct {
	Acuerdo     verAcuerdoPropinas      `json:"acuerdo"`
	Movimientos []verMovimientoPropinas `json:"movimientos"`
	Recuentos   []verRecuentoPropinas   `json:"recuentos"`
	Criterios   []verCriterioPropinas   `json:"criterios"`
	Repartos    []verResumenReparto     `json:"repartos"`
}

// datosPropinas are everything on record about tips, with the movements of a jornada.
type datosPropinas struct {
	acuerdo     registers.AcuerdoPropinas
	movimientos []registers.MovimientoPropinas
	recuentos   []registers.RecuentoPropinas
	criterios   []registers.CriterioPropinas
	repartos    []registers.RepartoPropinas
}

func (s *Servidor) readPropinas(ctx context.Context, e string, fecha domain.Fecha) (d datosPropinas, err error) {
	if d.acuerdo, err = s.cfg.Casa.AcuerdoPropinas(ctx, e); err != nil {
		return d, err
	}
	if d.movimientos, err = s.cfg.Casa.MovimientosPropinas(ctx, e, fecha); err != nil {
		return d, err
	}
	if d.recuentos, err = s.cfg.Casa.RecuentosPropinas(ctx, e); err != nil {
		return d, err
	}
	if d.criterios, err = s.cfg.Casa.CriteriosPropinas(ctx, e); err != nil {
		return d, err
	}
	d.repartos, err = s.cfg.Casa.RepartosPropinas(ctx, e)
	return d, err
}

func (s *Servidor) getPropinas(c echo.Context) error {
	fecha, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	d, err := s.readPropinas(c.Request().Context(), c.Param("e"), fecha)
	if err != nil {
		return err
	}
	v := verPropinas{seeAcuerdoPropinas(d.acuerdo, nil), []verMovimientoPropinas{}, []verRecuentoPropinas{}, []verCriterioPropinas{}, []verResumenReparto{}}
	for _, m := range d.movimientos {
		v.Movimientos = append(v.Movimientos, verMovimientoPropinas{clasePropina(m.Devolucion), m.Folio, m.Caja.String(), m.Importe, instante(m.Hora), instante(m.Copia), m.Acto})
	}
	for _, r := range d.recuentos {
		x := verRecuentoPropinas{r.Folio, r.Jornada, r.Contado, r.Parciales, r.Devuelto, r.Importe, instante(r.Hora), nil}
		if r.Reparto > 0 {
			x.Reparto = &r.Reparto
		}
		v.Recuentos = append(v.Recuentos, x)
	}
	for k := range d.criterios {
		v.Criterios = append(v.Criterios, seeCriterioPropinas(&d.criterios[k]))
	}
	for _, r := range d.repartos {
		v.Repartos = append(v.Repartos, seeResumenReparto(r))
	}
	return c.JSON(http.StatusOK, v)
}

func clasePropina(devolucion bool) string {
	if devolucion {
		return "devolucion"
	}
	return "parcial"
}

func seeResumenReparto(r registers.RepartoPropinas) verResumenReparto {
	return verResumenReparto{r.Folio, r.Desde, r.Hasta, r.Criterio, r.Total, r.Empleados, r.Otros, instante(r.Hora)}
}

type peticionAcuerdoPropinas struct {
	Admite   bool         `json:"admite"`
	Consulta domain.Fecha `json:"consulta,omitempty" validate:"max=10"`
	Acuerdo  domain.Fecha `json:"acuerdo" validate:"max=10"`
	cuando
}

func (s *Servidor) postAcuerdoPropinas(c echo.Context) error {
	var req peticionAcuerdoPropinas
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	answer := func(avisos []registers.Aviso) error {
		k, err := s.cfg.Casa.AcuerdoPropinas(c.Request().Context(), c.Param("e"))
		if err != nil {
			return err
		}
		return created(c, propinasPath(c), seeAcuerdoPropinas(k, avisos))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			avisos, err := s.cfg.Casa.AgreePropinas(ctx, autor(c), h, c.Param("e"), propinas.Acuerdo{Admite: req.Admite, Consulta: req.Consulta, Acuerdo: req.Acuerdo})
			if err != nil {
				return err
			}
			return answer(avisos)
		},
		replay: func(int, string) error { return answer(nil) },
	})
}

type peticionPropina struct {
	Caja    string         `json:"caja" validate:"max=20"` // mesa-4, admision, caja, cambio
	Importe domain.Importe `json:"importe"`
	cuando
}

func (s *Servidor) postParcialPropinas(c echo.Context) error {
	var req peticionPropina
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.proposeOnce(c, func(ctx context.Context) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeParcialPropinas(ctx, autor(c), h, c.Param("e"), registers.PropinaFacts{Caja: req.Caja, Importe: req.Importe})
	})
}

func (s *Servidor) postCopiaPropinas(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.FileCopiaPropinas(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), n)
	})
}

type peticionDevolucionPropina struct {
	peticionPropina
	Causa  string `json:"causa" validate:"max=20"` // error, abuso
	Motivo string `json:"motivo" validate:"max=500"`
}

func (s *Servidor) postDevolucionPropina(c echo.Context) error {
	var req peticionDevolucionPropina
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.proposeOnce(c, func(ctx context.Context) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeDevolucionPropina(ctx, autor(c), h, c.Param("e"), registers.PropinaFacts{Caja: req.Caja, Importe: req.Importe, Causa: req.Causa, Motivo: req.Motivo})
	})
}

type peticionRecuentoPropinas struct {
	Jornada domain.Fecha              `json:"jornada,omitempty" validate:"max=10"` // the last one when absent
	Cajas   map[string]domain.Importe `json:"cajas" validate:"max=200"`
	cuando
}

func (s *Servidor) postRecuentoPropinas(c echo.Context) error {
	var req peticionRecuentoPropinas
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.proposeOnce(c, func(ctx context.Context) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeRecuentoPropinas(ctx, autor(c), h, c.Param("e"), registers.RecuentoPropinasFacts{Jornada: req.Jornada, Cajas: req.Cajas})
	})
}

type verHojaPropinas struct {
	verEntrada
	Folio     int64                     `json:"folio"`
	Jornada   domain.Fecha              `json:"jornada"`
	Cajas     map[string]domain.Importe `json:"cajas"`
	Parciales domain.Importe            `json:"parciales"`
	Devuelto  domain.Importe            `json:"devuelto"`
	Importe   domain.Importe            `json:"importe"`
	Causa     string                    `json:"causa,omitempty"`
	Motivo    string                    `json:"motivo,omitempty"`
	Copia     instante                  `json:"copia"`
}

// getHojaPropinas answers an asiento of a book of tips, or its paper.
func (s *Servidor) getHojaPropinas(libro string) echo.HandlerFunc {
	return func(c echo.Context) error {
		name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
		n, err := parseNumero(name)
		if err != nil {
			return err
		}
		h, err := s.cfg.Casa.HojaPropinas(c.Request().Context(), c.Param("e"), libro, n)
		if err != nil {
			return err
		}
		if pdf {
			return s.pdfHojaPropinas(c, &h)
		}
		v := verHojaPropinas{verEntrada: seeEntrada(&h.EntradaFolio), Folio: h.Folio, Jornada: h.Jornada, Cajas: map[string]domain.Importe{}, Parciales: h.Parciales,
			Devuelto: h.Devuelto, Importe: h.Importe, Causa: h.Causa, Motivo: h.Motivo, Copia: instante(h.Copia)}
		for _, x := range h.Cajas {
			v.Cajas[x.Caja.String()] = x.Importe
		}
		if len(h.Cajas) == 0 {
			v.Cajas[h.Caja.String()] = h.Importe
		}
		return c.JSON(http.StatusOK, v)
	}
}
