package registers

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// What is wrong with the hour of an act, or with how it reached the log.
var (
	// ErrHoraFutura: the act is dated after the instant of its annotation.
	ErrHoraFutura = errors.New("la hora del hecho es posterior a la de su anotación")
	// ErrHoraTemprana: the act is dated before its gaming day, or before the act it follows.
	ErrHoraTemprana = errors.New("la hora del hecho es anterior a lo que admite su jornada")
	// ErrDemora: so late an annotation needs its reason.
	ErrDemora = errors.New("la anotación llega tarde: hace falta decir por qué")
)

// Hora says when an act happened and how it came to be on record (criterios HOR-1,
// HOR-2). Formulario is the number of the pre-printed contingency form it was transcribed
// from, empty when it was put on record en línea. Motivo says why the annotation is late;
// it is kept as a personal value.
type Hora struct {
	Hecho      time.Time
	Formulario string
	Motivo     string
}

// EnLinea is the Hora of an act put on record as it happens.
func EnLinea(hecho time.Time) Hora { return Hora{Hecho: hecho} }

// recien is how long ago a fact may be dated and still be put on record as it happens.
const recien = time.Second

// settle returns the hour of an act put on record as it happens when the clock has stepped
// back behind the log: that of its annotation, which never does. Otherwise what happened
// just now would come before what happened before it, and the house would have to wait.
func (c *Casa) settle(tx *escritor.Tx, h Hora) Hora {
	now, clock := tx.Ahora(), c.Escritor.Ahora()
	age := clock.Sub(diario.Instante(h.Hecho))
	if h.Formulario == "" && now.After(clock) && age >= 0 && age <= recien {
		h.Hecho = now
	}
	return h
}

// valorDemora is the personal value that keeps the reason of a late annotation.
const valorDemora = "demora"

// check judges the hour: not after the annotation, not before desde, and with a reason
// when it is later than the house's margin (criterio HOR-1).
func (h Hora) check(tx *escritor.Tx, desde time.Time, margen time.Duration) error {
	hecho, now := diario.Instante(h.Hecho), tx.Ahora()
	switch {
	case h.Hecho.IsZero() || hecho.Before(desde):
		return breachHora(ErrHoraTemprana)
	case hecho.After(now):
		return breachHora(ErrHoraFutura)
	case now.Sub(hecho) > margen && h.Motivo == "":
		return breachHora(ErrDemora)
	}
	return nil
}

// breachHora is a breach of the reading that says which hour counts.
func breachHora(err error) error { return norma.Breach(art("36.2"), err).Under("HOR-1") }

// stamp puts the hour, its origin and its author into a draft.
func (h Hora) stamp(b *diario.Borrador, autor Autor) {
	b.Hecho = diario.Instante(h.Hecho)
	b.Autor, b.Cargo = autor.Persona, autor.Cargo
	if h.Formulario != "" {
		b.Origen = diario.Origen{Formulario: h.Formulario, Transcriptor: autor.Persona}
	}
	if h.Motivo != "" {
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: valorDemora, Valor: h.Motivo})
	}
	b.Clase = diario.ClasePermanente
	if len(b.Personal) > 0 {
		b.Clase = diario.ClaseLibros
	}
}

// Aviso is what the program tells people without stopping the house (criterio MAQ-1).
type Aviso struct {
	Articulo norma.Articulo
	Criterio string
	Texto    string
}

// avisoDe turns a breach that stops nothing into an Aviso.
func avisoDe(err error) Aviso {
	var e *norma.Error
	if errors.As(err, &e) {
		return Aviso{Articulo: e.Art, Criterio: e.Criterio, Texto: e.Err.Error()}
	}
	return Aviso{Texto: err.Error()}
}

// horaLocal writes an instant as the clock on the wall shows it.
func horaLocal(t time.Time) string { return t.In(domain.Madrid).Format("15:04") }
