package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the notes that leave a table before its close (art. 31.5).
var (
	// ErrExtraccion: the table has no extraction of that number.
	ErrExtraccion = errors.New("no consta esa extracción de billetes en la mesa")
	// ErrCajaBilletes: the boxes do not fit what is on record.
	ErrCajaBilletes = errors.New("las cajas de billetes no casan con lo anotado")
	// ErrSinActa: notes were taken out and nobody signed their acta.
	ErrSinActa = errors.New("hay billetes extraídos sin acta firmada: el recuento final los necesita")
	// ErrConActa: the notes of that extraction are counted, or their acta waits to be signed.
	ErrConActa = errors.New("esa extracción ya tiene su acta, firmada o pendiente")
	// ErrSinCopia: the copy of the acta is not in its box.
	ErrSinCopia = errors.New("falta introducir en la caja la copia del acta")
	// ErrDependencia: the notes are counted in the caja or in another room.
	ErrDependencia = errors.New("los billetes se cuentan en la caja o en otra dependencia")
	// ErrDestino: the copy goes into the box that returns or into the one already there.
	ErrDestino = errors.New("la copia del acta va en la caja devuelta o en la de relevo")
)

// SerieExtracciones numbers the extractions of notes of an establecimiento.
const SerieExtracciones = "extracciones"

// Kinds of asiento of an extraction of notes, one for each moment (art. 31.5).
const (
	TipoRelevoCaja   = "RelevoCaja"   // the numbered box leaves the table and another takes its place
	TipoActaBilletes = "ActaBilletes" // the notes are counted and who directs signs
	TipoCopiaActa    = "CopiaActa"    // the copy of the acta is put into its box
)

// Where the notes are counted, and into which box the copy goes.
const (
	DependenciaCaja = "caja"
	DependenciaOtra = "otra_dependencia"
	DestinoDevuelta = "devuelta"
	DestinoRelevo   = "relevo"
)

// EstadoExtraccion says which of its three moments an extraction has reached.
type EstadoExtraccion string

// The moments of art. 31.5.
const (
	ExtraccionRelevada  EstadoExtraccion = "relevada"
	ExtraccionContada   EstadoExtraccion = "contada" // its acta is signed
	ExtraccionArchivada EstadoExtraccion = "archivada"
)

// Extraccion is an extraction of notes. Amounts in céntimos, instants UTC.
type Extraccion struct {
	Establecimiento string
	Numero          int64
	Mesa            int
	Folio           int64
	Jornada         domain.Fecha
	Caja            int // number of the box that left the table
	CajaRelevo      int // and of the one that took its place
	Autoriza        string
	Estado          EstadoExtraccion
	Importe         domain.Importe // once counted
	Relevo          time.Time
	Recuento        time.Time // zero until counted
	Copia           time.Time // zero until the copy is in its box
	Destino         string
	Acto            string // the acta: signed, or waiting
}

// RelevoFacts are the first moment: which boxes, and who authorised it. Autoriza may be
// empty when the author directs.
type RelevoFacts struct {
	Caja, CajaRelevo int
	Autoriza         string
}

// RelieveCaja takes the numbered box of notes of an open table away and leaves another in
// its place (art. 31.5): the table goes on with it. Who directs authorises it. Refused: a
// table not open, the same box twice, a box that is not the one at the table or one that is
// at another.
func (c *Casa) RelieveCaja(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f RelevoFacts) (Extraccion, error) {
	var e Extraccion
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := s.checkContrapartida(); err != nil {
			return err
		}
		if !s.abierta {
			return norma.Breach(art("31.5"), ErrMesaCerrada)
		}
		if f.Autoriza == "" {
			f.Autoriza = autor.Persona
		}
		if err := checkDirige(tx.DB(), Autor{Persona: f.Autoriza}, establecimiento, hora, art("31.5")); err != nil {
			return err
		}
		if err := s.checkCajas(tx.DB(), f); err != nil {
			return err
		}
		if err := hora.check(tx, s.sesion.Apertura, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		hoja, err := s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: TipoRelevoCaja, Serie: SerieExtracciones,
			Datos: []diario.Dato{datoEntero("caja", f.Caja), datoEntero("caja_relevo", f.CajaRelevo), {Nombre: "autoriza", Valor: f.Autoriza}}})
		if err != nil {
			return err
		}
		tx.Recurso(201, fmt.Sprint(hoja.NumeroSerie))
		e = Extraccion{Establecimiento: establecimiento, Numero: hoja.NumeroSerie, Mesa: mesa, Folio: s.sesion.Folio, Jornada: s.jornada.Fecha,
			Caja: f.Caja, CajaRelevo: f.CajaRelevo, Autoriza: f.Autoriza, Estado: ExtraccionRelevada, Relevo: hoja.Hecho}
		return nil
	})
	return e, err
}

// checkCajas judges the boxes: two, the first that which the last relief left at the table,
// the second at no other table in play (criterio MAQ-1: numbers are known).
func (s *sala) checkCajas(db *gorm.DB, f RelevoFacts) error {
	breach := func(format string, args ...any) error {
		return norma.Errorf(art("31.5"), "%w: "+format, append([]any{ErrCajaBilletes}, args...)...)
	}
	if f.Caja < 1 || f.CajaRelevo < 1 || f.Caja > maxMesa || f.CajaRelevo > maxMesa {
		return breach("cada caja lleva su número, de 1 a %d", maxMesa)
	}
	if f.Caja == f.CajaRelevo {
		return breach("la de relevo es la misma que se retira")
	}
	filas, err := extraccionesOf(db.Where("establecimiento = ? AND jornada = ?", s.mesa.Establecimiento, string(s.jornada.Fecha)))
	if err != nil {
		return err
	}
	at := map[int]int{} // box → table where the last relief left it
	var here int
	for _, x := range filas {
		delete(at, x.Caja)
		at[x.CajaRelevo] = x.Mesa
		if x.Mesa == s.mesa.Numero && x.Folio == s.sesion.Folio {
			here = x.CajaRelevo
		}
	}
	if here != 0 && f.Caja != here {
		return breach("en la mesa está la caja %d", here)
	}
	if other := at[f.CajaRelevo]; other != 0 && other != s.mesa.Numero {
		_, open, err := openSesion(db, s.mesa.Establecimiento, other)
		if err != nil || open {
			return errors.Join(breach("la caja %d está en la mesa %d", f.CajaRelevo, other), err)
		}
	}
	return nil
}

// ActaBilletesFacts are the second moment: the notes counted, and where.
type ActaBilletesFacts struct {
	Billetes    domain.Piezas
	Dependencia string // DependenciaCaja when empty
}

// ProposeActaBilletes proposes the brief acta of the notes of an extraction, counted in the
// caja or in another room, which who directs signs (art. 31.5). Signed, they are among the
// notes of the table at its close (arts. 31.5, 36.3) and in the caja central. An acta not
// signed keeps the table from closing.
func (c *Casa) ProposeActaBilletes(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, numero int64, f ActaBilletesFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, x, err := loadExtraccion(tx, establecimiento, mesa, numero)
		if err != nil {
			return err
		}
		if x.Estado != ExtraccionRelevada || x.Acto != "" {
			return norma.Breach(art("31.5"), ErrConActa)
		}
		total, err := f.Billetes.Total()
		if err != nil {
			return norma.Breach(art("31.5"), err)
		}
		if f.Dependencia == "" {
			f.Dependencia = DependenciaCaja
		}
		if f.Dependencia != DependenciaCaja && f.Dependencia != DependenciaOtra {
			return norma.Breach(art("31.5"), ErrDependencia)
		}
		if err := hora.check(tx, x.Relevo, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoExtraccion, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:  x.Folio,
			Tipo:   TipoActaBilletes,
			Plazas: plazas,
			Datos: []diario.Dato{
				datoEntero("mesa", mesa), datoEntero("extraccion", numero), datoEntero("caja", x.Caja),
				{Nombre: "billetes", Valor: f.Billetes.String()}, datoEntero("importe", total),
				{Nombre: "dependencia", Valor: f.Dependencia},
			},
		}, nil)
		return err
	})
	return p, err
}

// FileCopia puts on record that the copy of the acta is in the box: in the one that returns
// to the table, or in that which took its place (art. 31.5).
func (c *Casa) FileCopia(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, numero int64, destino string) (Extraccion, error) {
	var x Extraccion
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, found, err := loadExtraccion(tx, establecimiento, mesa, numero)
		if err != nil {
			return err
		}
		x = found
		caja := map[string]int{DestinoDevuelta: x.Caja, DestinoRelevo: x.CajaRelevo}[destino]
		switch {
		case caja == 0:
			return norma.Breach(art("31.5"), ErrDestino)
		case x.Estado == ExtraccionRelevada:
			return norma.Breach(art("31.5"), ErrSinActa)
		case x.Estado == ExtraccionArchivada:
			return norma.Breach(art("31.5"), ErrConActa)
		}
		if err := hora.check(tx, x.Recuento, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		hoja, err := s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: TipoCopiaActa,
			Datos: []diario.Dato{datoEntero("extraccion", numero), {Nombre: "destino", Valor: destino}, datoEntero("caja", caja)}})
		x.Estado, x.Destino, x.Copia = ExtraccionArchivada, destino, hoja.Hecho
		tx.Recurso(200, fmt.Sprint(numero))
		return err
	})
	return x, err
}

// loadExtraccion reads an extraction of the open session of a table.
func loadExtraccion(tx *escritor.Tx, establecimiento string, mesa int, numero int64) (sala, Extraccion, error) {
	s, err := loadSalaPending(tx, establecimiento, mesa)
	if err != nil {
		return s, Extraccion{}, err
	}
	xs, err := extraccionesOf(tx.DB().Where("establecimiento = ? AND mesa = ? AND extraccion = ?", establecimiento, mesa, numero))
	switch {
	case err != nil:
		return s, Extraccion{}, err
	case len(xs) == 0:
		return s, Extraccion{}, ErrExtraccion
	case !s.abierta || xs[0].Folio != s.sesion.Folio:
		return s, Extraccion{}, norma.Breach(art("31.5"), ErrMesaCerrada)
	}
	return s, xs[0], nil
}

// checkActas returns nil when every extraction of the session has its acta signed.
func (s *sala) checkActas(db *gorm.DB) error {
	xs, err := extraccionesOf(db.Where("establecimiento = ? AND mesa = ? AND folio = ?", s.mesa.Establecimiento, s.mesa.Numero, s.sesion.Folio))
	if err != nil {
		return err
	}
	var without []string
	for _, x := range xs {
		if x.Estado == ExtraccionRelevada {
			without = append(without, fmt.Sprint(x.Numero))
		}
	}
	if len(without) > 0 {
		return norma.Errorf(art("31.5"), "%w: extracción %s", ErrSinActa, strings.Join(without, ", "))
	}
	return nil
}

// Extracciones lists the extractions of notes of a jornada, in order; those of one table
// when mesa is not 0.
func (c *Casa) Extracciones(ctx context.Context, establecimiento string, fecha domain.Fecha, mesa int) ([]Extraccion, error) {
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha))
	if mesa != 0 {
		q = q.Where("mesa = ?", mesa)
	}
	return extraccionesOf(q)
}

// Extraccion returns one extraction of a table, or ErrExtraccion.
func (c *Casa) Extraccion(ctx context.Context, establecimiento string, mesa int, numero int64) (Extraccion, error) {
	xs, err := extraccionesOf(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND mesa = ? AND extraccion = ?", establecimiento, mesa, numero))
	if err != nil || len(xs) == 0 {
		return Extraccion{}, errors.Join(ErrExtraccion, err)
	}
	return xs[0], nil
}
