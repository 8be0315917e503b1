package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/registers"
	"foliado/templates"
)

// paginasVerificacion is the state of the log, for who wants to check it without us.
func (s *Servidor) paginasVerificacion() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/verificacion", cargos: todos, hace: s.getVerificacion, resumen: "Estado del diario y cómo comprobarlo", consulta: []string{"e"}},
	}
}

func (s *Servidor) getVerificacion(c echo.Context) error {
	ctx := c.Request().Context()
	m, err := s.marco(c, "Verificación", "")
	if err != nil {
		return err
	}
	acta, err := s.cfg.Casa.Fundacion(ctx)
	if err != nil {
		return err
	}
	p := templates.Verificacion{Marco: m, Tamano: s.cfg.Escritor.Tamano(), Checkpoint: string(s.cfg.Escritor.UltimoCheckpoint()),
		Origen: acta.Origen, Clave: acta.ClaveDiario, Huella: acta.HuellaClave(), Fundacion: acta.Instante,
		Version: s.cfg.Version, Binario: s.cfg.Binario}
	if p.Lista, err = s.listaDe(ctx, m.Establecimiento.ID); err != nil {
		return err
	}
	e, ok, err := s.cfg.Casa.LastEstadoDeSeries(ctx)
	if err != nil {
		return err
	}
	if ok {
		p.Estado = estadoSeries(e)
	}
	return render(c, http.StatusOK, p)
}

// estadoSeries lays the counters out by establecimiento: "libro.principal/anticipos-1"
// reads "principal · libro anticipos-1".
func estadoSeries(e registers.EstadoDeSeries) *templates.EstadoSeries {
	v := &templates.EstadoSeries{Posicion: e.Posicion, Instante: e.Instante, ActosAbiertos: int64(len(e.ActosAbiertos))}
	label := func(name string) string {
		kind, rest, _ := strings.Cut(name, ".")
		where, what, _ := strings.Cut(rest, "/")
		if where == "-" {
			where = "entidad"
		}
		return where + " · " + kind + " " + what
	}
	names := slices.SortedFunc(maps.Keys(e.Contadores), func(a, b string) int { return strings.Compare(label(a), label(b)) })
	for _, name := range names {
		v.Contadores = append(v.Contadores, templates.Hecho{Nombre: label(name), Valor: e.Contadores[name]})
	}
	return v
}
