package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// rutasOlvidada are the routes about stakes without a known owner (art. 33).
func (s *Servidor) rutasOlvidada() []ruta {
	const o = "/api/v1/establecimientos/:e/olvidadas"
	return []ruta{
		{metodo: "GET", camino: o, cargos: librosVe, hace: s.getOlvidadas, resumen: "Libro de apuestas olvidadas, con el saldo de la partida especial (art. 33)", consulta: []string{"jornada", "mesa"}, estado: 200, respuesta: listaOlvidadas{}},
		{metodo: "POST", camino: o, cargos: salaHace, hace: s.postOlvidada, resumen: "Anota una apuesta olvidada, perdida o abandonada (arts. 33.1, 33.2)", idem: true, cuerpo: peticionOlvidada{}, estado: 201, respuesta: verOlvidada{}},
		{metodo: "POST", camino: o + "/:n/devoluciones", cargos: salaHace, hace: s.postDevolucionOlvidada, resumen: "Devuelve una apuesta a quien prueba su derecho (art. 33.3)", idem: true, cuerpo: peticionDevolucionOlvidada{}, estado: 204},
		{metodo: "GET", camino: o + "/:n/recibo.pdf", cargos: librosVe, hace: s.getReciboOlvidada, resumen: "Recibo de la última devolución de una apuesta", estado: 200, tipo: "application/pdf"},
	}
}

// paginasOlvidada are its pages.
func (s *Servidor) paginasOlvidada() []ruta {
	const o = "/establecimientos/:e/olvidadas"
	return []ruta{
		{metodo: "GET", camino: o, cargos: librosVe, hace: s.getPaginaOlvidadas, resumen: "Libro de apuestas olvidadas", consulta: []string{"mesa"}},
		{metodo: "POST", camino: o, cargos: salaHace, hace: s.formOlvidada, resumen: "Anota una apuesta olvidada"},
		{metodo: "POST", camino: o + "/:n/devoluciones", cargos: salaHace, hace: s.formDevolucionOlvidada, resumen: "Devuelve una apuesta olvidada"},
	}
}

type verOlvidada struct {
	Numero    int64                `json:"numero"`
	Jornada   domain.Fecha         `json:"jornada"`
	Hora      instante             `json:"hora"`
	Mesa      int                  `json:"mesa"` // 0 not at a table
	Clase     libros.ClaseOlvidada `json:"clase"`
	Importe   domain.Importe       `json:"importe"`
	Devuelto  domain.Importe       `json:"devuelto"`
	Pendiente domain.Importe       `json:"pendiente"`
}

func seeOlvidada(o registers.Olvidada) verOlvidada {
	return verOlvidada{o.Folio, o.Jornada, instante(o.Hora), o.Mesa, o.Clase, o.Importe, o.Devuelto, o.Pendiente()}
}

type listaOlvidadas struct {
	Olvidadas []verOlvidada  `json:"olvidadas"`
	Saldo     domain.Importe `json:"saldo"` // of every one not given back
}

func (s *Servidor) getOlvidadas(c echo.Context) error {
	fecha, err := fechaConsultada(c, "jornada")
	if err != nil {
		return err
	}
	mesa, _ := strconv.Atoi(c.QueryParam("mesa"))
	list, err := s.cfg.Casa.Olvidadas(c.Request().Context(), c.Param("e"), fecha, mesa)
	if err != nil {
		return err
	}
	out := listaOlvidadas{Olvidadas: make([]verOlvidada, 0, len(list))}
	for _, o := range list {
		out.Olvidadas = append(out.Olvidadas, seeOlvidada(o))
	}
	out.Saldo, err = s.cfg.Casa.SaldoOlvidadas(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

type peticionOlvidada struct {
	Mesa    int                  `json:"mesa,omitempty" validate:"min=0,max=9999"`
	Clase   libros.ClaseOlvidada `json:"clase" validate:"max=20"`
	Inicial domain.Importe       `json:"inicial"`
	Crecida domain.Importe       `json:"crecida,omitempty"`
	cuando
}

func (s *Servidor) postOlvidada(c echo.Context) error {
	var req peticionOlvidada
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func(o registers.Olvidada, err error) error {
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/olvidadas", c.Param("e")), seeOlvidada(o))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.RecordOlvidada(ctx, autor(c), h, c.Param("e"), registers.OlvidadaFacts{Mesa: req.Mesa,
				ApuestaOlvidada: libros.ApuestaOlvidada{Clase: req.Clase, Inicial: req.Inicial, Crecida: req.Crecida}}))
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			o, _, err := s.cfg.Casa.RecibosOlvidada(c.Request().Context(), c.Param("e"), n)
			return show(o, err)
		},
	})
}

type peticionDevolucionOlvidada struct {
	Importe   domain.Importe `json:"importe"`
	Nombre    string         `json:"nombre" validate:"max=200"`
	Domicilio string         `json:"domicilio" validate:"max=300"`
	Pruebas   string         `json:"pruebas" validate:"max=1000"`
	cuando
}

func (s *Servidor) postDevolucionOlvidada(c echo.Context) error {
	var req peticionDevolucionOlvidada
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.onceSinCuerpo(c, func(ctx context.Context) error {
		return s.cfg.Casa.ReturnOlvidada(ctx, autor(c), h, c.Param("e"), n,
			libros.DevolucionOlvidada{Importe: req.Importe, Nombre: req.Nombre, Domicilio: req.Domicilio, Pruebas: req.Pruebas})
	})
}

// getReciboOlvidada prints the receipt of the last return of a stake (art. 33.3); there is
// none once the vault does not hold who got it.
func (s *Servidor) getReciboOlvidada(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	o, rs, err := s.cfg.Casa.RecibosOlvidada(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if len(rs) == 0 || rs[len(rs)-1].Nombre == "" {
		return registers.ErrOlvidada
	}
	r := rs[len(rs)-1]
	casa, err := s.casaImpresa(c.Request().Context(), r.Establecimiento)
	if err != nil {
		return err
	}
	f := reports.ReciboOlvidadaFacts{Casa: casa, Anotacion: o.Folio, Numero: r.Numero, Mesa: o.Mesa, Entrada: o.Hora, Apuesta: o.Importe, Hecho: r.Hecho,
		Nombre: r.Nombre, Domicilio: r.Domicilio, Pruebas: r.Pruebas, Importe: r.Importe, AnotadoPor: r.Autor}
	if f.Evidencia, err = evidenciaDe(&r.AsientoFolio, registers.LibroOlvidadas); err != nil {
		return err
	}
	return s.pdf(c, fmt.Sprintf("%s-recibo-olvidada-%d.pdf", r.Establecimiento, n), func(w io.Writer, op reports.Options) error { return reports.ReciboOlvidada(w, f, op) })
}

func (s *Servidor) getPaginaOlvidadas(c echo.Context) error {
	return s.drawOlvidadas(c, templates.FormaDevolucionOlvidada{}, nil)
}

// drawOlvidadas draws the book, with what was typed in a return and what was wrong.
func (s *Servidor) drawOlvidadas(c echo.Context, forma templates.FormaDevolucionOlvidada, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Olvidadas{Devolucion: forma, Mesa: c.QueryParam("mesa")}
	if p.Marco, err = s.marco(c, "Apuestas olvidadas", c.Param("e")); err != nil {
		return err
	}
	ctx, e := c.Request().Context(), p.Establecimiento.ID
	p.Problema, p.Puede = problem, ruta{cargos: salaHace}.admits(p.Cargo)
	p.Admite = p.Jornada != "" && p.Fase.Orden() < domain.FaseCerrada.Orden()
	if p.Saldo, err = s.cfg.Casa.SaldoOlvidadas(ctx, e); err != nil {
		return err
	}
	mesas, err := s.cfg.Casa.Mesas(ctx, e)
	if err != nil {
		return err
	}
	for _, m := range mesas {
		p.Mesas = append(p.Mesas, templates.Opcion{Valor: strconv.Itoa(m.Numero), Texto: "Mesa " + strconv.Itoa(m.Numero)})
	}
	mesa, _ := strconv.Atoi(p.Mesa)
	list, err := s.cfg.Casa.Olvidadas(ctx, e, "", mesa)
	if err != nil {
		return err
	}
	for _, o := range list {
		p.Anotadas = append(p.Anotadas, shownOlvidada(e, o))
	}
	return render(c, status, p)
}

func shownOlvidada(e string, o registers.Olvidada) templates.Olvidada {
	v := templates.Olvidada{Folio: o.Folio, Hora: o.Hora, Lugar: "fuera de mesa", Clase: string(o.Clase), Importe: o.Importe, Devuelto: o.Devuelto, Pendiente: o.Pendiente()}
	if o.Mesa > 0 {
		v.Lugar = "mesa " + strconv.Itoa(o.Mesa)
	}
	if o.Devuelto > 0 {
		v.Recibo = fmt.Sprintf("/api/v1/establecimientos/%s/olvidadas/%d/recibo.pdf", e, o.Folio)
	}
	return v
}

// doOlvidada does what a form of the book asks and goes back to it.
func (s *Servidor) doOlvidada(c echo.Context, forma templates.FormaDevolucionOlvidada, wrong map[string]string, do func(ctx context.Context, h registers.Hora) error) error {
	var err error
	if len(wrong) > 0 {
		err = &errForma{wrong}
	} else {
		show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "olvidadas")) }
		err = s.onceForm(c, func(ctx context.Context) error {
			if err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora())); err != nil {
				return err
			}
			return show("")
		}, show)
	}
	if err != nil {
		return s.drawOlvidadas(c, forma, err)
	}
	return nil
}

func (s *Servidor) formOlvidada(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.OlvidadaFacts{ApuestaOlvidada: libros.ApuestaOlvidada{Clase: libros.ClaseOlvidada(field(c, "clase")), Inicial: readImporte(c, "inicial", "Apuesta inicial", wrong)}}
	if field(c, "crecida") != "" {
		f.Crecida = readImporte(c, "crecida", "Si creció", wrong)
	}
	f.Mesa, _ = strconv.Atoi(field(c, "mesa"))
	return s.doOlvidada(c, templates.FormaDevolucionOlvidada{}, wrong, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.RecordOlvidada(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

func (s *Servidor) formDevolucionOlvidada(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	wrong := map[string]string{}
	f := libros.DevolucionOlvidada{Importe: readImporte(c, "importe", "Importe", wrong), Nombre: field(c, "nombre"), Domicilio: field(c, "domicilio"), Pruebas: field(c, "pruebas")}
	forma := templates.FormaDevolucionOlvidada{Folio: n, Importe: field(c, "importe"), Nombre: f.Nombre, Domicilio: f.Domicilio, Pruebas: f.Pruebas}
	return s.doOlvidada(c, forma, wrong, func(ctx context.Context, h registers.Hora) error {
		return s.cfg.Casa.ReturnOlvidada(ctx, autor(c), h, c.Param("e"), n, f)
	})
}
