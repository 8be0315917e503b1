package reports

import (
	"errors"
	"io"
	"testing"
)

func init() {
	documents["recibo-olvidada"] = func(w io.Writer, o Options) error { return ReciboOlvidada(w, reciboOlvidadaPrueba(), o) }
}

func reciboOlvidadaPrueba() ReciboOlvidadaFacts {
	f := folioPrueba()
	return ReciboOlvidadaFacts{Casa: f.Casa, Evidencia: f.Evidencia, Anotacion: 17, Numero: 21, Mesa: 4, Entrada: madrid("2026-11-30 22:10:00"), Apuesta: 5_000,
		Hecho: madrid("2026-12-01 18:05:00"), Nombre: "Inés Vidal Lorca", Domicilio: "calle de la Ribera 12, Madrid", Importe: 5_000, AnotadoPor: "Ramón Peña Ortuño",
		Pruebas: "La grabación de la mesa la muestra dejando la apuesta a las 22:08 y alejándose antes de que se cante el número."}
}

func TestReciboOlvidada(t *testing.T) {
	t.Run("33.3/one céntimo too much", func(t *testing.T) {
		f := reciboOlvidadaPrueba()
		f.Importe++
		if err := ReciboOlvidada(io.Discard, f, Options{Instante: f.Hecho}); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
}
