package admission

import (
	"context"
	"fmt"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario/escritor"
)

// Visitante is what the desk typed or read of a person.
type Visitante struct {
	Tipo            string // kind of document shown: identidad.TipoDocumento
	Pais            string // State that issued it, for those that say so
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento domain.Fecha
	Caducidad       domain.Fecha // last day of the document; "" without end, or seen and not noted
	Cortado         bool         // the name comes from a machine-readable zone where it did not fit
	Mismo           bool         // the document of another day is shown: the rest is on file (criterio ADM-5)
}

// persona is a visitor in normal form, and what the house knows of her.
type persona struct {
	Documento       identidad.Documento
	Nombre          string
	Apellidos       string
	plegado         string
	FechaNacimiento domain.Fecha
	exhibido        identidad.TipoDocumento
	caducidad       domain.Fecha
	mismo           bool

	ficha      int64                 // her personal file, 0 none
	duplicados []Duplicado           // other fichas that may be hers
	documentos []identidad.Documento // the one shown and those of her ficha
	relacion   acceso.Relacion

	consultar  bool  // the database has to be asked about her; else memory says she is new
	relecturas int64 // Escritor.Relecturas when it did

	prohibiciones []acceso.Prohibicion  // bans of the house on her
	homonimos     []acceso.Interdiccion // or on somebody of her name and birth date
	corte         bool                  // entry is closed to newcomers
}

// parseVisitante reads what the desk typed on a day (arts. 20.3, 22.3, 23.1). The errors are
// those of identidad, each a *norma.Error.
func parseVisitante(v Visitante, hoy domain.Fecha) (persona, []identidad.Aviso, error) {
	doc, avisos, err := identidad.ParseDe(v.Tipo, v.Pais, v.Numero)
	if err != nil {
		return persona{}, nil, err
	}
	q := persona{Documento: doc, FechaNacimiento: v.FechaNacimiento, exhibido: identidad.TipoDocumento(v.Tipo),
		caducidad: v.Caducidad, mismo: v.Mismo}
	if q.Nombre, q.Apellidos, err = identidad.ParseNombreDe(doc, v.Nombre, v.Apellidos); err != nil {
		return persona{}, nil, err
	}
	if err := identidad.CheckCaducidad(q.caducidad, hoy); err != nil {
		return persona{}, nil, err
	}
	q.plegado = identidad.Fold(q.Nombre, q.Apellidos)
	if v.Cortado { // what is missing may go on: a candidate is looked for without it
		q.plegado = identidad.FoldCortado(q.Nombre, q.Apellidos)
	}
	return q, avisos, nil
}

// checkEntero refuses to let in a person whose name was cut (arts. 22.3, 23.1): the card bears
// it whole. Whoever may not come in, or must be looked at, is on record all the same.
func (v Visitante) checkEntero(d acceso.Decision) error {
	if v.Cortado && d.Veredicto == acceso.PuedeEntrar {
		return norma.Breach(art("22.3"), identidad.ErrCortado).Under("ADM-5")
	}
	return nil
}

// recognise looks for her ficha by document, for another person of her name and birth
// date, and for her among the staff and the banned, by every document she is known to
// hold. What was found without asking the database has to be checked inside the commit.
func (p *Puerta) recognise(ctx context.Context, a *abierta, q *persona) (err error) {
	q.documentos = []identidad.Documento{q.Documento}
	if !q.consultar {
		if err = p.conocidos.refresh(ctx, p); err != nil {
			return err
		}
		q.consultar, q.relecturas = p.conocidos.maybe(p.semilla, q.Documento.Numero)
	}
	if q.consultar {
		if err = p.askFicha(ctx, q); err != nil {
			return err
		}
	}
	if q.ficha == 0 {
		if q.duplicados, err = p.lookDuplicados(ctx, q.plegado, q.FechaNacimiento); err != nil {
			return err
		}
	}
	q.relate(a)
	return nil
}

// relate sets what a visitor is to the house, and what it has against her, by her documents.
func (q *persona) relate(a *abierta) {
	q.relacion = acceso.Ajeno
	for _, doc := range q.documentos {
		if r := a.relacion(doc); r != acceso.Ajeno {
			q.relacion = r
		}
	}
	a.vetos.of(q)
	q.corte = a.corte
}

const queryConocida = `SELECT COALESCE(MAX(ficha), 0), COUNT(*)
	FROM documentos WHERE ficha = (SELECT ficha FROM documentos WHERE tipo = $1 AND pais = $2 AND numero = $3)`

// askFicha looks for her ficha, and for the other documents of it, in the database.
func (p *Puerta) askFicha(ctx context.Context, q *persona) error {
	db, documentos := p.w.Lectura().WithContext(ctx), 0
	err := queryRow(db, queryConocida, []any{string(q.Documento.Tipo), q.Documento.Pais, q.Documento.Numero}, &q.ficha, &documentos)
	if err != nil {
		return fmt.Errorf("look for a ficha: %w", err)
	}
	if documentos > 1 {
		q.documentos, err = loadDocumentos(db, q.ficha)
	}
	return err
}

// check returns errMudada when another wrote in the log since she was found unknown.
func (q *persona) check(t *escritor.Tx) error {
	if !q.consultar && q.relecturas != t.Relecturas() {
		q.consultar = true
		return errMudada
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
	r, err := p.consult(ctx, Consulta{Documentos: q.documentos, Nombre: q.Nombre, Apellidos: q.Apellidos, FechaNacimiento: q.FechaNacimiento, plegado: q.plegado})
	if err != nil {
		return acceso.Decision{}, nil, err
	}
	h := acceso.Hechos{Nacimiento: q.FechaNacimiento, Instante: p.w.Ahora(), Relacion: q.relacion,
		Interdicciones: r.Interdicciones, Candidatos: append(r.Candidatos, q.homonimos...), CandidatosDescartados: descartados,
		Prohibiciones: q.prohibiciones, UltimaHora: q.corte}
	if r.Lista != nil {
		h.Lista = acceso.Lista{Fecha: r.Lista.Instante}
	}
	d, err := acceso.Decide(h, params)
	return d, r.Lista, err
}
