package reports

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func acta(t *testing.T, f ActaFundacionalFacts) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return ActaFundacional(w, f, opcionesPrueba) })
}

func TestActaFundacional(t *testing.T) {
	f := actaPrueba()
	ps := pages(t, acta(t, f))
	if len(ps) != 2 {
		t.Fatalf("%d sheets, want one a copy", len(ps))
	}
	wants(t, ps[0], "ejemplar 1 de 2", "ejemplar para la entidad", "Sello de la entidad")
	wants(t, ps[1], "ejemplar 2 de 2", "ejemplar para la autoridad", "Recibido por la autoridad")
	for _, page := range ps {
		wants(t, page, "Acta fundacional del diario", f.Casa.Entidad, f.Origen, f.Instalacion, f.HuellaClave, f.ClaveDiario,
			"Elena Prado Ruiz", "Tomás Ibáñez Güell", "clave "+f.Claves[0].Clave, f.Claves[0].Publica, "clave "+f.Claves[1].Clave, f.Claves[1].Publica,
			"Primer checkpoint", f.Checkpoint.Raiz, "Firmas en papel", "01/09/2026 10:00")
		lacks(t, strings.ToLower(page), "demostración")
	}
	t.Run("demonstration", func(t *testing.T) {
		f := actaPrueba()
		f.Casa.Demostracion = true
		for _, page := range pages(t, acta(t, f)) {
			wants(t, page, "DEMOSTRACIÓN SIN VALOR")
		}
	})
}

func TestActaFundacionalErrors(t *testing.T) {
	tests := map[string]func(*ActaFundacionalFacts){
		"no entidad":             func(f *ActaFundacionalFacts) { f.Casa.Entidad = "" },
		"no key of the log":      func(f *ActaFundacionalFacts) { f.ClaveDiario = "" },
		"an empty log":           func(f *ActaFundacionalFacts) { f.Checkpoint.Tamano = 0 },
		"checkpoint of another":  func(f *ActaFundacionalFacts) { f.Checkpoint.Origen = "foliado/otro" },
		"one key twice":          func(f *ActaFundacionalFacts) { f.Claves[1] = f.Claves[0] },
		"one key":                func(f *ActaFundacionalFacts) { f.Claves[1] = ClaveFundacional{} },
		"a root that is no root": func(f *ActaFundacionalFacts) { f.Checkpoint.Raiz = "raíz" },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			f := actaPrueba()
			spoil(&f)
			if err := ActaFundacional(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("ActaFundacional = %v, want ErrFacts", err)
			}
		})
	}
}
