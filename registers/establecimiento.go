package registers

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about establecimientos.
var (
	// ErrEstablecimiento: the entidad has none with that id.
	ErrEstablecimiento = errors.New("no existe ese establecimiento")
	// ErrEstablecimientoRepetido: there is one with that id already.
	ErrEstablecimientoRepetido = errors.New("ya existe un establecimiento con ese identificador")
	// ErrDatos: the facts given have not the shape expected.
	ErrDatos = errors.New("datos no válidos")
)

// TipoEstablecimiento is the kind of asiento that records a house of the entidad.
const TipoEstablecimiento = "Establecimiento"

var formaEstablecimiento = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

type filaEstablecimiento struct {
	Establecimiento string
	Nombre          string
	Apendice        int64 // 1 or 0
	Posicion        int64
}

func (filaEstablecimiento) TableName() string { return "establecimientos" }

func (f filaEstablecimiento) establecimiento() domain.Establecimiento {
	return domain.Establecimiento{ID: f.Establecimiento, Nombre: f.Nombre, Apendice: f.Apendice == 1}
}

var tablasEstablecimiento = []escritor.Tabla{{Nombre: "establecimientos", Clave: []string{"establecimiento"}}}

var proyectoresEstablecimiento = map[string]escritor.Proyector{
	TipoEstablecimiento: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaEstablecimiento{Establecimiento: d.texto("establecimiento"), Nombre: d.texto("nombre"),
			Posicion: a.Posicion}
		if d.si("apendice") {
			f.Apendice = 1
		}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}

// CreateEstablecimiento records a house of the entidad (criterio EST-1). The first one is
// the main casino. It returns ErrDatos or ErrEstablecimientoRepetido.
func (c *Casa) CreateEstablecimiento(ctx context.Context, autor Autor, hecho time.Time, e domain.Establecimiento) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		return createEstablecimiento(tx, autor, hecho, e)
	})
	return err
}

func createEstablecimiento(tx *escritor.Tx, autor Autor, hecho time.Time, e domain.Establecimiento) error {
	if !formaEstablecimiento.MatchString(e.ID) || e.Nombre == "" {
		return fmt.Errorf("%w: identificador %q, nombre %q", ErrDatos, e.ID, e.Nombre)
	}
	switch _, err := findEstablecimiento(tx.DB(), e.ID); {
	case err == nil:
		return ErrEstablecimientoRepetido
	case !errors.Is(err, ErrEstablecimiento):
		return err
	}
	_, err := tx.Append(diario.Borrador{
		Establecimiento: diario.Entidad,
		Libro:           LibroRegistro,
		Hecho:           hecho,
		Autor:           autor.Persona,
		Cargo:           autor.Cargo,
		Clase:           diario.ClasePermanente,
		Tipo:            TipoEstablecimiento,
		Datos: []diario.Dato{
			{Nombre: "establecimiento", Valor: e.ID},
			{Nombre: "nombre", Valor: e.Nombre},
			datoSi("apendice", e.Apendice),
		},
	})
	return err
}

func findEstablecimiento(db *gorm.DB, id string) (domain.Establecimiento, error) {
	f, ok, err := findOne[filaEstablecimiento](db.Where("establecimiento = ?", id))
	if err != nil {
		return domain.Establecimiento{}, fmt.Errorf("read establecimiento %s: %w", id, err)
	}
	if !ok {
		return domain.Establecimiento{}, ErrEstablecimiento
	}
	return f.establecimiento(), nil
}

// Establecimiento returns the house with that id, or ErrEstablecimiento.
func (c *Casa) Establecimiento(ctx context.Context, id string) (domain.Establecimiento, error) {
	return findEstablecimiento(c.Escritor.Lectura().WithContext(ctx), id)
}

// Establecimientos lists the houses of the entidad, the main casino first.
func (c *Casa) Establecimientos(ctx context.Context) ([]domain.Establecimiento, error) {
	var filas []filaEstablecimiento
	if err := c.Escritor.Lectura().WithContext(ctx).Order("posicion").Find(&filas).Error; err != nil {
		return nil, err
	}
	es := make([]domain.Establecimiento, 0, len(filas))
	for _, f := range filas {
		es = append(es, f.establecimiento())
	}
	return es, nil
}
