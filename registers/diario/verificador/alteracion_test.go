package verificador_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// expect wants a report that is not sound, with a problem of that class, whose first bad
// asiento is that one (-1: none named).
func expect(t *testing.T, inf *verificador.Informe, clase string, posicion int64) {
	t.Helper()
	if inf.Integro {
		t.Fatalf("it passes as sound:\n%s", text(inf))
	}
	if !slices.ContainsFunc(inf.Problemas, func(p verificador.Problema) bool { return p.Clase == clase }) {
		t.Errorf("no problem of class %q:\n%s", clase, text(inf))
	}
	got := int64(-1)
	if inf.Primero != nil {
		got = inf.Primero.Posicion
	}
	if got != posicion {
		t.Errorf("first bad asiento: got %d, want %d\n%s", got, posicion, text(inf))
	}
}

// disarm takes triggers and constraints off, as whoever holds the machine can.
func disarm(t *testing.T, bd dbtest.BD, db *sql.DB) {
	t.Helper()
	db.SetMaxOpenConns(1) // the pragma is of a connection
	if bd.Dialecto == migrations.Postgres {
		exec(t, db, `ALTER TABLE asientos DISABLE TRIGGER ALL`)
		exec(t, db, `ALTER TABLE checkpoints DISABLE TRIGGER ALL`)
		exec(t, db, `DO $$ DECLARE c RECORD; BEGIN
			FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'asientos'::regclass AND contype IN ('c', 'p', 'u') LOOP
				EXECUTE 'ALTER TABLE asientos DROP CONSTRAINT ' || quote_ident(c.conname);
			END LOOP; END $$`)
		return
	}
	exec(t, db, `PRAGMA ignore_check_constraints = 1`)
	for _, table := range []string{"asientos", "checkpoints"} {
		for _, event := range []string{"update", "delete", "replace"} {
			exec(t, db, `DROP TRIGGER IF EXISTS `+table+`_no_`+event)
		}
	}
}

func exec(t *testing.T, db *sql.DB, q string, args ...any) {
	t.Helper()
	if _, err := db.Exec(q, args...); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
}

// One changed value in any column of asientos is caught, and its asiento named.
func TestEveryColumn(t *testing.T) {
	c := whole(t)
	at := c.find("Tarjeta").a.Posicion + 1
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		db := c.store(bd)
		disarm(t, bd, db)
		f := open(t, bd)
		texts := map[string]string{"establecimiento": "apendice", "libro": "otro", "serie": "fichas", "jornada": "2026-11-03",
			"formulario": "C-1", "transcriptor": "p2", "autor": "p2", "cargo": "director", "clase": "libros",
			"suprimible_desde": "2026-11-30", "tipo": "Denegacion"}
		for column, value := range texts {
			t.Run(column, func(t *testing.T) {
				var old string
				if err := db.QueryRow(`SELECT `+column+` FROM asientos WHERE posicion = $1`, at).Scan(&old); err != nil {
					t.Fatal(err)
				}
				exec(t, db, `UPDATE asientos SET `+column+` = $1 WHERE posicion = $2`, value, at)
				expect(t, verify(t, f, verificador.Options{}), verificador.ClaseColumna, at)
				exec(t, db, `UPDATE asientos SET `+column+` = $1 WHERE posicion = $2`, old, at)
			})
		}
		for _, column := range []string{"numero", "folio", "numero_serie", "hecho", "anotacion"} {
			t.Run(column, func(t *testing.T) {
				exec(t, db, `UPDATE asientos SET `+column+` = `+column+` + 1000 WHERE posicion = $1`, at)
				expect(t, verify(t, f, verificador.Options{}), verificador.ClaseColumna, at)
				exec(t, db, `UPDATE asientos SET `+column+` = `+column+` - 1000 WHERE posicion = $1`, at)
			})
		}
		t.Run("posicion", func(t *testing.T) {
			exec(t, db, `UPDATE asientos SET posicion = posicion + 1000 WHERE posicion = $1`, at)
			expect(t, verify(t, f, verificador.Options{}), verificador.ClaseHoja, at)
			exec(t, db, `UPDATE asientos SET posicion = -posicion WHERE posicion = $1`, at+1000)
			exec(t, db, `UPDATE asientos SET posicion = -posicion - 1000 WHERE posicion = $1`, -at-1000)
		})
		for _, column := range []string{"texto", "hashes"} {
			t.Run(column, func(t *testing.T) { tamperBytes(t, db, f, column, at) })
		}
		if inf := verify(t, f, verificador.Options{}); !inf.Integro {
			t.Errorf("given back as it was, it is not sound:\n%s", text(inf))
		}
	})
}

// tamperBytes changes a byte of a column at a time.
func tamperBytes(t *testing.T, db *sql.DB, f verificador.Fuente, column string, at int64) {
	var old []byte
	if err := db.QueryRow(`SELECT `+column+` FROM asientos WHERE posicion = $1`, at).Scan(&old); err != nil {
		t.Fatal(err)
	}
	for k := 0; k < len(old); k += 1 + len(old)/20 {
		bad := bytes.Clone(old)
		bad[k] ^= 1
		exec(t, db, `UPDATE asientos SET `+column+` = $1 WHERE posicion = $2`, bad, at)
		if inf := verify(t, f, verificador.Options{}); inf.Integro || inf.Primero == nil || inf.Primero.Posicion != at {
			t.Errorf("byte %d changed:\n%s", k, text(inf))
		}
	}
	exec(t, db, `UPDATE asientos SET `+column+` = $1 WHERE posicion = $2`, old, at)
}

// What is done to a database behind the program's back.
func TestTamperedDatabase(t *testing.T) {
	at := whole(t).find("CierreMesa").a.Posicion
	card := whole(t).find("AnulacionTarjeta").a.Posicion - 2
	group := card // first leaf of its commit
	for whole(t).notas[group] == nil {
		group--
	}
	tail := int64(len(whole(t).filas)) - 3
	covered := tail // by the last checkpoint up to there
	for whole(t).notas[covered] == nil {
		covered--
	}
	cases := []struct {
		name   string
		clase  string
		at     int64
		tamper func(t *testing.T, db *sql.DB, c *casa)
	}{
		{"middle row deleted", verificador.ClaseHoja, at, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM asientos WHERE posicion = $1`, at)
		}},
		{"tail deleted, checkpoints kept", verificador.ClaseHoja, tail, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM asientos WHERE posicion >= $1`, len(c.filas)-3)
			exec(t, db, `DELETE FROM boveda WHERE posicion >= $1`, len(c.filas)-3)
		}},
		{"last checkpoints deleted", verificador.ClaseCheckpoint, covered, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM checkpoints WHERE tamano > $1`, len(c.filas)-3)
		}},
		{"every leaf deleted", verificador.ClaseFuente, -1, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM asientos`)
		}},
		{"no checkpoint left", verificador.ClaseCheckpoint, -1, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM checkpoints`)
		}},
		{"pair swapped", verificador.ClaseHoja, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE asientos SET posicion = -1 WHERE posicion = $1`, card)
			exec(t, db, `UPDATE asientos SET posicion = $1 WHERE posicion = $2`, card, card+1)
			exec(t, db, `UPDATE asientos SET posicion = $1 WHERE posicion = -1`, card+1)
		}},
		{"leaf before the first", verificador.ClaseHoja, -7, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE asientos SET posicion = -7 WHERE posicion = $1`, at)
		}},
		{"text and columns changed together", verificador.ClaseArbol, card, func(t *testing.T, db *sql.DB, c *casa) {
			replaceTexto(t, db, card, "precio=500", "precio=400")
		}},
		{"text, columns and own hash changed", verificador.ClaseArbol, group, func(t *testing.T, db *sql.DB, c *casa) {
			texto := replaceTexto(t, db, card, "precio=500", "precio=400")
			rehash(t, db, c, card, texto)
		}},
		{"checkpoint of another key", verificador.ClaseCheckpoint, -1, func(t *testing.T, db *sql.DB, c *casa) {
			c.signer, _ = newSigner(t, 9)
			c.commit()
			exec(t, db, `UPDATE checkpoints SET nota = $1 WHERE tamano = $2`, c.checkpoint(), len(c.filas))
		}},
		{"intermediate checkpoint altered", verificador.ClaseCheckpoint, -1, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE checkpoints SET nota = $1 WHERE tamano = 5`, c.checkpoint())
		}},
		{"value changed in the vault", verificador.ClaseCompromiso, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE boveda SET valor = 'Otro' WHERE posicion = $1 AND nombre = 'nombre'`, card)
		}},
		{"salt cut short", verificador.ClaseCompromiso, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE boveda SET sal = $1 WHERE posicion = $2 AND nombre = 'nombre'`, []byte{1}, card)
		}},
		{"date of erasure brought forward in the vault", verificador.ClaseCompromiso, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE boveda SET suprimible_desde = '2020-01-01' WHERE posicion = $1 AND nombre = 'nombre'`, card)
		}},
		{"letter moved from a column of the vault to the next", verificador.ClaseCompromiso, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `UPDATE boveda SET suprimible_desde = substr(suprimible_desde, 1, 9), valor = substr(suprimible_desde, 10, 1) || valor
				WHERE posicion = $1 AND nombre = 'nombre'`, card)
		}},
		{"value nobody committed to", verificador.ClaseCompromiso, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `INSERT INTO boveda SELECT posicion, 'apodo', valor, sal, clase, suprimible_desde FROM boveda WHERE posicion = $1 AND nombre = 'nombre'`, card)
		}},
		{"value erased without Supresion", verificador.ClaseSupresion, card, func(t *testing.T, db *sql.DB, c *casa) {
			exec(t, db, `DELETE FROM boveda WHERE posicion = $1 AND nombre = 'documento'`, card)
		}},
		{"value back after its Supresion", verificador.ClaseSupresion, c0(t), func(t *testing.T, db *sql.DB, c *casa) {
			for _, v := range restored(c) {
				c.keep(db, v)
			}
		}},
	}
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		db := bd.Raw(t)
		disarm(t, bd, db)
		for _, test := range cases {
			t.Run(test.name, func(t *testing.T) {
				c := whole(t)
				refill(t, db, c)
				test.tamper(t, db, c)
				expect(t, verify(t, open(t, bd), verificador.Options{}), test.clase, test.at)
			})
		}
	})
}

// refill puts the log in place of what the database holds.
func refill(t *testing.T, db *sql.DB, c *casa) {
	t.Helper()
	for _, table := range []string{"asientos", "boveda", "checkpoints"} {
		exec(t, db, `DELETE FROM `+table)
	}
	c.flush(db, 0)
	for _, v := range c.boveda {
		c.keep(db, v)
	}
}

// c0 is the position whose values were erased.
func c0(t *testing.T) int64 { return whole(t).find("Tarjeta").a.Posicion }

// restored is the vault of a house where nothing was erased, at that position.
func restored(c *casa) (out []valor) {
	again := newCasa(c.t)
	again.found()
	again.staff()
	again.day("2026-11-02")
	for _, v := range again.boveda {
		if v.Posicion == c.find("Tarjeta").a.Posicion {
			out = append(out, v)
		}
	}
	return out
}

func replaceTexto(t *testing.T, db *sql.DB, at int64, old, new string) []byte {
	t.Helper()
	var texto []byte
	if err := db.QueryRow(`SELECT texto FROM asientos WHERE posicion = $1`, at).Scan(&texto); err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(texto, []byte(old), []byte(new), 1)
	if bytes.Equal(changed, texto) {
		t.Fatalf("%q is not in the text", old)
	}
	exec(t, db, `UPDATE asientos SET texto = $1 WHERE posicion = $2`, changed, at)
	return changed
}

// rehash stores again the hashes from a changed leaf on.
func rehash(t *testing.T, db *sql.DB, c *casa, at int64, texto []byte) {
	t.Helper()
	var tree diario.Arbol
	for k, f := range c.filas {
		if int64(k) == at {
			f.texto = texto
		}
		exec(t, db, `UPDATE asientos SET hashes = $1 WHERE posicion = $2`, diario.JoinHashes(tree.Append(f.texto)), k)
	}
}

// What only a key or a checkpoint kept outside shows.
func TestWitness(t *testing.T) {
	old := newCasa(t)
	old.found()
	old.staff()
	old.day("2026-11-02")
	now := whole(t)
	rewritten := func(seed byte) *casa {
		c := newCasa(t)
		c.signer, c.vkey = newSigner(t, seed)
		c.found()
		c.staff()
		c.spoil = func(a *diario.Asiento) {
			if a.Tipo == "Establecimiento" || a.Tipo == "Tarjeta" && a.NumeroSerie == 2 {
				a.Autor = "p2"
			}
		}
		c.day("2026-11-02")
		return c
	}
	check := func(name string, c *casa, o verificador.Options, clase string, at int64) {
		t.Run(name, func(t *testing.T) {
			bd := dbtest.New(t, migrations.SQLite)
			db := c.store(bd)
			for _, f := range []verificador.Fuente{open(t, bd), exportSource(exportOf(t, db, exportacion.Options{}))} {
				if clase == "" {
					if inf := verify(t, f, o); !inf.Integro {
						t.Errorf("not sound:\n%s", text(inf))
					}
				} else {
					expect(t, verify(t, f, o), clase, at)
				}
			}
		})
	}
	check("grown since the visit", now, verificador.Options{Desde: old.checkpoint()}, "", -1)
	check("tail deleted or older copy", old, verificador.Options{Desde: now.checkpoint()}, verificador.ClaseAnterior, old.arbol.Tamano())
	check("older copy without a witness", old, verificador.Options{}, "", -1)
	check("rewritten with the same key", rewritten(1), verificador.Options{Desde: old.checkpoint()}, verificador.ClaseAnterior, -1)
	check("rewritten with another key, unwitnessed", rewritten(7), verificador.Options{}, "", -1)
	check("rewritten with another key", rewritten(7), verificador.Options{Clave: []byte(old.vkey)}, verificador.ClaseClave, -1)
	check("another key against a checkpoint", rewritten(7), verificador.Options{Desde: old.checkpoint()}, verificador.ClaseAnterior, -1)
	check("a checkpoint that is none", now, verificador.Options{Desde: []byte("hola\n")}, verificador.ClaseAnterior, -1)
	if _, err := verificador.Verify(context.Background(), exportSource(now.export(exportacion.Options{})),
		verificador.Options{Clave: []byte("ninguna")}); err == nil {
		t.Error("a file without key was taken")
	}
}

func exportSource(b []byte) verificador.Fuente {
	return verificador.NewExport(bytes.NewReader(b), int64(len(b)))
}

// A value is erased while the verification runs: the Supresion commits first, and the
// log is verified up to it.
func TestErasedMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		c := whole(t)
		db := c.store(bd)
		size, at := c.arbol.Tamano(), c.find("AnulacionTarjeta").a.Posicion-1
		t.Run("recorded after the start", func(t *testing.T) {
			exec(t, db, `DELETE FROM boveda WHERE posicion = $1`, at)
			c.now = c.now.AddDate(0, 1, 0)
			c.erase(at)
			progreso := func(done, total int64) {
				if done == size {
					c.flush(db, size)
				}
			}
			inf := verify(t, open(t, bd), verificador.Options{Progreso: progreso})
			if !inf.Integro || inf.Suprimidos != 8 || inf.Tamano != size+1 {
				t.Errorf("got %d suprimidos, tamaño %d, want 8, %d\n%s", inf.Suprimidos, inf.Tamano, size+1, text(inf))
			}
		})
		t.Run("erased after the start", func(t *testing.T) {
			for _, v := range restored(c) {
				c.keep(db, v)
			}
			progreso := func(done, total int64) { exec(t, db, `DELETE FROM boveda WHERE posicion = $1`, c0(t)) }
			inf := verify(t, open(t, bd), verificador.Options{Progreso: progreso})
			if !inf.Integro || inf.Suprimidos != 8 {
				t.Errorf("got %d suprimidos, want 8\n%s", inf.Suprimidos, text(inf))
			}
		})
	})
}

// A verification that checked nothing never says OK.
func TestCasos(t *testing.T) {
	lines, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	run := map[string]func(*testing.T){"SIG-07": testLaterRole, "SIG-08": testNothingChecked}
	for line := range strings.Lines(string(lines)) {
		var c struct{ ID string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if run[c.ID] == nil {
			t.Errorf("no test for %s", c.ID)
			continue
		}
		t.Run(c.ID, run[c.ID])
	}
}

func testNothingChecked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		inf := verify(t, open(t, bd), verificador.Options{})
		if inf.Integro || inf.Asientos != 0 || !strings.Contains(text(inf), "NO ÍNTEGRO") {
			t.Errorf("an empty database passes:\n%s", text(inf))
		}
		db := bd.Raw(t)
		disarm(t, bd, db)
		c := whole(t)
		c.store(bd)
		exec(t, db, `DELETE FROM asientos`)
		expect(t, verify(t, open(t, bd), verificador.Options{}), verificador.ClaseFuente, -1)
	})
	empty := newCasa(t)
	var b bytes.Buffer
	err := exportacion.Write(context.Background(), &b, empty.store(dbtest.New(t, migrations.SQLite)), exportacion.Options{})
	if !errors.Is(err, exportacion.ErrVacio) || b.Len() > 0 {
		t.Errorf("an empty log was exported: %v", err)
	}
	inf := verifyExport(t, nil, verificador.Options{})
	expect(t, inf, verificador.ClaseFuente, -1)
}

// A role gained later does not validate an earlier signature.
func testLaterRole(t *testing.T) {
	c := newCasa(t)
	c.found()
	c.staff()
	sub := c.persona("subdirector")
	c.enrol(sub)
	c.openJornada("2026-11-02")
	act := c.propose("principal", "AnticipoInicial", []string{"director clave"}, []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}, nil)
	early := c.sign(act, 1, sub)
	c.direccion(sub, c.now.AddDate(0, 0, -1)) // dated back, recorded after the signature
	late := c.closeWith(act, hoja{e: "principal", libro: "anticipos-4", nuevoFolio: true, firmas: []diario.Firma{early}})
	c.commit()
	expect(t, verifyExport(t, c.export(exportacion.Options{}), verificador.Options{}), verificador.ClaseFirma, late.Posicion)

	act = c.propose("principal", "Reposicion", []string{"director clave"}, []string{"mesa", "4", "anticipo", "500x2", "importe", "1000", "inspector", "no_presente"}, nil)
	c.close(act, hoja{e: "principal", libro: "anticipos-4", folio: true}, sub)
	c.commit()
	inf := verifyExport(t, c.export(exportacion.Options{}), verificador.Options{})
	if len(inf.Problemas) != 1 {
		t.Errorf("signing after the appointment was on record is not sound either:\n%s", text(inf))
	}
}
