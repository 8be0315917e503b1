package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with a forgotten stake or with its return (art. 33).
var (
	ErrClaseOlvidada  = errors.New("una apuesta se anota como olvidada, perdida o abandonada")
	ErrSinPruebas     = errors.New("solo se devuelve a quien prueba su derecho sin discusión: constan su nombre, su domicilio y las pruebas")
	ErrExcedeOlvidada = errors.New("se devuelve como mucho lo que queda pendiente")
)

// ClaseOlvidada says how a stake lost its owner (art. 33.1).
type ClaseOlvidada string

// The three ways of art. 33.1.
const (
	Olvidada   ClaseOlvidada = "olvidada"
	Perdida    ClaseOlvidada = "perdida"
	Abandonada ClaseOlvidada = "abandonada"
)

// ApuestaOlvidada is a stake whose owner is not known: Inicial is what was staked, Crecida
// what lies on the table after it won, 0 when the game did not go on. Amounts in céntimos.
type ApuestaOlvidada struct {
	Clase            ClaseOlvidada
	Inicial, Crecida domain.Importe
}

// Check returns what is entered: left during play, only the initial stake counts (art. 33.2).
// The error wraps ErrClaseOlvidada or ErrImporte.
func (a ApuestaOlvidada) Check() (domain.Importe, error) {
	if a.Clase != Olvidada && a.Clase != Perdida && a.Clase != Abandonada {
		return 0, norma.Breach(art("33.1"), ErrClaseOlvidada)
	}
	if a.Crecida != 0 && a.Crecida < a.Inicial {
		return 0, norma.Errorf(art("33.2"), "%w: creció a %s desde %s", ErrImporte, a.Crecida, a.Inicial)
	}
	return a.Inicial, checkPositive(art("33.2"), "la apuesta olvidada", a.Inicial)
}

// DevolucionOlvidada is the return of a forgotten stake to its owner (art. 33.3).
type DevolucionOlvidada struct {
	Importe                    domain.Importe
	Nombre, Domicilio, Pruebas string
}

// Check returns nil when it may be made out of what is pending: who claims proves her right
// beyond dispute, with name, address and proof (art. 33.3). The error wraps ErrSinPruebas,
// ErrImporte or ErrExcedeOlvidada.
func (d DevolucionOlvidada) Check(pendiente domain.Importe) error {
	if d.Nombre == "" || d.Domicilio == "" || d.Pruebas == "" {
		return norma.Breach(art("33.3"), ErrSinPruebas)
	}
	if err := checkPositive(art("33.3"), "la devolución", d.Importe); err != nil {
		return err
	}
	if d.Importe > pendiente {
		return norma.Errorf(art("33.3"), "%w: quedan %s", ErrExcedeOlvidada, pendiente)
	}
	return nil
}
