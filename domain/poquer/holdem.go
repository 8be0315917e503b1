package poquer

import "foliado/domain/naipes"

// holdem is as the omaha with two cards of one's own, and any five of the seven (arts. 125.1,
// 125.2, criterio A-C-25).
var holdem = Variante{
	Nombre: Holdem, Baraja: naipes.NumCartas, MasBaja: naipes.Dos, Propias: 2, Comunes: 5, Articulo: art("125.1"),
	Calles:  comunesDeTresEnTres(2),
	ranking: naipes.Ranking{AsBajo: naipes.Dos, UnaSuelta: true},
}
