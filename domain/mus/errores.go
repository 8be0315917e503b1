package mus

import (
	"errors"
	"slices"
	"time"

	"foliado/domain/norma"
)

// Modo is how a lance is won after an error.
type Modo string

// The ways.
const (
	Negada       Modo = "negada"          // as if the offenders had refused a bet
	GanaEnPaso   Modo = "paso"            // as if nobody had bet
	ConEnvite    Modo = "envite"          // the bets stand
	Nadie        Modo = "nadie"           // nobody notes anything
	NoPuedeGanar Modo = "no_pueden_ganar" // the offenders cannot win it
)

// Consecuencia is what an error comes to in a lance. Gana is empty when Modo is Nadie.
// Letra is the paragraph of the article, when it has several. Juego says that an accepted
// órdago decides, so that there are no Tantos.
type Consecuencia struct {
	Lance    Lance
	Gana     Pareja
	Modo     Modo
	Tantos   int
	Juego    bool
	Articulo norma.Articulo
	Letra    string
	Criterio string
}

// What is wrong with the facts of an error.
var (
	ErrFalta       = errors.New("el jugador no se equivocó: cantó lo que lleva")
	ErrCantado     = errors.New("cantar pares o juego sin llevarlos, ni él ni su compañero, no tiene regla en el lance: deciden los jueces")
	ErrDeclaracion = errors.New("lo declarado no es lo que se puede declarar de esa mano")
	ErrPostre      = errors.New("de postre no se quiere un órdago a pares con pareja de ases ni a juego con 33")
	ErrGanaCartas  = errors.New("falta quién gana el envite por las cartas")
)

// exceptua reports whether the mano of the deal is of that pair and holds what nothing beats
// in the lance: four kings in grande and pares, 31 in juego, 30 in punto; the chica has no
// such hand (arts. 25, 30, criterio A-M-6).
func (j Jugada) exceptua(l Lance, p Pareja) bool {
	return j.Mano.Pareja() == p && j.imbatible(l, j.Mano)
}

// imbatible reports whether that player is the mano and holds what nothing beats.
func (j Jugada) imbatible(l Lance, k Jugador) bool {
	m := j.Manos[k]
	switch {
	case k != j.Mano || j.Anuladas[k]:
		return false
	case l == Grande, l == Pares:
		return m.CuatroReyes()
	case l == Juego:
		return m.Suma() == mejorJuego
	}
	return l == Punto && m.Suma() == mejorPunto
}

// pierde is the rule of arts. 25, 30, 32, 44, 45 and 46: the offenders lose the lance with
// the tanto of a refusal, unless their mano holds what nothing beats, and then they win it
// as if nobody had bet.
func (j Jugada) pierde(a norma.Articulo, l Lance, infractora Pareja) Consecuencia {
	if j.exceptua(l, infractora) {
		return Consecuencia{Lance: l, Gana: infractora, Modo: GanaEnPaso, Tantos: j.enPaso(l, infractora), Articulo: a, Criterio: "A-M-6"}
	}
	return j.niega(a, l, infractora)
}

// niega gives the lance to the innocent with the tanto of a refusal.
func (j Jugada) niega(a norma.Articulo, l Lance, infractora Pareja) Consecuencia {
	otra := infractora.Contraria()
	return Consecuencia{Lance: l, Gana: otra, Modo: Negada, Tantos: j.negada(l, otra), Articulo: a, Criterio: "A-M-5"}
}

// juegoOPunto is the lance that is played last in this deal.
func (j Jugada) juegoOPunto() Lance {
	if j.SeJuega(Juego) {
		return Juego
	}
	return Punto
}

// InfraccionDePalabra is what follows when a pair says of its cards what it may not (art.
// 25) or speaks of another lance (art. 30). otroLance says which of the two it was. The
// error wraps ErrLance or ErrPareja.
func InfraccionDePalabra(j Jugada, l Lance, infractora Pareja, otroLance bool) (Consecuencia, error) {
	if err := errors.Join(CheckLance(l), CheckPareja(infractora)); err != nil {
		return Consecuencia{}, err
	}
	a := art("25")
	if otroLance {
		a = art("30")
	}
	return j.pierde(a, l, infractora), nil
}

// CheckDeclaracion returns nil when a player may say that of his hand: in grande and chica
// the four cards in their order, each as often as he has it (art. 24); in pares those that
// make them and no other (art. 25); criterio A-M-20. The error wraps ErrDeclaracion or
// ErrLance.
func (m Mano) CheckDeclaracion(l Lance, declarado []Rango) error {
	a, want := art("24"), m.Grande()
	switch l {
	case Grande:
	case Chica:
		want = m.Chica()
	case Pares:
		a, want = art("25"), []Rango{}
		for _, r := range m.rangos {
			if p := m.Pares(); p.Tipo != SinPares && (r == p.Alto || r == p.Bajo) {
				want = append(want, r)
			}
		}
		declarado = slices.Clone(declarado)
		slices.SortFunc(declarado, func(a, b Rango) int { return int(b) - int(a) })
	default:
		return norma.Errorf(art("25"), "%w: %q", ErrLance, l)
	}
	if len(declarado) == 0 || !slices.Equal(declarado, want) {
		return norma.Breach(a, ErrDeclaracion)
	}
	return nil
}

// CheckSuma returns nil when a player may say that number of his hand in juego or punto: it
// is what it adds up to (art. 25). The error wraps ErrDeclaracion or ErrLance.
func (m Mano) CheckSuma(l Lance, suma int) error {
	switch {
	case l != Juego && l != Punto:
		return norma.Errorf(art("25"), "%w: %q", ErrLance, l)
	case suma != m.Suma():
		return norma.Breach(art("25"), ErrDeclaracion)
	}
	return nil
}

// CheckQuererDePostre returns nil when the postre may accept that bet: any but an órdago to
// the pares with a pair of aces, or to the juego with 33 (art. 32). Who is not the postre
// may always. The error wraps ErrPostre or ErrLance.
func (m Mano) CheckQuererDePostre(l Lance, esPostre, ordago bool) error {
	if err := CheckLance(l); err != nil {
		return err
	}
	const treintaYTres = 33
	parDeAses := m.Pares() == Combinacion{Par, As, 0}
	if esPostre && ordago && (l == Pares && parDeAses || l == Juego && m.Suma() == treintaYTres) {
		return norma.Breach(art("32"), ErrPostre)
	}
	return nil
}

// InfraccionOrdagoPares is what follows when the postre accepted the órdago to the pares
// that he could not: his pair loses the juego, or the punto when nobody has it, unless its
// mano holds 31 or 30 (art. 32, criterio A-M-7). The error wraps ErrPareja.
func InfraccionOrdagoPares(j Jugada, infractora Pareja) (Consecuencia, error) {
	if err := CheckPareja(infractora); err != nil {
		return Consecuencia{}, err
	}
	return j.pierde(art("32"), j.juegoOPunto(), infractora), nil
}

// Falta is a wrong declaration of pares or juego that was found out: who made it, whether he
// said that he had them, and how the talk on the lance had ended. GanaCartas is, of a bet
// that was accepted, the pair that wins by the cards without the wrong hand.
type Falta struct {
	Lance      Lance
	Jugador    Jugador
	Canto      bool
	Envite     Envite
	GanaCartas Pareja
}

// check returns nil when the player did err. The error wraps ErrLance, ErrJugador, ErrFalta,
// ErrGanaCartas or ErrCantado.
func (f Falta) check(j Jugada) error {
	if f.Lance != Pares && f.Lance != Juego {
		return norma.Errorf(art("45"), "%w: %q", ErrLance, f.Lance)
	}
	if err := errors.Join(CheckJugador(f.Jugador), f.Envite.Check()); err != nil {
		return err
	}
	switch accepted := f.Envite.Tipo == Querido || f.Envite.Tipo == OrdagoQuerido; {
	case f.Canto == j.lleva(f.Lance, f.Jugador):
		return norma.Breach(art("44"), ErrFalta)
	case accepted && f.GanaCartas != A && f.GanaCartas != B:
		return norma.Breach(art("45"), ErrGanaCartas)
	case f.Canto && !j.lleva(f.Lance, f.Jugador.Companero()):
		return norma.Breach(art("43"), ErrCantado).Under("A-M-10")
	}
	return nil
}

// Declaracion says what a Falta comes to in its own lance (arts. 44, 45 and 47). When the
// partner has nothing either, the other pair notes a refusal, if it has what the lance wants
// (44). When he has, the offenders cannot win it (45 for pares, 47 for juego) unless he is
// the mano with four kings or 31; without bets the innocent note a refusal (a); with them,
// the bets if they win them, and else the lance as if nobody had bet (b). Who has nothing to
// win with notes nothing (criterio A-M-8). The error is that of the Falta.
func Declaracion(j Jugada, f Falta) (Consecuencia, error) {
	if err := f.check(j); err != nil {
		return Consecuencia{}, err
	}
	infractora, companero := f.Jugador.Pareja(), f.Jugador.Companero()
	otra := infractora.Contraria()
	sin := j.Anula(f.Jugador)
	a := art("44")
	if sin.lleva(f.Lance, companero) {
		a = art("45")
		if f.Lance == Juego {
			a = art("47")
		}
	}
	switch {
	case a != art("44") && sin.imbatible(f.Lance, companero):
		return Consecuencia{Lance: f.Lance, Gana: infractora, Modo: GanaEnPaso, Tantos: sin.enPaso(f.Lance, infractora), Articulo: a, Criterio: "A-M-6"}, nil
	case !j.llevaPareja(f.Lance, otra):
		return Consecuencia{Lance: f.Lance, Modo: Nadie, Articulo: a, Criterio: "A-M-8"}, nil
	case a == art("44"):
		return j.niega(a, f.Lance, infractora), nil
	case f.Envite.Tipo == EnPaso:
		c := j.niega(a, f.Lance, infractora)
		c.Letra = "a"
		return c, nil
	}
	return j.conEnvite(a, f, otra), nil
}

// conEnvite is paragraph b of arts. 45 and 47.
func (j Jugada) conEnvite(a norma.Articulo, f Falta, otra Pareja) Consecuencia {
	gana := f.GanaCartas
	if f.Envite.Tipo == NoQuerido {
		gana = f.Envite.Gana
	}
	c := Consecuencia{Lance: f.Lance, Gana: otra, Articulo: a, Letra: "b"}
	switch {
	case gana != otra:
		c.Modo, c.Tantos = GanaEnPaso, j.enPaso(f.Lance, otra)
	case f.Envite.Tipo == OrdagoQuerido:
		c.Modo, c.Juego = ConEnvite, true
	default:
		c.Modo, c.Tantos = ConEnvite, f.Envite.Tantos+j.Valor(f.Lance, otra)
	}
	return c
}

// PuntoTrasError is what becomes of the punto after a wrong declaration of pares or juego:
// the innocent win it with the tanto of a refusal, unless the offenders' mano holds 30
// (arts. 44, 45). dePares says that it was of pares with the partner having them. The error
// wraps ErrPareja.
func PuntoTrasError(j Jugada, infractora Pareja, dePares bool) (Consecuencia, error) {
	if err := CheckPareja(infractora); err != nil {
		return Consecuencia{}, err
	}
	a := art("44")
	if dePares {
		a = art("45")
	}
	return j.pierde(a, Punto, infractora), nil
}

// JuegoFalso is what becomes of the punto when one player alone said that he had juego and
// had not: the other pair wins it with the tanto of a refusal, unless his partner is the
// mano with 30 (art. 46). The error wraps ErrJugador.
func JuegoFalso(j Jugada, k Jugador) (Consecuencia, error) {
	if err := CheckJugador(k); err != nil {
		return Consecuencia{}, err
	}
	if j.imbatible(Punto, k.Companero()) {
		return Consecuencia{Lance: Punto, Gana: k.Pareja(), Modo: GanaEnPaso, Tantos: tantosPunto, Articulo: art("46")}, nil
	}
	return j.niega(art("46"), Punto, k.Pareja()), nil
}

// ParesMalCantados is what becomes of the juego, or of the punto when nobody has it, when a
// pair's pares show as falsely sung: it cannot win them, unless its mano holds 31 or 30 (art.
// 43, criterios A-M-8 and A-M-10). The error wraps ErrPareja.
func ParesMalCantados(j Jugada, infractora Pareja) (Consecuencia, error) {
	if err := CheckPareja(infractora); err != nil {
		return Consecuencia{}, err
	}
	l, otra := j.juegoOPunto(), infractora.Contraria()
	c := Consecuencia{Lance: l, Gana: otra, Modo: NoPuedeGanar, Tantos: j.enPaso(l, otra), Articulo: art("43"), Criterio: "A-M-10"}
	switch {
	case j.exceptua(l, infractora):
		c.Gana, c.Modo, c.Tantos, c.Criterio = infractora, GanaEnPaso, j.enPaso(l, infractora), "A-M-6"
	case !j.llevaPareja(l, otra):
		c.Gana, c.Modo, c.Tantos, c.Criterio = "", Nadie, 0, "A-M-8"
	}
	return c, nil
}

// Respuesta is how long a bet may wait for its answer (art. 22).
const Respuesta = 2 * time.Minute

// Declina reports whether who has been so long silent refuses by that: above two minutes
// (art. 22, criterio A-M-22).
func Declina(espera time.Duration) (bool, norma.Articulo) { return espera > Respuesta, art("22") }

// Ensena is the answer of who shows his cards to an órdago: it is accepted (art. 27).
func Ensena() (Accion, norma.Articulo) { return Quiere, art("27") }

// Simultaneos lists the bets among which the other pair chooses when both players of one
// bet at once (art. 28), each once, the lowest first. The error wraps ErrTantos.
func Simultaneos(tantos []int) ([]int, error) {
	for _, n := range tantos {
		if n < 1 || n > maxTantos {
			return nil, norma.Breach(art("28"), ErrTantos)
		}
	}
	if len(tantos) == 0 {
		return nil, norma.Breach(art("28"), ErrTantos)
	}
	orden := slices.Sorted(slices.Values(tantos))
	return slices.Compact(orden), nil
}
