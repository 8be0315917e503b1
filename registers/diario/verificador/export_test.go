package verificador_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"foliado/registers/diario"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// unpack takes an export apart.
func unpack(t testing.TB, b []byte) map[string][]byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string][]byte{}
	for _, f := range r.File {
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if entries[f.Name], err = io.ReadAll(rc); err != nil {
			t.Fatal(err)
		}
	}
	return entries
}

// pack puts it together again, checksums right.
func pack(t testing.TB, entries map[string][]byte, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(entries[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// setIndice changes a field of indice.json.
func setIndice(t testing.TB, entries map[string][]byte, name string, value any) {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(entries["indice.json"], &m); err != nil {
		t.Fatal(err)
	}
	if value == nil {
		delete(m, name)
	} else {
		m[name] = value
	}
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	entries["indice.json"] = raw
}

// leavesOf and setLeaves split and join asientos.txt.
func leavesOf(entries map[string][]byte) []string {
	return strings.SplitAfter(strings.ReplaceAll(string(entries["asientos.txt"]), "\n\n", "\n\x00"), "\x00")
}

func setLeaves(entries map[string][]byte, leaves []string) {
	text := strings.ReplaceAll(strings.Join(leaves, ""), "\x00", "\n")
	if !strings.HasSuffix(leaves[len(leaves)-1], "\x00") {
		entries["asientos.txt"] = []byte(text)
	} else {
		entries["asientos.txt"] = []byte(strings.TrimSuffix(text, "\n"))
	}
}

// dropLeaves takes leaves out, and what goes with each.
func dropLeaves(t testing.TB, entries map[string][]byte, from, to int) {
	leaves := leavesOf(entries)
	setLeaves(entries, slices.Delete(leaves, from, to))
	setIndice(t, entries, "asientos", len(leaves)-(to-from))
	if h := entries["huellas.bin"]; entries["pruebas.txt"] == nil {
		entries["huellas.bin"] = slices.Delete(h, 32*from, 32*to)
	}
	if p := entries["pruebas.txt"]; p != nil {
		lines := strings.SplitAfter(string(p), "\n")
		entries["pruebas.txt"] = []byte(strings.Join(slices.Delete(lines, from, to), ""))
	}
}

func TestTamperedExport(t *testing.T) {
	c := whole(t)
	export := c.export(exportacion.Options{})
	card := int(c.find("Tarjeta").a.Posicion) + 1
	last := len(c.filas) - 1
	replace := func(name, old, new string) func(map[string][]byte) {
		return func(e map[string][]byte) {
			changed := bytes.Replace(e[name], []byte(old), []byte(new), 1)
			if bytes.Equal(changed, e[name]) {
				t.Fatalf("%q is not in %s", old, name)
			}
			e[name] = changed
		}
	}
	appendTo := func(name, s string) func(map[string][]byte) {
		return func(e map[string][]byte) { e[name] = append(e[name], s...) }
	}
	cases := []struct {
		name   string
		clase  string
		at     int64
		tamper func(e map[string][]byte)
	}{
		{"value changed", verificador.ClaseArbol, int64(card), func(e map[string][]byte) {
			leaves := leavesOf(e)
			leaves[card] = strings.Replace(leaves[card], "precio=500", "precio=400", 1)
			setLeaves(e, leaves)
		}},
		{"middle leaf deleted", verificador.ClaseHoja, int64(card), func(e map[string][]byte) { dropLeaves(t, e, card, card+1) }},
		{"tail deleted, claimed whole", verificador.ClaseHoja, int64(last), func(e map[string][]byte) {
			dropLeaves(t, e, last, last+1)
			setIndice(t, e, "asientos", last+1)
		}},
		{"tail deleted and said so", verificador.ClaseHoja, int64(last), func(e map[string][]byte) { dropLeaves(t, e, last, last+1) }},
		{"pair swapped", verificador.ClaseHoja, int64(card), func(e map[string][]byte) {
			leaves := leavesOf(e)
			leaves[card], leaves[card+1] = leaves[card+1], leaves[card]
			setLeaves(e, leaves)
		}},
		{"leaf repeated", verificador.ClaseFuente, -1, func(e map[string][]byte) {
			leaves := leavesOf(e)
			setLeaves(e, append(leaves, "\n", leaves[last]))
		}},
		{"empty line too many", verificador.ClaseHoja, int64(card), func(e map[string][]byte) {
			leaves := leavesOf(e)
			leaves[card] = "\n" + leaves[card]
			setLeaves(e, leaves)
		}},
		{"key of another", verificador.ClaseClave, -1, func(e map[string][]byte) {
			_, vkey := newSigner(t, 7)
			e["clave.txt"] = []byte(vkey + "\n")
		}},
		{"checkpoint of another key", verificador.ClaseCheckpoint, -1, func(e map[string][]byte) {
			forged := whole(t)
			forged.signer, _ = newSigner(t, 7)
			forged.commit()
			e["checkpoint.txt"] = forged.checkpoint()
		}},
		{"claims more leaves", verificador.ClaseFuente, -1, func(e map[string][]byte) { setIndice(t, e, "tamano", last+2) }},
		{"intermediate checkpoint altered", verificador.ClaseCheckpoint, -1, replace("checkpoints.txt", "\n\n— foliado/"+instalacion+" ", "\n\n— foliado/"+instalacion+" AAAA")},
		{"intermediate checkpoints dropped", "", 0, func(e map[string][]byte) { e["checkpoints.txt"] = nil }},
		{"checkpoints cut short", verificador.ClaseFuente, -1, func(e map[string][]byte) {
			e["checkpoints.txt"] = e["checkpoints.txt"][:100]
		}},
		{"value lost", verificador.ClaseSupresion, int64(card), func(e map[string][]byte) {
			dropLine(e, "valores.jsonl", `{"posicion":`+diarioDecimal(card)+`,"nombre":"documento"`)
		}},
		{"value altered", verificador.ClaseCompromiso, int64(card), replace("valores.jsonl",
			`{"posicion":`+diarioDecimal(card)+`,"nombre":"nombre","valor":"Visitante 1"`, `{"posicion":`+diarioDecimal(card)+`,"nombre":"nombre","valor":"Visitante 2"`)},
		{"value of no leaf", verificador.ClaseFuente, -1, appendTo("valores.jsonl",
			`{"posicion":9999,"nombre":"x","valor":"y","sal":"`+strings.Repeat("0", 64)+"\"}\n")},
		{"values out of order", verificador.ClaseFuente, -1, func(e map[string][]byte) {
			l := strings.SplitAfter(string(e["valores.jsonl"]), "\n")
			e["valores.jsonl"] = []byte(strings.Join(slices.Concat(l[4:8], l[:4], l[8:]), ""))
		}},
		{"value that is no JSON", verificador.ClaseFuente, -1, appendTo("valores.jsonl", "{}\n")},
		{"value with a bad escape", verificador.ClaseFuente, -1, replace("valores.jsonl", `\u000a`, `\x000a`)},
		{"hashes cut short", verificador.ClaseFuente, -1, func(e map[string][]byte) { e["huellas.bin"] = e["huellas.bin"][:40] }},
		{"hashes too many", verificador.ClaseFuente, -1, appendTo("huellas.bin", "x")},
		{"hash altered", verificador.ClaseArbol, int64(card), func(e map[string][]byte) { e["huellas.bin"][32*card] ^= 1 }},
		{"entry missing", verificador.ClaseFuente, -1, func(e map[string][]byte) { delete(e, "valores.jsonl") }},
		{"entry too many", verificador.ClaseFuente, -1, func(e map[string][]byte) { e["otro.txt"] = nil }},
		{"no index", verificador.ClaseFuente, -1, func(e map[string][]byte) { delete(e, "indice.json") }},
		{"index of another version", verificador.ClaseFuente, -1, replace("indice.json", "v1", "v2")},
		{"index with another field", verificador.ClaseFuente, -1, func(e map[string][]byte) { setIndice(t, e, "truco", 1) }},
		{"no leaves", verificador.ClaseFuente, -1, func(e map[string][]byte) { e["asientos.txt"] = nil }},
		{"whole one said partial", verificador.ClaseFuente, -1, func(e map[string][]byte) { setIndice(t, e, "clase", "parcial") }},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			e := unpack(t, export)
			test.tamper(e)
			inf := verifyExport(t, pack(t, e, zip.Store), verificador.Options{})
			switch {
			case test.clase == "" && !inf.Integro:
				t.Errorf("not sound:\n%s", text(inf))
			case test.clase != "" && test.at == 0:
				expect(t, inf, test.clase, inf.Primero.Posicion)
			case test.clase != "":
				expect(t, inf, test.clase, test.at)
			}
		})
	}
	t.Run("compressed", func(t *testing.T) {
		expect(t, verifyExport(t, pack(t, unpack(t, export), zip.Deflate), verificador.Options{}), verificador.ClaseFuente, -1)
	})
	t.Run("truncated", func(t *testing.T) {
		for n := 0; n < len(export); n += 1 + len(export)/97 {
			expect(t, verifyExport(t, export[:n], verificador.Options{}), verificador.ClaseFuente, -1)
		}
	})
	t.Run("one byte changed", func(t *testing.T) {
		for _, content := range unpack(t, export) {
			from := bytes.Index(export, content)
			for k := from; k < from+len(content); k += 1 + len(content)/23 {
				bad := bytes.Clone(export)
				bad[k] ^= 1
				if inf := verifyExport(t, bad, verificador.Options{}); inf.Integro {
					t.Errorf("byte %d of %d: passes as sound", k, len(export))
				}
			}
		}
	})
}

func diarioDecimal(n int) string { return diario.Tramos{{int64(n), int64(n)}}.String() }

func dropLine(e map[string][]byte, name, prefix string) {
	var out []byte
	for line := range bytes.Lines(e[name]) {
		if !bytes.HasPrefix(line, []byte(prefix)) {
			out = append(out, line...)
		}
	}
	e[name] = out
}

// index returns where the leaf of that kind is in a partial export, from the end when n
// is negative.
func index(t testing.TB, e map[string][]byte, tipo string, n int) int {
	t.Helper()
	var found []int
	for k, leaf := range leavesOf(e) {
		if strings.Contains(leaf, "\ntipo "+tipo+"\n") {
			found = append(found, k)
		}
	}
	if n < 0 {
		n += len(found)
	}
	if n < 0 || n >= len(found) {
		t.Fatalf("there are %d %s", len(found), tipo)
	}
	return found[n]
}

// A partial export proves what it brings, and says how far nothing is missing.
func TestPartialExport(t *testing.T) {
	c := whole(t)
	export := c.export(exportacion.Options{Establecimiento: "principal", Libro: "anticipos-4"})
	drop := func(tipo string, n int) func(map[string][]byte) {
		return func(e map[string][]byte) {
			k := index(t, e, tipo, n)
			dropLeaves(t, e, k, k+1)
		}
	}
	cases := []struct {
		name   string
		clase  string
		want   string // completitud
		tamper func(e map[string][]byte)
	}{
		{"as written", "", "demostrada: los 4 asientos del libro", func(e map[string][]byte) {}},
		{"middle leaf of the book missing", verificador.ClaseNumero, "", drop("AnticipoInicial", 1)},
		{"last leaf of the book missing", verificador.ClaseCompleto, "", drop("CierreMesa", -1)},
		{"EstadoDeSeries missing, claimed complete", verificador.ClaseCompleto, "completitud no demostrada", drop("EstadoDeSeries", -1)},
		{"EstadoDeSeries missing", "", "completitud no demostrada", func(e map[string][]byte) {
			drop("EstadoDeSeries", -1)(e)
			setIndice(t, e, "completa", nil)
		}},
		{"a person hidden", verificador.ClaseNumero, "", drop("Persona", 3)},
		{"proposal hidden", verificador.ClaseActo, "", drop(diario.TipoActoPropuesto, -1)},
		{"claims fewer leaves", verificador.ClaseFuente, "", func(e map[string][]byte) { setIndice(t, e, "asientos", 3) }},
		{"claims more leaves", verificador.ClaseFuente, "", func(e map[string][]byte) { setIndice(t, e, "asientos", 300) }},
		{"claims another book", verificador.ClaseCompleto, "", func(e map[string][]byte) { setIndice(t, e, "libro", "anticipos-5") }},
		{"proof of another leaf", verificador.ClaseArbol, "", func(e map[string][]byte) {
			lines := strings.SplitAfter(string(e["pruebas.txt"]), "\n")
			_, p1, _ := strings.Cut(lines[1], " ")
			n0, _, _ := strings.Cut(lines[0], " ")
			lines[0] = n0 + " " + p1
			e["pruebas.txt"] = []byte(strings.Join(lines, ""))
		}},
		{"proofs cut short", verificador.ClaseFuente, "", func(e map[string][]byte) { e["pruebas.txt"] = e["pruebas.txt"][:50] }},
		{"proof that is none", verificador.ClaseFuente, "", func(e map[string][]byte) { e["pruebas.txt"][10] = '!' }},
		{"value changed", verificador.ClaseArbol, "", func(e map[string][]byte) {
			e["asientos.txt"] = bytes.Replace(e["asientos.txt"], []byte("resultado=-1250"), []byte("resultado=-1249"), 1)
		}},
		{"hashes cut short", verificador.ClaseFuente, "", func(e map[string][]byte) { e["huellas.bin"] = e["huellas.bin"][32:] }},
		{"hashes cut within one", verificador.ClaseFuente, "", func(e map[string][]byte) { e["huellas.bin"] = e["huellas.bin"][1:] }},
		{"a hash too many", verificador.ClaseFuente, "", func(e map[string][]byte) { e["huellas.bin"] = append(e["huellas.bin"], make([]byte, 32)...) }},
		{"hash of no leaf", verificador.ClaseArbol, "", func(e map[string][]byte) { e["huellas.bin"][33] ^= 1 }},
		{"without hashes", verificador.ClaseFuente, "", func(e map[string][]byte) { delete(e, "huellas.bin") }},
		{"reason lost", verificador.ClaseSupresion, "", func(e map[string][]byte) { e["valores.jsonl"] = nil }},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			e := unpack(t, export)
			test.tamper(e)
			inf := verifyExport(t, pack(t, e, zip.Store), verificador.Options{})
			if !strings.Contains(inf.Completitud, test.want) {
				t.Errorf("completitud: got %q, want %q", inf.Completitud, test.want)
			}
			if test.clase == "" {
				if !inf.Integro {
					t.Errorf("not sound:\n%s", text(inf))
				}
				return
			}
			at := int64(-1)
			if inf.Primero != nil {
				at = inf.Primero.Posicion
			}
			expect(t, inf, test.clase, at)
		})
	}
}

// A partial export is held against the checkpoint of any earlier visit.
func TestPartialExportSince(t *testing.T) {
	c := whole(t)
	o := exportacion.Options{Establecimiento: "principal", Libro: "anticipos-4"}
	export := c.export(o)
	for size, nota := range c.notas {
		inf := verifyExport(t, export, verificador.Options{Clave: []byte(c.vkey), Desde: nota})
		if !inf.Integro || !inf.DesdeComprobado {
			t.Errorf("since size %d:\n%s", size, text(inf))
		}
	}
	t.Run("rewritten since", func(t *testing.T) {
		other := newCasa(t)
		other.spoil = func(a *diario.Asiento) {
			if a.Tipo == "Tarjeta" && a.NumeroSerie == 2 {
				setDato(a, "precio", "400")
			}
		}
		other.found()
		other.staff()
		other.day("2026-11-02")
		expect(t, verifyExport(t, export, verificador.Options{Desde: other.checkpoint()}), verificador.ClaseAnterior, -1)
	})
	t.Run("hashes of the earlier log", func(t *testing.T) {
		e := unpack(t, export)
		e["huellas.bin"][40] ^= 1
		inf := verifyExport(t, pack(t, e, zip.Store), verificador.Options{Desde: c.notas[5]})
		expect(t, inf, verificador.ClaseArbol, -1)
		expect(t, inf, verificador.ClaseAnterior, -1)
	})
	t.Run("older copy", func(t *testing.T) {
		old := newCasa(t)
		old.found()
		old.staff()
		old.openJornada("2026-11-02")
		old.table(0)
		expect(t, verifyExport(t, old.export(o), verificador.Options{Desde: c.checkpoint()}), verificador.ClaseAnterior, old.arbol.Tamano())
	})
}

// small is a house of a few leaves: what a fuzzer chews well.
func small(t testing.TB) *casa {
	c := newCasa(t)
	c.found()
	c.openJornada("2026-11-02")
	c.tarjetas(2)
	c.estado()
	c.commit()
	return c
}

// FuzzExport feeds whatever bytes as an export.
func FuzzExport(f *testing.F) {
	c := small(f)
	f.Add(c.export(exportacion.Options{}))
	f.Add(c.export(exportacion.Options{Establecimiento: "principal", Libro: "admision"}))
	f.Fuzz(func(t *testing.T, b []byte) { neverSoundForNothing(t, b) })
}

// FuzzExportEntries changes the entries behind right checksums.
func FuzzExportEntries(f *testing.F) {
	c := small(f)
	for _, o := range []exportacion.Options{{}, {Establecimiento: "principal", Libro: "admision"}} {
		e := unpack(f, c.export(o))
		f.Add(e["indice.json"], e["checkpoint.txt"], e["asientos.txt"], e["checkpoints.txt"], e["huellas.bin"], e["pruebas.txt"], e["valores.jsonl"])
	}
	f.Fuzz(func(t *testing.T, indice, checkpoint, asientos, checkpoints, huellas, pruebas, valores []byte) {
		e := map[string][]byte{"LEEME.txt": nil, "clave.txt": []byte(c.vkey), "indice.json": indice, "checkpoint.txt": checkpoint,
			"asientos.txt": asientos, "valores.jsonl": valores}
		if e["huellas.bin"] = huellas; bytes.Contains(indice, []byte("parcial")) {
			e["pruebas.txt"] = pruebas
		} else {
			e["checkpoints.txt"] = checkpoints
		}
		neverSoundForNothing(t, pack(t, e, zip.Store))
	})
}

func neverSoundForNothing(t *testing.T, b []byte) {
	inf, err := verificador.Verify(context.Background(), exportSource(b), verificador.Options{Trabajadores: 1})
	if err != nil {
		t.Fatalf("a fault for an answer: %v", err)
	}
	if inf.Integro && (inf.Asientos == 0 || inf.Checkpoints == 0) {
		t.Fatalf("sound, and nothing was checked: %+v", inf)
	}
}
