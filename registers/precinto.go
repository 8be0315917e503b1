package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrDesprecinto: no unsealing of that folio waits for its new seal.
var ErrDesprecinto = errors.New("no consta ese desprecinto abierto")

// Books of the seals: those of each session, and the bound book of unsealing out of hours.
const (
	LibroPrecintos    = "precintos"
	LibroDesprecintos = "desprecintos"
)

// Kinds of asiento of the seals of a wheel.
const (
	TipoPrecinto        = "Precinto"              // the wheel is covered (art. 133.e)
	TipoLevantaPrecinto = "LevantamientoPrecinto" // the seal comes off for the session (art. 140.1)
	TipoDesprecinto     = "Desprecinto"           // or out of hours (art. 140.3)
	TipoPrecintoNuevo   = "PrecintoNuevo"         // and the new one closes that entry
)

// Precinto is the wheel of a roulette as it stands. Instants UTC.
type Precinto struct {
	Mesa          int
	Medio, Numero string
	Estado        libros.EstadoPrecinto
	Hora          time.Time
}

type filaPrecinto struct {
	Establecimiento string
	Mesa            int64
	Medio           string
	Numero          string
	Estado          string
	Hora            int64
	Posicion        int64
}

func (filaPrecinto) TableName() string { return "precintos" }

func (f filaPrecinto) precinto() Precinto {
	return Precinto{int(f.Mesa), f.Medio, f.Numero, libros.EstadoPrecinto(f.Estado), fromMicros(f.Hora)}
}

type filaDesprecinto struct {
	Establecimiento string
	Folio           int64
	Mesa            int64
	Motivo          string
	Precinto        string
	Hora            int64
	Nuevo           string
	HoraNuevo       int64
	Posicion        int64
}

func (filaDesprecinto) TableName() string { return "desprecintos" }

var tablasPrecinto = []escritor.Tabla{
	{Nombre: "precintos", Clave: []string{"establecimiento", "mesa"}},
	{Nombre: "desprecintos", Clave: []string{"establecimiento", "folio"}},
}

var proyectoresPrecinto = map[string]escritor.Proyector{
	TipoPrecinto: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return setPrecinto(l, a, libros.PrecintoPuesto, a.Dato("primero") == "si")
	},
	TipoLevantaPrecinto: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return setPrecinto(l, a, libros.PrecintoLevantado, false)
	},
	TipoDesprecinto: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaDesprecinto{Establecimiento: a.Establecimiento, Folio: a.Folio, Mesa: d.entero("mesa"), Motivo: d.texto("motivo"),
			Precinto: d.texto("numero"), Hora: micros(a.Hecho), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		if err := l.Insert(f); err != nil {
			return err
		}
		return setPrecinto(l, a, libros.PrecintoFuera, false)
	},
	TipoPrecintoNuevo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		err := l.Exec(`UPDATE desprecintos SET nuevo = ?, hora_nuevo = ? WHERE establecimiento = ? AND folio = ?`,
			nombrePrecinto(a.Dato("medio"), a.Dato("numero")), micros(a.Hecho), a.Establecimiento, a.Folio)
		if err != nil {
			return err
		}
		return setPrecinto(l, a, libros.PrecintoPuesto, false)
	},
}

// nombrePrecinto is what covers a wheel, as the book says it.
func nombrePrecinto(medio, numero string) string {
	if medio == libros.MedioLlave && numero == "" {
		return libros.MedioLlave
	}
	return numero
}

// setPrecinto writes the wheel of a table as an asiento leaves it.
func setPrecinto(l *escritor.Lote, a *diario.Asiento, e libros.EstadoPrecinto, primero bool) error {
	d := lector{a: a}
	f := &filaPrecinto{a.Establecimiento, d.entero("mesa"), d.texto("medio"), d.texto("numero"), string(e), micros(a.Hecho), a.Posicion}
	if d.err != nil {
		return d.err
	}
	if primero {
		return l.Insert(f)
	}
	return l.Exec(`UPDATE precintos SET medio = ?, numero = ?, estado = ?, hora = ?, posicion = ? WHERE establecimiento = ? AND mesa = ?`,
		f.Medio, f.Numero, f.Estado, f.Hora, f.Posicion, f.Establecimiento, f.Mesa)
}

// findPrecinto returns the wheel of a table and whether its seals are kept on record.
func findPrecinto(db *gorm.DB, establecimiento string, mesa int) (Precinto, bool, error) {
	f, ok, err := findOne[filaPrecinto](db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa))
	return f.precinto(), ok, err
}

// checkPrecinto judges, at the opening of a roulette, that its wheel is covered; nothing while
// nobody keeps its seals on record (arts. 133.e, 140.3).
func (s *sala) checkPrecinto(db *gorm.DB) error {
	if !s.mesa.Juego.Ruleta() {
		return nil
	}
	p, ok, err := findPrecinto(db, s.mesa.Establecimiento, s.mesa.Numero)
	if err != nil || !ok {
		return err
	}
	return libros.CheckRuletaPrecintada(p.Estado)
}

// sinPrecinto lists the roulettes of an establecimiento whose wheel is not covered, of those
// whose seals are on record: they do not count as closed (art. 133.e).
func sinPrecinto(db *gorm.DB, establecimiento string) ([]int, error) {
	var ms []int
	err := db.Model(&filaPrecinto{}).Where("establecimiento = ? AND estado <> ?", establecimiento, string(libros.PrecintoPuesto)).Order("mesa").Pluck("mesa", &ms).Error
	if err != nil {
		return nil, fmt.Errorf("list the wheels of %s: %w", establecimiento, err)
	}
	if len(ms) == 0 {
		return nil, nil
	}
	return ms, nil
}

// puntoPrecintos is what the checklist of the close says of the wheels whose seals are on
// record; nothing when there are none.
func puntoPrecintos(db *gorm.DB, establecimiento string, closed bool) ([]PuntoCierre, error) {
	if _, ok, err := findOne[filaPrecinto](db.Where("establecimiento = ?", establecimiento)); err != nil || !ok {
		return nil, err
	}
	ms, err := sinPrecinto(db, establecimiento)
	if err != nil {
		return nil, err
	}
	detalle := ""
	for _, m := range ms {
		detalle += fmt.Sprintf(" %d", m)
	}
	return []PuntoCierre{{Punto: "precintos", Texto: "cilindros tapados con llave o precinto", Articulo: art("133.e"), Hecho: closed || len(ms) == 0, Impide: true, Detalle: detalle}}, nil
}

// ruletaDe is a roulette with its seal and whether its session is open.
func ruletaDe(db *gorm.DB, establecimiento string, mesa int) (p Precinto, has, abierta bool, err error) {
	m, err := findMesa(db, establecimiento, mesa)
	if err != nil {
		return p, false, false, err
	}
	if !m.Juego.Ruleta() {
		return p, false, false, norma.Breach(art("133.e"), ErrSinCilindro)
	}
	if p, has, err = findPrecinto(db, establecimiento, mesa); err != nil {
		return p, has, false, err
	}
	p.Mesa = mesa
	_, abierta, err = openSesion(db, establecimiento, mesa)
	return p, has, abierta, err
}

// appendPrecinto writes what leaves the wheel of p as it is.
func appendPrecinto(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, p Precinto, desde time.Time, b diario.Borrador) (diario.Asiento, error) {
	b.Datos = append(b.Datos, datoEntero("mesa", p.Mesa), diario.Dato{Nombre: "medio", Valor: p.Medio}, diario.Dato{Nombre: "numero", Valor: p.Numero})
	return appendDeposito(tx, autor, hora, establecimiento, desde, b)
}

// SealMesa records that the wheel of a roulette is covered at the end of its session, with a
// key or with a numbered seal (art. 133.e). The first time, the table begins to keep its seals
// on record: from then on it opens sealed only. Refused while the table is open, or sealed.
func (c *Casa) SealMesa(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, medio, numero string) (Precinto, error) {
	var p Precinto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		now, has, abierta, err := ruletaDe(tx.DB(), establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := libros.CheckTapa(now.Estado, abierta); err != nil {
			return err
		}
		if err := libros.CheckPrecinto(medio, numero); err != nil {
			return err
		}
		p = Precinto{mesa, medio, strings.TrimSpace(numero), libros.PrecintoPuesto, diario.Instante(hora.Hecho)}
		_, err = appendPrecinto(tx, autor, hora, establecimiento, p, now.Hora, diario.Borrador{Libro: LibroPrecintos, Tipo: TipoPrecinto,
			Datos: []diario.Dato{datoSi("primero", !has)}})
		tx.Recurso(201, fmt.Sprint(mesa))
		return err
	})
	return p, err
}

// LiftPrecinto records that the seal of an open roulette comes off, after its anticipo was
// counted, before the public if there is any (art. 140.1).
func (c *Casa) LiftPrecinto(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, publico bool) (Precinto, error) {
	var p Precinto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		now, has, abierta, err := ruletaDe(tx.DB(), establecimiento, mesa)
		if err != nil {
			return err
		}
		if !has {
			return norma.Breach(art("133.e"), libros.ErrSinPrecinto)
		}
		if err := libros.CheckLevanta(now.Estado, abierta); err != nil {
			return err
		}
		p = now
		p.Estado, p.Hora = libros.PrecintoLevantado, diario.Instante(hora.Hecho)
		_, err = appendPrecinto(tx, autor, hora, establecimiento, p, now.Hora, diario.Borrador{Libro: LibroPrecintos, Tipo: TipoLevantaPrecinto,
			Datos: []diario.Dato{datoSi("publico", publico)}})
		tx.Recurso(201, fmt.Sprint(mesa))
		return err
	})
	return p, err
}

// DesprecintoFacts are an unsealing out of hours: what for, the number removed, and who was
// there: people of the house, and others by name.
type DesprecintoFacts struct {
	Motivo, Numero string
	Presentes      []string // personas
	Otros          string
}

// Unseal records an unsealing out of hours in its book: hour, who was there, the seal removed
// (arts. 140.2, 140.3). The entry stays open, and the table may not open, until the new seal
// is noted.
func (c *Casa) Unseal(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f DesprecintoFacts) (int64, error) {
	var folio int64
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		now, has, abierta, err := ruletaDe(db, establecimiento, mesa)
		if err != nil {
			return err
		}
		if !has {
			return norma.Breach(art("133.e"), libros.ErrSinPrecinto)
		}
		d := libros.Desprecinto{Motivo: f.Motivo, Retirado: f.Numero, Consta: now.Numero, Presentes: len(f.Presentes)}
		if strings.TrimSpace(f.Otros) != "" {
			d.Presentes++
		}
		if err := libros.CheckDesprecinto(now.Estado, abierta, d); err != nil {
			return err
		}
		for _, p := range f.Presentes {
			if _, err := findPersona(db, p); err != nil {
				return err
			}
		}
		b := diario.Borrador{Libro: LibroDesprecintos, NuevoFolio: true, Tipo: TipoDesprecinto,
			Datos: []diario.Dato{{Nombre: "motivo", Valor: f.Motivo}, {Nombre: "presentes", Valor: strings.Join(f.Presentes, " ")}}}
		if strings.TrimSpace(f.Otros) != "" {
			b.Personal = []diario.ValorPersonal{{Nombre: "otros", Valor: strings.TrimSpace(f.Otros)}}
		}
		a, err := appendPrecinto(tx, autor, hora, establecimiento, now, now.Hora, b)
		folio = a.Folio
		tx.Recurso(201, fmt.Sprint(folio))
		return err
	})
	return folio, err
}

// Reseal notes the new seal of an unsealing out of hours, which closes its entry (art. 140.3).
// It returns ErrDesprecinto.
func (c *Casa) Reseal(ctx context.Context, autor Autor, hora Hora, establecimiento string, folio int64, medio, numero string) (Precinto, error) {
	var p Precinto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		f, ok, err := findOne[filaDesprecinto](tx.DB().Where("establecimiento = ? AND folio = ? AND hora_nuevo = 0", establecimiento, folio))
		if err != nil || !ok {
			return errors.Join(ErrDesprecinto, err)
		}
		if err := libros.CheckPrecinto(medio, numero); err != nil {
			return err
		}
		p = Precinto{int(f.Mesa), medio, strings.TrimSpace(numero), libros.PrecintoPuesto, diario.Instante(hora.Hecho)}
		_, err = appendPrecinto(tx, autor, hora, establecimiento, p, fromMicros(f.Hora), diario.Borrador{Libro: LibroDesprecintos, Folio: folio, Tipo: TipoPrecintoNuevo})
		tx.Recurso(201, fmt.Sprint(folio))
		return err
	})
	return p, err
}

// Precintos lists the roulettes whose seals are on record.
func (c *Casa) Precintos(ctx context.Context, establecimiento string) ([]Precinto, error) {
	var filas []filaPrecinto
	if err := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("mesa").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the seals of %s: %w", establecimiento, err)
	}
	out := make([]Precinto, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.precinto())
	}
	return out, nil
}

// DesprecintoAnotado is an entry of the book of unsealing out of hours (art. 140.3).
type DesprecintoAnotado struct {
	Folio, Asiento  int64
	Mesa            int
	Motivo          string
	Precinto, Nuevo string
	Hora, HoraNuevo time.Time // HoraNuevo zero while it is open
	Presentes       []string  // names
	Otros           string    // while the vault holds them
	Posicion        int64
}

// Desprecintos lists the entries of the book whose hour falls in [desde, hasta), by folio;
// zero instants do not bound.
func (c *Casa) Desprecintos(ctx context.Context, establecimiento string, desde, hasta time.Time) ([]DesprecintoAnotado, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	q := db.Where("establecimiento = ?", establecimiento)
	if !desde.IsZero() {
		q = q.Where("hora >= ?", micros(desde))
	}
	if !hasta.IsZero() {
		q = q.Where("hora < ?", micros(hasta))
	}
	return desprecintosDe(db, q)
}

// DesprecintoAnotado returns an entry of the book by its folio, or ErrDesprecinto.
func (c *Casa) DesprecintoAnotado(ctx context.Context, establecimiento string, folio int64) (DesprecintoAnotado, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	ds, err := desprecintosDe(db, db.Where("establecimiento = ? AND folio = ?", establecimiento, folio))
	if err != nil || len(ds) == 0 {
		return DesprecintoAnotado{}, errors.Join(ErrDesprecinto, err)
	}
	return ds[0], nil
}

// desprecintosDe reads the entries that q selects.
func desprecintosDe(db, q *gorm.DB) ([]DesprecintoAnotado, error) {
	var filas []filaDesprecinto
	if err := q.Order("folio").Limit(maxEntradasLibro).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the unsealings: %w", err)
	}
	r := folioReader{db: db, names: map[string]string{}}
	out := make([]DesprecintoAnotado, 0, len(filas))
	for _, f := range filas {
		a, valores, err := ReadHoja(db, f.Posicion)
		if err != nil {
			return nil, err
		}
		x := DesprecintoAnotado{Folio: f.Folio, Asiento: a.Numero, Mesa: int(f.Mesa), Motivo: f.Motivo, Precinto: nombrePrecinto(a.Dato("medio"), f.Precinto), Nuevo: f.Nuevo,
			Hora: fromMicros(f.Hora), HoraNuevo: fromMicros(f.HoraNuevo), Otros: valores["otros"], Posicion: f.Posicion}
		for _, p := range strings.Fields(a.Dato("presentes")) {
			n, err := r.nombre(p, a.Posicion)
			if err != nil {
				return nil, err
			}
			x.Presentes = append(x.Presentes, n)
		}
		out = append(out, x)
	}
	return out, nil
}
