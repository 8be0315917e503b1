package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"foliado/domain"
)

// TestCasos runs the faults seen in similar software that concern the printed text.
func TestCasos(t *testing.T) {
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	for dec.More() {
		var c struct {
			ID    string `json:"id"`
			Input struct {
				Text string `json:"text"`
			} `json:"input"`
			Expected struct {
				Text string `json:"extracted_text"`
			} `json:"expected"`
		}
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if c.Input.Text == "" {
			continue // PDF-04 is TestControlIngresosPages
		}
		t.Run("22.3/"+c.ID, func(t *testing.T) {
			f := tarjetaPrueba()
			f.Nombre, f.Apellidos = c.Input.Text, ""
			wants(t, textOf(t, card(t, f)), c.Expected.Text)
		})
		t.Run("40.1/"+c.ID, func(t *testing.T) {
			f := folioPrueba()
			f.Final.Motivo = c.Input.Text
			wants(t, textOf(t, folio(t, f)), c.Expected.Text)
		})
		t.Run("42.2/"+c.ID, func(t *testing.T) {
			f := controlPrueba(2)
			f.Regimen.Resolucion = c.Input.Text
			wants(t, textOf(t, control(t, f)), c.Expected.Text)
		})
	}
}

func TestFormatInstant(t *testing.T) {
	utc := func(s string) time.Time {
		i, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	tests := []struct{ name, in, want string }{
		{"40.1/winter", "2026-11-30T22:10:00Z", "30/11/2026 23:10"},
		{"40.1/summer", "2026-07-01T21:10:00Z", "01/07/2026 23:10"},
		{"JOR-1/last minute before the hour that repeats", "2026-10-24T23:59:59Z", "25/10/2026 01:59"},
		{"JOR-1/first of the first", "2026-10-25T00:00:00Z", "25/10/2026 02:00 CEST"},
		{"JOR-1/last of the first", "2026-10-25T00:59:59Z", "25/10/2026 02:59 CEST"},
		{"JOR-1/first of the second", "2026-10-25T01:00:00Z", "25/10/2026 02:00 CET"},
		{"JOR-1/last of the second", "2026-10-25T01:59:59Z", "25/10/2026 02:59 CET"},
		{"JOR-1/after it", "2026-10-25T02:00:00Z", "25/10/2026 03:00"},
		{"JOR-1/March is never ambiguous", "2026-03-29T01:00:00Z", "29/03/2026 03:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := formatInstant(utc(tt.in)); got != tt.want {
				t.Errorf("formatInstant(%s) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
	if got := formatInstant(time.Time{}); got != "—" {
		t.Errorf("formatInstant of nothing = %q", got)
	}
}

func TestCheckpoint(t *testing.T) {
	t.Run("reads back", func(t *testing.T) {
		for _, firma := range []string{"", checkpointPrueba(7).Firma} {
			want := checkpointPrueba(7)
			want.Firma = firma
			got, err := NewCheckpoint([]byte(want.Nota()))
			if err != nil || got != want {
				t.Errorf("NewCheckpoint = %+v, %v, want %+v", got, err, want)
			}
		}
	})
	t.Run("keeps the first of two signatures", func(t *testing.T) {
		c := checkpointPrueba(7)
		got, err := NewCheckpoint([]byte(c.Nota() + "— otro AAAA\n"))
		if err != nil || got != c {
			t.Errorf("NewCheckpoint = %+v, %v, want %+v", got, err, c)
		}
	})
	for _, bad := range []string{"", "a\n1\n", "a\nuno\nr\n", "a\n-1\nr\n", "a\n1\nr\nmás\n\n— a b\n"} {
		if _, err := NewCheckpoint([]byte(bad)); !errors.Is(err, ErrFacts) {
			t.Errorf("NewCheckpoint(%q) = %v, want ErrFacts", bad, err)
		}
	}
}

// TestQR reads the codes back from pictures of the pages.
func TestQR(t *testing.T) {
	t.Run("22.3/card", func(t *testing.T) {
		f := tarjetaPrueba()
		for _, got := range scan(t, card(t, f)) {
			if want := TextoQR(f.Token, f.Checkpoint) + "\n"; got != want {
				t.Errorf("the QR says %q, want %q", got, want)
			}
		}
	})
	t.Run("22.3/void card, and without the signature of the checkpoint", func(t *testing.T) {
		f := tarjetaAnulada()
		f.Checkpoint.Firma = ""
		for _, got := range scan(t, card(t, f)) {
			if want := f.Token + "\n" + origenPrueba + "\n18231\n" + f.Checkpoint.Raiz + "\n\n"; got != want {
				t.Errorf("the QR says %q, want %q", got, want)
			}
		}
	})
	t.Run("40.1/every sheet of the folio", func(t *testing.T) {
		f := folioPrueba()
		got := scan(t, folio(t, f))
		if len(got) != 2 {
			t.Fatalf("%d codes, want 2", len(got))
		}
		for _, s := range got {
			if want := TextoQR(f.Evidencia.Token, f.Evidencia.Checkpoint) + "\n"; s != want {
				t.Errorf("the QR says %q, want %q", s, want)
			}
		}
	})
	t.Run("the acta holds the key and checkpoint 1", func(t *testing.T) {
		f := actaPrueba()
		for _, got := range scan(t, acta(t, f)) {
			key, note, _ := strings.Cut(got, "\n")
			c, err := NewCheckpoint([]byte(note))
			if err != nil || key != f.ClaveDiario || c != f.Checkpoint {
				t.Errorf("the QR says %q, %v", got, err)
			}
		}
	})
	t.Run("too much for a code", func(t *testing.T) {
		if _, err := qr(strings.Repeat("x", 3000)); err == nil {
			t.Error("qr of 3,000 letters worked")
		}
	})
	if qrSide < 30 || cardQR < 20 {
		t.Errorf("the codes measure %v and %v mm", qrSide, cardQR)
	}
}

func TestDrawable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Muñoz – “día” N.º 3 ¿sí? 5 € × −2 …", "Muñoz – “día” N.º 3 ¿sí? 5 € × −2 …"},
		{"Łukasz Şebnem Nguyễn Đặng", "Łukasz Şebnem Nguyễn Đặng"},
		{"a\u00a0b\u202fc\nd\te", "a b c d e"},
		{"so\u00adft\u200bzero\ufeff\x00", "softzero"},
		{"Ω漢😀", "\ufffd\ufffd\ufffd"},
	}
	for _, tt := range tests {
		if got := drawable(tt.in); got != tt.want {
			t.Errorf("drawable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestWrap wants every line within the measure and every letter in its place.
func TestWrap(t *testing.T) {
	cv := newCanvas(a4Width, a4Height, "", "", opcionesPrueba)
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("aáñWi€ \n—.")), 0, 120, -1).Draw(rt, "text")
		w := rapid.Float64Range(8, 80).Draw(rt, "width")
		n := rapid.IntRange(1, 3).Draw(rt, "lines")
		e, lines := cv.fit(normalText, s, w, n, 4)
		if e.size < 4 || (len(lines) > n && e.size > 4) {
			rt.Errorf("%d lines at %v points, want at most %d", len(lines), e.size, n)
		}
		for _, line := range lines {
			if cv.width(e, line) > w {
				rt.Errorf("the line %q is %v wide, want at most %v", line, cv.width(e, line), w)
			}
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got, want := squeeze(strings.Join(lines, "")), squeeze(s); got != want {
			rt.Errorf("the lines say %q, want %q", got, want)
		}
	})
}

func TestFigure(t *testing.T) {
	for in, want := range map[domain.Importe]string{0: "0,00 €", 150_000: "1.500,00 €", -125_050: "−1.250,50 €", 1: "0,01 €"} {
		if got := figure(in); got != want {
			t.Errorf("figure(%d) = %q, want %q", in, got, want)
		}
	}
}

func TestInitials(t *testing.T) {
	for in, want := range map[string]string{"Gran Casino Ribera Alta": "GCR", "Casino de la Ribera": "CR", "casino": "", "": ""} {
		if got := initials(in); got != want {
			t.Errorf("initials(%q) = %q, want %q", in, got, want)
		}
	}
}
