package api

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/templates"
)

// paginasConservacion are the pages of retention and of the archivo PBC.
func (s *Servidor) paginasConservacion() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/conservacion", cargos: conservaVe, hace: s.getPaginaConservacion, resumen: "Plazos de conservación y lo que vence", consulta: []string{"a", "e", "hecha", "acceso"}},
		{metodo: "POST", camino: "/conservacion", cargos: direccion, hace: s.formConservacion, resumen: "Destruye lo vencido"},
		{metodo: "POST", camino: "/conservacion/retenciones", cargos: direccion, hace: s.formRetencion, resumen: "Ordena no borrar lo de una persona"},
		{metodo: "POST", camino: "/conservacion/retenciones/:n/levantamiento", cargos: direccion, hace: s.formLevantamientoRetencion, resumen: "Levanta una orden de no borrar"},
		{metodo: "POST", camino: "/conservacion/accesos", cargos: accesoHace, hace: s.formAccesoDatos, resumen: "Anota que una persona pide sus datos"},
		{metodo: "GET", camino: "/archivo-pbc", cargos: archivoVe, hace: s.getPaginaArchivo, resumen: "Archivo PBC", consulta: []string{"desde", "hasta", "documento", "cursor", "busca", "e"}},
	}
}

func (s *Servidor) getPaginaConservacion(c echo.Context) error {
	p := templates.Conservacion{Hecha: c.QueryParam("hecha") == "si"}
	if q := c.QueryParam("acceso"); q != "" {
		n, err := parseNumero(q)
		if err != nil {
			return err
		}
		p.Acceso = n
	}
	return s.drawConservacion(c, p, nil)
}

func (s *Servidor) drawConservacion(c echo.Context, p templates.Conservacion, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Conservación de datos", ""); err != nil {
		return err
	}
	if p.A, err = s.fechaConservacion(c); err != nil {
		return err
	}
	p.Problema, p.Tipos, p.Futura = problem, tiposDocumento, p.A > domain.FechaDe(p.Ahora)
	p.Ordena, p.Accede = ruta{cargos: direccion}.admits(p.Cargo), ruta{cargos: accesoHace}.admits(p.Cargo)
	p.VeOrdenes = p.Ordena || p.Cargo == domain.FuncionarioInspector
	k, err := s.cfg.Puerta.SimulateConservacion(c.Request().Context(), p.A)
	if err != nil {
		return err
	}
	p.Pendientes, p.Terminos = k.Pendientes, terminosDe(&k)
	if !p.VeOrdenes {
		return render(c, status, p)
	}
	list, err := s.cfg.Puerta.Retenciones(c.Request().Context())
	if err != nil {
		return err
	}
	for _, r := range list {
		p.Retenciones = append(p.Retenciones, templates.LineaRetencion{Numero: r.Numero, Ficha: r.Ficha, Asientos: r.Asientos, Motivo: r.Motivo,
			Instante: r.Instante, Levantada: r.Levantada})
	}
	return render(c, status, p)
}

// terminosDe are the rows of the table of terms, each with what it has due.
func terminosDe(k *admission.Conservacion) []templates.TerminoConservacion {
	var out []templates.TerminoConservacion
	for _, t := range plazos.Conservacion {
		row := templates.TerminoConservacion{Termino: t}
		for _, v := range k.Vencidos {
			if v.Termino.ID == t.ID {
				row.Registros, row.Archivados, row.Retenidos = v.Registros, v.Archivados, v.Retenidos
			}
		}
		out = append(out, row)
	}
	return out
}

// formConservacion destroys what is due at the date that the page showed.
func (s *Servidor) formConservacion(c echo.Context) error {
	a, err := fechaOpcional(c, "a")
	if a == "" {
		a = domain.FechaDe(s.cfg.Escritor.Ahora())
	}
	if err == nil {
		_, err = s.runConservacion(c.Request().Context(), c, a, false)
	}
	if err != nil {
		return s.drawConservacion(c, templates.Conservacion{}, err)
	}
	return goTo(c, "/conservacion?hecha=si")
}

// personaTecleada reads who a form of the page is about.
func personaTecleada(c echo.Context) templates.FormaConservacion {
	f := templates.FormaConservacion{Ficha: field(c, "ficha"), Tipo: field(c, "tipo"), Pais: strings.ToUpper(field(c, "pais")), Numero: field(c, "numero"), Motivo: field(c, "motivo")}
	if f.Tipo == "" {
		f.Tipo = string(tipoTecleado(f.Numero))
	}
	return f
}

// onceConservacion does what a form of the page asks, once, and shows the page again.
func (s *Servidor) onceConservacion(c echo.Context, typed templates.FormaConservacion, query string, do func(ctx context.Context) error) error {
	show := func(ref string) error { return goTo(c, "/conservacion"+strings.Replace(query, "REF", ref, 1)) }
	err := s.onceForm(c, do, show)
	if err != nil {
		return s.drawConservacion(c, templates.Conservacion{Forma: typed}, err)
	}
	return nil
}

func (s *Servidor) formRetencion(c echo.Context) error {
	typed := personaTecleada(c)
	ficha, err := numeroTecleado(c, "ficha")
	if err != nil {
		return s.drawConservacion(c, templates.Conservacion{Forma: typed}, err)
	}
	return s.onceConservacion(c, typed, "", func(ctx context.Context) error {
		_, err := s.cfg.Puerta.Hold(ctx, admission.Retener{Ficha: ficha, Tipo: typed.Tipo, Pais: typed.Pais, Numero: typed.Numero, Motivo: typed.Motivo}, autor(c))
		if err != nil {
			return err
		}
		return goTo(c, "/conservacion")
	})
}

func (s *Servidor) formLevantamientoRetencion(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	motivo := field(c, "motivo")
	return s.onceConservacion(c, templates.FormaConservacion{}, "", func(ctx context.Context) error {
		if _, err := s.cfg.Puerta.Release(ctx, n, motivo, autor(c)); err != nil {
			return err
		}
		return goTo(c, "/conservacion")
	})
}

func (s *Servidor) formAccesoDatos(c echo.Context) error {
	typed := personaTecleada(c)
	return s.onceConservacion(c, typed, "?acceso=REF", func(ctx context.Context) error {
		n, err := s.cfg.Puerta.RequestAcceso(ctx, typed.Tipo, typed.Pais, typed.Numero, autor(c))
		if err != nil {
			return err
		}
		return goTo(c, "/conservacion?acceso="+strconv.FormatInt(n, 10))
	})
}

// getPaginaArchivo shows the archivo PBC: nothing of it until it is asked for, since each
// reading is on record; to inspection, who read it too.
func (s *Servidor) getPaginaArchivo(c echo.Context) error {
	var p templates.ArchivoPBC
	var err error
	if p.Marco, err = s.marco(c, "Archivo PBC", ""); err != nil {
		return err
	}
	if p.Buscado = c.QueryParam("busca") == "si"; p.Buscado {
		list, q, err := s.archivo(c)
		if err != nil {
			return err
		}
		p.Desde, p.Hasta, p.Documento = q.Desde, q.Hasta, q.Documento
		for _, v := range list {
			p.Visitas = append(p.Visitas, templates.LineaArchivo{Instante: v.Instante, Establecimiento: v.Establecimiento, Tarjeta: v.Tarjeta,
				Nombre: strings.TrimSpace(v.Nombre + " " + v.Apellidos), Documento: v.Documento.String(), Hasta: v.DestruibleDesde})
		}
		if len(list) == q.Limite {
			p.Mas = url.Values{"busca": {"si"}, "desde": {string(q.Desde)}, "hasta": {string(q.Hasta)}, "documento": {q.Documento},
				"cursor": {strconv.FormatInt(list[len(list)-1].Posicion, 10)}}.Encode()
		}
	}
	if p.VeConsultas = (ruta{cargos: inspeccion}).admits(p.Cargo); p.VeConsultas {
		if p.Consultas, err = s.consultasArchivo(c); err != nil {
			return err
		}
	}
	return render(c, http.StatusOK, p)
}

// consultasArchivo are the last readings of the archivo PBC, with the name of who made each.
func (s *Servidor) consultasArchivo(c echo.Context) ([]templates.LineaConsulta, error) {
	ctx := c.Request().Context()
	list, err := s.cfg.Puerta.ConsultasArchivo(ctx, math.MaxInt64, 100)
	if err != nil {
		return nil, err
	}
	names, err := s.nombres(ctx)
	if err != nil {
		return nil, err
	}
	var out []templates.LineaConsulta
	for _, k := range list {
		out = append(out, templates.LineaConsulta{Instante: k.Instante, Quien: nombreOr(names[k.Autor], k.Autor) + ", " + k.Cargo.Nombre(), Que: lapso(k.Desde, k.Hasta), Documento: k.Documento})
	}
	return out, nil
}

// lapso says between which dates somebody looked.
func lapso(desde, hasta domain.Fecha) string {
	switch {
	case desde == "" && hasta == "":
		return "todas las fechas"
	case hasta == "":
		return "desde el " + desde.Larga()
	case desde == "":
		return "hasta el " + hasta.Larga()
	}
	return "del " + desde.Larga() + " al " + hasta.Larga()
}
