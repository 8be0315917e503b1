package reports

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"foliado/domain"
)

func diligenciaPrueba() DiligenciaFacts {
	f := folioPrueba()
	return DiligenciaFacts{
		Casa: casaPrueba, Evidencia: evidenciaPrueba(18_900), Mesa: f.Mesa, Juego: f.Juego, Folio: f.Folio, Ordinal: 1,
		Original: "2026-11-30", Jornada: "2026-12-01", ContadoAnterior: 3_700_000, Contado: 3_710_000, ResultadoAnterior: -50_000, Resultado: -40_000,
		Motivo: "una ficha de 100 € quedó bajo la bandeja y se halló al limpiar",
		Rectificado: Recuento{Hecho: madrid("2026-12-01 17:40:00"), Anotacion: madrid("2026-12-01 17:41:10"), Asiento: 52,
			Fichas: domain.Piezas{10_000: 321}, Placas: domain.Piezas{}, Billetes: domain.Piezas{5_000: 100}, Acto: actoPrueba(91,
				firmada(domain.Crupier, "Tomás Arrieta Luna", "2026-12-01 17:42:00"), firmada(domain.Cajero, "Begoña Calvo Sanz", "2026-12-01 17:42:30"),
				firmada(domain.Director, "Marina Quesada Orgaz", "2026-12-01 17:43:00"))},
	}
}

func TestDiligencia(t *testing.T) {
	t.Run("FIR-5/what it says", func(t *testing.T) {
		var b bytes.Buffer
		if err := Diligencia(&b, diligenciaPrueba(), opcionesPrueba); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(string(tool(t, "pdftotext", "-layout", savePDF(t, b.Bytes()), "-"))), " ")
		for _, want := range []string{"Diligencia de rectificación", "diligencia 1", "jornada del 30/11/2026", "quedó bajo la bandeja", "37.000,00 €", "37.100,00 €",
			"−400,00 €", "cien euros", "Tomás Arrieta Luna", "Begoña Calvo Sanz", "Marina Quesada Orgaz", "criterio FIR-5"} {
			if !strings.Contains(got, want) {
				t.Errorf("it does not say %q:\n%s", want, got)
			}
		}
	})
	t.Run("41.3/FIR-5/of a pozo", func(t *testing.T) {
		f := diligenciaPrueba()
		f.Juego, f.Pozo, f.Contado, f.Resultado = domain.BacaraChemin, domain.Piezas{10_000: 371}, 3_710_000, -40_000
		f.Rectificado.Fichas, f.Rectificado.Billetes = nil, nil
		var b bytes.Buffer
		if err := Diligencia(&b, f, opcionesPrueba); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(string(tool(t, "pdftotext", "-layout", savePDF(t, b.Bytes()), "-"))), " ")
		for _, want := range []string{"Pozo", "Total del pozo", "37.100,00 €", "art. 41.4", "art. 41 del Reglamento"} {
			if !strings.Contains(got, want) {
				t.Errorf("it does not say %q:\n%s", want, got)
			}
		}
		if strings.Contains(got, "Billetes") {
			t.Errorf("a pozo holds no notes:\n%s", got)
		}
		f.Pozo = domain.Piezas{10_000: 370}
		if err := Diligencia(&bytes.Buffer{}, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
	for name, spoil := range map[string]func(*DiligenciaFacts){
		"pieces that add up to another sum": func(f *DiligenciaFacts) { f.Rectificado.Fichas = domain.Piezas{10_000: 320} },
		"result out of step":                func(f *DiligenciaFacts) { f.Resultado++ },
		"nobody signs":                      func(f *DiligenciaFacts) { f.Rectificado.Acto.Firmas = nil },
	} {
		t.Run(name, func(t *testing.T) {
			f := diligenciaPrueba()
			spoil(&f)
			if err := Diligencia(&bytes.Buffer{}, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
	t.Run("42.1/control and folio with it", func(t *testing.T) {
		k := controlPrueba(3)
		k.Rectificado = []LineaRectificada{{Mesa: 4, Folio: 12, Original: "2026-11-29", Diferencia: 10_000}}
		if err := ControlIngresos(&bytes.Buffer{}, k, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("a total without its corrections: got %v, want ErrFacts", err)
		}
		f := folioPrueba()
		f.Rectificado = []Rectificado{{Ordinal: 1, Jornada: "2026-12-01", Diferencia: 10_000, Resultado: f.Resultado + 10_000}}
		var b bytes.Buffer
		if err := FolioAnticipos(&b, f, opcionesPrueba); err != nil {
			t.Fatal(err)
		}
		got := string(tool(t, "pdftotext", "-layout", savePDF(t, b.Bytes()), "-"))
		if !strings.Contains(got, "RECTIFICADO") || !strings.Contains(got, "diligencia 1") {
			t.Errorf("the folio does not mention it:\n%s", got)
		}
	})
}

func TestConsolidado(t *testing.T) {
	f := ConsolidadoFacts{Casa: casaPrueba, Evidencia: evidenciaPrueba(18_900), Fecha: "2026-11-30", Total: 500,
		Lineas: []LineaConsolidado{{"Gran Casino Ribera Alta", 12, 1_500, true}, {"Sala Apéndice", 7, -1_000, false}, {"Otra sala", 0, 0, false}}}
	t.Run("EST-1/each by itself and the sum", func(t *testing.T) {
		var b bytes.Buffer
		if err := Consolidado(&b, f, opcionesPrueba); err != nil {
			t.Fatal(err)
		}
		got := textOf(t, b.Bytes())
		for _, want := range []string{"folio 12, certificado", "folio 7, pendiente de certificar", "sin jornada cerrada", "5,00 €", "cinco euros", "FALTA CERTIFICAR"} {
			if !strings.Contains(got, want) {
				t.Errorf("it does not say %q:\n%s", want, got)
			}
		}
	})
	f.Total++
	if err := Consolidado(&bytes.Buffer{}, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
		t.Errorf("a total that is no sum: got %v", err)
	}
}
