package ruleta

import (
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/prision"
)

// Tirada is what a throw of the bola gave. Nula says that it was void (art. 133.d), when
// its number does not count; Ultima, that the session ends with it.
type Tirada struct {
	Numero Numero
	Nula   bool
	Ultima bool
}

// Apuesta is an amount on a place of the cloth. Eleccion is what its player wants at a 0,
// looked at only there, on a sencilla. Tardia says that it was laid after «no va más».
type Apuesta struct {
	Postura  Postura
	Importe  domain.Importe // céntimos
	Eleccion prision.Opcion
	Tardia   bool
}

// Resultado is what became of a stake.
type Resultado string

// What may become of a stake.
const (
	Gana             Resultado = "gana"
	Pierde           Resultado = "pierde"
	Mitad            Resultado = "mitad"
	Prision          Resultado = "prision"
	ReintegroForzoso Resultado = "reintegro_forzoso"
	Sigue            Resultado = "sigue"     // the throw was void: it stays where it is
	Rechazada        Resultado = "rechazada" // laid too late: it goes back
)

// Liquidacion is what a stake comes to. What was staked is Devuelto + Pendiente +
// Perdido; Ganado is paid on top. Articulo is the provision it rests on, Criterio the
// declared reading that decides it, when one does.
type Liquidacion struct {
	Resultado Resultado
	Ganado    Medios
	Devuelto  Medios
	Pendiente Medios
	Perdido   Medios
	Articulo  norma.Articulo
	Criterio  string
}

// Neto is what the player is up, or down when negative, pending stakes being his.
func (l Liquidacion) Neto() Medios { return l.Ganado - l.Perdido }

// Total is the sum of many settlements.
type Total struct {
	Apostado, Ganado, Devuelto, Pendiente, Perdido Medios
}

// Neto is the sum of each Neto.
func (t Total) Neto() Medios { return t.Ganado - t.Perdido }

func (t *Total) add(apostado Medios, l *Liquidacion) {
	t.Apostado += apostado
	t.Ganado += l.Ganado
	t.Devuelto += l.Devuelto
	t.Pendiente += l.Pendiente
	t.Perdido += l.Perdido
}

// The lists that Options returns.
var (
	opcionesPrision   = []prision.Opcion{prision.Mitad, prision.Prision}
	opcionesMitad     = []prision.Opcion{prision.Mitad}
	opcionesReintegro = []prision.Opcion{prision.ReintegroForzoso}
)

// Options lists what may be done with a stake just laid at that place when that throw has
// come out: something only for a sencilla at a 0. In the francesa its player chooses
// between half and the prison, unless the session ends (art. 131.1.b.2); in the americana
// half is all there is (art. 138, criterio RUL-12). A stake already in prison has the
// Options of its prision.Postura. The list must not be written to.
func Options(v Variante, t Tirada, p Postura) []prision.Opcion {
	switch {
	case t.Nula || t.Numero != 0 || !p.suerte.Sencilla():
		return nil
	case v == Americana:
		return opcionesMitad
	case t.Ultima:
		return opcionesReintegro
	}
	return opcionesPrision
}

// Settle appends to dst the settlement of each stake, in order, and adds them up. Limits
// are not looked at: see Limites.Check. With a dst large enough nothing is allocated.
//
// The error is a *norma.Error that wraps ErrVariante, ErrNumero, ErrSuerte (a zero
// Postura), ErrImporte (an amount that is not positive), domain.ErrDesborde (more than
// MaxApostado in all), ErrEleccion (a sencilla at a 0 whose player has a choice and has
// not made it), ErrSinPrision or ErrOpcion; dst is returned as it came.
func Settle(v Variante, t Tirada, apuestas []Apuesta, dst []Liquidacion) ([]Liquidacion, Total, error) {
	if !v.Valid() {
		return dst, Total{}, norma.Breach(art("131.1"), ErrVariante)
	}
	if t.Numero > MaxNumero && !t.Nula {
		return dst, Total{}, norma.Breach(art("129.1"), ErrNumero)
	}
	var total Total
	came := len(dst)
	for k := range apuestas {
		a := &apuestas[k]
		dst = append(dst, Liquidacion{})
		l := &dst[len(dst)-1]
		err := checkApuesta(a, total.Apostado)
		if err == nil {
			err = l.settle(v, t, a)
		}
		if err != nil {
			return dst[:came], Total{}, err
		}
		total.add(Medios(a.Importe)*2, l)
	}
	return dst, total, nil
}

// checkApuesta returns nil when the stake can be settled, apostado being already staked.
func checkApuesta(a *Apuesta, apostado Medios) error {
	switch {
	case !a.Postura.suerte.Valid():
		return norma.Breach(art("131.1"), ErrSuerte)
	case a.Importe <= 0:
		return norma.Breach(a.Postura.suerte.fila().Articulo, ErrImporte)
	case a.Importe > MaxApostado || apostado > 2*Medios(MaxApostado-a.Importe):
		return norma.Breach(a.Postura.suerte.fila().Articulo, domain.ErrDesborde)
	}
	return nil
}

func (l *Liquidacion) settle(v Variante, t Tirada, a *Apuesta) error {
	fila, s := a.Postura.suerte.fila(), Medios(a.Importe)*2
	switch {
	case a.Tardia:
		l.Resultado, l.Devuelto, l.Articulo = Rechazada, s, artTardia
	case t.Nula:
		l.Resultado, l.Pendiente, l.Articulo = Sigue, s, artNula
	case a.Postura.numeros.Contains(t.Numero):
		l.Resultado, l.Ganado, l.Devuelto, l.Articulo = Gana, s*Medios(fila.Num)/Medios(fila.Den), s, fila.Articulo
	case t.Numero != 0 || !fila.Suerte.Sencilla():
		l.Resultado, l.Perdido, l.Articulo = Pierde, s, fila.Articulo
	default:
		return l.settleZero(v, t, a)
	}
	return nil
}

// The provisions of a stake that no number settles, and of the zero of each roulette.
var (
	artTardia = art("133.b")
	artNula   = art("133.d")
	artCeros  = map[Variante]prision.Cita{
		Francesa:  {Articulo: art("131.1.b.2")},
		Americana: {Articulo: art("138"), Criterio: "RUL-12"},
	}
)

func (l *Liquidacion) settleZero(v Variante, t Tirada, a *Apuesta) error {
	opciones, o := Options(v, t, a.Postura), a.Eleccion
	if o == "" && len(opciones) == 1 || t.Ultima && v == Francesa { // a wish that cannot be is not asked
		o = opciones[0]
	}
	l.Articulo, l.Criterio = artCeros[v].Articulo, artCeros[v].Criterio
	switch {
	case o == "":
		return norma.Breach(l.Articulo, ErrEleccion)
	case v == Americana && o == prision.Prision:
		return norma.Breach(l.Articulo, ErrSinPrision).Under("RUL-12")
	case !slices.Contains(opciones, o):
		return norma.Errorf(l.Articulo, "%w: %q", ErrOpcion, o)
	}
	s := Medios(a.Importe)
	l.Resultado = Resultado(o)
	if o == prision.Prision {
		l.Pendiente = 2 * s
	} else {
		l.Devuelto, l.Perdido = s, s
	}
	return nil
}

// Suceso is what a throw is for a stake at that place, as its prison sees it.
func (p Postura) Suceso(t Tirada) prision.Suceso {
	switch {
	case t.Nula:
		return prision.Nulo
	case p.numeros.Contains(t.Numero):
		return prision.Acierto
	case t.Numero == 0:
		return prision.Cero
	}
	return prision.Fallo
}

// Follow plays throws in order on a stake laid at a sencilla before the first of them,
// through every zero to the end (art. 131.1.b.2). deseos[k] is what its player wants at
// the (k+1)-th zero, looked at where he has a choice. The error is that of
// prision.Postura.Follow or prision.New, or wraps ErrSinPrision in the americana
// (art. 138), or ErrNoSencilla, ErrNumero or ErrVariante.
func Follow(v Variante, p Postura, importe, minimo domain.Importe, tiradas []Tirada, deseos []prision.Opcion) (prision.Secuencia, error) {
	switch {
	case v == Americana:
		return prision.Secuencia{}, norma.Breach(art("138"), ErrSinPrision).Under("RUL-12")
	case v != Francesa:
		return prision.Secuencia{}, norma.Breach(art("131.1"), ErrVariante)
	case !p.suerte.Sencilla():
		return prision.Secuencia{}, norma.Breach(art("131.1.b.2"), ErrNoSencilla)
	}
	apuesta, err := prision.New(importe, minimo)
	if err != nil {
		return prision.Secuencia{}, err
	}
	sucesos := make([]prision.Tirada, len(tiradas))
	for k, t := range tiradas {
		if t.Numero > MaxNumero && !t.Nula {
			return prision.Secuencia{}, norma.Breach(art("129.1"), ErrNumero)
		}
		sucesos[k] = prision.Tirada{Suceso: p.Suceso(t), Ultima: t.Ultima}
	}
	return apuesta.Follow(sucesos, deseos)
}
