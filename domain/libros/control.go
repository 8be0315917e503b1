package libros

import (
	"cmp"
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/domain/norma"
)

// What is wrong with the control de ingresos or with the order of the jornadas.
var (
	ErrFechaFolio    = errors.New("el folio es de otra jornada")
	ErrSinCertificar = errors.New("el control de ingresos de la jornada anterior no está certificado")
	ErrFechaJornada  = errors.New("la fecha de la jornada no es posterior a la de la última")
)

// LineaControl is a table's line in the control de ingresos: the sum of its sessions of
// the day (arts. 40.2, 42.1).
type LineaControl struct {
	Mesa      int
	Juego     domain.Juego
	Sesiones  int
	Resultado domain.Importe // céntimos; negative when the table lost
}

// ControlIngresos is the day's page of the libro registro de control de ingresos. It has
// no field to write: only Totalize makes one, from closed folios, because nothing may be
// entered there directly (art. 40.2).
type ControlIngresos struct {
	fecha  domain.Fecha
	lineas []LineaControl
	total  domain.Importe

	rectificaciones []LineaRectificacion
}

// Totalize carries the results of the day's closed folios of contrapartida to the control de
// ingresos, by table and in all (arts. 40.2, 42.1). Each folio is checked again. A day without
// sessions totals nothing. Errors are those of FolioAnticipos.Check, or wrap ErrFechaFolio
// or domain.ErrDesborde.
func Totalize(fecha domain.Fecha, folios ...FolioAnticipos) (ControlIngresos, error) {
	c := ControlIngresos{fecha: fecha}
	for _, f := range folios {
		if f.Fecha != fecha {
			return ControlIngresos{}, norma.Breach(art("40.2"), ErrFechaFolio)
		}
		if err := f.Check(); err != nil {
			return ControlIngresos{}, err
		}
		r, err := f.Resultado()
		if err != nil {
			return ControlIngresos{}, err
		}
		if err := c.add(f.Mesa, f.Juego, r); err != nil {
			return ControlIngresos{}, err
		}
	}
	return c, nil
}

// Beneficios returns the page with the pozos of the day's closed folios of círculo beside the
// rest (arts. 41.1, 42.1). Each folio is checked again. Errors are those of
// FolioBeneficios.Check, or wrap ErrFechaFolio or domain.ErrDesborde.
func (c ControlIngresos) Beneficios(folios ...FolioBeneficios) (ControlIngresos, error) {
	c.lineas = slices.Clone(c.lineas)
	for _, f := range folios {
		if f.Fecha != c.fecha {
			return ControlIngresos{}, norma.Breach(art("42.1"), ErrFechaFolio)
		}
		if err := f.Check(); err != nil {
			return ControlIngresos{}, err
		}
		r, err := f.Resultado()
		if err != nil {
			return ControlIngresos{}, err
		}
		if err := c.add(f.Mesa, f.Juego, r); err != nil {
			return ControlIngresos{}, err
		}
	}
	return c, nil
}

// add carries one session to the line of its table and game, which a reversible table has
// for each of its games (art. 30.4), and to the total.
func (c *ControlIngresos) add(mesa int, juego domain.Juego, r domain.Importe) error {
	k, found := slices.BinarySearchFunc(c.lineas, LineaControl{Mesa: mesa, Juego: juego}, func(a, b LineaControl) int {
		return cmp.Or(cmp.Compare(a.Mesa, b.Mesa), cmp.Compare(a.Juego, b.Juego))
	})
	if !found {
		c.lineas = slices.Insert(c.lineas, k, LineaControl{Mesa: mesa, Juego: juego})
	}
	sum, err1 := c.lineas[k].Resultado.Plus(r)
	total, err2 := c.total.Plus(r)
	if err := errors.Join(err1, err2); err != nil {
		return norma.Breach(art("42.1"), err)
	}
	c.lineas[k].Resultado, c.total = sum, total
	c.lineas[k].Sesiones++
	return nil
}

// Fecha is the day of the page.
func (c ControlIngresos) Fecha() domain.Fecha { return c.fecha }

// Lineas are the tables of the day, in order of their numbers.
func (c ControlIngresos) Lineas() []LineaControl { return slices.Clone(c.lineas) }

// Total is the total of the day in figures (art. 42.2).
func (c ControlIngresos) Total() domain.Importe { return c.total }

// TotalLetra is the total of the day in letters (art. 42.2).
func (c ControlIngresos) TotalLetra() string { return letras.Euros(c.total) }

// CheckNuevaJornada returns nil when a jornada of that date may be opened after ultima,
// the last of its establecimiento, nil when it is the first: its control de ingresos is
// certified (art. 42.2, criterio JOR-2), and the date is later. A late table or a cut line
// in another establecimiento blocks nothing (criterio EST-1). The error wraps
// ErrSinCertificar or ErrFechaJornada.
func CheckNuevaJornada(ultima *domain.Jornada, fecha domain.Fecha) error {
	if ultima == nil {
		return nil
	}
	if ultima.Fase != domain.FaseCertificada {
		return norma.Breach(art("42.2"), ErrSinCertificar).Under("JOR-2")
	}
	if fecha <= ultima.Fecha {
		return norma.Breach(art("42.2"), ErrFechaJornada)
	}
	return nil
}
