package exportacion_test

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/migrations/dbtest"
	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

func write(t *testing.T, db *sql.DB, o exportacion.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := exportacion.Write(context.Background(), &b, db, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func verify(t *testing.T, export []byte) *verificador.Informe {
	t.Helper()
	inf, err := verificador.Verify(context.Background(), verificador.NewExport(bytes.NewReader(export), int64(len(export))), verificador.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return inf
}

func entry(t *testing.T, export []byte, name string) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(export), int64(len(export)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// What the product writes is exported whole and by books, twice the same, and verified.
func TestWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		c := casatest.New(t, bd)
		c.OpenDay(t, casatest.Principal, casatest.Fecha)
		db := bd.Raw(t)
		var last, total int64
		whole := write(t, db, exportacion.Options{Progreso: func(done, n int64) { last, total = done, n }})
		if last != c.Escritor.Tamano() || total != last {
			t.Errorf("progress: got %d of %d, want %d", last, total, c.Escritor.Tamano())
		}
		if again := write(t, db, exportacion.Options{}); !bytes.Equal(whole, again) {
			t.Error("two exports of one log differ")
		}
		if inf := verify(t, whole); !inf.Integro || inf.Asientos != c.Escritor.Tamano() {
			t.Errorf("not sound: %+v", inf)
		}
		for _, book := range [][2]string{{diario.Entidad, "registro"}, {casatest.Principal, "registro"}, {casatest.Principal, "jornadas"}} {
			o := exportacion.Options{Establecimiento: book[0], Libro: book[1]}
			part := write(t, db, o)
			if inf := verify(t, part); !inf.Integro || inf.Completitud != "completitud no demostrada" {
				t.Errorf("%v: not sound, or complete without a statement: %+v", book, inf)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		db := bd.Raw(t)
		refused := func(want error, o exportacion.Options) {
			t.Helper()
			var b bytes.Buffer
			if err := exportacion.Write(context.Background(), &b, db, o); !errors.Is(err, want) || b.Len() > 0 {
				t.Errorf("%+v: got %v and %d bytes, want %v and none", o, err, b.Len(), want)
			}
		}
		refused(exportacion.ErrVacio, exportacion.Options{})
		casatest.New(t, bd)
		refused(exportacion.ErrLibro, exportacion.Options{Libro: "registro"})
		refused(exportacion.ErrLibro, exportacion.Options{Establecimiento: casatest.Principal})
		refused(exportacion.ErrLibro, exportacion.Options{Establecimiento: casatest.Principal, Libro: "anticipos-99"})
	})
}

// A value that a Supresion names does not leave the house, though it is still there.
func TestErasedStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		c := casatest.New(t, bd)
		db := bd.Raw(t)
		var posicion int64
		var valor string
		err := db.QueryRow(`SELECT posicion, valor FROM boveda WHERE nombre = 'apellidos' ORDER BY posicion DESC LIMIT 1`).Scan(&posicion, &valor)
		if err != nil {
			t.Fatal(err)
		}
		line := `{"posicion":` + strconv.FormatInt(posicion, 10) + `,"nombre":"apellidos"`
		before := write(t, db, exportacion.Options{})
		if !strings.Contains(entry(t, before, "valores.jsonl"), line) {
			t.Fatalf("the value is not exported: want %s", line)
		}
		_, err = c.Escritor.Do(context.Background(), func(tx *escritor.Tx) error {
			_, err := tx.Append(diario.Borrador{Establecimiento: diario.Entidad, Libro: "supresiones", Tipo: diario.TipoSupresion,
				Hecho: tx.Ahora(), Autor: "sistema", Cargo: domain.Sistema, Clase: diario.ClasePermanente, Datos: []diario.Dato{
					{Nombre: "causa", Valor: "prueba"}, {Nombre: "orden", Valor: "auto 1/2026"}, {Nombre: "valores", Valor: "apellidos"},
					{Nombre: "posiciones", Valor: diario.NewTramos([]int64{posicion}).String()}}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		after := write(t, db, exportacion.Options{})
		if strings.Contains(entry(t, after, "valores.jsonl"), line) {
			t.Errorf("the value is exported after its Supresion")
		}
		if inf := verify(t, after); !inf.Integro || inf.Suprimidos != 1 {
			t.Errorf("not sound: %+v", inf)
		}
	})
}
