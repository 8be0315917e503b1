package blackjack

import (
	"foliado/domain/naipes"
	"foliado/domain/norma"
)

// Clase is one of the two kinds of sabot of art. 48.2.
type Clase string

// The two kinds.
const (
	Manual     Clase = "manual"
	Automatico Clase = "automatico"
)

// Sabot is what a kind of sabot asks for. CartasTrasCorte are left behind the cut card, 0
// where there is none.
type Sabot struct {
	Clase           Clase
	Quema           int
	CartasTrasCorte int
	Anuncio         string // what is said before the end (arts. 29.5 and 51.3)
	Usadas          string // where used cards go (art. 52.1.a)
}

// What is announced before the end, and where used cards go.
const (
	UltimoSabot       = "ultimo_sabot"
	CincoUltimasManos = "cinco_ultimas_manos"
	AlRecipiente      = "al_recipiente"
	AlDistribuidor    = "al_distribuidor"
	minimoTrasCorte   = naipes.NumCartas // a pack (art. 51.1)
	sinCorte          = 0
)

// sabots is the table of arts. 51.1 to 51.3 and 52.1.a by kind.
var sabots = []Sabot{
	{Manual, quema, minimoTrasCorte, UltimoSabot, AlRecipiente},
	{Automatico, quema, sinCorte, CincoUltimasManos, AlDistribuidor},
}

// FindSabot returns what a kind of sabot asks for. The error wraps ErrSabot.
func FindSabot(c Clase) (Sabot, error) {
	for _, s := range sabots {
		if s.Clase == c {
			return s, nil
		}
	}
	return Sabot{}, norma.Errorf(art("48.2"), "%w: %q", ErrSabot, c)
}

// CheckCorte returns nil when the cut card may stand before that many cards: a pack at
// least, unless the sabot shuffles by itself (art. 51.1). The error wraps ErrCorte or
// ErrSabot.
func CheckCorte(c Clase, detras int) error {
	s, err := FindSabot(c)
	if err != nil {
		return err
	}
	if detras < s.CartasTrasCorte {
		return norma.Breach(art("51.1"), ErrCorte)
	}
	return nil
}

// CheckCartas returns nil when all those cards may have left one load of six packs
// (art. 48.1). The error wraps ErrCarta or ErrRepetida.
func CheckCartas(cartas []naipes.Carta) error {
	count := map[naipes.Carta]int{}
	for _, c := range cartas {
		if !c.Valid() {
			return norma.Breach(art("48.1"), ErrCarta)
		}
		if count[c]++; count[c] > Barajas {
			return norma.Errorf(art("48.1"), "%w: %s", ErrRepetida, c)
		}
	}
	return nil
}

// Causa is why a sabot is jammed.
type Causa string

// The two.
const (
	CartaMalColocada Causa = "carta_mal_colocada"
	OtraCausa        Causa = "otra"
)

// Bloqueo is a sabot that has jammed: its kind, why, whether there are cards on the table,
// and whether their hand can be ended with it.
type Bloqueo struct {
	Clase         Clase
	Causa         Causa
	CartasEnMesa  bool
	PuedeTerminar bool
}

// Remedio is what art. 48.2 orders; what does not apply is empty. Corta cuts the cards that
// are left, shuffled, and Quema of them are put out of play.
type Remedio struct {
	Hacer    string
	Despues  string
	Rebaraja bool
	Corta    string
	Quema    int
}

// The orders of art. 48.2.
const (
	Recolocar         = "recolocar_la_carta_y_continuar"
	Sustituir         = "sustituir_el_sabot"
	TerminarConManual = "terminar_la_jugada_con_sabot_manual"
	Rebarajar         = "barajar_de_nuevo_como_al_comienzo"
	ClienteMasProximo = "cliente_mas_proximo_al_sabot_manual"
)

// Unblock says what is to be done with a jam. When an automatic sabot leaves cards on the
// table and their hand cannot be ended, that comes first, whatever the cause (criterio
// BJ-16). The error wraps ErrSabot or ErrBloqueo.
func Unblock(b Bloqueo) (Remedio, error) {
	if _, err := FindSabot(b.Clase); err != nil {
		return Remedio{}, err
	}
	switch {
	case b.Causa != CartaMalColocada && b.Causa != OtraCausa:
		return Remedio{}, norma.Errorf(art("48.2"), "%w: %q", ErrBloqueo, b.Causa)
	case b.Clase == Automatico && b.CartasEnMesa && !b.PuedeTerminar:
		return Remedio{TerminarConManual, Rebarajar, true, ClienteMasProximo, quema}, nil
	case b.Causa == CartaMalColocada:
		return Remedio{Hacer: Recolocar}, nil
	}
	return Remedio{Hacer: Sustituir, Despues: Rebarajar}, nil
}
