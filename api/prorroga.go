package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain/libros"
	"foliado/registers"
)

// rutasProrroga are the routes about hours that change: closes put off (art. 27.3) and games
// ended before their hour (art. 27.5).
func (s *Servidor) rutasProrroga() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/jornadas/:j/prorrogas", cargos: salaVe, hace: s.getProrrogas, resumen: "Cierres retrasados en una jornada (art. 27.3)", estado: 200, respuesta: listaProrrogas{}},
		{metodo: "POST", camino: e + "/mesas/:m/prorrogas", cargos: direccion, hace: s.postProrroga, resumen: "Retrasa el cierre de una mesa abierta, sin pasar de veinte horas seguidas (art. 27.3)", idem: true, cuerpo: peticionProrroga{}, estado: 201, respuesta: verProrroga{}},
		{metodo: "POST", camino: e + "/jornadas/:j/suspension", cargos: direccion, hace: s.postFinAntes, resumen: "Acaba los juegos antes de hora, por fuerza mayor o por sala vacía (art. 27.5)", idem: true, cuerpo: peticionFinAntes{}, estado: 200, respuesta: verJornada{}},
	}
}

type peticionProrroga struct {
	Hasta       string `json:"hasta" validate:"required,max=40"`
	Excepcional bool   `json:"excepcional,omitempty"`
	Jugadores   int    `json:"jugadores,omitempty" validate:"min=0,max=999"`
	Motivo      string `json:"motivo" validate:"max=500"`
	cuando
}

type verProrroga struct {
	Mesa        int      `json:"mesa"`
	Hasta       instante `json:"hasta"`
	Excepcional bool     `json:"excepcional"`
	Jugadores   int      `json:"jugadores"`
}

type listaProrrogas struct {
	Prorrogas []verProrroga `json:"prorrogas"`
}

func seeProrroga(p registers.Prorroga) verProrroga {
	return verProrroga{p.Mesa, instante(p.Hasta), p.Excepcional, p.Jugadores}
}

func (s *Servidor) getProrrogas(c echo.Context) error {
	j, err := s.jornadaDe(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Prorrogas(c.Request().Context(), c.Param("e"), j.Fecha)
	out := listaProrrogas{Prorrogas: make([]verProrroga, 0, len(list))}
	for _, p := range list {
		out.Prorrogas = append(out.Prorrogas, seeProrroga(p))
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

// readInstante reads an instant of a request, zero when it is not there.
func readInstante(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return t, &errForma{map[string]string{name: "la hora se escribe en ISO 8601 con su desfase"}}
	}
	return t, nil
}

func (s *Servidor) postProrroga(c echo.Context) error {
	var req peticionProrroga
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	until, err := readInstante("hasta", req.Hasta)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	location := "/api/v1/establecimientos/" + c.Param("e") + "/jornadas/" + s.jornadaEnCurso(c) + "/prorrogas"
	f := registers.ProrrogaFacts{Hasta: until, Excepcional: req.Excepcional, Jugadores: req.Jugadores, Motivo: req.Motivo}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := s.cfg.Casa.ExtendMesa(ctx, autor(c), h, c.Param("e"), mesa, f)
			if err != nil {
				return err
			}
			return created(c, location, seeProrroga(p))
		},
		replay: func(int, string) error {
			return created(c, location, verProrroga{mesa, instante(until), req.Excepcional, req.Jugadores})
		},
	})
}

type peticionFinAntes struct {
	Causa string `json:"causa" validate:"required,oneof=fuerza_mayor sala_vacia"`
	Texto string `json:"texto,omitempty" validate:"max=500"`
	Vacia string `json:"vacia_desde,omitempty" validate:"max=40"`
	cuando
}

func (s *Servidor) postFinAntes(c echo.Context) error {
	var req peticionFinAntes
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
	vacia, err := readInstante("vacia_desde", req.Vacia)
	if err != nil {
		return err
	}
	return s.once(c, now.ID(), creacion{
		do: func(ctx context.Context) error {
			j, err := s.cfg.Casa.SuspendJuego(ctx, autor(c), h, c.Param("e"), now.Fecha,
				registers.Suspension{Causa: libros.CausaSuspension(req.Causa), Texto: req.Texto, Vacia: vacia})
			if err != nil {
				return err
			}
			return c.JSON(http.StatusOK, seeJornada(&j))
		},
		replay: s.replayJornada(c),
	})
}
