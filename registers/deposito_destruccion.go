package registers

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrActaDestruccion: no destruction was signed on that folio.
var ErrActaDestruccion = errors.New("no consta ninguna destrucción en ese folio")

// RecuentoUnidad is a unit to destroy with the cards counted before.
type RecuentoUnidad struct {
	RefUnidad
	Cartas int
}

// DestruccionFacts are what is to be destroyed, counted by the inspector, and who opened the
// cupboard for it.
type DestruccionFacts struct {
	Unidades []RecuentoUnidad
	Presentes
}

// ProposeDestruccion proposes the destruction of discarded boxes or dice before the official,
// who checked first that they were whole and signs the count; who directs signs too (arts.
// 46.6, 149.2.f). Signed, the book holds it. Refused: no official identified, one that is not
// discarded, a box with other than all its cards.
func (c *Casa) ProposeDestruccion(ctx context.Context, autor Autor, hora Hora, establecimiento string, f DestruccionFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		d, err := findDeposito(db, establecimiento)
		if err != nil {
			return err
		}
		if strings.TrimSpace(f.Funcionario) == "" {
			return norma.Breach(f.articulo(), deposito.ErrFuncionario)
		}
		datos, personal, err := d.presentes(db, hora, f.Presentes, false)
		if err != nil {
			return err
		}
		lines, desde, err := f.check(db, establecimiento)
		if err != nil {
			return err
		}
		if err := expirePending(tx, establecimiento, LibroDeposito); err != nil {
			return err
		}
		if err := checkHoraDeposito(tx, hora, establecimiento, desde); err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoDestruccion, libros.PresenteFirma, hora)
		if err != nil {
			return err
		}
		for k, x := range lines {
			datos = append(datos, x.datos(k+1)...)
		}
		b := ActoBorrador{Establecimiento: establecimiento, Libro: LibroDeposito, NuevoFolio: true, Tipo: TipoDestruccion, Plazas: plazas, Datos: datos, Personal: personal}
		hora.stampActo(&b, autor)
		a, err := c.proposeTx(tx, b)
		tx.Recurso(201, a.ID)
		p = Propuesta{Acto: a}
		return err
	})
	return p, err
}

// articulo is the provision that asks for the official: art. 46.6, or 149.2.f for dice.
func (f DestruccionFacts) articulo() norma.Articulo {
	if len(f.Unidades) > 0 && f.Unidades[0].Clase == deposito.Dado {
		return art("149.2.f")
	}
	return art("46.6")
}

// check judges each unit, and returns where the destruction leaves them.
func (f DestruccionFacts) check(db *gorm.DB, establecimiento string) ([]lineaUnidad, time.Time, error) {
	var desde time.Time
	if len(f.Unidades) == 0 || len(f.Unidades) > maxUnidades {
		return nil, desde, norma.Breach(f.articulo(), ErrSinUnidades)
	}
	lines := make([]lineaUnidad, 0, len(f.Unidades))
	seen := map[string]bool{}
	for _, r := range f.Unidades {
		u, err := findUnidad(db, establecimiento, r.RefUnidad)
		if err != nil {
			return nil, desde, err
		}
		if id := string(u.Clase) + " " + u.ClaveUnidad(); seen[id] {
			return nil, desde, norma.Errorf(f.articulo(), "%w: %s", ErrUnidadRepetida, u)
		} else {
			seen[id] = true
		}
		x, err := u.moved(db, deposito.Destruccion, 0)
		if err != nil {
			return nil, desde, err
		}
		if err := u.CheckRecuento(r.Cartas); err != nil {
			return nil, desde, err
		}
		desde = later(desde, u.Ultimo)
		x.Mesa = 0
		lines = append(lines, x.linea(r.Cartas))
	}
	return lines, desde, nil
}

func init() {
	// Between the proposal and the last signature another act may have moved what was to be destroyed.
	validaciones[TipoDestruccion] = func(tx *escritor.Tx, a *Acto) error {
		lines, err := lineasDe(&a.propuesta)
		if err != nil {
			return err
		}
		for _, x := range lines {
			u, err := findUnidad(tx.DB(), a.Establecimiento, RefUnidad{x.Clase, x.Fabricante, x.Numero})
			if err != nil {
				return err
			}
			if _, err := u.Next(deposito.Destruccion); err != nil {
				return err
			}
		}
		return nil
	}
}

// LineaDestruccion is a unit destroyed, with the cards counted before.
type LineaDestruccion struct {
	deposito.Unidad
	Cartas int
}

// Destruccion is an acta of destruction, signed. Instants UTC.
type Destruccion struct {
	EntradaFolio
	Establecimiento string
	Folio           int64
	Llave, Empleado string // names of who opened the cupboard
	Funcionario     string // professional number, while the vault holds it
	Unidades        []LineaDestruccion
	Resolucion      string
	Checkpoint      []byte
}

// Destruccion returns the acta of a destruction by its folio, read from its leaf, or
// ErrActaDestruccion.
func (c *Casa) Destruccion(ctx context.Context, establecimiento string, folio int64) (Destruccion, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo = ?", establecimiento, LibroDeposito, folio, TipoDestruccion))
	if err != nil || len(hojas) == 0 {
		return Destruccion{}, errors.Join(ErrActaDestruccion, err)
	}
	a := &hojas[0]
	r := folioReader{db: db, hojas: hojas, names: map[string]string{}}
	e, valores, err := r.entrada(a)
	if err != nil {
		return Destruccion{}, err
	}
	x := Destruccion{EntradaFolio: e, Establecimiento: establecimiento, Folio: folio, Funcionario: valores[valorFuncionario]}
	if x.Llave, err = r.nombre(a.Dato("llave"), a.Posicion); err != nil {
		return x, err
	}
	if x.Empleado, err = r.nombre(a.Dato("empleado"), a.Posicion); err != nil {
		return x, err
	}
	lines, err := lineasDe(a)
	if err != nil {
		return x, err
	}
	for _, l := range lines {
		u, err := findUnidad(db, establecimiento, RefUnidad{l.Clase, l.Fabricante, l.Numero})
		if err != nil {
			return x, err
		}
		x.Unidades = append(x.Unidades, LineaDestruccion{u.Unidad, l.Cartas})
	}
	d, err := findDeposito(db, establecimiento)
	if err != nil {
		return x, err
	}
	x.Resolucion = d.Resolucion
	x.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, a.Posicion)
	return x, err
}

// LineaLibroDeposito is an entry of the book of the depósito: one folio. Instants UTC.
type LineaLibroDeposito struct {
	Folio, Asiento  int64
	Tipo            string
	Jornada         domain.Fecha
	Hecho           time.Time
	Anotacion       time.Time
	Llave, Empleado string // names; "" when the cupboard was not opened
	Unidades        []UnidadMovida
	Cartas          []int // of each unit; -1 nobody counted
	Incidencia      int64 // number of the withdrawal that the entry is; 0 none
	Datos           []diario.Dato
	Posicion        int64
}

// Dato is the named fact of the entry, "" when absent.
func (x LineaLibroDeposito) Dato(nombre string) string {
	for _, d := range x.Datos {
		if d.Nombre == nombre {
			return d.Valor
		}
	}
	return ""
}

// maxEntradasLibro bounds the entries that one answer carries.
const maxEntradasLibro = 2_000

// LibroDeposito lists the entries of the book by their folio, whose hour falls in [desde,
// hasta); zero instants do not bound. It returns ErrDeposito.
func (c *Casa) LibroDeposito(ctx context.Context, establecimiento string, desde, hasta time.Time) ([]LineaLibroDeposito, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findDeposito(db, establecimiento); err != nil {
		return nil, err
	}
	q := db.Where("establecimiento = ? AND libro = ?", establecimiento, LibroDeposito)
	if !desde.IsZero() {
		q = q.Where("hecho >= ?", micros(desde))
	}
	if !hasta.IsZero() {
		q = q.Where("hecho < ?", micros(hasta))
	}
	return lineasLibroDeposito(db, q.Order("numero DESC").Limit(maxEntradasLibro))
}

// ErrFolioDeposito: the book of the depósito has no such folio.
var ErrFolioDeposito = errors.New("el libro del depósito no tiene ese folio")

// EntradaDeposito returns one entry of the book by its folio, or ErrFolioDeposito.
func (c *Casa) EntradaDeposito(ctx context.Context, establecimiento string, folio int64) (LineaLibroDeposito, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	ls, err := lineasLibroDeposito(db, db.Where("establecimiento = ? AND libro = ? AND folio = ?", establecimiento, LibroDeposito, folio))
	if err != nil || len(ls) == 0 {
		return LineaLibroDeposito{}, errors.Join(ErrFolioDeposito, err)
	}
	return ls[0], nil
}

// lineasLibroDeposito reads the entries that q selects, in the order of the book.
func lineasLibroDeposito(db, q *gorm.DB) ([]LineaLibroDeposito, error) {
	hojas, err := readHojas(q)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hojas, func(x, y diario.Asiento) int { return cmp.Compare(x.Numero, y.Numero) })
	r := folioReader{db: db, names: map[string]string{}}
	var out []LineaLibroDeposito
	for k := range hojas {
		a := &hojas[k]
		x := LineaLibroDeposito{Folio: a.Folio, Asiento: a.Numero, Tipo: a.Tipo, Jornada: a.Jornada, Hecho: a.Hecho, Anotacion: a.Anotacion, Datos: a.Datos, Posicion: a.Posicion}
		if a.Serie == SerieIncidenciasNaipes {
			x.Incidencia = a.NumeroSerie
		}
		for _, p := range []struct {
			dst  *string
			dato string
		}{{&x.Llave, "llave"}, {&x.Empleado, "empleado"}} {
			if id := a.Dato(p.dato); id != "" {
				if *p.dst, err = r.nombre(id, a.Posicion); err != nil {
					return nil, err
				}
			}
		}
		lines, err := lineasDe(a)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			x.Unidades = append(x.Unidades, UnidadMovida{deposito.Unidad{Clase: l.Clase, Fabricante: l.Fabricante, Numero: l.Numero, Estado: l.Estado, Integro: l.Integro, Mesa: l.Mesa}, l.Movimiento})
			x.Cartas = append(x.Cartas, l.Cartas)
		}
		out = append(out, x)
	}
	return out, nil
}
