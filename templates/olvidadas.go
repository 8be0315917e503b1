package templates

import (
	"time"

	"foliado/domain"
)

// Olvidadas is the page of the book of stakes without a known owner (art. 33).
type Olvidadas struct {
	Marco
	Puede      bool // her cargo enters them
	Admite     bool // a jornada goes on
	Saldo      domain.Importe
	Mesas      []Opcion
	Mesa       string // search
	Anotadas   []Olvidada
	Devolucion FormaDevolucionOlvidada
}

func (Olvidadas) plantilla() string { return "olvidadas" }

// Olvidada is an entry of the book.
type Olvidada struct {
	Folio             int64
	Hora              time.Time
	Lugar, Clase      string
	Importe, Devuelto domain.Importe
	Pendiente         domain.Importe
	Recibo            string // path of the receipt; "" nothing was given back
}

// FormaDevolucionOlvidada is what was typed in a return that was refused.
type FormaDevolucionOlvidada struct {
	Folio                               int64
	Importe, Nombre, Domicilio, Pruebas string
}
