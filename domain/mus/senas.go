package mus

import (
	"errors"
	"slices"

	"foliado/domain/norma"
)

// Sena is one of the eleven signs that partners may pass (art. 62). There are no others.
type Sena string

// The signs.
const (
	SenaDosReyes    Sena = "dos_reyes"
	SenaDosAses     Sena = "dos_ases"
	SenaMediasReyes Sena = "medias_reyes"
	SenaMedias      Sena = "medias"
	SenaMediasAses  Sena = "medias_ases"
	SenaDuples      Sena = "duples"
	SenaJuego       Sena = "juego"
	SenaTreintaYUna Sena = "treinta_y_una"
	SenaTreinta     Sena = "treinta"
	SenaVeintinueve Sena = "veintinueve"
	SenaCiego       Sena = "ciego"
)

// What is wrong with a sign.
var (
	ErrSena          = errors.New("no es ninguna de las once señas")
	ErrSenaReparto   = errors.New("no se hacen señas mientras se reparte")
	ErrSenaSinCortar = errors.New("al comenzar la partida no se hacen señas hasta que se corta el mus")
	ErrSenaAntes     = errors.New("las medias se señalan después de la grande")
	ErrSenaFalsa     = errors.New("la seña no es de las que tiene esa jugada")
)

// FilaSena is a row of art. 62: a sign, how it is made and what bounds it, in words for
// people.
type FilaSena struct {
	Sena   Sena
	Gesto  string
	Limite string
}

// senas is the table of art. 62.
var senas = []FilaSena{
	{SenaDosReyes, "morderse el labio de abajo", ""},
	{SenaDosAses, "sacar la lengua al frente", ""},
	{SenaMediasReyes, "torcer a un lado la boca cerrada", "en cualquier momento"},
	{SenaMedias, "torcer a un lado la boca cerrada", "solo después de la grande"},
	{SenaMediasAses, "sacar la lengua por un lado", ""},
	{SenaDuples, "levantar las cejas", ""},
	{SenaJuego, "adelantar los labios cerrados", "no para la treinta y una"},
	{SenaTreintaYUna, "guiñar un ojo", ""},
	{SenaTreinta, "alzar los dos hombros", "también guiñando un ojo, cuando los cuatro han dicho que no tienen juego"},
	{SenaVeintinueve, "alzar un hombro", ""},
	{SenaCiego, "cerrar los dos ojos", "solo si la jugada no tiene otra seña"},
}

// Senas returns the table of signs, for the help that shows it.
func Senas() []FilaSena { return slices.Clone(senas) }

// CheckGesto returns nil when that gesture is one of the table. The error wraps ErrSena.
func CheckGesto(gesto string) error {
	if !slices.ContainsFunc(senas, func(f FilaSena) bool { return f.Gesto == gesto }) {
		return norma.Errorf(art("62"), "%w: %q", ErrSena, gesto)
	}
	return nil
}

// Fila is a row of the table of art. 67, by what a hand has for the pares.
type Fila string

// The rows.
const (
	FilaDuples      Fila = "duples"
	FilaMediasReyes Fila = "medias_reyes"
	FilaMediasAses  Fila = "medias_ases"
	FilaMediasOtras Fila = "medias_otras"
	FilaDosReyes    Fila = "dos_reyes"
	FilaDosAses     Fila = "dos_ases"
	FilaOtrosPares  Fila = "otros_pares"
	FilaSinPares    Fila = "sin_pares"
)

// Columna is a column of the table of art. 67, by what a hand adds up to.
type Columna string

// The columns.
const (
	Columna31    Columna = "31"
	ColumnaJuego Columna = "juego"
	Columna30    Columna = "30"
	Columna29    Columna = "29"
	ColumnaMenos Columna = "menos"
)

// Each cell of the table of art. 67 has the sign of its row and that of its column, and a
// cell with neither is blind (criterio A-M-14).
var (
	senaDeFila = map[Fila]Sena{
		FilaDuples: SenaDuples, FilaMediasReyes: SenaMediasReyes, FilaMediasAses: SenaMediasAses,
		FilaMediasOtras: SenaMedias, FilaDosReyes: SenaDosReyes, FilaDosAses: SenaDosAses,
	}
	senaDeColumna = map[Columna]Sena{
		Columna31: SenaTreintaYUna, ColumnaJuego: SenaJuego, Columna30: SenaTreinta, Columna29: SenaVeintinueve,
	}
)

// filaDe is the row of what a hand has for the pares.
func filaDe(c Combinacion) Fila {
	tres := map[Rango]Fila{Rey: FilaMediasReyes, As: FilaMediasAses}
	dos := map[Rango]Fila{Rey: FilaDosReyes, As: FilaDosAses}
	var fila Fila
	switch c.Tipo {
	case SinPares:
		return FilaSinPares
	case Duples:
		return FilaDuples
	case Medias:
		fila = FilaMediasOtras
		if f, ok := tres[c.Alto]; ok {
			fila = f
		}
	case Par:
		fila = FilaOtrosPares
		if f, ok := dos[c.Alto]; ok {
			fila = f
		}
	}
	return fila
}

// columnaDe is the column of what a hand adds up to.
func columnaDe(suma int) Columna {
	switch {
	case suma == 31:
		return Columna31
	case suma > 31:
		return ColumnaJuego
	case suma == 30:
		return Columna30
	case suma == 29:
		return Columna29
	}
	return ColumnaMenos
}

// Senas returns the cell of the table of art. 67 that the hand is in, and its signs: that of
// the row and that of the column, or being blind.
func (m Mano) Senas() (Fila, Columna, []Sena) {
	fila, columna := filaDe(m.Pares()), columnaDe(m.Suma())
	var s []Sena
	if sena, ok := senaDeFila[fila]; ok {
		s = append(s, sena)
	}
	if sena, ok := senaDeColumna[columna]; ok {
		s = append(s, sena)
	}
	if len(s) == 0 {
		s = []Sena{SenaCiego}
	}
	return fila, columna, s
}

// Momento is when a sign is made.
type Momento struct {
	Repartiendo  bool
	PrimeraMano  bool // of the partida
	MusCortado   bool
	GrandeJugada bool
}

// CheckSena returns nil when a player with that hand may make that sign: not while cards
// are dealt (art. 17), at the beginning of a partida once the mus is cut (art. 63),
// afterwards in the order he likes (art. 64); medias after the grande (art. 62); and only
// what the hand has, never a part of it (art. 67). The error wraps ErrSena, ErrSenaReparto,
// ErrSenaSinCortar, ErrSenaAntes or ErrSenaFalsa.
func (m Mano) CheckSena(s Sena, momento Momento) error {
	_, _, tiene := m.Senas()
	switch {
	case !slices.ContainsFunc(senas, func(f FilaSena) bool { return f.Sena == s }):
		return norma.Errorf(art("62"), "%w: %q", ErrSena, s)
	case momento.Repartiendo:
		return norma.Breach(art("17"), ErrSenaReparto)
	case momento.PrimeraMano && !momento.MusCortado:
		return norma.Breach(art("63"), ErrSenaSinCortar)
	case s == SenaMedias && !momento.GrandeJugada:
		return norma.Breach(art("62"), ErrSenaAntes)
	case !slices.Contains(tiene, s):
		return norma.Breach(art("67"), ErrSenaFalsa)
	}
	return nil
}

// CheckGuino returns nil when a player with that hand may wink: with 31, and with 30 once
// the four have said that they have no juego (art. 62). The error wraps ErrSenaFalsa.
func (m Mano) CheckGuino(juegoNoLosCuatro bool) error {
	if s := m.Suma(); s == mejorJuego || s == mejorPunto && juegoNoLosCuatro {
		return nil
	}
	return norma.Breach(art("62"), ErrSenaFalsa)
}
