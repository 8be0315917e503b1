// Package letras writes amounts and counts in Spanish words: the total of the control
// de ingresos goes in figures and in letters (art. 42.2).
//
// Numbers take the form that precedes a noun: "veintiún euros", "treinta y una placas",
// never "veintiuno". Scale is the long one of Spanish: mil millones, and billón only
// for a million millions.
package letras

import (
	"strings"

	"foliado/domain"
)

// Euros writes an amount as the books carry it (art. 42.2): "un euro", "un millón de
// euros", "menos mil doscientos cincuenta euros con cincuenta céntimos". Céntimos are
// left out when there are none; euros and sign are always there ("menos cero euros con
// cuarenta céntimos").
func Euros(i domain.Importe) string {
	u := magnitude(int64(i))
	s := cantidad(u/100, "euro", "euros", false)
	if c := u % 100; c != 0 {
		s += " con " + cantidad(c, "céntimo", "céntimos", false)
	}
	if i < 0 {
		s = "menos " + s
	}
	return s
}

// Cardinal writes n as it precedes a noun, femenino when the noun is feminine: "veintiún"
// (billetes), "veintiuna" (fichas), "doscientas una" (placas).
func Cardinal(n int64, femenino bool) string {
	s := cardinal(magnitude(n), femenino)
	if n < 0 {
		s = "menos " + s
	}
	return s
}

// Cantidad writes n with its noun: "una ficha", "veintiuna fichas", "un millón de fichas".
func Cantidad(n int64, singular, plural string, femenino bool) string {
	s := cantidad(magnitude(n), singular, plural, femenino)
	if n < 0 {
		s = "menos " + s
	}
	return s
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// cantidad joins number and noun, with "de" when the number ends in millón or billón.
func cantidad(n uint64, singular, plural string, femenino bool) string {
	noun := plural
	if n == 1 {
		noun = singular
	}
	if n != 0 && n%millon == 0 {
		noun = "de " + noun
	}
	return cardinal(n, femenino) + " " + noun
}

const (
	millon = 1_000_000
	billon = millon * millon
)

// escalas are the words above the thousands; each counts up to 999,999 of them.
var escalas = []struct {
	valor            uint64
	singular, plural string
}{
	{billon * millon, "un trillón", "trillones"},
	{billon, "un billón", "billones"},
	{millon, "un millón", "millones"},
}

func cardinal(n uint64, femenino bool) string {
	if n == 0 {
		return "cero"
	}
	var words []string
	for _, e := range escalas {
		switch q := n / e.valor; {
		case q == 1:
			words = append(words, e.singular)
		case q > 1:
			words = append(words, miles(q, false), e.plural)
		}
		n %= e.valor
	}
	if n > 0 {
		words = append(words, miles(n, femenino))
	}
	return strings.Join(words, " ")
}

// miles writes 1 to 999,999. Before mil, uno is cut whatever the gender ("veintiún mil
// fichas"), while the hundreds still agree ("doscientas mil fichas").
func miles(n uint64, femenino bool) string {
	var words []string
	switch m := n / 1000; {
	case m == 1:
		words = append(words, "mil")
	case m > 1:
		words = append(words, centenas(m, femenino, false), "mil")
	}
	if r := n % 1000; r > 0 {
		words = append(words, centenas(r, femenino, femenino))
	}
	return strings.Join(words, " ")
}

// centenas writes 1 to 999; the gender of the hundreds and that of a final uno are apart.
func centenas(n uint64, femenino, una bool) string {
	if n == 100 {
		return "cien"
	}
	var words []string
	if c := n / 100; c > 0 {
		w := cientos[c]
		if femenino && c > 1 {
			w = strings.TrimSuffix(w, "os") + "as"
		}
		words = append(words, w)
	}
	if r := n % 100; r > 0 {
		words = append(words, decenas(r, una))
	}
	return strings.Join(words, " ")
}

// decenas writes 1 to 99, with uno cut before its noun or made una.
func decenas(n uint64, una bool) string {
	switch {
	case n == 1 && una:
		return "una"
	case n == 21 && una:
		return "veintiuna"
	case n < 30:
		return hasta29[n]
	case n%10 == 0:
		return decena[n/10]
	}
	return decena[n/10] + " y " + decenas(n%10, una)
}

var (
	hasta29 = [...]string{"", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
		"diez", "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve",
		"veinte", "veintiún", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete",
		"veintiocho", "veintinueve"}
	decena = [...]string{3: "treinta", 4: "cuarenta", 5: "cincuenta", 6: "sesenta", 7: "setenta",
		8: "ochenta", 9: "noventa"}
	cientos = [...]string{1: "ciento", 2: "doscientos", 3: "trescientos", 4: "cuatrocientos", 5: "quinientos",
		6: "seiscientos", 7: "setecientos", 8: "ochocientos", 9: "novecientos"}
)
