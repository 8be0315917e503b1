package tapete

import (
	"strings"

	"foliado/domain/jugada"
)

// Geometry of the cards: a row of them after its name.
const (
	anchoCarta, altoCarta = 104, 146
	pasoCarta             = anchoCarta + 12
	pasoFila              = altoCarta + 34
	anchoNombre           = 330
	anchoMaximo           = 1660
)

// cartasDe draws rows of cards, a long one folded.
func cartasDe(filas []jugada.Fila) []Dibujo {
	perRow := (anchoMaximo - anchoNombre) / pasoCarta
	out := make([]Dibujo, 0, len(filas))
	for _, f := range filas {
		d := Dibujo{Ancho: anchoMaximo, Alto: pasoFila}
		d.add(text(8, 8+altoCarta/2, 30, capital(f.Nombre), Inicio, true, Negro))
		if f.Valor != "" {
			d.add(text(8, 8+altoCarta/2+40, 28, f.Valor, Inicio, false, Negro))
		}
		for k, c := range f.Cartas {
			d.card(anchoNombre+k%perRow*pasoCarta, 8+k/perRow*pasoFila, c)
			d.Alto = (k/perRow + 1) * pasoFila
		}
		out = append(out, d)
	}
	return out
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[0])) + string(r[1:])
}

// card draws one card, "Kp": its rank, its suit small under it and large in the middle.
// What is no card is drawn as its letters.
func (d *Dibujo) card(x, y int, carta string) {
	d.add(Forma{Clase: Caja, X: x, Y: y, W: anchoCarta, H: altoCarta, R: 12, Relleno: Papel, Trazo: Gris, Grosor: 3})
	carta = strings.TrimSuffix(carta, "^")
	if len(carta) != 2 {
		d.add(text(x+anchoCarta/2, y+altoCarta/2, 28, carta, Centro, true, Negro))
		return
	}
	rank, suit := carta[:1], carta[1]
	if rank == "T" {
		rank = "10"
	}
	ink := Negro
	if suit == 'd' || suit == 'c' {
		ink = Rojo
	}
	d.add(text(x+10, y+40, 38, rank, Inicio, true, ink))
	d.suit(x+24, y+60, 13, suit, ink)
	d.suit(x+anchoCarta*6/10, y+altoCarta*6/10, 32, suit, ink)
}

// suit draws the sign of a suit in a square of side 2r around a centre.
func (d *Dibujo) suit(x, y, r int, suit byte, ink Tinta) {
	disc := func(dx, dy, radius int) {
		d.add(Forma{Clase: Disco, X: x + dx, Y: y + dy, R: radius, Relleno: ink})
	}
	poly := func(ps ...[2]int) {
		for k := range ps {
			ps[k] = [2]int{x + ps[k][0], y + ps[k][1]}
		}
		d.add(Forma{Clase: Poligono, Puntos: ps, Relleno: ink})
	}
	stem := func() { poly([2]int{0, r / 8}, [2]int{r * 2 / 5, r}, [2]int{-r * 2 / 5, r}) }
	half := r * 52 / 100
	switch suit {
	case 'd':
		poly([2]int{0, -r}, [2]int{r * 3 / 4, 0}, [2]int{0, r}, [2]int{-r * 3 / 4, 0})
	case 'c':
		disc(-half*9/10, -r*3/10, half)
		disc(half*9/10, -r*3/10, half)
		disc(0, -r/10, r/4)
		poly([2]int{-r * 93 / 100, -r * 5 / 100}, [2]int{r * 93 / 100, -r * 5 / 100}, [2]int{0, r})
	case 'p':
		disc(-half*9/10, r*22/100, half*95/100)
		disc(half*9/10, r*22/100, half*95/100)
		disc(0, r/10, r/3)
		poly([2]int{-r * 90 / 100, r * 2 / 100}, [2]int{0, -r}, [2]int{r * 90 / 100, r * 2 / 100})
		stem()
	default:
		disc(0, -half, half*95/100)
		disc(-half, r*20/100, half*95/100)
		disc(half, r*20/100, half*95/100)
		stem()
	}
}

// Geometry of the dice.
const (
	ladoDado     = 130
	pasoTirada   = 2*ladoDado + 100
	altoTirada   = ladoDado + 90
	tiradasLinea = anchoMaximo / pasoTirada
)

// dadosDe draws the throws in order, so many to a drawing, a void one struck out with its
// reason.
func dadosDe(tiradas []jugada.Tirada) []Dibujo {
	var out []Dibujo
	for k, t := range tiradas {
		if k%tiradasLinea == 0 {
			out = append(out, Dibujo{Ancho: anchoMaximo, Alto: altoTirada})
		}
		out[len(out)-1].throw(10+k%tiradasLinea*pasoTirada, k+1, t)
	}
	return out
}

func (d *Dibujo) throw(x, n int, t jugada.Tirada) {
	const y = 8
	for k, face := range t.Dados {
		d.die(x+k*(ladoDado+16), y, face)
	}
	words := "tirada " + numero(n) + ": " + numero(t.Dados[0]+t.Dados[1])
	if t.Nula {
		words = "tirada " + numero(n) + " nula"
		far := x + 2*ladoDado + 16
		d.add(Forma{Clase: Poligono, Relleno: Rojo, Puntos: [][2]int{{x, y + ladoDado - 12}, {far, y}, {far, y + 12}, {x, y + ladoDado}}},
			text(x, y+ladoDado+66, 24, t.Motivo, Inicio, false, Rojo))
	}
	d.add(text(x, y+ladoDado+38, 28, words, Inicio, true, Negro))
}

// pips are where the points of a face lie, in quarters of its side.
var pips = [7][][2]int{
	1: {{2, 2}},
	2: {{1, 1}, {3, 3}},
	3: {{1, 1}, {2, 2}, {3, 3}},
	4: {{1, 1}, {1, 3}, {3, 1}, {3, 3}},
	5: {{1, 1}, {1, 3}, {2, 2}, {3, 1}, {3, 3}},
	6: {{1, 1}, {1, 2}, {1, 3}, {3, 1}, {3, 2}, {3, 3}},
}

func (d *Dibujo) die(x, y, face int) {
	d.add(Forma{Clase: Caja, X: x, Y: y, W: ladoDado, H: ladoDado, R: 22, Relleno: Papel, Trazo: Negro, Grosor: 5})
	if face < 1 || face > 6 {
		return
	}
	for _, p := range pips[face] {
		d.add(Forma{Clase: Disco, X: x + p[0]*ladoDado/4, Y: y + p[1]*ladoDado/4, R: 13, Relleno: Negro})
	}
}
