package domain

// Juego is a game of the closed list of art. 1.3 of the Reglamento.
type Juego string

// The games of art. 1.3, with the words that routes, books and vectors use.
const (
	RuletaFrancesa    Juego = "ruleta_francesa"
	RuletaAmericana   Juego = "ruleta_americana"
	Bola              Juego = "bola"
	TreintaCuarenta   Juego = "treinta_cuarenta"
	Dados             Juego = "dados"
	BlackJack         Juego = "black_jack"
	PuntoBanca        Juego = "punto_banca"
	BacaraChemin      Juego = "bacara_chemin_de_fer"
	BacaraDosPanos    Juego = "bacara_dos_panos"
	PoquerSinDescarte Juego = "poquer_sin_descarte"
	Trijoker          Juego = "trijoker"
	PoquerCirculo     Juego = "poquer_circulo"
)

// Juegos lists every game, in the order screens show them.
var Juegos = []Juego{RuletaFrancesa, RuletaAmericana, Bola, TreintaCuarenta, Dados, BlackJack, PuntoBanca,
	BacaraChemin, BacaraDosPanos, PoquerSinDescarte, Trijoker, PoquerCirculo}

var juegos = map[Juego]struct {
	nombre  string
	circulo bool
	jugada  string // what its people call one
}{
	RuletaFrancesa:    {"ruleta francesa", false, "bola"},
	RuletaAmericana:   {"ruleta americana", false, "bola"},
	Bola:              {"bola o boule", false, "bola"},
	TreintaCuarenta:   {"treinta y cuarenta", false, "talla"},
	Dados:             {"dados o craps", false, "tirada"},
	BlackJack:         {"black jack", false, "mano"},
	PuntoBanca:        {"punto y banca", false, "mano"},
	BacaraChemin:      {"bacará, chemin de fer o ferrocarril", true, "mano"},
	BacaraDosPanos:    {"bacará a dos paños", true, "mano"},
	PoquerSinDescarte: {"póquer sin descarte", false, "mano"},
	Trijoker:          {"póquer trijoker", false, "mano"},
	PoquerCirculo:     {"póquer de círculo", true, "mano"},
}

// Valid reports whether j is a game of art. 1.3.
func (j Juego) Valid() bool { _, ok := juegos[j]; return ok }

// Nombre is the exact name that the books must carry (art. 40.1.a).
func (j Juego) Nombre() string { return juegos[j].nombre }

// Jugada is what those of the game call one jugada of it: bola, tirada, mano, talla.
func (j Juego) Jugada() string { return juegos[j].jugada }

// Circulo reports whether the players stake against one another: such a table has
// no anticipo but a libro de beneficios (arts. 32, 41).
func (j Juego) Circulo() bool { return juegos[j].circulo }

// Ruleta reports whether j is one of the two roulettes of art. 37.1.
func (j Juego) Ruleta() bool { return j == RuletaFrancesa || j == RuletaAmericana }
