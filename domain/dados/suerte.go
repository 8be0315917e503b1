package dados

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// Suerte is one of the ways of staking of the closed list of art. 151.
type Suerte string

// The sencillas (art. 151.2.a), the múltiples (151.2.b), the asociada of a sencilla
// (151.2.c) and both place bets (151.2.d).
const (
	Win        Suerte = "win"
	DontWin    Suerte = "dont_win"
	Come       Suerte = "come"
	DontCome   Suerte = "dont_come"
	Field      Suerte = "field"
	Big6       Suerte = "big6"
	Big8       Suerte = "big8"
	Under7     Suerte = "under7"
	Over7      Suerte = "over7"
	HardWay    Suerte = "hardway"
	Juego7     Suerte = "juego7"
	Juego11    Suerte = "juego11"
	AnyCraps   Suerte = "any_craps"
	Craps2     Suerte = "craps2"
	Craps3     Suerte = "craps3"
	Craps12    Suerte = "craps12"
	Horn       Suerte = "horn"
	Asociada   Suerte = "odds"
	PlaceRight Suerte = "place_right"
	PlaceWrong Suerte = "place_wrong"
)

// clase is how a suerte is decided.
type clase uint8

const (
	tirada   clase = iota + 1 // by the next throw
	favor                     // win, come: a first throw, then the point before the 7
	contra                    // don't win, don't come: the reverse
	numero                    // its number before the 7
	siete7                    // the 7 before its number
	doble                     // its number by a double, before the 7 and before it otherwise
	asociada                  // as its sencilla
)

// regla is a row of art. 151: what decides a suerte. Gana and Pierde are the sums of its
// first throw; a suerte decided by the next throw loses with every other sum.
type regla struct {
	Suerte    Suerte
	Articulo  norma.Articulo
	clase     clase
	Gana      Totales
	Pierde    Totales
	Numeros   []int // the numbers it is laid on; none when it does not name one
	sencilla  bool
	retirable bool // criterio DAD-4
}

// ninguna is no sum.
const ninguna Totales = 0

// reglas is the table of art. 151.2.
var reglas = []regla{
	{Win, art("151.2.a.1"), favor, newTotales(7, 11), newTotales(2, 3, 12), nil, true, false},
	{DontWin, art("151.2.a.2"), contra, newTotales(2, 3), newTotales(7, 11), nil, true, false},
	{Come, art("151.2.a.3"), favor, newTotales(7, 11), newTotales(2, 3, 12), nil, true, false},
	{DontCome, art("151.2.a.4"), contra, newTotales(2, 3), newTotales(7, 11), nil, true, false},
	{Field, art("151.2.a.5"), tirada, newTotales(2, 3, 4, 9, 10, 11, 12), ninguna, nil, true, true},
	{Big6, art("151.2.a.6"), numero, newTotales(6), newTotales(7), nil, true, true},
	{Big8, art("151.2.a.7"), numero, newTotales(8), newTotales(7), nil, true, true},
	{Under7, art("151.2.a.8"), tirada, newTotales(2, 3, 4, 5, 6), ninguna, nil, true, true},
	{Over7, art("151.2.a.9"), tirada, newTotales(8, 9, 10, 11, 12), ninguna, nil, true, true},
	{HardWay, art("151.2.b.1"), doble, ninguna, newTotales(7), []int{4, 6, 8, 10}, false, true},
	{Juego7, art("151.2.b.2"), tirada, newTotales(7), ninguna, nil, false, true},
	{Juego11, art("151.2.b.3"), tirada, newTotales(11), ninguna, nil, false, true},
	{AnyCraps, art("151.2.b.4"), tirada, newTotales(2, 3, 12), ninguna, nil, false, true},
	{Craps2, art("151.2.b.5"), tirada, newTotales(2), ninguna, nil, false, true},
	{Craps3, art("151.2.b.6"), tirada, newTotales(3), ninguna, nil, false, true},
	{Craps12, art("151.2.b.7"), tirada, newTotales(12), ninguna, nil, false, true},
	{Horn, art("151.2.b.8"), tirada, newTotales(2, 3, 11, 12), ninguna, nil, false, true},
	{Asociada, art("151.2.c"), asociada, ninguna, ninguna, nil, false, true},
	{PlaceRight, art("151.2.d.1"), numero, ninguna, newTotales(7), []int{4, 5, 6, 8, 9, 10}, false, true},
	{PlaceWrong, art("151.2.d.2"), siete7, newTotales(7), ninguna, []int{4, 5, 6, 8, 9, 10}, false, true},
}

// fila returns the row of the suerte; nil for none.
func (s Suerte) fila() *regla {
	for k := range reglas {
		if reglas[k].Suerte == s {
			return &reglas[k]
		}
	}
	return nil
}

// Suertes lists every Suerte in the order of art. 151.2.
func Suertes() []Suerte {
	suertes := make([]Suerte, len(reglas))
	for k, r := range reglas {
		suertes[k] = r.Suerte
	}
	return suertes
}

// ParseSuerte reads the name of a suerte. The error cites art. 151.1, whose list is
// closed, and wraps ErrSuerte.
func ParseSuerte(nombre string) (Suerte, error) {
	if s := Suerte(nombre); s.fila() != nil {
		return s, nil
	}
	return "", norma.Errorf(art("151.1"), "%w: %q", ErrSuerte, nombre)
}

// Sencilla reports whether s is one of art. 151.2.a.
func (s Suerte) Sencilla() bool { r := s.fila(); return r != nil && r.sencilla }

// Multiple reports whether s is one of art. 151.2.b.
func (s Suerte) Multiple() bool {
	r := s.fila()
	return r != nil && !r.sencilla && r.clase != asociada && !s.place()
}

// OneRoll reports whether the next throw decides s, whatever it is.
func (s Suerte) OneRoll() bool { r := s.fila(); return r != nil && r.clase == tirada }

// Line reports whether s is one of the four sencillas that go to a point, which alone
// take an Asociada.
func (s Suerte) Line() bool {
	r := s.fila()
	return r != nil && (r.clase == favor || r.clase == contra)
}

// Retirable reports whether a stake on s may be taken back between throws
// (criterio DAD-4).
func (s Suerte) Retirable() bool { r := s.fila(); return r != nil && r.retirable }

func (s Suerte) place() bool { return s == PlaceRight || s == PlaceWrong }

// Numeros lists the numbers that s is laid on; none when it does not name one. The list
// must not be written to.
func (s Suerte) Numeros() []int {
	if r := s.fila(); r != nil {
		return r.Numeros
	}
	return nil
}

// Articulo is the provision that describes s.
func (s Suerte) Articulo() norma.Articulo {
	if r := s.fila(); r != nil {
		return r.Articulo
	}
	return art("151.1")
}

// checkNumero returns nil when s is laid on n, which is 0 for none.
func (s Suerte) checkNumero(n int) error {
	r := s.fila()
	if len(r.Numeros) == 0 && n == 0 || slices.Contains(r.Numeros, n) {
		return nil
	}
	return norma.Errorf(r.Articulo, "%w: %d", ErrNumero, n)
}

// Pago is a row of art. 151.2: what a suerte pays, Num/Den times the stake on top of it
// (criterio DAD-5). Base is the sencilla of an Asociada; Numero the number or point, or
// for the field the sum that it holds for, 0 being any other.
type Pago struct {
	Suerte   Suerte
	Base     Suerte
	Numero   int
	Num, Den int64
	Articulo norma.Articulo
	Criterio string
}

// Veces is how many times the stake the row pays.
func (p Pago) Veces() domain.Fraccion { return domain.NewFraccion(p.Num, p.Den) }

// cualquiera is the Numero of a row that holds for any.
const cualquiera = 0

// pagos is the table of payments of art. 151.2. An Asociada is fair: Num/Den is the ratio
// of the ways to lose to the ways to win.
var pagos = []Pago{
	{Win, "", cualquiera, 1, 1, art("151.2.a.1"), ""},
	{DontWin, "", cualquiera, 1, 1, art("151.2.a.2"), ""},
	{Come, "", cualquiera, 1, 1, art("151.2.a.3"), ""},
	{DontCome, "", cualquiera, 1, 1, art("151.2.a.4"), ""},
	{Field, "", cualquiera, 1, 1, art("151.2.a.5"), ""},
	{Field, "", 2, 2, 1, art("151.2.a.5"), "DAD-8"},
	{Field, "", 12, 2, 1, art("151.2.a.5"), "DAD-8"},
	{Big6, "", cualquiera, 1, 1, art("151.2.a.6"), ""},
	{Big8, "", cualquiera, 1, 1, art("151.2.a.7"), ""},
	{Under7, "", cualquiera, 1, 1, art("151.2.a.8"), ""},
	{Over7, "", cualquiera, 1, 1, art("151.2.a.9"), ""},
	{HardWay, "", 4, 7, 1, art("151.2.b.1"), "DAD-5"},
	{HardWay, "", 6, 9, 1, art("151.2.b.1"), "DAD-5"},
	{HardWay, "", 8, 9, 1, art("151.2.b.1"), "DAD-5"},
	{HardWay, "", 10, 7, 1, art("151.2.b.1"), "DAD-5"},
	{Juego7, "", cualquiera, 15, 1, art("151.2.b.2"), "DAD-1"},
	{Juego11, "", cualquiera, 15, 1, art("151.2.b.3"), "DAD-5"},
	{AnyCraps, "", cualquiera, 7, 1, art("151.2.b.4"), "DAD-5"},
	{Craps2, "", cualquiera, 30, 1, art("151.2.b.5"), "DAD-5"},
	{Craps3, "", cualquiera, 15, 1, art("151.2.b.6"), "DAD-5"},
	{Craps12, "", cualquiera, 30, 1, art("151.2.b.7"), "DAD-5"},
	{Horn, "", cualquiera, 4, 1, art("151.2.b.8"), "DAD-14"},
	{Asociada, Win, 4, 2, 1, art("151.2.c.1"), ""},
	{Asociada, Win, 5, 3, 2, art("151.2.c.1"), ""},
	{Asociada, Win, 6, 6, 5, art("151.2.c.1"), ""},
	{Asociada, Win, 8, 6, 5, art("151.2.c.1"), ""},
	{Asociada, Win, 9, 3, 2, art("151.2.c.1"), ""},
	{Asociada, Win, 10, 2, 1, art("151.2.c.1"), ""},
	{Asociada, DontWin, 4, 1, 2, art("151.2.c.2"), ""},
	{Asociada, DontWin, 5, 2, 3, art("151.2.c.2"), ""},
	{Asociada, DontWin, 6, 5, 6, art("151.2.c.2"), ""},
	{Asociada, DontWin, 8, 5, 6, art("151.2.c.2"), ""},
	{Asociada, DontWin, 9, 2, 3, art("151.2.c.2"), ""},
	{Asociada, DontWin, 10, 1, 2, art("151.2.c.2"), ""},
	{Asociada, Come, 4, 2, 1, art("151.2.c.3"), ""},
	{Asociada, Come, 5, 3, 2, art("151.2.c.3"), ""},
	{Asociada, Come, 6, 6, 5, art("151.2.c.3"), ""},
	{Asociada, Come, 8, 6, 5, art("151.2.c.3"), ""},
	{Asociada, Come, 9, 3, 2, art("151.2.c.3"), ""},
	{Asociada, Come, 10, 2, 1, art("151.2.c.3"), ""},
	{Asociada, DontCome, 4, 1, 2, art("151.2.c.4"), ""},
	{Asociada, DontCome, 5, 2, 3, art("151.2.c.4"), ""},
	{Asociada, DontCome, 6, 5, 6, art("151.2.c.4"), ""},
	{Asociada, DontCome, 8, 5, 6, art("151.2.c.4"), ""},
	{Asociada, DontCome, 9, 2, 3, art("151.2.c.4"), ""},
	{Asociada, DontCome, 10, 1, 2, art("151.2.c.4"), ""},
	{PlaceRight, "", 4, 9, 5, art("151.2.d.1"), ""},
	{PlaceRight, "", 5, 7, 5, art("151.2.d.1"), ""},
	{PlaceRight, "", 6, 7, 6, art("151.2.d.1"), ""},
	{PlaceRight, "", 8, 7, 6, art("151.2.d.1"), "DAD-2"},
	{PlaceRight, "", 9, 7, 5, art("151.2.d.1"), ""},
	{PlaceRight, "", 10, 9, 5, art("151.2.d.1"), ""},
	{PlaceWrong, "", 4, 5, 11, art("151.2.d.2"), ""},
	{PlaceWrong, "", 5, 5, 8, art("151.2.d.2"), ""},
	{PlaceWrong, "", 6, 4, 5, art("151.2.d.2"), ""},
	{PlaceWrong, "", 8, 4, 5, art("151.2.d.2"), "DAD-2"},
	{PlaceWrong, "", 9, 5, 8, art("151.2.d.2"), ""},
	{PlaceWrong, "", 10, 5, 11, art("151.2.d.2"), ""},
}

// Pagos returns the table of payments of art. 151.2 with the house's choice for the juego
// de 7, which is left out when it is not offered.
func Pagos(j PagoJuego7) []Pago {
	var tabla []Pago
	for _, p := range pagos {
		if p.Suerte == Juego7 && j == SinJuego7 {
			continue
		}
		tabla = append(tabla, j.apply(p))
	}
	return tabla
}

// findPago returns the row of a winning stake: that of its number, else the general one.
func findPago(s, base Suerte, n int, j PagoJuego7) Pago {
	var found Pago
	for _, p := range pagos {
		if p.Suerte == s && p.Base == base && (p.Numero == n || p.Numero == 0) {
			found = p
		}
	}
	return j.apply(found)
}

// PagoJuego7 is how a table pays the juego de 7, the one choice of the engine (criterio
// DAD-A). The zero value is the payment as printed.
type PagoJuego7 uint8

// The three choices.
const (
	PagoImpreso PagoJuego7 = iota // 15 times, as printed (criterio DAD-1)
	PagoCuatro                    // 4 times, with the regulator's written answer
	SinJuego7                     // the table does not offer it
)

// eleccionesJuego7 are the words of the three choices: what the suerte pays, or that it is
// not offered.
var eleccionesJuego7 = map[PagoJuego7]string{PagoImpreso: "15", PagoCuatro: "4", SinJuego7: "no"}

// String is the word of the choice: "15", "4" or "no".
func (j PagoJuego7) String() string { return eleccionesJuego7[j] }

// ParsePagoJuego7 reads what String writes. The error wraps ErrJuego7.
func ParsePagoJuego7(s string) (PagoJuego7, error) {
	for j, palabra := range eleccionesJuego7 {
		if palabra == s {
			return j, nil
		}
	}
	return 0, norma.Breach(art("151.2.b.2"), ErrJuego7).Under("DAD-A")
}

// pagoCuatro is what the juego de 7 pays by the other choice of criterio DAD-A.
const pagoCuatro = 4

func (j PagoJuego7) apply(p Pago) Pago {
	if p.Suerte == Juego7 && j == PagoCuatro {
		p.Num, p.Criterio = pagoCuatro, "DAD-A"
	}
	return p
}
