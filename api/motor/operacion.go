package motor

import "encoding/json"

// operacion answers one operation of a game whose operations share no input.
type operacion func(input []byte, m moneda) (any, error)

// takes makes an operacion of a function that wants its input read.
func takes[T any](answer func(e T) (any, error)) operacion {
	return pays(func(e T, _ moneda) (any, error) { return answer(e) })
}

// pays is takes for an answer with amounts that may be fractions.
func pays[T any](answer func(e T, m moneda) (any, error)) operacion {
	return func(input []byte, m moneda) (any, error) {
		var e T
		if err := json.Unmarshal(input, &e); err != nil {
			return nil, fallo(codigoEntrada)
		}
		return answer(e, m)
	}
}

// dispatch makes the answer of a game out of its operations and of the words of what its
// engine forbids.
func dispatch(operaciones map[string]operacion, errores []codigo) func([]byte, moneda) (any, error) {
	return func(input []byte, m moneda) (any, error) {
		var e struct {
			Op string `json:"op"`
		}
		if err := json.Unmarshal(input, &e); err != nil {
			return nil, fallo(codigoEntrada)
		}
		answer, ok := operaciones[e.Op]
		if !ok {
			return nil, fallo(codigoOperacion)
		}
		a, err := answer(input, m)
		if err != nil {
			if f, ok := err.(fallo); ok {
				return nil, f
			}
			return nil, failWith(err, errores)
		}
		return a, nil
	}
}

// yesNo is an answer of yes or no under one key.
func yesNo(key string, err error) (any, error) { return map[string]bool{key: err == nil}, nil }
