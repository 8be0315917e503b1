package reports

import (
	"time"

	"foliado/domain"
)

// formatInstant writes an instant as the papers show it, in Madrid: "30/11/2026 23:10". In the
// hour that October repeats it says which of the two: "25/10/2026 02:30 CEST"
// (criterio JOR-1). The zero instant is a dash.
func formatInstant(t time.Time) string { return formatLocal(t, "02/01/2006 15:04") }

// formatInstantSeconds is formatInstant with seconds, for instants of signature.
func formatInstantSeconds(t time.Time) string { return formatLocal(t, "02/01/2006 15:04:05") }

func formatLocal(t time.Time, layout string) string {
	if t.IsZero() {
		return "—"
	}
	t = t.In(domain.Madrid)
	s := t.Format(layout)
	if ambiguous(t) {
		s += " " + t.Format("MST")
	}
	return s
}

// ambiguous reports whether clocks in Madrid show that date and hour twice.
func ambiguous(t time.Time) bool {
	const wall = "2006-01-02 15:04"
	here := t.In(domain.Madrid).Format(wall)
	return t.Add(time.Hour).In(domain.Madrid).Format(wall) == here ||
		t.Add(-time.Hour).In(domain.Madrid).Format(wall) == here
}
