package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/ruleta"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the numbers of a wheel.
var (
	// ErrSinNumeros: a batch without numbers, or with more than one may have.
	ErrSinNumeros = errors.New("el lote no trae números, o trae demasiados")
	// ErrSinCilindro: the table is no roulette.
	ErrSinCilindro = errors.New("esa mesa no tiene cilindro")
)

// TipoNumerosCilindro is the kind of asiento of a batch of numbers of a wheel.
const TipoNumerosCilindro = "NumerosCilindro"

// LibroCilindros is the book of the numbers of the wheels of an establecimiento.
const LibroCilindros = "cilindros"

// maxLote is the most numbers of a batch: what a leaf may hold with ease.
const maxLote = 5_000

// LoteCilindro is a batch of numbers of a wheel.
type LoteCilindro struct {
	Numero    int64 // of its asiento in the book
	Mesa      int
	Cuantos   int
	Anotacion time.Time
}

type filaNumerosCilindro struct {
	Establecimiento string
	Mesa            int64
	Lote            int64
	Jornada         string
	Cuantos         int64
	Numeros         string
	Fuente          string
	Anotacion       int64
	Posicion        int64
}

func (filaNumerosCilindro) TableName() string { return "numeros_cilindro" }

var tablasCilindro = []escritor.Tabla{{Nombre: "numeros_cilindro", Clave: []string{"establecimiento", "lote"}}}

var proyectoresCilindro = map[string]escritor.Proyector{TipoNumerosCilindro: projectNumerosCilindro}

func projectNumerosCilindro(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaNumerosCilindro{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Lote: a.Numero, Jornada: string(a.Jornada),
		Cuantos: d.entero("cuantos"), Numeros: d.texto("numeros"), Fuente: d.texto("fuente"), Anotacion: micros(a.Anotacion), Posicion: a.Posicion}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

// RecordNumeros records a batch of numbers that the sensor of a roulette gave; fuente says
// which. They serve the maintenance of its wheel and settle nothing. It returns ErrMesa,
// ErrSinCilindro or ErrSinNumeros.
func (c *Casa) RecordNumeros(ctx context.Context, autor Autor, establecimiento string, mesa int, fuente string, numeros []ruleta.Numero) (LoteCilindro, error) {
	var lote LoteCilindro
	if len(numeros) == 0 || len(numeros) > maxLote {
		return lote, fmt.Errorf("%w: %d", ErrSinNumeros, len(numeros))
	}
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		m, err := findMesa(tx.DB(), establecimiento, mesa)
		if err != nil {
			return err
		}
		if !m.Juego.Ruleta() {
			return norma.Breach(art("129.1"), ErrSinCilindro)
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroCilindros, Tipo: TipoNumerosCilindro, Hecho: tx.Ahora(),
			Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{datoEntero("mesa", mesa), datoEntero("cuantos", len(numeros)), {Nombre: "fuente", Valor: fuente},
				{Nombre: "numeros", Valor: ruleta.FormatNumeros(numeros)}}}
		j, has, err := LastJornada(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if has {
			b.Jornada = j.Fecha
		}
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		lote = LoteCilindro{a.Numero, mesa, len(numeros), a.Anotacion}
		return err
	})
	return lote, err
}

// Cilindro is what the numbers of a wheel say since a jornada; "" since ever.
type Cilindro struct {
	Mesa        Mesa
	Desde       domain.Fecha
	Lotes       int
	Ultimo      time.Time // annotation of the last batch; zero: none
	Estadistica ruleta.Estadistica
}

// Cilindro counts the numbers of the wheel of a table. It returns ErrMesa or
// ErrSinCilindro.
func (c *Casa) Cilindro(ctx context.Context, establecimiento string, mesa int, desde domain.Fecha) (Cilindro, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	m, err := findMesa(db, establecimiento, mesa)
	if err != nil {
		return Cilindro{}, err
	}
	if !m.Juego.Ruleta() {
		return Cilindro{}, norma.Breach(art("129.1"), ErrSinCilindro)
	}
	var filas []filaNumerosCilindro
	err = db.Where("establecimiento = ? AND mesa = ? AND jornada >= ?", establecimiento, mesa, string(desde)).Order("lote").Find(&filas).Error
	if err != nil {
		return Cilindro{}, fmt.Errorf("read the numbers of table %d of %s: %w", mesa, establecimiento, err)
	}
	var all []ruleta.Numero
	out := Cilindro{Mesa: m, Desde: desde, Lotes: len(filas)}
	for _, f := range filas {
		ns, err := ruleta.ParseNumeros(f.Numeros)
		if err != nil {
			return Cilindro{}, fmt.Errorf("batch %d of %s: %w", f.Lote, establecimiento, err)
		}
		all = append(all, ns...)
		out.Ultimo = fromMicros(f.Anotacion)
	}
	out.Estadistica = ruleta.NewEstadistica(all)
	return out, nil
}

// LoteCilindro returns a batch by its number in the book, or ErrSinNumeros.
func (c *Casa) LoteCilindro(ctx context.Context, establecimiento string, numero int64) (LoteCilindro, error) {
	f, ok, err := findOne[filaNumerosCilindro](c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND lote = ?", establecimiento, numero))
	if err == nil && !ok {
		err = ErrSinNumeros
	}
	return LoteCilindro{f.Lote, int(f.Mesa), int(f.Cuantos), fromMicros(f.Anotacion)}, err
}
