package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasCaja are the pages of the caja central.
func (s *Servidor) paginasCaja() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/caja", cargos: librosVe, hace: s.getPaginaCaja, resumen: "Caja central: registro por mesas, extracciones, arqueos"},
		{metodo: "POST", camino: e + "/cambios", cargos: []domain.Cargo{domain.Cajero}, hace: s.formCambio, resumen: "Anota un cambio o un canje en la caja"},
		{metodo: "POST", camino: e + "/arqueos", cargos: salaHace, hace: s.formArqueo, resumen: "Propone un arqueo de la caja"},
		{metodo: "POST", camino: e + "/mesas/:m/extracciones/:n/recuentos", cargos: salaHace, hace: s.formActaBilletes, resumen: "Propone el acta de los billetes contados"},
		{metodo: "POST", camino: e + "/mesas/:m/extracciones/:n/copia", cargos: salaHace, hace: s.formCopiaActa, resumen: "Anota dónde queda la copia del acta"},
		{metodo: "POST", camino: e + "/mesas/:m/clausuras/:n/comunicacion", cargos: direccion, hace: s.formComunicacion, resumen: "Anota la presentación de la comunicación de una clausura"},
	}
}

func (s *Servidor) getPaginaCaja(c echo.Context) error { return s.drawCaja(c, templates.Caja{}, nil) }

// cajaAfter draws the page again with what was wrong with one of its forms.
func (s *Servidor) cajaAfter(c echo.Context, err error) error {
	if err == nil {
		return nil
	}
	return s.drawCaja(c, templates.Caja{Cambia: true}, err)
}

// drawCaja draws the page of the caja with what p brings typed, and with what was wrong.
func (s *Servidor) drawCaja(c echo.Context, p templates.Caja, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Caja central", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede, p.Comunica = ruta{cargos: salaHace}.admits(p.Cargo), ruta{cargos: direccion}.admits(p.Cargo)
	p.Cuadra, p.EsCajero = true, p.Cargo == domain.Cajero
	if p.Jornada != "" {
		if err := s.fillCaja(c.Request().Context(), &p); err != nil {
			return err
		}
	}
	fillArqueo(&p.Arqueo)
	return render(c, status, p)
}

func (s *Servidor) fillCaja(ctx context.Context, p *templates.Caja) error {
	e := p.Establecimiento.ID
	j, err := s.cfg.Casa.Jornada(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	p.Admite, p.Exigido, p.Metalico, p.Bloqueado = j.AdmiteRecuentos(), j.Exigido, j.Metalico, j.Bloqueado
	lines, err := s.cfg.Casa.CuadreCaja(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	p.Cuadra = cuadraCaja(lines)
	for _, l := range lines {
		p.Lineas = append(p.Lineas, templates.LineaCaja{Mesa: int64(l.Mesa), Folio: l.Folio, Entregado: l.EntregadoCaja, Devuelto: l.DevueltoCaja, Cuadra: l.Cuadra()})
	}
	ms, err := s.cfg.Casa.MovimientosCaja(ctx, e, p.Jornada, 0)
	if err != nil {
		return err
	}
	for k := len(ms) - 1; k >= 0; k-- {
		p.Movimientos = append(p.Movimientos, templates.MovimientoCaja{Numero: ms[k].Numero, Mesa: int64(ms[k].Mesa), Concepto: conceptoCaja[ms[k].Concepto],
			Importe: ms[k].Importe, Hora: ms[k].Hora})
	}
	if err := s.fillExtracciones(ctx, p); err != nil {
		return err
	}
	ks, err := s.cfg.Casa.Cambios(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for k := len(ks) - 1; k >= 0; k-- {
		p.Cambios = append(p.Cambios, shownCambio(&ks[k]))
	}
	as, err := s.cfg.Casa.Arqueos(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for _, a := range as {
		p.Metalico, p.Bloqueado = a.Metalico, a.Bloqueado
		p.Arqueos = append(p.Arqueos, templates.Arqueo{Folio: a.Folio, Motivo: capital(a.Motivo.Nombre()), Hora: a.Hora, Metalico: a.Metalico,
			Bloqueado: a.Bloqueado, Fichas: a.Fichas, PDF: fmt.Sprintf("/api/v1/establecimientos/%s/arqueos/%d.pdf", e, a.Folio)})
	}
	return s.fillClausuras(ctx, p)
}

func (s *Servidor) fillExtracciones(ctx context.Context, p *templates.Caja) error {
	xs, err := s.cfg.Casa.Extracciones(ctx, p.Establecimiento.ID, p.Jornada, 0)
	if err != nil {
		return err
	}
	for k := len(xs) - 1; k >= 0; k-- {
		p.Extracciones = append(p.Extracciones, shownExtraccion(&xs[k]))
	}
	return nil
}

// shownExtraccion is an extraction as pages show it.
func shownExtraccion(x *registers.Extraccion) templates.Extraccion {
	v := templates.Extraccion{Numero: x.Numero, Mesa: int64(x.Mesa), Caja: int64(x.Caja), CajaRelevo: int64(x.CajaRelevo), Estado: string(x.Estado),
		Importe: x.Importe, Relevo: x.Relevo, Acto: x.Acto, Recuento: newRecuento("billetes", nil)}
	if x.Estado != registers.ExtraccionRelevada {
		v.PDF = fmt.Sprintf("/api/v1/establecimientos/%s/mesas/%d/extracciones/%d.pdf", x.Establecimiento, x.Mesa, x.Numero)
	}
	return v
}

func (s *Servidor) fillClausuras(ctx context.Context, p *templates.Caja) error {
	ks, err := s.cfg.Casa.Clausuras(ctx, p.Establecimiento.ID)
	if err != nil {
		return err
	}
	for _, k := range ks {
		if k.Jornada != p.Jornada && !k.Comunicada.IsZero() {
			continue // done, and of another day
		}
		p.Clausuras = append(p.Clausuras, templates.Clausura{Mesa: int64(k.Mesa), Folio: k.Folio, Hora: k.Hora, Natural: k.Vence.Natural, Habil: k.Vence.Habil,
			Comunicada: k.Comunicada, PDF: fmt.Sprintf("/api/v1/establecimientos/%s/mesas/%d/clausuras/%d.pdf", k.Establecimiento, k.Mesa, k.Folio)})
	}
	return nil
}

// recuentosArqueo are the three counts of the caja, in order.
var recuentosArqueo = []string{"metalico", "fichas", "placas"}

// fillArqueo fills the choices of the form of a count, and its blank counts.
func fillArqueo(f *templates.FormaArqueo) {
	chosen := ""
	if len(f.Motivos) > 0 {
		chosen = f.Motivos[0].Valor
	}
	f.Motivos = nil
	for _, m := range []registers.MotivoArqueo{registers.ArqueoTurno, registers.ArqueoRequerimiento, registers.ArqueoRuleta} {
		f.Motivos = append(f.Motivos, templates.Opcion{Valor: string(m), Texto: capital(m.Nombre()), Elegida: string(m) == chosen})
	}
	presence := ""
	if len(f.Inspector) > 0 {
		presence = f.Inspector[0].Valor
	}
	f.Inspector = opcionesInspector(presence)
	if f.Recuentos == nil {
		for _, nombre := range recuentosArqueo {
			f.Recuentos = append(f.Recuentos, newRecuento(nombre, nil))
		}
	}
}

// opcionesInspector are the four words of criterio FIR-1.
func opcionesInspector(chosen string) []templates.Opcion {
	var out []templates.Opcion
	for _, v := range []libros.Presencia{libros.NoPresente, libros.PresenteFirma, libros.PresenteNoFirma, libros.OtraDependencia} {
		out = append(out, templates.Opcion{Valor: string(v), Texto: capital(v.Nombre()), Elegida: string(v) == chosen})
	}
	return out
}

// formArqueo proposes a count of the caja from its form.
func (s *Servidor) formArqueo(c echo.Context) error {
	form := templates.FormaArqueo{Motivos: []templates.Opcion{{Valor: field(c, "motivo")}}, Inspector: []templates.Opcion{{Valor: field(c, "inspector")}},
		Funcionario: field(c, "funcionario"), Bloqueado: field(c, "bloqueado"), Nota: field(c, "nota"), Abierta: true}
	wrong := map[string]string{}
	bloqueado := readImporte(c, "bloqueado", "Bloqueado en cuenta", wrong)
	var counts [3]domain.Piezas
	var err error
	for k, nombre := range recuentosArqueo {
		p, count, bad := readRecuento(c, nombre)
		counts[k], form.Recuentos = p, append(form.Recuentos, count)
		err = errors.Join(err, bad)
	}
	if len(wrong) > 0 {
		err = &errForma{wrong}
	}
	show := func(acto string) error { return goTo(c, "/actos/"+acto) }
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			p, err := s.cfg.Casa.ProposeArqueo(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), registers.ArqueoFacts{
				Motivo: registers.MotivoArqueo(field(c, "motivo")), Metalico: counts[0], Fichas: counts[1], Placas: counts[2], Bloqueado: bloqueado,
				Inspector: libros.Presencia(field(c, "inspector")), Funcionario: form.Funcionario, Nota: form.Nota})
			if err != nil {
				return err
			}
			return show(p.Acto.ID)
		}, show)
	}
	if err != nil {
		return s.drawCaja(c, templates.Caja{Arqueo: form}, err)
	}
	return nil
}

// formActaBilletes proposes the acta of the notes of an extraction.
func (s *Servidor) formActaBilletes(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	billetes, _, err := readRecuento(c, "billetes")
	if err == nil {
		err = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeActaBilletes(ctx, autor(c), h, c.Param("e"), mesa, n, registers.ActaBilletesFacts{Billetes: billetes, Dependencia: field(c, "dependencia")})
		})
	}
	if err != nil {
		return s.drawCaja(c, templates.Caja{}, err)
	}
	return nil
}

// doForm does what a form of a table or of the caja asks and goes back to a page.
func (s *Servidor) doForm(c echo.Context, back string, do func(ctx context.Context, h registers.Hora, mesa int) error) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	show := func(string) error { return goTo(c, back) }
	return s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora()), mesa); err != nil {
			return err
		}
		return show("")
	}, show)
}

func (s *Servidor) formCopiaActa(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	err = s.doForm(c, paginaDe(c.Param("e"), "caja"), func(ctx context.Context, h registers.Hora, mesa int) error {
		_, err := s.cfg.Casa.FileCopia(ctx, autor(c), h, c.Param("e"), mesa, n, field(c, "destino"))
		return err
	})
	if err != nil {
		return s.drawCaja(c, templates.Caja{}, err)
	}
	return nil
}

func (s *Servidor) formComunicacion(c echo.Context) error {
	n, err := strconv.ParseInt(c.Param("n"), 10, 64)
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	err = s.doForm(c, paginaDe(c.Param("e"), "caja"), func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.CommunicateClausura(ctx, autor(c), h, c.Param("e"), mesa, n, field(c, "registro"))
	})
	if err != nil {
		return s.drawCaja(c, templates.Caja{}, err)
	}
	return nil
}

// shownCambio is an exchange as the page shows it.
func shownCambio(k *registers.Cambio) templates.CambioCliente {
	v := templates.CambioCliente{Numero: k.Numero, Hora: k.Hora, Punto: "caja", Sentido: capital(string(k.Sentido)), Importe: k.Importe, Tarjeta: k.Tarjeta}
	if k.Mesa > 0 {
		v.Punto = "mesa " + strconv.Itoa(k.Mesa)
	}
	if k.Divisa != libros.Euro {
		v.Divisa = fmt.Sprintf("%s %s a %s", domain.Importe(k.ImporteDivisa).Cifra(), k.Divisa, k.TipoCambio)
	}
	return v
}
