package libros

import (
	"errors"
	"strconv"

	"foliado/domain"
	"foliado/domain/norma"
)

// ErrMaximos says that the choice of maxima is not one of those of the game.
var ErrMaximos = errors.New("los máximos no son ninguno de los previstos para el juego")

// Maximos is the choice of maxima of a table: a column for a roulette (criterio RUL-A),
// a factor of the minimum for black jack (art. 53.3). One of the two is set.
type Maximos struct {
	Serie  domain.Serie
	Factor int64
}

// String is the choice as books and routes write it: "bajo", "alto", "100".
func (m Maximos) String() string {
	if m.Serie != "" {
		return string(m.Serie)
	}
	return strconv.FormatInt(m.Factor, 10)
}

// ParseMaximos reads what String writes, for a table of that game. The error is that of
// CheckMaximos.
func ParseMaximos(j domain.Juego, s string) (Maximos, error) {
	m := Maximos{Serie: domain.Serie(s)}
	if f, err := strconv.ParseInt(s, 10, 64); err == nil {
		m = Maximos{Factor: f}
	}
	if m.String() != s {
		return Maximos{}, norma.Breach(articuloMaximos(j), ErrMaximos)
	}
	return m, CheckMaximos(j, m)
}

// Maximo is the ceiling of one way of staking.
type Maximo struct {
	Suerte   string // "pleno", "columna", "casilla" ...
	Importe  domain.Importe
	Articulo norma.Articulo
}

// serieMaximos is the table of arts. 132.3 and 139.3: how many times the minimum each
// suerte admits in the low and in the high column. Both are 20 and 30 times the numbers
// that the suerte covers (18 for a sencilla): criterio RUL-5.
var serieMaximos = []struct {
	suerte     string
	numeros    int64
	bajo, alto int64
	letra      string
}{
	{"sencilla", 18, 360, 540, ".a"},
	{"pleno", 1, 20, 30, ".b"},
	{"caballo", 2, 40, 60, ".b"},
	{"transversal", 3, 60, 90, ".b"},
	{"cuadro", 4, 80, 120, ".b"},
	{"seisena", 6, 120, 180, ".b"},
	{"columna", 12, 240, 360, ".b"},
	{"docena", 12, 240, 360, ".b"},
	{"doble_columna", 24, 480, 720, ".b"},
	{"doble_docena", 24, 480, 720, ".b"},
}

// letrasMaximos are the letters of serieMaximos in each roulette's own article.
var letrasMaximos = map[domain.Juego]map[string]norma.Articulo{
	domain.RuletaFrancesa:  {".a": art("132.3.a"), ".b": art("132.3.b")},
	domain.RuletaAmericana: {".a": art("139.3.a"), ".b": art("139.3.b")},
}

func articuloMaximos(j domain.Juego) norma.Articulo {
	switch j {
	case domain.RuletaFrancesa:
		return art("132.3")
	case domain.RuletaAmericana:
		return art("139.3")
	case domain.BlackJack:
		return art("53.3")
	}
	return art("1.3")
}

// CheckMaximos returns nil when a table of that game may open with that choice: a column
// for a roulette (arts. 132.3, 139.3), 50, 100 or 200 times the minimum for black jack
// (art. 53.3). The error wraps ErrMaximos, or ErrJuego for another game.
func CheckMaximos(j domain.Juego, m Maximos) error {
	good := false
	switch {
	case j.Ruleta():
		good = m.Factor == 0 && (m.Serie == domain.SerieBaja || m.Serie == domain.SerieAlta)
	case j == domain.BlackJack:
		good = m.Serie == "" && (m.Factor == 50 || m.Factor == 100 || m.Factor == 200)
	default:
		return norma.Breach(art("1.3"), ErrJuego)
	}
	if !good {
		return norma.Breach(articuloMaximos(j), ErrMaximos)
	}
	return nil
}

// ListMaximos is the ceiling of every suerte of a table with that choice and that minimum
// stake, as its sheet and its notice show them (arts. 38.2, 53.3, 132.3, 139.3). The error
// is that of CheckMaximos, or wraps ErrImporte or domain.ErrDesborde.
func ListMaximos(j domain.Juego, m Maximos, minimo domain.Importe) ([]Maximo, error) {
	if err := CheckMaximos(j, m); err != nil {
		return nil, err
	}
	a := articuloMaximos(j)
	if err := checkPositive(a, "la apuesta mínima", minimo); err != nil {
		return nil, err
	}
	if j == domain.BlackJack {
		tope, err := minimo.Times(m.Factor)
		if err != nil {
			return nil, norma.Breach(a, err)
		}
		return []Maximo{{"casilla", tope, a}}, nil
	}
	list := make([]Maximo, 0, len(serieMaximos))
	for _, row := range serieMaximos {
		veces := row.bajo
		if m.Serie == domain.SerieAlta {
			veces = row.alto
		}
		tope, err := minimo.Times(veces)
		if err != nil {
			return nil, norma.Breach(a, err)
		}
		list = append(list, Maximo{row.suerte, tope, letrasMaximos[j][row.letra]})
	}
	return list, nil
}
