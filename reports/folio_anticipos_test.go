package reports

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/domain"
)

func folio(t *testing.T, f FolioAnticiposFacts) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return FolioAnticipos(w, f, opcionesPrueba) })
}

func TestFolioAnticipos(t *testing.T) {
	text := textOf(t, folio(t, folioPrueba()))
	t.Run("40/heading, book and folio", func(t *testing.T) {
		wants(t, text, "Libro registro de anticipos", "Gran Casino Ribera Alta", "folio 12, hoja 1 de 2", "folio 12, hoja 2 de 2", "art. 40 del Reglamento")
	})
	t.Run("40.1/game, number, date and hours", func(t *testing.T) {
		wants(t, text, "Mesa 3 · ruleta americana", "Mesa y libro n.º", "30/11/2026", "Hora de apertura Hora de cierre",
			"30/11/2026 18:02 01/12/2026 05:31", "1.ª del día", "serie baja")
	})
	t.Run("40.1/initial anticipo by denominations", func(t *testing.T) {
		wants(t, text, "1.000,00 € 40 40.000,00 €", "500,00 € 40 20.000,00 €", "100,00 € 100 10.000,00 €", "5,00 € 60 300,00 €",
			"Total del anticipo inicial 75.000,00 €", "asiento 45 · 30/11/2026 18:02 · anotado 30/11/2026 18:04")
	})
	t.Run("40.1/each complementary with its hour", func(t *testing.T) {
		wants(t, text, "1.º asiento 46 · 30/11/2026 22:15 75.000,00 €", "2.º asiento 47 · 01/12/2026 00:45 75.000,00 €",
			"40 × 1.000,00 € · 40 × 500,00 €", "Total de anticipos, el inicial incluido 225.000,00 €")
	})
	t.Run("40.1/final count of chips, plaques and notes", func(t *testing.T) {
		wants(t, text, "212 × 100,00 € 21.200,00 €", "9 × 5.000,00 € 45.000,00 €", "371 × 50,00 € 18.550,00 €",
			"Total de fichas 38.337,00 €", "Total de placas 119.500,00 €", "Total de billetes 59.490,00 €")
	})
	t.Run("CAJ-B/a negative result reads menos", func(t *testing.T) {
		wants(t, text, "217.327,00 €", "Resultado −7.673,00 €", "menos siete mil seiscientos setenta y tres euros")
	})
	t.Run("36.2/who signs each anticipo and where the funcionario is", func(t *testing.T) {
		wants(t, text, "Funcionario inspector presente y firma", "Funcionario inspector en otra dependencia", "Funcionario inspector no presente",
			"Elena Prado Ruiz Director de juegos 30/11/2026 18:03:40", "Tomás Ibáñez Güell Subdirector (sustituye a la dirección) 01/12/2026 00:47:31")
	})
	t.Run("FIR-4/a handwritten signature says before whom", func(t *testing.T) {
		wants(t, text, "firma manuscrita en el ejemplar impreso, ante Elena Prado Ruiz, ejemplar 1")
	})
	t.Run("36.3/the three who counted", func(t *testing.T) {
		wants(t, text, "Nerea Solís Vega", "Ramón Peña Ortuño", "asiento 49 · 01/12/2026 05:31 · anotado 01/12/2026 05:38")
	})
	t.Run("40.3/three signatures at the foot, each with key and signature", func(t *testing.T) {
		last := pages(t, folio(t, folioPrueba()))[1]
		wants(t, last, "Crupier Cajero Director de juegos", "Nerea Solís Vega Ramón Peña Ortuño Elena Prado Ruiz",
			"01/12/2026 05:36:12", "01/12/2026 05:36:40", "01/12/2026 05:37:18", "(art. 40.3)", "Acto principal-266")
		for _, f := range folioPrueba().Final.Acto.Firmas {
			wants(t, last, "clave "+f.Clave, "firma "+f.fingerprint())
		}
		wants(t, last, "huella "+folioPrueba().Final.Acto.Huella)
	})
	t.Run("LIB-1/auxiliary copy without a resolution", func(t *testing.T) {
		wants(t, text, "Copia auxiliar del libro diligenciado")
		lacks(t, text, "Libro oficial")
	})
	t.Run("39.3/official with the resolution it cites", func(t *testing.T) {
		f := folioPrueba()
		f.Regimen.Resolucion = "resolución 118/2026"
		text := textOf(t, folio(t, f))
		wants(t, text, "Libro oficial en sistema informático autorizado: resolución 118/2026 (art. 39.3)")
		lacks(t, text, "Copia auxiliar")
	})
	t.Run("every sheet carries the checkpoint", func(t *testing.T) {
		c := folioPrueba().Evidencia.Checkpoint
		for _, page := range pages(t, folio(t, folioPrueba())) {
			wants(t, page, c.Origen, fmt.Sprintf("tamaño %d", c.Tamano), c.Raiz, "Completitud demostrada", "criterios CAJ-A, CAJ-B, FIR-1, LIB-1")
		}
	})
}

func TestFolioAnticiposStates(t *testing.T) {
	t.Run("40.1/open session", func(t *testing.T) {
		text := textOf(t, folio(t, folioAbierto()))
		wants(t, text, "SESIÓN ABIERTA", "Ninguno.", "no hay recuento final", "Completitud no demostrada")
		lacks(t, text, "Certificación y firmas", "Resultado de la sesión")
	})
	t.Run("40.2/total of the day after a second session", func(t *testing.T) {
		f := folioPrueba()
		dia := domain.Importe(123_456)
		f.Sesion, f.TotalDia = 2, &dia
		wants(t, textOf(t, folio(t, f)), "2.ª del día", "Total del día con las sesiones anteriores (art. 40.2) 1.234,56 €")
	})
	t.Run("36.2/funcionario present who does not sign", func(t *testing.T) {
		f := folioAbierto()
		f.Inicial.Inspector = InspectorNoFirma
		f.Inicial.Acto.Firmas = f.Inicial.Acto.Firmas[:1]
		wants(t, textOf(t, folio(t, f)), "Funcionario inspector presente y no firma")
	})
	t.Run("36.2/funcionario who refuses", func(t *testing.T) {
		f := folioAbierto()
		f.Inicial.Acto.Firmas[1].Modo = ModoSeNiega
		wants(t, textOf(t, folio(t, f)), "se niega a firmar; lo hace constar Elena Prado Ruiz")
	})
	t.Run("40.3/a slot still to be signed", func(t *testing.T) {
		f := folioPrueba()
		f.Final.Acto.Firmas[1] = Firma{Cargo: domain.Cajero}
		wants(t, textOf(t, folio(t, f)), "PENDIENTE DE FIRMA", "pendiente de firma")
	})
	t.Run("HOR-2/transcribed from a contingency form", func(t *testing.T) {
		f := folioPrueba()
		f.Complementarios[0].Contingencia = "C-0042"
		wants(t, textOf(t, folio(t, f)), "asiento 46 · 30/11/2026 22:15 · contingencia, impreso C-0042")
	})
	t.Run("MAQ-1/reason of an early close", func(t *testing.T) {
		f := folioPrueba()
		f.Final.Motivo = strings.Repeat("Avería del cilindro comprobada. ", 80)
		text := textOf(t, folio(t, f))
		wants(t, text, "Motivo del cierre anticipado: Avería del cilindro")
		if got := strings.Count(strings.ReplaceAll(text, " ", ""), "Averíadelcilindrocomprobada."); got != 80 {
			t.Errorf("the reason appears %d times, want 80", got)
		}
	})
}

// TestFolioAnticiposPages makes folios of every length: none loses its foot.
func TestFolioAnticiposPages(t *testing.T) {
	for _, n := range []int{0, 3, 9} {
		t.Run(fmt.Sprintf("40.3/%d reposiciones", n), func(t *testing.T) {
			f := folioPrueba()
			f.Complementarios = slices.Repeat(f.Complementarios[:1], n)
			f.Resultado = 21_732_700 - domain.Importe(n+1)*anticipoPrueba
			ps := pages(t, folio(t, f))
			for k, page := range ps {
				wants(t, page, "Libro registro de anticipos", fmt.Sprintf("folio 12, hoja %d de %d", k+1, len(ps)))
			}
			wants(t, ps[len(ps)-1], "Resultado", "Certificación y firmas", "Nerea Solís Vega")
		})
	}
	t.Run("40.1/many denominations", func(t *testing.T) {
		f := folioPrueba()
		f.Final.Fichas = domain.Piezas{}
		total := domain.Importe(0)
		for v := domain.Importe(1); v <= 90; v++ {
			f.Final.Fichas[v*100] = 1
			total += v * 100
		}
		f.Resultado = total + 11_950_000 + 5_949_000 - 3*anticipoPrueba
		text := textOf(t, folio(t, f))
		for v := domain.Importe(1); v <= 90; v++ {
			wants(t, text, "1 × "+(v*100).String())
		}
	})
}

func TestFolioAnticiposErrors(t *testing.T) {
	tests := map[string]func(*FolioAnticiposFacts){
		"36.2/a total that is not that of its pieces": func(f *FolioAnticiposFacts) { f.Inicial.Importe++ },
		"36.2/a reposición that does not add up":      func(f *FolioAnticiposFacts) { f.Complementarios[1].Importe-- },
		"36.2/no state of the funcionario":            func(f *FolioAnticiposFacts) { f.Inicial.Inspector = "" },
		"36.2/he signs and has no slot":               func(f *FolioAnticiposFacts) { f.Complementarios[0].Inspector = InspectorFirma },
		"36.2/he has a slot and is not there":         func(f *FolioAnticiposFacts) { f.Inicial.Inspector = InspectorNoPresente },
		"36.2/nobody signs":                           func(f *FolioAnticiposFacts) { f.Inicial.Acto.Firmas = nil },
		"36.3/a result one céntimo off":               func(f *FolioAnticiposFacts) { f.Resultado++ },
		"36.3/impossible pieces":                      func(f *FolioAnticiposFacts) { f.Final.Placas = domain.Piezas{-100: 1} },
		"40.3/two signers":                            func(f *FolioAnticiposFacts) { f.Final.Acto.Firmas = f.Final.Acto.Firmas[:2] },
		"40.1/closed without an hour":                 func(f *FolioAnticiposFacts) { f.Cierre = time.Time{} },
		"FIR-4/nobody attests":                        func(f *FolioAnticiposFacts) { f.Inicial.Acto.Firmas[1].Atesta = "" },
		"FIR-4/unknown mode":                          func(f *FolioAnticiposFacts) { f.Final.Acto.Firmas[0].Modo = "verbal" },
		"40.3/half a signature": func(f *FolioAnticiposFacts) {
			f.Final.Acto.Firmas[0].Firma = f.Final.Acto.Firmas[0].Firma[:63]
		},
		"40.3/unknown cargo": func(f *FolioAnticiposFacts) { f.Final.Acto.Firmas[0].Cargo = "" },
		"no checkpoint":      func(f *FolioAnticiposFacts) { f.Evidencia.Checkpoint.Raiz = "" },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			f := folioPrueba()
			spoil(&f)
			if err := FolioAnticipos(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("FolioAnticipos = %v, want ErrFacts", err)
			}
		})
	}
}
