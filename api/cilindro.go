package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/ruleta"
	"foliado/registers"
	"foliado/reports"
)

// Who feeds and who reads the numbers of a wheel. They serve its maintenance: nobody is
// kept from playing for studying them.
var (
	cilindroTrae = []domain.Cargo{domain.Sistema, domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa}
	cilindroVe   = []domain.Cargo{domain.Sistema, domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.FuncionarioInspector}
)

// rutasCilindro are the numbers of the wheel of a roulette: what its sensor gives, by a
// machine with its token or in CSV, and what they say.
func (s *Servidor) rutasCilindro() []ruta {
	const m = "/api/v1/establecimientos/:e/mesas/:m/cilindro"
	return []ruta{
		{metodo: "GET", camino: m, cargos: cilindroVe, hace: s.getCilindro, estado: 200, respuesta: verCilindro{}, consulta: []string{"desde"},
			resumen: "Qué números ha dado el cilindro, con la ji cuadrado y su tasa de falsas alarmas; para su mantenimiento"},
		{metodo: "GET", camino: m + "/informe", cargos: cilindroVe, hace: s.getInformeCilindro, pdf: true, estado: 200, consulta: []string{"desde"}, resumen: "Lo mismo, en PDF"},
		{metodo: "POST", camino: m + "/numeros", cargos: cilindroTrae, hace: s.postNumeros, idem: true, cuerpo: peticionNumeros{}, estado: 201, respuesta: verLote{},
			resumen: "Anota un lote de números del sensor de la mesa"},
		{metodo: "POST", camino: m + "/lecturas", cargos: cilindroTrae, hace: s.postLecturas, idem: true, csv: true, consulta: []string{"fuente"}, estado: 201, respuesta: verLote{},
			resumen: "Anota las lecturas del sensor de la mesa en CSV: un número por línea, en la última columna"},
	}
}

type verNumero struct {
	Numero     int    `json:"numero"`
	Veces      int64  `json:"veces"`
	Desviacion string `json:"desviacion"` // decimal text: standard deviations from what it should be
}

type verCilindro struct {
	Mesa         int             `json:"mesa"`
	Juego        domain.Juego    `json:"juego"`
	Desde        domain.Fecha    `json:"desde,omitempty"`
	Lotes        int             `json:"lotes"`
	Ultimo       instante        `json:"ultimo"`
	Total        int64           `json:"total"`
	Esperadas    string          `json:"esperadas"` // decimal text: of each number
	JiCuadrado   string          `json:"ji_cuadrado"`
	Grados       int             `json:"grados_libertad"`
	Probabilidad string          `json:"probabilidad"` // of a sound wheel showing as much
	FalsaAlarma  string          `json:"falsa_alarma"` // how often a sound wheel is held to have a fault
	Dictamen     ruleta.Dictamen `json:"dictamen"`
	Numeros      []verNumero     `json:"numeros"` // in the order of the drawing
}

func seeCilindro(x registers.Cilindro) verCilindro {
	e := x.Estadistica
	v := verCilindro{x.Mesa.Numero, x.Mesa.Juego, x.Desde, x.Lotes, instante(x.Ultimo), e.Total, figure(e.Esperadas()), figure(e.JiCuadrado()),
		ruleta.NumNumeros - 1, figure(e.Probabilidad()), figure(ruleta.FalsaAlarma), e.Dictamen(), nil}
	for _, n := range ruleta.Cilindro {
		v.Numeros = append(v.Numeros, verNumero{int(n), e.Veces[n], figure(e.Desviacion(n))})
	}
	return v
}

// figure writes a statistic with four decimals.
func figure(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

// cilindroPedido counts the numbers of the wheel of the route since the jornada asked for.
func (s *Servidor) cilindroPedido(c echo.Context) (registers.Cilindro, error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Cilindro{}, err
	}
	var desde domain.Fecha
	if q := c.QueryParam("desde"); q != "" {
		if desde, err = domain.ParseFecha(q); err != nil {
			return registers.Cilindro{}, &errForma{map[string]string{"desde": err.Error()}}
		}
	}
	return s.cfg.Casa.Cilindro(c.Request().Context(), c.Param("e"), mesa, desde)
}

func (s *Servidor) getCilindro(c echo.Context) error {
	x, err := s.cilindroPedido(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, seeCilindro(x))
}

func (s *Servidor) getInformeCilindro(c echo.Context) error {
	x, err := s.cilindroPedido(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	f := reports.CilindroFacts{Casa: casa, Mesa: x.Mesa.Numero, Juego: x.Mesa.Juego, Desde: x.Desde, Ultimo: x.Ultimo, Estadistica: x.Estadistica}
	return s.pdf(c, fmt.Sprintf("cilindro-mesa-%d.pdf", x.Mesa.Numero), func(w io.Writer, o reports.Options) error { return reports.Cilindro(w, f, o) })
}

type verLote struct {
	Lote    int64 `json:"lote"`
	Mesa    int   `json:"mesa"`
	Cuantos int   `json:"cuantos"`
}

type peticionNumeros struct {
	Fuente  string `json:"fuente" validate:"required,max=80"`
	Numeros []int  `json:"numeros" validate:"required,min=1,max=5000,dive,min=0,max=36"`
}

// postNumeros records what a machine read at a table.
func (s *Servidor) postNumeros(c echo.Context) error {
	var req peticionNumeros
	if err := bind(c, &req); err != nil {
		return err
	}
	ns := make([]ruleta.Numero, 0, len(req.Numeros))
	for _, n := range req.Numeros {
		numero, err := ruleta.ParseNumero(n)
		if err != nil {
			return err
		}
		ns = append(ns, numero)
	}
	return s.recordNumeros(c, req.Fuente, ns)
}

// postLecturas records a file of the sensor.
func (s *Servidor) postLecturas(c echo.Context) error {
	if err := checkTipo(c, "text/csv", "text/plain"); err != nil {
		return err
	}
	body, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	ns, err := ruleta.ReadNumeros(string(body))
	if err != nil {
		return err
	}
	fuente := c.QueryParam("fuente")
	if fuente == "" || len(fuente) > 80 {
		return &errForma{map[string]string{"fuente": "hace falta decir de qué sensor son"}}
	}
	return s.recordNumeros(c, fuente, ns)
}

func (s *Servidor) recordNumeros(c echo.Context, fuente string, ns []ruleta.Numero) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	path := "/api/v1/establecimientos/" + c.Param("e") + "/mesas/" + strconv.Itoa(mesa) + "/cilindro"
	answer := func(l registers.LoteCilindro, err error) error {
		if err != nil {
			return err
		}
		return created(c, path, verLote{l.Numero, l.Mesa, l.Cuantos})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return answer(s.cfg.Casa.RecordNumeros(ctx, autor(c), c.Param("e"), mesa, fuente, ns))
		},
		replay: func(_ int, ref string) error {
			n, err := strconv.ParseInt(ref, 10, 64)
			if err != nil {
				return errors.Join(echo.ErrNotFound, err)
			}
			return answer(s.cfg.Casa.LoteCilindro(c.Request().Context(), c.Param("e"), n))
		},
	})
}
