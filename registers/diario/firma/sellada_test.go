package firma

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"testing"
	"time"
)

// costeMinimo is for tests only: argon2id at its cheapest.
var costeMinimo = Coste{Pasadas: 1, Memoria: 8, Hilos: 1}

func seal(tb testing.TB, pin string, cred Credencial) (Sellada, ed25519.PrivateKey) {
	tb.Helper()
	privada, err := NewClave(rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := Sellar(context.Background(), rand.Reader, privada, pin, cred, costeMinimo)
	if err != nil {
		tb.Fatal(err)
	}
	return s, privada
}

func TestAbrir(t *testing.T) {
	ctx := context.Background()
	cred := newCredencial(t, "p7")
	s, privada := seal(t, "4821", cred)
	other, _ := seal(t, "4821", cred)
	damaged := func(f func(*Sellada)) Sellada {
		d := s
		d.Sal, d.Nonce, d.Cifrado = bytes.Clone(s.Sal), bytes.Clone(s.Nonce), bytes.Clone(s.Cifrado)
		f(&d)
		return d
	}
	for name, tt := range map[string]struct {
		s    Sellada
		pin  string
		cred Credencial
		want error
	}{
		"right":                     {s, "4821", cred, nil},
		"wrong PIN":                 {s, "4822", cred, ErrPIN},
		"no PIN":                    {s, "", cred, ErrPIN},
		"endless PIN":               {s, string(make([]byte, 1<<20)), cred, ErrPIN},
		"another badge, same PIN":   {s, "4821", newCredencial(t, "p7"), ErrCredencial},
		"another badge, wrong PIN":  {s, "0000", newCredencial(t, "p7"), ErrCredencial},
		"one bit of the seal":       {damaged(func(d *Sellada) { d.Cifrado[0] ^= 1 }), "4821", cred, ErrPIN},
		"salt of another":           {damaged(func(d *Sellada) { d.Sal[0] ^= 1 }), "4821", cred, ErrPIN},
		"seal moved to another key": {damaged(func(d *Sellada) { d.Clave, d.Comprobante = other.Clave, other.Comprobante }), "4821", cred, ErrPIN},
	} {
		t.Run(name, func(t *testing.T) {
			var sig []byte
			err := Abrir(ctx, tt.s, tt.pin, tt.cred, func(k ed25519.PrivateKey) error {
				sig = ed25519.Sign(k, []byte("m"))
				return nil
			})
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if got, want := sig != nil, tt.want == nil; got != want {
				t.Errorf("got key used %v, want %v", got, want)
			}
			if sig != nil && !ed25519.Verify(s.Publica, []byte("m"), sig) {
				t.Error("the key opened is not the one sealed")
			}
		})
	}
	if !bytes.Equal(privada[32:], s.Publica) || s.Clave != ID(s.Publica) {
		t.Error("the seal names another key")
	}
}

// The opened key is wiped: what a use kept is worth nothing afterwards.
func TestAbrirWipes(t *testing.T) {
	cred := newCredencial(t, "p7")
	s, _ := seal(t, "4821", cred)
	var kept ed25519.PrivateKey
	fails := errors.New("x")
	err := Abrir(context.Background(), s, "4821", cred, func(k ed25519.PrivateKey) error { kept = k; return fails })
	if !errors.Is(err, fails) {
		t.Errorf("got %v, want what use returned", err)
	}
	if !bytes.Equal(kept, make([]byte, ed25519.PrivateKeySize)) {
		t.Error("the private key is still in memory")
	}
}

func TestAbrirRefusesDamage(t *testing.T) {
	cred := newCredencial(t, "p7")
	for name, f := range map[string]func(*Sellada){
		"cost that eats the memory": func(s *Sellada) { s.Coste.Memoria = 1 << 31 },
		"no passes":                 func(s *Sellada) { s.Coste.Pasadas = 0 },
		"no lanes":                  func(s *Sellada) { s.Coste.Hilos = 0 },
		"short salt":                func(s *Sellada) { s.Sal = s.Sal[:8] },
		"short nonce":               func(s *Sellada) { s.Nonce = nil },
		"short seal":                func(s *Sellada) { s.Cifrado = s.Cifrado[:40] },
		"no voucher":                func(s *Sellada) { s.Comprobante = nil },
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := seal(t, "4821", cred)
			f(&s)
			err := Abrir(context.Background(), s, "4821", cred, func(ed25519.PrivateKey) error { return nil })
			if err == nil || errors.Is(err, ErrPIN) {
				t.Errorf("got %v, want a fault that counts no PIN", err)
			}
		})
	}
}

func TestSellarRefuses(t *testing.T) {
	ctx := context.Background()
	cred := newCredencial(t, "p7")
	privada, _ := NewClave(rand.Reader)
	if _, err := Sellar(ctx, rand.Reader, privada, "1234", cred, costeMinimo); !errors.Is(err, ErrPINNoAdmitido) {
		t.Errorf("got %v, want ErrPINNoAdmitido", err)
	}
	if _, err := Sellar(ctx, rand.Reader, privada, "4821", cred, Coste{}); err == nil {
		t.Error("sealed at no cost")
	}
	if _, err := Sellar(ctx, bytes.NewReader(nil), privada, "4821", cred, costeMinimo); err == nil {
		t.Error("sealed without randomness")
	}
}

// Two seals of one key share nothing that could be compared.
func TestSellarIsFresh(t *testing.T) {
	cred := newCredencial(t, "p7")
	privada, _ := NewClave(rand.Reader)
	var seen []Sellada
	for range 2 {
		s, err := Sellar(context.Background(), rand.Reader, privada, "4821", cred, costeMinimo)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, s)
	}
	if bytes.Equal(seen[0].Sal, seen[1].Sal) || bytes.Equal(seen[0].Nonce, seen[1].Nonce) || bytes.Equal(seen[0].Cifrado, seen[1].Cifrado) {
		t.Error("two seals repeat salt, nonce or ciphertext")
	}
}

// No more keys are derived at once than there are turns; who waits may give up.
func TestTurno(t *testing.T) {
	cred := newCredencial(t, "p7")
	s, _ := seal(t, "4821", cred)
	for range cap(turnos) {
		release, err := Turno(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer release()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	err := Abrir(ctx, s, "4821", cred, func(ed25519.PrivateKey) error { return nil })
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline", err)
	}
}

func TestCosteNormal(t *testing.T) {
	if !CosteNormal.Valid() || CosteNormal.Memoria < 19*1024 || CosteNormal.Pasadas < 2 {
		t.Errorf("got %+v, want at least 19 MiB and two passes", CosteNormal)
	}
}
