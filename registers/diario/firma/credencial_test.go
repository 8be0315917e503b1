package firma

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func newCredencial(tb testing.TB, persona string) Credencial {
	tb.Helper()
	c, err := NewCredencial(rand.Reader, persona)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestCredencialTexto(t *testing.T) {
	c, err := NewCredencial(bytes.NewReader(make([]byte, 16)), "p12")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Texto(), "FOL1-P12-AAAAAAAAAAAAAAAAAAAAAAAAAA-5SLV"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCredencialRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		persona := fmt.Sprintf("p%d", rapid.Int64Range(1, 1<<53).Draw(t, "n"))
		secret := rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "secret")
		c, err := NewCredencial(bytes.NewReader(secret), persona)
		if err != nil {
			t.Fatal(err)
		}
		typed := c.Texto()
		if rapid.Bool().Draw(t, "caps lock") {
			typed = strings.ToLower(typed)
		}
		if rapid.Bool().Draw(t, "American scanner") {
			typed = strings.ReplaceAll(typed, "-", "'")
		}
		if rapid.Bool().Draw(t, "enter") {
			typed = " " + typed + "\r\n"
		}
		got, err := ParseCredencial(typed)
		if err != nil || !got.Equal(c) {
			t.Fatalf("%q: got %v, %v, want %v", typed, got, err, c)
		}
	})
}

// A character misread by the scanner is told by the check, before any PIN is spent.
func TestCredencialCheck(t *testing.T) {
	text := newCredencial(t, "p7").Texto()
	for k := range len(text) {
		for _, b := range []byte("A7-") {
			if bad := text[:k] + string(b) + text[k+1:]; bad != text {
				if c, err := ParseCredencial(bad); !errors.Is(err, ErrCredencial) {
					t.Errorf("%q was read as %v, %v", bad, c, err)
				}
			}
		}
	}
}

func TestCredencialRefused(t *testing.T) {
	good := newCredencial(t, "p7").Texto()
	for _, bad := range []string{"", "FOL1", "FOL1---", strings.Replace(good, "FOL1", "FOL2", 1),
		strings.Replace(good, "P7", "P07", 1), good + good, good + "-", strings.Repeat("A", 1<<16)} {
		if c, err := ParseCredencial(bad); !errors.Is(err, ErrCredencial) {
			t.Errorf("%.40q was read as %v, %v", bad, c, err)
		}
	}
	for _, persona := range []string{"", "p", "p0", "p01", "q1", "p1a", "p-1", "sistema"} {
		if _, err := NewCredencial(rand.Reader, persona); !errors.Is(err, ErrCredencial) {
			t.Errorf("%q: got %v, want ErrCredencial", persona, err)
		}
	}
}

// A badge that slips into a log line or an error gives its secret to nobody.
func TestCredencialIsNotPrinted(t *testing.T) {
	c := newCredencial(t, "p7")
	secret := strings.Split(c.Texto(), "-")[2]
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "c", c)
	for _, got := range []string{log.String(), fmt.Sprint(c), fmt.Sprintf("%+v %#v %s", c, c, c)} {
		if strings.Contains(got, secret) || !strings.Contains(got, "P7") {
			t.Errorf("got %q, want the persona and no secret", got)
		}
	}
	if _, err := ParseCredencial(c.Texto()[:30]); err == nil || strings.Contains(err.Error(), secret[:8]) {
		t.Errorf("the error repeats the badge: %v", err)
	}
}

func FuzzParseCredencial(f *testing.F) {
	f.Add("FOL1-P12-AAAAAAAAAAAAAAAAAAAAAAAAAA-5SLV")
	f.Add("fol1'p12'aaaaaaaaaaaaaaaaaaaaaaaaaa'5slv\n")
	f.Add("FOL1-P12-AAAAAAAAAAAAAAAAAAAAAAAAAB-5SLV")
	f.Add("FOL1-P0-AAAAAAAAAAAAAAAAAAAAAAAAAA-AAAA")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCredencial(s)
		if err != nil {
			if !errors.Is(err, ErrCredencial) || c != (Credencial{}) {
				t.Fatalf("%q: got %v, %v", s, c, err)
			}
			return
		}
		again, err := ParseCredencial(c.Texto())
		if err != nil || again != c {
			t.Fatalf("%q: got %v, %v, want %v", s, again, err, c)
		}
		if want := strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(s)), "'", "-"); c.Texto() != want {
			t.Fatalf("%q was read though it would be written %q", s, c.Texto())
		}
	})
}
