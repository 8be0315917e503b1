package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/puntobanca"
	"foliado/registers"
)

// rutasSala are the routes about tables and what moves between them and the caja.
func (s *Servidor) rutasSala() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: "/api/v1/establecimientos", cargos: todos, hace: s.getEstablecimientos, resumen: "Establecimientos de la entidad", estado: 200, respuesta: listaEstablecimientos{}},
		{metodo: "GET", camino: e + "/mesas", cargos: salaVe, hace: s.getMesas, resumen: "Tablero: cada mesa con su sesión y lo que espera firma", estado: 200, respuesta: listaMesas{}},
		{metodo: "GET", camino: e + "/mesas/:m", cargos: salaVe, hace: s.getMesa, resumen: "Una mesa", etag: true, estado: 200, respuesta: verMesa{}},
		{metodo: "POST", camino: e + "/mesas", cargos: configura, hace: s.postMesa, resumen: "Da de alta una mesa; con ella empieza su libro (art. 39.1)", idem: true, cuerpo: peticionMesa{}, estado: 201, respuesta: verMesa{}},
		{metodo: "PATCH", camino: e + "/mesas/:m", cargos: direccion, hace: s.patchMesa, resumen: "Prevé otro mínimo para la próxima sesión; con la mesa abierta no cambia (art. 29.6)", etag: true, cuerpo: peticionLimites{}, estado: 200, respuesta: verMesa{}},
		{metodo: "POST", camino: e + "/mesas/:m/aperturas", cargos: salaHace, hace: s.postApertura, resumen: "Propone la apertura con su anticipo (arts. 35.2, 36.1, 36.2)", idem: true, cuerpo: peticionApertura{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: e + "/mesas/:m/reposiciones", cargos: salaHace, hace: s.postReposicion, resumen: "Propone una reposición, igual al anticipo inicial (art. 35.1)", idem: true, cuerpo: peticionReposicion{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "POST", camino: e + "/mesas/:m/cierres", cargos: salaHace, hace: s.postCierreMesa, resumen: "Propone el recuento final de la mesa (arts. 36.3, 40.3)", idem: true, cuerpo: peticionCierreMesa{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: e + "/caja-central", cargos: librosVe, hace: s.getCajaCentral, resumen: "Registro por mesas de la caja central, con su cuadre (art. 37.2)", consulta: []string{"jornada", "mesa"}, estado: 200, respuesta: verCajaCentral{}},
		{metodo: "GET", camino: e + "/autorizacion", cargos: librosVe, hace: s.getAutorizacion, resumen: "Autorización en vigor", etag: true, estado: 200, respuesta: verAutorizacion{}},
		{metodo: "POST", camino: e + "/autorizaciones", cargos: configura, hace: s.postAutorizacion, resumen: "Propone la autorización y los parámetros del establecimiento; la firma la dirección", cuerpo: peticionAutorizacion{}, estado: 201, respuesta: respuestaActo{}, idem: true},
		{metodo: "GET", camino: e + "/horarios/:tipo", cargos: librosVe, hace: s.getHorario, resumen: "Horario efectivo de un tipo de día: laborable, festivo o vispera (art. 27.1)", etag: true, estado: 200, respuesta: verHorario{}},
		{metodo: "PUT", camino: e + "/horarios/:tipo", cargos: direccion, hace: s.putHorario, resumen: "Fija el horario efectivo de un tipo de día, dentro del máximo autorizado (art. 27.1)", etag: true, cuerpo: verHorario{}, estado: 200, respuesta: verHorario{}},
	}
}

type verEstablecimiento struct {
	ID       string `json:"id"`
	Nombre   string `json:"nombre"`
	Apendice bool   `json:"apendice"`
}

type listaEstablecimientos struct {
	Establecimientos []verEstablecimiento `json:"establecimientos"`
}

func (s *Servidor) getEstablecimientos(c echo.Context) error {
	es, err := s.cfg.Casa.Establecimientos(c.Request().Context())
	if err != nil {
		return err
	}
	out := listaEstablecimientos{Establecimientos: make([]verEstablecimiento, 0, len(es))}
	for _, e := range es {
		out.Establecimientos = append(out.Establecimientos, verEstablecimiento{e.ID, e.Nombre, e.Apendice})
	}
	return c.JSON(http.StatusOK, out)
}

// cuando is the hour of a fact: now on line, or the true one of a contingency form
// (criterios HOR-1, HOR-2).
type cuando struct {
	Hecho      string `json:"hecho,omitempty" validate:"max=40"`
	Formulario string `json:"formulario,omitempty" validate:"max=40"`
	Demora     string `json:"demora,omitempty" validate:"max=500"`
}

// hora reads when the fact happened; without it, now.
func (s *Servidor) hora(w cuando) (registers.Hora, error) {
	h := registers.Hora{Hecho: s.cfg.Escritor.Ahora(), Formulario: w.Formulario, Motivo: w.Demora}
	if w.Hecho != "" {
		t, err := time.Parse(time.RFC3339Nano, w.Hecho)
		if err != nil {
			return h, &errForma{map[string]string{"hecho": "la hora del hecho se escribe en ISO 8601 con su desfase"}}
		}
		h.Hecho = t
	}
	return h, nil
}

// maximos are the maxima of a table: "bajo" or "alto", or so many times the minimum: 50,
// 100, 200 at black jack, "40/200" at the bola.
type maximos string

// UnmarshalJSON takes a word or a number.
func (m *maximos) UnmarshalJSON(b []byte) error {
	var n json.Number
	if err := json.Unmarshal(b, &n); err == nil && len(b) > 0 && b[0] != '"' {
		*m = maximos(n.String())
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return &json.UnmarshalTypeError{Value: "otro"} // encoding/json adds the field
	}
	*m = maximos(s)
	return nil
}

type peticionApertura struct {
	ApuestaMinima domain.Importe   `json:"apuesta_minima" validate:"required"`
	Maximos       maximos          `json:"maximos,omitempty"`
	Anticipo      domain.Piezas    `json:"anticipo" validate:"required,max=100"`
	Inspector     libros.Presencia `json:"inspector,omitempty" validate:"max=32"`
	Caja          *domain.Importe  `json:"caja,omitempty"`
	Cantado       *domain.Importe  `json:"cantado,omitempty"`
	Receptor      string           `json:"receptor,omitempty" validate:"max=32"`
	Dotacion      *verDotacion     `json:"dotacion,omitempty"` // who serves the table; what falls short is refused
	cuando
}

// verDotacion is who serves a table: with how many cloths, and of which size a punto y
// banca is.
type verDotacion struct {
	Jefes     int    `json:"jefes" validate:"min=0,max=99"`
	Subjefes  int    `json:"subjefes,omitempty" validate:"min=0,max=99"`
	Crupieres int    `json:"crupieres" validate:"min=0,max=99"`
	Stickmen  int    `json:"stickmen,omitempty" validate:"min=0,max=99"`
	Panos     int    `json:"panos,omitempty" validate:"min=0,max=9"`
	Formato   string `json:"formato,omitempty" validate:"max=16"`
	Jefe      []int  `json:"mesas_del_jefe,omitempty" validate:"max=20"` // that its jefe leads, this one included (art. 49.1)
}

func (v *verDotacion) facts() *registers.DotacionMesa {
	if v == nil {
		return nil
	}
	return &registers.DotacionMesa{Dotacion: libros.Dotacion{Jefes: v.Jefes, Subjefes: v.Subjefes, Crupieres: v.Crupieres, Stickmen: v.Stickmen},
		Panos: v.Panos, Formato: puntobanca.Formato(v.Formato), Jefe: v.Jefe}
}

// mesaPedida is the number of the table of a route.
func mesaPedida(c echo.Context) (int, error) {
	n, err := strconv.Atoi(c.Param("m"))
	if err != nil || n < 1 || strconv.Itoa(n) != c.Param("m") {
		return 0, registers.ErrMesa
	}
	return n, nil
}

// propone answers a POST that proposes an act of a table.
func (s *Servidor) propone(c echo.Context, w cuando, do func(context.Context, registers.Hora, int) (registers.Propuesta, error)) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := do(ctx, h, mesa)
			if err != nil {
				return err
			}
			return created(c, actoPath(&p.Acto), actoResponse(&p.Acto, p.Avisos))
		},
		replay: s.replayActo(c),
	})
}

// jornadaEnCurso is the jornada whose certification forgets an idempotency key; "" when
// none is going on.
func (s *Servidor) jornadaEnCurso(c echo.Context) string {
	j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
	if err != nil {
		return ""
	}
	return j.ID()
}

func (s *Servidor) postApertura(c echo.Context) error {
	var req peticionApertura
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeApertura(ctx, autor(c), h, c.Param("e"), mesa, registers.AperturaFacts{
			Entrega:       registers.Entrega{Anticipo: req.Anticipo, Caja: req.Caja, Cantado: req.Cantado, Receptor: req.Receptor, Inspector: req.Inspector},
			ApuestaMinima: req.ApuestaMinima, Maximos: string(req.Maximos), Dotacion: req.Dotacion.facts()})
	})
}

type peticionReposicion struct {
	Anticipo  domain.Piezas    `json:"anticipo" validate:"required,max=100"`
	Inspector libros.Presencia `json:"inspector,omitempty" validate:"max=32"`
	Caja      *domain.Importe  `json:"caja,omitempty"`
	Cantado   *domain.Importe  `json:"cantado,omitempty"`
	Receptor  string           `json:"receptor,omitempty" validate:"max=32"`
	cuando
}

func (s *Servidor) postReposicion(c echo.Context) error {
	var req peticionReposicion
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeReposicion(ctx, autor(c), h, c.Param("e"), mesa, registers.ReposicionFacts{
			Entrega: registers.Entrega{Anticipo: req.Anticipo, Caja: req.Caja, Cantado: req.Cantado, Receptor: req.Receptor, Inspector: req.Inspector}})
	})
}

type peticionCierreMesa struct {
	Fichas   domain.Piezas `json:"fichas" validate:"max=100"`
	Placas   domain.Piezas `json:"placas" validate:"max=100"`
	Billetes domain.Piezas `json:"billetes" validate:"max=100"`
	Motivo   string        `json:"motivo,omitempty" validate:"max=500"`
	// Esperado is the reckoning of who counts; when the count differs, Nota says why.
	Esperado *domain.Importe `json:"esperado,omitempty"`
	Nota     string          `json:"nota,omitempty" validate:"max=500"`
	// Colores are the chips of colour by piece, against the dotación of the table.
	Colores map[string]int64 `json:"colores,omitempty" validate:"max=40"`
	cuando
}

type peticionMesa struct {
	Mesa             int            `json:"mesa" validate:"required,min=1,max=9999"`
	Juego            domain.Juego   `json:"juego" validate:"required,max=40"`
	MinimoAutorizado domain.Importe `json:"minimo_autorizado,omitempty" validate:"min=0"`
	MinimoPrevisto   domain.Importe `json:"minimo_previsto,omitempty" validate:"min=0"`
	Reversible       bool           `json:"reversible,omitempty"` // black jack and póquer sin descarte (art. 30.4)
}

// postMesa records a table.
func (s *Servidor) postMesa(c echo.Context) error {
	var req peticionMesa
	if err := bind(c, &req); err != nil {
		return err
	}
	show := func() error {
		v, err := s.seeMesa(c, req.Mesa)
		if err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderLocation, fmt.Sprintf("/api/v1/establecimientos/%s/mesas/%d", c.Param("e"), req.Mesa))
		return withETag(c, http.StatusCreated, v)
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			_, err := s.cfg.Casa.CreateMesa(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), registers.MesaFacts{
				Numero: req.Mesa, Juego: req.Juego, MinimoAutorizado: req.MinimoAutorizado, MinimoPrevisto: req.MinimoPrevisto, Reversible: req.Reversible})
			if err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

type peticionLimites struct {
	ApuestaMinima domain.Importe `json:"apuesta_minima" validate:"required"`
	Maximos       maximos        `json:"maximos,omitempty"`
}

// patchMesa plans other limits for a table, if it is as the caller saw it.
func (s *Servidor) patchMesa(c echo.Context) error {
	var req peticionLimites
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	now := func() (verMesa, error) { return s.seeMesa(c, mesa) }
	err = change(c, now, func(ctx context.Context) error {
		_, err := s.cfg.Casa.ChangeLimites(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), mesa,
			registers.LimitesFacts{ApuestaMinima: req.ApuestaMinima, Maximos: string(req.Maximos)})
		return err
	})
	if err != nil {
		return err
	}
	return s.getMesa(c)
}

// postCierreMesa proposes the closing count of a table.
func (s *Servidor) postCierreMesa(c echo.Context) error {
	var req peticionCierreMesa
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposeCierre(ctx, autor(c), h, c.Param("e"), mesa, registers.CierreMesaFacts{Fichas: req.Fichas,
			Placas: req.Placas, Billetes: req.Billetes, Motivo: req.Motivo, Esperado: req.Esperado, Nota: req.Nota, Colores: req.Colores})
	})
}
