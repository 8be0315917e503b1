package tapete

import (
	"slices"

	"foliado/domain"
	"foliado/domain/bola"
	"foliado/domain/ruleta"
)

// Geometry of the cloth of a roulette: the zero, twelve streets of three numbers, the
// columns; under them the dozens and the sencillas.
const (
	anchoCero, anchoCalle, altoNumero = 100, 112, 112
	altoDocena                        = 84
	altoNumeros                       = 3 * altoNumero
	anchoNumeros                      = 12 * anchoCalle
	margenPano                        = 20
	bajoNumero                        = altoNumero * 7 / 10 // of a chip, under the number
)

// sencillasRuleta are the six boxes of the bottom, in their order on the cloth.
var sencillasRuleta = []struct{ suerte, letras string }{
	{"falta", "1–18"}, {"par", "par"}, {"rojo", "rojo"}, {"negro", "negro"}, {"impar", "impar"}, {"pasa", "19–36"},
}

// street and row of a number: the third row, of 1, 4, 7…, is the lowest.
func street(n int) int { return (n - 1) / 3 }
func row(n int) int    { return 2 - (n-1)%3 }

// center of the cell of a number.
func center(n int) (x, y int) {
	if n == 0 {
		return margenPano + anchoCero/2, margenPano + altoNumeros/2
	}
	return margenPano + anchoCero + street(n)*anchoCalle + anchoCalle/2, margenPano + row(n)*altoNumero + altoNumero/2
}

// tintaDe is the ink of a colour of the wheel.
func tintaDe(c string) Tinta {
	switch c {
	case "rojo":
		return Rojo
	case "negro":
		return Negro
	}
	return Verde
}

func ruletaDe(salido *int, apuestas []Apuesta) Dibujo {
	d := Dibujo{Ancho: 2*margenPano + anchoCero + anchoNumeros + anchoCalle, Alto: 2*margenPano + altoNumeros + 2*altoDocena}
	d.add(Forma{Clase: Caja, W: d.Ancho, H: d.Alto, R: 24, Relleno: Verde})
	d.box(margenPano, margenPano, anchoCero, altoNumeros, "0", Verde)
	for n := 1; n <= ruleta.MaxNumero; n++ {
		x, y := center(n)
		d.cell(x-anchoCalle/2, y-altoNumero/2, anchoCalle, altoNumero, altoNumero*3/10, numero(n), tintaDe(ruleta.Numero(n).Atributos().Color.String()))
	}
	left := margenPano + anchoCero
	for k := range 3 {
		d.cell(left+anchoNumeros, margenPano+k*altoNumero, anchoCalle, altoNumero, altoNumero*3/10, "2 a 1", Verde)
		d.box(left+k*4*anchoCalle, margenPano+altoNumeros, 4*anchoCalle, altoDocena, numero(k+1)+".ª docena", Verde)
	}
	for k, s := range sencillasRuleta {
		d.box(left+k*2*anchoCalle, margenPano+altoNumeros+altoDocena, 2*anchoCalle, altoDocena, s.letras, tintaDe(s.suerte))
	}
	if salido != nil && *salido >= 0 && *salido <= ruleta.MaxNumero {
		x, y := center(*salido)
		w, h := anchoCalle, altoNumero
		if *salido == 0 {
			w, h = anchoCero, altoNumeros
		}
		d.won(x-w/2, y-h/2, w, h)
	}
	d.chips(apuestas, placeRuleta)
	return d
}

// placeRuleta is where a bet lies on the cloth.
func placeRuleta(a Apuesta) (x, y int, ok bool) {
	left, bottom := margenPano+anchoCero, margenPano+altoNumeros
	if k := slices.IndexFunc(sencillasRuleta, func(s struct{ suerte, letras string }) bool { return s.suerte == a.Suerte }); k >= 0 {
		return left + k*2*anchoCalle + radioFicha + 6, bottom + altoDocena + altoDocena/2, true
	}
	if len(a.Numeros) == 0 {
		return 0, 0, false
	}
	k := a.Numeros[0]
	switch a.Suerte {
	case "columna":
		return left + anchoNumeros + anchoCalle/2, margenPano + (3-k)*altoNumero + bajoNumero, true
	case "doble_columna":
		return left + anchoNumeros + anchoCalle/2, margenPano + (3-k)*altoNumero, true
	case "docena":
		return left + (k-1)*4*anchoCalle + radioFicha + 6, bottom + altoDocena/2, true
	case "doble_docena":
		return left + k*4*anchoCalle, bottom + altoDocena/2, true
	}
	for _, n := range a.Numeros {
		if n < 0 || n > ruleta.MaxNumero {
			return 0, 0, false
		}
		cx, cy := center(n)
		x, y = x+cx, y+cy
	}
	x, y = x/len(a.Numeros), y/len(a.Numeros)
	switch {
	case a.Suerte == "pleno" && k != 0:
		y += bajoNumero - altoNumero/2
	case a.Suerte == "transversal" || a.Suerte == "seisena":
		y = bottom
	case a.Suerte == "caballo" && k == 0: // on the line of the zero, at the height of the other
		_, y = center(a.Numeros[len(a.Numeros)-1])
		x = left
	}
	return x, y, true
}

// Geometry of the cloth of the bola.
const anchoBola, altoBola, numerosBola = 150, 170, int(bola.MaxNumero)

// sencillasBola are its six boxes.
var sencillasBola = []bola.Suerte{bola.Falta, bola.Par, bola.Rojo, bola.Negro, bola.Impar, bola.Pasa}

func bolaDe(salido *int, apuestas []Apuesta) Dibujo {
	d := Dibujo{Ancho: 2*margenPano + numerosBola*anchoBola, Alto: 2*margenPano + altoBola + altoDocena}
	d.add(Forma{Clase: Caja, W: d.Ancho, H: d.Alto, R: 24, Relleno: Verde})
	for n := 1; n <= numerosBola; n++ {
		d.cell(margenPano+(n-1)*anchoBola, margenPano, anchoBola, altoBola, altoBola/3, numero(n), tintaDe(bola.Numero(n).Atributos().Color.String()))
	}
	w := numerosBola * anchoBola / len(sencillasBola)
	for k, s := range sencillasBola {
		d.box(margenPano+k*w, margenPano+altoBola, w, altoDocena, s.String(), tintaDe(s.String()))
	}
	if salido != nil && bola.Numero(*salido).Valid() {
		d.won(margenPano+(*salido-1)*anchoBola, margenPano, anchoBola, altoBola)
	}
	d.chips(apuestas, func(a Apuesta) (x, y int, ok bool) {
		if k := slices.IndexFunc(sencillasBola, func(s bola.Suerte) bool { return s.String() == a.Suerte }); k >= 0 {
			return margenPano + k*w + radioFicha + 6, margenPano + altoBola + altoDocena/2, true
		}
		if len(a.Numeros) != 1 || !bola.Numero(a.Numeros[0]).Valid() {
			return 0, 0, false
		}
		return margenPano + (a.Numeros[0]-1)*anchoBola + anchoBola/2, margenPano + altoBola*3/4, true
	})
	return d
}

// Cloths reports whether a game has a cloth of numbers to draw.
func Cloths(j domain.Juego) bool { return j.Ruleta() || j == domain.Bola }
