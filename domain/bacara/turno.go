package bacara

import (
	"errors"
	"slices"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a place, a bank or the cards of another.
var (
	ErrPlaza       = errors.New("no es ninguna de las plazas de la mesa")
	ErrVoz         = errors.New("no es ninguna de las voces con las que se pide")
	ErrSuceso      = errors.New("la banca gana, pierde, queda nula o se pasa")
	ErrVistas      = errors.New("otro ya levantó del paño las cartas")
	ErrSocio       = errors.New("el socio pone la misma cantidad que el banquero")
	ErrPuja        = errors.New("quien pasa la mano y su socio no pujan por ella")
	ErrBaja        = errors.New("adjudicada la banca, puede subirse y no bajarse")
	ErrSinDar      = errors.New("la banca adjudicada da cartas una vez al menos")
	ErrDejarPasar  = errors.New("quien cambia de plaza durante la talla deja pasar antes una mano")
	ErrOfrece      = errors.New("para seguir en el sabot siguiente se ofrece lo que había en la banca")
	ErrAbonos      = errors.New("cubierta la banca caben tres abonos, y a la voz de «abono la diferencia»")
	ErrPausa       = errors.New("un asiento vacío no se ocupa por un momento")
	ErrSinPostores = errors.New("no hay ninguna puja")
)

// Voz is what a player calls before the cards.
type Voz string

// The voices of art. 77. Banco seguido is of who made banco and lost; con la mesa stakes half
// the bank, and último completo the other half.
const (
	SinVoz         Voz = ""
	Banco          Voz = "banco"
	BancoSeguido   Voz = "banco_seguido"
	ConLaMesa      Voz = "con_la_mesa"
	UltimoCompleto Voz = "ultimo_completo"
	ApuestaMasAlta Voz = "apuesta_mas_alta" // of no voice: by what was staked
)

// Pretendiente is a player who may have the cards against the bank.
type Pretendiente struct {
	ID      string
	Plaza   int
	DePie   bool
	Voz     Voz
	Apuesta domain.Importe
}

// orden is the priority of a player: who sits goes before who stands, and among equals by
// place from the right of the banker (arts. 72.1, 72.2).
func (p Pretendiente) orden(plazas, banquero int) int {
	d := (p.Plaza - banquero - 1 + plazas) % plazas
	if p.DePie {
		d += plazas
	}
	return d
}

// ConCartas returns who has the cards against the bank, and by what: banco seguido first, as
// a right (criterio CHF-7), then banco, then con la mesa, unless another completes it and has
// them instead, though they stand (arts. 72.2, 77, criterio CHF-8); else who sits and has
// staked most, for stakes are not put together; equals by their priority. The result is nil
// when nobody may. The error wraps ErrPlaza, ErrVoz or ErrImporte.
func ConCartas(plazas, banquero int, jugadores []Pretendiente) (*Pretendiente, Voz, error) {
	if err := require(plazas > 0 && banquero >= 1 && banquero <= plazas, art("70.3"), ErrPlaza); err != nil {
		return nil, "", err
	}
	for _, p := range jugadores {
		switch {
		case p.Plaza < 1 || p.Plaza > plazas:
			return nil, "", norma.Breach(art("70.3"), ErrPlaza)
		case !slices.Contains([]Voz{SinVoz, Banco, BancoSeguido, ConLaMesa, UltimoCompleto}, p.Voz):
			return nil, "", norma.Errorf(art("77"), "%w: %q", ErrVoz, p.Voz)
		case p.Apuesta < 0:
			return nil, "", norma.Breach(art("74.2"), ErrImporte)
		}
	}
	con := func(v Voz) *Pretendiente {
		return first(jugadores, plazas, banquero, func(p Pretendiente) bool { return p.Voz == v })
	}
	for _, v := range []Voz{BancoSeguido, Banco} {
		if p := con(v); p != nil {
			return p, v, nil
		}
	}
	if mesa := con(ConLaMesa); mesa != nil {
		if completo := con(UltimoCompleto); completo != nil {
			return completo, UltimoCompleto, nil
		}
		return mesa, ConLaMesa, nil
	}
	var most domain.Importe
	for _, p := range jugadores {
		if !p.DePie {
			most = max(most, p.Apuesta)
		}
	}
	p := first(jugadores, plazas, banquero, func(p Pretendiente) bool { return !p.DePie && most > 0 && p.Apuesta == most })
	if p == nil {
		return nil, "", nil
	}
	return p, ApuestaMasAlta, nil
}

// first is the player of most priority of those chosen, nil for none.
func first(jugadores []Pretendiente, plazas, banquero int, elige func(Pretendiente) bool) *Pretendiente {
	var best *Pretendiente
	for k := range jugadores {
		p := &jugadores[k]
		if elige(*p) && (best == nil || p.orden(plazas, banquero) < best.orden(plazas, banquero)) {
			best = p
		}
	}
	return best
}

// PrimerBanquero is the place that begins with the bank: the lowest occupied, from the right
// of the croupier (art. 73.1). The error wraps ErrPlaza.
func PrimerBanquero(plazas []int) (int, error) {
	if len(plazas) == 0 {
		return 0, norma.Breach(art("73.1"), ErrPlaza)
	}
	return slices.Min(plazas), nil
}

// Suceso is what became of a bank.
type Suceso string

// What may become of it.
const (
	SeGana   Suceso = "gana"
	SeAnula  Suceso = "nula"
	SePierde Suceso = "pierde"
	SePasa   Suceso = "pasa"
)

// SiguienteBanca returns who has the bank next, of the occupied places in order: the banker
// while he does not lose or pass it, else the first at his right who does not refuse (art.
// 73.3); 0 when all do, and then it is offered to who stands, and sold to the highest bid
// (art. 73.5). The error wraps ErrPlaza or ErrSuceso.
func SiguienteBanca(plazas []int, banquero int, s Suceso, rehusan []int) (int, error) {
	k := slices.Index(plazas, banquero)
	if k < 0 {
		return 0, norma.Breach(art("73.3"), ErrPlaza)
	}
	switch s {
	case SeGana, SeAnula:
		return banquero, nil
	case SePierde, SePasa:
	default:
		return 0, norma.Errorf(art("73.3"), "%w: %q", ErrSuceso, s)
	}
	for n := 1; n < len(plazas); n++ {
		if p := plazas[(k+n)%len(plazas)]; !slices.Contains(rehusan, p) {
			return p, nil
		}
	}
	return 0, nil
}

// Puja is a bid for a bank that nobody took in his turn.
type Puja struct {
	ID       string
	Importe  domain.Importe
	DePie    bool
	Asociada bool // of a banker with a partner
}

// Adjudica returns whose the bank is, by place in the list of bids: the highest; of equal
// ones, who sits before who stands, one alone before an association, and the first (art. 73.5).
// The error wraps ErrSinPostores or ErrImporte.
func Adjudica(pujas []Puja) (int, error) {
	if len(pujas) == 0 {
		return 0, norma.Breach(art("73.5"), ErrSinPostores)
	}
	best := 0
	for k, p := range pujas {
		if p.Importe <= 0 {
			return 0, norma.Breach(art("73.5"), ErrImporte)
		}
		if p.mejora(pujas[best]) {
			best = k
		}
	}
	return best, nil
}

func (p Puja) mejora(q Puja) bool {
	switch {
	case p.Importe != q.Importe:
		return p.Importe > q.Importe
	case p.DePie != q.DePie:
		return q.DePie
	}
	return !p.Asociada && q.Asociada
}

// CheckPuja returns nil when a player may bid: not who passes the bank, nor his partner, until
// the next one passes it and for the same sum (art. 73.5). The error wraps ErrPuja.
func CheckPuja(pasaLaMano bool) error { return require(!pasaLaMano, art("73.5"), ErrPuja) }

// CheckSubida returns nil when a bank that was awarded for some may be announced for so much:
// never less (art. 73.5). The error wraps ErrBaja.
func CheckSubida(adjudicada, anunciada domain.Importe) error {
	return require(anunciada >= adjudicada, art("73.5"), ErrBaja)
}

// CheckRetirada returns nil when who was awarded the bank may leave it: he has dealt once
// (art. 73.5); else it is sold again without him. The error wraps ErrSinDar.
func CheckRetirada(jugadas int) error { return require(jugadas > 0, art("73.5"), ErrSinDar) }

// CheckSocio returns nil when a partner may join the banker: with the same sum (art. 73.2).
// The error wraps ErrSocio.
func CheckSocio(banquero, socio domain.Importe) error {
	return require(banquero == socio, art("73.2"), ErrSocio)
}

// DerechoACartas reports whether who had the bank before has a right to the cards for one
// coup: the new bank is larger than his (art. 73.5).
func DerechoACartas(anterior, nueva domain.Importe) (bool, norma.Articulo) {
	return nueva > anterior, art("73.5")
}

// SabotTras is the place from whose right the bank is offered: that of the last who sat and
// had it, when one who stands passes it again; that of who passed it, when who acquired it
// loses it (art. 73.5).
func SabotTras(ultimaSentada, quienPaso int, pierde bool) (int, norma.Articulo) {
	if pierde {
		return quienPaso, art("73.5")
	}
	return ultimaSentada, art("73.5")
}

// CheckBancoSeguido returns nil when who made banco and lost may have the cards again though
// they are dealt: nobody has lifted his from the cloth (art. 77). The error wraps ErrVistas.
func CheckBancoSeguido(levantadas bool) error { return require(!levantadas, art("77"), ErrVistas) }

// PosturaConLaMesa is what "con la mesa" stakes: half the bank (art. 77). The error wraps
// ErrImporte.
func PosturaConLaMesa(banca domain.Importe) (domain.Fraccion, error) {
	if banca <= 0 || banca > MaxImporte {
		return domain.Fraccion{}, norma.Breach(art("77"), ErrImporte)
	}
	return domain.FraccionDe(banca).Mul(domain.NewFraccion(1, 2)), nil
}

// CheckSigueSabot returns nil when who won the last coup of a sabot keeps the bank in the
// next: he offers what there was (art. 77). The error wraps ErrOfrece.
func CheckSigueSabot(habia, ofrece domain.Importe) error {
	return require(ofrece >= habia, art("77"), ErrOfrece)
}

// maxAbonos are the bets in favour of a covered bank at most (art. 76.7).
const maxAbonos = 3

// CheckAbono returns nil when a bet may be laid in favour of the bank: it is covered, with the
// voice, and with fewer than three there (art. 76.7). The error wraps ErrAbonos.
func CheckAbono(cubierta, voz bool, hay int) error {
	return require(cubierta && voz && hay < maxAbonos, art("76.7"), ErrAbonos)
}

// rehusas are the refusals in a row that lose the place (art. 72.6).
const rehusas = 2

// PierdePlaza reports whether a player who refused the bank so many times in a row leaves his
// place (art. 72.6), or who is away when his turn comes, in favour of the first of the list
// (art. 72.8).
func PierdePlaza(seguidas int, ausente bool) (bool, norma.Articulo) {
	if ausente {
		return true, art("72.8")
	}
	return seguidas >= rehusas, art("72.6")
}

// CheckPide returns nil when a player may ask for the bank or the cards: who changed place, or
// came to an empty one, during the talla lets a turn pass first (arts. 72.2, 72.3). The error
// wraps ErrDejarPasar.
func CheckPide(cambioEnTalla, dejoPasar bool) error {
	return require(!cambioEnTalla || dejoPasar, art("72.3"), ErrDejarPasar)
}

// CheckOcupa returns nil when a player may sit in an empty place: not for a moment (art.
// 72.9). The error wraps ErrPausa.
func CheckOcupa(porUnMomento bool) error { return require(!porUnMomento, art("72.9"), ErrPausa) }

// Vacante is who a place that falls empty is for.
type Vacante string

// Who it may be for (art. 72.5).
const (
	ListaDeEspera Vacante = "lista_de_espera"
	CambioDePlaza Vacante = "cambio_de_plaza"
	Libre         Vacante = "libre"
)

// DaVacante says who a place that falls empty is for: during the talla the waiting list;
// once it ends, first who sits and asked to change (art. 72.5).
func DaVacante(enTalla bool, esperan, piden int) (Vacante, norma.Articulo) {
	switch {
	case !enTalla && piden > 0:
		return CambioDePlaza, art("72.5")
	case esperan > 0:
		return ListaDeEspera, art("72.5")
	}
	return Libre, art("72.5")
}

// Cobra is the turn in which a bet is settled.
type Cobra string

// The turns (art. 72.7).
const (
	EnSuTurno Cobra = "en_su_turno"
	ElUltimo  Cobra = "el_ultimo"
	ElPrimero Cobra = "el_primero"
)

// TurnoDePago says when the bet of who stands and moved to follow the cards is settled: if he
// wins he is paid the last, if he loses he is charged the first (art. 72.7).
func TurnoDePago(seMovio, gana bool) (Cobra, norma.Articulo) {
	switch {
	case seMovio && gana:
		return ElUltimo, art("72.7")
	case seMovio:
		return ElPrimero, art("72.7")
	}
	return EnSuTurno, art("72.7")
}
