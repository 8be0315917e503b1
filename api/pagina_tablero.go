package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/templates"
)

// paginasTablero is the board of tables.
func (s *Servidor) paginasTablero() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/establecimientos/:e/tablero", cargos: salaVe, hace: s.getTablero, resumen: "Tablero de mesas"},
	}
}

func (s *Servidor) getTablero(c echo.Context) error {
	ctx, e := c.Request().Context(), c.Param("e")
	m, err := s.marco(c, "Tablero de mesas", e)
	if err != nil {
		return err
	}
	t, err := s.cfg.Casa.Tablero(ctx, e)
	if err != nil {
		return err
	}
	acts, err := s.cfg.Casa.ActosPendientes(ctx, e, "")
	if err != nil {
		return err
	}
	p := templates.Tablero{Marco: m, Admite: t.Jornada != nil && t.Jornada.AdmiteRecuentos()}
	for k := range acts {
		p.Pendientes = append(p.Pendientes, actoBreve(&acts[k]))
	}
	for k := range t.Mesas {
		p.Mesas = append(p.Mesas, mesaTablero(&t.Mesas[k], p.Pendientes))
	}
	for _, a := range t.Avisos {
		p.Avisos = append(p.Avisos, templates.Aviso{Texto: capital(a.Texto), Articulo: cite(a.Articulo), Criterio: a.Criterio})
	}
	return render(c, http.StatusOK, p)
}

// mesaTablero is a table as the board shows it.
func mesaTablero(m *registers.EstadoMesa, pending []templates.ActoBreve) templates.MesaTablero {
	t := templates.MesaTablero{Numero: int64(m.Mesa.Numero), Juego: m.Mesa.Juego, Autorizado: m.Mesa.MinimoAutorizado,
		Sesion: sesionMesa(m.Sesion)}
	if t.Sesion == nil {
		t.Sesion = sesionMesa(m.Ultima)
	}
	if m.Pendiente != nil {
		for k := range pending {
			if pending[k].ID == m.Pendiente.Acto {
				t.Pendiente = &pending[k]
			}
		}
	}
	return t
}

func sesionMesa(s *registers.SesionMesa) *templates.SesionMesa {
	if s == nil {
		return nil
	}
	return &templates.SesionMesa{Folio: s.Folio, ApuestaMinima: s.ApuestaMinima, Maximos: maximosEnPalabras(s.Juego, s.Maximos),
		Anticipo: s.Anticipo, Anticipos: s.Anticipos, Reposiciones: int64(s.Reposiciones), Apertura: s.Apertura, Cierre: s.Cierre,
		Abierta: s.Abierta, Extraido: s.Extraido, Devuelto: s.Devuelto, Resultado: s.Resultado}
}

// nombreActo names an act for people.
func nombreActo(a *registers.Acto) string {
	switch mesa := a.Dato("mesa"); a.Tipo {
	case registers.TipoAnticipoInicial:
		return fmt.Sprintf("Apertura de la mesa %s", mesa)
	case registers.TipoReposicion:
		return fmt.Sprintf("Reposición %s de la mesa %s", a.Dato("ordinal"), mesa)
	case registers.TipoCierreMesa:
		return fmt.Sprintf("Recuento y cierre de la mesa %s", mesa)
	case registers.TipoAperturaPozo:
		return fmt.Sprintf("Apertura del pozo de la mesa %s", mesa)
	case registers.TipoActaBilletes:
		return fmt.Sprintf("Acta de billetes %s de la mesa %s", a.Dato("extraccion"), mesa)
	case registers.TipoDevolucionFichas:
		return fmt.Sprintf("Devolución de fichas de la mesa %s", mesa)
	case registers.TipoClausuraMesa:
		return fmt.Sprintf("Clausura de la mesa %s", mesa)
	case registers.TipoArqueo:
		return "Arqueo de la caja central, " + registers.MotivoArqueo(a.Dato("motivo")).Nombre()
	case registers.TipoParcialPropinas:
		return "Cómputo parcial de propinas, " + nombreCajaPropinas(a.Dato("caja"))
	case registers.TipoDevolucionPropina:
		return "Devolución de una propina, " + nombreCajaPropinas(a.Dato("caja"))
	case registers.TipoRecuentoPropinas:
		return "Cuenta de propinas del día"
	case registers.TipoRectificacionPozo:
		return fmt.Sprintf("Rectificación del pozo de la mesa %s", mesa)
	case registers.TipoRectificacion:
		return fmt.Sprintf("Rectificación del recuento de la mesa %s", mesa)
	case registers.TipoActaJugada:
		return fmt.Sprintf("Acta de la jugada %s de la mesa %s", a.Dato("jugada"), mesa)
	case registers.TipoRelevo:
		return "Relevo de la dirección"
	case registers.TipoCertificacion:
		return "Certificación del control de ingresos del " + a.Jornada.Larga()
	case registers.TipoAutorizacion:
		return "Autorización y parámetros"
	case registers.TipoClave:
		return "Alta de clave de firma"
	case registers.TipoRonda:
		return "Apertura de ronda de firma"
	case registers.TipoRevocacionClave:
		return "Revocación de clave de firma"
	}
	return "Acto " + a.ID
}

func actoBreve(a *registers.Acto) templates.ActoBreve {
	b := templates.ActoBreve{ID: a.ID, Tipo: a.Tipo, Nombre: nombreActo(a)}
	for _, p := range a.Faltan() {
		b.Faltan = append(b.Faltan, p.Quien.Nombre())
	}
	return b
}
