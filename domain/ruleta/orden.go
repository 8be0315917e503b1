package ruleta

import (
	"slices"

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
