// Package jugada holds what a jugada of any game against the house comes to, whoever
// reckoned it: what was staked, what was due, what was paid, and the verdict on it. The
// engines settle; this package compares (arts. 38.3, 51, 60, 101, 131, 139, 145, 151).
//
// Everything here is pure. Amounts are céntimos; what an engine gives exactly is rounded
// here, in the player's favour (criterio RED-1).
package jugada

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// MaxApuestas bounds the bets of a jugada that go on record.
const MaxApuestas = 200

// Errors about what was paid.
var (
	// ErrPagos: what was paid is not said of every bet, or of more than there are.
	ErrPagos = errors.New("hay que decir lo pagado a cada apuesta, en su orden")
	// ErrImporte: an amount that cannot have been paid.
	ErrImporte = errors.New("lo pagado no puede ser negativo")
	// ErrSinApuestas: a jugada without a single bet settles nothing.
	ErrSinApuestas = errors.New("no hay ninguna apuesta")
	// ErrMuchas: more bets than MaxApuestas.
	ErrMuchas = errors.New("son demasiadas apuestas para un solo asiento")
)

// Apuesta is a bet of a jugada and what it comes to. Ganado is due on top of the stake,
// Devuelto of the stake itself, and Pendiente stays on the table undecided; all three
// exact. Articulo is the provision that it rests on and Criterio the declared reading that
// decides it, when one does.
type Apuesta struct {
	Nombre    string // as people say it: "pleno 17"
	Suerte    string // the word of the engine
	Numeros   []int  // those it is laid on, where the game has a cloth of numbers
	Casilla   int    // the box it is laid on, where the game has boxes; 0 none
	Apostado  domain.Importe
	Ganado    domain.Fraccion
	Devuelto  domain.Fraccion
	Pendiente domain.Fraccion
	Resultado string
	Articulo  norma.Articulo
	Criterio  string
}

// Cita is a provision with the declared reading that goes with it, when one does.
type Cita struct {
	Articulo norma.Articulo
	Criterio string
}

// Liquidacion is a jugada settled by its engine. Nula is why all of it is void, nil when
// it is not.
type Liquidacion struct {
	Juego    domain.Juego
	Apuestas []Apuesta
	Nula     *Cita
	Figura   Figura
}

// Figura is what lay on the table, for whoever draws it.
type Figura struct {
	Numero  *int // the number of the roulette or of the bola
	Filas   []Fila
	Tiradas []Tirada
}

// Fila is a row of cards with its name and what it is worth.
type Fila struct {
	Nombre string
	Cartas []string // "Ap"
	Valor  string   // "19", "full"; "" when it does not say
}

// Tirada is a throw of the dice.
type Tirada struct {
	Dados  [2]int
	Nula   bool
	Motivo string // of a void one, in words
}

// Pago is what the table did with a bet: paid on top of the stake, and left or gave back
// of the stake itself; a nil Devuelto is what was due.
type Pago struct {
	Pagado   domain.Importe
	Devuelto *domain.Importe
}

// Linea is a bet with what was due and what was paid. Devuelto and Conservado are of the
// stake: what was due, with what stays pending, and what the player kept.
type Linea struct {
	Apuesta
	Debido     domain.Importe // on top of the stake
	Pagado     domain.Importe
	Devuelto   domain.Importe
	Conservado domain.Importe
	Diferencia domain.Importe // received too much, or too little when negative
}

// Veredicto is the answer on a jugada.
type Veredicto string

// The three answers.
const (
	Conforme    Veredicto = "conforme"
	Discrepante Veredicto = "discrepancia"
	Nula        Veredicto = "nula"
)

// Veredictos lists them.
var Veredictos = []Veredicto{Conforme, Discrepante, Nula}

// Valid reports whether v is one of the three.
func (v Veredicto) Valid() bool { return v == Conforme || v == Discrepante || v == Nula }

// Nombre is the verdict in words, for screens and papers.
func (v Veredicto) Nombre() string {
	switch v {
	case Conforme:
		return "conforme"
	case Discrepante:
		return "con discrepancia"
	case Nula:
		return "nula"
	}
	return ""
}

// Dictamen is a jugada judged, bet by bet, with its sums.
type Dictamen struct {
	Veredicto  Veredicto
	Lineas     []Linea
	Apostado   domain.Importe
	Debido     domain.Importe // on top of the stakes
	Pagado     domain.Importe
	Diferencia domain.Importe // received too much, or too little when negative
}

// Judge compares what was paid with what was due, bet by bet: conforme when every bet
// received what it is worth, discrepancia when one did not, nula when the whole jugada is
// void, whatever was paid. The error wraps ErrPagos, ErrSinApuestas, ErrMuchas, ErrImporte
// or domain.ErrDesborde, and cites art. 30.1 when there is no stake to judge.
func Judge(l Liquidacion, pagos []Pago) (Dictamen, error) {
	switch {
	case len(l.Apuestas) == 0:
		return Dictamen{}, norma.Breach(art("30.1"), ErrSinApuestas)
	case len(l.Apuestas) > MaxApuestas:
		return Dictamen{}, ErrMuchas
	case len(pagos) != len(l.Apuestas):
		return Dictamen{}, ErrPagos
	}
	d := Dictamen{Veredicto: Conforme, Lineas: make([]Linea, 0, len(pagos))}
	for k, p := range pagos {
		line, err := newLinea(l.Apuestas[k], p)
		if err != nil {
			return Dictamen{}, err
		}
		if line.Diferencia != 0 {
			d.Veredicto = Discrepante
		}
		if err := d.add(line); err != nil {
			return Dictamen{}, err
		}
	}
	if l.Nula != nil {
		d.Veredicto = Nula
	}
	return d, nil
}

// newLinea compares one bet.
func newLinea(a Apuesta, p Pago) (Linea, error) {
	l := Linea{Apuesta: a, Debido: a.Ganado.Ceil(), Pagado: p.Pagado}
	var err error
	if l.Devuelto, err = a.Devuelto.Ceil().Plus(a.Pendiente.Ceil()); err != nil {
		return l, err
	}
	l.Conservado = l.Devuelto
	if p.Devuelto != nil {
		l.Conservado = *p.Devuelto
	}
	if l.Pagado < 0 || l.Conservado < 0 {
		return l, ErrImporte
	}
	received, err := l.Pagado.Plus(l.Conservado)
	if err != nil {
		return l, err
	}
	due, err := l.Debido.Plus(l.Devuelto)
	if err != nil {
		return l, err
	}
	l.Diferencia, err = received.Minus(due)
	return l, err
}

// add puts a line into the sums.
func (d *Dictamen) add(l Linea) error {
	d.Lineas = append(d.Lineas, l)
	for _, s := range []struct {
		sum *domain.Importe
		x   domain.Importe
	}{{&d.Apostado, l.Apostado}, {&d.Debido, l.Debido}, {&d.Pagado, l.Pagado}, {&d.Diferencia, l.Diferencia}} {
		sum, err := s.sum.Plus(s.x)
		if err != nil {
			return err
		}
		*s.sum = sum
	}
	return nil
}

// Citas are the provisions that the settlement rests on and the declared readings that
// decide it, each once, in the order of the bets.
func (l Liquidacion) Citas() (articulos []norma.Articulo, criterios []string) {
	seen := map[string]bool{}
	add := func(c Cita) {
		if key := "art. " + c.Articulo.Ref(); !c.Articulo.IsZero() && !seen[key] {
			seen[key] = true
			articulos = append(articulos, c.Articulo)
		}
		if c.Criterio != "" && !seen[c.Criterio] {
			seen[c.Criterio] = true
			criterios = append(criterios, c.Criterio)
		}
	}
	if l.Nula != nil {
		add(*l.Nula)
	}
	redondeo := false
	for _, a := range l.Apuestas {
		add(Cita{a.Articulo, a.Criterio})
		redondeo = redondeo || a.Fraccionaria()
	}
	if redondeo {
		add(Cita{Criterio: "RED-1"})
	}
	return articulos, criterios
}

// Exacto is what the player has by the bet, won, back and pending, when it is no whole
// number of céntimos: "501/2"; "" when it is.
func (a Apuesta) Exacto() string {
	if !a.Fraccionaria() {
		return ""
	}
	return a.Ganado.Add(a.Devuelto).Add(a.Pendiente).String()
}

// Fraccionaria reports whether what is due is no whole number of céntimos, and so was
// rounded (criterio RED-1).
func (a Apuesta) Fraccionaria() bool {
	for _, f := range []domain.Fraccion{a.Ganado, a.Devuelto, a.Pendiente} {
		if _, whole := f.Exact(); !whole {
			return true
		}
	}
	return false
}
