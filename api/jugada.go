package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/registers"
)

// Who records a jugada, and who reads it with what people said of it.
var (
	jugadaHace = []domain.Cargo{domain.JefeMesa, domain.InspectorMesa}
	jugadaVe   = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.FuncionarioInspector}
)

// rutasJugada are the routes about the jugadas of a table.
func (s *Servidor) rutasJugada() []ruta {
	const m = "/api/v1/establecimientos/:e/mesas/:m/jugadas"
	return []ruta{
		{metodo: "GET", camino: m, cargos: jugadaVe, hace: s.getJugadas, resumen: "Jugadas anotadas de una mesa, con su veredicto, de la última hacia atrás",
			consulta: []string{"cursor", "limite"}, estado: 200, respuesta: paginaJugadas{}},
		{metodo: "GET", camino: m + "/:n", cargos: jugadaVe, hace: s.getJugada, resumen: "Una jugada con su liquidación; con sufijo .pdf, el acta",
			pdf: true, estado: 200, respuesta: verJugada{}},
		s.rutaReclamacion(m),
		{metodo: "POST", camino: m, cargos: jugadaHace, hace: s.postJugada, idem: true, cuerpo: peticionJugada{}, estado: 201, respuesta: verJugada{},
			resumen: "Anota una jugada de una sesión abierta o ya cerrada, con lo pagado a cada apuesta; con reclamación, propone su acta (art. 38.3)"},
	}
}

// UnmarshalJSON keeps the facts as they come.
func (h *hechosJugada) UnmarshalJSON(b []byte) error { return (*json.RawMessage)(h).UnmarshalJSON(b) }

// MarshalJSON writes them so.
func (h hechosJugada) MarshalJSON() ([]byte, error) { return json.RawMessage(h).MarshalJSON() }

// peticionPago is what the table did with a bet, and whose it was: paid on top of the
// stake, and left or given back of the stake (absent: what was due).
type peticionPago struct {
	Pagado   domain.Importe  `json:"pagado" validate:"min=0"`
	Devuelto *domain.Importe `json:"devuelto,omitempty" validate:"omitempty,min=0"`
	Casilla  string          `json:"casilla,omitempty" validate:"max=4"`
	Jugador  string          `json:"jugador,omitempty" validate:"max=4"`
	Color    string          `json:"color,omitempty" validate:"max=20"`
}

// peticionReclamacion is a complaint: its sheet, and the recording to keep.
type peticionReclamacion struct {
	Hoja        string       `json:"hoja" validate:"required,max=40"`
	Reclamante  string       `json:"reclamante,omitempty" validate:"max=120"`
	Camara      string       `json:"camara,omitempty" validate:"max=40"`
	Desde       string       `json:"desde,omitempty" validate:"max=40"`
	Hasta       string       `json:"hasta,omitempty" validate:"max=40"`
	ConservarHa domain.Fecha `json:"conservar_hasta,omitempty" validate:"max=10"`
}

// peticionJugada is a jugada to put on record. Hechos are those of the schema of its game;
// Pagos says, bet by bet in the order of the settlement, what the table did.
type peticionJugada struct {
	Hechos             hechosJugada         `json:"hechos" validate:"required,max=65536"`
	Pagos              []peticionPago       `json:"pagos" validate:"required,max=200,dive"`
	Crupier            string               `json:"crupier,omitempty" validate:"max=32"`
	Reclamacion        *peticionReclamacion `json:"reclamacion,omitempty"`
	DeclaracionCrupier string               `json:"declaracion_crupier,omitempty" validate:"max=2000"`
	DeclaracionJugador string               `json:"declaracion_jugador,omitempty" validate:"max=2000"`
	cuando
}

// facts turns the request into facts, with what the engine makes of them where the house
// pays the juego de 7 so (criterio DAD-A), at a session of círculo opened so.
func (r *peticionJugada) facts(j domain.Juego, juego7 string, p motor.Partida) (registers.JugadaFacts, error) {
	f := registers.JugadaFacts{Crupier: r.Crupier, DeclaracionCrupier: r.DeclaracionCrupier, DeclaracionJugador: r.DeclaracionJugador}
	hechos, err := motor.WithJuego7(j, r.Hechos, juego7)
	if err != nil {
		return f, err
	}
	if hechos, err = motor.WithPartida(j, hechos, p); err != nil {
		return f, err
	}
	if f.Hechos, err = motor.Canonical(hechos); err != nil {
		return f, err
	}
	if f.Liquidacion, err = motor.Liquidar(j, hechos); err != nil {
		return f, err
	}
	for _, p := range r.Pagos {
		f.Pagos = append(f.Pagos, registers.PagoJugada{Postura: jugada.Postura{Casilla: p.Casilla, Jugador: p.Jugador, Color: p.Color},
			Pago: jugada.Pago{Pagado: p.Pagado, Devuelto: p.Devuelto}})
	}
	if r.Reclamacion != nil {
		f.Reclamante = r.Reclamacion.Reclamante
		f.Reclamacion, err = r.Reclamacion.facts("reclamacion.")
	}
	return f, err
}

// record puts a jugada on record at the session that went on at its hour.
func (s *Servidor) record(ctx context.Context, c echo.Context, req *peticionJugada, h registers.Hora, mesa int) (registers.JugadaAnotada, error) {
	ses, err := s.cfg.Casa.SesionAt(ctx, c.Param("e"), mesa, h.Hecho)
	if err != nil {
		return registers.JugadaAnotada{}, err
	}
	a, err := s.cfg.Casa.Autorizacion(ctx, c.Param("e"))
	if err != nil {
		return registers.JugadaAnotada{}, err
	}
	p, err := s.partidaOf(ctx, ses)
	if err != nil {
		return registers.JugadaAnotada{}, err
	}
	f, err := req.facts(ses.Juego, a.Parametros.PagoJuego7().String(), p)
	if err != nil {
		return registers.JugadaAnotada{}, err
	}
	return s.cfg.Casa.RecordJugada(ctx, autor(c), h, c.Param("e"), mesa, f)
}

// partidaOf is what a session of círculo was opened with, for its engine; nothing of others.
func (s *Servidor) partidaOf(ctx context.Context, ses registers.SesionMesa) (motor.Partida, error) {
	if !ses.Juego.Circulo() {
		return motor.Partida{}, nil
	}
	p, err := s.cfg.Casa.PartidaOf(ctx, ses)
	m := motor.Partida{Modalidad: p.Modalidad, Variante: string(p.Variante)}
	if p.Beneficio != nil {
		m.Centesimas = p.Beneficio.Centesimas
	}
	return m, err
}

// partidaNow is what the session of a table that is open now was opened with, nil of a table that
// is not of círculo or is not open.
func (s *Servidor) partidaNow(ctx context.Context, m registers.Mesa) (*motor.Partida, error) {
	if !m.Juego.Circulo() {
		return nil, nil
	}
	h, err := s.hora(cuando{})
	if err != nil {
		return nil, err
	}
	ses, err := s.cfg.Casa.SesionAt(ctx, m.Establecimiento, m.Numero, h.Hecho)
	if errors.Is(err, registers.ErrMesaCerrada) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := s.partidaOf(ctx, ses)
	return &p, err
}

func (s *Servidor) postJugada(c echo.Context) error {
	var req peticionJugada
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
	show := func(n int64) error {
		j, err := s.cfg.Casa.Jugada(c.Request().Context(), c.Param("e"), mesa, n)
		if err != nil {
			return err
		}
		return created(c, "/api/v1"+jugadaPath(&j), seeJugada(&j))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			done, err := s.record(ctx, c, &req, h, mesa)
			if err != nil {
				return err
			}
			return show(done.Numero)
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return show(n)
		},
	})
}

// jugadaPath is the address of a jugada, of its page and below /api/v1.
func jugadaPath(j *registers.Jugada) string {
	return paginaDe(j.Establecimiento.ID, "mesas", strconv.Itoa(j.Mesa), "jugadas", strconv.FormatInt(j.Numero, 10))
}

// verResumenJugada is a jugada in the list of its table.
type verResumenJugada struct {
	Jugada     int64            `json:"jugada"`
	Mesa       int              `json:"mesa"`
	Sesion     int64            `json:"sesion"` // folio of the libro de anticipos
	Jornada    domain.Fecha     `json:"jornada"`
	Juego      domain.Juego     `json:"juego"`
	Palabra    string           `json:"palabra"` // what the game calls it: bola, tirada, mano, talla
	Hecho      instante         `json:"hecho"`
	Anotacion  instante         `json:"anotacion"`
	Veredicto  jugada.Veredicto `json:"veredicto"`
	Articulo   string           `json:"articulo,omitempty"` // of a void one
	Apostado   domain.Importe   `json:"apostado"`
	Debido     domain.Importe   `json:"debido"`
	Pagado     domain.Importe   `json:"pagado"`
	Diferencia domain.Importe   `json:"diferencia"`
	Hoja       string           `json:"hoja,omitempty"`
	Camara     string           `json:"camara,omitempty"`
	Conservar  domain.Fecha     `json:"conservar_hasta,omitempty"`
	Acta       bool             `json:"acta"` // disputed, and its acta signed
}

func seeResumenJugada(r *registers.ResumenJugada) verResumenJugada {
	return verResumenJugada{r.Numero, r.Mesa, r.Sesion, r.Jornada, r.Juego, r.Juego.Jugada(), instante(r.Hecho), instante(r.Anotacion), r.Veredicto,
		r.Articulo, r.Apostado, r.Debido, r.Pagado, r.Diferencia, r.Hoja, r.Camara, r.Conservar, r.Acta}
}

type paginaJugadas struct {
	Jugadas []verResumenJugada `json:"jugadas"`
	Cursor  string             `json:"cursor,omitempty"`
}

// verLineaJugada is a bet with what was due and what was paid.
type verLineaJugada struct {
	Apuesta    string         `json:"apuesta"`
	Suerte     string         `json:"suerte"`
	Casilla    string         `json:"casilla,omitempty"`
	Jugador    string         `json:"jugador,omitempty"`
	Color      string         `json:"color,omitempty"`
	Resultado  string         `json:"resultado"`
	Apostado   domain.Importe `json:"apostado"`
	Debido     domain.Importe `json:"debido"` // on top of the stake
	Pagado     domain.Importe `json:"pagado"`
	Devuelto   domain.Importe `json:"devuelto"`   // due of the stake, with what stays pending
	Conservado domain.Importe `json:"conservado"` // what the player kept of it
	Diferencia domain.Importe `json:"diferencia"`
	Exacto     string         `json:"exacto,omitempty"`
	Articulo   string         `json:"articulo,omitempty"`
	Criterio   string         `json:"criterio,omitempty"`
}

// verJugada is a jugada whole. Personal values are there while the vault keeps them.
type verJugada struct {
	verResumenJugada
	Autor              string           `json:"autor"`
	Cargo              domain.Cargo     `json:"cargo"`
	Formulario         string           `json:"formulario,omitempty"`
	Crupier            string           `json:"crupier,omitempty"`
	Hechos             hechosJugada     `json:"hechos"`
	Criterio           string           `json:"criterio,omitempty"` // of a void one
	Lineas             []verLineaJugada `json:"lineas"`
	Articulos          []string         `json:"articulos"`
	Criterios          []string         `json:"criterios"`
	Avisos             []string         `json:"avisos,omitempty"` // provisions that the program warned of (MAQ-1)
	Desde              instante         `json:"desde"`            // of the recording to keep
	Hasta              instante         `json:"hasta"`
	Reclamante         string           `json:"reclamante,omitempty"`
	DeclaracionCrupier string           `json:"declaracion_crupier,omitempty"`
	DeclaracionJugador string           `json:"declaracion_jugador,omitempty"`
	Queja              *verEntrada      `json:"queja,omitempty"` // of a complaint that came later
	Acto               *verActo         `json:"acto,omitempty"`
	Cierre             *verEntrada      `json:"cierre,omitempty"`
	Posicion           int64            `json:"posicion"`
	Checkpoint         string           `json:"checkpoint"`
}

func seeJugada(j *registers.Jugada) verJugada {
	v := verJugada{verResumenJugada: seeResumenJugada(&j.ResumenJugada), Autor: j.Autor, Cargo: j.Cargo, Formulario: j.Formulario, Crupier: j.Crupier,
		Hechos: hechosJugada(j.Hechos), Criterio: j.Criterio, Lineas: make([]verLineaJugada, 0, len(j.Lineas)),
		Desde: instante(j.Desde), Hasta: instante(j.Hasta), Reclamante: j.Reclamante, DeclaracionCrupier: j.DeclaracionCrupier,
		DeclaracionJugador: j.DeclaracionJugador, Posicion: j.Posicion, Checkpoint: string(j.Checkpoint)}
	for _, l := range j.Lineas {
		v.Lineas = append(v.Lineas, verLineaJugada{l.Apuesta, l.Suerte, l.Casilla, l.Jugador, l.Color, l.Resultado, l.Apostado, l.Debido, l.Pagado,
			l.Devuelto, l.Conservado, l.Diferencia, l.Exacto, l.Articulo, l.Criterio})
	}
	v.Articulos, v.Criterios = j.Citas()
	v.Avisos = j.Avisos
	if j.Queja != nil {
		e := seeEntrada(j.Queja)
		v.Queja = &e
	}
	if j.Acto != nil {
		a := seeActo(j.Acto)
		v.Acto = &a
	}
	if j.Cierre != nil {
		e := seeEntrada(j.Cierre)
		v.Cierre = &e
	}
	return v
}

func (s *Servidor) getJugadas(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	below, limit, err := page(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Jugadas(c.Request().Context(), c.Param("e"), mesa, below, limit)
	if err != nil {
		return err
	}
	out := paginaJugadas{Jugadas: make([]verResumenJugada, 0, len(list))}
	for k := range list {
		out.Jugadas = append(out.Jugadas, seeResumenJugada(&list[k]))
	}
	if len(list) == limit && list[limit-1].Numero > 1 {
		out.Cursor = strconv.FormatInt(list[limit-1].Numero, 10)
	}
	return c.JSON(http.StatusOK, out)
}

// visibleJugada reads the jugada of a route, and whether its printed acta is asked for.
func (s *Servidor) visibleJugada(c echo.Context) (j registers.Jugada, pdf bool, err error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return j, false, err
	}
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return j, pdf, err
	}
	j, err = s.cfg.Casa.Jugada(c.Request().Context(), c.Param("e"), mesa, n)
	return j, pdf, err
}

// getJugada answers a jugada, or its PDF when the number ends in .pdf.
func (s *Servidor) getJugada(c echo.Context) error {
	j, pdf, err := s.visibleJugada(c)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfJugada(c, &j)
	}
	return c.JSON(http.StatusOK, seeJugada(&j))
}
