package diario_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

var update = flag.Bool("update", false, "rewrite the vectors of testdata/vectores")

const (
	carpetaVectores = "testdata/vectores"
	documento       = "../../docs/formato-diario.md"
)

// minimo is an asiento with what none may leave out.
func minimo() diario.Asiento {
	return diario.Asiento{Establecimiento: diario.Entidad, Libro: "registro", Numero: 1,
		Hecho:     time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC),
		Anotacion: time.Date(2026, 11, 30, 18, 0, 0, 1000, time.UTC),
		Autor:     "sistema", Cargo: domain.Sistema, Clase: diario.ClasePermanente, Tipo: "BajaPersona"}
}

// vectores computes every vector: file name → content.
func vectores(t *testing.T) map[string]string {
	t.Helper()
	propuesto, cierre := propuesta()
	huella, err := diario.HuellaActo(&cierre)
	if err != nil {
		t.Fatal(err)
	}
	propuesto.Datos[1].Valor = hex.EncodeToString(huella[:])
	texto, err := diario.TextoActo(&propuesto)
	if err != nil {
		t.Fatal(err)
	}
	completo := mustFormat(t, full())
	files := map[string]string{
		"asiento-completo.txt": string(completo),
		"asiento-minimo.txt":   string(mustFormat(t, minimo())),
		"acto-propuesto.txt":   string(mustFormat(t, propuesto)),
		"acto.txt":             string(texto),
	}
	var lines strings.Builder
	put := func(name, value string) { fmt.Fprintf(&lines, "%s = %s\n", name, value) }
	put("hash de asiento-completo.txt", tlog.RecordHash(completo).String())
	put("huella de acto.txt", hex.EncodeToString(huella[:]))
	sal := [32]byte{1, 2, 3}
	put("compromiso: sal", hex.EncodeToString(sal[:]))
	put("compromiso: apellidos, Peña", fmt.Sprintf("%x", diario.Comprometer("apellidos", "Pen\u0303a", sal)))
	vectoresArbol(t, put)
	files["checkpoint.txt"] = vectoresCheckpoint(t, put)
	files["mensaje-firma.txt"], files["mensaje-posesion.txt"] = vectoresFirma(huella, put)
	files["vectores.txt"] = lines.String()
	return files
}

func vectoresArbol(t *testing.T, put func(name, value string)) {
	tree, columns := grow(7)
	for n := range 8 {
		part, _ := grow(n)
		put(fmt.Sprintf("raíz de %d hojas", n), part.Raiz().String())
	}
	put("hashes guardados con la hoja 3", hex.EncodeToString(columns[3]))
	p, err := diario.ProveRecord(tree.Tamano(), 2, reader(t, columns))
	if err != nil {
		t.Fatal(err)
	}
	put("prueba de inclusión de la hoja 2 en 7", fmt.Sprint(p))
	c, err := diario.ProveTree(tree.Tamano(), 3, reader(t, columns))
	if err != nil {
		t.Fatal(err)
	}
	put("prueba de consistencia de 3 a 7", fmt.Sprint(c))
}

func vectoresCheckpoint(t *testing.T, put func(name, value string)) string {
	signer, _ := newKey(t, 1, origen)
	vkey, err := note.NewEd25519VerifierKey(origen, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32)).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	put("clave del diario", vkey)
	tree, _ := grow(7)
	nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: origen, Tamano: 7, Raiz: tree.Raiz()}, signer)
	if err != nil {
		t.Fatal(err)
	}
	return string(nota)
}

func vectoresFirma(huella [32]byte, put func(name, value string)) (mensaje, posesion string) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))
	pub := key.Public().(ed25519.PublicKey)
	instalacion := strings.TrimPrefix(origen, "foliado/")
	m := firma.Mensaje(instalacion, "principal-7", 1, domain.Crupier, diario.ModoClave, huella)
	p := firma.MensajePosesion(instalacion, "p9", firma.ID(pub), pub)
	put("clave de p9", firma.ID(pub)+" "+firma.Publica(pub))
	put("firma de mensaje-firma.txt", base64.StdEncoding.EncodeToString(ed25519.Sign(key, m)))
	put("firma de mensaje-posesion.txt", base64.StdEncoding.EncodeToString(ed25519.Sign(key, p)))
	return string(m), string(p)
}

// The vectors are what the program computes, and whoever writes another program from the
// document can try it on them.
func TestVectores(t *testing.T) {
	for name, want := range vectores(t) {
		file := filepath.Join(carpetaVectores, name)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		if strings.HasPrefix(name, "asiento-") || name == "acto-propuesto.txt" {
			if _, err := diario.Parse(got); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// bloqueRE finds a block of the document that shows a vector: a comment with its file,
// then the text.
var bloqueRE = regexp.MustCompile("(?s)<!-- vector: ([a-z.-]+) -->\n+```text\n(.*?)```")

// The document shows the vectors as they are.
func TestDocumento(t *testing.T) {
	raw, err := os.ReadFile(documento)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range bloqueRE.FindAllStringSubmatch(string(raw), -1) {
		want, err := os.ReadFile(filepath.Join(carpetaVectores, m[1]))
		if err != nil {
			t.Error(err)
			continue
		}
		if m[2] != string(want) {
			t.Errorf("formato-diario.md shows %s as\n%s\nwant\n%s", m[1], m[2], want)
		}
		shown[m[1]] = true
	}
	for name := range vectores(t) {
		if !shown[name] {
			t.Errorf("formato-diario.md does not show %s", name)
		}
	}
}
