package diario

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// ErrCheckpoint is the base of every error about a checkpoint.
var ErrCheckpoint = errors.New("checkpoint no válido")

// Checkpoint is what a signed note says of the log: whose it is, how many leaves it has
// and the root of their tree.
type Checkpoint struct {
	Origen string // foliado/<instalación>, the name of the key that signs
	Tamano int64
	Raiz   tlog.Hash
}

// FormatCheckpoint writes the body of the note: origin, size in decimal and root in
// base64, a line each (C2SP tlog-checkpoint without extensions).
func FormatCheckpoint(c Checkpoint) (string, error) {
	if !isOrigen(c.Origen) || c.Tamano < 0 {
		return "", fmt.Errorf("%w: origen %q, tamaño %d", ErrCheckpoint, c.Origen, c.Tamano)
	}
	return c.Origen + "\n" + strconv.FormatInt(c.Tamano, 10) + "\n" + c.Raiz.String() + "\n", nil
}

// isOrigen reports whether s may name a key of a note and be a line of it.
func isOrigen(s string) bool {
	if s == "" || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r <= ' ' || r == '+' || r >= 0x7f && r <= 0xa0 {
			return false
		}
	}
	return strings.IndexFunc(s, isSpace) < 0
}

func isSpace(r rune) bool {
	return r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f ||
		r == 0x205f || r == 0x3000
}

// ParseCheckpoint reads what FormatCheckpoint writes, and nothing else.
func ParseCheckpoint(cuerpo string) (Checkpoint, error) {
	bad := func(motivo string) (Checkpoint, error) {
		return Checkpoint{}, fmt.Errorf("%w: %s", ErrCheckpoint, motivo)
	}
	lines := strings.Split(cuerpo, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return bad("se esperaban tres líneas")
	}
	n, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != lines[1] {
		return bad("tamaño ilegible")
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil || root.String() != lines[2] {
		return bad("raíz ilegible")
	}
	if !isOrigen(lines[0]) {
		return bad("origen ilegible")
	}
	return Checkpoint{Origen: lines[0], Tamano: n, Raiz: root}, nil
}

// SignCheckpoint returns the signed note. The signer's name must be the origin.
func SignCheckpoint(c Checkpoint, s note.Signer) ([]byte, error) {
	body, err := FormatCheckpoint(c)
	if err != nil {
		return nil, err
	}
	if s.Name() != c.Origen {
		return nil, fmt.Errorf("%w: la clave es de %s y el origen es %s", ErrCheckpoint, s.Name(), c.Origen)
	}
	signed, err := note.Sign(&note.Note{Text: body}, s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return signed, nil
}

// OpenCheckpoint checks the note with the known keys, of which the one named as the
// origin must have signed, and returns what it says. Signatures of others (witnesses)
// may follow. Every signature must be written in canonical base64.
func OpenCheckpoint(nota []byte, known note.Verifiers) (Checkpoint, error) {
	n, err := note.Open(nota, known)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	c, err := ParseCheckpoint(n.Text)
	if err != nil {
		return Checkpoint{}, err
	}
	signed := false
	for _, sig := range n.Sigs {
		signed = signed || sig.Name == c.Origen
	}
	for _, sig := range append(n.Sigs, n.UnverifiedSigs...) {
		if _, err := base64.StdEncoding.Strict().DecodeString(sig.Base64); err != nil {
			return Checkpoint{}, fmt.Errorf("%w: firma mal escrita", ErrCheckpoint)
		}
	}
	if !signed {
		return Checkpoint{}, fmt.Errorf("%w: no lo firma la clave de su origen", ErrCheckpoint)
	}
	return c, nil
}

// PeekCheckpoint returns what a note says without checking who signed it.
func PeekCheckpoint(nota []byte) (Checkpoint, error) {
	_, err := note.Open(nota, nil)
	var unverified *note.UnverifiedNoteError
	if !errors.As(err, &unverified) {
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return ParseCheckpoint(unverified.Note.Text)
}

// NewKey makes a key for checkpoints of that origin: skey is secret (note.NewSigner),
// vkey public (note.NewVerifier).
func NewKey(rand io.Reader, origen string) (skey, vkey string, err error) {
	if !isOrigen(origen) {
		return "", "", fmt.Errorf("%w: origen %q", ErrCheckpoint, origen)
	}
	return note.GenerateKey(rand, origen)
}
