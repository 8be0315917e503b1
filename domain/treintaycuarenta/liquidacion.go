package treintaycuarenta

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/prision"
)

// Centesimas is an exact amount in hundredths of a céntimo.
type Centesimas int64

// porCentimo is how many Centesimas a céntimo has, and porPrima how many each céntimo of a
// stake costs to insure: one in a hundred (art. 58.2).
const (
	porCentimo Centesimas = 100
	porPrima   Centesimas = 1
)

// Fraccion is the amount in céntimos.
func (c Centesimas) Fraccion() domain.Fraccion {
	return domain.NewFraccion(int64(c), int64(porCentimo))
}

// Apuesta is an amount on a suerte. Asegurada says that its player has paid one in a
// hundred against the tie at 31; Eleccion is what he wants at one if he has not, and is
// looked at only there.
type Apuesta struct {
	Suerte    Suerte
	Importe   domain.Importe // céntimos
	Asegurada bool
	Eleccion  prision.Opcion
}

// Resultado is what became of a stake.
type Resultado string

// What may become of a stake.
const (
	Gana             Resultado = "gana"
	Pierde           Resultado = "pierde"
	Nulo             Resultado = "nulo"
	Mitad            Resultado = "mitad"
	Prision          Resultado = "prision"
	ReintegroForzoso Resultado = "reintegro_forzoso"
	Asegurada        Resultado = "asegurada"
)

// Liquidacion is what a stake comes to. What was staked is Devuelto + Pendiente + Perdido;
// Ganado is paid on top, and PrimaPerdida is what the insurance cost, apart from the stake.
// Articulo is the provision it rests on, Criterio the declared reading that decides it,
// when one does.
type Liquidacion struct {
	Resultado    Resultado
	Ganado       Centesimas
	Devuelto     Centesimas
	Pendiente    Centesimas
	Perdido      Centesimas
	PrimaPerdida Centesimas
	Articulo     norma.Articulo
	Criterio     string
}

// Neto is what the player is up, or down when negative, pending stakes being his.
func (l Liquidacion) Neto() Centesimas { return l.Ganado - l.Perdido - l.PrimaPerdida }

// Total is the sum of many settlements.
type Total struct {
	Apostado, Ganado, Devuelto, Pendiente, Perdido, PrimaPerdida Centesimas
}

// Neto is the sum of each Neto.
func (t Total) Neto() Centesimas { return t.Ganado - t.Perdido - t.PrimaPerdida }

// The lists that Options returns.
var (
	opcionesRefait = []prision.Opcion{prision.Mitad, prision.Prision}
	opcionesUltima = []prision.Opcion{prision.ReintegroForzoso}
)

// Options lists what may be done with a stake just laid when that coup has been dealt:
// something only with rows tied at 31 and a stake that is not insured. It has the system
// of the zero of the ruleta francesa (art. 58.2, criterio TYC-2). A stake already in prison
// has the Options of its prision.Postura. The list must not be written to.
func Options(t Tantos, a Apuesta) []prision.Opcion {
	switch {
	case t.Desenlace() != Refait || a.Asegurada:
		return nil
	case t.Ultima:
		return opcionesUltima
	}
	return opcionesRefait
}

// Settle appends to dst the settlement of each stake, in order, and adds them up. Limits
// are not looked at: see Limites.Check. From which amount a stake may be insured is lost
// from the text, and not looked at either (criterio TYC-3). With a dst large enough nothing
// is allocated.
//
// The error is a *norma.Error that wraps ErrPuntos, ErrPrimera, ErrSuerte, ErrImporte (an
// amount that is not positive), domain.ErrDesborde (more than MaxApostado in all),
// ErrEleccion (rows tied at 31, and a player who has a choice and has not made it) or
// ErrOpcion; dst is returned as it came.
func Settle(t Tantos, apuestas []Apuesta, dst []Liquidacion) ([]Liquidacion, Total, error) {
	if err := t.Check(); err != nil {
		return dst, Total{}, err
	}
	var total Total
	came, d := len(dst), t.Desenlace()
	for k := range apuestas {
		a := &apuestas[k]
		dst = append(dst, Liquidacion{})
		l := &dst[len(dst)-1]
		err := a.check(total.Apostado)
		if err == nil {
			err = l.settle(t, d, a)
		}
		if err != nil {
			return dst[:came], Total{}, err
		}
		total.add(Centesimas(a.Importe)*porCentimo, l)
	}
	return dst, total, nil
}

func (t *Total) add(apostado Centesimas, l *Liquidacion) {
	t.Apostado += apostado
	t.Ganado += l.Ganado
	t.Devuelto += l.Devuelto
	t.Pendiente += l.Pendiente
	t.Perdido += l.Perdido
	t.PrimaPerdida += l.PrimaPerdida
}

// check returns nil when the stake can be settled, apostado being already staked.
func (a *Apuesta) check(apostado Centesimas) error {
	switch {
	case !a.Suerte.Valid():
		return norma.Breach(art("58.2"), ErrSuerte)
	case a.Importe <= 0:
		return norma.Breach(pagos[a.Suerte-1].Articulo, ErrImporte)
	case a.Importe > MaxApostado || apostado > porCentimo*Centesimas(MaxApostado-a.Importe):
		return norma.Breach(pagos[a.Suerte-1].Articulo, domain.ErrDesborde)
	}
	return nil
}

// The provisions of a stake that no row of the table settles: a tie, and the cut card.
var (
	artEmpate = art("58.2")
	artCorte  = art("60.4")
)

func (l *Liquidacion) settle(t Tantos, d Desenlace, a *Apuesta) error {
	s, fila := Centesimas(a.Importe)*porCentimo, &pagos[a.Suerte-1]
	if a.Asegurada && d != Nula { // a void coup gives the premium back: criterio TYC-3
		l.PrimaPerdida, l.Criterio = Centesimas(a.Importe)*porPrima, "TYC-3"
	}
	switch {
	case t.Anulada:
		l.Resultado, l.Devuelto, l.Articulo = Nulo, s, artCorte
	case d == Nula:
		l.Resultado, l.Devuelto, l.Articulo = Nulo, s, artEmpate
	case d == Refait && a.Asegurada:
		l.Resultado, l.Devuelto, l.Articulo = Asegurada, s, artEmpate
	case d == Refait:
		return l.settleRefait(t, a)
	case t.Wins(a.Suerte):
		l.Resultado, l.Ganado, l.Devuelto, l.Articulo = Gana, s*Centesimas(fila.Veces), s, fila.Articulo
	default:
		l.Resultado, l.Perdido, l.Articulo = Pierde, s, fila.Articulo
	}
	return nil
}

func (l *Liquidacion) settleRefait(t Tantos, a *Apuesta) error {
	opciones, o := Options(t, *a), a.Eleccion
	if len(opciones) == 1 { // a wish that cannot be is not asked
		o = opciones[0]
	}
	switch {
	case o == "":
		return norma.Breach(artEmpate, ErrEleccion).Under("TYC-2")
	case !slices.Contains(opciones, o):
		return norma.Errorf(artEmpate, "%w: %q", ErrOpcion, o).Under("TYC-2")
	}
	s := Centesimas(a.Importe) * porCentimo
	l.Resultado, l.Articulo, l.Criterio = Resultado(o), artEmpate, "TYC-2"
	if o == prision.Prision {
		l.Pendiente = s
	} else {
		l.Devuelto = s / 2
		l.Perdido = s - l.Devuelto
	}
	return nil
}

// Suceso is what a coup is for a stake on that suerte, as its prison sees it.
func (t Tantos) Suceso(s Suerte) prision.Suceso {
	switch d := t.Desenlace(); {
	case d == Nula:
		return prision.Nulo
	case d == Refait:
		return prision.Cero
	case t.Wins(s):
		return prision.Acierto
	}
	return prision.Fallo
}

// Follow plays coups in order on a stake laid before the first of them, through every tie
// at 31 to the end (arts. 58.2, 131.1.b.2, criterio TYC-7). deseos[k] is what its player
// wants at the (k+1)-th tie at 31, looked at where he has a choice. The error is that of
// prision.Postura.Follow or prision.New, or wraps ErrSuerte, ErrPuntos or ErrPrimera.
func Follow(s Suerte, importe, minimo domain.Importe, jugadas []Tantos, deseos []prision.Opcion) (prision.Secuencia, error) {
	if !s.Valid() {
		return prision.Secuencia{}, norma.Breach(art("58.2"), ErrSuerte)
	}
	apuesta, err := prision.New(importe, minimo)
	if err != nil {
		return prision.Secuencia{}, err
	}
	tiradas := make([]prision.Tirada, len(jugadas))
	for k, t := range jugadas {
		if err := t.Check(); err != nil {
			return prision.Secuencia{}, err
		}
		tiradas[k] = prision.Tirada{Suceso: t.Suceso(s), Ultima: t.Ultima}
	}
	return apuesta.Follow(tiradas, deseos)
}
