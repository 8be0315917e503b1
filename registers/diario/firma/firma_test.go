package firma

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"testing"

	"foliado/domain"
	"foliado/registers/diario"
)

// The exact bytes that are signed are part of the format: an inspector's tool written
// from the documents must reach the same ones.
func TestMensaje(t *testing.T) {
	var huella [32]byte
	huella[0], huella[31] = 0xab, 0x01
	got := string(Mensaje("00112233445566778899aabbccddeeff", "principal-7", 2, domain.Subdirector, diario.ModoClave, huella))
	want := "foliado firma v1\n00112233445566778899aabbccddeeff\nprincipal-7\n2\nsubdirector\nclave\n" +
		"ab00000000000000000000000000000000000000000000000000000000000001\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMensajePosesion(t *testing.T) {
	publica := ed25519.NewKeyFromSeed(make([]byte, 32)).Public().(ed25519.PublicKey)
	got := string(MensajePosesion("00112233445566778899aabbccddeeff", "p3", ID(publica), publica))
	want := "foliado posesion v1\n00112233445566778899aabbccddeeff\np3\n139e3940e64b5491\n" +
		"O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Every field of the message separates: no signature serves for another slot, act,
// installation, cargo, mode or digest.
func TestMensajeBindsEveryField(t *testing.T) {
	type m struct {
		inst, acto string
		plaza      int
		cargo      domain.Cargo
		modo       diario.Modo
		huella     [32]byte
	}
	base := m{"i", "a-1", 1, domain.Director, diario.ModoClave, [32]byte{}}
	text := func(x m) string { return string(Mensaje(x.inst, x.acto, x.plaza, x.cargo, x.modo, x.huella)) }
	for name, change := range map[string]func(*m){
		"instalacion": func(x *m) { x.inst = "j" },
		"acto":        func(x *m) { x.acto = "a-11" },
		"plaza":       func(x *m) { x.plaza = 2 },
		"cargo":       func(x *m) { x.cargo = domain.Subdirector },
		"modo":        func(x *m) { x.modo = diario.ModoManuscrita },
		"huella":      func(x *m) { x.huella[5] = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			x := base
			change(&x)
			if text(x) == text(base) {
				t.Errorf("two acts of signature share the message %q", text(x))
			}
		})
	}
}

func TestPublica(t *testing.T) {
	publica, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParsePublica(Publica(publica))
	if err != nil || !got.Equal(publica) {
		t.Errorf("got %v, %v, want %v", got, err, publica)
	}
	for _, bad := range []string{"", "AAAA", Publica(publica) + "\n", " " + Publica(publica), Publica(publica)[:43], Publica(publica)[:42] + "/="} {
		if k, err := ParsePublica(bad); err == nil && Publica(k) != bad {
			t.Errorf("%q was read as %v", bad, k)
		}
	}
	if id := ID(publica); len(id) != 16 {
		t.Errorf("got id %q, want 16 hex digits", id)
	} else if _, err := hex.DecodeString(id); err != nil {
		t.Errorf("got id %q: %v", id, err)
	}
}

func TestCheckPIN(t *testing.T) {
	for pin, ok := range map[string]bool{
		"4821": true, "482": false, "000000000001": true, "0000000000001": false,
		"": false, "1111": false, "1234": false, "4321": false, "987654": false, "1235": true,
		"9012": true, "12a4": false, "48 1": false, "４８２１": false, "+482": false,
	} {
		if got := CheckPIN(pin); (got == nil) != ok || (!ok && !errors.Is(got, ErrPINNoAdmitido)) {
			t.Errorf("%q: got %v, want admitted %v", pin, got, ok)
		}
	}
}
