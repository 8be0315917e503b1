package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain/mus"
	"foliado/registers"
)

// rutasTorneo are the routes of the mus tournaments (arts. 38 to 61 of its rulebook).
func (s *Servidor) rutasTorneo() []ruta {
	const ts = "/api/v1/establecimientos/:e/torneos"
	const t = ts + "/:n"
	return []ruta{
		{metodo: "GET", camino: ts, cargos: salaVe, hace: s.getTorneos, resumen: "Torneos de mus del establecimiento, el último primero", estado: 200, respuesta: []verTorneo{}},
		{metodo: "POST", camino: ts, cargos: direccion, hace: s.postTorneo, resumen: "Anuncia un torneo de mus, con sus jueces, la duración de sus partidas y la cortesía (mus, arts. 40, 48, 56)", idem: true, cuerpo: peticionTorneoMus{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "GET", camino: t, cargos: salaVe, hace: s.getTorneo, resumen: "Un torneo de mus: parejas, rondas, partidas y clasificación; con sufijo .pdf, su cuadro", pdf: true, estado: 200, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/parejas", cargos: salaHace, hace: s.postPareja, resumen: "Inscribe una pareja, o anota que no se admite, sin motivo (mus, arts. 59, 61)", idem: true, cuerpo: peticionPareja{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/sustituciones", cargos: salaHace, hace: s.postSustitucion, resumen: "Autoriza a quien sustituye a un jugador (mus, art. 57)", idem: true, cuerpo: peticionSustitucion{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/compromisos", cargos: salaHace, hace: s.postCompromiso, resumen: "Compromete la semilla del sorteo siguiente, que se publica por su SHA-256 (mus, art. 53)", idem: true, cuerpo: peticionCompromiso{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/sorteos", cargos: salaHace, hace: s.postSorteoRonda, resumen: "Sortea en público la ronda siguiente ante un juez y muestra la semilla (mus, arts. 53, 54, 55)", idem: true, cuerpo: peticionSorteo{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/actas", cargos: salaHace, hace: s.postActaPartida, resumen: "Anota el acta de una partida o la corrige hasta el sorteo siguiente (mus, arts. 38, 41)", idem: true, cuerpo: peticionActaPartida{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/perdidas", cargos: salaHace, hace: s.postPerdida, resumen: "Da una partida por perdida: incomparecencia o duración (mus, arts. 40, 56)", idem: true, cuerpo: peticionPerdida{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/infracciones", cargos: salaHace, hace: s.postInfraccion, resumen: "Anota una infracción con su sanción y el juez que la decide (mus, arts. 50, 51, 52, 60)", idem: true, cuerpo: peticionInfraccion{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/incidencias", cargos: salaHace, hace: s.postIncidenciaTorneo, resumen: "Anota una decisión de los jueces u otra incidencia de una partida (mus, arts. 1, 2, 6, 39, 48, 58)", idem: true, cuerpo: peticionIncidenciaTorneo{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "POST", camino: t + "/campeones", cargos: salaHace, hace: s.postCampeon, resumen: "Proclama campeona a la pareja que queda; las actas ya no cambian (mus, art. 41)", idem: true, cuerpo: peticionCampeon{}, estado: 201, respuesta: verTorneo{}},
		{metodo: "GET", camino: t + "/rondas/:r/partidas/:k/impreso", cargos: salaVe, hace: s.getActaPartida, resumen: "Acta de una partida, en PDF, para la firma de la pareja que pierde (mus, art. 38)", pdf: true, estado: 200},
	}
}

type verPareja struct {
	Numero        int      `json:"numero"`
	Jugadores     []string `json:"jugadores"` // "" once erased
	Jugadas       int      `json:"jugadas"`
	Ganadas       int      `json:"ganadas"`
	Derrotas      int      `json:"derrotas"`
	Exenciones    int      `json:"exenciones"`
	JuegosFavor   int      `json:"juegos_favor"`
	JuegosContra  int      `json:"juegos_contra"`
	Descalificada bool     `json:"descalificada"`
	EnJuego       bool     `json:"en_juego"`
}

type verInfraccion struct {
	Pareja  int      `json:"pareja"`
	Sancion string   `json:"sancion"`
	Juez    int      `json:"juez"`
	Motivo  string   `json:"motivo"`
	Hora    instante `json:"hora"`
}

type verPartidaTorneo struct {
	Partida      int             `json:"partida"`
	Mesa         int             `json:"mesa"`
	Hora         instante        `json:"hora"`
	Parejas      []int           `json:"parejas"`
	Juegos       string          `json:"juegos"`
	Resultado    []int           `json:"resultado"`
	Gana         int             `json:"gana"` // 0 none
	Pierden      []int           `json:"pierden"`
	Causa        string          `json:"causa"`
	Firma        int             `json:"firma"`
	Infracciones []verInfraccion `json:"infracciones"`
	Propuestas   []string        `json:"propuestas"` // the sanction that follows for each pair
}

type verRondaTorneo struct {
	Ronda      int                `json:"ronda"`
	Sorteada   instante           `json:"sorteada"`
	Compromiso string             `json:"compromiso"`
	Semilla    string             `json:"semilla"`
	Juez       int                `json:"juez"`
	Comienza   instante           `json:"comienza"`
	Exenta     int                `json:"exenta"` // 0 none
	Partidas   []verPartidaTorneo `json:"partidas"`
}

type verIncidenciaTorneo struct {
	Clase   string   `json:"clase"`
	Ronda   int      `json:"ronda"`
	Partida int      `json:"partida"`
	Juez    int      `json:"juez"`
	Nota    string   `json:"nota"`
	Hora    instante `json:"hora"`
}

type verTorneo struct {
	Torneo        int64                 `json:"torneo"`
	Nombre        string                `json:"nombre"`
	Anunciado     instante              `json:"anunciado"`
	Derrotas      int                   `json:"derrotas"`
	Mesas         int                   `json:"mesas"`
	DuracionMin   int                   `json:"duracion_min"`
	CortesiaMin   int                   `json:"cortesia_min"`
	Jueces        []string              `json:"jueces"`
	Rechazadas    int                   `json:"rechazadas"`
	Compromiso    string                `json:"compromiso"` // of the next draw
	Campeon       int                   `json:"campeon"`    // 0 until proclaimed
	Clasificacion []verPareja           `json:"clasificacion"`
	Rondas        []verRondaTorneo      `json:"rondas"`
	Incidencias   []verIncidenciaTorneo `json:"incidencias"`
}

func seeTorneo(t *registers.Torneo) verTorneo {
	v := verTorneo{Torneo: t.Numero, Nombre: t.Nombre, Anunciado: instante(t.Anunciado), Derrotas: t.Derrotas, Mesas: t.Mesas, DuracionMin: int(t.Duracion / time.Minute),
		CortesiaMin: int(t.Cortesia / time.Minute), Jueces: append([]string{}, t.Jueces...), Rechazadas: t.Rechazadas, Compromiso: t.Compromiso, Campeon: t.Campeon,
		Clasificacion: []verPareja{}, Rondas: []verRondaTorneo{}, Incidencias: []verIncidenciaTorneo{}}
	for _, p := range t.Clasificacion() {
		v.Clasificacion = append(v.Clasificacion, verPareja{p.Numero, p.Jugadores[:], p.Jugadas, p.Ganadas, p.Derrotas, p.Exenciones, p.AFavor, p.EnContra, p.Descalificada, !p.Fuera})
	}
	for _, r := range t.Rondas {
		x := verRondaTorneo{r.Numero, instante(r.Sorteada), r.Compromiso, r.Semilla, r.Juez, instante(r.Comienza), r.Exenta, []verPartidaTorneo{}}
		for k := range r.Partidas {
			x.Partidas = append(x.Partidas, seePartidaTorneo(&r.Partidas[k]))
		}
		v.Rondas = append(v.Rondas, x)
	}
	for _, i := range t.Incidencias {
		v.Incidencias = append(v.Incidencias, verIncidenciaTorneo{string(i.Clase), i.Ronda, i.Partida, i.Juez, i.Nota, instante(i.Hora)})
	}
	return v
}

func seePartidaTorneo(p *registers.PartidaTorneo) verPartidaTorneo {
	m := p.Marcador()
	v := verPartidaTorneo{Partida: p.Numero, Mesa: p.Mesa, Hora: instante(p.Hora), Parejas: p.Parejas[:], Juegos: p.Juegos, Resultado: m[:], Gana: p.Gana(),
		Pierden: append([]int{}, p.Pierden...), Causa: p.Causa, Firma: p.Firma, Infracciones: []verInfraccion{},
		Propuestas: []string{string(p.Propuesta(p.Parejas[0])), string(p.Propuesta(p.Parejas[1]))}}
	for _, i := range p.Infracciones {
		v.Infracciones = append(v.Infracciones, verInfraccion{i.Pareja, string(i.Sancion), i.Juez, i.Motivo, instante(i.Hora)})
	}
	return v
}

func (s *Servidor) getTorneos(c echo.Context) error {
	ts, err := s.cfg.Casa.Torneos(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	v := make([]verTorneo, 0, len(ts))
	for _, t := range ts {
		v = append(v, seeTorneo(t))
	}
	return c.JSON(http.StatusOK, v)
}

func (s *Servidor) getTorneo(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	t, err := s.cfg.Casa.Torneo(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfCuadro(c, t)
	}
	return c.JSON(http.StatusOK, seeTorneo(t))
}

// answerTorneo answers with a tournament that somebody has just added to.
func (s *Servidor) answerTorneo(c echo.Context, n int64) error {
	t, err := s.cfg.Casa.Torneo(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/torneos/"+strconv.FormatInt(n, 10), seeTorneo(t))
}

type peticionTorneoMus struct {
	Nombre      string   `json:"nombre" validate:"required,max=120"`
	Derrotas    int      `json:"derrotas" validate:"min=1,max=2"` // that put a pair out
	Mesas       int      `json:"mesas" validate:"min=1,max=200"`
	DuracionMin int      `json:"duracion_min" validate:"min=0,max=1440"`
	CortesiaMin int      `json:"cortesia_min" validate:"min=0,max=240"`
	Jueces      []string `json:"jueces" validate:"max=20,dive,max=120"`
	cuando
}

func (s *Servidor) postTorneo(c echo.Context) error {
	var req peticionTorneoMus
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			n, err := s.cfg.Casa.CreateTorneo(ctx, autor(c), h, c.Param("e"), registers.TorneoMusFacts{Nombre: req.Nombre, Derrotas: req.Derrotas, Mesas: req.Mesas,
				Duracion: time.Duration(req.DuracionMin) * time.Minute, Cortesia: time.Duration(req.CortesiaMin) * time.Minute, Jueces: req.Jueces})
			if err != nil {
				return err
			}
			return s.answerTorneo(c, n)
		},
		replay: func(_ int, ref string) error {
			n, err := parseNumero(ref)
			if err != nil {
				return err
			}
			return s.answerTorneo(c, n)
		},
	})
}

// onTorneoMus does something to a tournament and answers with it.
func (s *Servidor) onTorneoMus(c echo.Context, w cuando, do func(ctx context.Context, h registers.Hora, e string, n int64) error) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := do(ctx, h, c.Param("e"), n); err != nil {
				return err
			}
			return s.answerTorneo(c, n)
		},
		replay: func(int, string) error { return s.answerTorneo(c, n) },
	})
}

type peticionPareja struct {
	Jugadores []string `json:"jugadores" validate:"required,len=2,dive,max=120"`
	Acepta    bool     `json:"acepta,omitempty"`    // the rules and the signs
	Rechazada bool     `json:"rechazada,omitempty"` // the organisation does not take it
	cuando
}

func (s *Servidor) postPareja(c echo.Context) error {
	var req peticionPareja
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.EnrolPareja(ctx, autor(c), h, e, n, [2]string(req.Jugadores), req.Acepta, req.Rechazada)
	})
}

type peticionSustitucion struct {
	Pareja    int    `json:"pareja" validate:"required"`
	Jugador   int    `json:"jugador" validate:"min=1,max=2"`
	Sustituto string `json:"sustituto" validate:"required,max=120"`
	cuando
}

func (s *Servidor) postSustitucion(c echo.Context) error {
	var req peticionSustitucion
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.ReplaceJugador(ctx, autor(c), h, e, n, req.Pareja, req.Jugador, req.Sustituto)
	})
}

// peticionCompromiso has nothing but its hour.
type peticionCompromiso struct{ cuando }

func (s *Servidor) postCompromiso(c echo.Context) error {
	var req peticionCompromiso
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.CommitSorteo(ctx, autor(c), h, e, n)
	})
}

type peticionSorteo struct {
	Juez     int    `json:"juez" validate:"min=0"`
	Comienza string `json:"comienza" validate:"required,max=40"`
	cuando
}

func (s *Servidor) postSorteoRonda(c echo.Context) error {
	var req peticionSorteo
	if err := bind(c, &req); err != nil {
		return err
	}
	begins, err := time.Parse(time.RFC3339Nano, req.Comienza)
	if err != nil {
		return &errForma{map[string]string{"comienza": "la hora se escribe en ISO 8601 con su desfase"}}
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.DrawRonda(ctx, autor(c), h, e, n, req.Juez, begins)
	})
}

type peticionActaPartida struct {
	Ronda      int    `json:"ronda" validate:"required"`
	Partida    int    `json:"partida" validate:"required"`
	Juegos     string `json:"juegos" validate:"required,max=20"` // "ABAAA"
	Firma      int    `json:"firma" validate:"min=0"`            // pair that signed by hand
	Comprobada bool   `json:"comprobada,omitempty"`
	cuando
}

func (s *Servidor) postActaPartida(c echo.Context) error {
	var req peticionActaPartida
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.RecordActa(ctx, autor(c), h, e, n, registers.ActaFacts{Ronda: req.Ronda, Partida: req.Partida, Juegos: req.Juegos, Firma: req.Firma, Comprobada: req.Comprobada})
	})
}

type peticionPerdida struct {
	Ronda   int    `json:"ronda" validate:"required"`
	Partida int    `json:"partida" validate:"required"`
	Causa   string `json:"causa" validate:"required,max=24"` // incomparecencia, duracion
	Pierden []int  `json:"pierden" validate:"required,max=2"`
	Juez    int    `json:"juez" validate:"min=0"`
	cuando
}

func (s *Servidor) postPerdida(c echo.Context) error {
	var req peticionPerdida
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.LosePartida(ctx, autor(c), h, e, n, req.Ronda, req.Partida, req.Causa, req.Pierden, req.Juez)
	})
}

type peticionInfraccion struct {
	Ronda   int    `json:"ronda" validate:"required"`
	Partida int    `json:"partida" validate:"required"`
	Pareja  int    `json:"pareja" validate:"required"`
	Sancion string `json:"sancion,omitempty" validate:"max=24"` // "" the one that follows
	Juez    int    `json:"juez" validate:"min=0"`
	Motivo  string `json:"motivo" validate:"required,max=500"`
	cuando
}

func (s *Servidor) postInfraccion(c echo.Context) error {
	var req peticionInfraccion
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.RecordInfraccion(ctx, autor(c), h, e, n, registers.InfraccionFacts{Ronda: req.Ronda, Partida: req.Partida, Pareja: req.Pareja,
			Sancion: mus.Sancion(req.Sancion), Juez: req.Juez, Motivo: req.Motivo})
	})
}

type peticionIncidenciaTorneo struct {
	Ronda   int    `json:"ronda" validate:"required"`
	Partida int    `json:"partida" validate:"required"`
	Clase   string `json:"clase" validate:"required,max=24"`
	Juez    int    `json:"juez,omitempty" validate:"min=0"`
	Nota    string `json:"nota,omitempty" validate:"max=500"`
	cuando
}

func (s *Servidor) postIncidenciaTorneo(c echo.Context) error {
	var req peticionIncidenciaTorneo
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.RecordIncidencia(ctx, autor(c), h, e, n, registers.IncidenciaTorneo{Clase: registers.ClaseIncidencia(req.Clase), Ronda: req.Ronda, Partida: req.Partida,
			Juez: req.Juez, Nota: req.Nota})
	})
}

type peticionCampeon struct {
	Juez int `json:"juez" validate:"min=0"`
	cuando
}

func (s *Servidor) postCampeon(c echo.Context) error {
	var req peticionCampeon
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.onTorneoMus(c, req.cuando, func(ctx context.Context, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.ProclaimCampeon(ctx, autor(c), h, e, n, req.Juez)
	})
}
