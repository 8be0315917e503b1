package libros

import (
	"errors"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a close put off, or with a suspension before the hour.
var (
	ErrProrrogaCorta     = errors.New("la prórroga no llega más allá de la hora de cierre")
	ErrProrrogaJuego     = errors.New("el cierre de ese juego solo se prorroga con carácter excepcional")
	ErrProrrogaJugadores = errors.New("una prórroga dice cuántos jugadores la justifican")
	ErrProrrogaMotivo    = errors.New("una prórroga dice su motivo")
	ErrCausa             = errors.New("el juego se suspende antes de hora por fuerza mayor, con su texto, o por estar la sala vacía, con la hora desde la que lo está")
	ErrSalaVacia         = errors.New("la sala no llevaba treinta minutos vacía, contados dentro de las dos últimas horas")
)

// Prorroga puts off the close of a table (art. 27.3).
type Prorroga struct {
	Juego       domain.Juego
	Hasta       time.Time // UTC
	Excepcional bool
	Jugadores   int
	Motivo      string
}

// CheckProrroga judges a close put off, of a jornada open to the public since apertura and
// that was to close at previsto: bacará and the games of círculo when the number of players
// justifies it, any other only as an exception, and never beyond twenty hours on end, as
// they pass (art. 27.3, criterio JOR-1).
func CheckProrroga(p Prorroga, apertura, previsto time.Time) error {
	switch {
	case !p.Hasta.After(previsto):
		return norma.Breach(art("27.3"), ErrProrrogaCorta)
	case !p.Juego.Circulo() && !p.Excepcional:
		return norma.Breach(art("27.3"), ErrProrrogaJuego)
	case p.Juego.Circulo() && p.Jugadores < 1:
		return norma.Breach(art("27.3"), ErrProrrogaJugadores)
	case strings.TrimSpace(p.Motivo) == "":
		return norma.Breach(art("27.3"), ErrProrrogaMotivo)
	}
	return CheckHorasSeguidas(apertura, p.Hasta)
}

// CausaSuspension is why games end before their hour (art. 27.5).
type CausaSuspension string

// The two causes.
const (
	FuerzaMayor CausaSuspension = "fuerza_mayor"
	SalaVacia   CausaSuspension = "sala_vacia"
)

// The bounds of an empty room.
const (
	vaciaMinimo  = 30 * time.Minute
	vaciaVentana = 2 * time.Hour
)

// CheckSuspension judges the cause that is declared for ending games at hecho, before
// cierre. Without its text, or its hour, it is refused; an empty room that was not empty
// for thirty minutes, or not within the last two hours, is a warning (art. 27.5, criterio
// MAQ-1).
func CheckSuspension(causa CausaSuspension, texto string, vacia, hecho, cierre time.Time) (aviso error, err error) {
	switch {
	case causa == FuerzaMayor && strings.TrimSpace(texto) != "":
		return nil, nil
	case causa != SalaVacia || vacia.IsZero() || vacia.After(hecho):
		return nil, norma.Breach(art("27.5"), ErrCausa)
	}
	since := vacia
	if window := cierre.Add(-vaciaVentana); since.Before(window) {
		since = window
	}
	if hecho.Sub(since) < vaciaMinimo {
		return norma.Breach(art("27.5"), ErrSalaVacia).Under("MAQ-1"), nil
	}
	return nil, nil
}

// AnuncioFinal is what a table announces before its hour (art. 29.5).
type AnuncioFinal struct {
	Articulo norma.Articulo
	Numero   int // of the last ones
	Texto    string
}

// AntesDelAnuncio is how long before the hour of the room the screen asks for it: a notice,
// the table decides the moment.
const AntesDelAnuncio = 15 * time.Minute

// talla is the last half hour of treinta y cuarenta, in which no new talla begins.
const talla = 30 * time.Minute

// AnunciosFinales is the notice that a table needs at an instant, and whether it needs one:
// three last balls or hands, five in punto y banca and bacará, in black jack the last sabot
// or five hands when it is automatic, the last cut of the last half hour (arts. 29.5, 51.3).
func AnunciosFinales(j domain.Juego, now, cierre time.Time) (AnuncioFinal, bool) {
	left := cierre.Sub(now)
	if left <= 0 || left > talla || left > AntesDelAnuncio && j != domain.TreintaCuarenta {
		return AnuncioFinal{}, false
	}
	switch j {
	case domain.RuletaFrancesa, domain.RuletaAmericana, domain.Bola:
		return AnuncioFinal{art("29.5"), 3, "anunciar las tres últimas bolas: tres, dos, una"}, true
	case domain.Dados, domain.PoquerSinDescarte, domain.Trijoker:
		return AnuncioFinal{art("29.5"), 3, "anunciar las tres últimas manos: tres, dos, una"}, true
	case domain.BlackJack:
		return AnuncioFinal{art("51.3"), 1, "anunciar el último sabot o, si es automático, las cinco últimas manos"}, true
	case domain.PuntoBanca, domain.BacaraChemin, domain.BacaraDosPanos:
		return AnuncioFinal{art("29.5"), 5, "anunciar las cinco últimas manos: cinco, cuatro, tres, dos, una"}, true
	case domain.TreintaCuarenta:
		return AnuncioFinal{art("29.5"), 1, "la partida acaba en el próximo corte: no se inicia otra talla"}, true
	}
	return AnuncioFinal{}, false
}
