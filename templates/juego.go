package templates

import (
	"foliado/domain"
	"foliado/domain/catalogo"
	"foliado/domain/libros"
)

// Juegos is the page of the games that an engine settles.
type Juegos struct {
	Marco
	Juegos []JuegoLinea
}

func (Juegos) plantilla() string { return "juegos" }

// JuegoLinea is one of them.
type JuegoLinea struct {
	Juego    domain.Juego
	Articulo string         // where the norm begins to speak of it
	Minimo   domain.Importe // authorised; 0: the house does not have the game
	Reglas   string         // path of the leaflet
	Pagos    string         // path of the table of payments in sight; "" none is asked for
}

// Juego is the page of a game: rules, payments and limits, from the tables of its engine.
type Juego struct {
	Marco
	Juego    domain.Juego
	Reglas   []ReglaJuego
	Tablas   []TablaJuego
	Limites  []FilaJuego
	Asientos catalogo.Asientos
	Rondas   libros.UltimasRondas
	Folleto  string // path of the leaflet
	Pagos    string // path of the table of payments in sight; "" none is asked for
}

func (Juego) plantilla() string { return "juego" }

// ReglaJuego is a rule with its provision.
type ReglaJuego struct{ Texto, Cita string }

// TablaJuego is a table of payments.
type TablaJuego struct {
	Titulo, Nota string
	Filas        []FilaJuego
}

// FilaJuego is a payment or a limit with its provision.
type FilaJuego struct{ Nombre, Valor, Cita string }
