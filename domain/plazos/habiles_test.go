package plazos

import (
	"errors"
	"testing"

	"foliado/domain"
)

func TestAddDays(t *testing.T) {
	tests := []struct {
		name           string
		desde          domain.Fecha
		n              int
		natural, habil domain.Fecha
	}{
		{"PLA-1/two days of the week", "2026-11-24", 2, "2026-11-26", "2026-11-26"},
		{"PLA-1/a weekend between", "2026-11-27", 2, "2026-11-29", "2026-12-01"},
		{"PLA-1/a holiday of the city and one of the region", "2026-10-30", 5, "2026-11-04", "2026-11-10"},
		{"PLA-1/the long weekend of December", "2026-12-04", 2, "2026-12-06", "2026-12-10"},
		{"PLA-1/thirty days", "2026-03-02", 30, "2026-04-01", "2026-04-15"},
		{"PLA-1/the table of next year is missing", "2026-12-30", 2, "2027-01-01", ""},
		{"PLA-1/the last day of the table", "2026-12-29", 2, "2026-12-31", "2026-12-31"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Madrid.AddDays(tt.desde, tt.n)
			if want := (Vencimiento{tt.natural, tt.habil}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if got.Alarma() > got.Natural || got.Habil != "" && got.Alarma() > got.Habil {
				t.Errorf("the alarm of %+v is on %s, after one of them", got, got.Alarma())
			}
		})
	}
}

func TestCalendario(t *testing.T) {
	if _, err := Madrid.Habil("2031-05-05"); !errors.Is(err, ErrCalendario) {
		t.Errorf("a year without table: got %v", err)
	}
	if got := len(Madrid.Festivos(2026)); got != 14 {
		t.Errorf("2026 has %d holidays, want 14", got)
	}
	if Madrid.Festivos(2031) != nil {
		t.Error("a year without table has holidays")
	}
	for _, bad := range []string{"2026-02-30\tnacional\tx\ty\n", "2026-01-01\tnacional\n"} {
		if _, err := ParseCalendario(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
