package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
)

// rutasTarjeta are the routes about a card after its issue.
func (s *Servidor) rutasTarjeta() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/tarjetas/:numero/historial", cargos: puertaVe, hace: s.getHistorial, resumen: "Lo que ha pasado con una tarjeta desde su emisión (ADM-4, ADM-8)", estado: 200, respuesta: verHistorial{}},
		{metodo: "POST", camino: e + "/tarjetas/:numero/reimpresiones", cargos: puertaHace, hace: s.postReimpresion, resumen: "Anota que una tarjeta se imprime de nuevo, con su mismo número (ADM-4)", idem: true, cuerpo: peticionMotivo{}, estado: 201, respuesta: respuestaTarjeta{}},
		{metodo: "POST", camino: e + "/tarjetas/:numero/duplicado", cargos: puertaHace, hace: s.postDuplicado, resumen: "Bloquea una tarjeta perdida y emite su duplicado, con número nuevo (ADM-4)", idem: true, cuerpo: peticionMotivo{}, estado: 201, respuesta: respuestaTarjeta{}},
		{metodo: "POST", camino: e + "/entradas", cargos: puertaHace, hace: s.postEntrada, resumen: "Entrada con una tarjeta vigente de varios días, tras comprobar de nuevo a la persona (art. 23.3.c, ADM-8); repetida en la jornada, contesta lo que consta", idem: true, cuerpo: peticionEntrada{}, estado: 201, repetida: 200, respuesta: verEntradaVigente{}},
		{metodo: "GET", camino: e + "/entradas", cargos: puertaVe, hace: s.getEntradas, resumen: "Entradas de una jornada con tarjetas de varios días", consulta: []string{"jornada"}, estado: 200, respuesta: listaEntradas{}},
	}
}

// checkFecha refuses a date badly written in the body of a request; "" is none.
func checkFecha(campo string, f domain.Fecha) error {
	if f == "" {
		return nil
	}
	if _, err := domain.ParseFecha(string(f)); err != nil {
		return &errForma{map[string]string{campo: err.Error()}}
	}
	return nil
}

type verReimpresion struct {
	Ordinal  int64    `json:"ordinal"`
	Instante instante `json:"instante"`
	Autor    string   `json:"autor"`
}

type verPerdida struct {
	Duplicado int64    `json:"duplicado"`
	Instante  instante `json:"instante"`
	Autor     string   `json:"autor"`
}

type verEntradaVigente struct {
	Tarjeta  int64        `json:"tarjeta"`
	Jornada  domain.Fecha `json:"jornada"`
	Ficha    int64        `json:"ficha"`
	Instante instante     `json:"instante"`
}

type listaEntradas struct {
	Entradas []verEntradaVigente `json:"entradas"`
}

type verHistorial struct {
	Reimpresiones []verReimpresion    `json:"reimpresiones"`
	Perdida       *verPerdida         `json:"perdida"`
	Entradas      []verEntradaVigente `json:"entradas"`
}

func seeEntradaVigente(e admission.Entrada) verEntradaVigente {
	return verEntradaVigente{e.Tarjeta, e.Jornada, e.Ficha, instante(e.Instante)}
}

func seeEntradasVigentes(list []admission.Entrada) []verEntradaVigente {
	out := make([]verEntradaVigente, 0, len(list))
	for _, e := range list {
		out = append(out, seeEntradaVigente(e))
	}
	return out
}

// getHistorial tells what happened to a card.
func (s *Servidor) getHistorial(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	h, err := s.cfg.Puerta.Historial(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	v := verHistorial{Reimpresiones: make([]verReimpresion, 0, len(h.Reimpresiones)), Entradas: seeEntradasVigentes(h.Entradas)}
	for _, r := range h.Reimpresiones {
		v.Reimpresiones = append(v.Reimpresiones, verReimpresion{r.Ordinal, instante(r.Instante), r.Autor})
	}
	if h.Perdida != nil {
		v.Perdida = &verPerdida{h.Perdida.Duplicado, instante(h.Perdida.Instante), h.Perdida.Autor}
	}
	return c.JSON(http.StatusOK, v)
}

// actoTarjeta is what is done to a card with a reason: it answers a card.
type actoTarjeta func(ctx context.Context, establecimiento string, numero int64, motivo string, autor admission.Autor) (admission.Tarjeta, error)

// onTarjeta does something to a card and answers the card that results.
func (s *Servidor) onTarjeta(c echo.Context, do actoTarjeta) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			t, err := do(ctx, c.Param("e"), n, req.Motivo, autor(c))
			if err != nil {
				return err
			}
			return created(c, tarjetaPath(c, t.Numero), verTarjeta(&t))
		},
		replay: s.replayTarjeta(c),
	})
}

func (s *Servidor) postReimpresion(c echo.Context) error { return s.onTarjeta(c, s.cfg.Puerta.Reprint) }

func (s *Servidor) postDuplicado(c echo.Context) error { return s.onTarjeta(c, s.cfg.Puerta.Replace) }

type peticionEntrada struct {
	Comprobacion string `json:"comprobacion" validate:"required,max=64"`
}

// postEntrada lets in the holder of a card for several days.
func (s *Servidor) postEntrada(c echo.Context) error {
	var req peticionEntrada
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			e, nueva, err := s.cfg.Puerta.Enter(ctx, c.Param("e"), req.Comprobacion, autor(c))
			if err != nil {
				return err
			}
			if !nueva {
				return c.JSON(http.StatusOK, seeEntradaVigente(e))
			}
			return created(c, tarjetaPath(c, e.Tarjeta), seeEntradaVigente(e))
		},
		replay: func(estado int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			h, err := s.cfg.Puerta.Historial(c.Request().Context(), c.Param("e"), n)
			if err != nil || len(h.Entradas) == 0 {
				return err
			}
			return c.JSON(estado, seeEntradaVigente(h.Entradas[len(h.Entradas)-1]))
		},
	})
}

// getEntradas lists the entries of a jornada.
func (s *Servidor) getEntradas(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Entradas(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listaEntradas{seeEntradasVigentes(list)})
}
