package escritor

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/tlog"

	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// lastLeaf is the last leaf of the log and how many there are.
func lastLeaf(t *testing.T, bd dbtest.BD) (diario.Asiento, int) {
	t.Helper()
	leaves := readLog(t, bd)
	last, err := diario.Parse(leaves[len(leaves)-1].Texto)
	if err != nil {
		t.Fatal(err)
	}
	return last, len(leaves)
}

// restored is a log of 3 cards whose mark knew 5, a table opened after them, in folio 1 of
// a book that the copy never heard of, and an alarm.
func restored(t *testing.T, bd dbtest.BD) Config {
	t.Helper()
	createTables(t, bd)
	cfg := configFor(t, bd)
	cfg.Marca = marcaIn(t)
	e := openWith(t, cfg)
	for k := range 5 {
		mustIssue(t, e, fmt.Sprint("p", k))
	}
	mustDo(t, e, func(t *Tx) error {
		b := tarjeta("x")
		b.Libro, b.Serie, b.Tipo, b.NuevoFolio = "anticipos-1", "", "Otro", true
		_, err1 := t.Append(b)
		_, err2 := t.Append(alarma("Otro"))
		return errors.Join(err1, err2)
	})
	e.Close()
	wantOpen(t, cfg, nil)
	cutTail(t, bd)
	return cfg
}

// The log is shorter than the mark: refused; with Recuperar, an asiento says what is
// missing, and no number that a paper may bear is given again.
func TestMark(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		cfg := restored(t, bd)
		wantOpen(t, cfg, ErrMarca)
		wantOpen(t, cfg, ErrMarca) // refusing changes nothing

		cfg.Recuperar = true
		e := openWith(t, cfg)
		last, n := lastLeaf(t, bd)
		want := []diario.Dato{{Nombre: "desde", Valor: "3"}, {Nombre: "folio.principal/anticipos-1", Valor: "1"},
			{Nombre: "hasta", Valor: "6"}, {Nombre: "libro.-/alarmas", Valor: "1"}, {Nombre: "libro.principal/admision", Valor: "4-5"},
			{Nombre: "libro.principal/anticipos-1", Valor: "1"}, {Nombre: "serie.principal/tarjetas", Valor: "4-5"}}
		if last.Tipo != "Recuperacion" || n != 4 || last.Numero != 2 || !cmp.Equal(last.Datos, want) {
			t.Errorf("got %d leaves, the last %+v\n%s", n, last, cmp.Diff(last.Datos, want))
		}
		e.Close()
		wantOpen(t, cfg, nil) // nothing more to recover
		cfg.Recuperar = false
		e = openWith(t, cfg)
		t.Run("22.3/the next card takes the number after the lost ones", func(t *testing.T) {
			var card diario.Asiento
			mustDo(t, e, issue("p9", &card))
			if card.NumeroSerie != 6 || card.Numero != 6 || card.Posicion != 4 {
				t.Errorf("got card %d, n.º %d of its book, position %d; want 6, 6, 4", card.NumeroSerie, card.Numero, card.Posicion)
			}
		})
		e.Close()
		wantOpen(t, cfg, nil)
		bd.Exec(t, `UPDATE contadores SET ultimo = 1 WHERE clave = 'libro.-/alarmas'`)
		wantOpen(t, cfg, ErrIncoherente)
		bd.Exec(t, `UPDATE contadores SET ultimo = 2 WHERE clave = 'libro.-/alarmas'`)
		wantOpen(t, cfg, nil)
		bd.Exec(t, `DELETE FROM contadores WHERE clave = 'libro.principal/anticipos-1'`)
		wantOpen(t, cfg, ErrIncoherente) // lost and never used again: declared all the same
	})
}

// A restore at a moment when the clock is behind: nothing comes before the Recuperacion.
func TestRecoverWithLateClock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		cfg := restored(t, bd)
		clock := newReloj()
		clock.Move(-time.Hour)
		cfg.Recuperar, cfg.Reloj = true, clock.Now
		e := openWith(t, cfg)
		if last, n := lastLeaf(t, bd); last.Tipo != "Recuperacion" || n != 4 || last.Dato("desde") != "3" {
			t.Errorf("got %d leaves, the last %+v", n, last)
		}
		mustIssue(t, e, "p9")
		if _, n := lastLeaf(t, bd); n != 6 {
			t.Errorf("got %d leaves, want the alarm of the clock and the card", n)
		}
	})
}

// A mark of the former format tells positions only.
func TestRecoverWithFormerMark(t *testing.T) {
	t.Parallel()
	bd := dbtest.New(t, migrations.SQLite)
	cfg := restored(t, bd)
	line := formatMark(&level{turn: 9, tamano: 7, raiz: tlog.Hash{1}}, nil, origenPrueba)
	if err := os.WriteFile(cfg.Marca, append(make([]byte, markSlotV1), line...), 0o600); err != nil {
		t.Fatal(err)
	}
	wantOpen(t, cfg, ErrMarca)
	cfg.Recuperar = true
	openWith(t, cfg)
	last, _ := lastLeaf(t, bd)
	if want := []diario.Dato{{Nombre: "desde", Valor: "3"}, {Nombre: "hasta", Valor: "6"}}; !cmp.Equal(last.Datos, want) {
		t.Errorf("got %+v", last.Datos)
	}
}

// A log without its mark opens, and never in silence.
func TestMarkAbsent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		createTables(t, bd)
		cfg := configFor(t, bd)
		cfg.Marca = marcaIn(t)
		e := openWith(t, cfg)
		mustIssue(t, e, "p0")
		e.Close()
		wantOpen(t, cfg, nil)
		if _, n := lastLeaf(t, bd); n != 1 {
			t.Fatalf("with its mark: got %d leaves, want 1", n)
		}
		lose := map[string]func() error{
			"deleted": func() error { return os.Remove(cfg.Marca) },
			"emptied": func() error { return os.Truncate(cfg.Marca, 0) },
		}
		want := 1
		for _, name := range []string{"deleted", "emptied"} {
			if err := lose[name](); err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			cfg.Log = slog.New(slog.NewTextHandler(&said, nil))
			openWith(t, cfg).Close()
			last, n := lastLeaf(t, bd)
			if last.Tipo != "MarcaAusente" || last.Libro != "alarmas" || last.Dato("tamano") != fmt.Sprint(want) || n != want+1 {
				t.Errorf("%s: got %d leaves, the last %+v", name, n, last)
			}
			want++
			if !strings.Contains(said.String(), "level=WARN") || !strings.Contains(said.String(), "MARK IS MISSING") {
				t.Errorf("%s: the log of activity says %q", name, said.String())
			}
			wantOpen(t, cfg, nil)
			if _, n := lastLeaf(t, bd); n != want {
				t.Errorf("%s: got %d leaves after opening again, want %d", name, n, want)
			}
		}
	})
}

func TestMarkFile(t *testing.T) {
	t.Parallel()
	name := marcaIn(t)
	log := configFor(t, dbtest.BD{Ruta: "x"}).Log
	open := func() (*mark, error) { return openMark(name, origenPrueba, log) }
	m, err := open()
	if err != nil || m.tamano != 0 || m.found {
		t.Fatalf("got %+v, %v", m, err)
	}
	counters := map[counter]int64{}
	for n := range int64(5) {
		counters[counter{"serie", "principal", fmt.Sprint("s", 4-n)}] = n + 1
		counters[counter{"libro", "-", "alarmas"}] = n + 1
		if err := m.write(n, tlog.Hash{byte(n)}, counters); err != nil {
			t.Fatal(err)
		}
		again, err := open()
		if err != nil || again.tamano != n || again.raiz != (tlog.Hash{byte(n)}) || !again.found {
			t.Fatalf("got %+v, %v, want size %d", again, err, n)
		}
		if diff := cmp.Diff(again.counters, counters, cmp.AllowUnexported(counter{})); diff != "" {
			t.Error(diff)
		}
		again.close()
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m.close()
	synced, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// The last slot written (of turn 5) torn at any place leaves the one before.
	slot := markBase + markSlot
	end := slices.Index(whole[slot:], '\n') + slot
	for _, at := range []int{slot, slot + 20, slot + 60, slot + 120, end - 1, end} {
		torn := slices.Clone(whole)
		torn[at] ^= 0x20
		os.WriteFile(name, torn, 0o600)
		m, err := open()
		if err != nil || m.tamano != 3 {
			t.Fatalf("torn at %d: got %+v, %v, want size 3", at, m, err)
		}
		m.close()
		// Both slots of commits torn by a power cut leave what had got to the disk.
		torn = slices.Clone(synced)
		torn[at] ^= 0x20
		torn[markBase+30] ^= 0x20
		os.WriteFile(name, torn, 0o600)
		if m, err = open(); err != nil || m.tamano != 4 || len(m.counters) != 6 {
			t.Fatalf("both torn: got %+v, %v, want size 4", m, err)
		}
		m.close()
	}
	checkBadMarks(t, name, whole, log)
}

// checkBadMarks opens files that are no mark of this log.
func checkBadMarks(t *testing.T, name string, whole []byte, log *slog.Logger) {
	t.Helper()
	line, _, _ := bytes.Cut(whole[markBase:], []byte("\n"))
	disordered := bytes.Replace(line[:len(line)-64], []byte("libro.-/alarmas=4 "), nil, 1)
	disordered = append(disordered, "libro.-/alarmas=4 "...)
	disordered = fmt.Appendf(disordered, "%x\n", sha256.Sum256(disordered))
	for _, bad := range [][]byte{[]byte("x"), append([]byte("x"), make([]byte, 2*markSlot)...), disordered,
		append(make([]byte, markBase), disordered...)} {
		os.WriteFile(name, bad, 0o600)
		if _, err := openMark(name, origenPrueba, log); !errors.Is(err, ErrMarca) {
			t.Errorf("unreadable: got %v, want %v", err, ErrMarca)
		}
	}
	os.WriteFile(name, whole, 0o600)
	if _, err := openMark(name, "foliado/otra", log); !errors.Is(err, ErrMarca) {
		t.Errorf("of another log: got %v, want %v", err, ErrMarca)
	}
	os.WriteFile(name, make([]byte, 100), 0o600) // made, its content lost with the power
	m, err := openMark(name, origenPrueba, log)
	if err != nil || m.tamano != 0 || m.found {
		t.Fatalf("empty: got %+v, %v", m, err)
	}
	m.close()
}

// A sync never writes over the last line that got to the disk.
func TestMarkSyncsInTurn(t *testing.T) {
	t.Parallel()
	name := marcaIn(t)
	log := configFor(t, dbtest.BD{Ruta: "x"}).Log
	last := -1
	for n := range int64(7) {
		m, err := openMark(name, origenPrueba, log)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.write(n, tlog.Hash{byte(n)}, map[counter]int64{}); err != nil {
			t.Fatal(err)
		}
		if err := m.close(); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for slot := 2; slot < markSlots; slot++ {
			from := min(markBase+slot*markSlot, len(raw))
			if got, _, ok := parseMark(raw[from:]); ok && got.tamano == n {
				if slot == last {
					t.Errorf("size %d in slot %d, as the one before", n, slot)
				}
				last = slot
			}
		}
	}
}

// BenchmarkMark is what a commit pays for its mark, in a house of a hundred counters.
func BenchmarkMark(b *testing.B) {
	m, err := openMark(marcaIn(b), origenPrueba, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer m.close()
	counters := map[counter]int64{}
	for k := range 100 {
		counters[counter{"libro", "principal", fmt.Sprint("anticipos-", k)}] = int64(1000 + k)
	}
	for n := range int64(b.N) {
		if err := m.write(n, tlog.Hash{}, counters); err != nil {
			b.Fatal(err)
		}
	}
}
