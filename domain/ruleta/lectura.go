package ruleta

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// MaxLectura bounds how many numbers are read at once.
const MaxLectura = 20_000

// ReadNumeros reads the numbers that a sensor gives, one a line: the number, or fields
// parted by commas, semicolons or tabs of which the last is the number. A first line that
// is no number is a heading. The error wraps ErrLectura and says the line.
func ReadNumeros(text string) ([]Numero, error) {
	var ns []Numero
	sc := bufio.NewScanner(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	for line := 1; sc.Scan(); line++ {
		fields := strings.FieldsFunc(sc.Text(), func(r rune) bool { return r == ',' || r == ';' || r == '\t' })
		if len(fields) == 0 || strings.TrimSpace(sc.Text()) == "" {
			continue
		}
		last := strings.Trim(strings.TrimSpace(fields[len(fields)-1]), `"`)
		n, err := strconv.Atoi(last)
		switch {
		case err != nil && line == 1 && strings.ContainsFunc(last, unicode.IsLetter):
			continue
		case err != nil || n < 0 || n > MaxNumero || len(last) > 2:
			return nil, fmt.Errorf("%w: línea %d", ErrLectura, line)
		case len(ns) == MaxLectura:
			return nil, fmt.Errorf("%w: más de %d números", ErrLectura, MaxLectura)
		}
		ns = append(ns, Numero(n))
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLectura, err)
	}
	return ns, nil
}

// FormatNumeros writes numbers in a line, as ParseNumeros reads them: "17 0 32".
func FormatNumeros(ns []Numero) string {
	var b strings.Builder
	for k, n := range ns {
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(int(n)))
	}
	return b.String()
}

// ParseNumeros reads what FormatNumeros writes. The error wraps ErrLectura.
func ParseNumeros(s string) ([]Numero, error) {
	ns, err := ReadNumeros(strings.ReplaceAll(s, " ", "\n"))
	if err == nil && FormatNumeros(ns) != s {
		err = ErrLectura
	}
	return ns, err
}
