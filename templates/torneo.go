package templates

import (
	"time"

	"foliado/domain/tapete"
)

// Torneos lists the mus tournaments of an establecimiento and announces one.
type Torneos struct {
	Marco
	Torneos []TorneoBreve
	Manda   bool              // she announces them
	Forma   map[string]string // what was typed
}

func (Torneos) plantilla() string { return "torneos" }

// TorneoBreve is a mus tournament in a list.
type TorneoBreve struct {
	Numero    int64
	Nombre    string
	Anunciado time.Time
	Parejas   int
	Estado    string
}

// CabezaTorneo is what every page of a mus tournament says of it.
type CabezaTorneo struct {
	Numero    int64
	Nombre    string
	Estado    string
	Terminado bool
	Campeon   string // "" until proclaimed
	PDF       string // bracket and standings
}

// Torneo is a mus tournament at work: what comes next, its round in course, its pairs and draws.
type Torneo struct {
	Marco
	CabezaTorneo
	Puede      bool // she may do what comes next
	Hechos     []Hecho
	Inscribe   bool // nothing is drawn yet
	Compromete bool // the next draw wants its seed committed
	Sortea     bool // and now the draw itself
	Proclama   bool // one pair is left
	Pendientes int  // matches without a result
	Ronda      int  // the next
	Compromiso string
	Jueces     []Opcion
	EnCurso    *RondaTorneo
	Parejas    []ParejaTorneo
	Sustituye  []Opcion // players that may be replaced; none once it ended
	Sorteos    []RondaTorneo
	Rechazadas int
	Forma      map[string]string
}

func (Torneo) plantilla() string { return "torneo" }

// ParejaTorneo is a pair in the list of a tournament or in its standings.
type ParejaTorneo struct {
	Puesto, Numero                                 int
	Pareja, Estado                                 string
	Jugadas, Ganadas, AFavor, EnContra, Exenciones int
}

// RondaTorneo is a round with its draw and its matches.
type RondaTorneo struct {
	Base       string // path of its tournament
	Numero     int
	Sorteada   time.Time
	Comienza   time.Time
	Juez       string
	Compromiso string
	Semilla    string
	Exenta     string // "" none
	Partidas   []PartidaBreve
}

// PartidaBreve is a match of mus in a list.
type PartidaBreve struct {
	Ronda, Partida, Mesa int
	Hora                 time.Time
	Numeros              [2]int
	Parejas              [2]string
	Gana                 int    // 0 or 1; -1 nobody
	Resultado            string // "" while it goes on
	Primera              bool   // the first that waits for its result
	Avisos               []Aviso
}

// CuadroTorneo is the bracket of a mus tournament and its standings.
type CuadroTorneo struct {
	Marco
	CabezaTorneo
	Dibujo        tapete.Dibujo
	Rondas        []RondaTorneo
	Clasificacion []ParejaTorneo
}

func (CuadroTorneo) plantilla() string { return "cuadro_torneo" }

// PartidaTorneo is a match of mus: its acta and all that may be noted of it.
type PartidaTorneo struct {
	Marco
	CabezaTorneo
	PartidaBreve
	Hechos        []Hecho
	Puede         bool // she may, and the match is not fixed
	Fija          bool
	Descalificada bool // lost so: it has no acta
	Acta          string
	Firmas        []Opcion // pairs of the match
	Pierden       []Opcion
	Causas        []Opcion
	Sanciones     []Opcion
	Clases        []Opcion
	Jueces        []Opcion
	Propuestas    []Hecho // the sanction that follows for each pair
	Notas         []string
	Dialogo       int    // seconds of a pair to talk about the mus (art. 21)
	Respuesta     int    // seconds of a pair to answer a bet (art. 22)
	Abierta       string // form that was refused
	Forma         map[string]string
}

func (PartidaTorneo) plantilla() string { return "partida_torneo" }
