package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
)

func init() {
	documents["declaracion-torneo"] = func(w io.Writer, o Options) error { return DeclaracionTorneo(w, torneoPrueba(), o) }
}

func torneoPrueba() DeclaracionTorneoFacts {
	return DeclaracionTorneoFacts{Casa: casaPrueba, Evidencia: evidenciaPrueba(18442), Torneo: 3, Nombre: "Copa de invierno", Juego: domain.PoquerCirculo, Fecha: "2026-12-10",
		Bases:       "Hold'em sin límite, cuarenta plazas en cuatro mesas.\nLos puestos se sortean en público; los niveles duran veinte minutos.\nGana quien reúne todas las fichas.",
		Condiciones: "Inscripción de 200 €, sin recompra.\nEl fondo se reparte entre los cinco primeros: 40, 25, 15, 12 y 8 por ciento."}
}

func TestDeclaracionTorneo(t *testing.T) {
	text := textOf(t, render(t, func(w io.Writer) error { return DeclaracionTorneo(w, torneoPrueba(), opcionesPrueba) }))
	t.Run("1.5/game, bases, conditions, entidad and where to sign", func(t *testing.T) {
		wants(t, text, "Torneo de póquer de círculo", "Copa de invierno", "Juegos del Manzanares, S.A.", "cuarenta plazas", "Inscripción de 200 €", "SIN PRESENTAR",
			"Firma de quien representa a la entidad", "10/12/2026")
	})
	for name, change := range map[string]func(*DeclaracionTorneoFacts){
		"1.5/without bases":      func(f *DeclaracionTorneoFacts) { f.Bases = "" },
		"1.5/without conditions": func(f *DeclaracionTorneoFacts) { f.Condiciones = " " },
		"1.5/of a roulette":      func(f *DeclaracionTorneoFacts) { f.Juego = domain.RuletaAmericana },
	} {
		t.Run(name, func(t *testing.T) {
			f := torneoPrueba()
			change(&f)
			if err := DeclaracionTorneo(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
}
