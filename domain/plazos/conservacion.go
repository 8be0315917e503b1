package plazos

import (
	"slices"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// MesesArchivo is the term of the archivo PBC, in calendar months: ten years from each visit
// (Ley 10/2010 art. 25, criterio ADM-1).
const MesesArchivo = 120

// MesesPersonal is how long the house keeps who worked in it after the last day, in calendar
// months (criterio ADM-11).
const MesesPersonal = 60

// MesesLibros is how long reasons and notes of the books are kept, in calendar months
// (criterio ADM-11): the term of the books of a trader.
const MesesLibros = 72

// SuprimibleDesde is the first date on which what was recorded on f goes, when it is kept
// that many calendar months: the term ends when its last day does (criterio ADM-1).
func SuprimibleDesde(f domain.Fecha, meses int) domain.Fecha { return next(AddMonths(f, meses), 1) }

// UltimaVencida is the last date whose records go on a: each record has its own end, so that
// a term counted back from a would take some too early (art. 20.4, criterio ADM-1).
func UltimaVencida(a domain.Fecha, meses int) domain.Fecha {
	f := AddMonths(a, -meses)
	for SuprimibleDesde(f, meses) > a {
		f = next(f, -1)
	}
	return f
}

func next(f domain.Fecha, days int) domain.Fecha {
	return domain.Fecha(f.Time().AddDate(0, 0, days).Format(time.DateOnly))
}

// Termino is a row of the table of terms: how long the house keeps what a class of record
// holds of people, and what becomes of it then (criterio ADM-1b).
type Termino struct {
	ID        string   // short name: it is the cause that a Supresion states
	Que       string   // what it holds
	Tipos     []string // kinds of asiento; none: no asiento holds it
	Plazo     string   // how long, in words
	Desde     string   // from when, in words
	Despues   string   // what becomes of it
	Articulos []norma.Articulo
	Base      string // what other text it rests on, "" none
	Criterio  string
}

// Causa is what a Supresion states: the row and what it rests on.
func (t Termino) Causa() string { return t.ID + ": " + t.Fundamento() }

// Fundamento cites what the term rests on.
func (t Termino) Fundamento() string {
	var parts []string
	for _, a := range t.Articulos {
		parts = append(parts, a.String())
	}
	if t.Base != "" {
		parts = append(parts, t.Base)
	}
	return strings.Join(append(parts, "criterio "+t.Criterio), "; ")
}

// IDs of the rows.
const (
	TerminoVisitas        = "visitas"
	TerminoArchivo        = "archivo-pbc"
	TerminoFichas         = "fichas"
	TerminoDenegaciones   = "denegaciones"
	TerminoProhibiciones  = "prohibiciones"
	TerminoPuerta         = "puerta"
	TerminoComprobaciones = "comprobaciones"
	TerminoPersonal       = "personal"
	TerminoLibros         = "libros"
	TerminoCopias         = "copias"
	TerminoSucesos        = "sucesos"
)

var (
	art    = norma.Reglamento.Art
	artPBC = norma.PBC.Art
)

// Conservacion is the table of terms. Each kind of asiento with personal values is of one
// row alone.
var Conservacion = []Termino{
	{TerminoVisitas, "Visitas y tarjetas: titular, documento exhibido y código de la tarjeta", []string{"Tarjeta"},
		"seis meses", "el día de la visita, o de la última entrada con esa tarjeta",
		"salen del fichero de admisión: nombre, documento y hora de entrada pasan al archivo PBC y lo demás se destruye; si la casa lleva ese archivo aparte (parámetro conservacion_pbc), y en las tarjetas anuladas, se destruye todo",
		[]norma.Articulo{art("20.4"), artPBC("7.5")}, "", "ADM-1"},
	{TerminoArchivo, "Archivo PBC: nombre, documento y hora de cada entrada", nil,
		"diez años", "el día de la visita", "se destruyen", []norma.Articulo{artPBC("25")}, "", "ADM-1"},
	{TerminoFichas, "Fichas de visitante y sus documentos", []string{"Ficha", "DocumentoFicha"},
		"seis meses", "el día de su última visita; mientras haya una prohibición en vigor, hasta que acabe", "se destruyen",
		[]norma.Articulo{art("20.3"), art("20.4")}, "", "ADM-1b"},
	{TerminoDenegaciones, "Denegaciones, expulsiones, decisiones y observaciones", []string{"Denegacion", "DecisionAdmision", "Expulsion", "Alerta", "FinAlerta", "Observacion"},
		"seis meses", "el día en que se anotan", "se destruyen", []norma.Articulo{art("20.3"), art("20.4")}, "", "ADM-1b"},
	{TerminoProhibiciones, "Prohibiciones de entrada de la casa", []string{"Prohibicion", "FinProhibicion"},
		"hasta su último día, y seis meses como mínimo", "el día en que se imponen", "se destruyen", []norma.Articulo{art("20.4")}, "", "ADM-1b"},
	{TerminoPuerta, "Lo demás de la puerta: grupos, invitaciones, acreditaciones, funcionarios de servicio, accesos excepcionales, controles, motivos de anulaciones, pérdidas, reimpresiones y arqueos de turno, peticiones de acceso a datos y consultas",
		[]string{"AnulacionTarjeta", "ReimpresionTarjeta", "PerdidaTarjeta", "ControlTarjeta", "Grupo", "MiembroGrupo", "Invitacion", "VisitaOficial",
			"SalidaOficial", "Acreditacion", "AutorizacionExcepcional", "CierreTurno", "AccesoDatos", "ConsultaArchivo", "ConsultaFicha"},
		"seis meses", "el día en que se anotan", "se destruyen", []norma.Articulo{art("20.4")}, "", "ADM-1b"},
	{TerminoComprobaciones, "Comprobaciones hechas en el mostrador, también las que no dieron tarjeta", nil,
		"seis meses", "el día en que se hacen", "se borran", []norma.Articulo{art("20.4")}, "", "ADM-1b"},
	{TerminoPersonal, "Personal de la casa y sus claves", []string{"Persona", "CambioPersona", "RevocacionClave"},
		"mientras trabaja y cinco años después", "el día de la baja", "se destruyen; en los libros queda su número de persona", nil, "", "ADM-11"},
	{TerminoLibros, "Motivos, notas y reclamaciones que constan en los libros y en las actas", nil,
		"seis años", "el día en que se anotan", "se destruyen; el libro y sus cifras quedan", nil, "art. 30 del Código de Comercio", "ADM-11"},
	{TerminoCopias, "PDF de las tarjetas e imágenes de los documentos", nil,
		"no se guardan", "", "se dibujan cuando se piden; de un documento no se toma imagen", []norma.Articulo{art("20.4")}, "", "ADM-1b"},
	{TerminoSucesos, "Registro de sucesos del programa", nil, "el que fije la casa", "", "no lleva datos personales", []norma.Articulo{art("20.4")}, "", "ADM-1b"},
}

// TerminoDe is the row of a kind of asiento; what no row names is of the books.
func TerminoDe(tipo string) Termino {
	for _, t := range Conservacion {
		if slices.Contains(t.Tipos, tipo) {
			return t
		}
	}
	return FindTermino(TerminoLibros)
}

// FindTermino is the row with that ID, which is a constant of this package.
func FindTermino(id string) Termino {
	for _, t := range Conservacion {
		if t.ID == id {
			return t
		}
	}
	panic("plazos: no term " + id)
}
