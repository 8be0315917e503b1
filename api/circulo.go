package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/poquer"
	"foliado/registers"
)

// rutasCirculo are the routes about tables of círculo: what their box and their beneficio are,
// how they open, whose the bank is, and the count of their pozo (arts. 32.3, 41, 86, 113.3).
func (s *Servidor) rutasCirculo() []ruta {
	const e = "/api/v1/establecimientos/:e"
	const m = e + "/mesas/:m"
	return []ruta{
		{metodo: "GET", camino: e + "/dotacion-cambista", cargos: salaVe, hace: s.getDotacionCambista, resumen: "Suma de la caja del cambista en la temporada (art. 32.3)", estado: 200, respuesta: verDotacionCambista{}},
		{metodo: "POST", camino: e + "/dotacion-cambista", cargos: direccion, hace: s.postDotacionCambista, resumen: "Fija la suma de la caja del cambista para la temporada (art. 32.3)", idem: true, cuerpo: peticionDotacionCambista{}, estado: 201, respuesta: verDotacionCambista{}},
		{metodo: "POST", camino: m + "/beneficio", cargos: salaHace, hace: s.postBeneficio, resumen: "Anota cómo se ha anunciado el beneficio de una mesa de póquer de círculo, antes de la partida (art. 113.3)", idem: true, cuerpo: peticionBeneficio{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/partidas", cargos: salaHace, hace: s.postPartida, resumen: "Abre una mesa de círculo, a juicio de la dirección (arts. 29.4, 41.2)", idem: true, cuerpo: peticionPartida{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/bancas", cargos: salaHace, hace: s.postBanca, resumen: "Anota a quién se adjudica la banca de una mesa de dos paños, con su depósito (art. 86)", idem: true, cuerpo: peticionBanca{}, estado: 201, respuesta: verMesa{}},
		{metodo: "POST", camino: m + "/pozos", cargos: salaHace, hace: s.postPozo, resumen: "Propone el recuento del pozo, con tres firmas, y con él acaba la partida (arts. 41.3, 41.4)", idem: true, cuerpo: peticionPozo{}, estado: 201, respuesta: respuestaActo{}},
	}
}

type verDotacionCambista struct {
	Importe   domain.Importe `json:"importe"` // 0 while nobody has fixed it
	Temporada string         `json:"temporada"`
	Hora      instante       `json:"hora"`
}

func (s *Servidor) getDotacionCambista(c echo.Context) error {
	d, err := s.cfg.Casa.DotacionCambista(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, verDotacionCambista{d.Importe, d.Temporada, instante(d.Hora)})
}

type peticionDotacionCambista struct {
	Importe   domain.Importe `json:"importe" validate:"required"`
	Temporada string         `json:"temporada" validate:"required,max=40"`
	cuando
}

func (s *Servidor) postDotacionCambista(c echo.Context) error {
	var req peticionDotacionCambista
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	show := func() error {
		d, err := s.cfg.Casa.DotacionCambista(c.Request().Context(), c.Param("e"))
		if err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderLocation, c.Request().URL.Path)
		return c.JSON(http.StatusCreated, verDotacionCambista{d.Importe, d.Temporada, instante(d.Hora)})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			err := s.cfg.Casa.FixDotacionCambista(ctx, autor(c), h, c.Param("e"), registers.DotacionCambista{Importe: req.Importe, Temporada: req.Temporada})
			if err != nil {
				return err
			}
			return show()
		},
		replay: func(int, string) error { return show() },
	})
}

// peticionBeneficio: by hand, so many hundredths of one per cent; by session, so much per cent
// of the maximum of the table, or of the resto.
type peticionBeneficio struct {
	Opcion     string         `json:"opcion" validate:"required,max=16"`
	Centesimas int64          `json:"centesimas,omitempty" validate:"min=0,max=10000"`
	PorCiento  int64          `json:"por_ciento,omitempty" validate:"min=0,max=100"`
	Base       domain.Importe `json:"base,omitempty" validate:"min=0"`
	cuando
}

func (s *Servidor) postBeneficio(c echo.Context) error {
	var req peticionBeneficio
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.AnnounceBeneficio(ctx, autor(c), h, c.Param("e"), mesa,
			registers.Beneficio{Opcion: poquer.Opcion(req.Opcion), Centesimas: req.Centesimas, PorCiento: req.PorCiento, Base: req.Base})
	})
}

// peticionBanca is a bank as it is awarded.
type peticionBanca struct {
	Banquero string           `json:"banquero" validate:"required,max=120"`
	Importe  domain.Importe   `json:"importe" validate:"required"`
	Deposito domain.Importe   `json:"deposito" validate:"min=0"`
	Forma    string           `json:"forma" validate:"required,max=24"` // efectivo, cheque_bancario, entidad_admitida
	Validada bool             `json:"validada,omitempty"`
	PorDias  bool             `json:"por_dias,omitempty"`
	Salta    bool             `json:"salta,omitempty"`
	Pujas    []domain.Importe `json:"pujas,omitempty" validate:"max=50"`
	cuando
}

func (p peticionBanca) facts() registers.Banca {
	return registers.Banca{Banquero: p.Banquero, Importe: p.Importe, Deposito: p.Deposito, Forma: p.Forma, Validada: p.Validada,
		PorDias: p.PorDias, Salta: p.Salta, Pujas: p.Pujas}
}

// peticionPartida opens a table of círculo. Staff are named by the id of their persona.
type peticionPartida struct {
	ApuestaMinima domain.Importe `json:"apuesta_minima" validate:"required"`
	Modalidad     string         `json:"modalidad" validate:"required,max=24"`
	Maximo        domain.Importe `json:"maximo,omitempty" validate:"min=0"`
	MaximoBanca   domain.Importe `json:"maximo_banca,omitempty" validate:"min=0"`
	Ante          domain.Importe `json:"ante,omitempty" validate:"min=0"`
	Variante      string         `json:"variante,omitempty" validate:"max=24"`
	Jugadores     []int          `json:"jugadores" validate:"required,max=2,dive,min=0,max=999"`
	Responsable   string         `json:"responsable" validate:"max=32"`
	Crupieres     []string       `json:"crupieres" validate:"max=20,dive,max=32"`
	Cambista      string         `json:"cambista,omitempty" validate:"max=32"`
	Auxiliares    int            `json:"auxiliares,omitempty" validate:"min=0,max=99"`
	Cena          bool           `json:"cena,omitempty"`
	Banca         *peticionBanca `json:"banca,omitempty"`
	cuando
}

func (p *peticionPartida) facts() registers.AperturaCirculoFacts {
	f := registers.AperturaCirculoFacts{
		PersonalCirculo: registers.PersonalCirculo{Responsable: p.Responsable, Crupieres: p.Crupieres, Cambista: p.Cambista, Auxiliares: p.Auxiliares},
		ApuestaMinima:   p.ApuestaMinima, Modalidad: p.Modalidad, Maximo: p.Maximo, MaximoBanca: p.MaximoBanca, Ante: p.Ante,
		Variante: poquer.Nombre(p.Variante), Jugadores: p.Jugadores, Cena: p.Cena}
	if p.Banca != nil {
		b := p.Banca.facts()
		f.Banca = &b
	}
	return f
}

func (s *Servidor) postPartida(c echo.Context) error {
	var req peticionPartida
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.OpenCirculo(ctx, autor(c), h, c.Param("e"), mesa, req.facts())
	})
}

func (s *Servidor) postBanca(c echo.Context) error {
	var req peticionBanca
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onMesa(c, req.cuando, http.StatusCreated, func(ctx context.Context, h registers.Hora, mesa int) ([]registers.Aviso, error) {
		return nil, s.cfg.Casa.AwardBanca(ctx, autor(c), h, c.Param("e"), mesa, req.facts())
	})
}

// peticionPozo is the count of a pozo, with what the croupier called and what the box of the
// cambista holds.
type peticionPozo struct {
	Pozo      domain.Piezas  `json:"pozo" validate:"max=100"`
	Cantado   domain.Importe `json:"cantado" validate:"min=0"`
	Crupieres []string       `json:"crupieres,omitempty" validate:"max=20,dive,max=32"`
	Cambista  string         `json:"cambista,omitempty" validate:"max=32"`
	Fichas    domain.Piezas  `json:"fichas,omitempty" validate:"max=100"`
	Dinero    domain.Piezas  `json:"dinero,omitempty" validate:"max=100"`
	Nota      string         `json:"nota,omitempty" validate:"max=500"`
	Motivo    string         `json:"motivo,omitempty" validate:"max=500"`
	cuando
}

func (p *peticionPozo) facts() registers.PozoFacts {
	return registers.PozoFacts{Pozo: p.Pozo, Cantado: p.Cantado, Crupieres: p.Crupieres, Cambista: p.Cambista, Fichas: p.Fichas, Dinero: p.Dinero,
		Nota: p.Nota, Motivo: p.Motivo}
}

func (s *Servidor) postPozo(c echo.Context) error {
	var req peticionPozo
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.propone(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
		return s.cfg.Casa.ProposePozo(ctx, autor(c), h, c.Param("e"), mesa, req.facts())
	})
}

// verEmpleado is somebody of the house whom a folio names.
type verEmpleado struct {
	Persona string `json:"persona"`
	Nombre  string `json:"nombre"`
}

type verTramo struct {
	Desde instante `json:"desde"`
	Hasta instante `json:"hasta"`
}

type verBancaFolio struct {
	verEntrada
	Talla    int            `json:"talla"`
	Banquero string         `json:"banquero"`
	Importe  domain.Importe `json:"importe"`
	Deposito domain.Importe `json:"deposito"`
	Forma    string         `json:"forma"`
}

type verPozo struct {
	verEntrada
	Pozo       domain.Piezas   `json:"pozo"`
	Importe    domain.Importe  `json:"importe"`
	Dotacion   *domain.Importe `json:"dotacion,omitempty"` // of the cambista's box, where there was one
	Fichas     domain.Piezas   `json:"fichas,omitempty"`
	Dinero     domain.Piezas   `json:"dinero,omitempty"`
	Diferencia domain.Importe  `json:"diferencia"`
	Nota       string          `json:"nota,omitempty"`
	Motivo     string          `json:"motivo,omitempty"`
}

// verBeneficios is what a folio of a libro de beneficios has besides (art. 41.2).
type verBeneficios struct {
	Modalidad      string          `json:"modalidad"`
	Variante       string          `json:"variante,omitempty"`
	Beneficio      string          `json:"beneficio"`
	Jugadores      string          `json:"jugadores"`
	Apertura       verEntrada      `json:"apertura"`
	Responsable    verEmpleado     `json:"responsable"`
	Crupieres      []verEmpleado   `json:"crupieres"`
	Cambista       *verEmpleado    `json:"cambista"`
	Interrupciones []verTramo      `json:"interrupciones"`
	Bancas         []verBancaFolio `json:"bancas"`
	Pozo           *verPozo        `json:"pozo"`
}

func seeBeneficios(b *registers.FolioBeneficios) *verBeneficios {
	v := &verBeneficios{Modalidad: b.Modalidad, Variante: b.Variante, Beneficio: beneficioEnPalabras(b), Jugadores: b.Jugadores,
		Apertura: seeEntrada(&b.Apertura), Responsable: verEmpleado(b.Responsable), Crupieres: []verEmpleado{}, Interrupciones: []verTramo{}, Bancas: []verBancaFolio{}}
	for _, p := range b.Crupieres {
		v.Crupieres = append(v.Crupieres, verEmpleado(p))
	}
	if b.Cambista != nil {
		x := verEmpleado(*b.Cambista)
		v.Cambista = &x
	}
	for _, i := range b.Interrupcion {
		v.Interrupciones = append(v.Interrupciones, verTramo{instante(i.Desde), instante(i.Hasta)})
	}
	for k := range b.Bancas {
		x := &b.Bancas[k]
		v.Bancas = append(v.Bancas, verBancaFolio{seeEntrada(&x.EntradaFolio), x.Talla, x.Banquero, x.Importe, x.Deposito, x.Forma})
	}
	if p := b.Pozo; p != nil {
		v.Pozo = &verPozo{verEntrada: seeEntrada(&p.EntradaFolio), Pozo: p.Pozo, Importe: p.Importe, Diferencia: p.Diferencia, Nota: p.Nota, Motivo: p.Motivo}
		if p.Cambista {
			v.Pozo.Dotacion, v.Pozo.Fichas, v.Pozo.Dinero = &p.Dotacion, p.Fichas, p.Dinero
		}
	}
	return v
}

// beneficioEnPalabras says what the house takes at a table of círculo (arts. 74.5, 88.4, 113.3).
func beneficioEnPalabras(b *registers.FolioBeneficios) string {
	switch {
	case b.Beneficio != nil:
		return capital(b.Beneficio.String()) + " (art. 113.3)."
	case b.Juego == domain.BacaraChemin:
		return "El 5 % de lo que gana el banquero en cada jugada (art. 74.5)."
	case b.Modalidad == "libre":
		return "El 1,25 % de lo que gana el banquero en cada jugada (art. 88.4)."
	}
	return "El 2 % de lo que gana el banquero en cada jugada (art. 88.4)."
}

// modalidades names the modalities of the tables of círculo.
var modalidades = map[string]string{
	string(poquer.SplitLimit):    "split limit",
	string(poquer.BoteConLimite): "bote con límite",
	string(poquer.BoteSinLimite): "bote sin límite",
	"cuadro":                     "partida por el cuadro",
	"limitada":                   "banca limitada",
	"libre":                      "banca libre",
}

// variantes names the variants of the póquer de círculo.
var variantes = map[string]string{
	string(poquer.Cubierto52): "cubierto de cinco cartas, con 52",
	string(poquer.Cubierto32): "cubierto de cinco cartas, con 32",
	string(poquer.SevenStud):  "seven stud",
	string(poquer.Omaha):      "omaha",
	string(poquer.Holdem):     "hold'em",
	string(poquer.FiveStud):   "five stud",
	string(poquer.Sintetico):  "sintético",
}

// modalidadEnPalabras names how a table of círculo plays.
func modalidadEnPalabras(j domain.Juego, modalidad, variante string) string {
	name := modalidades[modalidad]
	if j == domain.BacaraChemin && modalidad == "libre" {
		name = "partida libre"
	}
	if v := variantes[variante]; v != "" {
		name = v + ", " + name
	}
	return name
}

// jugadoresEnPalabras writes "4", or "2 y 3" by cloth.
func jugadoresEnPalabras(s string) string {
	ns := []int64{}
	for _, part := range strings.Fields(s) {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return s
		}
		ns = append(ns, n)
	}
	return listNumeros(ns)
}
