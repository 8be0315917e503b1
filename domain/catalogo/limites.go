package catalogo

import (
	"fmt"
	"strings"

	"foliado/domain"
	"foliado/domain/blackjack"
	"foliado/domain/bola"
	"foliado/domain/dados"
	"foliado/domain/poquersindescarte"
	"foliado/domain/puntobanca"
	"foliado/domain/ruleta"
	"foliado/domain/treintaycuarenta"
	"foliado/domain/trijoker"
)

// uno is the minimum stake by which a maximum is a number of times.
const uno domain.Importe = 1

// veces writes numbers of times: "20 o 30 veces el mínimo".
func veces(ns ...int64) string {
	var parts []string
	for _, n := range ns {
		parts = append(parts, puntos(n))
	}
	last := len(parts) - 1
	text := parts[last]
	if last > 0 {
		text = strings.Join(parts[:last], ", ") + " o " + text
	}
	return text + " veces el mínimo"
}

// puntos writes a number with a point every three figures.
func puntos(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return puntos(n/1000) + fmt.Sprintf(".%03d", n%1000)
}

func limitesRuleta(v ruleta.Variante) []Limite {
	var list []Limite
	for _, s := range ruleta.Suertes {
		bajo, err1 := ruleta.NewLimites(v, s, uno, domain.SerieBaja)
		alto, err2 := ruleta.NewLimites(v, s, uno, domain.SerieAlta)
		if err1 != nil || err2 != nil {
			panic(fmt.Sprint("catalogo: limits of a roulette: ", err1, err2))
		}
		list = append(list, Limite{palabras(s.String()), veces(int64(bajo.Maximo), int64(alto.Maximo)), bajo.Articulo, "RUL-A"})
	}
	return list
}

func limitesFrancesa() []Limite  { return limitesRuleta(ruleta.Francesa) }
func limitesAmericana() []Limite { return limitesRuleta(ruleta.Americana) }

func limitesBola() []Limite {
	entre := func(s bola.Suerte) string {
		desde, hasta := s.Factores()
		return fmt.Sprintf("entre %d y %d veces el mínimo autorizado, según la autorización", desde, hasta)
	}
	return []Limite{
		{"paño", "se abre al mínimo autorizado o al doble, y uno al menos lo mantiene", art("146.2"), "BOL-3"},
		{"pleno", entre(bola.Pleno), art("146.3"), "BOL-2"},
		{"sencillas", entre(bola.Rojo), art("146.3"), "BOL-2"},
	}
}

func limitesTreinta() []Limite {
	l, err := treintaycuarenta.NewLimites(uno)
	if err != nil {
		panic("catalogo: limits of the treinta y cuarenta: " + err.Error())
	}
	return []Limite{{"cada suerte", veces(int64(l.Maximo)), art("59"), ""}}
}

func limitesDados() []Limite {
	list := []Limite{
		{"sencillas", fmt.Sprintf("entre %d y %s veces el mínimo", dados.MinFactor, puntos(dados.MaxFactor)), art("152.2"), ""},
		{"múltiples", "el que dé una ganancia de una a tres veces la del máximo de las sencillas", art("152.3"), "DAD-9"},
	}
	const cien = 100
	for _, base := range []dados.Suerte{dados.Win, dados.Come, dados.DontWin, dados.DontCome} {
		list = append(list, porcientos("asociada de "+nombreDados(base), "de la sencilla", "DAD-10", func(n int) (dados.Tope, error) { return dados.MaxAsociada(base, n, cien) })...)
	}
	for _, s := range []dados.Suerte{dados.PlaceRight, dados.PlaceWrong} {
		list = append(list, porcientos(nombreDados(s), "del máximo de las sencillas", "DAD-11", func(n int) (dados.Tope, error) { return dados.MaxPlace(s, n, cien) })...)
	}
	return list
}

// porcientos writes the percentages of a suerte, the numbers that share one together.
func porcientos(suerte, de, criterio string, tope func(n int) (dados.Tope, error)) []Limite {
	var list []Limite
	for _, pair := range [][2]int{{4, 10}, {5, 9}, {6, 8}} {
		low, err1 := tope(pair[0])
		high, err2 := tope(pair[1])
		if err1 != nil || err2 != nil || !low.Maximo.Equal(high.Maximo) {
			panic(fmt.Sprint("catalogo: percentages of ", suerte, ": ", err1, err2))
		}
		list = append(list, Limite{fmt.Sprintf("%s, %d y %d", suerte, pair[0], pair[1]), low.Maximo.String() + " % " + de, low.Articulo, criterio})
	}
	return list
}

func limitesBlackJack() []Limite {
	return []Limite{{"casilla", veces(blackjack.Factores()...) + ", según la autorización de la mesa, entre sus tres apuestas", art("53.3"), "BJ-9"}}
}

func limitesPuntoBanca() []Limite {
	var igualdad []int64
	for _, f := range puntobanca.Factores() {
		l, err := puntobanca.NewLimites(uno, f)
		if err != nil {
			panic("catalogo: limits of the punto y banca: " + err.Error())
		}
		igualdad = append(igualdad, int64(l.MaxIgualdad))
	}
	return []Limite{
		{"punto y banca", veces(puntobanca.Factores()...), art("66.2"), ""},
		{"igualdad", veces(igualdad...) + ": la décima parte", art("66.3"), "PYB-4"},
	}
}

func limitesSinDescarte() []Limite {
	return []Limite{{"apuesta inicial, por casilla", "hasta " + veces(poquersindescarte.VecesMaximo()), art("100.6"), "A-SD-10"},
		{"segunda apuesta", "el doble de la inicial", art("101.3"), "A-SD-1"},
		{"seguro", "hasta la mitad del mínimo", art("102.b"), ""}}
}

func limitesTrijoker() []Limite {
	return []Limite{{"cada una de las tres apuestas", "hasta " + veces(trijoker.VecesMaximo()), art("108"), "A-TJ-4"}}
}
