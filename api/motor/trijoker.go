package motor

import (
	"encoding/json"
	"slices"
	"strconv"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/trijoker"
)

// entradaTrijoker is the union of the inputs of the operations on the trijoker.
type entradaTrijoker struct {
	Op        string           `json:"op"`
	Propias   []string         `json:"propias"`
	Comunes   []string         `json:"comunes"`
	Apuesta   domain.Importe   `json:"apuesta"` // of one bet; in decision_permitida, its number
	Retira1   bool             `json:"retira_1"`
	Retira2   bool             `json:"retira_2"`
	Donde     trijoker.Donde   `json:"donde"`
	Naipe     string           `json:"naipe"`
	Fase      trijoker.Fase    `json:"fase"`
	Accion    trijoker.Accion  `json:"accion"`
	Apuestas  []domain.Importe `json:"apuestas"`
	Minimo    domain.Importe   `json:"minimo"`
	Maximo    domain.Importe   `json:"maximo"`
	Jugadores *int             `json:"jugadores"`

	m moneda
}

// operacionesTrijoker is the dispatch table of the operations.
var operacionesTrijoker = map[string]func(e entradaTrijoker) (any, error){
	"evaluar":            trijokerEvaluar,
	"liquidar":           trijokerLiquidar,
	"naipe_descubierto":  trijokerNaipeDescubierto,
	"decision_permitida": trijokerDecisionPermitida,
	"apuestas_validas":   trijokerApuestasValidas,
	"banda_valida":       trijokerBandaValida,
	"jugadores_validos":  trijokerJugadoresValidos,
}

// erroresTrijoker are the words of what the text forbids.
var erroresTrijoker = []codigo{
	{naipes.ErrCarta, "carta_no_valida"},
	{naipes.ErrRepetida, "carta_repetida"},
	{trijoker.ErrNumCartas, "numero_de_cartas"},
	{trijoker.ErrImporte, "importe_no_valido"},
	{trijoker.ErrDonde, "lugar_desconocido"},
	{trijoker.ErrFase, "fase_desconocida"},
}

func juegoTrijoker(input []byte, m moneda) (any, error) {
	e := entradaTrijoker{m: m}
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesTrijoker[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	a, err := answer(e)
	if err != nil {
		return nil, failWith(err, erroresTrijoker)
	}
	return a, nil
}

// cartas reads the five cards of the hand and what they are worth.
func (e entradaTrijoker) cartas() (propias, comunes naipes.Mano, v naipes.Valor, err error) {
	if propias, err = parseMano(e.Propias); err != nil {
		return 0, 0, 0, err
	}
	if comunes, err = parseMano(e.Comunes); err != nil {
		return 0, 0, 0, err
	}
	v, err = trijoker.Evaluate(propias, comunes)
	return propias, comunes, v, err
}

// manoTrijoker is what five cards are and how many times each bet they pay, 0 when they
// lose.
type manoTrijoker struct {
	Categoria string `json:"categoria"`
	Multiplo  int64  `json:"multiplo"`
}

func trijokerEvaluar(e entradaTrijoker) (any, error) {
	_, _, v, err := e.cartas()
	if err != nil {
		return nil, err
	}
	return manoTrijoker{v.Categoria().String(), trijoker.PagoOf(v).Veces}, nil
}

// liquidacionTrijoker is the settlement of a player's bets; devuelto, of those he withdrew.
type liquidacionTrijoker struct {
	manoTrijoker
	EnJuego  int            `json:"apuestas_en_juego"`
	Devuelto domain.Importe `json:"devuelto"`
	Neto     domain.Importe `json:"neto"`

	Bets []registroApuesta `json:"bets,omitempty"` // of each bet, when citations are asked for
	Nula *cita             `json:"nula,omitempty"`
}

// veredicto is what a mistake of the deal leads to; the zero value without one.
func (e entradaTrijoker) veredicto() (trijoker.Veredicto, error) {
	if e.Donde == "" {
		return trijoker.Veredicto{}, nil
	}
	var naipe naipes.Carta
	if e.Naipe != "" {
		var err error
		if naipe, err = naipes.ParseCarta(e.Naipe); err != nil {
			return trijoker.Veredicto{}, err
		}
	}
	return trijoker.Judge(e.Donde, naipe)
}

// hechos are what happened to a player and what his cards are worth: those of an annulled
// hand need not be all there.
func (e entradaTrijoker) hechos() (h trijoker.Hechos, v naipes.Valor, err error) {
	h = trijoker.Hechos{Apuesta: e.Apuesta, Retirada: [...]bool{e.Retira1, e.Retira2}}
	if h.Veredicto, err = e.veredicto(); err != nil || h.Veredicto.Anula {
		return h, 0, err
	}
	h.Propias, h.Comunes, v, err = e.cartas()
	return h, v, err
}

func trijokerLiquidar(e entradaTrijoker) (any, error) {
	h, v, err := e.hechos()
	if err != nil {
		return nil, err
	}
	l, err := trijoker.Settle(h)
	if err != nil {
		return nil, err
	}
	answer := liquidacionTrijoker{manoTrijoker: manoTrijoker{v.Categoria().String(), l.Multiplo}, EnJuego: l.EnJuego(), Neto: l.Total().Neto(),
		Nula: e.m.anulacion(h.Veredicto.Anula, h.Veredicto.Articulo, h.Veredicto.Criterio)}
	for k, a := range l.Apuestas {
		if e.m.citas {
			answer.Bets = append(answer.Bets, registroApuesta{"apuesta_" + strconv.Itoa(k+1), a.Apostado, registro{string(a.Resultado), e.m.importes(importes{
				domain.FraccionDe(a.Ganado), domain.FraccionDe(a.Devuelto), domain.FraccionDe(a.Pendiente), domain.FraccionDe(a.Neto())}),
				e.m.cita(a.Articulo, a.Criterio)}})
		}
		if a.Resultado == trijoker.Retirada {
			answer.Devuelto += a.Devuelto
		}
	}
	return answer, nil
}

func trijokerNaipeDescubierto(e entradaTrijoker) (any, error) {
	if e.Donde == "" {
		return nil, trijoker.ErrDonde
	}
	v, err := e.veredicto()
	if err != nil {
		return nil, err
	}
	mano := "continua"
	if v.Anula {
		mano = "anulada"
	}
	return struct {
		Mano string `json:"mano"`
	}{mano}, nil
}

func trijokerDecisionPermitida(e entradaTrijoker) (any, error) {
	opciones, err := trijoker.Options(e.Fase)
	if err != nil {
		return nil, err
	}
	d := trijoker.Decision{Apuesta: int(e.Apuesta), Accion: e.Accion}
	return struct {
		Permitida bool `json:"permitida"`
	}{slices.Contains(opciones, d)}, nil
}

func trijokerApuestasValidas(e entradaTrijoker) (any, error) {
	mesa := trijoker.Mesa{Minimo: e.Minimo, Maximo: e.Maximo}
	return struct {
		Validas bool `json:"validas"`
	}{mesa.CheckApuestas(e.Apuestas...) == nil}, nil
}

func trijokerBandaValida(e entradaTrijoker) (any, error) {
	mesa := trijoker.Mesa{Minimo: e.Minimo, Maximo: e.Maximo}
	return struct {
		Valida bool `json:"valida"`
	}{mesa.CheckBanda() == nil}, nil
}

func trijokerJugadoresValidos(e entradaTrijoker) (any, error) {
	if e.Jugadores == nil {
		return nil, fallo(codigoEntrada)
	}
	return struct {
		Validos bool `json:"validos"`
	}{trijoker.CheckAsientos(*e.Jugadores, 0) == nil}, nil
}
