package acceso

import (
	"errors"
	"testing"

	"foliado/domain"
	"foliado/domain/norma"
)

func TestCheckAcreditacion(t *testing.T) {
	for _, tt := range []struct {
		name string
		a    Acreditacion
		by   domain.Cargo
		err  error
	}{
		{"18.1.a/on duty", Acreditacion{CalidadServicio, Empleado, "", ""}, domain.Admision, nil},
		{"18.1.a/on duty, of the direction", Acreditacion{CalidadServicio, Direccion, "", ""}, domain.Admision, nil},
		{"18.1.a/nobody of the house", Acreditacion{CalidadServicio, Ajeno, "", ""}, domain.Director, ErrNoPersonal},
		{"18.1.a/off duty, by the desk", Acreditacion{CalidadFueraTurno, Empleado, "", "viene a cenar"}, domain.Admision, ErrPermiso},
		{"18.1.a/off duty, by the jefe", Acreditacion{CalidadFueraTurno, Empleado, "", "viene a cenar"}, domain.JefeAdmision, ErrPermiso},
		{"18.1.a/off duty, by the director without a reason", Acreditacion{CalidadFueraTurno, Empleado, "", " "}, domain.Director, ErrPermiso},
		{"18.1.a/off duty, by the director", Acreditacion{CalidadFueraTurno, Empleado, "", "reunión sindical"}, domain.Director, nil},
		{"1.6/pupil", Acreditacion{CalidadAlumno, Ajeno, "", ""}, domain.Admision, nil},
		{"18.1.a/technician of nobody", Acreditacion{CalidadTecnico, Ajeno, " ", ""}, domain.Admision, ErrEmpresa},
		{"18.1.a/technician", Acreditacion{CalidadTecnico, Ajeno, "Frío Industrial, S.L.", ""}, domain.Admision, nil},
		{"18.1.a/of no kind", Acreditacion{"visita", Ajeno, "", ""}, domain.Director, ErrCalidad},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckAcreditacion(tt.a, tt.by)
			if !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Errorf("got %v, want %v", err, tt.err)
			}
			if a, _ := norma.Cited(err); err != nil && a.Ref() != "18.1.a" {
				t.Errorf("cites %s", a.Ref())
			}
		})
	}
	for _, c := range Calidades() {
		if c.Nombre() == "" {
			t.Errorf("%s has no name", c)
		}
	}
}

func TestVestimenta(t *testing.T) {
	const sabado, domingo = domain.Fecha("2026-11-28"), domain.Fecha("2026-11-29")
	for _, tt := range []struct {
		name    string
		v       Vestimenta
		err     error
		on, off domain.Fecha
	}{
		{"21.5/saturdays", Vestimenta{Texto: "chaqueta", Dias: "6"}, nil, sabado, domingo},
		{"21.5/sundays", Vestimenta{Texto: "chaqueta", Dias: "7"}, nil, domingo, sabado},
		{"21.5/a season", Vestimenta{Texto: "chaqueta", Desde: sabado, Hasta: sabado}, nil, sabado, domingo},
		{"21.5/from a day on", Vestimenta{Texto: "chaqueta", Desde: domingo}, nil, domingo, sabado},
		{"21.5/nothing asked", Vestimenta{Texto: " "}, ErrTextoVestimenta, "", ""},
		{"21.5/the eighth day", Vestimenta{Texto: "chaqueta", Dias: "8"}, ErrDias, "", ""},
		{"21.5/a day twice", Vestimenta{Texto: "chaqueta", Dias: "66"}, ErrDias, "", ""},
		{"21.5/ends before it begins", Vestimenta{Texto: "chaqueta", Desde: domingo, Hasta: sabado}, ErrDias, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := CheckVestimenta(tt.v); !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Fatalf("got %v, want %v", err, tt.err)
			}
			if tt.on != "" && (!tt.v.En(tt.on) || tt.v.En(tt.off)) {
				t.Errorf("on %s %v, on %s %v", tt.on, tt.v.En(tt.on), tt.off, tt.v.En(tt.off))
			}
		})
	}
}
