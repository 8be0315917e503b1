package dados

import (
	"slices"

	"foliado/domain/norma"
)

// CheckTirador returns nil when who shoots has staked on win or don't win before his throw
// (art. 153.10), given the suertes on which he has. The error wraps ErrTirador.
func CheckTirador(suertes []Suerte) error {
	if slices.Contains(suertes, Win) || slices.Contains(suertes, DontWin) {
		return nil
	}
	return norma.Breach(art("153.10"), ErrTirador)
}

// NextTirador is the place that the dice go to, clockwise from who held them (arts. 153.1
// and 153.2). Places are numbered clockwise from the left of the croupiers; plazas are
// those with a player, ascending, and refuses the ones who pass the dice on. It returns 0
// when nobody takes them; the last to be asked is who held them.
func NextTirador(plazas []int, tirador int, refuses []int) int {
	k, _ := slices.BinarySearch(plazas, tirador+1)
	for i := range plazas {
		plaza := plazas[(k+i)%len(plazas)]
		if !slices.Contains(refuses, plaza) {
			return plaza
		}
	}
	return 0
}

// DadosEnReserva are the dice among which a shooter may choose when one has fallen to the
// floor (art. 153.4); JuegoDeDados, those that are offered anew when the dice are changed
// (art. 153.9).
const (
	DadosEnReserva = 4
	JuegoDeDados   = 6
)

// CheckCambioDados returns nil when the shooter may change the dice: before he throws, or
// in the series of a point only when one has fallen to the floor (art. 153.4). The error
// wraps ErrCambioDados.
func (m *Mesa) CheckCambioDados(caido bool) error {
	if m.punto != 0 && !caido {
		return norma.Breach(art("153.4"), ErrCambioDados)
	}
	return nil
}

// minIncumplimientos are the times that a shooter must have failed in his duties before the
// jefe de mesa may take the dice from him: repeatedly (art. 153.8).
const minIncumplimientos = 2

// CheckRetirarDados returns nil when the jefe de mesa may take the dice from a shooter who
// has failed that many times (art. 153.8). The error wraps ErrReincidencia.
func CheckRetirarDados(incumplimientos int) error {
	if incumplimientos < minIncumplimientos {
		return norma.Breach(art("153.8"), ErrReincidencia)
	}
	return nil
}

// ChangeDados is what stays in reserve when the dice are changed: of the six that are
// offered the shooter takes two and four go back (art. 153.9). The error wraps
// ErrJuegoDeDados.
func ChangeDados(juego []string, tomados [2]string) (reserva []string, err error) {
	for k, d := range juego {
		if slices.Contains(juego[:k], d) {
			return nil, norma.Breach(art("153.9"), ErrJuegoDeDados)
		}
		if d != tomados[0] && d != tomados[1] {
			reserva = append(reserva, d)
		}
	}
	if len(juego) != JuegoDeDados || len(reserva) != DadosEnReserva {
		return nil, norma.Breach(art("153.9"), ErrJuegoDeDados)
	}
	return reserva, nil
}
