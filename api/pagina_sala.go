package api

import (
	"context"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/templates"
)

// paginasSala are the page of what guards the rooms inside and its forms (arts. 22.1, 22.4,
// 26.2).
func (s *Servidor) paginasSala() []ruta {
	const e = "/establecimientos/:e"
	ve := append([]domain.Cargo{domain.FuncionarioInspector}, lee...)
	return []ruta{
		{metodo: "GET", camino: e + "/accesos", cargos: ve, hace: s.getPaginaAccesos, resumen: "Puntos de control, tarjetas pedidas en la sala y salas privadas"},
		{metodo: "POST", camino: e + "/puntos-control", cargos: direccion, hace: s.formPunto, resumen: "Da de alta un punto de control"},
		{metodo: "POST", camino: e + "/puntos-control/:n/lecturas", cargos: lee, hace: s.formLectura, resumen: "Lee el código de una tarjeta"},
		{metodo: "POST", camino: e + "/controles-tarjeta", cargos: lee, hace: s.formControl, resumen: "Anota que se pidió la tarjeta en la sala"},
		{metodo: "POST", camino: e + "/salas-privadas", cargos: direccion, hace: s.formSala, resumen: "Da de alta una sala privada"},
		{metodo: "POST", camino: e + "/salas-privadas/:n/declaracion", cargos: direccion, hace: s.formDeclaracion, resumen: "Anota que se presentó su declaración responsable"},
		{metodo: "POST", camino: e + "/salas-privadas/invitaciones", cargos: puertaHace, hace: s.formInvitacion, resumen: "Invita a una persona comprobada a una sala privada"},
		{metodo: "POST", camino: e + "/salas-privadas/accesos", cargos: puertaHace, hace: s.formAcceso, resumen: "Anota el paso de un invitado"},
	}
}

func (s *Servidor) getPaginaAccesos(c echo.Context) error { return s.drawAccesos(c, nil, nil) }

// drawAccesos draws the page, with the card just read and with what was wrong.
func (s *Servidor) drawAccesos(c echo.Context, read *templates.LecturaTarjeta, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Accesos{Lectura: read}
	if p.Marco, err = s.marco(c, "Accesos a las salas", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	admits := func(cargos []domain.Cargo) bool { return ruta{cargos: cargos}.admits(p.Cargo) }
	p.Lee, p.Puerta, p.Dirige = admits(lee), admits(puertaHace), admits(direccion)
	if err := s.fillSalas(c.Request().Context(), c.Param("e"), &p); err != nil {
		return err
	}
	return render(c, status, p)
}

func (s *Servidor) fillSalas(ctx context.Context, e string, p *templates.Accesos) error {
	rooms, err := s.cfg.Puerta.Salas(ctx, e)
	if err != nil {
		return err
	}
	names := map[int64]string{}
	for _, r := range rooms {
		names[r.Numero] = r.Nombre
		p.Salas = append(p.Salas, templates.SalaPrivada{Numero: r.Numero, Nombre: r.Nombre, Prevista: r.Prevista, Presentada: r.Presentada, Referencia: r.Referencia})
	}
	points, err := s.cfg.Puerta.Puntos(ctx, e)
	if err != nil {
		return err
	}
	for _, k := range points {
		what := map[acceso.TipoSala]string{acceso.SalaGeneral: "sala general", acceso.SalaCirculo: "sala de círculo", acceso.SalaPrivada: "sala privada " + names[k.Privada]}[k.Sala]
		p.Puntos = append(p.Puntos, templates.PuntoControl{Numero: k.Numero, Nombre: k.Nombre, Sala: what})
	}
	if p.Jornada == "" {
		return nil
	}
	asked, err := s.cfg.Puerta.Controles(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for _, k := range asked {
		p.Controles = append(p.Controles, templates.ControlTarjeta{Numero: k.Numero, Instante: k.Instante, Solicita: capital(string(k.Solicita)), Tarjeta: k.Tarjeta, Descripcion: k.Descripcion})
	}
	if !p.Puerta && !(ruta{cargos: puertaVe}).admits(p.Cargo) {
		return nil
	}
	guests, err := s.cfg.Puerta.Invitaciones(ctx, e, p.Jornada)
	for _, g := range guests {
		p.Invitados = append(p.Invitados, templates.Invitado{Numero: g.Numero, Sala: g.Sala.Numero, Nombre: g.Nombre})
	}
	return err
}

// formAccesos does what a form of the page asks and shows the page again.
func (s *Servidor) formAccesos(c echo.Context, do func(ctx context.Context) error) error {
	if err := s.formThen(c, "accesos", do); err != nil {
		return s.drawAccesos(c, nil, err)
	}
	return nil
}

func (s *Servidor) formPunto(c echo.Context) error {
	return s.formAccesos(c, func(ctx context.Context) error {
		k := admission.PuntoControl{Establecimiento: c.Param("e"), Nombre: field(c, "nombre"), Sala: acceso.TipoSala(field(c, "sala"))}
		if n, ok := strings.CutPrefix(field(c, "sala"), "privada-"); ok {
			number, err := parseNumero(n)
			if err != nil {
				return err
			}
			k.Sala, k.Privada = acceso.SalaPrivada, number
		}
		_, err := s.cfg.Puerta.RegisterPunto(ctx, k, autor(c))
		return err
	})
}

// formLectura shows what a point of control is told of a card. It changes nothing.
func (s *Servidor) formLectura(c echo.Context) error {
	n, err := strconv.ParseInt(c.Param("n"), 10, 64)
	if err != nil {
		n = 0 // on record is no such point
	}
	l, err := s.cfg.Puerta.ReadPunto(c.Request().Context(), c.Param("e"), n, field(c, "codigo"))
	if err != nil {
		return s.drawAccesos(c, nil, err)
	}
	return s.drawAccesos(c, &templates.LecturaTarjeta{Punto: n, Valida: l.Valida, Nombre: l.Nombre, Aviso: l.Aviso}, nil)
}

func (s *Servidor) formControl(c echo.Context) error {
	return s.formAccesos(c, func(ctx context.Context) error {
		card, err := numeroTecleado(c, "tarjeta")
		if err != nil {
			return err
		}
		_, err = s.cfg.Puerta.RecordControl(ctx, c.Param("e"), admission.ControlFacts{Solicita: acceso.Solicita(field(c, "solicita")), Tarjeta: card,
			Descripcion: field(c, "descripcion"), Hora: registers.Hora{}}, autor(c))
		return err
	})
}

func (s *Servidor) formSala(c echo.Context) error {
	return s.formAccesos(c, func(ctx context.Context) error {
		day, err := fechaTecleada("prevista", field(c, "prevista"))
		if err == nil {
			_, err = s.cfg.Puerta.RegisterSala(ctx, c.Param("e"), field(c, "nombre"), day, autor(c))
		}
		return err
	})
}

func (s *Servidor) formDeclaracion(c echo.Context) error {
	return s.formAccesos(c, func(ctx context.Context) error {
		n, err := parseNumero(c.Param("n"))
		if err != nil {
			return err
		}
		day, err := fechaTecleada("presentada", field(c, "presentada"))
		if err == nil {
			_, err = s.cfg.Puerta.DeclareSala(ctx, c.Param("e"), n, day, field(c, "referencia"), autor(c))
		}
		return err
	})
}

func (s *Servidor) formAcceso(c echo.Context) error {
	return s.formAccesos(c, func(ctx context.Context) error {
		room, err := numeroTecleado(c, "sala")
		if err != nil {
			return err
		}
		card, err := numeroTecleado(c, "tarjeta")
		if err == nil {
			err = s.cfg.Puerta.EnterSala(ctx, c.Param("e"), room, card, autor(c))
		}
		return err
	})
}

// formInvitacion invites whoever was just checked, and goes on with her at the desk.
func (s *Servidor) formInvitacion(c echo.Context) error {
	id := field(c, "comprobacion")
	desk := paginaDe(c.Param("e"), "mostrador") + "?comprobacion=" + escapeQuery(id)
	show := func(n string) error { return goTo(c, desk+"&invitacion="+escapeQuery(n)) }
	err := s.onceForm(c, func(ctx context.Context) error {
		room, err := numeroTecleado(c, "sala")
		if err != nil {
			return err
		}
		i, err := s.cfg.Puerta.Invite(ctx, c.Param("e"), room, id, autor(c))
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(i.Numero, 10))
	}, show)
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}
