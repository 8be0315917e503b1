package deposito

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

func check(t *testing.T, err, want error, articulo string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	a, _ := norma.Cited(err)
	if got := a.Ref(); got != articulo {
		t.Errorf("%v: got art. %q, want %q", err, got, articulo)
	}
}

func media(e Estado) Unidad {
	return Unidad{Clase: Naipes, Fabricante: "FOURNIER", Numero: "2045", Mazos: 6, Indices: true, Integro: true, Estado: e, Mesa: 3}
}

func TestNext(t *testing.T) {
	broken := media(Disponible)
	broken.Integro = false
	die := Unidad{Clase: Dado, Fabricante: "GPI", Numero: "7", Estado: EnMesa}
	sabot := Unidad{Clase: Sabot, Fabricante: "SHUFFLE", Numero: "4", Estado: EnMesa}
	for _, tt := range []struct {
		name     string
		u        Unidad
		m        Movimiento
		to       Estado
		want     error
		articulo string
	}{
		{"46.3/to a table", media(Disponible), Extraccion, EnMesa, nil, ""},
		{"46.1/already at a table", media(EnMesa), Extraccion, EnMesa, ErrEnMesa, "46.1"},
		{"46.5/back from a table", media(EnMesa), Devolucion, Pendiente, nil, ""},
		{"46.5/back from nowhere", media(Disponible), Devolucion, Disponible, ErrNoEnMesa, "46.5"},
		{"46.5/out again unexamined", media(Pendiente), Extraccion, Pendiente, ErrPendiente, "46.5"},
		{"46.5/examined and fit", media(Pendiente), Examen, Disponible, nil, ""},
		{"46.5/nothing to examine", media(Disponible), Examen, Disponible, ErrNoPendiente, "46.5"},
		{"43.4/worn, to a table", media(Deteriorada), Extraccion, Deteriorada, ErrDeteriorada, "43.4"},
		{"46.7/withdrawn, to a table", media(Retirada), Extraccion, Retirada, ErrRetirada, "46.7"},
		{"46.4/sealed, to the reserve", media(Disponible), AlmacenIn, Reserva, nil, ""},
		{"46.4/unsealed, to the reserve", broken, AlmacenIn, Disponible, ErrDesprecintada, "46.4"},
		{"46.4/from the reserve to a table", media(Reserva), Extraccion, Reserva, ErrReserva, "46.4"},
		{"46.4/from the reserve", media(Reserva), AlmacenOut, Disponible, nil, ""},
		{"46.6/destroyed, worn", media(Deteriorada), Destruccion, Destruida, nil, ""},
		{"46.6/destroyed, withdrawn", media(Retirada), Destruccion, Destruida, nil, ""},
		{"46.6/destroyed, fit", media(Disponible), Destruccion, Disponible, ErrNoDesechada, "46.6"},
		{"46.6/anything after its destruction", media(Destruida), Extraccion, Destruida, ErrDestruida, "46.6"},
		{"46.6/counted where it waits", media(Retirada), Recuento, Retirada, nil, ""},
		{"43.4/checked at the table", media(EnMesa), Comprueba, EnMesa, nil, ""},
		{"43.1/no such way", media(Disponible), "venta", Disponible, ErrMovimiento, "43.1"},
		{"149.2.f/dice come back to be examined", die, Devolucion, Pendiente, nil, ""},
		{"149.2.f/their pack is opened at the table", die, Rotura, EnMesa, nil, ""},
		{"149.2.f/a die is no card", die, Retira, EnMesa, ErrNoToca, "149.2.f"},
		{"48.2/a sabot comes back ready", sabot, Devolucion, Disponible, nil, ""},
		{"48.2/a sabot is not examined", sabot, Examen, EnMesa, ErrNoToca, "48.2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			to, err := tt.u.Next(tt.m)
			check(t, err, tt.want, tt.articulo)
			if to != tt.to {
				t.Errorf("got %s, want %s", to, tt.to)
			}
		})
	}
	t.Run("46.4/the seal goes with the first table", func(t *testing.T) {
		if Extraccion.Integro(media(Disponible)) || !AlmacenOut.Integro(media(Reserva)) || !Extraccion.Integro(Unidad{Clase: Dado, Integro: true}) || Rotura.Integro(Unidad{Clase: Dado, Integro: true}) {
			t.Error("the seal is not as it should be")
		}
	})
}

// Whatever is done to a box, it never comes to a table from where it may not, nor comes back
// from its destruction.
func TestNextNeverSkips(t *testing.T) {
	t.Run("46.5", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			var ms []Movimiento
			for m := range reglas {
				ms = append(ms, m)
			}
			slices.Sort(ms)
			u, before := media(Disponible), []Estado{Disponible}
			for range rapid.IntRange(1, 40).Draw(t, "steps") {
				m := rapid.SampledFrom(ms).Draw(t, "movement")
				to, err := u.Next(m)
				if err != nil && to != u.Estado {
					t.Fatalf("refused and moved: %s", to)
				}
				if m == Extraccion && err == nil && u.Estado != Disponible {
					t.Fatalf("to a table from %s", u.Estado)
				}
				if u.Estado == Destruida && err == nil {
					t.Fatalf("%s after its destruction", m)
				}
				u.Integro = err == nil && m.Integro(u) || err != nil && u.Integro
				u.Estado = to
				before = append(before, to)
			}
			if k := slices.Index(before, Destruida); k > 0 && before[k-1] != Deteriorada && before[k-1] != Retirada {
				t.Fatalf("destroyed from %s", before[k-1])
			}
		})
	})
}

func TestParseMovimiento(t *testing.T) {
	for s, articulo := range map[string]string{"venta": "46.6", "donacion": "46.6", "prestamo": "43.1", "": "43.1", "recepcion": "43.1"} {
		t.Run(articulo+"/"+s, func(t *testing.T) {
			_, err := ParseMovimiento(s)
			check(t, err, ErrMovimiento, articulo)
		})
	}
	for m := range reglas {
		if got, err := ParseMovimiento(string(m)); got != m || err != nil || m.Nombre() == "" {
			t.Errorf("%s: got %s, %v", m, got, err)
		}
	}
}

func TestNewUnidad(t *testing.T) {
	t.Run("45.3/one number however typed (NAI-02)", func(t *testing.T) {
		a, err := NewUnidad(Naipes, "Fournier", "MD-004512")
		check(t, err, nil, "")
		b, err := NewUnidad(Naipes, " fournier", "md-004512 ")
		check(t, err, nil, "")
		if a.ClaveUnidad() != b.ClaveUnidad() {
			t.Errorf("got %s and %s", a.ClaveUnidad(), b.ClaveUnidad())
		}
	})
	t.Run("46.2/without a number", func(t *testing.T) {
		_, err := NewUnidad(Naipes, "Fournier", "  ")
		check(t, err, ErrSinNumero, "46.2")
		_, err = NewUnidad(Dado, "", "7")
		check(t, err, ErrSinNumero, "149.2.f")
	})
}

func TestRecepcion(t *testing.T) {
	t.Run("43.2/not inscribed", func(t *testing.T) {
		check(t, CheckProveedor(" "), ErrProveedor, "43.2")
		check(t, CheckProveedor("RGJ-114"), nil, "")
	})
	t.Run("44.5/a model without its brand", func(t *testing.T) {
		check(t, CheckModelo("Fournier", "", "818"), ErrModelo, "44.5")
		check(t, CheckModelo("Fournier", "Casino", "818"), nil, "")
	})
	t.Run("46.1/packs of a box", func(t *testing.T) {
		for n := -1; n <= 9; n++ {
			err := CheckMazos(n)
			if n == 6 || n == 1 || n == 2 {
				check(t, err, nil, "")
			} else {
				check(t, err, ErrMazos, "46.1")
			}
		}
	})
	t.Run("44.1/45.1/45.3/what is wrong is noted", func(t *testing.T) {
		if ds := (Revision{true, true, true}).Disconformidades(); len(ds) != 0 {
			t.Errorf("got %v, want none", ds)
		}
		ds := Revision{}.Disconformidades()
		got := []string{}
		for _, d := range ds {
			got = append(got, d.Articulo.Ref())
		}
		if want := []string{"45.3", "45.1", "44.1"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("46.1/a class that is none", func(t *testing.T) {
		_, err := ParseClase("bolas")
		check(t, err, ErrClase, "46.1")
	})
}

func TestCheckMesa(t *testing.T) {
	with, without := media(Disponible), media(Disponible)
	without.Indices = false
	sabot := Unidad{Clase: Sabot, Homologacion: "H-12"}
	for _, tt := range []struct {
		name     string
		u        Unidad
		j        domain.Juego
		want     error
		articulo string
	}{
		{"44.6/indices at black jack", with, domain.BlackJack, nil, ""},
		{"44.6/none at black jack", without, domain.BlackJack, ErrIndices, "44.6"},
		{"70.1/indices at chemin de fer", with, domain.BacaraChemin, ErrIndices, "70.1"},
		{"83.1/indices at dos paños", with, domain.BacaraDosPanos, ErrIndices, "83.1"},
		{"83.1/none at dos paños", without, domain.BacaraDosPanos, nil, ""},
		{"55.1/indices at treinta y cuarenta", with, domain.TreintaCuarenta, ErrIndices, "55.1"},
		{"43.1/cards at a roulette", with, domain.RuletaAmericana, ErrJuegoMaterial, "43.1"},
		{"48.2/sabot at black jack", sabot, domain.BlackJack, nil, ""},
		{"48.2/sabot without homologation", Unidad{Clase: Sabot}, domain.BlackJack, ErrHomologacion, "48.2"},
		{"48.2/sabot at a roulette", sabot, domain.Bola, ErrJuegoMaterial, "48.2"},
		{"149.2.d/dice at black jack", Unidad{Clase: Dado}, domain.BlackJack, ErrJuegoMaterial, "149.2.d"},
		{"149.2.d/dice at dice", Unidad{Clase: Dado}, domain.Dados, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.u.CheckMesa(tt.j), tt.want, tt.articulo) })
	}
}

func TestRecuento(t *testing.T) {
	u := media(Retirada)
	for cartas, d := range map[int]Defecto{311: Falta, 312: "", 313: Sobra} {
		if got := u.Defecto(cartas); got != d {
			t.Errorf("%d: got %q, want %q", cartas, got, d)
		}
	}
	t.Run("46.6/312 cards and no other number", func(t *testing.T) {
		check(t, u.CheckRecuento(312), nil, "")
		check(t, u.CheckRecuento(311), ErrIncompleta, "46.6")
		check(t, u.CheckRecuento(313), ErrIncompleta, "46.6")
		u.Mazos = 1
		check(t, u.CheckRecuento(52), nil, "")
	})
	t.Run("46.7/what and how", func(t *testing.T) {
		check(t, CheckRetirada(Falta, " "), ErrCircunstancias, "46.7")
		check(t, CheckRetirada("", "al ordenar"), ErrDefecto, "46.7")
		check(t, CheckRetirada(Ajeno, "al ordenar"), nil, "")
		_, err := ParseDefecto("mojado")
		check(t, err, ErrDefecto, "46.7")
		if d, err := ParseDefecto("marcado"); d != Marcado || err != nil {
			t.Errorf("got %s, %v", d, err)
		}
	})
}

func TestApertura(t *testing.T) {
	for _, tt := range []struct {
		name string
		a    Apertura
		want error
	}{
		{"46.3/two", Apertura{Titular: "p1", Llave: "p1", Empleado: "p2"}, nil},
		{"46.3/one", Apertura{Titular: "p1", Llave: "p1"}, ErrPresentes},
		{"46.3/one twice", Apertura{Titular: "p1", Llave: "p1", Empleado: "p1"}, ErrPresentes},
		{"46.3/nobody with the key", Apertura{Titular: "p1", Empleado: "p2"}, ErrPresentes},
		{"46.3/another's key", Apertura{Titular: "p1", Llave: "p3", Empleado: "p2"}, ErrLlave},
		{"46.3/an inspection", Apertura{Titular: "p1", Llave: "p1", Inspeccion: true, Funcionario: "2041"}, nil},
		{"46.3/an inspection by nobody", Apertura{Titular: "p1", Llave: "p1", Empleado: "p2", Inspeccion: true}, ErrFuncionario},
	} {
		t.Run(tt.name, func(t *testing.T) {
			articulo := "46.3"
			if tt.want == nil {
				articulo = ""
			}
			check(t, tt.a.Check(), tt.want, articulo)
		})
	}
}

func TestCheckApertura(t *testing.T) {
	six := make([]Unidad, 0, 7)
	for n := '1'; n <= '7'; n++ {
		six = append(six, Unidad{Clase: Dado, Fabricante: "GPI", Numero: string(n)})
	}
	for _, tt := range []struct {
		name     string
		j        domain.Juego
		m        EnUso
		want     error
		articulo string
	}{
		{"46.1/no cards", domain.BlackJack, EnUso{Sabots: 1}, ErrSinCaja, "46.1"},
		{"48.2/no sabot", domain.BlackJack, EnUso{Naipes: 1}, ErrSinSabot, "48.2"},
		{"48.2/both", domain.BlackJack, EnUso{Naipes: 1, Sabots: 1}, nil, ""},
		{"46.1/póquer needs no sabot", domain.Trijoker, EnUso{Naipes: 1}, nil, ""},
		{"46.1/a roulette needs neither", domain.RuletaFrancesa, EnUso{}, nil, ""},
		{"149.2.d/five dice", domain.Dados, EnUso{Dados: six[:5]}, ErrSeisDados, "149.2.d"},
		{"149.2.d/149.2.e/six", domain.Dados, EnUso{Dados: six[:6]}, nil, ""},
		{"149.2.d/seven", domain.Dados, EnUso{Dados: six}, ErrSeisDados, "149.2.d"},
		{"149.2.d/one of yesterday's", domain.Dados, EnUso{Dados: six[:6], Anteriores: []string{"GPI/6"}}, ErrMismosDados, "149.2.d"},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, CheckApertura(tt.j, tt.m), tt.want, tt.articulo) })
	}
	t.Run("149.2.e/two in use and four in reserve are six", func(t *testing.T) {
		if DadosEnUso != 2 || DadosReserva != 4 || DadosEnUso+DadosReserva != DadosSesion {
			t.Errorf("%d in use and %d in reserve", DadosEnUso, DadosReserva)
		}
	})
	t.Run("44.5/fifty-two a pack: 312 in a media docena", func(t *testing.T) {
		if got := (Unidad{Clase: Naipes, Mazos: 6}).Cartas(); got != 312 {
			t.Errorf("%d cards", got)
		}
	})
}

func TestCheckDado(t *testing.T) {
	for _, tt := range []struct {
		name          string
		arista        int
		color, siglas string
		transparente  bool
		want          error
		articulo      string
	}{
		{"149.2.a/19.9 mm", 199, "rojo", "CGM", true, ErrTamano, "149.2.a"},
		{"149.2.a/20 mm", 200, "rojo", "CGM", true, nil, ""},
		{"149.2.a/25 mm", 250, "rojo", "CGM", true, nil, ""},
		{"149.2.a/25.1 mm", 251, "rojo", "CGM", true, ErrTamano, "149.2.a"},
		{"149.2.b/opaque", 200, "rojo", "CGM", false, ErrDado, "149.2.b"},
		{"149.2.b/of no colour", 200, "", "CGM", true, ErrDado, "149.2.b"},
		{"149.2.c/without initials", 200, "rojo", " ", true, ErrDado, "149.2.c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check(t, CheckDado(tt.arista, tt.color, tt.siglas, tt.transparente), tt.want, tt.articulo)
		})
	}
}
