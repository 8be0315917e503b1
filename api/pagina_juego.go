package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain/catalogo"
	"foliado/templates"
)

// paginasJuego are the pages of the games of a house, for whoever has to explain them.
func (s *Servidor) paginasJuego() []ruta {
	const e = "/establecimientos/:e/juegos"
	return []ruta{
		{metodo: "GET", camino: e, cargos: todos, hace: s.getPaginaJuegos, resumen: "Juegos"},
		{metodo: "GET", camino: e + "/:juego", cargos: todos, hace: s.getPaginaJuego, resumen: "Reglas, pagos y límites de un juego"},
	}
}

func (s *Servidor) getPaginaJuegos(c echo.Context) error {
	e := c.Param("e")
	m, err := s.marco(c, "Juegos", e)
	if err != nil {
		return err
	}
	a, err := s.cfg.Casa.Autorizacion(c.Request().Context(), e)
	if err != nil {
		return err
	}
	p := templates.Juegos{Marco: m}
	for _, j := range catalogo.Juegos() {
		f, err := catalogo.Of(j, catalogo.Casa{Juego7: a.Parametros.PagoJuego7()})
		if err != nil {
			return err
		}
		l := templates.JuegoLinea{Juego: j, Articulo: f.Articulo.String(), Reglas: "/api/v1" + paginaDe(e, "juegos", string(j)) + ".pdf"}
		if autorizado, ok := a.Juego(j); ok {
			l.Minimo = autorizado.Minimo
		}
		if hasTablaExpuesta(j) {
			l.Pagos = "/api/v1" + paginaDe(e, "juegos", string(j), "pagos")
		}
		p.Juegos = append(p.Juegos, l)
	}
	return render(c, http.StatusOK, p)
}

func (s *Servidor) getPaginaJuego(c echo.Context) error {
	e := c.Param("e")
	f, err := s.fichaDe(c, c.Param("juego"))
	if err != nil {
		return err
	}
	m, err := s.marco(c, capital(f.Juego.Nombre()), e)
	if err != nil {
		return err
	}
	p := templates.Juego{Marco: m, Juego: f.Juego, Folleto: "/api/v1" + paginaDe(e, "juegos", string(f.Juego)) + ".pdf",
		Asientos: f.Asientos, Rondas: f.Rondas}
	if hasTablaExpuesta(f.Juego) {
		p.Pagos = "/api/v1" + paginaDe(e, "juegos", string(f.Juego), "pagos")
	}
	for _, r := range f.Reglas {
		p.Reglas = append(p.Reglas, templates.ReglaJuego{Texto: r.Texto, Cita: citeCriterio(r.Articulo, r.Criterio)})
	}
	for _, t := range f.Tablas {
		tabla := templates.TablaJuego{Titulo: t.Titulo, Nota: t.Nota}
		for _, x := range t.Pagos {
			tabla.Filas = append(tabla.Filas, templates.FilaJuego{Nombre: x.Nombre, Valor: x.Paga(), Cita: citeCriterio(x.Articulo, x.Criterio)})
		}
		p.Tablas = append(p.Tablas, tabla)
	}
	for _, l := range f.Limites {
		p.Limites = append(p.Limites, templates.FilaJuego{Nombre: l.Suerte, Valor: l.Texto, Cita: citeCriterio(l.Articulo, l.Criterio)})
	}
	return render(c, http.StatusOK, p)
}
