// Package firma holds what a signature is made of: a key sealed by a PIN and a badge,
// the exact message that is signed, and the slots (plazas) of an act. It is pure: it
// knows no database and no clock.
//
// # Key
//
// A person of the house signs with Ed25519. The id of a key is the first 8 bytes of
// SHA-256 of its public half, in hex. The private seed is kept sealed (Sellada): argon2id
// over the PIN, with a salt and a cost stored beside the key, gives 32 bytes; HKDF-SHA256
// with those as salt, the 128-bit secret of the badge as secret and the key id in info
// gives the key of XChaCha20-Poly1305, whose associated data is the key id. Without the
// badge a stolen database gives nothing to guess a PIN against.
//
// # Badge
//
// A Credencial is printed as a QR that any scanner types:
//
//	FOL1-<PERSONA>-<26 characters of base32: the secret>-<4 characters of check>
//
// # Messages
//
// Mensaje and MensajePosesion write, line by line, the bytes that are signed; each line
// ends in a line feed. docs/formato-diario.md has vectors.
package firma

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"foliado/domain"
	"foliado/registers/diario"
)

// Errors of opening a key.
var (
	// ErrPIN: the badge is the right one, the PIN is not.
	ErrPIN = errors.New("el PIN no es correcto")
	// ErrCredencial: the text is no badge, or the badge is not the one of the key.
	ErrCredencial = errors.New("la credencial no es válida")
	// ErrPINNoAdmitido: the PIN chosen does not meet CheckPIN.
	ErrPINNoAdmitido = errors.New("el PIN debe tener de 4 a 12 cifras y no ser una repetición ni una serie seguida")
)

// ID names a public key: 16 hex digits.
func ID(publica ed25519.PublicKey) string {
	sum := sha256.Sum256(publica)
	return hex.EncodeToString(sum[:8])
}

// Publica writes a public key as asientos carry it: standard base64.
func Publica(publica ed25519.PublicKey) string {
	return base64.StdEncoding.EncodeToString(publica)
}

// ParsePublica reads what Publica writes.
func ParsePublica(s string) (ed25519.PublicKey, error) {
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != ed25519.PublicKeySize || Publica(b) != s {
		return nil, errors.New("clave pública mal escrita")
	}
	return ed25519.PublicKey(b), nil
}

// Mensaje is what a person signs to fill a slot of an act: this installation, this act,
// this slot, in the cargo held at that instant and by this mode, over the digest of the
// exact facts (diario.HuellaActo). A signature moved to another act, slot, mode or
// installation does not verify (arts. 36.2, 36.3, 40.3, 42.2).
//
// Cargo is the signer's own: a substitute signs the slot of the director as subdirector,
// so that it stays on record that he is one (art. 14.3).
func Mensaje(instalacion, acto string, plaza int, cargo domain.Cargo, modo diario.Modo, huella [32]byte) []byte {
	return lines("foliado firma v1", instalacion, acto, strconv.Itoa(plaza), string(cargo), string(modo),
		hex.EncodeToString(huella[:]))
}

// MensajePosesion is what a new key signs to prove that who enrols it holds it.
func MensajePosesion(instalacion, persona, clave string, publica ed25519.PublicKey) []byte {
	return lines("foliado posesion v1", instalacion, persona, clave, Publica(publica))
}

func lines(l ...string) []byte { return []byte(strings.Join(l, "\n") + "\n") }

// CheckPIN returns ErrPINNoAdmitido unless the PIN has 4 to 12 digits which are neither
// all the same nor a run (1234, 987654). The floor types it dozens of times a night and
// guesses are locked out after three, so that four digits do; the strength against a
// stolen database is that of the badge.
func CheckPIN(pin string) error {
	if len(pin) < 4 || len(pin) > 12 {
		return ErrPINNoAdmitido
	}
	same, up, down := true, true, true
	for k := range len(pin) {
		if pin[k] < '0' || pin[k] > '9' {
			return ErrPINNoAdmitido
		}
		if k > 0 {
			step := int(pin[k]) - int(pin[k-1])
			same, up, down = same && step == 0, up && step == 1, down && step == -1
		}
	}
	if same || up || down {
		return ErrPINNoAdmitido
	}
	return nil
}
