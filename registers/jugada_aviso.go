package registers

import (
	"errors"
	"fmt"
	"slices"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/libros"
	"foliado/domain/norma"
)

// ErrSobreMaximo: a bet was taken above the maximum of its suerte at the table.
var ErrSobreMaximo = errors.New("se admitió una apuesta superior al máximo de la mesa")

// sencillasPano are the suertes that the notice of a roulette or a bola calls sencillas.
var sencillasPano = []string{"rojo", "negro", "par", "impar", "falta", "pasa"}

// avisosJugada warns of each bet that was above what the session admitted on its suerte
// (criterio MAQ-1: it was taken, and is settled). The lines of one player on one selection
// count together (criterio RUL-B).
func avisosJugada(m Mesa, s SesionMesa, f *JugadaFacts) []Aviso {
	m.Juego = s.Juego
	topes, err := m.limites(s.ApuestaMinima, s.Maximos).List()
	if err != nil {
		return nil // a session of other maxima than those known now
	}
	type postura struct {
		jugada.Postura
		apuesta string
	}
	sums := map[postura]domain.Importe{}
	var avisos []Aviso
	for k, a := range f.Liquidacion.Apuestas {
		at := slices.IndexFunc(topes, func(t libros.Maximo) bool {
			return t.Suerte == a.Suerte || t.Suerte == "sencilla" && slices.Contains(sencillasPano, a.Suerte)
		})
		if at < 0 {
			continue
		}
		p := postura{f.Pagos[k].Postura, a.Nombre}
		before := sums[p]
		if p.Postura != (jugada.Postura{}) {
			sums[p] += a.Apostado
		}
		total, tope := before+a.Apostado, topes[at].Importe
		if total > tope && before <= tope {
			avisos = append(avisos, avisoDe(norma.Breach(topes[at].Articulo, fmt.Errorf("%w: %s, %s, y el tope es %s", ErrSobreMaximo, a.Nombre, total, tope)).Under("MAQ-1")))
		}
	}
	return avisos
}
