// Package plazos computes the terms that the norm sets: retention in calendar months
// and, for communications to the authority, working days.
package plazos

import (
	"time"

	"foliado/domain"
)

// MesesAdmision is the term of the admission files, in calendar months (art. 20.4).
const MesesAdmision = 6

// AddMonths moves a date n calendar months, from date to date; when the month is
// shorter the day is clipped to its last one (criterio ADM-1): 31 August less six
// months is 28 (or 29) February, never 3 March.
func AddMonths(f domain.Fecha, n int) domain.Fecha {
	y, m, d := f.Time().Date()
	first := time.Date(y, m+time.Month(n), 1, 12, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return domain.Fecha(first.AddDate(0, 0, min(d, last)-1).Format(time.DateOnly))
}
