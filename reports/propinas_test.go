package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
)

func init() {
	documents["cuenta-propinas"] = func(w io.Writer, o Options) error { return CuentaPropinas(w, cuentaPropinasPrueba(), o) }
	documents["parcial-propinas"] = func(w io.Writer, o Options) error { return ParcialPropinas(w, propinaPrueba(""), o) }
	documents["devolucion-propina"] = func(w io.Writer, o Options) error {
		return DevolucionPropina(w, propinaPrueba("dejó una placa de cien euros creyendo que era una ficha de diez"), o)
	}
	documents["reparto-propinas"] = func(w io.Writer, o Options) error { return RepartoPropinas(w, repartoPropinasPrueba(), o) }
	documents["criterio-propinas"] = func(w io.Writer, o Options) error { return ComunicacionCriterio(w, criterioPropinasPrueba(), o) }
	documents["cartel-propinas"] = func(w io.Writer, o Options) error { return CartelPropinas(w, cartelPropinasPrueba(), o) }
}

func propinaPrueba(motivo string) HojaPropinasFacts {
	f := folioPrueba()
	h := HojaPropinasFacts{Casa: f.Casa, Evidencia: f.Evidencia, Folio: 3, Jornada: f.Jornada, Hecho: madrid("2026-11-30 23:10:00"), Anotacion: madrid("2026-11-30 23:12:00"),
		Asiento: 3, Cajas: []CajaPropinas{{"mesa 4", 40_000}}, Importe: 40_000, Motivo: motivo,
		Acto: actoPrueba(260, firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 23:11:40"))}
	if motivo != "" {
		h.Causa = "error"
	}
	return h
}

func cuentaPropinasPrueba() HojaPropinasFacts {
	h := propinaPrueba("")
	h.Cajas, h.Parciales, h.Devuelto, h.Importe = []CajaPropinas{{"mesa 1", 0}, {"mesa 4", 83_550}, {"admisión", 10_000}}, 40_000, 10_000, 123_550
	h.Acto = actoPrueba(262, firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 06:20:00"), firmada(domain.Cajero, "Ramón Peña Ortuño", "2026-12-01 06:20:30"),
		firmada(domain.Crupier, "Lucía Toro Vela", "2026-12-01 06:21:10"))
	return h
}

func repartoPropinasPrueba() RepartoPropinasFacts {
	f := folioPrueba()
	return RepartoPropinasFacts{Casa: f.Casa, Evidencia: f.Evidencia, Folio: 2, Desde: "2026-11-01", Hasta: "2026-11-30", Criterio: 1, Porcentaje: 6250,
		Total: 100_000, Empleados: 62_500, Otros: 37_500, Hecho: madrid("2026-12-01 12:00:00"), Autor: "Elena Prado Ruiz",
		Partes: []ParteReparto{{"Ramón Peña Ortuño", "Cajero", 20, 160, 27_778}, {"Lucía Toro Vela", "Crupier", 20, 200, 34_722}}}
}

func criterioPropinasPrueba() CriterioPropinasFacts {
	f := folioPrueba()
	return CriterioPropinasFacts{Casa: f.Casa, Evidencia: f.Evidencia, Numero: 1, Hecho: madrid("2026-11-30 12:00:00"), Porcentaje: 6000,
		Puntos: []PuntosReparto{{"Cajero", 8}, {"Crupier", 10}}, VenceNatural: "2026-12-05", VenceHabil: "2026-12-07"}
}

func cartelPropinasPrueba() CartelPropinasFacts {
	f := folioPrueba()
	return CartelPropinasFacts{Casa: f.Casa, Evidencia: f.Evidencia, Acuerdo: "2026-11-30"}
}

// What would not be true is not printed.
func TestPropinasFacts(t *testing.T) {
	o := Options{Instante: madrid("2026-12-01 09:00:00")}
	for _, tt := range []struct {
		name string
		do   func() error
	}{
		{"19.4/it does not add up", func() error { f := cuentaPropinasPrueba(); f.Importe++; return CuentaPropinas(io.Discard, f, o) }},
		{"19.4/two signatures", func() error {
			f := cuentaPropinasPrueba()
			f.Acto.Firmas = f.Acto.Firmas[:2]
			return CuentaPropinas(io.Discard, f, o)
		}},
		{"19/19.5/no box", func() error { f := propinaPrueba(""); f.Cajas = nil; return ParcialPropinas(io.Discard, f, o) }},
		{"19.3/no number", func() error { f := propinaPrueba("x"); f.Folio = 0; return DevolucionPropina(io.Discard, f, o) }},
		{"15.d/19.6/one céntimo lost", func() error {
			f := repartoPropinasPrueba()
			f.Partes[0].Importe--
			return RepartoPropinas(io.Discard, f, o)
		}},
		{"11.2/19.6/no points", func() error {
			f := criterioPropinasPrueba()
			f.Puntos = nil
			return ComunicacionCriterio(io.Discard, f, o)
		}},
		{"19.2/no decision", func() error { return CartelPropinas(io.Discard, CartelPropinasFacts{}, o) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.do(); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
	for n, want := range map[int64]string{6000: "60 %", 6250: "62,5 %", 6201: "62,01 %", 1: "0,01 %"} {
		if got := porcentaje(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
