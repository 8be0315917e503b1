package libros

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
)

// at reads an instant with its offset.
func at(t testing.TB, s string) time.Time {
	t.Helper()
	i, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return i.UTC()
}

func hora(t testing.TB, s string) Hora {
	t.Helper()
	h, err := ParseHora(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func horario(t testing.TB, abre, cierra string) Horario {
	return Horario{hora(t, abre), hora(t, cierra)}
}

func TestParseHora(t *testing.T) {
	for _, s := range []string{"00:00", "05:00", "16:30", "23:59"} {
		if h, err := ParseHora(s); h.String() != s || err != nil {
			t.Errorf("ParseHora(%q) = %v, %v", s, h, err)
		}
	}
	for _, s := range []string{"", "5:00", "24:00", "05:60", "05:00:00", "0500", " 05:00"} {
		if h, err := ParseHora(s); !errors.Is(err, ErrHora) {
			t.Errorf("ParseHora(%q) = %v, %v, want ErrHora", s, h, err)
		}
	}
}

func TestHoraOn(t *testing.T) {
	tests := []struct{ fecha, hora, want string }{
		{"2026-06-05", "16:00", "2026-06-05T16:00:00+02:00"},
		{"2026-12-05", "16:00", "2026-12-05T16:00:00+01:00"},
		{"2026-10-25", "01:59", "2026-10-25T01:59:00+02:00"},
		{"2026-10-25", "02:15", "2026-10-25T02:15:00+02:00"}, // shown twice: the first
		{"2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"},
		{"2026-03-29", "01:59", "2026-03-29T01:59:00+01:00"},
		{"2026-03-29", "02:30", "2026-03-29T03:30:00+02:00"}, // never shown
		{"2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"},
	}
	for _, tt := range tests {
		if got, want := hora(t, tt.hora).On(domain.Fecha(tt.fecha)), at(t, tt.want); !got.Equal(want) {
			t.Errorf("%s on %s = %v, want %v", tt.hora, tt.fecha, got.UTC(), want)
		}
	}
}

// TestHoraOnShowsTheHour: outside the hour that is skipped in March, the instant is one at
// which the clock shows that hour on that date.
func TestHoraOnShowsTheHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 3000).Draw(t, "day"))
		h := Hora(time.Duration(rapid.IntRange(0, 24*60-1).Draw(t, "minutes")) * time.Minute)
		f := domain.Fecha(day.Format(time.DateOnly))
		got := h.On(f)
		local := got.In(domain.Madrid)
		skipped := day.Month() == time.March && day.Weekday() == time.Sunday && h >= Hora(2*time.Hour) && h < Hora(3*time.Hour)
		if local.Format("15:04") != h.String() && !skipped || domain.FechaDe(got) != f {
			t.Fatalf("%v on %s = %v", h, f, local)
		}
	})
}

func TestCheckHorario(t *testing.T) {
	tests := []struct {
		name         string
		abre, cierra string
		max1, max2   string
		want         error
		cites        string
	}{
		{"27.1/as authorised", "16:00", "06:00", "16:00", "06:00", nil, ""},
		{"27.1/inside", "17:00", "05:00", "16:00", "06:00", nil, ""},
		{"27.1/opens half an hour before", "15:30", "05:00", "16:00", "06:00", ErrHorario, "27.1"},
		{"27.1/opens a minute before", "15:59", "05:00", "16:00", "06:00", ErrHorario, "27.1"},
		{"27.1/closes a minute late", "16:00", "06:01", "16:00", "06:00", ErrHorario, "27.1"},
		{"27.1/opens after midnight", "00:30", "04:00", "16:00", "06:00", nil, ""},
		{"27.1/opens and closes before midnight", "16:00", "23:00", "16:00", "06:00", nil, ""},
		{"27.1/all the hours it is shut", "06:00", "16:00", "16:00", "06:00", ErrHorario, "27.1"},
		{"27.2/sixteen hours", "13:00", "05:00", "00:00", "00:00", ErrHorario, "27.1"},
		{"27.2/sixteen hours, authorised", "13:00", "05:00", "12:00", "08:00", nil, ""},
		{"27.2/a minute more, authorised", "13:00", "05:01", "12:00", "08:00", ErrHorasDiarias, "27.2"},
		{"27.2/round the clock", "12:00", "12:00", "12:00", "12:00", ErrHorasDiarias, "27.2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, CheckHorario(horario(t, tt.abre, tt.cierra), horario(t, tt.max1, tt.max2)), tt.want, tt.cites)
		})
	}
}

func TestCheckHoras(t *testing.T) {
	open := at(t, "2026-11-30T13:00:00+01:00")
	t.Run("27.2", func(t *testing.T) {
		check(t, CheckHorasDiarias(open, open.Add(16*time.Hour)), nil, "")
		err := CheckHorasDiarias(open, open.Add(16*time.Hour+time.Microsecond))
		check(t, err, ErrHorasDiarias, "27.2")
		if got := criterio(err); got != "JOR-1" {
			t.Errorf("criterio %q, want JOR-1", got)
		}
	})
	t.Run("27.3", func(t *testing.T) {
		check(t, CheckHorasSeguidas(open, open.Add(20*time.Hour)), nil, "")
		check(t, CheckHorasSeguidas(open, open.Add(20*time.Hour+time.Microsecond)), ErrHorasSeguidas, "27.3")
	})
}

func TestCheckHoraLimite(t *testing.T) {
	limit := at(t, "2026-12-01T05:00:00+01:00")
	t.Run("29.5", func(t *testing.T) {
		check(t, CheckHoraLimite(limit.Add(-2*time.Minute), limit), nil, "")
		check(t, CheckHoraLimite(limit, limit), nil, "")
		check(t, CheckHoraLimite(limit.Add(time.Microsecond), limit), ErrTrasLaHora, "29.5")
	})
}

func TestAvisoCierre(t *testing.T) {
	limit := at(t, "2026-12-01T05:00:00+01:00")
	tests := []struct {
		name   string
		before time.Duration
		motivo string
		want   bool
	}{
		{"at its hour", 0, "", false},
		{"after it", -time.Minute, "", false},
		{"before it, and why", time.Hour, "no quedan jugadores", false},
		{"before it, and nobody says why", time.Microsecond, " ", true},
	}
	for _, tt := range tests {
		t.Run("29.1/"+tt.name, func(t *testing.T) {
			a, got := AvisoCierre(limit.Add(-tt.before), limit, tt.motivo)
			if got != tt.want || (got && (a.Articulo != art("29.1") || a.Texto == "")) {
				t.Errorf("AvisoCierre = %+v, %v, want %v", a, got, tt.want)
			}
		})
	}
}

// casos reads the lines of testdata/casos.jsonl, faults seen in similar software, by id.
func casos(t *testing.T, id string, v any) {
	t.Helper()
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(line, []byte(`{"id": "`+id+`"`)) {
			if err := json.Unmarshal(line, v); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no caso %s", id)
}

func TestHorarioCasos(t *testing.T) {
	t.Run("27.2/DAY-02", func(t *testing.T) {
		var c struct {
			Input    struct{ Open, Close, Date string }
			Expected struct {
				Hours     int    `json:"duration_hours"`
				CloseDate string `json:"close_date"`
			}
		}
		casos(t, "DAY-02", &c)
		abre, cierra := horario(t, c.Input.Open, c.Input.Close).On(domain.Fecha(c.Input.Date))
		if got, want := cierra.Sub(abre), time.Duration(c.Expected.Hours)*time.Hour; got != want {
			t.Errorf("open for %v, want %v", got, want)
		}
		if got := string(domain.FechaDe(cierra)); got != c.Expected.CloseDate {
			t.Errorf("closes on %s, want %s", got, c.Expected.CloseDate)
		}
	})
	t.Run("27.2/27.3/DAY-04", func(t *testing.T) {
		var c struct {
			Input    struct{ Sessions [][2]string }
			Expected struct {
				Hours  []int  `json:"elapsed_hours"`
				Within []bool `json:"within_16h"`
			}
		}
		casos(t, "DAY-04", &c)
		for k, s := range c.Input.Sessions {
			day, opens, _ := bytes.Cut([]byte(s[0]), []byte("T"))
			_, closes, _ := bytes.Cut([]byte(s[1]), []byte("T"))
			abre, cierra := horario(t, string(opens), string(closes)).On(domain.Fecha(day))
			if got, want := cierra.Sub(abre), time.Duration(c.Expected.Hours[k])*time.Hour; got != want {
				t.Errorf("%v lasts %v, want %v", s, got, want)
			}
			if got := CheckHorasDiarias(abre, cierra) == nil; got != c.Expected.Within[k] {
				t.Errorf("%v within sixteen hours: %v, want %v", s, got, c.Expected.Within[k])
			}
			check(t, CheckHorasSeguidas(abre, cierra), nil, "")
		}
	})
	t.Run("27.2/DAY-05", func(t *testing.T) {
		var c struct {
			Input struct {
				From    string
				Minutes int `json:"add_minutes"`
			}
			Expected struct{ Result string }
		}
		casos(t, "DAY-05", &c)
		got := at(t, c.Input.From).Add(time.Duration(c.Input.Minutes) * time.Minute)
		if diff := cmp.Diff(c.Expected.Result, got.In(domain.Madrid).Format(time.RFC3339)); diff != "" {
			t.Errorf("an hour later (-want +got):\n%s", diff)
		}
	})
}
