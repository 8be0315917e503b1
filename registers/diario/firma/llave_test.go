package firma

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"testing"
)

func TestLlave(t *testing.T) {
	cred, err := NewCredencial(rand.Reader, "p7")
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewCredencial(rand.Reader, "p7")
	if err != nil {
		t.Fatal(err)
	}
	privada, err := NewClave(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	l, err := SellarLlave(rand.Reader, privada, cred)
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	use := func(k ed25519.PrivateKey) error {
		opened++
		if !bytes.Equal(k, privada) {
			t.Error("another key was opened")
		}
		return nil
	}
	if err := AbrirLlave(l, cred, use); err != nil || opened != 1 {
		t.Errorf("its badge: %v, opened %d times", err, opened)
	}
	if err := AbrirLlave(l, other, use); !errors.Is(err, ErrCredencial) {
		t.Errorf("another badge of the same persona: got %v, want %v", err, ErrCredencial)
	}
	for name, spoil := range map[string]func(*Llave){
		"id":      func(l *Llave) { l.Clave = "0123456789abcdef" },
		"cifrado": func(l *Llave) { l.Cifrado = bytes.Clone(l.Cifrado); l.Cifrado[3] ^= 1 },
		"nonce":   func(l *Llave) { l.Nonce = bytes.Clone(l.Nonce); l.Nonce[0] ^= 1 },
		"short":   func(l *Llave) { l.Cifrado = l.Cifrado[:40] },
	} {
		bad := l
		spoil(&bad)
		if err := AbrirLlave(bad, cred, use); err == nil {
			t.Errorf("%s altered: it opened", name)
		}
	}
	if opened != 1 {
		t.Errorf("opened %d times, want 1", opened)
	}
	if _, err := SellarLlave(rand.Reader, privada[:8], cred); err == nil {
		t.Error("half a key was sealed")
	}
}
