package api

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/libros"
	"foliado/registers"
)

// verHorario is a timetable: hours of the clock on the wall.
type verHorario struct {
	Apertura string `json:"apertura" validate:"required,max=5"`
	Cierre   string `json:"cierre" validate:"required,max=5"`
}

func (h verHorario) horario() (libros.Horario, error) {
	abre, err := libros.ParseHora(h.Apertura)
	if err != nil {
		return libros.Horario{}, &errForma{map[string]string{"apertura": err.Error()}}
	}
	cierra, err := libros.ParseHora(h.Cierre)
	if err != nil {
		return libros.Horario{}, &errForma{map[string]string{"cierre": err.Error()}}
	}
	return libros.Horario{Abre: abre, Cierra: cierra}, nil
}

type verJuego struct {
	Juego  domain.Juego   `json:"juego" validate:"required,max=40"`
	Nombre string         `json:"nombre"`
	Minimo domain.Importe `json:"minimo" validate:"min=1"` // authorised minimum stake
	Maximo domain.Importe `json:"maximo" validate:"min=0"` // top of its band; 0 when none was granted (art. 9.e)
	Mesas  int            `json:"mesas" validate:"min=0,max=9999"`
	// Maximos are the choices of maxima granted, between blanks; empty: those of the law.
	Maximos string `json:"maximos"`
}

type verAutorizacion struct {
	Resolucion       string         `json:"resolucion"`
	Horario          verHorario     `json:"horario"`
	Juegos           []verJuego     `json:"juegos"`
	Tarifa           domain.Importe `json:"tarifa"`
	ResolucionLibros string         `json:"resolucion_libros"` // empty: auxiliary copies (LIB-1)
	FechaLibros      domain.Fecha   `json:"fecha_libros"`
	MargenDemora     int            `json:"margen_demora"` // minutes (HOR-1)
	ListaMaxima      int            `json:"lista_maxima"`  // minutes (ADM-2)
	Bisiesto         string         `json:"bisiesto"`      // ADM-6
	Juego7           string         `json:"juego_7"`       // "15", "4" or "no": not offered (DAD-A)
	RespuestaJuego7  string         `json:"juego_7_respuesta"`
	ConservacionPBC  string         `json:"conservacion_pbc"` // "casa" or "aparte" (ADM-1)
	Mesas            int            `json:"mesas"`            // in all (art. 9.c); 0: no limit of its own
	ExentaMinimo     bool           `json:"exenta_minimo"`    // art. 132.4.b
}

func (s *Servidor) getAutorizacion(c echo.Context) error {
	a, err := s.cfg.Casa.Autorizacion(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	v := verAutorizacion{Resolucion: a.Resolucion, Horario: verHorario{a.Horario.Abre.String(), a.Horario.Cierra.String()},
		Juegos: make([]verJuego, 0, len(a.Juegos)), Tarifa: a.Tarifa, ResolucionLibros: a.Libros.Referencia, FechaLibros: a.Libros.Fecha,
		MargenDemora: int(a.Parametros.Margen() / time.Minute), ListaMaxima: int(a.Parametros.ListaMaxima / time.Minute), Bisiesto: string(a.Parametros.Bisiesto),
		Juego7: a.Parametros.PagoJuego7().String(), RespuestaJuego7: a.Parametros.RespuestaJuego7,
		ConservacionPBC: cmp.Or(a.Parametros.ConservacionPBC, registers.PBCEnCasa),
		Mesas:           a.Mesas, ExentaMinimo: a.Exenta}
	for _, j := range a.Juegos {
		v.Juegos = append(v.Juegos, verJuego{j.Juego, j.Juego.Nombre(), j.Minimo, j.Maximo, j.Mesas, j.Maximos})
	}
	return withETag(c, http.StatusOK, v)
}

type peticionJuego struct {
	Juego  domain.Juego   `json:"juego" validate:"required,max=40"`
	Minimo domain.Importe `json:"minimo" validate:"required,min=1"`
	Maximo domain.Importe `json:"maximo" validate:"min=0"`
	Mesas  int            `json:"mesas" validate:"min=0,max=9999"`

	Maximos string `json:"maximos,omitempty" validate:"max=100"`
}

// sinJuego7 says that the tables do not offer the juego de 7, which the record says by
// leaving it out.
const sinJuego7 = "no"

type peticionAutorizacion struct {
	Resolucion       string          `json:"resolucion" validate:"required,max=200"`
	Horario          verHorario      `json:"horario"`
	Juegos           []peticionJuego `json:"juegos" validate:"required,max=20,dive"`
	Tarifa           domain.Importe  `json:"tarifa" validate:"min=0"`
	ResolucionLibros string          `json:"resolucion_libros,omitempty" validate:"max=200"`
	FechaLibros      domain.Fecha    `json:"fecha_libros,omitempty" validate:"max=10"`
	MargenDemora     int             `json:"margen_demora,omitempty" validate:"min=0,max=1440"`
	ListaMaxima      int             `json:"lista_maxima,omitempty" validate:"min=0,max=10080"`
	Bisiesto         string          `json:"bisiesto,omitempty" validate:"max=20"`
	Juego7           string          `json:"juego_7,omitempty" validate:"omitempty,oneof=15 4 no"`
	RespuestaJuego7  string          `json:"juego_7_respuesta,omitempty" validate:"max=200"`
	ConservacionPBC  string          `json:"conservacion_pbc,omitempty" validate:"omitempty,oneof=casa aparte"`
	Mesas            int             `json:"mesas,omitempty" validate:"min=0,max=9999"`
	ExentaMinimo     bool            `json:"exenta_minimo,omitempty"`
}

// postAutorizacion proposes what an establecimiento may do; the direction signs it.
func (s *Servidor) postAutorizacion(c echo.Context) error {
	var req peticionAutorizacion
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := req.Horario.horario()
	if err != nil {
		return err
	}
	f := registers.AutorizacionFacts{Resolucion: req.Resolucion, Horario: h, Tarifa: req.Tarifa, Mesas: req.Mesas, Exenta: req.ExentaMinimo,
		Libros: libros.Resolucion{Referencia: req.ResolucionLibros, Fecha: req.FechaLibros},
		Parametros: registers.Parametros{MargenDemora: time.Duration(req.MargenDemora) * time.Minute,
			ListaMaxima: time.Duration(req.ListaMaxima) * time.Minute, Bisiesto: acceso.Bisiesto(req.Bisiesto),
			Juego7: strings.TrimPrefix(req.Juego7, sinJuego7), RespuestaJuego7: req.RespuestaJuego7,
			ConservacionPBC: req.ConservacionPBC}}
	for _, j := range req.Juegos {
		f.Juegos = append(f.Juegos, registers.JuegoAutorizado{Juego: j.Juego, Minimo: j.Minimo, Maximo: j.Maximo, Mesas: j.Mesas, Maximos: j.Maximos})
	}
	show := func(a *registers.Acto) error { return created(c, actoPath(a), actoResponse(a, nil)) }
	return s.onceActo(c, c.Param("e"), show, func(ctx context.Context) (registers.Acto, error) {
		return s.cfg.Casa.ProposeAutorizacion(ctx, autor(c), s.cfg.Escritor.Ahora(), c.Param("e"), f)
	})
}

// horarioDe is the timetable kept on a kind of day: its own, else that of a working day,
// else the authorised one.
func (s *Servidor) horarioDe(c echo.Context) (verHorario, error) {
	tipo := registers.TipoDia(c.Param("tipo"))
	if !tipo.Valid() {
		return verHorario{}, echo.ErrNotFound
	}
	a, err := s.cfg.Casa.Autorizacion(c.Request().Context(), c.Param("e"))
	if err != nil {
		return verHorario{}, err
	}
	own, err := s.cfg.Casa.Horarios(c.Request().Context(), c.Param("e"))
	if err != nil {
		return verHorario{}, err
	}
	h := a.Horario
	for _, t := range []registers.TipoDia{registers.Laborable, tipo} {
		if kept, ok := own[t]; ok {
			h = kept
		}
	}
	return verHorario{h.Abre.String(), h.Cierra.String()}, nil
}

func (s *Servidor) getHorario(c echo.Context) error {
	v, err := s.horarioDe(c)
	if err != nil {
		return err
	}
	return withETag(c, http.StatusOK, v)
}

// putHorario sets the timetable of a kind of day, if it is as the caller saw it.
func (s *Servidor) putHorario(c echo.Context) error {
	var req verHorario
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := req.horario()
	if err != nil {
		return err
	}
	now := func() (verHorario, error) { return s.horarioDe(c) }
	err = change(c, now, func(ctx context.Context) error {
		return s.cfg.Casa.SetHorario(ctx, autor(c), s.cfg.Escritor.Ahora(), c.Param("e"), registers.TipoDia(c.Param("tipo")), h)
	})
	if err != nil {
		return err
	}
	return s.getHorario(c)
}

type verMovimiento struct {
	Numero   int64             `json:"numero"`
	Mesa     int               `json:"mesa"`
	Folio    int64             `json:"folio"`
	Concepto libros.Movimiento `json:"concepto"`
	Importe  domain.Importe    `json:"importe"`
	Hora     instante          `json:"hora"`
}

type verCajaCentral struct {
	Movimientos []verMovimiento `json:"movimientos"`
	Cuadra      bool            `json:"cuadra"` // with the books of the tables, to the céntimo
}

// getCajaCentral shows the special register by tables and whether it balances.
func (s *Servidor) getCajaCentral(c echo.Context) error {
	ctx := c.Request().Context()
	fecha, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	mesa, err := mesaConsultada(c)
	if err != nil {
		return err
	}
	ms, err := s.cfg.Casa.MovimientosCaja(ctx, c.Param("e"), fecha, mesa)
	if err != nil {
		return err
	}
	lines, err := s.cfg.Casa.CuadreCaja(ctx, c.Param("e"), fecha)
	if err != nil {
		return err
	}
	out := verCajaCentral{Movimientos: make([]verMovimiento, 0, len(ms))}
	for _, m := range ms {
		out.Movimientos = append(out.Movimientos, seeMovimiento(&m))
	}
	out.Cuadra = cuadraCaja(lines)
	return c.JSON(http.StatusOK, out)
}

// mesaConsultada is the table that a query asks about, 0 for all of them.
func mesaConsultada(c echo.Context) (int, error) {
	q := c.QueryParam("mesa")
	if q == "" {
		return 0, nil
	}
	n, err := parseNumero(q)
	if err != nil {
		return 0, registers.ErrMesa
	}
	return int(n), nil
}
