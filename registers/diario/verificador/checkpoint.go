package verificador

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// checkpoint is what a signed note says of the log (docs/formato-diario.md, 5).
type checkpoint struct {
	origen string
	tamano int64
	raiz   tlog.Hash
}

// openCheckpoint opens a note that the key named as its origin must have signed. The
// error is for people.
func openCheckpoint(nota []byte, keys note.Verifiers) (checkpoint, error) {
	n, err := note.Open(nota, keys)
	if unverified := (*note.UnverifiedNoteError)(nil); errors.As(err, &unverified) {
		return checkpoint{}, errors.New("no lo firma la clave del diario")
	}
	if err != nil {
		return checkpoint{}, fmt.Errorf("no es una nota firmada válida (%w)", err)
	}
	c, err := readCheckpoint(n.Text)
	if err != nil {
		return checkpoint{}, err
	}
	if !slices.ContainsFunc(n.Sigs, func(s note.Signature) bool { return s.Name == c.origen }) {
		return checkpoint{}, errors.New("no lo firma la clave de su origen")
	}
	for _, s := range slices.Concat(n.Sigs, n.UnverifiedSigs) {
		if _, err := base64.StdEncoding.Strict().DecodeString(s.Base64); err != nil {
			return checkpoint{}, errors.New("una de sus firmas está mal escrita")
		}
	}
	return c, nil
}

// peekCheckpoint reads what a note says without looking at who signed it.
func peekCheckpoint(nota []byte) (checkpoint, error) {
	_, err := note.Open(nota, note.VerifierList())
	unverified := (*note.UnverifiedNoteError)(nil)
	if !errors.As(err, &unverified) {
		return checkpoint{}, errors.New("no es una nota firmada")
	}
	return readCheckpoint(unverified.Note.Text)
}

// readCheckpoint reads the three lines of a checkpoint.
func readCheckpoint(body string) (c checkpoint, err error) {
	lines := strings.Split(body, "\n")
	if len(lines) != 4 || lines[0] == "" || lines[3] != "" || !readNumber(lines[1], 0, &c.tamano) {
		return checkpoint{}, errors.New("la nota no dice origen, tamaño y raíz")
	}
	raiz, ok := readBase64(lines[2], tlog.HashSize)
	if !ok {
		return checkpoint{}, errors.New("la raíz de la nota no son 32 bytes en base64")
	}
	c.origen, c.raiz = lines[0], tlog.Hash(raiz)
	return c, nil
}
