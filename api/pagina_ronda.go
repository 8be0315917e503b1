package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/templates"
)

// paginasRonda are the pages of a ronda, for a tablet.
func (s *Servidor) paginasRonda() []ruta {
	const r = "/establecimientos/:e/rondas"
	return []ruta{
		{metodo: "GET", camino: r, cargos: salaVe, hace: s.getPaginaRondas, resumen: "Rondas de firma: abrir una o seguir otra"},
		{metodo: "POST", camino: r, cargos: salaRetira, hace: s.formRonda, resumen: "Abre una ronda"},
		{metodo: "GET", camino: r + "/:r", cargos: salaVe, hace: s.getPaginaRonda, resumen: "La tableta de una ronda: una hoja y sus firmas", consulta: []string{"acto", "firmada"}},
		{metodo: "POST", camino: r + "/:r/firmas", cargos: salaFirma, hace: s.formFirmaRonda, resumen: "Firma la hoja que se muestra"},
		{metodo: "POST", camino: r + "/:r/desbloqueo", cargos: salaRetira, hace: s.formDesbloqueo, resumen: "Desbloquea la ronda"},
		{metodo: "POST", camino: r + "/:r/fin", cargos: salaRetira, hace: s.formFinRonda, resumen: "Termina la ronda"},
	}
}

func (s *Servidor) getPaginaRondas(c echo.Context) error { return s.drawRondas(c, nil) }

func (s *Servidor) drawRondas(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	var p templates.Rondas
	if p.Marco, err = s.marco(c, "Rondas de firma", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede = ruta{cargos: salaRetira}.admits(p.Cargo)
	t, err := s.cfg.Casa.Tablero(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	p.Admite = t.Jornada != nil && t.Jornada.AdmiteRecuentos()
	rs, err := s.cfg.Casa.Rondas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for k := range rs {
		p.EnCurso = append(p.EnCurso, rondaBreve(&rs[k]))
	}
	return render(c, status, p)
}

func rondaBreve(r *registers.Ronda) templates.RondaBreve {
	var names []string
	for _, m := range r.Miembros {
		names = append(names, m.Nombre)
	}
	return templates.RondaBreve{ID: r.ID, Quienes: strings.Join(names, " y "), Desde: r.Desde, Caduca: r.Caduca, Bloqueada: r.Bloqueada}
}

// formRonda opens a ronda with two badges and two PINs.
func (s *Servidor) formRonda(c echo.Context) error {
	pase := func(who string) registers.Pase {
		return registers.Pase{Credencial: field(c, "credencial_"+who), PIN: c.Request().PostFormValue("pin_" + who)}
	}
	r, err := s.cfg.Casa.OpenRonda(c.Request().Context(), autor(c), c.Param("e"), pase("direccion"), pase("cajero"))
	if err != nil {
		return s.drawRondas(c, err)
	}
	return goTo(c, paginaDe(c.Param("e"), "rondas", r.ID))
}

func (s *Servidor) getPaginaRonda(c echo.Context) error {
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	return s.drawRonda(c, &r, c.QueryParam("acto"), nil)
}

// drawRonda draws the sheet asked for, or the first that waits.
func (s *Servidor) drawRonda(c echo.Context, r *registers.Ronda, acto string, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Ronda{Ronda: rondaBreve(r), Acabada: r.Acabada}
	if p.Marco, err = s.marco(c, "Ronda de firma", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.PuedeFin = ruta{cargos: salaRetira}.admits(p.Cargo)
	if (ruta{cargos: direccion}).admits(p.Cargo) {
		p.Olvidados = "/credenciales?e=" + escapeQuery(c.Param("e"))
	}
	for _, m := range r.Miembros {
		p.Personas = strings.TrimSpace(p.Personas + " " + m.Persona)
	}
	if r.Acabada || r.Bloqueada {
		return render(c, status, p)
	}
	if err := s.fillRonda(c.Request().Context(), &p, r, acto); err != nil {
		return err
	}
	if done := c.QueryParam("firmada"); done != "" {
		if a, err := s.cfg.Casa.Acto(c.Request().Context(), done); err == nil && a.Establecimiento == r.Establecimiento {
			p.Firmada = nombreActo(&a)
		}
	}
	return render(c, status, p)
}

// hojasNombres name the kinds of sheet in a list.
var hojasNombres = map[string]string{registers.TipoAnticipoInicial: "Apertura", registers.TipoReposicion: "Reposición",
	registers.TipoCierreMesa: "Recuento y cierre", registers.TipoActaBilletes: "Acta de billetes", registers.TipoAperturaPozo: "Apertura del pozo"}

// fillRonda adds the sheet on screen, those that follow and the tables not counted yet.
func (s *Servidor) fillRonda(ctx context.Context, p *templates.Ronda, r *registers.Ronda, acto string) error {
	acts, err := s.cfg.Casa.HojasRonda(ctx, r)
	if err != nil {
		return err
	}
	at := max(0, slices.IndexFunc(acts, func(a registers.HojaRonda) bool { return a.Acto == acto }))
	pending := map[int]bool{}
	for k, h := range acts {
		pending[h.Mesa] = pending[h.Mesa] || h.Tipo == registers.TipoCierreMesa || h.Tipo == registers.TipoAperturaPozo
		if k != at {
			p.Siguen = append(p.Siguen, templates.ActoBreve{ID: h.Acto, Tipo: h.Tipo, Nombre: hojasNombres[h.Tipo] + " de la mesa " + strconv.Itoa(h.Mesa)})
			continue
		}
		a, err := s.cfg.Casa.Acto(ctx, h.Acto)
		if err != nil {
			return err
		}
		p.Hoja = &templates.Acto{ID: a.ID, Nombre: nombreActo(&a), Estado: string(a.Estado), Digest: a.Huella}
		tellActo(p.Hoja, &a)
		for _, slot := range a.Plazas {
			p.Hoja.Plazas = append(p.Hoja.Plazas, plazaDe(&slot))
		}
	}
	t, err := s.cfg.Casa.Tablero(ctx, r.Establecimiento)
	if err != nil {
		return err
	}
	for k := range t.Mesas {
		m := &t.Mesas[k]
		switch {
		case m.Sesion != nil && !pending[m.Mesa.Numero]:
			p.Sin = append(p.Sin, mesaTablero(m, nil))
		case m.Sesion == nil && m.Ultima != nil && m.Ultima.Jornada == r.Jornada:
			p.Cerradas++
		}
	}
	return nil
}

// formFirmaRonda signs the sheet on screen: by the badge alone, or with a PIN. When it is
// the last signature the next sheet comes up.
func (s *Servidor) formFirmaRonda(c echo.Context) error {
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	id := field(c, "acto")
	a, err := s.cfg.Casa.Firmar(c.Request().Context(), registers.FirmaRequest{Acto: id, Ronda: r.ID, Credencial: field(c, "credencial"),
		PIN: c.Request().PostFormValue("pin"), Huella: field(c, "digest")})
	if err != nil {
		if now, again := s.rondaPedida(c); again == nil {
			r = now
		}
		return s.drawRonda(c, &r, id, err)
	}
	query := "?acto=" + escapeQuery(id)
	if a.Estado == registers.EstadoCerrado {
		query = "?firmada=" + escapeQuery(id)
	}
	return goTo(c, paginaDe(c.Param("e"), "rondas", r.ID)+query)
}

// formDesbloqueo unlocks a ronda.
func (s *Servidor) formDesbloqueo(c echo.Context) error {
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	pase := registers.Pase{Credencial: field(c, "credencial"), PIN: c.Request().PostFormValue("pin")}
	if _, err := s.cfg.Casa.UnlockRonda(c.Request().Context(), r.ID, pase); err != nil {
		return s.drawRonda(c, &r, "", err)
	}
	return goTo(c, paginaDe(c.Param("e"), "rondas", r.ID))
}

// formFinRonda ends a ronda.
func (s *Servidor) formFinRonda(c echo.Context) error {
	r, err := s.rondaPedida(c)
	if err != nil {
		return err
	}
	if _, err := s.cfg.Casa.EndRonda(c.Request().Context(), autor(c), r.ID); err != nil {
		return s.drawRonda(c, &r, "", err)
	}
	return goTo(c, paginaDe(c.Param("e"), "rondas"))
}
