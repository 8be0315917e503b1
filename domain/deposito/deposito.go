// Package deposito knows the depósito of a casino: boxes of cards, dice and sabots, where
// each may be, what may be done with it next and who must be there (arts. 43 to 46, 48.2,
// 149.2). It keeps nothing: it judges a unit as it stands and says how it stands after.
package deposito

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

var art = norma.Reglamento.Art

// What is wrong with a unit or with what is asked of it.
var (
	// ErrClase: the depósito keeps boxes of cards, dice and sabots.
	ErrClase = errors.New("el depósito guarda naipes, dados y sabots")
	// ErrSinNumero: every unit bears the number of its manufacturer.
	ErrSinNumero = errors.New("hacen falta el fabricante y su número de orden")
	// ErrMovimiento: there is no such movement.
	ErrMovimiento = errors.New("los naipes y dados solo salen a una mesa, al almacén de reserva, al depósito o a su destrucción")
	// ErrNoToca: the movement is not for a unit of that class.
	ErrNoToca = errors.New("ese movimiento no es de esa clase de material")
	// ErrEnMesa: the unit is at a table.
	ErrEnMesa = errors.New("ya está en una mesa: antes ha de devolverse")
	// ErrNoEnMesa: the unit is at no table.
	ErrNoEnMesa = errors.New("no está en ninguna mesa")
	// ErrPendiente: the unit came back and nobody has put it in order and examined it.
	ErrPendiente = errors.New("está pendiente de ordenar y examinar")
	// ErrDeteriorada: an examination found the unit worn.
	ErrDeteriorada = errors.New("está deteriorada: espera en el depósito a su destrucción")
	// ErrRetirada: the unit was withdrawn for a card missing, extra, marked or foreign.
	ErrRetirada = errors.New("está retirada: no puede volver a una mesa")
	// ErrDestruida: the unit was destroyed.
	ErrDestruida = errors.New("consta destruida")
	// ErrReserva: the unit is in the reserve store.
	ErrReserva = errors.New("está en el almacén de reserva: antes ha de pasar al depósito")
	// ErrDesprecintada: the reserve store takes sealed boxes only.
	ErrDesprecintada = errors.New("el almacén de reserva solo admite cajas con el precinto intacto")
	// ErrNoPendiente: there is nothing to examine.
	ErrNoPendiente = errors.New("no espera ningún examen")
	// ErrNoDesechada: only what was discarded is destroyed.
	ErrNoDesechada = errors.New("solo se destruye lo desechado: deteriorado o retirado")
)

// Clase is what a unit of the depósito is.
type Clase string

// The classes.
const (
	Naipes Clase = "naipes" // a box with the packs of a game, six by default (art. 46.1, criterio NAI-1)
	Dado   Clase = "dado"   // one die (art. 149.2)
	Sabot  Clase = "sabot"  // one sabot, numbered (art. 48.2)
)

// Nombre is the class in words.
func (c Clase) Nombre() string {
	return map[Clase]string{Naipes: "caja de naipes", Dado: "dado", Sabot: "sabot"}[c]
}

// ParseClase reads a class. The error wraps ErrClase.
func ParseClase(s string) (Clase, error) {
	c := Clase(s)
	if c.Nombre() == "" {
		return "", norma.Breach(art("46.1"), ErrClase)
	}
	return c, nil
}

// Estado is where a unit stands.
type Estado string

// The states of a unit.
const (
	Disponible  Estado = "disponible"  // in the cupboard, fit for a table
	Reserva     Estado = "reserva"     // in the reserve store, its seal intact (art. 46.4)
	EnMesa      Estado = "en_mesa"     // handed to a table
	Pendiente   Estado = "pendiente"   // back in the cupboard, to be put in order and examined (art. 46.5)
	Deteriorada Estado = "deteriorada" // worn: kept whole until destroyed (art. 46.6)
	Retirada    Estado = "retirada"    // withdrawn (art. 46.7): kept until destroyed
	Destruida   Estado = "destruida"
)

// Estados lists the states in the order in which screens show them.
var Estados = []Estado{Disponible, EnMesa, Pendiente, Deteriorada, Retirada, Reserva, Destruida}

// Nombre is the state in words.
func (e Estado) Nombre() string {
	return map[Estado]string{Disponible: "en el armario, disponible", Reserva: "en el almacén de reserva", EnMesa: "en mesa",
		Pendiente: "pendiente de ordenar y examinar", Deteriorada: "deteriorada, por destruir", Retirada: "retirada, por destruir",
		Destruida: "destruida"}[e]
}

// EnArmario reports whether a unit in that state lies in the cupboard.
func (e Estado) EnArmario() bool {
	return e == Disponible || e == Pendiente || e == Deteriorada || e == Retirada
}

// Movimiento is what may be done with a unit. There is none that sells it, lends it or
// gives it away (arts. 43.1, 46.6).
type Movimiento string

// The movements.
const (
	Recepcion   Movimiento = "recepcion"    // received into the cupboard (art. 46.2)
	AlmacenIn   Movimiento = "a_reserva"    // sealed, to the reserve store (art. 46.4)
	AlmacenOut  Movimiento = "de_reserva"   // from there to the cupboard
	Extraccion  Movimiento = "extraccion"   // to a table (art. 46.3)
	Devolucion  Movimiento = "devolucion"   // back from it
	Examen      Movimiento = "examen"       // put in order and examined: fit again (art. 46.5)
	Deterioro   Movimiento = "deterioro"    // examined: worn (art. 46.6)
	Retira      Movimiento = "retirada"     // a card missing, extra, marked or foreign (art. 46.7)
	Recuento    Movimiento = "recuento"     // every card counted
	Destruccion Movimiento = "destruccion"  // before the inspector (art. 46.6)
	Comprueba   Movimiento = "comprobacion" // at a player's request, and fit (arts. 43.4, 149.2.f)
	Rotura      Movimiento = "rotura"       // the pack of the dice is opened in sight of the public (art. 149.2.f)
)

// regla says from which states a movement goes, to which it leads ("" where it was), for
// which classes, and whether it opens the cupboard.
type regla struct {
	from   []Estado
	to     Estado
	clases []Clase
	abre   bool
	nombre string
}

var todas = []Clase{Naipes, Dado, Sabot}
var fungibles = []Clase{Naipes, Dado}
var naipes = []Clase{Naipes}

var reglas = map[Movimiento]regla{
	AlmacenIn:   {[]Estado{Disponible}, Reserva, fungibles, true, "pase al almacén de reserva"},
	AlmacenOut:  {[]Estado{Reserva}, Disponible, fungibles, true, "entrada desde la reserva"},
	Extraccion:  {[]Estado{Disponible}, EnMesa, todas, true, "extracción"},
	Devolucion:  {[]Estado{EnMesa}, Pendiente, todas, true, "devolución"},
	Examen:      {[]Estado{Pendiente}, Disponible, fungibles, false, "examen: apta"},
	Deterioro:   {[]Estado{EnMesa, Pendiente, Disponible}, Deteriorada, fungibles, false, "examen: deteriorada"},
	Retira:      {[]Estado{EnMesa, Pendiente, Disponible}, Retirada, naipes, false, "retirada"},
	Recuento:    {[]Estado{Pendiente, Deteriorada, Retirada}, "", fungibles, false, "recuento completo"},
	Comprueba:   {[]Estado{EnMesa}, EnMesa, fungibles, false, "comprobación a petición"},
	Rotura:      {[]Estado{EnMesa}, EnMesa, []Clase{Dado}, false, "rotura del precinto"},
	Destruccion: {[]Estado{Deteriorada, Retirada}, Destruida, fungibles, true, "destrucción"},
}

// Nombre is the movement in words.
func (m Movimiento) Nombre() string {
	if m == Recepcion {
		return "recepción"
	}
	return reglas[m].nombre
}

// Abre reports whether the movement opens the cupboard, for which two must be there (art.
// 46.3).
func (m Movimiento) Abre() bool { return m == Recepcion || reglas[m].abre }

// ParseMovimiento reads a movement of a unit already received. Any other word is a way out
// that does not exist: the error cites art. 43.1, or 46.6 for what would sell it or give it
// away.
func ParseMovimiento(s string) (Movimiento, error) {
	m := Movimiento(s)
	if _, ok := reglas[m]; ok {
		return m, nil
	}
	if slices.Contains([]string{"venta", "cesion", "donacion", "regalo", "baja"}, s) {
		return "", norma.Breach(art("46.6"), ErrMovimiento)
	}
	return "", norma.Breach(art("43.1"), ErrMovimiento)
}

// Unidad is a unit as it stands. Numero is that of its manufacturer.
type Unidad struct {
	Clase              Clase
	Fabricante, Numero string
	Mazos              int  // packs in the box; 0 for the others
	Indices            bool // its cards carry indices
	Integro            bool // its seal is intact
	Automatico         bool // a sabot that shuffles by itself
	Homologacion       string
	Estado             Estado
	Mesa               int // where it is, or was last
}

// Clave is a text of a manufacturer or a number as it is compared: without blanks around,
// in capitals (art. 45.3: one box, one number).
func Clave(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), " ")) }

// maxClave bounds a manufacturer or a number, in bytes.
const maxClave = 60

// NewUnidad is a unit of a class with its manufacturer and number normalised. The error
// wraps ErrSinNumero.
func NewUnidad(c Clase, fabricante, numero string) (Unidad, error) {
	u := Unidad{Clase: c, Fabricante: Clave(fabricante), Numero: Clave(numero)}
	if u.Fabricante == "" || u.Numero == "" || len(u.Fabricante) > maxClave || len(u.Numero) > maxClave {
		return u, norma.Breach(c.articulo(art("46.2")), ErrSinNumero)
	}
	return u, nil
}

// articulo is the provision for a box of cards, or that of its class.
func (c Clase) articulo(naipes norma.Articulo) norma.Articulo {
	switch c {
	case Dado:
		return art("149.2.f") // which says that dice are kept as cards are
	case Sabot:
		return art("48.2")
	}
	return naipes
}

// Integro is whether the seal of a unit is intact after a movement: a box is opened for the
// table it goes to, the pack of the dice at the table.
func (m Movimiento) Integro(u Unidad) bool {
	return u.Integro && m != Rotura && (m != Extraccion || u.Clase == Dado)
}

// String names the unit: "caja de naipes 2045 (FOURNIER)".
func (u Unidad) String() string {
	return fmt.Sprintf("%s %s (%s)", u.Clase.Nombre(), u.Numero, u.Fabricante)
}

// Cartas is how many cards the box must have: 52 a pack (art. 44.5), 312 in a media
// docena; one for a die.
func (u Unidad) Cartas() int {
	if u.Clase == Naipes {
		return u.Mazos * CartasMazo
	}
	return 1
}

// Next is the state of a unit after a movement, or why it cannot be: it is elsewhere (art.
// 46.1), waits for its examination (art. 46.5), is worn (art. 43.4), withdrawn (art. 46.7)
// or destroyed (art. 46.6), or its seal is broken (art. 46.4). A sabot that comes back needs
// no examination.
func (u Unidad) Next(m Movimiento) (Estado, error) {
	r, ok := reglas[m]
	if !ok {
		return u.Estado, norma.Breach(art("43.1"), ErrMovimiento)
	}
	if !slices.Contains(r.clases, u.Clase) {
		return u.Estado, norma.Breach(u.Clase.articulo(art("46.1")), ErrNoToca)
	}
	if !slices.Contains(r.from, u.Estado) {
		return u.Estado, u.refuse(m)
	}
	if m == AlmacenIn && !u.Integro {
		return u.Estado, u.breach(art("46.4"), ErrDesprecintada)
	}
	to := r.to
	switch {
	case to == "":
		to = u.Estado
	case m == Devolucion && u.Clase == Sabot:
		to = Disponible
	}
	return to, nil
}

// refuse says why a unit where it stands cannot do m.
func (u Unidad) refuse(m Movimiento) error {
	switch {
	case u.Estado == Destruida:
		return u.breach(art("46.6"), ErrDestruida)
	case m == Devolucion || m == Comprueba || m == Rotura:
		return u.breach(art("46.5"), ErrNoEnMesa)
	case m == Examen || m == Recuento:
		return u.breach(art("46.5"), ErrNoPendiente)
	case m == Destruccion:
		return u.breach(art("46.6"), ErrNoDesechada)
	}
	switch u.Estado {
	case EnMesa:
		return norma.Errorf(u.Clase.articulo(art("46.1")), "%s: %w (está en la mesa %d)", u, ErrEnMesa, u.Mesa)
	case Pendiente:
		return u.breach(art("46.5"), ErrPendiente)
	case Deteriorada:
		return u.breach(art("43.4"), ErrDeteriorada)
	case Retirada:
		return u.breach(art("46.7"), ErrRetirada)
	case Reserva:
		return u.breach(art("46.4"), ErrReserva)
	}
	return u.breach(art("46.1"), ErrNoEnMesa)
}

func (u Unidad) breach(naipes norma.Articulo, err error) error {
	return norma.Errorf(u.Clase.articulo(naipes), "%s: %w", u, err)
}

// CheckMesa judges whether a unit may go to a table of a game (arts. 44.6, 48.2, 55.1, 83.1).
func (u Unidad) CheckMesa(j domain.Juego) error {
	switch u.Clase {
	case Naipes:
		return u.checkNaipesMesa(j)
	case Dado:
		if j != domain.Dados {
			return norma.Breach(art("149.2.d"), ErrJuegoMaterial)
		}
	case Sabot:
		if !UsaSabot(j) {
			return norma.Breach(art("48.2"), ErrJuegoMaterial)
		}
		return CheckHomologacion(art("48.2"), u.Homologacion)
	}
	return nil
}
