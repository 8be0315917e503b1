package admission_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/plazos"
	"foliado/migrations"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario/verificador"
)

// files are those of the database: free pages, indexes and the write-ahead log included.
func (e *entrada) files(t *testing.T) map[string][]byte {
	t.Helper()
	if e.bd.Dialecto == migrations.Postgres {
		return e.postgresFiles(t)
	}
	files := map[string][]byte{}
	for _, name := range []string{e.bd.Ruta, e.bd.Ruta + "-wal", e.bd.Ruta + "-shm"} {
		content, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = content
	}
	return files
}

// holding names the files that hold some bytes.
func holding(files map[string][]byte, secret []byte) []string {
	var found []string
	for name, content := range files {
		if bytes.Contains(content, secret) {
			found = append(found, name)
		}
	}
	return found
}

// postgresFiles reads every file of the relations of the database, and a dump of it.
func (e *entrada) postgresFiles(t *testing.T) map[string][]byte {
	t.Helper()
	dump, err := exec.Command("pg_dump", "--dbname", e.bd.DSN).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"pg_dump": dump}
	db := e.bd.Raw(t)
	if _, err := db.Exec(`CHECKPOINT`); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(`SELECT c.relname, pg_read_binary_file(pg_relation_filepath(c.oid)) FROM pg_class c
		WHERE c.relkind IN ('r', 'i', 't') AND pg_relation_filepath(c.oid) IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var content []byte
		if err := rows.Scan(&name, &content); err != nil {
			t.Fatal(err)
		}
		files[name] = content
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return files
}

// gone fails when the database still holds any of the secrets, by value or by salt.
func (e *entrada) gone(t *testing.T, secrets ...[]byte) {
	t.Helper()
	files := e.files(t)
	for _, secret := range secrets {
		if found := holding(files, secret); len(found) > 0 {
			t.Errorf("%q is still in %v", secret, found)
		}
	}
}

// secrets are the values, and the salts as stored and as dumped, that the vault holds of some
// asientos, but those of some names.
func (e *entrada) secrets(t *testing.T, but []string, posiciones ...int64) [][]byte {
	t.Helper()
	var rows []struct {
		Nombre, Valor string
		Sal           []byte
	}
	err := e.Escritor.Lectura().Raw(`SELECT nombre, valor, sal FROM boveda WHERE posicion IN ? AND nombre NOT IN ?`, posiciones, append(but, "")).
		Scan(&rows).Error
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, r := range rows {
		if len(r.Valor) > 7 { // shorter ones stand by chance
			out = append(out, []byte(r.Valor))
		}
		out = append(out, r.Sal, []byte(hex.EncodeToString(r.Sal)))
	}
	if len(out) < 3 {
		t.Fatalf("%d secrets of %v", len(out), posiciones)
	}
	return out
}

// conserve runs retention today.
func (e *entrada) conserve(t *testing.T) admission.Conservacion {
	t.Helper()
	done, err := e.Conserve(context.Background(), domain.FechaDe(e.Escritor.Ahora()), registers.AutorSistema)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; !done.Compactada && done.Pendientes == 0; n++ { // other tests write on the same server
		next, err := e.Conserve(context.Background(), done.Fecha, registers.AutorSistema)
		if done.Compactada = next.Compactada; err != nil || n > 5 {
			t.Fatalf("the files were not written again: %v", err)
		}
	}
	return done
}

// verify wants the log sound, and its projections those of the leaves.
func (e *entrada) verify(t *testing.T) *verificador.Informe {
	t.Helper()
	open := func() (*verificador.BaseDatos, error) { return verificador.OpenSQLite(e.bd.Ruta) }
	if e.bd.Dialecto == migrations.Postgres {
		open = func() (*verificador.BaseDatos, error) { return verificador.OpenPostgres(e.bd.DSN) }
	}
	db, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	report, err := verificador.Verify(context.Background(), db, verificador.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Integro {
		t.Errorf("the log is not sound: %+v", report.Problemas)
	}
	e.CheckProjections(t, admission.Tablas()...)
	return report
}

// due is how many records of a row of the table of terms a run dealt with.
func due(c admission.Conservacion, id string) admission.Vencido {
	for _, v := range c.Vencidos {
		if v.Termino.ID == id {
			return v
		}
	}
	return admission.Vencido{}
}

// reach puts the clock at an hour of the wall and a list of barred people in force.
func (e *entrada) reach(t *testing.T, wall string) {
	t.Helper()
	e.Reloj.At(t, wall)
	e.importLista(t)
}

func TestConservacion(t *testing.T) {
	ps := newPuertas(t, "2026-02-28 18:00:00")
	ps.each(t, "20.4", testConservacion)
}

// RET-01 and RET-04: cards of four days, one of whose holders comes back.
func testConservacion(t *testing.T, e *entrada) {
	ctx := context.Background()
	var cards []admission.Tarjeta
	e.reach(t, "2026-02-28 18:00:00")
	again := e.visitante()
	cards = append(cards, e.mustIssue(t, e.visitante()), e.mustIssue(t, again))
	young := e.visitante()
	young.FechaNacimiento = "2012-05-06"
	e.mustCheck(t, young, acceso.NoPuedeEntrar)
	if err := e.Observe(ctx, cards[0].Ficha, "Pidió una silla junto a la ventana", e.Autor("jefe_admision")); err != nil {
		t.Fatal(err)
	}
	for _, day := range []string{"2026-03-01", "2026-03-02", "2026-03-03"} {
		e.reach(t, day+" 18:00:00")
		cards = append(cards, e.mustIssue(t, e.visitante()))
	}
	e.CloseDay(t, principal, "2026-02-28")
	e.reach(t, "2026-03-05 18:00:00")
	e.OpenDay(t, principal, "2026-03-05")
	back := e.mustIssue(t, again)
	posicion := func(tipo string) int64 {
		return int64(e.count(t, `SELECT MIN(posicion) FROM asientos WHERE tipo = ?`, tipo))
	}
	early := e.secrets(t, []string{"nombre", "apellidos", "documento"}, cards[0].Posicion, cards[1].Posicion)
	early = append(early, e.secrets(t, nil, posicion("Denegacion"), posicion("Observacion"))...)
	before := e.files(t)
	for _, s := range early {
		if len(s) != 64 && len(holding(before, s)) == 0 { // salts in hexadecimal are in a dump alone
			t.Fatalf("%q is nowhere before it is erased", s)
		}
	}
	t.Run("the day before nothing goes", func(t *testing.T) {
		e.Reloj.At(t, "2026-08-28 23:00:00")
		if done := e.conserve(t); len(done.Vencidos) > 0 || done.Borrados > 0 {
			t.Errorf("got %+v", done)
		}
	})
	t.Run("RET-01/six months", func(t *testing.T) {
		e.Reloj.At(t, "2026-08-31 06:00:00")
		simulated, err := e.SimulateConservacion(ctx, "2026-08-31")
		if err != nil {
			t.Fatal(err)
		}
		done := e.conserve(t)
		for id, want := range map[string]int{plazos.TerminoVisitas: 2, plazos.TerminoFichas: 1, plazos.TerminoDenegaciones: 2, plazos.TerminoComprobaciones: 3} {
			if got := due(done, id).Registros; got != want || due(simulated, id).Registros != want {
				t.Errorf("%s: %d, simulated %d, want %d", id, got, due(simulated, id).Registros, want)
			}
		}
		if got := due(done, plazos.TerminoVisitas).Archivados; got != 2 || done.Borrados == 0 || done.Pendientes != 0 {
			t.Errorf("got %+v, %d to the archivo", done, got)
		}
		e.gone(t, early...)
		report := e.verify(t)
		if report.Suprimidos != done.Borrados {
			t.Errorf("verificar counts %d values erased, the run %d", report.Suprimidos, done.Borrados)
		}
		if again := e.conserve(t); len(again.Vencidos) > 0 || again.Borrados > 0 {
			t.Errorf("a second run: %+v", again)
		}
	})
	t.Run("the desk sees nothing of whom passed", func(t *testing.T) { e.forgotten(t, cards[0], back) })
	t.Run("RET-04/ten years", func(t *testing.T) { e.tenYears(t, cards, back) })
}

// forgotten looks for a visitor whose last visit passed to the archivo, and for one who came
// back in time.
func (e *entrada) forgotten(t *testing.T, passed, back admission.Tarjeta) {
	ctx := context.Background()
	if got, err := e.Tarjeta(ctx, principal, passed.Numero); err != nil || got.Nombre+got.Apellidos+got.Documento+got.Token != "" {
		t.Errorf("the card still says %+v, %v", got, err)
	}
	f, err := e.Ficha(ctx, passed.Ficha, e.Autor("director"))
	if err != nil || f.Nombre != "" || len(f.Documentos) != 0 || f.Observaciones[0].Texto != "" {
		t.Errorf("the ficha still says %+v, %v", f, err)
	}
	if err := e.Observe(ctx, passed.Ficha, "Otra cosa", e.Autor("director")); !errors.Is(err, admission.ErrNoExiste) {
		t.Errorf("a remark on an erased ficha: %v", err)
	}
	if f, err := e.Ficha(ctx, back.Ficha, e.Autor("director")); err != nil || f.Nombre == "" || len(f.Visitas) != 2 {
		t.Errorf("the ficha of who came back says %+v, %v", f, err)
	}
	e.importLista(t)
	e.CloseDay(t, principal, "2026-03-05")
	e.OpenDay(t, principal, "2026-08-31")
	same := admission.Visitante{Tipo: "dni", Numero: passed.Documento, Nombre: passed.Nombre, Apellidos: passed.Apellidos, FechaNacimiento: "1971-02-03"}
	if card := e.mustIssue(t, same); card.Ficha == passed.Ficha {
		t.Error("whose ficha was erased has it again")
	}
}

// tenYears destroys the archivo, and everything else that anybody left at the door.
func (e *entrada) tenYears(t *testing.T, cards []admission.Tarjeta, back admission.Tarjeta) {
	c := readCaso(t, "RET-04")
	late := e.secrets(t, nil, cards[0].Posicion, cards[1].Posicion)
	late = slices.DeleteFunc(late, func(s []byte) bool { return len(s) < 32 }) // both came back: their names stay with their later cards
	e.Reloj.At(t, "2036-02-28 12:00:00")
	if done := e.conserve(t); due(done, plazos.TerminoArchivo).Registros != 0 {
		t.Errorf("a day before ten years: %+v", done)
	}
	e.Reloj.At(t, "2036-02-29 12:00:00")
	if got := due(e.conserve(t), plazos.TerminoArchivo).Registros; got != 2 {
		t.Errorf("%d visits destroyed, want 2", got)
	}
	e.gone(t, late...)
	e.Reloj.At(t, "2040-01-01 12:00:00")
	rest := e.secrets(t, nil, cards[2].Posicion, back.Posicion)
	e.conserve(t)
	e.gone(t, rest...)
	if n := e.count(t, `SELECT count(*) FROM boveda b JOIN asientos a ON a.posicion = b.posicion WHERE a.clase = 'admision'`); n != 0 {
		t.Errorf("%d values of the door are left", n)
	}
	if report := e.verify(t); report.Integro != c.Expected.HashChainValid {
		t.Errorf("the log is sound: %t", report.Integro)
	}
	for _, card := range cards {
		held := e.count(t, `SELECT count(*) FROM asientos WHERE CAST(texto AS TEXT) LIKE ?`, "%"+card.Documento+"%")
		if e.bd.Dialecto == migrations.SQLite && (held > 0) != c.Expected.ContainsPersons {
			t.Errorf("%d leaves hold a document", held)
		}
	}
}

// Each record has its own end, and that is the end of its day.
func TestConservacionCasos(t *testing.T) {
	for _, id := range []string{"RET-01", "RET-02"} {
		c := readCaso(t, id)
		newPuertas(t, c.Input.Records[0][:len(time.DateOnly)]+" 17:00:00").each(t, "20.4/"+id, func(t *testing.T, e *entrada) { e.runCaso(t, c) })
	}
}

// runCaso issues a card at each instant of a caso and runs retention.
func (e *entrada) runCaso(t *testing.T, c caso) {
	ctx := context.Background()
	cards := map[string]int64{}
	for _, record := range c.Input.Records {
		at, err := time.Parse(time.RFC3339, record)
		if err != nil { // a date: any hour of it
			at = domain.Fecha(record).Time().Add(20 * time.Hour)
		}
		e.reach(t, at.In(domain.Madrid).Format(time.DateTime))
		cards[record] = e.mustIssue(t, e.visitante()).Numero
	}
	run := domain.FechaDe(c.Input.RunAt)
	e.Reloj.Set(c.Input.RunAt)
	t.Run("PBC 7.5/records kept elsewhere", func(t *testing.T) {
		f := casatest.Autorizacion()
		f.Parametros.ConservacionPBC = registers.PBCAparte
		e.Authorise(t, principal, f)
		simulated, err := e.SimulateConservacion(ctx, run)
		v := due(simulated, plazos.TerminoVisitas)
		if err != nil || v.Registros != len(c.Expected.DestroyedToday.RecordsElsewhere) || v.Archivados != len(c.Expected.InPBCVault.RecordsElsewhere) {
			t.Errorf("got %+v, %v", v, err)
		}
		e.Authorise(t, principal, casatest.Autorizacion())
	})
	e.conserve(t)
	for record, number := range cards {
		want := 0
		if slices.Contains(c.Expected.InPBCVault.Default, record) {
			want = 1
		}
		if got := e.count(t, `SELECT count(*) FROM archivo_pbc WHERE tarjeta = ?`, number); got != want {
			t.Errorf("%s: %d in the archivo, want %d", record, got, want)
		}
	}
	if n := e.count(t, `SELECT count(*) FROM archivo_pbc`); n != len(c.Expected.InPBCVault.Default) || len(c.Expected.DestroyedToday.Default) > 0 {
		t.Errorf("%d in the archivo, the caso wants %+v", n, c.Expected)
	}
	_, err := e.Conserve(ctx, domain.FechaDe(c.Input.RunAt.AddDate(0, 0, 1)), registers.AutorSistema)
	wantErr(t, err, admission.ErrFutura, "20.4", "ADM-1")
}

// RET-05: what could not be deleted is counted as pending, and goes the next time.
func TestConservacionPending(t *testing.T) {
	newPuertas(t, "2026-02-20 18:00:00").each(t, "20.4/RET-05", func(t *testing.T, e *entrada) {
		ctx := context.Background()
		e.reach(t, "2026-02-20 18:00:00")
		card, c := e.mustIssue(t, e.visitante()), readCaso(t, "RET-05")
		for n := range c.Input.Due {
			if err := e.Observe(ctx, card.Ficha, fmt.Sprintf("Observación reservada %d", n), e.Autor("jefe_admision")); err != nil {
				t.Fatal(err)
			}
		}
		first := e.count(t, `SELECT MIN(posicion) FROM asientos WHERE tipo = 'Observacion'`)
		e.reach(t, "2026-03-20 18:00:00")
		e.CloseDay(t, principal, "2026-02-20")
		e.OpenDay(t, principal, "2026-03-20")
		if err := e.Observe(ctx, e.mustIssue(t, e.visitante()).Ficha, "De otro mes", e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		release := e.lockValues(t, first, first+2)
		e.Reloj.At(t, "2026-08-21 12:00:00")
		if done := e.conserve(t); due(done, plazos.TerminoDenegaciones).Registros != c.Input.Due || done.Pendientes != c.Expected.ReportPending {
			t.Errorf("got %+v, want %d due and %d pending", done, c.Input.Due, c.Expected.ReportPending)
		}
		if got := e.count(t, `SELECT count(*) FROM asientos WHERE tipo = 'Observacion'`) - e.count(t, `SELECT count(*) FROM boveda WHERE nombre = 'observacion'`); got != int(c.Expected.ReportDeleted) {
			t.Errorf("%d remarks deleted, want %d", got, c.Expected.ReportDeleted)
		}
		release()
		t.Run("opened again", func(t *testing.T) {
			before := e.count(t, `SELECT count(*) FROM boveda`)
			if err := e.ResumeSupresiones(ctx); err != nil {
				t.Fatal(err)
			}
			if got := before - e.count(t, `SELECT count(*) FROM boveda`); got != int(c.Expected.NextRunDeletes) {
				t.Errorf("%d values deleted, want %d", got, c.Expected.NextRunDeletes)
			}
		})
		if done := e.conserve(t); done.Borrados != 0 || done.Pendientes != 0 {
			t.Errorf("got %+v, want nothing left to do", done)
		}
		e.gone(t, []byte("Observación reservada 0"), []byte("Observación reservada 2"))
		e.verify(t)
	})
}

// lockValues keeps the values of some positions from being deleted, until it is released.
func (e *entrada) lockValues(t *testing.T, from, to int) (release func()) {
	t.Helper()
	if e.bd.Dialecto == migrations.SQLite {
		e.bd.Exec(t, fmt.Sprintf(`CREATE TRIGGER atascados BEFORE DELETE ON boveda WHEN OLD.posicion BETWEEN %d AND %d
			BEGIN SELECT RAISE(IGNORE); END`, from, to))
		return func() { e.bd.Exec(t, `DROP TRIGGER atascados`) }
	}
	tx, err := e.bd.Raw(t).Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`SELECT 1 FROM boveda WHERE posicion BETWEEN $1 AND $2 FOR UPDATE`, from, to); err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback() }
}
