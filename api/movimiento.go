package api

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
)

// rutasMovimiento are the routes about what moves between a table and the caja besides its
// anticipos and its close (criterio CAJ-C), and what the inspector checks at a table.
func (s *Servidor) rutasMovimiento() []ruta {
	const e = "/api/v1/establecimientos/:e"
	const m = e + "/mesas/:m"
	return []ruta{
		{metodo: "GET", camino: e + "/extracciones", cargos: librosVe, hace: s.getExtracciones, resumen: "Extracciones de billetes de una jornada (art. 31.5)", consulta: []string{"jornada", "mesa"}, estado: 200, respuesta: listaExtracciones{}},
		{metodo: "POST", camino: m + "/extracciones", cargos: salaHace, hace: s.postExtraccion, resumen: "Releva la caja de billetes de la mesa por otra numerada (art. 31.5, primer momento)", idem: true, cuerpo: peticionExtraccion{}, estado: 201, respuesta: verExtraccion{}},
		{metodo: "GET", camino: m + "/extracciones/:n", cargos: librosVe, hace: s.getExtraccion, resumen: "Una extracción; con sufijo .pdf, su acta sucinta (art. 31.5)", pdf: true, estado: 200, respuesta: verExtraccion{}},
		{metodo: "POST", camino: m + "/extracciones/:n/recuentos", cargos: salaHace, hace: s.postActaBilletes, resumen: "Propone el acta de los billetes contados; la firma la dirección (art. 31.5, segundo momento)", idem: true, cuerpo: peticionActaBilletes{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: m + "/extracciones/:n/copia", cargos: salaHace, hace: s.postCopiaActa, resumen: "Anota en qué caja se introduce la copia del acta (art. 31.5, tercer momento)", idem: true, cuerpo: peticionCopia{}, estado: 200, respuesta: verExtraccion{}},
		{metodo: "POST", camino: m + "/devoluciones", cargos: salaHace, hace: s.postDevolucion, resumen: "Propone una devolución de fichas a la caja (criterio CAJ-C)", idem: true, cuerpo: peticionDevolucion{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: m + "/cambios", cargos: salaHace, hace: s.postCambioCaja, resumen: "Anota un cambio entre mesa y caja por el mismo valor (criterio CAJ-C)", idem: true, cuerpo: peticionCambioCaja{}, estado: 201, respuesta: verMovimiento{}},
		{metodo: "GET", camino: m + "/fichas-color", cargos: salaVe, hace: s.getFichasColor, resumen: "Dotación de fichas de color de la mesa, por piezas (art. 134.1.b)", etag: true, estado: 200, respuesta: verFichasColor{}},
		{metodo: "PUT", camino: m + "/fichas-color", cargos: direccion, hace: s.putFichasColor, resumen: "Fija la dotación de fichas de color de la mesa (art. 134.1.b)", etag: true, cuerpo: verFichasColor{}, estado: 200, respuesta: verFichasColor{}},
		{metodo: "POST", camino: m + "/comprobaciones", cargos: salaHace, hace: s.postComprobacionMesa, resumen: "Anota una comprobación de la inspección en la mesa (art. 36.5)", idem: true, cuerpo: peticionComprobacionMesa{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/incidencias", cargos: salaHace, hace: s.postIncidenciaMesa, resumen: "Anota una incidencia de la mesa: asociación de jugadores, apuesta de palabra u otra (art. 30.1)", idem: true, cuerpo: peticionIncidenciaMesa{}, estado: 201, respuesta: verMesa{}},
	}
}

type peticionIncidenciaMesa struct {
	Clase string `json:"clase" validate:"required,max=20"`
	Texto string `json:"texto" validate:"max=2000"`
	cuando
}

// postIncidenciaMesa puts an incident of a table on record.
func (s *Servidor) postIncidenciaMesa(c echo.Context) error {
	var req peticionIncidenciaMesa
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.RecordIncidenciaMesa(ctx, autor(c), h, c.Param("e"), mesa, registers.IncidenciaMesaFacts{Clase: req.Clase, Texto: req.Texto})
	})
}

func init() {
	propios[reflect.TypeFor[registers.Causa]()] = enum([]registers.Causa{registers.CausaPocaAnimacion, registers.CausaSinJugadores})
	propios[reflect.TypeFor[registers.EstadoExtraccion]()] = enum([]registers.EstadoExtraccion{registers.ExtraccionRelevada,
		registers.ExtraccionContada, registers.ExtraccionArchivada})
}

// verExtraccion is an extraction of notes with the moments that it has reached.
type verExtraccion struct {
	Extraccion int64                      `json:"extraccion"`
	Mesa       int                        `json:"mesa"`
	Folio      int64                      `json:"folio"`
	Jornada    domain.Fecha               `json:"jornada"`
	Caja       int                        `json:"caja"`
	CajaRelevo int                        `json:"caja_relevo"`
	Autoriza   string                     `json:"autoriza"` // persona who directed
	Estado     registers.EstadoExtraccion `json:"estado"`
	Importe    domain.Importe             `json:"importe"` // once counted and signed
	Relevo     instante                   `json:"relevo"`
	Recuento   instante                   `json:"recuento"`
	Copia      instante                   `json:"copia"`
	Destino    string                     `json:"destino,omitempty"`
	Acto       string                     `json:"acto,omitempty"` // its acta, signed or waiting
}

func seeExtraccion(x *registers.Extraccion) verExtraccion {
	return verExtraccion{x.Numero, x.Mesa, x.Folio, x.Jornada, x.Caja, x.CajaRelevo, x.Autoriza, x.Estado, x.Importe,
		instante(x.Relevo), instante(x.Recuento), instante(x.Copia), x.Destino, x.Acto}
}

type listaExtracciones struct {
	Extracciones []verExtraccion `json:"extracciones"`
}

func (s *Servidor) getExtracciones(c echo.Context) error {
	fecha, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	mesa, err := mesaConsultada(c)
	if err != nil {
		return err
	}
	xs, err := s.cfg.Casa.Extracciones(c.Request().Context(), c.Param("e"), fecha, mesa)
	if err != nil {
		return err
	}
	out := listaExtracciones{Extracciones: make([]verExtraccion, 0, len(xs))}
	for k := range xs {
		out.Extracciones = append(out.Extracciones, seeExtraccion(&xs[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// extraccionPedida is the extraction of a route, and whether its paper is asked for.
func (s *Servidor) extraccionPedida(c echo.Context) (registers.Extraccion, bool, error) {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return registers.Extraccion{}, false, err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return registers.Extraccion{}, false, err
	}
	x, err := s.cfg.Casa.Extraccion(c.Request().Context(), c.Param("e"), mesa, n)
	return x, pdf, err
}

// getExtraccion answers an extraction, or its acta sucinta when the number ends in .pdf.
func (s *Servidor) getExtraccion(c echo.Context) error {
	x, pdf, err := s.extraccionPedida(c)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfActaBilletes(c, &x)
	}
	return c.JSON(http.StatusOK, seeExtraccion(&x))
}

type peticionExtraccion struct {
	Caja       int    `json:"caja" validate:"required,min=1,max=9999"`
	CajaRelevo int    `json:"caja_relevo" validate:"required,min=1,max=9999"`
	Autoriza   string `json:"autoriza,omitempty" validate:"max=32"`
	cuando
}

// postExtraccion puts the relief of the box on record.
func (s *Servidor) postExtraccion(c echo.Context) error {
	var req peticionExtraccion
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func(x registers.Extraccion, err error) error {
		if err != nil {
			return err
		}
		return created(c, c.Request().URL.Path+"/"+decimal(x.Numero), seeExtraccion(&x))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.RelieveCaja(ctx, autor(c), h, c.Param("e"), mesa,
				registers.RelevoFacts{Caja: req.Caja, CajaRelevo: req.CajaRelevo, Autoriza: req.Autoriza}))
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return show(s.cfg.Casa.Extraccion(c.Request().Context(), c.Param("e"), mesa, n))
		},
	})
}

type peticionActaBilletes struct {
	Billetes    domain.Piezas `json:"billetes" validate:"required,max=100"`
	Dependencia string        `json:"dependencia,omitempty" validate:"max=32"`
	cuando
}

func (s *Servidor) postActaBilletes(c echo.Context) error {
	var req peticionActaBilletes
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeActaBilletes(ctx, autor(c), h, c.Param("e"), mesa, n,
			registers.ActaBilletesFacts{Billetes: req.Billetes, Dependencia: req.Dependencia})
	})
}

type peticionCopia struct {
	Destino string `json:"destino" validate:"required,max=32"`
	cuando
}

func (s *Servidor) postCopiaActa(c echo.Context) error {
	var req peticionCopia
	if err := bind(c, &req); err != nil {
		return err
	}
	x, _, err := s.extraccionPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func(x registers.Extraccion, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, seeExtraccion(&x))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.FileCopia(ctx, autor(c), h, c.Param("e"), x.Mesa, x.Numero, req.Destino))
		},
		replay: func(int, string) error {
			return show(s.cfg.Casa.Extraccion(c.Request().Context(), c.Param("e"), x.Mesa, x.Numero))
		},
	})
}

type peticionDevolucion struct {
	Fichas domain.Piezas `json:"fichas" validate:"required,max=100"`
	cuando
}

func (s *Servidor) postDevolucion(c echo.Context) error {
	var req peticionDevolucion
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeDevolucion(ctx, autor(c), h, c.Param("e"), mesa, req.Fichas)
	})
}

type peticionCambioCaja struct {
	Entrega domain.Piezas `json:"entrega" validate:"required,max=100"` // from the table
	Recibe  domain.Piezas `json:"recibe" validate:"required,max=100"`  // to the table
	cuando
}

func (s *Servidor) postCambioCaja(c echo.Context) error {
	var req peticionCambioCaja
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			m, err := s.cfg.Casa.ExchangeCaja(ctx, autor(c), h, c.Param("e"), mesa, registers.CambioCajaFacts{Entrega: req.Entrega, Recibe: req.Recibe})
			if err != nil {
				return err
			}
			return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/caja-central", seeMovimiento(&m))
		},
		replay: func(_ int, ref string) error { return s.showMovimiento(c, mesa, ref) },
	})
}

// showMovimiento answers an entry of the caja central again, by its number in the book.
func (s *Servidor) showMovimiento(c echo.Context, mesa int, ref string) error {
	ctx := c.Request().Context()
	j, err := s.cfg.Casa.LastJornada(ctx, c.Param("e"))
	if err != nil {
		return err
	}
	ms, err := s.cfg.Casa.MovimientosCaja(ctx, c.Param("e"), j.Fecha, mesa)
	if err != nil {
		return err
	}
	for k := range ms {
		if decimal(ms[k].Numero) == ref {
			return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/caja-central", seeMovimiento(&ms[k]))
		}
	}
	return echo.ErrNotFound
}

func seeMovimiento(m *registers.MovimientoCaja) verMovimiento {
	return verMovimiento{m.Numero, m.Mesa, m.Folio, m.Concepto, m.Importe, instante(m.Hora)}
}

// verFichasColor are the chips of colour of a table: colour → pieces.
type verFichasColor struct {
	Colores map[string]int64 `json:"colores"`
}

func (s *Servidor) fichasColor(c echo.Context, mesa int) (verFichasColor, error) {
	if _, err := s.cfg.Casa.Mesa(c.Request().Context(), c.Param("e"), mesa); err != nil {
		return verFichasColor{}, err
	}
	d, err := s.cfg.Casa.DotacionColor(c.Request().Context(), c.Param("e"), mesa)
	if d == nil {
		d = registers.Colores{}
	}
	return verFichasColor{d}, err
}

func (s *Servidor) getFichasColor(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	v, err := s.fichasColor(c, mesa)
	if err != nil {
		return err
	}
	return withETag(c, http.StatusOK, v)
}

// putFichasColor sets the chips of colour of a table, if they are as the caller saw them.
func (s *Servidor) putFichasColor(c echo.Context) error {
	var req verFichasColor
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	now := func() (verFichasColor, error) { return s.fichasColor(c, mesa) }
	err = change(c, now, func(ctx context.Context) error {
		h := registers.EnLinea(s.cfg.Escritor.Ahora())
		return s.cfg.Casa.SetDotacionColor(ctx, autor(c), h, c.Param("e"), mesa, req.Colores)
	})
	if err != nil {
		return err
	}
	return s.getFichasColor(c)
}

type peticionComprobacionMesa struct {
	Funcionario string `json:"funcionario" validate:"required,max=40"` // professional number
	Conforme    bool   `json:"conforme"`
	Resultado   string `json:"resultado" validate:"required,max=2000"`
	cuando
}

// postComprobacionMesa puts on record what an inspector of the authority checked.
func (s *Servidor) postComprobacionMesa(c echo.Context) error {
	var req peticionComprobacionMesa
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.RecordComprobacionMesa(ctx, autor(c), h, c.Param("e"), mesa,
			registers.ComprobacionMesaFacts{Funcionario: req.Funcionario, Conforme: req.Conforme, Resultado: req.Resultado})
	})
}

// cuadraCaja reports whether the caja central of a jornada balances with the books.
func cuadraCaja(lines []registers.LineaCuadre) bool {
	for _, l := range lines {
		if !l.Cuadra() {
			return false
		}
	}
	return true
}

var errSinActaFirmada = errors.New("esa extracción no tiene todavía su acta firmada")

// movimientoFolioDe finds in a folio the entry of that kind and extraction.
func movimientoFolioDe(f *registers.FolioAnticipos, tipo string, extraccion int64) (*registers.MovimientoFolio, bool) {
	for k := range f.Movimientos {
		if m := &f.Movimientos[k]; m.Tipo == tipo && m.Extraccion == extraccion {
			return m, true
		}
	}
	return nil, false
}

// conceptoCaja names a movement of the caja central for people.
var conceptoCaja = map[libros.Movimiento]string{
	libros.MovimientoAnticipo:   "anticipo inicial",
	libros.MovimientoReposicion: "reposición",
	libros.MovimientoExtraccion: "extracción de billetes",
	libros.MovimientoCambio:     "cambio",
	libros.MovimientoDevolucion: "devolución de fichas",
	libros.MovimientoCierre:     "cierre de la mesa",
}
