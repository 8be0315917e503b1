package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/propinas"
	"foliado/registers"
	"foliado/templates"
)

// paginasPropina are the pages of the tips.
func (s *Servidor) paginasPropina() []ruta {
	const p = "/establecimientos/:e/propinas"
	return []ruta{
		{metodo: "GET", camino: p, cargos: librosVe, hace: s.getPaginaPropinas, resumen: "Propinas: cuenta del día, criterios, repartos"},
		{metodo: "POST", camino: p + "/recuentos", cargos: salaHace, hace: s.formRecuentoPropinas, resumen: "Propone la cuenta de propinas del día"},
		{metodo: "POST", camino: p + "/parciales", cargos: salaHace, hace: s.formParcialPropinas, resumen: "Propone el acta de un cómputo parcial"},
		{metodo: "POST", camino: p + "/parciales/:n/copia", cargos: salaHace, hace: s.formCopiaPropinas, resumen: "Anota la copia del acta en la caja especial"},
		{metodo: "POST", camino: p + "/devoluciones", cargos: salaHace, hace: s.formDevolucionPropina, resumen: "Propone la devolución de una propina"},
		{metodo: "POST", camino: p + "/acuerdos", cargos: direccion, hace: s.formAcuerdoPropinas, resumen: "Anota el acuerdo sobre las propinas"},
		{metodo: "POST", camino: p + "/criterios", cargos: direccion, hace: s.formCriterioPropinas, resumen: "Pone en vigor un criterio de reparto"},
		{metodo: "POST", camino: p + "/criterios/:n/comunicacion", cargos: direccion, hace: s.formComunicacionCriterio, resumen: "Anota la comunicación de un criterio"},
		{metodo: "POST", camino: p + "/repartos", cargos: direccion, hace: s.formRepartoPropinas, resumen: "Reparte las propinas contadas"},
	}
}

func (s *Servidor) getPaginaPropinas(c echo.Context) error {
	return s.drawPropinas(c, templates.FormaPropinas{}, nil)
}

// drawPropinas draws the page of the tips with what was typed, and with what was wrong.
func (s *Servidor) drawPropinas(c echo.Context, forma templates.FormaPropinas, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Propinas{Forma: forma}
	if p.Marco, err = s.marco(c, "Propinas", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede, p.Dirige = ruta{cargos: salaHace}.admits(p.Cargo), ruta{cargos: direccion}.admits(p.Cargo)
	if err := s.fillPropinas(c, &p); err != nil {
		return err
	}
	return render(c, status, p)
}

func (s *Servidor) fillPropinas(c echo.Context, p *templates.Propinas) error {
	ctx, e := c.Request().Context(), p.Establecimiento.ID
	d, err := s.readPropinas(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	p.Admite, p.Acuerdo = d.acuerdo.Admite, templates.AcuerdoPropinas{Consulta: d.acuerdo.Consulta, Acuerdo: d.acuerdo.Acuerdo.Acuerdo}
	showPropinas(p, &d, "/api/v1"+p.Base()+"/propinas/")
	if p.Jornada != "" {
		if err := s.fillCuentaPropinas(c, p, &d); err != nil {
			return err
		}
	}
	if !p.Dirige {
		return nil
	}
	for _, cargo := range domain.Cargos {
		if !cargo.Direccion() && cargo != domain.FuncionarioInspector && cargo != domain.Sistema {
			p.Cargos = append(p.Cargos, templates.CargoPropinas{Valor: string(cargo), Texto: cargo.Nombre(), Escrito: field(c, "puntos."+string(cargo))})
		}
	}
	people, err := s.cfg.Casa.Personas(ctx)
	if err != nil {
		return err
	}
	for _, x := range people {
		sharing := slices.ContainsFunc(p.Cargos, func(k templates.CargoPropinas) bool { return k.Valor == string(x.Cargo) })
		if sharing && x.ServesIn(e) && x.Baja.IsZero() {
			p.Personal = append(p.Personal, templates.PersonaPropinas{Valor: x.ID, Nombre: x.NombreCompleto(), Cargo: x.Cargo.Nombre(), Escrito: field(c, "jornadas."+x.ID)})
		}
	}
	return nil
}

// fillCuentaPropinas fills what the account of the day needs: its boxes, and the acts that
// wait.
func (s *Servidor) fillCuentaPropinas(c echo.Context, p *templates.Propinas, d *datosPropinas) error {
	ctx, e := c.Request().Context(), p.Establecimiento.ID
	j, err := s.cfg.Casa.Jornada(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	counted := slices.ContainsFunc(d.recuentos, func(r registers.RecuentoPropinas) bool { return r.Jornada == p.Jornada })
	p.Movible, p.Contable = j.AdmiteRecuentos() && !counted, !j.FinJuegos.IsZero() && !counted
	mesas, err := s.cfg.Casa.Mesas(ctx, e)
	if err != nil {
		return err
	}
	var cajas []propinas.Caja
	for _, m := range mesas {
		cajas = append(cajas, propinas.Caja{Punto: propinas.PuntoMesa, Mesa: m.Numero})
	}
	for _, punto := range []propinas.Punto{propinas.PuntoAdmision, propinas.PuntoCaja, propinas.PuntoCambio} {
		cajas = append(cajas, propinas.Caja{Punto: punto})
	}
	for _, x := range cajas {
		p.Cajas = append(p.Cajas, templates.CajaPropinas{Valor: x.String(), Texto: x.Nombre(), Escrito: field(c, "caja."+x.String())})
	}
	acts, err := s.cfg.Casa.ActosPendientes(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for k := range acts {
		switch acts[k].Tipo {
		case registers.TipoParcialPropinas, registers.TipoDevolucionPropina, registers.TipoRecuentoPropinas:
			p.Pendientes = append(p.Pendientes, templates.Enlace{Texto: nombreActo(&acts[k]), Camino: "/actos/" + acts[k].ID})
			p.Contable = false
		}
	}
	return nil
}

// showPropinas lists what is on record; base is where its papers are.
func showPropinas(p *templates.Propinas, d *datosPropinas, base string) {
	for _, m := range d.movimientos {
		clase := "parciales/"
		if m.Devolucion {
			clase = "devoluciones/"
		}
		p.Movimientos = append(p.Movimientos, templates.MovimientoPropinas{Folio: m.Folio, Devolucion: m.Devolucion, Caja: m.Caja.Nombre(), Importe: m.Importe,
			Hora: m.Hora, Copia: m.Copia, PDF: base + clase + decimal(m.Folio) + ".pdf"})
	}
	for _, r := range d.recuentos {
		p.Recuentos = append(p.Recuentos, templates.RecuentoPropinas{Folio: r.Folio, Jornada: r.Jornada, Contado: r.Contado, Parciales: r.Parciales, Devuelto: r.Devuelto,
			Importe: r.Importe, Reparto: r.Reparto, PDF: base + "recuentos/" + decimal(r.Folio) + ".pdf"})
	}
	for _, k := range d.criterios {
		p.Criterios = append(p.Criterios, templates.CriterioPropinas{Numero: k.Numero, Hora: k.Hora, Empleados: domain.Importe(k.Empleados), Puntos: puntosEnPalabras(k.Puntos),
			Natural: k.Vence.Natural, Habil: k.Vence.Habil, Comunicado: k.Comunicado, PDF: base + "criterios/" + decimal(k.Numero) + ".pdf"})
	}
	for _, r := range d.repartos {
		p.Repartos = append(p.Repartos, templates.RepartoPropinas{Folio: r.Folio, Desde: r.Desde, Hasta: r.Hasta, Total: r.Total, Empleados: r.Empleados, Otros: r.Otros,
			PDF: base + "repartos/" + decimal(r.Folio) + ".pdf"})
	}
}

// puntosEnPalabras writes the points of a criterio: "crupier 10, cajero 8".
func puntosEnPalabras(puntos map[domain.Cargo]int64) string {
	var parts []string
	for _, cargo := range domain.Cargos {
		if n := puntos[cargo]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", strings.ToLower(cargo.Nombre()), n))
		}
	}
	return strings.Join(parts, ", ")
}

// nombreCajaPropinas names a box as the books write it.
func nombreCajaPropinas(s string) string {
	caja, err := propinas.ParseCaja(s)
	if err != nil {
		return s
	}
	return caja.Nombre()
}

// propina tells an amount taken out of a special box.
func (r relato) propina() {
	r.cifra("Importe", r.importe("importe").String())
	r.hecho("Caja especial", capital(nombreCajaPropinas(r.a.Dato("caja"))))
	r.hecho("Causa", capital(r.a.Dato("causa")))
	r.hecho("Qué ocurrió", r.a.Valor("motivo"))
	r.p.Vuelve = templates.Enlace{Texto: "Volver a las propinas", Camino: paginaDe(r.a.Establecimiento, "propinas")}
}

// propinas tells the account of a day.
func (r relato) propinas() {
	r.cifra("Propinas del día", r.importe("importe").String())
	r.hecho("Recuentos parciales", r.importe("parciales").String())
	r.hecho("Devuelto", r.importe("devuelto").String())
	for _, d := range r.a.Datos {
		if caja, ok := strings.CutPrefix(d.Nombre, "caja."); ok {
			r.hecho(capital(nombreCajaPropinas(caja)), r.importe(d.Nombre).String())
		}
	}
	r.p.Vuelve = templates.Enlace{Texto: "Volver a las propinas", Camino: paginaDe(r.a.Establecimiento, "propinas")}
}

// proponePropina proposes an act about tips from its form, and goes to sign it.
func (s *Servidor) proponePropina(c echo.Context, forma templates.FormaPropinas, wrong map[string]string, do func(ctx context.Context, h registers.Hora) (registers.Propuesta, error)) error {
	show := func(acto string) error { return goTo(c, "/actos/"+acto) }
	return s.doPropina(c, forma, wrong, show, func(ctx context.Context, h registers.Hora) error {
		p, err := do(ctx, h)
		if err != nil {
			return err
		}
		return show(p.Acto.ID)
	})
}

// doPropina does what a form of the tips asks; what is wrong is drawn with the page.
func (s *Servidor) doPropina(c echo.Context, forma templates.FormaPropinas, wrong map[string]string, show func(string) error, do func(ctx context.Context, h registers.Hora) error) error {
	var err error
	if len(wrong) > 0 {
		err = &errForma{wrong}
	} else {
		err = s.onceForm(c, func(ctx context.Context) error { return do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora())) }, show)
	}
	if err != nil {
		return s.drawPropinas(c, forma, err)
	}
	return nil
}

// notePropina is doPropina for what nobody signs: it goes back to the page.
func (s *Servidor) notePropina(c echo.Context, abierta string, wrong map[string]string, do func(ctx context.Context, h registers.Hora) error) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "propinas")) }
	return s.doPropina(c, templates.FormaPropinas{Abierta: abierta, Importe: field(c, "empleados")}, wrong, show, func(ctx context.Context, h registers.Hora) error {
		if err := do(ctx, h); err != nil {
			return err
		}
		return show("")
	})
}

// camposConPrefijo are the fields of the form sent that begin so and hold something.
func camposConPrefijo(c echo.Context, prefijo string) map[string]string {
	out := map[string]string{}
	for name := range c.Request().PostForm {
		if rest, ok := strings.CutPrefix(name, prefijo); ok && field(c, name) != "" {
			out[rest] = field(c, name)
		}
	}
	return out
}

// enterosConPrefijo are those fields read as whole numbers.
func enterosConPrefijo(c echo.Context, prefijo string, wrong map[string]string) map[string]int64 {
	out := map[string]int64{}
	for name, text := range camposConPrefijo(c, prefijo) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			wrong[prefijo+name] = "se escribe un número entero: " + text
		}
		out[name] = n
	}
	return out
}

func (s *Servidor) formRecuentoPropinas(c echo.Context) error {
	wrong := map[string]string{}
	cajas := map[string]domain.Importe{}
	for name := range camposConPrefijo(c, "caja.") {
		cajas[name] = readImporte(c, "caja."+name, capital(nombreCajaPropinas(name)), wrong)
	}
	return s.proponePropina(c, templates.FormaPropinas{Abierta: "recuento"}, wrong, func(ctx context.Context, h registers.Hora) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeRecuentoPropinas(ctx, autor(c), h, c.Param("e"), registers.RecuentoPropinasFacts{Cajas: cajas})
	})
}

func (s *Servidor) formParcialPropinas(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.PropinaFacts{Caja: field(c, "caja"), Importe: readImporte(c, "importe", "Cuantía", wrong)}
	forma := templates.FormaPropinas{Abierta: "parcial", Caja: f.Caja, Importe: field(c, "importe")}
	return s.proponePropina(c, forma, wrong, func(ctx context.Context, h registers.Hora) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeParcialPropinas(ctx, autor(c), h, c.Param("e"), f)
	})
}

func (s *Servidor) formDevolucionPropina(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.PropinaFacts{Caja: field(c, "caja"), Importe: readImporte(c, "importe", "Importe", wrong), Causa: field(c, "causa"), Motivo: field(c, "motivo")}
	forma := templates.FormaPropinas{Abierta: "devolucion", Caja: f.Caja, Importe: field(c, "importe"), Motivo: f.Motivo}
	return s.proponePropina(c, forma, wrong, func(ctx context.Context, h registers.Hora) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeDevolucionPropina(ctx, autor(c), h, c.Param("e"), f)
	})
}

func (s *Servidor) formCopiaPropinas(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.notePropina(c, "", nil, func(ctx context.Context, h registers.Hora) error {
		return s.cfg.Casa.FileCopiaPropinas(ctx, autor(c), h, c.Param("e"), n)
	})
}

func (s *Servidor) formAcuerdoPropinas(c echo.Context) error {
	f := propinas.Acuerdo{Admite: field(c, "admite") == "si", Consulta: domain.Fecha(field(c, "consulta")), Acuerdo: domain.Fecha(field(c, "acuerdo"))}
	return s.notePropina(c, "acuerdo", nil, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.AgreePropinas(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

func (s *Servidor) formCriterioPropinas(c echo.Context) error {
	wrong := map[string]string{}
	k := propinas.Criterio{Empleados: int64(readImporte(c, "empleados", "Parte de los empleados", wrong)), Puntos: map[domain.Cargo]int64{}}
	for cargo, n := range enterosConPrefijo(c, "puntos.", wrong) {
		k.Puntos[domain.Cargo(cargo)] = n
	}
	return s.notePropina(c, "criterio", wrong, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.SetCriterioPropinas(ctx, autor(c), h, c.Param("e"), k)
		return err
	})
}

func (s *Servidor) formComunicacionCriterio(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.notePropina(c, "", nil, func(ctx context.Context, h registers.Hora) error {
		return s.cfg.Casa.CommunicateCriterio(ctx, autor(c), h, c.Param("e"), n, field(c, "registro"))
	})
}

func (s *Servidor) formRepartoPropinas(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.RepartoPropinasFacts{Desde: domain.Fecha(field(c, "desde")), Hasta: domain.Fecha(field(c, "hasta")), Jornadas: enterosConPrefijo(c, "jornadas.", wrong)}
	return s.notePropina(c, "reparto", wrong, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.DistributePropinas(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}
