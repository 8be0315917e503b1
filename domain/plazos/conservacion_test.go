package plazos

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"foliado/domain"
)

func TestUltimaVencida(t *testing.T) {
	for _, c := range []struct {
		name  string
		a     domain.Fecha
		meses int
		want  domain.Fecha
	}{
		{"20.4/the last day of the term is still kept", "2026-07-10", MesesAdmision, "2026-01-09"},
		{"20.4/the day after it goes", "2026-07-11", MesesAdmision, "2026-01-10"},
		{"20.4/RET-01", "2026-08-31", MesesAdmision, "2026-02-28"},
		{"20.4/RET-01/the day after", "2026-09-02", MesesAdmision, "2026-03-01"},
		{"20.4/RET-02", "2026-10-10", MesesAdmision, "2026-04-09"},
		{"20.4/three days that end together", "2027-03-01", MesesAdmision, "2026-08-31"},
		{"20.4/the day before they do", "2027-02-28", MesesAdmision, "2026-08-27"},
		{"PBC 25/ten years from a 29 February", "2034-03-01", MesesArchivo, "2024-02-29"},
		{"PBC 25/one day less", "2034-02-28", MesesArchivo, "2024-02-27"},
		{"PBC 25/across a leap day", "2036-11-30", MesesArchivo, "2026-11-29"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := UltimaVencida(c.a, c.meses); got != c.want {
				t.Errorf("UltimaVencida(%s, %d) = %s, want %s", c.a, c.meses, got, c.want)
			}
		})
	}
}

// What has gone on a date is exactly what each record's own end says, against the slow way.
func TestUltimaVencidaIsEachRecordsOwnEnd(t *testing.T) {
	t.Run("20.4", rapid.MakeCheck(func(t *rapid.T) {
		day := time.Date(2020, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 4000).Draw(t, "day"))
		a, meses := domain.Fecha(day.Format(time.DateOnly)), rapid.SampledFrom([]int{MesesAdmision, MesesArchivo}).Draw(t, "meses")
		cut := UltimaVencida(a, meses)
		for back := -3; back <= 3; back++ {
			f := next(cut, back)
			if goes, want := f <= cut, SuprimibleDesde(f, meses) <= a; goes != want {
				t.Fatalf("on %s, %s goes: got %t, want %t", a, f, goes, want)
			}
		}
	}))
}

func TestConservacion(t *testing.T) {
	seen := map[string]string{}
	for _, row := range Conservacion {
		if FindTermino(row.ID).Que != row.Que {
			t.Errorf("two rows are called %s", row.ID)
		}
		if row.Plazo == "" || row.Despues == "" || row.Criterio == "" || strings.ContainsAny(row.Causa(), "\n") {
			t.Errorf("%s: %+v", row.ID, row)
		}
		for _, tipo := range row.Tipos {
			if other := seen[tipo]; other != "" {
				t.Errorf("%s is of %s and of %s", tipo, other, row.ID)
			}
			seen[tipo] = row.ID
			if got := TerminoDe(tipo).ID; got != row.ID {
				t.Errorf("TerminoDe(%s) = %s, want %s", tipo, got, row.ID)
			}
		}
	}
	t.Run("20.3/visitors' files", func(t *testing.T) {
		if got := TerminoDe("Ficha").ID; got != TerminoFichas {
			t.Errorf("got %s", got)
		}
	})
	t.Run("PBC 7.5/visits", func(t *testing.T) {
		if got, want := TerminoDe("Tarjeta").Causa(), "visitas: art. 20.4; art. 7.5 de la Ley 10/2010; criterio ADM-1"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	if got := TerminoDe("Arqueo").ID; got != TerminoLibros {
		t.Errorf("a note of a book is of %s", got)
	}
}
