package api

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/templates"
)

// paginasAccesos are the forms of officials on duty, of people without a document and of the
// papers for the public.
func (s *Servidor) paginasAccesos() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "POST", camino: e + "/visitas-oficiales", cargos: puertaHace, hace: s.formOficial, resumen: "Anota una entrada oficial"},
		{metodo: "POST", camino: e + "/visitas-oficiales/:n/salida", cargos: puertaHace, hace: s.formSalidaOficial, resumen: "Anota una salida oficial"},
		{metodo: "POST", camino: e + "/publicaciones", cargos: puertaHace, hace: s.formPublicacion, resumen: "Otra edición del folleto o de un cartel"},
		{metodo: "POST", camino: e + "/excepciones", cargos: puertaHace, hace: s.formExcepcion, resumen: "Propone autorizar a una persona sin documento"},
		{metodo: "POST", camino: e + "/excepciones/comprobacion", cargos: puertaHace, hace: s.formComprobacionExcepcional, resumen: "Comprueba a la persona autorizada"},
	}
}

// nombresPublicacion are the papers for the public in words.
var nombresPublicacion = map[admission.TipoPublicacion]string{
	admission.Folleto: "Folleto de información", admission.CartelHorario: "Cartel de horario", admission.CartelCondiciones: "Cartel de condiciones de entrada"}

// fillAccesos adds to the page of the desk the officials on duty and the papers for the public.
func (s *Servidor) fillAccesos(ctx context.Context, e string, p *templates.Admision) error {
	visits, err := s.cfg.Puerta.Oficiales(ctx, e, s.cfg.Escritor.Ahora().Add(-recientes))
	if err != nil {
		return err
	}
	for _, o := range visits {
		p.Oficiales = append(p.Oficiales, templates.VisitaOficial{Numero: o.Numero, Nombre: o.Nombre, Cuerpo: o.Cuerpo.Nombre(), Servicio: o.Servicio, Entrada: o.Entrada, Salida: o.Salida})
	}
	for _, k := range acceso.Cuerpos() {
		p.Cuerpos = append(p.Cuerpos, templates.Caso{Valor: string(k), Nombre: capital(k.Nombre())})
	}
	papers, err := s.cfg.Puerta.Publicados(ctx, e)
	if err != nil && !errors.Is(err, registers.ErrAutorizacion) {
		return err
	}
	for _, k := range papers {
		v := templates.Publicado{Tipo: string(k.Tipo), Nombre: nombresPublicacion[k.Tipo], Vigente: k.Vigente}
		if k.Ultima != nil {
			v.Edicion = k.Ultima.Numero
		}
		p.Publicados = append(p.Publicados, v)
	}
	return nil
}

var errHoraTecleada = &errForma{map[string]string{"hora": "La hora se escribe HH:MM"}}

// horaTecleada is the hour of a fact as typed: the last time that the clock showed it, now when
// none was typed, with why it is put on record late.
func (s *Servidor) horaTecleada(c echo.Context) (registers.Hora, error) {
	h := registers.Hora{Motivo: field(c, "demora")}
	if text := field(c, "hora"); text != "" {
		if h.Hecho = lastTime(text, s.cfg.Escritor.Ahora()); h.Hecho.IsZero() {
			return h, errHoraTecleada
		}
	}
	return h, nil
}

func (s *Servidor) formOficial(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		h, err := s.horaTecleada(c)
		if err != nil {
			return err
		}
		_, err = s.cfg.Puerta.RegisterOficial(ctx, c.Param("e"), admission.OficialFacts{Oficial: acceso.Oficial{Nombre: field(c, "nombre"),
			Identificacion: field(c, "identificacion"), Cuerpo: acceso.Cuerpo(field(c, "cuerpo")), Cargo: field(c, "cargo"), Servicio: field(c, "servicio")}, Hora: h}, autor(c))
		return err
	})
}

func (s *Servidor) formSalidaOficial(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		n, err := parseNumero(c.Param("n"))
		if err != nil {
			return err
		}
		h, err := s.horaTecleada(c)
		if err == nil {
			_, err = s.cfg.Puerta.LeaveOficial(ctx, c.Param("e"), n, h, autor(c))
		}
		return err
	})
}

func (s *Servidor) formPublicacion(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		_, err := s.cfg.Puerta.Publish(ctx, c.Param("e"), admission.TipoPublicacion(field(c, "tipo")), autor(c))
		return err
	})
}

// formExcepcion proposes the act and shows it, for who directs to sign.
func (s *Servidor) formExcepcion(c echo.Context) error {
	show := func(acto string) error {
		return goTo(c, paginaDe(c.Param("e"), "admision")+"?acto="+escapeQuery(acto))
	}
	err := s.onceForm(c, func(ctx context.Context) error {
		born, err := fechaTecleada("fecha_nacimiento", field(c, "fecha_nacimiento"))
		if err != nil {
			return err
		}
		a, err := s.cfg.Puerta.ProposeExcepcional(ctx, c.Param("e"), admission.ExcepcionalFacts{Nombre: field(c, "nombre"), Apellidos: field(c, "apellidos"),
			FechaNacimiento: born, Motivo: field(c, "motivo")}, autor(c))
		if err != nil {
			return err
		}
		return show(a.ID)
	}, show)
	if err != nil {
		return s.drawAdmision(c, templates.Admision{}, err)
	}
	return nil
}

// formComprobacionExcepcional checks whom the act names and goes on at the desk.
func (s *Servidor) formComprobacionExcepcional(c echo.Context) error {
	show := func(id string) error {
		return goTo(c, paginaDe(c.Param("e"), "mostrador")+"?comprobacion="+escapeQuery(id))
	}
	err := s.onceForm(c, func(ctx context.Context) error {
		k, err := s.cfg.Puerta.CheckExcepcional(ctx, c.Param("e"), field(c, "acto"), autor(c))
		if err != nil {
			return err
		}
		return show(k.ID)
	}, show)
	if err != nil {
		return s.drawAdmision(c, templates.Admision{}, err)
	}
	return nil
}
