package reports

import (
	"errors"
	"io"
	"testing"
	"time"

	"foliado/domain"
)

func volantePrueba() VolanteFacts {
	return VolanteFacts{Casa: casaPrueba, Numero: 31, Nombre: "Íñigo Muñoz Cañadas", Tarjeta: 48213, Documento: "DNI", Importe: 500,
		Emision: madrid("2026-11-30 22:05:00"), Jornada: "2026-11-30", Token: "q7Zk2mXc9TfR4vLw8sNd1g", Checkpoint: checkpointPrueba(19000)}
}

func reciboPrueba() ReciboGrupoFacts {
	return ReciboGrupoFacts{Casa: casaPrueba, Recibo: 7, Denominacion: "Congreso de Cronometría de la Ribera", Grupo: 12, Tarjetas: 40, Precio: 300,
		Importe: 12_000, Caso: "asistente a un congreso", Medio: "transferencia", Cobrado: madrid("2026-11-30 20:15:00"),
		Token: "principal/grupos/12", Checkpoint: checkpointPrueba(19001)}
}

func custodiaPrueba() CustodiaFacts {
	at := madrid("2026-11-30 22:05:00")
	return CustodiaFacts{Casa: casaPrueba, Evidencia: Evidencia{Token: "principal/volantes", Checkpoint: checkpointPrueba(19002)}, Jornada: "2026-11-30",
		Lineas: []LineaCustodia{{31, 48213, "Íñigo Muñoz Cañadas", "DNI", 500, at, "entregado"},
			{32, 48214, "María de los Ángeles Fernández-Cuesta y Ruiz de la Hermosa", "Pasaporte", 500, at.Add(time.Minute), "no retirado"},
			{33, 48215, "", "DNI", 0, at.Add(2 * time.Minute), "pendiente"}}}
}

func turnoPrueba(n int) TurnoFacts {
	f := TurnoFacts{Casa: casaPrueba, Evidencia: Evidencia{Token: "principal/turnos/3", Checkpoint: checkpointPrueba(19003)}, Numero: 3,
		Persona: "Marina Quesada Orgaz", Jornada: "2026-11-30", Abierto: madrid("2026-11-30 18:00:00"), Cerrado: madrid("2026-12-01 02:00:00"),
		Fondo: 10_000, Motivo: "Un billete de cinco euros que no aparece"}
	for k := range n {
		f.Lineas = append(f.Lineas, LineaTurno{"Tarjeta", int64(48200 + k), f.Abierto.Add(time.Duration(k) * time.Minute), 500})
	}
	f.Lineas = append(f.Lineas, LineaTurno{"Devolución de la tarjeta", 48201, f.Abierto.Add(time.Hour), -500})
	f.Cobrado = 500 * domain.Importe(n-1)
	f.Esperado = f.Fondo + f.Cobrado
	f.Efectivo = f.Esperado - 500
	f.Diferencia = -500
	return f
}

func TestVolante(t *testing.T) {
	t.Run("23.4/what the volante says", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return Volante(w, volantePrueba(), opcionesPrueba) }))
		wants(t, text, "VOLANTE PROVISIONAL", "N.º 31", "Íñigo Muñoz Cañadas", "DNI en depósito", "5,00 €", "30/11/2026 22:05", "n.º 48213", "art. 23.4")
	})
	t.Run("23.4/given back", func(t *testing.T) {
		f := volantePrueba()
		f.Entregado = madrid("2026-11-30 23:10:00")
		wants(t, textOf(t, render(t, func(w io.Writer) error { return Volante(w, f, opcionesPrueba) })), "DNI, devuelto 30/11/2026 23:10")
	})
	t.Run("23.4/without its holder", func(t *testing.T) {
		f := volantePrueba()
		f.Nombre = ""
		if err := Volante(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
	t.Run("23.4/custody list", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return Custodia(w, custodiaPrueba(), opcionesPrueba) }))
		wants(t, text, "Volantes y documentos en custodia", "no retirado", "suprimido", "Pasaporte", "Documentos en custodia", "22:06")
		empty := custodiaPrueba()
		empty.Lineas = nil
		wants(t, textOf(t, render(t, func(w io.Writer) error { return Custodia(w, empty, opcionesPrueba) })), "ningún volante")
	})
}

func TestReciboGrupo(t *testing.T) {
	t.Run("23.3/one payment", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return ReciboGrupo(w, reciboPrueba(), opcionesPrueba) }))
		wants(t, text, "RECIBO DE GRUPO", "N.º 7", "Congreso de Cronometría", "40 a 3,00 €", "120,00 €", "transferencia", "asistente a un congreso")
	})
	t.Run("23.3/an amount that is not its price", func(t *testing.T) {
		f := reciboPrueba()
		f.Importe--
		if err := ReciboGrupo(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v, want ErrFacts", err)
		}
	})
}

func TestTurno(t *testing.T) {
	t.Run("23.2/receipts and count", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return Turno(w, turnoPrueba(80), opcionesPrueba) }))
		wants(t, text, "Caja de admisión", "turno 3, hoja 1 de", "Marina Quesada Orgaz", "Tarjeta 48200", "Tarjeta 48279", "−5,00 €", "Debe haber", "Motivo de la diferencia")
		lacks(t, text, "TURNO ABIERTO")
	})
	t.Run("23.2/going on", func(t *testing.T) {
		f := turnoPrueba(2)
		f.Cerrado, f.Efectivo, f.Diferencia, f.Motivo = time.Time{}, 0, 0, ""
		text := textOf(t, render(t, func(w io.Writer) error { return Turno(w, f, opcionesPrueba) }))
		wants(t, text, "TURNO ABIERTO", "sin cerrar")
		lacks(t, text, "Diferencia")
	})
	for name, spoil := range map[string]func(*TurnoFacts){
		"a sum that is not of its lines": func(f *TurnoFacts) { f.Cobrado++ },
		"a difference that is not":       func(f *TurnoFacts) { f.Diferencia = 0 },
		"another float":                  func(f *TurnoFacts) { f.Fondo++ },
	} {
		t.Run("23.2/"+name, func(t *testing.T) {
			f := turnoPrueba(3)
			spoil(&f)
			if err := Turno(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
				t.Errorf("got %v, want ErrFacts", err)
			}
		})
	}
}
