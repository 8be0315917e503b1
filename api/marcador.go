package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasMarcador are the markers of the colours of a ruleta americana: what each chip of a
// colour is worth, by hour (arts. 134.1.b, 139.4).
func (s *Servidor) rutasMarcador() []ruta {
	const m = "/api/v1/establecimientos/:e/mesas/:m/marcadores"
	return []ruta{
		{metodo: "GET", camino: m, cargos: salaVe, hace: s.getMarcadores, estado: 200, respuesta: listaMarcadores{}, consulta: []string{"color", "hora"},
			resumen: "Marcadores de la sesión de la mesa; con color y hora, lo que valía entonces cada ficha suya (arts. 134.1.b, 139.4)"},
		{metodo: "POST", camino: m, cargos: salaHace, hace: s.postMarcador, idem: true, cuerpo: peticionMarcador{}, estado: 201, respuesta: verMarcador{},
			resumen: "Pone el valor de un color, o lo quita cuando el jugador devuelve sus fichas"},
		{metodo: "POST", camino: "/api/v1/establecimientos/:e/mesas/:m/fichas-valor", cargos: salaHace, hace: s.postFichasValor, idem: true, cuerpo: peticionFichasValor{}, estado: 201,
			respuesta: verFichasValor{}, resumen: "Un jugador más con fichas de valor, que solo permite la dirección y son tres como mucho, o uno menos (art. 135)"},
	}
}

type verMarcador struct {
	Marcador  int64          `json:"marcador"`
	Mesa      int            `json:"mesa"`
	Sesion    int64          `json:"sesion"`
	Color     string         `json:"color"`
	Valor     domain.Importe `json:"valor"` // of each chip; 0: handed back
	Declarado bool           `json:"declarado"`
	Desde     instante       `json:"desde"`
	Autor     string         `json:"autor"`
}

type listaMarcadores struct {
	EnJuego     []verMarcador `json:"en_juego"`
	Todos       []verMarcador `json:"todos"`
	FichasValor int           `json:"fichas_valor"` // players with chips of value (art. 135)
}

type peticionFichasValor struct {
	Deja bool `json:"deja,omitempty"` // he leaves them
	cuando
}

type verFichasValor struct {
	Jugadores int `json:"jugadores"`
}

func (s *Servidor) postFichasValor(c echo.Context) error {
	var req peticionFichasValor
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	answer := func(n int, err error) error {
		if err != nil {
			return err
		}
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/mesas/"+c.Param("m")+"/marcadores", verFichasValor{n})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return answer(s.cfg.Casa.ChangeFichasValor(ctx, autor(c), h, c.Param("e"), mesa, req.Deja))
		},
		replay: func(int, string) error {
			return answer(s.cfg.Casa.FichasValor(c.Request().Context(), c.Param("e"), mesa))
		},
	})
}

func seeMarcador(m registers.Marcador) verMarcador {
	return verMarcador{m.Numero, m.Mesa, m.Sesion, m.Color, m.Valor, m.Declarado, instante(m.Desde), m.Autor}
}

func seeMarcadores(ms []registers.Marcador) []verMarcador {
	out := make([]verMarcador, 0, len(ms))
	for _, m := range ms {
		out = append(out, seeMarcador(m))
	}
	return out
}

// getMarcadores lists the markers of a table, or answers the one in force of a colour at an
// hour.
func (s *Servidor) getMarcadores(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	ctx, e := c.Request().Context(), c.Param("e")
	if color := c.QueryParam("color"); color != "" {
		at, err := time.Parse(time.RFC3339Nano, c.QueryParam("hora"))
		if err != nil {
			return &errForma{map[string]string{"hora": "la hora se escribe en ISO 8601 con su desfase"}}
		}
		m, err := s.cfg.Casa.MarcadorAt(ctx, e, mesa, color, at)
		if err != nil {
			return err
		}
		one := []verMarcador{seeMarcador(m)}
		return c.JSON(http.StatusOK, listaMarcadores{EnJuego: one, Todos: one})
	}
	todos, enJuego, err := s.cfg.Casa.Marcadores(ctx, e, mesa)
	if err != nil {
		return err
	}
	n, err := s.cfg.Casa.FichasValor(ctx, e, mesa)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listaMarcadores{EnJuego: seeMarcadores(enJuego), Todos: seeMarcadores(todos), FichasValor: n})
}

type peticionMarcador struct {
	Color    string          `json:"color" validate:"required,max=20"`
	Valor    *domain.Importe `json:"valor,omitempty" validate:"omitempty,min=1"` // of each chip; none: the minimum of the table
	Devuelto bool            `json:"devuelto,omitempty"`
	cuando
}

func (s *Servidor) postMarcador(c echo.Context) error {
	var req peticionMarcador
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	path := "/api/v1/establecimientos/" + c.Param("e") + "/mesas/" + c.Param("m") + "/marcadores"
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			m, err := s.cfg.Casa.SetMarcador(ctx, autor(c), h, c.Param("e"), mesa, registers.MarcadorFacts{Color: req.Color, Valor: req.Valor, Devuelto: req.Devuelto})
			if err != nil {
				return err
			}
			return created(c, path, seeMarcador(m))
		},
		replay: func(_ int, ref string) error {
			todos, _, err := s.cfg.Casa.Marcadores(c.Request().Context(), c.Param("e"), mesa)
			if err != nil {
				return err
			}
			for _, m := range todos {
				if decimal(m.Numero) == ref {
					return created(c, path, seeMarcador(m))
				}
			}
			return echo.ErrNotFound
		},
	})
}
