package puntobanca

import (
	"errors"

	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a table.
var (
	ErrFormato   = errors.New("no es ninguno de los formatos de mesa")
	ErrSentados  = errors.New("a la mesa se sientan más jugadores de los que admite")
	ErrCrupieres = errors.New("a la mesa le faltan crupieres")
	ErrTalla     = errors.New("en la mesa mini solo reparte el crupier")
)

// Formato is the size of a table.
type Formato string

// The three of art. 62.3.
const (
	Completa Formato = "completa"
	Mini     Formato = "mini"
	Midi     Formato = "midi"
)

// Mesa is a table of a Formato: how many may sit, 0 being as many as the cloth has places;
// how many croupiers serve it at least; whether none but they deal.
type Mesa struct {
	Formato        Formato
	MaxSentados    int
	MinCrupieres   int
	CrupierReparte bool
}

// numero is a number of the law for a Formato, with its provision.
type numero struct {
	formato  Formato
	n        int
	articulo norma.Articulo
}

// sentados is the table of art. 62.3, crupieres that of art. 63.1.
var (
	sentados = []numero{
		{Mini, 7, art("62.3")},
		{Midi, 9, art("62.3")},
	}
	crupieres = []numero{
		{Completa, 2, art("63.1")},
		{Mini, 1, art("63.1")},
		{Midi, 1, art("63.1")},
	}
)

// FindMesa returns the table of a Formato. The error wraps ErrFormato.
func FindMesa(f Formato) (Mesa, error) {
	m := Mesa{Formato: f, CrupierReparte: f == Mini}
	for _, n := range sentados {
		if n.formato == f {
			m.MaxSentados = n.n
		}
	}
	for _, n := range crupieres {
		if n.formato == f {
			m.MinCrupieres = n.n
			return m, nil
		}
	}
	return Mesa{}, norma.Errorf(art("62.3"), "%w: %q", ErrFormato, f)
}

// CheckSentados returns nil when that many players may sit at the table (art. 62.3). The
// error wraps ErrSentados.
func (m Mesa) CheckSentados(n int) error {
	if m.MaxSentados > 0 && n > m.MaxSentados {
		return norma.Breach(art("62.3"), ErrSentados)
	}
	return nil
}

// CheckCrupieres returns nil when that many croupiers may serve the table (art. 63.1). The
// error wraps ErrCrupieres.
func (m Mesa) CheckCrupieres(n int) error {
	if n < m.MinCrupieres {
		return norma.Breach(art("63.1"), ErrCrupieres)
	}
	return nil
}

// CheckTalla returns nil when that place may deal (art. 64.4). The error wraps ErrTalla.
func (m Mesa) CheckTalla(plaza int) error {
	if m.CrupierReparte && plaza != Crupier {
		return norma.Breach(art("64.4"), ErrTalla)
	}
	return nil
}

// cartasPedidas are six packs with indices, three of each colour (art. 62.1).
var cartasPedidas = naipes.Composicion{Barajas: Barajas, SegundoColor: Barajas / 2, Indices: naipes.ConIndices}

// CheckNaipes returns nil when the sabot may be filled with those packs (art. 62.1). The
// error wraps naipes.ErrBarajas, naipes.ErrColores or naipes.ErrIndices.
func CheckNaipes(c naipes.Composicion) error { return c.Check(art("62.1"), cartasPedidas) }

// plazaOmitida is the number that the places may do without (art. 62.3).
const plazaOmitida = 13

// ListPlazas numbers that many places from the right of the jefe de mesa on; sinTrece when
// none bears the 13 (art. 62.3).
func ListPlazas(n int, sinTrece bool) []int {
	plazas := make([]int, 0, max(n, 0))
	for k := 1; len(plazas) < n; k++ {
		if !sinTrece || k != plazaOmitida {
			plazas = append(plazas, k)
		}
	}
	return plazas
}

// OfferPlaza returns who is offered a place that falls free, the first of the list of
// priority that the jefe de mesa keeps who has not refused it; "" when nobody waits
// (art. 63.2).
func OfferPlaza(lista []string, rehusan map[string]bool) string {
	for _, id := range lista {
		if !rehusan[id] {
			return id
		}
	}
	return ""
}
