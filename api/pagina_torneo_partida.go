package api

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain/mus"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/templates"
)

// causasPerdida and sancionesMus are the choices of the page of a match, in their order.
var (
	causasPerdida = []templates.Opcion{{Valor: registers.CausaIncomparecencia, Texto: "no se presenta (art. 56)"}, {Valor: registers.CausaDuracion, Texto: "pasa de la duración máxima (art. 40)"}}
	sancionesMus  = []mus.Sancion{"", mus.Apercibimiento, mus.PerdidaDeJuego, mus.Descalificacion}
)

// avisoMus is a breach as pages tell it.
func avisoMus(err error) templates.Aviso {
	a := templates.Aviso{Texto: capital(err.Error())}
	var breach *norma.Error
	if errors.As(err, &breach) {
		a.Texto, a.Articulo, a.Criterio = capital(breach.Err.Error()), cite(breach.Art), breach.Criterio
	}
	return a
}

// partidaPedida is the match of the path, with its tournament and the number of its round.
func (s *Servidor) partidaPedida(c echo.Context) (*registers.Torneo, int, *registers.PartidaTorneo, error) {
	t, err := s.torneoPedido(c)
	if err != nil {
		return nil, 0, nil, err
	}
	ronda, err := parseNumero(c.Param("r"))
	if err != nil {
		return nil, 0, nil, err
	}
	k, err := parseNumero(c.Param("k"))
	if err != nil {
		return nil, 0, nil, err
	}
	p, err := t.Partida(int(ronda), int(k))
	return t, int(ronda), p, err
}

func (s *Servidor) getPaginaPartida(c echo.Context) error { return s.drawPartida(c, "", nil) }

// drawPartida draws the page of a match; form is the one that was refused.
func (s *Servidor) drawPartida(c echo.Context, form string, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	t, ronda, x, err := s.partidaPedida(c)
	if err != nil {
		return err
	}
	p := templates.PartidaTorneo{CabezaTorneo: cabezaTorneo(c, t), PartidaBreve: s.partidaBreve(t, ronda, x), Fija: ronda < len(t.Rondas) || t.Campeon != 0,
		Descalificada: x.Causa == registers.CausaDescalificacion, Abierta: form, Forma: typed(c), Notas: notasPartida(t, ronda, x),
		Dialogo: int(mus.Dialogo / time.Second), Respuesta: int(mus.Respuesta / time.Second)}
	if p.Marco, err = s.marco(c, fmt.Sprintf("Partida %d de la ronda %d", x.Numero, ronda), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede = !p.Fija && ruta{cargos: salaHace}.admits(p.Cargo)
	p.Acta = fmt.Sprintf("%s/rondas/%d/partidas/%d/impreso", lugar(c, "torneos", t.Numero), ronda, x.Numero)
	p.Hechos = hechosPartidaMus(t, ronda, x)
	if p.Forma["juegos"] == "" {
		p.Forma["juegos"] = x.Juegos
	}
	fillPartida(&p, t, x)
	return render(c, status, p)
}

func hechosPartidaMus(t *registers.Torneo, ronda int, x *registers.PartidaTorneo) []templates.Hecho {
	hs := []templates.Hecho{{Nombre: "Mesa", Valor: strconv.Itoa(x.Mesa)}, {Nombre: "Hora indicada", Valor: templates.Hora(x.Hora)},
		{Nombre: "Cortesía, hasta las", Valor: templates.Hora(x.Hora.Add(t.Cortesia))}, {Nombre: "Duración, hasta las", Valor: templates.Hora(x.Hora.Add(t.Duracion))}}
	for _, i := range t.Incidencias {
		if i.Clase == registers.IncidenciaPausa && i.Ronda == ronda && i.Partida == x.Numero {
			hs = append(hs, templates.Hecho{Nombre: "Pausa, hasta las", Valor: templates.Hora(i.Hora.Add(mus.Pausa))})
		}
	}
	return hs
}

// fillPartida fills the choices of the forms.
func fillPartida(p *templates.PartidaTorneo, t *registers.Torneo, x *registers.PartidaTorneo) {
	p.Jueces = jueces(t, p.Forma["juez"])
	firma := p.Forma["firma"]
	if firma == "" && x.Firma != 0 {
		firma = strconv.Itoa(x.Firma)
	}
	for k, n := range x.Parejas {
		v := strconv.Itoa(n)
		o := templates.Opcion{Valor: v, Texto: v + " · " + nombrePareja(t.Pareja(n)), Elegida: firma == v}
		p.Firmas = append(p.Firmas, o)
		o.Elegida = p.Forma["pareja"] == v || p.Forma["pierden"] == v
		p.Pierden = append(p.Pierden, o)
		p.Propuestas = append(p.Propuestas, templates.Hecho{Nombre: "A la pareja " + v + " le corresponde", Valor: nombreSancion[x.Propuesta(x.Parejas[k])]})
	}
	for _, o := range causasPerdida {
		o.Elegida = o.Valor == p.Forma["causa"]
		p.Causas = append(p.Causas, o)
	}
	for _, k := range sancionesMus {
		o := templates.Opcion{Valor: string(k), Texto: nombreSancion[k], Elegida: string(k) == p.Forma["sancion"]}
		if k == "" {
			o.Texto = "la que corresponde"
		}
		p.Sanciones = append(p.Sanciones, o)
	}
	for _, k := range registers.ClasesIncidencia {
		p.Clases = append(p.Clases, templates.Opcion{Valor: string(k), Texto: nombreIncidencia[k], Elegida: string(k) == p.Forma["clase"]})
	}
}

// doPartida does what a form of the page of a match asks; back says whether to come back to it or to go to its tournament.
func (s *Servidor) doPartida(c echo.Context, form string, back bool, do func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64, ronda, partida int) error) error {
	t, ronda, x, err := s.partidaPedida(c)
	if err != nil {
		return err
	}
	e := c.Param("e")
	page := []string{"torneos", c.Param("n")}
	if back {
		page = append(page, "rondas", c.Param("r"), "partidas", c.Param("k"))
	}
	return s.onceFormTo(c, paginaDe(e, page...), func(ctx context.Context) error {
		return do(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), e, t.Numero, ronda, x.Numero)
	}, func(wrong error) error { return s.drawPartida(c, form, wrong) })
}

func (s *Servidor) formActaPartida(c echo.Context) error {
	return s.doPartida(c, "acta", false, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64, ronda, partida int) error {
		return s.cfg.Casa.RecordActa(ctx, a, h, e, n, registers.ActaFacts{Ronda: ronda, Partida: partida, Juegos: field(c, "juegos"), Firma: entero(c, "firma"), Comprobada: field(c, "comprobada") != ""})
	})
}

func (s *Servidor) formPerdida(c echo.Context) error {
	return s.doPartida(c, "perdida", false, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64, ronda, partida int) error {
		var pierden []int
		for _, v := range c.Request().PostForm["pierden"] {
			k, err := strconv.Atoi(v)
			if err != nil {
				k = -1
			}
			pierden = append(pierden, k)
		}
		return s.cfg.Casa.LosePartida(ctx, a, h, e, n, ronda, partida, field(c, "causa"), pierden, entero(c, "juez"))
	})
}

func (s *Servidor) formInfraccion(c echo.Context) error {
	return s.doPartida(c, "infraccion", true, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64, ronda, partida int) error {
		return s.cfg.Casa.RecordInfraccion(ctx, a, h, e, n, registers.InfraccionFacts{Ronda: ronda, Partida: partida, Pareja: entero(c, "pareja"),
			Sancion: mus.Sancion(field(c, "sancion")), Juez: entero(c, "juez"), Motivo: field(c, "motivo")})
	})
}

func (s *Servidor) formIncidenciaTorneo(c echo.Context) error {
	return s.doPartida(c, "incidencia", true, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64, ronda, partida int) error {
		juez := 0
		if field(c, "juez") != "" {
			juez = entero(c, "juez")
		}
		return s.cfg.Casa.RecordIncidencia(ctx, a, h, e, n, registers.IncidenciaTorneo{Clase: registers.ClaseIncidencia(field(c, "clase")), Ronda: ronda, Partida: partida,
			Juez: juez, Nota: field(c, "nota")})
	})
}
