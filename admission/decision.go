package admission

import (
	"context"
	"errors"
	"fmt"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrSinCandidato: only a check whose verdict is «consultar» is decided by a person.
var ErrSinCandidato = errors.New("esa comprobación no espera la decisión de nadie")

// Resolve records the word of the jefe de admisión, or of the director, on a person
// whose name and birth date are those of a barred one (criterio ADM-3). Admitted, list and
// rule are asked again without the candidates: what nobody may override still stands, and
// else the check is good for a card from now on. Refused, it is a refusal on record. It
// returns the check as it then is. Errors: ErrNoExiste, ErrCerrado, ErrCaducada,
// ErrSinCandidato; inside a *norma.Error, ErrMotivo without a reason and ErrNoEntra when
// the list can no longer be consulted.
func (p *Puerta) Resolve(ctx context.Context, establecimiento, id string, admite bool, motivo string, autor Autor) (Comprobacion, error) {
	motivo, err := parseMotivo(motivo, "ADM-3")
	if err != nil {
		return Comprobacion{}, err
	}
	var fila filaComprobacion
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		var err error
		if fila, err = loadComprobacion(p.w.Lectura().WithContext(ctx), establecimiento, id); err != nil {
			return err
		}
		if fila.fechaDe() != a.Fecha {
			return ErrCaducada
		}
		d, lista, err := p.judgeAgain(ctx, a, &fila, true)
		if err != nil {
			return err
		}
		_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := a.check(t); err != nil {
				return err
			}
			if fila, err = loadComprobacion(t.DB(), establecimiento, id); err != nil {
				return err
			}
			if acceso.Veredicto(fila.Veredicto) != acceso.Consultar {
				return ErrSinCandidato
			}
			if err := fila.resolve(d, lista, admite); err != nil {
				return err
			}
			fila.Instante = p.w.Ahora().UnixMicro()
			return recordDecision(t, &fila, motivo, admite, autor)
		})
		return err
	})
	if err != nil {
		return Comprobacion{}, err
	}
	return fila.comprobacion(), nil
}

// parseMotivo cleans a reason and refuses an empty one.
func parseMotivo(motivo, criterio string) (string, error) {
	motivo, err := identidad.NFC(motivo)
	if err == nil && motivo == "" {
		err = ErrMotivo
	}
	if err != nil {
		return "", norma.Breach(art("21.1"), err).Under(criterio)
	}
	return motivo, nil
}

// resolve sets the verdict of a candidate; d is what list and rule say without the
// candidates. An admission keeps the ground, which tells that a supervisor ruled it out.
func (f *filaComprobacion) resolve(d acceso.Decision, l *Lista, admite bool) error {
	switch {
	case admite && d.Veredicto == acceso.SinComprobar:
		return norma.Breach(art("20.2"), ErrNoEntra).Under("ADM-2")
	case !admite && d.Veredicto != acceso.NoPuedeEntrar:
		d = acceso.DecisionOf(acceso.NoPuedeEntrar, acceso.CausaCandidato)
	}
	f.rule(d, l)
	if d.Veredicto == acceso.PuedeEntrar {
		f.Fundamento = string(acceso.CausaCandidato)
	}
	return nil
}

// recordDecision puts on record what was decided of a candidate, and the refusal when it
// is one.
func recordDecision(t *escritor.Tx, f *filaComprobacion, motivo string, admite bool, autor Autor) error {
	decided := acceso.NoPuedeEntrar
	if admite {
		decided = acceso.PuedeEntrar
	}
	b := borrador(t, f.Establecimiento, Libro, "DecisionAdmision", autor)
	b.Jornada = f.fechaDe()
	b.Datos = []diario.Dato{dato("comprobacion", f.ID), dato("veredicto", string(decided)), dato("lista", f.Lista)}
	b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
	if _, err := t.Append(b); err != nil {
		return err
	}
	if acceso.Veredicto(f.Veredicto) == acceso.NoPuedeEntrar {
		if err := appendDenegacion(t, f, autor, motivo); err != nil {
			return err
		}
	}
	return f.update(t)
}

// Consultas lists the checks of a jornada that await the word of a supervisor, the oldest
// first (criterio ADM-3).
func (p *Puerta) Consultas(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Comprobacion, error) {
	var filas []filaComprobacion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ? AND veredicto = 'consultar'",
		establecimiento, string(jornada)).Order("instante").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the checks to be decided in %s: %w", establecimiento, err)
	}
	checks := make([]Comprobacion, 0, len(filas))
	for _, f := range filas {
		checks = append(checks, f.comprobacion())
	}
	return checks, nil
}
