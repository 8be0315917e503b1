package firma

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/chacha20poly1305"
)

// Llave is an ephemeral key at rest: its private half is sealed by the badge alone. The
// badge's secret has 128 bits, so that a stolen database gives nothing; whoever takes the
// badge can use it while its ronda lasts.
type Llave struct {
	Clave   string // key id
	Nonce   []byte // 24 bytes
	Cifrado []byte // the 32-byte seed and the 16-byte tag
}

// SellarLlave seals a private key with a badge: HKDF-SHA256 of its secret, with the key id
// in info, gives the key of XChaCha20-Poly1305, whose associated data is the key id.
func SellarLlave(azar io.Reader, privada ed25519.PrivateKey, cred Credencial) (Llave, error) {
	if len(privada) != ed25519.PrivateKeySize {
		return Llave{}, fmt.Errorf("seal a key: %d bytes of key", len(privada))
	}
	l := Llave{Clave: ID(ed25519.PublicKey(privada[ed25519.SeedSize:])), Nonce: make([]byte, chacha20poly1305.NonceSizeX)}
	if _, err := io.ReadFull(azar, l.Nonce); err != nil {
		return Llave{}, fmt.Errorf("seal a key: %w", err)
	}
	k := l.derive(cred)
	defer clear(k)
	aead, err := chacha20poly1305.NewX(k)
	if err != nil {
		return Llave{}, fmt.Errorf("seal a key: %w", err)
	}
	l.Cifrado = aead.Seal(nil, l.Nonce, privada[:ed25519.SeedSize], []byte(l.Clave))
	return l, nil
}

// AbrirLlave opens an ephemeral key for the time of use and wipes it afterwards; use must
// not keep it. It returns ErrCredencial when the badge is not the one it was sealed with,
// or what use returns.
func AbrirLlave(l Llave, cred Credencial, use func(ed25519.PrivateKey) error) error {
	if len(l.Nonce) != chacha20poly1305.NonceSizeX || len(l.Cifrado) != ed25519.SeedSize+chacha20poly1305.Overhead {
		return errors.New("open a key: the sealed key is damaged")
	}
	k := l.derive(cred)
	defer clear(k)
	aead, err := chacha20poly1305.NewX(k)
	if err != nil {
		return fmt.Errorf("open a key: %w", err)
	}
	seed, err := aead.Open(nil, l.Nonce, l.Cifrado, []byte(l.Clave))
	if err != nil {
		return ErrCredencial
	}
	defer clear(seed)
	privada := ed25519.NewKeyFromSeed(seed)
	defer clear(privada)
	if ID(ed25519.PublicKey(privada[ed25519.SeedSize:])) != l.Clave {
		return errors.New("open a key: the sealed key is another's")
	}
	return use(privada)
}

func (l *Llave) derive(cred Credencial) []byte {
	k, err := hkdf.Key(sha256.New, cred.secreto[:], nil, "foliado llave de ronda v1\n"+l.Clave, chacha20poly1305.KeySize)
	if err != nil {
		panic("firma: " + err.Error()) // only for lengths that HKDF cannot give
	}
	return k
}
