package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/prision"
	"foliado/domain/ruleta"
)

// entradaRuleta is the union of the inputs of the operations on both roulettes.
type entradaRuleta struct {
	Op            string           `json:"op"`
	Variant       string           `json:"variant"`
	Number        *int             `json:"number"`
	Suerte        string           `json:"suerte"`
	Sel           []int            `json:"sel"`
	Bets          []apuestaRuleta  `json:"bets"`
	Stake         *domain.Importe  `json:"stake"`
	TableMin      *domain.Importe  `json:"table_min"`
	Level         domain.Serie     `json:"level"`
	MultiplesOnly bool             `json:"multiples_only"`
	Suertes       []string         `json:"suertes"`
	Spins         []int            `json:"spins"`
	Choices       []prision.Opcion `json:"choices"`
	SessionLast   bool             `json:"session_last"`
	Void          bool             `json:"void"`
	Declared      *domain.Importe  `json:"declared"`
	HouseValues   []domain.Importe `json:"house_values"`

	variante ruleta.Variante
}

type apuestaRuleta struct {
	Suerte     string          `json:"suerte"`
	Sel        []int           `json:"sel"`
	Stake      *domain.Importe `json:"stake"`
	ZeroChoice prision.Opcion  `json:"zero_choice"`
}

// operacionesRuleta is the dispatch table of the operations.
var operacionesRuleta = map[string]func(e entradaRuleta, m moneda) (any, error){
	"attributes":      ruletaAttributes,
	"bet_valid":       ruletaBetValid,
	"settle":          ruletaSettle,
	"prison_sequence": ruletaPrisonSequence,
	"limits":          ruletaLimits,
	"check_stake":     ruletaCheckStake,
	"payment_order":   ruletaPaymentOrder,
	"chip_value":      ruletaChipValue,
}

func ruletaFrancesa(input []byte, m moneda) (any, error) {
	return answerRuleta(ruleta.Francesa, input, m)
}

func ruletaAmericana(input []byte, m moneda) (any, error) {
	return answerRuleta(ruleta.Americana, input, m)
}

func answerRuleta(v ruleta.Variante, input []byte, m moneda) (any, error) {
	e := entradaRuleta{variante: v}
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	if e.Variant != "" && e.Variant != v.String() {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesRuleta[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresRuleta are the words of what the text forbids.
var erroresRuleta = []codigo{
	{ruleta.ErrNumero, "numero_invalido"},
	{ruleta.ErrSuerte, "suerte_desconocida"},
	{ruleta.ErrCombinacion, "combinacion_invalida"},
	{ruleta.ErrEleccion, "falta_eleccion_cero"},
	{prision.ErrEleccion, "falta_eleccion_cero"},
	{ruleta.ErrSinPrision, "sin_prision"},
	{ruleta.ErrNoSencilla, "solo_suertes_sencillas"},
	{prision.ErrResuelta, "apuesta_ya_resuelta"},
}

// motivosRuleta are the words of a no.
var motivosRuleta = []codigo{
	{ruleta.ErrInferior, "inferior_al_minimo"},
	{ruleta.ErrSuperior, "superior_al_maximo"},
	{ruleta.ErrNoMultiplo, "no_multiplo_del_minimo"},
	{ruleta.ErrFueraDeLimites, "fuera_de_limites"},
	{ruleta.ErrValorFicha, "valor_de_ficha_inexistente"},
}

// atributosRuleta is what the cloth says of a number.
type atributosRuleta struct {
	Colour  *string `json:"colour"`
	Parity  *string `json:"parity"`
	Half    *string `json:"half"`
	Docena  *int    `json:"docena"`
	Columna *int    `json:"columna"`
}

func ruletaAttributes(e entradaRuleta, _ moneda) (any, error) {
	n, err := e.numero()
	if err != nil {
		return nil, err
	}
	a := n.Atributos()
	answer := atributosRuleta{Colour: orNull(a.Color.String()), Parity: orNull(a.Paridad.String()), Half: orNull(a.Mitad.String())}
	if n != 0 {
		answer.Docena, answer.Columna = &a.Docena, &a.Columna
	}
	return answer, nil
}

func (e entradaRuleta) numero() (ruleta.Numero, error) {
	if e.Number == nil {
		return 0, fallo(codigoEntrada)
	}
	n, err := ruleta.ParseNumero(*e.Number)
	if err != nil {
		return 0, failWith(err, erroresRuleta)
	}
	return n, nil
}

func newPostura(suerte string, sel []int) (ruleta.Postura, error) {
	s, err := ruleta.ParseSuerte(suerte)
	if err != nil {
		return ruleta.Postura{}, err
	}
	return ruleta.NewPostura(s, sel)
}

// validezRuleta says whether a bet is one, and then what it covers and pays.
type validezRuleta struct {
	Valid   bool            `json:"valid"`
	Reason  *string         `json:"reason,omitempty"`
	Numbers []int           `json:"numbers,omitempty"`
	Payout  json.RawMessage `json:"payout,omitempty"`
}

func ruletaBetValid(e entradaRuleta, _ moneda) (any, error) {
	p, err := newPostura(e.Suerte, e.Sel)
	if err != nil {
		reason, ok := findCodigo(err, erroresRuleta)
		if !ok {
			return nil, fallo(codigoEntrada)
		}
		return validezRuleta{Reason: &reason}, nil
	}
	return validezRuleta{Valid: true, Numbers: p.Numeros().List(), Payout: exact(p.Suerte().Pago().Veces())}, nil
}

// liquidacionRuleta is the settlement of a bola.
type liquidacionRuleta struct {
	Bets  []registro       `json:"bets"`
	Total registroImportes `json:"total"`
	Nula  *cita            `json:"nula,omitempty"`
}

// artTiradaNulaRuleta says which throws of the bola are void.
var artTiradaNulaRuleta = norma.Reglamento.Art("133.d")

// tirada is the throw that settle settles: void, when the number does not count, or the
// last of the session.
func (e entradaRuleta) tirada() (ruleta.Tirada, error) {
	t := ruleta.Tirada{Nula: e.Void, Ultima: e.SessionLast}
	if e.Void && e.Number == nil {
		return t, nil
	}
	var err error
	t.Numero, err = e.numero()
	return t, err
}

func ruletaSettle(e entradaRuleta, m moneda) (any, error) {
	t, err := e.tirada()
	if err != nil {
		return nil, err
	}
	apuestas := make([]ruleta.Apuesta, len(e.Bets))
	for k, b := range e.Bets {
		if b.Stake == nil {
			return nil, fallo(codigoEntrada)
		}
		p, err := newPostura(b.Suerte, b.Sel)
		if err != nil {
			return nil, failWith(err, erroresRuleta)
		}
		apuestas[k] = ruleta.Apuesta{Postura: p, Importe: *b.Stake, Eleccion: b.ZeroChoice}
	}
	ls, total, err := ruleta.Settle(e.variante, t, apuestas, nil)
	if err != nil {
		return nil, failWith(err, erroresRuleta)
	}
	answer := liquidacionRuleta{Bets: make([]registro, len(ls)), Nula: m.anulacion(t.Nula, artTiradaNulaRuleta, "")}
	for k, l := range ls {
		answer.Bets[k] = registro{string(l.Resultado), m.importes(importes{
			l.Ganado.Fraccion(), l.Devuelto.Fraccion(), l.Pendiente.Fraccion(), l.Neto().Fraccion()}), m.cita(l.Articulo, l.Criterio)}
	}
	answer.Total = m.importes(importes{
		total.Ganado.Fraccion(), total.Devuelto.Fraccion(), total.Pendiente.Fraccion(), total.Neto().Fraccion()})
	return answer, nil
}

// secuenciaPrision is a stake followed to its end. An undecided one has no net, but what
// would be given back.
type secuenciaPrision struct {
	Events      []prision.Evento `json:"events"`
	Status      prision.Estado   `json:"status"`
	Returned    json.RawMessage  `json:"returned"`
	Winnings    json.RawMessage  `json:"winnings"`
	Net         json.RawMessage  `json:"net"`
	RefundValue json.RawMessage  `json:"refund_value"`
	cita
}

func (m moneda) secuencia(s prision.Secuencia) secuenciaPrision {
	l := s.Postura.Liquidacion()
	answer := secuenciaPrision{Events: s.Eventos, Status: s.Postura.Estado, Returned: m.up(l.Devuelto), Winnings: m.up(l.Ganado),
		cita: m.cita(s.Postura.Cita.Articulo, s.Postura.Cita.Criterio)}
	if answer.Events == nil {
		answer.Events = []prision.Evento{}
	}
	if s.Postura.Estado.Undecided() {
		answer.RefundValue = m.up(s.Postura.Reintegro())
	} else {
		answer.Net = m.up(l.Neto())
	}
	return answer
}

func ruletaPrisonSequence(e entradaRuleta, m moneda) (any, error) {
	if e.Stake == nil || e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	suerte, err := ruleta.ParseSuerte(e.Suerte)
	if err != nil {
		return nil, failWith(err, erroresRuleta)
	}
	if !suerte.Sencilla() {
		return nil, failWith(ruleta.ErrNoSencilla, erroresRuleta)
	}
	p, err := ruleta.NewPostura(suerte, e.Sel)
	if err != nil {
		return nil, failWith(err, erroresRuleta)
	}
	tiradas := make([]ruleta.Tirada, len(e.Spins))
	for k, spin := range e.Spins {
		n, err := ruleta.ParseNumero(spin)
		if err != nil {
			return nil, failWith(err, erroresRuleta)
		}
		tiradas[k] = ruleta.Tirada{Numero: n, Ultima: e.SessionLast && k == len(e.Spins)-1}
	}
	s, err := ruleta.Follow(e.variante, p, *e.Stake, *e.TableMin, tiradas, e.Choices)
	if err != nil {
		return nil, failWith(err, erroresRuleta)
	}
	return struct {
		secuenciaPrision
		Zeros int `json:"zeros"`
	}{m.secuencia(s), s.Postura.Ceros}, nil
}

func (e entradaRuleta) limites() (ruleta.Limites, error) {
	if e.TableMin == nil {
		return ruleta.Limites{}, fallo(codigoEntrada)
	}
	s, err := ruleta.ParseSuerte(e.Suerte)
	if err != nil {
		return ruleta.Limites{}, failWith(err, erroresRuleta)
	}
	l, err := ruleta.NewLimites(e.variante, s, *e.TableMin, e.Level)
	if err != nil {
		return ruleta.Limites{}, failWith(err, erroresRuleta)
	}
	return l, nil
}

// limitesApuesta is the least and the most that may be staked.
type limitesApuesta struct {
	Min domain.Importe `json:"min"`
	Max domain.Importe `json:"max"`
}

func ruletaLimits(e entradaRuleta, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	return limitesApuesta{l.Minimo, l.Maximo}, nil
}

func ruletaCheckStake(e entradaRuleta, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	if e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	return judge(l.Check(*e.Stake, e.MultiplesOnly), motivosRuleta, erroresRuleta)
}

func ruletaPaymentOrder(e entradaRuleta, _ moneda) (any, error) {
	suertes := make([]ruleta.Suerte, len(e.Suertes))
	for k, nombre := range e.Suertes {
		var err error
		if suertes[k], err = ruleta.ParseSuerte(nombre); err != nil {
			return nil, failWith(err, erroresRuleta)
		}
	}
	sorted, err := ruleta.PaymentOrder(e.variante, suertes)
	if err != nil {
		return nil, failWith(err, erroresRuleta)
	}
	order := make([]string, len(sorted))
	for k, s := range sorted {
		order[k] = s.String()
	}
	return ordenPago{order}, nil
}

// ordenPago is who or what is paid first.
type ordenPago struct {
	Order []string `json:"order"`
}

func ruletaChipValue(e entradaRuleta, _ moneda) (any, error) {
	if e.variante != ruleta.Americana {
		return nil, fallo(codigoOperacion)
	}
	if e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	valor, err := ruleta.ValorFicha(*e.TableMin, e.Level, e.Declared, e.HouseValues)
	v, err := judge(err, motivosRuleta, erroresRuleta)
	if err != nil || !v.OK {
		return v, err
	}
	return struct {
		OK    bool           `json:"ok"`
		Value domain.Importe `json:"value"`
	}{true, valor}, nil
}
