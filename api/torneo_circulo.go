package api

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
)

// rutasTorneoCirculo are the routes about tournaments of games of círculo (art. 1.5).
func (s *Servidor) rutasTorneoCirculo() []ruta {
	const e = "/api/v1/establecimientos/:e/torneos-circulo"
	return []ruta{
		{metodo: "GET", camino: e, cargos: salaVe, hace: s.getTorneosCirculo, resumen: "Torneos de juegos de círculo (art. 1.5)", estado: 200, respuesta: listaTorneosCirculo{}},
		{metodo: "GET", camino: e + "/:n", cargos: salaVe, hace: s.getTorneoCirculo, resumen: "Un torneo; con sufijo .pdf, su declaración responsable (art. 1.5)", pdf: true, estado: 200, respuesta: verTorneoCirculo{}},
		{metodo: "POST", camino: e, cargos: direccion, hace: s.postTorneoCirculo, resumen: "Prevé un torneo de un juego de círculo autorizado (art. 1.5)", idem: true, cuerpo: peticionTorneo{}, estado: 201, respuesta: verTorneoCirculo{}},
		{metodo: "POST", camino: e + "/:n/declaracion", cargos: direccion, hace: s.postDeclaracionTorneo, resumen: "Anota la presentación de la declaración responsable, con sus bases y condiciones (art. 1.5)", idem: true, cuerpo: peticionDeclaracion{}, estado: 201, respuesta: verTorneoCirculo{}},
		{metodo: "POST", camino: e + "/:n/inicio", cargos: direccion, hace: s.postInicioTorneo, resumen: "Anota el comienzo del torneo; sin declaración presentada se rechaza (art. 1.5)", idem: true, cuerpo: peticionHora{}, estado: 201, respuesta: verTorneoCirculo{}},
	}
}

type peticionTorneo struct {
	Nombre      string       `json:"nombre" validate:"required,max=120"`
	Juego       domain.Juego `json:"juego" validate:"required,max=40"`
	Fecha       domain.Fecha `json:"fecha" validate:"required,max=10"`
	Bases       string       `json:"bases,omitempty" validate:"max=10000"`
	Condiciones string       `json:"condiciones,omitempty" validate:"max=10000"`
}

// verTorneoCirculo is a tournament; the warning stands until it is declared.
type verTorneoCirculo struct {
	Torneo      int64        `json:"torneo"`
	Nombre      string       `json:"nombre"`
	Juego       domain.Juego `json:"juego"`
	Fecha       domain.Fecha `json:"fecha"`
	Bases       string       `json:"bases"`
	Condiciones string       `json:"condiciones"`
	Presentada  domain.Fecha `json:"presentada,omitempty"` // of its declaración responsable
	Referencia  string       `json:"referencia,omitempty"`
	Inicio      instante     `json:"inicio"`
	Avisos      []verAviso   `json:"avisos,omitempty"`
}

type listaTorneosCirculo struct {
	Torneos []verTorneoCirculo `json:"torneos"`
}

func seeTorneoCirculo(t registers.TorneoCirculo) verTorneoCirculo {
	v := verTorneoCirculo{Torneo: t.Numero, Nombre: t.Nombre, Juego: t.Juego, Fecha: t.Fecha, Bases: t.Bases, Condiciones: t.Condiciones,
		Presentada: t.Presentada, Referencia: t.Referencia, Inicio: instante(t.Inicio)}
	if a, warns := t.Aviso(); warns {
		v.Avisos = seeAvisos([]registers.Aviso{{Articulo: a.Articulo, Texto: a.Texto}})
	}
	return v
}

func (s *Servidor) getTorneosCirculo(c echo.Context) error {
	ts, err := s.cfg.Casa.TorneosCirculo(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaTorneosCirculo{Torneos: make([]verTorneoCirculo, 0, len(ts))}
	for _, t := range ts {
		out.Torneos = append(out.Torneos, seeTorneoCirculo(t))
	}
	return c.JSON(http.StatusOK, out)
}

// getTorneoCirculo answers a tournament, or its declaration when the number ends in .pdf: without
// bases there is none.
func (s *Servidor) getTorneoCirculo(c echo.Context) error {
	n, pdf, err := numeroYPDF(c)
	if err != nil {
		return err
	}
	t, err := s.cfg.Casa.TorneoCirculo(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if !pdf {
		return c.JSON(http.StatusOK, seeTorneoCirculo(t))
	}
	declared := t.Torneo
	declared.Empezado = false // what was declared may be printed again
	if err := declared.CheckDeclaracion(); err != nil {
		return err
	}
	return s.pdfDe(c, fmt.Sprintf("declaracion-torneo-%d.pdf", n), fmt.Sprintf("%s/torneos-circulo/%d", t.Establecimiento, n), t.Posicion,
		func(casa reports.Casa, ev reports.Evidencia) func(io.Writer, reports.Options) error {
			f := reports.DeclaracionTorneoFacts{Casa: casa, Evidencia: ev, Torneo: n, Nombre: t.Nombre, Juego: t.Juego, Fecha: t.Fecha, Bases: t.Bases,
				Condiciones: t.Condiciones, Presentada: t.Presentada, Referencia: t.Referencia}
			return func(w io.Writer, o reports.Options) error { return reports.DeclaracionTorneo(w, f, o) }
		})
}

// createTorneo answers 201 with the tournament that do leaves, or shows it again.
func (s *Servidor) createTorneo(c echo.Context, do func(context.Context) (registers.TorneoCirculo, error)) error {
	show := func(t registers.TorneoCirculo, err error) error {
		if err != nil {
			return err
		}
		return created(c, lugar(c, "torneos-circulo", t.Numero), seeTorneoCirculo(t))
	}
	return s.once(c, "", numerada(
		func(ctx context.Context) error { return show(do(ctx)) },
		func(n int64) error { return show(s.cfg.Casa.TorneoCirculo(c.Request().Context(), c.Param("e"), n)) }))
}

func (s *Servidor) postTorneoCirculo(c echo.Context) error {
	var req peticionTorneo
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("fecha", req.Fecha); err != nil {
		return err
	}
	return s.createTorneo(c, func(ctx context.Context) (registers.TorneoCirculo, error) {
		return s.cfg.Casa.PlanTorneo(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), registers.TorneoFacts(req))
	})
}

func (s *Servidor) postDeclaracionTorneo(c echo.Context) error {
	var req peticionDeclaracion
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("presentada", req.Presentada); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.createTorneo(c, func(ctx context.Context) (registers.TorneoCirculo, error) {
		return s.cfg.Casa.DeclareTorneo(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), n, req.Presentada, req.Referencia)
	})
}

func (s *Servidor) postInicioTorneo(c echo.Context) error {
	var req peticionHora
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.createTorneo(c, func(ctx context.Context) (registers.TorneoCirculo, error) {
		return s.cfg.Casa.StartTorneo(ctx, autor(c), h, c.Param("e"), n)
	})
}
