package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasMovimiento are the forms of the sheet of a table besides its anticipos and its
// count.
func (s *Servidor) paginasMovimiento() []ruta {
	const m = "/establecimientos/:e/mesas/:m"
	return []ruta{
		{metodo: "POST", camino: m + "/extracciones", cargos: salaHace, hace: s.formExtraccion, resumen: "Releva la caja de billetes"},
		{metodo: "POST", camino: m + "/devoluciones", cargos: salaHace, hace: s.formDevolucion, resumen: "Propone una devolución de fichas"},
		{metodo: "POST", camino: m + "/cambios", cargos: salaHace, hace: s.formCambioCaja, resumen: "Anota un cambio con la caja"},
		{metodo: "POST", camino: m + "/prorrogas", cargos: direccion, hace: s.formProrroga, resumen: "Retrasa el cierre de la mesa"},
		{metodo: "POST", camino: m + "/suspensiones", cargos: direccion, hace: s.formSuspensionMesa, resumen: "Suspende la mesa"},
		{metodo: "POST", camino: m + "/reanudaciones", cargos: direccion, hace: s.formReanudacionMesa, resumen: "Reanuda la mesa"},
		{metodo: "POST", camino: m + "/clausuras", cargos: direccion, hace: s.formClausura, resumen: "Propone clausurar la mesa"},
		{metodo: "POST", camino: m + "/incidencias", cargos: salaHace, hace: s.formIncidencia, resumen: "Anota una incidencia de la mesa"},
		{metodo: "POST", camino: m + "/comprobaciones", cargos: salaHace, hace: s.formComprobacionMesa, resumen: "Anota una comprobación de la inspección en la mesa"},
		{metodo: "POST", camino: m + "/carteles", cargos: salaHace, hace: s.formCartel, resumen: "Emite el cartel de la mesa"},
	}
}

// fillOtros fills what the sheet of a table offers besides.
func (s *Servidor) fillOtros(c echo.Context, p *templates.Mesa, m *registers.EstadoMesa) error {
	ctx, o := c.Request().Context(), &p.Otros
	if k := m.Cartel; k != nil {
		o.Cartel = &templates.CartelMesa{Numero: k.Numero, Hora: k.Hora,
			PDF: fmt.Sprintf("/api/v1/establecimientos/%s/mesas/%d/carteles/%d.pdf", k.Establecimiento, k.Mesa, k.Numero)}
		if m.Sesion != nil {
			if a, warns := k.Aviso(*m.Sesion); warns {
				o.Cartel.Aviso = a.Texto
			}
		}
	}
	if m.Sesion == nil {
		return nil
	}
	o.Servicio = string(m.Sesion.Servicio)
	ds, err := s.cfg.Casa.Direccion(ctx, m.Mesa.Establecimiento, s.cfg.Escritor.Ahora())
	if err != nil {
		return err
	}
	me := autor(c).Persona
	for _, d := range ds {
		o.Dirige = o.Dirige || d.Persona.ID == me
		o.Autoriza = append(o.Autoriza, templates.Opcion{Valor: d.Persona.ID, Texto: d.Persona.NombreCompleto(), Elegida: d.Persona.ID == me})
	}
	xs, err := s.cfg.Casa.Extracciones(ctx, m.Mesa.Establecimiento, m.Sesion.Jornada, m.Mesa.Numero)
	if err != nil {
		return err
	}
	for k := range xs {
		if xs[k].Folio == m.Sesion.Folio {
			o.Extracciones = append(o.Extracciones, shownExtraccion(&xs[k]))
		}
	}
	for _, r := range []struct {
		dst    *templates.Recuento
		nombre string
	}{{&o.Devolucion, "fichas"}, {&o.Entrega, "entrega"}, {&o.Recibe, "recibe"}} {
		if r.dst.Nombre == "" {
			*r.dst = newRecuento(r.nombre, nil)
		}
	}
	return s.fillColores(ctx, o, m)
}

// fillColores lays out the chips of colour of the table, keeping what was typed.
func (s *Servidor) fillColores(ctx context.Context, o *templates.OtrosMovimientos, m *registers.EstadoMesa) error {
	dotacion, err := s.cfg.Casa.DotacionColor(ctx, m.Mesa.Establecimiento, m.Mesa.Numero)
	if err != nil || len(dotacion) == 0 {
		return err
	}
	typed := map[string]string{}
	for _, x := range o.Colores {
		typed[x.Color] = x.Piezas
	}
	o.Colores = nil
	for _, color := range dotacion.List() {
		o.Colores = append(o.Colores, templates.ColorMesa{Color: color, Dotacion: dotacion[color], Piezas: typed[color]})
	}
	return nil
}

// readColores reads the chips of colour of a form of close; nil when none was typed.
func readColores(c echo.Context) (registers.Colores, []templates.ColorMesa, error) {
	var colores registers.Colores
	var typed []templates.ColorMesa
	wrong := map[string]string{}
	for name := range c.Request().PostForm {
		color, ok := strings.CutPrefix(name, "color.")
		if !ok || field(c, name) == "" {
			continue
		}
		typed = append(typed, templates.ColorMesa{Color: color, Piezas: field(c, name)})
		n, good := parsePiezas(field(c, name))
		if !good {
			wrong[name] = "Fichas de color " + color + ": las piezas se escriben con cifras"
		}
		if colores == nil {
			colores = registers.Colores{}
		}
		colores[color] = n
	}
	if len(wrong) > 0 {
		return colores, typed, &errForma{wrong}
	}
	return colores, typed, nil
}

// mesaAfter draws the sheet again with what was wrong with one of its forms.
func (s *Servidor) mesaAfter(c echo.Context, o templates.OtrosMovimientos, err error) error {
	if err == nil {
		return nil
	}
	return s.drawMesa(c, templates.Mesa{Otros: o}, err)
}

func (s *Servidor) formExtraccion(c echo.Context) error {
	wrong := map[string]string{}
	number := func(name, titulo string) int {
		n, err := strconv.Atoi(field(c, name))
		if err != nil || n < 1 {
			wrong[name] = titulo + ": se escribe el número de la caja"
		}
		return n
	}
	f := registers.RelevoFacts{Caja: number("caja", "Caja que se retira"), CajaRelevo: number("caja_relevo", "Caja de relevo"), Autoriza: field(c, "autoriza")}
	var err error
	if len(wrong) > 0 {
		err = &errForma{wrong}
	} else {
		err = s.doForm(c, paginaDe(c.Param("e"), "caja"), func(ctx context.Context, h registers.Hora, mesa int) error {
			_, err := s.cfg.Casa.RelieveCaja(ctx, autor(c), h, c.Param("e"), mesa, f)
			return err
		})
	}
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "extraccion"}, err)
}

func (s *Servidor) formDevolucion(c echo.Context) error {
	fichas, count, err := readRecuento(c, "fichas")
	if err == nil {
		err = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposeDevolucion(ctx, autor(c), h, c.Param("e"), mesa, fichas)
		})
	}
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "devolucion", Devolucion: count}, err)
}

func (s *Servidor) formCambioCaja(c echo.Context) error {
	entrega, one, err := readRecuento(c, "entrega")
	recibe, other, err2 := readRecuento(c, "recibe")
	if err == nil {
		err = err2
	}
	if err == nil {
		err = s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
			_, err := s.cfg.Casa.ExchangeCaja(ctx, autor(c), h, c.Param("e"), mesa, registers.CambioCajaFacts{Entrega: entrega, Recibe: recibe})
			return err
		})
	}
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "cambio", Entrega: one, Recibe: other}, err)
}

func (s *Servidor) formSuspensionMesa(c echo.Context) error {
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		_, err := s.cfg.Casa.SuspendMesa(ctx, autor(c), h, c.Param("e"), mesa, registers.SuspensionFacts{Causa: registers.Causa(field(c, "causa")), Motivo: field(c, "motivo")})
		return err
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "suspension"}, err)
}

// formProrroga puts off the close of the table until an hour of the wall (art. 27.3).
func (s *Servidor) formProrroga(c echo.Context) error {
	f := registers.ProrrogaFacts{Excepcional: field(c, "excepcional") != "", Motivo: field(c, "motivo")}
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		until, players := nextTime(field(c, "hasta"), s.cfg.Escritor.Ahora()), field(c, "jugadores")
		if until.IsZero() {
			return &errForma{map[string]string{"hasta": "Hasta: se escribe la hora de la sala, como 05:30"}}
		}
		if n, err := strconv.Atoi(players); err == nil {
			f.Jugadores = n
		} else if players != "" {
			return &errForma{map[string]string{"jugadores": "Jugadores: se escribe cuántos hay"}}
		}
		f.Hasta = until
		_, err := s.cfg.Casa.ExtendMesa(ctx, autor(c), h, c.Param("e"), mesa, f)
		return err
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "prorroga"}, err)
}

func (s *Servidor) formReanudacionMesa(c echo.Context) error {
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.ResumeMesa(ctx, autor(c), h, c.Param("e"), mesa)
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{}, err)
}

func (s *Servidor) formIncidencia(c echo.Context) error {
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.RecordIncidenciaMesa(ctx, autor(c), h, c.Param("e"), mesa, registers.IncidenciaMesaFacts{Clase: field(c, "clase"), Texto: field(c, "texto")})
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "incidencia"}, err)
}

func (s *Servidor) formComprobacionMesa(c echo.Context) error {
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.RecordComprobacionMesa(ctx, autor(c), h, c.Param("e"), mesa,
			registers.ComprobacionMesaFacts{Funcionario: field(c, "funcionario"), Conforme: field(c, "conforme") != "", Resultado: field(c, "resultado")})
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "comprobacion"}, err)
}

func (s *Servidor) formClausura(c echo.Context) error {
	err := s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeClausura(ctx, autor(c), h, c.Param("e"), mesa, registers.ClausuraFacts{Circunstancias: field(c, "circunstancias")})
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{Abierto: "clausura"}, err)
}

func (s *Servidor) formCartel(c echo.Context) error {
	err := s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), func(ctx context.Context, h registers.Hora, mesa int) error {
		_, err := s.cfg.Casa.IssueCartel(ctx, autor(c), h, c.Param("e"), mesa, registers.CartelFacts{})
		return err
	})
	return s.mesaAfter(c, templates.OtrosMovimientos{}, err)
}

// maximosFormulario are the choices of maxima that the form of an opening offers.
func maximosFormulario(j domain.Juego, chosen string) []templates.Opcion {
	var out []templates.Opcion
	for _, v := range registers.OpcionesMaximos(j) {
		out = append(out, templates.Opcion{Valor: v, Texto: capital(maximosEnPalabras(j, v)), Elegida: v == chosen})
	}
	return out
}

// resultadoRevisado is what a count would give, with what left the table before it.
func resultadoRevisado(s *registers.SesionMesa, sums [3]domain.Importe) (existencias, resultado domain.Importe, err error) {
	fichas, billetes := sums[0]+s.Devuelto, sums[2]+s.Extraido
	resultado, err = libros.ResultadoMesa(fichas, sums[1], billetes, s.Anticipos)
	return fichas + sums[1] + billetes, resultado, err
}
