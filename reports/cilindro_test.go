package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
	"foliado/domain/ruleta"
)

// cilindroPrueba is a wheel that favours the 17 and its neighbours.
func cilindroPrueba() CilindroFacts {
	var ns []ruleta.Numero
	for k := range 1480 {
		ns = append(ns, ruleta.Cilindro[(k*7+k/37)%37])
		if k%25 == 0 {
			ns = append(ns, 17)
		}
	}
	return CilindroFacts{Casa: casaPrueba, Mesa: 3, Juego: domain.RuletaFrancesa, Desde: "2026-11-01", Ultimo: opcionesPrueba.Instante,
		Estadistica: ruleta.NewEstadistica(ns)}
}

func TestCilindro(t *testing.T) {
	text := textOf(t, render(t, func(w io.Writer) error { return Cilindro(w, cilindroPrueba(), opcionesPrueba) }))
	t.Run("129.1/the figure and how often it errs", func(t *testing.T) {
		wants(t, text, "Cilindro de la mesa 3", "Ji cuadrado", "falsa alarma", "1 %", "Conviene revisar", "a nadie se le impide jugar")
	})
	t.Run("129.1/no numbers", func(t *testing.T) {
		f := cilindroPrueba()
		f.Estadistica = ruleta.Estadistica{}
		wants(t, textOf(t, render(t, func(w io.Writer) error { return Cilindro(w, f, opcionesPrueba) })), "Faltan números")
	})
	f := cilindroPrueba()
	f.Juego = domain.Bola
	if err := Cilindro(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
		t.Errorf("got %v, want ErrFacts", err)
	}
}
