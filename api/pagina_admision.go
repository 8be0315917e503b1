package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers/diario/escritor"
	"foliado/templates"
)

// paginasAdmision are the pages of the till of the desk and of the volantes.
func (s *Servidor) paginasAdmision() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/admision", cargos: puertaVe, hace: s.getAdmision, resumen: "La caja de admisión y los volantes", consulta: []string{"acto"}},
		{metodo: "POST", camino: e + "/turnos", cargos: puertaHace, hace: s.formTurno, resumen: "Abre un turno de caja"},
		{metodo: "POST", camino: e + "/turnos/:n/cierre", cargos: puertaHace, hace: s.formCierreTurno, resumen: "Cierra un turno de caja"},
		{metodo: "POST", camino: e + "/volantes", cargos: puertaHace, hace: s.formVolante, resumen: "Da un volante"},
		{metodo: "POST", camino: e + "/volantes/:n/entrega", cargos: puertaHace, hace: s.formEntrega, resumen: "Entrega la tarjeta de un volante"},
	}
}

func (s *Servidor) getAdmision(c echo.Context) error {
	return s.drawAdmision(c, templates.Admision{}, nil)
}

// drawAdmision draws what the desk keeps in the jornada, and what was wrong with a form.
func (s *Servidor) drawAdmision(c echo.Context, p templates.Admision, wrong error) error {
	ctx, e := c.Request().Context(), c.Param("e")
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Servicio de admisión", e); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: puertaHace}.admits(p.Cargo)
	turnos, err := s.cfg.Puerta.Turnos(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for k := range turnos {
		t, err := s.turnoDe(ctx, &turnos[k])
		if err != nil {
			return err
		}
		if turnos[k].Persona == sesionDe(c).Persona.ID && t.Cerrado.IsZero() {
			p.Turno = &t
		}
		p.Turnos = append(p.Turnos, t)
	}
	volantes, err := s.cfg.Puerta.Volantes(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for _, v := range volantes {
		p.Volantes = append(p.Volantes, templates.Volante{Numero: v.Numero, Tarjeta: v.Tarjeta.Numero, Nombre: strings.TrimSpace(v.Tarjeta.Nombre + " " + v.Tarjeta.Apellidos),
			Documento: identidad.TipoDocumento(v.Documento).Nombre(), Importe: v.Importe, Instante: v.Instante, Estado: strings.ReplaceAll(string(v.Estado), "_", " ")})
	}
	if err := s.fillAccesos(ctx, e, &p); err != nil {
		return err
	}
	return render(c, status, p)
}

// turnoDe is a shift as its page shows it.
func (s *Servidor) turnoDe(ctx context.Context, t *admission.Turno) (templates.TurnoAdmision, error) {
	who, err := s.cfg.Casa.Persona(ctx, t.Persona)
	a := t.Arqueo
	return templates.TurnoAdmision{Numero: t.Numero, Persona: who.NombreCompleto(), Abierto: t.Abierto, Cerrado: t.Cerrado, Recibos: int64(len(t.Cobros)),
		Fondo: a.Fondo, Cobrado: a.Esperado() - a.Fondo, Esperado: a.Esperado(), Diferencia: a.Diferencia()}, err
}

// importeTecleado reads an amount as people type it; an empty field is zero.
func importeTecleado(c echo.Context, campo string) (domain.Importe, error) {
	text := field(c, campo)
	if text == "" {
		return 0, nil
	}
	i, err := domain.ParseImporte(text)
	if err != nil {
		return 0, &errForma{map[string]string{campo: err.Error()}}
	}
	return i, nil
}

// formAdmision does something and shows the page again, with what was typed when it is
// refused.
func (s *Servidor) formAdmision(c echo.Context, do func(ctx context.Context) error) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "admision")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawAdmision(c, templates.Admision{Recuento: templates.FormaRecuento{Fondo: field(c, "fondo"), Efectivo: field(c, "efectivo"),
			Otros: field(c, "otros"), Motivo: field(c, "motivo")}}, err)
	}
	return nil
}

func (s *Servidor) formTurno(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		fondo, err := importeTecleado(c, "fondo")
		if err == nil {
			_, err = s.cfg.Puerta.OpenTurno(ctx, c.Param("e"), fondo, autor(c))
		}
		return err
	})
}

func (s *Servidor) formCierreTurno(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		n, err := parseNumero(c.Param("n"))
		if err != nil {
			return err
		}
		r := admission.RecuentoTurno{Motivo: field(c, "motivo")}
		if r.Efectivo, err = importeTecleado(c, "efectivo"); err != nil {
			return err
		}
		if r.Otros, err = importeTecleado(c, "otros"); err != nil {
			return err
		}
		_, err = s.cfg.Puerta.CloseTurno(ctx, c.Param("e"), n, r, autor(c))
		return err
	})
}

func (s *Servidor) formEntrega(c echo.Context) error {
	return s.formAdmision(c, func(ctx context.Context) error {
		n, err := parseNumero(c.Param("n"))
		if err == nil {
			_, err = s.cfg.Puerta.Deliver(ctx, c.Param("e"), n, autor(c))
		}
		return err
	})
}

// formVolante hands out a volante at the unit price and shows it in the custody list.
func (s *Servidor) formVolante(c echo.Context) error {
	e := c.Param("e")
	show := func(string) error { return goTo(c, paginaDe(e, "admision")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		ask, err := s.emisionDe(c, ctx)
		if err != nil {
			return err
		}
		var d acceso.Deposito
		if field(c, "importe") == "si" {
			d.Importe = &ask.Precio
		}
		if field(c, "documento") == "si" {
			k, err := s.cfg.Puerta.Comprobacion(ctx, e, ask.Comprobacion)
			if err != nil {
				return err
			}
			d.Documento = string(k.Documento.Tipo)
		}
		if _, err := s.cfg.Puerta.IssueVolante(ctx, ask, d); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}

// paginasGrupo are the pages of the groups registered beforehand (art. 23.3).
func (s *Servidor) paginasGrupo() []ruta {
	const e = "/establecimientos/:e/grupos"
	return []ruta{
		{metodo: "GET", camino: e, cargos: puertaVe, hace: s.getPaginaGrupos, resumen: "Los grupos de la jornada"},
		{metodo: "POST", camino: e, cargos: puertaHace, hace: s.formGrupo, resumen: "Registra un grupo"},
		{metodo: "GET", camino: e + "/:g", cargos: puertaVe, hace: s.getPaginaGrupo, resumen: "Un grupo en la puerta"},
		{metodo: "POST", camino: e + "/:g/cobro", cargos: puertaHace, hace: s.formCobro, resumen: "Cobra un grupo"},
		{metodo: "POST", camino: e + "/:g/llegadas", cargos: puertaHace, hace: s.formLlegada, resumen: "Comprueba a una persona del grupo"},
	}
}

func (s *Servidor) getPaginaGrupos(c echo.Context) error {
	return s.drawGrupos(c, templates.FormaGrupo{}, nil)
}

func (s *Servidor) drawGrupos(c echo.Context, typed templates.FormaGrupo, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Grupos{Casos: casos(), Forma: typed}
	if p.Marco, err = s.marco(c, "Grupos", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: puertaHace}.admits(p.Cargo)
	list, err := s.cfg.Puerta.Grupos(c.Request().Context(), c.Param("e"), p.Jornada)
	if err != nil {
		return err
	}
	for k := range list {
		p.Grupos = append(p.Grupos, grupoDe(&list[k]))
	}
	if p.Forma == (templates.FormaGrupo{}) && p.Jornada != "" {
		p.Forma.Fecha = p.Jornada.Larga()
	}
	return render(c, status, p)
}

func grupoDe(g *admission.Grupo) templates.Grupo {
	r := g.Recuento
	return templates.Grupo{Numero: g.Numero, Denominacion: g.Denominacion, Fecha: g.Fecha, Caso: g.Reduccion.Nombre(), Precio: g.Precio, Importe: g.Importe,
		Recibo: g.Recibo, Medio: string(g.Medio), Previstos: r.Previstos, Tarjetas: r.Tarjetas, NoEntran: r.NoEntran, Pendientes: r.Pendientes, SinLlegar: r.SinLlegar}
}

// formGrupo registers a group and shows it.
func (s *Servidor) formGrupo(c echo.Context) error {
	show := func(n string) error { return goTo(c, paginaDe(c.Param("e"), "grupos", n)) }
	err := s.onceForm(c, func(ctx context.Context) error {
		f := admission.GrupoFacts{Denominacion: field(c, "denominacion"), Reduccion: acceso.Reduccion(field(c, "reduccion"))}
		var err error
		if f.Fecha, err = fechaOpcional(c, "fecha"); err != nil {
			return err
		}
		if f.Fecha == "" {
			return &errForma{map[string]string{"fecha": "la fecha se escribe DD/MM/AAAA"}}
		}
		if f.Precio, err = importeTecleado(c, "precio"); err != nil {
			return err
		}
		if f.Miembros, err = admission.ReadGrupo(strings.NewReader(field(c, "csv"))); err != nil {
			return err
		}
		g, err := s.cfg.Puerta.RegisterGrupo(ctx, c.Param("e"), f, autor(c))
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(g.Numero, 10))
	}, show)
	if err != nil {
		return s.drawGrupos(c, templates.FormaGrupo{Denominacion: field(c, "denominacion"), Fecha: field(c, "fecha"), Caso: field(c, "reduccion"),
			Precio: field(c, "precio"), CSV: field(c, "csv")}, err)
	}
	return nil
}

func (s *Servidor) getPaginaGrupo(c echo.Context) error { return s.drawGrupo(c, nil) }

func (s *Servidor) drawGrupo(c echo.Context, wrong error) error {
	ctx, e := c.Request().Context(), c.Param("e")
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	n, err := parseNumero(c.Param("g"))
	if err != nil {
		return err
	}
	g, err := s.cfg.Puerta.Grupo(ctx, e, n)
	if err != nil {
		return err
	}
	people, err := s.cfg.Puerta.Miembros(ctx, e, n)
	if err != nil {
		return err
	}
	p := templates.FichaGrupo{Grupo: grupoDe(&g)}
	if p.Marco, err = s.marco(c, fmt.Sprintf("Grupo %d", n), e); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: puertaHace}.admits(p.Cargo)
	next := g.Recibo > 0 || g.Importe == 0
	for _, m := range people {
		v := templates.Miembro{Orden: m.Orden, Nombre: strings.TrimSpace(m.Nombre + " " + m.Apellidos), Veredicto: string(m.Veredicto), Tarjeta: m.Tarjeta, Llegada: m.Llegada}
		if !m.Documento.IsZero() {
			v.Documento = m.Documento.String()
		}
		if next && m.Veredicto == "" {
			v.Primero, next = true, false
		}
		p.Miembros = append(p.Miembros, v)
	}
	return render(c, status, p)
}

// formGrupoActo does something to a group and shows it as it is then.
func (s *Servidor) formGrupoActo(c echo.Context, do func(ctx context.Context, n int64) error) error {
	n, err := parseNumero(c.Param("g"))
	if err != nil {
		return err
	}
	return s.onceFormTo(c, paginaDe(c.Param("e"), "grupos", c.Param("g")), func(ctx context.Context) error { return do(ctx, n) },
		func(wrong error) error { return s.drawGrupo(c, wrong) })
}

func (s *Servidor) formCobro(c echo.Context) error {
	return s.formGrupoActo(c, func(ctx context.Context, n int64) error {
		_, err := s.cfg.Puerta.ChargeGrupo(ctx, c.Param("e"), n, acceso.Medio(field(c, "medio")), autor(c))
		return err
	})
}

// formLlegada checks somebody of the group: with the document registered, or with the one
// that she shows and the desk types.
func (s *Servidor) formLlegada(c echo.Context) error {
	return s.formGrupoActo(c, func(ctx context.Context, n int64) error {
		e := c.Param("e")
		orden, err := parseNumero(field(c, "miembro"))
		if err != nil {
			return err
		}
		shown := ""
		if numero := field(c, "numero"); numero != "" {
			m, err := s.cfg.Puerta.Miembro(ctx, e, n, orden)
			if err != nil {
				return err
			}
			k, err := s.cfg.Puerta.Check(escritor.WithoutIdempotencia(ctx), e, admission.Visitante{Tipo: string(tipoTecleado(numero)), Numero: numero, Nombre: m.Nombre,
				Apellidos: m.Apellidos, FechaNacimiento: m.FechaNacimiento}, autor(c))
			if err != nil {
				return err
			}
			shown = k.ID
		}
		_, err = s.cfg.Puerta.Arrive(ctx, e, n, orden, shown, autor(c))
		return err
	})
}
