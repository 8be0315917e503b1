package libros

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
)

func TestPlazas(t *testing.T) {
	director := []domain.Cargo{domain.Director}
	tests := []struct {
		name  string
		a     Acto
		p     Presencia
		want  []domain.Cargo
		cites string
	}{
		{"36.2/opening", ActoApertura, "", director, "36.2"},
		{"36.2/opening, not there", ActoApertura, NoPresente, director, "36.2"},
		{"36.2/opening, there and does not sign", ActoApertura, PresenteNoFirma, director, "36.2"},
		{"36.2/opening, in another room", ActoApertura, OtraDependencia, director, "36.2"},
		{"36.2/opening, there and signs", ActoApertura, PresenteFirma,
			[]domain.Cargo{domain.Director, domain.FuncionarioInspector}, "36.2"},
		{"36.2/reposición, there and signs", ActoReposicion, PresenteFirma,
			[]domain.Cargo{domain.Director, domain.FuncionarioInspector}, "36.2"},
		{"36.3/40.3/closing", ActoCierre, "", []domain.Cargo{domain.Crupier, domain.Cajero, domain.Director}, "36.3"},
		{"36.3/40.3/closing, the inspector signs nothing", ActoCierre, PresenteFirma,
			[]domain.Cargo{domain.Crupier, domain.Cajero, domain.Director}, "36.3"},
		{"42.2/certification", ActoCertificacion, "", director, "42.2"},
		{"41.4/FIR-1/the pozo", ActoPozo, "", []domain.Cargo{EmpleadoMesa, domain.Cajero, domain.Director}, "41.4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plazas, err := Plazas(tt.a, tt.p)
			if err != nil {
				t.Fatal(err)
			}
			var got []domain.Cargo
			for _, p := range plazas {
				got = append(got, p.Cargo)
				if p.Articulo.Ref() != tt.cites {
					t.Errorf("the slot of %s cites %s, want %s", p.Cargo, p.Articulo, tt.cites)
				}
				if want := p.Cargo == domain.FuncionarioInspector; p.Manuscrita != want {
					t.Errorf("FIR-4: the slot of %s by hand: %v, want %v", p.Cargo, p.Manuscrita, want)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("slots (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("36.2/no such presence", func(t *testing.T) {
		_, err := Plazas(ActoApertura, "quizá")
		check(t, err, ErrPresencia, "36.2")
	})
	t.Run("39.3/no such act", func(t *testing.T) {
		_, err := Plazas("paseo", "")
		check(t, err, ErrActo, "39.3")
	})
	t.Run("36.2/the table is not handed out", func(t *testing.T) {
		plazas, _ := Plazas(ActoApertura, "")
		plazas[0].Cargo = domain.Sistema
		again, _ := Plazas(ActoApertura, PresenteFirma)
		if again[0].Cargo != domain.Director {
			t.Error("a caller changed the slots of every opening")
		}
	})
}

func TestPlazaAdmits(t *testing.T) {
	admitted := map[domain.Cargo][]domain.Cargo{
		domain.Director:             {domain.Director, domain.Subdirector}, // art. 14.3
		domain.Cajero:               {domain.Cajero},
		domain.Crupier:              {domain.Crupier},
		domain.FuncionarioInspector: {domain.FuncionarioInspector},
	}
	for slot, want := range admitted {
		t.Run("14.3/"+string(slot), func(t *testing.T) {
			var got []domain.Cargo
			for _, c := range domain.Cargos {
				if (Plaza{Cargo: slot}).Admits(c) {
					got = append(got, c)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("who fills the slot of %s (-want +got):\n%s", slot, diff)
			}
		})
	}
}

func TestParsePresencia(t *testing.T) {
	for s, nombre := range map[string]string{
		"":                  "no presente",
		"no_presente":       "no presente",
		"presente_firma":    "presente y firma",
		"presente_no_firma": "presente y no firma",
		"otra_dependencia":  "en otra dependencia",
	} {
		t.Run("36.2/"+s, func(t *testing.T) {
			p, err := ParsePresencia(s)
			if err != nil || p.Nombre() != nombre {
				t.Errorf("ParsePresencia(%q) = %q, %v, want %q", s, p.Nombre(), err, nombre)
			}
		})
	}
	t.Run("36.2/another word", func(t *testing.T) {
		_, err := ParsePresencia("presente")
		check(t, err, ErrPresencia, "36.2")
	})
}

func TestEmpleadoMesa(t *testing.T) {
	p := Plaza{Cargo: EmpleadoMesa}
	t.Run("41.4/FIR-1/any employee of the table", func(t *testing.T) {
		var got []domain.Cargo
		for _, c := range domain.Cargos {
			if p.Admits(c) {
				got = append(got, c)
			}
		}
		want := []domain.Cargo{domain.Crupier, domain.Cambista, domain.JefeMesa, domain.InspectorMesa}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("41.4/no cajero", func(t *testing.T) {
		if p.Admits(domain.Cajero) || p.Admits(domain.Director) {
			t.Error("who signs another slot is no employee of the table")
		}
	})
}
