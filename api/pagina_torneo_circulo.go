package api

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/templates"
)

// paginasTorneoCirculo is the page of the tournaments of games of círculo (art. 1.5).
func (s *Servidor) paginasTorneoCirculo() []ruta {
	const e = "/establecimientos/:e/torneos-circulo"
	return []ruta{
		{metodo: "GET", camino: e, cargos: salaVe, hace: s.getPaginaTorneosCirculo, resumen: "Torneos de juegos de círculo"},
		{metodo: "POST", camino: e, cargos: direccion, hace: s.formTorneoCirculo, resumen: "Prevé un torneo"},
		{metodo: "POST", camino: e + "/:n/declaracion", cargos: direccion, hace: s.formDeclaracionTorneo, resumen: "Anota la presentación de la declaración responsable"},
		{metodo: "POST", camino: e + "/:n/inicio", cargos: direccion, hace: s.formInicioTorneo, resumen: "Anota el comienzo del torneo"},
	}
}

func (s *Servidor) getPaginaTorneosCirculo(c echo.Context) error {
	return s.drawTorneosCirculo(c, templates.TorneosCirculo{}, nil)
}

func (s *Servidor) drawTorneosCirculo(c echo.Context, p templates.TorneosCirculo, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Torneos de juegos de círculo", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Manda = problem, ruta{cargos: direccion}.admits(p.Cargo)
	for _, j := range domain.Juegos {
		if j.Circulo() {
			p.Juegos = append(p.Juegos, templates.Opcion{Valor: string(j), Texto: capital(j.Nombre()), Elegida: string(j) == p.Forma["juego"]})
		}
	}
	ts, err := s.cfg.Casa.TorneosCirculo(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for _, t := range ts {
		v := templates.TorneoCirculo{Numero: t.Numero, Nombre: t.Nombre, Juego: t.Juego, Fecha: t.Fecha, Presentada: t.Presentada, Referencia: t.Referencia, Inicio: t.Inicio}
		declared := t.Torneo
		declared.Empezado = false
		if declared.CheckDeclaracion() == nil {
			v.PDF = lugar(c, "torneos-circulo", t.Numero) + ".pdf"
		}
		if a, warns := t.Aviso(); warns {
			v.Aviso = capital(a.Texto)
		}
		p.Torneos = append(p.Torneos, v)
	}
	return render(c, status, p)
}

// doTorneo does what a form of the page asks and comes back to it.
func (s *Servidor) doTorneo(c echo.Context, do func(ctx context.Context, h registers.Hora, n int64) error) error {
	n := int64(0)
	if text := c.Param("n"); text != "" {
		var err error
		if n, err = strconv.ParseInt(text, 10, 64); err != nil {
			return registers.ErrTorneo
		}
	}
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "torneos-circulo")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora()), n); err != nil {
			return err
		}
		return show("")
	}, show)
	if err == nil {
		return nil
	}
	p := templates.TorneosCirculo{Forma: map[string]string{}}
	for name := range c.Request().PostForm {
		p.Forma[name] = field(c, name)
	}
	return s.drawTorneosCirculo(c, p, err)
}

func (s *Servidor) formTorneoCirculo(c echo.Context) error {
	return s.doTorneo(c, func(ctx context.Context, h registers.Hora, _ int64) error {
		f := registers.TorneoFacts{Nombre: field(c, "nombre"), Juego: domain.Juego(field(c, "juego")), Fecha: domain.Fecha(field(c, "fecha")),
			Bases: field(c, "bases"), Condiciones: field(c, "condiciones")}
		if err := checkFecha("fecha", f.Fecha); err != nil {
			return err
		}
		_, err := s.cfg.Casa.PlanTorneo(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

func (s *Servidor) formDeclaracionTorneo(c echo.Context) error {
	return s.doTorneo(c, func(ctx context.Context, h registers.Hora, n int64) error {
		fecha := domain.Fecha(field(c, "presentada"))
		if err := checkFecha("presentada", fecha); err != nil {
			return err
		}
		_, err := s.cfg.Casa.DeclareTorneo(ctx, autor(c), h, c.Param("e"), n, fecha, field(c, "referencia"))
		return err
	})
}

func (s *Servidor) formInicioTorneo(c echo.Context) error {
	return s.doTorneo(c, func(ctx context.Context, h registers.Hora, n int64) error {
		_, err := s.cfg.Casa.StartTorneo(ctx, autor(c), h, c.Param("e"), n)
		return err
	})
}
