package poquer

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// What is wrong with a pot.
var (
	ErrTodosRetirados = errors.New("todos los jugadores se han retirado")
	ErrPesos          = errors.New("los restos con los que se reparte no pueden ser negativos ni sumar cero")
)

// MaxAportado bounds what a player may put into a hand, in céntimos, so that no sum can
// overflow.
const MaxAportado domain.Importe = 100_000_000_000_000

// Jugador is what a player has put into a whole hand, in céntimos, whether he left it, and
// what he shows, the higher the better.
type Jugador struct {
	ID       string
	Puesto   Puesto
	Aportado domain.Importe
	Retirado bool
	Fuerza   naipes.Valor
}

// Bote is a pot: what it has, and by their places in the list who may win it and who does.
type Bote struct {
	Importe    domain.Importe
	ConDerecho []int
	Ganadores  []int
}

// Botes divides what was put into pots, the main one first (arts. 118.3, 118.5, criterio
// A-C-8): each as deep as the player who put least of those that still play, so that nobody
// wins of another more than he put himself. devuelto is what nobody called, by place, which
// goes back. The chips of who left stay where he put them. The error wraps ErrNadie,
// ErrImporte, ErrRepetido or ErrTodosRetirados.
func Botes(jugadores []Jugador) (devuelto []domain.Importe, botes []Bote, err error) {
	if err := checkJugadores(jugadores); err != nil {
		return nil, nil, err
	}
	devuelto = make([]domain.Importe, len(jugadores))
	quedan := make([]domain.Importe, len(jugadores))
	for k, j := range jugadores {
		quedan[k] = j.Aportado
	}
	devuelto, quedan = uncalled(jugadores, devuelto, quedan)
	var niveles []domain.Importe
	for k, j := range jugadores {
		if !j.Retirado && quedan[k] > 0 {
			niveles = append(niveles, quedan[k])
		}
	}
	slices.Sort(niveles)
	niveles = slices.Compact(niveles)
	if len(niveles) == 0 && slices.Max(quedan) > 0 {
		niveles = []domain.Importe{0} // only who left put something: it is for who is left
	}
	var desde domain.Importe
	for n, hasta := range niveles {
		if n == len(niveles)-1 {
			hasta = MaxAportado // what who left put above the rest stays in the last pot
		}
		b := Bote{}
		for k, j := range jugadores {
			b.Importe += max(0, min(quedan[k], hasta)-desde)
			if !j.Retirado && quedan[k] >= niveles[n] {
				b.ConDerecho = append(b.ConDerecho, k)
			}
		}
		b.Ganadores = best(jugadores, b.ConDerecho)
		botes = append(botes, b)
		desde = hasta
	}
	return devuelto, botes, nil
}

func checkJugadores(jugadores []Jugador) error {
	if len(jugadores) == 0 {
		return norma.Breach(art("118.3"), ErrNadie)
	}
	seen, activos := map[string]bool{}, 0
	for _, j := range jugadores {
		switch {
		case seen[j.ID]:
			return norma.Errorf(art("113.2"), "%w: %q", ErrRepetido, j.ID)
		case j.Aportado < 0 || j.Aportado > MaxAportado:
			return norma.Breach(art("118.3"), ErrImporte)
		}
		seen[j.ID] = true
		if !j.Retirado {
			activos++
		}
	}
	switch {
	case len(jugadores) > MaxPuestos:
		return norma.Breach(art("113.2"), ErrPuesto)
	case activos == 0:
		return norma.Breach(art("118.3"), ErrTodosRetirados)
	}
	return nil
}

// uncalled gives back what the player who put most put above every other.
func uncalled(jugadores []Jugador, devuelto, quedan []domain.Importe) (d, q []domain.Importe) {
	top := 0
	for k := range quedan {
		if quedan[k] > quedan[top] {
			top = k
		}
	}
	var segundo domain.Importe
	for k := range quedan {
		if k != top {
			segundo = max(segundo, quedan[k])
		}
	}
	if !jugadores[top].Retirado {
		devuelto[top] = quedan[top] - segundo
		quedan[top] = segundo
	}
	return devuelto, quedan
}

// best are those of the list who show the best hand.
func best(jugadores []Jugador, conDerecho []int) []int {
	var ganadores []int
	for _, k := range conDerecho {
		switch {
		case len(ganadores) == 0 || jugadores[k].Fuerza > jugadores[ganadores[0]].Fuerza:
			ganadores = []int{k}
		case jugadores[k].Fuerza == jugadores[ganadores[0]].Fuerza:
			ganadores = append(ganadores, k)
		}
	}
	return ganadores
}

// Share divides an amount in proportion to some restos (art. 118.9): exactly, and in whole
// céntimos, of which resto are left over (criterio A-C-6). The error wraps ErrImporte,
// ErrPesos or domain.ErrDesborde.
func Share(bote domain.Importe, restos []domain.Importe) (exacto []domain.Fraccion, partes []domain.Importe, resto domain.Importe, err error) {
	if bote < 0 {
		return nil, nil, 0, norma.Breach(art("118.9"), ErrImporte)
	}
	for _, r := range restos {
		if r < 0 {
			return nil, nil, 0, norma.Breach(art("118.9"), ErrPesos)
		}
	}
	total, err := domain.Sum(restos...)
	switch {
	case err != nil:
		return nil, nil, 0, norma.Breach(art("118.9"), err)
	case total == 0:
		return nil, nil, 0, norma.Breach(art("118.9"), ErrPesos)
	}
	resto = bote
	for _, r := range restos {
		f := domain.FraccionDe(bote).Mul(domain.NewFraccion(int64(r), int64(total)))
		exacto, partes = append(exacto, f), append(partes, f.Floor())
		resto -= f.Floor()
	}
	return exacto, partes, resto, nil
}

// Partes divides a pot among its winners, who have the same in it: equal shares in whole
// céntimos, and what is left over (art. 118.9, criterios A-C-5 and A-C-6).
func (b Bote) Partes() (parte, resto domain.Importe) {
	n := domain.Importe(len(b.Ganadores))
	return b.Importe / n, b.Importe % n
}

// Liquidacion is what a hand comes to, by place in the list: what each takes out of it, with
// what nobody called; and what the house keeps. Nothing is lost: what was put is what they
// take and Pozo.
type Liquidacion struct {
	Cobra    []domain.Importe
	Devuelto []domain.Importe
	Botes    []Bote // less what the house takes
	Pozo     domain.Importe
}

// Settle ends a hand: it divides it into pots, takes out the beneficio of the house once, on
// what was put less what nobody called (art. 113.3.a, criterio A-C-7), and shares what is left
// (arts. 118.8, 118.9). The beneficio comes out of each pot in its proportion, and its odd
// céntimos out of the main one. The céntimos of a share that do not divide go one by one to
// the winners nearest to the right of the mano, who counts himself the last (criterio RED-1).
// The error is that of Botes or of BeneficioMano, or wraps ErrPuesto.
func Settle(jugadores []Jugador, centesimas int64, mano Puesto) (Liquidacion, error) {
	if err := CheckPuesto(mano); err != nil {
		return Liquidacion{}, err
	}
	for _, j := range jugadores {
		if err := CheckPuesto(j.Puesto); err != nil {
			return Liquidacion{}, err
		}
	}
	devuelto, botes, err := Botes(jugadores)
	if err != nil {
		return Liquidacion{}, err
	}
	l := Liquidacion{Cobra: slices.Clone(devuelto), Devuelto: devuelto, Botes: botes}
	var base domain.Importe
	for _, b := range botes {
		base += b.Importe
	}
	if l.Pozo, err = BeneficioMano(base, centesimas); err != nil {
		return Liquidacion{}, err
	}
	l.deduct(base)
	for _, b := range botes {
		parte, resto := b.Partes()
		for _, k := range nearest(jugadores, b.Ganadores, mano) {
			l.Cobra[k] += parte
			if resto > 0 {
				l.Cobra[k]++
				resto--
			}
		}
	}
	return l, nil
}

// deduct takes the beneficio out of the pots.
func (l *Liquidacion) deduct(base domain.Importe) {
	queda := l.Pozo
	for k := len(l.Botes) - 1; k > 0; k-- {
		d := domain.FraccionDe(l.Pozo).Mul(domain.NewFraccion(int64(l.Botes[k].Importe), int64(base))).Floor()
		l.Botes[k].Importe -= d
		queda -= d
	}
	if len(l.Botes) > 0 {
		l.Botes[0].Importe -= queda
	}
}

// nearest orders the winners from the right of the mano.
func nearest(jugadores []Jugador, ganadores []int, mano Puesto) []int {
	orden := slices.Clone(ganadores)
	primero := mano.Siguiente()
	slices.SortStableFunc(orden, func(a, b int) int {
		return primero.distancia(jugadores[a].Puesto) - primero.distancia(jugadores[b].Puesto)
	})
	return orden
}
