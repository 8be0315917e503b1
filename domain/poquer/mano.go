package poquer

import (
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// Evaluate returns what five cards are worth in the variant (arts. 117.1, 117.2). The error
// wraps ErrNumCartas or ErrNaipe, or is that of naipes.NewMano.
func (v Variante) Evaluate(cartas []naipes.Carta) (naipes.Valor, error) {
	m, err := v.mano(cartas)
	if err != nil {
		return 0, err
	}
	if len(cartas) != NumCartas {
		return 0, norma.Errorf(art("117.1"), "%w: son cinco", ErrNumCartas)
	}
	return v.ranking.Value(m), nil
}

// Value is what the best five of five to seven cards of the pack are worth where any may be
// taken (arts. 117.1, 117.2); of fewer, what they make by repeated ranks. It allocates nothing.
func (v Variante) Value(m naipes.Mano) naipes.Valor { return v.ranking.Value(m) }

// Compare returns what two hands of five are worth; the higher wins and equal ones tie. The
// error is that of Evaluate, or naipes.ErrRepetida for a card of both.
func (v Variante) Compare(a, b []naipes.Carta) (va, vb naipes.Valor, err error) {
	if va, err = v.Evaluate(a); err != nil {
		return 0, 0, err
	}
	if vb, err = v.Evaluate(b); err != nil {
		return 0, 0, err
	}
	if _, err = v.mano(append(append([]naipes.Carta(nil), a...), b...)); err != nil {
		return 0, 0, err
	}
	return va, vb, nil
}

// CheckNumero returns nil when a player with that many cards of his own and that many for
// all may show: those of the variant, or in seven stud six and the common one that stands
// for a seventh (art. 123.3.c). The error wraps ErrNumCartas or ErrNumComunes.
func (v Variante) CheckNumero(propias, comunes int) error {
	if v.Nombre == SevenStud && propias == v.Propias-1 && comunes == 1 {
		return nil
	}
	switch {
	case propias != v.Propias:
		return norma.Errorf(v.Articulo, "%w: son %d", ErrNumCartas, v.Propias)
	case comunes != v.Comunes:
		return norma.Errorf(v.Articulo, "%w: son %d", ErrNumComunes, v.Comunes)
	}
	return nil
}

// Best returns what the best five cards of a player are worth: any of his own and of those
// for all (arts. 123.1, 125), or two of his own and three of the others where the variant
// says so (arts. 124, 127.1). The error wraps ErrNumCartas, ErrNumComunes or ErrNaipe, or is
// that of naipes.NewMano.
func (v Variante) Best(propias, comunes []naipes.Carta) (naipes.Valor, error) {
	m, err := v.mano(append(append([]naipes.Carta(nil), propias...), comunes...))
	if err != nil {
		return 0, err
	}
	if err := v.CheckNumero(len(propias), len(comunes)); err != nil {
		return 0, err
	}
	if v.DosYTres {
		return v.bestDosYTres(propias, comunes), nil
	}
	return v.ranking.Value(m), nil
}

// bestDosYTres tries each two of the own with each three of the others.
func (v Variante) bestDosYTres(propias, comunes []naipes.Carta) naipes.Valor {
	var best naipes.Valor
	for i := range propias {
		for j := range i {
			dos := naipes.Mano(0).With(propias[i]).With(propias[j])
			for a := range comunes {
				for b := range a {
					for c := range b {
						best = max(best, v.ranking.Value(dos.With(comunes[a]).With(comunes[b]).With(comunes[c])))
					}
				}
			}
		}
	}
	return best
}

// Ganadores returns which players have the best hand, by their places in the list, and what
// it is worth; more than one share the pot (art. 118.9). The error wraps ErrNadie, or is
// that of Best; naipes.ErrRepetida for a card of two of them.
func (v Variante) Ganadores(propias [][]naipes.Carta, comunes []naipes.Carta) ([]int, naipes.Valor, error) {
	if len(propias) == 0 {
		return nil, 0, norma.Breach(art("118.8"), ErrNadie)
	}
	todas := append([]naipes.Carta(nil), comunes...)
	var ganadores []int
	var best naipes.Valor
	for k, p := range propias {
		valor, err := v.Best(p, comunes)
		if err != nil {
			return nil, 0, err
		}
		todas = append(todas, p...)
		switch {
		case valor > best:
			ganadores, best = []int{k}, valor
		case valor == best:
			ganadores = append(ganadores, k)
		}
	}
	if _, err := v.mano(todas); err != nil {
		return nil, 0, err
	}
	return ganadores, best, nil
}
