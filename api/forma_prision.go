package api

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/domain/prision"
	"foliado/templates"
)

// formasPrision is how the games with a prison ask for a stake followed through it, from the
// coup that it was laid on to the last one (arts. 131.1.b.2, 58.2.b).
var formasPrision = map[domain.Juego]formaDe{
	domain.RuletaFrancesa: presa(opciones("rojo", "rojo", "negro", "negro", "par", "par", "impar", "impar", "falta", "falta", "pasa", "pasa"),
		campoHechos{nombre: "spins", titulo: "Números salidos, en su orden", ayuda: "desde la tirada en que se puso: «0 17 0 5»", clase: campoNumeros}),
	domain.TreintaCuarenta: presa(opciones("negro", "negro", "rojo", "rojo", "color", "color", "inverso", "inverso"),
		campoHechos{nombre: "coups", titulo: "Puntos de cada fila y color de la primera carta, en su orden", ayuda: "negra, roja y color: «31/31/rojo 35/34/negro»", clase: campoTandas}),
}

// presa is the form of a stake in prison, whose coups a game tells in a field of its own.
func presa(suertes []templates.Opcion, coups campoHechos) formaDe {
	return formaDe{prision: true, campos: []campoHechos{
		{nombre: "suerte", titulo: "Suerte", clase: campoOpcion, opciones: suertes},
		{nombre: "stake", titulo: "Apostado", clase: campoImporte},
		{nombre: "table_min", titulo: "Mínimo de la mesa", clase: campoImporte},
		coups,
		{nombre: "choices", titulo: "Qué elige cada vez", ayuda: "p, a prisión; m, la mitad: «p p m»", clase: campoElecciones},
		{nombre: "session_last", titulo: "La última es la última de la sesión", clase: campoSi},
	}}
}

var (
	errCifras   = errors.New("se escriben con cifras, separadas por espacios")
	errEleccion = errors.New("cada elección se escribe p (prisión) o m (mitad)")
	errTanda    = errors.New("cada jugada se escribe «negra/roja/color», como «31/31/rojo»")
)

// readLista reads a field that lists things, separated by spaces or commas. The list is never
// nil: an engine takes one without elements.
func readLista(clase int, text string) ([]any, error) {
	out := []any{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
		v, err := readElement(clase, w)
		if err != nil {
			return out, err
		}
		out = append(out, v)
	}
	return out, nil
}

func readElement(clase int, w string) (any, error) {
	switch clase {
	case campoElecciones:
		for _, o := range []prision.Opcion{prision.Prision, prision.Mitad} {
			if len(w) > 0 && strings.HasPrefix(string(o), w) {
				return string(o), nil
			}
		}
		return nil, errEleccion
	case campoTandas:
		parts := strings.Split(w, "/")
		if len(parts) != 3 || (parts[2] != "rojo" && parts[2] != "negro") {
			return nil, errTanda
		}
		negra, err := strconv.Atoi(parts[0])
		roja, err2 := strconv.Atoi(parts[1])
		if err != nil || err2 != nil {
			return nil, errTanda
		}
		return map[string]any{"negra": negra, "roja": roja, "first_colour": parts[2]}, nil
	}
	n, err := strconv.Atoi(w)
	if err != nil {
		return nil, errCifras
	}
	return n, nil
}

// writeLista is a list of the facts as its field shows it.
func writeLista(v any) string {
	l, _ := v.([]any)
	words := make([]string, 0, len(l))
	for _, x := range l {
		switch x := x.(type) {
		case string:
			words = append(words, x[:1])
		case map[string]any:
			words = append(words, fmt.Sprintf("%d/%d/%s", intOf(x["negra"]), intOf(x["roja"]), wordOf(x["first_colour"])))
		default:
			words = append(words, strconv.FormatInt(intOf(x), 10))
		}
	}
	return strings.Join(words, " ")
}
