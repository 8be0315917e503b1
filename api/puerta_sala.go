package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/reports"
)

// recientes is how far back the visits of officials are listed.
const recientes = 48 * time.Hour

type peticionSala struct {
	Nombre   string       `json:"nombre" validate:"required,max=100"`
	Prevista domain.Fecha `json:"prevista" validate:"required,max=10"`
}

type peticionDeclaracion struct {
	Presentada domain.Fecha `json:"presentada" validate:"required,max=10"`
	Referencia string       `json:"referencia" validate:"max=200"`
}

type peticionAcceso struct {
	Tarjeta int64 `json:"tarjeta" validate:"required,min=1"`
}

type verSala struct {
	Numero     int64        `json:"numero"`
	Nombre     string       `json:"nombre"`
	Prevista   domain.Fecha `json:"prevista"`
	Presentada domain.Fecha `json:"presentada,omitempty"` // of its declaración responsable
	Referencia string       `json:"referencia,omitempty"`
}

type listaSalas struct {
	Salas []verSala `json:"salas"`
}

func seeSala(r admission.Sala) verSala {
	return verSala{r.Numero, r.Nombre, r.Prevista, r.Presentada, r.Referencia}
}

// showSala answers 201 with a private room, or returns why there is none.
func showSala(c echo.Context) func(admission.Sala, error) error {
	return func(r admission.Sala, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "salas-privadas", r.Numero), seeSala(r))
	}
}

// postSala puts a private room on record.
func (s *Servidor) postSala(c echo.Context) error {
	var req peticionSala
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("prevista", req.Prevista); err != nil {
		return err
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return showSala(c)(s.cfg.Puerta.RegisterSala(ctx, c.Param("e"), req.Nombre, req.Prevista, autor(c)))
		},
		func(n int64) error {
			return showSala(c)(s.cfg.Puerta.Sala(c.Request().Context(), c.Param("e"), n))
		}))
}

// postDeclaracion puts on record that the declaration of a private room was presented.
func (s *Servidor) postDeclaracion(c echo.Context) error {
	var req peticionDeclaracion
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("presentada", req.Presentada); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return showSala(c)(s.cfg.Puerta.DeclareSala(ctx, c.Param("e"), n, req.Presentada, req.Referencia, autor(c)))
		},
		func(n int64) error {
			return showSala(c)(s.cfg.Puerta.Sala(c.Request().Context(), c.Param("e"), n))
		}))
}

// getSalas lists the private rooms.
func (s *Servidor) getSalas(c echo.Context) error {
	list, err := s.cfg.Puerta.Salas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaSalas{Salas: make([]verSala, 0, len(list))}
	for _, r := range list {
		out.Salas = append(out.Salas, seeSala(r))
	}
	return c.JSON(http.StatusOK, out)
}

// getSala answers a private room, or its declaration when the number ends in .pdf.
func (s *Servidor) getSala(c echo.Context) error {
	n, pdf, err := numeroYPDF(c)
	if err != nil {
		return err
	}
	r, err := s.cfg.Puerta.Sala(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if !pdf {
		return c.JSON(http.StatusOK, seeSala(r))
	}
	return s.pdfDe(c, fmt.Sprintf("declaracion-sala-%d.pdf", n), fmt.Sprintf("%s/salas-privadas/%d", r.Establecimiento, n), r.Posicion,
		func(casa reports.Casa, ev reports.Evidencia) func(io.Writer, reports.Options) error {
			f := reports.DeclaracionSalaFacts{Casa: casa, Evidencia: ev, Sala: r.Nombre, Numero: n, Prevista: r.Prevista, Presentada: r.Presentada, Referencia: r.Referencia}
			return func(w io.Writer, o reports.Options) error { return reports.DeclaracionSala(w, f, o) }
		})
}

// postAcceso puts on record that somebody goes into a private room.
func (s *Servidor) postAcceso(c echo.Context) error {
	var req peticionAcceso
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Puerta.EnterSala(ctx, c.Param("e"), n, req.Tarjeta, autor(c)); err != nil {
				return err
			}
			return c.NoContent(http.StatusNoContent)
		},
		replay: func(int, string) error { return c.NoContent(http.StatusNoContent) },
	})
}

type verInvitacion struct {
	Numero   int64        `json:"numero"`
	Sala     int64        `json:"sala"`
	Nombre   string       `json:"nombre"`
	Fecha    domain.Fecha `json:"fecha"`
	Ficha    int64        `json:"ficha"`
	Instante instante     `json:"instante"`
}

type listaInvitaciones struct {
	Invitaciones []verInvitacion `json:"invitaciones"`
}

func seeInvitacion(i *admission.Invitacion) verInvitacion {
	return verInvitacion{i.Numero, i.Sala.Numero, i.Nombre, i.Fecha, i.Ficha, instante(i.Instante)}
}

// postInvitacion issues an invitation to a private room.
func (s *Servidor) postInvitacion(c echo.Context) error {
	var req peticionEntrada
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	show := func(i admission.Invitacion, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "invitaciones", i.Numero), seeInvitacion(&i))
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return show(s.cfg.Puerta.Invite(ctx, c.Param("e"), n, req.Comprobacion, autor(c)))
		},
		func(n int64) error { return show(s.cfg.Puerta.Invitacion(c.Request().Context(), c.Param("e"), n)) }))
}

// getInvitaciones lists the invitations of a jornada.
func (s *Servidor) getInvitaciones(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Invitaciones(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaInvitaciones{Invitaciones: make([]verInvitacion, 0, len(list))}
	for k := range list {
		out.Invitaciones = append(out.Invitaciones, seeInvitacion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// getInvitacion answers an invitation, or its paper when the number ends in .pdf.
func (s *Servidor) getInvitacion(c echo.Context) error {
	n, pdf, err := numeroYPDF(c)
	if err != nil {
		return err
	}
	i, err := s.cfg.Puerta.Invitacion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	switch {
	case !pdf:
		return c.JSON(http.StatusOK, seeInvitacion(&i))
	case i.Nombre == "":
		return admission.ErrSuprimida
	}
	token := fmt.Sprintf("%s/invitaciones/%d", i.Establecimiento, n)
	return s.pdfDe(c, fmt.Sprintf("invitacion-%d.pdf", n), token, i.Posicion, func(casa reports.Casa, ev reports.Evidencia) func(io.Writer, reports.Options) error {
		f := reports.InvitacionFacts{Casa: casa, Numero: n, Nombre: i.Nombre, Sala: i.Sala.Nombre, Fecha: i.Fecha, Emision: i.Instante, Token: token, Checkpoint: ev.Checkpoint}
		return func(w io.Writer, o reports.Options) error { return reports.Invitacion(w, f, o) }
	})
}

// rutasPublicacion are the routes of the papers for the public at the door.
func (s *Servidor) rutasPublicacion() []ruta {
	const e = "/api/v1/establecimientos/:e/publicaciones"
	return []ruta{
		{metodo: "GET", camino: e, cargos: puertaVe, hace: s.getPublicaciones, resumen: "Folleto y carteles de la puerta: última edición y si sigue diciendo lo que ofrece la casa (arts. 25.1, 27.4)", estado: 200, respuesta: listaPublicaciones{}},
		{metodo: "POST", camino: e, cargos: puertaHace, hace: s.postPublicacion, resumen: "Anota otra edición del folleto o de un cartel, con los datos de ahora (arts. 25.1, 27.4)", idem: true, cuerpo: peticionPublicacion{}, estado: 201, respuesta: verPublicacion{}},
		{metodo: "GET", camino: e + "/:n", cargos: puertaVe, hace: s.getPublicacion, resumen: "Una edición; con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: verPublicacion{}},
	}
}

type peticionPublicacion struct {
	Tipo admission.TipoPublicacion `json:"tipo" validate:"required,max=20"` // folleto, horario, condiciones
}

type verPublicacion struct {
	Numero   int64                     `json:"numero"`
	Tipo     admission.TipoPublicacion `json:"tipo"`
	Huella   string                    `json:"huella"`
	Instante instante                  `json:"instante"`
	Tarifa   domain.Importe            `json:"tarifa"`
	Horarios []verHorarioPublico       `json:"horarios"`
	Juegos   []verJuegoPublico         `json:"juegos"`
}

type verHorarioPublico struct {
	TipoDia string `json:"tipo_dia"`
	Abre    string `json:"abre"`
	Cierra  string `json:"cierra"`
}

type verJuegoPublico struct {
	Juego  domain.Juego   `json:"juego"`
	Minimo domain.Importe `json:"minimo"`
	Maximo domain.Importe `json:"maximo"`
	Mesas  int64          `json:"mesas"`
}

type verPublicado struct {
	Tipo    admission.TipoPublicacion `json:"tipo"`
	Edicion int64                     `json:"edicion,omitempty"` // number of the last one; absent when there is none
	Vigente bool                      `json:"vigente"`
}

type listaPublicaciones struct {
	Publicaciones []verPublicado `json:"publicaciones"`
}

func seePublicacion(p *admission.Publicacion) verPublicacion {
	v := verPublicacion{Numero: p.Numero, Tipo: p.Tipo, Huella: p.Huella, Instante: instante(p.Instante), Tarifa: p.Contenido.Tarifa,
		Horarios: []verHorarioPublico{}, Juegos: []verJuegoPublico{}}
	for _, h := range p.Contenido.Horarios {
		v.Horarios = append(v.Horarios, verHorarioPublico(h))
	}
	for _, j := range p.Contenido.Juegos {
		v.Juegos = append(v.Juegos, verJuegoPublico(j))
	}
	return v
}

// getPublicaciones tells how the papers for the public stand.
func (s *Servidor) getPublicaciones(c echo.Context) error {
	list, err := s.cfg.Puerta.Publicados(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaPublicaciones{Publicaciones: []verPublicado{}}
	for _, p := range list {
		v := verPublicado{Tipo: p.Tipo, Vigente: p.Vigente}
		if p.Ultima != nil {
			v.Edicion = p.Ultima.Numero
		}
		out.Publicaciones = append(out.Publicaciones, v)
	}
	return c.JSON(http.StatusOK, out)
}

// postPublicacion puts on record another edition.
func (s *Servidor) postPublicacion(c echo.Context) error {
	var req peticionPublicacion
	if err := bind(c, &req); err != nil {
		return err
	}
	show := func(p admission.Publicacion, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "publicaciones", p.Numero), seePublicacion(&p))
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error {
			return show(s.cfg.Puerta.Publish(ctx, c.Param("e"), req.Tipo, autor(c)))
		},
		func(n int64) error { return show(s.cfg.Puerta.Publicacion(c.Request().Context(), c.Param("e"), n)) }))
}

// getPublicacion answers an edition, or its paper when the number ends in .pdf.
func (s *Servidor) getPublicacion(c echo.Context) error {
	n, pdf, err := numeroYPDF(c)
	if err != nil {
		return err
	}
	p, err := s.cfg.Puerta.Publicacion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if !pdf {
		return c.JSON(http.StatusOK, seePublicacion(&p))
	}
	return s.pdfDe(c, fmt.Sprintf("%s-%d.pdf", p.Tipo, n), fmt.Sprintf("%s/publicaciones/%d", p.Establecimiento, n), p.Posicion,
		func(casa reports.Casa, ev reports.Evidencia) func(io.Writer, reports.Options) error {
			f := publicacionImpresa(&p, casa, ev)
			write := map[admission.TipoPublicacion]func(io.Writer, reports.PublicacionFacts, reports.Options) error{
				admission.Folleto: reports.FolletoPuerta, admission.CartelHorario: reports.CartelHorario, admission.CartelCondiciones: reports.CartelCondiciones}[p.Tipo]
			return func(w io.Writer, o reports.Options) error { return write(w, f, o) }
		})
}

// diasPublicos are the kinds of day in words.
var diasPublicos = map[string]string{"laborable": "Días laborables", "festivo": "Domingos y festivos", "vispera": "Sábados y vísperas de festivo"}

// publicacionImpresa are the facts of an edition on paper.
func publicacionImpresa(p *admission.Publicacion, casa reports.Casa, ev reports.Evidencia) reports.PublicacionFacts {
	f := reports.PublicacionFacts{Casa: casa, Evidencia: ev, Edicion: p.Numero, Fecha: p.Instante, Tarifa: p.Contenido.Tarifa}
	for _, h := range p.Contenido.Horarios {
		f.Horarios = append(f.Horarios, reports.HorarioPublico{Dia: diasPublicos[h.TipoDia], Abre: h.Abre, Cierra: h.Cierra})
	}
	for _, j := range p.Contenido.Juegos {
		f.Juegos = append(f.Juegos, reports.JuegoPublico(j))
	}
	for _, r := range acceso.Reducciones() {
		f.Especiales = append(f.Especiales, r.Nombre())
	}
	return f
}
