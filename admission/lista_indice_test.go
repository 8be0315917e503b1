package admission

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foliado/domain/identidad"
)

// Whoever the plain reading of the list finds, the index finds.
func TestIndiceMissesNobody(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"ANA", "BRUNO", "GARCIA", "LOPE", "MARTA", "PENA", "RIO", "SANZ", "TORRES"}), 1, 4)
	fold := rapid.Custom(func(t *rapid.T) string { return identidad.Fold(strings.Join(words.Draw(t, "words"), " "), "") })
	born := rapid.SampledFrom([]string{"1980-01-02", "1980-01-03", "1975-06-01"})
	number := rapid.SampledFrom([]string{"", "00000001R", "00000002W", "X0000001R"})
	filas := rapid.Custom(func(t *rapid.T) filaInterdiccion {
		return filaInterdiccion{Tipo: "dni", Numero: number.Draw(t, "number"), Plegado: fold.Draw(t, "name"), FechaNacimiento: born.Draw(t, "born")}
	})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(filas, 0, 30).Draw(t, "list")
		x := newIndice(maphash.MakeSeed(), len(list))
		for _, f := range list {
			x.add(&f)
		}
		x.sort()
		name, day, doc := fold.Draw(t, "query"), born.Draw(t, "day"), number.Draw(t, "doc")
		candidate := slices.ContainsFunc(list, func(f filaInterdiccion) bool {
			return f.FechaNacimiento == day && identidad.Matches(name, f.Plegado)
		})
		if candidate && !x.mayHaveNombre(name, day) {
			t.Fatalf("%s of %s is a candidate that the index misses", name, day)
		}
		listed := slices.ContainsFunc(list, func(f filaInterdiccion) bool { return f.Numero == doc })
		if doc != "" && listed != x.hasDocumento("dni", doc) {
			t.Fatalf("%s: got %v, want %v", doc, !listed, listed)
		}
	})
}

// People gone and come, between two lists.
func TestIndiceMissing(t *testing.T) {
	semilla := maphash.MakeSeed()
	list := func(names ...string) *indice {
		x := newIndice(semilla, 0)
		for _, n := range names {
			f := filaInterdiccion{Tipo: "dni", Numero: n}
			if strings.Contains(n, " ") {
				f = filaInterdiccion{Plegado: n, FechaNacimiento: "1980-01-02"}
			}
			x.add(&f)
		}
		x.sort()
		return x
	}
	a, b := list("1", "2", "2", "ANA GIL", "EVA RUS"), list("2", "3", "4", "ANA GIL")
	if gone, come := a.missing(b), b.missing(a); gone != 2 || come != 2 {
		t.Errorf("got %d gone and %d come, want 2 and 2", gone, come)
	}
	if got := a.missing(a); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
	if got := a.changed(b); got != 1 { // two rows of one document have become one
		t.Errorf("got %d changed, want 1", got)
	}
}

// What a list says of the same people, changed in each of its fields and in none.
func TestIndiceChanged(t *testing.T) {
	semilla := maphash.MakeSeed()
	list := func(filas ...filaInterdiccion) *indice {
		x := newIndice(semilla, 0)
		for _, f := range filas {
			x.add(&f)
		}
		x.sort()
		return x
	}
	ana := filaInterdiccion{Tipo: "dni", Numero: "1", Nombre: "Ana", Apellidos: "Gil", Plegado: "ANA GIL", FechaNacimiento: "1980-01-02"}
	eva := filaInterdiccion{Nombre: "Eva", Apellidos: "Rus", Plegado: "EVA RUS", FechaNacimiento: "1981-01-02"}
	former := list(ana, eva)
	for name, change := range map[string]func(a, e *filaInterdiccion){
		"nothing":                     func(*filaInterdiccion, *filaInterdiccion) {},
		"name":                        func(a, _ *filaInterdiccion) { a.Nombre = "Anna" },
		"birth":                       func(a, _ *filaInterdiccion) { a.FechaNacimiento = "1980-01-03" },
		"end":                         func(a, _ *filaInterdiccion) { a.Hasta = "2027-01-01" },
		"end of one without document": func(_, e *filaInterdiccion) { e.Hasta = "2027-01-01" },
	} {
		a, e := ana, eva
		change(&a, &e)
		now, want := list(e, a), 1
		if name == "nothing" {
			want = 0
		}
		if got := now.changed(former); got != want || now.missing(former) != 0 || former.missing(now) != 0 {
			t.Errorf("%s: got %d changed, want %d, and nobody come or gone", name, got, want)
		}
	}
}

// Names far apart in the same day seldom send anybody to the database.
func TestIndiceIsSharp(t *testing.T) {
	x := newIndice(maphash.MakeSeed(), 0)
	for n := range 40 {
		x.add(&filaInterdiccion{Plegado: fmt.Sprintf("A%d B%d C%d", n, n, n), FechaNacimiento: "1980-01-02"})
	}
	x.sort()
	hits := 0
	for n := range 1000 {
		if x.mayHaveNombre(fmt.Sprintf("P%d Q%d R%d", n, n, n), "1980-01-02") {
			hits++
		}
	}
	if hits > 50 {
		t.Errorf("got %d hits in 1000, want a few", hits)
	}
}

// No file makes the reader fall over, and what it refuses it refuses with a line.
func FuzzListaCSV(f *testing.F) {
	const header = "tipo,numero,nombre,apellidos,fecha_nacimiento,hasta\n"
	for _, s := range []string{"", header, header + "dni,1,a,b,1970-01-01,\n", "\ufeff" + header, header + `"`, header + "dni,50111222,,,,\n",
		strings.ReplaceAll(header, ",", ";") + "nie;X1234567L;a;b;1970-01-01;2026-01-01\n", header + "a,b\n", header + "pasaporte,Ñ 1,,,,\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		rd, err := newListaCSV(strings.NewReader(file))
		for n := 0; err == nil; n++ {
			var fila filaInterdiccion
			fila, _, err = rd.next()
			if err == nil && fila.Numero == "" && (fila.Plegado == "" || fila.FechaNacimiento == "") {
				t.Errorf("row %d identifies nobody: %+v", n, fila)
			}
		}
		if err != io.EOF && (!errors.Is(err, ErrLista) || !strings.Contains(err.Error(), "línea")) {
			t.Errorf("got %v, want ErrLista with the line", err)
		}
	})
}
