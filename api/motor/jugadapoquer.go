package motor

import (
	"encoding/json"
	"strconv"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/jugada"
	"foliado/domain/naipes"
	"foliado/domain/norma"
	"foliado/domain/poquer"
)

// hechosPoquer are the facts of a hand of póquer de círculo as it ended: what each put and, of
// those who did not leave, what they show. Abre, Apertura, EnBlanco and Cubierta are of a covered
// one that was opened (arts. 121, 122.3); Hecho, Numero, Vistas and Corregible of an error of the
// deal (arts. 119.1, 122.1, 123.4).
type hechosPoquer struct {
	varianteCirculo
	Op         string         `json:"op"`
	Mano       poquer.Puesto  `json:"mano"`
	Centesimas int64          `json:"centesimas"`
	Jugadores  []jugadorHecho `json:"jugadores"`
	Comunes    []string       `json:"comunes"`
	Abre       poquer.Puesto  `json:"abre"`
	Apertura   []string       `json:"apertura"`
	EnBlanco   int            `json:"manos_en_blanco"`
	Cubierta   bool           `json:"cubierta"`
	Hecho      poquer.Hecho   `json:"hecho"`
	Numero     int            `json:"numero"`
	Vistas     bool           `json:"vistas"`
	Corregible bool           `json:"corregible"`
}

// jugadorHecho is a player of a hand.
type jugadorHecho struct {
	Puesto   poquer.Puesto  `json:"puesto"`
	Aportado domain.Importe `json:"aportado"`
	Retirado bool           `json:"retirado"`
	Propias  []string       `json:"propias"`
}

func (j jugadorHecho) nombre() string { return "puesto " + strconv.Itoa(int(j.Puesto)) }

// liquidarPoquer settles a hand of póquer de círculo: what each player put against what he takes
// (arts. 118.8, 118.9), and what the house keeps (art. 113.3.a). Who leaves loses what he put (art.
// 118.3); who opened without what opens cannot win (art. 122.3).
func liquidarPoquer(input []byte) (jugada.Liquidacion, error) {
	var e hechosPoquer
	none := jugada.Liquidacion{}
	if err := decodeHechos(input, &e); err != nil {
		return none, err
	}
	l, err := e.settle()
	if err != nil {
		return none, explainCirculo(err, erroresCirculo)
	}
	return l, nil
}

func (e *hechosPoquer) settle() (jugada.Liquidacion, error) {
	l := jugada.Liquidacion{Juego: domain.PoquerCirculo}
	v, err := e.find()
	if err != nil {
		return l, err
	}
	if l.Nula, err = e.nula(); err != nil {
		return l, err
	}
	falsa, fichas, err := e.falseOpening(v)
	if err != nil {
		return l, err
	}
	if l.Nula == nil && fichas != poquer.BoteDeSiguiente {
		jugadores, err := e.players(v, falsa)
		if err != nil {
			return l, err
		}
		s, err := poquer.Settle(jugadores, e.Centesimas, e.Mano)
		if err != nil {
			return l, err
		}
		l.Apuestas = e.lineas(jugadores, &s, falsa)
		l.Figura, err = e.figura(v, jugadores)
		return l, err
	}
	for _, j := range e.Jugadores {
		if j.Aportado == 0 {
			continue
		}
		a := devuelta(j.nombre(), suertePuesto, j.Aportado, jugada.Cita{Articulo: norma.Reglamento.Art("122.3"), Criterio: "A-C-16"})
		if l.Nula == nil { // the pot is for the next deal
			a.Devuelto, a.Pendiente, a.Resultado = domain.Fraccion{}, a.Devuelto, "el bote pasa a la mano siguiente"
		} else {
			a.Articulo, a.Criterio = l.Nula.Articulo, l.Nula.Criterio
		}
		l.Apuestas = append(l.Apuestas, a)
	}
	l.Figura, err = e.figura(v, nil)
	return l, err
}

// nula is the provision by which an error of the deal makes the hand void, nil for none. An error
// that does not is no reason to say it.
func (e *hechosPoquer) nula() (*jugada.Cita, error) {
	if e.Hecho == "" {
		return nil, nil
	}
	r, err := poquer.ErrorDeReparto(e.Hecho, poquer.Detalles{Numero: e.Numero, Vistas: e.Vistas, Corregible: e.Corregible, Jugadores: e.active()})
	if err != nil {
		return nil, err
	}
	if r.Consecuencia != poquer.RepartoNulo && r.Consecuencia != poquer.DevuelveInicial {
		return nil, nil
	}
	return &jugada.Cita{Articulo: r.Articulo}, nil
}

// active counts those who did not leave.
func (e *hechosPoquer) active() int {
	n := 0
	for _, j := range e.Jugadores {
		if !j.Retirado {
			n++
		}
	}
	return n
}

// falseOpening reports whether who opened had not what opens, and where his chips go.
func (e *hechosPoquer) falseOpening(v poquer.Variante) (bool, poquer.Fichas, error) {
	if e.Abre == 0 || len(e.Apertura) == 0 {
		return false, poquer.Normal, nil
	}
	cartas, err := naipes.ParseCartas(e.Apertura)
	if err != nil {
		return false, "", err
	}
	valor, err := v.Evaluate(cartas)
	if err != nil {
		return false, "", err
	}
	return poquer.JugadaFalsa(valor, e.EnBlanco, e.Cubierta)
}

// players are those of the hand with what each shows; one alone wins without showing (art. 118.3).
func (e *hechosPoquer) players(v poquer.Variante, falsa bool) ([]poquer.Jugador, error) {
	if err := poquer.CheckMano(len(e.Jugadores)); err != nil {
		return nil, err
	}
	comunes, err := naipes.ParseCartas(e.Comunes)
	if err != nil {
		return nil, err
	}
	jugadores := make([]poquer.Jugador, len(e.Jugadores))
	var muestran [][]naipes.Carta
	var quien []int
	for k, j := range e.Jugadores {
		jugadores[k] = poquer.Jugador{ID: j.nombre(), Puesto: j.Puesto, Aportado: j.Aportado, Retirado: j.Retirado || falsa && j.Puesto == e.Abre}
		if !jugadores[k].Retirado {
			cartas, err := naipes.ParseCartas(j.Propias)
			if err != nil {
				return nil, err
			}
			muestran, quien = append(muestran, cartas), append(quien, k)
		}
	}
	if len(quien) < 2 {
		return jugadores, nil
	}
	if _, _, err := v.Ganadores(muestran, comunes); err != nil { // a card may not be of two
		return nil, err
	}
	for i, k := range quien {
		if jugadores[k].Fuerza, err = v.Best(muestran[i], comunes); err != nil {
			return nil, err
		}
	}
	return jugadores, nil
}

// lineas are what each player put against what he takes, and what the house keeps.
func (e *hechosPoquer) lineas(jugadores []poquer.Jugador, s *poquer.Liquidacion, falsa bool) []jugada.Apuesta {
	gana, reparte := map[int]bool{}, map[int]bool{}
	for _, b := range s.Botes {
		for _, k := range b.Ganadores {
			gana[k] = true
			reparte[k] = reparte[k] || len(b.Ganadores) > 1
		}
	}
	var as []jugada.Apuesta
	for k, j := range jugadores {
		if j.Aportado == 0 {
			continue
		}
		a := jugada.Apuesta{Nombre: j.ID, Suerte: suertePuesto, Apostado: j.Aportado, Ganado: domain.FraccionDe(max(0, s.Cobra[k]-j.Aportado)),
			Devuelto: domain.FraccionDe(min(s.Cobra[k], j.Aportado)), Resultado: "pierde", Articulo: norma.Reglamento.Art("118.8")}
		switch {
		case reparte[k]:
			a.Resultado, a.Articulo, a.Criterio = "reparte", norma.Reglamento.Art("118.9"), "A-C-5"
		case gana[k]:
			a.Resultado = "gana"
		case falsa && j.Puesto == e.Abre:
			a.Resultado, a.Articulo, a.Criterio = "apertura falsa", norma.Reglamento.Art("122.3"), "A-C-16"
		case j.Retirado:
			a.Resultado, a.Articulo = "se retira", norma.Reglamento.Art("118.3")
		}
		as = append(as, a)
	}
	pozo := alPozo(domain.FraccionDe(s.Pozo), norma.Reglamento.Art("113.3.a"))
	pozo.Criterio = "A-C-7"
	return append(as, pozo)
}

// figura is what each player shows, what is for all, and with what the hand was opened.
func (e *hechosPoquer) figura(v poquer.Variante, jugadores []poquer.Jugador) (jugada.Figura, error) {
	filas := []jugada.Fila{{Nombre: "comunes", Cartas: e.Comunes}}
	for k, j := range e.Jugadores {
		f := jugada.Fila{Nombre: j.nombre(), Cartas: j.Propias}
		if jugadores != nil && jugadores[k].Fuerza != 0 {
			f.Valor = palabras(jugadores[k].Fuerza.Categoria().String())
		}
		filas = append(filas, f)
	}
	if len(e.Apertura) > 0 {
		cartas, err := naipes.ParseCartas(e.Apertura)
		if err != nil {
			return jugada.Figura{}, err
		}
		valor, err := v.Evaluate(cartas)
		if err != nil {
			return jugada.Figura{}, err
		}
		filas = append(filas, jugada.Fila{Nombre: "apertura, puesto " + strconv.Itoa(int(e.Abre)), Cartas: e.Apertura, Valor: palabras(valor.Categoria().String())})
	}
	return cardsOf(filas...), nil
}

// Partida is what a session of a table of círculo was opened with that its hands do not choose: the
// modality of the bank of dos paños or the mode announced at a chemin de fer, the variant of a póquer, and what the house announced that
// it takes of each hand, in hundredths of one per cent.
type Partida struct {
	Modalidad  string
	Variante   string
	Centesimas int64
}

// WithPartida puts what the session was opened with among the facts of a hand of círculo, whatever
// they say; those of other games come back as they are. The error wraps ErrHechos.
func WithPartida(j domain.Juego, input []byte, p Partida) ([]byte, error) {
	if !j.Circulo() || j == domain.BacaraChemin && bacara.Modo(p.Modalidad) != bacara.ModoCuadro {
		return input, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(input, &m); err != nil || m == nil {
		return nil, hechoError{codigo: codigoEntrada}
	}
	switch j {
	case domain.BacaraChemin: // announced, the cuadro binds the bank in every hand (art. 69.2)
		m["cuadro"] = json.RawMessage("true")
		return marshal(m)
	case domain.BacaraDosPanos:
		m["mode"] = json.RawMessage(strconv.Quote(p.Modalidad))
		return marshal(m)
	}
	m["variante"] = json.RawMessage(strconv.Quote(p.Variante))
	m["centesimas"] = json.RawMessage(strconv.FormatInt(p.Centesimas, 10))
	return marshal(m)
}
