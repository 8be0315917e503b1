package templates

import (
	"strconv"

	"foliado/domain"
	"foliado/domain/bola"
	"foliado/domain/ruleta"
)

// PanoDe lays the cloth of a roulette or of a bola out as a grid of buttons: every place
// where money may lie is one, the lines between numbers too. apostado is what lies at each
// place and salido the number that came out, nil while none did. A game without a cloth has
// none.
func PanoDe(j domain.Juego, apostado map[string]domain.Importe, salido *int) [][]Celda {
	p := pano{apostado, salido}
	switch {
	case j.Ruleta():
		return p.ruleta()
	case j == domain.Bola:
		return p.bola()
	}
	return nil
}

type pano struct {
	apostado map[string]domain.Importe
	salido   *int
}

// place is the button of a place of the cloth.
func (p pano) place(suerte, clase, texto string, columnas int, numeros ...int) Celda {
	c := Celda{Valor: suerte, Texto: texto, Nombre: mayuscula(suerte), Clase: clase, Columnas: columnas}
	for k, n := range numeros {
		sep := "-"
		if k == 0 {
			sep = ":"
			c.Nombre += " "
		} else {
			c.Nombre += "-"
		}
		c.Valor += sep + strconv.Itoa(n)
		c.Nombre += strconv.Itoa(n)
	}
	c.Apostado = p.apostado[c.Valor]
	c.Ganador = suerte == "pleno" && p.salido != nil && *p.salido == numeros[0]
	return c
}

const callesRuleta = 12

// numberOf is the number of a street, 1 to 12, and a row, 0 the upper one.
func numberOf(street, row int) int { return 3*street - row }

func (p pano) ruleta() [][]Celda {
	rows := make([][]Celda, 0, 8)
	for row := range 3 {
		rows = append(rows, p.numbers(row), p.between(row))
	}
	return append(rows, p.docenas(), p.sencillas())
}

// numbers is a row of numbers with the lines between them.
func (p pano) numbers(row int) []Celda {
	var cs []Celda
	if row == 0 {
		zero := p.place("pleno", "verde", "0", 1, 0)
		zero.Filas = 5
		cs = append(cs, zero)
	}
	cs = append(cs, p.place("caballo", "linea", "", 1, 0, numberOf(1, row)))
	for street := 1; street <= callesRuleta; street++ {
		n := numberOf(street, row)
		cs = append(cs, p.place("pleno", ruleta.Numero(n).Atributos().Color.String(), strconv.Itoa(n), 1, n))
		if street < callesRuleta {
			cs = append(cs, p.place("caballo", "linea", "", 1, n, n+3))
		}
	}
	return append(cs, p.place("columna", "verde", "2 a 1", 1, 3-row))
}

// between is the line under a row: caballos and cuadros, or under the last one the
// transversales and the seisenas.
func (p pano) between(row int) []Celda {
	cs := []Celda{{Clase: "hueco"}}
	if row == 2 {
		cs = append(cs, Celda{Clase: "hueco"}) // under the zero
	}
	for street := 1; street <= callesRuleta; street++ {
		n := numberOf(street, row)
		if row == 2 {
			cs = append(cs, p.place("transversal", "linea", "", 1, n, n+1, n+2))
		} else {
			cs = append(cs, p.place("caballo", "linea", "", 1, n-1, n))
		}
		switch {
		case street == callesRuleta:
		case row == 2:
			cs = append(cs, p.place("seisena", "linea", "", 1, n, n+1, n+2, n+3, n+4, n+5))
		default:
			cs = append(cs, p.place("cuadro", "linea", "", 1, n-1, n, n+2, n+3))
		}
	}
	if row == 2 {
		return append(cs, Celda{Clase: "hueco"})
	}
	return append(cs, p.place("doble_columna", "linea", "", 1, 2-row, 3-row))
}

// docenas is the row of the dozens, each over four streets and the lines between them.
func (p pano) docenas() []Celda {
	cs := []Celda{{Clase: "hueco"}, {Clase: "hueco"}}
	for k := 1; k <= 3; k++ {
		cs = append(cs, p.place("docena", "verde", strconv.Itoa(k)+".ª docena", 7, k))
		if k < 3 {
			cs = append(cs, p.place("doble_docena", "linea", "", 1, k, k+1))
		}
	}
	return append(cs, Celda{Clase: "hueco"})
}

// letrasSencilla are the words of the cloth for a sencilla.
var letrasSencilla = map[string]string{"falta": "1–18", "pasa": "19–36"}

// sencillasPano are the six, as they lie on the cloth.
var sencillasPano = []string{"falta", "par", "rojo", "negro", "impar", "pasa"}

func (p pano) sencillas() []Celda {
	cs := []Celda{{Clase: "hueco"}, {Clase: "hueco"}}
	for k, s := range sencillasPano {
		columnas := 4
		if k == len(sencillasPano)-1 {
			columnas = 3
		}
		cs = append(cs, p.sencilla(s, columnas, letrasSencilla[s]))
	}
	return append(cs, Celda{Clase: "hueco"})
}

func (p pano) sencilla(suerte string, columnas int, letras string) Celda {
	clase := "verde"
	if suerte == "rojo" || suerte == "negro" {
		clase = suerte
	}
	if letras == "" {
		letras = suerte
	}
	return p.place(suerte, clase, letras, columnas)
}

// bola is its nine numbers over its six sencillas: eighteen columns divide by both.
func (p pano) bola() [][]Celda {
	var numeros, sencillas []Celda
	for n := 1; n <= int(bola.MaxNumero); n++ {
		clase := bola.Numero(n).Atributos().Color.String()
		if clase != "rojo" && clase != "negro" {
			clase = "verde"
		}
		numeros = append(numeros, p.place("pleno", clase, strconv.Itoa(n), 2, n))
	}
	for _, s := range sencillasPano {
		sencillas = append(sencillas, p.sencilla(s, 3, ""))
	}
	return [][]Celda{numeros, sencillas}
}

// palos are the suits as the form lists them.
var palos = []struct {
	letra, signo, nombre string
	rojo                 bool
}{{"p", "♠", "picas", false}, {"c", "♥", "corazones", true}, {"d", "♦", "diamantes", true}, {"t", "♣", "tréboles", false}}

// rangos are the ranks, with what a card shows and how it is read aloud.
var rangos = []struct{ letra, texto, nombre string }{
	{"A", "A", "As"}, {"K", "K", "Rey"}, {"Q", "Q", "Dama"}, {"J", "J", "Jota"}, {"T", "10", "Diez"}, {"9", "9", "Nueve"}, {"8", "8", "Ocho"},
	{"7", "7", "Siete"}, {"6", "6", "Seis"}, {"5", "5", "Cinco"}, {"4", "4", "Cuatro"}, {"3", "3", "Tres"}, {"2", "2", "Dos"},
}

// Mazo is the pack to pick cards from, a row for each suit.
func Mazo() [][]Naipe {
	rows := make([][]Naipe, 0, len(palos))
	for _, p := range palos {
		row := make([]Naipe, 0, len(rangos))
		for _, r := range rangos {
			row = append(row, Naipe{Carta: r.letra + p.letra, Texto: r.texto, Palo: p.signo, Nombre: r.nombre + " de " + p.nombre, Rojo: p.rojo})
		}
		rows = append(rows, row)
	}
	return rows
}

// NaipeEscrito is a card as people read it: "10♠"; what is none, as it is.
func NaipeEscrito(carta string) string {
	for _, p := range palos {
		for _, r := range rangos {
			if carta == r.letra+p.letra {
				return r.texto + p.signo
			}
		}
	}
	return carta
}
