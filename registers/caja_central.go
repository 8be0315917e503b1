package registers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroCajaCentral is the special register, by tables, of what the caja central hands
// over and gets back (art. 37.2).
const LibroCajaCentral = "caja-central"

// TipoAsientoCaja is the kind of its entries. Each is written in the commit of the act of
// the table that it goes with, and in no other way.
const TipoAsientoCaja = "AsientoCaja"

type filaAsientoCaja struct {
	Posicion        int64
	Establecimiento string
	Numero          int64
	Jornada         string
	Mesa            int64
	Folio           int64
	Concepto        string
	Importe         int64
	Hora            int64
}

func (filaAsientoCaja) TableName() string { return "asientos_caja" }

var tablasCajaCentral = []escritor.Tabla{{Nombre: "asientos_caja", Clave: []string{"posicion"}}}

var proyectoresCajaCentral = map[string]escritor.Proyector{
	TipoAsientoCaja: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaAsientoCaja{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Numero: a.Numero,
			Jornada: string(a.Jornada), Mesa: d.entero("mesa"), Folio: d.entero("folio"), Concepto: d.texto("concepto"),
			Importe: d.entero("importe"), Hora: micros(a.Hecho)}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}

// appendCaja enters in the caja central what an act of a table moved (art. 37.2, criterio
// CAJ-C), in the same commit. importe names the dato of the act that holds the amount.
func appendCaja(tx *escritor.Tx, a *Acto, hoja diario.Asiento, concepto libros.Movimiento, importe string) error {
	if err := libros.CheckMovimiento(concepto); err != nil {
		return err
	}
	_, err := tx.Append(diario.Borrador{
		Establecimiento: a.Establecimiento,
		Libro:           LibroCajaCentral,
		Jornada:         a.Jornada,
		Hecho:           hoja.Hecho,
		Origen:          hoja.Origen,
		Autor:           hoja.Autor,
		Cargo:           hoja.Cargo,
		Clase:           diario.ClasePermanente,
		Tipo:            TipoAsientoCaja,
		Datos: []diario.Dato{
			{Nombre: "mesa", Valor: hoja.Dato("mesa")},
			datoEntero("folio", hoja.Folio),
			{Nombre: "concepto", Valor: string(concepto)},
			{Nombre: "importe", Valor: hoja.Dato(importe)},
			datoEntero("asiento", hoja.Posicion),
		},
	})
	return err
}

// MovimientoCaja is an entry of the caja central. The amounts are never negative: what an
// anticipo or a reposición hands over, a cierre brings back.
type MovimientoCaja struct {
	Numero   int64 // of the book
	Mesa     int
	Folio    int64 // of the libro de anticipos of the table
	Concepto libros.Movimiento
	Importe  domain.Importe
	Hora     time.Time // hora del hecho, UTC
}

// MovimientosCaja lists the entries of the caja central in a jornada, in order; those of
// one table when mesa is not 0 (art. 37.2).
func (c *Casa) MovimientosCaja(ctx context.Context, establecimiento string, fecha domain.Fecha, mesa int) ([]MovimientoCaja, error) {
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha))
	if mesa != 0 {
		q = q.Where("mesa = ?", mesa)
	}
	var filas []filaAsientoCaja
	if err := q.Order("posicion").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the caja central of %s, %s: %w", establecimiento, fecha, err)
	}
	ms := make([]MovimientoCaja, 0, len(filas))
	for _, f := range filas {
		ms = append(ms, MovimientoCaja{f.Numero, int(f.Mesa), f.Folio, libros.Movimiento(f.Concepto), domain.Importe(f.Importe), fromMicros(f.Hora)})
	}
	return ms, nil
}

// LineaCuadre sets, for one folio of one table, what the caja central says beside what the
// libro de anticipos says. Amounts in céntimos.
type LineaCuadre struct {
	Mesa                              int
	Folio                             int64
	EntregadoCaja, EntregadoLibro     domain.Importe // anticipos and reposiciones
	DevueltoCaja, DevueltoLibro       domain.Importe // what the closing count found
	MovimientosCaja, AnotadoEnElLibro int
}

// Cuadra reports whether the two agree to the céntimo, entry by entry (art. 37.2).
func (l LineaCuadre) Cuadra() bool {
	return l.EntregadoCaja == l.EntregadoLibro && l.DevueltoCaja == l.DevueltoLibro && l.MovimientosCaja == l.AnotadoEnElLibro
}

// CuadreCaja sets the caja central of a jornada beside the libros de anticipos of its
// tables, from the leaves of both, by table and folio (art. 37.2).
func (c *Casa) CuadreCaja(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]LineaCuadre, error) {
	return cuadreCaja(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
}

func cuadreCaja(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]LineaCuadre, error) {
	hojas, err := hojasJornada(db, establecimiento, fecha)
	if err != nil {
		return nil, err
	}
	type key struct {
		mesa  int
		folio int64
	}
	lines := map[key]*LineaCuadre{}
	for _, a := range hojas {
		d := lector{a: &a}
		k := key{int(d.enteroOpcional("mesa")), a.Folio}
		if a.Libro == LibroCajaCentral {
			k.folio = d.entero("folio")
		}
		if k.folio == 0 {
			continue // not of a session
		}
		if lines[k] == nil {
			lines[k] = &LineaCuadre{Mesa: k.mesa, Folio: k.folio}
		}
		lines[k].add(&d)
		if d.err != nil {
			return nil, d.err
		}
	}
	out := make([]LineaCuadre, 0, len(lines))
	for _, l := range lines {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b LineaCuadre) int {
		return strings.Compare(fmt.Sprintf("%08d/%08d", a.Mesa, a.Folio), fmt.Sprintf("%08d/%08d", b.Mesa, b.Folio))
	})
	return out, nil
}

func (l *LineaCuadre) add(d *lector) {
	switch d.a.Tipo {
	case TipoAsientoCaja:
		l.MovimientosCaja++
		switch libros.Movimiento(d.texto("concepto")) {
		case libros.MovimientoAnticipo, libros.MovimientoReposicion:
			l.EntregadoCaja += d.importe("importe")
		case libros.MovimientoCambio: // value-neutral: of the caja alone
			l.MovimientosCaja--
		default:
			l.DevueltoCaja += d.importe("importe")
		}
	case TipoCierreMesa:
		l.AnotadoEnElLibro++
		l.DevueltoLibro += d.importe("existencias") - domain.Importe(d.enteroOpcional("extraido")+d.enteroOpcional("devuelto"))
	case TipoActaBilletes, TipoDevolucionFichas, TipoAperturaPozo:
		l.AnotadoEnElLibro++
		l.DevueltoLibro += d.importe("importe")
	case TipoAnticipoInicial, TipoReposicion:
		l.AnotadoEnElLibro++
		l.EntregadoLibro += d.importe("importe")
	}
}

// hojasJornada reads the leaves of a jornada in the caja central and in the books of
// the tables, in order. What corrects the folio of another day is no movement of this one.
func hojasJornada(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]diario.Asiento, error) {
	return readHojas(db.Where("jornada = ? AND establecimiento = ? AND tipo NOT IN ? AND (libro = ? OR libro LIKE ? OR libro LIKE ?)",
		string(fecha), establecimiento, []string{TipoRectificacion, TipoRectificacionPozo}, LibroCajaCentral, prefijoAnticipos+"%", prefijoBeneficios+"%"))
}

// readHojas reads the leaves that q selects, in order.
func readHojas(q *gorm.DB) ([]diario.Asiento, error) {
	var textos [][]byte
	if err := q.Table("asientos").Order("posicion").Pluck("texto", &textos).Error; err != nil {
		return nil, fmt.Errorf("read leaves: %w", err)
	}
	hojas := make([]diario.Asiento, 0, len(textos))
	for _, texto := range textos {
		a, err := diario.Parse(texto)
		if err != nil {
			return nil, fmt.Errorf("read leaves: %w", err)
		}
		hojas = append(hojas, a)
	}
	return hojas, nil
}
