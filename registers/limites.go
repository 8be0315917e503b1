package registers

import (
	"fmt"
	"strconv"
	"strings"

	"foliado/domain"
	motorbola "foliado/domain/bola"
	"foliado/domain/dados"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/poquersindescarte"
	"foliado/domain/puntobanca"
	"foliado/domain/treintaycuarenta"
	"foliado/domain/trijoker"
)

// LimitesMesa are the limits that a table opens with: its minimum stake, that of the
// authorisation, in céntimos, and the choice of maxima as books write it.
type LimitesMesa struct {
	Juego            domain.Juego
	Minimo           domain.Importe
	MinimoAutorizado domain.Importe
	Maximos          string
	Juego7           string // what the dados of the house pay it; "": not offered (criterio DAD-A)
}

// maximosDeJuego is how each game of contrapartida chooses its maxima: how a choice is
// written, which one holds when nobody chooses (the lowest of the law; "" where a choice
// must be made) and the ceilings that the engine of the game makes of it.
var maximosDeJuego = map[domain.Juego]struct {
	defecto  string
	opciones []string // what forms offer; of a range, its ends
	list     func(LimitesMesa) ([]libros.Maximo, error)
}{
	domain.RuletaFrancesa:    {"", []string{"bajo", "alto"}, listLibros},
	domain.RuletaAmericana:   {"", []string{"bajo", "alto"}, listLibros},
	domain.BlackJack:         {"", []string{"50", "100", "200"}, listLibros},
	domain.Bola:              {"40/200", []string{"40/200", "100/500"}, listBola},
	domain.Dados:             {"100", []string{"100", "1000"}, listDados},
	domain.PuntoBanca:        {"50", []string{"50", "100"}, listPuntoBanca},
	domain.TreintaCuarenta:   {"1000", []string{"1000"}, listTreintaCuarenta},
	domain.PoquerSinDescarte: {"25", []string{"25"}, listSinDescarte},
	domain.Trijoker:          {"30", []string{"30"}, listTrijoker},
}

// Normal is l with the choice of maxima that holds when none was made.
func (l LimitesMesa) Normal() LimitesMesa {
	if l.Maximos == "" {
		l.Maximos = maximosDeJuego[l.Juego].defecto
	}
	return l
}

// List is the ceiling of every suerte of the table, from the tables of the game's engine
// (arts. 53.3, 59, 66, 100.6, 108, 132.3, 139.3, 146.3, 152): what its sheet and its notice
// show (art. 38.2). The error is that of the engine, or wraps libros.ErrMaximos or
// libros.ErrJuego.
func (l LimitesMesa) List() ([]libros.Maximo, error) {
	row, ok := maximosDeJuego[l.Juego]
	if !ok {
		return nil, norma.Breach(art("1.3"), libros.ErrJuego)
	}
	return row.list(l.Normal())
}

// OpcionesMaximos are the choices of maxima that a form offers for a game. Of a range the
// law fixes the ends: what lies between may be typed.
func OpcionesMaximos(j domain.Juego) []string { return maximosDeJuego[j].opciones }

func listLibros(l LimitesMesa) ([]libros.Maximo, error) {
	m, err := libros.ParseMaximos(l.Juego, l.Maximos)
	if err != nil {
		return nil, err
	}
	return libros.ListMaximos(l.Juego, m, l.Minimo)
}

// factor reads how many times the minimum the maximum is, written with figures alone.
func (l LimitesMesa) factor(a norma.Articulo, texto string) (int64, error) {
	n, err := strconv.ParseInt(texto, 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != texto {
		return 0, norma.Errorf(a, "%w: %q", libros.ErrMaximos, texto)
	}
	return n, nil
}

// times is n times the minimum of the table.
func (l LimitesMesa) times(a norma.Articulo, texto string) (domain.Importe, error) {
	n, err := l.factor(a, texto)
	if err != nil {
		return 0, err
	}
	tope, err := l.Minimo.Times(n)
	if err != nil {
		return 0, norma.Breach(a, err)
	}
	return tope, nil
}

// listBola reads "40/200": how many times the authorised minimum the maximum to the number
// and that of the sencillas are (art. 146.3).
func listBola(l LimitesMesa) ([]libros.Maximo, error) {
	a := art("146.3")
	uno, otro, ok := strings.Cut(l.Maximos, "/")
	if !ok {
		return nil, norma.Errorf(a, "%w: %q", libros.ErrMaximos, l.Maximos)
	}
	pleno, err := l.factor(a, uno)
	if err != nil {
		return nil, err
	}
	sencilla, err := l.factor(a, otro)
	if err != nil {
		return nil, err
	}
	lim, err := motorbola.NewLimites(motorbola.Autorizacion{Minimo: l.MinimoAutorizado, FactorPleno: pleno, FactorSencilla: sencilla}, l.Minimo)
	if err != nil {
		return nil, err
	}
	return []libros.Maximo{{Suerte: "pleno", Importe: lim.MaximoPleno, Articulo: a},
		{Suerte: "sencilla", Importe: lim.MaximoSencilla, Articulo: a}}, nil
}

// listDados reads the factor of the sencillas, from a hundred to a thousand (art. 152.2).
// The múltiples stand at the highest of art. 152.3, the place bets at their percentage.
func listDados(l LimitesMesa) ([]libros.Maximo, error) {
	n, err := l.factor(art("152.2"), l.Maximos)
	if err != nil {
		return nil, err
	}
	lim, err := dados.NewLimites(l.Minimo, n)
	if err != nil {
		return nil, err
	}
	list := []libros.Maximo{{Suerte: "sencilla", Importe: lim.MaxSencilla, Articulo: art("152.2")}}
	places, err := lim.Maximos(Parametros{Juego7: l.Juego7}.PagoJuego7())
	if err != nil {
		return nil, err
	}
	for _, p := range places {
		list = append(list, libros.Maximo{Suerte: suerteDados(p.Casilla), Importe: p.Maximo, Articulo: p.Articulo})
	}
	return list, nil
}

// suerteDados names a place of the cloth: "horn", "hardway_4".
func suerteDados(c dados.Casilla) string {
	if c.Numero == 0 {
		return string(c.Suerte)
	}
	return fmt.Sprintf("%s_%d", c.Suerte, c.Numero)
}

func listPuntoBanca(l LimitesMesa) ([]libros.Maximo, error) {
	n, err := l.factor(art("66.2"), l.Maximos)
	if err != nil {
		return nil, err
	}
	lim, err := puntobanca.NewLimites(l.Minimo, n)
	if err != nil {
		return nil, err
	}
	return []libros.Maximo{{Suerte: string(puntobanca.Punto), Importe: lim.Maximo, Articulo: art("66.2")},
		{Suerte: string(puntobanca.Banca), Importe: lim.Maximo, Articulo: art("66.2")},
		{Suerte: string(puntobanca.Igualdad), Importe: lim.MaxIgualdad, Articulo: art("66.3")}}, nil
}

func listTreintaCuarenta(l LimitesMesa) ([]libros.Maximo, error) {
	lim, err := treintaycuarenta.NewLimites(l.Minimo)
	if err != nil {
		return nil, err
	}
	if tope, err := l.times(art("59"), l.Maximos); err != nil || tope != lim.Maximo {
		return nil, norma.Errorf(art("59"), "%w: %q", libros.ErrMaximos, l.Maximos)
	}
	return []libros.Maximo{{Suerte: "sencilla", Importe: lim.Maximo, Articulo: art("59")}}, nil
}

func listSinDescarte(l LimitesMesa) ([]libros.Maximo, error) {
	tope, err := l.times(art("100.6"), l.Maximos)
	if err != nil {
		return nil, err
	}
	if err := (poquersindescarte.Mesa{Minimo: l.Minimo, Maximo: tope}).CheckBanda(); err != nil {
		return nil, err
	}
	return []libros.Maximo{{Suerte: "inicial", Importe: tope, Articulo: art("100.6")}}, nil
}

func listTrijoker(l LimitesMesa) ([]libros.Maximo, error) {
	tope, err := l.times(art("108"), l.Maximos)
	if err != nil {
		return nil, err
	}
	if err := (trijoker.Mesa{Minimo: l.Minimo, Maximo: tope}).CheckBanda(); err != nil {
		return nil, err
	}
	return []libros.Maximo{{Suerte: "cada_apuesta", Importe: tope, Articulo: art("108")}}, nil
}
