package domain

// Cargo is the post a person of the house (or of the authority) holds.
type Cargo string

// The cargos of the house. InspectorMesa is an employee; FuncionarioInspector is the
// authority's: reads everything, alters nothing, signs what the law has him sign.
// Sistema configures and never signs.
const (
	Admision             Cargo = "admision"
	JefeAdmision         Cargo = "jefe_admision"
	Cajero               Cargo = "cajero"
	Crupier              Cargo = "crupier"
	Cambista             Cargo = "cambista"
	JefeMesa             Cargo = "jefe_mesa"
	InspectorMesa        Cargo = "inspector_mesa"
	Director             Cargo = "director"
	Subdirector          Cargo = "subdirector"
	ResponsablePBC       Cargo = "responsable_pbc"
	FuncionarioInspector Cargo = "funcionario_inspector"
	Sistema              Cargo = "sistema"
)

// Cargos lists every cargo, in the order screens show them.
var Cargos = []Cargo{Admision, JefeAdmision, Cajero, Crupier, Cambista, JefeMesa,
	InspectorMesa, Director, Subdirector, ResponsablePBC, FuncionarioInspector, Sistema}

var nombresCargo = map[Cargo]string{
	Admision: "Admisión", JefeAdmision: "Jefe de admisión", Cajero: "Cajero", Crupier: "Crupier",
	Cambista: "Cambista", JefeMesa: "Jefe de mesa", InspectorMesa: "Inspector de mesa",
	Director: "Director de juegos", Subdirector: "Subdirector", ResponsablePBC: "Responsable PBC",
	FuncionarioInspector: "Funcionario inspector", Sistema: "Sistema",
}

// Valid reports whether c is one of Cargos.
func (c Cargo) Valid() bool { _, ok := nombresCargo[c]; return ok }

// Nombre is the cargo in words, for screens and papers.
func (c Cargo) Nombre() string { return nombresCargo[c] }

// Direccion reports whether the cargo may be in the set of those who act as director
// (arts. 8.3.j, 14.3; criterio FIR-3).
func (c Cargo) Direccion() bool { return c == Director || c == Subdirector }

// EnMesa reports whether the cargo serves at a table: who holds it is an employee of the table
// (art. 41.4).
func (c Cargo) EnMesa() bool {
	return c == Crupier || c == Cambista || c == JefeMesa || c == InspectorMesa
}

// Firmante is a person who holds a key and signs: who, in which cargo, where
// (an empty Establecimiento means everywhere in the entidad).
type Firmante struct {
	Persona         string
	Usuario         string
	Cargo           Cargo
	Establecimiento string
}
