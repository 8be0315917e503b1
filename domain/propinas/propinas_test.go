package propinas

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

// checkErr wants a breach of that provision which wraps want.
func checkErr(t *testing.T, err, want error, ref string) {
	t.Helper()
	var e *norma.Error
	if !errors.Is(err, want) || !errors.As(err, &e) || e.Art.Ref() != ref {
		t.Errorf("got %v, want %v under %s", err, want, ref)
	}
}

func TestCaja(t *testing.T) {
	t.Run("19.3/the four places", func(t *testing.T) {
		for text, want := range map[string]Caja{"mesa-4": {PuntoMesa, 4}, "admision": {PuntoAdmision, 0}, "caja": {PuntoCaja, 0}, "cambio": {PuntoCambio, 0}} {
			got, err := ParseCaja(text)
			if err != nil || got != want || got.String() != text || got.Nombre() == "" {
				t.Errorf("%s: got %+v, %v", text, got, err)
			}
		}
	})
	for _, text := range []string{"", "mesa", "mesa-", "mesa-0", "mesa--1", "mesa-04", "bolsillo", "Caja"} {
		t.Run("19.3/no box/"+text, func(t *testing.T) {
			_, err := ParseCaja(text)
			checkErr(t, err, ErrCaja, "19.3")
		})
	}
}

func TestSum(t *testing.T) {
	four, door := Caja{PuntoMesa, 4}, Caja{Punto: PuntoAdmision}
	t.Run("19.5/19.4/partial counts and the last one add up", func(t *testing.T) {
		c, err := Sum([]Contada{{four, 83_550}, {door, 0}}, []Contada{{four, 40_000}}, []Contada{{four, 10_000}})
		if err != nil || c.Contado != 83_550 || c.Parcial != 40_000 || c.Devolucion != 10_000 || c.Total != 113_550 {
			t.Errorf("got %+v, %v", c, err)
		}
	})
	t.Run("19.3/no box", func(t *testing.T) {
		_, err := Sum(nil, nil, nil)
		checkErr(t, err, ErrCaja, "19.3")
	})
	t.Run("19.4/a box twice", func(t *testing.T) {
		_, err := Sum([]Contada{{four, 1}, {four, 1}}, nil, nil)
		checkErr(t, err, ErrCajas, "19.4")
	})
	t.Run("19.4/one céntimo below nothing", func(t *testing.T) {
		_, err := Sum([]Contada{{four, -1}}, nil, nil)
		checkErr(t, err, ErrImporte, "19.4")
	})
	t.Run("19.4/more than can be counted", func(t *testing.T) {
		_, err := Sum([]Contada{{four, 1<<63 - 1}, {door, 1}}, nil, nil)
		checkErr(t, err, ErrImporte, "19.4")
	})
	t.Run("19.3/given back to the céntimo, and one more", func(t *testing.T) {
		if c, err := Sum([]Contada{{four, 500}, {door, 500}}, nil, []Contada{{four, 500}}); err != nil || c.Total != 500 {
			t.Errorf("got %+v, %v", c, err)
		}
		_, err := Sum([]Contada{{four, 500}, {door, 500}}, nil, []Contada{{four, 501}})
		checkErr(t, err, ErrDevolucion, "19.3")
	})
}

// sixty gives the employees 60 %, croupiers twice the points of the door.
var sixty = Criterio{Empleados: 6000, Puntos: map[domain.Cargo]int64{domain.Crupier: 10, domain.Admision: 5}}

func TestDistribute(t *testing.T) {
	t.Run("19.6/1,000 € by 60 and 40", func(t *testing.T) {
		r, err := Distribute(100_000, sixty, []Participante{{Persona: "p1", Cargo: domain.Crupier, Jornadas: 1}, {Persona: "p2", Cargo: domain.Admision, Jornadas: 1}})
		if err != nil || r.Empleados != 60_000 || r.Otros != 40_000 || r.Partes[0].Importe != 40_000 || r.Partes[1].Importe != 20_000 {
			t.Errorf("got %+v, %v", r, err)
		}
	})
	t.Run("19.6/what does not divide goes to the largest remainder", func(t *testing.T) {
		want := []domain.Importe{34, 33, 33}
		if diff := cmp.Diff(want, Apportion(100, []int64{1, 1, 1})); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]domain.Importe{0, 1}, Apportion(1, []int64{1, 2})); diff != "" {
			t.Error(diff)
		}
		big := domain.Importe(1<<63 - 1)
		if got := Apportion(big, []int64{0, 7}); got[0] != 0 || got[1] != big {
			t.Errorf("got %v", got)
		}
	})
	p := []Participante{{Persona: "p1", Cargo: domain.Crupier, Jornadas: 1}}
	with := func(change func(*Criterio)) Criterio {
		c := Criterio{sixty.Empleados, map[domain.Cargo]int64{domain.Crupier: 10}}
		change(&c)
		return c
	}
	for _, tt := range []struct {
		name  string
		total domain.Importe
		c     Criterio
		p     []Participante
		want  error
		cites string
	}{
		{"15.d/a subdirector", 100, sixty, []Participante{{Persona: "p2", Cargo: domain.Subdirector, Jornadas: 1}}, ErrExcluido, "15.d"},
		{"15.d/of the direction under another cargo", 100, sixty, []Participante{{Persona: "p2", Cargo: domain.Cajero, Dirige: true, Jornadas: 1}}, ErrExcluido, "15.d"},
		{"15.d/points for the director", 100, with(func(c *Criterio) { c.Puntos[domain.Director] = 1 }), p, ErrExcluido, "15.d"},
		{"19.6/nothing for the employees", 100, with(func(c *Criterio) { c.Empleados = 0 }), p, ErrParteNula, "19.6"},
		{"19.6/all for the employees", 100, with(func(c *Criterio) { c.Empleados = Entero }), p, ErrParteNula, "19.6"},
		{"19.6/one céntimo in two", 1, sixty, p, ErrParteNula, "19.6"},
		{"19.6/nothing to share", 0, sixty, p, ErrImporte, "19.6"},
		{"19.6/nobody", 100, sixty, nil, ErrSinReparto, "19.6"},
		{"19.6/no points", 100, with(func(c *Criterio) { c.Puntos[domain.Crupier] = 0 }), p, ErrSinReparto, "19.6"},
		{"19.6/points below nothing", 100, with(func(c *Criterio) { c.Puntos[domain.Crupier] = -1 }), p, ErrCriterio, "19.6"},
		{"19.6/points for the authority", 100, with(func(c *Criterio) { c.Puntos[domain.FuncionarioInspector] = 1 }), p, ErrCriterio, "19.6"},
		{"19.6/twice the same person", 100, sixty, []Participante{p[0], p[0]}, ErrCriterio, "19.6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Distribute(tt.total, tt.c, tt.p)
			checkErr(t, err, tt.want, tt.cites)
		})
	}
}

// Nothing is lost and nobody with more points gets less, whatever the amount.
func TestApportionProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := domain.Importe(rapid.Int64Range(0, 1<<62).Draw(t, "total"))
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 20).Draw(t, "weights")
		shares := Apportion(total, weights)
		var sum domain.Importe
		var all int64
		for k, s := range shares {
			sum, all = sum+s, all+weights[k]
			for j := range shares {
				if weights[k] > weights[j] && s < shares[j] {
					t.Fatalf("%d points get %d, %d get %d", weights[k], s, weights[j], shares[j])
				}
			}
		}
		if all > 0 && sum != total {
			t.Fatalf("shares add up to %d of %d", sum, total)
		}
	})
}

func TestAcuerdo(t *testing.T) {
	const hoy = domain.Fecha("2026-11-30")
	t.Run("19.2/asked before", func(t *testing.T) {
		for _, a := range []Acuerdo{{false, "2026-11-30", "2026-11-30"}, {true, "", "2026-11-30"}} {
			if err := a.Check(hoy); err != nil {
				t.Errorf("%+v: %v", a, err)
			}
		}
	})
	t.Run("19.2/not asked, or asked afterwards", func(t *testing.T) {
		for _, consulta := range []domain.Fecha{"", "ayer", "2026-11-30"} {
			checkErr(t, Acuerdo{false, consulta, "2026-11-29"}.Check(hoy), ErrSinConsulta, "19.2")
		}
	})
	t.Run("19.2/no date of the decision, or of tomorrow", func(t *testing.T) {
		checkErr(t, Acuerdo{Admite: true}.Check(hoy), ErrAcuerdo, "19.2")
		checkErr(t, Acuerdo{true, "", "2026-12-01"}.Check(hoy), ErrAcuerdo, "19.2")
	})
}
