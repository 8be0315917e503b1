package verificador_test

import (
	"archive/zip"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"foliado/admission"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// A house as the product keeps it, on both databases, altered by whoever holds the
// machine: every alteration is caught, and the first bad asiento named.
func TestBaseDatos(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		t.Parallel()
		s := newSede(t, bd)
		s.keepClean(t)
		t.Run("sound", s.testSound)
		t.Run("column of asientos", s.testColumns)
		t.Run("database", s.testAlterations)
		t.Run("rewritten", s.testRewritten)
		t.Run("projections", s.testProjections)
		t.Run("witness", s.testWitness)
		t.Run("export", s.testExport)
		t.Run("restored", s.testRestored)
		t.Run("SIG-08", s.testEmptied)
	})
}

func (s *sede) testSound(t *testing.T) {
	acta, err := diario.Format(&s.hojas[0])
	if err != nil {
		t.Fatal(err)
	}
	inf := s.verify(t, s.bd, verificador.Options{Clave: acta, Desde: s.antes})
	if !inf.Integro || !inf.ClaveComprobada || !inf.DesdeComprobado || !inf.Proyecciones {
		t.Fatalf("not sound:\n%s", text(inf))
	}
	if inf.Asientos != int64(len(s.hojas)) || inf.Firmas == 0 || inf.Actos == 0 || inf.Abiertos == 0 {
		t.Errorf("got %d of %d asientos, %d firmas, %d actos, %d valores", inf.Asientos, len(s.hojas), inf.Firmas, inf.Actos, inf.Abiertos)
	}
	if inf := s.verify(t, s.antigua, verificador.Options{}); !inf.Integro {
		t.Errorf("the copy of the earlier visit is not sound:\n%s", text(inf))
	}
}

// One changed value in any column of asientos.
func (s *sede) testColumns(t *testing.T) {
	at := s.find(t, "Tarjeta", 2).Posicion
	for _, column := range columnsOf(t, s.bd, "asientos") {
		t.Run(column[0], func(t *testing.T) {
			bd, db := s.attack(t)
			changeColumn(t, db, "asientos", column, `posicion = $1`, at)
			clase := map[string]string{"posicion": verificador.ClaseHoja, "texto": verificador.ClaseHoja,
				"hashes": verificador.ClaseArbol}[column[0]]
			if clase == "" { // the projections, which are made from the texts, have no say
				expect(t, verify(t, open(t, bd), verificador.Options{}), verificador.ClaseColumna, at)
				return
			}
			expect(t, s.verify(t, bd, verificador.Options{}), clase, at)
		})
	}
}

// alteration is what is done to a copy, and what the verifier says of it.
type alteration struct {
	name   string
	clase  string
	at     int64  // first bad asiento, -1 none named
	says   string // part of the report
	tamper func(t *testing.T, db *sql.DB)
}

func (s *sede) run(t *testing.T, list []alteration) { s.runOn(t, s.attack, list) }

func (s *sede) runOn(t *testing.T, attack func(*testing.T) (dbtest.BD, *sql.DB), list []alteration) {
	for _, a := range list {
		t.Run(a.name, func(t *testing.T) {
			bd, db := attack(t)
			a.tamper(t, db)
			inf := s.verify(t, bd, verificador.Options{})
			expect(t, inf, a.clase, a.at)
			if !strings.Contains(text(inf), a.says) {
				t.Errorf("the report does not say %q:\n%s", a.says, text(inf))
			}
		})
	}
}

func (s *sede) testAlterations(t *testing.T) {
	card := s.find(t, "Tarjeta", 3).Posicion
	cierre := s.find(t, "CierreMesa", 0).Posicion
	state := s.find(t, "EstadoDeSeries", 0).Posicion
	size := int64(len(s.hojas))
	signed := ask(t, s.bd, `SELECT CAST(tamano AS TEXT) FROM checkpoints ORDER BY checkpoints.tamano`)
	var covered int64 // by the last checkpoint but one
	fmt.Sscan(signed[len(signed)-2], &covered)
	list := []alteration{
		{"middle row deleted", verificador.ClaseHoja, cierre, "falta", statement(`DELETE FROM asientos WHERE posicion = $1`, cierre)},
		{"first row deleted", verificador.ClaseFuente, 0, "acta fundacional", statement(`DELETE FROM asientos WHERE posicion = 0`)},
		{"EstadoDeSeries deleted", verificador.ClaseHoja, state, "falta", statement(`DELETE FROM asientos WHERE posicion = $1`, state)},
		{"tail deleted", verificador.ClaseHoja, size - 3, "faltan los últimos 3", statement(`DELETE FROM asientos WHERE posicion >= $1`, size-3)},
		{"last checkpoint deleted", verificador.ClaseCheckpoint, covered, "ningún checkpoint firmado cubre",
			statement(`DELETE FROM checkpoints WHERE tamano = $1`, size)},
		{"pair swapped", verificador.ClaseHoja, card, "está el texto del asiento", func(t *testing.T, db *sql.DB) {
			statement(`UPDATE asientos SET posicion = -1 WHERE posicion = $1`, card)(t, db)
			statement(`UPDATE asientos SET posicion = $1 WHERE posicion = $2`, card, card+1)(t, db)
			statement(`UPDATE asientos SET posicion = $1 WHERE posicion = -1`, card+1)(t, db)
		}},
		{"price changed in text and nowhere else", verificador.ClaseArbol, card, "su hash es otro", func(t *testing.T, db *sql.DB) {
			replaceTexto(t, db, card, "dato precio=500", "dato precio=400")
		}},
		{"number changed in text and column", verificador.ClaseArbol, card, "su hash es otro", func(t *testing.T, db *sql.DB) {
			old, changed := fmt.Sprintf("\nnumero %d\n", s.hojas[card].Numero), fmt.Sprintf("\nnumero %d\n", s.hojas[card].Numero+900)
			replaceTexto(t, db, card, old, changed)
			statement(`UPDATE asientos SET numero = numero + 900 WHERE posicion = $1`, card)(t, db)
		}},
		{"signature moved to another act", verificador.ClaseArbol, s.find(t, "AnticipoInicial", 1).Posicion, "su hash es otro",
			func(t *testing.T, db *sql.DB) {
				from, to := s.find(t, "AnticipoInicial", 0), s.find(t, "AnticipoInicial", 1)
				replaceTexto(t, db, to.Posicion, lastLine(t, &to), lastLine(t, &from))
			}},
		{"value erased without Supresion", verificador.ClaseSupresion, card, "falta el valor de documento",
			statement(`DELETE FROM boveda WHERE posicion = $1 AND nombre = 'documento'`, card)},
		{"every value erased without Supresion", verificador.ClaseSupresion, s.firstWithValues(t), "ninguna Supresion",
			statement(`DELETE FROM boveda`)},
		{"value of an asiento that is not there", verificador.ClaseCompromiso, size + 5, "un asiento que no existe",
			statement(`INSERT INTO boveda SELECT $1, nombre, valor, sal, clase, suprimible_desde FROM boveda
				WHERE posicion = $2 AND nombre = 'documento'`, size+5, card)},
	}
	for _, column := range columnsOf(t, s.bd, "boveda") {
		clase := verificador.ClaseCompromiso
		if column[0] == "posicion" || column[0] == "nombre" {
			clase = verificador.ClaseSupresion // it is not where it should be
		}
		list = append(list, alteration{"column of boveda/" + column[0], clase, card, "", func(t *testing.T, db *sql.DB) {
			changeColumn(t, db, "boveda", column, `posicion = $1 AND nombre = 'nombre'`, card)
		}})
	}
	list = append(list, countersAltered()...)
	middle := signed[len(signed)/2]
	for _, column := range columnsOf(t, s.bd, "checkpoints") {
		list = append(list, alteration{"column of checkpoints/" + column[0], verificador.ClaseCheckpoint, -1, "", func(t *testing.T, db *sql.DB) {
			changeColumn(t, db, "checkpoints", column, `tamano = `+middle)
		}})
	}
	s.run(t, list)
}

// lastLine is the last line of a leaf, its signature.
func lastLine(t *testing.T, a *diario.Asiento) string {
	t.Helper()
	texto, err := diario.Format(a)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(texto), "\n")
	return lines[len(lines)-2]
}

func (s *sede) firstWithValues(t *testing.T) int64 {
	for _, a := range s.hojas {
		if len(a.Valores) > 0 {
			return a.Posicion
		}
	}
	t.Fatal("no personal value")
	return 0
}

// What is rewritten whole: with the stolen key of the log, so that nothing but its
// content gives it away, and with another one.
func (s *sede) testRewritten(t *testing.T) {
	only := func(a diario.Asiento, change func(*diario.Asiento)) func(*testing.T, *sql.DB) {
		return func(t *testing.T, db *sql.DB) {
			s.rewrite(t, db, s.cfg.Firmante, func(b *diario.Asiento) {
				if b.Posicion == a.Posicion {
					change(b)
				}
			})
		}
	}
	one, two := s.find(t, "AnticipoInicial", 0), s.find(t, "AnticipoInicial", 1)
	cierre, control := s.find(t, "CierreMesa", 0), s.find(t, "ControlIngresos", 0)
	card, state := s.find(t, "Tarjeta", 1), s.find(t, "EstadoDeSeries", 0)
	s.run(t, []alteration{
		{"36.2/signature moved to another act", verificador.ClaseFirma, two.Posicion, "no es válida", only(two, func(a *diario.Asiento) {
			a.Firmas[0].Firma = one.Firmas[0].Firma
		})},
		{"36.3/signature moved to another slot", verificador.ClaseFirma, cierre.Posicion, "no es válida", only(cierre, func(a *diario.Asiento) {
			a.Firmas[0].Firma = a.Firmas[1].Firma
		})},
		{"36.3/one céntimo after it was signed", verificador.ClaseActo, cierre.Posicion, "no es lo que se propuso", only(cierre, func(a *diario.Asiento) {
			setDato(a, "resultado", a.Dato("resultado")+"0")
		})},
		{"42.1/total of the control de ingresos", verificador.ClaseJornada, control.Posicion, "los recuentos dan", only(control, func(a *diario.Asiento) {
			setDato(a, "total", a.Dato("total")+"0")
		})},
		{"22.3/number of card skipped", verificador.ClaseNumero, card.Posicion, "lleva el número", only(card, func(a *diario.Asiento) { a.NumeroSerie += 100 })},
		{"39.3/statement of the series", verificador.ClaseEstado, state.Posicion, "declara serie.principal/tarjetas", only(state, func(a *diario.Asiento) {
			setDato(a, "serie.principal/tarjetas", "4")
		})},
		{"39.3/close without a statement of the series", verificador.ClaseEstado, control.Posicion, "se cierra sin EstadoDeSeries", only(state, func(a *diario.Asiento) {
			a.Tipo, a.Datos = "Nota", nil
		})},
		{"22.3/price of a card and nothing else", verificador.ClaseProyeccion, -1, "tarjetas", only(card, func(a *diario.Asiento) { setDato(a, "precio", "400") })},
	})
	other, vkey := newKey(t, s.cfg.Firmante.Name())
	t.Run("signed again with another key", func(t *testing.T) {
		bd, db := s.attack(t)
		s.rewrite(t, db, other, func(*diario.Asiento) {})
		expect(t, s.verify(t, bd, verificador.Options{}), verificador.ClaseCheckpoint, -1)
	})
	t.Run("made again with another key", func(t *testing.T) {
		bd, db := s.attack(t)
		s.rewrite(t, db, other, func(a *diario.Asiento) {
			if a.Tipo == "ActaFundacional" {
				setDato(a, "clave_diario", vkey)
			}
			if a.Posicion == card.Posicion {
				setDato(a, "precio", "400")
			}
		})
		statement(`UPDATE tarjetas SET precio = 400 WHERE posicion = $1`, card.Posicion)(t, db)
		statement(`UPDATE fundacion SET clave_diario = $1`, vkey)(t, db)
		inf := s.verify(t, bd, verificador.Options{})
		if !inf.Integro || !strings.Contains(inf.Veredicto(), "autenticidad no comprobada") {
			t.Errorf("without the key:\n%s", text(inf))
		}
		expect(t, s.verify(t, bd, verificador.Options{Clave: []byte(s.clave)}), verificador.ClaseClave, -1)
		expect(t, s.verify(t, bd, verificador.Options{Desde: s.antes}), verificador.ClaseAnterior, -1)
	})
}

// Projections altered behind the log's back.
func (s *sede) testProjections(t *testing.T) {
	s.run(t, []alteration{
		{"22.3/price changed", verificador.ClaseProyeccion, -1, "tabla tarjetas, fila establecimiento=principal, numero=3: difiere precio",
			statement(`UPDATE tarjetas SET precio = precio - 100 WHERE establecimiento = 'principal' AND numero = 3`)},
		{"row deleted", verificador.ClaseProyeccion, -1, "tabla tarjetas, fila establecimiento=principal, numero=4: falta",
			statement(`DELETE FROM tarjetas WHERE establecimiento = 'principal' AND numero = 4`)},
		{"row added", verificador.ClaseProyeccion, -1, "tabla tarjetas, fila establecimiento=principal, numero=1003: sobra",
			statement(`INSERT INTO tarjetas SELECT establecimiento, numero + 1000, ficha + 1000, jornada, precio, validez, comprobacion || 'x',
				emitida, autor, token, posicion, anulada, anulada_visto FROM tarjetas WHERE establecimiento = 'principal' AND numero = 3`)},
	})
	s.runOn(t, s.attackCopy, []alteration{
		{"table dropped", verificador.ClaseProyeccion, -1, "falta la tabla denegaciones", func(t *testing.T, db *sql.DB) {
			exec(t, db, `DROP TABLE denegaciones`)
		}},
		{"row repeated", verificador.ClaseProyeccion, -1, "tabla tarjetas, fila filas repetidas: sobra", func(t *testing.T, db *sql.DB) {
			for _, q := range []string{`ALTER TABLE tarjetas RENAME TO otra`, `CREATE TABLE tarjetas AS SELECT * FROM otra`, `DROP TABLE otra`} {
				exec(t, db, q) // without its keys
			}
			statement(`INSERT INTO tarjetas SELECT * FROM tarjetas WHERE numero = 3`)(t, db)
		}},
	})
	t.Run("every column of every table", s.testEveryProjection)
}

// testEveryProjection changes, in a row of every projection, every column but its key.
func (s *sede) testEveryProjection(t *testing.T) {
	bd, db := s.attack(t)
	tablas := slices.Concat(registers.Tablas(), admission.Tablas())
	want := map[string][]string{}
	for _, tabla := range tablas {
		var where []string
		for _, k := range tabla.Clave {
			where = append(where, k+` = (SELECT `+k+` FROM `+tabla.Nombre+` ORDER BY `+strings.Join(tabla.Clave, ", ")+` LIMIT 1)`)
		}
		for _, column := range columnsOf(t, bd, tabla.Nombre) {
			if len(strs(t, db, `SELECT '' FROM `+tabla.Nombre+` LIMIT 1`)) == 0 || slices.Contains(tabla.Clave, column[0]) {
				continue
			}
			changeColumn(t, db, tabla.Nombre, column, strings.Join(where, " AND "))
			want[tabla.Nombre] = append(want[tabla.Nombre], column[0])
		}
	}
	if len(want) < 15 {
		t.Errorf("only %d projections have rows: %v", len(want), want)
	}
	cfg := s.cfg
	cfg.Ruta, cfg.DSN = bd.Ruta, bd.DSN
	found, err := escritor.Contrast(t.Context(), cfg, tablas, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		if got, want := d.Columnas, want[d.Tabla]; d.Clase != escritor.DiferenciaDifiere || !slices.Equal(got, want) {
			t.Errorf("%s, %s: %s in %v, want %v", d.Tabla, d.Clave, d.Clase, got, want)
		}
		delete(want, d.Tabla)
	}
	if len(want) > 0 {
		t.Errorf("not caught: %v", want)
	}
}

// What only a checkpoint kept outside shows.
func (s *sede) testWitness(t *testing.T) {
	size := int64(0)
	for _, n := range ask(t, s.antigua, `SELECT CAST(max(posicion) + 1 AS TEXT) FROM asientos`) {
		fmt.Sscan(n, &size)
	}
	t.Run("older copy", func(t *testing.T) {
		expect(t, s.verify(t, s.antigua, verificador.Options{Desde: s.nota}), verificador.ClaseAnterior, size)
	})
	t.Run("tail deleted", func(t *testing.T) {
		bd, db := s.attack(t)
		for _, q := range []string{`DELETE FROM asientos WHERE posicion >= $1`, `DELETE FROM boveda WHERE posicion >= $1`,
			`DELETE FROM checkpoints WHERE tamano > $1`} {
			statement(q, size)(t, db)
		}
		expect(t, verify(t, open(t, bd), verificador.Options{}), verificador.ClaseContador, -1)
		s.recount(t, db)
		if inf := verify(t, open(t, bd), verificador.Options{}); !inf.Integro {
			t.Errorf("what is left is not sound by itself:\n%s", text(inf))
		}
		expect(t, verify(t, open(t, bd), verificador.Options{Desde: s.nota}), verificador.ClaseAnterior, size)
		expect(t, s.verify(t, bd, verificador.Options{}), verificador.ClaseProyeccion, -1)
	})
	t.Run("rewritten with the same key", func(t *testing.T) {
		bd, db := s.attack(t)
		s.rewrite(t, db, s.cfg.Firmante, func(a *diario.Asiento) {
			if a.Tipo == "Tarjeta" && a.NumeroSerie == 1 {
				setDato(a, "precio", "400")
			}
		})
		expect(t, verify(t, open(t, bd), verificador.Options{Desde: s.antes}), verificador.ClaseAnterior, -1)
	})
}

// Exports of the house, cut short and claiming more than they prove.
func (s *sede) testExport(t *testing.T) {
	db := s.bd.Raw(t)
	whole := exportOf(t, db, exportacion.Options{})
	book := exportOf(t, db, exportacion.Options{Establecimiento: casatest.Principal, Libro: "anticipos-1"})
	for _, b := range [][]byte{whole, book} {
		inf := verifyExport(t, b, verificador.Options{Clave: []byte(s.clave), Desde: s.antes})
		if !inf.Integro || !inf.DesdeComprobado {
			t.Fatalf("not sound:\n%s", text(inf))
		}
		for n := 0; n < len(b); n += 1 + len(b)/11 {
			expect(t, verifyExport(t, b[:n], verificador.Options{}), verificador.ClaseFuente, -1)
		}
	}
	expect(t, verifyExport(t, exportOf(t, s.antigua.Raw(t), exportacion.Options{}), verificador.Options{Desde: s.nota}),
		verificador.ClaseAnterior, readHojas(t, s.antigua)[len(readHojas(t, s.antigua))-1].Posicion+1)
	for _, test := range []struct {
		name, tipo string
		clase      string
	}{
		{"EstadoDeSeries omitted", "EstadoDeSeries", verificador.ClaseCompleto},
		{"last leaf of the book omitted", "AnticipoInicial", verificador.ClaseCompleto},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := unpack(t, book)
			k := index(t, e, test.tipo, -1)
			dropLeaves(t, e, k, k+1)
			inf := verifyExport(t, pack(t, e, zip.Store), verificador.Options{})
			if inf.Integro || !slices.ContainsFunc(inf.Problemas, func(p verificador.Problema) bool { return p.Clase == test.clase }) {
				t.Errorf("no problem of class %q:\n%s", test.clase, text(inf))
			}
		})
	}
}

// A verifier that checked nothing never says OK.
func (s *sede) testEmptied(t *testing.T) {
	s.run(t, []alteration{
		{"no leaves", verificador.ClaseFuente, -1, "no queda ningún asiento", statement(`DELETE FROM asientos`)},
		{"no leaves and no checkpoints", verificador.ClaseFuente, -1, "vacío", func(t *testing.T, db *sql.DB) {
			statement(`DELETE FROM asientos`)(t, db)
			statement(`DELETE FROM checkpoints`)(t, db)
		}},
		{"no checkpoints", verificador.ClaseCheckpoint, -1, "ningún checkpoint", statement(`DELETE FROM checkpoints`)},
	})
	t.Run("never written", func(t *testing.T) {
		inf := s.verify(t, dbtest.New(t, s.bd.Dialecto), verificador.Options{})
		expect(t, inf, verificador.ClaseFuente, -1)
		if inf.Asientos != 0 {
			t.Errorf("got %d asientos", inf.Asientos)
		}
	})
}
