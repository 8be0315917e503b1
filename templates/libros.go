package templates

import (
	"strconv"
	"time"

	"foliado/domain"
)

func plano(n int64) string { return strconv.FormatInt(n, 10) }

// Acto is the page where an act is read and signed.
type Acto struct {
	Marco
	ID         string
	Nombre     string // "Anticipo inicial de la mesa 3"
	Estado     string // propuesto, cerrado, retirado, caducado
	Digest     string // hex
	Cifras     []Hecho
	Hechos     []Hecho
	Recuento   []Recuento
	Plazas     []Plaza
	Avisos     []string // provisions that the program warned of (criterio MAQ-1)
	Libro      string   // once closed
	Folio      int64
	Enlace     string      // path of that folio
	Vuelve     Enlace      // where it came from
	Manuscrita *Manuscrita // a slot still empty that may be signed by hand
	Firma      bool        // she may take signatures here
	Retira     bool        // she may withdraw it
	Gracias    string      // who has just signed
}

func (Acto) plantilla() string { return "acto" }

// Abierto reports whether the act still waits for signatures.
func (a Acto) Abierto() bool { return a.Estado == "propuesto" }

// Faltan counts the slots still empty.
func (a Acto) Faltan() int64 {
	n := int64(0)
	for _, p := range a.Plazas {
		if p.Firmante == "" {
			n++
		}
	}
	return n
}

// Hecho is a fact with its name.
type Hecho struct {
	Nombre, Valor string
}

// Manuscrita is a slot that may be signed by hand on the printed sheet, attested by who
// directs (criterio FIR-4).
type Manuscrita struct {
	Numero int64
	Quien  string
	Modos  []Opcion
}

// Plaza is a slot of an act and who filled it.
type Plaza struct {
	Numero   int64
	Quien    string // who may fill it, in words
	Firmante string // "" while it is empty
	Modo     string
	Instante time.Time
}

// Libros lists the books of an establecimiento: the inspector's home.
type Libros struct {
	Marco
	Libros  []Libro
	Regimen string // legal standing of the books (criterio LIB-1)
}

func (Libros) plantilla() string { return "libros" }

// Libro is a book with its last folios.
type Libro struct {
	ID     string // anticipos-3, control-ingresos
	Titulo string
	Folios int64 // how many it has
}

// LibroFolios is one book with its folios, the latest first.
type LibroFolios struct {
	Marco
	Libro  Libro
	Folios []FolioLinea
	Antes  int64 // folio from which older ones go on; 0 none
	Tomos  []Tomo

	DaDeAlta bool // she may take a bound volume into use
	Exporta  bool // and the book away whole
}

// Tomo is a bound volume of a book (art. 39.2).
type Tomo struct {
	Numero, Folios int
	Diligencia     domain.Fecha
}

func (LibroFolios) plantilla() string { return "libro" }

// FolioLinea is a folio in a line.
type FolioLinea struct {
	Numero  int64
	Jornada domain.Fecha
	Hora    time.Time // opening of the session; zero in the control de ingresos
	Texto   string    // how it stands, in words
	Importe domain.Importe
	Cerrado bool
}

// Folio is a folio of either book, as it stands.
type Folio struct {
	Marco
	Libro       Libro
	Numero      int64
	Fecha       domain.Fecha
	Regimen     string // legal standing (criterio LIB-1)
	Completitud string // what proves that nothing is missing
	PDF         string
	Anterior    string // path of the folio before, "" none
	Siguiente   string
	Hechos      []Hecho
	Anticipos   []AnticipoFolio
	Movimientos []MovimientoFolio // what else the session had
	Recuentos   []Recuento        // final count, once closed
	Extraido    domain.Importe    // notes of the actas, among the existencias (art. 31.5)
	Devuelto    domain.Importe    // chips returned before, likewise (criterio CAJ-C)
	Existencias domain.Importe
	Total       domain.Importe // result of the session, or of the day
	Cerrado     bool           // there is a total
	TotalLetra  string         // control de ingresos (art. 42.2)
	Mesas       []ResultadoMesa
	Firmas      []Plaza // at the foot
	Digest      string

	Rectificaciones []LineaRectificacion // of this count; in a control, those of the day
	Rectificar      string               // page where the count is put right, "" when it may not be
}

func (Folio) plantilla() string { return "folio" }

// EsControl reports whether it is a folio of the control de ingresos.
func (f Folio) EsControl() bool { return f.Libro.ID == "control-ingresos" }

// MovimientoFolio is an entry of a folio that is neither an anticipo nor the count.
type MovimientoFolio struct {
	Texto   string
	Hora    time.Time
	Importe domain.Importe // 0 when it moves none
	Firmas  []Plaza
}

// AnticipoFolio is an anticipo as its folio carries it.
type AnticipoFolio struct {
	AnticipoLinea
	Desglose  string
	Inspector string
	Firmas    []Plaza
}

// ResultadoMesa is the line of a table in the control de ingresos.
type ResultadoMesa struct {
	Mesa      int64
	Juego     domain.Juego
	Sesiones  int64
	Resultado domain.Importe
}
