package fuentes

import (
	"testing"
	"unicode"
)

func TestCoverage(t *testing.T) {
	for _, r := range "áéíóúüñçÁÉÍÓÚÜÑÇ€–—“”‘’«»…ºª¿¡·×−ŁşđễŒ\uFFFD" {
		if !unicode.Is(Coverage, r) {
			t.Errorf("no face draws %q", r)
		}
	}
	for _, r := range "\n\u00a0\u00adΩЖ漢😀" {
		if unicode.Is(Coverage, r) {
			t.Errorf("coverage holds %q", r)
		}
	}
}

func TestParseCoverage(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a bad line was taken")
		}
	}()
	parseCoverage("0041")
}
