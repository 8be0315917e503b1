package reports

import (
	"errors"
	"io"
	"testing"
	"time"
)

func init() {
	documents["desprecintos"] = func(w io.Writer, o Options) error { return Desprecintos(w, desprecintosPrueba(), o) }
}

func desprecintosPrueba() DesprecintosFacts {
	f := folioPrueba()
	at := madrid("2026-11-30 11:02:00")
	return DesprecintosFacts{Casa: f.Casa, Evidencia: f.Evidencia, Desde: "2026-11-01", Hasta: "2026-11-30", Emitido: madrid("2026-12-01 06:10:00"),
		Desprecintos: []Desprecinto{{Folio: 1, Mesa: 2, Motivo: "Limpiar", Hora: at, HoraNuevo: at.Add(40 * time.Minute), Precinto: "001141", Nuevo: "001142",
			Presentes: []string{"Elena Prado Ruiz", "Luis Camino Egea"}},
			{Folio: 2, Mesa: 3, Motivo: "Cambiar tapete", Hora: at.Add(time.Hour), Precinto: "llave", Presentes: []string{"Elena Prado Ruiz"}}}}
}

func TestDesprecintos(t *testing.T) {
	t.Run("140.3/without its instant", func(t *testing.T) {
		f := desprecintosPrueba()
		f.Emitido = time.Time{}
		if err := Desprecintos(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
}
