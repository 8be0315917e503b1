package verificador

import (
	"crypto/hmac"
	"crypto/sha256"

	"golang.org/x/text/unicode/norm"
)

// compromiso stands in a leaf for a personal value (docs/formato-diario.md, 3).
type compromiso struct {
	nombre string
	hmac   [32]byte
}

// opens reports whether that value, with that salt, is the one committed to.
func (c *compromiso) opens(valor string, sal *[32]byte) bool {
	message := make([]byte, 0, 128)
	message = append(append(message, c.nombre...), 0)
	if norm.NFC.IsNormalString(valor) { // nearly always
		message = append(message, valor...)
	} else {
		message = norm.NFC.AppendString(message, valor)
	}
	m := hmac.New(sha256.New, sal[:])
	m.Write(message)
	var sum [32]byte
	return hmac.Equal(m.Sum(sum[:0]), c.hmac[:])
}
