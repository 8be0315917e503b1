package templates

import "time"

// Deposito is the depósito of cards, dice and sabots: what is where, and the forms that move
// it (arts. 43 to 46, 48.2, 149.2).
type Deposito struct {
	Marco
	EnUso       bool // its book is open
	Puede       bool // her cargo may move units
	Dirige      bool // and receive, destroy, hand the key
	Condicion   string
	Llave       string // name of who keeps the key
	Desde       time.Time
	Saldo       []SaldoClase
	Unidades    []UnidadDeposito
	Desechadas  []UnidadDeposito
	Incidencias []IncidenciaNaipes
	Entradas    []EntradaDeposito // the last of the book
	Mesas       []Opcion
	Proveedores []Opcion
	Modelos     []Opcion
	Inspector   []Opcion
	Forma       FormaDeposito
	PDF         string // of the book
}

func (Deposito) plantilla() string { return "deposito" }

// SaldoClase is how many units of a class are in each place.
type SaldoClase struct {
	Clase   string
	Estados []Hecho
}

// UnidadDeposito is a unit in a line.
type UnidadDeposito struct {
	Clase, ClaseNombre          string
	Fabricante, Numero, Detalle string
	Estado, EstadoNombre        string
	Mesa, Cartas                int64
}

// EntradaDeposito is a folio of the book in a line.
type EntradaDeposito struct {
	Folio          int64
	Hecho          time.Time
	Que, Presentes string
	PDF            string // acta or parte; "" none
}

// IncidenciaNaipes is a withdrawal of a box (art. 46.7).
type IncidenciaNaipes struct {
	Incidencia, Mesa   int64
	Numero, Fabricante string
	Defecto            string
	Hora, Comunicada   time.Time
	PDF                string
}

// FormaDeposito is what one of the forms had typed when it came back with something wrong.
type FormaDeposito struct {
	Abierta                     string // which form
	Movimiento, Clase, Numeros  string
	Mesa                        string
	Fabricante, Circunstancias  string
	Cartas, Proveedor, Unidad   string
	Resultado, Funcionario      string
	Homologacion, Color, Siglas string
	Arista                      string
}
