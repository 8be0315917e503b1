package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/templates"
)

// paginasInspeccion are the parte de situación, the visits of the authority and the book of
// a table for anyone present.
func (s *Servidor) paginasInspeccion() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/establecimientos/:e/parte", cargos: librosVe, hace: s.getPaginaParte, resumen: "Parte de situación"},
		{metodo: "GET", camino: "/inspecciones", cargos: append([]domain.Cargo{domain.FuncionarioInspector}, direccion...), hace: s.getPaginaInspecciones, resumen: "Visitas de inspección", consulta: []string{"e"}},
		{metodo: "POST", camino: "/inspecciones", cargos: direccion, hace: s.formInspeccion, resumen: "Abre el modo inspección", estado: http.StatusCreated},
		{metodo: "POST", camino: "/inspecciones/:n/fin", cargos: direccion, hace: s.formFinInspeccion, resumen: "Termina una visita"},
		{metodo: "GET", camino: "/publico/:e/mesas/:m", publica: true, hace: s.getPaginaMesaPublica, resumen: "Lo anotado en el libro de una mesa, para cualquier asistente (art. 36.5)"},
	}
}

func (s *Servidor) getPaginaParte(c echo.Context) error {
	p, facts, pending, err := s.parteDe(c)
	if err != nil {
		return err
	}
	v := templates.Parte{Instante: p.Instante, SinDireccion: p.SinDireccion, Pendiente: pending, Checkpoint: string(p.Checkpoint),
		PDF: "/api/v1" + paginaDe(c.Param("e"), "parte.pdf")}
	if v.Marco, err = s.marco(c, "Parte de situación", c.Param("e")); err != nil {
		return err
	}
	for _, h := range facts {
		v.Hechos = append(v.Hechos, templates.Hecho{Nombre: h[0], Valor: h[1]})
	}
	for _, m := range p.Mesas {
		v.Mesas = append(v.Mesas, templates.ParteMesa{Numero: int64(m.Mesa), Juego: m.Juego, Apertura: m.Apertura, Minimo: m.ApuestaMinima,
			Anticipo: m.Anticipo, Reposiciones: int64(m.Reposiciones), Total: m.Total})
	}
	return render(c, http.StatusOK, v)
}

func (s *Servidor) getPaginaInspecciones(c echo.Context) error {
	return s.drawInspecciones(c, templates.Inspecciones{}, nil)
}

func (s *Servidor) drawInspecciones(c echo.Context, p templates.Inspecciones, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Visitas de inspección", ""); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede = ruta{cargos: direccion}.admits(p.Cargo)
	list, err := s.cfg.Casa.Inspecciones(c.Request().Context(), 50)
	if err != nil {
		return err
	}
	for k := range list {
		i := &list[k]
		p.Visitas = append(p.Visitas, templates.Visita{Numero: i.Numero, Nombre: i.Persona.NombreCompleto(), Desde: i.Desde, Caduca: i.Caduca, Fin: i.Fin,
			Abierta: i.Abierta(s.cfg.Escritor.Ahora())})
	}
	if p.Codigo != "" {
		status = http.StatusCreated
	}
	return render(c, status, p)
}

// formInspeccion opens a visit; its code is shown once, on the page that answers.
func (s *Servidor) formInspeccion(c echo.Context) error {
	minutes, _ := strconv.Atoi(field(c, "minutos"))
	own := ambito(sesionDe(c).Persona)
	i, err := s.openVisita(c.Request().Context(), autor(c), todosSi(own), field(c, "numero"), minutes)
	if err != nil {
		return s.drawInspecciones(c, templates.Inspecciones{}, err)
	}
	return s.drawInspecciones(c, templates.Inspecciones{Usuario: i.Persona.Usuario, Codigo: i.Codigo, Caduca: i.Caduca}, nil)
}

func (s *Servidor) formFinInspeccion(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.onceFormTo(c, "/inspecciones", func(ctx context.Context) error {
		if err := s.cfg.Casa.EndInspeccion(ctx, autor(c), n); err != nil {
			return err
		}
		s.vistas.reset()
		return nil
	}, func(wrong error) error { return s.drawInspecciones(c, templates.Inspecciones{}, wrong) })
}

// getPaginaMesaPublica shows the book of a table to anyone present, without login and
// without names (art. 36.5).
func (s *Servidor) getPaginaMesaPublica(c echo.Context) error {
	f, err := s.mesaPublica(c)
	if err != nil {
		return err
	}
	a := f.Anticipos
	p := templates.MesaPublica{Mesa: int64(a.Mesa), Juego: a.Juego, Fecha: f.Jornada, Folio: f.Numero, Minimo: a.ApuestaMinima, Regimen: f.Condicion}
	if p.Marco, err = s.marco(c, "Libro de la mesa "+strconv.Itoa(a.Mesa), ""); err != nil {
		return err
	}
	p.Casa = f.Establecimiento.Nombre
	for _, x := range a.Anticipos {
		p.Anticipos = append(p.Anticipos, templates.AnticipoFolio{AnticipoLinea: templates.AnticipoLinea{Ordinal: int64(x.Ordinal), Importe: x.Importe, Hora: x.Hecho},
			Desglose: desglose(x.Piezas)})
		p.Total += x.Importe
	}
	if r := a.Recuento; r != nil {
		p.Cerrada, p.Resultado = true, r.Resultado
		p.Recuentos = []templates.Recuento{newRecuento("fichas", r.Fichas), newRecuento("placas", r.Placas), newRecuento("billetes", r.Billetes)}
	}
	return render(c, http.StatusOK, p)
}
