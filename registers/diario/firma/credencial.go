package firma

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// prefijo is the version of the badge: the first characters of its text.
const prefijo = "FOL1"

// Credencial is a badge: it says whose it is and carries the secret that, with the PIN,
// opens the key. The secret is never stored.
type Credencial struct {
	Persona string // persona id, "p12"
	secreto [16]byte
}

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewCredencial draws a badge for a persona. It returns ErrCredencial when the persona
// cannot be written on a badge ("p" and a number).
func NewCredencial(azar io.Reader, persona string) (Credencial, error) {
	c := Credencial{Persona: persona}
	if !validPersona(persona) {
		return Credencial{}, fmt.Errorf("%w: persona %q", ErrCredencial, persona)
	}
	if _, err := io.ReadFull(azar, c.secreto[:]); err != nil {
		return Credencial{}, fmt.Errorf("draw a badge: %w", err)
	}
	return c, nil
}

// Texto is the badge as printed and scanned. It is shown once, at enrolment.
func (c Credencial) Texto() string {
	return prefijo + "-" + strings.ToUpper(c.Persona) + "-" + base32Text.EncodeToString(c.secreto[:]) + "-" + c.control()
}

// String hides the secret: a badge that slips into a log gives nothing away.
func (c Credencial) String() string { return prefijo + "-" + strings.ToUpper(c.Persona) + "-…" }

// GoString is String.
func (c Credencial) GoString() string { return c.String() }

// LogValue is String.
func (c Credencial) LogValue() slog.Value { return slog.StringValue(c.String()) }

// Equal compares two badges in constant time.
func (c Credencial) Equal(d Credencial) bool {
	return c.Persona == d.Persona && subtle.ConstantTimeCompare(c.secreto[:], d.secreto[:]) == 1
}

// Wipe forgets the secret.
func (c *Credencial) Wipe() { clear(c.secreto[:]) }

// control is the check that tells a misread badge from a wrong one.
func (c Credencial) control() string {
	h := sha256.New()
	fmt.Fprintf(h, "foliado credencial v1\n%s\n", c.Persona)
	h.Write(c.secreto[:])
	return base32Text.EncodeToString(h.Sum(nil))[:4]
}

// ParseCredencial reads a badge as a scanner types it: in either case, with blanks
// around, and with the apostrophe that a scanner set for an American keyboard types on a
// Spanish one where the badge has a hyphen. Every error is ErrCredencial and repeats
// nothing of the text.
func ParseCredencial(s string) (Credencial, error) {
	if len(s) > 128 {
		return Credencial{}, ErrCredencial
	}
	s = strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(s)), "'", "-")
	p := strings.Split(s, "-")
	if len(p) != 4 || p[0] != prefijo || len(p[2]) != 26 {
		return Credencial{}, ErrCredencial
	}
	c := Credencial{Persona: strings.ToLower(p[1])}
	secreto, err := base32Text.DecodeString(p[2])
	if err != nil || len(secreto) != len(c.secreto) || !validPersona(c.Persona) {
		return Credencial{}, ErrCredencial
	}
	copy(c.secreto[:], secreto)
	clear(secreto)
	if subtle.ConstantTimeCompare([]byte(c.Texto()), []byte(s)) != 1 {
		return Credencial{}, ErrCredencial
	}
	return c, nil
}

// validPersona reports whether s is "p" and a number from 1 without leading zeros.
func validPersona(s string) bool {
	if len(s) < 2 || len(s) > 19 || s[0] != 'p' || s[1] == '0' {
		return false
	}
	for _, b := range []byte(s[1:]) {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
