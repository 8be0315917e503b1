package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/puntobanca"
)

// entradaPuntoBanca is the union of the inputs of the operations on punto y banca.
type entradaPuntoBanca struct {
	Op            string              `json:"op"`
	BankTotal     *int                `json:"bank_total"`
	Third         *int                `json:"third"` // null: the punto took none
	Shoe          []string            `json:"shoe"`
	Option        string              `json:"option"`
	Bets          []apuestaPuntoBanca `json:"bets"`
	Card          string              `json:"card"`
	TableMin      *domain.Importe     `json:"table_min"`
	Factor        int64               `json:"factor"`
	Suerte        string              `json:"suerte"`
	Stake         *domain.Importe     `json:"stake"`
	MultiplesOnly bool                `json:"multiples_only"`
	Seats         []int               `json:"seats"`
	DealerSeat    asiento             `json:"dealer_seat"`
	Winner        puntobanca.Suerte   `json:"winner"`
	Refuses       []int               `json:"refuses"`
}

type apuestaPuntoBanca struct {
	Suerte string          `json:"suerte"`
	Stake  *domain.Importe `json:"stake"`
}

// asiento is the number of a place at the table, or the word for the croupier.
type asiento int

const asientoCrupier = "crupier"

// MarshalJSON writes the number, or "crupier".
func (a asiento) MarshalJSON() ([]byte, error) {
	if a == puntobanca.Crupier {
		return json.Marshal(asientoCrupier)
	}
	return json.Marshal(int(a))
}

// UnmarshalJSON reads what MarshalJSON writes. The error is fallo(codigoEntrada).
func (a *asiento) UnmarshalJSON(raw []byte) error {
	var n int
	if err := json.Unmarshal(raw, &n); err != nil {
		var word string
		if json.Unmarshal(raw, &word) != nil || word != asientoCrupier {
			return fallo(codigoEntrada)
		}
		n = puntobanca.Crupier
	}
	*a = asiento(n)
	return nil
}

// operacionesPuntoBanca is the dispatch table of the operations.
var operacionesPuntoBanca = map[string]func(e entradaPuntoBanca, m moneda) (any, error){
	"pyb_table":      puntoBancaTable,
	"pyb_round":      puntoBancaRound,
	"pyb_burn":       puntoBancaBurn,
	"pyb_limits":     puntoBancaLimits,
	"pyb_check":      puntoBancaCheck,
	"pyb_sabot_turn": puntoBancaSabotTurn,
}

func juegoPuntoBanca(input []byte, m moneda) (any, error) {
	var e entradaPuntoBanca
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesPuntoBanca[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresPuntoBanca are the words of what the text forbids.
var erroresPuntoBanca = []codigo{
	{puntobanca.ErrAbate, "la_banca_abate"},
	{puntobanca.ErrOpcion, "opcion_desconocida"},
	{puntobanca.ErrSuerte, "suerte_desconocida"},
	{puntobanca.ErrFactor, "factor_no_permitido"},
	{puntobanca.ErrFaltanCartas, "faltan_cartas"},
}

// motivosPuntoBanca are the words of a no.
var motivosPuntoBanca = []codigo{
	{puntobanca.ErrInferior, "inferior_al_minimo"},
	{puntobanca.ErrSuperior, "superior_al_maximo"},
	{puntobanca.ErrNoMultiplo, "no_multiplo_del_minimo"},
}

func puntoBancaTable(e entradaPuntoBanca, _ moneda) (any, error) {
	if e.BankTotal == nil {
		return nil, fallo(codigoEntrada)
	}
	tercera := puntobanca.Sin
	if e.Third != nil {
		if tercera = *e.Third; tercera < 0 {
			return nil, fallo(codigoEntrada)
		}
	}
	draws, err := puntobanca.BancaPide(*e.BankTotal, tercera)
	if err != nil {
		return nil, failWith(err, erroresPuntoBanca)
	}
	return struct {
		Draws bool `json:"draws"`
	}{draws}, nil
}

type manoPuntoBanca struct {
	Cards []string `json:"cards"`
	Total int      `json:"total"`
}

func newManoPuntoBanca(m puntobanca.Mano) manoPuntoBanca {
	return manoPuntoBanca{naipes.FormatCartas(m.Cartas()), m.Total()}
}

// registroPuntoBanca is a settlement of one bet with what is kept of it.
type registroPuntoBanca struct {
	registro
	Deduction json.RawMessage `json:"deduction"`
}

// totalPuntoBanca is the sum of the settlements; nothing is ever pending.
type totalPuntoBanca struct {
	Winnings  json.RawMessage `json:"winnings"`
	Returned  json.RawMessage `json:"returned"`
	Net       json.RawMessage `json:"net"`
	Deduction json.RawMessage `json:"deduction"`
}

// rondaPuntoBanca is a jugada with its settlement.
type rondaPuntoBanca struct {
	Punto     manoPuntoBanca       `json:"punto"`
	Banca     manoPuntoBanca       `json:"banca"`
	Natural   bool                 `json:"natural"`
	Winner    puntobanca.Suerte    `json:"winner"`
	CardsUsed int                  `json:"cards_used"`
	Bets      []registroPuntoBanca `json:"bets"`
	Total     totalPuntoBanca      `json:"total"`
}

func puntoBancaRound(e entradaPuntoBanca, m moneda) (any, error) {
	cartas, err := naipes.ParseCartas(e.Shoe)
	if err != nil {
		return nil, fallo(codigoEntrada)
	}
	apuestas := make([]puntobanca.Apuesta, len(e.Bets))
	for k, b := range e.Bets {
		if b.Stake == nil {
			return nil, fallo(codigoEntrada)
		}
		apuestas[k] = puntobanca.Apuesta{Suerte: puntobanca.Suerte(b.Suerte), Importe: *b.Stake}
	}
	j, err := puntobanca.Deal(cartas)
	if err != nil {
		return nil, failWith(err, erroresPuntoBanca)
	}
	ls, total, err := puntobanca.Settle(j, puntobanca.Opcion(e.Option), apuestas)
	if err != nil {
		return nil, failWith(err, erroresPuntoBanca)
	}
	answer := rondaPuntoBanca{newManoPuntoBanca(j.Punto), newManoPuntoBanca(j.Banca), puntobanca.Natural(j.Punto, j.Banca),
		j.Ganador(), j.Cartas(), make([]registroPuntoBanca, len(ls)),
		totalPuntoBanca{m.up(total.Ganado), m.up(domain.FraccionDe(total.Devuelto)), m.up(total.Neto()), m.down(total.Retenido)}}
	for k, l := range ls {
		answer.Bets[k] = registroPuntoBanca{registro{string(l.Resultado), m.importes(importes{
			l.Ganado, domain.FraccionDe(l.Devuelto), domain.Fraccion{}, l.Neto()}), m.cita(l.Articulo, l.Criterio)}, m.down(l.Retenido)}
	}
	return answer, nil
}

func puntoBancaBurn(e entradaPuntoBanca, _ moneda) (any, error) {
	carta, err := naipes.ParseCarta(e.Card)
	if err != nil {
		return nil, fallo(codigoEntrada)
	}
	tras, fuera, err := puntobanca.Quemadas(carta)
	if err != nil {
		return nil, failWith(err, erroresPuntoBanca)
	}
	return struct {
		Tras  int `json:"discard_after_first"`
		Fuera int `json:"out_of_play"`
		Corte int `json:"cards_behind_cut"`
	}{tras, fuera, puntobanca.CartasTrasCorte}, nil
}

func (e entradaPuntoBanca) limites() (puntobanca.Limites, error) {
	if e.TableMin == nil {
		return puntobanca.Limites{}, fallo(codigoEntrada)
	}
	l, err := puntobanca.NewLimites(*e.TableMin, e.Factor)
	if err != nil {
		return l, failWith(err, erroresPuntoBanca)
	}
	return l, nil
}

func puntoBancaLimits(e entradaPuntoBanca, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	return struct {
		limitesApuesta
		MaxIgualdad domain.Importe `json:"max_igualdad"`
	}{limitesApuesta{l.Minimo, l.Maximo}, l.MaxIgualdad}, nil
}

func puntoBancaCheck(e entradaPuntoBanca, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	if e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	return judge(l.Check(puntobanca.Suerte(e.Suerte), *e.Stake, e.MultiplesOnly), motivosPuntoBanca, erroresPuntoBanca)
}

func puntoBancaSabotTurn(e entradaPuntoBanca, _ moneda) (any, error) {
	if _, err := puntobanca.ParseSuerte(string(e.Winner)); err != nil {
		return nil, fallo(codigoEntrada)
	}
	return struct {
		DealerSeat asiento `json:"dealer_seat"`
	}{asiento(puntobanca.NextTalla(e.Seats, int(e.DealerSeat), e.Winner, e.Refuses))}, nil
}
