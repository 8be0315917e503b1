package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/reports"
)

// rutasCajaAdmision are the routes of the till of the desk and of the volantes.
func (s *Servidor) rutasCajaAdmision() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "POST", camino: e + "/turnos", cargos: puertaHace, hace: s.postTurno, resumen: "Abre el turno de quien lo pide en el mostrador, con su fondo", idem: true, cuerpo: peticionTurno{}, estado: 201, respuesta: verTurno{}},
		{metodo: "GET", camino: e + "/turnos", cargos: puertaVe, hace: s.getTurnos, resumen: "Turnos de mostrador de una jornada", consulta: []string{"jornada"}, estado: 200, respuesta: listaTurnos{}},
		{metodo: "GET", camino: e + "/turnos/:n", cargos: puertaVe, hace: s.getTurno, resumen: "Un turno con sus recibos; con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: verTurnoEntero{}},
		{metodo: "GET", camino: e + "/turnos/:n/recibos", cargos: puertaVe, hace: s.getTurnoCSV, resumen: "Recibos de un turno en CSV, para una hoja de cálculo", estado: 200, tipo: tipoCSV},
		{metodo: "POST", camino: e + "/turnos/:n/cierre", cargos: puertaHace, hace: s.postCierreTurno, resumen: "Cierra un turno con su recuento; la diferencia queda anotada con su motivo", idem: true, cuerpo: peticionRecuentoTurno{}, estado: 201, respuesta: verTurno{}},
		{metodo: "POST", camino: e + "/volantes", cargos: puertaHace, hace: s.postVolante, resumen: "Da un volante y deja en custodia documento e importe; la tarjeta queda emitida y se imprime después (art. 23.4, ADM-7)", idem: true, cuerpo: peticionVolante{}, estado: 201, respuesta: verVolante{}},
		{metodo: "GET", camino: e + "/volantes", cargos: puertaVe, hace: s.getVolantes, resumen: "Lista de custodia de una jornada (art. 23.4)", consulta: []string{"jornada"}, estado: 200, respuesta: listaVolantes{}},
		{metodo: "GET", camino: e + "/volantes/:n", cargos: puertaVe, hace: s.getVolante, resumen: "Un volante; con sufijo .pdf, el impreso; «custodia-FECHA.pdf» es la lista de custodia", pdf: true, estado: 200, respuesta: verVolante{}},
		{metodo: "POST", camino: e + "/volantes/:n/entrega", cargos: puertaHace, hace: s.postEntrega, resumen: "Entrega la tarjeta de un volante y devuelve el documento (art. 23.4)", idem: true, estado: 201, respuesta: verVolante{}},
	}
}

type peticionTurno struct {
	Fondo domain.Importe `json:"fondo" validate:"min=0"`
}

type peticionRecuentoTurno struct {
	Efectivo domain.Importe `json:"efectivo" validate:"min=0"`
	Otros    domain.Importe `json:"otros" validate:"min=0"`
	Motivo   string         `json:"motivo,omitempty" validate:"max=500"`
}

type verTurno struct {
	Numero       int64          `json:"numero"`
	Persona      string         `json:"persona"`
	Jornada      domain.Fecha   `json:"jornada"`
	Abierto      instante       `json:"abierto"`
	Cerrado      instante       `json:"cerrado"`
	Fondo        domain.Importe `json:"fondo"`
	Tarjetas     domain.Importe `json:"tarjetas"`
	Devoluciones domain.Importe `json:"devoluciones"`
	Grupos       domain.Importe `json:"grupos"`
	Esperado     domain.Importe `json:"esperado"`
	Efectivo     domain.Importe `json:"efectivo"`
	Otros        domain.Importe `json:"otros"`
	Diferencia   domain.Importe `json:"diferencia"` // once it is closed, signed céntimos
}

type verCobro struct {
	Concepto admission.ConceptoCobro `json:"concepto"`
	Numero   int64                   `json:"numero"`
	Instante instante                `json:"instante"`
	Importe  domain.Importe          `json:"importe"`
}

type verTurnoEntero struct {
	verTurno
	Cobros []verCobro `json:"cobros"`
}

type listaTurnos struct {
	Turnos []verTurno `json:"turnos"`
}

func seeTurno(t *admission.Turno) verTurno {
	a := t.Arqueo
	v := verTurno{Numero: t.Numero, Persona: t.Persona, Jornada: t.Jornada, Abierto: instante(t.Abierto), Cerrado: instante(t.Cerrado), Fondo: a.Fondo,
		Tarjetas: a.Tarjetas, Devoluciones: a.Devoluciones, Grupos: a.Grupos, Esperado: a.Esperado(), Efectivo: a.Efectivo, Otros: a.Otros}
	if !t.Cerrado.IsZero() {
		v.Diferencia = a.Diferencia()
	}
	return v
}

// showTurno answers 201 with a shift, or returns why there is none.
func showTurno(c echo.Context) func(admission.Turno, error) error {
	return func(t admission.Turno, err error) error {
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/turnos/%d", c.Param("e"), t.Numero), seeTurno(&t))
	}
}

func (s *Servidor) replayTurno(c echo.Context) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return err
		}
		return showTurno(c)(s.cfg.Puerta.Turno(c.Request().Context(), c.Param("e"), n))
	}
}

// postTurno begins the shift of whoever asks.
func (s *Servidor) postTurno(c echo.Context) error {
	var req peticionTurno
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showTurno(c)(s.cfg.Puerta.OpenTurno(ctx, c.Param("e"), req.Fondo, autor(c)))
		},
		replay: s.replayTurno(c),
	})
}

// getTurnos lists the shifts of a jornada.
func (s *Servidor) getTurnos(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Turnos(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaTurnos{Turnos: make([]verTurno, 0, len(list))}
	for k := range list {
		out.Turnos = append(out.Turnos, seeTurno(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// getTurno answers a shift with its receipts, or the paper when its number ends in .pdf.
func (s *Servidor) getTurno(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	t, err := s.cfg.Puerta.Turno(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfTurno(c, &t)
	}
	v := verTurnoEntero{verTurno: seeTurno(&t), Cobros: make([]verCobro, 0, len(t.Cobros))}
	for _, r := range t.Cobros {
		v.Cobros = append(v.Cobros, verCobro{r.Concepto, r.Numero, instante(r.Instante), r.Importe})
	}
	return c.JSON(http.StatusOK, v)
}

// postCierreTurno ends a shift with its count.
func (s *Servidor) postCierreTurno(c echo.Context) error {
	var req peticionRecuentoTurno
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showTurno(c)(s.cfg.Puerta.CloseTurno(ctx, c.Param("e"), n, admission.RecuentoTurno(req), autor(c)))
		},
		replay: s.replayTurno(c),
	})
}

// conceptos are the receipts of a shift in words.
var conceptos = map[admission.ConceptoCobro]string{
	admission.CobroTarjeta:    "Tarjeta",
	admission.CobroDevolucion: "Devolución de la tarjeta",
	admission.CobroGrupo:      "Grupo, recibo",
}

// evidenciaDe is what lets a paper about a leaf be checked.
func (s *Servidor) evidenciaDe(ctx context.Context, token string, posicion int64) (reports.Evidencia, error) {
	cp, err := s.checkpointDe(ctx, posicion)
	return reports.Evidencia{Token: token, Checkpoint: cp}, err
}

// pdfTurno prints the receipts of a shift and its count.
func (s *Servidor) pdfTurno(c echo.Context, t *admission.Turno) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, t.Establecimiento)
	if err != nil {
		return err
	}
	who, err := s.cfg.Casa.Persona(ctx, t.Persona)
	if err != nil {
		return err
	}
	a := t.Arqueo
	f := reports.TurnoFacts{Casa: casa, Numero: t.Numero, Persona: who.NombreCompleto(), Jornada: t.Jornada, Abierto: t.Abierto, Cerrado: t.Cerrado,
		Fondo: a.Fondo, Cobrado: a.Esperado() - a.Fondo, Esperado: a.Esperado(), Efectivo: a.Efectivo, Otros: a.Otros}
	if !t.Cerrado.IsZero() {
		f.Diferencia, f.Motivo = a.Diferencia(), t.Motivo
	}
	for _, r := range t.Cobros {
		f.Lineas = append(f.Lineas, reports.LineaTurno{Concepto: conceptos[r.Concepto], Numero: r.Numero, Instante: r.Instante, Importe: r.Importe})
	}
	f.Evidencia, err = s.evidenciaDe(ctx, fmt.Sprintf("%s/turnos/%d", t.Establecimiento, t.Numero), max(t.Posicion, t.Cierre))
	if err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("turno-%d.pdf", t.Numero), func(w io.Writer, o reports.Options) error { return reports.Turno(w, f, o) })
}

type peticionDeposito struct {
	Documento string          `json:"documento" validate:"max=40"` // kind of the document left in custody
	Importe   *domain.Importe `json:"importe" validate:"omitempty,min=0"`
}

type peticionVolante struct {
	Comprobacion string           `json:"comprobacion" validate:"required,max=64"`
	Precio       domain.Importe   `json:"precio" validate:"min=0"`
	Reduccion    acceso.Reduccion `json:"reduccion,omitempty" validate:"max=40"`
	Hasta        domain.Fecha     `json:"hasta,omitempty" validate:"max=10"`
	Deposito     peticionDeposito `json:"deposito"`
}

type verVolante struct {
	Numero    int64                   `json:"numero"`
	Tarjeta   int64                   `json:"tarjeta"`
	Jornada   domain.Fecha            `json:"jornada"`
	Nombre    string                  `json:"nombre"`
	Apellidos string                  `json:"apellidos"`
	Documento string                  `json:"documento"` // kind of the document in custody
	Importe   domain.Importe          `json:"importe"`
	Instante  instante                `json:"instante"`
	Estado    admission.EstadoVolante `json:"estado"`
	Entregado instante                `json:"entregado"`
}

type listaVolantes struct {
	Volantes []verVolante `json:"volantes"`
}

func seeVolante(v *admission.Volante) verVolante {
	return verVolante{v.Numero, v.Tarjeta.Numero, v.Jornada, v.Tarjeta.Nombre, v.Tarjeta.Apellidos, v.Documento, v.Importe, instante(v.Instante),
		v.Estado, instante(v.Entregado)}
}

// showVolante answers 201 with a volante, or returns why there is none.
func showVolante(c echo.Context) func(admission.Volante, error) error {
	return func(v admission.Volante, err error) error {
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/volantes/%d", c.Param("e"), v.Numero), seeVolante(&v))
	}
}

func (s *Servidor) replayVolante(c echo.Context) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return err
		}
		return showVolante(c)(s.cfg.Puerta.Volante(c.Request().Context(), c.Param("e"), n))
	}
}

// postVolante hands out a volante.
func (s *Servidor) postVolante(c echo.Context) error {
	var req peticionVolante
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("hasta", req.Hasta); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showVolante(c)(s.cfg.Puerta.IssueVolante(ctx, admission.Emision{Establecimiento: c.Param("e"), Comprobacion: req.Comprobacion,
				Precio: req.Precio, Reduccion: req.Reduccion, Hasta: req.Hasta, Autor: autor(c)}, acceso.Deposito(req.Deposito)))
		},
		replay: s.replayVolante(c),
	})
}

// getVolantes is the custody list of a jornada.
func (s *Servidor) getVolantes(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Volantes(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaVolantes{Volantes: make([]verVolante, 0, len(list))}
	for k := range list {
		out.Volantes = append(out.Volantes, seeVolante(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// getVolante answers a volante, its paper, or the custody list of a jornada on paper.
func (s *Servidor) getVolante(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	if fecha, list := strings.CutPrefix(name, "custodia-"); list && pdf {
		return s.pdfCustodia(c, domain.Fecha(fecha))
	}
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	v, err := s.cfg.Puerta.Volante(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfVolante(c, &v)
	}
	return c.JSON(http.StatusOK, seeVolante(&v))
}

// postEntrega hands over the card of a volante.
func (s *Servidor) postEntrega(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showVolante(c)(s.cfg.Puerta.Deliver(ctx, c.Param("e"), n, autor(c)))
		},
		replay: s.replayVolante(c),
	})
}

// pdfVolante prints the paper that its holder carries.
func (s *Servidor) pdfVolante(c echo.Context, v *admission.Volante) error {
	ctx := c.Request().Context()
	if v.Tarjeta.Nombre == "" {
		return admission.ErrSuprimida
	}
	casa, err := s.casaImpresa(ctx, v.Establecimiento)
	if err != nil {
		return err
	}
	f := reports.VolanteFacts{Casa: casa, Numero: v.Numero, Nombre: strings.TrimSpace(v.Tarjeta.Nombre + " " + v.Tarjeta.Apellidos), Tarjeta: v.Tarjeta.Numero,
		Documento: identidad.TipoDocumento(v.Documento).Nombre(), Importe: v.Importe, Emision: v.Instante, Jornada: v.Jornada, Entregado: v.Entregado,
		Token: v.Tarjeta.Token}
	if f.Checkpoint, err = s.checkpointDe(ctx, v.Posicion); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("volante-%d.pdf", v.Numero), func(w io.Writer, o reports.Options) error { return reports.Volante(w, f, o) })
}

// pdfCustodia prints the custody list of a jornada.
func (s *Servidor) pdfCustodia(c echo.Context, fecha domain.Fecha) error {
	ctx, e := c.Request().Context(), c.Param("e")
	j, err := s.cfg.Casa.Jornada(ctx, e, fecha)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(ctx, e)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Volantes(ctx, e, fecha)
	if err != nil {
		return err
	}
	f := reports.CustodiaFacts{Casa: casa, Jornada: j.Fecha}
	for _, v := range list {
		f.Lineas = append(f.Lineas, reports.LineaCustodia{Volante: v.Numero, Tarjeta: v.Tarjeta.Numero, Nombre: strings.TrimSpace(v.Tarjeta.Nombre + " " + v.Tarjeta.Apellidos),
			Documento: identidad.TipoDocumento(v.Documento).Nombre(), Importe: v.Importe, Instante: v.Instante, Estado: strings.ReplaceAll(string(v.Estado), "_", " ")})
	}
	if f.Evidencia, err = s.evidenciaDe(ctx, e+"/volantes/"+string(fecha), s.cfg.Escritor.Tamano()-1); err != nil {
		return err
	}
	return s.pdf(c, "custodia-"+string(j.Fecha)+".pdf", func(w io.Writer, o reports.Options) error { return reports.Custodia(w, f, o) })
}
