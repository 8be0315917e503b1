package bacara

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a table of chemin de fer.
var (
	ErrModo       = errors.New("la partida es libre o por el cuadro, y se anuncia antes")
	ErrBarajas    = errors.New("se juega con seis barajas sin índices, tres de cada color")
	ErrPersonal   = errors.New("la mesa tiene inspector, crupier y cambista")
	ErrAuxiliares = errors.New("hay un auxiliar por cada cuatro mesas o fracción como mucho")
	ErrJugadores  = errors.New("se juega con cuatro jugadores como mínimo")
	ErrCorte      = errors.New("ha salido la carta de corte: no se reparte otra jugada")
	ErrCortada    = errors.New("la carta de corte no deja detrás las cartas que debe")
	ErrEntrega    = errors.New("lo entregado en fichas no es lo que se anunció")
	ErrVozCierre  = errors.New("no se reparte antes de «no van más apuestas»")
	ErrSinMaximo  = errors.New("la mesa no permite una banca sin máximo")
)

// Modo is how the banker plays: as he likes, or by the table in every coup (art. 69.2,
// criterio CHF-0).
type Modo string

// Both.
const (
	ModoLibre  Modo = "libre"
	ModoCuadro Modo = "cuadro"
)

// CheckModo returns nil when a game may begin in that way, announced by the croupier (art.
// 69.2). The error wraps ErrModo.
func CheckModo(m Modo, anunciado bool) error {
	return require((m == ModoLibre || m == ModoCuadro) && anunciado, art("69.2"), ErrModo)
}

// CheckBarajas returns nil when a game may be played with those packs: three of each colour,
// without indices (art. 70.1). The error wraps ErrBarajas.
func CheckBarajas(rojas, azules int, indices bool) error {
	return require(rojas == Barajas/2 && azules == Barajas/2 && !indices, art("70.1"), ErrBarajas)
}

// Personal is who serves a table.
type Personal struct {
	Inspector, Crupier, Cambista bool
}

func (p Personal) complete() bool { return p.Inspector && p.Crupier && p.Cambista }

// CheckPersonal returns nil when a table may open with that staff (art. 71.1). The error
// wraps ErrPersonal.
func CheckPersonal(p Personal) error { return require(p.complete(), art("71.1"), ErrPersonal) }

// mesasPorAuxiliar are the tables that one auxiliary serves (art. 71.5).
const mesasPorAuxiliar = 4

// CheckAuxiliares returns nil when that many auxiliaries may serve those tables (art. 71.5).
// The error wraps ErrAuxiliares.
func CheckAuxiliares(auxiliares, mesas int) error {
	return require(auxiliares <= (mesas+mesasPorAuxiliar-1)/mesasPorAuxiliar, art("71.5"), ErrAuxiliares)
}

// minJugadores play at least, all the time (art. 77).
const minJugadores = 4

// CheckJugadores returns nil when a coup may begin with that many players (art. 77). The error
// wraps ErrJugadores.
func CheckJugadores(n int) error { return require(n >= minJugadores, art("77"), ErrJugadores) }

// trasCorte are the cards left behind the cut card (art. 77).
const trasCorte = 7

// CheckCortada returns nil when the cut card stands where it must: before the last seven
// cards (art. 77). The error wraps ErrCortada.
func CheckCortada(detras int) error { return require(detras == trasCorte, art("77"), ErrCortada) }

// CheckCorte returns nil when another coup may be dealt: once the cut card has come out only
// the one in course is ended (art. 77). The error wraps ErrCorte.
func CheckCorte(salida bool) error { return require(!salida, art("77"), ErrCorte) }

// CheckEntrega returns nil when the banker has handed over in chips what he announced (art.
// 77). The error wraps ErrEntrega.
func CheckEntrega(anunciada, entregada domain.Importe) error {
	return require(anunciada == entregada, art("77"), ErrEntrega)
}

// CheckReparto returns nil when a card may be dealt: the bets are closed by the voice (art.
// 77). The error wraps ErrVozCierre.
func CheckReparto(voz bool) error { return require(voz, art("77"), ErrVozCierre) }

// CheckMinimo returns nil when a table may have that minimum of the punto: never less than the
// authorised one (art. 74.1). The error wraps ErrInferior.
func CheckMinimo(autorizado, minimo domain.Importe) error {
	return require(minimo >= autorizado && minimo > 0, art("74.1"), ErrInferior)
}

// CheckSinMaximo returns nil when a table may have a bank without maximum: the authorisation
// says so (art. 74.4). The error wraps ErrSinMaximo.
func CheckSinMaximo(autorizado bool) error { return require(autorizado, art("74.4"), ErrSinMaximo) }

// Resuelve is who decides what the text leaves to a person.
type Resuelve string

// Who may be.
const (
	ElInspector Resuelve = "inspector"
	ElDirector  Resuelve = "director" // of the cards drawn early at two cloths (art. 91)
)

// NoPrevisto is who decides what no rule foresees in the chemin de fer: the inspector (arts.
// 76.7, 81.8).
func NoPrevisto() (Resuelve, norma.Articulo) { return ElInspector, art("81.8") }
