package mus

import (
	"errors"
	"fmt"

	"foliado/domain/norma"
)

// What is wrong with a score.
var (
	ErrMarcador = errors.New("el marcador no es posible: un juego se gana a los cuarenta tantos y la partida a los cuatro juegos")
)

// Marcador is what each pair has: tantos of a juego, or juegos of a partida.
type Marcador struct{ A, B int }

// Of is what the pair has.
func (m Marcador) Of(p Pareja) int {
	if p == A {
		return m.A
	}
	return m.B
}

// Plus returns the marcador with n more for the pair.
func (m Marcador) Plus(p Pareja, n int) Marcador {
	if p == A {
		m.A += n
	} else {
		m.B += n
	}
	return m
}

// check returns nil when neither pair has reached tope. The error wraps ErrMarcador.
func (m Marcador) check(tope int) error {
	if min(m.A, m.B) < 0 || max(m.A, m.B) >= tope {
		return norma.Breach(art("3"), ErrMarcador)
	}
	return nil
}

// Tanteado is what a lance came to: Tantos for Gana, which is empty when nobody plays it;
// OrdagoJuego when it decides the juego.
type Tanteado struct {
	Lance       Lance
	Gana        Pareja
	Tantos      int
	OrdagoJuego bool
}

// Tanteo is the count of a hand. GanaJuego is empty while the juego goes on.
type Tanteo struct {
	Lances    []Tanteado
	Marcador  Marcador
	GanaJuego Pareja
	PorOrdago bool
}

// Settle counts a hand: its lances in their order, until a pair reaches forty (art. 36,
// criterio A-M-3); what is over is not counted and nothing is taken from the score that
// passed forty (criterio A-M-18). An accepted órdago decides the juego by itself (criterio
// A-M-4). A lance without Envite was en paso. The error wraps ErrMarcador, ErrLance,
// ErrNoSeEnvida, ErrVoz for a bet after an accepted órdago, or that of Envite.Check.
func Settle(j Jugada, envites map[Lance]Envite, marcador Marcador) (Tanteo, error) {
	if err := marcador.check(TantosJuego); err != nil {
		return Tanteo{}, err
	}
	ordago, err := checkEnvites(j, envites)
	if err != nil {
		return Tanteo{}, err
	}
	t := Tanteo{Marcador: marcador}
	if ordago != "" {
		gana, _ := j.Gana(ordago)
		t.Lances = []Tanteado{{Lance: ordago, Gana: gana.Pareja(), OrdagoJuego: true}}
		t.GanaJuego, t.PorOrdago = gana.Pareja(), true
		return t, nil
	}
	for _, l := range Lances() {
		if l == Juego && !j.SeJuega(Juego) || l == Punto && !j.SeJuega(Punto) {
			continue
		}
		n := j.count(l, envites[l])
		t.Lances = append(t.Lances, n)
		if n.Gana == "" {
			continue
		}
		t.Marcador = t.Marcador.Plus(n.Gana, n.Tantos)
		if t.Marcador.Of(n.Gana) >= TantosJuego {
			t.GanaJuego = n.Gana
			break
		}
	}
	return t, nil
}

// checkEnvites returns the lance of an accepted órdago, after which nothing is bet.
func checkEnvites(j Jugada, envites map[Lance]Envite) (ordago Lance, err error) {
	for l := range envites {
		if err := CheckLance(l); err != nil {
			return "", err
		}
	}
	for _, l := range Lances() {
		e, ok := envites[l]
		if !ok {
			continue
		}
		if err := e.Check(); err != nil {
			return "", err
		}
		switch {
		case e.Tipo == EnPaso:
		case !j.SeEnvida(l):
			return "", norma.Errorf(art("31"), "%w: %s", ErrNoSeEnvida, l)
		case ordago != "":
			return "", norma.Breach(art("36"), ErrVoz).Under("A-M-4")
		case e.Tipo == OrdagoQuerido:
			ordago = l
		}
	}
	return ordago, nil
}

// count says what a lance comes to: one in grande, chica and punto that nobody bet on, else
// the bet; and in pares, juego and punto what they are worth (criterio A-M-2).
func (j Jugada) count(l Lance, e Envite) Tanteado {
	jugador, ok := j.Gana(l)
	if !ok {
		return Tanteado{Lance: l}
	}
	t := Tanteado{Lance: l, Gana: jugador.Pareja()}
	switch e.Tipo {
	case Querido:
		t.Tantos = e.Tantos
	case NoQuerido:
		t.Gana, t.Tantos = e.Gana, e.Tantos
	default:
		return Tanteado{Lance: l, Gana: t.Gana, Tantos: j.enPaso(l, t.Gana)}
	}
	t.Tantos += j.Valor(l, t.Gana)
	return t
}

// enPaso is what a pair notes for a lance that nobody bet on.
func (j Jugada) enPaso(l Lance, p Pareja) int {
	if l == Grande || l == Chica {
		return tantosEnPaso
	}
	return j.Valor(l, p)
}

// negada is what a pair notes as if the other had refused its first bet: the tanto, and
// what its cards are worth (criterio A-M-5).
func (j Jugada) negada(l Lance, p Pareja) int { return 1 + j.Valor(l, p) }

// Apunte is what a pair notes in a hand, or the juego by an accepted órdago.
type Apunte struct {
	Pareja Pareja
	Tantos int
	Ordago bool
}

// Partida is the score of a match (art. 3): Tantos of the juego in course, Juegos won, who
// won the match, and how many hands were played. The zero value is its beginning.
type Partida struct {
	Tantos  Marcador
	Juegos  Marcador
	Gana    Pareja
	Jugadas int
}

// Check returns nil for a match in course. The error wraps ErrMarcador.
func (p Partida) Check() error {
	if err := p.Tantos.check(TantosJuego); err != nil {
		return err
	}
	return p.Juegos.check(JuegosPartida)
}

// Play adds hands to a match, each the list of what was noted in counting order (arts. 3,
// 36). A juego ends at forty tantos, or by órdago, and what its hand still had is not
// counted; the next one starts from nothing (criterio A-M-18). Hands after the fourth juego
// are not looked at. The error is that of Partida.Check, or wraps ErrPareja or ErrTantos.
func (p Partida) Play(manos [][]Apunte) (Partida, error) {
	if err := p.Check(); err != nil {
		return Partida{}, err
	}
	for k, mano := range manos {
		if p.Gana != "" {
			break
		}
		if err := p.add(mano); err != nil {
			return Partida{}, fmt.Errorf("mano %d: %w", k+1, err)
		}
		p.Jugadas++
	}
	return p, nil
}

// add counts one hand.
func (p *Partida) add(mano []Apunte) error {
	for _, a := range mano {
		if err := CheckPareja(a.Pareja); err != nil {
			return err
		}
		if !a.Ordago && (a.Tantos < 0 || a.Tantos > maxTantos) {
			return norma.Breach(art("36"), ErrTantos)
		}
	}
	for _, a := range mano {
		if !a.Ordago {
			p.Tantos = p.Tantos.Plus(a.Pareja, a.Tantos)
		}
		if a.Ordago || p.Tantos.Of(a.Pareja) >= TantosJuego {
			p.Tantos = Marcador{}
			p.Juegos = p.Juegos.Plus(a.Pareja, 1)
			if p.Juegos.Of(a.Pareja) == JuegosPartida {
				p.Gana = a.Pareja
			}
			return nil
		}
	}
	return nil
}

// Apuntes is what a counted hand adds to its match.
func (t Tanteo) Apuntes() []Apunte {
	var apuntes []Apunte
	for _, l := range t.Lances {
		if l.Gana != "" {
			apuntes = append(apuntes, Apunte{Pareja: l.Gana, Tantos: l.Tantos, Ordago: l.OrdagoJuego})
		}
	}
	return apuntes
}
