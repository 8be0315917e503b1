// Package demo makes up a house: its people, its tables, its barred list and three past
// jornadas, all of it through the use cases of the product and under a simulated clock
// that ends at the true hour. Nothing here touches the database.
package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

// Casa is the house of a demonstration, opened for writing under its clock.
type Casa struct {
	Libros *registers.Casa
	Puerta *admission.Puerta
	Reloj  *Reloj
	// Guarda keeps demo.json. It is called before anything is signed by those it names.
	Guarda func(*Fichero) error
	// Fundada keeps the acta fundacional on paper.
	Fundada func(*registers.Fundada) error
	// Visita keeps the checkpoint that an inspector took away on paper at the end of the past
	// days; nil when there is none to keep.
	Visita func(checkpoint []byte) error
	// Progreso hears how much of the past is made up; nil for silence.
	Progreso func(done, total int)

	fichero   *Fichero
	plantilla plantilla
	escena    Escena
	empleado  identidad.Documento // of somebody of the house, who may try the door
}

// Options of a new demonstration.
type Options struct {
	Clave   string    // note verifier of the key of checkpoints
	Version string    // of the program
	Ahora   time.Time // the true hour, at which the past ends
	Dias    int       // past jornadas
	Escena  Escena    // "" none
	Visitas int       // visitors of each in the main casino, more or less
}

// The two houses of the entidad.
const (
	principal = "principal"
	apendice  = "apendice"
)

// visitas is how many visitors come to an establecimiento.
func (o Options) visitas(e string) int {
	if e == apendice {
		return o.Visitas * 3 / 10
	}
	return o.Visitas
}

// horarios are the timetables of the demonstration: the first one that contains the true
// hour is kept, so that today's jornada may be open whenever it is tried.
var horarios = []libros.Horario{
	{Abre: hora(13), Cierra: hora(5)},
	{Abre: hora(9), Cierra: hora(1)},
	{Abre: hora(5), Cierra: hora(21)},
}

// cambioDeDia is the hour at which one gaming day gives way to the next: none of the
// timetables is open across it.
const cambioDeDia = 5

func hora(h int) libros.Hora { return libros.Hora(time.Duration(h) * time.Hour) }

// fechaDe is the date of the gaming day going on at an instant.
func fechaDe(t time.Time) domain.Fecha {
	f := domain.FechaDe(t)
	if t.In(domain.Madrid).Hour() < cambioDeDia {
		return plus(f, -1)
	}
	return f
}

// contains reports whether the instant falls within the hours of its gaming day.
func contains(h libros.Horario, t time.Time) bool {
	abre, cierra := h.On(fechaDe(t))
	return !t.Before(abre) && t.Before(cierra)
}

// horarioDe is the timetable kept at an instant.
func horarioDe(t time.Time) libros.Horario {
	for _, h := range horarios {
		if contains(h, t) {
			return h
		}
	}
	return horarios[0]
}

// Create founds the house, makes its past up and leaves today's jornada open to the
// public in every establecimiento. The clock has to start at Comienzo.
func (c *Casa) Create(ctx context.Context, o Options) (*Fichero, error) {
	if err := c.found(ctx, o); err != nil {
		return nil, fmt.Errorf("la casa de demostración: %w", err)
	}
	if err := c.makePast(ctx, o); err != nil {
		return nil, fmt.Errorf("las jornadas pasadas de la demostración: %w", err)
	}
	if c.escena = o.Escena; c.escena == EscenaInspector && c.Visita != nil {
		if err := c.Visita(c.Libros.Escritor.UltimoCheckpoint()); err != nil {
			return nil, err
		}
	}
	return c.fichero, c.openToday(ctx, o.Ahora)
}

// Comienzo is the instant at which a demonstration made now begins.
func Comienzo(ahora time.Time, dias int) time.Time {
	return hora(9).On(plus(fechaDe(ahora), -dias-1))
}

// Resume takes up a demonstration of another day: it closes and certifies what was left
// open, and opens today's jornada. It tells in words what it could not do.
func (c *Casa) Resume(ctx context.Context, f *Fichero, ahora time.Time) ([]string, error) {
	c.fichero = f
	if err := c.loadPlantilla(ctx); err != nil {
		return nil, err
	}
	es, err := c.Libros.Establecimientos(ctx)
	if err != nil {
		return nil, err
	}
	var avisos []string
	for _, e := range es {
		if _, err := c.Libros.Autorizacion(ctx, e.ID); errors.Is(err, registers.ErrAutorizacion) {
			avisos = append(avisos, fmt.Sprintf("%s no tiene anotada su autorización: no se abre.", e.Nombre))
			continue
		}
		if err := c.closeStale(ctx, e.ID, ahora); err != nil {
			return avisos, fmt.Errorf("cerrar la jornada de %s: %w", e.Nombre, err)
		}
	}
	if err := c.openToday(ctx, ahora); err != nil {
		return avisos, err
	}
	return avisos, c.refreshFichero(ctx)
}

// firmante is somebody of the house with what is needed to sign.
type firmante struct {
	autor           registers.Autor
	establecimiento string // registers.Todos in every one
	pin, credencial string
}

// plantilla are the people of the house.
type plantilla []firmante

// of lists those of a cargo who serve in an establecimiento, its own people first.
func (p plantilla) of(establecimiento string, cargos ...domain.Cargo) []firmante {
	var own, all []firmante
	for _, cargo := range cargos {
		for _, f := range p {
			switch {
			case f.autor.Cargo != cargo:
			case f.establecimiento == establecimiento:
				own = append(own, f)
			case f.establecimiento == registers.Todos:
				all = append(all, f)
			}
		}
	}
	return append(own, all...)
}

// direccion lists those who may act as director of an establecimiento.
func (p plantilla) direccion(establecimiento string) []firmante {
	return p.of(establecimiento, domain.Director, domain.Subdirector)
}

// para lists who may fill a slot.
func (p plantilla) para(q firma.Quien, establecimiento string) []firmante {
	switch q {
	case firma.QuienDirector:
		return p.direccion(establecimiento)
	case firma.QuienSegundo:
		return p.of(establecimiento, domain.Subdirector, domain.Director)
	}
	return p.of(establecimiento, domain.Cargo(q))
}

// errSinNadie: nobody in demo.json may do what has to be done.
var errSinNadie = errors.New("nadie de demo.json puede hacerlo")

// one is somebody of the cargo, another one each turn.
func (p plantilla) one(establecimiento string, cargo domain.Cargo, turno int) (registers.Autor, error) {
	fs := p.of(establecimiento, cargo)
	if len(fs) == 0 {
		return registers.Autor{}, fmt.Errorf("%w: %s en %s", errSinNadie, cargo.Nombre(), establecimiento)
	}
	return fs[turno%len(fs)].autor, nil
}

// sign has every free slot of an act signed by somebody who may, beginning with another
// person each turn.
func (c *Casa) sign(ctx context.Context, a registers.Acto, turno int) error {
	for _, p := range a.Faltan() {
		err := errSinNadie
		who, mode, copies := p.Quien, diario.ModoClave, int64(0)
		if !p.Accepts(mode) { // who holds no key signs by hand, before who directs (FIR-4)
			who, mode, copies = firma.QuienDirector, diario.ModoManuscrita, 1
		}
		able := c.plantilla.para(who, a.Establecimiento)
		for k := range able {
			f := able[(k+turno)%len(able)]
			if f.credencial == "" {
				continue
			}
			if _, err = c.Libros.Firmar(ctx, registers.FirmaRequest{Acto: a.ID, PIN: f.pin, Credencial: f.credencial,
				Huella: a.Huella, Plaza: p.Num, Modo: mode, Ejemplar: copies}); err == nil || ctx.Err() != nil {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("firmar %s (%s): %w", a.ID, p.Quien, err)
		}
	}
	return nil
}
