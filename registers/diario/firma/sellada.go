package firma

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"runtime"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"
)

// Coste is what argon2id is made to cost. It is stored beside each key, so that it may
// be raised for the keys to come.
type Coste struct {
	Pasadas uint32 // passes
	Memoria uint32 // KiB
	Hilos   uint8  // lanes
}

// CosteNormal is that of production: 19 MiB and two passes, some 20 ms.
var CosteNormal = Coste{Pasadas: 2, Memoria: 19 * 1024, Hilos: 1}

// maxMemoria bounds what a row of the database can make the server allocate: 256 MiB.
const maxMemoria = 256 * 1024

// Valid reports whether argon2 accepts the cost and the server can bear it.
func (c Coste) Valid() bool {
	return c.Pasadas >= 1 && c.Pasadas <= 64 && c.Hilos >= 1 && c.Memoria >= 8*uint32(c.Hilos) && c.Memoria <= maxMemoria
}

// Sellada is a key at rest: its private half is sealed by PIN and badge.
type Sellada struct {
	Clave       string // key id
	Publica     ed25519.PublicKey
	Coste       Coste
	Sal         []byte // 16 bytes, of argon2id
	Nonce       []byte // 24 bytes
	Cifrado     []byte // the 32-byte seed and the 16-byte tag
	Comprobante []byte // 32 bytes: tells another badge from a wrong PIN; a 128-bit secret stands behind it
}

// turnos bounds how many keys are derived at once: each takes its memory and a core.
var turnos = make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))

// Turno waits for a place to run argon2id in: for a key here, for a password elsewhere.
// It returns the error of ctx when none came in time.
func Turno(ctx context.Context) (release func(), err error) {
	select {
	case turnos <- struct{}{}:
		return func() { <-turnos }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// NewClave draws a key pair. The caller seals it and wipes the private half.
func NewClave(azar io.Reader) (ed25519.PrivateKey, error) {
	seed := make([]byte, ed25519.SeedSize)
	defer clear(seed)
	if _, err := io.ReadFull(azar, seed); err != nil {
		return nil, fmt.Errorf("draw a key: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Sellar seals a private key with a PIN and a badge. It returns ErrPINNoAdmitido when
// CheckPIN does.
func Sellar(ctx context.Context, azar io.Reader, privada ed25519.PrivateKey, pin string, cred Credencial, coste Coste) (Sellada, error) {
	if err := CheckPIN(pin); err != nil {
		return Sellada{}, err
	}
	if !coste.Valid() || len(privada) != ed25519.PrivateKeySize {
		return Sellada{}, fmt.Errorf("seal a key: cost %+v, %d bytes of key", coste, len(privada))
	}
	publica := ed25519.PublicKey(append([]byte(nil), privada[ed25519.SeedSize:]...))
	s := Sellada{Clave: ID(publica), Publica: publica, Coste: coste,
		Sal: make([]byte, 16), Nonce: make([]byte, chacha20poly1305.NonceSizeX)}
	for _, b := range [][]byte{s.Sal, s.Nonce} {
		if _, err := io.ReadFull(azar, b); err != nil {
			return Sellada{}, fmt.Errorf("seal a key: %w", err)
		}
	}
	release, err := Turno(ctx)
	if err != nil {
		return Sellada{}, err
	}
	defer release()
	k := s.derive(pin, cred)
	defer clear(k)
	aead, err := chacha20poly1305.NewX(k)
	if err != nil {
		return Sellada{}, fmt.Errorf("seal a key: %w", err)
	}
	s.Cifrado = aead.Seal(nil, s.Nonce, privada[:ed25519.SeedSize], []byte(s.Clave))
	s.Comprobante = s.voucher(cred)
	return s, nil
}

// Abrir opens a key for the time of use and wipes it afterwards; use must not keep it.
// It returns ErrCredencial when the badge is not the one the key was sealed with, ErrPIN
// when the PIN is not, the error of ctx when no turn came, or what use returns.
func Abrir(ctx context.Context, s Sellada, pin string, cred Credencial, use func(ed25519.PrivateKey) error) error {
	if !s.wellFormed() {
		return errors.New("open a key: the sealed key is damaged")
	}
	if subtle.ConstantTimeCompare(s.voucher(cred), s.Comprobante) != 1 {
		return ErrCredencial
	}
	seed, err := s.open(ctx, pin, cred)
	if err != nil {
		return err
	}
	defer clear(seed)
	privada := ed25519.NewKeyFromSeed(seed)
	defer clear(privada)
	if ID(ed25519.PublicKey(privada[ed25519.SeedSize:])) != s.Clave {
		return errors.New("open a key: the sealed key is another's")
	}
	return use(privada)
}

// CheckCredencial returns nil when the badge is the one that the key was sealed with, and
// ErrCredencial otherwise. It opens nothing: it tells who tapped, not who signs.
func CheckCredencial(s Sellada, cred Credencial) error {
	if !s.wellFormed() || subtle.ConstantTimeCompare(s.voucher(cred), s.Comprobante) != 1 {
		return ErrCredencial
	}
	return nil
}

// open derives the key of the seal and takes the seed out.
func (s *Sellada) open(ctx context.Context, pin string, cred Credencial) ([]byte, error) {
	if len(pin) > 64 {
		return nil, ErrPIN
	}
	release, err := Turno(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	k := s.derive(pin, cred)
	defer clear(k)
	aead, err := chacha20poly1305.NewX(k)
	if err != nil {
		return nil, fmt.Errorf("open a key: %w", err)
	}
	seed, err := aead.Open(nil, s.Nonce, s.Cifrado, []byte(s.Clave))
	if err != nil {
		return nil, ErrPIN
	}
	return seed, nil
}

func (s *Sellada) wellFormed() bool {
	return s.Coste.Valid() && len(s.Sal) == 16 && len(s.Nonce) == chacha20poly1305.NonceSizeX &&
		len(s.Cifrado) == ed25519.SeedSize+chacha20poly1305.Overhead && len(s.Comprobante) == sha256.Size
}

// derive is argon2id over the PIN, then HKDF with the secret of the badge.
func (s *Sellada) derive(pin string, cred Credencial) []byte {
	p := []byte(pin)
	defer clear(p)
	stretched := argon2.IDKey(p, s.Sal, s.Coste.Pasadas, s.Coste.Memoria, s.Coste.Hilos, 32)
	defer clear(stretched)
	k, err := hkdf.Key(sha256.New, cred.secreto[:], stretched, "foliado sellado v1\n"+s.Clave, chacha20poly1305.KeySize)
	if err != nil {
		panic("firma: " + err.Error()) // only for lengths that HKDF cannot give
	}
	return k
}

// voucher is a one-way function of the badge's secret for this key.
func (s *Sellada) voucher(cred Credencial) []byte {
	v, err := hkdf.Key(sha256.New, cred.secreto[:], nil, "foliado comprobante v1\n"+s.Clave, sha256.Size)
	if err != nil {
		panic("firma: " + err.Error())
	}
	return v
}
