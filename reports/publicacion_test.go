package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
)

func publicacionPrueba() PublicacionFacts {
	return PublicacionFacts{Casa: casaPrueba, Evidencia: Evidencia{Token: "principal/publicaciones/4", Checkpoint: checkpointPrueba(19004)}, Edicion: 4,
		Fecha:    madrid("2026-11-30 12:00:00"),
		Horarios: []HorarioPublico{{"Días laborables", "16:00", "05:00"}, {"Festivos", "16:00", "05:00"}, {"Sábados y vísperas de festivo", "16:00", "06:00"}},
		Juegos:   []JuegoPublico{{domain.BlackJack, 500, 5000, 4}, {domain.RuletaAmericana, 250, 2500, 6}, {domain.RuletaFrancesa, 500, 0, 1}},
		Tarifa:   500, Especiales: []string{"asistente a un congreso", "viaje colectivo", "válida para varios días"}}
}

func invitacionPrueba() InvitacionFacts {
	return InvitacionFacts{Casa: casaPrueba, Numero: 21, Nombre: "Rosalía Beltrán Cuesta", Sala: "Sala Dorada", Fecha: "2026-11-30", Emision: madrid("2026-11-30 20:15:00"),
		Token: "principal/invitaciones/21", Checkpoint: checkpointPrueba(19005)}
}

func declaracionPrueba() DeclaracionSalaFacts {
	return DeclaracionSalaFacts{Casa: casaPrueba, Evidencia: Evidencia{Token: "principal/salas-privadas/1", Checkpoint: checkpointPrueba(19006)}, Sala: "Sala Dorada", Numero: 1, Prevista: "2026-12-15"}
}

func TestPublicaciones(t *testing.T) {
	print := func(t *testing.T, write func(io.Writer, PublicacionFacts, Options) error, f PublicacionFacts) string {
		t.Helper()
		return textOf(t, render(t, func(w io.Writer) error { return write(w, f, opcionesPrueba) }))
	}
	t.Run("25.1/the seven contents of the leaflet", func(t *testing.T) {
		text := print(t, FolletoPuerta, publicacionPrueba())
		wants(t, text, "edición 4", "16:00 – 05:00", "divisas", "en efectivo", "máquinas de tipo C", "desde 5,00 € hasta 50,00 €", "dieciocho años", "5,00 €", "viaje colectivo", "6 mesas", "1 mesa")
		f := publicacionPrueba()
		f.Tarifa = 600
		wants(t, print(t, FolletoPuerta, f), "6,00 €")
		f.Tarifa = 0
		wants(t, print(t, FolletoPuerta, f), "entrada gratuita")
	})
	t.Run("27.4/opening and close", func(t *testing.T) {
		text := print(t, CartelHorario, publicacionPrueba())
		wants(t, text, "Horario de las salas", "Sábados y vísperas de festivo", "16:00 – 06:00", "Gran Casino Ribera Alta")
		lacks(t, text, "€")
	})
	t.Run("21.3/conditions of entry", func(t *testing.T) {
		wants(t, print(t, CartelCondiciones, publicacionPrueba()), "Condiciones de entrada", "racismo", "pasaporte", "5,00 €")
	})
	t.Run("25.1/an edition without its number", func(t *testing.T) {
		f := publicacionPrueba()
		f.Edicion = 0
		for _, write := range []func(io.Writer, PublicacionFacts, Options) error{FolletoPuerta, CartelHorario, CartelCondiciones} {
			if err := write(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		}
	})
	t.Run("26.2/invitation and declaration", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return Invitacion(w, invitacionPrueba(), opcionesPrueba) }))
		wants(t, text, "INVITACIÓN", "Rosalía Beltrán Cuesta", "Sala Dorada", "30/11/2026")
		f := invitacionPrueba()
		f.Sala = ""
		if err := Invitacion(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
		text = textOf(t, render(t, func(w io.Writer) error { return DeclaracionSala(w, declaracionPrueba(), opcionesPrueba) }))
		wants(t, text, "Declaración responsable", "SIN PRESENTAR", "Juegos del Manzanares", "15/12/2026", "Firma de quien")
		d := declaracionPrueba()
		d.Presentada, d.Referencia = "2026-12-01", "REG 2026/881"
		lacks(t, textOf(t, render(t, func(w io.Writer) error { return DeclaracionSala(w, d, opcionesPrueba) })), "SIN PRESENTAR")
		d.Prevista = ""
		if err := DeclaracionSala(io.Discard, d, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
}
