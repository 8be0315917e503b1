package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
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

// What is communicated. The first three fall due from an appointment (art. 13.2).
const (
	AsuntoDirector             AsuntoComunicacion = "nombramiento_director"
	AsuntoDireccion            AsuntoComunicacion = "cambio_direccion"
	AsuntoSustituto            AsuntoComunicacion = "cambio_sustituciones"
	AsuntoModificacion         AsuntoComunicacion = "modificacion"
	AsuntoModificacionApendice AsuntoComunicacion = "modificacion_apendice"
	AsuntoEscuela              AsuntoComunicacion = "escuela_crupieres"

	valorPresentacion = "registro" // its entry number at the authority
	valorDetalle      = "detalle"  // what is communicated, in words
)

// asunto is a row of what is communicated: its term in days from the fact, 0 when it must
// come before it.
type asunto struct {
	texto    string
	dias     int
	articulo norma.Articulo
}

var asuntos = map[AsuntoComunicacion]asunto{
	AsuntoDirector:             {"nombramiento de director", 30, art("13.2")},
	AsuntoDireccion:            {"cambio en el personal de dirección", 5, art("13.2")},
	AsuntoSustituto:            {"cambio en las sustituciones", 5, art("13.2")},
	AsuntoModificacion:         {"modificación que no precisa autorización", 5, art("11.2")},
	AsuntoModificacionApendice: {"modificación de la sala apéndice", 5, art("159.4")},
	AsuntoEscuela:              {"escuela de crupieres y sus condiciones", 0, art("1.6")},
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

// Articulo is the provision that asks for it.
func (c Comunicacion) Articulo() norma.Articulo { return asuntos[c.Asunto].articulo }

// dueFrom puts on record that something is to be communicated, with both readings of its
// term: thirty days for a director, five for a change, from the agreement or the fact
// (arts. 11.2, 13.2, 159.4), and a school of croupiers before it opens (art. 1.6).
func dueFrom(tx *escritor.Tx, autor Autor, asunto AsuntoComunicacion, persona, establecimiento string, desde domain.Fecha, detalle string) error {
	v := plazos.Vencimiento{Natural: desde, Habil: desde}
	if n := asuntos[asunto].dias; n > 0 {
		v = plazos.Madrid.AddDays(desde, n)
	}
	b := borradorRegistro(tx, autor, TipoComunicacion,
		diario.Dato{Nombre: "asunto", Valor: string(asunto)},
		diario.Dato{Nombre: "persona", Valor: persona},
		diario.Dato{Nombre: "establecimiento", Valor: establecimiento},
		diario.Dato{Nombre: "desde", Valor: string(desde)},
		diario.Dato{Nombre: "vence_natural", Valor: string(v.Natural)},
		diario.Dato{Nombre: "vence_habil", Valor: string(v.Habil)})
	if detalle != "" {
		b.Clase, b.Personal = diario.ClaseLibros, []diario.ValorPersonal{{Nombre: valorDetalle, Valor: detalle}}
	}
	_, err := tx.Append(b)
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

// Comunicaciones lists those of an establecimiento and of the entidad: those not filed yet, then the
// rest, the latest first.
func (c *Casa) Comunicaciones(ctx context.Context, establecimiento string) ([]Comunicacion, error) {
	return comunicacionesOf(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento IN (?, ?)", establecimiento, Todos))
}

func (f filaComunicacion) comunicacion() Comunicacion {
	return Comunicacion{f.Posicion, AsuntoComunicacion(f.Asunto), f.Persona, f.Establecimiento, domain.Fecha(f.Desde),
		plazos.Vencimiento{Natural: domain.Fecha(f.VenceNatural), Habil: domain.Fecha(f.VenceHabil)}, fromMicros(f.Presentada)}
}

func comunicacionesOf(q *gorm.DB) ([]Comunicacion, error) {
	var rows []filaComunicacion
	if err := q.Order("CASE WHEN presentada = 0 THEN 0 ELSE 1 END, posicion DESC").Limit(200).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the communications: %w", err)
	}
	out := make([]Comunicacion, 0, len(rows))
	for _, f := range rows {
		out = append(out, f.comunicacion())
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
