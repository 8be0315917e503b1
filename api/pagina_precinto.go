package api

import (
	"context"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasPrecinto is the page of the seals of the wheels, with its forms.
func (s *Servidor) paginasPrecinto() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/precintos", cargos: depositoVe, hace: s.getPaginaPrecintos, resumen: "Precintos de las ruletas"},
		{metodo: "POST", camino: e + "/mesas/:m/precintos", cargos: depositoHace, hace: s.formPrecinto, resumen: "Anota el precinto de un cilindro"},
		{metodo: "POST", camino: e + "/mesas/:m/levantamientos", cargos: depositoHace, hace: s.formLevantaPrecinto, resumen: "Levanta el precinto"},
		{metodo: "POST", camino: e + "/mesas/:m/desprecintos", cargos: depositoHace, hace: s.formDesprecinto, resumen: "Anota un desprecinto fuera de horario"},
		{metodo: "POST", camino: e + "/desprecintos/:n/precinto", cargos: depositoHace, hace: s.formPrecintoNuevo, resumen: "Anota el precinto nuevo"},
	}
}

func (s *Servidor) getPaginaPrecintos(c echo.Context) error { return s.drawPrecintos(c, nil) }

func (s *Servidor) drawPrecintos(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Precintos{PDF: "/api/v1" + paginaDe(c.Param("e"), "desprecintos", "impreso")}
	if p.Marco, err = s.marco(c, "Precintos", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: depositoHace}.admits(p.Cargo)
	if err := s.fillPrecintos(c.Request().Context(), &p); err != nil {
		return err
	}
	return render(c, status, p)
}

func (s *Servidor) fillPrecintos(ctx context.Context, p *templates.Precintos) error {
	e := p.Establecimiento.ID
	t, err := s.cfg.Casa.Tablero(ctx, e)
	if err != nil {
		return err
	}
	ps, err := s.cfg.Casa.Precintos(ctx, e)
	if err != nil {
		return err
	}
	for _, m := range t.Mesas {
		if !m.Mesa.Juego.Ruleta() {
			continue
		}
		v := templates.PrecintoMesa{Mesa: int64(m.Mesa.Numero), Juego: m.Mesa.Juego.Nombre(), Abierta: m.Sesion != nil}
		if k := slices.IndexFunc(ps, func(x registers.Precinto) bool { return x.Mesa == m.Mesa.Numero }); k >= 0 {
			x := ps[k]
			v.Estado, v.Nombre, v.Hora = string(x.Estado), x.Estado.Nombre(), x.Hora
			if x.Estado == libros.PrecintoPuesto {
				v.Tapado = strings.TrimSpace(x.Medio + " " + x.Numero)
			}
		}
		p.Ruletas = append(p.Ruletas, v)
	}
	ds, err := s.cfg.Casa.Desprecintos(ctx, e, p.Ahora.AddDate(0, -1, 0), p.Ahora.AddDate(0, 0, 1))
	if err != nil {
		return err
	}
	slices.Reverse(ds)
	for k := range ds {
		d := &ds[k]
		p.Anotados = append(p.Anotados, templates.Desprecinto{Folio: d.Folio, Mesa: int64(d.Mesa), Motivo: motivoDesprecinto(d.Motivo), Presentes: strings.Join(presentesDe(d), ", "),
			Hora: d.Hora, HoraNuevo: d.HoraNuevo, Retirado: d.Precinto, Nuevo: d.Nuevo})
	}
	for _, m := range libros.MotivosDesprecinto {
		p.Motivos = append(p.Motivos, templates.Opcion{Valor: m, Texto: motivoDesprecinto(m)})
	}
	people, err := s.cfg.Casa.Personas(ctx)
	if err != nil {
		return err
	}
	for _, x := range people {
		if x.ServesIn(e) && x.Baja.IsZero() {
			p.Personas = append(p.Personas, templates.Opcion{Valor: x.ID, Texto: x.NombreCompleto()})
		}
	}
	return nil
}

// precintoForm does what a form of the seals asks and goes back to the page.
func (s *Servidor) precintoForm(c echo.Context, do func(ctx context.Context, h registers.Hora) error) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "precintos")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora())); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawPrecintos(c, err)
	}
	return nil
}

func (s *Servidor) formPrecinto(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	return s.precintoForm(c, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.SealMesa(ctx, autor(c), h, c.Param("e"), mesa, field(c, "medio"), field(c, "numero"))
		return err
	})
}

func (s *Servidor) formLevantaPrecinto(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	return s.precintoForm(c, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.LiftPrecinto(ctx, autor(c), h, c.Param("e"), mesa, field(c, "publico") == "si")
		return err
	})
}

func (s *Servidor) formDesprecinto(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	f := registers.DesprecintoFacts{Motivo: field(c, "motivo"), Numero: field(c, "numero"), Presentes: c.Request().PostForm["presentes"], Otros: field(c, "otros")}
	return s.precintoForm(c, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.Unseal(ctx, autor(c), h, c.Param("e"), mesa, f)
		return err
	})
}

func (s *Servidor) formPrecintoNuevo(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.precintoForm(c, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.Reseal(ctx, autor(c), h, c.Param("e"), n, field(c, "medio"), field(c, "numero"))
		return err
	})
}
