package acceso

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

func citedBy(err error) (articulo, criterio string) {
	var e *norma.Error
	if errors.As(err, &e) {
		return e.Art.Ref(), e.Criterio
	}
	return "", ""
}

func TestCheckGrupo(t *testing.T) {
	for _, c := range []struct {
		name     string
		personas int
		precio   domain.Importe
		r        Reduccion
		want     error
		articulo string
	}{
		{"23.3/nobody", 0, 300, ReduccionViaje, ErrGrupo, "23.3"},
		{"23.3/one", 1, 300, ReduccionViaje, nil, ""},
		{"23.3/as many as may be", MaxGrupo, 300, ReduccionViaje, nil, ""},
		{"23.3/one more", MaxGrupo + 1, 300, ReduccionViaje, ErrGrupo, "23.3"},
		{"23.3.a/free", 20, 0, ReduccionCongreso, nil, ""},
		{"23.3.b/at the unit price", 20, 500, ReduccionViaje, ErrReduccion, "23.3.b"},
		{"23.3.c/several days", 20, 300, ReduccionVariosDias, ErrReduccion, "23.3.c"},
		{"23.3.d/below zero", 20, -1, ReduccionServicios, ErrReduccion, "23.3.d"},
		{"23.2/no case, the unit price", 20, 500, SinReduccion, nil, ""},
		{"23.2/no case, cheaper", 20, 499, SinReduccion, ErrPrecio, "23.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckGrupo(c.personas, c.precio, 500, c.r)
			if got, _ := citedBy(err); !errors.Is(err, c.want) || got != c.articulo {
				t.Errorf("got %v citing %q, want %v citing %q", err, got, c.want, c.articulo)
			}
		})
	}
}

func TestCheckDeposito(t *testing.T) {
	price := func(i domain.Importe) *domain.Importe { return &i }
	for _, c := range []struct {
		name   string
		d      Deposito
		precio domain.Importe
		good   bool
	}{
		{"23.4/both", Deposito{"dni", price(500)}, 500, true},
		{"23.4/no document", Deposito{"", price(500)}, 500, false},
		{"23.4/no amount", Deposito{"dni", nil}, 500, false},
		{"23.4/one céntimo less", Deposito{"dni", price(499)}, 500, false},
		{"23.4/one céntimo more", Deposito{"dni", price(501)}, 500, false},
		{"23.4/free entry", Deposito{"dni", price(0)}, 0, true},
		{"23.4/free entry, nothing said", Deposito{"dni", nil}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckDeposito(c.d, c.precio)
			articulo, criterio := citedBy(err)
			if (err == nil) != c.good || err != nil && (articulo != "23.4" || criterio != "ADM-7" || !errors.Is(err, ErrDeposito)) {
				t.Errorf("got %v citing %q %q, want good %v", err, articulo, criterio, c.good)
			}
		})
	}
}

func TestMedio(t *testing.T) {
	t.Run("23.2/means of payment", func(t *testing.T) {
		for _, m := range []Medio{Efectivo, PagoTarjeta, Transferencia} {
			if err := CheckMedio(m); err != nil {
				t.Errorf("%s: got %v", m, err)
			}
		}
		if err := CheckMedio("cheque"); !errors.Is(err, ErrMedio) {
			t.Errorf("got %v, want %v", err, ErrMedio)
		}
	})
}

func TestArqueo(t *testing.T) {
	t.Run("23.2/what there should be", func(t *testing.T) {
		a := Arqueo{Fondo: 10_000, Tarjetas: 2_500, Devoluciones: 500, Grupos: 6_000, Efectivo: 12_000, Otros: 6_000}
		if a.Esperado() != 18_000 || a.Diferencia() != 0 || a.Check("") != nil {
			t.Errorf("got %s, %s, %v", a.Esperado(), a.Diferencia(), a.Check(""))
		}
		a.Efectivo--
		if err := a.Check(""); !errors.Is(err, ErrDiferencia) || a.Diferencia() != -1 {
			t.Errorf("one céntimo missing: got %s, %v", a.Diferencia(), err)
		}
		if err := a.Check("Cambio mal dado"); err != nil {
			t.Errorf("with its reason: got %v", err)
		}
	})
	t.Run("23.2/counted what was taken, no difference", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			amount := rapid.Int64Range(0, 1_000_000_00)
			draw := func(name string) domain.Importe { return domain.Importe(amount.Draw(t, name)) }
			a := Arqueo{Fondo: draw("fondo"), Tarjetas: draw("tarjetas"), Devoluciones: draw("devoluciones"), Grupos: draw("grupos"), Otros: draw("otros")}
			a.Efectivo = a.Esperado() - a.Otros
			if a.Diferencia() != 0 {
				t.Fatalf("got %s", a.Diferencia())
			}
		})
	})
}
