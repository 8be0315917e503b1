package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
)

// Errors about books.
var (
	// ErrLibro: the establecimiento keeps no such book.
	ErrLibro = errors.New("no existe ese libro")
	// ErrFolio: the book has no such folio.
	ErrFolio = errors.New("no existe ese folio")
)

// Libro is a book that an establecimiento keeps (art. 39.1). It exists from the moment its
// table does, before its first folio.
type Libro struct {
	Nombre    string // "anticipos-4", "control-ingresos"
	Clase     libros.Clase
	Mesa      int          // 0 in the control de ingresos
	Juego     domain.Juego // idem
	Folios    int64        // how many there are
	Condicion string       // legal standing today (criterio LIB-1)
}

// claseDeMesa is the class of the book of a table of that game (art. 39.1).
func claseDeMesa(j domain.Juego) libros.Clase {
	if j.Circulo() {
		return libros.ClaseBeneficios
	}
	return libros.ClaseAnticipos
}

// Libros lists the books of an establecimiento: for each table one of beneficios or of
// anticipos, and the common control de ingresos (arts. 39.1.a, 39.1.b, 39.1.c).
func (c *Casa) Libros(ctx context.Context, establecimiento string) ([]Libro, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return nil, err
	}
	a, err := CurrentAutorizacion(db, establecimiento)
	if err != nil && !errors.Is(err, ErrAutorizacion) {
		return nil, err
	}
	folios, err := lastFolios(db, establecimiento)
	if err != nil {
		return nil, err
	}
	ms, err := c.Mesas(ctx, establecimiento)
	if err != nil {
		return nil, err
	}
	ls := make([]Libro, 0, len(ms)+1)
	for _, m := range ms {
		nombre, clase := LibroMesa(m.Mesa), claseDeMesa(m.Juego)
		ls = append(ls, Libro{nombre, clase, m.Numero, m.Juego, folios[nombre], libros.Condicion(clase, a.Libros)})
	}
	return append(ls, Libro{Nombre: LibroControlIngresos, Clase: libros.ClaseControlIngresos,
		Folios: folios[LibroControlIngresos], Condicion: libros.Condicion(libros.ClaseControlIngresos, a.Libros)}), nil
}

func lastFolios(db *gorm.DB, establecimiento string) (map[string]int64, error) {
	var rows []struct {
		Libro string
		N     int64
	}
	err := db.Table("asientos").Select("libro, max(folio) AS n").Where("establecimiento = ? AND folio > 0", establecimiento).
		Group("libro").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("count the folios of %s: %w", establecimiento, err)
	}
	folios := make(map[string]int64, len(rows))
	for _, r := range rows {
		folios[r.Libro] = r.N
	}
	return folios, nil
}

// ResumenFolio is a line of the list of folios of a book.
type ResumenFolio struct {
	Numero  int64
	Jornada domain.Fecha
	// Completo says that the session is closed, or the total certified.
	Completo bool
	Importe  domain.Importe // result of the session, or total of the day, céntimos
	Hora     time.Time      // opening of the session; zero in the control de ingresos
}

// Folios lists the folios of a book from the last one down, below a number (0 from the
// last), at most max. It returns ErrLibro.
func (c *Casa) Folios(ctx context.Context, establecimiento, libro string, below int64, max int) ([]ResumenFolio, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	mesa, err := mesaOf(db, establecimiento, libro)
	if err != nil {
		return nil, err
	}
	q := db.Where("establecimiento = ?", establecimiento)
	if below > 0 {
		q = q.Where("folio < ?", below)
	}
	q = q.Order("folio DESC").Limit(max)
	if mesa == 0 {
		var filas []filaControlIngresos
		if err := q.Find(&filas).Error; err != nil {
			return nil, fmt.Errorf("list the folios of %s: %w", libro, err)
		}
		out := make([]ResumenFolio, 0, len(filas))
		for _, f := range filas {
			out = append(out, ResumenFolio{Numero: f.Folio, Jornada: domain.Fecha(f.Jornada), Completo: f.Certificado == 1,
				Importe: domain.Importe(f.Total)})
		}
		return out, nil
	}
	var filas []filaSesionMesa
	if err := q.Where("mesa = ?", mesa).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the folios of %s: %w", libro, err)
	}
	out := make([]ResumenFolio, 0, len(filas))
	for _, f := range filas {
		out = append(out, ResumenFolio{f.Folio, domain.Fecha(f.Jornada), f.Abierta == 0, domain.Importe(f.Resultado), fromMicros(f.HoraApertura)})
	}
	return out, nil
}

// mesaOf returns the table of a book of a table, 0 for the control de ingresos. It
// returns ErrEstablecimiento or ErrLibro.
func mesaOf(db *gorm.DB, establecimiento, libro string) (int, error) {
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return 0, err
	}
	if libro == LibroControlIngresos {
		return 0, nil
	}
	n := mesaDeLibro(libro)
	if n == 0 {
		return 0, ErrLibro
	}
	m, err := findMesa(db, establecimiento, n)
	if errors.Is(err, ErrMesa) || err == nil && LibroMesa(m.Mesa) != libro {
		return 0, ErrLibro
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

// FirmaFolio is a signature on a folio, with the name that the vault still holds.
type FirmaFolio struct {
	diario.Firma
	Nombre    string         // "" once suppressed; of who attests, in the manuscrita modes
	Sustituye bool           // acted as director by the substitution regime (criterio FIR-3)
	Articulo  norma.Articulo // by which the substitute signs; zero for anybody else
	Ejemplar  int64          // printed copy, in the manuscrita modes (FIR-4)
}

// EntradaFolio is what every entry of a folio says of itself: its asiento and its act.
type EntradaFolio struct {
	Posicion     int64
	Numero       int64 // in the book
	Hecho        time.Time
	Anotacion    time.Time
	Formulario   string // contingency form it was transcribed from; "" en línea (HOR-2)
	Transcriptor string
	Demora       string   // why it was put on record late, while the vault holds it
	Avisos       []string // provisions that the program warned of (MAQ-1)
	Acto         string   // "" when it is no act of signature
	Huella       string   // what was signed, hex
	Firmas       []FirmaFolio
}

// AnticipoFolio is an anticipo on a folio: the initial one or a reposición (art. 40.1.d).
type AnticipoFolio struct {
	EntradaFolio
	Ordinal   int // 0 the initial one
	Piezas    domain.Piezas
	Importe   domain.Importe
	Inspector libros.Presencia
	Receptor  string // persona who took the box (art. 36.1); "" not said
}

// RecuentoFolio is the closing count on a folio (art. 36.3).
type RecuentoFolio struct {
	EntradaFolio
	Fichas, Placas, Billetes                      domain.Piezas
	FichasImporte, PlacasImporte, BilletesImporte domain.Importe
	Existencias                                   domain.Importe
	Anticipos                                     domain.Importe
	Resultado                                     domain.Importe // criterio CAJ-B
	Extraido                                      domain.Importe // notes of the actas of art. 31.5, among BilletesImporte
	Devuelto                                      domain.Importe // chips returned before, among FichasImporte (CAJ-C)
	Colores                                       Colores        // by piece, without value (art. 134.1.b)
	Esperado, Diferencia                          *domain.Importe
	Motivo, Nota                                  string // while the vault holds them
}

// MovimientoFolio is what else happened at the table in the session: notes taken out in
// their three moments (art. 31.5), chips returned (CAJ-C), a suspension, a closing down (art.
// 29), a check of the inspector (art. 36.5).
type MovimientoFolio struct {
	EntradaFolio
	Tipo                     string
	Extraccion               int64 // its number
	Caja, CajaRelevo         int
	Piezas                   domain.Piezas
	Importe                  domain.Importe
	Dependencia, Destino     string
	Causa                    Causa
	Clase                    string // of an incident
	Conforme                 bool
	Texto                    string // reason, circumstances or result, while the vault holds it
	VenceNatural, VenceHabil domain.Fecha
}

// FolioAnticipos is a folio of a libro de anticipos: a session of a table, with every
// datum of art. 40.1.
type FolioAnticipos struct {
	Mesa          int
	Juego         domain.Juego
	Sesion        int // ordinal of the session in the jornada of the table, from 1
	ApuestaMinima domain.Importe
	Maximos       string
	Anticipos     []AnticipoFolio
	Movimientos   []MovimientoFolio
	Recuento      *RecuentoFolio  // nil while the table is open
	TotalDia      *domain.Importe // of the table, once the jornada is closed (art. 40.2)

	Rectificaciones []Rectificacion // of the count, signed later (criterio FIR-5)
}

// LineaFolio is a table's line on a folio of the control de ingresos.
type LineaFolio struct {
	libros.LineaControl
	Folios []int64 // of its libro de anticipos
}

// FolioControl is a folio of the control de ingresos: a jornada (art. 42).
type FolioControl struct {
	EntradaFolio
	Fecha         domain.Fecha
	Lineas        []LineaFolio
	Total         domain.Importe
	TotalLetra    string
	Certificacion *EntradaFolio // nil until it is certified

	Rectificaciones []libros.LineaRectificacion // signed in the day, of folios of this day or another
}

// Folio is a folio of a book with all that its page, its PDF and the API show, made from
// its leaves. One of Anticipos, Beneficios and Control is set.
type Folio struct {
	Establecimiento domain.Establecimiento
	Libro           string
	Numero          int64
	Jornada         domain.Fecha
	Resolucion      libros.Resolucion // in force when its last asiento was written (art. 39.3)
	Condicion       string            // its legal standing in words (criterio LIB-1)
	Criterios       []string          // readings that it depends on
	Anticipos       *FolioAnticipos
	Beneficios      *FolioBeneficios
	Control         *FolioControl
	Checkpoint      []byte // signed note of the commit of its last asiento
	Completitud     Completitud
}

// Folio returns a folio of a book. It returns ErrEstablecimiento, ErrLibro or ErrFolio.
func (c *Casa) Folio(ctx context.Context, establecimiento, libro string, n int64) (Folio, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	mesa, err := mesaOf(db, establecimiento, libro)
	if err != nil {
		return Folio{}, err
	}
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND folio > 0", establecimiento, libro, n))
	if err != nil {
		return Folio{}, err
	}
	if len(hojas) == 0 {
		return Folio{}, ErrFolio
	}
	f := Folio{Libro: libro, Numero: n, Jornada: hojas[0].Jornada}
	if f.Establecimiento, err = findEstablecimiento(db, establecimiento); err != nil {
		return Folio{}, err
	}
	r := folioReader{db: db, hojas: hojas, names: map[string]string{}}
	clase := libros.ClaseControlIngresos
	switch {
	case mesa == 0:
		f.Control, err = r.control()
	case libro == LibroBeneficios(mesa):
		clase, f.Criterios = libros.ClaseBeneficios, []string{"FIR-1"}
		f.Beneficios, err = r.beneficios(mesa)
	default:
		clase, f.Criterios = libros.ClaseAnticipos, []string{"CAJ-A", "CAJ-B", "FIR-1"}
		f.Anticipos, err = r.anticipos(mesa)
	}
	if err != nil {
		return Folio{}, err
	}
	f.Criterios = append(f.Criterios, "LIB-1")
	last := hojas[len(hojas)-1].Posicion
	if f.Resolucion, err = resolucionAt(db, establecimiento, last); err != nil {
		return Folio{}, err
	}
	f.Condicion = libros.Condicion(clase, f.Resolucion)
	if f.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, last); err != nil {
		return Folio{}, err
	}
	f.Completitud, err = c.completitud(ctx, &hojas[0], &hojas[len(hojas)-1], len(hojas))
	return f, err
}

// resolucionAt is the resolution of art. 39.3 in force at a position of the log.
func resolucionAt(db *gorm.DB, establecimiento string, posicion int64) (libros.Resolucion, error) {
	hojas, err := readHojas(db.Where("posicion = (?)", db.Table("asientos").Select("max(posicion)").
		Where("tipo = ? AND establecimiento = ? AND posicion < ?", TipoAutorizacion, establecimiento, posicion)))
	if err != nil || len(hojas) == 0 {
		return libros.Resolucion{}, err
	}
	return libros.Resolucion{Referencia: hojas[0].Dato("resolucion_libros"), Fecha: domain.Fecha(hojas[0].Dato("resolucion_libros_fecha"))}, nil
}
