package tapete

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Cruce is a match of a bracket: the numbers and names of its two pairs, which of them won (0 or 1; -1 nobody yet, or none)
// and its result. A pair that is exempt in the round stands alone, with 0 for the other number.
type Cruce struct {
	Numeros   [2]int
	Parejas   [2]string
	Gana      int
	Resultado string
}

// exento reports whether the pair has no opponent in the round.
func (c Cruce) exento() bool { return c.Numeros[1] == 0 }

// The measures of a bracket.
const (
	cuadroCaja   = 520 // width of a match
	cuadroPaso   = 60  // from a match to the next round
	cuadroLinea  = 42  // of a pair in its match
	cuadroFila   = 108 // from a match to the one below
	cuadroTitulo = 60
	cuadroLetra  = 24
	cuadroLargo  = 24 // letters that a line holds at that size
)

// nudo is a match in its place: y is its middle.
type nudo struct {
	Cruce
	y int
}

// Cuadro draws the bracket of a tournament whose rounds are drawn one by one: a column for each, the matches of a column in
// the order that keeps the lines to the next from crossing, the exempt pair among them, and the champion at the end.
func Cuadro(rondas [][]Cruce, campeon string) Dibujo {
	if len(rondas) == 0 {
		return Dibujo{}
	}
	columnas := placed(rondas)
	low := 0
	for _, c := range columnas {
		for _, n := range c {
			low = max(low, n.y)
		}
	}
	d := Dibujo{Ancho: len(rondas)*(cuadroCaja+cuadroPaso) - cuadroPaso + 8, Alto: low + cuadroFila/2 + 8}
	if campeon != "" {
		d.Ancho += cuadroCaja + cuadroPaso
	}
	for k := range columnas {
		x := 4 + k*(cuadroCaja+cuadroPaso)
		d.add(text(x, 34, 28, "Ronda "+strconv.Itoa(k+1), Inicio, true, Gris))
		if k+1 < len(columnas) {
			d.join(x+cuadroCaja, columnas[k], columnas[k+1])
		}
	}
	for k, c := range columnas {
		for _, n := range c {
			d.match(4+k*(cuadroCaja+cuadroPaso), n)
		}
	}
	if campeon != "" {
		d.champion(4+len(rondas)*(cuadroCaja+cuadroPaso), columnas[len(columnas)-1], campeon)
	}
	return d
}

// placed puts each match at its height: the first round one below another, each after it halfway between those that it
// comes from.
func placed(rondas [][]Cruce) [][]nudo {
	columnas := make([][]nudo, len(rondas))
	for k := len(rondas) - 1; k >= 0; k-- {
		for _, c := range rondas[k] {
			columnas[k] = append(columnas[k], nudo{Cruce: c})
		}
		if k < len(rondas)-1 {
			next := columnas[k+1]
			slices.SortStableFunc(columnas[k], func(a, b nudo) int { return cmp.Compare(after(a.Cruce, next), after(b.Cruce, next)) })
		}
	}
	for k, c := range columnas {
		least := cuadroTitulo + cuadroFila/2
		for i := range c {
			c[i].y = least
			if k > 0 {
				c[i].y = max(least, middle(c[i].Cruce, columnas[k-1]))
			}
			least = c[i].y + cuadroFila
		}
	}
	return columnas
}

// after is the place in the next column, two lines to a match, that the pairs of a match go to; the last for none.
func after(c Cruce, next []nudo) int {
	first := math.MaxInt
	for _, p := range c.Numeros {
		for k, n := range next {
			if i := slices.Index(n.Numeros[:], p); p != 0 && i >= 0 {
				first = min(first, 2*k+i)
			}
		}
	}
	return first
}

// middle is the height halfway between the matches that the pairs of one come from; 0 for none.
func middle(c Cruce, before []nudo) int {
	sum, many := 0, 0
	for _, p := range c.Numeros {
		for _, n := range before {
			if p != 0 && slices.Contains(n.Numeros[:], p) {
				sum, many = sum+n.y, many+1
			}
		}
	}
	return sum / max(1, many)
}

// join draws the way of each pair to the next round.
func (d *Dibujo) join(x int, from, to []nudo) {
	half := x + cuadroPaso/2
	for _, n := range to {
		for side, p := range n.Numeros {
			for _, b := range from {
				if p == 0 || !slices.Contains(b.Numeros[:], p) {
					continue
				}
				y := n.y
				if !n.exento() {
					y += (2*side - 1) * cuadroLinea / 2
				}
				d.add(rule(x, b.y, half, b.y), rule(half, b.y, half, y), rule(half, y, x+cuadroPaso, y))
			}
		}
	}
}

// rule is a straight line, across or down.
func rule(x1, y1, x2, y2 int) Forma {
	return Forma{Clase: Caja, X: x1 - 1, Y: min(y1, y2) - 1, W: x2 - x1 + 3, H: max(y1, y2) - min(y1, y2) + 3, Relleno: Gris}
}

// match draws a box with a line for each pair, the winner marked and in bold, and the result at its right.
func (d *Dibujo) match(x int, n nudo) {
	if n.exento() {
		d.add(Forma{Clase: Caja, X: x, Y: n.y - cuadroLinea/2, W: cuadroCaja, H: cuadroLinea, R: 8, Relleno: Papel, Trazo: Gris, Grosor: 2})
		d.pair(x, n.y, n.Numeros[0], n.Parejas[0], false)
		d.add(text(x+cuadroCaja-12, n.y+9, 22, "exenta", Final, false, Gris))
		return
	}
	top := n.y - cuadroLinea
	d.add(Forma{Clase: Caja, X: x, Y: top, W: cuadroCaja, H: 2 * cuadroLinea, R: 8, Relleno: Papel, Trazo: Verde, Grosor: 3},
		Forma{Clase: Caja, X: x + 12, Y: n.y - 1, W: cuadroCaja - 90, H: 1, Relleno: Gris})
	for side := range n.Numeros {
		y := top + side*cuadroLinea
		if n.Gana == side {
			d.add(Forma{Clase: Caja, X: x + 3, Y: y + 7, W: 8, H: cuadroLinea - 14, Relleno: Verde})
		}
		d.pair(x, y+cuadroLinea/2, n.Numeros[side], n.Parejas[side], n.Gana == side)
	}
	size := cuadroLetra
	if len([]rune(n.Resultado)) > 4 {
		size = 17
	}
	d.add(text(x+cuadroCaja-12, n.y+size*36/100, size, n.Resultado, Final, true, Negro))
}

// pair writes a pair with its number, smaller or shortened when it is long.
func (d *Dibujo) pair(x, y, number int, name string, bold bool) {
	d.add(text(x+54, y+9, cuadroLetra, strconv.Itoa(number), Final, bold, Gris))
	size := fitting(&name)
	d.add(text(x+64, y+size*36/100, size, name, Inicio, bold, Negro))
}

// fitting is the size at which a name fits in its line; what is longer still is cut short.
func fitting(name *string) int {
	rs := []rune(*name)
	size := cuadroLetra * cuadroLargo / max(cuadroLargo, len(rs))
	if least := 17; size < least {
		size = least
		if fit := cuadroLetra * cuadroLargo / least; len(rs) > fit {
			*name = string(rs[:fit-1]) + "…"
		}
	}
	return size
}

// champion draws the pair that won, where the last match leads.
func (d *Dibujo) champion(x int, last []nudo, name string) {
	y := last[0].y
	d.add(rule(x-cuadroPaso, y, x, y))
	d.add(Forma{Clase: Caja, X: x, Y: y - cuadroLinea, W: cuadroCaja, H: 2 * cuadroLinea, R: 8, Relleno: Papel, Trazo: Oro, Grosor: 6},
		text(x+cuadroCaja/2, y-10, 20, "PAREJA CAMPEONA", Centro, true, Verde))
	size := fitting(&name)
	d.add(text(x+cuadroCaja/2, y+26, size, name, Centro, true, Negro))
}
