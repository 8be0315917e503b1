package api

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/templates"
)

// paginasMostrador are the pages of the desk: check a person, give her a card.
func (s *Servidor) paginasMostrador() []ruta {
	const e = "/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/mostrador", cargos: puertaHace, hace: s.getMostrador, resumen: "El mostrador", consulta: []string{"comprobacion", "tarjeta", "invitacion"}},
		{metodo: "POST", camino: e + "/comprobaciones", cargos: puertaHace, hace: s.formComprobacion, resumen: "Comprueba a una persona"},
		{metodo: "POST", camino: e + "/comprobaciones/:c/ficha", cargos: puertaHace, hace: s.formFichaComprobacion, resumen: "La persona comprobada tiene ficha ya"},
		{metodo: "POST", camino: e + "/comprobaciones/:c/decision", cargos: puertaManda, hace: s.formDecision, resumen: "El responsable decide sobre un candidato"},
		{metodo: "POST", camino: e + "/tarjetas", cargos: puertaHace, hace: s.formTarjeta, resumen: "Emite la tarjeta"},
		{metodo: "POST", camino: e + "/alertas/:numero/atencion", cargos: puertaManda, hace: s.formAtencion, resumen: "Atiende una alerta"},
	}
}

// ultimasTarjetas is how many cards the desk lists.
const ultimasTarjetas = 8

func (s *Servidor) getMostrador(c echo.Context) error {
	p := templates.Mostrador{}
	if id := c.QueryParam("comprobacion"); id != "" {
		k, err := s.cfg.Puerta.Comprobacion(c.Request().Context(), c.Param("e"), id)
		if err != nil {
			return err
		}
		p.Veredicto = veredictoDe(&k, sesionDe(c).Persona.Cargo)
		if p.Especial, err = s.tarjetaEspecial(c, &k); err != nil {
			return err
		}
	}
	if q := c.QueryParam("tarjeta"); q != "" {
		n, err := parseNumero(q)
		if err != nil {
			return err
		}
		t, err := s.cfg.Puerta.Tarjeta(c.Request().Context(), c.Param("e"), n)
		if err != nil {
			return err
		}
		shown := tarjetaDe(&t)
		p.Emitida = &shown
	}
	return s.drawMostrador(c, p, nil)
}

// drawMostrador draws the desk with what p brings, and with what was wrong.
func (s *Servidor) drawMostrador(c echo.Context, p templates.Mostrador, wrong error) error {
	ctx, e := c.Request().Context(), c.Param("e")
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Mostrador", e); err != nil {
		return err
	}
	var again *admission.YaTieneTarjeta
	if errors.As(wrong, &again) {
		n := strconv.FormatInt(again.Numero, 10)
		problem.Enlace = &templates.Enlace{Texto: "Ver la tarjeta " + n, Camino: paginaDe(e, "tarjetas", n)}
	}
	p.Problema, p.Abierto, p.Tipos = problem, p.Fase == domain.FaseAbierta, tiposDocumento
	a, err := s.cfg.Casa.Autorizacion(ctx, e)
	if err != nil && !errors.Is(err, registers.ErrAutorizacion) {
		return err
	}
	p.Tarifa = a.Tarifa
	if p.Lista, err = s.listaVigente(ctx, a.Parametros.Acceso()); err != nil {
		return err
	}
	if err := s.drawMando(c, &p); err != nil {
		return err
	}
	if p.Jornada != "" {
		cards, err := s.cfg.Puerta.LastTarjetas(ctx, e, p.Jornada, ultimasTarjetas)
		if err != nil {
			return err
		}
		for k := range cards {
			p.Ultimas = append(p.Ultimas, tarjetaDe(&cards[k]))
		}
	}
	return render(c, status, p)
}

// listaDe is the barred list in force as the parameters of an establecimiento judge it.
func (s *Servidor) listaDe(ctx context.Context, establecimiento string) (templates.Lista, error) {
	a, err := s.cfg.Casa.Autorizacion(ctx, establecimiento)
	if err != nil && !errors.Is(err, registers.ErrAutorizacion) {
		return templates.Lista{}, err
	}
	return s.listaVigente(ctx, a.Parametros.Acceso())
}

// listaVigente is the barred list in force as pages show it (criterio ADM-2).
func (s *Servidor) listaVigente(ctx context.Context, p acceso.Parametros) (templates.Lista, error) {
	if err := s.cfg.Puerta.Refresh(ctx); err != nil {
		return templates.Lista{}, err
	}
	fuente, caido := s.cfg.Puerta.EnLinea()
	l := s.cfg.Puerta.Lista()
	if l == nil {
		return templates.Lista{EnLinea: fuente, Caido: caido}, nil
	}
	now, rule := s.cfg.Escritor.Ahora(), acceso.Lista{Fecha: l.Instante}
	return templates.Lista{EnLinea: fuente, Caido: caido, Hay: true, Fuente: l.Fuente, Huella: l.Huella, Instante: l.Instante, Filas: int64(l.Filas),
		Altas: int64(l.Altas), Bajas: int64(l.Bajas), Cambios: int64(l.Cambios),
		Caduca: rule.Caduca(p), Vigente: rule.Vigente(now, p), Alarma: rule.Alarma(now, now, p)}, nil
}

// veredictoDe is a check as its cargo may see it (criterio ADM-10).
func veredictoDe(k *admission.Comprobacion, cargo domain.Cargo) *templates.Veredicto {
	d := k.Decision.For(cargo)
	v := &templates.Veredicto{Veredicto: string(d.Veredicto), Comprobacion: k.ID, Nombre: strings.TrimSpace(k.Nombre + " " + k.Apellidos),
		Documento: documentoVisto(k), Nacimiento: k.FechaNacimiento, Avisos: k.Avisos, Conocida: k.Ficha != 0,
		Decide: d.Veredicto == acceso.Consultar && acceso.SeesFundamento(cargo)}
	for _, d := range verDuplicados(k.Duplicados) {
		v.Duplicados = append(v.Duplicados, templates.Duplicado{Ficha: d.Ficha, Nombre: strings.TrimSpace(d.Nombre + " " + d.Apellidos), Documentos: strings.Join(d.Documentos, ", ")})
	}
	if !acceso.SeesFundamento(cargo) {
		return v
	}
	for _, f := range d.Fundamentos {
		v.Fundamentos = append(v.Fundamentos, templates.Fundamento{Texto: f.Causa.Nombre(), Articulo: f.Articulo.String(), Criterio: f.Criterio})
	}
	return v
}

func tarjetaDe(t *admission.Tarjeta) templates.Tarjeta {
	return templates.Tarjeta{Numero: t.Numero, Nombre: strings.TrimSpace(t.Nombre + " " + t.Apellidos), Documento: t.Documento,
		Ficha: t.Ficha, Precio: t.Precio, Validez: t.Validez, Emitida: t.Emitida, Anulada: t.Anulada, Visto: t.Visto, Caso: t.Reduccion.Nombre()}
}

// formDecision is the word of the jefe de admisión on a candidate (criterio ADM-3).
func (s *Servidor) formDecision(c echo.Context) error {
	e, id := c.Param("e"), c.Param("c")
	show := func(string) error { return goTo(c, paginaDe(e, "mostrador")+"?comprobacion="+escapeQuery(id)) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if _, err := s.cfg.Puerta.Resolve(ctx, e, id, field(c, "admite") == "si", field(c, "motivo"), autor(c)); err != nil {
			return err
		}
		return show(id)
	}, show)
	if err == nil {
		return nil
	}
	k, kerr := s.cfg.Puerta.Comprobacion(c.Request().Context(), e, id)
	if kerr != nil {
		return kerr
	}
	return s.drawMostrador(c, templates.Mostrador{Veredicto: veredictoDe(&k, sesionDe(c).Persona.Cargo)}, err)
}
