package libros

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Unidad is what is counted down before the end of games.
type Unidad string

// What is counted down, game by game (art. 29.5).
const (
	Bolas Unidad = "bolas"
	Manos Unidad = "manos"
	Sabot Unidad = "sabot"
	// CorteFinal is the card of cut that comes up in the last thirty minutes.
	CorteFinal Unidad = "corte_en_los_ultimos_30_minutos"
)

// UltimasRondas is what the house announces before the end of games at a table.
type UltimasRondas struct {
	Unidad   Unidad
	Numero   int
	Articulo norma.Articulo
	Criterio string
}

// rondas is the table of art. 29.5.
var rondas = map[domain.Juego]UltimasRondas{
	domain.Bola:              {Bolas, 3, art("29.5"), ""},
	domain.RuletaFrancesa:    {Bolas, 3, art("29.5"), ""},
	domain.RuletaAmericana:   {Bolas, 3, art("29.5"), ""},
	domain.Dados:             {Manos, 3, art("29.5"), ""},
	domain.PoquerSinDescarte: {Manos, 3, art("29.5"), ""},
	domain.Trijoker:          {Manos, 3, art("29.5"), ""},
	domain.PuntoBanca:        {Manos, 5, art("29.5"), ""},
	domain.BacaraChemin:      {Manos, 5, art("29.5"), ""},
	domain.BacaraDosPanos:    {Manos, 5, art("29.5"), ""},
	domain.BlackJack:         {Manos, 5, art("29.5"), ""}, // with an automatic sabot
	domain.TreintaCuarenta:   {CorteFinal, 1, art("29.5"), ""},
}

// LastRounds is what must be announced before the end of games at a table of that game
// (art. 29.5). Black jack with a manual sabot has no last hands but a last sabot
// (art. 51.3, criterio CAJ-6). Of the póquer de círculo the text says nothing. The error
// wraps ErrJuego.
func LastRounds(j domain.Juego, sabotAutomatico bool) (UltimasRondas, error) {
	if j == domain.BlackJack && !sabotAutomatico {
		return UltimasRondas{Sabot, 1, art("51.3"), "CAJ-6"}, nil
	}
	u, ok := rondas[j]
	if !ok {
		return UltimasRondas{}, norma.Breach(art("29.5"), ErrJuego)
	}
	return u, nil
}
