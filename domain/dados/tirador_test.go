package dados

import (
	"slices"
	"testing"
)

func TestRetirarDados(t *testing.T) {
	t.Run("153.8/once", func(t *testing.T) { check(t, CheckRetirarDados(1), ErrReincidencia, "153.8") })
	t.Run("153.8/twice", func(t *testing.T) { check(t, CheckRetirarDados(2), nil, "") })
}

func TestChangeDados(t *testing.T) {
	six := []string{"a", "b", "c", "d", "e", "f"}
	tests := []struct {
		name    string
		juego   []string
		tomados [2]string
		want    []string
		err     error
		cites   string
	}{
		{"153.4/153.9/two taken, four back", six, [2]string{"b", "e"}, []string{"a", "c", "d", "f"}, nil, ""},
		{"153.9/five offered", six[:5], [2]string{"b", "e"}, nil, ErrJuegoDeDados, "153.9"},
		{"153.9/one taken twice", six, [2]string{"b", "b"}, nil, ErrJuegoDeDados, "153.9"},
		{"153.9/one that was not offered", six, [2]string{"b", "z"}, nil, ErrJuegoDeDados, "153.9"},
		{"153.9/one offered twice", []string{"a", "a", "c", "d", "e", "f"}, [2]string{"c", "e"}, nil, ErrJuegoDeDados, "153.9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ChangeDados(tt.juego, tt.tomados)
			check(t, err, tt.err, tt.cites)
			if tt.err == nil && !slices.Equal(got, tt.want) {
				t.Errorf("in reserve %v, want %v", got, tt.want)
			}
		})
	}
}

// TestTiradaMalHecha is the throw that was not made along the table to the far edge.
func TestTiradaMalHecha(t *testing.T) {
	for _, tt := range []struct {
		name string
		i    Incidencia
		ref  string
	}{
		{"153.5/not thrown as it must be", MalLanzado, "153.5"},
		{"153.6/in the basket", EnElCesto, "153.6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tabla(t, Reglas{}, Apuesta{ID: "x", Suerte: Field, Importe: 1000})
			l, err := m.Throw(Tirada{Incidencia: tt.i})
			check(t, err, nil, "")
			if !l.Nula || l.Liquidaciones[0].Pendiente != 1000 || l.Liquidaciones[0].Articulo.Ref() != tt.ref {
				t.Errorf("Throw = %+v, want void by %s", l, tt.ref)
			}
		})
	}
	t.Run("153.6/none of the listed", func(t *testing.T) {
		if a := Incidencia("otra").Articulo(); !a.IsZero() {
			t.Errorf("cites %s, want nothing", a)
		}
	})
	t.Run("151.2.b.1/the four numbers of the hard ways", func(t *testing.T) {
		if got, want := HardWay.Numeros(), []int{4, 6, 8, 10}; !slices.Equal(got, want) {
			t.Errorf("numbers %v, want %v", got, want)
		}
	})
	t.Run("148/every suerte on the table", func(t *testing.T) {
		if got, want := len(Suertes()), 20; got != want {
			t.Errorf("%d suertes, want %d", got, want)
		}
	})
}

// FuzzParseSuerte reads any name: what it takes it writes back.
func FuzzParseSuerte(f *testing.F) {
	f.Add("win")
	f.Add("odds")
	f.Fuzz(func(t *testing.T, nombre string) {
		if s, err := ParseSuerte(nombre); err == nil && string(s) != nombre {
			t.Errorf("ParseSuerte(%q) = %s", nombre, s)
		} else if err != nil {
			check(t, err, ErrSuerte, "151.1")
		}
	})
}

func TestParsePagoJuego7(t *testing.T) {
	for _, j := range []PagoJuego7{PagoImpreso, PagoCuatro, SinJuego7} {
		t.Run("151.2.b.2/DAD-A "+j.String(), func(t *testing.T) {
			got, err := ParsePagoJuego7(j.String())
			check(t, err, nil, "")
			if got != j {
				t.Errorf("ParsePagoJuego7(%q) = %d, want %d", j, got, j)
			}
		})
	}
	t.Run("151.2.b.2/DAD-A another payment", func(t *testing.T) {
		_, err := ParsePagoJuego7("5")
		check(t, err, ErrJuego7, "151.2.b.2")
	})
}
