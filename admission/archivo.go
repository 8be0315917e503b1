package admission

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroArchivo is the book of the readings of the archivo PBC, common to the entidad: it is
// for inspection only (criterio ADM-1).
const LibroArchivo = "archivo-pbc"

// TipoConsultaArchivo is the kind of the asiento of a reading of the archivo PBC.
const TipoConsultaArchivo = "ConsultaArchivo"

// VisitaArchivada is a visit in the archivo PBC: name, document and hour of entry (Ley
// 10/2010 art. 25, criterio ADM-1).
type VisitaArchivada struct {
	Posicion        int64 // of its card
	Establecimiento string
	Tarjeta         int64
	Instante        time.Time
	Nombre          string
	Apellidos       string
	Documento       identidad.Documento
	DestruibleDesde domain.Fecha
}

// BusquedaArchivo asks for visits of a lapse, of anybody or of the holder of a document.
type BusquedaArchivo struct {
	Desde, Hasta domain.Fecha // "" without end
	Documento    string       // number; "" any
	After        int64        // position after which the answer begins
	Limite       int
}

// Archivo reads visits of the archivo PBC, in the order in which they happened. That it was
// read, by whom and what was asked is on record before anything is shown.
func (p *Puerta) Archivo(ctx context.Context, q BusquedaArchivo, autor Autor) ([]VisitaArchivada, error) {
	q.Documento = normalNumero(q.Documento)
	if err := p.recordConsulta(ctx, &q, autor); err != nil {
		return nil, err
	}
	return readArchivo(p.w.Lectura().WithContext(ctx), &q)
}

// normalNumero is the number of a document of any kind as it is kept.
func normalNumero(s string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "").Replace(s))
}

func (p *Puerta) recordConsulta(ctx context.Context, q *BusquedaArchivo, autor Autor) error {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		b := diario.Borrador{Establecimiento: diario.Entidad, Libro: LibroArchivo, Tipo: TipoConsultaArchivo, Autor: autor.Persona,
			Cargo: autor.Cargo, Clase: diario.ClasePermanente, Datos: []diario.Dato{dato("desde", string(q.Desde)), dato("hasta", string(q.Hasta))}}
		if q.Documento != "" {
			b.Clase, b.SuprimibleDesde = diario.ClaseAdmision, suprimibleDesde(t.Ahora())
			b.Personal = []diario.ValorPersonal{{Nombre: "documento", Valor: q.Documento}}
		}
		_, err := t.Append(b)
		return err
	})
	return err
}

func readArchivo(db *gorm.DB, q *BusquedaArchivo) ([]VisitaArchivada, error) {
	db = db.Session(&gorm.Session{NewDB: true, Context: db.Statement.Context})
	where := db.Where("posicion > ?", q.After)
	if q.Desde != "" {
		where = where.Where("instante >= ?", q.Desde.Time().UnixMicro())
	}
	if q.Hasta != "" {
		where = where.Where("instante < ?", q.Hasta.Time().AddDate(0, 0, 1).UnixMicro())
	}
	if q.Documento != "" {
		where = where.Where(`EXISTS (SELECT 1 FROM boveda b WHERE b.posicion = archivo_pbc.posicion AND b.nombre = 'documento' AND b.valor = ?)`, q.Documento)
	}
	var filas []filaArchivo
	if err := where.Order("posicion").Limit(q.Limite).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the archivo PBC: %w", err)
	}
	out := make([]VisitaArchivada, 0, len(filas))
	for _, f := range filas {
		a, v, err := registers.ReadArchivada(db, f.Posicion)
		if err != nil {
			return nil, err
		}
		out = append(out, VisitaArchivada{Posicion: f.Posicion, Establecimiento: f.Establecimiento, Tarjeta: f.Tarjeta, Instante: instante(f.Instante),
			Nombre: v["nombre"], Apellidos: v["apellidos"], DestruibleDesde: domain.Fecha(f.DestruibleDesde),
			Documento: identidad.Documento{Tipo: identidad.TipoDocumento(a.Dato("documento_tipo")), Numero: v["documento"]}})
	}
	return out, nil
}

// ConsultaArchivo is a reading of the archivo PBC, as inspection sees it.
type ConsultaArchivo struct {
	Instante     time.Time
	Autor        string
	Cargo        domain.Cargo
	Desde, Hasta domain.Fecha
	Documento    string // asked for; "" any, or erased
	Posicion     int64
}

// ConsultasArchivo lists the readings of the archivo PBC before a position, the last first.
func (p *Puerta) ConsultasArchivo(ctx context.Context, before int64, limit int) ([]ConsultaArchivo, error) {
	db := p.w.Lectura().WithContext(ctx)
	var at []int64
	err := db.Raw(`SELECT posicion FROM asientos WHERE tipo = ? AND posicion < ? ORDER BY posicion DESC LIMIT ?`, TipoConsultaArchivo, before, limit).Scan(&at).Error
	if err != nil {
		return nil, fmt.Errorf("list the readings of the archivo PBC: %w", err)
	}
	out := make([]ConsultaArchivo, 0, len(at))
	for _, posicion := range at {
		a, v, err := registers.ReadHoja(db, posicion)
		if err != nil {
			return nil, err
		}
		out = append(out, ConsultaArchivo{Instante: a.Hecho, Autor: a.Autor, Cargo: a.Cargo, Desde: domain.Fecha(a.Dato("desde")),
			Hasta: domain.Fecha(a.Dato("hasta")), Documento: v["documento"], Posicion: posicion})
	}
	return out, nil
}
