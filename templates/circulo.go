package templates

import (
	"time"

	"foliado/domain"
)

// MesaCirculo is what the sheet of a table of círculo shows besides: it has no anticipo but a
// pozo (art. 41).
type MesaCirculo struct {
	Dirige      bool // she directs now: fixes the box of the cambista, opens
	Poquer      bool
	Panos       bool           // of two cloths: it has bankers
	Dotacion    domain.Importe // of the cambista's box; 0 while nobody fixed it (art. 32.3)
	Temporada   string
	Beneficio   string // how the house takes its part, in words; "" while nobody announced it
	Abierto     string // which form came back with something wrong
	Responsable []Opcion
	Crupieres   []Opcion
	Cambistas   []Opcion
	Modalidades []Opcion
	Variantes   []Opcion
	Campos      map[string]string // what was typed
	// Of the partida that goes on:
	Hechos  []Hecho
	Bancas  []LineaBanca
	Folio   string // path of its folio
	Pozo    Recuento
	Fichas  Recuento
	Dinero  Recuento
	ConCaja bool // it has a cambista, and so his box
	// The waiting list (arts. 71.2, 85.6, 114.2) and the draws of seats (art. 115.2):
	Espera     []Aspirante
	Primero    int64  // whose turn it is; 0 nobody waits
	Compromiso string // SHA-256 of the seed of the next draw
	Sortea     bool   // the seats may be drawn
	Sorteos    []Sorteo
}

// Aspirante is who waits for a place or sits; Puesto is 0 while he waits.
type Aspirante struct {
	Orden, Puesto int64
	Jugador       string
	Hora          time.Time
}

// Sorteo is a draw of seats, with what lets anybody repeat it.
type Sorteo struct {
	Compromiso, Semilla, Asunto string
	Hora                        time.Time
}

// LineaBanca is a bank in a line.
type LineaBanca struct {
	Talla    int64
	Banquero string
	Hora     time.Time
	Importe  domain.Importe
	Deposito domain.Importe
}
