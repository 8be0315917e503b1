package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/reports"
)

// lee is who reads cards inside or asks for them: whoever works on the floor or at the door.
var lee = []domain.Cargo{domain.Admision, domain.JefeAdmision, domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.Crupier, domain.Cajero, domain.Cambista}

// rutasAccesos are the routes of officials on duty, exceptional cards, points of control,
// private rooms and papers for the public.
func (s *Servidor) rutasAccesos() []ruta {
	const e = "/api/v1/establecimientos/:e"
	ve := append([]domain.Cargo{domain.FuncionarioInspector}, lee...)
	return []ruta{
		{metodo: "POST", camino: e + "/visitas-oficiales", cargos: puertaHace, hace: s.postOficial, resumen: "Anota la entrada de un funcionario en acto de servicio, sin tarjeta ni precio; con su hora verdadera si se anota después (art. 24, ADM-9)", idem: true, cuerpo: peticionOficial{}, estado: 201, respuesta: verOficial{}},
		{metodo: "GET", camino: e + "/visitas-oficiales", cargos: puertaVe, hace: s.getOficiales, resumen: "Visitas oficiales de las últimas 48 horas y las que siguen dentro", estado: 200, respuesta: listaOficiales{}},
		{metodo: "POST", camino: e + "/visitas-oficiales/:n/salida", cargos: puertaHace, hace: s.postSalidaOficial, resumen: "Anota la salida de una visita oficial (art. 24.2)", idem: true, cuerpo: cuando{}, estado: 201, respuesta: verOficial{}},
		{metodo: "POST", camino: e + "/excepciones", cargos: puertaHace, hace: s.postExcepcion, resumen: "Propone que la dirección autorice, con su firma, a una persona sin documento válido (art. 23.5)", idem: true, cuerpo: peticionExcepcion{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: e + "/excepciones/:a/comprobaciones", cargos: puertaHace, hace: s.postComprobacionExcepcional, resumen: "Comprueba a la persona que la dirección ha autorizado (arts. 21.1, 23.5)", idem: true, estado: 200, respuesta: respuestaComprobacion{}},
		{metodo: "POST", camino: e + "/puntos-control", cargos: direccion, hace: s.postPunto, resumen: "Da de alta un punto de control interior: el sistema técnico del art. 22.1", idem: true, cuerpo: peticionPunto{}, estado: 201, respuesta: verPuntoControl{}},
		{metodo: "GET", camino: e + "/puntos-control", cargos: ve, hace: s.getPuntos, resumen: "Puntos de control interiores", estado: 200, respuesta: listaPuntos{}},
		{metodo: "POST", camino: e + "/puntos-control/:n/lecturas", cargos: lee, hace: s.postLectura, resumen: "Dice si el código de una tarjeta abre esa sala y el nombre de su titular; nada más (arts. 22.1, 22.2)", cuerpo: peticionLectura{}, estado: 200, respuesta: verLectura{}},
		{metodo: "POST", camino: e + "/controles-tarjeta", cargos: lee, hace: s.postControl, resumen: "Anota que se pidió la tarjeta en la sala: la mostrada, o que la persona sale por no mostrarla (art. 22.4)", idem: true, cuerpo: peticionControl{}, estado: 201, respuesta: verControl{}},
		{metodo: "GET", camino: e + "/controles-tarjeta", cargos: ve, hace: s.getControles, resumen: "Tarjetas pedidas en la sala en una jornada", consulta: []string{"jornada"}, estado: 200, respuesta: listaControles{}},
		{metodo: "POST", camino: e + "/salas-privadas", cargos: direccion, hace: s.postSala, resumen: "Da de alta una sala privada (art. 26.2)", idem: true, cuerpo: peticionSala{}, estado: 201, respuesta: verSala{}},
		{metodo: "GET", camino: e + "/salas-privadas", cargos: puertaVe, hace: s.getSalas, resumen: "Salas privadas", estado: 200, respuesta: listaSalas{}},
		{metodo: "GET", camino: e + "/salas-privadas/:n", cargos: puertaVe, hace: s.getSala, resumen: "Una sala privada; con sufijo .pdf, su declaración responsable", pdf: true, estado: 200, respuesta: verSala{}},
		{metodo: "POST", camino: e + "/salas-privadas/:n/declaracion", cargos: direccion, hace: s.postDeclaracion, resumen: "Anota que se presentó la declaración responsable (art. 26.2)", idem: true, cuerpo: peticionDeclaracion{}, estado: 201, respuesta: verSala{}},
		{metodo: "POST", camino: e + "/salas-privadas/:n/accesos", cargos: puertaHace, hace: s.postAcceso, resumen: "Anota el paso a una sala privada: tarjeta en vigor e invitación (art. 26.2)", idem: true, cuerpo: peticionAcceso{}, estado: 204},
		{metodo: "POST", camino: e + "/salas-privadas/:n/invitaciones", cargos: puertaHace, hace: s.postInvitacion, resumen: "Emite la invitación a nombre de quien se ha comprobado (art. 26.2)", idem: true, cuerpo: peticionEntrada{}, estado: 201, respuesta: verInvitacion{}},
		{metodo: "GET", camino: e + "/invitaciones", cargos: puertaVe, hace: s.getInvitaciones, resumen: "Invitaciones de una jornada", consulta: []string{"jornada"}, estado: 200, respuesta: listaInvitaciones{}},
		{metodo: "GET", camino: e + "/invitaciones/:n", cargos: puertaVe, hace: s.getInvitacion, resumen: "Una invitación; con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: verInvitacion{}},
	}
}

type peticionOficial struct {
	Nombre         string        `json:"nombre" validate:"max=200"`
	Identificacion string        `json:"identificacion" validate:"max=60"` // document or professional number
	Cuerpo         acceso.Cuerpo `json:"cuerpo" validate:"max=30"`         // funcionario, policia, juez, fiscal, personal_justicia
	Cargo          string        `json:"cargo" validate:"max=120"`
	Servicio       string        `json:"servicio" validate:"max=500"`
	cuando
}

type verOficial struct {
	Numero         int64         `json:"numero"`
	Nombre         string        `json:"nombre"`
	Identificacion string        `json:"identificacion"`
	Cuerpo         acceso.Cuerpo `json:"cuerpo"`
	Cargo          string        `json:"cargo"`
	Servicio       string        `json:"servicio"`
	Entrada        instante      `json:"entrada"`
	Salida         instante      `json:"salida"`
	Anotada        instante      `json:"anotada"`
}

type listaOficiales struct {
	Visitas []verOficial `json:"visitas"`
}

func seeOficial(o *admission.VisitaOficial) verOficial {
	return verOficial{o.Numero, o.Nombre, o.Identificacion, o.Cuerpo, o.Cargo, o.Servicio, instante(o.Entrada), instante(o.Salida), instante(o.Anotada)}
}

// showOficial answers 201 with a visit, or returns why there is none.
func showOficial(c echo.Context) func(admission.VisitaOficial, error) error {
	return func(o admission.VisitaOficial, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "visitas-oficiales", o.Numero), seeOficial(&o))
	}
}

// lugar is where a numbered thing of an establecimiento is.
func lugar(c echo.Context, thing string, n int64) string {
	return fmt.Sprintf("/api/v1/establecimientos/%s/%s/%d", c.Param("e"), thing, n)
}

// numerada is a creation whose replay shows the thing of the number that it left.
func numerada(do func(context.Context) error, show func(int64) error) creacion {
	return creacion{do: do, replay: func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return err
		}
		return show(n)
	}}
}

// horaPedida is the hour of a fact of the door: now unless the request says.
func (s *Servidor) horaPedida(w cuando) (registers.Hora, error) {
	if w.Hecho == "" {
		return registers.Hora{Formulario: w.Formulario, Motivo: w.Demora}, nil
	}
	return s.hora(w)
}

// postOficial puts the visit of an official on record.
func (s *Servidor) postOficial(c echo.Context) error {
	var req peticionOficial
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.horaPedida(req.cuando)
	if err != nil {
		return err
	}
	facts := admission.OficialFacts{Oficial: acceso.Oficial{Nombre: req.Nombre, Identificacion: req.Identificacion, Cuerpo: req.Cuerpo, Cargo: req.Cargo, Servicio: req.Servicio}, Hora: h}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return showOficial(c)(s.cfg.Puerta.RegisterOficial(ctx, c.Param("e"), facts, autor(c)))
		},
		func(n int64) error {
			return showOficial(c)(s.cfg.Puerta.Oficial(c.Request().Context(), c.Param("e"), n))
		}))
}

// getOficiales lists the visits of officials.
func (s *Servidor) getOficiales(c echo.Context) error {
	list, err := s.cfg.Puerta.Oficiales(c.Request().Context(), c.Param("e"), s.cfg.Escritor.Ahora().Add(-recientes))
	if err != nil {
		return err
	}
	out := listaOficiales{Visitas: make([]verOficial, 0, len(list))}
	for k := range list {
		out.Visitas = append(out.Visitas, seeOficial(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// postSalidaOficial puts the exit of an official on record.
func (s *Servidor) postSalidaOficial(c echo.Context) error {
	var req cuando
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.horaPedida(req)
	if err != nil {
		return err
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return showOficial(c)(s.cfg.Puerta.LeaveOficial(ctx, c.Param("e"), n, h, autor(c)))
		},
		func(n int64) error {
			return showOficial(c)(s.cfg.Puerta.Oficial(c.Request().Context(), c.Param("e"), n))
		}))
}

type peticionExcepcion struct {
	Nombre          string       `json:"nombre" validate:"max=120"`
	Apellidos       string       `json:"apellidos" validate:"max=120"`
	FechaNacimiento domain.Fecha `json:"fecha_nacimiento" validate:"required,max=10"`
	Motivo          string       `json:"motivo" validate:"max=500"`
}

// postExcepcion proposes the act that lets in somebody without a valid document.
func (s *Servidor) postExcepcion(c echo.Context) error {
	var req peticionExcepcion
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("fecha_nacimiento", req.FechaNacimiento); err != nil {
		return err
	}
	show := func(acto string) error {
		return created(c, "/api/v1/actos/"+acto, respuestaActo{Acto: acto})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			a, err := s.cfg.Puerta.ProposeExcepcional(ctx, c.Param("e"), admission.ExcepcionalFacts(req), autor(c))
			if err != nil {
				return err
			}
			return show(a.ID)
		},
		replay: func(_ int, ref string) error { return show(ref) },
	})
}

// postComprobacionExcepcional checks whom who directs has let in.
func (s *Servidor) postComprobacionExcepcional(c echo.Context) error {
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showComprobacion(c)(s.cfg.Puerta.CheckExcepcional(ctx, c.Param("e"), c.Param("a"), autor(c)))
		},
		replay: func(_ int, ref string) error {
			return showComprobacion(c)(s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), ref))
		},
	})
}

type peticionPunto struct {
	Nombre  string          `json:"nombre" validate:"required,max=100"`
	Sala    acceso.TipoSala `json:"sala" validate:"required,max=20"` // general, circulo, privada
	Privada int64           `json:"sala_privada,omitempty" validate:"min=0"`
}

type verPuntoControl struct {
	Numero  int64           `json:"numero"`
	Nombre  string          `json:"nombre"`
	Sala    acceso.TipoSala `json:"sala"`
	Privada int64           `json:"sala_privada,omitempty"`
}

type listaPuntos struct {
	Puntos []verPuntoControl `json:"puntos"`
}

func seePuntoControl(p admission.PuntoControl) verPuntoControl {
	return verPuntoControl{p.Numero, p.Nombre, p.Sala, p.Privada}
}

// puntoDe is a point of control by its number.
func (s *Servidor) puntoDe(c echo.Context, n int64) (admission.PuntoControl, error) {
	list, err := s.cfg.Puerta.Puntos(c.Request().Context(), c.Param("e"))
	for _, p := range list {
		if p.Numero == n {
			return p, nil
		}
	}
	if err == nil {
		err = admission.ErrNoExiste
	}
	return admission.PuntoControl{}, err
}

// postPunto puts a point of control on record.
func (s *Servidor) postPunto(c echo.Context) error {
	var req peticionPunto
	if err := bind(c, &req); err != nil {
		return err
	}
	show := func(p admission.PuntoControl, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "puntos-control", p.Numero), seePuntoControl(p))
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return show(s.cfg.Puerta.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: c.Param("e"), Nombre: req.Nombre, Sala: req.Sala, Privada: req.Privada}, autor(c)))
		},
		func(n int64) error { return show(s.puntoDe(c, n)) }))
}

// getPuntos lists the points of control.
func (s *Servidor) getPuntos(c echo.Context) error {
	list, err := s.cfg.Puerta.Puntos(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaPuntos{Puntos: make([]verPuntoControl, 0, len(list))}
	for _, p := range list {
		out.Puntos = append(out.Puntos, seePuntoControl(p))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionLectura struct {
	Codigo string `json:"codigo" validate:"required,max=2000"` // as the reader types it
}

type verLectura struct {
	Valida bool   `json:"valida"`
	Nombre string `json:"nombre"`
}

// postLectura tells a point of control whether a card opens its room. It changes nothing.
func (s *Servidor) postLectura(c echo.Context) error {
	var req peticionLectura
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := strconv.ParseInt(c.Param("n"), 10, 64)
	if err != nil {
		n = 0 // on record is no such point
	}
	l, err := s.cfg.Puerta.ReadPunto(c.Request().Context(), c.Param("e"), n, req.Codigo)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, verLectura{l.Valida, l.Nombre})
}

type peticionControl struct {
	Solicita    acceso.Solicita `json:"solicita" validate:"required,max=20"` // empleado, inspector
	Tarjeta     int64           `json:"tarjeta,omitempty" validate:"min=0"`  // shown; without it, the person leaves
	Descripcion string          `json:"descripcion,omitempty" validate:"max=500"`
	cuando
}

type verControl struct {
	Numero      int64           `json:"numero"`
	Jornada     domain.Fecha    `json:"jornada"`
	Instante    instante        `json:"instante"`
	Solicita    acceso.Solicita `json:"solicita"`
	Tarjeta     int64           `json:"tarjeta,omitempty"`
	Descripcion string          `json:"descripcion,omitempty"`
	Salida      instante        `json:"salida"`
}

type listaControles struct {
	Controles []verControl `json:"controles"`
}

func seeControl(k *admission.Control) verControl {
	return verControl{k.Numero, k.Jornada, instante(k.Instante), k.Solicita, k.Tarjeta, k.Descripcion, instante(k.Salida)}
}

// postControl puts on record a card asked for in the room.
func (s *Servidor) postControl(c echo.Context) error {
	var req peticionControl
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.horaPedida(req.cuando)
	if err != nil {
		return err
	}
	show := func(k admission.Control, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "controles-tarjeta", k.Numero), seeControl(&k))
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return show(s.cfg.Puerta.RecordControl(ctx, c.Param("e"), admission.ControlFacts{Solicita: req.Solicita, Tarjeta: req.Tarjeta, Descripcion: req.Descripcion, Hora: h}, autor(c)))
		},
		func(n int64) error { return show(s.cfg.Puerta.Control(c.Request().Context(), c.Param("e"), n)) }))
}

// getControles lists the cards asked for in the room.
func (s *Servidor) getControles(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Controles(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaControles{Controles: make([]verControl, 0, len(list))}
	for k := range list {
		out.Controles = append(out.Controles, seeControl(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// pdfDe prints a paper about a leaf of the door.
func (s *Servidor) pdfDe(c echo.Context, name, token string, posicion int64, write func(reports.Casa, reports.Evidencia) func(io.Writer, reports.Options) error) error {
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, c.Param("e"))
	if err != nil {
		return err
	}
	ev, err := s.evidenciaDe(ctx, token, posicion)
	if err != nil {
		return err
	}
	return s.pdf(c, name, write(casa, ev))
}

// numeroYPDF reads a number of the address and whether its paper is asked for.
func numeroYPDF(c echo.Context) (n int64, pdf bool, err error) {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err = parseNumero(name)
	return n, pdf, err
}
