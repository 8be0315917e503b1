package verificador

import (
	"math"
	"strings"
)

// totalPiezas adds up a count by pieces, "10000x20 500x3": céntimos and how many, from
// the largest down.
func totalPiezas(s string) (total int64, ok bool) {
	if s == "" {
		return 0, true
	}
	before := int64(math.MaxInt64)
	for pieza := range strings.SplitSeq(s, " ") {
		var valor, n int64
		v, many, _ := strings.Cut(pieza, "x")
		if !readNumber(v, 1, &valor) || !readNumber(many, 1, &n) || valor >= before || n > (math.MaxInt64-total)/valor {
			return 0, false
		}
		total, before = total+valor*n, valor
	}
	return total, true
}

// euros writes an amount in words, as the control de ingresos must (art. 42.2): "un
// euro", "menos mil doscientos euros con cincuenta céntimos", "un millón de euros".
func euros(centimos int64) string {
	n, sign := uint64(centimos), ""
	if centimos < 0 {
		n, sign = -n, "menos "
	}
	text := sign + counted(n/100, "euro")
	if c := n % 100; c > 0 {
		text += " con " + counted(c, "céntimo")
	}
	return text
}

// counted writes a number and what it counts, in the plural unless it is one.
func counted(n uint64, noun string) string {
	switch {
	case n == 0:
		return "cero " + noun + "s"
	case n == 1:
		return "un " + noun
	case n%1_000_000 == 0:
		return inWords(n) + " de " + noun + "s"
	}
	return inWords(n) + " " + noun + "s"
}

var (
	hastaTreinta = strings.Fields(". un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince " +
		"dieciséis diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis " +
		"veintisiete veintiocho veintinueve treinta")
	porDiez = strings.Fields(". . . treinta cuarenta cincuenta sesenta setenta ochenta noventa")
	porCien = strings.Fields(". ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")
)

// porMillon are the steps of the long scale, each a million of the one before.
var porMillon = []struct {
	n         uint64
	one, many string
}{
	{1_000_000_000_000, "un billón", "billones"},
	{1_000_000, "un millón", "millones"},
}

// inWords writes a number above zero as it goes before a masculine noun.
func inWords(n uint64) string {
	switch {
	case n <= 30:
		return hastaTreinta[n]
	case n < 100 && n%10 == 0:
		return porDiez[n/10]
	case n < 100:
		return porDiez[n/10] + " y " + hastaTreinta[n%10]
	case n == 100:
		return "cien"
	case n < 1000:
		return andRest(porCien[n/100], n%100)
	case n < 2000:
		return andRest("mil", n%1000)
	case n < 1_000_000:
		return andRest(inWords(n/1000)+" mil", n%1000)
	}
	for _, step := range porMillon {
		switch {
		case n/step.n == 1:
			return andRest(step.one, n%step.n)
		case n > step.n:
			return andRest(inWords(n/step.n)+" "+step.many, n%step.n)
		}
	}
	return "" // a million at least was left
}

func andRest(words string, rest uint64) string {
	if rest == 0 {
		return words
	}
	return words + " " + inWords(rest)
}
