package catalogo

import (
	"fmt"
	"strings"

	"foliado/domain"
	"foliado/domain/blackjack"
	"foliado/domain/bola"
	"foliado/domain/dados"
	"foliado/domain/norma"
	"foliado/domain/poquersindescarte"
	"foliado/domain/puntobanca"
	"foliado/domain/ruleta"
	"foliado/domain/treintaycuarenta"
	"foliado/domain/trijoker"
)

// palabras writes the word of an engine for people.
func palabras(s string) string { return strings.ReplaceAll(s, "_", " ") }

func pago(suerte, nombre string, num, den int64, a norma.Articulo, criterio string) Pago {
	return Pago{suerte, nombre, num, den, a, criterio}
}

func tablasRuleta(Casa) []Tabla {
	multiples, sencillas := Tabla{Titulo: "Suertes múltiples"}, Tabla{Titulo: "Suertes sencillas"}
	for _, s := range ruleta.Suertes {
		p := s.Pago()
		row := pago(p.Nombre, palabras(p.Nombre), p.Num, p.Den, p.Articulo, "")
		if s.Sencilla() {
			sencillas.Pagos = append(sencillas.Pagos, row)
		} else {
			multiples.Pagos = append(multiples.Pagos, row)
		}
	}
	return []Tabla{multiples, sencillas}
}

func tablasBola(Casa) []Tabla {
	t := Tabla{Titulo: "Suertes"}
	for _, s := range bola.Suertes {
		p, criterio := s.Pago(), ""
		if s == bola.Pleno {
			criterio = "BOL-1"
		}
		t.Pagos = append(t.Pagos, pago(p.Nombre, p.Nombre, p.Veces, 1, p.Articulo, criterio))
	}
	return []Tabla{t}
}

func tablasTreinta(Casa) []Tabla {
	t := Tabla{Titulo: "Suertes"}
	for _, s := range treintaycuarenta.Suertes {
		p := s.Pago()
		t.Pagos = append(t.Pagos, pago(p.Nombre, p.Nombre, p.Veces, 1, p.Articulo, ""))
	}
	return []Tabla{t}
}

// nombresDados are the names of the suertes of the dados, as the cloth has them.
var nombresDados = map[dados.Suerte]string{
	dados.DontWin: "don't win", dados.DontCome: "don't come", dados.Big6: "big 6", dados.Big8: "big 8", dados.Under7: "under 7", dados.Over7: "over 7",
	dados.HardWay: "hard way", dados.Juego7: "juego de 7", dados.Juego11: "juego de 11", dados.AnyCraps: "any craps", dados.Craps2: "craps 2",
	dados.Craps3: "craps 3", dados.Craps12: "craps 12", dados.Asociada: "asociada", dados.PlaceRight: "right bet", dados.PlaceWrong: "wrong bet",
}

func nombreDados(s dados.Suerte) string {
	if n, ok := nombresDados[s]; ok {
		return n
	}
	return string(s)
}

func tablasDados(c Casa) []Tabla {
	tablas := []Tabla{{Titulo: "Sencillas"}, {Titulo: "Múltiples"}, {Titulo: "Asociadas"}, {Titulo: "Place bets"}}
	for _, p := range dados.Pagos(c.Juego7) {
		k, nombre := 3, nombreDados(p.Suerte)
		switch {
		case p.Suerte.Sencilla():
			k = 0
		case p.Suerte.Multiple():
			k = 1
		case p.Suerte == dados.Asociada:
			k, nombre = 2, nombre+" de "+nombreDados(p.Base)
		}
		if p.Numero != 0 {
			nombre += fmt.Sprintf(", %d", p.Numero)
		}
		tablas[k].Pagos = append(tablas[k].Pagos, pago(string(p.Suerte), nombre, p.Num, p.Den, p.Articulo, p.Criterio))
	}
	return tablas
}

// nombresBlackJack are the rows of the black jack for people.
var nombresBlackJack = map[blackjack.Resultado]string{blackjack.Gana: "mano que gana", blackjack.ConBJ: "black jack", "seguro": "seguro"}

func tablasBlackJack(Casa) []Tabla {
	t := Tabla{Titulo: "Pagos"}
	for _, p := range blackjack.Pagos() {
		t.Pagos = append(t.Pagos, pago(string(p.Resultado), nombresBlackJack[p.Resultado], p.Num, p.Den, p.Articulo, ""))
	}
	return []Tabla{t}
}

func tablasPuntoBanca(Casa) []Tabla {
	t := Tabla{Titulo: "Suertes"}
	for _, p := range puntobanca.Pagos() {
		t.Pagos = append(t.Pagos, pago(string(p.Suerte), string(p.Suerte), p.Veces, 1, p.Articulo, ""))
	}
	tablas := []Tabla{t}
	for _, r := range puntobanca.Retenciones() {
		nota := fmt.Sprintf("La mesa que retiene así, que es una de las dos, se queda con un %d %% de lo que gana cada apuesta a banca", r.Ciento)
		if r.Puntos != 0 {
			nota += fmt.Sprintf(" cuando la banca gana con %d", r.Puntos)
		}
		p := puntobanca.Banca.Pago()
		tablas = append(tablas, Tabla{Titulo: "Con la retención del " + r.Articulo.Ref(), Nota: nota + ".",
			Pagos: []Pago{pago(string(puntobanca.Banca), "banca, lo que se cobra", p.Veces*(100-r.Ciento), 100, r.Articulo, "PYB-2")}})
	}
	return tablas
}

func tablasSinDescarte(Casa) []Tabla {
	tablas := []Tabla{
		{Titulo: "Segunda apuesta", Nota: "La inicial que gana se paga siempre 1 a 1. La tabla es de la segunda."},
		{Titulo: "Seguro", Nota: "Opcional, de la mitad del mínimo como mucho. Depende solo de la mano del jugador."},
		{Titulo: "Acumulado", Nota: "Opcional. Tanto por ciento de lo acumulado entre todas las mesas; con una escalera real no hay más premio."},
	}
	for _, p := range poquersindescarte.Pagos() {
		tablas[0].Pagos = append(tablas[0].Pagos, pago(p.Categoria.String(), p.Categoria.Nombre(), p.Veces, 1, p.Articulo, ""))
	}
	for _, p := range poquersindescarte.Seguros() {
		tablas[1].Pagos = append(tablas[1].Pagos, pago(p.Categoria.String(), p.Categoria.Nombre(), p.Veces, 1, p.Articulo, "A-SD-3"))
	}
	for _, p := range poquersindescarte.Premios() {
		tablas[2].Pagos = append(tablas[2].Pagos, pago(p.Categoria.String(), p.Categoria.Nombre(), p.Centesimas, 100, p.Articulo, "A-SD-7"))
	}
	return tablas
}

func tablasTrijoker(Casa) []Tabla {
	t := Tabla{Titulo: "Cada apuesta en juego"}
	for _, p := range trijoker.Pagos() {
		nombre := p.Categoria.Nombre()
		if p.Desde != 0 {
			nombre += " de jotas o más"
		}
		t.Pagos = append(t.Pagos, pago(p.Categoria.String(), nombre, p.Veces, 1, p.Articulo, ""))
	}
	return []Tabla{t}
}

// TablaExpuesta is the table of payments that must be shown at a table of the game, and
// the provision that asks for it (arts. 100.2, 107.2). The error wraps ErrJuego for the
// games that need none.
func TablaExpuesta(j domain.Juego) (Tabla, norma.Articulo, error) {
	switch j {
	case domain.PoquerSinDescarte:
		return tablasSinDescarte(Casa{})[0], art("100.2"), nil
	case domain.Trijoker:
		return tablasTrijoker(Casa{})[0], art("107.2"), nil
	}
	return Tabla{}, norma.Articulo{}, norma.Breach(art("100.2"), ErrJuego)
}
