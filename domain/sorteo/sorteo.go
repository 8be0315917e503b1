// Package sorteo draws lots that anybody can check afterwards. A seed is chosen before it is known who takes part and
// its SHA-256 is published; when the list is closed the order follows from the seed and from what is drawn, and the
// seed is shown. Whoever holds both repeats the draw with a few lines in any language. The seats of póquer de círculo
// (art. 115.2) and the rounds of the mus tournament (art. 53 of its rulebook) are drawn so.
package sorteo

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

var (
	// ErrSemilla: the text is not a seed of 64 lower-case hexadecimal digits.
	ErrSemilla = errors.New("la semilla de un sorteo son 64 cifras hexadecimales")
	// ErrCompromiso: the seed is not the one whose SHA-256 was published before the draw.
	ErrCompromiso = errors.New("la semilla no es la que se comprometió antes del sorteo")
)

// tamano is the length of a seed in bytes.
const tamano = 32

// Semilla is the secret of a draw until it is shown.
type Semilla [tamano]byte

// NewSemilla reads a seed from r, which is crypto/rand.Reader except in tests.
func NewSemilla(r io.Reader) (Semilla, error) {
	var s Semilla
	if _, err := io.ReadFull(r, s[:]); err != nil {
		return s, fmt.Errorf("read the seed of a draw: %w", err)
	}
	return s, nil
}

// ParseSemilla reads what String writes and nothing else; the error is ErrSemilla.
func ParseSemilla(text string) (Semilla, error) {
	var s Semilla
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != tamano {
		return s, ErrSemilla
	}
	copy(s[:], b)
	if s.String() != text {
		return Semilla{}, ErrSemilla
	}
	return s, nil
}

// String gives the seed as 64 lower-case hexadecimal digits.
func (s Semilla) String() string { return hex.EncodeToString(s[:]) }

// Compromiso is what is published before the draw: the SHA-256 of the 32 bytes of the seed, in hexadecimal.
func (s Semilla) Compromiso() string {
	d := sha256.Sum256(s[:])
	return hex.EncodeToString(d[:])
}

// Check says whether the seed is the one that was committed to; the error is ErrCompromiso.
func (s Semilla) Check(compromiso string) error {
	if subtle.ConstantTimeCompare([]byte(s.Compromiso()), []byte(compromiso)) != 1 {
		return ErrCompromiso
	}
	return nil
}

// Orden draws the numbers 1 to n in an order that depends only on the seed and on asunto, which names what is drawn
// (two draws of one seed differ when their asunto does). It is the shuffle of Fisher and Yates from the last place to
// the second: the place i exchanges its number with one of the places 1 to i, drawn without bias.
func (s Semilla) Orden(asunto string, n int) []int {
	orden := make([]int, n)
	for i := range orden {
		orden[i] = i + 1
	}
	f := fuente{semilla: s, asunto: asunto}
	for i := n - 1; i > 0; i-- {
		j := f.below(uint64(i + 1))
		orden[i], orden[j] = orden[j], orden[i]
	}
	return orden
}

// fuente gives the numbers of one draw: the first eight bytes, big endian, of HMAC-SHA256 with the seed as its key over
// asunto, a new line and a decimal counter that begins at 1.
type fuente struct {
	semilla  Semilla
	asunto   string
	contador uint64
}

// below draws a number from 0 to n-1, each equally likely: what falls in the incomplete last stretch is drawn again.
func (f *fuente) below(n uint64) uint64 {
	limite := math.MaxUint64 - math.MaxUint64%n
	for {
		f.contador++
		h := hmac.New(sha256.New, f.semilla[:])
		io.WriteString(h, f.asunto+"\n"+strconv.FormatUint(f.contador, 10))
		if v := binary.BigEndian.Uint64(h.Sum(nil)); v < limite {
			return v % n
		}
	}
}
