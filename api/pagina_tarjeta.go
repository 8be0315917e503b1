package api

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/templates"
)

// paginasTarjeta are the pages of one card.
func (s *Servidor) paginasTarjeta() []ruta {
	const t = "/establecimientos/:e/tarjetas/:numero"
	return []ruta{
		{metodo: "GET", camino: t, cargos: puertaVe, hace: s.getFichaTarjeta, resumen: "Una tarjeta"},
		{metodo: "POST", camino: t + "/anulacion", cargos: puertaHace, hace: s.formAnulacion, resumen: "Anula la tarjeta"},
		{metodo: "POST", camino: t + "/anulacion/visto", cargos: puertaManda, hace: s.formVisto, resumen: "Da el visto bueno de la anulación"},
		{metodo: "POST", camino: t + "/reimpresiones", cargos: puertaHace, hace: s.formReimpresion, resumen: "Anota una reimpresión"},
		{metodo: "POST", camino: t + "/duplicado", cargos: puertaHace, hace: s.formDuplicado, resumen: "Emite el duplicado de una tarjeta perdida"},
		{metodo: "POST", camino: "/establecimientos/:e/entradas", cargos: puertaHace, hace: s.formEntrada, resumen: "Entrada con una tarjeta de varios días"},
	}
}

func (s *Servidor) getFichaTarjeta(c echo.Context) error {
	return s.drawFichaTarjeta(c, "", nil)
}

func (s *Servidor) drawFichaTarjeta(c echo.Context, motivo string, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	t, err := s.cfg.Puerta.Tarjeta(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	p := templates.FichaTarjeta{Tarjeta: tarjetaDe(&t), Motivo: motivo}
	if p.Historial, err = s.historialDe(c, &t); err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Tarjeta "+c.Param("numero"), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede = ruta{cargos: puertaHace}.admits(p.Cargo)
	p.PuedeVisto = ruta{cargos: puertaManda}.admits(p.Cargo)
	return render(c, status, p)
}

func (s *Servidor) formAnulacion(c echo.Context) error {
	return s.formTarjetaActo(c, func(ctx context.Context, n int64) error {
		_, err := s.cfg.Puerta.Void(ctx, c.Param("e"), n, field(c, "motivo"), autor(c))
		return err
	})
}

func (s *Servidor) formVisto(c echo.Context) error {
	return s.formTarjetaActo(c, func(ctx context.Context, n int64) error {
		_, err := s.cfg.Puerta.Confirm(ctx, c.Param("e"), n, autor(c))
		return err
	})
}

// formTarjetaActo does something to a card and shows it as it is then.
func (s *Servidor) formTarjetaActo(c echo.Context, do func(ctx context.Context, numero int64) error) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "tarjetas", c.Param("numero"))) }
	err = s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx, n); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawFichaTarjeta(c, field(c, "motivo"), err)
	}
	return nil
}

// formReimpresion puts a reprint on record and shows the card.
func (s *Servidor) formReimpresion(c echo.Context) error {
	return s.formTarjetaActo(c, func(ctx context.Context, n int64) error {
		_, err := s.cfg.Puerta.Reprint(ctx, c.Param("e"), n, field(c, "motivo"), autor(c))
		return err
	})
}

// formDuplicado replaces a lost card and shows the one that takes its place at the desk.
func (s *Servidor) formDuplicado(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	show := func(numero string) error {
		return goTo(c, paginaDe(c.Param("e"), "mostrador")+"?tarjeta="+escapeQuery(numero))
	}
	err = s.onceForm(c, func(ctx context.Context) error {
		t, err := s.cfg.Puerta.Replace(ctx, c.Param("e"), n, field(c, "motivo"), autor(c))
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(t.Numero, 10))
	}, show)
	if err != nil {
		return s.drawFichaTarjeta(c, "", err)
	}
	return nil
}

// formEntrada lets in the holder of a card for several days and shows the card.
func (s *Servidor) formEntrada(c echo.Context) error {
	show := func(numero string) error {
		return goTo(c, paginaDe(c.Param("e"), "mostrador")+"?tarjeta="+escapeQuery(numero))
	}
	err := s.onceForm(c, func(ctx context.Context) error {
		e, _, err := s.cfg.Puerta.Enter(ctx, c.Param("e"), field(c, "comprobacion"), autor(c))
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(e.Tarjeta, 10))
	}, show)
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}

// formTarjeta issues the card, at the unit price unless a case of art. 23.3 is chosen, and
// shows its number. A refused special card keeps what was typed.
func (s *Servidor) formTarjeta(c echo.Context) error {
	e := c.Param("e")
	show := func(numero string) error { return goTo(c, paginaDe(e, "mostrador")+"?tarjeta="+escapeQuery(numero)) }
	err := s.onceForm(c, func(ctx context.Context) error {
		ask, err := s.emisionDe(c, ctx)
		if err != nil {
			return err
		}
		t, err := s.cfg.Puerta.Issue(ctx, ask)
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(t.Numero, 10))
	}, show)
	if err == nil {
		return nil
	}
	p := templates.Mostrador{}
	if field(c, "reduccion") != "" {
		k, kerr := s.cfg.Puerta.Comprobacion(c.Request().Context(), e, field(c, "comprobacion"))
		if kerr != nil {
			return kerr
		}
		p.Veredicto = veredictoDe(&k, sesionDe(c).Persona.Cargo)
		p.Especial = templates.TarjetaEspecial{Casos: casos(), Caso: field(c, "reduccion"), Precio: field(c, "precio"), Hasta: field(c, "hasta")}
	}
	return s.drawMostrador(c, p, err)
}

// emisionDe reads the form of a card: ordinary, or one of the cases of art. 23.3.
func (s *Servidor) emisionDe(c echo.Context, ctx context.Context) (admission.Emision, error) {
	ask := admission.Emision{Establecimiento: c.Param("e"), Comprobacion: field(c, "comprobacion"),
		Reduccion: acceso.Reduccion(field(c, "reduccion")), Autor: autor(c)}
	var err error
	if ask.Reduccion == acceso.SinReduccion {
		ask.Precio, err = s.cfg.Puerta.Tarifa(ctx, ask.Establecimiento)
		return ask, err
	}
	if ask.Precio, err = domain.ParseImporte(field(c, "precio")); err != nil {
		return ask, &errForma{map[string]string{"precio": err.Error()}}
	}
	ask.Hasta, err = fechaOpcional(c, "hasta")
	return ask, err
}

// fechaOpcional reads a date as people type it, "" when the field is empty.
func fechaOpcional(c echo.Context, campo string) (domain.Fecha, error) {
	text := field(c, campo)
	if text == "" {
		return "", nil
	}
	return fechaTecleada(campo, text)
}

// casos lists the cases of a cheaper card, in the order of art. 23.3.
func casos() []templates.Caso {
	var out []templates.Caso
	for _, r := range acceso.Reducciones() {
		out = append(out, templates.Caso{Valor: string(r), Nombre: capital(r.Nombre())})
	}
	return out
}

// tarjetaEspecial is what the desk offers beside the ordinary card to whoever may enter.
func (s *Servidor) tarjetaEspecial(c echo.Context, k *admission.Comprobacion) (templates.TarjetaEspecial, error) {
	if k.Decision.Veredicto != acceso.PuedeEntrar {
		return templates.TarjetaEspecial{}, nil
	}
	n, err := s.cfg.Puerta.Vigente(c.Request().Context(), c.Param("e"), k.ID)
	if err != nil {
		return templates.TarjetaEspecial{}, err
	}
	special := templates.TarjetaEspecial{Vigente: n, Casos: casos()}
	rooms, err := s.cfg.Puerta.Salas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return special, err
	}
	for _, r := range rooms {
		if r.Presentada != "" {
			special.Salas = append(special.Salas, templates.SalaPrivada{Numero: r.Numero, Nombre: r.Nombre})
		}
	}
	if text := c.QueryParam("invitacion"); text != "" {
		special.Invitacion, err = parseNumero(text)
	}
	return special, err
}

// historialDe is what happened to a card, as its page shows it.
func (s *Servidor) historialDe(c echo.Context, t *admission.Tarjeta) (templates.HistorialTarjeta, error) {
	h, err := s.cfg.Puerta.Historial(c.Request().Context(), t.Establecimiento, t.Numero)
	if err != nil {
		return templates.HistorialTarjeta{}, err
	}
	v := templates.HistorialTarjeta{Duplica: t.Duplica}
	for _, r := range h.Reimpresiones {
		v.Reimpresiones = append(v.Reimpresiones, r.Instante)
	}
	if h.Perdida != nil {
		v.Duplicado, v.Perdida = h.Perdida.Duplicado, h.Perdida.Instante
	}
	for _, e := range h.Entradas {
		v.Entradas = append(v.Entradas, templates.EntradaTarjeta{Jornada: e.Jornada, Instante: e.Instante})
	}
	return v, nil
}
