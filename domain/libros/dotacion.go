package libros

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with who serves a table.
var (
	ErrDotacion = errors.New("a la mesa le falta personal")
	ErrPanos    = errors.New("la mesa no puede tener esos paños")
	// ErrJefe: a jefe de mesa leads more tables than he may.
	ErrJefe = errors.New("un jefe de mesa lleva dos mesas, o hasta cuatro contiguas mientras solo dos estén en juego")
)

// Dotacion is who serves a table.
type Dotacion struct {
	Jefes, Subjefes, Crupieres, Stickmen int
}

// dotaciones is the table of the least staff of a table, by game and number of cloths; the
// punto y banca has its own by size. The two croupiers that may stand at the ends of a
// francesa of two cloths, and the one of a single cloth, are there only where needed
// (art. 130.1), and so is the assistant of an americana (136.1).
var dotaciones = []struct {
	juego    domain.Juego
	panos    int
	minima   Dotacion
	articulo norma.Articulo
}{
	{domain.RuletaFrancesa, 1, Dotacion{Jefes: 1, Crupieres: 2}, art("130.1.b")},
	{domain.RuletaFrancesa, 2, Dotacion{Jefes: 1, Subjefes: 1, Crupieres: 2}, art("130.1.a")},
	{domain.RuletaAmericana, 1, Dotacion{Jefes: 1, Crupieres: 1}, art("136.1")},
	{domain.RuletaAmericana, 2, Dotacion{Jefes: 1, Crupieres: 2}, art("136.1")},
	{domain.Bola, 1, Dotacion{Jefes: 1, Crupieres: 1}, art("143.1")},
	{domain.Bola, 2, Dotacion{Jefes: 1, Crupieres: 2}, art("143.1")},
	{domain.Dados, 1, Dotacion{Jefes: 1, Crupieres: 2, Stickmen: 1}, art("150")},
	{domain.TreintaCuarenta, 1, Dotacion{Jefes: 1, Crupieres: 2}, art("56.1")},
	{domain.BlackJack, 1, Dotacion{Crupieres: 1}, art("49.2")},
	{domain.PoquerSinDescarte, 1, Dotacion{Jefes: 1, Crupieres: 1}, art("98.1")},
	{domain.Trijoker, 1, Dotacion{Jefes: 1, Crupieres: 1}, art("105.1")},
}

// FindDotacion is the least staff of a table of that game with so many cloths, and the
// provision that asks for it; 0 cloths are one. The error wraps ErrPanos, or ErrJuego for a
// game that is not in the table: the punto y banca, and those of círculo.
func FindDotacion(j domain.Juego, panos int) (Dotacion, norma.Articulo, error) {
	err := norma.Breach(art("1.3"), ErrJuego)
	for _, d := range dotaciones {
		if d.juego != j {
			continue
		}
		if d.panos == max(panos, 1) {
			return d.minima, d.articulo, nil
		}
		err = norma.Breach(d.articulo, ErrPanos)
	}
	return Dotacion{}, norma.Articulo{}, err
}

// CheckDotacion returns nil when a table of that game with so many cloths may open with
// that staff. The error wraps ErrDotacion, or is that of FindDotacion.
func CheckDotacion(j domain.Juego, panos int, d Dotacion) error {
	minima, a, err := FindDotacion(j, panos)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		hay, hacen int
		puesto     string
	}{
		{d.Jefes, minima.Jefes, "jefe de mesa"},
		{d.Subjefes, minima.Subjefes, "subjefe de mesa"},
		{d.Crupieres, minima.Crupieres, "crupier"},
		{d.Stickmen, minima.Stickmen, "stickman"},
	} {
		if p.hay < p.hacen {
			return norma.Errorf(a, "%w: %s, %d de %d", ErrDotacion, p.puesto, p.hay, p.hacen)
		}
	}
	return nil
}

// jefes is the table of the games whose jefe de mesa may lead several tables.
var jefes = map[domain.Juego]norma.Articulo{
	domain.BlackJack:         art("49.1"),
	domain.PoquerSinDescarte: art("98.2"),
	domain.Trijoker:          art("105.1"),
	domain.PuntoBanca:        art("63.2"),
}

// mesasJefe are the tables that a jefe leads, and those in play when he leads more (art. 49.1).
const mesasJefe = 2

// mesasJefeTope are the contiguous tables that a jefe leads, at most (art. 49.1).
const mesasJefeTope = 4

// CheckJefe returns nil when one jefe de mesa may lead those tables of a game, some of which
// are in play: two, or as many as four that are contiguous, which is to say numbered in a row,
// while no more than two are in play; of punto y banca, however many of the four are. Of a game
// that says nothing of it, and of no tables, nil. The error wraps ErrJefe and cites arts. 49.1,
// 63.2, 98.2 or 105.1.
func CheckJefe(j domain.Juego, mesas []int, enJuego int) error {
	a, ok := jefes[j]
	mesas = slices.Sorted(slices.Values(mesas))
	switch n := len(mesas); {
	case !ok || n <= mesasJefe:
		return nil
	case n > mesasJefeTope || enJuego > mesasJefe && j != domain.PuntoBanca || mesas[n-1]-mesas[0] != n-1:
		return norma.Breach(a, ErrJefe)
	}
	return nil
}
