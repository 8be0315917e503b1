package propinas

import (
	"foliado/domain"
	"foliado/domain/norma"
)

// Acuerdo is a decision about tips: whether the house admits them (art. 19.2). Consulta is
// when the works council was asked, Acuerdo when it was decided.
type Acuerdo struct {
	Admite            bool
	Consulta, Acuerdo domain.Fecha
}

// Check returns nil when the decision holds on a date: not to admit tips takes having asked
// the works council before. The error wraps ErrAcuerdo or
// ErrSinConsulta.
func (a Acuerdo) Check(hoy domain.Fecha) error {
	if _, err := domain.ParseFecha(string(a.Acuerdo)); err != nil || a.Acuerdo > hoy {
		return norma.Breach(art("19.2"), ErrAcuerdo)
	}
	if a.Admite {
		return nil
	}
	if _, err := domain.ParseFecha(string(a.Consulta)); err != nil || a.Consulta > a.Acuerdo {
		return norma.Breach(art("19.2"), ErrSinConsulta)
	}
	return nil
}
