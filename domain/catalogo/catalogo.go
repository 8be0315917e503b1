// Package catalogo says of each game against the house what its engine knows: the rules in
// words of ours, what each suerte pays, the limits, the seats, the last rounds. Whatever is
// a number comes from the tables of the engine that settles with it, so that no page, no
// leaflet can disagree with a settlement (arts. 25.2, 100.2, 107.2).
package catalogo

import (
	"errors"
	"strconv"

	"foliado/domain"
	"foliado/domain/blackjack"
	"foliado/domain/dados"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/poquersindescarte"
	"foliado/domain/trijoker"
)

var art = norma.Reglamento.Art

// ErrJuego says that no engine settles that game.
var ErrJuego = errors.New("ningún motor liquida ese juego")

// Casa is what the house has chosen that shows in the rules of a game.
type Casa struct {
	Juego7 dados.PagoJuego7 // criterio DAD-A
}

// Regla is a rule of a game, in words of ours.
type Regla struct {
	Texto    string
	Articulo norma.Articulo
	Criterio string
}

// Pago is what a suerte pays, Num to Den, on top of the stake.
type Pago struct {
	Suerte   string // as the engine names it: "doble_columna"
	Nombre   string // for people: "doble columna"
	Num, Den int64
	Articulo norma.Articulo
	Criterio string
}

// Paga is the payment in words: "35 a 1".
func (p Pago) Paga() string {
	return strconv.FormatInt(p.Num, 10) + " a " + strconv.FormatInt(p.Den, 10)
}

// Tabla is a table of payments.
type Tabla struct {
	Titulo string
	Nota   string // what the payments are of, when it has to be said
	Pagos  []Pago
}

// Limite is a limit of a game in times of the minimum stake, in words.
type Limite struct {
	Suerte   string
	Texto    string
	Articulo norma.Articulo
	Criterio string
}

// Asientos is how many may play at a table, 0 when there is no limit.
type Asientos struct {
	Maximo   int
	Texto    string
	Articulo norma.Articulo
}

// Ficha is all that the engine of a game says of it.
type Ficha struct {
	Juego    domain.Juego
	Articulo norma.Articulo // where the norm begins to speak of it
	Reglas   []Regla
	Tablas   []Tabla
	Limites  []Limite
	Asientos Asientos
	Rondas   libros.UltimasRondas
}

// juego is how the package knows a game.
type juego struct {
	articulo norma.Articulo
	reglas   []Regla
	tablas   func(Casa) []Tabla
	limites  func() []Limite
	asientos Asientos
}

// juegos are the games against the house.
var juegos = map[domain.Juego]juego{
	domain.RuletaFrancesa:    {art("129.1"), reglasFrancesa, tablasRuleta, limitesFrancesa, Asientos{Texto: "sin límite", Articulo: art("131.1")}},
	domain.RuletaAmericana:   {art("134.1.b"), reglasAmericana, tablasRuleta, limitesAmericana, Asientos{Texto: "tantos jugadores como colores y, con permiso de la dirección, tres más con fichas de valor", Articulo: art("135")}},
	domain.Bola:              {art("142.2"), reglasBola, tablasBola, limitesBola, Asientos{Texto: "sin límite", Articulo: art("144")}},
	domain.TreintaCuarenta:   {art("58.1"), reglasTreinta, tablasTreinta, limitesTreinta, Asientos{Texto: "sin límite", Articulo: art("57")}},
	domain.Dados:             {art("151.1"), reglasDados, tablasDados, limitesDados, Asientos{Texto: "sin límite", Articulo: art("153.1")}},
	domain.BlackJack:         {art("47"), reglasBlackJack, tablasBlackJack, limitesBlackJack, Asientos{blackjack.MaxSentados, "sentados, con tres apuestas por casilla", art("50.1")}},
	domain.PuntoBanca:        {art("61"), reglasPuntoBanca, tablasPuntoBanca, limitesPuntoBanca, Asientos{Texto: "en la mesa completa, sus plazas; nueve en la midi y siete en la mini", Articulo: art("62.3")}},
	domain.PoquerSinDescarte: {art("96"), reglasSinDescarte, tablasSinDescarte, limitesSinDescarte, Asientos{poquersindescarte.MaxSentados(), "sentados", art("99.1")}},
	domain.Trijoker:          {art("103"), reglasTrijoker, tablasTrijoker, limitesTrijoker, Asientos{trijoker.MaxSentados(), "sentados", art("106")}},
}

// Juegos lists the games of the catalogue, in the order of domain.Juegos.
func Juegos() []domain.Juego {
	var js []domain.Juego
	for _, j := range domain.Juegos {
		if _, ok := juegos[j]; ok {
			js = append(js, j)
		}
	}
	return js
}

// Of returns what there is of a game in that house. The error wraps ErrJuego.
func Of(j domain.Juego, c Casa) (Ficha, error) {
	g, ok := juegos[j]
	if !ok {
		return Ficha{}, norma.Breach(art("1.3"), ErrJuego)
	}
	rondas, err := libros.LastRounds(j, true)
	if err != nil {
		return Ficha{}, err
	}
	return Ficha{j, g.articulo, g.reglas, g.tablas(c), g.limites(), g.asientos, rondas}, nil
}
