package motor

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"

	"foliado/domain"
)

// clavesHechos are the keys that the facts of a jugada may have, in every game: a leaf
// keeps them, and nothing else may come with them.
var clavesHechos = []string{"abre", "accion", "actions", "ante", "apertura", "aportado", "apuesta", "autorizado", "banca", "bank", "banquero",
	"base", "bets", "boxes", "cards", "centesimas", "choices", "comunes", "consejo", "corregible", "coups", "cuadro", "cubierta", "cut_after",
	"descarta", "dice", "donde", "event", "first_colour", "fresh_shoe", "hace_banco", "hecho", "id", "insurance", "insured", "juego_7", "jugador",
	"jugadores", "limits", "mano", "manos_en_blanco", "max_sencilla", "min", "mode", "n", "naipe", "negra", "number", "numero", "op", "option", "pano1",
	"pano2", "propias", "puesto", "punto", "recibe", "retira_1", "retira_2", "retirado", "roja", "segunda_apuesta", "sel", "session_last", "shoe",
	"spins", "stake", "stake1", "stake2", "stakes", "steps", "suerte", "t", "table_min", "unidad", "variant", "variante", "vistas", "void", "zero_choice"}

// palabraHechos is a word of the facts: of the engine, a card, a mark of a bet.
var palabraHechos = regexp.MustCompile(`^[A-Za-z0-9_^]{0,40}$`)

// Canonical writes the facts of a jugada as they are kept: keys in order, no blanks. A key
// that no game has, or a text that is no word, is an error that wraps ErrHechos, so that
// no name of a player rides along.
func Canonical(input []byte) (string, error) {
	v, err := decode(input)
	if err != nil || !isHecho(v) {
		return "", hechoError{codigo: codigoEntrada}
	}
	raw, err := marshal(v)
	return string(raw), err
}

func isHecho(v any) bool {
	switch v := v.(type) {
	case string:
		return palabraHechos.MatchString(v)
	case []any:
		return !slices.ContainsFunc(v, func(x any) bool { return !isHecho(x) })
	case map[string]any:
		for key, x := range v {
			if !slices.Contains(clavesHechos, key) || !isHecho(x) {
				return false
			}
		}
	}
	return true
}

// WithJuego7 puts the house's choice of what the juego de 7 pays (criterio DAD-A) among the
// facts of a game of dados, whatever they say; those of other games come back as they are.
// The error wraps ErrHechos.
func WithJuego7(j domain.Juego, input []byte, paga string) ([]byte, error) {
	if j != domain.Dados {
		return input, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(input, &m); err != nil || m == nil {
		return nil, hechoError{codigo: codigoEntrada}
	}
	m["juego_7"] = json.RawMessage(strconv.Quote(paga))
	return marshal(m)
}
