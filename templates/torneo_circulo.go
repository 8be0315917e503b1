package templates

import (
	"time"

	"foliado/domain"
)

// TorneosCirculo lists the tournaments of games of círculo, and plans one (art. 1.5).
type TorneosCirculo struct {
	Marco
	Torneos []TorneoCirculo
	Juegos  []Opcion
	Manda   bool              // she plans, declares and starts them
	Forma   map[string]string // what was typed
}

func (TorneosCirculo) plantilla() string { return "torneos_circulo" }

// TorneoCirculo is a tournament as the page shows it.
type TorneoCirculo struct {
	Numero     int64
	Nombre     string
	Juego      domain.Juego
	Fecha      domain.Fecha
	Presentada domain.Fecha // "" not yet
	Referencia string
	Inicio     time.Time
	PDF        string // its declaration; "" without bases
	Aviso      string // while it is not declared
}
