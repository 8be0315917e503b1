package plazos

import (
	"testing"

	"foliado/domain"
)

func TestAddMonths(t *testing.T) {
	for _, c := range []struct {
		name string
		from domain.Fecha
		n    int
		want domain.Fecha
	}{
		{"20.4/six months, date to date", "2026-01-10", 6, "2026-07-10"},
		{"20.4/back from a 31st is clipped", "2026-08-31", -6, "2026-02-28"},
		{"20.4/leap year", "2024-08-31", -6, "2024-02-29"},
		{"20.4/across the year", "2026-11-30", 6, "2027-05-30"},
		{"20.4/31 August plus six", "2026-08-31", 6, "2027-02-28"},
		{"20.4/the term of the admission files", "2026-01-31", MesesAdmision, "2026-07-31"},
		{"20.4/zero", "2026-08-31", 0, "2026-08-31"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := AddMonths(c.from, c.n); got != c.want {
				t.Errorf("AddMonths(%s, %d) = %s, want %s", c.from, c.n, got, c.want)
			}
		})
	}
}
