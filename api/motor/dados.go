package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/dados"
)

// entradaDados is the union of the inputs of the operations on dados.
type entradaDados struct {
	Op          string           `json:"op"`
	Suerte      string           `json:"suerte"`
	Stake       *domain.Importe  `json:"stake"`
	Dice        []int            `json:"dice"`
	Steps       []pasoDados      `json:"steps"`
	Limits      *limitesDados    `json:"limits"`
	Point       int              `json:"point"`
	Flat        *domain.Importe  `json:"flat"`
	Kind        string           `json:"kind"`
	Numero      int              `json:"numero"` // null reads as 0: none
	MaxSencilla *domain.Importe  `json:"max_sencilla"`
	TableMin    *domain.Importe  `json:"table_min"`
	Factor      int64            `json:"factor"`
	Proposed    *domain.Importe  `json:"proposed"`
	Event       dados.Incidencia `json:"event"`
	Bets        []dados.Suerte   `json:"bets"`
	Juego7      string           `json:"juego_7"` // "15", "4" or "no": what the house has chosen (criterio DAD-A); "" as printed
}

// pagoJuego7 is the choice of the house for the juego de 7; as printed when it is not said.
func (e entradaDados) pagoJuego7() (dados.PagoJuego7, error) {
	if e.Juego7 == "" {
		return dados.PagoImpreso, nil
	}
	j, err := dados.ParsePagoJuego7(e.Juego7)
	if err != nil {
		return 0, fallo(codigoEntrada)
	}
	return j, nil
}

type pasoDados struct {
	T      string           `json:"t"`
	ID     string           `json:"id"`
	Suerte string           `json:"suerte"`
	Stake  domain.Importe   `json:"stake"`
	Numero int              `json:"numero"`
	Base   string           `json:"base"`
	Dice   []int            `json:"dice"`
	Event  dados.Incidencia `json:"event"`
}

type limitesDados struct {
	Min         domain.Importe `json:"min"`
	MaxSencilla domain.Importe `json:"max_sencilla"`
}

// operacionesDados is the dispatch table of the operations.
var operacionesDados = map[string]func(e entradaDados, m moneda) (any, error){
	"one_roll":     dadosOneRoll,
	"sequence":     dadosSequence,
	"odds_max":     dadosOddsMax,
	"place_max":    dadosPlaceMax,
	"simple_max":   dadosSimpleMax,
	"multiple_max": dadosMultipleMax,
	"throw":        dadosThrow,
	"shooter":      dadosShooter,
}

func juegoDados(input []byte, m moneda) (any, error) {
	var e entradaDados
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesDados[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresDados are the words of what the text forbids.
var erroresDados = []codigo{
	{dados.ErrDados, "dados_invalidos"},
	{dados.ErrSuerte, "suerte_desconocida"},
	{dados.ErrSinSencilla, "suerte_desconocida"}, // odds_max of what is no line bet
	{dados.ErrNumero, "numero_invalido"},
	{dados.ErrPuntoNoFijado, "punto_no_conocido"},
	{dados.ErrNoOfrecida, "suerte_no_ofrecida"},
	{dados.ErrFactor, "factor_fuera_de_100_1000"},
}

// motivosDados are the words of a stake that is not accepted.
var motivosDados = []codigo{
	{dados.ErrSuerte, "suerte_desconocida"},
	{dados.ErrNoOfrecida, "suerte_no_ofrecida"},
	{dados.ErrNumero, "numero_invalido"},
	{dados.ErrPrimeraTirada, "solo_primera_tirada"},
	{dados.ErrSinPunto, "solo_despues_de_la_primera_tirada"},
	{dados.ErrSinSencilla, "sin_suerte_sencilla"},
	{dados.ErrPuntoNoFijado, "punto_no_conocido"},
	{dados.ErrImporte, "inferior_al_minimo"},
	{dados.ErrInferior, "inferior_al_minimo"},
	{dados.ErrSuperior, "superior_al_maximo"},
	{dados.ErrAsociada, "supera_maximo_asociada"},
	{dados.ErrNoRetirable, "no_retirable"},
}

// tiradaDados reads what two dice show.
func tiradaDados(caras []int) (dados.Dados, error) {
	if len(caras) != len(dados.Dados{}) {
		return dados.Dados{}, failWith(dados.ErrDados, erroresDados)
	}
	return dados.Dados(caras), nil
}

// registroDados is what a throw makes of a stake on the table.
type registroDados struct {
	registro
	ID  string `json:"id"`
	Box int    `json:"box,omitempty"`
}

func (m moneda) dados(l dados.Liquidacion) registro {
	return registro{string(l.Resultado), m.importes(importes{
		l.Ganado, domain.FraccionDe(l.Devuelto), domain.FraccionDe(l.Pendiente), l.Neto()}), m.cita(l.Articulo, l.Criterio)}
}

func dadosOneRoll(e entradaDados, m moneda) (any, error) {
	if e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	d, err := tiradaDados(e.Dice)
	if err != nil {
		return nil, err
	}
	j, err := e.pagoJuego7()
	if err != nil {
		return nil, err
	}
	l, err := dados.Settle(dados.Apuesta{Suerte: dados.Suerte(e.Suerte), Importe: *e.Stake}, d, j)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	return m.dados(l), nil
}

// anotacionDados is a line of the log of a sequence that is no throw.
type anotacionDados struct {
	T        string  `json:"t"`
	ID       string  `json:"id"`
	Accepted bool    `json:"accepted"`
	Reason   *string `json:"reason"`
}

// lanceDados is a line of the log of a sequence that is a throw.
type lanceDados struct {
	T             string          `json:"t"`
	Total         int             `json:"total"`
	PointBefore   *int            `json:"point_before"`
	PointAfter    *int            `json:"point_after"`
	ShooterChange bool            `json:"shooter_change"`
	Results       []registroDados `json:"results"`
	Nula          *cita           `json:"nula,omitempty"`
}

// posturaDados is a stake that stays on the table.
type posturaDados struct {
	ID    string         `json:"id"`
	Stake domain.Importe `json:"stake"`
}

func orNullInt(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// secuenciaDados is a table followed through bets and throws.
type secuenciaDados struct {
	Log     []any           `json:"log"`
	Point   *int            `json:"point"`
	Balance json.RawMessage `json:"balance"`
	OnTable []posturaDados  `json:"on_table"`
}

func dadosSequence(e entradaDados, m moneda) (any, error) {
	j, err := e.pagoJuego7()
	if err != nil {
		return nil, err
	}
	r := dados.Reglas{Juego7: j}
	if e.Limits != nil {
		r.Limites = &dados.Limites{Minimo: e.Limits.Min, MaxSencilla: e.Limits.MaxSencilla}
	}
	mesa, err := dados.NewMesa(r)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	answer := secuenciaDados{Log: []any{}, OnTable: []posturaDados{}}
	var balance domain.Fraccion
	for _, p := range e.Steps {
		line, up, err := m.step(mesa, p)
		if err != nil {
			return nil, err
		}
		answer.Log = append(answer.Log, line)
		balance = balance.Add(up)
	}
	answer.Point, answer.Balance = orNullInt(mesa.Punto()), m.up(balance)
	for _, p := range mesa.Posturas() {
		answer.OnTable = append(answer.OnTable, posturaDados{p.ID, p.Importe})
	}
	return answer, nil
}

// step plays a step on the table: its line of the log, and what the player is up by it.
func (m moneda) step(mesa *dados.Mesa, p pasoDados) (line any, up domain.Fraccion, err error) {
	switch p.T {
	case "bet":
		err := mesa.Lay(dados.Apuesta{ID: p.ID, Suerte: dados.Suerte(p.Suerte), Numero: p.Numero, Base: p.Base, Importe: p.Stake})
		v, err := judge(err, motivosDados, nil)
		if v.OK {
			up = domain.FraccionDe(-p.Stake)
		}
		return anotacionDados{p.T, p.ID, v.OK, v.Reason}, up, err
	case "remove":
		l, err := mesa.Withdraw(p.ID)
		v, err := judge(err, motivosDados, nil)
		return anotacionDados{p.T, p.ID, v.OK, v.Reason}, domain.FraccionDe(l.Devuelto), err
	case "roll":
		return m.roll(mesa, p)
	}
	return nil, up, fallo(codigoEntrada)
}

func (m moneda) roll(mesa *dados.Mesa, p pasoDados) (line any, up domain.Fraccion, err error) {
	var d dados.Dados
	if valida, _ := p.Event.Valida(); valida || len(p.Dice) > 0 { // those of a void throw may lie anywhere
		if d, err = tiradaDados(p.Dice); err != nil {
			return nil, up, err
		}
	}
	l, err := mesa.Throw(dados.Tirada{Dados: d, Incidencia: p.Event})
	if err != nil {
		return nil, up, failWith(err, erroresDados)
	}
	answer := lanceDados{p.T, l.Total, orNullInt(l.PuntoAntes), orNullInt(l.PuntoDespues), l.CambiaTirador, make([]registroDados, len(l.Liquidaciones)),
		m.anulacion(l.Nula, p.Event.Articulo(), "")}
	for k, lq := range l.Liquidaciones {
		answer.Results[k] = registroDados{m.dados(lq), lq.ID, lq.Casilla}
	}
	return answer, l.Ganado.Add(domain.FraccionDe(l.Devuelto)), nil
}

// maximoDados is the most that may be staked.
type maximoDados struct {
	Max json.RawMessage `json:"max"`
}

func dadosOddsMax(e entradaDados, m moneda) (any, error) {
	if e.Flat == nil {
		return nil, fallo(codigoEntrada)
	}
	t, err := dados.MaxAsociada(dados.Suerte(e.Suerte), e.Point, *e.Flat)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	return maximoDados{m.down(t.Maximo)}, nil
}

// placesDados are the words of both place bets.
var placesDados = map[string]dados.Suerte{"right": dados.PlaceRight, "wrong": dados.PlaceWrong}

func dadosPlaceMax(e entradaDados, m moneda) (any, error) {
	if e.MaxSencilla == nil {
		return nil, fallo(codigoEntrada)
	}
	t, err := dados.MaxPlace(placesDados[e.Kind], e.Numero, *e.MaxSencilla)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	return maximoDados{m.down(t.Maximo)}, nil
}

func dadosSimpleMax(e entradaDados, _ moneda) (any, error) {
	if e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	l, err := dados.NewLimites(*e.TableMin, e.Factor)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	return limitesApuesta{l.Minimo, l.MaxSencilla}, nil
}

func dadosMultipleMax(e entradaDados, m moneda) (any, error) {
	if e.MaxSencilla == nil {
		return nil, fallo(codigoEntrada)
	}
	j, err := e.pagoJuego7()
	if err != nil {
		return nil, err
	}
	s := dados.Suerte(e.Suerte)
	lowest, highest, err := dados.RangoMultiple(s, e.Numero, *e.MaxSencilla, j)
	if err != nil {
		return nil, failWith(err, erroresDados)
	}
	answer := struct {
		Lowest  json.RawMessage `json:"lowest_max"`
		Highest json.RawMessage `json:"highest_max"`
		OK      *bool           `json:"ok,omitempty"`
	}{Lowest: m.up(lowest), Highest: m.down(highest)}
	if e.Proposed != nil {
		ok := dados.CheckMaxMultiple(s, e.Numero, *e.MaxSencilla, *e.Proposed, j) == nil
		answer.OK = &ok
	}
	return answer, nil
}

func dadosThrow(e entradaDados, _ moneda) (any, error) {
	valida, known := e.Event.Valida()
	if !known || e.Event == "" {
		return nil, fallo(codigoEntrada)
	}
	return struct {
		Valid bool `json:"valid"`
	}{valida}, nil
}

func dadosShooter(e entradaDados, _ moneda) (any, error) {
	for _, s := range e.Bets {
		if _, err := dados.ParseSuerte(string(s)); err != nil {
			return nil, failWith(err, erroresDados)
		}
	}
	return struct {
		MayThrow bool `json:"may_throw"`
	}{dados.CheckTirador(e.Bets) == nil}, nil
}
