package admission

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario/escritor"
)

// abierta is what the door needs to know of the jornada that is open to the public.
type abierta struct {
	Fecha      domain.Fecha
	Tarifa     domain.Importe // unit price of the card, céntimos
	Parametros acceso.Parametros
}

// lectura is a reading of abierta, good while the log has not grown.
type lectura struct {
	abierta
	tamano int64
}

// Tarifa is the unit price of the card in an establecimiento now (art. 23.2), céntimos.
// Errors: ErrCerrado, ErrNoExiste.
func (p *Puerta) Tarifa(ctx context.Context, establecimiento string) (domain.Importe, error) {
	a, err := p.abierta(ctx, establecimiento)
	return a.Tarifa, err
}

// abierta reads the jornada open to the public and the price in force. The reading is
// kept until the log grows; checkAbierta has the last word, inside the commit.
func (p *Puerta) abierta(ctx context.Context, establecimiento string) (abierta, error) {
	tamano := p.w.Tamano()
	if v, ok := p.lecturas.Load(establecimiento); ok && v.(lectura).tamano == tamano {
		return v.(lectura).abierta, nil
	}
	db := p.w.Lectura().WithContext(ctx)
	a, err := registers.CurrentAutorizacion(db, establecimiento)
	if err != nil {
		return abierta{}, notFound(err)
	}
	j, ok, err := registers.LastJornada(db, establecimiento)
	if err != nil {
		return abierta{}, err
	}
	if !ok || !j.AdmitePublico() {
		return abierta{}, norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
	}
	r := abierta{Fecha: j.Fecha, Tarifa: a.Tarifa, Parametros: a.Parametros.Acceso()}
	p.lecturas.Store(establecimiento, lectura{r, tamano})
	return r, nil
}

// checkAbierta refuses what was checked for a jornada that is no longer open. It reads
// once for all the acts of a commit.
func (p *Puerta) checkAbierta(t *escritor.Tx, establecimiento string, fecha domain.Fecha) error {
	v, err := t.Once("jornada abierta "+establecimiento, func(db *gorm.DB) (any, error) {
		j, _, err := registers.LastJornada(db, establecimiento)
		return j, err
	})
	if err != nil {
		return err
	}
	j := v.(registers.Jornada)
	if !j.AdmitePublico() {
		return norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
	}
	if j.Fecha != fecha {
		return ErrCaducada
	}
	return nil
}

func notFound(err error) error {
	if errors.Is(err, registers.ErrEstablecimiento) || errors.Is(err, registers.ErrAutorizacion) {
		return errors.Join(ErrNoExiste, err)
	}
	return err
}
