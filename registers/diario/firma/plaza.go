package firma

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foliado/registers/diario"
)

// Quien says who may fill a slot.
type Quien string

// Who may fill a slot.
const (
	// QuienDirector: who acts as director at that instant (arts. 8.3.j, 14.3; FIR-3).
	QuienDirector Quien = "director"
	// QuienCrupier: any croupier (art. 36.3; FIR-1).
	QuienCrupier Quien = "crupier"
	// QuienCajero: any cajero (art. 36.3; FIR-1).
	QuienCajero Quien = "cajero"
	// QuienFuncionario: the authority's inspector, when present (art. 36.2).
	QuienFuncionario Quien = "funcionario_inspector"
	// QuienSegundo: a second person of the house with a key in force, whose cargo is
	// neither admision nor sistema (nor that of the authority, who alters nothing).
	QuienSegundo Quien = "segundo"
	// QuienJefeMesa: any jefe de mesa of the establecimiento.
	QuienJefeMesa Quien = "jefe_mesa"
	// QuienEmpleadoMesa: any employee of the table, croupier or not (art. 41.4; FIR-1).
	QuienEmpleadoMesa Quien = "empleado_mesa"
	// QuienJugador: a player, who holds no key and signs by hand or refuses to (FIR-4).
	QuienJugador Quien = "jugador"
)

var quienes = []Quien{QuienDirector, QuienCrupier, QuienCajero, QuienFuncionario, QuienSegundo, QuienJefeMesa, QuienEmpleadoMesa, QuienJugador}

// Valid reports whether q is one of the constants.
func (q Quien) Valid() bool { return slices.Contains(quienes, q) }

// Nombre says who, in words for screens and papers.
func (q Quien) Nombre() string {
	switch q {
	case QuienDirector:
		return "Director de juegos o sustituto"
	case QuienCrupier:
		return "Crupier"
	case QuienCajero:
		return "Cajero"
	case QuienFuncionario:
		return "Funcionario inspector"
	case QuienSegundo:
		return "Segundo firmante"
	case QuienJefeMesa:
		return "Jefe de mesa"
	case QuienEmpleadoMesa:
		return "Empleado de la mesa"
	case QuienJugador:
		return "Jugador"
	}
	return string(q)
}

// modos lists the modes in the order they are written.
var modos = []diario.Modo{diario.ModoClave, diario.ModoRonda, diario.ModoManuscrita, diario.ModoSeNiega}

// Plaza is a slot of an act: who may fill it and by which modes (FIR-4). No modes
// means ModoClave alone.
type Plaza struct {
	Num   int // from 1
	Quien Quien
	Modos []diario.Modo
}

// ErrPlaza is the base of every error about the text of a slot.
var ErrPlaza = errors.New("plaza de firma mal escrita")

// Accepts reports whether the slot may be signed by that mode.
func (p Plaza) Accepts(m diario.Modo) bool {
	if len(p.Modos) == 0 {
		return m == diario.ModoClave
	}
	return slices.Contains(p.Modos, m)
}

// String writes the slot as the value of acto.plaza.<Num>: "director clave",
// "funcionario_inspector clave,manuscrita".
func (p Plaza) String() string {
	var m []string
	for _, x := range modos {
		if p.Accepts(x) {
			m = append(m, string(x))
		}
	}
	return string(p.Quien) + " " + strings.Join(m, ",")
}

// ParsePlaza reads what String writes and nothing else.
func ParsePlaza(num int, s string) (Plaza, error) {
	quien, list, ok := strings.Cut(s, " ")
	p := Plaza{Num: num, Quien: Quien(quien)}
	if !ok || num < 1 || !p.Quien.Valid() {
		return Plaza{}, fmt.Errorf("%w: %q", ErrPlaza, s)
	}
	for _, m := range strings.Split(list, ",") {
		if !slices.Contains(modos, diario.Modo(m)) {
			return Plaza{}, fmt.Errorf("%w: %q", ErrPlaza, s)
		}
		p.Modos = append(p.Modos, diario.Modo(m))
	}
	if p.String() != s {
		return Plaza{}, fmt.Errorf("%w: %q", ErrPlaza, s)
	}
	return p, nil
}

// prefijoPlaza begins the name of the facts that list the slots.
const prefijoPlaza = "acto.plaza."

// Dato is the fact that lists the slot in an asiento.
func (p Plaza) Dato() diario.Dato {
	return diario.Dato{Nombre: prefijoPlaza + strconv.Itoa(p.Num), Valor: p.String()}
}

// Plazas reads the slots that an asiento lists, in order. They are numbered from 1
// without gaps; otherwise it returns an error wrapping ErrPlaza.
func Plazas(a *diario.Asiento) ([]Plaza, error) {
	var ps []Plaza
	for _, d := range a.Datos {
		rest, ok := strings.CutPrefix(d.Nombre, prefijoPlaza)
		if !ok {
			continue
		}
		num, err := strconv.Atoi(rest)
		if err != nil || strconv.Itoa(num) != rest {
			return nil, fmt.Errorf("%w: %q", ErrPlaza, d.Nombre)
		}
		p, err := ParsePlaza(num, d.Valor)
		if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	slices.SortFunc(ps, func(a, b Plaza) int { return a.Num - b.Num })
	for k, p := range ps {
		if p.Num != k+1 {
			return nil, fmt.Errorf("%w: falta la número %d", ErrPlaza, k+1)
		}
	}
	return ps, nil
}
