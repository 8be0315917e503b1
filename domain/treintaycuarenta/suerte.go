package treintaycuarenta

import (
	"cmp"
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// Suerte is one of the four ways of staking (arts. 55.3, 58.2). The zero value is none.
type Suerte uint8

// The four suertes.
const (
	Negro Suerte = iota + 1
	Rojo
	Color
	Inverso
)

// Suertes lists every Suerte.
var Suertes = []Suerte{Negro, Rojo, Color, Inverso}

// Pago is a row of art. 58.2: how many times the stake a suerte pays on top of it.
type Pago struct {
	Suerte   Suerte
	Nombre   string
	Veces    int64
	Articulo norma.Articulo
}

// pagos is the table of art. 58.2. Each pair pays 2 for its two suertes: both win as often.
var pagos = []Pago{
	{Negro, "negro", 1, art("58.2.a")},
	{Rojo, "rojo", 1, art("58.2.a")},
	{Color, "color", 1, art("58.2.b")},
	{Inverso, "inverso", 1, art("58.2.b")},
}

// Valid reports whether s is one of the four.
func (s Suerte) Valid() bool { return s >= Negro && s <= Inverso }

// Pago returns the row of art. 58.2 for the suerte; the zero Pago for none.
func (s Suerte) Pago() Pago {
	if !s.Valid() {
		return Pago{}
	}
	return pagos[s-1]
}

// String is the name of the suerte as ParseSuerte reads it: "negro", "inverso".
func (s Suerte) String() string {
	if !s.Valid() {
		return "?"
	}
	return pagos[s-1].Nombre
}

// ParseSuerte reads the name of a suerte. The error cites art. 58.2 and wraps ErrSuerte.
func ParseSuerte(nombre string) (Suerte, error) {
	for _, p := range pagos {
		if p.Nombre == nombre {
			return p.Suerte, nil
		}
	}
	return 0, norma.Errorf(art("58.2"), "%w: %q", ErrSuerte, nombre)
}

// Pagadera is a stake that waits to be paid: whose, on what, and how far it lies from the
// croupier.
type Pagadera struct {
	ID        string
	Suerte    Suerte
	Distancia int
}

// turnos is the order of art. 60.3: suertes that are paid one after the other, those of a
// turn together.
var turnos = struct {
	articulo norma.Articulo
	suertes  [][]Suerte
}{art("60.3"), [][]Suerte{{Color, Inverso}, {Negro, Rojo}}}

// turno is the place of the suerte among turnos.
func (s Suerte) turno() int {
	return slices.IndexFunc(turnos.suertes, func(t []Suerte) bool { return slices.Contains(t, s) })
}

// PaymentOrder returns the stakes in the order in which they are paid: color or inverso
// first and then negro and rojo, within each the farthest first (art. 60.3). Equals keep
// their order. The error wraps ErrSuerte.
func PaymentOrder(apuestas []Pagadera) ([]Pagadera, error) {
	for _, a := range apuestas {
		if !a.Suerte.Valid() {
			return nil, norma.Breach(turnos.articulo, ErrSuerte)
		}
	}
	sorted := slices.Clone(apuestas)
	slices.SortStableFunc(sorted, func(a, b Pagadera) int {
		return cmp.Or(cmp.Compare(a.Suerte.turno(), b.Suerte.turno()), cmp.Compare(b.Distancia, a.Distancia))
	})
	return sorted, nil
}

// What is wrong with a stake on a table with limits.
var (
	ErrInferior = errors.New("la apuesta es inferior a la mínima de la mesa")
	ErrSuperior = errors.New("la apuesta es superior a la máxima de la mesa")
)

// factorMaximo is how many times the minimum a stake may be (art. 59).
const factorMaximo = 1_000

// Limites is what may be staked at a table, in céntimos.
type Limites struct {
	Minimo, Maximo domain.Importe
}

// NewLimites returns the limits of a table with that minimum (art. 59). The error wraps
// ErrImporte or domain.ErrDesborde.
func NewLimites(minimo domain.Importe) (Limites, error) {
	if minimo <= 0 {
		return Limites{}, norma.Breach(art("59"), ErrImporte)
	}
	tope, err := minimo.Times(factorMaximo)
	if err != nil {
		return Limites{}, norma.Breach(art("59"), err)
	}
	return Limites{minimo, tope}, nil
}

// Check returns nil when a stake is within the limits, both included. The error wraps
// ErrInferior or ErrSuperior.
func (l Limites) Check(importe domain.Importe) error {
	switch {
	case importe < l.Minimo:
		return norma.Breach(art("59"), ErrInferior)
	case importe > l.Maximo:
		return norma.Breach(art("59"), ErrSuperior)
	}
	return nil
}
