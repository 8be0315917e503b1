package mus

import (
	"errors"
	"slices"
	"time"

	"foliado/domain/norma"
)

// What is wrong with a round of the tournament, an acta or a request.
var (
	ErrNoEstanTodas = errors.New("cada pareja en juego está en el sorteo una vez, y nadie más")
	ErrNumExentas   = errors.New("queda exenta una pareja si son impares, y ninguna si son pares")
	ErrExentaRepite = errors.New("la pareja ya quedó exenta y hay otras que no")
	ErrEnfrentadas  = errors.New("las parejas ya se enfrentaron y el cruce era evitable")
	ErrNoTerminada  = errors.New("la partida no ha terminado: nadie tiene cuatro juegos")
	ErrJuegosDeMas  = errors.New("hay juegos anotados después del cuarto de una pareja")
	ErrNoFirma      = errors.New("el acta la firma la pareja que pierde")
	ErrNoComprobada = errors.New("la pareja que gana no ha comprobado el acta")
	ErrActaFija     = errors.New("el acta no se toca una vez hecho el sorteo siguiente")
	ErrSustitucion  = errors.New("se sustituye a un solo integrante, por quien no esté inscrito y con autorización")
	ErrSinReclamar  = errors.New("con los tantos apuntados y las cartas en la baraja no hay reclamación")
	ErrSancion      = errors.New("la sanción es apercibimiento, pérdida de juego o descalificación")
	ErrDuracion     = errors.New("la partida pasa de su duración máxima: si la pierde una pareja, o las dos, lo decide un juez")
	ErrPausa        = errors.New("la pausa de cinco minutos ha terminado")
	ErrDialogo      = errors.New("ha pasado el minuto para hablar del mus: un juez puede amonestar a la pareja")
	ErrNoComparece  = errors.New("pasado el tiempo de cortesía, la pareja que no está pierde la partida")
)

// Sorteo is a round as it was drawn. The pairs are numbers of the tournament.
type Sorteo struct {
	EnJuego     []int
	VecesExenta map[int]int
	Enfrentadas [][2]int
	Cruces      [][2]int // in the order in which they were drawn
	Exenta      int      // 0 for none
}

// Exentas lists in order the pairs that may be left without an opponent: those that never
// were, or any once all have been (art. 54, criterio A-M-16). Pairs that are out do not
// count.
func (s Sorteo) Exentas() []int {
	todas := slices.Sorted(slices.Values(s.EnJuego))
	nunca := slices.DeleteFunc(slices.Clone(todas), func(p int) bool { return s.VecesExenta[p] > 0 })
	if len(nunca) == 0 {
		return todas
	}
	return nunca
}

// Check lists what is wrong with the draw, in order: pairs that are missing or twice, the
// number of exempt ones, an exemption repeated (art. 54), an encounter repeated that was not
// the last drawn and could be avoided (art. 55, criterio A-M-17). Each wraps ErrNoEstanTodas,
// ErrNumExentas, ErrExentaRepite or ErrEnfrentadas.
func (s Sorteo) Check() []error {
	var problemas []error
	if !s.estanTodas() {
		problemas = append(problemas, norma.Breach(art("54"), ErrNoEstanTodas))
	}
	if impares := len(s.EnJuego)%2 == 1; impares != (s.Exenta != 0) {
		problemas = append(problemas, norma.Breach(art("54"), ErrNumExentas))
	}
	if s.Exenta != 0 && s.VecesExenta[s.Exenta] > 0 && !slices.Contains(s.Exentas(), s.Exenta) {
		problemas = append(problemas, norma.Breach(art("54"), ErrExentaRepite).Under("A-M-16"))
	}
	if s.repite() {
		problemas = append(problemas, norma.Breach(art("55"), ErrEnfrentadas).Under("A-M-17"))
	}
	return problemas
}

func (s Sorteo) estanTodas() bool {
	var sorteadas []int
	for _, c := range s.Cruces {
		sorteadas = append(sorteadas, c[0], c[1])
	}
	if s.Exenta != 0 {
		sorteadas = append(sorteadas, s.Exenta)
	}
	slices.Sort(sorteadas)
	return slices.Equal(sorteadas, slices.Sorted(slices.Values(s.EnJuego)))
}

// repite reports whether an encounter is repeated against art. 55.
func (s Sorteo) repite() bool {
	antes := map[[2]int]bool{}
	for _, e := range s.Enfrentadas {
		antes[e], antes[[2]int{e[1], e[0]}] = true, true
	}
	repetida := false
	for k, c := range s.Cruces {
		repetida = repetida || antes[c] && k < len(s.Cruces)-1
	}
	return repetida && s.evitable(antes)
}

// evitable reports whether those paired can be paired without any encounter of antes.
func (s Sorteo) evitable(antes map[[2]int]bool) bool {
	var parejas []int
	for _, c := range s.Cruces {
		parejas = append(parejas, c[0], c[1])
	}
	slices.Sort(parejas)
	parejas = slices.Compact(parejas)
	return cruzables(parejas, antes)
}

// Sancion is a sanction of art. 50. The first two follow by themselves; to disqualify is for the
// judges (art. 52).
type Sancion string

// The three.
const (
	Apercibimiento  Sancion = "apercibimiento"
	PerdidaDeJuego  Sancion = "perdida_de_juego"
	Descalificacion Sancion = "descalificacion"
)

// CheckSancion returns nil for one of the three degrees of art. 50. The error wraps ErrSancion.
func CheckSancion(s Sancion) error {
	if s != Apercibimiento && s != PerdidaDeJuego && s != Descalificacion {
		return norma.Breach(art("50"), ErrSancion)
	}
	return nil
}

// Sancionada is a sanction and whose it is.
type Sancionada struct {
	Pareja   Pareja
	Sancion  Sancion
	Articulo norma.Articulo
}

// Sanciona says what follows from each infraction of a match, in order, and how many juegos
// each pair is given by the other's: the first one is a warning (art. 50), those after it a
// juego each (art. 51, criterio A-M-15). The error wraps ErrPareja.
func Sanciona(infracciones []Pareja) ([]Sancionada, Marcador, error) {
	sanciones := []Sancionada{}
	var juegos Marcador
	avisada := map[Pareja]bool{}
	for _, p := range infracciones {
		if err := CheckPareja(p); err != nil {
			return nil, Marcador{}, norma.Breach(art("50"), ErrPareja)
		}
		s := Sancionada{p, Apercibimiento, art("50")}
		if avisada[p] {
			s = Sancionada{p, PerdidaDeJuego, art("51")}
			juegos = juegos.Plus(p.Contraria(), 1)
		}
		avisada[p] = true
		sanciones = append(sanciones, s)
	}
	return sanciones, juegos, nil
}

// Acta is the sheet of a match: who won each juego, in order, who signs it, and whether the
// winners have checked it.
type Acta struct {
	Juegos     []Pareja
	Firma      Pareja
	Comprobada bool
}

// Gana returns who won the match by the acta; empty when nobody has.
func (a Acta) Gana() Pareja {
	var juegos Marcador
	for _, p := range a.Juegos {
		juegos = juegos.Plus(p, 1)
		if juegos.Of(p) == JuegosPartida {
			return p
		}
	}
	return ""
}

// Check lists what is wrong with the acta, in order. Of one that is not ended nothing else
// is asked. Each wraps ErrNoTerminada or ErrJuegosDeMas (art. 3), ErrNoFirma (38) or
// ErrNoComprobada (41); ErrPareja for what is no pair.
func (a Acta) Check() []error {
	for _, p := range a.Juegos {
		if err := CheckPareja(p); err != nil {
			return []error{err}
		}
	}
	gana := a.Gana()
	if gana == "" {
		return []error{norma.Breach(art("3"), ErrNoTerminada)}
	}
	var problemas []error
	total := Marcador{}
	for k, p := range a.Juegos {
		if total = total.Plus(p, 1); total.Of(gana) == JuegosPartida && k < len(a.Juegos)-1 {
			problemas = append(problemas, norma.Breach(art("3"), ErrJuegosDeMas))
			break
		}
	}
	if a.Firma != gana.Contraria() {
		problemas = append(problemas, norma.Breach(art("38"), ErrNoFirma))
	}
	if !a.Comprobada {
		problemas = append(problemas, norma.Breach(art("41"), ErrNoComprobada))
	}
	return problemas
}

// CheckModificable returns nil while an acta may be changed: until the next draw (art. 41).
// The error wraps ErrActaFija.
func CheckModificable(sorteada bool) error {
	if sorteada {
		return norma.Breach(art("41"), ErrActaFija)
	}
	return nil
}

// CheckSustitucion returns nil when a player may be replaced: one of the pair, by who is not
// in the tournament, with leave (art. 57). The error wraps ErrSustitucion.
func CheckSustitucion(inscrito bool, faltan int, autorizada bool) error {
	if inscrito || faltan != 1 || !autorizada {
		return norma.Breach(art("57"), ErrSustitucion)
	}
	return nil
}

// CheckComparecencia returns nil while a pair that is late is waited for: the courtesy that
// the organisation fixed, which is over when it has passed whole (art. 56). The error wraps
// ErrNoComparece.
func CheckComparecencia(retraso, cortesia time.Duration) error {
	if retraso > 0 && retraso >= cortesia {
		return norma.Breach(art("56"), ErrNoComparece)
	}
	return nil
}

// CheckDuracion returns nil while a match lasts no longer than the organisation fixed (art. 40). The error wraps
// ErrDuracion.
func CheckDuracion(llevan, maxima time.Duration) error {
	if llevan > maxima {
		return norma.Breach(art("40"), ErrDuracion)
	}
	return nil
}

// Pausa is how long the pause lasts that a match may have once, if both pairs agree (art. 39).
const Pausa = 5 * time.Minute

// CheckPausa returns nil while the pause of a match goes on (art. 39). The error wraps ErrPausa.
func CheckPausa(llevan time.Duration) error {
	if llevan >= Pausa {
		return norma.Breach(art("39"), ErrPausa)
	}
	return nil
}

// Dialogo is how long a pair may talk about the mus before it is cut or given (art. 21).
const Dialogo = time.Minute

// CheckDialogo returns nil while a pair may still talk about the mus; a judge may warn who goes on (art. 21). The error wraps
// ErrDialogo.
func CheckDialogo(llevan time.Duration) error {
	if llevan > Dialogo {
		return norma.Breach(art("21"), ErrDialogo)
	}
	return nil
}

// CheckReclamacion returns nil when a hand may still be claimed: no longer once its tantos
// are noted and its cards are back in the pack (art. 37). The error wraps ErrSinReclamar.
func CheckReclamacion(enBaraja, apuntados bool) error {
	if enBaraja && apuntados {
		return norma.Breach(art("37"), ErrSinReclamar)
	}
	return nil
}
