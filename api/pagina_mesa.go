package api

import (
	"context"
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasMesa are the pages of one table.
func (s *Servidor) paginasMesa() []ruta {
	const m = "/establecimientos/:e/mesas/:m"
	return []ruta{
		{metodo: "GET", camino: m, cargos: salaVe, hace: s.getPaginaMesa, resumen: "Una mesa: apertura, reposición, recuento"},
		{metodo: "POST", camino: m + "/aperturas", cargos: salaHace, hace: s.formApertura, resumen: "Propone la apertura"},
		{metodo: "POST", camino: m + "/reposiciones", cargos: salaHace, hace: s.formReposicion, resumen: "Propone una reposición"},
		{metodo: "POST", camino: m + "/cierres", cargos: salaHace, hace: s.formCierreMesa, resumen: "Muestra el recuento con sus sumas y, confirmado, lo propone"},
	}
}

func (s *Servidor) getPaginaMesa(c echo.Context) error { return s.drawMesa(c, templates.Mesa{}, nil) }

// drawMesa draws the sheet of a table with what p brings typed, and with what was wrong.
func (s *Servidor) drawMesa(c echo.Context, p templates.Mesa, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	n, err := mesaPedida(c)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Mesa "+strconv.Itoa(n), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	m, err := s.cfg.Casa.EstadoMesa(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if err := s.fillMesa(c, &p, &m); err != nil {
		return err
	}
	return render(c, status, p)
}

func (s *Servidor) fillMesa(c echo.Context, p *templates.Mesa, m *registers.EstadoMesa) error {
	ctx, e := c.Request().Context(), c.Param("e")
	var pending []templates.ActoBreve
	if m.Pendiente != nil {
		a, err := s.cfg.Casa.Acto(ctx, m.Pendiente.Acto)
		if err != nil {
			return err
		}
		pending = append(pending, actoBreve(&a))
	}
	p.Mesa, p.Libro = mesaTablero(m, pending), registers.LibroMesa(m.Mesa.Mesa)
	p.Puede = ruta{cargos: salaHace}.admits(p.Cargo)
	p.Jugadas = ruta{cargos: jugadaVe}.admits(p.Cargo)
	p.Admite = p.Jornada != "" && domain.Jornada{Fase: p.Fase}.AdmiteRecuentos()
	if m.Mesa.Juego.Circulo() {
		if err := s.fillCirculo(ctx, p, m, autor(c).Persona); err != nil {
			return err
		}
	} else if m.Sesion == nil {
		fillApertura(p, m)
	} else if err := s.fillSesion(ctx, p, m); err != nil {
		return err
	}
	if err := s.fillOtros(c, p, m); err != nil {
		return err
	}
	folios, err := s.cfg.Casa.Folios(ctx, e, registers.LibroMesa(m.Mesa.Mesa), 0, 10)
	if err != nil {
		return err
	}
	for _, f := range folios {
		if f.Jornada == p.Jornada && f.Completo {
			p.Anteriores = append(p.Anteriores, templates.FolioLinea{Numero: f.Numero, Jornada: f.Jornada, Hora: f.Hora, Importe: f.Importe})
		}
	}
	return nil
}

// fillApertura fills the form of the opening with what is planned for the table.
func fillApertura(p *templates.Mesa, m *registers.EstadoMesa) {
	if p.Apertura.Anticipo.Nombre == "" {
		p.Apertura.Anticipo = newRecuento("anticipo", nil)
		p.Apertura.ApuestaMinima = m.Mesa.MinimoPrevisto.Cifra()
	}
	p.Apertura.Previsto, p.Apertura.Exigido = m.Mesa.MinimoPrevisto, m.AnticipoMinimo
	p.Apertura.Inspector = opcionesInspector(p.Apertura.Presencia)
	p.Maximos = maximosFormulario(m.Mesa.Juego, p.Apertura.Maximos)
}

// fillSesion fills the forms of an open table: the reposición with the pieces of the
// initial anticipo, which it must equal.
func (s *Servidor) fillSesion(ctx context.Context, p *templates.Mesa, m *registers.EstadoMesa) error {
	f, err := s.cfg.Casa.Folio(ctx, m.Mesa.Establecimiento, registers.LibroMesa(m.Mesa.Mesa), m.Sesion.Folio)
	if err != nil {
		return err
	}
	if p.Reposicion.Nombre == "" && len(f.Anticipos.Anticipos) > 0 {
		p.Reposicion = newRecuento("anticipo", f.Anticipos.Anticipos[0].Piezas)
	}
	if p.Cierre.Recuentos == nil {
		for _, nombre := range recuentosCierre {
			p.Cierre.Recuentos = append(p.Cierre.Recuentos, newRecuento(nombre, nil))
		}
	}
	p.Cierre.Anticipos = m.Sesion.Anticipos
	j, err := s.cfg.Casa.Jornada(ctx, m.Mesa.Establecimiento, m.Sesion.Jornada)
	if err != nil && !errors.Is(err, registers.ErrJornada) {
		return err
	}
	limite := j.CierrePrevisto
	if !j.FinJuegos.IsZero() && j.FinJuegos.Before(limite) {
		limite = j.FinJuegos
	}
	_, p.Cierre.PideMotivo = libros.AvisoCierre(s.cfg.Escritor.Ahora(), limite, "")
	if !p.Cierre.Revisado {
		return nil
	}
	var sums [3]domain.Importe
	for k := range p.Cierre.Recuentos {
		sums[k] = p.Cierre.Recuentos[k].Total
	}
	p.Cierre.Existencias, p.Cierre.Resultado, err = resultadoRevisado(m.Sesion, sums)
	return err
}

// proponeForm proposes an act of a table from a form and goes to sign it.
func (s *Servidor) proponeForm(c echo.Context, do func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error)) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	show := func(acto string) error { return goTo(c, "/actos/"+acto) }
	return s.onceForm(c, func(ctx context.Context) error {
		p, err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora()), mesa)
		if err != nil {
			return err
		}
		return show(p.Acto.ID)
	}, show)
}

func (s *Servidor) formApertura(c echo.Context) error {
	form := templates.FormaApertura{ApuestaMinima: field(c, "apuesta_minima"), Maximos: field(c, "maximos"), Presencia: field(c, "inspector")}
	wrong := map[string]string{}
	minimo := readImporte(c, "apuesta_minima", "Apuesta mínima", wrong)
	anticipo, count, err := readRecuento(c, "anticipo")
	form.Anticipo = count
	if len(wrong) > 0 {
		err = &errForma{wrong}
	}
	if err == nil {
		err = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeApertura(ctx, autor(c), h, c.Param("e"), mesa, registers.AperturaFacts{
				Entrega:       registers.Entrega{Anticipo: anticipo, Inspector: libros.Presencia(form.Presencia)},
				ApuestaMinima: minimo, Maximos: form.Maximos})
		})
	}
	if err != nil {
		return s.drawMesa(c, templates.Mesa{Apertura: form}, err)
	}
	return nil
}

func (s *Servidor) formReposicion(c echo.Context) error {
	anticipo, count, err := readRecuento(c, "anticipo")
	if err == nil {
		err = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeReposicion(ctx, autor(c), h, c.Param("e"), mesa, registers.ReposicionFacts{Entrega: registers.Entrega{Anticipo: anticipo}})
		})
	}
	if err != nil {
		return s.drawMesa(c, templates.Mesa{Reposicion: count, Repone: true}, err)
	}
	return nil
}

// formCierreMesa shows a count back with its sums before anything is proposed, so that
// the signers look at them (art. 36.5); confirmed, it is proposed.
func (s *Servidor) formCierreMesa(c echo.Context) error {
	form := templates.FormaCierre{Motivo: field(c, "motivo")}
	var counts [3]domain.Piezas
	var wrong error
	for k, nombre := range recuentosCierre {
		p, count, err := readRecuento(c, nombre)
		if err != nil && wrong == nil {
			wrong = err
		}
		counts[k], form.Recuentos = p, append(form.Recuentos, count)
	}
	colores, typed, bad := readColores(c)
	if wrong == nil {
		wrong = bad
	}
	otros := templates.OtrosMovimientos{Colores: typed}
	switch {
	case wrong != nil || field(c, "paso") == "corregir":
		return s.drawMesa(c, templates.Mesa{Cierre: form, Otros: otros}, wrong)
	case field(c, "paso") != "proponer":
		form.Revisado = true
		return s.drawMesa(c, templates.Mesa{Cierre: form, Otros: otros}, nil)
	}
	err := s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeCierre(ctx, autor(c), h, c.Param("e"), mesa,
			registers.CierreMesaFacts{Fichas: counts[0], Placas: counts[1], Billetes: counts[2], Motivo: form.Motivo, Colores: colores})
	})
	if err != nil {
		return s.drawMesa(c, templates.Mesa{Cierre: form, Otros: otros}, err)
	}
	return nil
}
