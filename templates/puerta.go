package templates

import (
	"time"

	"foliado/domain"
)

// Entrar is the login.
type Entrar struct {
	Marco
	Usuario string
	Sigue   string // local path to go on to
}

func (Entrar) plantilla() string { return "entrar" }

// Mostrador is the desk at the door: one person at a time, checked, then given a card.
type Mostrador struct {
	Marco
	Abierto   bool // cards may be issued now (criterio JOR-0)
	Tarifa    domain.Importe
	Visitante Visitante // what was typed
	Tipos     []Opcion  // kinds of document
	Veredicto *Veredicto
	Emitida   *Tarjeta // the card just issued
	Ultimas   []Tarjeta
	Lista     Lista

	Vestimentas []Vestimenta // what is asked today of the dress (art. 21.5)

	Manda      bool        // who looks answers for the door
	Corte      bool        // entry is closed to newcomers (art. 21.4)
	UltimaHora bool        // it may be closed
	Causas     []Opcion    // grounds of the house to refuse
	Consultas  []Veredicto // checks that wait for a decision
	Alertas    []Alerta    // people inside who may no longer be
	Especial   TarjetaEspecial
}

func (Mostrador) plantilla() string { return "mostrador" }

// Alerta is somebody who is inside and whom a list or a ban reached afterwards.
type Alerta struct {
	Numero   int64
	Tarjeta  int64
	Instante time.Time
	Nombre   string // "" once erased
	Causa    string
	Firme    bool // one of her documents, not just her name
}

// Visitante is the person as typed at the desk, or as a scanner read her document.
type Visitante struct {
	Tipo            string // kind of document; "" DNI or NIE, which its number tells
	Pais            string
	Numero          string
	Nombre          string
	Apellidos       string
	FechaNacimiento string // as typed: DD/MM/AAAA
	Caducidad       string // likewise; "" without end, or seen to be in force
	Cortado         bool   // the name did not fit in the machine-readable zone
	Leido           string // what the scanner read: "Pasaporte FRA"
	Foco            string // field where the keyboard goes; "" the number
}

// Focus reports whether the keyboard goes to that field.
func (m Mostrador) Focus(campo string) bool {
	switch {
	case m.Veredicto != nil && m.Veredicto.Veredicto == "puede_entrar":
		return false
	case m.Visitante.Foco == "":
		return campo == "numero"
	}
	return m.Visitante.Foco == campo
}

// Duplicado is another ficha that may be of the person checked.
type Duplicado struct {
	Ficha      int64
	Nombre     string
	Documentos string
}

// Veredicto is the outcome of a check as the cargo that looks may see it.
type Veredicto struct {
	Veredicto    string // puede_entrar, no_puede_entrar, consultar, sin_comprobar
	Comprobacion string
	Nombre       string
	Documento    string
	Nacimiento   domain.Fecha
	Fundamentos  []Fundamento // only for who may see them (criterio ADM-10)
	Avisos       []string
	Conocida     bool        // she has come before
	Duplicados   []Duplicado // fichas that may be hers, when she has none
	Decide       bool        // who looks decides on this candidate (criterio ADM-3)
}

// Fundamento is a ground with its citation.
type Fundamento struct {
	Texto    string
	Articulo string // as cited: "art. 24.1 de la Ley 6/2001"
	Criterio string
}

// Clase is the verdict as a class of the style sheet.
func (v Veredicto) Clase() string {
	switch v.Veredicto {
	case "puede_entrar":
		return "si"
	case "no_puede_entrar":
		return "no"
	}
	return "duda"
}

// Tarjeta is an entry card as a line of the desk or as its own page.
type Tarjeta struct {
	Numero    int64
	Nombre    string // "" once erased (art. 20.4)
	Documento string
	Ficha     int64
	Precio    domain.Importe
	Validez   domain.Fecha
	Emitida   time.Time
	Anulada   bool
	Visto     bool   // the void has its second signer
	Caso      string // why it is cheaper, in words (art. 23.3); "" an ordinary card
}

// FichaTarjeta is the page of one card, where it is voided, printed again or replaced.
type FichaTarjeta struct {
	Marco
	Tarjeta    Tarjeta
	Historial  HistorialTarjeta
	Puede      bool   // may void it
	PuedeVisto bool   // may give the second signature of the void (criterio ADM-4)
	Motivo     string // as typed
}

func (FichaTarjeta) plantilla() string { return "tarjeta" }

// Lista is the barred list in force.
type Lista struct {
	Hay      bool
	Fuente   string
	Huella   string
	Instante time.Time
	Filas    int64
	Altas    int64 // people that the former lacked
	Bajas    int64 // people of the former that this one lacks
	Cambios  int64 // people of both of whom it says something else
	Caduca   time.Time
	Vigente  bool
	Alarma   bool // expires soon (criterio ADM-2)

	EnLinea string    // register on line, "" none
	Caido   time.Time // since when it does not answer, zero it does
}

// Interdicciones is the page where a new barred list is brought in.
type Interdicciones struct {
	Marco
	Lista  Lista
	Hecha  bool   // the one in force has just been brought in
	Fuente string // as typed
}

func (Interdicciones) plantilla() string { return "interdicciones" }
