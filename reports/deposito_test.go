package reports

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"foliado/domain"
)

func init() {
	documents["libro-deposito"] = func(w io.Writer, o Options) error { return LibroDeposito(w, libroDepositoPrueba(), o) }
	documents["destruccion-naipes"] = func(w io.Writer, o Options) error { return Destruccion(w, destruccionPrueba(), o) }
	documents["incidencia-naipes"] = func(w io.Writer, o Options) error { return IncidenciaNaipes(w, incidenciaPrueba(), o) }
}

func libroDepositoPrueba() LibroDepositoFacts {
	f := folioPrueba()
	who := []string{"Elena Prado Ruiz", "Tomás Ibarra Sanz"}
	at := madrid("2026-11-30 16:10:00")
	b := LibroDepositoFacts{Casa: f.Casa, Evidencia: f.Evidencia, Desde: "2026-11-01", Hasta: "2026-11-30", Emitido: madrid("2026-12-01 06:10:00")}
	b.Entradas = append(b.Entradas, EntradaDeposito{Folio: 1, Hecho: at, Que: "Apertura del libro; armarios: 1", Presentes: who[:1]})
	for n := range 3 {
		e := EntradaDeposito{Folio: int64(n + 2), Hecho: at.Add(time.Duration(n) * time.Hour), Presentes: who}
		for k := range 12 {
			e.Unidades = append(e.Unidades, UnidadDeposito{Que: "Recepción", Unidad: fmt.Sprint(2045 + 12*n + k), Fabricante: "LOZOYA", Cartas: -1})
		}
		b.Entradas = append(b.Entradas, e)
	}
	b.Entradas = append(b.Entradas,
		EntradaDeposito{Folio: 5, Hecho: at.Add(4 * time.Hour), Presentes: who, Unidades: []UnidadDeposito{{Que: "Extracción", Unidad: "2045", Fabricante: "LOZOYA", Mesa: "2", Cartas: -1}}},
		EntradaDeposito{Folio: 6, Hecho: at.Add(13 * time.Hour), Unidades: []UnidadDeposito{{Que: "Retirada", Unidad: "2045", Fabricante: "LOZOYA", Mesa: "2", Cartas: 311}}},
		EntradaDeposito{Folio: 7, Hecho: at.Add(14 * time.Hour), Presentes: who, Unidades: []UnidadDeposito{{Que: "Destrucción", Unidad: "2030", Fabricante: "LOZOYA", Cartas: 312}}})
	return b
}

func destruccionPrueba() DestruccionFacts {
	f := folioPrueba()
	d := DestruccionFacts{Casa: f.Casa, Evidencia: f.Evidencia, Folio: 31, Hecho: madrid("2026-11-30 12:10:00"), Asiento: 44, Llave: "Elena Prado Ruiz", Empleado: "Tomás Ibarra Sanz",
		Funcionario: "2041", Acto: actoPrueba(260, firmada(domain.Director, "Elena Prado Ruiz", "2026-11-30 12:31:00"), firmada(domain.FuncionarioInspector, "Inspectora 2041", "2026-11-30 12:32:10"))}
	for n := range 8 {
		d.Unidades = append(d.Unidades, UnidadDeposito{Clase: "Caja de naipes", Unidad: fmt.Sprint(2030 + n), Fabricante: "LOZOYA", Cartas: 312, Debidas: 312})
	}
	return d
}

func incidenciaPrueba() IncidenciaNaipesFacts {
	f := folioPrueba()
	return IncidenciaNaipesFacts{Casa: f.Casa, Evidencia: f.Evidencia, Incidencia: 2, Folio: 18, Caja: "2051", Fabricante: "LOZOYA", Mesa: 2, Hecho: madrid("2026-12-01 00:40:00"),
		Defecto: "Falta algún naipe", Cartas: 311, Circunstancias: "Al ordenar los naipes tras la partida, el crupier contó once diamantes en el tercer mazo; falta el siete. Se registraron la mesa y el suelo sin encontrarlo."}
}

func TestDeposito(t *testing.T) {
	t.Run("46.6/no acta of an incomplete box", func(t *testing.T) {
		f := destruccionPrueba()
		f.Unidades[0].Cartas = 311
		if err := Destruccion(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
		f = destruccionPrueba()
		f.Acto.Firmas = f.Acto.Firmas[:1]
		if err := Destruccion(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("without the official: got %v", err)
		}
	})
	t.Run("46.7/no parte without circumstances", func(t *testing.T) {
		f := incidenciaPrueba()
		f.Circunstancias = ""
		if err := IncidenciaNaipes(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
		f = incidenciaPrueba()
		f.Inspector, f.Funcionario, f.Mesa, f.Cartas, f.Comunicada = true, "2041", 0, -1, f.Hecho
		if err := IncidenciaNaipes(io.Discard, f, opcionesPrueba); err != nil {
			t.Error(err)
		}
	})
	t.Run("46/46.2/an empty stretch of the book", func(t *testing.T) {
		f := libroDepositoPrueba()
		f.Entradas, f.Desde = nil, ""
		if err := LibroDeposito(io.Discard, f, opcionesPrueba); err != nil {
			t.Error(err)
		}
		f.Emitido = time.Time{}
		if err := LibroDeposito(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
}
