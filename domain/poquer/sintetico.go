package poquer

import "foliado/domain/naipes"

// sintetico is two cards of one's own and three of the five that are laid for all one by one,
// with the 28 cards from the ace to the eight (arts. 127.1, 127.2). The text names no
// intervals of bets (criterio A-C-20).
var sintetico = Variante{
	Nombre: Sintetico, Baraja: cartasDesde(naipes.Ocho), MasBaja: naipes.Ocho, Propias: 2, Comunes: 5, DosYTres: true, Articulo: art("127.2"),
	Calles: []Calle{
		{Cubiertas: 2}, {Comunes: 1}, {Comunes: 1}, {Comunes: 1}, {Comunes: 1}, {Comunes: 1},
	},
	ranking: naipes.Ranking{AsBajo: naipes.Ocho, ColorSobreFull: true, UnaSuelta: true},
}
