package libros

import (
	"errors"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// ErrFolio says that a folio lacks a datum, and so cannot be closed.
var ErrFolio = errors.New("el folio no está completo")

// FolioAnticipos is the sheet of one session of a table in its libro de anticipos, with
// every datum of art. 40.1.
type FolioAnticipos struct {
	Juego     domain.Juego // printed by its exact name (art. 40.1.a)
	Mesa      int
	Libro     int // number of the book: that of the table (art. 40.1.b)
	Fecha     domain.Fecha
	Apertura  time.Time  // hora del hecho, UTC (art. 40.1.c)
	Cierre    time.Time  // hora del hecho, UTC (art. 40.1.c)
	Anticipos []Anticipo // the initial one and then the rest (art. 40.1.d)
	// Existencias of the closing count (arts. 36.3, 40.1.d): nil when not counted, empty
	// when counted and found empty.
	Fichas, Placas, Billetes domain.Piezas
	// Extraido is what actas of art. 31.5 took out in notes during the session: it is
	// counted among the notes of the table.
	Extraido domain.Importe
	// Devuelto is what went back to the caja in chips during the session: it is counted
	// among the chips of the table (criterio CAJ-C).
	Devuelto domain.Importe
}

// Check returns nil when the folio may be closed: a computer system that stands for the
// books holds all their data (art. 39.3), and each absence cites its letter of art. 40.1.
// Every reposición equals the initial anticipo (art. 35.1). Errors wrap ErrFolio,
// ErrReposicion, ErrImporte, domain.ErrPiezas or domain.ErrDesborde.
func (f FolioAnticipos) Check() error {
	for _, dato := range []struct {
		falta    bool
		articulo norma.Articulo
		que      string
	}{
		{!f.Juego.Valid() || f.Juego.Circulo(), art("40.1.a"), "falta el juego, o no es de contrapartida"},
		{f.Mesa <= 0, art("40.1.b"), "falta el número de la mesa"},
		{f.Libro != f.Mesa, art("40.1.b"), "el libro no lleva el número de la mesa"},
		{f.Fecha == "", art("40.1.c"), "falta la fecha"},
		{f.Apertura.IsZero(), art("40.1.c"), "falta la hora de apertura"},
		{f.Cierre.IsZero(), art("40.1.c"), "falta la hora de cierre"},
		{f.Cierre.Before(f.Apertura), art("40.1.c"), "el cierre es anterior a la apertura"},
		{len(f.Anticipos) == 0, art("40.1.d"), "falta el anticipo inicial"},
		{f.Fichas == nil, art("40.1.d"), "faltan las fichas"},
		{f.Placas == nil, art("40.1.d"), "faltan las placas"},
		{f.Billetes == nil, art("40.1.d"), "faltan los billetes"},
	} {
		if dato.falta {
			return norma.Errorf(dato.articulo, "%w: %s", ErrFolio, dato.que)
		}
	}
	if err := f.checkAnticipos(); err != nil {
		return err
	}
	_, err := f.Resultado()
	return err
}

func (f FolioAnticipos) checkAnticipos() error {
	last := f.Anticipos[0].Hora
	for k, a := range f.Anticipos {
		if a.Hora.IsZero() {
			return norma.Errorf(art("40.1.d"), "%w: falta la hora de un anticipo", ErrFolio)
		}
		if a.Hora.Before(last) || a.Hora.After(f.Cierre) {
			return norma.Errorf(art("40.1.d"), "%w: la hora de un anticipo no está en orden", ErrFolio)
		}
		last = a.Hora
		if k == 0 {
			if err := checkPositive(art("35.1"), "el anticipo", a.Importe); err != nil {
				return err
			}
		} else if err := CheckReposicion(f.Anticipos[0].Importe, a.Importe); err != nil {
			return err
		}
	}
	return nil
}

// Existencias are the totals of the closing count in céntimos, the notes with those that
// actas of art. 31.5 took out before, the chips with those returned before. Errors wrap ErrImporte, domain.ErrPiezas or
// domain.ErrDesborde.
func (f FolioAnticipos) Existencias() (fichas, placas, billetes domain.Importe, err error) {
	for _, count := range []struct {
		dst *domain.Importe
		src domain.Piezas
	}{{&fichas, f.Fichas}, {&placas, f.Placas}, {&billetes, f.Billetes}} {
		if *count.dst, err = count.src.Total(); err != nil {
			return 0, 0, 0, norma.Breach(art("36.3"), err)
		}
	}
	if err := checkNotNegative(art("31.5"), "lo extraído", f.Extraido); err != nil {
		return 0, 0, 0, err
	}
	if err := checkNotNegative(art("18.1.e"), "lo devuelto", f.Devuelto); err != nil {
		return 0, 0, 0, err
	}
	if billetes, err = billetes.Plus(f.Extraido); err != nil {
		return 0, 0, 0, norma.Breach(art("31.5"), err)
	}
	if fichas, err = fichas.Plus(f.Devuelto); err != nil {
		return 0, 0, 0, norma.Breach(art("18.1.e"), err)
	}
	return fichas, placas, billetes, nil
}

// Resultado is the result of the session (ResultadoMesa) with the figures of the folio.
func (f FolioAnticipos) Resultado() (domain.Importe, error) {
	fichas, placas, billetes, err := f.Existencias()
	if err != nil {
		return 0, err
	}
	anticipos := make([]domain.Importe, len(f.Anticipos))
	for k, a := range f.Anticipos {
		anticipos[k] = a.Importe
	}
	return ResultadoMesa(fichas, placas, billetes, anticipos...)
}

// ResultadoMesa is what a session of a table won, or lost when negative, in céntimos:
// chips and plaques and notes at the end, the notes of actas of art. 31.5 included, less
// all the anticipos (arts. 36.3, 40.1.d, criterio CAJ-B). What was counted is what goes
// in, whatever was expected. Errors wrap ErrFolio without an anticipo, ErrImporte or
// domain.ErrDesborde.
func ResultadoMesa(fichas, placas, billetes domain.Importe, anticipos ...domain.Importe) (domain.Importe, error) {
	if len(anticipos) == 0 {
		return 0, norma.Errorf(art("40.1.d"), "%w: falta el anticipo inicial", ErrFolio)
	}
	for _, err := range []error{
		checkNotNegative(art("36.3"), "lo contado en fichas", fichas),
		checkNotNegative(art("36.3"), "lo contado en placas", placas),
		checkNotNegative(art("36.3"), "lo contado en billetes", billetes),
	} {
		if err != nil {
			return 0, err
		}
	}
	for _, a := range anticipos {
		if err := checkPositive(art("35.1"), "el anticipo", a); err != nil {
			return 0, err
		}
	}
	final, err1 := domain.Sum(fichas, placas, billetes)
	entregado, err2 := domain.Sum(anticipos...)
	if err := errors.Join(err1, err2); err != nil {
		return 0, norma.Breach(art("36.3"), err)
	}
	return final - entregado, nil // neither is negative
}
