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
}{
	RuletaFrancesa:    {"ruleta francesa", false},
	RuletaAmericana:   {"ruleta americana", false},
	Bola:              {"bola o boule", false},
	TreintaCuarenta:   {"treinta y cuarenta", false},
	Dados:             {"dados o craps", false},
	BlackJack:         {"black jack", false},
	PuntoBanca:        {"punto y banca", false},
	BacaraChemin:      {"bacará, chemin de fer o ferrocarril", true},
	BacaraDosPanos:    {"bacará a dos paños", true},
	PoquerSinDescarte: {"póquer sin descarte", false},
	Trijoker:          {"póquer trijoker", false},
	PoquerCirculo:     {"póquer de círculo", true},
}

// Valid reports whether j is a game of art. 1.3.
func (j Juego) Valid() bool { _, ok := juegos[j]; return ok }

// Nombre is the exact name that the books must carry (art. 40.1.a).
func (j Juego) Nombre() string { return juegos[j].nombre }

// Circulo reports whether the players stake against one another: such a table has
// no anticipo but a libro de beneficios (arts. 32, 41).
func (j Juego) Circulo() bool { return juegos[j].circulo }

// Ruleta reports whether j is one of the two roulettes of art. 37.1.
func (j Juego) Ruleta() bool { return j == RuletaFrancesa || j == RuletaAmericana }
