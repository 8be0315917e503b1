package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/registers"
	"foliado/templates"
)

// paginasMarcador are the markers of a ruleta americana, and the answer to a player who
// comes back with chips of a colour.
func (s *Servidor) paginasMarcador() []ruta {
	const m = "/establecimientos/:e/mesas/:m/marcadores"
	return []ruta{
		{metodo: "GET", camino: m, cargos: salaVe, hace: s.getPaginaMarcadores, resumen: "Marcadores de color de una ruleta americana", consulta: []string{"color", "hora", "piezas"}},
		{metodo: "POST", camino: m, cargos: salaHace, hace: s.formMarcador, resumen: "Pone o quita el valor de un color"},
		{metodo: "POST", camino: "/establecimientos/:e/mesas/:m/fichas-valor", cargos: salaHace, hace: s.formFichasValor, resumen: "Un jugador más o menos con fichas de valor (art. 135)"},
	}
}

func (s *Servidor) getPaginaMarcadores(c echo.Context) error {
	return s.drawMarcadores(c, templates.Marcadores{}, nil)
}

func (s *Servidor) drawMarcadores(c echo.Context, p templates.Marcadores, wrong error) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	ctx, e := c.Request().Context(), c.Param("e")
	if err := s.askMarcador(c, &p, mesa); err != nil {
		wrong = err
	}
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, fmt.Sprintf("Marcadores de la mesa %d", mesa), e); err != nil {
		return err
	}
	p.Problema, p.Mesa = problem, int64(mesa)
	p.Puede = ruta{cargos: salaHace}.admits(p.Cargo)
	m, err := s.cfg.Casa.EstadoMesa(ctx, e, mesa)
	if err != nil {
		return err
	}
	if m.Sesion != nil {
		p.Abierta, p.Minimo = true, m.Sesion.ApuestaMinima
	}
	p.Americana = m.Mesa.Juego == domain.RuletaAmericana
	todos, enJuego, err := s.cfg.Casa.Marcadores(ctx, e, mesa)
	if err != nil {
		return err
	}
	p.Todos, p.EnJuego = marcadorLineas(todos), marcadorLineas(enJuego)
	slices.Reverse(p.Todos)
	if p.FichasValor, err = s.cfg.Casa.FichasValor(ctx, e, mesa); err != nil {
		return err
	}
	p.Permite = ruta{cargos: direccion}.admits(p.Cargo)
	colores, err := s.coloresDe(ctx, e, mesa)
	if err != nil {
		return err
	}
	for _, color := range colores {
		busy := slices.ContainsFunc(enJuego, func(m registers.Marcador) bool { return m.Color == color })
		p.Colores = append(p.Colores, templates.Opcion{Valor: color, Texto: capital(color), Elegida: color == p.Consulta.Color})
		if !busy {
			p.Libres = append(p.Libres, templates.Opcion{Valor: color, Texto: capital(color), Elegida: color == p.Color})
		}
	}
	return render(c, status, p)
}

// coloresDe are the colours of a table, or those that any may have while nobody has said.
func (s *Servidor) coloresDe(ctx context.Context, e string, mesa int) ([]string, error) {
	d, err := s.cfg.Casa.DotacionColor(ctx, e, mesa)
	if err != nil || d == nil {
		return slices.Clone(jugada.Colores), err
	}
	var colores []string
	for color := range d {
		colores = append(colores, color)
	}
	slices.Sort(colores)
	return colores, nil
}

func marcadorLineas(ms []registers.Marcador) []templates.MarcadorLinea {
	var out []templates.MarcadorLinea
	for _, m := range ms {
		out = append(out, templates.MarcadorLinea{Color: m.Color, Valor: m.Valor, Declarado: m.Declarado, Desde: m.Desde})
	}
	return out
}

// askMarcador answers what the page is asked: what so many chips of a colour are worth by
// the marker of an hour of this night.
func (s *Servidor) askMarcador(c echo.Context, p *templates.Marcadores, mesa int) error {
	q := templates.ConsultaMarcador{Color: c.QueryParam("color"), Hora: c.QueryParam("hora"), Piezas: c.QueryParam("piezas")}
	p.Consulta = q
	if q.Color == "" {
		return nil
	}
	at, err := s.horaDeHoy(q.Hora)
	if err != nil {
		return &errForma{map[string]string{"hora": "la hora se escribe como 23:15"}}
	}
	m, err := s.cfg.Casa.MarcadorAt(c.Request().Context(), c.Param("e"), mesa, q.Color, at)
	if err != nil {
		return err
	}
	p.Consulta.Hallado = &templates.MarcadorLinea{Color: m.Color, Valor: m.Valor, Declarado: m.Declarado, Desde: m.Desde}
	if q.Piezas == "" {
		return nil
	}
	n, err := strconv.ParseInt(q.Piezas, 10, 32)
	if err != nil || n < 0 {
		return &errForma{map[string]string{"piezas": "las fichas se cuentan con un número entero"}}
	}
	p.Consulta.Total, err = m.Valor.Times(n)
	return err
}

// horaDeHoy is the last time that a clock in Madrid showed that hour; now when it is empty.
func (s *Servidor) horaDeHoy(hora string) (time.Time, error) {
	now := s.cfg.Escritor.Ahora().In(domain.Madrid)
	if hora == "" {
		return now, nil
	}
	t, err := time.ParseInLocation("15:04", hora, domain.Madrid)
	if err != nil {
		return t, err
	}
	at := time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), 59, 0, domain.Madrid)
	if at.Truncate(time.Minute).After(now) {
		at = at.AddDate(0, 0, -1)
	}
	if at.After(now) {
		at = now
	}
	return at, nil
}

// formFichasValor records a player more with chips of value, or one fewer.
func (s *Servidor) formFichasValor(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	return s.onceFormTo(c, paginaDe(c.Param("e"), "mesas", strconv.Itoa(mesa), "marcadores"), func(ctx context.Context) error {
		_, err := s.cfg.Casa.ChangeFichasValor(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), mesa, field(c, "deja") != "")
		return err
	}, func(wrong error) error { return s.drawMarcadores(c, templates.Marcadores{}, wrong) })
}

// formMarcador sets a marker from the page.
func (s *Servidor) formMarcador(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	f := registers.MarcadorFacts{Color: field(c, "color"), Devuelto: field(c, "devuelto") != ""}
	p := templates.Marcadores{Color: f.Color, Valor: field(c, "valor")}
	wrong := map[string]string{}
	if p.Valor != "" {
		v := readImporte(c, "valor", "Valor de cada ficha", wrong)
		f.Valor = &v
	}
	if len(wrong) > 0 {
		return s.drawMarcadores(c, p, &errForma{wrong})
	}
	return s.onceFormTo(c, paginaDe(c.Param("e"), "mesas", strconv.Itoa(mesa), "marcadores"), func(ctx context.Context) error {
		_, err := s.cfg.Casa.SetMarcador(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), mesa, f)
		return err
	}, func(wrong error) error { return s.drawMarcadores(c, p, wrong) })
}
