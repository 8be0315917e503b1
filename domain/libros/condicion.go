package libros

import (
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// Clase is a kind of book.
type Clase string

// The kinds of book whose standing the product states.
const (
	ClaseAnticipos       Clase = "anticipos"
	ClaseBeneficios      Clase = "beneficios"
	ClaseControlIngresos Clase = "control_ingresos"
	ClaseTarjetas        Clase = "tarjetas"      // the cards book and the door (art. 20.2)
	ClaseNaipes          Clase = "naipes"        // art. 46.2
	ClaseDesprecintado   Clase = "desprecintado" // art. 140.3
)

// clases is the table of criterio LIB-1: the books of art. 39.1 are those for which the
// resolution of art. 39.3 may put a computer system in the place of paper.
var clases = map[Clase]norma.Articulo{
	ClaseAnticipos:       art("39.1.b"),
	ClaseBeneficios:      art("39.1.a"),
	ClaseControlIngresos: art("39.1.c"),
}

// Resolucion is the act of the tax authority that lets a computer system stand for the
// books (art. 39.3). The zero value is none.
type Resolucion struct {
	Referencia string
	Fecha      domain.Fecha
	// Otras says that it names also the books that art. 39.3 does not speak of.
	Otras bool
}

// IsZero reports whether there is no resolution.
func (r Resolucion) IsZero() bool { return r == Resolucion{} }

// Oficial reports whether what the product prints of a book is the book itself (art. 39.3,
// criterio LIB-1).
func Oficial(c Clase, r Resolucion) bool {
	_, of39 := clases[c]
	return strings.TrimSpace(r.Referencia) != "" && r.Fecha != "" && (of39 || r.Otras)
}

// Condicion is the standing that every folio of a book prints: the resolution that makes
// it the official one, or that it is an auxiliary copy (art. 39.3, criterio LIB-1).
func Condicion(c Clase, r Resolucion) string {
	_, of39 := clases[c]
	switch {
	case Oficial(c, r):
		return "Este folio es el libro, llevado por sistema informático según la resolución " + r.Referencia +
			" de " + r.Fecha.Larga() + " (" + art("39.3").String() + ")."
	case of39:
		return "Este folio es copia auxiliar del libro diligenciado."
	}
	return "Este folio es copia auxiliar."
}
