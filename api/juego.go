package api

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/catalogo"
	"foliado/domain/norma"
	"foliado/reports"
)

// rutasJuego are the games as their engines have them: rules, payments, limits, each with
// its provision. Nothing here is written by hand.
func (s *Servidor) rutasJuego() []ruta {
	const e = "/api/v1/establecimientos/:e/juegos/:juego"
	return []ruta{
		{metodo: "GET", camino: "/api/v1/juegos", cargos: todos, hace: s.getJuegos, resumen: "Juegos que liquida un motor", estado: 200, respuesta: listaJuegos{}},
		{metodo: "GET", camino: "/api/v1/juegos/:juego", cargos: todos, hace: s.getJuego,
			resumen: "Reglas, pagos y límites de un juego, de las tablas con que se liquida, con su artículo", estado: 200, respuesta: verFicha{}},
		{metodo: "GET", camino: e, cargos: todos, hace: s.getJuegoCasa, pdf: true, estado: 200, respuesta: verFicha{},
			resumen: "Lo mismo, con lo que ha elegido la casa (criterio DAD-A); con sufijo .pdf, el folleto (art. 25.2)"},
		{metodo: "GET", camino: e + "/pagos", cargos: todos, hace: s.getTablaPagos, pdf: true, estado: 200,
			resumen: "Tabla de pagos que se expone en la mesa (arts. 100.2, 107.2)"},
	}
}

type verJuegoBreve struct {
	Juego    domain.Juego `json:"juego"`
	Nombre   string       `json:"nombre"`
	Articulo string       `json:"articulo"`
}

type listaJuegos struct {
	Juegos []verJuegoBreve `json:"juegos"`
}

type verRegla struct {
	Texto    string `json:"texto"`
	Articulo string `json:"articulo"`
	Criterio string `json:"criterio,omitempty"`
}

type verPago struct {
	Suerte   string `json:"suerte"`
	Nombre   string `json:"nombre"`
	Paga     string `json:"paga"` // "35 a 1", on top of the stake
	Articulo string `json:"articulo"`
	Criterio string `json:"criterio,omitempty"`
}

type verTabla struct {
	Titulo string    `json:"titulo"`
	Nota   string    `json:"nota,omitempty"`
	Pagos  []verPago `json:"pagos"`
}

type verLimite struct {
	Suerte   string `json:"suerte"`
	Limite   string `json:"limite"`
	Articulo string `json:"articulo"`
	Criterio string `json:"criterio,omitempty"`
}

type verAsientos struct {
	Maximo   int    `json:"maximo"` // 0: no cap
	Texto    string `json:"texto"`
	Articulo string `json:"articulo"`
}

type verRondas struct {
	Unidad   string `json:"unidad"`
	Numero   int    `json:"numero"`
	Articulo string `json:"articulo"`
	Criterio string `json:"criterio,omitempty"`
}

// verFicha is all that the engine of a game says of it.
type verFicha struct {
	verJuegoBreve
	Reglas   []verRegla  `json:"reglas"`
	Tablas   []verTabla  `json:"tablas"`
	Limites  []verLimite `json:"limites"`
	Asientos verAsientos `json:"asientos"`
	Rondas   verRondas   `json:"ultimas_rondas"`
}

func seeFicha(f catalogo.Ficha) verFicha {
	v := verFicha{verJuegoBreve: verJuegoBreve{f.Juego, f.Juego.Nombre(), cite(f.Articulo)}, Reglas: []verRegla{}, Tablas: []verTabla{}, Limites: []verLimite{},
		Asientos: verAsientos{f.Asientos.Maximo, f.Asientos.Texto, cite(f.Asientos.Articulo)},
		Rondas:   verRondas{string(f.Rondas.Unidad), f.Rondas.Numero, cite(f.Rondas.Articulo), f.Rondas.Criterio}}
	for _, r := range f.Reglas {
		v.Reglas = append(v.Reglas, verRegla{r.Texto, cite(r.Articulo), r.Criterio})
	}
	for _, t := range f.Tablas {
		tabla := verTabla{t.Titulo, t.Nota, []verPago{}}
		for _, p := range t.Pagos {
			tabla.Pagos = append(tabla.Pagos, verPago{p.Suerte, p.Nombre, p.Paga(), cite(p.Articulo), p.Criterio})
		}
		v.Tablas = append(v.Tablas, tabla)
	}
	for _, l := range f.Limites {
		v.Limites = append(v.Limites, verLimite{l.Suerte, l.Texto, cite(l.Articulo), l.Criterio})
	}
	return v
}

func (s *Servidor) getJuegos(c echo.Context) error {
	out := listaJuegos{Juegos: []verJuegoBreve{}}
	for _, j := range catalogo.Juegos() {
		f, err := catalogo.Of(j, catalogo.Casa{})
		if err != nil {
			return err
		}
		out.Juegos = append(out.Juegos, verJuegoBreve{j, j.Nombre(), cite(f.Articulo)})
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) getJuego(c echo.Context) error {
	j, err := juegoPedido(c)
	if err != nil {
		return err
	}
	f, err := catalogo.Of(j, catalogo.Casa{})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, seeFicha(f))
}

// fichaDe is a game as a house plays it.
func (s *Servidor) fichaDe(c echo.Context, juego string) (catalogo.Ficha, error) {
	j := domain.Juego(juego)
	if !j.Valid() {
		return catalogo.Ficha{}, errJuego
	}
	a, err := s.cfg.Casa.Autorizacion(c.Request().Context(), c.Param("e"))
	if err != nil {
		return catalogo.Ficha{}, err
	}
	return catalogo.Of(j, catalogo.Casa{Juego7: a.Parametros.PagoJuego7()})
}

// getJuegoCasa answers a game as a house plays it, or its leaflet when the name ends in
// .pdf.
func (s *Servidor) getJuegoCasa(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("juego"), ".pdf")
	f, err := s.fichaDe(c, name)
	if err != nil {
		return err
	}
	if !pdf {
		return c.JSON(http.StatusOK, seeFicha(f))
	}
	casa, err := s.casaImpresa(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("reglas-%s.pdf", name), func(w io.Writer, o reports.Options) error {
		return reports.Folleto(w, reports.FolletoFacts{Casa: casa, Ficha: f}, o)
	})
}

// getTablaPagos prints the table of payments that hangs at a table (arts. 100.2, 107.2).
func (s *Servidor) getTablaPagos(c echo.Context) error {
	j, err := juegoPedido(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	tabla, articulo, err := catalogo.TablaExpuesta(j)
	if err != nil {
		return err
	}
	f := reports.TablaPagosFacts{Casa: casa, Nombre: j.Nombre(), Tabla: tabla, Articulo: articulo}
	return s.pdf(c, fmt.Sprintf("pagos-%s.pdf", j), func(w io.Writer, o reports.Options) error { return reports.TablaPagos(w, f, o) })
}

// hasTablaExpuesta reports whether a game must show its payments at the table.
func hasTablaExpuesta(j domain.Juego) bool {
	_, _, err := catalogo.TablaExpuesta(j)
	return err == nil
}

// citeCriterio writes a provision for people, with its declared reading.
func citeCriterio(a norma.Articulo, criterio string) string {
	if criterio == "" {
		return a.String()
	}
	return a.String() + ", " + criterio
}
