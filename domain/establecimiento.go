package domain

// Establecimiento is one house of the entidad: the main casino or a sala apéndice.
// Each has its own door, card series, jornadas, dirección, caja central, tables and
// control sheet (criterio EST-1).
type Establecimiento struct {
	ID       string // short slug, in routes and books
	Nombre   string
	Apendice bool // sala apéndice (arts. 154, 155)
}

// Mesa is a gaming table. Its number is also that of its book (art. 40.1.b).
type Mesa struct {
	Establecimiento  string
	Numero           int
	Juego            Juego
	MinimoAutorizado Importe // minimum stake of the authorisation, céntimos
}

// Serie is the choice of the column of maxima of a roulette (arts. 132.3, 139.3;
// criterio RUL-A: one choice a table, no mixing).
type Serie string

// The two columns of maxima.
const (
	SerieBaja Serie = "bajo"
	SerieAlta Serie = "alto"
)
