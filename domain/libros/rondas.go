package libros

import (
	"errors"
	"time"

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

// anunciantes are the games whose own article says who announces; in the rest it is the
// croupier (art. 29.5).
var anunciantes = map[domain.Juego]struct {
	cargo    domain.Cargo
	articulo norma.Articulo
}{
	domain.PoquerSinDescarte: {domain.Crupier, art("101.9")},
	domain.Trijoker:          {domain.JefeMesa, art("109.5")},
}

// Anunciante is who announces the last rounds at a table of that game (arts. 29.5, 101.9,
// 109.5).
func Anunciante(j domain.Juego) (domain.Cargo, norma.Articulo) {
	if a, ok := anunciantes[j]; ok {
		return a.cargo, a.articulo
	}
	return domain.Crupier, art("29.5")
}

// ErrUltimoCorte says that the cut card has come up in the last half hour.
var ErrUltimoCorte = errors.New("el corte ha salido en los treinta minutos finales: no se inicia otra talla")

// corteFinal is how long before the end of games the cut card of the treinta y cuarenta
// ends the game (art. 29.5).
const corteFinal = 30 * time.Minute

// CheckOtraTalla returns nil when another talla of treinta y cuarenta may begin after the
// cut card came up at that instant, games ending at limite (art. 29.5). The error wraps
// ErrUltimoCorte.
func CheckOtraTalla(corte, limite time.Time) error {
	if corte.Before(limite.Add(-corteFinal)) {
		return nil
	}
	return norma.Breach(art("29.5"), ErrUltimoCorte)
}
