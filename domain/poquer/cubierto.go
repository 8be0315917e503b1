package poquer

import (
	"errors"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with an opening or a draw.
var (
	ErrApertura = errors.New("la mano no llega a la combinación que abre")
	ErrBlanco   = errors.New("las manos en blanco no pueden ser menos de cero")
	ErrDescarte = errors.New("no se descartan más cartas de las que se tienen")
	ErrJefe     = errors.New("no lo resuelve la norma: decide el jefe de mesa")
)

// cubierto is five covered cards with a draw, with a whole pack or with 32 cards (art. 120);
// the ace stands below the lowest (art. 113.1).
func cubierto(n Nombre, lowest naipes.Rango, corta bool) Variante {
	return Variante{
		Nombre: n, Baraja: cartasDesde(lowest), MasBaja: lowest, Propias: NumCartas, Articulo: art("120"),
		Calles:  []Calle{{Cubiertas: NumCartas, Apuestas: true}, {Apuestas: true}},
		ranking: naipes.Ranking{AsBajo: lowest, ColorSobreFull: corta, Figuras: true, UnaSuelta: true},
	}
}

// abre are the pairs that open, by how many hands went blank before: once it is that of aces
// it stays (arts. 121.1, 121.3, criterio A-C-15).
var abre = []naipes.Rango{naipes.Jota, naipes.Dama, naipes.Rey, naipes.As}

// ParejaMinima is the pair that opens after that many blank hands. The error wraps ErrBlanco.
func ParejaMinima(enBlanco int) (naipes.Rango, error) {
	if enBlanco < 0 {
		return 0, norma.Breach(art("121.3"), ErrBlanco)
	}
	return abre[min(enBlanco, len(abre)-1)], nil
}

// Abre reports whether a hand may open after that many blank ones: with the pair or a higher
// one, or with any combination above a pair (arts. 121.1.a, 121.3). The error is that of
// ParejaMinima.
func Abre(valor naipes.Valor, enBlanco int) (bool, error) {
	minima, err := ParejaMinima(enBlanco)
	if err != nil {
		return false, err
	}
	switch c := valor.Categoria(); {
	case c == naipes.CategoriaPareja:
		return valor.Rango() >= minima, nil
	default:
		return c > naipes.CategoriaPareja, nil
	}
}

// Mano is a hand of a deal that waits to be opened: whose it is, what it is worth, and
// whether he wants to open, which nobody must (art. 121.1.b).
type Mano struct {
	Puesto Puesto
	Valor  naipes.Valor
	Quiere bool
}

// Apertura is how a pot came to be opened. Reparto counts from one and is 0 when nobody
// opened, Antes how many each player has put: one for each deal (criterio A-C-15).
type Apertura struct {
	Reparto int
	Puesto  Puesto
	Antes   int
	Minima  naipes.Rango // of the last deal
}

// AbreBote goes through the deals, each in the order of speaking, up to the first player who
// wants to open and may; a deal that nobody opens is a blank hand (art. 121.3). The error
// wraps ErrNadie or ErrPuesto.
func AbreBote(repartos [][]Mano) (Apertura, error) {
	if len(repartos) == 0 {
		return Apertura{}, norma.Breach(art("121.3"), ErrNadie)
	}
	var a Apertura
	for enBlanco, manos := range repartos {
		minima, err := ParejaMinima(enBlanco)
		if err != nil {
			return Apertura{}, err
		}
		a.Antes, a.Minima = enBlanco+1, minima
		for _, m := range manos {
			if err := CheckPuesto(m.Puesto); err != nil {
				return Apertura{}, err
			}
			if puede, _ := Abre(m.Valor, enBlanco); puede && m.Quiere && a.Reparto == 0 {
				a.Reparto, a.Puesto = enBlanco+1, m.Puesto
			}
		}
		if a.Reparto != 0 {
			break
		}
	}
	return a, nil
}

// Fichas is where the chips of who opened go.
type Fichas string

// Where they go.
const (
	Normal           Fichas = "normal"
	QuedanEnElBote   Fichas = "quedan_en_el_bote"
	BoteDeSiguiente  Fichas = "bote_siguiente_partida"
	maxDescarte             = NumCartas
	ultimaDeLaBaraja        = 1
)

// JugadaFalsa says whether who opened had not what opens, and then where his chips go: he
// cannot win the pot and they stay in it; if nobody covered his last bet the pot is for the
// next deal (art. 122.3, criterio A-C-16). The error is that of ParejaMinima.
func JugadaFalsa(valor naipes.Valor, enBlanco int, cubierta bool) (falsa bool, fichas Fichas, err error) {
	puede, err := Abre(valor, enBlanco)
	switch {
	case err != nil:
		return false, "", err
	case puede:
		return false, Normal, nil
	case cubierta:
		return true, QuedanEnElBote, nil
	}
	return true, BoteDeSiguiente, nil
}

// CheckApertura returns nil when a hand may open. The error wraps ErrApertura and cites
// 121.1.a, or 121.3 after a blank hand.
func CheckApertura(valor naipes.Valor, enBlanco int) error {
	puede, err := Abre(valor, enBlanco)
	if err != nil || puede {
		return err
	}
	if enBlanco > 0 {
		return norma.Breach(art("121.3"), ErrApertura)
	}
	return norma.Breach(art("121.1.a"), ErrApertura)
}

// Descarte are the cards that a player puts down in the draw; he gets as many (art. 121.4).
type Descarte struct {
	Puesto Puesto
	Cartas []naipes.Carta
}

// Robo is how the draw went. DeLaBaraja are the cards of the stub that each player took, by
// their order in the list of discards; Rehace is whose turn it was when the pack had to be
// made again, by that order, -1 for never, and Mazo the new pack. DecideJefe says that others
// had to draw after him, for which there is no rule (criterio A-C-28).
type Robo struct {
	DeLaBaraja [][]naipes.Carta
	Rehace     int
	Mazo       []naipes.Carta
	DecideJefe bool
}

// Roba serves the discards in order from the stub, its top first (arts. 121.4, 121.5). Of
// a player who needs more cards than there are all are served but the last: that one is
// shuffled with the discards made before, save those of who opened, which are kept to be
// looked at, and his own (criterio A-C-17). The error wraps ErrDescarte, ErrPuesto,
// ErrRepetido or naipes.ErrRepetida.
func (v Variante) Roba(baraja []naipes.Carta, descartes []Descarte, abridor Puesto) (Robo, error) {
	if err := v.checkRobo(baraja, descartes, abridor); err != nil {
		return Robo{}, err
	}
	r := Robo{Rehace: -1}
	for k, d := range descartes {
		n := len(d.Cartas)
		if n <= len(baraja) {
			r.DeLaBaraja = append(r.DeLaBaraja, baraja[:n])
			baraja = baraja[n:]
			continue
		}
		servidas := max(0, len(baraja)-ultimaDeLaBaraja)
		r.DeLaBaraja = append(r.DeLaBaraja, baraja[:servidas])
		r.Rehace, r.DecideJefe = k, k < len(descartes)-1
		r.Mazo = append(r.Mazo, baraja[servidas:]...)
		for _, antes := range descartes[:k] {
			if antes.Puesto != abridor {
				r.Mazo = append(r.Mazo, antes.Cartas...)
			}
		}
		break
	}
	return r, nil
}

func (v Variante) checkRobo(baraja []naipes.Carta, descartes []Descarte, abridor Puesto) error {
	todas := append([]naipes.Carta(nil), baraja...)
	seen := map[Puesto]bool{}
	if err := CheckPuesto(abridor); err != nil {
		return err
	}
	for _, d := range descartes {
		if err := CheckPuesto(d.Puesto); err != nil {
			return err
		}
		switch {
		case seen[d.Puesto]:
			return norma.Breach(art("121.4"), ErrRepetido)
		case len(d.Cartas) > maxDescarte:
			return norma.Breach(art("121.4"), ErrDescarte)
		}
		seen[d.Puesto] = true
		todas = append(todas, d.Cartas...)
	}
	_, err := v.mano(todas)
	return err
}

// Reanuda is who speaks first in the second interval: who opened or, if he has left, the
// first who plays at his right (art. 121.6). The error is that of SiguienteActivo.
func Reanuda(abridor Puesto, activos []Puesto) (Puesto, error) {
	return desde(abridor, activos, art("121.6"))
}

// FichasNoCubiertas is what who opened falsely loses of his own bet: nothing of it comes
// back to him, though nobody called it (art. 122.3, criterio A-C-16).
func FichasNoCubiertas(falsa bool, sinCubrir domain.Importe) domain.Importe {
	if falsa {
		return 0
	}
	return sinCubrir
}
