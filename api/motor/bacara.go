package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/naipes"
)

// operacionesChemin is the dispatch table of the operations on the chemin de fer.
var operacionesChemin = map[string]operacion{
	"cuadro":           takes(cheminCuadro),
	"chf_punto":        takes(cheminPunto),
	"chf_banquero":     takes(cheminBanquero),
	"chf_hand":         pays(cheminHand),
	"chf_cagnotte":     pays(cheminCagnotte),
	"chf_garage":       takes(cheminGarage),
	"chf_bank_limits":  takes(cheminBankLimits),
	"chf_punto_limits": takes(cheminPuntoLimits),
	"chf_cards_holder": takes(cheminCardsHolder),
	"chf_next_bank":    takes(cheminNextBank),
	"chf_error":        pays(cheminError),
}

// erroresBacara are the words of what the text forbids.
var erroresBacara = []codigo{
	{naipes.ErrCarta, "carta_no_valida"},
	{bacara.ErrCarta, "carta_no_valida"},
	{bacara.ErrAbate, "la_banca_abate"},
	{bacara.ErrPuntos, "puntos_no_validos"},
	{bacara.ErrFaltanCartas, "faltan_cartas"},
	{bacara.ErrPalabra, "palabra_desconocida"},
	{bacara.ErrPunto, "punto_no_permitido"},
	{bacara.ErrBanquero, "banquero_no_permitido"},
	{bacara.ErrSuperan, "apuestas_superan_la_banca"},
	{bacara.ErrTodoVa, "todo_va_solo_sin_maximo"},
	{bacara.ErrTodoGarage, "todo_va_excluye_garage"},
	{bacara.ErrGarage, "garage_voluntario_no_alcanza_50_minimos"},
	{bacara.ErrUnidad, "no_multiplo_de_la_unidad"},
	{bacara.ErrModalidad, "modalidad_desconocida"},
	{bacara.ErrSinBanca, "falta_la_banca"},
	{bacara.ErrPlaza, "plaza_no_valida"},
	{bacara.ErrVoz, "voz_desconocida"},
	{bacara.ErrSuceso, "suceso_desconocido"},
	{bacara.ErrTerceras, "numero_de_cartas"},
	{bacara.ErrSacadas, "numero_de_cartas"},
	{bacara.ErrCuadro, "cuadro_desconocido"},
	{bacara.ErrQuienErro, "culpable_desconocido"},
	{bacara.ErrImporte, "importe_no_valido"},
}

// tercera is what a third card counts, or that there is none.
func tercera(t *int) (int, error) {
	switch {
	case t == nil:
		return bacara.Sin, nil
	case *t < 0:
		return 0, bacara.ErrPuntos
	}
	return *t, nil
}

func cheminCuadro(e struct {
	Banca   int  `json:"bank_total"`
	Tercera *int `json:"third"`
}) (any, error) {
	t, err := tercera(e.Tercera)
	if err != nil {
		return nil, err
	}
	i, err := bacara.Cuadro(e.Banca, t)
	if err != nil {
		return nil, err
	}
	return map[string]bacara.Indicacion{"bank": i}, nil
}

// allowed writes the words that may be said.
func allowed(puede []bacara.Palabra, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string][]bacara.Palabra{"allowed": puede}, nil
}

// libertadBacara is what frees or binds a punto.
type libertadBacara struct {
	HaceBanco  bool `json:"hace_banco"`
	Autorizado bool `json:"autorizado"`
	Consejo    bool `json:"consejo"`
}

func cheminPunto(e struct {
	libertadBacara
	Total int `json:"total"`
}) (any, error) {
	puede, _, err := bacara.PuntoPuede(e.Total, bacara.Libertad(e.libertadBacara))
	return allowed(puede, err)
}

func cheminBanquero(e struct {
	Total   int  `json:"total"`
	Tercera *int `json:"third"`
	Cuadro  bool `json:"cuadro"`
}) (any, error) {
	t, err := tercera(e.Tercera)
	if err != nil {
		return nil, err
	}
	puede, _, err := bacara.BanqueroPuede(e.Total, t, e.Cuadro)
	return allowed(puede, err)
}

// manoBacara is a hand as it was played.
type manoBacara struct {
	Cards []string `json:"cards"`
	Total int      `json:"total"`
	Said  *string  `json:"said"`
}

func writeManoBacara(m bacara.Mano) manoBacara {
	return manoBacara{naipes.FormatCartas(m.Cartas), m.Total(), orNull(string(m.Dicho))}
}

func cheminHand(e struct {
	libertadBacara
	Cards    []string         `json:"cards"`
	Punto    bacara.Palabra   `json:"punto"`
	Banquero bacara.Palabra   `json:"banquero"`
	Cuadro   bool             `json:"cuadro"`
	Bank     domain.Importe   `json:"bank"`
	Stakes   []domain.Importe `json:"stakes"`
}, m moneda) (any, error) {
	cartas, err := naipes.ParseCartas(e.Cards)
	if err != nil {
		return nil, err
	}
	j, err := bacara.Settle(bacara.Hechos{Cartas: cartas, Punto: e.Punto, Banquero: e.Banquero, Libertad: bacara.Libertad(e.libertadBacara),
		Cuadro: e.Cuadro, Banca: e.Bank, Apuestas: e.Stakes})
	if err != nil {
		return nil, err
	}
	return struct {
		Punto     manoBacara      `json:"punto"`
		Banca     manoBacara      `json:"banca"`
		Natural   bool            `json:"natural"`
		Winner    bacara.Ganador  `json:"winner"`
		CardsUsed int             `json:"cards_used"`
		BankGain  domain.Importe  `json:"bank_gain"`
		Cagnotte  json.RawMessage `json:"cagnotte"`
		BankAfter json.RawMessage `json:"bank_after"`
	}{writeManoBacara(j.Punto), writeManoBacara(j.Banca), j.Natural, j.Gana, j.Cartas, j.Ganancia, m.down(j.Cagnotte), m.up(j.BancaQueda)}, nil
}

func cheminCagnotte(e struct {
	Gain domain.Importe `json:"gain"`
}, m moneda) (any, error) {
	return map[string]json.RawMessage{"cagnotte": m.down(bacara.Cagnotte(e.Gain))}, nil
}

func cheminGarage(e struct {
	Bank      domain.Importe `json:"bank"`
	Min       domain.Importe `json:"min"`
	Stakes    domain.Importe `json:"stakes"`
	Unlimited bool           `json:"unlimited"`
	TodoVa    bool           `json:"todo_va"`
	Voluntary domain.Importe `json:"voluntary"`
}) (any, error) {
	g, err := bacara.NewGarage(bacara.HechosGarage{Banca: e.Bank, Minimo: e.Min, Apuestas: e.Stakes,
		SinMaximo: e.Unlimited, TodoVa: e.TodoVa, Voluntario: e.Voluntary})
	if err != nil {
		return nil, err
	}
	return struct {
		InPlay     domain.Importe `json:"in_play"`
		Voluntary  domain.Importe `json:"voluntary"`
		Improper   domain.Importe `json:"improper"`
		Compulsory domain.Importe `json:"compulsory"`
		Announced  domain.Importe `json:"announced"`
	}{g.EnJuego, g.Voluntario, g.Impropio, g.Obligatorio, g.Anunciada}, nil
}

// motivosBacara are the reasons why a bank or a stake may not be so large.
var motivosBacara = []codigo{
	{bacara.ErrMinimo, "inferior_al_minimo"},
	{bacara.ErrInferior, "inferior_al_minimo"},
	{bacara.ErrMaximo, "superior_a_100_minimos"},
	{bacara.ErrAbandonada, "inferior_a_la_banca_abandonada"},
	{bacara.ErrSuperan, "superior_a_la_banca"},
}

func cheminBankLimits(e struct {
	Min       domain.Importe  `json:"min"`
	Bank      domain.Importe  `json:"bank"`
	Unlimited bool            `json:"unlimited"`
	PassedFor *domain.Importe `json:"passed_for"`
}) (any, error) {
	var abandonada domain.Importe
	if e.PassedFor != nil {
		abandonada = *e.PassedFor
	}
	return judge(bacara.CheckBanca(e.Min, e.Bank, e.Unlimited, abandonada), motivosBacara, erroresBacara)
}

func cheminPuntoLimits(e struct {
	Min   domain.Importe `json:"min"`
	Bank  domain.Importe `json:"bank"`
	Stake domain.Importe `json:"stake"`
}) (any, error) {
	banco, err := bacara.CheckPunto(e.Min, e.Bank, e.Stake)
	v, err := judge(err, motivosBacara, erroresBacara)
	if err != nil {
		return nil, err
	}
	return struct {
		veredictoCaja
		Banco bool `json:"banco"`
	}{v, banco}, nil
}

// jugadorChemin is a player who may have the cards.
type jugadorChemin struct {
	ID       string         `json:"id"`
	Seat     int            `json:"seat"`
	Standing bool           `json:"standing"`
	Says     bacara.Voz     `json:"says"`
	Bet      domain.Importe `json:"bet"`
}

func cheminCardsHolder(e struct {
	Seats      int             `json:"seats"`
	BankerSeat int             `json:"banker_seat"`
	Players    []jugadorChemin `json:"players"`
}) (any, error) {
	var jugadores []bacara.Pretendiente
	for _, p := range e.Players {
		jugadores = append(jugadores, bacara.Pretendiente{ID: p.ID, Plaza: p.Seat, DePie: p.Standing, Voz: p.Says, Apuesta: p.Bet})
	}
	p, voz, err := bacara.ConCartas(e.Seats, e.BankerSeat, jugadores)
	if err != nil {
		return nil, err
	}
	answer := map[string]*string{"holder": nil, "by": orNull(string(voz))}
	if p != nil {
		answer["holder"] = &p.ID
	}
	return answer, nil
}

func cheminNextBank(e struct {
	Seats      []int         `json:"seats"`
	BankerSeat int           `json:"banker_seat"`
	Event      bacara.Suceso `json:"event"`
	Refuses    []int         `json:"refuses"`
}) (any, error) {
	plaza, err := bacara.SiguienteBanca(e.Seats, e.BankerSeat, e.Event, e.Refuses)
	if err != nil {
		return nil, err
	}
	return map[string]*int{"banker_seat": orNil(plaza)}, nil
}
