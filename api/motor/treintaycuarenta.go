package motor

import (
	"encoding/json"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
	"foliado/domain/prision"
	"foliado/domain/treintaycuarenta"
)

// entradaTreinta is the union of the inputs of the operations on the treinta y cuarenta.
type entradaTreinta struct {
	tantosTreinta
	Op          string           `json:"op"`
	Cards       []string         `json:"cards"`
	CutAfter    *int             `json:"cut_after"`
	Bets        []apuestaTreinta `json:"bets"`
	Suerte      string           `json:"suerte"`
	Stake       *domain.Importe  `json:"stake"`
	TableMin    *domain.Importe  `json:"table_min"`
	Coups       []tantosTreinta  `json:"coups"`
	Choices     []prision.Opcion `json:"choices"`
	SessionLast bool             `json:"session_last"`
}

// tantosTreinta is a coup by its points.
type tantosTreinta struct {
	Negra       int    `json:"negra"`
	Roja        int    `json:"roja"`
	FirstColour string `json:"first_colour"`
}

// apuestaTreinta is a bet of settle, or of payment_order, which says where it lies.
type apuestaTreinta struct {
	Suerte     string          `json:"suerte"`
	Stake      *domain.Importe `json:"stake"`
	Insured    bool            `json:"insured"`
	ZeroChoice prision.Opcion  `json:"zero_choice"`
	ID         string          `json:"id"`
	Distance   int             `json:"distance"`
}

// operacionesTreinta is the dispatch table of the operations.
var operacionesTreinta = map[string]func(e entradaTreinta, m moneda) (any, error){
	"deal":            treintaDeal,
	"settle":          treintaSettle,
	"prison_sequence": treintaPrisonSequence,
	"limits":          treintaLimits,
	"check_stake":     treintaCheckStake,
	"payment_order":   treintaPaymentOrder,
}

func treintaCuarenta(input []byte, m moneda) (any, error) {
	var e entradaTreinta
	if err := json.Unmarshal(input, &e); err != nil {
		return nil, fallo(codigoEntrada)
	}
	answer, ok := operacionesTreinta[e.Op]
	if !ok {
		return nil, fallo(codigoOperacion)
	}
	return answer(e, m)
}

// erroresTreinta are the words of what the text forbids.
var erroresTreinta = []codigo{
	{treintaycuarenta.ErrCartas, "faltan_cartas"},
	{treintaycuarenta.ErrSuerte, "suerte_desconocida"},
	{treintaycuarenta.ErrEleccion, "falta_eleccion_31"},
	{prision.ErrEleccion, "falta_eleccion_31"},
	{prision.ErrResuelta, "apuesta_ya_resuelta"},
}

// motivosTreinta are the words of a no.
var motivosTreinta = []codigo{
	{treintaycuarenta.ErrInferior, "inferior_al_minimo"},
	{treintaycuarenta.ErrSuperior, "superior_al_maximo"},
}

// filaTreinta is a row as dealt.
type filaTreinta struct {
	Cards []string `json:"cards"`
	Total int      `json:"total"`
}

func writeFila(f treintaycuarenta.Fila) filaTreinta {
	return filaTreinta{naipes.FormatCartas(f.Cartas), f.Puntos}
}

// desenlaceTreinta is how a coup ended.
type desenlaceTreinta struct {
	Result  treintaycuarenta.Desenlace `json:"result"`
	Winning []string                   `json:"winning"`
}

func writeDesenlace(t treintaycuarenta.Tantos) desenlaceTreinta {
	d := desenlaceTreinta{t.Desenlace(), []string{}}
	for _, s := range t.Ganadoras() {
		d.Winning = append(d.Winning, s.String())
	}
	return d
}

func treintaDeal(e entradaTreinta, _ moneda) (any, error) {
	j, err := e.deal()
	if err != nil {
		return nil, err
	}
	if j.Anulada {
		return struct {
			Annulled bool   `json:"annulled"`
			Reason   string `json:"reason"`
		}{true, "carta_de_corte"}, nil
	}
	t := j.Tantos()
	return struct {
		Annulled    bool        `json:"annulled"`
		Negra       filaTreinta `json:"negra"`
		Roja        filaTreinta `json:"roja"`
		FirstColour string      `json:"first_colour"`
		desenlaceTreinta
		CardsUsed int `json:"cards_used"`
	}{false, writeFila(j.Negra), writeFila(j.Roja), t.Primera.String(), writeDesenlace(t), j.Usadas}, nil
}

func (t tantosTreinta) tantos() treintaycuarenta.Tantos {
	out := treintaycuarenta.Tantos{Negra: t.Negra, Roja: t.Roja}
	for _, c := range []naipes.Color{naipes.Negro, naipes.Rojo} {
		if c.String() == t.FirstColour {
			out.Primera = c
		}
	}
	return out
}

// importesTreinta are the amounts of a bet, with what its insurance cost.
type importesTreinta struct {
	registroImportes
	PremiumLost json.RawMessage `json:"premium_lost"`
}

// registroTreinta is a settlement of one bet.
type registroTreinta struct {
	Result treintaycuarenta.Resultado `json:"result"`
	importesTreinta
	cita
}

func (e entradaTreinta) apuestas() ([]treintaycuarenta.Apuesta, error) {
	apuestas := make([]treintaycuarenta.Apuesta, len(e.Bets))
	for k, b := range e.Bets {
		s, err := treintaycuarenta.ParseSuerte(b.Suerte)
		if err != nil {
			return nil, failWith(err, erroresTreinta)
		}
		if b.Stake == nil {
			return nil, fallo(codigoEntrada)
		}
		apuestas[k] = treintaycuarenta.Apuesta{Suerte: s, Importe: *b.Stake, Asegurada: b.Insured, Eleccion: b.ZeroChoice}
	}
	return apuestas, nil
}

// artCorte says that the cut card annuls the coup in course.
var artCorte = norma.Reglamento.Art("60.4")

// deal deals the coup of the cards given.
func (e entradaTreinta) deal() (treintaycuarenta.Jugada, error) {
	cartas, err := naipes.ParseCartas(e.Cards)
	if err != nil {
		return treintaycuarenta.Jugada{}, fallo(codigoEntrada)
	}
	corte := treintaycuarenta.SinCorte
	if e.CutAfter != nil {
		corte = max(*e.CutAfter, 0)
	}
	j, err := treintaycuarenta.Deal(cartas, corte)
	if err != nil {
		return j, failWith(err, erroresTreinta)
	}
	return j, nil
}

// filasTreinta are the rows of a coup settled from its cards; nothing of one settled from
// its points.
type filasTreinta struct {
	Negra *filaTreinta `json:"negra,omitempty"`
	Roja  *filaTreinta `json:"roja,omitempty"`
	Nula  *cita        `json:"nula,omitempty"`
}

// coup is what settle settles: the points given, or those of the cards when there are any.
func (e entradaTreinta) coup(m moneda) (treintaycuarenta.Tantos, filasTreinta, error) {
	if len(e.Cards) == 0 {
		t := e.tantosTreinta.tantos()
		t.Ultima = e.SessionLast
		return t, filasTreinta{}, nil
	}
	j, err := e.deal()
	if err != nil {
		return treintaycuarenta.Tantos{}, filasTreinta{}, err
	}
	negra, roja := writeFila(j.Negra), writeFila(j.Roja)
	f := filasTreinta{Negra: &negra, Roja: &roja, Nula: m.anulacion(j.Anulada, artCorte, "")}
	t := j.Tantos()
	t.Ultima = e.SessionLast
	return t, f, nil
}

func treintaSettle(e entradaTreinta, m moneda) (any, error) {
	apuestas, err := e.apuestas()
	if err != nil {
		return nil, err
	}
	t, filas, err := e.coup(m)
	if err != nil {
		return nil, err
	}
	ls, total, err := treintaycuarenta.Settle(t, apuestas, nil)
	if err != nil {
		return nil, failWith(err, erroresTreinta)
	}
	bets := make([]registroTreinta, len(ls))
	for k, l := range ls {
		bets[k] = registroTreinta{l.Resultado, importesTreinta{m.importes(importes{
			l.Ganado.Fraccion(), l.Devuelto.Fraccion(), l.Pendiente.Fraccion(), l.Neto().Fraccion()}), m.down(l.PrimaPerdida.Fraccion())}, m.cita(l.Articulo, l.Criterio)}
	}
	return struct {
		desenlaceTreinta
		Bets  []registroTreinta `json:"bets"`
		Total importesTreinta   `json:"total"`
		filasTreinta
	}{writeDesenlace(t), bets, importesTreinta{m.importes(importes{
		total.Ganado.Fraccion(), total.Devuelto.Fraccion(), total.Pendiente.Fraccion(), total.Neto().Fraccion()}), m.down(total.PrimaPerdida.Fraccion())}, filas}, nil
}

func treintaPrisonSequence(e entradaTreinta, m moneda) (any, error) {
	if e.Stake == nil || e.TableMin == nil {
		return nil, fallo(codigoEntrada)
	}
	suerte, err := treintaycuarenta.ParseSuerte(e.Suerte)
	if err != nil {
		return nil, failWith(err, erroresTreinta)
	}
	jugadas := make([]treintaycuarenta.Tantos, len(e.Coups))
	for k, c := range e.Coups {
		jugadas[k] = c.tantos()
		jugadas[k].Ultima = e.SessionLast && k == len(e.Coups)-1
	}
	s, err := treintaycuarenta.Follow(suerte, *e.Stake, *e.TableMin, jugadas, e.Choices)
	if err != nil {
		return nil, failWith(err, erroresTreinta)
	}
	return struct {
		secuenciaPrision
		Ties31 int `json:"ties31"`
	}{m.secuencia(s), s.Postura.Ceros}, nil
}

func (e entradaTreinta) limites() (treintaycuarenta.Limites, error) {
	if e.TableMin == nil {
		return treintaycuarenta.Limites{}, fallo(codigoEntrada)
	}
	l, err := treintaycuarenta.NewLimites(*e.TableMin)
	if err != nil {
		return treintaycuarenta.Limites{}, failWith(err, erroresTreinta)
	}
	return l, nil
}

func treintaLimits(e entradaTreinta, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	return limitesApuesta{l.Minimo, l.Maximo}, nil
}

func treintaCheckStake(e entradaTreinta, _ moneda) (any, error) {
	l, err := e.limites()
	if err != nil {
		return nil, err
	}
	if e.Stake == nil {
		return nil, fallo(codigoEntrada)
	}
	return judge(l.Check(*e.Stake), motivosTreinta, erroresTreinta)
}

func treintaPaymentOrder(e entradaTreinta, _ moneda) (any, error) {
	apuestas := make([]treintaycuarenta.Pagadera, len(e.Bets))
	for k, b := range e.Bets {
		s, err := treintaycuarenta.ParseSuerte(b.Suerte)
		if err != nil {
			return nil, failWith(err, erroresTreinta)
		}
		apuestas[k] = treintaycuarenta.Pagadera{ID: b.ID, Suerte: s, Distancia: b.Distance}
	}
	sorted, err := treintaycuarenta.PaymentOrder(apuestas)
	if err != nil {
		return nil, failWith(err, erroresTreinta)
	}
	order := make([]string, len(sorted))
	for k, a := range sorted {
		order[k] = a.ID
	}
	return ordenPago{order}, nil
}
