package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Kinds of asiento about what is communicated to the authority.
const (
	TipoComunicacion = "Comunicacion"
	TipoPresentacion = "PresentacionComunicacion"
)

// ErrComunicacion: there is no such communication pending.
var ErrComunicacion = errors.New("no hay ninguna comunicación pendiente con ese número")

// AsuntoComunicacion is what a communication is about.
type AsuntoComunicacion string

// The matters that fall due from an appointment (art. 13.2).
const (
	AsuntoDirector    AsuntoComunicacion = "nombramiento_director"
	AsuntoDireccion   AsuntoComunicacion = "cambio_direccion"
	AsuntoSustituto   AsuntoComunicacion = "cambio_sustituciones"
	diasDireccion                        = 5
	diasDirector                         = 30
	valorPresentacion                    = "registro" // its entry number at the authority
)

var asuntos = map[AsuntoComunicacion]struct {
	texto string
	dias  int
}{
	AsuntoDirector:  {"nombramiento de director", diasDirector},
	AsuntoDireccion: {"cambio en el personal de dirección", diasDireccion},
	AsuntoSustituto: {"cambio en las sustituciones", diasDireccion},
}

type filaComunicacion struct {
	Posicion        int64
	Asunto          string
	Persona         string
	Establecimiento string
	Desde           string
	VenceNatural    string
	VenceHabil      string
	Presentada      int64
}

func (filaComunicacion) TableName() string { return "comunicaciones" }

var tablasComunicacion = []escritor.Tabla{{Nombre: "comunicaciones", Clave: []string{"posicion"}}}

var proyectoresComunicacion = map[string]escritor.Proyector{
	TipoComunicacion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Insert(&filaComunicacion{Posicion: a.Posicion, Asunto: a.Dato("asunto"), Persona: a.Dato("persona"),
			Establecimiento: a.Dato("establecimiento"), Desde: a.Dato("desde"), VenceNatural: a.Dato("vence_natural"), VenceHabil: a.Dato("vence_habil")})
	},
	TipoPresentacion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("comunicacion")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE comunicaciones SET presentada = ? WHERE posicion = ? AND presentada = 0`, micros(a.Hecho), n)
	},
}

// Comunicacion is what must be communicated to the authority: both readings of its term are
// on record (art. 13.2, criterio PLA-1).
type Comunicacion struct {
	Numero          int64 // position of its asiento
	Asunto          AsuntoComunicacion
	Persona         string
	Establecimiento string       // Todos in every one
	Desde           domain.Fecha // day of the agreement
	Vence           plazos.Vencimiento
	Presentada      time.Time // zero while nobody noted its filing
}

// Texto says in words what it is about.
func (c Comunicacion) Texto() string { return asuntos[c.Asunto].texto }

// dueFrom puts on record that a change of the direction is to be communicated: thirty days
// for a director, five for anything else, from the agreement (art. 13.2).
func dueFrom(tx *escritor.Tx, autor Autor, asunto AsuntoComunicacion, persona, establecimiento string, desde domain.Fecha) error {
	v := plazos.Madrid.AddDays(desde, asuntos[asunto].dias)
	_, err := tx.Append(borradorRegistro(tx, autor, TipoComunicacion,
		diario.Dato{Nombre: "asunto", Valor: string(asunto)},
		diario.Dato{Nombre: "persona", Valor: persona},
		diario.Dato{Nombre: "establecimiento", Valor: establecimiento},
		diario.Dato{Nombre: "desde", Valor: string(desde)},
		diario.Dato{Nombre: "vence_natural", Valor: string(v.Natural)},
		diario.Dato{Nombre: "vence_habil", Valor: string(v.Habil)}))
	return err
}

// asuntoDe is what an appointment must be communicated as.
func asuntoDe(cargo domain.Cargo, calidad Calidad) AsuntoComunicacion {
	switch {
	case calidad == CalidadSustituto:
		return AsuntoSustituto
	case cargo == domain.Director:
		return AsuntoDirector
	}
	return AsuntoDireccion
}

// Comunicaciones lists those of an establecimiento and of the entidad, the latest first.
func (c *Casa) Comunicaciones(ctx context.Context, establecimiento string) ([]Comunicacion, error) {
	return comunicacionesOf(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento IN (?, ?)", establecimiento, Todos))
}

func comunicacionesOf(q *gorm.DB) ([]Comunicacion, error) {
	var rows []filaComunicacion
	if err := q.Order("posicion DESC").Limit(200).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the communications: %w", err)
	}
	out := make([]Comunicacion, 0, len(rows))
	for _, f := range rows {
		out = append(out, Comunicacion{f.Posicion, AsuntoComunicacion(f.Asunto), f.Persona, f.Establecimiento, domain.Fecha(f.Desde),
			plazos.Vencimiento{Natural: domain.Fecha(f.VenceNatural), Habil: domain.Fecha(f.VenceHabil)}, fromMicros(f.Presentada)})
	}
	return out, nil
}

// FileComunicacion notes that a communication was filed, with its entry number at the
// authority. It returns ErrComunicacion or ErrDatos.
func (c *Casa) FileComunicacion(ctx context.Context, autor Autor, numero int64, registro string) error {
	if strings.TrimSpace(registro) == "" {
		return fmt.Errorf("%w: falta el número de registro de la presentación", ErrDatos)
	}
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		_, ok, err := findOne[filaComunicacion](tx.DB().Where("posicion = ? AND presentada = 0", numero))
		if err != nil || !ok {
			return errors.Join(ErrComunicacion, err)
		}
		b := borradorRegistro(tx, autor, TipoPresentacion, datoEntero("comunicacion", numero))
		b.Clase, b.Personal = diario.ClaseLibros, []diario.ValorPersonal{{Nombre: valorPresentacion, Valor: registro}}
		_, err = tx.Append(b)
		return err
	})
	return err
}
