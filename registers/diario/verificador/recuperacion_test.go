package verificador_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// countersAltered are alterations of the counters of a database.
func countersAltered() []alteration {
	const series = `'serie.principal/tarjetas'`
	at := func(name, says, q string) alteration {
		return alteration{"counter/" + name, verificador.ClaseContador, -1, says, statement(q)}
	}
	return []alteration{
		at("22.3/one ahead", "el contador serie.principal/tarjetas guarda", `UPDATE contadores SET ultimo = ultimo + 1 WHERE clave = `+series),
		at("22.3/one behind", "el contador serie.principal/tarjetas guarda", `UPDATE contadores SET ultimo = ultimo - 1 WHERE clave = `+series),
		at("deleted", "falta el contador serie.principal/tarjetas", `DELETE FROM contadores WHERE clave = `+series),
		at("of nothing", "ningún asiento lleva un número suyo", `INSERT INTO contadores VALUES ('serie.principal/otra', 1)`),
		at("of a folio", "el contador folio.principal/anticipos-1 guarda", `UPDATE contadores SET ultimo = 9 WHERE clave = 'folio.principal/anticipos-1'`),
	}
}

// recount makes the counters again from what is left of the log, as who alters it would.
func (s *sede) recount(t *testing.T, db *sql.DB) {
	t.Helper()
	exec(t, db, `DELETE FROM contadores`)
	for _, q := range []string{
		`SELECT 'libro.' || establecimiento || '/' || libro, max(numero) FROM asientos GROUP BY establecimiento, libro`,
		`SELECT 'folio.' || establecimiento || '/' || libro, max(folio) FROM asientos WHERE folio > 0 GROUP BY establecimiento, libro`,
		`SELECT 'serie.' || establecimiento || '/' || serie, max(numero_serie) FROM asientos WHERE serie <> '' GROUP BY establecimiento, serie`,
	} {
		exec(t, db, `INSERT INTO contadores (clave, ultimo) `+q)
	}
}

// An older copy restored under the mark that the house kept: the log goes on with the
// numbers after the lost ones, and is sound with them, whole and by books.
func (s *sede) testRestored(t *testing.T) {
	bd := copyOf(t, s.antigua)
	marca := filepath.Join(t.TempDir(), "marca")
	kept, err := os.ReadFile(s.cfg.Marca)
	if err := errors.Join(err, os.WriteFile(marca, kept, 0o600)); err != nil {
		t.Fatal(err)
	}
	cfg := s.cfg
	cfg.Ruta, cfg.DSN, cfg.Marca, cfg.Recuperar = bd.Ruta, bd.DSN, marca, true
	w, err := escritor.Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Do(context.Background(), func(tx *escritor.Tx) error {
		var datos []diario.Dato
		for name, n := range tx.Contadores() {
			datos = append(datos, diario.Dato{Nombre: name, Valor: fmt.Sprint(n)})
		}
		datos = append(datos, diario.Dato{Nombre: "tamano", Valor: fmt.Sprint(tx.Tamano())},
			diario.Dato{Nombre: "anuladas.principal/tarjetas", Valor: "1"}, diario.Dato{Nombre: "actos_abiertos"})
		_, err := tx.Append(diario.Borrador{Establecimiento: diario.Entidad, Libro: "estado", Autor: "sistema", Cargo: "sistema",
			Clase: diario.ClasePermanente, Tipo: "EstadoDeSeries", Datos: datos})
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	inf := s.verify(t, bd, verificador.Options{Desde: s.antes})
	lost := s.find(t, "Tarjeta", -1).NumeroSerie
	if want := fmt.Sprintf("serie.principal/tarjetas %d-%d", lost-2, lost); !inf.Integro || !strings.Contains(text(inf), want) {
		t.Errorf("does not say %q or is not sound:\n%s", want, text(inf))
	}
	for _, libro := range []string{"admision", "anticipos-1"} {
		book := exportOf(t, bd.Raw(t), exportacion.Options{Establecimiento: casatest.Principal, Libro: libro})
		if inf := verifyExport(t, book, verificador.Options{}); !inf.Integro || !strings.Contains(inf.Completitud, "demostrada: los") {
			t.Errorf("%s:\n%s", libro, text(inf))
		}
	}
	expect(t, s.verify(t, bd, verificador.Options{Desde: s.nota}), verificador.ClaseAnterior, readHojas(t, bd)[len(readHojas(t, bd))-1].Posicion+1)
}

// restore declares positions and numbers lost; jumps are the counters as they are left.
func (c *casa) restore(posiciones int64, jumps map[string]int64, datos ...string) int64 {
	for k, n := range jumps {
		c.contadores[k] = n
	}
	at := c.arbol.Tamano()
	return c.add(hoja{e: "-", libro: "alarmas", tipo: "Recuperacion",
		datos: append([]string{"desde", fmt.Sprint(at), "hasta", fmt.Sprint(at + posiciones - 1)}, datos...)}).Posicion
}

// What a Recuperacion declares lost is skipped, that and only that.
func TestRecuperacion(t *testing.T) {
	const libro, serie = "libro.principal/admision", "serie.principal/tarjetas"
	next := func(c *casa) int64 { return c.tarjeta("500").Posicion }
	cases := []struct {
		name  string
		clase string // "" when it is sound
		story func(c *casa) int64
	}{
		{"22.3/two cards lost", "", func(c *casa) int64 {
			c.restore(2, map[string]int64{libro: 5, serie: 5}, libro, "4-5", serie, "4-5")
			return next(c)
		}},
		{"39.3/with a folio, a new book and an alarm", "", func(c *casa) int64 {
			c.restore(3, map[string]int64{"libro.principal/anticipos-9": 2, "folio.principal/anticipos-9": 1, "libro.-/alarmas": 1},
				"libro.principal/anticipos-9", "1-2", "folio.principal/anticipos-9", "1", "libro.-/alarmas", "1")
			return next(c)
		}},
		{"twice", "", func(c *casa) int64 {
			c.restore(1, map[string]int64{libro: 4, serie: 4}, libro, "4", serie, "4")
			next(c)
			c.restore(1, map[string]int64{libro: 6, serie: 6}, libro, "6", serie, "6")
			return next(c)
		}},
		{"22.3/one card more than declared", verificador.ClaseNumero, func(c *casa) int64 {
			c.restore(2, map[string]int64{libro: 5, serie: 6}, libro, "4-5", serie, "4-5")
			return next(c)
		}},
		{"22.3/a lost number given again", verificador.ClaseNumero, func(c *casa) int64 {
			c.restore(2, map[string]int64{libro: 5}, libro, "4-5", serie, "4-5")
			return next(c)
		}},
		{"22.3/a jump that is not declared", verificador.ClaseNumero, func(c *casa) int64 {
			c.restore(2, map[string]int64{libro: 5, serie: 5}, libro, "4-5")
			return next(c)
		}},
		{"lost from a number already given", verificador.ClaseNumero, func(c *casa) int64 {
			return c.restore(2, map[string]int64{libro: 4, serie: 5}, libro, "3-4", serie, "4-5")
		}},
		{"lost from one after the next", verificador.ClaseNumero, func(c *casa) int64 {
			return c.restore(2, map[string]int64{libro: 6, serie: 5}, libro, "5-6", serie, "4-5")
		}},
		{"more numbers of book than positions", verificador.ClaseNumero, func(c *casa) int64 {
			return c.restore(1, map[string]int64{libro: 5, serie: 5}, libro, "4-5", serie, "4-5")
		}},
		{"fewer numbers of book than positions", verificador.ClaseNumero, func(c *casa) int64 {
			return c.restore(3, map[string]int64{libro: 5, serie: 5}, libro, "4-5", serie, "4-5")
		}},
		{"positions that are not its own", verificador.ClaseNumero, func(c *casa) int64 {
			c.contadores[libro] = 4
			return c.add(hoja{e: "-", libro: "alarmas", tipo: "Recuperacion", datos: []string{"desde", "2", "hasta", "2", libro, "4"}}).Posicion
		}},
		{"run the wrong way round", verificador.ClaseNumero, func(c *casa) int64 { return c.restore(2, nil, libro, "5-4") }},
		{"run of one written as two", verificador.ClaseNumero, func(c *casa) int64 {
			return c.restore(1, map[string]int64{libro: 4}, libro, "4-4")
		}},
		{"no positions", verificador.ClaseNumero, func(c *casa) int64 {
			return c.add(hoja{e: "-", libro: "alarmas", tipo: "Recuperacion"}).Posicion
		}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			c := newCasa(t)
			c.found()
			c.openJornada("2026-11-02")
			c.tarjetas(3)
			at := test.story(c)
			c.estado()
			c.commit()
			whole := verifyExport(t, c.export(exportacion.Options{}), verificador.Options{})
			book := verifyExport(t, c.export(exportacion.Options{Establecimiento: "principal", Libro: "admision"}), verificador.Options{})
			if test.clase != "" {
				expect(t, whole, test.clase, at)
				return
			}
			for _, inf := range []*verificador.Informe{whole, book} {
				if !inf.Integro || !slices.ContainsFunc(inf.Avisos, func(s string) bool { return strings.Contains(s, "se declaran perdidas") }) {
					t.Errorf("not sound, or in silence:\n%s", text(inf))
				}
			}
			if got := book.Completitud; !strings.HasPrefix(got, "demostrada: los ") {
				t.Errorf("completitud: got %q", got)
			}
		})
	}
}

// A book whose end was lost after the EstadoDeSeries that follows it is complete up to it.
func TestPartialExportBeforeRecuperacion(t *testing.T) {
	c := newCasa(t)
	c.found()
	c.openJornada("2026-11-02")
	c.tarjetas(3)
	c.estado()
	c.restore(1, map[string]int64{"libro.principal/admision": 4}, "libro.principal/admision", "4")
	c.commit()
	inf := verifyExport(t, c.export(exportacion.Options{Establecimiento: "principal", Libro: "admision"}), verificador.Options{})
	if !inf.Integro || !strings.HasPrefix(inf.Completitud, "demostrada: los 3 asientos del libro") {
		t.Errorf("got %q:\n%s", inf.Completitud, text(inf))
	}
}

// A log opened without its mark is told.
func TestMarcaAusente(t *testing.T) {
	c := newCasa(t)
	c.found()
	c.add(hoja{e: "-", libro: "alarmas", tipo: "MarcaAusente", datos: []string{"tamano", "5"}})
	c.commit()
	inf := verifyExport(t, c.export(exportacion.Options{}), verificador.Options{})
	if !inf.Integro || !strings.Contains(text(inf), "se abrió sin su marca de altura") {
		t.Errorf("got:\n%s", text(inf))
	}
}
