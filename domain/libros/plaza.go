package libros

import (
	"errors"

	"foliado/domain"
	"foliado/domain/norma"
)

// What is wrong with who signs an act.
var (
	ErrActo      = errors.New("ese acto no está previsto")
	ErrPresencia = errors.New("la presencia del funcionario inspector se dice con una de las cuatro palabras previstas")
)

// Presencia says whether the authority's inspector was there when an anticipo was counted
// (art. 36.2, criterio FIR-1). It is recorded and never stops the table.
type Presencia string

// The four words of criterio FIR-1. The zero value reads as NoPresente.
const (
	NoPresente      Presencia = "no_presente"
	PresenteFirma   Presencia = "presente_firma"
	PresenteNoFirma Presencia = "presente_no_firma"
	OtraDependencia Presencia = "otra_dependencia"
)

var presencias = map[Presencia]string{
	NoPresente:      "no presente",
	PresenteFirma:   "presente y firma",
	PresenteNoFirma: "presente y no firma",
	OtraDependencia: "en otra dependencia",
}

// ParsePresencia reads one of the four words; empty is NoPresente. The error wraps
// ErrPresencia.
func ParsePresencia(s string) (Presencia, error) {
	p := Presencia(s)
	if s == "" {
		p = NoPresente
	}
	if _, ok := presencias[p]; !ok {
		return "", norma.Breach(art("36.2"), ErrPresencia).Under("FIR-1")
	}
	return p, nil
}

// Nombre is the presence in words, for papers: "presente y firma".
func (p Presencia) Nombre() string { return presencias[p] }

// Acto is an act of the books that people sign.
type Acto string

// The acts of the libro de anticipos and of the control de ingresos.
const (
	ActoApertura      Acto = "apertura"      // the initial anticipo is counted at the table (art. 36.2)
	ActoReposicion    Acto = "reposicion"    // and so is every later one
	ActoCierre        Acto = "cierre"        // the closing count (arts. 36.3, 40.3: one act with one session)
	ActoCertificacion Acto = "certificacion" // the day's total (art. 42.2)
	ActoClausura      Acto = "clausura"      // the table is closed down on suspicion (art. 29.2)
	ActoExtraccion    Acto = "extraccion"    // the acta of the notes counted apart (art. 31.5)
	ActoDevolucion    Acto = "devolucion"    // chips go back to the caja before the close (criterio CAJ-C)
	ActoArqueo        Acto = "arqueo"        // the caja central is counted (arts. 36.5, 37.1)
	ActoPozo          Acto = "pozo"          // the pozo of a table of círculo is opened (arts. 41.3, 41.4)
	ActoDestruccion   Acto = "destruccion"   // discarded cards or dice are destroyed (arts. 46.6, 149.2.f)

	ActoParcialPropinas   Acto = "parcial_propinas"   // a full box of tips is counted (arts. 19.5, 31.5)
	ActoDevolucionPropina Acto = "devolucion_propina" // a tip left by mistake is given back (art. 19.3)
	ActoRecuentoPropinas  Acto = "recuento_propinas"  // the tips of the day are counted (art. 19.4)
)

// EmpleadoMesa fills the third slot of the count of a pozo: any employee of the table, not
// only a croupier (art. 41.4, criterio FIR-1). It is nobody's cargo.
const EmpleadoMesa domain.Cargo = "empleado_mesa"

// Plaza is a slot of an act: one signature, by whoever fills the cargo. The slot of the
// director is filled by anyone who acts as such at that instant (arts. 14.3, 36.4,
// criterio FIR-3), the others by anyone of the cargo on shift (criterio FIR-1).
type Plaza struct {
	Cargo domain.Cargo
	// Manuscrita says that the signature may also be by hand on the printed sheet, which
	// is for signers who hold no key (criterio FIR-4).
	Manuscrita bool
	Articulo   norma.Articulo
}

// Admits reports whether somebody of that cargo may fill the slot.
func (p Plaza) Admits(c domain.Cargo) bool {
	return c == p.Cargo || p.Cargo == domain.Director && c.Direccion() || p.Cargo == EmpleadoMesa && c.EnMesa()
}

// actos is the table of who signs what, in the order of the slots.
var actos = map[Acto]struct {
	plazas    []Plaza
	presencia []Plaza // more slots when the inspector is there and signs
}{
	ActoApertura: {
		plazas:    []Plaza{{domain.Director, false, art("36.2")}},
		presencia: []Plaza{{domain.FuncionarioInspector, true, art("36.2")}},
	},
	ActoReposicion: {
		plazas:    []Plaza{{domain.Director, false, art("36.2")}},
		presencia: []Plaza{{domain.FuncionarioInspector, true, art("36.2")}},
	},
	ActoCierre: {
		plazas: []Plaza{
			{domain.Crupier, false, art("36.3")},
			{domain.Cajero, false, art("36.3")},
			{domain.Director, false, art("36.3")},
		},
	},
	ActoPozo: {
		plazas: []Plaza{
			{EmpleadoMesa, false, art("41.4")},
			{domain.Cajero, false, art("41.4")},
			{domain.Director, false, art("41.4")}, // or who stands in (art. 41.5)
		},
	},
	ActoCertificacion: {
		plazas: []Plaza{{domain.Director, false, art("42.2")}},
	},
	ActoRectificacion: {
		plazas: []Plaza{
			{domain.Crupier, false, art("36.3")},
			{domain.Cajero, false, art("36.3")},
			{domain.Director, false, art("36.3")},
		},
	},
	ActoRectificacionPozo: {
		plazas: []Plaza{
			{EmpleadoMesa, false, art("41.4")},
			{domain.Cajero, false, art("41.4")},
			{domain.Director, false, art("41.4")},
		},
	},
	ActoRonda: {
		plazas: []Plaza{{domain.Director, false, art("36.3")}, {domain.Cajero, false, art("36.3")}},
	},
	ActoClausura:   {plazas: []Plaza{{domain.Director, false, art("29.2")}}},
	ActoExtraccion: {plazas: []Plaza{{domain.Director, false, art("31.5")}}},
	ActoDevolucion: {
		plazas: []Plaza{
			{domain.Cajero, false, art("18.1.e")},
			{domain.Director, false, art("36.2")}, // signed as what it undoes
		},
	},
	ActoParcialPropinas:   {plazas: []Plaza{{domain.Director, false, art("19.5")}}},
	ActoDevolucionPropina: {plazas: []Plaza{{domain.Director, false, art("19.3")}}},
	ActoRecuentoPropinas: {
		plazas: []Plaza{
			{domain.Director, false, art("19.4")},
			{domain.Cajero, false, art("19.4")},
			{domain.Crupier, false, art("19.4")},
		},
	},
	ActoArqueo: {
		plazas: []Plaza{
			{domain.Cajero, false, art("37.1")},
			{domain.Director, false, art("37.1")},
		},
		presencia: []Plaza{{domain.FuncionarioInspector, true, art("36.5")}},
	},
	ActoDestruccion: {
		plazas:    []Plaza{{domain.Director, false, art("46.6")}},
		presencia: []Plaza{{domain.FuncionarioInspector, true, art("46.6")}},
	},
}

// Plazas are the slots of an act, in order, given the presence of the authority's
// inspector. The error wraps ErrActo or ErrPresencia.
func Plazas(a Acto, p Presencia) ([]Plaza, error) {
	row, ok := actos[a]
	if !ok {
		return nil, norma.Breach(art("39.3"), ErrActo)
	}
	p, err := ParsePresencia(string(p))
	if err != nil {
		return nil, err
	}
	plazas := append([]Plaza(nil), row.plazas...)
	if p == PresenteFirma {
		plazas = append(plazas, row.presencia...)
	}
	return plazas, nil
}
