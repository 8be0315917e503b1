package poquer

import "foliado/domain/naipes"

// omaha is four cards of one's own and five for all, of which two and three make the hand; a
// card is put aside before each of the three times that the common ones are laid, and there
// are four intervals (arts. 124.1, 124.2).
var omaha = Variante{
	Nombre: Omaha, Baraja: naipes.NumCartas, MasBaja: naipes.Dos, Propias: 4, Comunes: 5, DosYTres: true, Articulo: art("124.1"),
	Calles:  comunesDeTresEnTres(4),
	ranking: naipes.Ranking{AsBajo: naipes.Dos, UnaSuelta: true},
}

// comunesDeTresEnTres deals so many cards to each player, then three for all, one and one.
func comunesDeTresEnTres(propias int) []Calle {
	return []Calle{
		{Cubiertas: propias, Apuestas: true}, {Comunes: 3, Quema: true, Apuestas: true},
		{Comunes: 1, Quema: true, Apuestas: true}, {Comunes: 1, Quema: true, Apuestas: true},
	}
}
