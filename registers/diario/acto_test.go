package diario_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
)

// propuesta returns a proposal and the asiento that closes it.
func propuesta() (propuesto, cierre diario.Asiento) {
	cierre = full()
	cierre.Serie, cierre.NumeroSerie = "", 0
	cierre.Datos = []diario.Dato{
		{Nombre: "acto", Valor: "principal-7"},
		{Nombre: "acto.plaza.1", Valor: "crupier clave"},
		{Nombre: "acto.tipo", Valor: "CierreMesa"},
		{Nombre: "resultado", Valor: "-1250"},
	}
	propuesto = cierre
	propuesto.Tipo = diario.TipoActoPropuesto
	propuesto.Posicion, propuesto.Libro, propuesto.Numero, propuesto.Folio = 30, "actos", 7, 0
	propuesto.Anotacion = propuesto.Anotacion.Add(-time.Microsecond)
	propuesto.Autor, propuesto.Cargo, propuesto.Firmas = "p1", domain.Director, nil
	propuesto.Origen, propuesto.Serie, propuesto.NumeroSerie = diario.Origen{}, "actos", 7
	propuesto.Datos = []diario.Dato{
		{Nombre: "acto", Valor: "principal-7"},
		{Nombre: "acto.huella", Valor: "00"},
		{Nombre: "acto.plaza.1", Valor: "crupier clave"},
		{Nombre: "acto.tipo", Valor: "CierreMesa"},
		{Nombre: "resultado", Valor: "-1250"},
	}
	return propuesto, cierre
}

// Proposal and closing asiento have one text: position, numbers, author and hour of
// annotation are given later.
func TestTextoActo(t *testing.T) {
	propuesto, cierre := propuesta()
	t1, err1 := diario.TextoActo(&propuesto)
	t2, err2 := diario.TextoActo(&cierre)
	if err1 != nil || err2 != nil || !bytes.Equal(t1, t2) {
		t.Fatalf("got %q, %q (%v, %v), want equal texts", t1, t2, err1, err2)
	}
	h1, _ := diario.HuellaActo(&propuesto)
	for name, change := range map[string]func(*diario.Asiento){
		"one céntimo":     func(a *diario.Asiento) { a.Datos[3].Valor = "-1251" },
		"slot":            func(a *diario.Asiento) { a.Datos[1].Valor = "cajero clave" },
		"act":             func(a *diario.Asiento) { a.Datos[0].Valor = "principal-8" },
		"jornada":         func(a *diario.Asiento) { a.Jornada = "2026-12-01" },
		"hecho":           func(a *diario.Asiento) { a.Hecho = a.Hecho.Add(time.Microsecond) },
		"establecimiento": func(a *diario.Asiento) { a.Establecimiento = "apendice" },
		"commitment":      func(a *diario.Asiento) { a.Valores = []diario.Compromiso{{Nombre: "motivo"}} },
	} {
		t.Run(name, func(t *testing.T) {
			_, a := propuesta()
			change(&a)
			if h2, err := diario.HuellaActo(&a); err != nil || h1 == h2 {
				t.Errorf("got digest %x (%v), want another than %x", h2, err, h1)
			}
		})
	}
}

func TestTextoActoRefused(t *testing.T) {
	for name, spoil := range map[string]func(*diario.Asiento){
		"no kind":         func(a *diario.Asiento) { a.Datos = a.Datos[:2] },
		"another kind":    func(a *diario.Asiento) { a.Tipo = "AnticipoInicial" },
		"no act":          func(a *diario.Asiento) { a.Datos = a.Datos[1:] },
		"nanoseconds":     func(a *diario.Asiento) { a.Hecho = a.Hecho.Add(1) },
		"unsorted":        func(a *diario.Asiento) { a.Datos[0], a.Datos[1] = a.Datos[1], a.Datos[0] },
		"jornada":         func(a *diario.Asiento) { a.Jornada = "hoy" },
		"establecimiento": func(a *diario.Asiento) { a.Establecimiento = "" },
	} {
		t.Run(name, func(t *testing.T) {
			_, a := propuesta()
			spoil(&a)
			if texto, err := diario.TextoActo(&a); !errors.Is(err, diario.ErrFormato) {
				t.Errorf("got %q, %v, want ErrFormato", texto, err)
			}
		})
	}
}

func TestAbre(t *testing.T) {
	ap := diario.Apertura{Nombre: "apellidos", Valor: "Inventada Peña", Sal: [32]byte{9}}
	c := diario.Compromiso{Nombre: ap.Nombre, HMAC: diario.Comprometer(ap.Nombre, ap.Valor, ap.Sal)}
	if !c.Abre(ap) {
		t.Fatal("its own opening does not open it")
	}
	for name, spoil := range map[string]func(*diario.Apertura){
		"value": func(ap *diario.Apertura) { ap.Valor += "s" },
		"salt":  func(ap *diario.Apertura) { ap.Sal[31] = 1 },
		"name":  func(ap *diario.Apertura) { ap.Nombre = "nombre" },
		// the zero byte keeps name and value apart
		"slide": func(ap *diario.Apertura) { ap.Nombre, ap.Valor = "apellido", "sInventada Peña" },
	} {
		other := ap
		spoil(&other)
		if c.Abre(other) {
			t.Errorf("another %s opens it", name)
		}
	}
}

// caso is one line of testdata/casos.jsonl: a bug met by similar software.
type caso struct {
	ID       string         `json:"id"`
	Title    string         `json:"title"`
	Input    map[string]any `json:"input"`
	Expected map[string]any `json:"expected"`
}

func casos(t *testing.T) map[string]caso {
	t.Helper()
	lines, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]caso{}
	for line := range strings.Lines(string(lines)) {
		var c caso
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		all[c.ID] = c
	}
	return all
}

func TestCasos(t *testing.T) {
	all := casos(t)
	run := map[string]func(*testing.T, caso){"SIG-01": testMicroseconds, "SIG-04": testComposed, "SIG-05": testSlide}
	for id, f := range run {
		t.Run(id, func(t *testing.T) { f(t, all[id]) })
	}
	if len(all) != len(run) {
		t.Errorf("%d casos, %d tests", len(all), len(run))
	}
}

// What is hashed is what a database with microseconds gives back.
func testMicroseconds(t *testing.T, c caso) {
	memory, err := time.Parse(time.RFC3339Nano, c.Input["time_in_memory"].(string))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := diario.FormatInstante(memory), c.Expected["hash_input_time"]; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	a := full()
	a.Hecho = memory
	if _, err := diario.Format(&a); !errors.Is(err, diario.ErrFormato) {
		t.Errorf("nanoseconds went into a leaf: %v", err)
	}
	a.Hecho = diario.Instante(memory.In(domain.Madrid))
	before := mustFormat(t, a)
	a.Hecho = time.UnixMicro(a.Hecho.UnixMicro()) // as a column gives it back
	if after := mustFormat(t, a); !bytes.Equal(before, after) {
		t.Errorf("got %s, want %s", after, before)
	}
}

// A name typed decomposed is committed to, and written, as the composed one.
func testComposed(t *testing.T, c caso) {
	var got [][32]byte
	for k, n := range c.Input["names"].([]any) {
		name := n.(string)
		if k == 1 {
			name = "Pen\u0303a" // whatever the file was saved as
		}
		if want := c.Expected["stored"].([]any)[0]; diario.NFC(name) != diario.NFC(want.(string)) {
			t.Errorf("got %q, want %q", diario.NFC(name), want)
		}
		got = append(got, diario.Comprometer("apellidos", name, [32]byte{7}))
	}
	if got[0] != got[1] {
		t.Errorf("two commitments, %x and %x, for one name", got[0], got[1])
	}
}

// A digit that slides over the border of two fields makes another text.
func testSlide(t *testing.T, c caso) {
	var textos [][]byte
	for _, e := range c.Input["entries"].([]any) {
		a := full()
		a.Datos = []diario.Dato{
			{Nombre: "importe", Valor: e.(map[string]any)["importe"].(string)},
			{Nombre: "mesa", Valor: e.(map[string]any)["mesa"].(string)},
		}
		textos = append(textos, mustFormat(t, a))
	}
	if bytes.Equal(textos[0], textos[1]) != c.Expected["hashes_equal"].(bool) {
		t.Errorf("got one text for both: %s", textos[0])
	}
	a, b := full(), full()
	a.Datos = []diario.Dato{{Nombre: "a", Valor: "1\ndato b=2"}}
	b.Datos = []diario.Dato{{Nombre: "a", Valor: "1"}, {Nombre: "b", Valor: "2"}}
	if bytes.Equal(mustFormat(t, a), mustFormat(t, b)) {
		t.Error("a value counterfeits a field")
	}
}
