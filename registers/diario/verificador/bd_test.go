package verificador_test

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"foliado/admission"
	"foliado/migrations"
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
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		s := newSede(t, bd)
		s.keepClean(t)
		t.Run("sound", s.testSound)
		t.Run("column of asientos", s.testColumns)
		t.Run("database", s.testAlterations)
		t.Run("rewritten", s.testRewritten)
		t.Run("projections", s.testProjections)
		t.Run("witness", s.testWitness)
		t.Run("export", s.testExport)
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

// attack gives a copy of the house with everything that defends it off. On PostgreSQL,
// where copying and dropping a database takes a second, it is always the same one, whose
// rows are given back first.
func (s *sede) attack(t *testing.T) (dbtest.BD, *sql.DB) {
	t.Helper()
	if s.bd.Dialecto == migrations.SQLite {
		return s.attackCopy(t)
	}
	db := s.taller.Raw(t)
	db.SetMaxOpenConns(1)
	exec(t, db, `SET synchronous_commit = off`)
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'limpio' LOOP
			EXECUTE 'DELETE FROM ' || c.r;
			EXECUTE 'INSERT INTO ' || c.r || ' SELECT * FROM limpio.' || c.r;
		END LOOP; END $$`)
	return s.taller, db
}

// keepClean keeps what attack gives back.
func (s *sede) keepClean(t *testing.T) {
	if s.bd.Dialecto == migrations.SQLite {
		return
	}
	var db *sql.DB
	s.taller, db = s.attackCopy(t)
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		CREATE SCHEMA limpio;
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE 'CREATE TABLE limpio.' || c.r || ' AS TABLE ' || c.r;
		END LOOP; END $$`)
	db.Close()
}

// attackCopy opens a fresh copy without triggers, checks or uniqueness.
func (s *sede) attackCopy(t *testing.T) (dbtest.BD, *sql.DB) {
	t.Helper()
	bd := copyOf(t, s.bd)
	db := bd.Raw(t)
	db.SetMaxOpenConns(1) // pragmas are of a connection
	if bd.Dialecto == migrations.SQLite {
		exec(t, db, `PRAGMA ignore_check_constraints = 1`)
		exec(t, db, `PRAGMA synchronous = 0`)
		for _, name := range strs(t, db, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`) {
			exec(t, db, `DROP TRIGGER `+name)
		}
		return bd, db
	}
	exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
		FOR c IN SELECT quote_ident(tablename) AS r FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE 'ALTER TABLE ' || c.r || ' DISABLE TRIGGER ALL';
		END LOOP;
		FOR c IN SELECT conname, conrelid::regclass AS r FROM pg_constraint
			WHERE conrelid IN ('asientos'::regclass, 'boveda'::regclass, 'checkpoints'::regclass) AND contype IN ('c', 'p', 'u') LOOP
			EXECUTE 'ALTER TABLE ' || c.r || ' DROP CONSTRAINT ' || quote_ident(c.conname);
		END LOOP; END $$`)
	return bd, db
}

func strs(t *testing.T, db *sql.DB, q string, args ...any) (out []string) {
	t.Helper()
	rows, err := db.Query(q, args...)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// ask is strs through a handle that it closes: a database in use is not copied.
func ask(t *testing.T, bd dbtest.BD, q string) []string {
	t.Helper()
	db := bd.Raw(t)
	defer db.Close()
	return strs(t, db, q)
}

// columnsOf lists the columns of a table with their types, from the catalog.
func columnsOf(t *testing.T, bd dbtest.BD, table string) (out [][2]string) {
	t.Helper()
	q := `SELECT name || ' ' || type FROM pragma_table_info('` + table + `')`
	if bd.Dialecto == migrations.Postgres {
		q = `SELECT column_name || ' ' || data_type FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name = '` + table + `' ORDER BY ordinal_position`
	}
	for _, c := range ask(t, bd, q) {
		name, kind, _ := strings.Cut(c, " ")
		out = append(out, [2]string{name, kind})
	}
	if len(out) == 0 {
		t.Fatalf("no columns of %s", table)
	}
	return out
}

// changeColumn changes one value: a letter more, a number some thousands up, a bit.
func changeColumn(t *testing.T, db *sql.DB, table string, column [2]string, where string, args ...any) {
	t.Helper()
	name := column[0]
	var value string
	switch strings.ToUpper(column[1]) {
	case "TEXT":
		value = name + ` || 'x'`
	case "INTEGER", "BIGINT":
		value = name + ` + 100000`
	case "BLOB", "BYTEA":
		var b []byte
		if err := db.QueryRow(`SELECT `+name+` FROM `+table+` WHERE `+where, args...).Scan(&b); err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		value = fmt.Sprintf("$%d", len(args)+1)
		args = append(args, b)
	default:
		t.Fatalf("column %s of %s is of type %s", name, table, column[1])
	}
	r, err := db.Exec(`UPDATE `+table+` SET `+name+` = `+value+` WHERE `+where, args...)
	if err != nil {
		t.Fatalf("change %s: %v", name, err)
	}
	if n, _ := r.RowsAffected(); n != 1 {
		t.Fatalf("change %s: got %d rows, want 1", name, n)
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
			if clase == "" {
				clase = verificador.ClaseColumna
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

// statement makes a tamper of one statement.
func statement(q string, args ...any) func(*testing.T, *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		r, err := db.Exec(q, args...)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if n, _ := r.RowsAffected(); n == 0 {
			t.Fatalf("%s: nothing was altered", q)
		}
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

// rewrite changes leaves and does everything over again as the product would have:
// columns, hashes and checkpoints, signed with that key.
func (s *sede) rewrite(t *testing.T, db *sql.DB, signer note.Signer, change func(*diario.Asiento)) {
	t.Helper()
	signed := strs(t, db, `SELECT CAST(tamano AS TEXT) FROM checkpoints`)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	update := func(q string, args ...any) {
		t.Helper()
		if _, err := tx.Exec(q, args...); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	var tree diario.Arbol
	for _, a := range s.hojas {
		a.Datos, a.Firmas = slices.Clone(a.Datos), slices.Clone(a.Firmas)
		change(&a)
		texto, err := diario.Format(&a)
		if err != nil {
			t.Fatal(err)
		}
		update(`UPDATE asientos SET numero = $1, folio = $2, serie = $3, numero_serie = $4, hecho = $5, anotacion = $6, autor = $7, cargo = $8,
			tipo = $9, texto = $10, hashes = $11 WHERE posicion = $12`, a.Numero, a.Folio, a.Serie, a.NumeroSerie, a.Hecho.UnixMicro(),
			a.Anotacion.UnixMicro(), a.Autor, string(a.Cargo), a.Tipo, texto, diario.JoinHashes(tree.Append(texto)), a.Posicion)
		if size := fmt.Sprint(tree.Tamano()); slices.Contains(signed, size) {
			nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: signer.Name(), Tamano: tree.Tamano(), Raiz: tree.Raiz()}, signer)
			if err != nil {
				t.Fatal(err)
			}
			update(`UPDATE checkpoints SET nota = $1 WHERE tamano = `+size, nota)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
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

func newKey(t *testing.T, origen string) (note.Signer, string) {
	t.Helper()
	skey, vkey, err := diario.NewKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)), origen)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	return signer, vkey
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
		if inf := verifyExport(t, b, verificador.Options{Clave: []byte(s.clave)}); !inf.Integro {
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
