package admission

import (
	"context"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// anejo is what goes with a card besides what every card has: facts of its own, and
// asientos of the same commit.
type anejo struct {
	datos []diario.Dato
	then  func(t *escritor.Tx, card *diario.Asiento) error
}

// extend adds the facts to those of the card, and the act that stands for the document of
// whoever showed none (art. 23.5).
func (n *anejo) extend(datos []diario.Dato, f *emitible) []diario.Dato {
	if f.Tipo == string(identidad.SinDocumento) {
		datos = append(datos, dato("autorizacion", f.Numero))
	}
	if n == nil {
		return datos
	}
	return append(datos, n.datos...)
}

// follow writes what goes with the card just appended.
func (n *anejo) follow(t *escritor.Tx, card *diario.Asiento) error {
	if n == nil || n.then == nil {
		return nil
	}
	return n.then(t, card)
}

// hasta is the last jornada that the card will be good for.
func (e *Emision) hasta(f *emitible) domain.Fecha {
	if e.Hasta == "" {
		return f.fechaDe()
	}
	return e.Hasta
}

// checkSinVigente refuses a card to whoever holds one from an earlier jornada that is still
// good: she comes in with that (criterio ADM-8).
func (p *Puerta) checkSinVigente(ctx context.Context, f *emitible) error {
	if f.Ficha == 0 {
		return nil
	}
	n, err := findVigente(p.w.Lectura().WithContext(ctx), f)
	if err != nil || n == 0 {
		return err
	}
	return &YaTieneTarjeta{Numero: n}
}
