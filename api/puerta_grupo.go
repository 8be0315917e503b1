package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/reports"
)

// rutasGrupo are the routes of the groups registered beforehand (art. 23.3).
func (s *Servidor) rutasGrupo() []ruta {
	const e = "/api/v1/establecimientos/:e/grupos"
	return []ruta{
		{metodo: "POST", camino: e, cargos: puertaHace, hace: s.postGrupo, resumen: "Registra de antemano a un grupo, con su lista en CSV (art. 23.3)", idem: true, cuerpo: peticionGrupo{}, estado: 201, respuesta: verGrupo{}},
		{metodo: "GET", camino: e, cargos: puertaVe, hace: s.getGrupos, resumen: "Grupos previstos para una jornada, con su recuento vivo", consulta: []string{"jornada"}, estado: 200, respuesta: listaGrupos{}},
		{metodo: "GET", camino: e + "/:g", cargos: puertaVe, hace: s.getGrupo, resumen: "Un grupo con sus personas y su recuento vivo; con sufijo .pdf, el recibo de su pago", pdf: true, estado: 200, respuesta: verGrupoEntero{}},
		{metodo: "POST", camino: e + "/:g/cobro", cargos: puertaHace, hace: s.postCobro, resumen: "Cobra el grupo en un solo pago y da su recibo (art. 23.3)", idem: true, cuerpo: peticionCobro{}, estado: 201, respuesta: verGrupo{}},
		{metodo: "POST", camino: e + "/:g/llegadas", cargos: puertaHace, hace: s.postLlegada, resumen: "Comprueba a una persona del grupo y, si puede entrar, emite su tarjeta (arts. 21.1, 23.3)", idem: true, cuerpo: peticionLlegada{}, estado: 201, respuesta: verLlegada{}},
	}
}

type peticionGrupo struct {
	Denominacion string           `json:"denominacion" validate:"required,max=200"`
	Fecha        domain.Fecha     `json:"fecha" validate:"required,max=10"`
	Reduccion    acceso.Reduccion `json:"reduccion,omitempty" validate:"max=40"` // case of art. 23.3; without it, the unit price
	Precio       domain.Importe   `json:"precio" validate:"min=0"`               // of each card, céntimos
	CSV          string           `json:"csv" validate:"required,max=200000"`    // header tipo,numero,nombre,apellidos,fecha_nacimiento
}

type verRecuentoGrupo struct {
	Previstos  int64 `json:"previstos"`
	Tarjetas   int64 `json:"tarjetas"`
	NoEntran   int64 `json:"no_entran"`
	Pendientes int64 `json:"pendientes"`
	SinLlegar  int64 `json:"sin_llegar"`
}

type verGrupo struct {
	Numero       int64            `json:"numero"`
	Denominacion string           `json:"denominacion"`
	Fecha        domain.Fecha     `json:"fecha"`
	Reduccion    acceso.Reduccion `json:"reduccion,omitempty"`
	Precio       domain.Importe   `json:"precio"`
	Importe      domain.Importe   `json:"importe"`
	Recibo       int64            `json:"recibo,omitempty"` // number of the receipt; absent while it is not paid
	Medio        acceso.Medio     `json:"medio,omitempty"`
	Cobrado      instante         `json:"cobrado"`
	Recuento     verRecuentoGrupo `json:"recuento"`
}

type verMiembro struct {
	Orden           int64            `json:"orden"`
	Tipo            string           `json:"tipo,omitempty"`
	Numero          string           `json:"numero,omitempty"`
	Nombre          string           `json:"nombre"`
	Apellidos       string           `json:"apellidos"`
	FechaNacimiento domain.Fecha     `json:"fecha_nacimiento"`
	Veredicto       acceso.Veredicto `json:"veredicto,omitempty"`
	Tarjeta         int64            `json:"tarjeta,omitempty"`
	Llegada         instante         `json:"llegada"`
}

type verGrupoEntero struct {
	verGrupo
	Miembros []verMiembro `json:"miembros"`
}

type listaGrupos struct {
	Grupos []verGrupo `json:"grupos"`
}

func seeGrupo(g *admission.Grupo) verGrupo {
	r := g.Recuento
	return verGrupo{Numero: g.Numero, Denominacion: g.Denominacion, Fecha: g.Fecha, Reduccion: g.Reduccion, Precio: g.Precio, Importe: g.Importe,
		Recibo: g.Recibo, Medio: g.Medio, Cobrado: instante(g.Cobrado), Recuento: verRecuentoGrupo{r.Previstos, r.Tarjetas, r.NoEntran, r.Pendientes, r.SinLlegar}}
}

func seeMiembro(m *admission.MiembroGrupo) verMiembro {
	return verMiembro{Orden: m.Orden, Tipo: string(m.Documento.Tipo), Numero: m.Documento.Numero, Nombre: m.Nombre, Apellidos: m.Apellidos,
		FechaNacimiento: m.FechaNacimiento, Veredicto: m.Veredicto, Tarjeta: m.Tarjeta, Llegada: instante(m.Llegada)}
}

// grupoPath is where a group is.
func grupoPath(c echo.Context, n int64) string {
	return fmt.Sprintf("/api/v1/establecimientos/%s/grupos/%d", c.Param("e"), n)
}

// showGrupo answers 201 with a group, or returns why there is none.
func showGrupo(c echo.Context) func(admission.Grupo, error) error {
	return func(g admission.Grupo, err error) error {
		if err != nil {
			return err
		}
		return created(c, grupoPath(c, g.Numero), seeGrupo(&g))
	}
}

func (s *Servidor) replayGrupo(c echo.Context) func(int, string) error {
	return func(_ int, ref string) error {
		n, err := parseNumero(ref)
		if err != nil {
			return err
		}
		return showGrupo(c)(s.cfg.Puerta.Grupo(c.Request().Context(), c.Param("e"), n))
	}
}

// postGrupo registers a group.
func (s *Servidor) postGrupo(c echo.Context) error {
	var req peticionGrupo
	if err := bind(c, &req); err != nil {
		return err
	}
	if err := checkFecha("fecha", req.Fecha); err != nil {
		return err
	}
	miembros, err := admission.ReadGrupo(strings.NewReader(req.CSV))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showGrupo(c)(s.cfg.Puerta.RegisterGrupo(ctx, c.Param("e"), admission.GrupoFacts{Denominacion: req.Denominacion, Fecha: req.Fecha,
				Reduccion: req.Reduccion, Precio: req.Precio, Miembros: miembros}, autor(c)))
		},
		replay: s.replayGrupo(c),
	})
}

// getGrupos lists the groups of a jornada.
func (s *Servidor) getGrupos(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Grupos(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaGrupos{Grupos: make([]verGrupo, 0, len(list))}
	for k := range list {
		out.Grupos = append(out.Grupos, seeGrupo(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// getGrupo answers a group, or the receipt of its payment when its number ends in .pdf.
func (s *Servidor) getGrupo(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("g"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	ctx, e := c.Request().Context(), c.Param("e")
	g, err := s.cfg.Puerta.Grupo(ctx, e, n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfRecibo(c, &g)
	}
	people, err := s.cfg.Puerta.Miembros(ctx, e, n)
	if err != nil {
		return err
	}
	out := verGrupoEntero{verGrupo: seeGrupo(&g), Miembros: make([]verMiembro, 0, len(people))}
	for k := range people {
		out.Miembros = append(out.Miembros, seeMiembro(&people[k]))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionCobro struct {
	Medio acceso.Medio `json:"medio" validate:"required,max=20"` // efectivo, tarjeta, transferencia
}

// postCobro takes the payment of a group.
func (s *Servidor) postCobro(c echo.Context) error {
	var req peticionCobro
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("g"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return showGrupo(c)(s.cfg.Puerta.ChargeGrupo(ctx, c.Param("e"), n, req.Medio, autor(c)))
		},
		replay: s.replayGrupo(c),
	})
}

type peticionLlegada struct {
	Miembro      int64  `json:"miembro" validate:"required,min=1"`
	Comprobacion string `json:"comprobacion,omitempty" validate:"max=64"` // of the document shown; without it, the one registered
}

type verLlegada struct {
	Miembro      verMiembro            `json:"miembro"`
	Comprobacion respuestaComprobacion `json:"comprobacion"`
	Tarjeta      *respuestaTarjeta     `json:"tarjeta,omitempty"`
	Recuento     verRecuentoGrupo      `json:"recuento"`
}

// postLlegada checks somebody of a group and issues her card.
func (s *Servidor) postLlegada(c echo.Context) error {
	var req peticionLlegada
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("g"))
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			l, err := s.cfg.Puerta.Arrive(ctx, c.Param("e"), n, req.Miembro, req.Comprobacion, autor(c))
			if err != nil {
				return err
			}
			return s.showLlegada(c, n, &l)
		},
		replay: func(int, string) error {
			ctx, e := c.Request().Context(), c.Param("e")
			m, err := s.cfg.Puerta.Miembro(ctx, e, n, req.Miembro)
			if err != nil {
				return err
			}
			l := admission.Llegada{Miembro: m}
			if l.Comprobacion, err = s.cfg.Puerta.Comprobacion(ctx, e, m.Comprobacion); err != nil {
				return err
			}
			if m.Tarjeta > 0 {
				t, err := s.cfg.Puerta.Tarjeta(ctx, e, m.Tarjeta)
				if err != nil {
					return err
				}
				l.Tarjeta = &t
			}
			return s.showLlegada(c, n, &l)
		},
	})
}

func (s *Servidor) showLlegada(c echo.Context, grupo int64, l *admission.Llegada) error {
	g, err := s.cfg.Puerta.Grupo(c.Request().Context(), c.Param("e"), grupo)
	if err != nil {
		return err
	}
	v := verLlegada{Miembro: seeMiembro(&l.Miembro), Comprobacion: verComprobacion(&l.Comprobacion, sesionDe(c).Persona.Cargo), Recuento: seeGrupo(&g).Recuento}
	if l.Tarjeta != nil {
		t := verTarjeta(l.Tarjeta)
		v.Tarjeta = &t
	}
	return created(c, grupoPath(c, grupo), v)
}

// pdfRecibo prints the receipt of the payment of a group.
func (s *Servidor) pdfRecibo(c echo.Context, g *admission.Grupo) error {
	switch {
	case g.Recibo == 0:
		return fmt.Errorf("%w: el grupo no está cobrado", admission.ErrNoExiste)
	case g.Denominacion == "":
		return admission.ErrSuprimida
	}
	ctx := c.Request().Context()
	casa, err := s.casaImpresa(ctx, g.Establecimiento)
	if err != nil {
		return err
	}
	cp, err := s.checkpointDe(ctx, g.PosicionCobro)
	if err != nil {
		return err
	}
	f := reports.ReciboGrupoFacts{Casa: casa, Recibo: g.Recibo, Denominacion: g.Denominacion, Grupo: g.Numero, Tarjetas: g.Recuento.Previstos,
		Precio: g.Precio, Importe: g.Importe, Caso: g.Reduccion.Nombre(), Medio: string(g.Medio), Cobrado: g.Cobrado,
		Token: g.Establecimiento + "/recibos/" + strconv.FormatInt(g.Recibo, 10), Checkpoint: cp}
	return s.pdf(c, fmt.Sprintf("recibo-%d.pdf", g.Recibo), func(w io.Writer, o reports.Options) error { return reports.ReciboGrupo(w, f, o) })
}
