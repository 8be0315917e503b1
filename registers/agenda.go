package registers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers/diario/escritor"
)

// Errors about what is communicated.
var (
	// ErrAsunto: that is not communicated from there.
	ErrAsunto = errors.New("ese asunto no se comunica desde este establecimiento: una sala apéndice comunica sus modificaciones, y el casino, las suyas y la escuela de crupieres")
	// ErrDetalle: nobody says what is communicated.
	ErrDetalle = errors.New("la comunicación dice qué cambia y en qué condiciones")
	// ErrAunNo: the change is said to come on a later date, and the term runs from it.
	ErrAunNo = errors.New("el plazo corre desde que ocurre el cambio: se anota ese día o después")
)

// RecordComunicacion puts on the agenda a change that needs no authorisation, from the day it
// happened, or a school of croupiers, from the day it is to open (arts. 1.6, 11.2, 159.4;
// criterio PLA-1). It returns ErrEstablecimiento, ErrDatos, or a breach of those articles.
func (c *Casa) RecordComunicacion(ctx context.Context, autor Autor, establecimiento string, asunto AsuntoComunicacion, desde domain.Fecha, detalle string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		e, err := findEstablecimiento(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if _, err := domain.ParseFecha(string(desde)); err != nil {
			return fmt.Errorf("%w: %w", ErrDatos, err)
		}
		if err := checkComunicacion(e, asunto, desde, domain.FechaDe(tx.Ahora()), detalle); err != nil {
			return err
		}
		return dueFrom(tx, autor, asunto, "", establecimiento, desde, strings.TrimSpace(detalle))
	})
	return err
}

// checkComunicacion judges what is to be put on the agenda by hand, on a date.
func checkComunicacion(e domain.Establecimiento, asunto AsuntoComunicacion, desde, hoy domain.Fecha, detalle string) error {
	row, ok := asuntos[asunto]
	switch {
	case !ok || row.articulo == art("13.2"):
		return fmt.Errorf("%w: asunto %q", ErrDatos, asunto)
	case e.Apendice != (asunto == AsuntoModificacionApendice):
		return norma.Breach(row.articulo, ErrAsunto)
	case strings.TrimSpace(detalle) == "":
		return norma.Breach(row.articulo, ErrDetalle)
	case row.dias > 0 && desde > hoy:
		return norma.Breach(row.articulo, ErrAunNo).Under("PLA-1")
	}
	return nil
}

// Escrito is a communication ready to be written: what it says and, of a change of the
// direction, who it is about and the regime that results (art. 13.1).
type Escrito struct {
	Comunicacion
	Detalle string     // "" none, or destroyed at its term
	Quien   *Persona   // nil: it is about nobody
	Regimen []Director // in force when it is asked for
}

// Escrito returns a communication of an establecimiento, or of the entidad, with what its
// letter says at an instant. It returns ErrComunicacion.
func (c *Casa) Escrito(ctx context.Context, establecimiento string, numero int64, instante time.Time) (Escrito, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, ok, err := findOne[filaComunicacion](db.Where("posicion = ? AND establecimiento IN (?, ?)", numero, establecimiento, Todos))
	if err != nil || !ok {
		return Escrito{}, errors.Join(ErrComunicacion, err)
	}
	a, err := readAsiento(db, numero)
	if err != nil {
		return Escrito{}, err
	}
	r := folioReader{db: db, names: map[string]string{}}
	_, valores, err := r.entrada(&a)
	if err != nil {
		return Escrito{}, err
	}
	k := Escrito{Comunicacion: f.comunicacion(), Detalle: valores[valorDetalle]}
	if k.Articulo() != art("13.2") {
		return k, nil
	}
	if k.Persona != "" {
		p, err := c.Persona(ctx, k.Persona)
		if err != nil {
			return Escrito{}, err
		}
		k.Quien = &p
	}
	k.Regimen, err = c.Direccion(ctx, establecimiento, instante)
	return k, err
}

// ClaseDeber is where something due comes from.
type ClaseDeber string

// The classes of what is due.
const (
	DeberComunicacion ClaseDeber = "comunicacion"
	DeberClausura     ClaseDeber = "clausura"
	DeberNaipes       ClaseDeber = "naipes"
	DeberReclamacion  ClaseDeber = "reclamacion"
)

// EstadoDeber is how something due stands on a date.
type EstadoDeber string

// The states of what is due: nothing falls out of the agenda without having been filed.
const (
	DeberPendiente  EstadoDeber = "pendiente"
	DeberVencido    EstadoDeber = "vencido" // its earlier date is over (criterio PLA-1)
	DeberPresentado EstadoDeber = "presentado"
)

// Deber is a line of the agenda: what the house owes to the authority.
type Deber struct {
	Clase      ClaseDeber
	Numero     int64 // of the communication, of the folio of the clausura, of the withdrawal of cards or of the complaint
	Mesa       int   // of the clausura
	Asunto     string
	Articulo   norma.Articulo
	Suceso     domain.Fecha // day of the fact it runs from
	Vence      plazos.Vencimiento
	Presentado time.Time // zero while nobody noted its filing
	Estado     EstadoDeber
}

// Agenda lists what an establecimiento owes to the authority and what it has filed: first
// what is not filed, by its earlier date, then the rest, the latest first. Those who direct
// are who must act. It returns ErrEstablecimiento.
func (c *Casa) Agenda(ctx context.Context, establecimiento string, hoy domain.Fecha) ([]Deber, error) {
	if _, err := c.Establecimiento(ctx, establecimiento); err != nil {
		return nil, err
	}
	out, err := c.deberes(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	for k := range out {
		out[k].Estado = out[k].estado(hoy)
	}
	slices.SortStableFunc(out, func(a, b Deber) int {
		filedA, filedB := !a.Presentado.IsZero(), !b.Presentado.IsZero()
		switch {
		case filedA && filedB:
			return b.Presentado.Compare(a.Presentado)
		case filedA:
			return 1
		case filedB:
			return -1
		}
		return cmp.Compare(a.Vence.Alarma(), b.Vence.Alarma())
	})
	return out, nil
}

func (d *Deber) estado(hoy domain.Fecha) EstadoDeber {
	// What must come before a fact is late on its very day.
	before := d.Suceso == d.Vence.Alarma()
	switch {
	case !d.Presentado.IsZero():
		return DeberPresentado
	case hoy > d.Vence.Alarma(), before && hoy == d.Vence.Alarma():
		return DeberVencido
	}
	return DeberPendiente
}

func (c *Casa) deberes(ctx context.Context, establecimiento string) ([]Deber, error) {
	var out []Deber
	mine, err := c.Comunicaciones(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	for _, x := range mine {
		out = append(out, Deber{Clase: DeberComunicacion, Numero: x.Numero, Asunto: x.Texto(), Articulo: x.Articulo(), Suceso: x.Desde, Vence: x.Vence, Presentado: x.Presentada})
	}
	down, err := c.Clausuras(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	for _, x := range down {
		out = append(out, Deber{Clase: DeberClausura, Numero: x.Folio, Mesa: x.Mesa, Asunto: fmt.Sprintf("clausura de la mesa %d", x.Mesa), Articulo: art("29.2"),
			Suceso: domain.FechaDe(x.Hora), Vence: x.Vence, Presentado: x.Comunicada})
	}
	cards, err := c.Incidencias(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	for _, x := range cards {
		day := domain.FechaDe(x.Hecho)
		out = append(out, Deber{Clase: DeberNaipes, Numero: x.Incidencia, Asunto: fmt.Sprintf("retirada de naipes %d", x.Incidencia), Articulo: art("46.7"),
			Suceso: day, Vence: plazos.Vencimiento{Natural: day, Habil: day}, Presentado: x.Comunicada})
	}
	sheets, err := c.pendingReclamaciones(ctx, establecimiento)
	return append(out, sheets...), err
}

// CountVencidos counts what an establecimiento owes to the authority and whose date is over,
// for the notice on the pages of who directs.
func (c *Casa) CountVencidos(ctx context.Context, establecimiento string, hoy domain.Fecha) (int, error) {
	all, err := c.Agenda(ctx, establecimiento, hoy)
	n := 0
	for _, d := range all {
		if d.Estado == DeberVencido {
			n++
		}
	}
	return n, err
}
