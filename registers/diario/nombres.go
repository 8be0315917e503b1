package diario

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ErrFormato is the base of every error about a text or an asiento that is not canonical.
var ErrFormato = errors.New("asiento no canónico")

// Limits of the canonical text, in bytes.
const (
	MaxTexto      = 1 << 20 // a whole leaf
	maxNombre     = 64      // establecimiento, libro, serie, persona …
	maxNombreDato = 200     // name of a dato or valor
)

// Classes of characters, all ASCII. docs/formato-diario.md lists them.
const (
	letraNombre     uint8 = 1 << iota // [a-z0-9_.-]
	letraDato                         // [a-z0-9_./-]
	letraTipo                         // [A-Za-z0-9]
	letraFormulario                   // [A-Za-z0-9_./-]
	letraHex                          // [0-9a-f]
)

var letras = func() (t [256]uint8) {
	for c := range 256 {
		b := byte(c)
		minuscula := b >= 'a' && b <= 'z'
		mayuscula := b >= 'A' && b <= 'Z'
		cifra := b >= '0' && b <= '9'
		signo := b == '_' || b == '.' || b == '-'
		if minuscula || cifra || signo {
			t[c] |= letraNombre | letraDato
		}
		if minuscula || mayuscula || cifra {
			t[c] |= letraTipo
		}
		if minuscula || mayuscula || cifra || signo || b == '/' {
			t[c] |= letraFormulario
		}
		if b == '/' {
			t[c] |= letraDato
		}
		if cifra || b >= 'a' && b <= 'f' {
			t[c] |= letraHex
		}
	}
	return t
}()

// only reports whether s has from 1 to most bytes, all of the class.
func only(s string, class uint8, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	for k := range len(s) {
		if letras[s[k]]&class == 0 {
			return false
		}
	}
	return true
}

func isNombre(s string) bool     { return only(s, letraNombre, maxNombre) }
func isNombreDato(s string) bool { return only(s, letraDato, maxNombreDato) }
func isFormulario(s string) bool { return only(s, letraFormulario, maxNombre) }
func isClave(s string) bool      { return len(s) == 16 && only(s, letraHex, 16) }

func isTipo(s string) bool {
	return only(s, letraTipo, maxNombre) && s[0] >= 'A' && s[0] <= 'Z'
}

func isModo(m Modo) bool {
	return m == ModoClave || m == ModoRonda || m == ModoManuscrita || m == ModoSeNiega
}

// isFecha reports whether s is a real date written YYYY-MM-DD.
func isFecha(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, ok1 := number(s[:4])
	month, ok2 := number(s[5:7])
	day, ok3 := number(s[8:])
	return ok1 && ok2 && ok3 && isDay(year, month, day)
}

func isDay(year, month, day int) bool {
	return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// number reads a run of digits, leading zeros included.
func number(s string) (n int, ok bool) {
	for k := range len(s) {
		c := s[k]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// checkValor returns an error wrapping ErrFormato unless v is UTF-8 without control
// characters other than line feed. Normal form is judged on the written line.
func checkValor(v string) error {
	for k := 0; k < len(v); {
		c := v[k]
		if c < utf8.RuneSelf {
			if c < 0x20 && c != '\n' || c == 0x7f {
				return fmt.Errorf("%w: carácter de control U+%04X", ErrFormato, c)
			}
			k++
			continue
		}
		r, size := utf8.DecodeRuneInString(v[k:])
		if r == utf8.RuneError && size == 1 {
			return fmt.Errorf("%w: UTF-8 no válido", ErrFormato)
		}
		if r >= 0x80 && r <= 0x9f {
			return fmt.Errorf("%w: carácter de control U+%04X", ErrFormato, r)
		}
		k += size
	}
	return nil
}

// isASCII reports whether b needs no thought about normal forms.
func isASCII[T string | []byte](b T) bool {
	for k := range len(b) {
		if b[k] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isNFC reports whether a written line is in normal form C.
func isNFC(line []byte) bool { return isASCII(line) || norm.NFC.IsNormal(line) }

// NFC returns s in normal form C, the only one that a leaf or a commitment takes.
func NFC(s string) string {
	if isASCII(s) {
		return s
	}
	return norm.NFC.String(s)
}
