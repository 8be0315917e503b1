package admission

import (
	"context"
	"errors"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// TipoExcepcional is the kind of the act with which who directs lets in, by name and on his
// own responsibility, somebody who shows no valid document (art. 23.5).
const TipoExcepcional = "AutorizacionExcepcional"

// Errors of an exceptional card.
var (
	// ErrSinAutorizar: no authorisation of who directs, signed and of this jornada.
	ErrSinAutorizar = errors.New("sin documento válido solo se emite con la autorización firmada de la dirección para esa persona y esta jornada")
	// ErrUsada: a card was issued on that authorisation already.
	ErrUsada = errors.New("con esa autorización ya se emitió una tarjeta")
)

// ExcepcionalFacts names whom who directs lets in without a valid document, and why.
type ExcepcionalFacts struct {
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
	Motivo          string
}

// The act closes like any other; what it allows is read off it.
var proyectoresExcepcional = map[string]escritor.Proyector{
	TipoExcepcional: registers.ProyectorDeCierre(func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil }),
}

// ProposeExcepcional proposes the act that lets somebody in without a valid document: it
// waits for the signature, with a PIN typed then, of who directs (art. 23.5). Errors:
// ErrCerrado, ErrNoExiste; inside a *norma.Error, ErrMotivo and what is wrong with the name
// or the birth date.
func (p *Puerta) ProposeExcepcional(ctx context.Context, establecimiento string, f ExcepcionalFacts, autor Autor) (registers.Acto, error) {
	motivo, err := identidad.NFC(f.Motivo)
	if err == nil && motivo == "" {
		err = ErrMotivo
	}
	if err != nil {
		return registers.Acto{}, norma.Breach(art("23.5"), err)
	}
	if f.Nombre, f.Apellidos, err = identidad.ParseNombre(f.Nombre, f.Apellidos); err != nil {
		return registers.Acto{}, err
	}
	var acto registers.Acto
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		var err error
		now := p.w.Ahora()
		acto, err = p.casa.Propose(ctx, registers.ActoBorrador{
			Establecimiento: establecimiento, Libro: Libro, Jornada: a.Fecha, Hecho: now, Autor: autor.Persona, Cargo: autor.Cargo,
			Tipo: TipoExcepcional, Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(now),
			Datos: []diario.Dato{dato("fecha", string(a.Fecha))},
			Personal: []diario.ValorPersonal{{Nombre: "apellidos", Valor: f.Apellidos}, {Nombre: "fecha_nacimiento", Valor: string(f.FechaNacimiento)},
				{Nombre: "motivo", Valor: motivo}, {Nombre: "nombre", Valor: f.Nombre}},
			Plazas: []firma.Plaza{{Num: 1, Quien: firma.QuienDirector}},
		})
		return err
	})
	return acto, err
}

// CheckExcepcional checks whom an act signed by who directs lets in without a document: list
// and age are asked all the same, by name and birth date (arts. 21.1, 23.5). The check is
// good for one card. Errors: ErrCerrado, registers.ErrActo, ErrUsada; inside a *norma.Error,
// ErrSinAutorizar.
func (p *Puerta) CheckExcepcional(ctx context.Context, establecimiento, acto string, autor Autor) (Comprobacion, error) {
	act, err := p.casa.Acto(ctx, acto)
	if err != nil {
		return Comprobacion{}, err
	}
	var fila filaComprobacion
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		if act.Tipo != TipoExcepcional || act.Estado != registers.EstadoCerrado || act.Establecimiento != establecimiento || act.Jornada != a.Fecha {
			return norma.Breach(art("23.5"), ErrSinAutorizar)
		}
		q := personaExcepcional(&act)
		if err := p.recognise(ctx, a, &q); err != nil {
			return err
		}
		if q.ficha != 0 {
			return ErrUsada
		}
		d, lista, err := p.decide(ctx, &q, a.Parametros, false)
		if err != nil {
			return err
		}
		fila = newFila(a, &q, p.w.Ahora(), autor)
		fila.rule(d, lista)
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error { return recordCheck(t, a, &fila, autor) })
		return err
	})
	if err != nil {
		return Comprobacion{}, err
	}
	return fila.comprobacion(), nil
}

// personaExcepcional is whom the act names: the act stands where the document would.
func personaExcepcional(act *registers.Acto) persona {
	q := persona{Documento: identidad.Documento{Tipo: identidad.SinDocumento, Numero: act.ID}, Nombre: act.Valor("nombre"), Apellidos: act.Valor("apellidos"),
		FechaNacimiento: domain.Fecha(act.Valor("fecha_nacimiento")), exhibido: identidad.SinDocumento, consultar: true}
	q.plegado = identidad.Fold(q.Nombre, q.Apellidos)
	return q
}
