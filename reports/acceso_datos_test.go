package reports

import (
	"errors"
	"io"
	"testing"
	"time"
)

// accesoPrueba has every kind of line, over more than a page.
func accesoPrueba() AccesoDatosFacts {
	f := AccesoDatosFacts{Casa: casaPrueba, Evidencia: evidenciaPrueba(18440), Numero: 12, Instante: madrid("2026-11-30 19:02:00"), Documento: "DNI 50111222H",
		Ficha: 31, Comprobaciones: 4, Retenida: true, ConArchivo: true}
	f.Casa.Establecimiento = f.Casa.Entidad
	at := madrid("2026-06-02 21:10:00")
	f.Lineas = append(f.Lineas, LineaAcceso{Que: NombreAsiento("Ficha"), Numero: 31, Establecimiento: "-", Instante: at, Hasta: "2026-12-03",
		Valores: []ValorAcceso{{"apellidos", "Beltrán Cuesta"}, {"documento", "50111222H"}, {"fecha_nacimiento", "1971-02-03"}, {"nombre", "Rosalía"}}})
	for k := range 14 {
		l := LineaAcceso{Que: NombreAsiento("Tarjeta"), Numero: int64(1480 + 7*k), Establecimiento: "principal", Instante: at.Add(time.Duration(k) * 49 * time.Hour),
			Hasta: "2026-12-03", Visita: true, Valores: []ValorAcceso{{"apellidos", "Beltrán Cuesta"}, {"documento", "50111222H"}, {"nombre", "Rosalía"}, {"token", "QXW3J7M2KDT5"}}}
		switch k {
		case 2:
			l.Archivado, l.Valores = true, nil
		case 5:
			l = LineaAcceso{Que: NombreAsiento("Observacion"), Establecimiento: "-", Instante: l.Instante, Plazo: "seis meses",
				Valores: []ValorAcceso{{"observacion", "Pidió que la llamen por su segundo apellido y una mesa lejos de la puerta, porque le molesta la corriente."}}}
		}
		f.Lineas = append(f.Lineas, l)
	}
	f.Archivo = []LineaArchivo{{at.AddDate(-1, 0, 0), "principal", 977, "Rosalía Beltrán Cuesta", "DNI 50111222H", "2035-06-03"}}
	return f
}

func TestAccesoDatos(t *testing.T) {
	t.Run("20.4/everything, and until when", func(t *testing.T) {
		text := textOf(t, render(t, func(w io.Writer) error { return AccesoDatos(w, accesoPrueba(), opcionesPrueba) }))
		wants(t, text, "Datos que la casa guarda de usted", "Petición n.º 12", "Ficha de visitante n.º 31", "fecha de nacimiento: 1971-02-03", "código de la tarjeta: QXW3J7M2KDT5",
			"en el archivo PBC", "se destruye el 03/12/2026", "deja el fichero de admisión el", "se guarda seis meses", "03/06/2035", "Una orden con su motivo", "Protección de Datos")
	})
	t.Run("PBC 25/the archive is given by its reader", func(t *testing.T) {
		f := accesoPrueba()
		f.ConArchivo, f.Archivo, f.Lineas, f.Ficha, f.Interdicta = false, nil, nil, 0, true
		text := textOf(t, render(t, func(w io.Writer) error { return AccesoDatos(w, f, opcionesPrueba) }))
		wants(t, text, "No consta nada.", "solo lo abre su responsable", "no tiene", "figura")
	})
	t.Run("20.4/no document", func(t *testing.T) {
		f := accesoPrueba()
		f.Documento = ""
		if err := AccesoDatos(io.Discard, f, opcionesPrueba); !errors.Is(err, ErrFacts) {
			t.Errorf("got %v", err)
		}
	})
}
