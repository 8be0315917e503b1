package registers

import (
	"fmt"
	"slices"
	"strings"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/puntobanca"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// DotacionMesa is who serves a table that is to open, as its jefe says: with how many
// cloths, where its game has one or two (arts. 128, 143.1), and of which size, where it is
// a punto y banca (art. 62.3).
type DotacionMesa struct {
	libros.Dotacion
	Panos   int                // 0: one
	Formato puntobanca.Formato // "": completa
	Jefe    []int              // tables that its jefe leads, this one included; nil: not said
}

// checkJefe returns nil when the jefe of a table that is to open may lead those that he
// leads: it and the ones open already are in play. The error is that of libros.CheckJefe.
func (d *DotacionMesa) checkJefe(tx *escritor.Tx, s *sala) error {
	if d == nil || len(d.Jefe) == 0 {
		return nil
	}
	if !slices.Contains(d.Jefe, s.mesa.Numero) {
		return fmt.Errorf("%w: entre las mesas del jefe no está la que se abre", ErrDatos)
	}
	enJuego := 1
	for _, n := range d.Jefe {
		if _, open, err := openSesion(tx.DB(), s.mesa.Establecimiento, n); err != nil {
			return err
		} else if open && n != s.mesa.Numero {
			enJuego++
		}
	}
	return libros.CheckJefe(s.mesa.Juego, d.Jefe, enJuego)
}

// check returns nil when a table of that game may open so, or when nobody has said who
// serves it: the machine refuses only what it knows (criterio MAQ-1). The error is that of
// libros.CheckDotacion, or wraps puntobanca.ErrFormato or puntobanca.ErrCrupieres.
func (d *DotacionMesa) check(j domain.Juego) error {
	if d == nil {
		return nil
	}
	if j != domain.PuntoBanca {
		return libros.CheckDotacion(j, d.Panos, d.Dotacion)
	}
	formato := d.Formato
	if formato == "" {
		formato = puntobanca.Completa
	}
	m, err := puntobanca.FindMesa(formato)
	if err != nil {
		return err
	}
	if formato == puntobanca.Completa && d.Jefes < 1 {
		return norma.Errorf(art("63.1"), "%w: jefe de mesa", libros.ErrDotacion)
	}
	return m.CheckCrupieres(d.Crupieres)
}

// datos are what the asiento of the opening keeps of it.
func (d *DotacionMesa) datos() []diario.Dato {
	if d == nil {
		return nil
	}
	texto := fmt.Sprintf("jefes=%d subjefes=%d crupieres=%d stickmen=%d", d.Jefes, d.Subjefes, d.Crupieres, d.Stickmen)
	if d.Panos > 0 {
		texto += fmt.Sprintf(" panos=%d", d.Panos)
	}
	if d.Formato != "" {
		texto += " formato=" + string(d.Formato)
	}
	if len(d.Jefe) > 0 {
		texto += " jefe=" + strings.Trim(strings.ReplaceAll(fmt.Sprint(d.Jefe), " ", ","), "[]")
	}
	return []diario.Dato{{Nombre: "dotacion", Valor: texto}}
}
