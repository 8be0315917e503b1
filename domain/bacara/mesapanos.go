package bacara

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a table of two cloths, its bank or its players.
var (
	ErrEstreno    = errors.New("las seis barajas se estrenan: ninguna puede estar usada")
	ErrPanos      = errors.New("hay dos jugadores por paño como mínimo")
	ErrDeposito   = errors.New("la banca se deposita antes en caja por todo su importe")
	ErrJustifica  = errors.New("el banquero de la banca libre justifica depósito bastante ante la dirección")
	ErrRepone     = errors.New("quien sigue tras saltar la banca deposita lo mismo o más")
	ErrPrimera    = errors.New("el banquero no se va antes de la primera jugada")
	ErrNoVuelve   = errors.New("quien se va ganando no vuelve a ser banquero en el mismo sabot")
	ErrTope       = errors.New("la banca limitada no pasa del máximo autorizado")
	ErrPostura    = errors.New("la apuesta está fuera de los límites de la mesa")
	ErrSinTope    = errors.New("en la banca libre las apuestas no tienen máximo")
	ErrUnaMesa    = errors.New("la banca libre se juega en una sola mesa")
	ErrSesion     = errors.New("la banca libre tiene dos sesiones, separadas por la cena, de dos tallas cada una")
	ErrSentado    = errors.New("las cartas las llevan los sentados, por turno, y quien hace banco")
	ErrLista      = errors.New("las plazas se dan por la lista de espera")
	ErrBanco      = errors.New("el banco se pide una vez, y con juego nulo se repite hasta dos")
	ErrAsociarse  = errors.New("los puntos no se asocian")
	ErrSegundo    = errors.New("el segundo paño espera a que juegue el primero")
	ErrPegada     = errors.New("no se apuesta pegado al banquero ni al crupier")
	ErrCerradas   = errors.New("tras «ya no va más» no se apuesta")
	ErrAdjudica   = errors.New("la banca se adjudica por tallas o, a juicio del director, por días")
	ErrNoAnunciad = errors.New("al abrir se anuncian el banquero y el importe de la banca")
	ErrYaMostro   = errors.New("ya se mostraron cartas: el punto mal anunciado no da otra")
)

// CheckEstreno returns nil when a game may begin with those packs: as art. 70.1, and never
// used (art. 83.1). The error wraps ErrBarajas or ErrEstreno.
func CheckEstreno(rojas, azules int, indices, usadas bool) error {
	if rojas != Barajas/2 || azules != Barajas/2 || indices {
		return norma.Breach(art("83.1"), ErrBarajas)
	}
	return require(!usadas, art("83.1"), ErrEstreno)
}

// CheckPersonalPanos returns nil when a table of two cloths may open with that staff (art. 84).
// The error wraps ErrPersonal.
func CheckPersonalPanos(p Personal) error { return require(p.complete(), art("84"), ErrPersonal) }

// PanoDe is the cloth, 0 or 1, of a place: the first is at the right of the banker and the
// second goes on with its numbers (art. 83.3). The error wraps ErrPlaza.
func PanoDe(plaza, porPano int) (int, error) {
	if porPano < 1 || plaza < 1 || plaza > 2*porPano {
		return 0, norma.Breach(art("83.3"), ErrPlaza)
	}
	return (plaza - 1) / porPano, nil
}

// SePrefiere reports whether who is at a place goes before who is at another of the same
// cloth: the nearer to the banker, and who sits before who stands (art. 85.3). The places are
// counted from the banker within the cloth; 0 is of who stands.
func SePrefiere(plaza, otra int) (bool, norma.Articulo) {
	return plaza != 0 && (otra == 0 || plaza < otra), art("85.3")
}

// SeSortea reports whether banco is settled by lot: it was called in both cloths (art. 85.4,
// criterio GEN-5).
func SeSortea(primero, segundo bool) (bool, norma.Articulo) { return primero && segundo, art("85.4") }

// CheckLleva returns nil when a player may have the cards of his cloth: he sits in a numbered
// place and it is his turn, or he makes banco (art. 85.5). The error wraps ErrSentado.
func CheckLleva(sentado, enTurno, haceBanco bool) error {
	return require(haceBanco || sentado && enTurno, art("85.5"), ErrSentado)
}

// CheckPlazaPorLista returns nil when a place may be given to a player: he is on the list
// (art. 85.6). The error wraps ErrLista.
func CheckPlazaPorLista(inscrito bool) error { return require(inscrito, art("85.6"), ErrLista) }

// Numbers of art. 90: the players of each cloth at least, and the cards behind the cut card.
const (
	minPorPano     = 2  // art. 90.1
	trasCortePanos = 10 // art. 90.2
)

// CheckMinimoPanos returns nil when a coup may begin with those players: two at each cloth,
// always (art. 90.1). The error wraps ErrPanos.
func CheckMinimoPanos(primero, segundo int) error {
	return require(min(primero, segundo) >= minPorPano, art("90.1"), ErrPanos)
}

// CheckCortadaPanos returns nil when the cut card has ten cards behind it (art. 90.2). The
// error wraps ErrCortada.
func CheckCortadaPanos(detras int) error {
	return require(detras == trasCortePanos, art("90.2"), ErrCortada)
}

// CheckCortePanos returns nil when another coup may be dealt: the cut card has not come out
// (art. 90.2). The error wraps ErrCorte.
func CheckCortePanos(salida bool) error { return require(!salida, art("90.2"), ErrCorte) }

// CheckApuestaPanos returns nil when a bet may be laid: before the voice, and not beside the
// banker or the croupier (art. 90.3). The error wraps ErrCerradas or ErrPegada.
func CheckApuestaPanos(cerradas, pegada bool) error {
	if cerradas {
		return norma.Breach(art("90.3"), ErrCerradas)
	}
	return require(!pegada, art("90.3"), ErrPegada)
}

// CheckOrdenPanos returns nil when a cloth may see its cards and speak: the second once the
// first has played (arts. 89.6, 90.5). The error wraps ErrSegundo.
func CheckOrdenPanos(segundo, primeroJugado bool) error {
	return require(!segundo || primeroJugado, art("90.5"), ErrSegundo)
}

// CheckApertura returns nil when a game may begin: a banker and his sum were announced (art.
// 86.1), or nobody bid and there is none. The error wraps ErrNoAnunciad.
func CheckApertura(banquero bool, importe domain.Importe) error {
	return require(banquero && importe > 0, art("86.1"), ErrNoAnunciad)
}

// AdjudicaPanos returns whose the bank is of those bids, by place in the list: the highest,
// and sorteo says that several are equal and it is drawn by lot (art. 86.2). The error wraps
// ErrSinPostores or ErrImporte.
func AdjudicaPanos(pujas []domain.Importe) (ganan []int, sorteo bool, err error) {
	if len(pujas) == 0 {
		return nil, false, norma.Breach(art("86.2"), ErrSinPostores)
	}
	for k, p := range pujas {
		switch {
		case p <= 0:
			return nil, false, norma.Breach(art("86.2"), ErrImporte)
		case len(ganan) == 0 || p > pujas[ganan[0]]:
			ganan = []int{k}
		case p == pujas[ganan[0]]:
			ganan = append(ganan, k)
		}
	}
	return ganan, len(ganan) > 1, nil
}

// CheckDeposito returns nil when a banker may begin: what he was awarded is in the cash desk,
// in cash or by a cheque drawn by a bank (art. 86.3). The error wraps ErrDeposito.
func CheckDeposito(adjudicada, depositada domain.Importe) error {
	return require(adjudicada > 0 && depositada >= adjudicada, art("86.3"), ErrDeposito)
}

// CheckDuracion returns nil when a bank may be awarded so: by tallas, or by days where the
// director wants it (art. 86.3). The error wraps ErrAdjudica.
func CheckDuracion(porDias, director bool) error {
	return require(!porDias || director, art("86.3"), ErrAdjudica)
}

// CheckSeVa returns nil when a banker may leave: after the first coup (art. 86.4). The error
// wraps ErrPrimera.
func CheckSeVa(jugadas int) error { return require(jugadas > 0, art("86.4"), ErrPrimera) }

// CheckVuelve returns nil when a player may be banker again: not in the sabot in which he left
// winning (art. 86.4). The error wraps ErrNoVuelve.
func CheckVuelve(seFueGanando, mismoSabot bool) error {
	return require(!seFueGanando || !mismoSabot, art("86.4"), ErrNoVuelve)
}

// CheckRepone returns nil when a banker whose bank was won of him may go on: with a deposit of
// as much or more (art. 86.4). The error wraps ErrRepone.
func CheckRepone(inicial, repone domain.Importe) error {
	return require(repone >= inicial, art("86.4"), ErrRepone)
}

// Destino is what becomes of a bank that was left.
type Destino string

// What may become of it (art. 86.5).
const (
	SeOfrece  Destino = "se_ofrece_por_la_suma_inicial"
	SeSubasta Destino = "se_subasta_con_sabot_nuevo"
	SeCierra  Destino = "acaba_la_partida"
)

// Abandonada says what becomes of a bank that was left: it is offered for the first sum; if
// nobody takes it, sold or drawn by lot with a new sabot; without bids the game ends (art.
// 86.5).
func Abandonada(ofrecida bool, postores int) (Destino, norma.Articulo) {
	switch {
	case !ofrecida:
		return SeOfrece, art("86.5")
	case postores > 0:
		return SeSubasta, art("86.5")
	}
	return SeCierra, art("86.5")
}

// Limites are those of a table of two cloths. Maximo is of a bet, MaximoBanca of a limited
// bank; a bank Abierta has neither (arts. 87, 88.1, 88.2).
type Limites struct {
	Modalidad                   Modalidad
	Minimo, Maximo, MaximoBanca domain.Importe
}

// Check returns nil when a table may have those limits: a limited bank has all of them (art.
// 87), an open one no maximum (art. 88.2). The error wraps ErrModalidad, ErrImporte or
// ErrSinTope.
func (l Limites) Check() error {
	if err := CheckModalidad(l.Modalidad); err != nil {
		return err
	}
	switch {
	case l.Minimo <= 0:
		return norma.Breach(art("87"), ErrImporte)
	case l.Modalidad == Limitada:
		return require(l.Maximo >= l.Minimo && l.MaximoBanca >= l.Minimo, art("87"), ErrImporte)
	}
	return require(l.Maximo == 0 && l.MaximoBanca == 0, art("88.2"), ErrSinTope)
}

// CheckAdjudicada returns nil when the bank may be so large (arts. 82, 87). The error wraps
// ErrTope.
func (l Limites) CheckAdjudicada(banca domain.Importe) error {
	return require(l.Modalidad == Abierta || banca <= l.MaximoBanca, art("87"), ErrTope)
}

// CheckPostura returns nil when a bet may be so large (art. 87). The error wraps ErrPostura.
func (l Limites) CheckPostura(apuesta domain.Importe) error {
	return require(apuesta >= l.Minimo && (l.Modalidad == Abierta || apuesta <= l.Maximo), art("87"), ErrPostura)
}

// CheckJustifica returns nil when the banker of an open bank may begin: the direction has
// found his deposit enough, in the cash desk or where it accepts (art. 88.2). The error wraps
// ErrJustifica.
func CheckJustifica(validado bool) error { return require(validado, art("88.2"), ErrJustifica) }

// Numbers of art. 88.3.
const (
	mesasLibres     = 1
	sesionesLibres  = 2
	tallasPorSesion = 2
)

// CheckLibre returns nil when that talla of that session may be played of an open bank, with
// so many tables of it: one table, and two sessions of two tallas with the dinner between them
// (art. 88.3). The error wraps ErrUnaMesa or ErrSesion.
func CheckLibre(mesas, sesion, talla int, hayCena bool) error {
	if mesas > mesasLibres {
		return norma.Breach(art("88.3"), ErrUnaMesa)
	}
	ok := sesion >= 1 && sesion <= sesionesLibres && talla >= 1 && talla <= tallasPorSesion && (sesion == 1 || hayCena)
	return require(ok, art("88.3"), ErrSesion)
}

// maxBancos are the coups of one banco at most (art. 89.6, criterio B2P-9).
const maxBancos = 3

// CheckBanco returns nil when who made banco may have it again, with those of his coups that
// were void, in order: all so far, and fewer than three (art. 89.6). The error wraps ErrBanco.
func CheckBanco(nulas []bool) error {
	for _, nula := range nulas {
		if !nula {
			return norma.Breach(art("89.6"), ErrBanco)
		}
	}
	return require(len(nulas) < maxBancos, art("89.6"), ErrBanco)
}

// CheckAsociacion returns nil when a bet may be of so many puntos: one (art. 89.7). The error
// wraps ErrAsociarse.
func CheckAsociacion(puntos int) error { return require(puntos == 1, art("89.7"), ErrAsociarse) }

// AnticipadasPanos says what is done with cards drawn before the bets closed: as in the chemin
// de fer, but that the director decides (art. 91).
func AnticipadasPanos(directorDesecha bool) Resuelto {
	if directorDesecha {
		return Resuelto{SeDesecha, art("91")}
	}
	return Resuelto{SigueLaJugada, art("91")}
}

// TomaOtro says what is done when who had not the turn took the cards: if he has spoken the
// coup stands and they go on in the next; else it is put right (art. 91).
func TomaOtro(yaHablo bool) Resuelto {
	if yaHablo {
		return Resuelto{SigueLaJugada, art("91")}
	}
	return Resuelto{SeRectifica, art("91")}
}

// RepartoIrregular says what is done with a wrong deal: put right when it is evident, void
// otherwise (art. 92).
func RepartoIrregular(evidente bool) Resuelto {
	if evidente {
		return Resuelto{SeRectifica, art("92")}
	}
	return Resuelto{JugadaNula, art("92")}
}

// PerdidasSinVer says what is void when cards fall into the basket unseen: that cloth, or both
// when they were the bank's (art. 92).
func PerdidasSinVer(deLaBanca bool) Resuelto {
	if deLaBanca {
		return Resuelto{AnulaAmbos, art("92")}
	}
	return Resuelto{AnulaElPano, art("92")}
}

// ErrorDePano says what follows from a wrong word of a cloth: who said no with less than 5
// has the card back (94.1); who said carta with 6 or more gives it to the second cloth, or to
// the bank (94.2); who said both is settled by what he has (94.3); who said no with 8 or 9 has
// lost the right to lay them down (94.4). The same holds between the second cloth and the
// banker (94.5). The error wraps ErrPuntos or ErrPalabra.
func ErrorDePano(puntos int, dicho Palabra, contradice bool) (Resuelto, error) {
	if err := checkPuntos(puntos); err != nil {
		return Resuelto{}, err
	}
	switch {
	case contradice:
		return Resuelto{SeVeElPunto, art("94.3")}, nil
	case dicho == No && puntos >= natural:
		return Resuelto{PierdeAbatir, art("94.4")}, nil
	case dicho == No && puntos < puntoElige:
		return Resuelto{VuelveAlPano, art("94.1")}, nil
	case dicho == Carta && puntos > puntoElige:
		return Resuelto{CedeLaCarta, art("94.2")}, nil
	case dicho != Carta && dicho != No:
		return Resuelto{}, norma.Errorf(art("94"), "%w: %q", ErrPalabra, dicho)
	}
	return Resuelto{SigueLaJugada, art("89.3")}, nil
}

// ConductaPanos says what follows from delays and advice: who delays does not have the cards
// (art. 95.1); with advice of another the cuadro is followed (art. 95.2).
func ConductaPanos(consejo bool) Resuelto {
	if consejo {
		return Resuelto{PorElCuadro, art("95.2")}
	}
	return Resuelto{SinCartas, art("95.1")}
}

// SinMostrar is what a hand counts whose cards went to the basket without being shown: 0,
// unless the croupier was to blame (art. 95.3).
func SinMostrar(puntos int, culpaCrupier bool) (int, norma.Articulo) {
	if culpaCrupier {
		return puntos, art("95.3")
	}
	return 0, art("95.3")
}

// CheckOtraCarta returns nil when a banker who announced his points wrongly may take another
// card: nobody has shown his (art. 95.4). The error wraps ErrYaMostro.
func CheckOtraCarta(alguienMostro bool) error {
	return require(!alguienMostro, art("95.4"), ErrYaMostro)
}

// CheckReclamaPanos returns nil when a coup may be claimed: not once it is paid (art. 95.5).
// What no rule foresees the inspector decides (art. 95.6). The error wraps ErrPagada.
func CheckReclamaPanos(pagada bool) error { return require(!pagada, art("95.5"), ErrPagada) }

// NoPrevistoPanos is who decides what no rule foresees: the inspector (art. 95.6).
func NoPrevistoPanos() (Resuelve, norma.Articulo) { return ElInspector, art("95.6") }
