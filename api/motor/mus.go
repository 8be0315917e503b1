package motor

import (
	"encoding/json"
	"strings"

	"foliado/domain/mus"
)

// operacionesMus is the dispatch table of the operations on the mus.
var operacionesMus = map[string]operacion{
	"mano":           takes(musMano),
	"lances":         takes(musLances),
	"senas":          takes(musSenas),
	"sena_permitida": takes(musSenaPermitida),
	"guino":          takes(musGuino),
	"envites":        takes(musEnvites),
	"tanteo":         takes(musTanteo),
	"partida":        takes(musPartida),
	"fichas":         takes(musFichas),

	"corte_valido":                   takes(musCorte),
	"orden_reparto":                  takes(musOrdenReparto),
	"orden_descarte":                 takes(musOrdenDescarte),
	"error_numero_cartas":            takes(musErrorNumero),
	"error_tras_grande":              takes(musTrasGrande),
	"mano_repetida":                  takes(musManoRepetida),
	"mano_siguiente":                 takes(musManoSiguiente),
	"mus_visto":                      takes(musVisto),
	"hay_mus":                        takes(musHayMus),
	"cierra_por_los_dos":             takes(musCierra),
	"tiempo_de_respuesta":            takes(musTiempo),
	"envites_simultaneos":            takes(musSimultaneos),
	"ensena_cartas_ante_ordago":      takes(musEnsena),
	"infraccion_de_palabra":          takes(musInfraccion),
	"declaracion_valida":             takes(musDeclaracionValida),
	"querer_de_postre":               takes(musQuererDePostre),
	"infraccion_ordago_pares":        takes(musOrdagoPares),
	"error_declaracion":              takes(musErrorDeclaracion),
	"punto_tras_error":               takes(musPuntoTrasError),
	"juego_si_sin_llevarlo":          takes(musJuegoFalso),
	"pares_mal_cantados":             takes(musParesMal),
	"valor_sin_la_jugada_no_cantada": takes(musValorSin),
}

// erroresMus are the words of what the text forbids.
var erroresMus = []codigo{
	{mus.ErrCarta, "carta_no_valida"},
	{mus.ErrRepetida, "carta_repetida"},
	{mus.ErrNumCartas, "numero_de_cartas"},
	{mus.ErrJugador, "jugador_desconocido"},
	{mus.ErrPareja, "pareja_desconocida"},
	{mus.ErrLance, "lance_desconocido"},
	{mus.ErrAccion, "accion_desconocida"},
	{mus.ErrVoz, "accion_no_permitida"},
	{mus.ErrTurno, "no_es_su_turno"},
	{mus.ErrTantos, "tantos_no_validos"},
	{mus.ErrSinCerrar, "envite_sin_cerrar"},
	{mus.ErrNoSeEnvida, "lance_que_no_se_envida"},
	{mus.ErrMarcador, "marcador_no_valido"},
	{mus.ErrSena, "sena_desconocida"},
	{mus.ErrForma, "forma_desconocida"},
	{mus.ErrDadas, "dadas_desconocidas"},
	{mus.ErrQuien, "descubierta_por_desconocido"},
	{mus.ErrFalta, "sin_error"},
	{mus.ErrCantado, "sin_regla"},
	{mus.ErrGanaCartas, "falta_gana_cartas"},
}

// jugadaMus are the four hands of a deal as the schema writes them.
type jugadaMus struct {
	Manos [mus.NumJugadores][]string `json:"manos"`
	Mano  mus.Jugador                `json:"mano"`
}

func (e jugadaMus) read() (mus.Jugada, error) {
	var manos [mus.NumJugadores]mus.Mano
	for k, textos := range e.Manos {
		var err error
		if manos[k], err = mus.ParseMano(textos); err != nil {
			return mus.Jugada{}, err
		}
	}
	return mus.NewJugada(manos, e.Mano)
}

// cartasMus is the hand of one player.
type cartasMus struct {
	Cartas []string `json:"cartas"`
}

// letras writes ranks together: "RR11".
func letras(rangos []mus.Rango) string {
	var b strings.Builder
	for _, r := range rangos {
		b.WriteString(r.String())
	}
	return b.String()
}

func textosRango(rangos []mus.Rango) []string {
	textos := make([]string, len(rangos))
	for k, r := range rangos {
		textos[k] = r.String()
	}
	return textos
}

// paresMus and juegoMus are what a hand has for those lances.
type paresMus struct {
	Tipo   string   `json:"tipo"`
	Rangos []string `json:"rangos"`
	Tantos int      `json:"tantos"`
}

type juegoMus struct {
	Hay    bool `json:"hay"`
	Tantos int  `json:"tantos"`
}

func musMano(e cartasMus) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	p := m.Pares()
	return struct {
		Grande string   `json:"grande"`
		Chica  string   `json:"chica"`
		Suma   int      `json:"suma"`
		Pares  paresMus `json:"pares"`
		Juego  juegoMus `json:"juego"`
	}{letras(m.Grande()), letras(m.Chica()), m.Suma(), paresMus{p.Tipo.String(), textosRango(p.Rangos()), p.Tantos()},
		juegoMus{m.TieneJuego(), m.TantosJuego()}}, nil
}

type lancesMus struct {
	jugadaMus
	Anuladas []mus.Jugador `json:"cartas_anuladas"`
}

func musLances(e lancesMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	for _, k := range e.Anuladas {
		if err := mus.CheckJugador(k); err != nil {
			return nil, err
		}
	}
	j = j.Anula(e.Anuladas...)
	answer := map[string]any{
		"con_pares": asientos(j.Llevan(mus.Pares)), "con_juego": asientos(j.Llevan(mus.Juego)),
		"se_envida_pares": j.SeEnvida(mus.Pares), "se_envida_juego": j.SeEnvida(mus.Juego),
	}
	for _, l := range mus.Lances() {
		answer[string(l)] = nil
		if gana, ok := j.Gana(l); ok {
			answer[string(l)] = gana
		}
	}
	return answer, nil
}

// asientos writes places as numbers: a list of Jugador would be a text in base64.
func asientos(jugadores []mus.Jugador) []int {
	lista := make([]int, len(jugadores))
	for k, j := range jugadores {
		lista[k] = int(j)
	}
	return lista
}

func musSenas(e cartasMus) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	fila, columna, senas := m.Senas()
	return struct {
		Fila    mus.Fila    `json:"fila"`
		Columna mus.Columna `json:"columna"`
		Senas   []mus.Sena  `json:"senas"`
	}{fila, columna, senas}, nil
}

type senaMus struct {
	cartasMus
	Sena         mus.Sena `json:"sena"`
	GrandeJugada bool     `json:"grande_jugada"`
	PrimeraMano  bool     `json:"primera_mano"`
	MusCortado   bool     `json:"mus_cortado"`
	Repartiendo  bool     `json:"repartiendo"`
}

func musSenaPermitida(e senaMus) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	momento := mus.Momento{Repartiendo: e.Repartiendo, PrimeraMano: e.PrimeraMano, MusCortado: e.MusCortado, GrandeJugada: e.GrandeJugada}
	return yesNo("permitida", m.CheckSena(e.Sena, momento))
}

type guinoMus struct {
	cartasMus
	JuegoNo bool `json:"juego_no_los_cuatro"`
}

func musGuino(e guinoMus) (any, error) {
	m, err := mus.ParseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	return yesNo("permitido", m.CheckGuino(e.JuegoNo))
}

// accionMus is what a pair says, written as [pair, verb] or [pair, verb, tantos].
type accionMus struct {
	pareja mus.Pareja
	accion mus.Accion
	tantos int
}

// UnmarshalJSON reads the list.
func (a *accionMus) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	into := []any{&a.pareja, &a.accion, &a.tantos}
	if len(parts) < 2 || len(parts) > len(into) {
		return fallo(codigoEntrada)
	}
	for k, p := range parts {
		if err := json.Unmarshal(p, into[k]); err != nil {
			return err
		}
	}
	if len(parts) == len(into) && a.tantos == 0 {
		a.tantos = -1 // said, and not as many as may be
	}
	return nil
}

// enviteMus is the outcome of a lance as the schema writes it.
type enviteMus struct {
	Tipo       mus.TipoEnvite `json:"tipo"`
	Tantos     int            `json:"tantos,omitempty"`
	Gana       mus.Pareja     `json:"gana,omitempty"`
	Primero    *bool          `json:"primer_envite,omitempty"`
	GanaCartas mus.Pareja     `json:"gana_cartas,omitempty"`
}

// read returns the outcome. Where nothing says whether a refused bet was the first, it was
// if it gives one tanto.
func (e enviteMus) read() mus.Envite {
	primero := e.Tipo == mus.NoQuerido && e.Tantos == 1
	if e.Primero != nil {
		primero = *e.Primero
	}
	return mus.Envite{Tipo: e.Tipo, Tantos: e.Tantos, Gana: e.Gana, Primero: primero}
}

func musEnvites(e struct {
	Acciones []accionMus `json:"acciones"`
}) (any, error) {
	var r mus.Ronda
	for _, a := range e.Acciones {
		if err := r.Hablar(a.pareja, a.accion, a.tantos); err != nil {
			return nil, err
		}
	}
	fin, err := r.Envite()
	if err != nil {
		return nil, err
	}
	answer := enviteMus{Tipo: fin.Tipo, Tantos: fin.Tantos, Gana: fin.Gana}
	if fin.Tipo == mus.NoQuerido {
		answer.Primero = &fin.Primero
	}
	return answer, nil
}

type tanteoMus struct {
	jugadaMus
	Envites  map[mus.Lance]enviteMus `json:"envites"`
	Marcador mus.Marcador            `json:"marcador"`
}

// tanteadoMus is what a lance came to; tantos is "juego" when an órdago decides it.
type tanteadoMus struct {
	Lance  mus.Lance `json:"lance"`
	Gana   *string   `json:"gana"`
	Tantos any       `json:"tantos"`
}

func musTanteo(e tanteoMus) (any, error) {
	j, err := e.read()
	if err != nil {
		return nil, err
	}
	envites := map[mus.Lance]mus.Envite{}
	for l, en := range e.Envites {
		envites[l] = en.read()
	}
	t, err := mus.Settle(j, envites, e.Marcador)
	if err != nil {
		return nil, err
	}
	lances := []tanteadoMus{}
	for _, l := range t.Lances {
		fila := tanteadoMus{l.Lance, orNull(string(l.Gana)), l.Tantos}
		if l.OrdagoJuego {
			fila.Tantos = "juego"
		}
		lances = append(lances, fila)
	}
	var por *string
	if t.GanaJuego != "" {
		por = orNull("tantos")
	}
	if t.PorOrdago {
		por = orNull("ordago")
	}
	return struct {
		Lances    []tanteadoMus `json:"lances"`
		Marcador  mus.Marcador  `json:"marcador"`
		GanaJuego *string       `json:"gana_juego"`
		Por       *string       `json:"por"`
	}{lances, t.Marcador, orNull(string(t.GanaJuego)), por}, nil
}

// apunteMus is what a pair notes, written as [pair, tantos] or [pair, "ordago"].
type apunteMus mus.Apunte

// UnmarshalJSON reads the list.
func (a *apunteMus) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if len(parts) != 2 {
		return fallo(codigoEntrada)
	}
	if err := json.Unmarshal(parts[0], &a.Pareja); err != nil {
		return err
	}
	if string(parts[1]) == `"ordago"` {
		a.Ordago = true
		return nil
	}
	return json.Unmarshal(parts[1], &a.Tantos)
}

func musPartida(e struct {
	Manos    [][]apunteMus `json:"manos"`
	Marcador mus.Marcador  `json:"marcador"`
	Juegos   mus.Marcador  `json:"juegos"`
}) (any, error) {
	manos := make([][]mus.Apunte, len(e.Manos))
	for k, m := range e.Manos {
		for _, a := range m {
			manos[k] = append(manos[k], mus.Apunte(a))
		}
	}
	p, err := mus.Partida{Tantos: e.Marcador, Juegos: e.Juegos}.Play(manos)
	if err != nil {
		return nil, err
	}
	return struct {
		Tantos  mus.Marcador `json:"tantos"`
		Juegos  mus.Marcador `json:"juegos"`
		Gana    *string      `json:"gana_partida"`
		Jugadas int          `json:"manos_jugadas"`
	}{p.Tantos, p.Juegos, orNull(string(p.Gana)), p.Jugadas}, nil
}

func musFichas(e struct {
	Tantos int `json:"tantos"`
}) (any, error) {
	if e.Tantos < 0 {
		return nil, mus.ErrTantos
	}
	amarracos, piedras := mus.Fichas(e.Tantos)
	return map[string]int{"amarracos": amarracos, "piedras": piedras}, nil
}
