package reports

import (
	"errors"
	"io"
	"testing"

	"foliado/domain"
)

func init() {
	documents["acta-billetes"] = func(w io.Writer, o Options) error { return ActaBilletes(w, actaBilletesPrueba(), o) }
	documents["arqueo"] = func(w io.Writer, o Options) error { return Arqueo(w, arqueoPrueba(), o) }
	documents["cartel"] = func(w io.Writer, o Options) error { return Cartel(w, cartelPrueba(), o) }
	documents["clausura"] = func(w io.Writer, o Options) error { return Clausura(w, clausuraPrueba(), o) }
	documents["formularios"] = func(w io.Writer, o Options) error { return Formularios(w, formulariosPrueba(FormularioRecuento), o) }
	documents["formularios-tarjeta"] = func(w io.Writer, o Options) error { return Formularios(w, formulariosPrueba(FormularioTarjeta), o) }
	documents["formularios-denegacion"] = func(w io.Writer, o Options) error { return Formularios(w, formulariosPrueba(FormularioDenegacion), o) }
	documents["folio-anticipos-movimientos"] = func(w io.Writer, o Options) error { return FolioAnticipos(w, folioMovimientos(), o) }
}

func actaBilletesPrueba() ActaBilletesFacts {
	f := folioPrueba()
	return ActaBilletesFacts{Casa: f.Casa, Evidencia: f.Evidencia, Numero: 31, Mesa: 3, Juego: f.Juego, Folio: 12, Jornada: f.Jornada, Caja: 31, CajaRelevo: 32,
		Relevo: madrid("2026-11-30 23:10:00"), Autoriza: "Elena Prado Ruiz", Hecho: madrid("2026-11-30 23:25:00"), Anotacion: madrid("2026-11-30 23:31:00"),
		Dependencia: "la caja", Billetes: domain.Piezas{domain.Euros(500): 8, domain.Euros(200): 12, domain.Euros(50): 120}, Importe: 1_240_000,
		Copia: "la caja de relevo, n.º 32", Acto: actoPrueba(233, firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 23:30:12"))}
}

func arqueoPrueba() ArqueoFacts {
	f := folioPrueba()
	esperado := domain.Importe(3_801_000)
	return ArqueoFacts{Casa: f.Casa, Evidencia: f.Evidencia, Folio: 7, Jornada: f.Jornada, Motivo: "A requerimiento de la inspección", Inspector: InspectorFirma,
		Funcionario: "2041", Entrante: "Ramón Peña Ortuño", Hecho: madrid("2026-11-30 23:40:00"), Asiento: 7, Metalico: domain.Piezas{domain.Euros(100): 300, domain.Euros(50): 160},
		Fichas: domain.Piezas{domain.Euros(100): 900, domain.Euros(5): 400}, Placas: domain.Piezas{domain.Euros(1000): 40}, Bloqueado: 3_750_000, Exigido: 7_500_000,
		Entregado: 30_000_000, Devuelto: 1_240_000, Cuadra: true, Esperado: &esperado, Nota: "faltan diez euros del cambio de las 22:15",
		Acto: actoPrueba(240, firmada(domain.Cajero, "Ramón Peña Ortuño", "2026-11-30 23:44:00"), firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 23:44:30"),
			firmada(domain.FuncionarioInspector, "Inspectora 2041", "2026-11-30 23:45:10"))}
}

func cartelPrueba() CartelFacts {
	f := folioPrueba()
	k := CartelFacts{Casa: f.Casa, Evidencia: f.Evidencia, Numero: 18, Mesa: 7, Juego: domain.RuletaAmericana, ApuestaMinima: 200, Anticipo: 3_000_000,
		Emision: madrid("2026-11-30 17:40:00")}
	for _, t := range []struct {
		suerte string
		veces  int64
	}{{"Suertes sencillas", 360}, {"Pleno o número completo", 20}, {"Caballo", 40}, {"Transversal", 60}, {"Cuadro", 80}, {"Seisena", 120}, {"Columna", 240},
		{"Docena", 240}, {"Doble columna", 480}, {"Doble docena", 480}} {
		k.Topes = append(k.Topes, TopeCartel{t.suerte, domain.Importe(200 * t.veces)})
	}
	return k
}

func clausuraPrueba() ClausuraFacts {
	f := folioPrueba()
	return ClausuraFacts{Casa: f.Casa, Evidencia: f.Evidencia, Mesa: 4, Juego: domain.BlackJack, Folio: 9, Jornada: f.Jornada, Hecho: madrid("2026-12-01 00:40:00"),
		Anotacion: madrid("2026-12-01 00:44:00"), VenceNatural: "2026-12-03", VenceHabil: "2026-12-03",
		Circunstancias: "Tras una comprobación pedida por un jugador aparecen en el sabot dos cartas con una muesca en el borde largo, que no son de la media docena " +
			"entregada a la mesa. Se detiene la partida, se aparta el sabot y se conservan las imágenes de las dos horas anteriores.",
		Acto: actoPrueba(251, firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 00:43:20"))}
}

func formulariosPrueba(clase string) FormulariosFacts {
	return FormulariosFacts{Casa: casaPrueba, Clase: clase, Numeros: []string{"RC-4", "RC-5"}, Emision: madrid("2026-11-30 17:00:00"),
		Token: "principal/contingencia/2", Checkpoint: checkpointPrueba(420)}
}

func TestFormularios(t *testing.T) {
	for _, clase := range []string{FormularioApertura, FormularioReposicion, FormularioRecuento, FormularioMovimiento, FormularioControl, FormularioTarjeta, FormularioDenegacion} {
		t.Run("HOR-2/"+clase, func(t *testing.T) {
			if err := Formularios(io.Discard, formulariosPrueba(clase), opcionesPrueba); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("HOR-2/a class that is none", func(t *testing.T) {
		if err := Formularios(io.Discard, formulariosPrueba("tarta"), opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
}

// folioMovimientos is the folio of a session with notes taken out and chips returned.
func folioMovimientos() FolioAnticiposFacts {
	f := folioPrueba()
	uno, otro := domain.Importe(1_240_000), domain.Importe(500_000)
	acta := actoPrueba(233, firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 23:30:12"))
	devolucion := actoPrueba(236, firmada(domain.Cajero, "Ramón Peña Ortuño", "2026-11-30 23:44:00"), firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 23:45:00"))
	f.Movimientos = []MovimientoMesa{
		{Hecho: madrid("2026-11-30 23:10:00"), Asiento: 47, Texto: "Extracción 31: se retira la caja de billetes n.º 31 y queda la n.º 32."},
		{Hecho: madrid("2026-11-30 23:25:00"), Asiento: 48, Texto: "Extracción 31: billetes de la caja n.º 31 contados en la caja.", Importe: &uno, Acto: &acta},
		{Hecho: madrid("2026-11-30 23:42:00"), Asiento: 49, Texto: "Devolución de fichas a la caja.", Importe: &otro, Acto: &devolucion},
	}
	f.Extraido, f.Devuelto = uno, otro
	f.Resultado += uno + otro
	f.Final.Colores = "amarillo 300, rojo 297, verde 300"
	return f
}

func TestCajaFacts(t *testing.T) {
	bad := map[string]func() error{
		"31.5/an acta that is not the sum of its notes": func() error {
			f := actaBilletesPrueba()
			f.Importe++
			return ActaBilletes(io.Discard, f, opcionesPrueba)
		},
		"31.5/an acta without signer": func() error {
			f := actaBilletesPrueba()
			f.Acto.Firmas = nil
			return ActaBilletes(io.Discard, f, opcionesPrueba)
		},
		"36.5/37/a count signed by one": func() error {
			f := arqueoPrueba()
			f.Acto.Firmas = f.Acto.Firmas[:1]
			return Arqueo(io.Discard, f, opcionesPrueba)
		},
		"29.2/a closing down without circumstances": func() error {
			f := clausuraPrueba()
			f.Circunstancias = ""
			return Clausura(io.Discard, f, opcionesPrueba)
		},
		"29.2/a closing down not signed": func() error {
			f := clausuraPrueba()
			f.Acto.Firmas = []Firma{{Cargo: domain.Director}}
			return Clausura(io.Discard, f, opcionesPrueba)
		},
		"38.2/a notice without limits": func() error {
			f := cartelPrueba()
			f.Topes = nil
			return Cartel(io.Discard, f, opcionesPrueba)
		},
		"40.1/a folio that forgets what left the table": func() error {
			f := folioMovimientos()
			f.Extraido = 0
			return FolioAnticipos(io.Discard, f, opcionesPrueba)
		},
	}
	for name, write := range bad {
		t.Run(name, func(t *testing.T) {
			if err := write(); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
}
