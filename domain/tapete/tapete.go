// Package tapete draws what lay on a table as plain shapes: the cloth of a roulette or of
// a bola with the number that came out and the bets, cards, dice; and the bracket of a
// tournament. Pages turn the shapes into SVG and papers into PDF, so that both show the same.
//
// Lengths are whole tenths of a millimetre from the top left corner; the y of a text is
// its baseline.
package tapete

import (
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/domain/jugada"
)

// Tinta is an ink; Nada paints nothing.
type Tinta uint8

// The inks.
const (
	Nada Tinta = iota
	Papel
	Negro
	Rojo
	Verde
	Gris
	Oro
	Ficha
)

// Ancla is where a text stands on its x.
type Ancla uint8

// The three.
const (
	Inicio Ancla = iota
	Centro
	Final
)

// Clase is a kind of shape.
type Clase uint8

// The kinds of shape.
const (
	Caja Clase = iota
	Disco
	Poligono
	Texto
)

// Forma is a shape. A Caja has its corner at X, Y, with W, H and the radius R of its
// corners; a Disco its centre and R; a Poligono its Puntos; a Texto its Letras at a size
// of H, bold when Negrita. Grosor is the thickness of Trazo.
type Forma struct {
	Clase          Clase
	X, Y, W, H, R  int
	Puntos         [][2]int
	Letras         string
	Ancla          Ancla
	Negrita        bool
	Relleno, Trazo Tinta
	Grosor         int
}

// Dibujo is a drawing: its size and its shapes, in the order of painting.
type Dibujo struct {
	Ancho, Alto int
	Formas      []Forma
}

// Apuesta is a bet to be drawn on a cloth.
type Apuesta struct {
	Suerte   string
	Numeros  []int
	Apostado domain.Importe
}

// Of draws a jugada, from the top down: a cloth where the game has one, else a row of
// cards or of throws after another; nothing where nothing was to be seen.
func Of(j domain.Juego, f jugada.Figura, apuestas []Apuesta) []Dibujo {
	switch {
	case j.Ruleta():
		return []Dibujo{ruletaDe(f.Numero, apuestas)}
	case j == domain.Bola:
		return []Dibujo{bolaDe(f.Numero, apuestas)}
	}
	return append(cartasDe(f.Filas), dadosDe(f.Tiradas)...)
}

func (d *Dibujo) add(f ...Forma) { d.Formas = append(d.Formas, f...) }

// box is a cell of a cloth with its word in the middle.
func (d *Dibujo) box(x, y, w, h int, letras string, fill Tinta) {
	d.cell(x, y, w, h, h/2, letras, fill)
}

// cell is a box with its word at that height of it.
func (d *Dibujo) cell(x, y, w, h, at int, letras string, fill Tinta) {
	size := 34
	if len([]rune(letras)) > 2 {
		size = 27
	}
	d.add(Forma{Clase: Caja, X: x, Y: y, W: w, H: h, Relleno: fill, Trazo: Papel, Grosor: 4},
		text(x+w/2, y+at+size*36/100, size, letras, Centro, true, Papel))
}

// won marks the cell of the number that came out.
func (d *Dibujo) won(x, y, w, h int) {
	d.add(Forma{Clase: Caja, X: x + 6, Y: y + 6, W: w - 12, H: h - 12, R: 14, Trazo: Oro, Grosor: 12})
}

// radioFicha is that of a chip.
const radioFicha = 28

// chip draws a bet at a place; those of the same place lie side by side.
func (d *Dibujo) chip(x, y int, i domain.Importe) {
	letras := strings.TrimSuffix(i.Cifra(), ",00")
	size := 22
	if n := len(letras); n > 3 {
		size = max(11, 66/n)
	}
	d.add(Forma{Clase: Disco, X: x, Y: y, R: radioFicha, Relleno: Ficha, Trazo: Papel, Grosor: 5},
		text(x, y+size*36/100, size, letras, Centro, true, Negro))
}

// chips draws bets where place puts them.
func (d *Dibujo) chips(apuestas []Apuesta, place func(Apuesta) (x, y int, ok bool)) {
	taken := map[[2]int]int{}
	for _, a := range apuestas {
		x, y, ok := place(a)
		if !ok {
			continue
		}
		n := taken[[2]int{x, y}]
		taken[[2]int{x, y}]++
		d.chip(x+n*16, y-n*12, a.Apostado)
	}
}

// text is a line of words.
func text(x, y, size int, letras string, a Ancla, bold bool, ink Tinta) Forma {
	return Forma{Clase: Texto, X: x, Y: y, H: size, Letras: letras, Ancla: a, Negrita: bold, Relleno: ink}
}

func numero(n int) string { return strconv.Itoa(n) }
