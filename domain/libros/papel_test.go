package libros

import (
	"errors"
	"testing"

	"foliado/domain"
)

func TestCheckDiligencia(t *testing.T) {
	for _, c := range []struct {
		name       string
		folios     int
		diligencia domain.Fecha
		want       error
	}{
		{"one folio, today", 1, "2026-11-30", nil},
		{"long ago", 200, "2019-02-01", nil},
		{"no folios", 0, "2026-11-30", ErrDiligencia},
		{"no date", 200, "", ErrDiligencia},
		{"tomorrow", 200, "2026-12-01", ErrDiligencia},
		{"more folios than a book has", maxFoliosPapel + 1, "2026-11-30", ErrDiligencia},
	} {
		t.Run("39.2/"+c.name, func(t *testing.T) {
			if got := CheckDiligencia(c.folios, c.diligencia, "2026-11-30"); !errors.Is(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
