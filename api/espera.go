package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/templates"
)

// rutasEspera are the routes about the waiting lists of the tables of círculo and the draw of
// seats (arts. 71.2, 85.6, 114.2, 115.2).
func (s *Servidor) rutasEspera() []ruta {
	const m = "/api/v1/establecimientos/:e/mesas/:m"
	return []ruta{
		{metodo: "GET", camino: m + "/espera", cargos: salaVe, hace: s.getEspera, resumen: "Lista de espera de una mesa de círculo, puestos y sorteos que cualquiera puede repetir (arts. 114.2, 115.2)", estado: 200, respuesta: verEspera{}},
		{metodo: "POST", camino: m + "/espera", cargos: salaHace, hace: s.postEspera, resumen: "Apunta a un jugador en la lista de espera (arts. 71.2, 85.6, 114.2)", idem: true, cuerpo: peticionEspera{}, estado: 201, respuesta: verEspera{}},
		{metodo: "POST", camino: m + "/sorteos", cargos: salaHace, hace: s.postSorteo, resumen: "Sortea los puestos de una mesa de póquer que empieza y enseña la semilla (art. 115.2)", idem: true, cuerpo: peticionHora{}, estado: 201, respuesta: verEspera{}},
		{metodo: "POST", camino: m + "/puestos", cargos: salaHace, hace: s.postPuesto, resumen: "Da un puesto libre al primero de la lista (arts. 114.2, 116.j)", idem: true, cuerpo: peticionPuesto{}, estado: 201, respuesta: verEspera{}},
		{metodo: "POST", camino: m + "/puestos/:p/salida", cargos: salaHace, hace: s.postSalidaPuesto, resumen: "Anota que un puesto queda libre", idem: true, cuerpo: peticionHora{}, estado: 201, respuesta: verEspera{}},
	}
}

type verAspirante struct {
	Orden   int      `json:"orden"`
	Jugador string   `json:"jugador"`
	Hora    instante `json:"hora"`
	Puesto  int      `json:"puesto"` // 0 while he waits
	Salio   bool     `json:"salio"`
}

type verSorteo struct {
	Compromiso string   `json:"compromiso"`
	Semilla    string   `json:"semilla"`
	Asunto     string   `json:"asunto"`
	Aspirantes []int    `json:"aspirantes"`
	Orden      []int    `json:"orden"`
	Hora       instante `json:"hora"`
}

// verEspera is a waiting list: Compromiso is the SHA-256 of the seed of the next draw.
type verEspera struct {
	Compromiso string         `json:"compromiso"`
	Aspirantes []verAspirante `json:"aspirantes"`
	Sorteos    []verSorteo    `json:"sorteos"`
}

// esperaAhora is the list of the table of the route in the last jornada.
func (s *Servidor) esperaAhora(c echo.Context) (registers.Espera, error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Espera{}, err
	}
	ctx := c.Request().Context()
	m, err := s.cfg.Casa.Mesa(ctx, c.Param("e"), mesa)
	if err != nil {
		return registers.Espera{}, err
	}
	j, err := s.cfg.Casa.LastJornada(ctx, c.Param("e"))
	if err != nil {
		return registers.Espera{}, err
	}
	return s.cfg.Casa.EsperaDe(ctx, m.Mesa, j.Fecha)
}

func (s *Servidor) seeEspera(c echo.Context, status int) error {
	e, err := s.esperaAhora(c)
	if err != nil {
		return err
	}
	v := verEspera{Compromiso: e.Compromiso, Aspirantes: []verAspirante{}, Sorteos: []verSorteo{}}
	for _, a := range e.Aspirantes {
		v.Aspirantes = append(v.Aspirantes, verAspirante{a.Orden, a.Jugador, instante(a.Hora), a.Puesto, a.Salio})
	}
	for _, x := range e.Sorteos {
		v.Sorteos = append(v.Sorteos, verSorteo{x.Compromiso, x.Semilla, x.Asunto, x.Aspirantes, x.Orden, instante(x.Hora)})
	}
	return c.JSON(status, v)
}

func (s *Servidor) getEspera(c echo.Context) error { return s.seeEspera(c, http.StatusOK) }

// onEspera does something to a list and answers it as it then is.
func (s *Servidor) onEspera(c echo.Context, w cuando, do func(context.Context, registers.Hora, int) error) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	show := func() error {
		c.Response().Header().Set(echo.HeaderLocation, lugar(c, "mesas", int64(mesa))+"/espera")
		return s.seeEspera(c, http.StatusCreated)
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := do(ctx, h, mesa); err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

type peticionEspera struct {
	Jugador string `json:"jugador" validate:"required,max=120"`
	cuando
}

func (s *Servidor) postEspera(c echo.Context) error {
	var req peticionEspera
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onEspera(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.JoinEspera(ctx, autor(c), h, c.Param("e"), mesa, req.Jugador)
	})
}

func (s *Servidor) postSorteo(c echo.Context) error {
	var req peticionHora
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onEspera(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.DrawPuestos(ctx, autor(c), h, c.Param("e"), mesa)
	})
}

type peticionPuesto struct {
	Orden  int `json:"orden" validate:"required,min=1,max=9999"`
	Puesto int `json:"puesto" validate:"required,min=1,max=99"`
	cuando
}

func (s *Servidor) postPuesto(c echo.Context) error {
	var req peticionPuesto
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onEspera(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.AssignPuesto(ctx, autor(c), h, c.Param("e"), mesa, req.Orden, req.Puesto)
	})
}

func (s *Servidor) postSalidaPuesto(c echo.Context) error {
	var req peticionHora
	if err := bind(c, &req); err != nil {
		return err
	}
	p, err := strconv.Atoi(c.Param("p"))
	if err != nil {
		return registers.ErrMesa
	}
	return s.onEspera(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.LeavePuesto(ctx, autor(c), h, c.Param("e"), mesa, p)
	})
}

// paginasEspera are the forms of the waiting list on the sheet of a table.
func (s *Servidor) paginasEspera() []ruta {
	const m = "/establecimientos/:e/mesas/:m"
	return []ruta{
		{metodo: "POST", camino: m + "/espera", cargos: salaHace, hace: s.formEspera, resumen: "Apunta a un jugador en la lista de espera"},
		{metodo: "POST", camino: m + "/sorteos", cargos: salaHace, hace: s.formSorteo, resumen: "Sortea los puestos"},
		{metodo: "POST", camino: m + "/puestos", cargos: salaHace, hace: s.formPuesto, resumen: "Da un puesto al primero de la lista"},
		{metodo: "POST", camino: m + "/puestos/:p/salida", cargos: salaHace, hace: s.formSalidaPuesto, resumen: "Anota que un puesto queda libre"},
	}
}

// fillEspera fills the waiting list of the sheet of a table.
func (s *Servidor) fillEspera(ctx context.Context, k *templates.MesaCirculo, m *registers.EstadoMesa, p *templates.Mesa) error {
	e, err := s.cfg.Casa.EsperaDe(ctx, m.Mesa.Mesa, p.Jornada)
	if err != nil {
		return err
	}
	for _, a := range e.Aspirantes {
		if !a.Salio {
			k.Espera = append(k.Espera, templates.Aspirante{Orden: int64(a.Orden), Jugador: a.Jugador, Hora: a.Hora, Puesto: int64(a.Puesto)})
		}
	}
	if who := e.Esperan(); len(who) > 0 {
		k.Primero = int64(who[0])
	}
	k.Compromiso, k.Sortea = e.Compromiso, k.Poquer && e.Compromiso != "" && len(e.Ocupados()) == 0
	for _, x := range e.Sorteos {
		k.Sorteos = append(k.Sorteos, templates.Sorteo{Compromiso: x.Compromiso, Semilla: x.Semilla, Asunto: x.Asunto, Hora: x.Hora})
	}
	return nil
}

func (s *Servidor) formEspera(c echo.Context) error {
	return s.doCirculo(c, "espera", nil, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.JoinEspera(ctx, autor(c), h, c.Param("e"), mesa, field(c, "jugador"))
	})
}

func (s *Servidor) formSorteo(c echo.Context) error {
	return s.doCirculo(c, "espera", nil, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.DrawPuestos(ctx, autor(c), h, c.Param("e"), mesa)
	})
}

func (s *Servidor) formPuesto(c echo.Context) error {
	wrong := map[string]string{}
	orden, err1 := strconv.Atoi(field(c, "orden"))
	puesto, err2 := strconv.Atoi(field(c, "puesto"))
	if err1 != nil || err2 != nil {
		wrong["puesto"] = "Puesto: se escribe su número"
	}
	return s.doCirculo(c, "espera", wrong, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.AssignPuesto(ctx, autor(c), h, c.Param("e"), mesa, orden, puesto)
	})
}

func (s *Servidor) formSalidaPuesto(c echo.Context) error {
	p, err := strconv.Atoi(c.Param("p"))
	if err != nil {
		return registers.ErrMesa
	}
	return s.doCirculo(c, "espera", nil, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.LeavePuesto(ctx, autor(c), h, c.Param("e"), mesa, p)
	})
}
