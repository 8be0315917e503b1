package reports

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/letras"
)

func control(t *testing.T, f ControlIngresosFacts) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return ControlIngresos(w, f, opcionesPrueba) })
}

func TestControlIngresos(t *testing.T) {
	f := controlPrueba(12)
	text := textOf(t, control(t, f))
	t.Run("42/heading and folio", func(t *testing.T) {
		wants(t, text, "Control de ingresos", "folio 335, hoja 1 de 1", "Jornada del 30/11/2026 · cerrada el 01/12/2026 05:58", "art. 42 del Reglamento")
	})
	t.Run("42.1/the result of each table and where it comes from", func(t *testing.T) {
		wants(t, text, "1 black jack 11 1 −2.120,81 €", "7 ruleta francesa 17 y 18 2 1.680,31 €", "11 black jack no se abrió 0,00 €")
	})
	t.Run("42.2/total in figures and words", func(t *testing.T) {
		wants(t, text, "Total del día "+f.Total.String(), letras.Euros(f.Total))
	})
	t.Run("42.2/a losing day reads menos", func(t *testing.T) {
		f := controlPrueba(3)
		if f.Total >= 0 {
			t.Fatalf("the total is %s", f.Total)
		}
		wants(t, textOf(t, control(t, f)), "Total del día −5.491,34 €", "menos cinco mil cuatrocientos noventa y un euros con treinta y cuatro céntimos")
	})
	t.Run("42.2/certified by the direction", func(t *testing.T) {
		firma := f.Certificacion.Firmas[0]
		wants(t, text, "Director de juegos", "Elena Prado Ruiz", "01/12/2026 06:04:51", "clave "+firma.Clave, "firma "+firma.fingerprint(),
			"huella "+f.Certificacion.Huella, "Acto principal-270")
		lacks(t, text, "PENDIENTE", "pendiente")
	})
	t.Run("42.2/pending says so", func(t *testing.T) {
		text := textOf(t, control(t, controlPendiente()))
		wants(t, text, "PENDIENTE DE CERTIFICACIÓN", "pendiente de firma", "no puede abrirse la jornada siguiente")
		lacks(t, text, "Quien firma certifica")
	})
	t.Run("42.2/proposed and not signed is pending", func(t *testing.T) {
		f := controlPrueba(2)
		f.Certificacion.Firmas = []Firma{{Cargo: domain.Director}}
		wants(t, textOf(t, control(t, f)), "PENDIENTE DE CERTIFICACIÓN")
	})
	t.Run("HOR-2/certified on paper", func(t *testing.T) {
		f := controlPrueba(2)
		f.Contingencia = "C-0107"
		wants(t, textOf(t, control(t, f)), "Certificado en el impreso de contingencia C-0107")
	})
	t.Run("42.1/no table was opened", func(t *testing.T) {
		f := controlPrueba(0)
		wants(t, textOf(t, control(t, f)), "No se abrió ninguna mesa", "Total del día 0,00 €", "cero euros")
	})
	t.Run("42.2/same document without proof of completeness", func(t *testing.T) {
		f := controlPrueba(2)
		f.Evidencia.Completitud = ""
		wants(t, textOf(t, control(t, f)), "Completitud no demostrada")
	})
}

// TestControlIngresosPages is the case of a register whose rows overflow the sheet, with
// every number of rows around the borders of the first three sheets.
func TestControlIngresosPages(t *testing.T) {
	t.Run("PDF-04/heading, folio and signature with 120 tables", func(t *testing.T) {
		f := controlPrueba(120)
		ps := pages(t, control(t, f))
		if len(ps) < 3 {
			t.Fatalf("%d pages for 120 tables", len(ps))
		}
		for k, page := range ps {
			wants(t, page, "Control de ingresos", fmt.Sprintf("folio 335, hoja %d de %d", k+1, len(ps)), "mesa juego folios de su libro sesiones resultado")
			if k > 0 {
				wants(t, page, "Suma anterior")
			}
			if k < len(ps)-1 {
				wants(t, page, "Suma y sigue")
				lacks(t, page, "Certificación")
			}
		}
		last := ps[len(ps)-1]
		wants(t, last, "118 ", "119 ", "120 ruleta americana", "Total del día", "Certificación", "Elena Prado Ruiz")
	})
	t.Run("PDF-04/sums carried over the break", func(t *testing.T) {
		ps := pages(t, control(t, controlPrueba(60)))
		_, after, _ := strings.Cut(ps[0], "Suma y sigue ")
		amount, _, _ := strings.Cut(after, " €")
		wants(t, ps[1], "Suma anterior "+amount+" €")
	})
	cv := newCanvas(a4Width, a4Height, "", "", opcionesPrueba)
	for n := 1; n <= 120; n++ {
		dealt := paginate(controlPrueba(n).blocks(cv), bodyBottom-bodyTop)
		last := dealt[len(dealt)-1]
		rows := 0
		for _, b := range last {
			if b.table != nil {
				rows++
			}
		}
		if rows < min(n, lastMesas) || !last[len(last)-1].atFoot {
			t.Errorf("PDF-04: with %d tables the sheet of the signature has %d rows", n, rows)
		}
	}
}

func TestControlIngresosErrors(t *testing.T) {
	tests := map[string]func(*ControlIngresosFacts){
		"42.1/a total that is not the sum": func(f *ControlIngresosFacts) { f.Mesas[0].Resultado++ },
		"42.2/no words":                    func(f *ControlIngresosFacts) { f.TotalLetra = "" },
		"42.2/words of another amount":     func(f *ControlIngresosFacts) { f.TotalLetra = "un euro" },
		"42.2/nobody certifies":            func(f *ControlIngresosFacts) { f.Certificacion.Firmas = nil },
		"no token":                         func(f *ControlIngresosFacts) { f.Evidencia.Token = "" },
		"no house":                         func(f *ControlIngresosFacts) { f.Casa.Entidad = "" },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			f := controlPrueba(4)
			spoil(&f)
			if err := ControlIngresos(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("ControlIngresos = %v, want ErrFacts", err)
			}
		})
	}
}
