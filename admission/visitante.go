package admission

import (
	"context"
	"fmt"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
)

// Visitante is what the desk typed or read of a person.
type Visitante struct {
	Tipo            string // kind of document: "dni", "nie"
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
}

// persona is a visitor in normal form, and what the house knows of her.
type persona struct {
	Documento       identidad.Documento
	Nombre          string
	Apellidos       string
	plegado         string
	FechaNacimiento domain.Fecha

	ficha      int64                 // her personal file, 0 none
	homonima   bool                  // another ficha bears her folded name and birth date
	documentos []identidad.Documento // the one shown and those of her ficha
	relacion   acceso.Relacion
}

// parseVisitante reads what the desk typed (arts. 20.3, 22.3, 23.1). The errors are those
// of identidad, each a *norma.Error.
func parseVisitante(v Visitante) (persona, []identidad.Aviso, error) {
	doc, avisos, err := identidad.Parse(v.Tipo, v.Numero)
	if err != nil {
		return persona{}, nil, err
	}
	q := persona{Documento: doc, FechaNacimiento: v.FechaNacimiento}
	if q.Nombre, q.Apellidos, err = identidad.ParseNombre(v.Nombre, v.Apellidos); err != nil {
		return persona{}, nil, err
	}
	return q, avisos, nil
}

// recognise looks for her ficha by document, for another person of her name and birth
// date, and for her among the staff, by every document she is known to hold.
func (p *Puerta) recognise(ctx context.Context, a *abierta, q *persona) error {
	q.plegado = identidad.Fold(q.Nombre, q.Apellidos)
	q.documentos, q.relacion = []identidad.Documento{q.Documento}, acceso.Ajeno
	var documentos int
	err := p.w.Lectura().WithContext(ctx).Raw(`SELECT COALESCE(MAX(ficha), 0), COUNT(*),
		EXISTS (SELECT 1 FROM visitantes WHERE plegado = ? AND fecha_nacimiento = ?)
		FROM documentos WHERE ficha = (SELECT ficha FROM documentos WHERE tipo = ? AND pais = ? AND numero = ?)`,
		q.plegado, string(q.FechaNacimiento), string(q.Documento.Tipo), q.Documento.Pais, q.Documento.Numero).
		Row().Scan(&q.ficha, &documentos, &q.homonima)
	if err != nil {
		return fmt.Errorf("look for a ficha: %w", err)
	}
	q.homonima = q.homonima && q.ficha == 0
	if documentos > 1 {
		if q.documentos, err = loadDocumentos(p.w.Lectura().WithContext(ctx), q.ficha); err != nil {
			return err
		}
	}
	for _, doc := range q.documentos {
		if r := a.relacion(doc); r != acceso.Ajeno {
			q.relacion = r
		}
	}
	return nil
}

// decide looks her up in the list in force and asks the rule (arts. 20.2, 21.1).
// descartados says that a supervisor ruled the candidates out (criterio ADM-3). It returns
// the list it looked at, nil when there is none.
func (p *Puerta) decide(ctx context.Context, q *persona, params acceso.Parametros, descartados bool) (acceso.Decision, *Lista, error) {
	if err := p.lookAround(ctx); err != nil {
		return acceso.Decision{}, nil, err
	}
	l, hits, err := p.Search(ctx, q.documentos, q.plegado, q.FechaNacimiento)
	if err != nil {
		return acceso.Decision{}, nil, err
	}
	h := acceso.Hechos{Nacimiento: q.FechaNacimiento, Instante: p.w.Ahora(), Relacion: q.relacion,
		Interdicciones: hits.Interdicciones, Candidatos: hits.Candidatos, CandidatosDescartados: descartados}
	if l != nil {
		h.Lista = acceso.Lista{Fecha: l.Instante}
	}
	d, err := acceso.Decide(h, params)
	return d, l, err
}
