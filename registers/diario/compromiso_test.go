package diario

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"testing"
)

// A commitment made beforehand opens with its own salt and value, and with no other.
func TestCommitBeforehand(t *testing.T) {
	v, err := ValorPersonal{Nombre: "nombre", Valor: "Jose\u0301"}.Commit(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := Compromiso{Nombre: v.Nombre, HMAC: *v.HMAC}
	if !c.Abre(Apertura{Nombre: "nombre", Valor: "José", Sal: *v.Sal}) {
		t.Error("the value in normal form does not open it")
	}
	if c.Abre(Apertura{Nombre: "nombre", Valor: "Jose", Sal: *v.Sal}) || c.Abre(Apertura{Nombre: "apellidos", Valor: "José", Sal: *v.Sal}) {
		t.Error("another value opens it")
	}
	sal := [32]byte{1}
	w, err := ValorPersonal{Nombre: "nombre", Valor: "José", Sal: &sal}.Commit(bytes.NewReader(nil))
	if err != nil || *w.Sal != sal || *w.HMAC != Comprometer("nombre", "José", sal) {
		t.Errorf("a salt that was given: got %v, %v", w, err)
	}
	if _, err := (ValorPersonal{Nombre: "nombre"}).Commit(bytes.NewReader(make([]byte, 31))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("too little randomness: got %v", err)
	}
}
