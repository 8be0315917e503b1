package registers

import (
	"context"
	"errors"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// dia is the gaming day that goes on, with the authorisation in force: what is done apart
// from the tables needs to know.
type dia struct {
	jornada      Jornada
	autorizacion Autorizacion
}

// loadDia reads the gaming day that goes on. It returns ErrSinJornada when none admits
// counts, ErrEstablecimiento or ErrAutorizacion.
func loadDia(tx *escritor.Tx, establecimiento string) (dia, error) {
	d, err := loadUltimo(tx, establecimiento)
	if err == nil && !d.jornada.AdmiteRecuentos() {
		err = ErrSinJornada
	}
	return d, err
}

// loadUltimo is loadDia whatever the phase of the last gaming day.
func loadUltimo(tx *escritor.Tx, establecimiento string) (dia, error) {
	var d dia
	if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
		return d, err
	}
	var has bool
	var err error
	if d.jornada, has, err = LastJornada(tx.DB(), establecimiento); err != nil {
		return d, err
	}
	if !has {
		return d, ErrSinJornada
	}
	d.autorizacion, err = CurrentAutorizacion(tx.DB(), establecimiento)
	return d, err
}

// check judges the hour of what is done in the day.
func (d *dia) check(tx *escritor.Tx, hora Hora) error {
	return hora.check(tx, d.jornada.Preparacion, d.autorizacion.Parametros.Margen())
}

// propose puts an act of the day on record. b brings book, folio, kind, facts and slots.
func (d *dia) propose(c *Casa, tx *escritor.Tx, autor Autor, hora Hora, b ActoBorrador, avisos []Aviso) (Propuesta, error) {
	b.Establecimiento, b.Jornada = d.jornada.Establecimiento, d.jornada.Fecha
	b.Datos = withAvisos(avisos, b.Datos...)
	hora.stampActo(&b, autor)
	a, err := c.proposeTx(tx, b)
	if err != nil {
		return Propuesta{}, err
	}
	tx.Recurso(201, a.ID)
	return Propuesta{Acto: a, Avisos: avisos}, nil
}

// AsientoFolio is an asiento of a book with what its paper shows around it: who signed and
// the checkpoint of its commit.
type AsientoFolio struct {
	EntradaFolio
	Establecimiento string
	Folio           int64
	Jornada         domain.Fecha
	Autor           string // name
	Checkpoint      []byte

	hoja    diario.Asiento
	valores map[string]string
}

// readAsientoFolio reads the asientos of some kind in a folio of a book, from their leaves,
// in order; missing when there is none.
func (c *Casa) readAsientoFolio(ctx context.Context, establecimiento, libro string, folio int64, missing error, tipos ...string) ([]AsientoFolio, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND folio > 0 AND tipo IN ?", establecimiento, libro, folio, tipos))
	if err != nil || len(hojas) == 0 {
		return nil, errors.Join(missing, err)
	}
	r := folioReader{db: db, hojas: hojas, names: map[string]string{}}
	out := make([]AsientoFolio, 0, len(hojas))
	for k := range hojas {
		a := AsientoFolio{Establecimiento: establecimiento, Folio: folio, Jornada: hojas[k].Jornada, hoja: hojas[k]}
		if a.EntradaFolio, a.valores, err = r.entrada(&hojas[k]); err != nil {
			return nil, err
		}
		if a.Autor, err = r.nombre(hojas[k].Autor, hojas[k].Posicion); err != nil {
			return nil, err
		}
		if a.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, hojas[k].Posicion); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}
