package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Calidad says how a person is in the direction: titular or substitute.
type Calidad string

// The two ways (arts. 8.3.j, 14.3).
const (
	CalidadTitular   Calidad = "titular"
	CalidadSustituto Calidad = "sustituto"
)

// Kinds of asiento about who directs.
const (
	TipoDireccion     = "Direccion"
	TipoCeseDireccion = "CeseDireccion"
)

// ErrCargoDireccion: only a director or a subdirector may be in the direction.
var ErrCargoDireccion = errors.New("quien dirige los juegos o sustituye ha de tener cargo de director o subdirector")

// ErrNoDirige: the person is not in the direction now.
var ErrNoDirige = errors.New("esa persona no figura en la dirección")

type filaDireccion struct {
	Posicion        int64
	Persona         string
	Calidad         string
	Establecimiento string
	Desde           int64
	Hasta           int64
	Acuerdo         string
	Anotada         int64
}

func (filaDireccion) TableName() string { return "direcciones" }

var tablasDireccion = []escritor.Tabla{{Nombre: "direcciones", Clave: []string{"posicion"}}}

var proyectoresDireccion = map[string]escritor.Proyector{
	TipoDireccion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaDireccion{Posicion: a.Posicion, Persona: d.texto("persona"), Calidad: d.texto("calidad"),
			Establecimiento: d.texto("establecimiento"), Desde: micros(d.instante("desde")),
			Acuerdo: d.texto("acuerdo"), Anotada: micros(a.Anotacion)}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoCeseDireccion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		hasta := micros(d.instante("hasta"))
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE direcciones SET hasta = ? WHERE persona = ? AND (hasta = 0 OR hasta > ?)`,
			hasta, d.texto("persona"), hasta)
	},
}

// DireccionFacts appoints somebody to the direction from the recorded agreement on
// (criterio FIR-3).
type DireccionFacts struct {
	Persona         string
	Calidad         Calidad
	Establecimiento string       // Todos in every one
	Desde           time.Time    // from when the person may act as director
	Acuerdo         domain.Fecha // date of the agreement
}

// AppointDireccion records who directs the games or substitutes in it. Holding the cargo
// is not enough to sign as director: this asiento is. What must be communicated of it goes
// on record with it, in both readings of its term (art. 13.2, criterio PLA-1). It returns ErrPersona,
// ErrEstablecimiento, ErrDatos or ErrCargoDireccion (art. 8.3.j).
func (c *Casa) AppointDireccion(ctx context.Context, autor Autor, f DireccionFacts) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if err := appoint(tx, autor, f); err != nil {
			return err
		}
		p, err := findPersona(tx.DB(), f.Persona)
		if err != nil {
			return err
		}
		return dueFrom(tx, autor, asuntoDe(p.Cargo, f.Calidad), f.Persona, f.Establecimiento, f.Acuerdo, "")
	})
	return err
}

func appoint(tx *escritor.Tx, autor Autor, f DireccionFacts) error {
	p, err := findPersona(tx.DB(), f.Persona)
	if err != nil {
		return err
	}
	_, errAcuerdo := domain.ParseFecha(string(f.Acuerdo))
	switch {
	case !p.Cargo.Direccion():
		return norma.Breach(art("8.3.j"), ErrCargoDireccion).Under("FIR-3")
	case f.Calidad != CalidadTitular && f.Calidad != CalidadSustituto, f.Desde.IsZero(), errAcuerdo != nil:
		return fmt.Errorf("%w: calidad %q, desde %v, acuerdo %q", ErrDatos, f.Calidad, f.Desde, f.Acuerdo)
	}
	if f.Establecimiento != Todos {
		if _, err := findEstablecimiento(tx.DB(), f.Establecimiento); err != nil {
			return err
		}
	}
	_, err = tx.Append(borradorRegistro(tx, autor, TipoDireccion,
		diario.Dato{Nombre: "persona", Valor: f.Persona},
		diario.Dato{Nombre: "calidad", Valor: string(f.Calidad)},
		diario.Dato{Nombre: "establecimiento", Valor: f.Establecimiento},
		datoInstante("desde", diario.Instante(f.Desde)),
		diario.Dato{Nombre: "acuerdo", Valor: string(f.Acuerdo)}))
	return err
}

// CeaseDireccion records that a person leaves the direction at an instant; one already
// past counts as now, so that a signature given stands. What was signed in acts still
// open falls. It returns ErrNoDirige, or ErrSinFirmantes when nobody with a key in
// force would be left to direct.
func (c *Casa) CeaseDireccion(ctx context.Context, autor Autor, persona string, hasta time.Time) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		directs, err := inDireccion(tx.DB(), persona)
		if err != nil {
			return err
		}
		if !directs {
			return ErrNoDirige
		}
		end := diario.Instante(hasta)
		if now := tx.Ahora(); end.Before(now) {
			end = now
		}
		if err := ensureFirmantes(tx.DB(), persona, end); err != nil {
			return err
		}
		_, err = tx.Append(borradorRegistro(tx, autor, TipoCeseDireccion,
			diario.Dato{Nombre: "persona", Valor: persona}, datoInstante("hasta", end)))
		if err != nil {
			return err
		}
		if err := dueFrom(tx, autor, AsuntoDireccion, persona, Todos, domain.FechaDe(end), ""); err != nil {
			return err
		}
		return dropFirmas(tx, persona)
	})
	return err
}

// Director is somebody of the direction at an instant.
type Director struct {
	Persona         Persona
	Calidad         Calidad
	Establecimiento string
	Desde           time.Time
	Acuerdo         domain.Fecha
}

// Direccion lists who may act as director of an establecimiento at an instant.
func (c *Casa) Direccion(ctx context.Context, establecimiento string, instante time.Time) ([]Director, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	var rows []filaDireccion
	if err := inForce(db, establecimiento, instante).Order("posicion").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list who directs: %w", err)
	}
	var ds []Director
	for _, r := range rows {
		p, err := c.Persona(ctx, r.Persona)
		if err != nil {
			return nil, err
		}
		if p.Baja.IsZero() || p.Baja.After(instante) {
			ds = append(ds, Director{p, Calidad(r.Calidad), r.Establecimiento, fromMicros(r.Desde), domain.Fecha(r.Acuerdo)})
		}
	}
	return ds, nil
}

// inForce selects the appointments for an establecimiento in force at an instant and on
// record by then: one recorded later does not reach back.
func inForce(db *gorm.DB, establecimiento string, t time.Time) *gorm.DB {
	now := micros(t)
	return db.Where("establecimiento IN (?, ?) AND desde <= ? AND anotada <= ? AND (hasta = 0 OR hasta > ?)",
		establecimiento, Todos, now, now, now)
}

// ActsAsDirector reports whether a person acted as director of an establecimiento at an
// instant: the director and those of the substitution regime in force then (arts. 8.3.j,
// 14.3; criterio FIR-3), still in the house and in a cargo of the direction.
func (c *Casa) ActsAsDirector(ctx context.Context, persona, establecimiento string, instante time.Time) (bool, error) {
	return actsAsDirector(c.Escritor.Lectura().WithContext(ctx), persona, establecimiento, instante)
}

func actsAsDirector(db *gorm.DB, persona, establecimiento string, t time.Time) (bool, error) {
	_, ok, err := findOne[filaDireccion](inForce(db, establecimiento, t).Where("persona = ?", persona))
	if err != nil || !ok {
		return false, err
	}
	held, err := cargoAt(db, persona, t)
	return domain.Cargo(held.Cargo).Direccion(), err
}

// inDireccion reports whether a person has any appointment that has not ended for good.
func inDireccion(db *gorm.DB, persona string) (bool, error) {
	_, ok, err := findOne[filaDireccion](db.Where("persona = ? AND hasta = 0", persona))
	return ok, err
}
