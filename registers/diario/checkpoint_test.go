package diario_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"foliado/registers/diario"
)

const origen = "foliado/00112233445566778899aabbccddeeff"

func newKey(t testing.TB, seed byte, name string) (note.Signer, note.Verifier) {
	t.Helper()
	skey, vkey, err := diario.NewKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 64)), name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(vkey)
	if err != nil {
		t.Fatal(err)
	}
	return s, v
}

// The same randomness makes the same key: papers of tests are compared by bytes.
func TestNewKey(t *testing.T) {
	s1, v1, err1 := diario.NewKey(bytes.NewReader(make([]byte, 64)), origen)
	s2, v2, err2 := diario.NewKey(bytes.NewReader(make([]byte, 64)), origen)
	if err1 != nil || err2 != nil || s1 != s2 || v1 != v2 {
		t.Errorf("got %q %q, %q %q (%v, %v), want twice the same", s1, v1, s2, v2, err1, err2)
	}
	for _, bad := range []string{"", "con espacio", "con+signo", "con\nlínea", "a\u00a0b"} {
		if _, _, err := diario.NewKey(bytes.NewReader(make([]byte, 64)), bad); !errors.Is(err, diario.ErrCheckpoint) {
			t.Errorf("%q: got %v, want ErrCheckpoint", bad, err)
		}
	}
}

func TestCheckpoint(t *testing.T) {
	s, v := newKey(t, 1, origen)
	tree, _ := grow(5)
	want := diario.Checkpoint{Origen: origen, Tamano: 5, Raiz: tree.Raiz()}
	nota, err := diario.SignCheckpoint(want, s)
	if err != nil {
		t.Fatal(err)
	}
	body := origen + "\n5\n" + tree.Raiz().String() + "\n"
	if !strings.HasPrefix(string(nota), body+"\n— "+origen+" ") {
		t.Errorf("got %q, want it to begin with %q", nota, body)
	}
	got, err := diario.OpenCheckpoint(nota, note.VerifierList(v))
	if err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := diario.PeekCheckpoint(nota); err != nil || got != want {
		t.Errorf("peek: got %v, %v, want %v", got, err, want)
	}
	_, stranger := newKey(t, 2, origen)
	if _, err := diario.OpenCheckpoint(nota, note.VerifierList(stranger)); !errors.Is(err, diario.ErrCheckpoint) {
		t.Errorf("another key: got %v, want ErrCheckpoint", err)
	}
	for k := range nota {
		spoilt := bytes.Clone(nota)
		spoilt[k] ^= 1
		if _, err := diario.OpenCheckpoint(spoilt, note.VerifierList(v)); err == nil {
			t.Errorf("a note with byte %d changed was taken: %q", k, spoilt)
		}
	}
}

func TestCheckpointRefused(t *testing.T) {
	s, v := newKey(t, 1, origen)
	other, otherV := newKey(t, 2, "otro")
	if _, err := diario.SignCheckpoint(diario.Checkpoint{Origen: origen}, other); !errors.Is(err, diario.ErrCheckpoint) {
		t.Errorf("signed by another name: got %v, want ErrCheckpoint", err)
	}
	if _, err := diario.SignCheckpoint(diario.Checkpoint{Origen: origen, Tamano: -1}, s); !errors.Is(err, diario.ErrCheckpoint) {
		t.Errorf("size -1: got %v, want ErrCheckpoint", err)
	}
	body, err := diario.FormatCheckpoint(diario.Checkpoint{Origen: origen, Tamano: 1})
	if err != nil {
		t.Fatal(err)
	}
	witnessOnly, err := note.Sign(&note.Note{Text: body}, other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := diario.OpenCheckpoint(witnessOnly, note.VerifierList(v, otherV)); !errors.Is(err, diario.ErrCheckpoint) {
		t.Errorf("signed by a witness alone: got %v, want ErrCheckpoint", err)
	}
	for _, bad := range []string{"", body + "extensión\n", strings.Replace(body, "\n1\n", "\n01\n", 1),
		strings.Replace(body, "\n1\n", "\n-1\n", 1), strings.Replace(body, "AAA=", "AAB=", 1),
		strings.Replace(body, origen, "a b", 1), strings.TrimSuffix(body, "\n")} {
		if c, err := diario.ParseCheckpoint(bad); !errors.Is(err, diario.ErrCheckpoint) {
			t.Errorf("%q: got %v, %v, want ErrCheckpoint", bad, c, err)
		}
	}
}

func FuzzParseCheckpoint(f *testing.F) {
	f.Add(origen + "\n5\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := diario.ParseCheckpoint(s)
		if err != nil {
			return
		}
		if got, err := diario.FormatCheckpoint(c); err != nil || got != s {
			t.Fatalf("got %q, %v, want %q", got, err, s)
		}
	})
}
