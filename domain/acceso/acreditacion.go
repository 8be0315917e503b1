package acceso

import (
	"errors"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// Calidad is why somebody comes into the rooms without a card, which would let her play: to
// work, or to learn (arts. 1.6, 18.1.a; criterio ADM-9).
type Calidad string

// Why somebody is accredited.
const (
	CalidadServicio    Calidad = "servicio"     // staff of the house, on duty
	CalidadFueraTurno  Calidad = "fuera_turno"  // staff off duty, by leave of the director
	CalidadAlumno      Calidad = "alumno"       // in training: watches, nothing else
	CalidadTecnico     Calidad = "tecnico"      // repairs or installs for another company
	CalidadOtraEmpresa Calidad = "otra_empresa" // works in the house for another company
)

var calidades = []struct {
	calidad Calidad
	nombre  string
	casa    bool // only staff of the house
	empresa bool // the company is on record
}{
	{CalidadServicio, "Personal de la casa, de servicio", true, false},
	{CalidadFueraTurno, "Personal fuera de turno, con permiso del director", true, false},
	{CalidadAlumno, "Personal en formación: solo mira", false, false},
	{CalidadTecnico, "Técnico de otra empresa", false, true},
	{CalidadOtraEmpresa, "Personal de otra empresa que sirve en la casa", false, true},
}

// Calidades lists why somebody may be accredited.
func Calidades() []Calidad {
	out := make([]Calidad, 0, len(calidades))
	for _, c := range calidades {
		out = append(out, c.calidad)
	}
	return out
}

// Nombre is the calidad in words.
func (c Calidad) Nombre() string {
	for _, k := range calidades {
		if k.calidad == c {
			return k.nombre
		}
	}
	return ""
}

// What is wrong with an acreditación.
var (
	ErrCalidad    = errors.New("la acreditación dice en qué calidad se entra")
	ErrNoPersonal = errors.New("ese documento no es de nadie que trabaje en la casa")
	ErrPermiso    = errors.New("fuera de turno solo se entra con permiso del director, y con su motivo")
	ErrEmpresa    = errors.New("la acreditación de quien viene de otra empresa dice cuál")
)

// Acreditacion is what is asked for somebody who comes in to work.
type Acreditacion struct {
	Calidad  Calidad
	Relacion Relacion // what she is to the house
	Empresa  string
	Motivo   string
}

// CheckAcreditacion returns nil when somebody of that cargo may accredit her. Off duty nobody
// of the staff comes in or stays without leave of the director, who gives his reason
// (art. 18.1.a). Errors are *norma.Error and wrap the Err values above.
func CheckAcreditacion(a Acreditacion, by domain.Cargo) error {
	for _, c := range calidades {
		switch {
		case c.calidad != a.Calidad:
			continue
		case c.casa && a.Relacion == Ajeno:
			return norma.Breach(art("18.1.a"), ErrNoPersonal).Under("ADM-9")
		case c.empresa && strings.TrimSpace(a.Empresa) == "":
			return norma.Breach(art("18.1.a"), ErrEmpresa).Under("ADM-9")
		case a.Calidad == CalidadFueraTurno && (!by.Direccion() || strings.TrimSpace(a.Motivo) == ""):
			return norma.Breach(art("18.1.a"), ErrPermiso).Under("ADM-9")
		}
		return nil
	}
	return norma.Breach(art("18.1.a"), ErrCalidad).Under("ADM-9")
}

// Vestimenta is a dress that the house asks for, always or in certain seasons and days
// (art. 21.5).
type Vestimenta struct {
	Texto string
	Dias  string       // days of the week it is asked for, "1" Monday to "7" Sunday; "" every day
	Desde domain.Fecha // first and last jornada; "" without
	Hasta domain.Fecha
}

// ErrTextoVestimenta and ErrDias are what is wrong with a dress to ask for.
var (
	ErrTextoVestimenta = errors.New("la norma de vestimenta dice qué se exige")
	ErrDias            = errors.New("los días van del 1, lunes, al 7, domingo, sin repetirse, y el lapso no acaba antes de empezar")
)

// CheckVestimenta returns nil when a dress may be asked for so. The error is a *norma.Error on
// art. 21.5.
func CheckVestimenta(v Vestimenta) error {
	switch {
	case strings.TrimSpace(v.Texto) == "":
		return norma.Breach(art("21.5"), ErrTextoVestimenta)
	case strings.Trim(v.Dias, "1234567") != "", v.Hasta != "" && v.Hasta < v.Desde:
		return norma.Breach(art("21.5"), ErrDias)
	}
	for _, d := range v.Dias {
		if strings.Count(v.Dias, string(d)) > 1 {
			return norma.Breach(art("21.5"), ErrDias)
		}
	}
	return nil
}

// En reports whether the dress is asked for in a jornada.
func (v Vestimenta) En(jornada domain.Fecha) bool {
	day := (int(jornada.Time().Weekday())+6)%7 + 1
	return (v.Dias == "" || strings.Contains(v.Dias, string(rune('0'+day)))) &&
		v.Desde <= jornada && (v.Hasta == "" || jornada <= v.Hasta)
}
