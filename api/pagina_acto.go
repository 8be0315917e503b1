package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/jugada"
	"foliado/domain/letras"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/templates"
)

// paginasActo are the pages where an act is read and signed.
func (s *Servidor) paginasActo() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/actos/:a", cargos: salaVe, hace: s.getPaginaActo, resumen: "Un acto: qué se firma y quién falta", consulta: []string{"firmo"}},
		{metodo: "POST", camino: "/actos/:a/firmas", cargos: salaFirma, hace: s.formFirmas, resumen: "Firma con credencial y PIN"},
		{metodo: "POST", camino: "/actos/:a/retirada", cargos: salaRetira, hace: s.formRetirada, resumen: "Retira el acto"},
	}
}

func (s *Servidor) getPaginaActo(c echo.Context) error { return s.drawActo(c, nil) }

// drawActo draws an act as it is now, with what was wrong.
func (s *Servidor) drawActo(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	a, err := s.visibleActo(c)
	if err != nil {
		return err
	}
	where := a.Establecimiento
	if where == diario.Entidad {
		where = ""
	}
	p := templates.Acto{ID: a.ID, Nombre: nombreActo(&a), Estado: string(a.Estado), Digest: a.Huella,
		Folio: a.Folio, Firma: true}
	if p.Marco, err = s.marco(c, p.Nombre, where); err != nil {
		return err
	}
	p.Problema = problem
	p.Retira = a.Autor.Persona == sesionDe(c).Persona.ID || p.Cargo.Direccion()
	p.Manuscrita = manuscritaDe(&a)
	tellActo(&p, &a)
	for _, slot := range a.Plazas {
		p.Plazas = append(p.Plazas, plazaDe(&slot))
		if n, _ := strconv.Atoi(c.QueryParam("firmo")); slot.Firmante != nil && n == slot.Num {
			p.Gracias = slot.Firmante.Nombre
		}
	}
	return render(c, status, p)
}

// modos says how a slot was signed, in words.
var modos = map[diario.Modo]string{
	diario.ModoClave:      "con su clave",
	diario.ModoRonda:      "con su credencial, en ronda",
	diario.ModoManuscrita: "firma manuscrita, atestada",
	diario.ModoSeNiega:    "se niega a firmar, atestado",
}

func plazaDe(p *registers.PlazaActo) templates.Plaza {
	v := templates.Plaza{Numero: int64(p.Num), Quien: p.Quien.Nombre()}
	if f := p.Firmante; f != nil {
		v.Firmante, v.Modo, v.Instante = f.Nombre, modos[f.Modo], f.Instante
	}
	return v
}

// manuscritaDe is the first empty slot that may be signed by hand, nil when none is.
func manuscritaDe(a *registers.Acto) *templates.Manuscrita {
	for _, slot := range a.Faltan() {
		m := &templates.Manuscrita{Numero: int64(slot.Num), Quien: slot.Quien.Nombre()}
		if slot.Accepts(diario.ModoManuscrita) {
			m.Modos = append(m.Modos, templates.Opcion{Valor: string(diario.ModoManuscrita), Texto: "firmó el ejemplar"})
		}
		if slot.Accepts(diario.ModoSeNiega) {
			m.Modos = append(m.Modos, templates.Opcion{Valor: string(diario.ModoSeNiega), Texto: "se negó a firmarlo"})
		}
		if len(m.Modos) > 0 {
			return m
		}
	}
	return nil
}

// relato gathers what the page of an act tells: the amounts first and large.
type relato struct {
	a *registers.Acto
	p *templates.Acto
}

// relatos say, for each kind of act, what is signed. An act of another kind is told by
// its facts as they are.
var relatos = map[string]func(relato){
	registers.TipoAnticipoInicial: relato.anticipo,
	registers.TipoReposicion:      relato.anticipo,
	registers.TipoCierreMesa:      relato.cierre,
	registers.TipoCertificacion:   relato.certificacion,
	registers.TipoAperturaPozo:    relato.pozo,

	registers.TipoActaBilletes:      relato.actaBilletes,
	registers.TipoDevolucionFichas:  relato.devolucion,
	registers.TipoClausuraMesa:      relato.clausura,
	registers.TipoArqueo:            relato.arqueo,
	registers.TipoRectificacion:     relato.rectificacion,
	registers.TipoRectificacionPozo: relato.rectificacion,
	registers.TipoActaJugada:        relato.actaJugada,
	registers.TipoDestruccion:       relato.destruccion,

	registers.TipoParcialPropinas:   relato.propina,
	registers.TipoDevolucionPropina: relato.propina,
	registers.TipoRecuentoPropinas:  relato.propinas,
}

// papelesActo are where the papers are of acts whose folios have no page.
var papelesActo = map[string]string{
	registers.TipoDestruccion:       "deposito/destrucciones",
	registers.TipoArqueo:            "arqueos",
	registers.TipoParcialPropinas:   "propinas/parciales",
	registers.TipoDevolucionPropina: "propinas/devoluciones",
	registers.TipoRecuentoPropinas:  "propinas/recuentos",
}

// tellActo says in words and figures what is signed, and where the act comes from.
func tellActo(p *templates.Acto, a *registers.Acto) {
	r := relato{a, p}
	if tell, ok := relatos[a.Tipo]; ok {
		tell(r)
	} else {
		for _, d := range a.Datos {
			r.hecho(capital(strings.ReplaceAll(d.Nombre, "_", " ")), d.Valor)
		}
	}
	r.hecho("Jornada", fechaLarga(a.Jornada))
	r.hecho("Hora del hecho", templates.FechaHora(a.Hecho))
	if !a.Caduca.IsZero() {
		r.hecho("Caduca", templates.FechaHora(a.Caduca))
	}
	p.Avisos = strings.Fields(a.Dato("avisos"))
	if mesa := a.Dato("mesa"); a.Tipo == registers.TipoActaJugada {
		p.Vuelve = templates.Enlace{Texto: "Ver la jugada " + a.Dato("jugada"), Camino: paginaDe(a.Establecimiento, "mesas", mesa, "jugadas", a.Dato("jugada"))}
	} else if mesa != "" {
		p.Vuelve = templates.Enlace{Texto: "Volver a la mesa " + mesa, Camino: paginaDe(a.Establecimiento, "mesas", mesa)}
	} else if a.Tipo == registers.TipoCertificacion {
		p.Vuelve = templates.Enlace{Texto: "Volver a la jornada", Camino: paginaDe(a.Establecimiento, "jornadas", string(a.Jornada))}
	}
	if a.Estado == registers.EstadoCerrado && a.Folio > 0 {
		p.Libro = tituloLibro(a.Libro)
		switch papel := papelesActo[a.Tipo]; {
		case papel != "":
			p.Enlace = fmt.Sprintf("/api/v1/establecimientos/%s/%s/%d.pdf", a.Establecimiento, papel, a.Folio)
		case (ruta{cargos: librosVe}).admits(p.Cargo):
			p.Enlace = paginaDe(a.Establecimiento, "libros", a.Libro, "folios", strconv.FormatInt(a.Folio, 10))
		}
	}
}

func (r relato) cifra(name, value string) {
	r.p.Cifras = append(r.p.Cifras, templates.Hecho{Nombre: name, Valor: value})
}

func (r relato) hecho(name, value string) {
	if value != "" {
		r.p.Hechos = append(r.p.Hechos, templates.Hecho{Nombre: name, Valor: value})
	}
}

// importe reads an amount of the act; its leaf was read with its digest checked.
func (r relato) importe(name string) domain.Importe {
	v, err := strconv.ParseInt(r.a.Dato(name), 10, 64)
	if err != nil {
		return 0
	}
	return domain.Importe(v)
}

func (r relato) recuentos(nombres ...string) {
	for _, nombre := range nombres {
		if p, err := domain.ParsePiezas(r.a.Dato(nombre)); err == nil {
			r.p.Recuento = append(r.p.Recuento, newRecuento(nombre, p))
		}
	}
}

func (r relato) anticipo() {
	r.cifra("Importe", r.importe("importe").String())
	if r.a.Tipo == registers.TipoAnticipoInicial {
		juego := domain.Juego(r.a.Dato("juego"))
		r.cifra("Apuesta mínima", r.importe("apuesta_minima").String())
		r.hecho("Juego", capital(juego.Nombre()))
		r.hecho("Máximos", capital(maximosEnPalabras(juego, r.a.Dato("maximos"))))
	}
	r.hecho("Funcionario inspector", capital(libros.Presencia(r.a.Dato("inspector")).Nombre()))
	r.recuentos("anticipo")
}

func (r relato) cierre() {
	r.cifra("Existencias finales", r.importe("existencias").String())
	r.cifra("Anticipos", r.importe("anticipos").String())
	r.cifra("Resultado", templates.Firmado(r.importe("resultado")))
	r.hecho("Resultado en letra", capital(letras.Euros(r.importe("resultado"))))
	for _, out := range []struct{ name, dato string }{{"Billetes extraídos antes con acta", "extraido"}, {"Fichas devueltas antes", "devuelto"}} {
		if i := r.importe(out.dato); i != 0 {
			r.hecho(out.name, i.String())
		}
	}
	r.hecho("Motivo del cierre", r.a.Valor("motivo"))
	r.recuentos(recuentosCierre...)
}

// actaJugada tells what is disputed; who signs reads the jugada itself by its link.
func (r relato) actaJugada() {
	r.cifra("Diferencia para el jugador", templates.Firmado(r.importe("diferencia")))
	r.cifra("Se debía", r.importe("debido").String())
	r.cifra("Se pagó", r.importe("pagado").String())
	r.hecho("Veredicto", capital(jugada.Veredicto(r.a.Dato("veredicto")).Nombre()))
	r.hecho("Juego", capital(domain.Juego(r.a.Dato("juego")).Nombre()))
	r.hecho("Hoja de reclamaciones", r.a.Dato("hoja"))
	r.hecho("Cámara", r.a.Dato("camara"))
	r.hecho("Se conserva hasta", fechaOr(domain.Fecha(r.a.Dato("camara.conservar"))))
	r.hecho("Huella de la jugada", r.a.Dato("jugada.hoja"))
}

func (r relato) certificacion() {
	r.cifra("Total de la jornada", templates.Firmado(r.importe("total")))
	r.hecho("Total en letra", capital(r.a.Dato("total_letra")))
	for _, d := range r.a.Datos {
		if mesa, ok := strings.CutPrefix(d.Nombre, "mesa."); ok && !strings.Contains(mesa, ".") {
			r.hecho("Mesa "+mesa, templates.Firmado(r.importe(d.Nombre)))
		}
		if n, ok := strings.CutPrefix(d.Nombre, "rectificacion."); ok && !strings.Contains(n, ".") {
			r.hecho("Rectificación del folio "+r.a.Dato(d.Nombre+".folio")+" de la mesa "+r.a.Dato(d.Nombre+".mesa"), templates.Firmado(r.importe(d.Nombre)))
		}
	}
}

func fechaLarga(f domain.Fecha) string {
	if f == "" {
		return ""
	}
	return f.Larga()
}

// formFirmas signs: the badge says who, the digest sent back says what was shown.
func (s *Servidor) formFirmas(c echo.Context) error {
	if _, err := s.visibleActo(c); err != nil {
		return err
	}
	req := registers.FirmaRequest{Acto: c.Param("a"), PIN: c.Request().PostFormValue("pin"), Credencial: field(c, "credencial"),
		Huella: field(c, "digest"), Modo: diario.Modo(field(c, "modo"))}
	if req.Modo != "" {
		req.Plaza, _ = strconv.Atoi(field(c, "plaza"))
		req.Ejemplar, _ = strconv.ParseInt(field(c, "ejemplar"), 10, 64)
	}
	a, err := s.cfg.Casa.Firmar(c.Request().Context(), req)
	if err != nil {
		return s.drawActo(c, err)
	}
	return goTo(c, "/actos/"+a.ID+"?firmo="+strconv.Itoa(lastSigned(&a)))
}

// lastSigned is the slot signed last, 0 when none is.
func lastSigned(a *registers.Acto) int {
	slot := 0
	var at int64
	for _, p := range a.Plazas {
		if p.Firmante != nil && p.Firmante.Instante.UnixMicro() >= at {
			slot, at = p.Num, p.Firmante.Instante.UnixMicro()
		}
	}
	return slot
}

// formRetirada withdraws an act that nobody should sign any more.
func (s *Servidor) formRetirada(c echo.Context) error {
	if _, err := s.visibleActo(c); err != nil {
		return err
	}
	_, err := s.cfg.Casa.WithdrawActo(c.Request().Context(), registers.RetiradaFacts{Acto: c.Param("a"), Autor: autor(c), Motivo: field(c, "motivo")})
	if err != nil {
		return s.drawActo(c, err)
	}
	return goTo(c, "/actos/"+c.Param("a"))
}

func (r relato) actaBilletes() {
	r.cifra("Total extraído", r.importe("importe").String())
	r.hecho("Caja retirada", "n.º "+r.a.Dato("caja"))
	r.hecho("Se cuenta en", capital(dependenciaEnPalabras(r.a.Dato("dependencia"))))
	r.recuentos("billetes")
}

func (r relato) devolucion() {
	r.cifra("Total devuelto", r.importe("importe").String())
	r.recuentos("fichas")
}

func (r relato) clausura() {
	r.cifra("Mesa", r.a.Dato("mesa"))
	r.hecho("Juego", capital(domain.Juego(r.a.Dato("juego")).Nombre()))
	r.hecho("Circunstancias", r.a.Valor("circunstancias"))
	r.hecho("Comunicación, en días hábiles", fechaLarga(domain.Fecha(r.a.Dato("vence_habil"))))
	r.hecho("Comunicación, en días naturales", fechaLarga(domain.Fecha(r.a.Dato("vence_natural"))))
}

// destruccion tells each unit with the cards counted before (art. 46.6).
func (r relato) destruccion() {
	r.hecho("Funcionario inspector", "n.º "+r.a.Valor("funcionario"))
	n := 1
	for ; r.a.Dato(fmt.Sprintf("unidad.%d.numero", n)) != ""; n++ {
		d := func(name string) string { return r.a.Dato(fmt.Sprintf("unidad.%d.%s", n, name)) }
		r.hecho(capital(deposito.Clase(d("clase")).Nombre())+" "+d("numero")+" ("+d("fabricante")+")", d("cartas")+" contadas")
	}
	r.cifra("Unidades", strconv.Itoa(n-1))
	r.p.Vuelve = templates.Enlace{Texto: "Volver al depósito", Camino: paginaDe(r.a.Establecimiento, "deposito")}
}

func (r relato) arqueo() {
	r.cifra("Metálico", r.importe("metalico_importe").String())
	r.cifra("Bloqueado", r.importe("bloqueado").String())
	r.cifra("Exigido al empezar", r.importe("exigido").String())
	r.hecho("Ocasión", capital(registers.MotivoArqueo(r.a.Dato("motivo")).Nombre()))
	r.hecho("Funcionario inspector", capital(libros.Presencia(r.a.Dato("inspector")).Nombre()))
	r.hecho("En las mesas, según la caja", (r.importe("entregado") - r.importe("devuelto")).String())
	r.hecho("Nota", r.a.Valor("nota"))
	r.recuentos("metalico", "fichas", "placas")
	r.p.Vuelve = templates.Enlace{Texto: "Volver a la caja", Camino: paginaDe(r.a.Establecimiento, "caja")}
}
