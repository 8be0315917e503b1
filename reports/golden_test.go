package reports

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"foliado/domain"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// documents are the golden documents: each writes one with the fixed facts.
var documents = map[string]func(io.Writer, Options) error{
	"tarjeta": func(w io.Writer, o Options) error { return Tarjeta(w, tarjetaPrueba(), o) },
	"tarjeta-especial-anulada": func(w io.Writer, o Options) error {
		return Tarjeta(w, tarjetaAnulada(), o)
	},
	"folleto":            func(w io.Writer, o Options) error { return FolletoPuerta(w, publicacionPrueba(), o) },
	"cartel-horario":     func(w io.Writer, o Options) error { return CartelHorario(w, publicacionPrueba(), o) },
	"cartel-condiciones": func(w io.Writer, o Options) error { return CartelCondiciones(w, publicacionPrueba(), o) },
	"invitacion":         func(w io.Writer, o Options) error { return Invitacion(w, invitacionPrueba(), o) },
	"declaracion-sala":   func(w io.Writer, o Options) error { return DeclaracionSala(w, declaracionPrueba(), o) },

	"volante":         func(w io.Writer, o Options) error { return Volante(w, volantePrueba(), o) },
	"recibo-grupo":    func(w io.Writer, o Options) error { return ReciboGrupo(w, reciboPrueba(), o) },
	"custodia":        func(w io.Writer, o Options) error { return Custodia(w, custodiaPrueba(), o) },
	"turno":           func(w io.Writer, o Options) error { return Turno(w, turnoPrueba(60), o) },
	"folio-anticipos": func(w io.Writer, o Options) error { return FolioAnticipos(w, folioPrueba(), o) },
	"folio-anticipos-abierto": func(w io.Writer, o Options) error {
		return FolioAnticipos(w, folioAbierto(), o)
	},
	"control-ingresos": func(w io.Writer, o Options) error { return ControlIngresos(w, controlPrueba(120), o) },
	"control-ingresos-pendiente": func(w io.Writer, o Options) error {
		return ControlIngresos(w, controlPendiente(), o)
	},
	"acta-jugada":          func(w io.Writer, o Options) error { return ActaJugada(w, bolaPrueba(), o) },
	"jugada-black-jack":    func(w io.Writer, o Options) error { return ActaJugada(w, rondaPrueba(), o) },
	"acta-jugada-nula":     func(w io.Writer, o Options) error { return ActaJugada(w, tiradaPrueba(), o) },
	"cilindro":             func(w io.Writer, o Options) error { return Cilindro(w, cilindroPrueba(), o) },
	"folleto-dados":        func(w io.Writer, o Options) error { return Folleto(w, folletoPrueba(domain.Dados), o) },
	"tabla-pagos-trijoker": func(w io.Writer, o Options) error { return TablaPagos(w, tablaPagosPrueba(domain.Trijoker), o) },
	"acta-fundacional":     func(w io.Writer, o Options) error { return ActaFundacional(w, actaPrueba(), o) },
	"registro-medidas":     func(w io.Writer, o Options) error { return RegistroMedidas(w, medidasPrueba(), o) },
	"nota-admision":        func(w io.Writer, o Options) error { return NotaAdmision(w, notaPrueba(), o) },
	"acceso-datos":         func(w io.Writer, o Options) error { return AccesoDatos(w, accesoPrueba(), o) },
}

func TestGolden(t *testing.T) {
	for name, write := range documents {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := write(&got, opcionesPrueba); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name+".pdf")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if k := firstDifference(got.Bytes(), want); k >= 0 {
				t.Errorf("%s differs from byte %d (%d bytes, want %d): look at it and run go test ./reports -update\ngot  %q\nwant %q",
					name, k, got.Len(), len(want), around(got.Bytes(), k), around(want, k))
			}
		})
	}
}

func firstDifference(a, b []byte) int {
	for k := range min(len(a), len(b)) {
		if a[k] != b[k] {
			return k
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

func around(b []byte, k int) []byte { return b[max(0, k-40):min(len(b), k+40)] }

// TestSound holds every document against qpdf, compressed and not.
func TestSound(t *testing.T) {
	for name, write := range documents {
		t.Run(name, func(t *testing.T) {
			for _, plain := range []bool{true, false} {
				o := opcionesPrueba
				o.SinComprimir = plain
				pdf := render(t, func(w io.Writer) error { return write(w, o) })
				if !bytes.HasPrefix(pdf, []byte("%PDF-1.7\n")) {
					t.Errorf("the header is %q", pdf[:9])
				}
				out := tool(t, "qpdf", "--check", savePDF(t, pdf))
				if !bytes.Contains(out, []byte("No syntax or stream encoding errors found")) {
					t.Errorf("qpdf is not content: %s", out)
				}
			}
		})
	}
}

// TestSameBytes writes documents side by side: the library keeps tables in maps and
// writes into the bytes of fonts.
func TestSameBytes(t *testing.T) {
	type result struct {
		name string
		pdf  []byte
	}
	const rounds = 6
	results := make(chan result, rounds*len(documents))
	for range rounds {
		for name, write := range documents {
			if name == "control-ingresos" {
				continue // four sheets of the same; its bytes are those of the golden
			}
			go func() {
				var b bytes.Buffer
				if err := write(&b, opcionesPrueba); err != nil {
					t.Error(err)
				}
				results <- result{name, b.Bytes()}
			}()
		}
	}
	first := map[string][]byte{}
	for range rounds * (len(documents) - 1) {
		r := <-results
		if first[r.name] == nil {
			first[r.name] = r.pdf
		}
		if k := firstDifference(r.pdf, first[r.name]); k >= 0 {
			t.Errorf("%s: two writings differ from byte %d", r.name, k)
		}
	}
}
