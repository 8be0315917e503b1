package motor

import (
	"encoding/json"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	psd "foliado/domain/poquersindescarte"
)

// entradaSinDescarte is the union of the inputs of the operations on the póquer sin
// descarte. The ante of the schema is the apuesta inicial of the text.
type entradaSinDescarte struct {
	Op         string                `json:"op"`
	Cartas     []string              `json:"cartas"`
	Jugador    []string              `json:"jugador"`
	Banca      []string              `json:"banca"`
	Ante       domain.Importe        `json:"ante"`
	Accion     psd.Accion            `json:"accion"`
	Segunda    domain.Importe        `json:"segunda_apuesta"`
	Descarta   string                `json:"descarta"`
	Recibe     string                `json:"recibe"`
	Apuesta    domain.Importe        `json:"apuesta"`
	MinimoMesa domain.Importe        `json:"minimo_mesa"`
	Acumulado  *domain.Importe       `json:"acumulado"`
	Manos      []participanteEntrada `json:"manos"`
	Minimo     domain.Importe        `json:"minimo"`
	Maximo     domain.Importe        `json:"maximo"`
	Apuestas   []domain.Importe      `json:"apuestas"`
	Jugadores  *int                  `json:"jugadores"`
	Anticipo   *domain.Importe       `json:"anticipo"`
	Hecho      psd.Hecho             `json:"hecho"`

	m moneda
}

// participanteEntrada is who put a coin in the acumulado; paso says that he left the hand.
type participanteEntrada struct {
	ID     string   `json:"id"`
	Cartas []string `json:"cartas"`
	Paso   bool     `json:"paso"`
}

// operacionesSinDescarte is the dispatch table of the operations.
var operacionesSinDescarte = map[string]func(e entradaSinDescarte) (any, error){
	"evaluar":          sinDescarteEvaluar,
	"banca_juega":      sinDescarteBancaJuega,
	"comparar":         sinDescarteComparar,
	"liquidar":         sinDescarteLiquidar,
	"segunda_apuesta":  sinDescarteSegunda,
	"seguro":           sinDescarteSeguro,
	"seguro_permitido": sinDescarteSeguroPermitido,
	"acumulado":        sinDescarteAcumulado,
	"comprar_carta":    sinDescarteComprarCarta,
	"limites":          sinDescarteLimites,
	"irregularidad":    sinDescarteIrregularidad,
}

// erroresSinDescarte are the words of what the text forbids.
var erroresSinDescarte = []codigo{
	{naipes.ErrCarta, "carta_no_valida"},
	{naipes.ErrRepetida, "carta_repetida"},
	{psd.ErrNumCartas, "numero_de_cartas"},
	{psd.ErrImporte, "importe_no_valido"},
	{psd.ErrAccion, "accion_no_permitida"},
	{psd.ErrNoTiene, "carta_que_no_tiene"},
	{psd.ErrHecho, "hecho_desconocido"},
	{psd.ErrParticipante, "jugador_repetido"},
}

func juegoSinDescarte(input []byte, m moneda) (any, error) {
	e := entradaSinDescarte{m: m}
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesSinDescarte[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	a, err := answer(e)
	if err != nil {
		return nil, failWith(err, erroresSinDescarte)
	}
	return a, nil
}

// parseMano reads the cards of one hand of one pack.
func parseMano(textos []string) (naipes.Mano, error) {
	cartas, err := naipes.ParseCartas(textos)
	if err != nil {
		return 0, err
	}
	return naipes.NewMano(cartas...)
}

// manoEvaluada is what a hand is worth and pays.
type manoEvaluada struct {
	Categoria string   `json:"categoria"`
	Desempate []string `json:"desempate"`
	Multiplo  int64    `json:"multiplo"`
}

func sinDescarteEvaluar(e entradaSinDescarte) (any, error) {
	m, err := parseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	v, err := psd.Evaluate(m)
	if err != nil {
		return nil, err
	}
	answer := manoEvaluada{v.Categoria().String(), []string{}, psd.PagoOf(v).Veces}
	for _, r := range v.Desempate() {
		answer.Desempate = append(answer.Desempate, r.String())
	}
	return answer, nil
}

func sinDescarteBancaJuega(e entradaSinDescarte) (any, error) {
	m, err := parseMano(e.Cartas)
	if err != nil {
		return nil, err
	}
	v, err := psd.Evaluate(m)
	if err != nil {
		return nil, err
	}
	return struct {
		Juega bool `json:"juega"`
	}{psd.BancaJuega(v)}, nil
}

// manos reads the hands of the player and of the bank.
func (e entradaSinDescarte) manos() (jugador, banca naipes.Mano, err error) {
	if jugador, err = parseMano(e.Jugador); err != nil {
		return 0, 0, err
	}
	banca, err = parseMano(e.Banca)
	return jugador, banca, err
}

func sinDescarteComparar(e entradaSinDescarte) (any, error) {
	jugador, banca, err := e.manos()
	if err != nil {
		return nil, err
	}
	c, err := psd.Compare(jugador, banca)
	if err != nil {
		return nil, err
	}
	return struct {
		Gana psd.Ganador `json:"gana"`
	}{c.Gana}, nil
}

// liquidacionSinDescarte is the settlement of a hand.
type liquidacionSinDescarte struct {
	Resultado   psd.Resultado  `json:"resultado"`
	Multiplo    int64          `json:"multiplo"`
	NetoAnte    domain.Importe `json:"neto_ante"`
	NetoSegunda domain.Importe `json:"neto_segunda"`
	Neto        domain.Importe `json:"neto"`

	Bets []registroApuesta `json:"bets,omitempty"` // of each bet, when citations are asked for
	Nula *cita             `json:"nula,omitempty"`
}

// bets are the settlements of each bet made.
func (e entradaSinDescarte) bets(l psd.Liquidacion) (bets []registroApuesta) {
	if !e.m.citas {
		return nil
	}
	for _, b := range []struct {
		suerte string
		psd.Linea
	}{{"inicial", l.Inicial}, {"segunda", l.Segunda}, {"carta", l.Carta}, {"seguro", l.Seguro}} {
		if b.Apostado > 0 {
			bets = append(bets, registroApuesta{b.suerte, b.Apostado, registro{string(l.Resultado), e.m.importes(importes{
				domain.FraccionDe(b.Ganado), domain.FraccionDe(b.Devuelto), domain.FraccionDe(b.Pendiente), domain.FraccionDe(b.Neto())}),
				e.m.cita(b.Articulo, b.Criterio)}})
		}
	}
	return bets
}

// settle settles a hand against the bank's, carta being the price of the card bought. The
// segunda of who leaves is not looked at.
func (e entradaSinDescarte) settle(jugador, banca naipes.Mano, carta domain.Importe) (liquidacionSinDescarte, error) {
	h := psd.Hechos{Inicial: e.Ante, Carta: carta, Accion: e.Accion, Jugador: jugador, Banca: banca, Hecho: e.Hecho}
	switch {
	case e.Accion == psd.Voy:
		h.Segunda = e.Segunda
	case e.Accion == psd.Paso, e.Hecho != "": // what annuls the hand may come before he decides
	default:
		return liquidacionSinDescarte{}, psd.ErrAccion
	}
	l, err := psd.Settle(h)
	if err != nil {
		return liquidacionSinDescarte{}, err
	}
	return liquidacionSinDescarte{l.Resultado, l.Multiplo, l.Inicial.Neto(), l.Segunda.Neto(), l.Total().Neto(), e.bets(l),
		e.m.anulacion(l.Resultado == psd.JugadaAnulada, l.Inicial.Articulo, l.Inicial.Criterio)}, nil
}

func sinDescarteLiquidar(e entradaSinDescarte) (any, error) {
	jugador, banca, err := e.manos()
	if err != nil {
		return nil, err
	}
	return e.settle(jugador, banca, 0)
}

// sinDescarteComprarCarta writes the card bought in the place of the other.
func sinDescarteComprarCarta(e entradaSinDescarte) (any, error) {
	jugador, banca, err := e.manos()
	if err != nil {
		return nil, err
	}
	if jugador.Overlaps(banca) {
		return nil, naipes.ErrRepetida
	}
	cambio, err := naipes.ParseCartas([]string{e.Descarta, e.Recibe})
	if err != nil {
		return nil, err
	}
	mano, err := psd.Swap(jugador, cambio[0], cambio[1])
	if err != nil {
		return nil, err
	}
	l, err := e.settle(mano, banca, e.Ante)
	if err != nil {
		return nil, err
	}
	final := slices.Clone(e.Jugador)
	final[slices.Index(final, e.Descarta)] = e.Recibe
	return struct {
		ManoFinal  []string       `json:"mano_final"`
		CosteCarta domain.Importe `json:"coste_carta"`
		liquidacionSinDescarte
	}{final, e.Ante, l}, nil
}

func sinDescarteSegunda(e entradaSinDescarte) (any, error) {
	s, err := psd.Segunda(e.Ante)
	if err != nil {
		return nil, err
	}
	return struct {
		Segunda domain.Importe `json:"segunda_apuesta"`
	}{s}, nil
}

func sinDescarteSeguro(e entradaSinDescarte) (any, error) {
	m, err := parseMano(e.Jugador)
	if err != nil {
		return nil, err
	}
	l, err := psd.SettleSeguro(e.Apuesta, m)
	if err != nil {
		return nil, err
	}
	v, err := psd.Evaluate(m)
	if err != nil {
		return nil, err
	}
	return struct {
		Multiplo int64          `json:"multiplo"`
		Neto     domain.Importe `json:"neto"`
	}{psd.SeguroOf(v).Veces, l.Neto()}, nil
}

func sinDescarteSeguroPermitido(e entradaSinDescarte) (any, error) {
	mesa := psd.Mesa{Minimo: e.MinimoMesa, Seguro: true}
	return struct {
		Permitido bool `json:"permitido"`
	}{mesa.CheckSeguro(e.Apuesta) == nil}, nil
}

func sinDescarteAcumulado(e entradaSinDescarte) (any, error) {
	if e.Acumulado == nil {
		return nil, fallo(codigoEntrada)
	}
	jugadores := make([]psd.Participante, len(e.Manos))
	for k, m := range e.Manos {
		mano, err := parseMano(m.Cartas)
		if err != nil {
			return nil, err
		}
		jugadores[k] = psd.Participante{ID: m.ID, Mano: mano, Retira: m.Paso}
	}
	a, err := psd.Award(*e.Acumulado, jugadores)
	if err != nil {
		return nil, err
	}
	premios := map[string]domain.Importe{}
	for _, p := range a.Partes {
		premios[p.ID] = p.Importe
	}
	return struct {
		Premios map[string]domain.Importe `json:"premios"`
		Queda   domain.Importe            `json:"queda"`
	}{premios, a.Queda}, nil
}

// limitesSinDescarte says of each thing asked whether it may be.
type limitesSinDescarte struct {
	Banda     bool  `json:"banda_valida"`
	Apuestas  *bool `json:"apuestas_validas,omitempty"`
	Jugadores *bool `json:"jugadores_validos,omitempty"`
	Anticipo  *bool `json:"anticipo_valido,omitempty"`
}

func sinDescarteLimites(e entradaSinDescarte) (any, error) {
	mesa := psd.Mesa{Minimo: e.Minimo, Maximo: e.Maximo, Ajenas: true}
	verdict := func(err error) *bool {
		ok := err == nil
		return &ok
	}
	answer := limitesSinDescarte{Banda: mesa.CheckBanda() == nil}
	if e.Apuestas != nil {
		answer.Apuestas = verdict(mesa.CheckCasilla(e.Apuestas...))
	}
	if e.Jugadores != nil {
		answer.Jugadores = verdict(psd.CheckAsientos(*e.Jugadores, 0))
	}
	if e.Anticipo != nil {
		answer.Anticipo = verdict(mesa.CheckAnticipo(*e.Anticipo))
	}
	return answer, nil
}

func sinDescarteIrregularidad(e entradaSinDescarte) (any, error) {
	i, err := psd.Judge(e.Hecho)
	if err != nil {
		return nil, err
	}
	return struct {
		Consecuencia psd.Resultado `json:"consecuencia"`
	}{i.Consecuencia}, nil
}
