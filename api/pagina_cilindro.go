package api

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain/ruleta"
	"foliado/templates"
)

// paginasCilindro is what the sensor of a roulette says of its wheel.
func (s *Servidor) paginasCilindro() []ruta {
	return []ruta{{metodo: "GET", camino: "/establecimientos/:e/mesas/:m/cilindro", cargos: cilindroVe, hace: s.getPaginaCilindro,
		resumen: "Estadística del cilindro de una ruleta", consulta: []string{"desde"}}}
}

func (s *Servidor) getPaginaCilindro(c echo.Context) error {
	x, err := s.cilindroPedido(c)
	if err != nil {
		return err
	}
	m, err := s.marco(c, fmt.Sprintf("Cilindro de la mesa %d", x.Mesa.Numero), c.Param("e"))
	if err != nil {
		return err
	}
	e := x.Estadistica
	p := templates.Cilindro{Marco: m, Mesa: int64(x.Mesa.Numero), Juego: x.Mesa.Juego, Desde: x.Desde, Lotes: int64(x.Lotes), Ultimo: x.Ultimo, Total: e.Total,
		Esperadas: templates.Decimal(e.Esperadas(), 1), JiCuadrado: templates.Decimal(e.JiCuadrado(), 2), Probabilidad: templates.Decimal(100*e.Probabilidad(), 2),
		FalsaAlarma: templates.Decimal(100*ruleta.FalsaAlarma, 0), Dictamen: string(e.Dictamen()),
		PDF: "/api/v1" + paginaDe(c.Param("e"), "mesas", strconv.Itoa(x.Mesa.Numero), "cilindro", "informe")}
	if x.Desde != "" {
		p.PDF += "?desde=" + string(x.Desde)
	}
	var counts []templates.CasillaCilindro
	for _, n := range ruleta.Cilindro {
		d := e.Desviacion(n)
		color := "cero"
		if n != 0 {
			color = n.Atributos().Color.String()
		}
		counts = append(counts, templates.CasillaCilindro{Numero: int64(n), Veces: e.Veces[n], Color: color, Lejos: d > 3 || d < -3})
	}
	p.Dibujo = templates.DrawCilindro(counts, e.Esperadas())
	return render(c, http.StatusOK, p)
}
