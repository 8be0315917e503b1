package verificador

import (
	"math"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxPosicion is above every position: sizes, one more, are numbers too.
const maxPosicion = math.MaxInt64

// Sets of bytes.
const (
	ofNombre  uint8 = 1 << iota // a-z 0-9 _ . -
	ofDato                      // and /
	ofTipo                      // A-Z a-z 0-9
	ofImpreso                   // A-Z a-z 0-9 _ . / -
	ofHex                       // 0-9 a-f
	ofControl                   // U+0000 to U+001F, but line feed, and U+007F
	ofHigh                      // not ASCII
)

// sets says in which of them each byte is.
var sets = func() (table [256]uint8) {
	put := func(bytes string, in uint8) {
		for k := range len(bytes) {
			table[bytes[k]] |= in
		}
	}
	put("0123456789", ofNombre|ofDato|ofTipo|ofImpreso|ofHex)
	put("abcdef", ofHex)
	put("abcdefghijklmnopqrstuvwxyz", ofNombre|ofDato|ofTipo|ofImpreso)
	put("ABCDEFGHIJKLMNOPQRSTUVWXYZ", ofTipo|ofImpreso)
	put("_.-", ofNombre|ofDato|ofImpreso)
	put("/", ofDato|ofImpreso)
	for c := range table {
		if c < 0x20 && c != '\n' || c == 0x7f {
			table[c] = ofControl
		} else if c >= utf8.RuneSelf {
			table[c] = ofHigh
		}
	}
	return table
}()

// made reports whether s has from 1 to most bytes, all of the set.
func made(s string, of uint8, most int) bool {
	all := of
	for k := range len(s) {
		all &= sets[s[k]]
	}
	return all != 0 && s != "" && len(s) <= most
}

func readName(s string, into *string) bool {
	*into = s
	return made(s, ofNombre, 64)
}

// isKind reports whether s may be the kind of an asiento.
func isKind(s string) bool { return made(s, ofTipo, 64) && s[0] >= 'A' && s[0] <= 'Z' }

// readNumber reads a decimal without sign or leading zeros, not below least.
func readNumber(s string, least int64, into *int64) bool {
	if s == "" || len(s) > 19 || s[0] == '0' && len(s) > 1 {
		return false
	}
	var n uint64
	for k := range len(s) {
		if s[k] < '0' || s[k] > '9' {
			return false
		}
		n = 10*n + uint64(s[k]-'0')
	}
	*into = int64(n)
	return n <= math.MaxInt64 && int64(n) >= least
}

// two reads two digits.
func two(s string) (n int, ok bool) {
	hi, lo := s[0]-'0', s[1]-'0'
	return int(hi)*10 + int(lo), hi <= 9 && lo <= 9
}

// isDate reports whether s is a day that exists, written AAAA-MM-DD.
func isDate(s string) bool {
	if len(s) != len("2006-01-02") || s[4] != '-' || s[7] != '-' {
		return false
	}
	century, ok1 := two(s)
	year, ok2 := two(s[2:])
	month, ok3 := two(s[5:])
	day, ok4 := two(s[8:])
	year += 100 * century
	if !ok1 || !ok2 || !ok3 || !ok4 || year == 0 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= 28 || time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}

func readDate(s string, into *string) bool {
	*into = s
	return isDate(s)
}

// formaInstante is how instants are written: always UTC, always six decimals.
const formaInstante = "2006-01-02T15:04:05.000000Z"

// readInstant reads an instant. The first of all, that of year 1, stands for none.
func readInstant(s string, into *time.Time) bool {
	if len(s) != len(formaInstante) || !isDate(s[:10]) || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[26] != 'Z' {
		return false
	}
	var part [9]int // year in two halves, month, day, hour, minute, second, micros in three
	var micros int
	for k, at := range [...]int{0, 2, 5, 8, 11, 14, 17} {
		n, ok := two(s[at:])
		if !ok {
			return false
		}
		part[k] = n
	}
	for _, at := range [...]int{20, 22, 24} {
		n, ok := two(s[at:])
		if !ok {
			return false
		}
		micros = 100*micros + n
	}
	if part[4] > 23 || part[5] > 59 || part[6] > 59 {
		return false
	}
	*into = time.Date(100*part[0]+part[1], time.Month(part[2]), part[3], part[4], part[5], part[6], 1000*micros, time.UTC)
	return !into.IsZero()
}

// parseInstant is readInstant of the value of a dato.
func parseInstant(s string) (t time.Time, ok bool) {
	ok = readInstant(s, &t)
	return t, ok
}

// isPlain reports whether a text is UTF-8 in normal form C without control characters
// other than line feeds.
func isPlain(b []byte) bool {
	var met uint8
	for _, c := range b {
		met |= sets[c]
	}
	if met&ofHigh == 0 {
		return met&ofControl == 0
	}
	for k := 1; k < len(b); k++ { // U+0080 to U+009F
		if b[k-1] == 0xc2 && b[k] >= 0x80 && b[k] <= 0x9f {
			return false
		}
	}
	return met&ofControl == 0 && utf8.Valid(b) && norm.NFC.IsNormal(b)
}
