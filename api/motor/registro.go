package motor

import (
	"encoding/json"
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
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
	cita
}

// cita is what a settlement rests on; nothing is written unless it is asked for.
type cita struct {
	Articulo string `json:"articulo,omitempty"`
	Criterio string `json:"criterio,omitempty"`
}

func (m moneda) cita(a norma.Articulo, criterio string) cita {
	if !m.citas || a.IsZero() {
		return cita{}
	}
	return cita{a.Ref(), criterio}
}

// anulacion is what makes a whole jugada void; nil when nothing does, or when what a
// settlement rests on is not asked for.
func (m moneda) anulacion(void bool, a norma.Articulo, criterio string) *cita {
	if !void || !m.citas {
		return nil
	}
	return &cita{a.Ref(), criterio}
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

// rechazo is an error of an engine with its word of the schema.
type rechazo struct {
	codigo fallo
	causa  error
}

// Error is the clause of the engine.
func (r rechazo) Error() string { return r.causa.Error() }

// Unwrap gives the word and the breach.
func (r rechazo) Unwrap() []error { return []error{r.codigo, r.causa} }

// failWith is the answer for an error of an engine: its word, or that the input is no good.
func failWith(err error, tabla []codigo) error {
	if c, ok := findCodigo(err, tabla); ok {
		return rechazo{fallo(c), err}
	}
	return rechazo{codigoEntrada, err}
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

// registroApuesta is a settlement of a bet that the schema of its game does not list:
// what the bet is and what was staked on it, too.
type registroApuesta struct {
	Suerte string         `json:"suerte"`
	Stake  domain.Importe `json:"stake"`
	registro
}

// orNull is a word that may be missing.
func orNull(s string) *string {
	if s == "" || s == "?" {
		return nil
	}
	return &s
}
