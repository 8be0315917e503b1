package motor

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
)

// Errors of a settlement.
var (
	// ErrHechos: the facts are not those that the game asks for.
	ErrHechos = errors.New("los hechos no están escritos como pide el juego")
	// ErrSinMotor: no engine settles the jugadas of that game.
	ErrSinMotor = errors.New("ningún motor liquida las jugadas de ese juego")
)

// liquidador is how a game is asked for the settlement of a jugada: the operation of the
// schema, and what reads the bets and the picture off the answer.
type liquidador struct {
	op     string
	lineas func(in hechos, out respuestaJugada) ([]jugada.Apuesta, error)
	figura func(in hechos, out respuestaJugada) jugada.Figura

	directa func(input []byte) (jugada.Liquidacion, error) // of a game among players, which reads its own facts
}

// liquidadores is the table of the games whose jugadas an engine settles.
var liquidadores = map[domain.Juego]liquidador{
	domain.RuletaFrancesa:    {op: "settle", lineas: lineasApuestas, figura: figuraNumero},
	domain.RuletaAmericana:   {op: "settle", lineas: lineasApuestas, figura: figuraNumero},
	domain.Bola:              {op: "settle", lineas: lineasApuestas, figura: figuraNumero},
	domain.TreintaCuarenta:   {op: "settle", lineas: lineasApuestas, figura: figuraTreinta},
	domain.Dados:             {op: "sequence", lineas: lineasDados, figura: figuraDados},
	domain.BlackJack:         {op: "round", lineas: lineasBlackJack, figura: figuraBlackJack},
	domain.PuntoBanca:        {op: "pyb_round", lineas: lineasApuestas, figura: figuraPuntoBanca},
	domain.PoquerSinDescarte: {op: "liquidar", lineas: lineasApuestas, figura: figuraSinDescarte},
	domain.Trijoker:          {op: "liquidar", lineas: lineasApuestas, figura: figuraTrijoker},

	domain.BacaraChemin:   {op: "chf_hand", directa: liquidarChemin},
	domain.BacaraDosPanos: {op: "b2p_hand", directa: liquidarPanos},
	domain.PoquerCirculo:  {directa: liquidarPoquer},
}

// nombres are the games that the schema calls otherwise.
var nombres = map[domain.Juego]string{domain.PoquerSinDescarte: "sin_descarte", domain.PoquerCirculo: "circulo"}

// Juego is the game of a name, that of the house or that of the schema; false when neither
// has it.
func Juego(nombre string) (domain.Juego, bool) {
	for j, n := range nombres {
		if n == nombre {
			return j, true
		}
	}
	_, known := juegos[nombre]
	j := domain.Juego(nombre)
	return j, j.Valid() || known && nombre != "caja"
}

// Liquida reports whether an engine settles the jugadas of a game.
func Liquida(j domain.Juego) bool { _, ok := liquidadores[j]; return ok }

// Answer answers a question about a game as Run does, exact or rounded, with the provision
// and the criterio of each settlement. An input that names no operation asks for the
// settlement of a jugada. What the text forbids is an error that wraps the *norma.Error of
// the engine; what is no question of the game, one that wraps ErrHechos.
func Answer(j domain.Juego, input []byte, redondeado bool) (json.RawMessage, error) {
	input, err := withOp(input, liquidadores[j].op)
	if err != nil {
		return nil, err
	}
	answer, err := resolve(gameOf(j), input, Options{Redondeado: redondeado, Citas: true})
	if err != nil {
		return nil, explain(err)
	}
	return marshal(answer)
}

// gameOf is the name of a game in the schema.
func gameOf(j domain.Juego) string {
	if n, other := nombres[j]; other {
		return n
	}
	return string(j)
}

// Codigo is the word of the schema for what Answer refused, "" when it has none.
func Codigo(err error) string {
	var code fallo
	errors.As(err, &code)
	return string(code)
}

// hechoError is ErrHechos with the word of the schema for what is wrong.
type hechoError struct {
	codigo fallo
	que    string // what it is about, "" the whole
}

// Error says it in words.
func (e hechoError) Error() string {
	if e.que == "" {
		return ErrHechos.Error() + ": " + palabras(string(e.codigo))
	}
	return ErrHechos.Error() + ": " + e.que + ", " + palabras(string(e.codigo))
}

// Unwrap gives ErrHechos and the word.
func (e hechoError) Unwrap() []error { return []error{ErrHechos, e.codigo} }

// explain wraps ErrHechos when no engine says what is wrong.
func explain(err error) error {
	var breach *norma.Error
	if errors.As(err, &breach) {
		return err
	}
	if Codigo(err) == codigoJuego {
		return ErrSinMotor
	}
	return hechoError{codigo: fallo(Codigo(err))}
}

// withOp names the operation of an input that names none.
func withOp(input []byte, op string) ([]byte, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(input, &m); err != nil {
		return nil, hechoError{codigo: codigoEntrada}
	}
	if _, named := m["op"]; named || op == "" {
		return input, nil
	}
	if m == nil {
		m = map[string]json.RawMessage{}
	}
	m["op"] = json.RawMessage(strconv.Quote(op))
	return marshal(m)
}

// opCompra settles a jugada of the póquer sin descarte in which a card was bought.
const opCompra = "comprar_carta"

// OpPrision is the operation that follows a stake through the prison.
const OpPrision = "prison_sequence"

// Liquidar settles a jugada from its facts, which are the input of the operation of the
// schema that settles those of the game, and says what each bet comes to. A bought card of
// the póquer sin descarte is its operation comprar_carta, and a stake that went to prison
// prison_sequence, followed to its last throw. A game among players has besides a line of the
// bank, where there is one, and another of what the house keeps, due to the pozo. The error wraps ErrSinMotor,
// ErrHechos or the *norma.Error of the engine.
func Liquidar(j domain.Juego, input []byte) (jugada.Liquidacion, error) {
	none := jugada.Liquidacion{}
	l, ok := liquidadores[j]
	if !ok {
		return none, ErrSinMotor
	}
	if l.directa != nil {
		return l.directa(input)
	}
	raw, err := Answer(j, input, false)
	if err != nil {
		return none, err
	}
	var in hechos
	var out respuestaJugada
	if json.Unmarshal(input, &in) != nil || json.Unmarshal(raw, &out) != nil {
		return none, hechoError{codigo: codigoEntrada}
	}
	switch in.Op {
	case "", l.op, opCompra:
	case OpPrision:
		l.lineas, l.figura = lineasPrision, figuraPrision
	default:
		return none, hechoError{codigo: codigoOperacion}
	}
	answer := jugada.Liquidacion{Juego: j, Nula: out.nula(), Figura: l.figura(in, out)}
	answer.Apuestas, err = l.lineas(in, out)
	return answer, err
}

// hechos is the union of what the facts of a jugada say, in every game.
type hechos struct {
	Op      string         `json:"op"`
	Number  *int           `json:"number"`
	Bets    []hechoApuesta `json:"bets"`
	Boxes   []hechoApuesta `json:"boxes"`
	Steps   []pasoDados    `json:"steps"`
	Jugador []string       `json:"jugador"`
	Banca   []string       `json:"banca"`
	Propias []string       `json:"propias"`
	Comunes []string       `json:"comunes"`

	Suerte string         `json:"suerte"` // of a stake in prison
	Stake  domain.Importe `json:"stake"`
	Spins  []int          `json:"spins"`
}

type hechoApuesta struct {
	Suerte    string         `json:"suerte"`
	Sel       []int          `json:"sel"`
	N         *int           `json:"n"`
	Stake     domain.Importe `json:"stake"`
	Insurance domain.Importe `json:"insurance"`
	Insured   bool           `json:"insured"`
}

// respuestaJugada is the union of what the settlements of every game answer.
type respuestaJugada struct {
	Bets      []registroLeido `json:"bets"`
	Boxes     []casillaLeida  `json:"boxes"`
	Log       []lanceLeido    `json:"log"`
	Nula      *cita           `json:"nula"`
	Dealer    filaLeida       `json:"dealer"`
	Punto     filaLeida       `json:"punto"`
	Banca     filaLeida       `json:"banca"`
	Negra     filaLeida       `json:"negra"`
	Roja      filaLeida       `json:"roja"`
	ManoFinal []string        `json:"mano_final"`
	Categoria string          `json:"categoria"`

	Status      string   `json:"status"` // of a stake in prison
	Winnings    cantidad `json:"winnings"`
	Returned    cantidad `json:"returned"`
	RefundValue cantidad `json:"refund_value"`
	cita
}

type filaLeida struct {
	Cards []string `json:"cards"`
	Total int      `json:"total"`
}

type registroLeido struct {
	ID       string         `json:"id"`
	Suerte   string         `json:"suerte"`
	Stake    domain.Importe `json:"stake"`
	Result   string         `json:"result"`
	Winnings cantidad       `json:"winnings"`
	Returned cantidad       `json:"returned"`
	Pending  cantidad       `json:"pending"`
	cita
}

type casillaLeida struct {
	Hands []struct {
		filaLeida
		registroLeido
	} `json:"hands"`
	Insurance *struct {
		Result string   `json:"result"`
		Net    cantidad `json:"net"`
		cita
	} `json:"insurance"`
}

type lanceLeido struct {
	T        string          `json:"t"`
	ID       string          `json:"id"`
	Accepted bool            `json:"accepted"`
	Reason   string          `json:"reason"`
	Results  []registroLeido `json:"results"`
	Nula     *cita           `json:"nula"`
}

// cantidad reads an amount as the schema writes it: 1005, "25/2", null.
type cantidad struct{ domain.Fraccion }

// UnmarshalJSON reads it. The error wraps ErrHechos.
func (q *cantidad) UnmarshalJSON(raw []byte) error {
	v, err := decode(raw)
	if err != nil || v == nil {
		return err
	}
	r, ok := amount(v)
	if !ok || !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return ErrHechos
	}
	q.Fraccion = domain.NewFraccion(r.Num().Int64(), r.Denom().Int64())
	return nil
}

// nula is why the whole jugada is void: its own, or that of its last throw of dice.
func (r respuestaJugada) nula() *jugada.Cita {
	if k := len(r.Log) - 1; k >= 0 && r.Log[k].Nula != nil {
		return r.Log[k].Nula.cita()
	}
	return r.Nula.cita()
}

func (c *cita) cita() *jugada.Cita {
	if c == nil {
		return nil
	}
	a, ok := norma.Reglamento.Lookup(c.Articulo)
	if !ok {
		panic("motor: an answer cites what does not exist: " + c.Articulo)
	}
	return &jugada.Cita{Articulo: a, Criterio: c.Criterio}
}

// apuesta is a bet with its settlement.
func (r registroLeido) apuesta(nombre, suerte string, apostado domain.Importe) jugada.Apuesta {
	a := jugada.Apuesta{Nombre: nombre, Suerte: suerte, Apostado: apostado, Ganado: r.Winnings.Fraccion,
		Devuelto: r.Returned.Fraccion, Pendiente: r.Pending.Fraccion, Resultado: r.Result}
	if r.Articulo != "" {
		c := r.cita.cita()
		a.Articulo, a.Criterio = c.Articulo, c.Criterio
	}
	return a
}

// palabras turns a word of the engine into one to read.
func palabras(s string) string { return strings.ReplaceAll(s, "_", " ") }

// lineasApuestas reads the bets that a settlement lists one by one: what each is, from the
// answer or, where the schema has it there, from the facts.
func lineasApuestas(in hechos, out respuestaJugada) ([]jugada.Apuesta, error) {
	as := make([]jugada.Apuesta, 0, len(out.Bets))
	for k, r := range out.Bets {
		if r.Suerte != "" {
			as = append(as, r.apuesta(palabras(r.Suerte), r.Suerte, r.Stake))
			continue
		}
		b := in.Bets[k]
		nombre, numeros := palabras(b.Suerte), b.Sel
		if b.N != nil {
			numeros = []int{*b.N}
		}
		if len(numeros) > 0 {
			nombre += " " + join(numeros)
		}
		if b.Insured {
			nombre += ", asegurada"
		}
		a := r.apuesta(nombre, b.Suerte, b.Stake)
		a.Numeros = numeros
		as = append(as, a)
	}
	return as, nil
}

// lineasPrision is the stake that went to prison; undecided, what a forced refund would
// give now is pending.
func lineasPrision(in hechos, out respuestaJugada) ([]jugada.Apuesta, error) {
	r := registroLeido{Result: out.Status, Winnings: out.Winnings, Returned: out.Returned, Pending: out.RefundValue, cita: out.cita}
	return []jugada.Apuesta{r.apuesta(palabras(in.Suerte)+", en prisión", in.Suerte, in.Stake)}, nil
}

// join writes "1-2-3".
func join(numeros []int) string {
	parts := make([]string, len(numeros))
	for k, n := range numeros {
		parts[k] = strconv.Itoa(n)
	}
	return strings.Join(parts, "-")
}

// lineasBlackJack reads the hands of each box and its insurance.
func lineasBlackJack(in hechos, out respuestaJugada) ([]jugada.Apuesta, error) {
	var as []jugada.Apuesta
	for k, box := range out.Boxes {
		nombre := "casilla " + strconv.Itoa(k+1)
		for i, h := range box.Hands {
			mano := nombre
			if len(box.Hands) > 1 {
				mano += ", mano " + strconv.Itoa(i+1)
			}
			a := h.registroLeido.apuesta(mano, "mano", h.Stake)
			a.Casilla = k + 1
			as = append(as, a)
		}
		if s := box.Insurance; s != nil {
			as = append(as, seguro(nombre, k+1, in.Boxes[k].Insurance, s.Result, s.Net.Fraccion, s.cita))
		}
	}
	return as, nil
}

// seguro is an insurance, whose settlement says only what the player is up by it: what he
// won, the stake being his again, or the stake that he lost.
func seguro(nombre string, casilla int, apostado domain.Importe, result string, net domain.Fraccion, c cita) jugada.Apuesta {
	r := registroLeido{Result: result, cita: c}
	if net.Cmp(domain.Fraccion{}) > 0 {
		r.Winnings.Fraccion, r.Returned.Fraccion = net, domain.FraccionDe(apostado)
	}
	a := r.apuesta(nombre+", seguro", "seguro", apostado)
	a.Casilla = casilla
	return a
}

// lineasDados follows each bet of a table of dados to the last throw. A bet that the text
// does not admit is an error that wraps ErrHechos.
func lineasDados(in hechos, out respuestaJugada) ([]jugada.Apuesta, error) {
	var as []jugada.Apuesta
	place := map[string]int{}
	for k, line := range out.Log {
		if line.T != "roll" && !line.Accepted {
			return nil, hechoError{fallo(line.Reason), "apuesta «" + line.ID + "»"}
		}
		switch p := in.Steps[k]; line.T {
		case "bet":
			nombre := palabras(p.Suerte)
			if p.Numero != 0 {
				nombre += " " + strconv.Itoa(p.Numero)
			}
			place[line.ID] = len(as)
			as = append(as, jugada.Apuesta{Nombre: nombre + " (" + line.ID + ")", Suerte: p.Suerte, Apostado: p.Stake,
				Pendiente: domain.FraccionDe(p.Stake), Resultado: "sigue"})
		case "remove":
			a := &as[place[line.ID]]
			a.Devuelto, a.Pendiente, a.Resultado = a.Pendiente, domain.Fraccion{}, "retirada"
		}
		for _, r := range line.Results {
			now := r.apuesta("", "", 0)
			a := &as[place[r.ID]]
			a.Ganado, a.Devuelto = a.Ganado.Add(now.Ganado), a.Devuelto.Add(now.Devuelto)
			a.Pendiente, a.Resultado = now.Pendiente, now.Resultado
			if !now.Articulo.IsZero() {
				a.Articulo, a.Criterio = now.Articulo, now.Criterio
			}
		}
	}
	return as, nil
}
