package motor

import (
	"encoding/json"
	"errors"

	"foliado/domain"
)

// importes are the amounts of a settlement that every game has, exact, in céntimos. What
// else a game takes from the player is in the net already.
type importes struct {
	Ganado, Devuelto, Pendiente, Neto domain.Fraccion
}

// registroImportes is how they are written.
type registroImportes struct {
	Winnings json.RawMessage `json:"winnings"`
	Returned json.RawMessage `json:"returned"`
	Pending  json.RawMessage `json:"pending"`
	Net      json.RawMessage `json:"net"`
}

// registro is a settlement of one bet.
type registro struct {
	Result string `json:"result"`
	registroImportes
}

func (m moneda) importes(i importes) registroImportes {
	return registroImportes{m.up(i.Ganado), m.up(i.Devuelto), m.up(i.Pendiente), m.up(i.Neto)}
}

// down writes an amount that is rounded down, when it is rounded: a deduction.
func (m moneda) down(f domain.Fraccion) json.RawMessage {
	if m.redondeado {
		f = domain.FraccionDe(f.Floor())
	}
	return exact(f)
}

// codigo is a word of the schema for an error of an engine.
type codigo struct {
	err    error
	codigo string
}

// findCodigo returns the word of err, and whether the table has one.
func findCodigo(err error, tabla []codigo) (string, bool) {
	for _, c := range tabla {
		if errors.Is(err, c.err) {
			return c.codigo, true
		}
	}
	return "", false
}

// failWith is the answer for an error of an engine: its word, or that the input is no good.
func failWith(err error, tabla []codigo) error {
	if c, ok := findCodigo(err, tabla); ok {
		return fallo(c)
	}
	return fallo(codigoEntrada)
}

// judge turns the outcome of a rule into a yes, a no with its reason from motivos, or an
// error with its word from errores.
func judge(err error, motivos, errores []codigo) (veredictoCaja, error) {
	if err == nil {
		return veredictoCaja{OK: true}, nil
	}
	if motivo, ok := findCodigo(err, motivos); ok {
		return veredictoCaja{Reason: &motivo}, nil
	}
	return veredictoCaja{}, failWith(err, errores)
}

// orNull is a word that may be missing.
func orNull(s string) *string {
	if s == "" || s == "?" {
		return nil
	}
	return &s
}
