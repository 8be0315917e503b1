package prision

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

var (
	zero  = Tirada{Suceso: Cero}
	win   = Tirada{Suceso: Acierto}
	loss  = Tirada{Suceso: Fallo}
	void  = Tirada{Suceso: Nulo}
	finis = Tirada{Suceso: Cero, Ultima: true}
)

// mustNew returns a stake that has seen that many zeros, its player choosing prison.
func mustNew(t testing.TB, apuesta, minimo domain.Importe, ceros int) Postura {
	t.Helper()
	p, err := New(apuesta, minimo)
	if err != nil {
		t.Fatal(err)
	}
	for range ceros {
		if p, err = p.Apply(zero, Prision); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name            string
		apuesta, minimo domain.Importe
		ceros           int // already out
		tirada          Tirada
		want            []Opcion
	}{
		{"131.1.b.2/first zero", 1000, 100, 0, zero, []Opcion{Mitad, Prision}},
		{"131.1.b.2/second zero", 1000, 100, 1, zero, []Opcion{Mitad, Prision}},
		{"131.1.b.2/last throw", 1000, 100, 0, finis, []Opcion{ReintegroForzoso}},
		{"131.1.b.2/last throw, second zero", 1000, 100, 1, finis, []Opcion{ReintegroForzoso}},
		{"131.1.b.2/no zero", 1000, 100, 0, win, nil},
		{"131.1.b.2/void", 1000, 100, 1, void, nil},
		{"131.1.b.2/RUL-2/the minimum itself, first zero", 100, 100, 0, zero, []Opcion{Mitad, Prision}},
		{"131.1.b.2/RUL-2/the minimum itself, second zero", 100, 100, 1, zero, []Opcion{PrisionForzosa}},
		{"131.1.b.2/RUL-2b/a quarter equal to the minimum", 400, 100, 1, zero, []Opcion{Mitad, Prision}},
		{"131.1.b.2/RUL-2b/a quarter a quarter of a céntimo below", 399, 100, 1, zero, []Opcion{PrisionForzosa}},
		{"131.1.b.2/RUL-2b/an eighth equal to the minimum", 800, 100, 2, zero, []Opcion{Mitad, Prision}},
		{"131.1.b.2/RUL-2b/an eighth below", 799, 100, 2, zero, []Opcion{PrisionForzosa}},
		{"131.1.b.2/RUL-4/last throw, below the minimum", 100, 100, 0, finis, []Opcion{ReintegroForzoso}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := mustNew(t, tt.apuesta, tt.minimo, tt.ceros)
			got := p.Options(tt.tirada)
			if !slices.Equal(got, tt.want) {
				t.Fatalf("Options = %v, want %v", got, tt.want)
			}
			if tt.tirada.Suceso != Cero {
				return
			}
			for _, o := range []Opcion{Mitad, Prision, PrisionForzosa, ReintegroForzoso, "", "otra"} {
				_, err := p.Apply(tt.tirada, o)
				if (err == nil) != slices.Contains(tt.want, o) {
					t.Errorf("Apply(%q) = %v with options %v", o, err, tt.want)
				}
				checkCites(t, err, "131.1.b.2")
			}
		})
	}
}

// checkCites wants every error to be a breach of a provision.
func checkCites(t *testing.T, err error, ref string) {
	t.Helper()
	if err == nil {
		return
	}
	if a, ok := norma.Cited(err); !ok || a.Ref() != ref {
		t.Errorf("error %q cites %q, want %q", err, a.Ref(), ref)
	}
}

func TestFollow(t *testing.T) {
	tests := []struct {
		name            string
		apuesta, minimo domain.Importe
		tiradas         []Tirada
		deseos          []Opcion
		eventos         string
		devuelto, neto  string
		criterio        string
	}{
		{"131.1.b.1/won", 1000, 100, []Tirada{win}, nil, "[ganada]", "1000", "1000", ""},
		{"131.1.b.1/lost", 1000, 100, []Tirada{loss}, nil, "[perdida]", "0", "-1000", ""},
		{"131.1.b.2/half", 1000, 100, []Tirada{zero}, []Opcion{Mitad}, "[mitad]", "500", "-500", ""},
		{"131.1.b.2/half of an odd amount", 25, 1, []Tirada{zero}, []Opcion{Mitad}, "[mitad]", "25/2", "-25/2", ""},
		{"131.1.b.2/freed whole", 1000, 100, []Tirada{zero, win}, []Opcion{Prision}, "[prision liberada]", "1000", "0", ""},
		{"131.1.b.2/lost in prison", 1000, 100, []Tirada{zero, loss}, []Opcion{Prision}, "[prision perdida]", "0", "-1000", ""},
		{"131.1.b.2/quarter", 1000, 100, []Tirada{zero, zero}, []Opcion{Prision, Mitad}, "[prision mitad]", "250", "-750", ""},
		{"131.1.b.2/RUL-1/freed after two", 1000, 100, []Tirada{zero, zero, win}, []Opcion{Prision, Prision}, "[prision prision liberada]", "500", "-500", "RUL-1"},
		{"131.1.b.2/RUL-1/freed after three", 1000, 100, []Tirada{zero, zero, zero, win}, []Opcion{Prision, Prision, Prision}, "[prision prision prision liberada]", "250", "-750", "RUL-1"},
		{"131.1.b.2/RUL-2/half below the minimum", 100, 100, []Tirada{zero}, []Opcion{Mitad}, "[mitad]", "50", "-50", "RUL-2"},
		{"131.1.b.2/RUL-2b/forced, and freed by the wish for another zero", 100, 100, []Tirada{zero, zero, win}, []Opcion{Prision, Mitad}, "[prision prision_forzosa liberada]", "50", "-50", "RUL-6"},
		{"131.1.b.2/RUL-4/refund below the minimum", 100, 100, []Tirada{zero, finis}, []Opcion{Prision, Prision}, "[prision reintegro_forzoso]", "25", "-75", "RUL-4"},
		{"131.1.b.2/refund of an eighth", 1000, 100, []Tirada{zero, zero, finis}, []Opcion{Prision, Prision}, "[prision prision reintegro_forzoso]", "125", "-875", ""},
		{"131.1.b.2/last throw wins", 1000, 100, []Tirada{zero, {Acierto, true}}, []Opcion{Prision}, "[prision liberada]", "1000", "0", ""},
		{"58.2/TYC-4/void in prison", 1000, 100, []Tirada{zero, void, win}, []Opcion{Prision}, "[prision nulo liberada]", "1000", "0", ""},
		{"58.2/TYC-7/a void last coup leaves it in prison", 1000, 100, []Tirada{zero, {Nulo, true}}, []Opcion{Prision}, "[prision nulo]", "0", "0", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := mustNew(t, tt.apuesta, tt.minimo, 0).Follow(tt.tiradas, tt.deseos)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(s.Eventos); got != tt.eventos {
				t.Errorf("events %s, want %s", got, tt.eventos)
			}
			l := s.Postura.Liquidacion()
			if got := l.Devuelto.String(); got != tt.devuelto {
				t.Errorf("returned %s, want %s", got, tt.devuelto)
			}
			if got := l.Neto().String(); got != tt.neto {
				t.Errorf("net %s, want %s", got, tt.neto)
			}
			if got := s.Postura.Cita; got.Criterio != tt.criterio {
				t.Errorf("criterio %q, want %q", got.Criterio, tt.criterio)
			}
		})
	}
}

func TestFollowErrors(t *testing.T) {
	tests := []struct {
		name    string
		tiradas []Tirada
		deseos  []Opcion
		want    error
	}{
		{"131.1.b.2/no choice", []Tirada{zero}, nil, ErrEleccion},
		{"131.1.b.2/no choice at the second", []Tirada{zero, zero}, []Opcion{Prision}, ErrEleccion},
		{"131.1.b.2/forced prison is no wish", []Tirada{zero}, []Opcion{PrisionForzosa}, ErrOpcion},
		{"131.1.b.2/another word", []Tirada{zero}, []Opcion{"libertad"}, ErrOpcion},
		{"131.1.b.2/decided already", []Tirada{win, zero}, []Opcion{Mitad}, ErrResuelta},
		{"131.1.b.2/gone with the half", []Tirada{zero, win}, []Opcion{Mitad}, ErrResuelta},
		{"131.1.b.2/after the last throw", []Tirada{finis, win}, nil, ErrResuelta},
		{"131.1.b.2/unknown throw", []Tirada{{}}, nil, ErrSuceso},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := mustNew(t, 1000, 100, 0).Follow(tt.tiradas, tt.deseos)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			checkCites(t, err, "131.1.b.2")
		})
	}
}

func TestUndecided(t *testing.T) {
	t.Run("131.1.b.2/what would be given back", func(t *testing.T) {
		for ceros, want := range []string{"1000", "500", "250", "125", "125/2"} {
			p := mustNew(t, 1000, 1, ceros)
			if got := p.Reintegro().String(); got != want {
				t.Errorf("Reintegro after %d zeros = %s, want %s", ceros, got, want)
			}
			if l := p.Liquidacion(); !p.Estado.Undecided() || !l.Pendiente.Equal(p.Valor()) {
				t.Errorf("after %d zeros: %s pending, state %s", ceros, l.Pendiente, p.Estado)
			}
		}
	})
	t.Run("131.1.b.2/as many zeros as one likes", func(t *testing.T) {
		p := mustNew(t, math.MaxInt64, 1, 0)
		var err error
		for range 200 {
			o := Prision
			if opciones := p.Options(zero); len(opciones) == 1 {
				o = opciones[0]
			}
			if p, err = p.Apply(zero, o); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := p.Valor().Sub(p.Reintegro()), p.Reintegro(); !got.Equal(want) || got.Equal(domain.Fraccion{}) {
			t.Errorf("after 200 zeros Valor is not twice Reintegro: %s", got)
		}
	})
}

func TestNew(t *testing.T) {
	for _, tt := range []struct{ apuesta, minimo domain.Importe }{{0, 100}, {-1, 100}, {100, 0}, {100, -1}} {
		t.Run(fmt.Sprintf("131.1.b.2/stake %d, minimum %d", tt.apuesta, tt.minimo), func(t *testing.T) {
			_, err := New(tt.apuesta, tt.minimo)
			if !errors.Is(err, ErrImporte) {
				t.Errorf("New = %v, want ErrImporte", err)
			}
			checkCites(t, err, "131.1.b.2")
		})
	}
}

// TestMoneyIsConserved follows stakes through anything: what was staked is what is given
// back, pending and lost, and no amount is negative or grows in prison.
func TestMoneyIsConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		apuesta := domain.Importe(rapid.Int64Range(1, math.MaxInt64).Draw(t, "apuesta"))
		minimo := domain.Importe(rapid.Int64Range(1, math.MaxInt64).Draw(t, "minimo"))
		p, err := New(apuesta, minimo)
		if err != nil {
			t.Fatal(err)
		}
		for p.Estado.Undecided() && !rapid.Bool().Draw(t, "stop") {
			tirada := Tirada{rapid.SampledFrom([]Suceso{Acierto, Fallo, Cero, Cero, Cero, Nulo}).Draw(t, "suceso"), rapid.Bool().Draw(t, "ultima")}
			before := p
			var o Opcion
			if tirada.Suceso == Cero {
				o = rapid.SampledFrom(p.Options(tirada)).Draw(t, "opcion")
			}
			if p, err = p.Apply(tirada, o); err != nil {
				t.Fatalf("Apply(%v, %q) to %+v: %v", tirada, o, before, err)
			}
			l := p.Liquidacion()
			if got := l.Devuelto.Add(l.Pendiente).Add(l.Perdido); !got.Equal(domain.FraccionDe(apuesta)) {
				t.Fatalf("%+v: %s given back, pending or lost", p, got)
			}
			for _, f := range []domain.Fraccion{l.Ganado, l.Devuelto, l.Pendiente, l.Perdido} {
				if f.Cmp(domain.Fraccion{}) < 0 || f.Cmp(domain.FraccionDe(apuesta)) > 0 {
					t.Fatalf("%+v: an amount of %s", p, f)
				}
			}
			if before.Estado == EnPrision && l.Ganado.Cmp(domain.Fraccion{}) != 0 {
				t.Fatalf("%+v: a gain out of prison", p)
			}
		}
	})
}
