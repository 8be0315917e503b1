package registers

import (
	"context"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/plazos"
)

// ParteMesa is an open table on the parte de situación.
type ParteMesa struct {
	Mesa          int
	Juego         domain.Juego
	Apertura      time.Time
	ApuestaMinima domain.Importe
	Anticipo      domain.Importe
	Reposiciones  int
	Total         domain.Importe // of its anticipos
}

// ComunicacionPendiente is something to communicate to the authority, with both readings of
// its term (criterio PLA-1).
type ComunicacionPendiente struct {
	Asunto string
	Vence  plazos.Vencimiento
}

// Parte is how an establecimiento stands at an instant, for an inspector who walks in
// (arts. 14.1.c, 36.5). Amounts in céntimos, instants in UTC. The door adds its own.
type Parte struct {
	Establecimiento domain.Establecimiento
	Instante        time.Time
	Autorizacion    Autorizacion
	Jornada         *Jornada // nil when it has had none
	Cierre          time.Time
	Direccion       []Director
	EnFunciones     *Relevo // who took over last; nil when no relevo was recorded
	SinDireccion    bool
	Mesas           []ParteMesa
	Metalico        domain.Importe // of the caja central, as last declared or counted
	Bloqueado       domain.Importe // in a bank account
	Entregado       domain.Importe // to the tables in the jornada, by the register (art. 37.2)
	Devuelto        domain.Importe // by them
	Cuadra          bool           // the register and the books of the tables agree to the céntimo
	Anterior        *Certificada   // last control certified; nil when none is
	Actos           []Acto         // pending
	Comunicaciones  []ComunicacionPendiente
	Checkpoint      []byte
}

// Certificada is the control of a jornada already certified.
type Certificada struct {
	Jornada  domain.Fecha
	Folio    int64
	Total    domain.Importe
	Posicion int64
}

// Parte gathers the parte de situación of an establecimiento now. It returns
// ErrEstablecimiento or ErrAutorizacion.
func (c *Casa) Parte(ctx context.Context, establecimiento string) (Parte, error) {
	now := c.Escritor.Ahora()
	db := c.Escritor.Lectura().WithContext(ctx)
	t, err := c.Tablero(ctx, establecimiento)
	if err != nil {
		return Parte{}, err
	}
	p := Parte{Establecimiento: t.Establecimiento, Instante: now, Jornada: t.Jornada, Checkpoint: c.Escritor.UltimoCheckpoint()}
	if p.Autorizacion, err = CurrentAutorizacion(db, establecimiento); err != nil {
		return Parte{}, err
	}
	for _, m := range t.Mesas {
		if s := m.Sesion; s != nil {
			p.Mesas = append(p.Mesas, ParteMesa{m.Mesa.Numero, s.Juego, s.Apertura, s.ApuestaMinima, s.Anticipo, s.Reposiciones, s.Anticipos})
		}
	}
	if p.Direccion, err = c.Direccion(ctx, establecimiento, now); err != nil {
		return Parte{}, err
	}
	if p.EnFunciones, p.SinDireccion, err = c.EnFunciones(ctx, establecimiento); err != nil {
		return Parte{}, err
	}
	if err := c.fillParteCaja(ctx, &p); err != nil {
		return Parte{}, err
	}
	if p.Actos, err = c.ActosPendientes(ctx, establecimiento, ""); err != nil {
		return Parte{}, err
	}
	p.Comunicaciones, err = c.pendingComunicaciones(ctx, establecimiento)
	return p, err
}

// fillParteCaja adds the caja central by its register and the last control certified.
func (c *Casa) fillParteCaja(ctx context.Context, p *Parte) error {
	if p.Jornada != nil {
		ps, err := c.Prorrogas(ctx, p.Establecimiento.ID, p.Jornada.Fecha)
		if err != nil {
			return err
		}
		p.Cierre = closing(ps, p.Jornada.CierrePrevisto, 0)
		db := c.Escritor.Lectura().WithContext(ctx)
		if p.Metalico, p.Bloqueado, err = enCaja(db, *p.Jornada); err != nil {
			return err
		}
		lines, err := cuadreCaja(db, p.Establecimiento.ID, p.Jornada.Fecha)
		if err != nil {
			return err
		}
		p.Entregado, p.Devuelto, p.Cuadra = totalesCaja(lines)
	}
	f, ok, err := findOne[filaControlIngresos](c.Escritor.Lectura().WithContext(ctx).
		Where("establecimiento = ? AND certificado = 1", p.Establecimiento.ID).Order("folio DESC"))
	if err != nil {
		return fmt.Errorf("read the last control certified: %w", err)
	}
	if ok {
		p.Anterior = &Certificada{domain.Fecha(f.Jornada), f.Folio, domain.Importe(f.Total), f.Posicion}
	}
	return nil
}

// pendingComunicaciones are the lines of the agenda not filed yet.
func (c *Casa) pendingComunicaciones(ctx context.Context, establecimiento string) ([]ComunicacionPendiente, error) {
	due, err := c.Agenda(ctx, establecimiento, domain.FechaDe(c.Escritor.Ahora()))
	if err != nil {
		return nil, err
	}
	var out []ComunicacionPendiente
	for _, d := range due {
		if d.Estado != DeberPresentado {
			out = append(out, ComunicacionPendiente{d.Asunto, d.Vence})
		}
	}
	return out, nil
}
