package libros

import (
	"errors"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a diligencia de rectificación.
var (
	ErrSinDiferencia = errors.New("lo que se rectifica es igual a lo que consta")
	ErrSinMotivo     = errors.New("una rectificación dice su motivo")
	ErrSinRecuento   = errors.New("la sesión no tiene recuento que rectificar")
)

// ActoRectificacion corrects a closing count already signed: it takes the signatures of
// the act that it corrects (criterio FIR-5), each with badge and PIN. ActoRectificacionPozo
// corrects the count of a pozo.
const (
	ActoRectificacion     Acto = "rectificacion"
	ActoRectificacionPozo Acto = "rectificacion_pozo"
)

// Recuento is what a closing count says, or what corrects it: of a table of contrapartida its
// chips, plaques and notes; of a table of círculo its Pozo alone. Nil is not counted.
type Recuento struct{ Fichas, Placas, Billetes, Pozo domain.Piezas }

// Contado is the amount of the count, in céntimos. The error wraps domain.ErrPiezas or
// domain.ErrDesborde.
func (r Recuento) Contado() (domain.Importe, error) {
	var sums [4]domain.Importe
	for k, p := range []domain.Piezas{r.Fichas, r.Placas, r.Billetes, r.Pozo} {
		var err error
		if sums[k], err = p.Total(); err != nil {
			return 0, err
		}
	}
	return domain.Sum(sums[:]...)
}

func (r Recuento) equal(o Recuento) bool {
	return r.Fichas.String() == o.Fichas.String() && r.Placas.String() == o.Placas.String() && r.Billetes.String() == o.Billetes.String() &&
		r.Pozo.String() == o.Pozo.String()
}

// whole reports whether a correction says every part of the count that it corrects and no
// other.
func (r Recuento) whole(consta Recuento) bool {
	if consta.Pozo != nil {
		return r.Pozo != nil && len(r.Fichas)+len(r.Placas)+len(r.Billetes) == 0
	}
	return r.Fichas != nil && r.Placas != nil && r.Billetes != nil && len(r.Pozo) == 0
}

// Rectify judges the correction of a closing count found wrong afterwards and returns its
// difference in céntimos: nothing is rewritten, the difference goes to the control of the
// day on which it is found (arts. 40.1.d, 40.2, of a pozo 41.3; criterio FIR-5). Refused: a
// count that lacks a part, one equal to what stands, or no reason.
func Rectify(consta, nuevo Recuento, motivo string) (domain.Importe, error) {
	a := art("40.1.d")
	if consta.Pozo != nil {
		a = art("41.3")
	}
	if !nuevo.whole(consta) {
		return 0, norma.Breach(a, ErrFolio).Under("FIR-5")
	}
	if strings.TrimSpace(motivo) == "" {
		return 0, norma.Breach(a, ErrSinMotivo).Under("FIR-5")
	}
	if nuevo.equal(consta) {
		return 0, norma.Breach(a, ErrSinDiferencia).Under("FIR-5")
	}
	before, err1 := consta.Contado()
	after, err2 := nuevo.Contado()
	diff, err3 := after.Plus(-before)
	if err := errors.Join(err1, err2, err3); err != nil {
		return 0, norma.Breach(a, err).Under("FIR-5")
	}
	return diff, nil
}

// LineaRectificacion is the line of a correction in the control de ingresos of the day on
// which it is signed: it cites the folio that it corrects.
type LineaRectificacion struct {
	Mesa       int
	Folio      int64        // of its libro
	Jornada    domain.Fecha // of that folio
	Diferencia domain.Importe
}

// Rectify adds the corrections signed in the day to its control, after the tables; the
// total takes them in. The error wraps domain.ErrDesborde.
func (c ControlIngresos) Rectify(lines []LineaRectificacion) (ControlIngresos, error) {
	for _, l := range lines {
		total, err := c.total.Plus(l.Diferencia)
		if err != nil {
			return ControlIngresos{}, norma.Breach(art("42.1"), err)
		}
		c.total = total
	}
	c.rectificaciones = append([]LineaRectificacion(nil), lines...)
	return c, nil
}

// Rectificaciones are the corrections of the day, in the order in which they were signed.
func (c ControlIngresos) Rectificaciones() []LineaRectificacion {
	return append([]LineaRectificacion(nil), c.rectificaciones...)
}
