package api

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/reports"
)

// librosExporta take a book away whole, with the values that it keeps of people.
var librosExporta = []domain.Cargo{domain.Director, domain.Subdirector, domain.FuncionarioInspector}

// rutasAsientosLibro export a book whole.
func (s *Servidor) rutasAsientosLibro() []ruta {
	const l = "/api/v1/establecimientos/:e/libros/:libro/asientos"
	return []ruta{
		{metodo: "GET", camino: l, cargos: librosExporta, hace: s.getAsientos, resumen: "Un libro entero, asiento por asiento", estado: 200, respuesta: verLibroEntero{}},
		{metodo: "GET", camino: l + ".csv", cargos: librosExporta, hace: s.getAsientosCSV, resumen: "Un libro entero en CSV, para una hoja de cálculo", estado: 200, tipo: tipoCSV},
	}
}

// verAsientoLibro is an asiento of a book. Valores are personal values that it commits to,
// while they are kept and belong to the books.
type verAsientoLibro struct {
	Numero      int64             `json:"numero"`
	Folio       int64             `json:"folio,omitempty"`
	Serie       string            `json:"serie,omitempty"`
	NumeroSerie int64             `json:"numero_serie,omitempty"`
	Jornada     domain.Fecha      `json:"jornada,omitempty"`
	Tipo        string            `json:"tipo"`
	Hecho       instante          `json:"hecho"`
	Anotacion   instante          `json:"anotacion"`
	Formulario  string            `json:"formulario,omitempty"`
	Autor       string            `json:"autor"`
	Cargo       domain.Cargo      `json:"cargo"`
	Datos       map[string]string `json:"datos"`
	Valores     map[string]string `json:"valores,omitempty"`
	Firmas      int               `json:"firmas"`
	Posicion    int64             `json:"posicion"`
}

// verLibroEntero is a book whole, with the checkpoint that covers it.
type verLibroEntero struct {
	Establecimiento string            `json:"establecimiento"`
	Libro           string            `json:"libro"`
	Checkpoint      string            `json:"checkpoint"`
	Asientos        []verAsientoLibro `json:"asientos"`
}

func seeAsientoLibro(a *registers.AsientoLibro) verAsientoLibro {
	v := verAsientoLibro{Numero: a.Numero, Folio: a.Folio, Serie: a.Serie, NumeroSerie: a.NumeroSerie, Jornada: a.Jornada, Tipo: a.Tipo, Hecho: instante(a.Hecho),
		Anotacion: instante(a.Anotacion), Formulario: a.Origen.Formulario, Autor: a.Autor, Cargo: a.Cargo, Datos: make(map[string]string, len(a.Datos)),
		Valores: a.Abiertos, Firmas: len(a.Firmas), Posicion: a.Posicion}
	for _, d := range a.Datos {
		v.Datos[d.Nombre] = d.Valor
	}
	return v
}

func (s *Servidor) getAsientos(c echo.Context) error {
	out := verLibroEntero{Establecimiento: c.Param("e"), Libro: c.Param("libro"), Asientos: []verAsientoLibro{}}
	var last int64 = -1
	err := s.cfg.Casa.Asientos(c.Request().Context(), c.Param("e"), c.Param("libro"), func(a registers.AsientoLibro) error {
		out.Asientos = append(out.Asientos, seeAsientoLibro(&a))
		last = max(last, a.Posicion)
		return nil
	})
	if err != nil {
		return err
	}
	if last >= 0 {
		cp, err := s.cfg.Escritor.CheckpointAfter(c.Request().Context(), last)
		if err != nil {
			return err
		}
		out.Checkpoint = string(cp)
	}
	return c.JSON(http.StatusOK, out)
}

// columnasLibro are those that every asiento has; after them come its datos and values, in
// the order in which the book first has each.
var columnasLibro = []string{"numero", "folio", "jornada", "tipo", "hecho", "anotacion", "formulario", "autor", "cargo", "firmas", "posicion"}

// getAsientosCSV writes a book as a sheet of cells: a row an asiento, a column a dato.
func (s *Servidor) getAsientosCSV(c echo.Context) error {
	var asientos []registers.AsientoLibro
	var names []string
	seen := map[string]bool{}
	note := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	err := s.cfg.Casa.Asientos(c.Request().Context(), c.Param("e"), c.Param("libro"), func(a registers.AsientoLibro) error {
		asientos = append(asientos, a)
		for _, d := range a.Datos {
			if !technical(d.Nombre) {
				note(d.Nombre)
			}
		}
		for _, v := range a.Valores {
			if _, open := a.Abiertos[v.Nombre]; open {
				note(v.Nombre)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := reports.NewCSV(&b, append(slices.Clone(columnasLibro), names...))
	if err != nil {
		return err
	}
	for k := range asientos {
		if err := w.Write(filaLibro(&asientos[k], names)); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", fmt.Sprintf("%s-%s.csv", c.Param("e"), c.Param("libro"))))
	return c.Blob(http.StatusOK, tipoCSV+"; charset=utf-8", b.Bytes())
}

// technical tells the datos that say how an asiento was signed, of no use in a sheet.
func technical(name string) bool { return strings.HasPrefix(name, diario.DatoActo+".") }

func filaLibro(a *registers.AsientoLibro, names []string) []any {
	madrid := func(t time.Time) string { return t.In(domain.Madrid).Format("2006-01-02 15:04:05") }
	fila := []any{a.Numero, a.Folio, string(a.Jornada), a.Tipo, madrid(a.Hecho), madrid(a.Anotacion), a.Origen.Formulario, a.Autor, string(a.Cargo),
		int64(len(a.Firmas)), a.Posicion}
	for _, name := range names {
		text, open := a.Abiertos[name]
		if !open {
			text = a.Dato(name)
		}
		fila = append(fila, celdaLibro(name, text))
	}
	return fila
}

// celdaLibro is a dato as its cell: an amount is a number.
func celdaLibro(name, text string) any {
	if registers.EsImporte(name) {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return domain.Importe(n)
		}
	}
	return text
}
