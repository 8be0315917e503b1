package bacara

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a coup of two cloths.
var (
	ErrPano      = errors.New("el paño no puede decir eso con esas cartas")
	ErrModalidad = errors.New("la banca es limitada o libre")
	ErrSinBanca  = errors.New("la banca limitada tiene un importe")
	ErrUnidad    = errors.New("la apuesta no es un número entero de unidades")
	ErrCuadro    = errors.New("el cuadro dice «carta» o «no» de cada paño")
	ErrQuienErro = errors.New("el error es del banquero, del crupier o de un jugador")
)

// Modalidad is how far the banker answers.
type Modalidad string

// Both of art. 82: for what there is on the table, or without limit.
const (
	Limitada Modalidad = "limitada"
	Abierta  Modalidad = "libre"
)

// tasas is the table of art. 88.4: what the house keeps of what the bank gains in a coup, in
// ten-thousandths.
var tasas = map[Modalidad]int64{Limitada: 200, Abierta: 125}

// CheckModalidad returns nil for one of the two; no table opens without it (art. 82). The
// error wraps ErrModalidad.
func CheckModalidad(m Modalidad) error {
	_, ok := tasas[m]
	return require(ok, art("82"), ErrModalidad)
}

// PanoPuede lists what a cloth may say of its two cards: as in art. 76.3, and whatever he
// likes who makes banco (art. 89.3, criterio B2P-7). The error wraps ErrPuntos.
func PanoPuede(puntos int, haceBanco bool) ([]Palabra, norma.Articulo, error) {
	puede, _, err := PuntoPuede(puntos, Libertad{HaceBanco: haceBanco, Autorizado: true})
	return puede, art("89.3"), err
}

// Respuesta is what a cloth came to before the banker speaks: it lays down a natural, or has a
// third card that counts Tercera, or Sin.
type Respuesta struct {
	Abate   bool
	Tercera int
}

// BancaPuede lists what the banker may say against two cloths. With 8 or 9 he lays them down;
// where one cloth did, he follows the cuadro for the other, and asks in its optional cases
// (art. 93.1, criterio B2P-4), and where both did the coup is over (criterio B2P-10); with 0 he
// asks (76.4); when he asked for the cuadro he follows it where it tells the same for both
// (art. 89.4, criterio B2P-5); else he chooses. The error wraps ErrPuntos.
func BancaPuede(puntos int, panos [2]Respuesta, porCuadro bool) ([]Palabra, norma.Articulo, error) {
	if err := checkPuntos(puntos); err != nil {
		return nil, norma.Articulo{}, err
	}
	if puntos >= natural {
		return []Palabra{Abate}, art("76.2"), nil
	}
	var dice [2]Indicacion
	for k, p := range panos {
		if p.Abate {
			continue
		}
		var err error
		if dice[k], err = Cuadro(puntos, p.Tercera); err != nil {
			return nil, norma.Articulo{}, err
		}
	}
	switch x, y := panos[0].Abate, panos[1].Abate; {
	case x && y:
		return []Palabra{No}, art("89.4"), nil
	case x:
		return firm(dice[1]), art("93.1"), nil
	case y:
		return firm(dice[0]), art("93.1"), nil
	case puntos == 0:
		return []Palabra{Carta}, art("76.4"), nil
	case porCuadro && dice[0] == dice[1]:
		return dice[0].words(), art("89.4"), nil
	}
	return []Palabra{Carta, No}, art("89.4"), nil
}

// firm are the words of the cuadro where its optional cases are to ask.
func firm(i Indicacion) []Palabra {
	if i == EsOpcional {
		i = PideCarta
	}
	return i.words()
}

// HechosPanos are the facts of a coup of two cloths: the cards in the order in which they
// leave the sabot, what each said, and the money. Banca is not looked at in a bank Abierta.
type HechosPanos struct {
	Cartas    []naipes.Carta
	Dicho     [2]Palabra
	Banquero  Palabra
	Cuadro    bool
	HaceBanco bool
	Modalidad Modalidad
	Banca     domain.Importe
	Apuestas  [2]domain.Importe
}

// JugadaPanos is a coup of two cloths.
type JugadaPanos struct {
	Panos  [2]Mano
	Banca  Mano
	Gana   [2]Ganador
	Nula   bool // on both
	Cartas int
	Cuenta Cuenta
}

// Cuenta is what a coup comes to for the bank: Neto, what the house keeps of it, and of a
// limited bank what it is afterwards and what it could not pay (criterio B2P-6).
type Cuenta struct {
	Neto       domain.Importe
	Cagnotte   domain.Fraccion
	BancaQueda domain.Fraccion
	SinPagar   domain.Importe
}

// SettlePanos plays a coup of two cloths and settles it (arts. 89, 90): a card to the first
// cloth, to the second and to the bank, twice; if the bank has 8 or 9, or both cloths, it ends;
// else the first cloth speaks, the second, and the banker, each with his card. The error wraps
// ErrModalidad, ErrSinBanca, ErrImporte, ErrFaltanCartas, ErrCarta, ErrPalabra, ErrPano (with
// *PanoError) or ErrBanquero.
func SettlePanos(h HechosPanos) (JugadaPanos, error) {
	j, err := dealPanos(h)
	if err != nil {
		return JugadaPanos{}, err
	}
	for k := range j.Panos {
		j.Gana[k] = beats(j.Panos[k], j.Banca)
	}
	j.Nula = j.Gana[0] == Nula && j.Gana[1] == Nula
	j.Cuenta, err = Liquida(h.Modalidad, h.Banca, h.Apuestas, j.Gana)
	return j, err
}

// PanoError says which cloth, 0 or 1, said what it could not.
type PanoError struct {
	Pano int
	Err  error
}

// Error is that of Err.
func (e *PanoError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *PanoError) Unwrap() error { return e.Err }

func dealPanos(h HechosPanos) (JugadaPanos, error) {
	sabot := &mazo{cartas: h.Cartas}
	c, err := sabot.next(3*CartasIniciales, art("90.5"))
	if err != nil {
		return JugadaPanos{}, err
	}
	j := JugadaPanos{Banca: Mano{Cartas: []naipes.Carta{c[2], c[5]}}}
	for k := range j.Panos {
		j.Panos[k] = Mano{Cartas: []naipes.Carta{c[k], c[k+3]}}
	}
	if !j.Banca.natural() {
		if err := j.speak(h, sabot); err != nil {
			return JugadaPanos{}, err
		}
	}
	j.Cartas = sabot.salen
	return j, nil
}

// speak is what each cloth and then the banker say and take.
func (j *JugadaPanos) speak(h HechosPanos, sabot *mazo) error {
	var respuestas [2]Respuesta
	for k := range j.Panos {
		m := &j.Panos[k]
		if respuestas[k].Abate = m.natural(); respuestas[k].Abate {
			continue
		}
		puede, a, err := PanoPuede(m.first(), h.HaceBanco)
		if err != nil {
			return err
		}
		dicho, err := say(h.Dicho[k], puede, a, ErrPano)
		if err != nil {
			return &PanoError{k, err}
		}
		if err := m.draw(dicho, sabot, art("90.5")); err != nil {
			return err
		}
		respuestas[k].Tercera = m.tercera()
	}
	if respuestas[0].Abate && respuestas[1].Abate {
		return nil
	}
	puede, a, err := BancaPuede(j.Banca.first(), respuestas, h.Cuadro)
	if err != nil {
		return err
	}
	dicho, err := say(h.Banquero, puede, a, ErrBanquero)
	if err != nil {
		return err
	}
	return j.Banca.draw(dicho, sabot, art("90.5"))
}

// beats says who wins of a cloth and the bank: the nearest to 9, but that a natural wins of 8
// or 9 in three cards (art. 89.5, criterio B2P-2).
func beats(pano, banca Mano) Ganador {
	fuerza := func(m Mano) int {
		if m.natural() {
			return 10*maxPuntos + m.Total()
		}
		return m.Total()
	}
	switch p, b := fuerza(pano), fuerza(banca); {
	case p > b:
		return Pano
	case b > p:
		return Banca
	}
	return Nula
}

// Liquida reckons a coup for the bank (arts. 88.4, 90.6): what it wins of a cloth less what it
// loses to the other; of a gain the house keeps two per cent in a limited bank and one and a
// quarter in an open one (criterio B2P-1). A limited bank answers for what it has and no more.
// The error wraps ErrModalidad, ErrImporte or ErrSinBanca.
func Liquida(m Modalidad, banca domain.Importe, apuestas [2]domain.Importe, gana [2]Ganador) (Cuenta, error) {
	if err := CheckModalidad(m); err != nil {
		return Cuenta{}, err
	}
	if _, err := checkApuestas(art("90.3"), apuestas[:]...); err != nil {
		return Cuenta{}, err
	}
	if m == Limitada && (banca <= 0 || banca > MaxImporte) {
		return Cuenta{}, norma.Breach(art("82"), ErrSinBanca)
	}
	var c Cuenta
	for k, g := range gana {
		switch g {
		case Banca:
			c.Neto += apuestas[k]
		case Pano:
			c.Neto -= apuestas[k]
		}
	}
	c.Cagnotte = porDiezMil(c.Neto, tasas[m])
	if m == Limitada {
		c.SinPagar = max(0, -(banca + c.Neto))
		c.BancaQueda = domain.FraccionDe(banca + c.Neto + c.SinPagar).Sub(c.Cagnotte)
	}
	return c, nil
}

// EntrePanos divides a stake that lies between both cloths, in units: half to each, and the
// larger part to the first when they are odd (art. 90.4, criterio B2P-3). The error wraps
// ErrImporte or ErrUnidad.
func EntrePanos(apuesta, unidad domain.Importe) (primero, segundo domain.Importe, err error) {
	switch {
	case apuesta < 0 || unidad <= 0:
		return 0, 0, norma.Breach(art("90.4"), ErrImporte)
	case apuesta%unidad != 0:
		return 0, 0, norma.Breach(art("90.4"), ErrUnidad)
	}
	segundo = apuesta / unidad / 2 * unidad
	return apuesta - segundo, segundo, nil
}

// Culpable is who made an error.
type Culpable string

// Who may.
const (
	DelBanquero Culpable = "banquero"
	DelCrupier  Culpable = "crupier"
	DelJugador  Culpable = "jugador"
)

// pideRestablecida is up to what a banker asks for a card who erred himself (art. 93.3).
const pideRestablecida = 5

// Restablecida lists what the banker may say in a coup put right, by what the cuadro tells for
// each cloth: he follows it where it is the same (art. 93.2); where it is not he chooses, but
// after an error of his own he asks with 5 or less and stands with more (art. 93.3). The error
// wraps ErrPuntos, ErrCuadro or ErrQuienErro.
func Restablecida(cuadro [2]Palabra, error Culpable, banca int) ([]Palabra, norma.Articulo, error) {
	if err := checkPuntos(banca); err != nil {
		return nil, norma.Articulo{}, err
	}
	for _, p := range cuadro {
		if p != Carta && p != No {
			return nil, norma.Articulo{}, norma.Errorf(art("93.2"), "%w: %q", ErrCuadro, p)
		}
	}
	switch {
	case !slices.Contains([]Culpable{DelBanquero, DelCrupier, DelJugador}, error):
		return nil, norma.Articulo{}, norma.Errorf(art("93.3"), "%w: %q", ErrQuienErro, error)
	case cuadro[0] == cuadro[1]:
		return []Palabra{cuadro[0]}, art("93.2"), nil
	case error != DelBanquero:
		return []Palabra{Carta, No}, art("93.3"), nil
	case banca <= pideRestablecida:
		return []Palabra{Carta}, art("93.3"), nil
	}
	return []Palabra{No}, art("93.3"), nil
}
