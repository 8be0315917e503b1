package api

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasJornada are the pages of the gaming day.
func (s *Servidor) paginasJornada() []ruta {
	const e, j = "/establecimientos/:e", "/establecimientos/:e/jornadas"
	return []ruta{
		{metodo: "GET", camino: e + "/jornada", cargos: salaVe, hace: s.getUltimaJornada, resumen: "La última jornada: sus fases y lo que impide cerrarla"},
		{metodo: "GET", camino: j + "/:j", cargos: salaVe, hace: s.getPaginaJornada, resumen: "Una jornada"},
		{metodo: "POST", camino: j, cargos: direccion, hace: s.formJornada, resumen: "Prepara una jornada"},
		{metodo: "POST", camino: j + "/:j/fases", cargos: direccion, hace: s.formFase, resumen: "Pasa a la fase siguiente"},
		{metodo: "POST", camino: j + "/:j/suspension", cargos: direccion, hace: s.formSuspension, resumen: "Acaba los juegos antes de hora, por una causa"},
		{metodo: "POST", camino: j + "/:j/cierre", cargos: direccion, hace: s.formCierreJornada, resumen: "Cierra la jornada"},
		{metodo: "POST", camino: j + "/:j/certificacion", cargos: direccion, hace: s.formCertificacion, resumen: "Lleva a firmar la certificación"},
	}
}

func (s *Servidor) getUltimaJornada(c echo.Context) error {
	j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
	if err != nil && !errors.Is(err, registers.ErrJornada) {
		return err
	}
	return s.drawJornada(c, &j, nil, nil)
}

func (s *Servidor) getPaginaJornada(c echo.Context) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	return s.drawJornada(c, &j, nil, nil)
}

// drawJornada draws a day, zero when there was none, with the form of the next one when
// it may be prepared.
func (s *Servidor) drawJornada(c echo.Context, j *registers.Jornada, form *templates.FormaJornada, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Jornada{Fecha: j.Fecha, Exigido: j.Exigido, Metalico: j.Metalico, Bloqueado: j.Bloqueado}
	if p.Marco, err = s.marco(c, "Jornada", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede = ruta{cargos: direccion}.admits(p.Cargo)
	if j.Fecha != "" {
		p.Marco.Jornada, p.Fase = j.Fecha, j.Fase
		if err := s.fillJornada(c, &p, j); err != nil {
			return err
		}
	}
	if p.Puede && (j.Fecha == "" || j.Fase == domain.FaseCertificada) {
		if p.Nueva = form; form == nil {
			p.Nueva = &templates.FormaJornada{Fecha: s.siguienteFecha(j.Fecha)}
		}
		if p.Nueva.Exigido, err = s.cajaExigida(c); err != nil {
			return err
		}
	}
	return render(c, status, p)
}

// siguienteFecha proposes the date of the next jornada: today, if it is later than last.
func (s *Servidor) siguienteFecha(last domain.Fecha) domain.Fecha {
	today := domain.FechaDe(s.cfg.Escritor.Ahora())
	if today > last {
		return today
	}
	return domain.FechaDe(last.Time().AddDate(0, 0, 1).Add(12 * time.Hour))
}

// cajaExigida is what art. 37.1 would ask with the minima planned, 0 without roulettes.
func (s *Servidor) cajaExigida(c echo.Context) (domain.Importe, error) {
	ms, err := s.cfg.Casa.Mesas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return 0, err
	}
	var ruletas []libros.Ruleta
	for _, m := range ms {
		if m.Juego.Ruleta() {
			ruletas = append(ruletas, libros.Ruleta{Minimo: m.MinimoPrevisto})
		}
	}
	x, err := libros.CajaCentralExigida(ruletas)
	if errors.Is(err, libros.ErrSinRuleta) {
		return 0, nil
	}
	return x.Suma, err
}

// fillJornada adds the phases, what keeps the day open and its control de ingresos.
func (s *Servidor) fillJornada(c echo.Context, p *templates.Jornada, j *registers.Jornada) error {
	ctx, e := c.Request().Context(), c.Param("e")
	now := j.Fase.Orden()
	at := map[domain.Fase]time.Time{domain.FasePreparacion: j.Preparacion, domain.FaseAbierta: j.Apertura, domain.FaseFinJuegos: j.FinJuegos}
	for k, f := range domain.Fases {
		done := k < now || k == now && f.Orden() >= domain.FaseCerrada.Orden()
		p.Pasos = append(p.Pasos, templates.Paso{Fase: f, Instante: at[f], Hecho: done, Ahora: k == now && !done})
	}
	if now+1 < len(domain.Fases) {
		p.Siguiente = domain.Fases[now+1]
	}
	acts, err := s.cfg.Casa.ActosPendientes(ctx, e, j.Fecha)
	if err != nil {
		return err
	}
	for k := range acts {
		if acts[k].Tipo != registers.TipoCertificacion {
			p.Actos = append(p.Actos, actoBreve(&acts[k]))
		}
	}
	if now < domain.FaseCerrada.Orden() {
		t, err := s.cfg.Casa.Tablero(ctx, e)
		if err != nil {
			return err
		}
		for k := range t.Mesas {
			if t.Mesas[k].Sesion != nil {
				p.Abiertas = append(p.Abiertas, mesaTablero(&t.Mesas[k], nil))
			}
		}
	}
	p.Previsto = j.CierrePrevisto
	p.Antes = j.Fase == domain.FaseAbierta && s.cfg.Escritor.Ahora().Before(j.CierrePrevisto)
	p.Papel = j.Fase == domain.FaseCerrada
	if ambito(sesionDe(c).Persona) == nil && j.Fase.Orden() >= domain.FaseCerrada.Orden() && (ruta{cargos: librosVe}).admits(p.Cargo) {
		p.Consolidado = "/api/v1/consolidado/" + string(j.Fecha) + ".pdf"
	}
	if now >= domain.FaseFinJuegos.Orden() {
		points, err := s.puntosCierre(c, j.Fecha)
		if err != nil {
			return err
		}
		for _, x := range points {
			p.Lista = append(p.Lista, templates.PuntoCierre{Texto: capital(x.Texto), Cita: strings.TrimSpace(x.Articulo + " " + x.Criterio), Hecho: x.Hecho, Impide: x.Impide, Detalle: x.Detalle})
		}
	}
	if p.Tarjetas, _, err = s.cfg.Puerta.CountTarjetas(ctx, e, j.Fecha); err != nil {
		return err
	}
	return s.fillControlJornada(ctx, p, e, j.Fecha, acts)
}

// fillControlJornada adds the control de ingresos of the day, once it is written.
func (s *Servidor) fillControlJornada(ctx context.Context, p *templates.Jornada, e string, fecha domain.Fecha, acts []registers.Acto) error {
	if p.Fase.Orden() < domain.FaseCerrada.Orden() || !(ruta{cargos: librosVe}).admits(p.Cargo) {
		return nil
	}
	folios, err := s.cfg.Casa.Folios(ctx, e, registers.LibroControlIngresos, 0, 500)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(folios, func(f registers.ResumenFolio) bool { return f.Jornada == fecha })
	if at < 0 {
		return nil
	}
	f, err := s.cfg.Casa.Folio(ctx, e, registers.LibroControlIngresos, folios[at].Numero)
	if err != nil {
		return err
	}
	p.Control = &templates.Control{Folio: f.Numero, Total: f.Control.Total, TotalLetra: f.Control.TotalLetra,
		Certificado: f.Control.Certificacion != nil, Enlace: folioPath(e, registers.LibroControlIngresos, f.Numero)}
	for k := range acts {
		if acts[k].Tipo == registers.TipoCertificacion {
			p.Control.Acto = acts[k].ID
		}
	}
	return nil
}

// formJornada prepares a day.
func (s *Servidor) formJornada(c echo.Context) error {
	e := c.Param("e")
	form, facts, err := readJornada(c)
	show := func(string) error { return goTo(c, paginaDe(e, "jornada")) }
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			if _, err := s.cfg.Casa.CreateJornada(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), e, facts); err != nil {
				return err
			}
			return show("")
		}, show)
	}
	if err == nil {
		return nil
	}
	last, lerr := s.cfg.Casa.LastJornada(c.Request().Context(), e)
	if lerr != nil && !errors.Is(lerr, registers.ErrJornada) {
		return lerr
	}
	return s.drawJornada(c, &last, form, err)
}

// readJornada reads the form that prepares a day.
func readJornada(c echo.Context) (*templates.FormaJornada, registers.JornadaFacts, error) {
	form := &templates.FormaJornada{Metalico: field(c, "metalico"), Bloqueado: field(c, "bloqueado")}
	wrong := map[string]string{}
	fecha, err := domain.ParseFecha(field(c, "fecha"))
	if err != nil {
		wrong["fecha"] = capital(err.Error())
	}
	form.Fecha = fecha
	facts := registers.JornadaFacts{Fecha: fecha, Metalico: readImporte(c, "metalico", "Metálico", wrong),
		Bloqueado: readImporte(c, "bloqueado", "Bloqueado", wrong)}
	if len(wrong) > 0 {
		return form, facts, &errForma{wrong}
	}
	return form, facts, nil
}

// formDia does something to the day of the route and shows it as it is then.
func (s *Servidor) formDia(c echo.Context, do func(ctx context.Context, h registers.Hora, fecha domain.Fecha) (next string, err error)) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "jornadas", j.ID())) }
	err = s.onceForm(c, func(ctx context.Context) error {
		next, err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora()), j.Fecha)
		switch {
		case err != nil:
			return err
		case next != "":
			return goTo(c, next)
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawJornada(c, &j, nil, err)
	}
	return nil
}

func (s *Servidor) formFase(c echo.Context) error {
	return s.formDia(c, func(ctx context.Context, h registers.Hora, fecha domain.Fecha) (string, error) {
		_, err := s.cfg.Casa.AdvanceFase(ctx, autor(c), h, c.Param("e"), fecha, domain.Fase(field(c, "fase")))
		return "", err
	})
}

func (s *Servidor) formCierreJornada(c echo.Context) error {
	return s.formDia(c, func(ctx context.Context, h registers.Hora, fecha domain.Fecha) (string, error) {
		_, err := s.cfg.Casa.CloseJornada(ctx, autor(c), h, c.Param("e"), fecha)
		return "", err
	})
}

// formCertificacion proposes the certification and goes to sign it.
func (s *Servidor) formCertificacion(c echo.Context) error {
	return s.formDia(c, func(ctx context.Context, h registers.Hora, fecha domain.Fecha) (string, error) {
		if form := field(c, "formulario"); form != "" { // certified on paper, transcribed (criterio HOR-2)
			h = registers.Hora{Hecho: lastTime(field(c, "hora"), h.Hecho), Formulario: form, Motivo: field(c, "demora")}
		}
		done, err := s.cfg.Casa.ProposeCertificacion(ctx, autor(c), h, c.Param("e"), fecha)
		return "/actos/" + done.Acto.ID, err
	})
}

// formSuspension ends games before their hour for a cause (art. 27.5).
func (s *Servidor) formSuspension(c echo.Context) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	f := registers.Suspension{Causa: libros.CausaSuspension(field(c, "causa")), Texto: field(c, "texto")}
	now := s.cfg.Escritor.Ahora()
	f.Vacia = lastTime(field(c, "vacia"), now)
	if _, err := s.cfg.Casa.SuspendJuego(c.Request().Context(), autor(c), registers.EnLinea(now), c.Param("e"), j.Fecha, f); err != nil {
		return s.drawJornada(c, &j, nil, err)
	}
	return goTo(c, paginaDe(c.Param("e"), "jornadas", j.ID()))
}

// nextTime is the next time after now that the clock on the wall will show an hour; zero
// when it is none.
func nextTime(hour string, now time.Time) time.Time {
	h, err := libros.ParseHora(hour)
	if err != nil {
		return time.Time{}
	}
	t := h.On(domain.FechaDe(now))
	if !t.After(now) {
		t = h.On(domain.FechaDe(now.AddDate(0, 0, 1)))
	}
	return t.UTC()
}

// lastTime is the last time before now that the clock on the wall showed an hour; zero when
// it is none.
func lastTime(hour string, now time.Time) time.Time {
	h, err := libros.ParseHora(hour)
	if err != nil {
		return time.Time{}
	}
	t := h.On(domain.FechaDe(now))
	if t.After(now) {
		t = h.On(domain.FechaDe(now.AddDate(0, 0, -1)))
	}
	return t.UTC()
}
