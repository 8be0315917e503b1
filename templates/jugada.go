package templates

import (
	"time"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/tapete"
)

// Jugadas lists the jugadas of a table with their verdicts.
type Jugadas struct {
	Marco
	Mesa      int64
	Juego     domain.Juego
	Jugadas   []JugadaLinea
	Anota     bool // her cargo records jugadas
	Siguiente string
}

func (Jugadas) plantilla() string { return "jugadas" }

// JugadaLinea is a jugada in the list.
type JugadaLinea struct {
	Numero     int64
	Jornada    domain.Fecha
	Hecho      time.Time
	Veredicto  jugada.Veredicto
	Articulo   string // of a void one
	Debido     domain.Importe
	Pagado     domain.Importe
	Diferencia domain.Importe
	Hoja       string
	Conservar  domain.Fecha
	Acta       bool // its acta is signed
}

// Jugada is a jugada whole: what lay on the table, drawn, and its settlement.
type Jugada struct {
	Marco
	Numero             int64
	Mesa               int64
	Juego              domain.Juego
	Veredicto          jugada.Veredicto
	Nula               string // "133.d" of a void one
	Hechos             []Hecho
	Dibujos            []tapete.Dibujo
	Lineas             []LineaJugada
	Diferencia         domain.Importe
	Articulos          []string
	Criterios          []string
	DeclaracionCrupier string
	DeclaracionJugador string
	Reclamacion        []Hecho
	Acto               string // of its acta, "" when nobody complains
	Plazas             []Plaza
	PDF                string
	Vuelve             string
	Reclama            bool             // a complaint may still come
	Queja              FormaReclamacion // as typed so far
}

func (Jugada) plantilla() string { return "jugada" }

// LineaJugada is a bet with what is due and, once on record, what was paid; in a form,
// what was typed.
type LineaJugada struct {
	Apuesta    string
	Quien      string
	Resultado  string
	Apostado   domain.Importe
	Debido     domain.Importe // on top of the stake
	Devuelto   domain.Importe // of the stake, with what stays pending
	Pagado     domain.Importe
	Conservado domain.Importe
	Diferencia domain.Importe
	Exacto     string
	Articulo   string
	Criterio   string

	// As typed in a form.
	Paga, Conserva, Casilla, Jugador, Color string
}

// NuevaJugada records a jugada at a table; Calculadora settles one without a table.
type NuevaJugada struct {
	Marco
	Mesa  int64
	Forma FormaJugada
	Queja FormaReclamacion

	Crupieres []Opcion // of the establecimiento, serving
}

func (NuevaJugada) plantilla() string { return "jugada_nueva" }

// Calculadora settles a jugada and records nothing.
type Calculadora struct {
	Marco
	Juegos []Opcion
	Forma  FormaJugada
}

func (Calculadora) plantilla() string { return "calculadora" }

// FormaReclamacion is a complaint as typed, with when it all happened.
type FormaReclamacion struct {
	Hecho, Demora                          string
	Crupier                                string
	Hoja, Reclamante, Camara               string
	Desde, Hasta, Conservar                string
	DeclaracionCrupier, DeclaracionJugador string
}

// FormaJugada is the table of a game as a form: what lay on it so far, the buttons that
// add to it, and what the engine says.
type FormaJugada struct {
	Juego    domain.Juego
	Prision  bool   // a stake may be followed through the prison
	Presa    bool   // it is what this form does
	Hechos   string // the facts so far, in the JSON of the schema
	Ficha    string // stake of the next bet, euros
	Pulsado  string // value of the button just pressed, which keeps the keyboard
	Pano     [][]Celda
	Suertes  []Opcion // bets that are no place of a cloth
	Listas   []ListaCartas
	Destino  string // list where the next card goes
	Mazo     [][]Naipe
	Campos   []CampoJugada
	Dados    bool // the game has dice to add
	Tira     FormaTirada
	Casillas bool // the game has boxes to add

	Jugadores bool // the game has players to add
	Puestas   []Puesta
	Dibujos   []tapete.Dibujo
	Lineas    []LineaJugada
	Nula      string
	Falta     string // why the engine does not settle it yet
	Anota     bool   // what was paid is asked for
	Colores   []string

	Articulos, Criterios []string
}

// Celda is a place of the cloth: a button, or nothing when Valor is empty.
type Celda struct {
	Valor      string // "caballo:1-2"
	Texto      string
	Nombre     string // as it is read aloud
	Clase      string
	Filas      int
	Columnas   int
	Apostado   domain.Importe // what lies there
	Ganador    bool           // the number that came out
	Encabezado bool
}

// ListaCartas is a row of cards of the form.
type ListaCartas struct {
	Nombre, Titulo string
	Cartas         []string
}

// Naipe is a card to pick.
type Naipe struct {
	Carta, Texto, Palo, Nombre string
	Rojo                       bool
}

// CampoJugada is a field of the facts of a game: a text, a choice or a yes.
type CampoJugada struct {
	Nombre, Titulo, Ayuda string
	Valor                 string
	Opciones              []Opcion // a choice
	Si                    bool     // a yes or no
	Importe               bool     // an amount in euros
}

// Puesta is something already on the table, with its button to take it away.
type Puesta struct {
	Numero int64
	Texto  string
	Elige  []Opcion // what its player chooses at the zero or at the refait
}

// FormaTirada are the choices of a throw and of a bet of the dados.
type FormaTirada struct {
	Suertes, Caras, Numeros, Incidencias []Opcion
	Bases                                []Opcion
}
