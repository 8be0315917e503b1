package reports

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"foliado/domain"
	"foliado/domain/letras"
)

// Invented facts, the same at every run.

var opcionesPrueba = Options{Instante: madrid("2026-12-01 06:12:00"), SinComprimir: true}

func madrid(s string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04:05", s, domain.Madrid)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

func hash(s string) []byte { h := sha256.Sum256([]byte(s)); return h[:] }

var casaPrueba = Casa{Entidad: "Juegos del Manzanares, S.A.", Establecimiento: "Gran Casino Ribera Alta"}

const origenPrueba = "foliado/3f9c1d2e4b5a69788796a5b4c3d2e1f0"

func checkpointPrueba(n int64) Checkpoint {
	k := ed25519.NewKeyFromSeed(hash("diario"))
	raiz := base64.StdEncoding.EncodeToString(hash(fmt.Sprint("raiz", n)))
	c := Checkpoint{Origen: origenPrueba, Tamano: n, Raiz: raiz}
	firma := append([]byte{0x5a, 0x11, 0x0c, 0xee}, ed25519.Sign(k, []byte(c.Nota()))...)
	c.Firma = "— " + origenPrueba + " " + base64.StdEncoding.EncodeToString(firma)
	return c
}

func evidenciaPrueba(n int64) Evidencia {
	return Evidencia{
		Token:      "q7Zk2mXc9TfR4vLw8sNd1g",
		Checkpoint: checkpointPrueba(n),
		Asientos:   "45 a 49",
		Completitud: "Completitud demostrada por el estado de series del asiento 18.442: el libro llega al asiento 49 y al folio 12, " +
			"sin huecos ni actos abiertos.",
		Criterios: []string{"CAJ-A", "CAJ-B", "FIR-1", "LIB-1"},
	}
}

func firmada(c domain.Cargo, name, instante string) Firma {
	k := ed25519.NewKeyFromSeed(hash(name))
	return Firma{Cargo: c, Nombre: name, Modo: ModoClave, Instante: madrid(instante),
		Clave: hex.EncodeToString(hash(name)[:8]), Firma: ed25519.Sign(k, []byte(instante))}
}

func actoPrueba(n int, firmas ...Firma) Acto {
	id := fmt.Sprintf("principal-%d", n)
	return Acto{ID: id, Huella: hex.EncodeToString(hash(id)), Firmas: firmas}
}

func tarjetaPrueba() TarjetaFacts {
	return TarjetaFacts{
		Casa: casaPrueba, Numero: 48213, Nombre: "Íñigo", Apellidos: "Muñoz Cañadas", Documento: "DNI", NumeroDoc: "50111222H",
		Ficha: 9077, Emision: madrid("2026-11-30 21:04:10"), Jornada: "2026-11-30", Validez: "2026-11-30", Precio: domain.Euros(5),
		Token: "q7Zk2mXc9TfR4vLw8sNd1g", Checkpoint: checkpointPrueba(18231),
	}
}

var piezasPrueba = domain.Piezas{
	domain.Euros(1000): 40, domain.Euros(500): 40, domain.Euros(100): 100, domain.Euros(50): 60,
	domain.Euros(20): 60, domain.Euros(10): 50, domain.Euros(5): 60,
}

const anticipoPrueba = domain.Importe(7_500_000)

func folioPrueba() FolioAnticiposFacts {
	elena := func(s string) Firma { return firmada(domain.Director, "Elena Prado Ruiz", s) }
	tomas := firmada(domain.Subdirector, "Tomás Ibáñez Güell", "2026-12-01 00:47:31")
	tomas.Sustituye = true
	inspectora := firmada(domain.FuncionarioInspector, "Inspectora 2041", "2026-11-30 18:04:02")
	inspectora.Modo, inspectora.Atesta = ModoManuscrita, "Elena Prado Ruiz, ejemplar 1"
	return FolioAnticiposFacts{
		Casa: casaPrueba, Regimen: Regimen{}, Evidencia: evidenciaPrueba(18442),
		Mesa: 3, Juego: domain.RuletaAmericana, Folio: 12, Jornada: "2026-11-30", Sesion: 1,
		ApuestaMinima: domain.Euros(5), Maximos: "serie baja",
		Apertura: madrid("2026-11-30 18:02:00"), Cierre: madrid("2026-12-01 05:31:00"),
		Inicial: Anticipo{Hecho: madrid("2026-11-30 18:02:00"), Anotacion: madrid("2026-11-30 18:04:30"), Asiento: 45,
			Piezas: piezasPrueba, Importe: anticipoPrueba, Inspector: InspectorFirma,
			Acto: actoPrueba(211, elena("2026-11-30 18:03:40"), inspectora)},
		Complementarios: []Anticipo{
			{Hecho: madrid("2026-11-30 22:15:00"), Asiento: 46, Piezas: piezasPrueba, Importe: anticipoPrueba,
				Inspector: InspectorOtraDependencia, Acto: actoPrueba(229, elena("2026-11-30 22:16:05"))},
			{Hecho: madrid("2026-12-01 00:45:00"), Asiento: 47, Piezas: piezasPrueba, Importe: anticipoPrueba,
				Inspector: InspectorNoPresente, Acto: actoPrueba(240, tomas)},
		},
		Final: &Recuento{Hecho: madrid("2026-12-01 05:31:00"), Anotacion: madrid("2026-12-01 05:38:00"), Asiento: 49,
			Fichas: domain.Piezas{domain.Euros(100): 212, domain.Euros(50): 130, domain.Euros(20): 301, domain.Euros(10): 288,
				domain.Euros(5): 344, domain.Euros(1): 17},
			Placas:   domain.Piezas{domain.Euros(5000): 9, domain.Euros(1000): 54, domain.Euros(500): 41},
			Billetes: domain.Piezas{domain.Euros(500): 21, domain.Euros(200): 33, domain.Euros(100): 214, domain.Euros(50): 371, domain.Euros(20): 122},
			Acto: actoPrueba(266, firmada(domain.Crupier, "Nerea Solís Vega", "2026-12-01 05:36:12"),
				firmada(domain.Cajero, "Ramón Peña Ortuño", "2026-12-01 05:36:40"), elena("2026-12-01 05:37:18"))},
		Resultado: -767_300,
	}
}

func controlPrueba(n int) ControlIngresosFacts {
	f := ControlIngresosFacts{Casa: casaPrueba, Evidencia: evidenciaPrueba(18447), Folio: 335, Jornada: "2026-11-30", Asiento: 402,
		Regimen: Regimen{Resolucion: "resolución 118/2026, de 4 de mayo, del órgano tributario"}, Cierre: madrid("2026-12-01 05:58:00")}
	f.Evidencia.Asientos = "402 y 403"
	juegos := []domain.Juego{domain.RuletaAmericana, domain.BlackJack, domain.RuletaFrancesa, domain.PuntoBanca, domain.PoquerCirculo}
	for k := 1; k <= n; k++ {
		m := ResultadoMesa{Mesa: k, Juego: juegos[k%len(juegos)], Folios: fmt.Sprint(10 + k), Sesiones: 1,
			Resultado: domain.Importe((k*k*7919)%900_000 - 220_000)}
		if k%7 == 0 {
			m.Folios, m.Sesiones = fmt.Sprintf("%d y %d", 10+k, 11+k), 2
		}
		if k%11 == 0 {
			m.Folios, m.Sesiones, m.Resultado = "", 0, 0
		}
		f.Mesas = append(f.Mesas, m)
		f.Total += m.Resultado
	}
	f.TotalLetra = letras.Euros(f.Total)
	a := actoPrueba(270, firmada(domain.Director, "Elena Prado Ruiz", "2026-12-01 06:04:51"))
	f.Certificacion = &a
	return f
}

func actaPrueba() ActaFundacionalFacts {
	publica := func(s string) string {
		return base64.StdEncoding.EncodeToString(ed25519.NewKeyFromSeed(hash(s)).Public().(ed25519.PublicKey))
	}
	return ActaFundacionalFacts{
		Casa: Casa{Entidad: casaPrueba.Entidad}, Instalacion: strings.TrimPrefix(origenPrueba, "foliado/"), Origen: origenPrueba,
		ClaveDiario: origenPrueba + "+5a110cee+AX" + publica("diario"), HuellaClave: hex.EncodeToString(hash("clave diario")),
		Version: "1.0.0", Fundacion: madrid("2026-09-01 10:00:00"), Checkpoint: checkpointPrueba(6),
		Claves: [2]ClaveFundacional{
			{"Elena Prado Ruiz", "Director de juegos", hex.EncodeToString(hash("Elena Prado Ruiz")[:8]), publica("Elena Prado Ruiz")},
			{"Tomás Ibáñez Güell", "Subdirector", hex.EncodeToString(hash("Tomás Ibáñez Güell")[:8]), publica("Tomás Ibáñez Güell")},
		},
	}
}

// tarjetaAnulada is a special card, reprinted and then voided, of a long name.
func tarjetaAnulada() TarjetaFacts {
	f := tarjetaPrueba()
	f.Nombre, f.Apellidos = "María de las Mercedes Guadalupe", "Fernández de Ejemplo y Álvarez de la Muestra-Inventada"
	f.Documento, f.NumeroDoc = "NIE", "X1234567L"
	f.Especial, f.Precio, f.Validez = "asistentes a congresos", domain.Euros(3), "2026-12-03"
	f.Reimpresa, f.Anulada, f.Anulacion = 2, true, madrid("2026-11-30 22:15:00")
	f.Casa.Demostracion = true
	return f
}

// folioAbierto is the folio of a session that has not ended.
func folioAbierto() FolioAnticiposFacts {
	f := folioPrueba()
	f.Cierre, f.Final, f.Resultado = time.Time{}, nil, 0
	f.Complementarios = nil
	f.Evidencia.Completitud = ""
	return f
}

// controlPendiente is a control de ingresos that nobody has certified yet.
func controlPendiente() ControlIngresosFacts {
	f := controlPrueba(12)
	f.Certificacion = nil
	f.Regimen = Regimen{}
	f.Evidencia.Completitud = ""
	f.Casa.Demostracion = true
	return f
}
