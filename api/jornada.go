package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/registers/diario"
)

// rutasJornada are the routes about gaming days.
func (s *Servidor) rutasJornada() []ruta {
	const j = "/api/v1/establecimientos/:e/jornadas"
	return []ruta{
		{metodo: "GET", camino: j, cargos: todos, hace: s.getJornadas, resumen: "Jornadas, la última primero", consulta: []string{"cursor", "limite"}, estado: 200, respuesta: paginaJornadas{}},
		{metodo: "POST", camino: j, cargos: direccion, hace: s.postJornada, resumen: "Empieza una jornada; antes ha de estar certificada la anterior (art. 42.2) y la caja central dotada (art. 37.1)", idem: true, cuerpo: peticionJornada{}, estado: 201, respuesta: verJornada{}},
		{metodo: "GET", camino: j + "/:j", cargos: todos, hace: s.getJornada, resumen: "Una jornada y lo que le falta para cerrar", estado: 200, respuesta: verJornada{}},
		{metodo: "POST", camino: j + "/:j/fases", cargos: direccion, hace: s.postFase, resumen: "Pasa la jornada a la fase siguiente (JOR-0)", idem: true, cuerpo: peticionFase{}, estado: 200, respuesta: verJornada{}},
		{metodo: "POST", camino: j + "/:j/cierre", cargos: direccion, hace: s.postCierre, resumen: "Cierra la jornada y escribe el control de ingresos (arts. 40.2, 42); repetido, contesta lo que consta", idem: true, cuerpo: cuando{}, estado: 201, repetida: 200, respuesta: respuestaCierre{}},
		{metodo: "POST", camino: j + "/:j/certificacion", cargos: direccion, hace: s.postCertificacion, resumen: "Propone la certificación del total (art. 42.2); repetida, contesta el mismo acto", idem: true, cuerpo: cuando{}, estado: 201, repetida: 200, respuesta: respuestaActo{}},
		{metodo: "POST", camino: "/api/v1/estado-series", cargos: append([]domain.Cargo{domain.FuncionarioInspector}, direccion...), hace: s.postEstadoSeries, resumen: "Declara hasta dónde llega cada libro y cada serie", estado: 201, respuesta: verEstadoSeries{}, idem: true},
	}
}

type verJornada struct {
	ID               string         `json:"id"`
	Fecha            domain.Fecha   `json:"fecha"`
	Fase             domain.Fase    `json:"fase"`
	Metalico         domain.Importe `json:"metalico"`
	Bloqueado        domain.Importe `json:"bloqueado"`
	Exigido          domain.Importe `json:"exigido"` // what art. 37.1 asks for
	AperturaPrevista instante       `json:"apertura_prevista"`
	CierrePrevisto   instante       `json:"cierre_previsto"`
	Apertura         instante       `json:"apertura"`
	FinJuegos        instante       `json:"fin_juegos"`
	Avisos           []verAviso     `json:"avisos,omitempty"`
}

func seeJornada(j *registers.Jornada) verJornada {
	return verJornada{ID: j.ID(), Fecha: j.Fecha, Fase: j.Fase, Metalico: j.Metalico, Bloqueado: j.Bloqueado, Exigido: j.Exigido,
		AperturaPrevista: instante(j.AperturaPrevista), CierrePrevisto: instante(j.CierrePrevisto),
		Apertura: instante(j.Apertura), FinJuegos: instante(j.FinJuegos), Avisos: seeAvisos(j.Avisos)}
}

type paginaJornadas struct {
	Jornadas []verJornada `json:"jornadas"`
	Cursor   string       `json:"cursor,omitempty"`
}

// fechaConsultada is the date in a parameter of the query, "" when it is not there.
func fechaConsultada(c echo.Context, name string) (domain.Fecha, error) {
	q := c.QueryParam(name)
	if q == "" {
		return "", nil
	}
	f, err := domain.ParseFecha(q)
	if err != nil {
		return "", &errForma{map[string]string{name: err.Error()}}
	}
	return f, nil
}

func (s *Servidor) getJornadas(c echo.Context) error {
	before, err := fechaConsultada(c, "cursor")
	if err != nil {
		return err
	}
	limit, err := pageSize(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Jornadas(c.Request().Context(), c.Param("e"), before, limit)
	if err != nil {
		return err
	}
	out := paginaJornadas{Jornadas: make([]verJornada, 0, len(list))}
	for k := range list {
		out.Jornadas = append(out.Jornadas, seeJornada(&list[k]))
	}
	if len(list) == limit {
		out.Cursor = list[len(list)-1].ID()
	}
	return c.JSON(http.StatusOK, out)
}

// jornadaDe loads the jornada of a route.
func (s *Servidor) jornadaDe(c echo.Context) (registers.Jornada, error) {
	f, err := domain.ParseFecha(c.Param("j"))
	if err != nil {
		return registers.Jornada{}, registers.ErrJornada
	}
	return s.cfg.Casa.Jornada(c.Request().Context(), c.Param("e"), f)
}

func (s *Servidor) getJornada(c echo.Context) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, seeJornada(&j))
}

type peticionJornada struct {
	Fecha     string            `json:"fecha" validate:"required,max=10"`
	Metalico  domain.Importe    `json:"metalico" validate:"min=0"`
	Bloqueado domain.Importe    `json:"bloqueado" validate:"min=0"`
	TipoDia   registers.TipoDia `json:"tipo_dia,omitempty" validate:"max=12"`
	cuando
}

func (s *Servidor) postJornada(c echo.Context) error {
	var req peticionJornada
	if err := bind(c, &req); err != nil {
		return err
	}
	fecha, err := domain.ParseFecha(req.Fecha)
	if err != nil {
		return &errForma{map[string]string{"fecha": err.Error()}}
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, string(fecha), creacion{
		do: func(ctx context.Context) error {
			j, err := s.cfg.Casa.CreateJornada(ctx, autor(c), h, c.Param("e"), registers.JornadaFacts{Fecha: fecha,
				Metalico: req.Metalico, Bloqueado: req.Bloqueado, TipoDia: req.TipoDia})
			if err != nil {
				return err
			}
			return created(c, jornadaPath(c, &j), seeJornada(&j))
		},
		replay: s.replayJornada(c),
	})
}

func jornadaPath(c echo.Context, j *registers.Jornada) string {
	return fmt.Sprintf("/api/v1/establecimientos/%s/jornadas/%s", c.Param("e"), j.ID())
}

// replayJornada answers an idempotent replay with the jornada as it now is.
func (s *Servidor) replayJornada(c echo.Context) func(int, string) error {
	return func(estado int, ref string) error {
		j, err := s.cfg.Casa.Jornada(c.Request().Context(), c.Param("e"), domain.Fecha(ref))
		if err != nil {
			return err
		}
		if estado == http.StatusCreated {
			return created(c, jornadaPath(c, &j), seeJornada(&j))
		}
		return c.JSON(estado, seeJornada(&j))
	}
}

type peticionFase struct {
	Fase domain.Fase `json:"fase" validate:"required,max=20"`
	cuando
}

func (s *Servidor) postFase(c echo.Context) error {
	var req peticionFase
	if err := bind(c, &req); err != nil {
		return err
	}
	now, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, now.ID(), creacion{
		do: func(ctx context.Context) error {
			j, err := s.cfg.Casa.AdvanceFase(ctx, autor(c), h, c.Param("e"), now.Fecha, req.Fase)
			if err != nil {
				return err
			}
			return c.JSON(http.StatusOK, seeJornada(&j))
		},
		replay: s.replayJornada(c),
	})
}

type respuestaCierre struct {
	Fase       domain.Fase    `json:"fase"`
	Total      domain.Importe `json:"total"`
	TotalLetra string         `json:"total_letra"`
	Folio      int64          `json:"folio"` // of the control de ingresos
	Avisos     []verAviso     `json:"avisos,omitempty"`
}

// cuandoJornada reads the jornada of a route and the hour of what is done to it.
func (s *Servidor) cuandoJornada(c echo.Context) (registers.Jornada, registers.Hora, error) {
	var req cuando
	if err := bind(c, &req); err != nil {
		return registers.Jornada{}, registers.Hora{}, err
	}
	h, err := s.hora(req)
	if err != nil {
		return registers.Jornada{}, h, err
	}
	j, err := s.jornadaDe(c)
	return j, h, err
}

// postCierre closes the day; repeated, it answers what is written.
func (s *Servidor) postCierre(c echo.Context) error {
	j, h, err := s.cuandoJornada(c)
	if err != nil {
		return err
	}
	closeDay := func(ctx context.Context, status int) error {
		done, err := s.cfg.Casa.CloseJornada(ctx, autor(c), h, c.Param("e"), j.Fecha)
		if err != nil {
			return err
		}
		if status == 0 && done.Repetido {
			status = http.StatusOK
		}
		avisos, err := s.avisosAnulaciones(c, j.Fecha)
		if err != nil {
			return err
		}
		return c.JSON(cmp.Or(status, http.StatusCreated), respuestaCierre{done.Jornada.Fase, done.Total, done.TotalLetra, done.Folio, avisos})
	}
	return s.once(c, j.ID(), creacion{
		do:     func(ctx context.Context) error { return closeDay(ctx, 0) },
		replay: func(was int, _ string) error { return closeDay(c.Request().Context(), was) },
	})
}

// avisosAnulaciones warns of the voids of a jornada that lack their second signature: it
// should have come before the close (criterio ADM-4).
func (s *Servidor) avisosAnulaciones(c echo.Context, fecha domain.Fecha) ([]verAviso, error) {
	waiting, err := s.cfg.Puerta.SinVisto(c.Request().Context(), c.Param("e"), fecha)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	return []verAviso{{Articulo: "22.3", Criterio: "ADM-4",
		Texto: "anulaciones de tarjeta sin la segunda firma: " + listNumeros(waiting)}}, nil
}

// postCertificacion proposes the certification; repeated, it answers the same act.
func (s *Servidor) postCertificacion(c echo.Context) error {
	j, h, err := s.cuandoJornada(c)
	if err != nil {
		return err
	}
	return s.once(c, j.ID(), creacion{
		do: func(ctx context.Context) error {
			done, err := s.cfg.Casa.ProposeCertificacion(ctx, autor(c), h, c.Param("e"), j.Fecha)
			if err != nil {
				return err
			}
			if done.Repetida {
				return c.JSON(http.StatusOK, actoResponse(&done.Acto, nil))
			}
			return created(c, actoPath(&done.Acto), actoResponse(&done.Acto, nil))
		},
		replay: s.replayActo(c),
	})
}

type verEstadoSeries struct {
	Posicion      int64             `json:"posicion"`
	Instante      instante          `json:"instante"`
	Contadores    map[string]string `json:"contadores"`
	ActosAbiertos []string          `json:"actos_abiertos"`
}

// postEstadoSeries states every counter now: at a visit, say.
func (s *Servidor) postEstadoSeries(c echo.Context) error {
	show := func(e registers.EstadoDeSeries) error {
		if e.ActosAbiertos == nil {
			e.ActosAbiertos = []string{}
		}
		return c.JSON(http.StatusCreated, verEstadoSeries{e.Posicion, instante(e.Instante), e.Contadores, e.ActosAbiertos})
	}
	return s.onceIn(c, diario.Entidad, "", creacion{
		do: func(ctx context.Context) error {
			e, err := s.cfg.Casa.StateSeries(ctx, autor(c), s.cfg.Escritor.Ahora())
			if err != nil {
				return err
			}
			return show(e)
		},
		replay: func(_ int, ref string) error {
			posicion, err := strconv.ParseInt(ref, 10, 64)
			if err != nil {
				return err
			}
			e, ok, err := s.cfg.Casa.EstadoDeSeriesAt(c.Request().Context(), posicion)
			if err == nil && !ok {
				err = echo.ErrNotFound
			}
			if err != nil {
				return err
			}
			return show(e)
		},
	})
}
