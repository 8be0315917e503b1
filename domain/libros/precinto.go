package libros

import (
	"errors"
	"strings"

	"foliado/domain/norma"
)

// What is wrong with the seal of a wheel.
var (
	// ErrSinPrecinto: the roulette is not covered or sealed.
	ErrSinPrecinto = errors.New("el cilindro no consta tapado con llave o precinto sellado")
	// ErrDesprecintada: it was unsealed out of hours and nobody noted the new seal.
	ErrDesprecintada = errors.New("el desprecinto sigue abierto: falta anotar el precinto nuevo")
	// ErrMedioPrecinto: a wheel is covered with a key or with a numbered seal.
	ErrMedioPrecinto = errors.New("el cilindro se tapa con llave o con un precinto, que lleva su número")
	// ErrPrecintoPuesto: the wheel is sealed already.
	ErrPrecintoPuesto = errors.New("el cilindro ya está precintado: para cambiar el precinto hay que anotar su desprecinto")
	// ErrSinAnticipo: the seal comes off after the anticipo is counted.
	ErrSinAnticipo = errors.New("el precinto se levanta después de contar el anticipo de la mesa")
	// ErrMotivoDesprecinto: out of hours a wheel is unsealed for its upkeep alone.
	ErrMotivoDesprecinto = errors.New("fuera de horario solo se desprecinta para limpiar, reparar, equilibrar, mantener o cambiar el tapete")
	// ErrEnSesion: the table is open: its seal comes off and on with the session.
	ErrEnSesion = errors.New("la mesa está abierta: el desprecinto fuera de horario es con la mesa cerrada")
	// ErrOtroPrecinto: the number removed is not that on record.
	ErrOtroPrecinto = errors.New("el número del precinto retirado no es el que consta")
	// ErrSinPresentes: an unsealing with nobody there.
	ErrSinPresentes = errors.New("el desprecinto dice quiénes estaban presentes")
)

// EstadoPrecinto is how the wheel of a table stands.
type EstadoPrecinto string

// The states of a seal.
const (
	PrecintoPuesto    EstadoPrecinto = "puesto"        // covered (art. 133.e)
	PrecintoLevantado EstadoPrecinto = "levantado"     // taken off for the session (art. 140.1)
	PrecintoFuera     EstadoPrecinto = "desprecintado" // taken off out of hours (art. 140.3)
)

// Nombre is the state in words.
func (e EstadoPrecinto) Nombre() string {
	return map[EstadoPrecinto]string{PrecintoPuesto: "precintado", PrecintoLevantado: "levantado para la sesión", PrecintoFuera: "desprecintado fuera de horario"}[e]
}

// Means of covering a wheel (art. 133.e).
const (
	MedioLlave    = "llave"
	MedioPrecinto = "precinto"
)

// MotivosDesprecinto are what a wheel is unsealed for out of hours (art. 140.2).
var MotivosDesprecinto = []string{"limpiar", "reparar", "equilibrar", "mantener", "cambiar_tapete"}

// CheckPrecinto judges how a wheel is covered: with a key, or with a numbered seal (art.
// 133.e).
func CheckPrecinto(medio, numero string) error {
	if medio == MedioLlave || medio == MedioPrecinto && strings.TrimSpace(numero) != "" {
		return nil
	}
	return norma.Breach(art("133.e"), ErrMedioPrecinto)
}

// CheckRuletaPrecintada judges whether a roulette may open: covered since its last session
// (art. 133.e), without an unsealing that nobody closed (art. 140.3).
func CheckRuletaPrecintada(e EstadoPrecinto) error {
	switch e {
	case PrecintoPuesto:
		return nil
	case PrecintoFuera:
		return norma.Breach(art("140.3"), ErrDesprecintada)
	}
	return norma.Breach(art("133.e"), ErrSinPrecinto)
}

// CheckTapa judges whether a wheel may be covered at the end of its session (art. 133.e).
func CheckTapa(e EstadoPrecinto, abierta bool) error {
	switch {
	case abierta:
		return norma.Breach(art("133.e"), ErrEnSesion)
	case e == PrecintoPuesto:
		return norma.Breach(art("140.3"), ErrPrecintoPuesto)
	case e == PrecintoFuera:
		return norma.Breach(art("140.3"), ErrDesprecintada)
	}
	return nil
}

// CheckLevanta judges whether the seal may come off for the session: the anticipo is counted,
// so the table is open (art. 140.1), and the seal is there.
func CheckLevanta(e EstadoPrecinto, abierta bool) error {
	if !abierta {
		return norma.Breach(art("140.1"), ErrSinAnticipo)
	}
	return CheckRuletaPrecintada(e)
}

// Desprecinto is an unsealing out of hours (art. 140.3).
type Desprecinto struct {
	Motivo    string
	Retirado  string // number of the seal removed; "" of a wheel locked with a key
	Consta    string // number on record
	Presentes int
}

// CheckDesprecinto judges an unsealing out of hours: with the table closed, for its upkeep
// alone (art. 140.2), with who was there and the number that was removed (art. 140.3).
func CheckDesprecinto(e EstadoPrecinto, abierta bool, d Desprecinto) error {
	if abierta {
		return norma.Breach(art("140.2"), ErrEnSesion)
	}
	known := false
	for _, m := range MotivosDesprecinto {
		known = known || m == d.Motivo
	}
	if !known {
		return norma.Breach(art("140.2"), ErrMotivoDesprecinto)
	}
	if err := CheckRuletaPrecintada(e); err != nil {
		return err
	}
	switch {
	case d.Presentes < 1:
		return norma.Breach(art("140.3"), ErrSinPresentes)
	case strings.TrimSpace(d.Retirado) != d.Consta:
		return norma.Errorf(art("140.3"), "%w: consta %q", ErrOtroPrecinto, d.Consta)
	}
	return nil
}
