package ruleta

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// ordenes is the order in which the winners are paid, as each article prints it (arts.
// 133.c and 137.2, criterio RUL-8).
var ordenes = map[Variante]struct {
	articulo norma.Articulo
	suertes  []Suerte
}{
	Francesa: {art("133.c"), []Suerte{DobleColumna, Columna, DobleDocena, Docena,
		Rojo, Negro, Par, Impar, Pasa, Falta,
		Seisena, Transversal, Cuadro, Caballo, Pleno}},
	Americana: {art("137.2"), []Suerte{DobleColumna, Columna,
		Pasa, Impar, Negro, Rojo, Par, Falta,
		DobleDocena, Docena, Seisena, Transversal, Cuadro, Caballo, Pleno}},
}

// PaymentOrder returns the suertes in the order in which they are paid (arts. 133.c,
// 137.2). The error wraps ErrVariante, or ErrSuerte with the article of the order.
func PaymentOrder(v Variante, suertes []Suerte) ([]Suerte, error) {
	orden, ok := ordenes[v]
	if !ok {
		return nil, norma.Breach(art("131.1"), ErrVariante)
	}
	for _, s := range suertes {
		if !s.Valid() {
			return nil, norma.Breach(orden.articulo, ErrSuerte)
		}
	}
	sorted := slices.Clone(suertes)
	slices.SortStableFunc(sorted, func(a, b Suerte) int {
		return slices.Index(orden.suertes, a) - slices.Index(orden.suertes, b)
	})
	return sorted, nil
}

// Pagadera is a winning stake that waits to be paid, and whose it is.
type Pagadera struct {
	Jugador string
	Suerte  Suerte
}

// juntas are the suertes of which a player who has won several is paid all at his first
// turn: from the seisena to the pleno (arts. 133.c, 137.2).
var juntas = []Suerte{Seisena, Transversal, Cuadro, Caballo, Pleno}

// PaymentTurns returns the winning stakes in the turns in which they are paid: the suertes
// in the order of PaymentOrder, each player's from the seisena to the pleno together. The
// error is that of PaymentOrder.
func PaymentTurns(v Variante, ganadoras []Pagadera) ([][]Pagadera, error) {
	orden, ok := ordenes[v]
	if !ok {
		return nil, norma.Breach(art("131.1"), ErrVariante)
	}
	sorted := slices.Clone(ganadoras)
	for _, g := range sorted {
		if !g.Suerte.Valid() {
			return nil, norma.Breach(orden.articulo, ErrSuerte)
		}
	}
	slices.SortStableFunc(sorted, func(a, b Pagadera) int {
		return slices.Index(orden.suertes, a.Suerte) - slices.Index(orden.suertes, b.Suerte)
	})
	var turns [][]Pagadera
	joined := map[string]int{}
	for _, g := range sorted {
		if !slices.Contains(juntas, g.Suerte) {
			turns = append(turns, []Pagadera{g})
			continue
		}
		k, seen := joined[g.Jugador]
		if !seen {
			k = len(turns)
			joined[g.Jugador] = k
			turns = append(turns, nil)
		}
		turns[k] = append(turns[k], g)
	}
	return turns, nil
}

// PayChips is what is left to be paid in chips of value of a gain of that amount, of which
// so many pieces of the player's colour are paid, each worth valor (art. 137.2); céntimos.
// The error wraps ErrImporte or domain.ErrDesborde.
func PayChips(ganado, valor domain.Importe, piezas int64) (enValor domain.Importe, err error) {
	if ganado < 0 || valor <= 0 || piezas < 0 {
		return 0, norma.Breach(art("137.2"), ErrImporte)
	}
	color, err := valor.Times(piezas)
	if err != nil {
		return 0, norma.Breach(art("137.2"), err)
	}
	if color > ganado {
		return 0, norma.Errorf(art("137.2"), "%w: en color van %s y se deben %s", ErrImporte, color, ganado)
	}
	return ganado - color, nil
}
