package demo

import (
	"context"
	"errors"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
)

// pueblo is everybody who comes to the door: a third of the visitors of a day came before.
type pueblo struct {
	z      *azar
	lista  lista
	gente  []persona
	libres []int // of gente, not come today yet
}

// newPueblo draws the people for days of that many visitors.
func newPueblo(l lista, visitas int) *pueblo {
	p := &pueblo{z: newAzar(deLaPuerta), lista: l}
	for range visitas*2 + 50 {
		p.gente = append(p.gente, p.z.persona())
	}
	return p
}

// wake begins a day in which nobody has come yet.
func (p *pueblo) wake() { p.libres = p.z.Perm(len(p.gente)) }

// next is somebody who has not come today.
func (p *pueblo) next() persona {
	k := p.libres[0]
	p.libres = p.libres[1:]
	return p.gente[k]
}

const (
	turnoPuerta  = 10 * time.Minute // those who come in it are served side by side
	ultimaVisita = 90 * time.Minute // before the close
)

// planPuerta brings visitors to the door: most of them in the middle of the night.
func (d *dia) planPuerta(p *pueblo, visitas int) {
	slots := int(d.cierra.Sub(d.abre)-ultimaVisita) / int(turnoPuerta)
	slot := func() time.Time {
		k := (d.z.IntN(slots) + d.z.IntN(slots)) / 2
		return d.abre.Add(time.Duration(k)*turnoPuerta + 5*time.Minute)
	}
	for n := range visitas {
		t := slot()
		d.visit(t, p.next(), n)
	}
	for n, v := range d.refused(p, visitas) {
		d.visit(slot(), v, n)
	}
}

// refused are the visitors with something against them, some of every kind.
func (d *dia) refused(p *pueblo, visitas int) []persona {
	var out []persona
	for range max(1, visitas/70) {
		barred, other, same := p.lista.enVigor(d.z, d.fecha), p.lista.enVigor(d.z, d.fecha), p.lista.enVigor(d.z, d.fecha)
		if !other.otro.IsZero() {
			other.documento = other.otro
		}
		same.documento = p.z.dni() // another document of that person, or another person of that name
		minor := p.z.persona()
		minor.nacimiento = d.z.nacimiento(d.fecha, 15, 16)
		out = append(out, barred.persona, other.persona, same.persona, minor)
	}
	staff := p.next()
	staff.documento = d.c.empleado
	return append(out, staff, p.lista.cumplido(d.z, d.fecha).persona)
}

// visit brings somebody to the door. Who comes before the list is in force comes again
// when it is; of each hundred cards, one is printed wrong, voided and issued again.
func (d *dia) visit(t time.Time, p persona, n int) {
	d.at(t, func(ctx context.Context) error {
		card, err := d.c.admit(ctx, d.lugar, p, n)
		if err == nil && card.Numero > 0 && n%100 == 40 {
			err = d.c.reissue(ctx, d.lugar, card.Numero, p, n)
		}
		return err
	})
	if t.Before(d.lista) {
		d.at(t.Add(3*turnoPuerta), func(ctx context.Context) error {
			_, err := d.c.admit(ctx, d.lugar, p, n)
			return err
		})
	}
}

// admit checks somebody, asks the jefe de admisión where a name is that of a barred
// person, and issues the card of whoever may come in. The card of who may not is zero.
func (c *Casa) admit(ctx context.Context, e string, p persona, n int) (admission.Tarjeta, error) {
	desk, err := c.plantilla.one(e, domain.Admision, n)
	if err != nil {
		return admission.Tarjeta{}, err
	}
	v, err := c.Puerta.Check(ctx, e, admission.Visitante{Tipo: string(p.documento.Tipo), Numero: p.documento.Numero,
		Nombre: p.nombre, Apellidos: p.apellidos, FechaNacimiento: p.nacimiento}, desk)
	if err == nil && v.Decision.Veredicto == acceso.Consultar {
		v, err = c.resolve(ctx, e, v.ID, n)
	}
	if err != nil || v.Decision.Veredicto != acceso.PuedeEntrar {
		return admission.Tarjeta{}, err
	}
	return c.Puerta.Issue(ctx, admission.Emision{Establecimiento: e, Comprobacion: v.ID, Precio: tarifa, Autor: desk})
}

func (c *Casa) resolve(ctx context.Context, e, comprobacion string, n int) (admission.Comprobacion, error) {
	jefe, err := c.plantilla.one(e, domain.JefeAdmision, n)
	if err != nil {
		return admission.Comprobacion{}, err
	}
	if n%3 == 0 {
		return c.Puerta.Resolve(ctx, e, comprobacion, false, "reconoce que la interdicción es suya", jefe)
	}
	return c.Puerta.Resolve(ctx, e, comprobacion, true, "comparados los documentos, es otra persona del mismo nombre", jefe)
}

// reissue voids a card printed wrong, with its second signer, and issues another one.
func (c *Casa) reissue(ctx context.Context, e string, numero int64, p persona, n int) error {
	desk, err1 := c.plantilla.one(e, domain.Admision, n)
	jefe, err2 := c.plantilla.one(e, domain.JefeAdmision, n)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if _, err := c.Puerta.Void(ctx, e, numero, "la impresora cortó la tarjeta", desk); err != nil {
		return err
	}
	if _, err := c.Puerta.Confirm(ctx, e, numero, jefe); err != nil {
		return err
	}
	_, err := c.admit(ctx, e, p, n)
	return err
}
