package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/tapete"
	"foliado/templates"
)

// Kinds of the fields of a form of a jugada.
const (
	campoEntero = iota
	campoTexto
	campoSi
	campoImporte
	campoOpcion
	campoNumeros    // "0 17 0"
	campoElecciones // "p m"
	campoTandas     // "31/31/rojo 35/34/negro"
)

// campoHechos is a field of the facts of a game, and how its form asks for it.
type campoHechos struct {
	nombre, titulo, ayuda string
	clase                 int
	opciones              []templates.Opcion
}

// formaDe is how the form of a game asks for its facts.
type formaDe struct {
	suertes  []string // bets that are no place of a cloth
	listas   []templates.ListaCartas
	campos   []campoHechos
	elige    bool   // the player of a sencilla chooses at the zero or at the refait
	puestas  string // key of the facts that lists what is on the table
	casillas bool
	dados    bool
	prision  bool // a stake may be followed through the prison

	jugadores bool // the game has players to add, each with his cards
}

func opciones(pairs ...string) []templates.Opcion {
	var os []templates.Opcion
	for k := 0; k < len(pairs); k += 2 {
		os = append(os, templates.Opcion{Valor: pairs[k], Texto: pairs[k+1]})
	}
	return os
}

func lista(nombre, titulo string) templates.ListaCartas {
	return templates.ListaCartas{Nombre: nombre, Titulo: titulo}
}

// Fields that several games ask for.
var (
	campoNumero = campoHechos{nombre: "number", titulo: "Número salido", clase: campoEntero}
	campoVacia  = campoHechos{nombre: "void", titulo: "Tirada nula (art. 133.d)", clase: campoSi}
	campoUltima = campoHechos{nombre: "session_last", titulo: "Es la última de la sesión", clase: campoSi}
)

// formasDe is the table of the forms: what the schema of each game calls its facts.
var formasDe = map[domain.Juego]formaDe{
	domain.RuletaFrancesa:  {campos: []campoHechos{campoNumero, campoVacia, campoUltima}, puestas: "bets", elige: true, prision: true},
	domain.RuletaAmericana: {campos: []campoHechos{campoNumero, campoVacia}, puestas: "bets"},
	domain.Bola:            {campos: []campoHechos{campoNumero}, puestas: "bets"},
	domain.TreintaCuarenta: {suertes: []string{"negro", "rojo", "color", "inverso"}, listas: []templates.ListaCartas{lista("cards", "Cartas, en su orden")},
		campos: []campoHechos{{nombre: "cut_after", titulo: "Cartas delante de la de corte, si salió", clase: campoEntero},
			{nombre: "asegurada", titulo: "La próxima apuesta va asegurada", clase: campoSi}, campoUltima}, puestas: "bets", elige: true, prision: true},
	domain.PuntoBanca: {suertes: []string{"punto", "banca", "igualdad"}, listas: []templates.ListaCartas{lista("shoe", "Cartas del sabot, en su orden")},
		campos: []campoHechos{{nombre: "option", titulo: "Lo que retiene la casa (art. 65)", clase: campoOpcion,
			opciones: opciones("5", "el 5 % de lo que gana la banca", "50_con_6", "la mitad cuando gana con 6")}}, puestas: "bets"},
	domain.BlackJack: {listas: []templates.ListaCartas{lista("shoe", "Cartas del sabot, en su orden")}, casillas: true, puestas: "boxes",
		campos: []campoHechos{{nombre: "fresh_shoe", titulo: "Primera mano de un sabot nuevo", clase: campoSi}}},
	domain.Dados: {dados: true, puestas: "steps"},
	domain.PoquerSinDescarte: {listas: []templates.ListaCartas{lista("jugador", "Jugador"), lista("banca", "Banca")},
		campos: []campoHechos{{nombre: "ante", titulo: "Apuesta inicial", clase: campoImporte},
			{nombre: "accion", titulo: "Qué hace", clase: campoOpcion, opciones: opciones("", "", "voy", "va", "paso", "pasa")},
			{nombre: "segunda_apuesta", titulo: "Segunda apuesta", clase: campoImporte},
			{nombre: "descarta", titulo: "Carta que cambia, si compra", ayuda: "como «9p»", clase: campoTexto},
			{nombre: "recibe", titulo: "Carta que recibe", clase: campoTexto},
			{nombre: "hecho", titulo: "Irregularidad", clase: campoOpcion, opciones: opciones("", "ninguna", "error_distribucion", "error de distribución",
				"error_numero_naipes", "error en el número de naipes", "carta_descubierta_indebida", "carta descubierta indebidamente",
				"jugador_descubre_cartas", "un jugador descubre sus cartas", "jugadores_intercambian_informacion", "jugadores que se informan")}}},
	domain.BacaraChemin:   formaChemin,
	domain.BacaraDosPanos: formaPanos,
	domain.PoquerCirculo:  formaPoquer,
	domain.Trijoker: {listas: []templates.ListaCartas{lista("propias", "Jugador"), lista("comunes", "Comunes")},
		campos: []campoHechos{{nombre: "apuesta", titulo: "Cada una de las tres apuestas", clase: campoImporte},
			{nombre: "retira_1", titulo: "Retira la primera", clase: campoSi}, {nombre: "retira_2", titulo: "Retira la segunda", clase: campoSi},
			{nombre: "donde", titulo: "Naipe visto por error", clase: campoOpcion, opciones: opciones("", "ninguno", "jugador", "de un jugador", "comun", "común", "otro_error", "otro error")},
			{nombre: "naipe", titulo: "Cuál, si es común", ayuda: "como «Qp»", clase: campoTexto}}},
}

// mesaForma is the table of a game as its form has it so far.
type mesaForma struct {
	juego  domain.Juego
	forma  formaDe
	hechos map[string]any

	partida *motor.Partida // what the session of a table of círculo was opened with; nil elsewhere
	ficha   string
	errors  map[string]string
}

// newMesaForma reads the facts that the form carries; none, or what is no JSON, is an
// empty table.
func newMesaForma(j domain.Juego, hechos string) (*mesaForma, error) {
	f, ok := formasDe[j]
	if !ok {
		return nil, motor.ErrSinMotor
	}
	m := &mesaForma{juego: j, forma: f, ficha: "5", errors: map[string]string{}}
	d := json.NewDecoder(bytes.NewReader([]byte(hechos)))
	d.UseNumber()
	if d.Decode(&m.hechos) != nil || m.hechos == nil {
		m.hechos = map[string]any{}
	}
	if m.imprisoned() {
		m.forma = formasPrision[j]
	}
	return m, nil
}

// imprisoned reports whether the form follows one stake through the prison.
func (m *mesaForma) imprisoned() bool { return m.forma.prision && m.hechos["op"] == motor.OpPrision }

// lista are the elements of a list of the facts.
func (m *mesaForma) lista(name string) []any {
	l, _ := m.hechos[name].([]any)
	return l
}

// set puts a fact, or takes it away when it says nothing.
func (m *mesaForma) set(name string, v any, says bool) {
	if says {
		m.hechos[name] = v
	} else {
		delete(m.hechos, name)
	}
}

// fill takes the fields of the form into the facts. field gives each as typed.
func (m *mesaForma) fill(field func(string) string) {
	if ficha := field("ficha"); ficha != "" {
		m.ficha = ficha
	}
	for _, c := range m.forma.campos {
		text := field(c.nombre)
		switch c.clase {
		case campoEntero:
			n, err := strconv.ParseInt(text, 10, 64)
			m.set(c.nombre, n, err == nil)
			if err != nil && text != "" {
				m.errors[c.nombre] = c.titulo + ": se escribe con cifras"
			}
		case campoImporte:
			i, err := domain.ParseImporte(text)
			m.set(c.nombre, int64(i), err == nil)
			if err != nil && text != "" {
				m.errors[c.nombre] = c.titulo + ": " + err.Error()
			}
		case campoSi:
			m.set(c.nombre, true, text != "" && c.nombre != "asegurada")
		case campoNumeros, campoElecciones, campoTandas:
			l, err := readLista(c.clase, text)
			m.set(c.nombre, l, err == nil)
			if err != nil {
				m.errors[c.nombre] = c.titulo + ": " + err.Error()
			}
		default:
			m.set(c.nombre, text, text != "")
		}
	}
	if m.juego == domain.PoquerSinDescarte {
		m.set("op", "comprar_carta", field("descarta") != "")
	}
	for k, b := range m.lista(m.forma.puestas) {
		if bet, ok := b.(map[string]any); ok && m.forma.elige {
			if choice := field("eleccion." + strconv.Itoa(k+1)); choice != "" {
				bet["zero_choice"] = choice
			} else {
				delete(bet, "zero_choice")
			}
		}
	}
}

// stake is the amount of the next bet.
func (m *mesaForma) stake() (int64, bool) {
	i, err := domain.ParseImporte(m.ficha)
	if err != nil {
		m.errors["ficha"] = "Importe de la apuesta: " + err.Error()
		return 0, false
	}
	return int64(i), true
}

// press does what a button says: puts a bet, a card, a box or a throw on the table, or
// takes one away. It returns the number of the bet taken away, 0 for none.
func (m *mesaForma) press(pon string, field func(string) string) (gone int) {
	what, arg, _ := strings.Cut(pon, ":")
	switch what {
	case "", "liquida", "anota":
	case "prision":
		if m.forma.prision {
			m.hechos, m.forma = map[string]any{"op": motor.OpPrision}, formasPrision[m.juego]
		}
	case "suelta":
		m.hechos, m.forma = map[string]any{}, formasDe[m.juego]
	case "carta":
		if k := field("destino"); slices.ContainsFunc(m.listas(), func(l templates.ListaCartas) bool { return l.Nombre == k }) {
			m.setCartas(k, append(m.cartas(k), arg))
		}
	case "recoge":
		if l := m.cartas(arg); len(l) > 0 {
			m.setCartas(arg, l[:len(l)-1])
		}
	case "quita":
		l := m.lista(m.forma.puestas)
		if k, err := strconv.Atoi(arg); err == nil && k >= 1 && k <= len(l) {
			m.hechos[m.forma.puestas] = slices.Delete(l, k-1, k)
			return k
		}
	case "tirada":
		m.throw(field)
	case "retira":
		if id := field("base"); m.forma.dados && id != "" {
			m.hechos["steps"] = append(m.lista("steps"), map[string]any{"t": "remove", "id": id})
		}
	default:
		m.lay(what, arg, field)
	}
	return 0
}

// lay puts a bet on the table: at a place of the cloth, on a suerte, at a box.
func (m *mesaForma) lay(what, arg string, field func(string) string) {
	stake, ok := m.stake()
	if !ok {
		return
	}
	bet := map[string]any{"stake": stake}
	switch {
	case m.forma.jugadores:
		m.seat(bet, stake, field)
	case m.forma.casillas:
		if s := field("seguro"); s != "" {
			i, err := domain.ParseImporte(s)
			if err != nil {
				m.errors["seguro"] = "Seguro: " + err.Error()
				return
			}
			bet["insurance"] = int64(i)
		}
		bet["actions"] = strings.Split(strings.ToUpper(strings.ReplaceAll(field("acciones"), " ", "")), "")
	case m.forma.dados:
		bet["t"], bet["suerte"], bet["id"] = "bet", field("suerte"), m.nextID()
		if n, err := strconv.Atoi(field("numero")); err == nil {
			bet["numero"] = n
		}
		if base := field("base"); base != "" {
			bet["base"] = base
		}
	default:
		bet["suerte"] = what
		numbers := []any{}
		for _, s := range strings.Split(arg, "-") {
			if n, err := strconv.Atoi(s); err == nil {
				numbers = append(numbers, n)
			}
		}
		switch {
		case m.juego == domain.Bola && len(numbers) == 1:
			bet["n"] = numbers[0]
		case m.juego.Ruleta() && len(numbers) > 0:
			bet["sel"] = numbers
		}
		if field("asegurada") != "" {
			bet["insured"] = true
		}
	}
	m.hechos[m.forma.puestas] = append(m.lista(m.forma.puestas), bet)
}

// raw is the facts as the engine reads them.
func (m *mesaForma) raw() []byte {
	b, err := json.Marshal(m.hechos)
	if err != nil {
		return []byte("{}") // what came from JSON goes back to it
	}
	return b
}

// draw is the form with what is on the table, and what the engine makes of it once there is
// something to settle.
func (m *mesaForma) draw(pulsado, destino, juego7 string) templates.FormaJugada {
	f := templates.FormaJugada{Juego: m.juego, Hechos: string(m.raw()), Ficha: m.ficha, Pulsado: pulsado, Casillas: m.forma.casillas, Dados: m.forma.dados,
		Prision: m.forma.prision, Presa: m.imprisoned(), Jugadores: m.forma.jugadores}
	if !f.Presa {
		stakes, number := m.onCloth()
		f.Pano = templates.PanoDe(m.juego, stakes, number)
	}
	for _, s := range m.forma.suertes {
		f.Suertes = append(f.Suertes, templates.Opcion{Valor: s, Texto: capital(nombreSuerte(s))})
	}
	for _, l := range m.listas() {
		for _, c := range m.cartas(l.Nombre) {
			s, _ := c.(string)
			l.Cartas = append(l.Cartas, s)
		}
		f.Listas = append(f.Listas, l)
	}
	if len(f.Listas) > 0 {
		f.Mazo, f.Destino = templates.Mazo(), f.Listas[0].Nombre
		if destino != "" {
			f.Destino = destino
		}
	}
	f.Campos = m.fields()
	f.Puestas = m.onTable()
	if m.forma.dados {
		f.Tira = m.dice()
	}
	m.settle(&f, juego7)
	return f
}

// settle adds the settlement, or why there is none yet.
func (m *mesaForma) settle(f *templates.FormaJugada, juego7 string) {
	if len(m.hechos) == 0 {
		return
	}
	hechos, err := motor.WithJuego7(m.juego, m.raw(), juego7)
	if err != nil {
		f.Falta = capital(err.Error())
		return
	}
	if m.partida != nil {
		if hechos, err = motor.WithPartida(m.juego, hechos, *m.partida); err != nil {
			f.Falta = capital(err.Error())
			return
		}
	}
	l, err := motor.Liquidar(m.juego, hechos)
	if err != nil {
		f.Falta = capital(err.Error())
		return
	}
	if l.Nula != nil {
		f.Nula = l.Nula.Articulo.Ref()
	}
	if !tapete.Cloths(m.juego) || f.Presa { // else the cloth is in sight already
		f.Dibujos = tapete.Of(m.juego, l.Figura, nil)
	}
	for _, a := range l.Apuestas {
		f.Lineas = append(f.Lineas, templates.LineaJugada{Apuesta: a.Nombre, Resultado: a.Resultado, Apostado: a.Apostado, Debido: a.Ganado.Ceil(),
			Devuelto: a.Devuelto.Ceil() + a.Pendiente.Ceil(), Exacto: a.Exacto(), Articulo: cite(a.Articulo), Criterio: a.Criterio})
	}
	articulos, criterios := l.Citas()
	f.Articulos, f.Criterios = citeAll(articulos), criterios
}

// onCloth is what lies at each place of the cloth, and the number that came out.
func (m *mesaForma) onCloth() (map[string]domain.Importe, *int) {
	stakes := map[string]domain.Importe{}
	for _, b := range m.lista("bets") {
		bet, _ := b.(map[string]any)
		key := wordOf(bet["suerte"])
		numbers, _ := bet["sel"].([]any)
		if n, one := bet["n"]; one {
			numbers = []any{n}
		}
		for k, n := range numbers {
			key += map[bool]string{true: ":", false: "-"}[k == 0] + strconv.FormatInt(intOf(n), 10)
		}
		stakes[key] += domain.Importe(intOf(bet["stake"]))
	}
	if _, out := m.hechos["number"]; !out {
		return stakes, nil
	}
	n := int(intOf(m.hechos["number"]))
	return stakes, &n
}

// intOf reads a number of the facts, however it came; wordOf, a word.
func intOf(v any) int64 {
	switch v := v.(type) {
	case json.Number:
		n, _ := v.Int64()
		return n
	case int64:
		return v
	case int:
		return int64(v)
	}
	return 0
}

func wordOf(v any) string {
	s, _ := v.(string)
	return s
}

// fields are the fields of the form with what the facts say.
func (m *mesaForma) fields() []templates.CampoJugada {
	out := make([]templates.CampoJugada, 0, len(m.forma.campos))
	for _, c := range m.forma.campos {
		f := templates.CampoJugada{Nombre: c.nombre, Titulo: c.titulo, Ayuda: c.ayuda, Si: c.clase == campoSi, Importe: c.clase == campoImporte}
		v, says := m.hechos[c.nombre]
		switch {
		case !says:
		case c.clase == campoImporte:
			f.Valor = domain.Importe(intOf(v)).Cifra()
		case c.clase == campoEntero:
			f.Valor = strconv.FormatInt(intOf(v), 10)
		case c.clase == campoSi:
			f.Valor = "si"
		case c.clase == campoNumeros || c.clase == campoElecciones || c.clase == campoTandas:
			f.Valor = writeLista(v)
		default:
			f.Valor = wordOf(v)
		}
		for _, o := range c.opciones {
			o.Elegida = o.Valor == f.Valor
			f.Opciones = append(f.Opciones, o)
		}
		out = append(out, f)
	}
	return out
}

// onTable lists what was put on the table, in words.
func (m *mesaForma) onTable() []templates.Puesta {
	var out []templates.Puesta
	for k, p := range m.lista(m.forma.puestas) {
		x, _ := p.(map[string]any)
		t := templates.Puesta{Numero: int64(k + 1), Texto: m.words(x, k)}
		if m.forma.elige && slices.Contains([]string{"rojo", "negro", "par", "impar", "falta", "pasa", "color", "inverso"}, wordOf(x["suerte"])) {
			t.Elige = chosen(opciones("", "no elige", "mitad", "recibe la mitad", "prision", "va a prisión"), wordOf(x["zero_choice"]))
		}
		out = append(out, t)
	}
	return out
}

func chosen(os []templates.Opcion, v string) []templates.Opcion {
	for k := range os {
		os[k].Elegida = os[k].Valor == v
	}
	return os
}

// words says what is on the table, as people do.
func (m *mesaForma) words(x map[string]any, k int) string {
	amount := func(name string) string { return domain.Importe(intOf(x[name])).String() }
	if m.forma.jugadores {
		return seatWords(x)
	}
	if m.forma.casillas {
		s := "casilla " + strconv.Itoa(k+1) + ", " + amount("stake")
		if _, insured := x["insurance"]; insured {
			s += ", seguro de " + amount("insurance")
		}
		actions, _ := x["actions"].([]any)
		for i, a := range actions {
			s += map[bool]string{true: ": ", false: ""}[i == 0] + wordOf(a)
		}
		return s
	}
	if x["t"] == "roll" {
		dice, _ := x["dice"].([]any)
		s := "tirada"
		for i, d := range dice {
			s += map[bool]string{true: " ", false: " y "}[i == 0] + strconv.FormatInt(intOf(d), 10)
		}
		return s + strings.ReplaceAll(" "+wordOf(x["event"]), "_", " ")
	}
	if x["t"] == "remove" {
		return "retira " + wordOf(x["id"])
	}
	s := strings.ReplaceAll(nombreSuerte(wordOf(x["suerte"])), "_", " ")
	numbers, _ := x["sel"].([]any)
	for _, name := range []string{"n", "numero"} {
		if v, has := x[name]; has {
			numbers = []any{v}
		}
	}
	for i, n := range numbers {
		s += map[bool]string{true: " ", false: "-"}[i == 0] + strconv.FormatInt(intOf(n), 10)
	}
	if id := wordOf(x["id"]); id != "" {
		s += " (" + id + ")"
	}
	if x["insured"] == true {
		s += ", asegurada"
	}
	return s + ", " + amount("stake")
}

// juegosConForma are the games whose form is known, in the order screens show them.
func juegosConForma() []domain.Juego {
	return slices.DeleteFunc(slices.Clone(domain.Juegos), func(j domain.Juego) bool {
		return !slices.Contains(slices.Collect(maps.Keys(formasDe)), j)
	})
}
