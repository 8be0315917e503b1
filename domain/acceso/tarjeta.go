package acceso

import (
	"errors"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
)

// Reduccion is the ground of a tarjeta cheaper than the unit price (art. 23.3). The zero
// value is an ordinary card.
type Reduccion string

// The four grounds of art. 23.3.
const (
	SinReduccion        Reduccion = ""
	ReduccionCongreso   Reduccion = "congreso"
	ReduccionViaje      Reduccion = "viaje_colectivo"
	ReduccionVariosDias Reduccion = "varios_dias"
	ReduccionServicios  Reduccion = "servicios_complementarios"
)

var reducciones = map[Reduccion]norma.Articulo{
	ReduccionCongreso:   art("23.3.a"),
	ReduccionViaje:      art("23.3.b"),
	ReduccionVariosDias: art("23.3.c"),
	ReduccionServicios:  art("23.3.d"),
}

var nombresReduccion = map[Reduccion]string{
	ReduccionCongreso:   "asistente a un congreso",
	ReduccionViaje:      "viaje colectivo",
	ReduccionVariosDias: "válida para varios días",
	ReduccionServicios:  "usuario de los servicios complementarios",
}

// Nombre is the case in words, for papers; "" for an ordinary card.
func (r Reduccion) Nombre() string { return nombresReduccion[r] }

// Reducciones lists the four cases in the order of art. 23.3.
func Reducciones() []Reduccion {
	return []Reduccion{ReduccionCongreso, ReduccionViaje, ReduccionVariosDias, ReduccionServicios}
}

// Articulo is the letter of art. 23.3 that allows the reduction, and whether there is one.
func (r Reduccion) Articulo() (norma.Articulo, bool) {
	a, ok := reducciones[r]
	return a, ok
}

// What is wrong with a tarjeta.
var (
	ErrPrecio    = errors.New("el precio de una tarjeta ordinaria es el precio unitario")
	ErrReduccion = errors.New("una tarjeta especial es de uno de los casos previstos y más barata que el precio unitario")
	ErrTarjeta   = errors.New("la tarjeta no está completa")
	ErrMotivo    = errors.New("una anulación dice su motivo")
)

// CheckPrecio returns nil when a tarjeta may be sold at precio, tarifa being the unit
// price: that price and no other (art. 23.2), unless a ground of art. 23.3 makes it
// cheaper. Errors are *norma.Error and wrap ErrPrecio or ErrReduccion.
func CheckPrecio(precio, tarifa domain.Importe, r Reduccion) error {
	if r == SinReduccion {
		if precio != tarifa || precio < 0 {
			return norma.Breach(art("23.2"), ErrPrecio)
		}
		return nil
	}
	a, ok := r.Articulo()
	if !ok {
		return norma.Breach(art("23.3"), ErrReduccion)
	}
	if precio < 0 || precio >= tarifa {
		return norma.Breach(a, ErrReduccion)
	}
	return nil
}

// Tarjeta holds what art. 22.3 wants on the card that opens the gaming rooms. It is
// personal: its number comes from the one endless series of the establecimiento
// (criterio ADM-4), its name and document from the check it was issued on.
type Tarjeta struct {
	Numero    int64
	Nombre    string
	Apellidos string
	Documento identidad.Documento
	Ficha     int64          // number of the personal file it refers to
	Emision   time.Time      // instant of issue
	Jornada   domain.Fecha   // first, and unless Reduccion says otherwise only, jornada it is good for (JOR-0)
	Hasta     domain.Fecha   // last jornada it is good for
	Precio    domain.Importe // céntimos; 0 where entry is free
	Reduccion Reduccion
	Sello     string // seal or logotype that stands for the director's signature
}

// Check returns nil when the card may be printed: every datum of art. 22.3 is there, it is
// good for one jornada unless art. 23.3.c makes it last, and its price is right
// (CheckPrecio). Errors are *norma.Error and wrap ErrTarjeta, ErrPrecio or ErrReduccion.
func (t Tarjeta) Check(tarifa domain.Importe) error {
	for _, dato := range []struct {
		falta  bool
		nombre string
	}{
		{t.Numero <= 0, "el número correlativo"},
		{strings.TrimSpace(t.Nombre+t.Apellidos) == "", "el nombre y los apellidos del titular"},
		{t.Documento.IsZero(), "el documento de identidad"},
		{t.Ficha <= 0, "la ficha personal"},
		{t.Emision.IsZero(), "el día de emisión"},
		{t.Jornada == "" || t.Hasta < t.Jornada, "la validez"},
		{strings.TrimSpace(t.Sello) == "", "la firma o el sello"},
	} {
		if dato.falta {
			return norma.Errorf(art("22.3"), "%w: falta %s", ErrTarjeta, dato.nombre)
		}
	}
	if t.Hasta != t.Jornada && t.Reduccion != ReduccionVariosDias {
		return norma.Errorf(art("23.3.c"), "%w: solo una tarjeta especial vale más de una jornada", ErrReduccion)
	}
	if t.Hasta == t.Jornada && t.Reduccion == ReduccionVariosDias {
		return norma.Errorf(art("23.3.c"), "%w: falta hasta qué jornada vale", ErrReduccion).Under("ADM-8")
	}
	return CheckPrecio(t.Precio, tarifa, t.Reduccion)
}

// Vigente reports whether the card is good for that jornada, whatever the calendar says
// after midnight (criterio JOR-0).
func (t Tarjeta) Vigente(jornada domain.Fecha) bool {
	return t.Jornada <= jornada && jornada <= t.Hasta
}

// CheckAnulacion returns nil when a card may be voided: the void says why, and keeps the
// number, which is never used again (art. 22.3, criterio ADM-4). The error is a
// *norma.Error that wraps ErrMotivo.
func CheckAnulacion(motivo string) error {
	if strings.TrimSpace(motivo) == "" {
		return norma.Breach(art("22.3"), ErrMotivo).Under("ADM-4")
	}
	return nil
}
