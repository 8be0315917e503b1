package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain/deposito"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Proveedor is a manufacturer or a distributor on the Registro General del Juego (art. 43.2).
type Proveedor struct{ Inscripcion, Nombre, Calidad string }

// Calidades are what a Proveedor may be.
var Calidades = []string{"fabricante", "distribuidor"}

// AddProveedor records who sells cards, with the number of its inscription (art. 43.2). It
// returns ErrDatos, ErrProveedorRepetido or that breach.
func (c *Casa) AddProveedor(ctx context.Context, autor Autor, hora Hora, establecimiento string, p Proveedor) (Proveedor, error) {
	p.Inscripcion, p.Nombre = deposito.Clave(p.Inscripcion), strings.TrimSpace(p.Nombre)
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if err := deposito.CheckProveedor(p.Inscripcion); err != nil {
			return err
		}
		if p.Nombre == "" || !slices.Contains(Calidades, p.Calidad) {
			return fmt.Errorf("%w: nombre y calidad (fabricante o distribuidor) del proveedor", ErrDatos)
		}
		if _, ok, err := findOne[filaProveedor](proveedorDe(tx.DB(), establecimiento, p.Inscripcion)); err != nil || ok {
			return errors.Join(err, ErrProveedorRepetido)
		}
		_, err := appendDeposito(tx, autor, hora, establecimiento, time.Time{}, diario.Borrador{Libro: LibroRegistro, Tipo: TipoProveedor, Datos: []diario.Dato{
			{Nombre: "inscripcion", Valor: p.Inscripcion}, {Nombre: "nombre", Valor: p.Nombre}, {Nombre: "calidad", Valor: p.Calidad}}})
		tx.Recurso(201, p.Inscripcion)
		return err
	})
	return p, err
}

func proveedorDe(db *gorm.DB, establecimiento, inscripcion string) *gorm.DB {
	return db.Where("establecimiento = ? AND inscripcion = ?", establecimiento, deposito.Clave(inscripcion))
}

// Proveedores lists them by name.
func (c *Casa) Proveedores(ctx context.Context, establecimiento string) ([]Proveedor, error) {
	var filas []filaProveedor
	err := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("nombre").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the suppliers of %s: %w", establecimiento, err)
	}
	out := make([]Proveedor, 0, len(filas))
	for _, f := range filas {
		out = append(out, Proveedor{f.Inscripcion, f.Nombre, f.Calidad})
	}
	return out, nil
}

// ModeloBaraja is a model of pack of casino cards (art. 44.5); Indices says whether they
// carry indices (art. 44.6).
type ModeloBaraja struct {
	Fabricante, Marca, Referencia string
	Indices                       bool
}

// AddModeloBaraja records a model of pack (art. 44.5). Recorded again, with the same facts or
// others, it is ErrUnidadRepetida.
func (c *Casa) AddModeloBaraja(ctx context.Context, autor Autor, hora Hora, establecimiento string, m ModeloBaraja) (ModeloBaraja, error) {
	m.Fabricante, m.Referencia, m.Marca = deposito.Clave(m.Fabricante), deposito.Clave(m.Referencia), strings.TrimSpace(m.Marca)
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if err := deposito.CheckModelo(m.Fabricante, m.Marca, m.Referencia); err != nil {
			return err
		}
		_, err := findModelo(tx.DB(), establecimiento, m.Fabricante, m.Referencia)
		if !errors.Is(err, ErrModeloBaraja) {
			return errors.Join(err, norma.Breach(art("44.5"), ErrUnidadRepetida))
		}
		_, err = appendDeposito(tx, autor, hora, establecimiento, time.Time{}, diario.Borrador{Libro: LibroRegistro, Tipo: TipoModeloBaraja, Datos: []diario.Dato{
			{Nombre: "fabricante", Valor: m.Fabricante}, {Nombre: "referencia", Valor: m.Referencia}, {Nombre: "marca", Valor: m.Marca}, datoSi("indices", m.Indices)}})
		tx.Recurso(201, m.Referencia)
		return err
	})
	return m, err
}

func findModelo(db *gorm.DB, establecimiento, fabricante, referencia string) (ModeloBaraja, error) {
	f, ok, err := findOne[filaModeloBaraja](db.Where("establecimiento = ? AND fabricante = ? AND referencia = ?",
		establecimiento, deposito.Clave(fabricante), deposito.Clave(referencia)))
	if err == nil && !ok {
		err = ErrModeloBaraja
	}
	return ModeloBaraja{f.Fabricante, f.Marca, f.Referencia, f.Indices == 1}, err
}

// ModelosBaraja lists the models of pack.
func (c *Casa) ModelosBaraja(ctx context.Context, establecimiento string) ([]ModeloBaraja, error) {
	var filas []filaModeloBaraja
	err := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("fabricante, referencia").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the models of pack of %s: %w", establecimiento, err)
	}
	out := make([]ModeloBaraja, 0, len(filas))
	for _, f := range filas {
		out = append(out, ModeloBaraja{f.Fabricante, f.Marca, f.Referencia, f.Indices == 1})
	}
	return out, nil
}

// RecepcionFacts are units of one class that come together. Numeros are those of the
// manufacturer. Modelo, Mazos, Proveedor and Revision are of boxes of cards; Arista (tenths of
// a millimetre), Color, Siglas and Transparente of dice; Homologacion and Automatico of sabots.
type RecepcionFacts struct {
	Clase        deposito.Clase
	Fabricante   string
	Numeros      []string
	Proveedor    string // its inscription
	Modelo       string // reference of the model of pack
	Mazos        int    // six when 0
	Revision     deposito.Revision
	Reserva      bool // to the reserve store, sealed (art. 46.4)
	Arista       int
	Color        string
	Siglas       string
	Transparente bool
	Homologacion string
	Automatico   bool
	Presentes
}

// RecepcionDeposito is what a reception left on record.
type RecepcionDeposito struct {
	Folio            int64
	Unidades         []deposito.Unidad
	Disconformidades []deposito.Disconformidad
}

// Receive enters units in the book when they come, with the number of their manufacturer
// (arts. 45.3, 46.2): they go into the cupboard, opened by two (art. 46.3), or sealed boxes
// into the reserve store (art. 46.4). What is wrong with the lot is noted. Refused: a supplier
// not inscribed (art. 43.2), a model unknown (art. 44.5), a box without its packs (art. 46.1,
// criterio NAI-1), a die that is not as art. 149.2 says, a number entered before.
func (c *Casa) Receive(ctx context.Context, autor Autor, hora Hora, establecimiento string, f RecepcionFacts) (RecepcionDeposito, error) {
	var r RecepcionDeposito
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		d, err := findDeposito(db, establecimiento)
		if err != nil {
			return err
		}
		datos, err := f.check(db, establecimiento)
		if err != nil {
			return err
		}
		r.Unidades, err = f.unidades(db, establecimiento)
		if err != nil {
			return err
		}
		var who []diario.Dato
		var personal []diario.ValorPersonal
		if f.Reserva {
			err = checkDirige(db, autor, establecimiento, hora, art("46.2"))
		} else {
			who, personal, err = d.presentes(db, hora, f.Presentes, false)
		}
		if err != nil {
			return err
		}
		r.Disconformidades = f.disconformidades()
		for _, x := range r.Disconformidades {
			who = append(who, diario.Dato{Nombre: "disconformidad." + x.Articulo.Ref(), Valor: "si"})
		}
		for k, u := range r.Unidades {
			who = append(who, lineaUnidad{deposito.Recepcion, u.Clase, u.Fabricante, u.Numero, u.Estado, u.Integro, 0, -1}.datos(k+1)...)
		}
		a, err := appendDeposito(tx, autor, hora, establecimiento, d.Apertura, diario.Borrador{Tipo: TipoRecepcionDeposito, NuevoFolio: true,
			Datos: append(datos, who...), Personal: personal})
		r.Folio = a.Folio
		tx.Recurso(201, fmt.Sprint(a.Folio))
		return err
	})
	return r, err
}

// disconformidades are what the review of boxes of cards found wrong.
func (f *RecepcionFacts) disconformidades() []deposito.Disconformidad {
	if f.Clase != deposito.Naipes {
		return nil
	}
	return f.Revision.Disconformidades()
}

// check judges the lot and returns what the asiento says of it.
func (f *RecepcionFacts) check(db *gorm.DB, establecimiento string) ([]diario.Dato, error) {
	datos := []diario.Dato{{Nombre: "clase", Valor: string(f.Clase)}}
	switch f.Clase {
	case deposito.Naipes:
		more, err := f.checkNaipes(db, establecimiento)
		return append(datos, more...), err
	case deposito.Dado:
		if err := deposito.CheckDado(f.Arista, f.Color, f.Siglas, f.Transparente); err != nil {
			return nil, err
		}
		return append(datos, datoEntero("arista", f.Arista), diario.Dato{Nombre: "color", Valor: f.Color}, diario.Dato{Nombre: "siglas", Valor: f.Siglas}), nil
	case deposito.Sabot:
		if f.Reserva {
			return nil, norma.Breach(art("48.2"), deposito.ErrNoToca)
		}
		return append(datos, diario.Dato{Nombre: "homologacion", Valor: strings.TrimSpace(f.Homologacion)}, datoSi("automatico", f.Automatico)), nil
	}
	_, err := deposito.ParseClase(string(f.Clase))
	return nil, err
}

func (f *RecepcionFacts) checkNaipes(db *gorm.DB, establecimiento string) ([]diario.Dato, error) {
	if err := deposito.CheckProveedor(f.Proveedor); err != nil {
		return nil, err
	}
	p, ok, err := findOne[filaProveedor](proveedorDe(db, establecimiento, f.Proveedor))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, norma.Breach(art("43.2"), deposito.ErrProveedor)
	}
	if f.Mazos == 0 {
		f.Mazos = deposito.MazosMediaDocena
	}
	if err := deposito.CheckMazos(f.Mazos); err != nil {
		return nil, err
	}
	m, err := findModelo(db, establecimiento, f.Fabricante, f.Modelo)
	if err != nil {
		return nil, norma.Breach(art("44.5"), err)
	}
	return []diario.Dato{{Nombre: "proveedor", Valor: p.Inscripcion}, {Nombre: "modelo", Valor: m.Referencia}, {Nombre: "marca", Valor: m.Marca},
		datoEntero("mazos", f.Mazos), datoSi("indices", m.Indices)}, nil
}

// unidades are the units of the lot, each with a number not entered before.
func (f *RecepcionFacts) unidades(db *gorm.DB, establecimiento string) ([]deposito.Unidad, error) {
	if len(f.Numeros) == 0 || len(f.Numeros) > maxUnidades {
		return nil, norma.Breach(art("46.2"), ErrSinUnidades)
	}
	us := make([]deposito.Unidad, 0, len(f.Numeros))
	seen := map[string]bool{}
	for _, n := range f.Numeros {
		u, err := deposito.NewUnidad(f.Clase, f.Fabricante, n)
		if err != nil {
			return nil, err
		}
		_, err = findUnidad(db, establecimiento, RefUnidad{u.Clase, u.Fabricante, u.Numero})
		if err == nil || seen[u.Numero] {
			a := art("46.2")
			if u.Clase == deposito.Naipes {
				a = art("45.3")
			}
			return nil, norma.Errorf(a, "%w: %s", ErrUnidadRepetida, u.Numero)
		}
		if !errors.Is(err, ErrUnidad) {
			return nil, err
		}
		seen[u.Numero] = true
		u.Mazos, u.Integro, u.Estado = f.Mazos, f.Clase == deposito.Dado || f.Revision.Precinto, deposito.Disponible
		if f.Reserva {
			if u.Estado, err = u.Next(deposito.AlmacenIn); err != nil {
				return nil, err
			}
		}
		us = append(us, u)
	}
	return us, nil
}
