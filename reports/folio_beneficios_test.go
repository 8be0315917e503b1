package reports

import (
	"errors"
	"io"
	"testing"
	"time"

	"foliado/domain"
)

func init() {
	documents["folio-beneficios"] = func(w io.Writer, o Options) error { return FolioBeneficios(w, pozoPrueba(), o) }
}

// pozoPrueba is a partida of dos paños with two bankers and an interruption.
func pozoPrueba() FolioBeneficiosFacts {
	total := domain.Importe(1_720_00)
	return FolioBeneficiosFacts{
		Casa: casaPrueba, Evidencia: evidenciaPrueba(18442), Mesa: 8, Juego: domain.BacaraDosPanos, Folio: 4, Jornada: "2026-11-30", Sesion: 2,
		ApuestaMinima: domain.Euros(10), Modalidad: "banca limitada", Beneficio: "El 2 % de lo que gana la banca en cada jugada (art. 88.4).",
		Apertura: madrid("2026-11-30 22:02:00"), Asiento: 31, Jugadores: "2 y 3", Responsable: "Olga Menchén Rus",
		Crupieres: []string{"Nerea Solís Vega", "Iván Lasso Prieto"}, Cambista: "Berta Quirós Mena",
		Interrupciones: []Interrupcion{{madrid("2026-11-30 23:30:00"), madrid("2026-12-01 00:40:00")}, {madrid("2026-12-01 03:10:00"), time.Time{}}},
		Bancas: []Banca{{1, madrid("2026-11-30 22:02:00"), 31, "Nuria Salvatierra", domain.Euros(10_000), domain.Euros(10_000), "cheque librado por un banco"},
			{2, madrid("2026-12-01 00:41:00"), 34, "Ismael Cobo", domain.Euros(5_000), domain.Euros(6_000), "efectivo"}},
		Movimientos: []MovimientoMesa{{Hecho: madrid("2026-11-30 23:30:00"), Asiento: 32, Texto: "Suspensión: poca animación. Motivo: cena"}},
		Pozo: &Pozo{Hecho: madrid("2026-12-01 03:30:00"), Asiento: 35, Piezas: domain.Piezas{domain.Euros(100): 6, domain.Euros(10): 22, domain.Euros(5): 8},
			Importe: domain.Euros(860), Cambista: true, Dotacion: domain.Euros(5_000), Fichas: domain.Euros(3_000), Dinero: domain.Euros(1_990),
			Nota: "falta una ficha de 10 €",
			Acto: actoPrueba(266, firmada(domain.Crupier, "Nerea Solís Vega", "2026-12-01 03:36:12"),
				firmada(domain.Cajero, "Ramón Peña Ortuño", "2026-12-01 03:36:40"), firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 03:37:18"))},
		TotalDia: &total,
	}
}

func TestFolioBeneficios(t *testing.T) {
	text := textOf(t, render(t, func(w io.Writer) error { return FolioBeneficios(w, pozoPrueba(), opcionesPrueba) }))
	t.Run("41.2/its data", func(t *testing.T) {
		wants(t, text, "Libro registro de beneficios", "Mesa 8 · bacará a dos paños", "Copia auxiliar del libro diligenciado", "30/11/2026 22:02",
			"Nerea Solís Vega, Iván Lasso", "Berta Quirós Mena", "Interrupción 30/11/2026 23:30 Reanudación 01/12/2026 00:40",
			"Reanudación no se reanudó", "Nuria Salvatierra", "Ismael Cobo 5.000,00 €", "depósito de 6.000,00 €, efectivo")
	})
	t.Run("41.3/the pozo by denominations", func(t *testing.T) {
		wants(t, text, "100,00 € 6 600,00 €", "10,00 € 22 220,00 €", "Total del pozo, cantado por el crupier (art. 41.3) 860,00 €", "ochocientos sesenta euros")
	})
	t.Run("41.4/three signatures", func(t *testing.T) {
		wants(t, text, "Crupier Cajero Director de juegos", "(art. 41.4)", "Acto principal-266")
	})
	t.Run("32.3/the box of the cambista", func(t *testing.T) {
		wants(t, text, "5.000,00 € 3.000,00 € 1.990,00 € −10,00 €", "falta una ficha")
	})
	bad := map[string]func(*FolioBeneficiosFacts){
		"41.3/another sum":           func(f *FolioBeneficiosFacts) { f.Pozo.Importe++ },
		"41.4/two signatures":        func(f *FolioBeneficiosFacts) { f.Pozo.Acto.Firmas = f.Pozo.Acto.Firmas[:2] },
		"41.2.d/no croupier":         func(f *FolioBeneficiosFacts) { f.Crupieres = nil },
		"41.2.e/no banker":           func(f *FolioBeneficiosFacts) { f.Bancas = nil },
		"41.1/not a game of círculo": func(f *FolioBeneficiosFacts) { f.Juego = domain.BlackJack },
	}
	for name, change := range bad {
		t.Run(name, func(t *testing.T) {
			f := pozoPrueba()
			change(&f)
			if err := FolioBeneficios(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
}
