package registers

import (
	"context"
	"fmt"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoLibroPapel is the kind of the asiento with which a bound book is taken into use.
const TipoLibroPapel = "LibroPapel"

// LibroPapel is a bound book: the official one while no resolution puts the product in its
// place (arts. 39.2, 39.3, criterio LIB-1).
type LibroPapel struct {
	Tomo       int // first, second ... of that book
	Folios     int
	Diligencia domain.Fecha // of the authority's note that opens it
}

type filaLibroPapel struct {
	Establecimiento string
	Libro           string
	Tomo            int64
	Folios          int64
	Diligencia      string
	Posicion        int64
}

func (filaLibroPapel) TableName() string { return "libros_papel" }

var tablasLibroPapel = []escritor.Tabla{{Nombre: "libros_papel", Clave: []string{"establecimiento", "libro", "tomo"}}}

var proyectoresLibroPapel = map[string]escritor.Proyector{
	TipoLibroPapel: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaLibroPapel{Establecimiento: a.Establecimiento, Libro: d.texto("libro"), Tomo: d.entero("tomo"),
			Folios: d.entero("folios"), Diligencia: d.texto("diligencia"), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}

// AddLibroPapel takes the next bound book of one of the books into use (art. 39.2). It
// returns ErrLibro, or a breach when it has no folios or no diligencia.
func (c *Casa) AddLibroPapel(ctx context.Context, autor Autor, hora Hora, establecimiento, libro string, folios int, diligencia domain.Fecha) (LibroPapel, error) {
	var p LibroPapel
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		if _, err := mesaOf(db, establecimiento, libro); err != nil {
			return err
		}
		if err := libros.CheckDiligencia(folios, diligencia, domain.FechaDe(hora.Hecho)); err != nil {
			return err
		}
		var last int
		err := db.Model(&filaLibroPapel{}).Where("establecimiento = ? AND libro = ?", establecimiento, libro).
			Select("COALESCE(MAX(tomo), 0)").Scan(&last).Error
		if err != nil {
			return fmt.Errorf("read the last bound book: %w", err)
		}
		p = LibroPapel{last + 1, folios, diligencia}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoLibroPapel, Datos: []diario.Dato{
			{Nombre: "libro", Valor: libro}, datoEntero("tomo", p.Tomo), datoEntero("folios", folios),
			{Nombre: "diligencia", Valor: string(diligencia)}}}
		hora.stamp(&b, autor)
		_, err = tx.Append(b)
		tx.Recurso(201, fmt.Sprint(p.Tomo))
		return err
	})
	return p, err
}

// LibrosPapel lists the bound books of one of the books of an establecimiento, the first
// one first. It returns ErrLibro.
func (c *Casa) LibrosPapel(ctx context.Context, establecimiento, libro string) ([]LibroPapel, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := mesaOf(db, establecimiento, libro); err != nil {
		return nil, err
	}
	var filas []filaLibroPapel
	if err := db.Where("establecimiento = ? AND libro = ?", establecimiento, libro).Order("tomo").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the bound books of %s: %w", libro, err)
	}
	out := make([]LibroPapel, 0, len(filas))
	for _, f := range filas {
		out = append(out, LibroPapel{int(f.Tomo), int(f.Folios), domain.Fecha(f.Diligencia)})
	}
	return out, nil
}
