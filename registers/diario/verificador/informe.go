package verificador

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Lugar names an asiento.
type Lugar struct {
	Posicion        int64  `json:"posicion"`
	Establecimiento string `json:"establecimiento,omitempty"`
	Libro           string `json:"libro,omitempty"`
	Numero          int64  `json:"numero,omitempty"`
}

// String writes the place as the report does.
func (l Lugar) String() string {
	if l.Libro == "" {
		return "asiento " + strconv.FormatInt(l.Posicion, 10)
	}
	return fmt.Sprintf("asiento %d (establecimiento %s, libro %s, n.º %d)", l.Posicion, l.Establecimiento, l.Libro, l.Numero)
}

func placeOf(a *asiento) *Lugar {
	return &Lugar{a.posicion, a.establecimiento, a.libro, a.numero}
}

// Problema is one thing that is not sound.
type Problema struct {
	Clase   string `json:"clase"`             // what failed: one of the Clase constants
	Asiento *Lugar `json:"asiento,omitempty"` // nil when it is not about one
	Texto   string `json:"texto"`             // Spanish clause
}

// Classes of Problema.
const (
	ClaseFuente     = "fuente"     // the export or the database cannot be read as such
	ClaseVacio      = "vacio"      // nothing to verify
	ClaseHoja       = "hoja"       // a text that is not canonical, or is not where it should be
	ClaseColumna    = "columna"    // a column that does not repeat its text
	ClaseArbol      = "arbol"      // stored hashes or root
	ClaseCheckpoint = "checkpoint" // a signed note
	ClaseClave      = "clave"      // the key of the log
	ClaseAnterior   = "anterior"   // against the checkpoint of an earlier visit
	ClaseNumero     = "numero"     // books, folios and series
	ClaseContador   = "contador"   // the counters of a database
	ClaseHora       = "hora"       // instants
	ClaseEstado     = "estado"     // an EstadoDeSeries
	ClaseCompromiso = "compromiso" // personal values
	ClaseSupresion  = "supresion"  // values erased, or not erased
	ClasePersona    = "persona"    // people, direction and keys
	ClaseActo       = "acto"       // acts of signature
	ClaseFirma      = "firma"      // one signature
	ClaseJornada    = "jornada"    // gaming days and control de ingresos
	ClaseProyeccion = "proyeccion" // a table that the leaves do not give
	ClaseCompleto   = "completo"   // an export that claims more than it proves
)

// Diferencia is a row of a projection that the leaves do not give, as Options.Proyecciones
// reports it; or why they cannot be compared at all.
type Diferencia struct {
	Tabla  string // "" when it is about no table
	Fila   string // key of the row
	Motivo string // Spanish clause
}

// String writes it as the report does.
func (d Diferencia) String() string {
	if d.Tabla == "" {
		return d.Motivo
	}
	return fmt.Sprintf("tabla %s, fila %s: %s", d.Tabla, d.Fila, d.Motivo)
}

// Informe is what was checked and what was found. Integro says the answer.
type Informe struct {
	Integro      bool   `json:"integro"`
	Fuente       string `json:"fuente"`       // what was read, in words
	Origen       string `json:"origen"`       // of the log
	Tamano       int64  `json:"tamano"`       // leaves that the last checkpoint covers
	Raiz         string `json:"raiz"`         // its root, base64
	Asientos     int64  `json:"asientos"`     // leaves verified
	Checkpoints  int64  `json:"checkpoints"`  // signed notes verified
	Firmas       int64  `json:"firmas"`       // signatures of people verified
	Actos        int64  `json:"actos"`        // acts of signature closed
	Abiertos     int64  `json:"abiertos"`     // personal values that open their commitment
	Suprimidos   int64  `json:"suprimidos"`   // personal values lawfully erased
	Archivados   int64  `json:"archivados"`   // asientos passed to the archivo PBC so far
	Libros       int    `json:"libros"`       // books met
	Series       int    `json:"series"`       // series met
	Completitud  string `json:"completitud"`  // "demostrada", or up to where, or not
	Autenticidad string `json:"autenticidad"` // against what was compared
	Proyecciones bool   `json:"proyecciones"` // the projections were rebuilt and compared

	ClaveComprobada bool `json:"clave_comprobada"` // the key given is that of the log
	DesdeComprobado bool `json:"desde_comprobado"` // the log extends the checkpoint given

	Borrados []Borrado `json:"borrados,omitempty"` // what was erased and why

	Primero   *Lugar     `json:"primero,omitempty"` // first bad asiento
	Problemas []Problema `json:"problemas"`
	Avisos    []string   `json:"avisos"`
}

// maxProblemas bounds a report: one alteration may spoil everything after it.
const maxProblemas = 50

// sortProblemas puts first what is about the first asiento; what is about none goes last.
func (i *Informe) sortProblemas() {
	slices.SortStableFunc(i.Problemas, func(a, b Problema) int {
		switch {
		case a.Asiento == nil && b.Asiento == nil:
			return 0
		case a.Asiento == nil:
			return 1
		case b.Asiento == nil:
			return -1
		case a.Asiento.Posicion < b.Asiento.Posicion:
			return -1
		case a.Asiento.Posicion > b.Asiento.Posicion:
			return 1
		}
		return 0
	})
	if len(i.Problemas) > 0 {
		i.Primero = i.Problemas[0].Asiento
	}
	if len(i.Problemas) > maxProblemas {
		i.Problemas = i.Problemas[:maxProblemas]
		i.Avisos = append(i.Avisos, "hay más problemas de los que se enumeran")
	}
}

// conclude fills in Integro and Autenticidad.
func (i *Informe) conclude() {
	i.sortProblemas()
	i.Integro = len(i.Problemas) == 0
	switch {
	case !i.Integro:
		i.Autenticidad = "no comprobada: el diario no es íntegro"
	case i.ClaveComprobada && i.DesdeComprobado:
		i.Autenticidad = "comprobada con la clave y con el checkpoint de la visita anterior"
	case i.ClaveComprobada:
		i.Autenticidad = "comprobada con la clave; sin comparar con una visita anterior"
	case i.DesdeComprobado:
		i.Autenticidad = "continúa el checkpoint de la visita anterior, con su misma clave; la clave no se ha comparado con el acta fundacional"
	default:
		i.Autenticidad = "no comprobada"
	}
}

// Veredicto is the answer in one line.
func (i *Informe) Veredicto() string {
	switch {
	case !i.Integro && i.Primero != nil:
		return "NO ÍNTEGRO. Primer asiento con problemas: " + i.Primero.String()
	case !i.Integro:
		return "NO ÍNTEGRO"
	case !i.ClaveComprobada && !i.DesdeComprobado:
		return "íntegro por dentro; autenticidad no comprobada"
	default:
		return "íntegro; autenticidad " + i.Autenticidad
	}
}

// WriteText writes the report for people.
func (i *Informe) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(b, "%-15s %s\n", name+":", fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(b, "Verificación del diario")
	line("Fuente", "%s", i.Fuente)
	if i.Origen != "" {
		line("Origen", "%s", i.Origen)
		line("Checkpoint", "%d asientos, raíz %s", i.Tamano, i.Raiz)
	}
	line("Asientos", "%d comprobados, en %d libros y %d series", i.Asientos, i.Libros, i.Series)
	line("Checkpoints", "%d comprobados", i.Checkpoints)
	line("Firmas", "%d comprobadas, en %d actos", i.Firmas, i.Actos)
	line("Valores", "%d abren su compromiso, %d suprimidos en plazo", i.Abiertos, i.Suprimidos)
	for _, b := range i.Borrados {
		line("Suprimido", "%s", b)
	}
	if i.Archivados > 0 {
		line("Archivo PBC", "%d asientos pasados", i.Archivados)
	}
	if i.Proyecciones {
		line("Proyecciones", "rehechas desde los asientos y comparadas")
	}
	if i.Completitud != "" {
		line("Completitud", "%s", i.Completitud)
	}
	line("Autenticidad", "%s", i.Autenticidad)
	for _, aviso := range i.Avisos {
		line("Aviso", "%s", aviso)
	}
	for _, p := range i.Problemas {
		if p.Asiento != nil {
			line("PROBLEMA", "%s: %s", p.Asiento, p.Texto)
		} else {
			line("PROBLEMA", "%s", p.Texto)
		}
	}
	fmt.Fprintf(b, "\nResultado: %s\n", i.Veredicto())
	return b.Flush()
}
